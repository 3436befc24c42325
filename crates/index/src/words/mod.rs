//! Which texts have which words.
//!
//! Texts are numbered in the order they are appended, from 0, and can be forgotten but not changed. What the index
//! gives are postings and lengths, not scores: so several indexes, and groups of texts, can be scored as well, and a
//! forgotten text leaves no trace in a score.

mod analysis;
mod stop_words;
mod tokenizer;

use std::collections::HashMap;

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

/// The word index of texts numbered from 0.
#[derive(Default)]
pub(crate) struct WordIndex {
    /// The number of each term, an index into `postings`.
    terms: HashMap<Box<str>, u32>,
    /// The texts that have each term, in order, the forgotten ones too.
    postings: Vec<Vec<Posting>>,
    /// The lengths of each text; none once it is forgotten.
    lengths: Vec<Option<Lengths>>,
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
        self.lengths.push(Some(lengths));
        self.texts += 1;
        self.length += lengths.all();
        lengths
    }

    /// Forgets a text.
    pub(crate) fn forget(&mut self, ordinal: u32) {
        if let Some(lengths) = self.lengths[ordinal as usize].take() {
            self.texts -= 1;
            self.length -= lengths.all();
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

    /// The lengths of a text; none of a forgotten one.
    pub(crate) fn lengths(&self, ordinal: u32) -> Option<Lengths> {
        self.lengths[ordinal as usize]
    }

    /// The texts that have a term, in order, the forgotten ones too.
    pub(crate) fn postings(&self, term: &str) -> &[Posting] {
        self.terms
            .get(term)
            .map_or(&[], |&number| &self.postings[number as usize])
    }

    /// The bytes it takes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let terms: usize = self.terms.keys().map(|term| term.len()).sum();
        let postings: usize = self.postings.iter().map(Vec::capacity).sum();
        terms
            + self.terms.capacity() * (size_of::<(Box<str>, u32)>() + 1)
            + postings * size_of::<Posting>()
            + self.postings.capacity() * size_of::<Vec<Posting>>()
            + self.lengths.capacity() * size_of::<Option<Lengths>>()
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

impl Lengths {
    /// The number of terms of the whole text.
    pub(crate) fn all(self) -> u64 {
        u64::from(self.date) + u64::from(self.name) + u64::from(self.body)
    }
}
