//! Words that a text spells otherwise than they are read: "u" for "you", "dont" for "don't", "gonna" for "going to".

use std::collections::HashMap;

use crate::tokenizer::{Piece, Tokenizer};

/// The most pieces that one such word is cut into: "du|nn|o".
const PIECES_MAX: usize = 4;

/// The most bytes of a word in capitals that is taken for an acronym.
const ACRONYM_MAX: usize = 3;

/// Marks that may stand next to a word without a space.
const BESIDE: &[char] = &[
    '.', ',', '!', '?', ';', ':', '(', ')', '"', '\'', '“', '”', '‘', '’', '…', '*', '~',
];

/// Words that are read as others, for [`Pipeline::read_spelled`](crate::Pipeline::read_spelled).
///
/// What is written stays what it is: tokens point at the text, and say what they are read as.
#[derive(Debug, Default)]
pub struct Spellings {
    /// By the word as it is written, in lower case.
    words: HashMap<Box<str>, Spelling>,
    /// What is read as these say where `words` says nothing.
    base: Option<&'static Spellings>,
}

#[derive(Debug)]
struct Spelling {
    /// Bytes of each part of what is written.
    parts: Vec<usize>,
    reading: Box<str>,
}

impl Spellings {
    /// The spellings of a list, one a line: the word as it is written in lower case, with `|` where it is cut into tokens, and
    /// after a space what it is read as, which has as many tokens: `do|nt don't`. Empty lines and those that begin
    /// with `#` say nothing.
    pub fn new(list: &str) -> Spellings {
        let line = |line: &str| {
            let (written, reading) = line.trim().split_once(' ')?;
            let spelling = Spelling {
                parts: written.split('|').map(str::len).collect(),
                reading: reading.into(),
            };
            (!written.starts_with('#')).then(|| (written.replace('|', "").into(), spelling))
        };
        Spellings {
            words: list.lines().filter_map(line).collect(),
            base: None,
        }
    }

    /// The spellings of a list and, of the words that it lacks, others.
    pub fn over(base: &'static Spellings, list: &str) -> Spellings {
        Spellings {
            base: Some(base),
            ..Spellings::new(list)
        }
    }

    fn get(&self, word: &str) -> Option<&Spelling> {
        let own = self.words.get(word);
        own.or_else(|| self.base?.words.get(word))
    }

    /// Cuts the words of the list as the list does. For each piece that is read as another word, that piece.
    pub(crate) fn apply(
        &self,
        text: &str,
        pieces: &[Piece],
        tokenizer: &Tokenizer,
    ) -> (Vec<Piece>, Vec<Option<Reading>>) {
        let mut cut = Vec::with_capacity(pieces.len());
        let mut readings = Vec::with_capacity(pieces.len());
        let mut at = 0;
        while at < pieces.len() {
            match self.find(text, pieces, at, tokenizer) {
                Some((count, found)) => {
                    for (piece, reading) in found {
                        cut.push(piece);
                        readings.push(Some(reading));
                    }
                    at += count;
                }
                None => {
                    cut.push(pieces[at].clone());
                    readings.push(None);
                    at += 1;
                }
            }
        }
        (cut, readings)
    }

    /// The longest word of the list that begins with a piece: how many pieces it has, and those it is cut into.
    fn find(
        &self,
        text: &str,
        pieces: &[Piece],
        at: usize,
        tokenizer: &Tokenizer,
    ) -> Option<(usize, Vec<(Piece, Reading)>)> {
        let mut longest = 1;
        while longest < PIECES_MAX
            && at + longest < pieces.len()
            && pieces[at + longest - 1].range.end == pieces[at + longest].range.start
        {
            longest += 1;
        }
        for count in (1..=longest).rev() {
            let range = pieces[at].range.start..pieces[at + count - 1].range.end;
            let written = &text[range.clone()];
            // "R", "BC" and "RN" in capitals are something else.
            let is_acronym = written.len() <= ACRONYM_MAX && !written.contains(char::is_lowercase);
            if is_acronym || !stands_alone(text, &range) {
                continue;
            }
            let Some(spelling) = self.get(&written.to_lowercase()) else {
                continue;
            };
            let is_last_spaced = pieces[at + count - 1].space_after;
            if let Some(found) = spelling.cut(written, range.start, is_last_spaced, tokenizer) {
                return Some((count, found));
            }
        }
        None
    }
}

/// What a piece is read as.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    pub(crate) word: Box<str>,
    pub(crate) space_after: bool,
}

impl Spelling {
    fn cut(
        &self,
        written: &str,
        start: usize,
        is_last_spaced: bool,
        tokenizer: &Tokenizer,
    ) -> Option<Vec<(Piece, Reading)>> {
        // Lower case may have another length.
        if self.parts.iter().sum::<usize>() != written.len() {
            return None;
        }
        let read = capitalised_like(written, &self.reading);
        let words = tokenizer.tokenize(&read);
        if read == written || words.len() != self.parts.len() {
            return None;
        }
        let mut end = start;
        let last = words.len() - 1;
        let part = |(index, (word, length)): (usize, (Piece, &usize))| {
            let range = end..end + length;
            end = range.end;
            let space_after = is_last_spaced && index == last;
            let reading = Reading {
                word: read[word.range].into(),
                space_after: word.space_after || space_after,
            };
            let piece = Piece {
                range,
                space_after,
                norm: word.norm,
            };
            (piece, reading)
        };
        Some(
            words
                .into_iter()
                .zip(&self.parts)
                .enumerate()
                .map(part)
                .collect(),
        )
    }
}

fn stands_alone(text: &str, range: &std::ops::Range<usize>) -> bool {
    let is_free = |beside: Option<char>| {
        beside.is_none_or(|beside| beside.is_whitespace() || BESIDE.contains(&beside))
    };
    is_free(text[..range.start].chars().next_back()) && is_free(text[range.end..].chars().next())
}

/// "Dont" is read as "Don't", "dont" as "don't".
fn capitalised_like(written: &str, reading: &str) -> String {
    let mut letters = reading.chars();
    match letters.next() {
        Some(first) if written.starts_with(char::is_uppercase) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => reading.to_owned(),
    }
}
