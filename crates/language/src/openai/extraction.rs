//! Extraction by a language model, with the local one to stand in.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use recollect_model::{Environment, ReferenceTime};
use tokio::time::Instant;

use super::batches::{as_data, batches, halves};
use super::budget::Budget;
use super::chat::{Chat, Messages};
use super::failure::Failure;
use super::grounding::Grounding;
use super::provider::Provider;
use super::reply::Notes;
use super::settings::{ExtractionLimits, InvalidSetting, ProviderSettings};
use crate::{Extract, Extraction, LanguageError, QuestionPattern, TextToRead};

/// Raised whenever the same text would be asked about in another way.
const VERSION: u32 = 1;

const PROMPT: &str = include_str!("prompts/extract.md");
const REPAIR: &str = include_str!("prompts/repair.md");

/// The most characters of an unreadable answer that the model is shown again.
const SHOWN_AGAIN: usize = 2_000;

/// Extraction by any language model behind an OpenAI-compatible endpoint.
pub struct OpenAiExtraction {
    name: String,
    provider: Provider,
    chat: Chat,
    budget: Budget,
    limits: ExtractionLimits,
    stand_in: Arc<dyn Extract>,
    tally: Mutex<Tally>,
}

/// What became of the texts and notes so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Texts that the model read whole.
    pub read: u64,
    /// Texts that the local extraction read, whole or in part.
    pub stood_in: u64,
    /// Notes of the model that stand in the text.
    pub kept: u64,
    /// Notes of the model that do not, and were left out.
    pub dropped: u64,
    /// Tokens that the provider counted.
    pub tokens: u64,
}

impl OpenAiExtraction {
    /// Extraction by this provider and model; `stand_in` reads what it does not. Nothing is sent yet.
    pub fn new(
        settings: ProviderSettings,
        limits: ExtractionLimits,
        stand_in: Arc<dyn Extract>,
        environment: Environment,
    ) -> Result<Self, InvalidSetting> {
        Ok(Self {
            name: format!("openai/{}/{VERSION}", settings.model),
            budget: Budget::new(limits.daily_tokens, environment.clone()),
            provider: Provider::new(settings, environment)?,
            chat: Chat::new(&limits),
            limits,
            stand_in,
            tally: Mutex::new(Tally::default()),
        })
    }

