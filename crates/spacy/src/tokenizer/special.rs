//! Special cases of the tokenizer.

use std::collections::HashSet;

use super::Piece;
use crate::error::Damage;
use crate::msgpack::Value;
use crate::strings::{StringId, StringMap, StringSet};

/// The attributes of a token, as spaCy numbers them, that a special case can have.
const ORTH: u64 = 65;
const NORM: u64 = 67;

/// Texts that are cut in a way of their own, such as "don't" into "do" and "n't".
pub(super) struct SpecialCases {
    cases: StringMap<Vec<Part>>,
    longest: usize,
    /// The special cases as they come out where they were not seen as such, in parts.
    cut: HashSet<Vec<StringId>>,
    /// The first parts of `cut`.
    cut_first: StringSet,
    /// How many parts the longest of `cut` has.
    cut_longest: usize,
}

/// One token of a special case.
pub(super) struct Part {
    /// Bytes.
    pub(super) length: usize,
    pub(super) norm: Option<StringId>,
}

impl SpecialCases {
    pub(super) fn load(exceptions: &Value) -> Result<SpecialCases, Damage> {
        let mut cases = StringMap::default();
        for (text, parts) in exceptions.map()? {
            let text = text.text()?;
            let parts: Vec<(&str, Part)> =
                parts.list()?.iter().map(part).collect::<Result<_, _>>()?;
            let whole: String = parts.iter().map(|(part, _)| *part).collect();
            if whole != text || parts.iter().any(|(part, _)| part.is_empty()) {
                return Err(Damage::new(format!(
                    "the special case {text:?} has other parts"
                )));
            }
            cases.insert(
                StringId::hashed(text),
                parts.into_iter().map(|(_, part)| part).collect(),
            );
        }
        let lengths = exceptions
            .map()?
            .iter()
            .map(|(text, _)| text.text().map_or(0, str::len));
        let longest = lengths.max().unwrap_or(0);
        Ok(SpecialCases {
            cases,
            longest,
            cut: HashSet::new(),
            cut_first: StringSet::default(),
            cut_longest: 0,
        })
    }

    pub(super) fn get(&self, text: &str) -> Option<&[Part]> {
        // Asking first for the length keeps a long word from being hashed again and again.
        if text.len() > self.longest {
            return None;
        }
        self.cases.get(&StringId::hashed(text)).map(Vec::as_slice)
    }

    /// Notes how special cases come out when they are cut like other words.
    pub(super) fn note_cut(&mut self, cut: Vec<Vec<StringId>>) {
        for parts in cut {
            self.cut_longest = self.cut_longest.max(parts.len());
            self.cut_first.extend(parts.first());
            self.cut.insert(parts);
        }
    }

    /// Replaces what turns out to be a special case, after cutting, by that special case.
    pub(super) fn put_together(&self, text: &str, pieces: Vec<Piece>) -> Vec<Piece> {
        let chosen = self.chosen(text, &pieces);
        if chosen.is_empty() {
            return pieces;
        }
        let mut together = Vec::with_capacity(pieces.len());
        let mut next = 0;
        for (start, end) in chosen {
            together.extend_from_slice(&pieces[next..start]);
            next = end;
            let found = &pieces[start..end];
            let bytes = found[0].range.start..found[found.len() - 1].range.end;
            match self.get(&text[bytes.clone()]) {
                // The same parts with white space between them are no special case.
                None => together.extend_from_slice(found),
                Some(parts) => {
                    let mut at = bytes.start;
                    for part in parts {
                        let range = at..at + part.length;
                        at = range.end;
                        together.push(Piece {
                            range,
                            space_after: false,
                            norm: part.norm,
                        });
                    }
                    if let Some(last) = together.last_mut() {
                        last.space_after = found[found.len() - 1].space_after;
                    }
                }
            }
        }
        together.extend_from_slice(&pieces[next..]);
        together
    }

    /// The runs of pieces to look at, in order and apart: the longest first, then the first.
    fn chosen(&self, text: &str, pieces: &[Piece]) -> Vec<(usize, usize)> {
        let mut found = self.found(text, pieces);
        found.sort_by_key(|(start, end)| (std::cmp::Reverse(end - start), *start));
        let mut is_taken = vec![false; if found.is_empty() { 0 } else { pieces.len() }];
        let mut chosen = Vec::new();
        for (start, end) in found {
            if !is_taken[start] && !is_taken[end - 1] {
                chosen.push((start, end));
            }
            is_taken[start..end].fill(true);
        }
        chosen.sort_unstable();
        chosen
    }

    /// The runs of pieces that are a cut special case, in any order.
    fn found(&self, text: &str, pieces: &[Piece]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut parts = Vec::new();
        for start in 0..pieces.len() {
            let part_at = |index: usize| StringId::hashed(&text[pieces[index].range.clone()]);
            if !self.cut_first.contains(&part_at(start)) {
                continue;
            }
            parts.clear();
            for end in start..pieces.len().min(start + self.cut_longest) {
                parts.push(part_at(end));
                if self.cut.contains(&parts) {
                    found.push((start, end + 1));
                }
            }
        }
        found
    }
}

fn part<'a>(attributes: &Value<'a>) -> Result<(&'a str, Part), Damage> {
    let mut orth = None;
    let mut norm = None;
    for (attribute, value) in attributes.map()? {
        match attribute.unsigned()? {
            ORTH => orth = Some(value.text()?),
            NORM => norm = Some(StringId::of(value.text()?)),
            other => return Err(Damage::new(format!("a special case has attribute {other}"))),
        }
    }
    let orth = orth.ok_or_else(|| Damage::new("a special case has a part without text"))?;
    Ok((
        orth,
        Part {
            length: orth.len(),
            norm,
        },
    ))
}
