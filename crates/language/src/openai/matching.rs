//! Finding in a text what a model says stands there.
//!
//! Models repeat words almost as they are: with other quotation marks, dashes and white space, composed or decomposed
//! letters, at times in another case. These differences are passed over, no others. What is found begins and ends with
//! whole words, and its range counts the characters of the original text.

use recollect_model::CharRange;
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// The most places where something is looked for.
const MOST_PLACES: usize = 64;

/// A stretch of a text, prepared for being searched.
#[derive(Debug)]
pub(super) struct Searchable {
    text: String,
    /// For every byte of `text`, the character of the original it comes from.
    origins: Vec<u32>,
    ignores_case: bool,
}

impl Searchable {
    /// Prepares `words`, which begin at character `start` of the whole text.
    pub(super) fn new(words: &str, start: u32, ignores_case: bool) -> Self {
        let mut text = String::with_capacity(words.len());
        let mut origins = Vec::with_capacity(words.len());
        for (origin, character) in (start..).zip(words.chars()) {
            push(&mut text, character, ignores_case);
            origins.resize(text.len(), origin);
        }
        Self {
            text,
            origins,
            ignores_case,
        }
    }

    /// Where `words` stand: inside `near` if they do, else for the first time.
    pub(super) fn find(&self, words: &str, near: Option<CharRange>) -> Option<CharRange> {
        let words = words.trim();
        self.find_exactly(words, near)
            .or_else(|| self.find_exactly(words.trim_matches(is_frame), near))
    }

    fn find_exactly(&self, words: &str, near: Option<CharRange>) -> Option<CharRange> {
        let mut wanted = String::with_capacity(words.len());
        for character in words.chars() {
            push(&mut wanted, character, self.ignores_case);
        }
        let wanted = wanted.trim();
        if wanted.is_empty() {
            return None;
        }
        let mut places = (self.text.match_indices(wanted).map(|(start, _)| start))
            .filter(|&start| self.is_whole(start, start + wanted.len()))
            .take(MOST_PLACES)
            .map(|start| CharRange {
                start: self.origins[start],
                end: self.origins[start + wanted.len() - 1] + 1,
            });
        let first = places.next()?;
        let is_near = |place: &CharRange| {
            near.is_some_and(|near| near.start <= place.start && place.end <= near.end)
        };
        if near.is_none() || is_near(&first) {
            return Some(first);
        }
        Some(places.find(is_near).unwrap_or(first))
    }

    /// Whether a stretch cuts no word in two.
    fn is_whole(&self, start: usize, end: usize) -> bool {
        let (before, found, after) = (
            &self.text[..start],
            &self.text[start..end],
            &self.text[end..],
        );
        let joins = |left: Option<char>, right: Option<char>| {
            left.is_some_and(is_letter) && right.is_some_and(is_letter)
        };
        !joins(before.chars().next_back(), found.chars().next())
            && !joins(found.chars().next_back(), after.chars().next())
            && !after.chars().next().is_some_and(is_combining_mark)
    }
}

/// Adds a character in the form in which texts are compared.
fn push(text: &mut String, character: char, ignores_case: bool) {
    let plain = match character {
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' | '`' | '\u{b4}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        // Nothing to see.
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => return,
        other => other,
    };
    if plain.is_whitespace() {
        if !text.ends_with(' ') {
            text.push(' ');
        }
    } else if ignores_case {
        for lower in plain.to_lowercase() {
            decompose_compatible(lower, |part| text.push(part));
        }
    } else {
        decompose_compatible(plain, |part| text.push(part));
    }
}

/// What models put around words they quote.
fn is_frame(character: char) -> bool {
    character.is_whitespace() || ".,;:!?\"'“”‘’«»„*".contains(character)
}

/// Whether a character is part of a word whose ends can be told: scripts without spaces have none, and Korean adds its
/// particles to the name.
fn is_letter(character: char) -> bool {
    let is_unspaced = matches!(character,
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1100}'..='\u{11ff}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{2e80}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}');
    character.is_alphanumeric() && !is_unspaced
}