    /// What became of the texts and notes so far.
    pub fn tally(&self) -> Tally {
        *self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, add: impl FnOnce(&mut Tally)) {
        add(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Reads what can be read; tells which passages were not, and why.
    async fn read(&self, text: &TextToRead, grounding: &mut Grounding<'_>) -> Unread {
        let deadline = self.provider.deadline();
        let mut left: VecDeque<_> = batches(text, self.limits.batch_characters).into();
        let mut unread = Unread::default();
        let mut asked = 0;
        while let Some(batch) = left.pop_front() {
            if asked == self.limits.batches {
                unread.add(batch, Failure::TooLong);
                continue;
            }
            asked += 1;
            let messages = vec![
                ("system", PROMPT.to_owned()),
                ("user", as_data(text, grounding.characters(), batch.clone())),
            ];
            match self.notes(messages, deadline).await {
                Ok(notes) => grounding.take_in(batch, &notes),
                Err(failure) => match (halves(&batch), failure) {
                    (Some([first, second]), Failure::TooLong) => {
                        left.push_front(second);
                        left.push_front(first);
                    }
                    (_, failure @ (Failure::TooLong | Failure::Refused)) => {
                        unread.add(batch, failure);
                    }
                    (_, failure) => {
                        unread.add(batch, failure.clone());
                        // The rest would fare no better.
                        for batch in left.drain(..) {
                            unread.add(batch, failure.clone());
                        }
                    }
                },
            }
        }
        unread
    }

    /// The model's notes; an answer that cannot be read is asked for once more.
    async fn notes(&self, mut messages: Messages, deadline: Instant) -> Result<Notes, Failure> {
        let answer = self.answer(&messages, deadline).await?;
        if let Some(notes) = Notes::read(&answer, self.limits.notes) {
            return Ok(notes);
        }
        let shown = answer.chars().take(SHOWN_AGAIN).collect();
        messages.push(("assistant", shown));
        messages.push(("user", REPAIR.to_owned()));
        let answer = self.answer(&messages, deadline).await?;
        let failure = Failure::Unreadable;
        Notes::read(&answer, self.limits.notes).ok_or_else(|| {
            self.provider.complain(&failure);
            failure
        })
    }

    /// The model's answer, within the day's budget.
    async fn answer(&self, messages: &Messages, deadline: Instant) -> Result<String, Failure> {
        let bytes: usize = messages.iter().map(|(_, text)| text.len()).sum();
        let asking = tokens_of(bytes);
        let most = asking + u64::from(self.limits.answer_tokens);
        let reserved = self.budget.reserve(most)?;
        match self.chat.ask(&self.provider, messages, deadline).await {
            Ok(answer) => {
                let tokens = answer
                    .tokens
                    .unwrap_or_else(|| asking + tokens_of(answer.text.len()));
                reserved.used(tokens);
                self.count(|tally| tally.tokens = tally.tokens.saturating_add(tokens));
                Ok(answer.text)
            }
            Err(failure) => {
                match failure {
                    Failure::Unavailable { .. } | Failure::OutOfTime => reserved.used(asking),
                    // An answer was written, if not to the end.
                    Failure::TooLong | Failure::Refused => {}
                    _ => reserved.used(0),
                }
                Err(failure)
            }
        }
    }

    /// What was read with what the stand-in reads of the rest.
    async fn complete(
        &self,
        text: Arc<TextToRead>,
        read: Extraction,
        unread: Unread,
    ) -> Result<Extraction, LanguageError> {
        let Some(failure) = &unread.why else {
            return Ok(read);
        };
        let (missing, all) = (
            unread.passages.iter().map(Range::len).sum::<usize>(),
            text.passages.len(),
        );
        let name = self.stand_in.name();
        let what = if missing == all {
            "the text".to_owned()
        } else {
            format!("{missing} of {all} passages")
        };
        let why = failure.sentence(self.provider.host());
        let note = format!("{name} read {what} in place of {}: {why}.", self.name);
        let local = self.stand_in.extract(text.clone()).await?;
        let mut whole = if missing == all {
            local
        } else {
            join(&text, read, local, &unread.passages)
        };
        whole.read_by = Some(name.to_owned());
        whole.note = Some(note);
        Ok(whole)
    }
}

#[async_trait]
impl Extract for OpenAiExtraction {
    fn name(&self) -> &str {
        &self.name
    }

    /// By the local extraction: nobody waits for a provider to search.
    async fn read_question(
        &self,
        question: String,
        reference: ReferenceTime,
    ) -> Result<Option<QuestionPattern>, LanguageError> {
        self.stand_in.read_question(question, reference).await
    }

    async fn asking_when(&self, event: String) -> Result<Option<String>, LanguageError> {
        self.stand_in.asking_when(event).await
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        let (mut read, unread, kept, dropped) = {
            let mut grounding = Grounding::new(&text);
            let unread = self.read(&text, &mut grounding).await;
            let (kept, dropped) = (grounding.kept, grounding.dropped);
            (grounding.finish(), unread, kept, dropped)
        };
        self.count(|tally| {
            tally.kept += kept as u64;
            tally.dropped += dropped as u64;
            let counter = match unread.why {
                None => &mut tally.read,
                Some(_) => &mut tally.stood_in,
            };
            *counter += 1;
        });
        if dropped > 0 {
            let notes = kept + dropped;
            let sentence = format!(
                "{dropped} of {notes} notes of {} are not in the text and were left out.",
                self.name
            );
            tracing::debug!("{sentence}");
            read.note = Some(sentence);
        }
        self.complete(text, read, unread).await
    }
}

/// What the model did not read.
#[derive(Debug, Default)]
struct Unread {
    passages: Vec<Range<usize>>,
    /// Why it did not read the first of them.
    why: Option<Failure>,
}

impl Unread {
    fn add(&mut self, batch: Range<usize>, failure: Failure) {
        self.passages.push(batch);
        self.why.get_or_insert(failure);
    }
}

/// What one door read, and of these passages what the other did.
fn join(
    text: &TextToRead,
    mut read: Extraction,
    other: Extraction,
    passages: &[Range<usize>],
) -> Extraction {
    let is_in = |number: usize| passages.iter().any(|batch| batch.contains(&number));
    let passage_at = |character: u32| {
        let after = text
            .passages
            .partition_point(|passage| passage.range.start <= character);
        after.saturating_sub(1)
    };
    read.mentions.retain(|mention| !is_in(mention.passage));
    let mentions = other.mentions.into_iter();
    read.mentions
        .extend(mentions.filter(|mention| is_in(mention.passage)));
    read.mentions
        .sort_by_key(|mention| (mention.passage, mention.range));
    let statements = other.statements.into_iter();
    read.statements
        .extend(statements.filter(|said| is_in(said.passage)));
    read.statements
        .sort_by_key(|said| (said.passage, said.range));
    let identities = other.identities.into_iter();
    read.identities
        .extend(identities.filter(|same| is_in(passage_at(same.range.start))));
    for (number, speaker) in other.speakers.into_iter().enumerate() {
        if let Some(known) = read.speakers.get_mut(number).filter(|_| is_in(number)) {
            *known = speaker;
        }
    }
    read
}

/// About how many tokens a text has; rather too many.
fn tokens_of(bytes: usize) -> u64 {
    (bytes / 3) as u64 + 16
}
