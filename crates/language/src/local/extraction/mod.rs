//! Extraction by parsing: names, roles and pronouns, and what the clauses say of whom they stand for.
//!
//! English; passages in other languages keep their speakers and assert nothing. A passage is parsed once, and its words
//! are then read in turn: which names there are and of what kind, what roles and pronouns stand for, when it speaks of,
//! and what each clause says. It would rather say nothing than something the text does not: a statement needs a subject
//! that is clear, and an object that can be read by itself. Questions, commands, suppositions, stories, speech in
//! quotation marks and small talk give none, nor do passages with several speakers. What an assistant says is kept only
//! where it is about somebody by name.

mod candidates;
mod clauses;
mod constraints;
mod coreference;
mod factuality;
mod mentions;
mod parse;
mod reader;
mod statements;
mod times;
mod types;
mod wording;
mod worth;

use std::num::NonZeroUsize;
use std::sync::Arc;

use async_trait::async_trait;
use recollect_model::CharText;
use recollect_spacy::Pipeline;

use self::reader::Reader;
use super::workers::Workers;
use crate::{Extract, Extraction, LanguageError, TextToRead};

/// Raised whenever the same text would give another graph.
const NAME: &str = "local/5";

/// Extraction by parsing and its workers.
pub struct LocalExtraction {
    workers: Workers<Arc<Pipeline>>,
}

impl LocalExtraction {
    /// An extraction that keeps up to `threads` cores busy; unpacks the parser's model once.
    ///
    /// # Panics
    ///
    /// Never: the build checks that the model inside the binary is the right one.
    pub fn new(threads: NonZeroUsize) -> Self {
        let pipeline = Arc::new(parse::model::load());
        Self {
            workers: Workers::new(vec![pipeline; threads.get()]),
        }
    }
}

#[async_trait]
impl Extract for LocalExtraction {
    fn name(&self) -> &str {
        NAME
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        self.workers
            .run(move |pipeline| {
                let characters = CharText::new(&text.body);
                Reader::new(pipeline, &text, &characters).read()
            })
            .await
    }
}
