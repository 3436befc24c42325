//! Where sentences end.
//!
//! Unicode's rules (UAX #29) propose; this module takes back what they get wrong in everyday text: ends after
//! "Dr." and initials, after the number or bullet of a list item, and at the line ends of hard-wrapped text.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::word_list::WordList;

/// Words whose full stop ends no sentence, without it, in lower case.
static ABBREVIATIONS: WordList = WordList::new(
    "dr mr mrs ms prof st mt sr jr rev gen col capt lt sgt vs e.g i.e eg ie cf approx dept",
);

/// The sentences of a text as byte ranges: in order, without gaps, each with the white space after it.
pub(crate) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences: Vec<Range<usize>> = Vec::new();
    for (start, sentence) in text.split_sentence_bound_indices() {
        let end = start + sentence.len();
        match sentences.last_mut() {
            Some(previous) if continues(&text[previous.clone()], sentence) => previous.end = end,
            _ => sentences.push(start..end),
        }
    }
    sentences
}

/// Whether `next` goes on with the sentence of `previous` although Unicode's rules see an end between them.
fn continues(previous: &str, next: &str) -> bool {
    // First, so that a run of blank lines is looked at once and not once for each of its lines.
    if next.trim().is_empty() {
        return true;
    }
    let words = previous.trim_end();
    match previous[words.len()..].matches('\n').count() {
        0 => is_list_marker(words) || ends_in_abbreviation(words),
        1 => !ends_in_punctuation(words) && next.starts_with(char::is_lowercase),
        _ => false,
    }
}

/// A bullet, or a number such as `12.` or a letter such as `a)`, alone on its line.
fn is_list_marker(words: &str) -> bool {
    let word = last_word(words);
    let line = words[..words.len() - word.len()].trim_end_matches([' ', '\t']);
    let marker = word.trim_end_matches(['.', ')']);
    let is_number =
        !marker.is_empty() && marker.len() <= 3 && marker.chars().all(|c| c.is_ascii_digit());
    let is_letter = marker.len() == 1 && word.ends_with(')');
    (line.is_empty() || line.ends_with('\n'))
        && (is_number || is_letter || ["-", "*", "•", "–"].contains(&word))
}

fn ends_in_abbreviation(words: &str) -> bool {
    let Some(stem) = last_word(words).strip_suffix('.') else {
        return false;
    };
    let stem = stem.trim_start_matches(['(', '"', '“']);
    let is_initial =
        stem.chars().count() == 1 && stem != "I" && stem.chars().all(char::is_uppercase);
    is_initial || ABBREVIATIONS.contains(&stem.to_lowercase())
}

fn last_word(words: &str) -> &str {
    words.rsplit(char::is_whitespace).next().unwrap_or(words)
}

fn ends_in_punctuation(words: &str) -> bool {
    words.ends_with(['.', '!', '?', ':', ';', '…', '。', '！', '？'])
}
