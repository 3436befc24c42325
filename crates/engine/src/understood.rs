//! What was understood of a text, before it is settled.

use std::collections::BTreeSet;

use recollect_language::{Extraction, LanguageError, PassageText};
use recollect_model::{CharRange, CharText, QuantizedVector, Revision};

use crate::repetition;

/// What was understood of one episode's text.
#[derive(Debug, Clone)]
pub struct Understood {
    /// The passages, in order.
    pub passages: Vec<PassageText>,
    /// The vector of each passage; none of one that has nothing to embed.
    pub vectors: Vec<Option<QuantizedVector>>,
    /// Entities and statements.
    pub extraction: Extraction,
    /// The numbers of the passages that merely repeat what the service told the user.
    pub repetitions: BTreeSet<usize>,
    /// The revision of the space at which what they repeat was still there.
    pub(crate) repeats_since: Option<Revision>,
    /// The words of the first of them.
    pub(crate) first_repeated: String,
}

impl Understood {
    /// Takes in which passages of the text repeat what the user was told.
    pub(crate) fn repeat(&mut self, body: &str, repetitions: BTreeSet<usize>) {
        let first = repetitions
            .first()
            .and_then(|first| self.passages.get(*first));
        self.first_repeated = first.map_or_else(String::new, |passage| {
            CharText::new(body).slice(passage.content).trim().to_owned()
        });
        self.repetitions = repetitions;
    }

    /// The places of the passages that merely repeat something.
    pub(crate) fn repeating(&self) -> impl Iterator<Item = CharRange> {
        let numbered = self.passages.iter().enumerate();
        numbered
            .filter(|(number, _)| self.repetitions.contains(number))
            .map(|(_, passage)| passage.range)
    }

    /// Lets every passage assert what it says.
    pub(crate) fn repeat_nothing(&mut self) {
        self.repetitions.clear();
        self.repeats_since = None;
        self.first_repeated.clear();
    }

    /// What the log is to say of how the text was read.
    pub(crate) fn note(&self) -> Option<String> {
        let statements = self.extraction.statements.iter();
        let passed_over = statements
            .filter(|statement| self.repetitions.contains(&statement.passage))
            .count();
        let repeated = (!self.repetitions.is_empty())
            .then(|| repetition::note(self.repetitions.len(), passed_over, &self.first_repeated));
        let nothing = (self.extraction.statements.is_empty() && repeated.is_none())
            .then(|| "no fact was understood in it; it is found by its words".to_owned());
        let notes: Vec<String> = [self.extraction.note.clone(), repeated, nothing]
            .into_iter()
            .flatten()
            .collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

/// What came of one claimed episode.
pub type Outcome = Result<Understood, LanguageError>;
