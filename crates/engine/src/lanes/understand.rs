//! Understanding a batch: passages, extraction, embeddings. No transaction is open and nothing is written.

use std::collections::{BTreeSet, HashSet};
use std::future::Future;
use std::sync::Arc;

use recollect_language::{Context, LanguageError, PassageText, TextToRead, passages};
use recollect_model::{
    CharRange, CharText, Embedding, QuantizedVector, Revision, UserId, without_front_matter,
};
use recollect_storage::{EpisodeToRenew, LaneClaim, QueuedEpisode, StorageError};
use tracing::Instrument;

use super::context::{Reading, Sessions};
use super::documents::{document_of, versions_of};
use super::owner::take_for_owner;
use super::{Lanes, MAX_CLAIMS};
use crate::metrics::ProcessingStep;
use crate::repetition::Incoming;
use crate::spans;
use crate::understood::{Outcome, Understood};

/// Texts embedded in one call: enough to keep the cores busy, few enough to be done well within the deadline.
const TEXTS_A_SLICE: usize = 128;

/// A text's passages, as far as they could be cut.
type Cut = Result<Vec<PassageText>, LanguageError>;

impl Lanes {
    /// Understands the episodes of a batch, in order. An episode that fails does not touch the others; those after one
    /// that is to be tried again are left out, because they must wait for it. So are those from the first on before which
    /// the database cannot be read: that is no attempt at them.
    ///
    /// Texts are read one after the other, since each may speak of what the one before named. A vector depends on its
    /// passage alone: the passages are embedded on the other cores meanwhile.
    pub async fn understand(&self, claim: &LaneClaim) -> Vec<Outcome> {
        let mut cuts = Vec::with_capacity(claim.episodes.len());
        for episode in &claim.episodes {
            cuts.push(match episode.claims > MAX_CLAIMS {
                true => Err(LanguageError::give_up(format!(
                    "processing was interrupted {MAX_CLAIMS} times before this text was done"
                ))),
                false => cut(&episode.body).await,
            });
        }
        let bodies = claim.episodes.iter().map(|episode| episode.body.as_str());
        let mut texts: Vec<Vec<String>> = bodies.zip(&cuts).map(texts_of).collect();
        let in_background = claim.in_background;
        let reading = self.read_all(claim, cuts);
        let (mut outcomes, embedded) = match self.language.extract.is_bounded() {
            true => {
                let embedding = self.embed_all(&texts, in_background);
                tokio::join!(reading, embedding)
            }
            // What a provider reads may fail for a long time, and would be embedded in vain each time.
            false => {
                let outcomes = reading.await;
                texts.truncate(outcomes.len());
                let failed = outcomes.iter().map(Result::is_err).zip(&mut texts);
                failed
                    .filter(|(failed, _)| *failed)
                    .for_each(|(_, texts)| texts.clear());
                let embedded = self.embed_all(&texts, in_background).await;
                (outcomes, embedded)
            }
        };
        self.take_vectors(&mut outcomes, embedded, texts, in_background)
            .await;
        let retried = outcomes.iter().position(waits);
        outcomes.truncate(retried.map_or(outcomes.len(), |position| position + 1));
        outcomes
    }

