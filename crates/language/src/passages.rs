//! Passages: the pieces of a text that a search matches.
//!
//! A turn of a dialogue (`Name: what they say`, with the lines that follow) is a passage. What is longer than
//! the limit is cut where a paragraph, a line or a sentence ends, or else between words; a word is cut only when
//! it is longer than the limit by itself. Every character that is not white space lies in exactly one passage,
//! passages are in order, and their ranges begin and end with such a character. No text makes this fail.
//! A text that would have too many passages has neighbours joined at its end, whoever speaks in them.

use std::ops::Range;

use recollect_model::{CharRange, CharText};
use unicode_segmentation::UnicodeSegmentation;

use crate::sentences::sentences;
use crate::turns::{Turn, turns};

/// The most characters a passage has, its speaker's name apart. MiniLM reads 256 tokens, about twice as much;
/// shorter passages are found more exactly.
pub const PASSAGE_LIMIT: usize = 600;

/// The most passages a text has. Joining neighbours up to [`PASSAGE_LIMIT`] leaves at most 3,500 of 1 MiB.
pub const MAX_PASSAGES: usize = 5_000;

/// One passage of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassageText {
    /// The whole of it, in the whole text.
    pub range: CharRange,
    /// What is said: the range without the `Name:` in front; empty when nothing follows the name.
    pub content: CharRange,
    /// Who speaks, as the text writes it; nobody where several speakers' turns were joined.
    pub speaker: Option<String>,
    /// Whether there is no telling who "I" is: turns of several speakers were joined, or it is the notice of a chat.
    pub is_joined: bool,
}

/// The passages of a text, of at most [`PASSAGE_LIMIT`] characters; at most [`MAX_PASSAGES`] of a text up to 1 MiB.
pub fn passages(body: &str) -> Vec<PassageText> {
    passages_up_to(body, PASSAGE_LIMIT)
}

/// The passages of a text, with at most `limit` characters of content each; a limit of 0 counts as 1.
///
/// There are more than [`MAX_PASSAGES`] only when neighbours cannot be joined within the limit.
pub fn passages_up_to(body: &str, limit: usize) -> Vec<PassageText> {
    let characters = CharText::new(body);
    let mut passages = Vec::new();
    for turn in turns(body) {
        let pieces = pieces(body, turn.content.clone(), limit.max(1));
        // The name goes with the first piece, and stands alone when nothing follows it.
        let first = pieces
            .first()
            .cloned()
            .unwrap_or(turn.content.end..turn.content.end);
        if let Some(range) = trimmed(body, turn.start..first.end.max(turn.name_end)) {
            passages.push(passage(&characters, range, first, &turn));
        }
        for piece in pieces.into_iter().skip(1) {
            passages.push(passage(&characters, piece.clone(), piece, &turn));
        }
    }
    if passages.len() > MAX_PASSAGES {
        passages = join(passages, limit);
    }
    passages
}

/// Joins neighbours, from the end on, until there are no more than [`MAX_PASSAGES`]: what a text begins with keeps
/// its speakers.
fn join(passages: Vec<PassageText>, limit: usize) -> Vec<PassageText> {
    let mut excess = passages.len().saturating_sub(MAX_PASSAGES);
    let mut joined: Vec<PassageText> = Vec::new();
    for passage in passages.into_iter().rev() {
        match joined.last_mut() {
            Some(next)
                if excess > 0 && (next.range.end - passage.range.start) as usize <= limit =>
            {
                take_in(next, &passage);
                excess -= 1;
            }
            _ => joined.push(passage),
        }
    }
    joined.reverse();
    joined
}

/// Puts the passage before `next` into it.
fn take_in(next: &mut PassageText, passage: &PassageText) {
    next.is_joined |= passage.is_joined || next.speaker != passage.speaker;
    next.content = CharRange {
        start: if next.is_joined {
            passage.range.start
        } else if passage.content.start == passage.content.end {
            // A name with nothing after it: what is said begins with the next name.
            next.range.start
        } else {
            passage.content.start
        },
        end: next.range.end,
    };
    next.range.start = passage.range.start;
    if next.is_joined {
        next.speaker = None;
    }
}

