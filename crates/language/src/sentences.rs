//! Where sentences end.
//!
//! Unicode's rules (UAX #29) propose; this module takes back what they get wrong in everyday text: ends after
//! "Dr." and initials, after the number or bullet of a list item, and at the line ends of hard-wrapped text. Any text
//! takes time in proportion to its length: a sentence also ends where marks go on and on after a full stop.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::word_list::WordList;

/// Words whose full stop ends no sentence, without it, in lower case.
static ABBREVIATIONS: WordList = WordList::new(
    "dr mr mrs ms prof st mt sr jr rev gen col capt lt sgt vs e.g i.e eg ie cf approx dept",
);

/// The most marks and spaces after a full stop that are looked at to tell whether its sentence goes on. The rules
/// look ahead anew at each of them, so that 64 KiB of quotation marks after a full stop would take 20 s.
const MOST_MARKS: usize = 64;

/// The sentences of a text as byte ranges: in order, without gaps, each with the white space after it.
pub(crate) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences: Vec<Range<usize>> = Vec::new();
    for stretch in stretches(text) {
        // What is blank at its end goes with its last sentence and needs no look.
        let words = text[stretch.clone()].trim_end_matches(' ');
        for (offset, sentence) in words.split_sentence_bound_indices() {
            let start = stretch.start + offset;
            let end = start + sentence.len();
            match sentences.last_mut() {
                Some(previous) if continues(&text[previous.clone()], sentence) => {
                    previous.end = end;
                }
                _ => sentences.push(start..end),
            }
        }
        match sentences.last_mut() {
            Some(last) => last.end = stretch.end,
            None => sentences.push(stretch),
        }
    }
    sentences
}

/// The sentences of a text as byte ranges, as far as marks and line breaks alone tell; none is blank. A semicolon ends one.
pub fn plain_sentences(content: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut letters = content.char_indices().peekable();
    while let Some((place, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let is_end = letter == '\n'
            || matches!(letter, '.' | '!' | '?' | ';' | '…')
                && next.is_none_or(char::is_whitespace)
                && !(letter == '.' && ends_short(&content[start..place]));
        if is_end {
            let end = place + letter.len_utf8();
            sentences.push(start..end);
            start = end;
        }
    }
    sentences.push(start..content.len());
    sentences.retain(|sentence| !content[sentence.clone()].trim().is_empty());
    sentences
}

/// Whether a full stop behind these words stands for the rest of the last one: "Dr".
fn ends_short(words: &str) -> bool {
    ABBREVIATIONS.contains(&last_word(words).to_lowercase())
}

/// The text in parts in which [`MOST_MARKS`] marks at most follow a full stop before a letter in upper or lower case,
/// a line's end, or another full stop: all of an everyday text.
fn stretches(text: &str) -> Vec<Range<usize>> {
    let mut stretches = Vec::new();
    let (mut start, mut marks) = (0, None);
    for (at, c) in text.char_indices() {
        let is_cased = (c.is_lowercase() || c.is_uppercase()) && c != '\u{345}';
        if marks > Some(MOST_MARKS) && c != ' ' {
            stretches.push(start..at);
            (start, marks) = (at, None);
        }
        match c {
            '.' | '\u{2024}' | '\u{fe52}' | '\u{ff0e}' => marks = Some(0),
            '\n' | '\r' | '!' | '?' | '。' | '！' | '？' | '।' | '؟' => marks = None,
            _ if is_cased => marks = None,
            // A vowel sign counts as a letter and ends no look ahead, so letters without case change nothing.
            _ if !c.is_alphanumeric() => marks = marks.map(|marks| marks + 1),
            _ => {}
        }
    }
    if start < text.len() {
        stretches.push(start..text.len());
    }
    stretches
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
