//! The regular expressions of the package, with Python's meaning.
//!
//! Implemented is the part of Python's `re` that the package's tokenizer and attribute ruler use: literals, classes,
//! `\d \s \S \w`, groups that do not capture, alternatives, greedy repetition, `^` and `$`, and looking ahead and
//! behind (behind for alternatives of equal width). Anything else is refused when the pattern is compiled.
//!
//! Matching is backtracking, with the first alternative preferred, as Python does it. A position of the program and
//! of the text is tried only once where repetition could make it costly, so the time is at most proportional to the
//! product of their lengths. Callers bound the length of the text.

mod class;
mod parse;
mod program;

use std::ops::Range;

use crate::error::Damage;
use program::{Program, Scratch};

/// A compiled pattern.
pub(crate) struct Pattern {
    program: Program,
    /// For each ASCII character, and at last for any other and for the text's end, where in the program the
    /// alternatives begin that can match there.
    entries: Vec<Vec<usize>>,
    /// ASCII characters that every match has, one bit for each.
    required: u128,
    /// How far from the end of the text a match that reaches the end can begin; see [`Reach`].
    reach: Reach,
}

/// The part of a text in which a match that ends at the text's end can begin.
struct Reach {
    /// Characters that the longest match of bounded length has.
    characters: usize,
    /// Characters that make up the matches of unbounded length, if there are any.
    unbounded: Option<class::Class>,
}

impl Pattern {
    pub(crate) fn compile(source: &str) -> Result<Pattern, Damage> {
        let node = parse::parse(source)?;
        let mut reach = Reach {
            characters: 0,
            unbounded: None,
        };
        let mut program = Program::default();
        let mut entries = vec![Vec::new(); 129];
        for alternative in node.alternatives() {
            match alternative.longest() {
                Some(characters) => reach.characters = reach.characters.max(characters),
                None => {
                    let class = reach.unbounded.get_or_insert_with(class::Class::default);
                    alternative.add_characters(class);
                }
            }
            let entry = program.add_alternative(alternative)?;
            let first = alternative.first_ascii();
            for (character, entries) in entries.iter_mut().enumerate() {
                if character >= 128 || first & 1 << character != 0 {
                    entries.push(entry);
                }
            }
        }
        Ok(Pattern {
            program,
            entries,
            required: node.required_ascii(),
            reach,
        })
    }

    /// Where a match that begins at `start` ends: Python's `match`.
    pub(crate) fn match_at(&self, text: &str, start: usize) -> Option<usize> {
        if !self.has_required(text) {
            return None;
        }
        self.match_with(text, start, &mut Scratch::default())
    }

    /// The first match anywhere: Python's `search`.
    pub(crate) fn search(&self, text: &str) -> Option<Range<usize>> {
        self.search_from(text, 0)
    }

    /// The first match, if all of the pattern's alternatives end with `$`: only the text's end is looked at.
    pub(crate) fn search_at_end(&self, text: &str) -> Option<Range<usize>> {
        self.search_from(text, self.reach.from(text))
    }

    fn search_from(&self, text: &str, from: usize) -> Option<Range<usize>> {
        let mut scratch = Scratch::default();
        let starts = text[from..].char_indices().map(|(offset, _)| from + offset);
        starts
            .chain([text.len()])
            .find_map(|start| Some(start..self.match_with(text, start, &mut scratch)?))
    }

    /// All matches that do not overlap, from left to right: Python's `finditer`. Empty matches are left out.
    pub(crate) fn find_all(&self, text: &str) -> Vec<Range<usize>> {
        let mut scratch = Scratch::default();
        let mut found: Vec<Range<usize>> = Vec::new();
        for (start, _) in text.char_indices() {
            if found.last().is_none_or(|last| last.end <= start) {
                let end = self.match_with(text, start, &mut scratch);
                found.extend(end.filter(|end| *end > start).map(|end| start..end));
            }
        }
        found
    }

    fn match_with(&self, text: &str, start: usize, scratch: &mut Scratch) -> Option<usize> {
        let first = text
            .as_bytes()
            .get(start)
            .map_or(128, |byte| usize::from(*byte).min(128));
        let entries = &self.entries[first];
        if entries.is_empty() {
            return None;
        }
        self.program.forget_tried(text, scratch);
        entries
            .iter()
            .find_map(|entry| self.program.run(*entry, text, start, scratch))
    }

    fn has_required(&self, text: &str) -> bool {
        let mut missing = self.required;
        for byte in text.bytes().filter(u8::is_ascii) {
            if missing == 0 {
                break;
            }
            missing &= !(1 << byte);
        }
        missing == 0
    }
}

impl Reach {
    /// The first byte at which a match up to the end can begin. `$` also matches before a line feed at the end.
    fn from(&self, text: &str) -> usize {
        let mut from = text.len();
        let characters = text.char_indices().rev().enumerate();
        for (index, (offset, character)) in characters {
            let is_within = index <= self.characters
                || self
                    .unbounded
                    .as_ref()
                    .is_some_and(|class| class.contains(character));
            if !is_within {
                break;
            }
            from = offset;
        }
        from
    }
}