    /// Reads the episodes of a batch, in order, up to the first that is to be tried again.
    async fn read_all(&self, claim: &LaneClaim, cuts: Vec<Cut>) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(claim.episodes.len());
        let mut sessions = Sessions::default();
        for (episode, cut) in claim.episodes.iter().zip(cuts) {
            let begun = self.environment.elapsed();
            let text = reading(claim, episode);
            let read = self.read(&text, cut, &mut sessions);
            let span = spans::processing_step(ProcessingStep::Read);
            let mut outcome = match read.instrument(span).await {
                Ok(outcome) => outcome,
                Err(error) => {
                    tracing::warn!(log = %episode.log, user = %claim.user, "not read yet: {error}");
                    break;
                }
            };
            self.took(ProcessingStep::Read, begun);
            // A document stands for itself: the version that it repeats makes way for it.
            if let Ok(understood) = &mut outcome
                && versions_of(episode).is_none()
            {
                let text = Incoming {
                    space: episode.space,
                    body: &episode.body,
                    passages: &understood.passages,
                    said_at: episode.reference_time,
                    accepted_at: episode.accepted_at,
                };
                match self.repetitions(claim.user, &text).await {
                    Ok((since, repetitions)) => {
                        understood.repeat(&episode.body, repetitions);
                        understood.repeats_since = since;
                    }
                    Err(error) => {
                        tracing::warn!(log = %episode.log, user = %claim.user, "not read yet: {error}");
                        break;
                    }
                }
            }
            outcomes.push(outcome);
            if outcomes.last().is_some_and(waits) {
                break;
            }
        }
        outcomes
    }

    /// The passages of a text that only repeat what the user was told, and the revision of the space at which all of that was
    /// still there.
    async fn repetitions(
        &self,
        user: UserId,
        text: &Incoming<'_>,
    ) -> Result<(Option<Revision>, BTreeSet<usize>), StorageError> {
        if self.told.repetitions(user, text).is_empty() {
            return Ok((None, BTreeSet::new()));
        }
        let since = self.store.revision(user, text.space).await?;
        // What was told of a text that went before that revision is known no more.
        Ok((since, self.told.repetitions(user, text)))
    }

    /// Understands a text that was understood before by something else, as it would be if it came now. What it repeats
    /// is what it was found to repeat then.
    pub(crate) async fn understand_anew(&self, episode: &EpisodeToRenew) -> Outcome {
        let text = Reading {
            user: episode.user,
            owner_name: &episode.owner_name,
            also_called: &episode.owner_also_called,
            space: episode.space,
            seq: episode.seq,
            session: episode.session.as_deref(),
            body: &episode.body,
            reference_time: episode.reference_time,
            in_background: true,
        };
        let cut = cut(&episode.body).await;
        let texts = vec![texts_of((&episode.body, &cut))];
        let understood = self.read(&text, cut, &mut Sessions::default()).await;
        let understood = understood.unwrap_or_else(|error| Err(unreadable(&error)));
        let mut outcomes = [understood];
        let embedded = self.embed_all(&texts, true).await;
        self.take_vectors(&mut outcomes, embedded, texts, true)
            .await;
        let [outcome] = outcomes;
        let mut understood = outcome?;
        let known = self.store.episode(episode.user, episode.id).await;
        let known = known.map_err(|error| {
            LanguageError::retry(format!(
                "what was understood before cannot be read: {error}"
            ))
        })?;
        let passages = known.map(|known| known.passages).unwrap_or_default();
        let repeated: HashSet<CharRange> = passages
            .iter()
            .filter(|passage| passage.is_repetition)
            .map(|passage| passage.range)
            .collect();
        let numbers = understood.passages.iter().enumerate();
        let numbers = numbers
            .filter(|(_, passage)| repeated.contains(&passage.range))
            .map(|(number, _)| number)
            .collect();
        understood.repeat(&episode.body, numbers);
        Ok(understood)
    }

    /// Reads one text with what was spoken of before it in its session; the session then knows of this text too.
    ///
    /// # Errors
    ///
    /// [`StorageError::Unavailable`] when the database does not say what was spoken of before.
    async fn read(
        &self,
        text: &Reading<'_>,
        cut: Cut,
        sessions: &mut Sessions,
    ) -> Result<Outcome, StorageError> {
        let passages = match cut {
            Ok(passages) => passages,
            Err(error) => return Ok(Err(error)),
        };
        let context = match sessions.before(&self.store, text).await {
            Ok(context) => context,
            Err(error @ StorageError::Unavailable { .. }) => return Err(error),
            Err(error) => return Ok(Err(unreadable(&error))),
        };
        let is_bounded = self.language.extract.is_bounded();
        let extracting = self.extract(text, passages, context);
        let outcome = self.in_time(is_bounded, extracting).await;
        if let Ok(understood) = &outcome {
            sessions.note(text, &understood.extraction);
        }
        Ok(outcome)
    }

    async fn extract(
        &self,
        text: &Reading<'_>,
        passages: Vec<PassageText>,
        context: Context,
    ) -> Outcome {
        let read = Arc::new(TextToRead {
            context,
            passages,
            body: to_read(text.body),
            reference_time: text.reference_time,
            owner_name: text.owner_name.to_owned(),
        });
        let reading = match text.in_background {
            true => self.language.extract.extract_in_background(read.clone()),
            false => self.language.extract.extract(read.clone()),
        };
        let mut extraction = reading.await?;
        take_for_owner(&mut extraction, text.owner_name, text.also_called);
        Ok(Understood {
            passages: read.passages.clone(),
            vectors: Vec::new(),
            repetitions: BTreeSet::new(),
            repeats_since: None,
            first_repeated: String::new(),
            extraction,
        })
    }

    /// Embeds the passages of all texts together.
    async fn embed_all(
        &self,
        texts: &[Vec<String>],
        in_background: bool,
    ) -> Result<Vec<Option<QuantizedVector>>, LanguageError> {
        let begun = self.environment.elapsed();
        let together = texts.concat();
        let embedding = self.embed_texts(&together, in_background);
        let span = spans::processing_step(ProcessingStep::Embed);
        let embedded = embedding.instrument(span).await;
        self.took(ProcessingStep::Embed, begun);
        embedded
    }

    /// Gives each text that was understood its vectors; where they could not be made of all together, embeds one text after
    /// the other, to tell which it was.
    async fn take_vectors(
        &self,
        outcomes: &mut [Outcome],
        embedded: Result<Vec<Option<QuantizedVector>>, LanguageError>,
        texts: Vec<Vec<String>>,
        in_background: bool,
    ) {
        match embedded {
            Ok(vectors) => {
                let mut vectors = vectors.into_iter();
                for (outcome, texts) in outcomes.iter_mut().zip(&texts) {
                    let vectors = vectors.by_ref().take(texts.len()).collect();
                    if let Ok(understood) = outcome {
                        understood.vectors = vectors;
                    }
                }
            }
            Err(_) if texts.len() > 1 => {
                for (outcome, texts) in outcomes.iter_mut().zip(texts) {
                    let Ok(understood) = outcome else { continue };
                    match self.embed_texts(&texts, in_background).await {
                        Ok(vectors) => understood.vectors = vectors,
                        Err(error) => {
                            *outcome = Err(error);
                            if waits(outcome) {
                                return;
                            }
                        }
                    }
                }
            }
            Err(error) => {
                if let Some(outcome @ Ok(_)) = outcomes.first_mut() {
                    *outcome = Err(error);
                }
            }
        }
    }

    async fn embed_texts(
        &self,
        texts: &[String],
        in_background: bool,
    ) -> Result<Vec<Option<QuantizedVector>>, LanguageError> {
        let mut vectors = Vec::with_capacity(texts.len());
        // The time allowed is for each slice: a long text, or one that shares the cores with many, is not hung.
        for slice in texts.chunks(TEXTS_A_SLICE) {
            let (embed, slice_texts) = (&self.language.embed, slice.to_vec());
            let embedding = match in_background {
                true => embed.embed_in_background(slice_texts),
                false => embed.embed_passages(slice_texts),
            };
            let is_bounded = embed.is_bounded();
            let embeddings = self.in_time(is_bounded, embedding).await?;
            if embeddings.len() != slice.len() {
                let (got, expected) = (embeddings.len(), slice.len());
                let reason =
                    format!("the embedding model answered {got} vectors for {expected} texts");
                return Err(LanguageError::retry(reason));
            }
            vectors.extend(embeddings.iter().map(quantized));
        }
        Ok(vectors)
    }

    /// Gives the work the time it may take; what takes longer counts as hung and is tried again. Work that is bounded cannot
    /// hang: what it waits for is its turn among others.
    async fn in_time<T>(
        &self,
        is_bounded: bool,
        work: impl Future<Output = Result<T, LanguageError>>,
    ) -> Result<T, LanguageError> {
        if is_bounded {
            return work.await;
        }
        let limit = self.settings.processing_deadline;
        tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
            let reason = format!("processing took longer than {} s", limit.as_secs_f32());
            Err(LanguageError::retry(reason))
        })
    }
}

