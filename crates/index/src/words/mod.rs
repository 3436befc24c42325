//! Which texts have which words.
//!
//! Texts are numbered in the order they are appended, from 0, and can be forgotten but not changed. What the index
//! gives are postings and lengths, not scores: so several indexes, and groups of texts, can be scored as well, and a
//! forgotten text leaves no trace in a score.

mod analysis;
mod stop_words;
mod tokenizer;

use std::collections::HashMap;

pub use analysis::terms;
pub(crate) use analysis::{NameWord, is_stop_word, name_words, terms_of_question};

/// The parts of a text, whose words are kept apart.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TextParts<'a> {
    /// When it is from, in words.
    pub(crate) date: &'a str,
    /// Who speaks, by name.
    pub(crate) name: &'a str,
    /// The text itself.
    pub(crate) body: &'a str,
}

/// A text that has a term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Posting {
    /// The number of the text.
    pub(crate) ordinal: u32,
    /// How often its name and body have the term.
    pub(crate) in_text: u16,
    /// How often its date has the term.
    pub(crate) in_date: u16,
}

/// The numbers of terms of a text's parts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lengths {
    pub(crate) date: u32,
    pub(crate) name: u32,
    pub(crate) body: u32,
}

/// What a posting needs to know of its text.
#[derive(Clone, Copy, Debug)]
struct TextLength {
    /// The number of its terms.
    all: u32,
    /// Without those of its date.
    without_date: u32,
}

/// A text that is forgotten has this length.
const FORGOTTEN: u32 = u32::MAX;

/// The word index of texts numbered from 0.
#[derive(Default)]
pub(crate) struct WordIndex {
    /// The number of each term, an index into `postings`.
    terms: HashMap<Box<str>, u32>,
    /// The texts that have each term, in order, the forgotten ones too.
    postings: Vec<Vec<Posting>>,
    /// The lengths of each text.
    lengths: Vec<TextLength>,
    /// The number of texts not forgotten.
    texts: usize,
    /// The number of terms of the texts not forgotten.
    length: u64,
}

impl WordIndex {
    /// Appends a text, which gets the next number, and returns its lengths.
    pub(crate) fn append(&mut self, text: TextParts<'_>) -> Lengths {
        let ordinal = self.lengths.len() as u32;
        let mut lengths = Lengths::default();
        analysis::each_term(text.date, |term| {
            lengths.date += 1;
            let count = &mut self.posting(term, ordinal).in_date;
            *count = count.saturating_add(1);
        });
        for (part, length) in [
            (text.name, &mut lengths.name),
            (text.body, &mut lengths.body),
        ] {
            analysis::each_term(part, |term| {
                *length += 1;
                let count = &mut self.posting(term, ordinal).in_text;
                *count = count.saturating_add(1);
            });
        }
        let without_date = lengths.name + lengths.body;
        let all = lengths.date + without_date;
        self.lengths.push(TextLength { all, without_date });
        self.texts += 1;
        self.length += u64::from(all);
        lengths
    }

    /// Forgets a text.
    pub(crate) fn forget(&mut self, ordinal: u32) {
        let length = &mut self.lengths[ordinal as usize].all;
        if *length != FORGOTTEN {
            self.texts -= 1;
            self.length -= u64::from(*length);
            *length = FORGOTTEN;
        }
    }

    /// The number of texts ever appended.
    pub(crate) fn appended(&self) -> usize {
        self.lengths.len()
    }

    /// The number of texts not forgotten.
    pub(crate) fn texts(&self) -> usize {
        self.texts
    }

    /// The number of terms of the texts not forgotten.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The number of terms of a text; none if it is forgotten.
    pub(crate) fn length_of(&self, ordinal: u32) -> Option<u32> {
        let length = self.lengths[ordinal as usize].all;
        (length != FORGOTTEN).then_some(length)
    }

    /// The number of terms of a text, forgotten or not, without its date.
    pub(crate) fn length_without_date(&self, ordinal: u32) -> u32 {
        self.lengths[ordinal as usize].without_date
    }

    /// The texts that have a term, in order, the forgotten ones too.
    pub(crate) fn postings(&self, term: &str) -> &[Posting] {
        self.terms
            .get(term)
            .map_or(&[], |&number| &self.postings[number as usize])
    }

    /// The number of texts that have a term, without the forgotten ones.
    pub(crate) fn count(&self, term: &str) -> usize {
        let postings = self.postings(term);
        if self.texts == self.lengths.len() {
            return postings.len();
        }
        let remembered = |posting: &&Posting| self.length_of(posting.ordinal).is_some();
        postings.iter().filter(remembered).count()
    }

    /// The bytes it takes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let terms: usize = self.terms.keys().map(|term| term.len()).sum();
        let postings: usize = self.postings.iter().map(Vec::capacity).sum();
        terms
            + self.terms.capacity() * (size_of::<(Box<str>, u32)>() + 1)
            + postings * size_of::<Posting>()
            + self.postings.capacity() * size_of::<Vec<Posting>>()
            + self.lengths.capacity() * size_of::<TextLength>()
    }

    /// The posting of the text being appended for a term.
    fn posting(&mut self, term: &str, ordinal: u32) -> &mut Posting {
        let number = match self.terms.get(term) {
            Some(&number) => number as usize,
            None => {
                self.terms.insert(term.into(), self.postings.len() as u32);
                self.postings.push(Vec::new());
                self.postings.len() - 1
            }
        };
        let postings = &mut self.postings[number];
        if postings.last().is_none_or(|last| last.ordinal != ordinal) {
            postings.push(Posting {
                ordinal,
                in_text: 0,
                in_date: 0,
            });
        }
        postings.last_mut().expect("one was just pushed")
    }
}
