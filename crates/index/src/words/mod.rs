//! Which texts have which words.
//!
//! Texts are numbered in the order they are appended, from 0, and can be forgotten but not changed. What the index
//! gives are postings and lengths, not scores: so several indexes, and groups of texts, can be scored as well, and a
//! forgotten text leaves no trace in a score.

mod analysis;
mod framing;
mod postings;
mod related;
mod stop_words;
mod tokenizer;

use std::borrow::Cow;
use std::collections::HashMap;

pub(crate) use analysis::{NameWord, is_stop_word, name_words, terms_of_question};
pub use analysis::{content_words, terms};
pub use framing::terms_beside_frame;
pub(crate) use postings::{Posting, Postings};
pub(crate) use related::{Related, related};

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

/// The numbers of terms of a text's parts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lengths {
    pub(crate) date: u32,
    pub(crate) name: u32,
    pub(crate) body: u32,
}

/// What a posting needs to know of its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextLength {
    /// The number of its terms.
    pub(crate) all: u32,
    /// Without those of its date.
    pub(crate) without_date: u32,
}

/// A text that is forgotten has this length.
const FORGOTTEN: u32 = u32::MAX;

/// The word index of texts numbered from 0.
#[derive(Default)]
pub(crate) struct WordIndex {
    /// The number of each term, an index into `postings`.
    terms: HashMap<Box<str>, u32>,
    /// The texts that have each term, in order, the forgotten ones too.
    postings: Vec<Postings>,
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
        // Which terms the text has, one entry for each time; true in its date.
        let mut having: Vec<(u32, bool)> = Vec::new();
        for (part, in_date, length) in [
            (text.date, true, &mut lengths.date),
            (text.name, false, &mut lengths.name),
            (text.body, false, &mut lengths.body),
        ] {
            analysis::each_term(part, |term| {
                *length += 1;
                having.push((self.number(term), in_date));
            });
        }
        having.sort_unstable();
        for of_term in having.chunk_by(|(term, _), (next, _)| term == next) {
            let in_date = of_term.iter().filter(|(_, in_date)| *in_date).count();
            let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
            self.postings[of_term[0].0 as usize].push(Posting {
                ordinal,
                in_text: count(of_term.len() - in_date),
                in_date: count(in_date),
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

    /// What was written of an index.
    pub(crate) fn restored(terms: Vec<(Box<str>, Postings)>, lengths: Vec<TextLength>) -> Self {
        let mut restored = Self {
            terms: HashMap::with_capacity(terms.len()),
            postings: Vec::with_capacity(terms.len()),
            ..Self::default()
        };
        for (number, (term, postings)) in (0..).zip(terms) {
            restored.terms.insert(term, number);
            restored.postings.push(postings);
        }
        let remembered = lengths.iter().filter(|length| length.all != FORGOTTEN);
        for length in remembered {
            restored.texts += 1;
            restored.length += u64::from(length.all);
        }
        restored.lengths = lengths;
        restored
    }

    /// The terms of the texts not forgotten, with the postings of these alone.
    pub(crate) fn remembered(&self) -> impl Iterator<Item = (&str, Cow<'_, Postings>)> {
        let is_whole = self.texts == self.lengths.len();
        self.terms.iter().filter_map(move |(term, &number)| {
            let all = &self.postings[number as usize];
            if is_whole {
                return Some((&**term, Cow::Borrowed(all)));
            }
            let mut postings = Postings::default();
            all.iter()
                .filter(|posting| self.length_of(posting.ordinal).is_some())
                .for_each(|posting| postings.push(posting));
            (postings.len() > 0).then_some((&**term, Cow::Owned(postings)))
        })
    }

    /// The lengths of each text.
    pub(crate) fn lengths(&self) -> &[TextLength] {
        &self.lengths
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
    pub(crate) fn postings(&self, term: &str) -> impl Iterator<Item = Posting> + '_ {
        let postings = self.of_term(term);
        postings.into_iter().flat_map(Postings::iter)
    }

    /// The number of texts that have a term, without the forgotten ones.
    pub(crate) fn count(&self, term: &str) -> usize {
        if self.texts == self.lengths.len() {
            return self.of_term(term).map_or(0, Postings::len);
        }
        let remembered = |posting: &Posting| self.length_of(posting.ordinal).is_some();
        self.postings(term).filter(remembered).count()
    }

    /// The bytes it takes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let terms: usize = self.terms.keys().map(|term| term.len()).sum();
        let postings: usize = self.postings.iter().map(Postings::memory_bytes).sum();
        terms
            + self.terms.capacity() * (size_of::<(Box<str>, u32)>() + 1)
            + postings
            + self.postings.capacity() * size_of::<Postings>()
            + self.lengths.capacity() * size_of::<TextLength>()
    }

    fn of_term(&self, term: &str) -> Option<&Postings> {
        let number = self.terms.get(term)?;
        self.postings.get(*number as usize)
    }

    /// The number of a term, the next one if it has none yet.
    fn number(&mut self, term: &str) -> u32 {
        match self.terms.get(term) {
            Some(&number) => number,
            None => {
                let number = self.postings.len() as u32;
                self.terms.insert(term.into(), number);
                self.postings.push(Postings::default());
                number
            }
        }
    }
}