fn unreadable(error: &StorageError) -> LanguageError {
    LanguageError::retry(format!("what was said before cannot be read: {error}"))
}

/// A text as it is read for facts: white space stands for its front matter, so that whatever is said keeps its place.
fn to_read(body: &str) -> String {
    let (_, rest) = without_front_matter(body);
    if rest.len() == body.len() {
        return body.to_owned();
    }
    let (matter, rest) = body.split_at(body.len() - rest.len());
    let blank = |c| if c == '\n' { c } else { ' ' };
    matter.chars().map(blank).chain(rest.chars()).collect()
}

fn reading<'a>(claim: &'a LaneClaim, episode: &'a QueuedEpisode) -> Reading<'a> {
    Reading {
        user: claim.user,
        owner_name: &claim.owner_name,
        also_called: &claim.owner_also_called,
        space: episode.space,
        seq: episode.seq,
        // The versions of a document are no conversation: what one spoke of is not known to the next.
        session: match document_of(episode) {
            Some(_) => None,
            None => episode.session.as_deref(),
        },
        body: &episode.body,
        reference_time: episode.reference_time,
        in_background: claim.in_background,
    }
}

/// Whether an episode is to be tried again, and holds up those after it.
fn waits(outcome: &Outcome) -> bool {
    matches!(outcome, Err(LanguageError::Retry { .. }))
}

/// Cuts a text; of a long one that takes a while, and the asynchronous threads must stay free.
async fn cut(body: &str) -> Cut {
    let body = body.to_owned();
    let cutting = tokio::task::spawn_blocking(move || passages(&body));
    let passages = cutting.await;
    passages.map_err(|error| LanguageError::give_up(error.to_string()))
}

/// What is embedded: the words alone. Date and speaker make the vectors of a space alike, and the words lane has them.
fn texts_of((body, cut): (&str, &Cut)) -> Vec<String> {
    let body = CharText::new(body);
    let passages = cut.iter().flatten();
    passages
        .map(|passage| body.slice(passage.content).to_owned())
        .collect()
}

/// The vector as it is kept; none for a text that has nothing to embed.
fn quantized(embedding: &Embedding) -> Option<QuantizedVector> {
    let is_empty = embedding.0.iter().all(|&value| value == 0.0);
    (!is_empty).then(|| QuantizedVector::of(embedding))
}