fn passage(
    characters: &CharText<'_>,
    range: Range<usize>,
    content: Range<usize>,
    turn: &Turn,
) -> PassageText {
    let content = content.start.min(range.end)..content.end.min(range.end);
    PassageText {
        range: characters.range_of_bytes(range),
        content: characters.range_of_bytes(content),
        speaker: turn.speaker.clone(),
        is_joined: turn.is_notice,
    }
}

/// Cuts a stretch of the text into trimmed pieces of at most `limit` characters and of about the same length.
fn pieces(body: &str, stretch: Range<usize>, limit: usize) -> Vec<Range<usize>> {
    let Some(stretch) = trimmed(body, stretch) else {
        return Vec::new();
    };
    let total = length(body, &stretch);
    if total <= limit {
        return vec![stretch];
    }
    let target = total.div_ceil(total.div_ceil(limit));
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut piece_length = 0;
    for unit in units(body, stretch, limit) {
        let unit_length = length(body, &unit);
        let fits = piece_length + words_length(body, &unit) <= limit;
        match pieces.last_mut() {
            Some(piece) if fits && !closes(body, piece, piece_length, target) => {
                piece.end = unit.end;
                piece_length += unit_length;
            }
            _ => {
                pieces.push(unit);
                piece_length = unit_length;
            }
        }
    }
    pieces
        .into_iter()
        .filter_map(|piece| trimmed(body, piece))
        .collect()
}

/// Whether a piece is long enough to end here: at its target, or, when a paragraph ends, at half of it.
fn closes(body: &str, piece: &Range<usize>, piece_length: usize, target: usize) -> bool {
    let words = body[piece.clone()].trim_end();
    let ends_paragraph = body[piece.start + words.len()..piece.end]
        .matches('\n')
        .count()
        > 1;
    piece_length >= target || ends_paragraph && 2 * piece_length >= target
}

/// The smallest parts a piece is put together from, none longer than `limit`: sentences, else words, else characters.
fn units(body: &str, stretch: Range<usize>, limit: usize) -> Vec<Range<usize>> {
    let fits = |unit: &Range<usize>| words_length(body, unit) <= limit;
    let mut units = Vec::new();
    for sentence in sentences(&body[stretch.clone()]) {
        let sentence = stretch.start + sentence.start..stretch.start + sentence.end;
        if fits(&sentence) {
            units.push(sentence);
            continue;
        }
        for word in cut(body, sentence, |sentence| {
            sentence.split_inclusive(char::is_whitespace).collect()
        }) {
            if fits(&word) {
                units.push(word);
                continue;
            }
            for part in cut(body, word, |word| word.split_word_bounds().collect()) {
                if fits(&part) {
                    units.push(part);
                } else {
                    units.extend(cut(body, part, |part| in_characters(part, limit)));
                }
            }
        }
    }
    units
}

/// The ranges of the consecutive parts into which `into` divides a stretch.
fn cut<'a>(
    body: &'a str,
    stretch: Range<usize>,
    into: impl Fn(&'a str) -> Vec<&'a str>,
) -> Vec<Range<usize>> {
    let mut start = stretch.start;
    into(&body[stretch])
        .into_iter()
        .map(|part| {
            let range = start..start + part.len();
            start = range.end;
            range
        })
        .collect()
}

fn in_characters(word: &str, limit: usize) -> Vec<&str> {
    let cuts: Vec<usize> = word
        .char_indices()
        .map(|(byte, _)| byte)
        .step_by(limit)
        .chain([word.len()])
        .collect();
    cuts.windows(2).map(|cut| &word[cut[0]..cut[1]]).collect()
}

fn trimmed(body: &str, range: Range<usize>) -> Option<Range<usize>> {
    let words = &body[range.clone()];
    let start = range.start + (words.len() - words.trim_start().len());
    let end = range.start + words.trim_end().len();
    (start < end).then_some(start..end)
}

/// The length in characters without the white space at the end, which a passage does not keep.
fn words_length(body: &str, range: &Range<usize>) -> usize {
    body[range.clone()].trim_end().chars().count()
}

fn length(body: &str, range: &Range<usize>) -> usize {
    body[range.clone()].chars().count()
}
