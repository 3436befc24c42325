//! Extraction by parsing: names, roles and pronouns, and what the clauses say of whom they stand for.
//!
//! English; passages in other languages keep their speakers and assert nothing. A passage is parsed once, and its words
//! are then read in turn: which names there are and of what kind, what roles and pronouns stand for, when it speaks of,
//! and what each clause says. It would rather say nothing than something the text does not: a statement needs a subject
//! that is clear, and an object that can be read by itself. Questions, commands, suppositions, stories, speech in
//! quotation marks and small talk give none, nor do passages with several speakers. What an assistant says is kept only
//! where it is about somebody by name.

mod amendments;
mod candidates;
mod clauses;
mod constraints;
mod coreference;
mod cost;
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
use recollect_model::{CharText, ReferenceTime};
use recollect_spacy::Pipeline;

use self::reader::Reader;
pub use self::wording::tells_in_past;
pub use self::worth::tells_picture;
use super::background::Threads;
use super::questions;
use super::readers::Readers;
use super::workers::Workers;
use crate::{Extract, Extraction, LanguageError, QuestionPattern, TextToRead};

/// Raised whenever the same text would give another graph.
const NAME: &str = "local/40";

/// Extraction by parsing.
pub struct LocalExtraction {
    pipeline: Arc<Pipeline>,
    readers: Readers,
    /// Of what nobody waits for.
    background: Readers,
    /// Workers of their own, so that a question never waits for texts.
    questions: Workers<Arc<Pipeline>>,
}

impl LocalExtraction {
    /// An extraction that keeps up to `threads` cores busy; unpacks the parser's model once.
    ///
    /// # Panics
    ///
    /// Never: the build checks that the model inside the binary is the right one, and a runtime without drivers asks the
    /// system for nothing.
    pub fn new(threads: NonZeroUsize) -> Self {
        let pipeline = Arc::new(parse::model::load());
        let background = Threads::new().expect("a runtime without drivers asks for nothing");
        Self {
            background: Readers::on(background, threads),
            questions: Workers::new(vec![Arc::clone(&pipeline); threads.get()]),
            readers: Readers::new(threads),
            pipeline,
        }
    }
}

#[async_trait]
impl Extract for LocalExtraction {
    fn name(&self) -> &str {
        NAME
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn understands(&self, text: &str) -> bool {
        parse::english::is_english(text)
    }

    async fn read_question(
        &self,
        question: String,
        reference: ReferenceTime,
    ) -> Result<Option<QuestionPattern>, LanguageError> {
        let read = move |pipeline: &Arc<Pipeline>| questions::read(&question, pipeline, reference);
        self.questions.run(read).await
    }

    async fn asking_when(&self, event: String) -> Result<Option<String>, LanguageError> {
        let ask = move |pipeline: &Arc<Pipeline>| questions::asking_when(&event, pipeline);
        self.questions.run(ask).await
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        self.read(&self.readers, text).await
    }

    async fn extract_in_background(
        &self,
        text: Arc<TextToRead>,
    ) -> Result<Extraction, LanguageError> {
        self.read(&self.background, text).await
    }
}

impl LocalExtraction {
    async fn read(
        &self,
        readers: &Readers,
        text: Arc<TextToRead>,
    ) -> Result<Extraction, LanguageError> {
        let pipeline = self.pipeline.clone();
        let bytes = text.body.len();
        readers
            .read(bytes, move |turn| {
                let characters = CharText::new(&text.body);
                Reader::new(&pipeline, &text, &characters).read(|| turn.pause())
            })
            .await
    }
}
