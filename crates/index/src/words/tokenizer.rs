//! Words of a text, in any script.
//!
//! Words are those of Unicode's word boundaries (UAX #29), further divided at punctuation, so that "Anna's" and
//! "example.com" are two words each. Scripts written without spaces between words have no such boundaries, and in
//! Korean particles are glued to the words: there the words are pairs of neighbouring characters, so that any
//! stretch of two characters or more is found.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// What becomes of a run of characters of a script without spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unspaced {
    /// Every character and every pair: for texts to be found.
    CharactersAndPairs,
    /// Every pair, or the character if it stands alone: for questions, where single characters would match too much.
    Pairs,
    /// Every character: for names, which are compared word by word.
    Characters,
}

/// Calls `found` with the place of every word, in order.
pub(super) fn each_word(text: &str, unspaced: Unspaced, mut found: impl FnMut(Range<usize>)) {
    let mut run = 0..0;
    for (start, word) in text.unicode_word_indices() {
        let end = start + word.len();
        if word.chars().next().is_some_and(is_unspaced) {
            if run.end == start {
                run.end = end;
            } else {
                each_of_run(text, run, unspaced, &mut found);
                run = start..end;
            }
        } else {
            each_of_run(text, std::mem::take(&mut run), unspaced, &mut found);
            each_part(start, word, &mut found);
        }
    }
    each_of_run(text, run, unspaced, &mut found);
}

/// The parts of a word between punctuation, which UAX #29 leaves inside words ("can't", "example.com").
fn each_part(start: usize, word: &str, found: &mut impl FnMut(Range<usize>)) {
    let mut from = 0;
    for (at, mark) in word.match_indices(is_punctuation).chain([(word.len(), "")]) {
        if from < at {
            found(start + from..start + at);
        }
        from = at + mark.len();
    }
}

fn each_of_run(
    text: &str,
    run: Range<usize>,
    unspaced: Unspaced,
    found: &mut impl FnMut(Range<usize>),
) {
    let mut previous: Option<usize> = None;
    for (at, character) in text[run.clone()].grapheme_indices(true) {
        let start = run.start + at;
        let end = start + character.len();
        let alone = character.len() == run.len();
        if let (Some(previous), true) = (previous, unspaced != Unspaced::Characters) {
            found(previous..end);
        }
        if alone || unspaced != Unspaced::Pairs {
            found(start..end);
        }
        previous = Some(start);
    }
}

/// Punctuation that UAX #29 allows between letters or digits of one word.
fn is_punctuation(character: char) -> bool {
    character.is_ascii_punctuation()
        || matches!(
            character,
            '\u{2018}' | '\u{2019}' | '\u{2024}' | '\u{2027}' | '\u{00B7}' | '\u{203F}'
        )
}

/// Thai, Lao, Tibetan, Myanmar, Khmer, kana, Han ideographs, and Hangul.
fn is_unspaced(character: char) -> bool {
    matches!(u32::from(character),
        0x0E00..=0x0FFF
        | 0x1000..=0x109F
        | 0x1780..=0x17FF
        | 0x3005..=0x3007
        | 0x3040..=0x30FF
        | 0x31F0..=0x31FF
        | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF
        | 0xAC00..=0xD7AF
        | 0xF900..=0xFAFF
        | 0x20000..=0x3FFFF)
}
