//! What was understood of a text, before it is settled.

use std::collections::BTreeSet;

use recollect_language::{Extraction, LanguageError, PassageText};
use recollect_model::QuantizedVector;

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
}

impl Understood {
    /// What the log is to say of how the text was read.
    pub(crate) fn note(&self) -> Option<String> {
        let repeated = match self.repetitions.len() {
            0 => None,
            1 => Some(
                "one passage repeats what was returned shortly before and adds no evidence"
                    .to_owned(),
            ),
            many => Some(format!(
                "{many} passages repeat what was returned shortly before and add no evidence"
            )),
        };
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
