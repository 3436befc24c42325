//! Cuts a text into tokens by the package's rules.
//!
//! The algorithm is that of spaCy's `Tokenizer`: the text is cut at white space; of each piece, prefixes and suffixes
//! are cut off until a special case or nothing more is found; what is left is a special case, an address of the web,
//! or cut at its infixes. Then special cases that came about by cutting, such as ":)", are put together again.
//!
//! Unlike spaCy, a piece longer than [`MAX_WORD_BYTES`] is cut into parts of that length first, so that time and
//! memory stay proportional to the text.

mod special;

use std::ops::Range;

use crate::characters::is_space;
use crate::error::Damage;
use crate::msgpack;
use crate::pattern::Pattern;
use crate::strings::StringId;
use special::SpecialCases;

/// The longest piece without white space that is read as spaCy reads it.
pub(crate) const MAX_WORD_BYTES: usize = 2048;

/// A token before anything is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Bytes of the text.
    pub(crate) range: Range<usize>,
    pub(crate) space_after: bool,
    /// What it is read as, if a special case says so.
    pub(crate) norm: Option<StringId>,
}

pub(crate) struct Tokenizer {
    prefix: Pattern,
    suffix: Pattern,
    infix: Pattern,
    url: Pattern,
    specials: SpecialCases,
}

impl Tokenizer {
    pub(crate) fn load(file: &[u8]) -> Result<Tokenizer, Damage> {
        let settings = msgpack::read(file)?;
        let pattern = |key| Pattern::compile(settings.get(key)?.text()?);
        if !matches!(settings.get("token_match")?, msgpack::Value::Nil) {
            return Err(Damage::new(
                "there is a pattern for whole tokens, which is not read",
            ));
        }
        let exceptions = settings.get("exceptions")?;
        let mut tokenizer = Tokenizer {
            prefix: pattern("prefix_search")?,
            suffix: pattern("suffix_search")?,
            infix: pattern("infix_finditer")?,
            url: pattern("url_match")?,
            specials: SpecialCases::load(exceptions)?,
        };
        tokenizer.note_cut_specials(exceptions)?;
        Ok(tokenizer)
    }

    /// The tokens of a text, in order. Every character is in one of them, but for the single spaces after some.
    pub(crate) fn tokenize(&self, text: &str) -> Vec<Piece> {
        let pieces = self.cut(text, true);
        self.specials.put_together(text, pieces)
    }

    fn cut(&self, text: &str, with_specials: bool) -> Vec<Piece> {
        let mut cutting = Cutting {
            tokenizer: self,
            text,
            with_specials,
            suffixes: Vec::new(),
            pieces: Vec::with_capacity(text.len() / 4),
        };
        let mut start = 0;
        let mut in_space = text.chars().next().is_some_and(is_space);
        for (at, character) in text.char_indices() {
            if is_space(character) == in_space {
                continue;
            }
            cutting.word(start..at);
            start = at;
            if character == ' ' {
                if let Some(piece) = cutting.pieces.last_mut() {
                    piece.space_after = true;
                }
                start = at + 1;
            }
            in_space = !in_space;
        }
        cutting.word(start..text.len());
        cutting.pieces
    }

    /// Tells the special cases how they would be cut, so that they are found again where they were.
    fn note_cut_specials(&mut self, exceptions: &msgpack::Value) -> Result<(), Damage> {
        let mut cut = Vec::new();
        for (text, _) in exceptions.map()? {
            let text = text.text()?;
            let is_cut = text.contains(' ')
                || self
                    .prefix
                    .search(text)
                    .is_some_and(|found| !found.is_empty())
                || !self.infix.find_all(text).is_empty()
                || self
                    .suffix
                    .search_at_end(text)
                    .is_some_and(|found| !found.is_empty());
            if is_cut {
                let pieces = self.cut(text, false);
                let parts = pieces
                    .into_iter()
                    .map(|piece| StringId::hashed(&text[piece.range]))
                    .collect();
                cut.push(parts);
            }
        }
        self.specials.note_cut(cut);
        Ok(())
    }
}

/// A text while it is cut.
struct Cutting<'a> {
    tokenizer: &'a Tokenizer,
    text: &'a str,
    with_specials: bool,
    /// The suffixes of the present word, the last one first.
    suffixes: Vec<Range<usize>>,
    pieces: Vec<Piece>,
}

impl Cutting<'_> {
    fn word(&mut self, mut word: Range<usize>) {
        while word.len() > MAX_WORD_BYTES {
            let middle = self.text.floor_char_boundary(word.start + MAX_WORD_BYTES);
            self.short_word(word.start..middle);
            word.start = middle;
        }
        if !word.is_empty() {
            self.short_word(word);
        }
    }

    fn short_word(&mut self, word: Range<usize>) {
        if self.push_special(&word) {
            return;
        }
        let middle = self.cut_affixes(word);
        if !middle.is_empty() && !self.push_special(&middle) {
            self.push_middle(middle);
        }
        while let Some(suffix) = self.suffixes.pop() {
            self.push(suffix);
        }
    }

    /// Pushes the prefixes, notes the suffixes, and returns what lies between.
    fn cut_affixes(&mut self, mut word: Range<usize>) -> Range<usize> {
        while !word.is_empty() && !self.is_special(&word) {
            let text = &self.text[word.clone()];
            let prefix = self.tokenizer.prefix.match_at(text, 0).unwrap_or(0);
            let after = word.start + prefix;
            if prefix > 0 && self.is_special(&(after..word.end)) {
                self.push(word.start..after);
                return after..word.end;
            }
            let rest = &self.text[after..word.end];
            let suffix = self
                .tokenizer
                .suffix
                .search_at_end(rest)
                .map_or(0, |found| found.len());
            let before = word.end - suffix;
            if suffix > 0 && self.is_special(&(word.start..before)) {
                self.suffixes.push(before..word.end);
                return word.start..before;
            }
            if prefix == 0 && suffix == 0 {
                break;
            }
            if prefix > 0 {
                self.push(word.start..after);
            }
            if suffix > 0 {
                self.suffixes.push(before..word.end);
            }
            word = after..before;
        }
        word
    }

    fn push_middle(&mut self, middle: Range<usize>) {
        let text = &self.text[middle.clone()];
        if self.tokenizer.url.match_at(text, 0).is_some() {
            self.push(middle);
            return;
        }
        let mut start = middle.start;
        for infix in self.tokenizer.infix.find_all(text) {
            if infix.start == 0 {
                continue;
            }
            self.push(start..middle.start + infix.start);
            start = middle.start + infix.end;
            self.push(middle.start + infix.start..start);
        }
        self.push(start..middle.end);
    }

    fn is_special(&self, word: &Range<usize>) -> bool {
        self.with_specials
            && self
                .tokenizer
                .specials
                .get(&self.text[word.clone()])
                .is_some()
    }

    fn push_special(&mut self, word: &Range<usize>) -> bool {
        if !self.with_specials {
            return false;
        }
        let Some(parts) = self.tokenizer.specials.get(&self.text[word.clone()]) else {
            return false;
        };
        let mut start = word.start;
        for part in parts {
            let range = start..start + part.length;
            start = range.end;
            self.pieces.push(Piece {
                range,
                space_after: false,
                norm: part.norm,
            });
        }
        true
    }

    fn push(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.pieces.push(Piece {
                range,
                space_after: false,
                norm: None,
            });
        }
    }
}
