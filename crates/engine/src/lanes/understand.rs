//! Understanding a batch: passages, extraction, embeddings. No transaction is open and nothing is written.

use std::future::Future;
use std::sync::Arc;

use recollect_language::{Extraction, LanguageError, PassageText, TextToRead, passages};
use recollect_model::{CharText, Embedding, QuantizedVector};
use recollect_storage::{Claim, QueuedEpisode};

use super::{Lanes, MAX_CLAIMS};

/// Texts embedded in one call: enough to keep the cores busy, few enough to be done well within the deadline.
const TEXTS_A_SLICE: usize = 128;

/// What was understood of one episode's text.
#[derive(Debug, Clone)]
pub struct Understood {
    /// The passages, in order.
    pub passages: Vec<PassageText>,
    /// The vector of each passage; none of one that has nothing to embed.
    pub vectors: Vec<Option<QuantizedVector>>,
    /// Entities and statements.
    pub extraction: Extraction,
}

/// What came of one claimed episode.
pub type Outcome = Result<Understood, LanguageError>;

impl Lanes {
    /// Understands the episodes of a batch, in order. An episode that fails does not touch the others; those after one
    /// that is to be tried again are left out, because they must wait for it.
    pub async fn understand(&self, claim: &Claim) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(claim.episodes.len());
        for episode in &claim.episodes {
            let outcome = self.in_time(self.read(episode, &claim.owner_name)).await;
            outcomes.push(outcome);
            if outcomes.last().is_some_and(waits) {
                break;
            }
        }
        self.embed(&claim.episodes, &mut outcomes).await;
        let retried = outcomes.iter().position(waits);
        outcomes.truncate(retried.map_or(outcomes.len(), |position| position + 1));
        outcomes
    }

    async fn read(&self, episode: &QueuedEpisode, owner_name: &str) -> Outcome {
        if episode.claims > MAX_CLAIMS {
            let reason =
                format!("processing was interrupted {MAX_CLAIMS} times before this text was done");
            return Err(LanguageError::give_up(reason));
        }
        let (body, owner_name) = (episode.body.clone(), owner_name.to_owned());
        let reference_time = episode.reference_time;
        // Cutting a long text takes a while, and the asynchronous threads must stay free.
        let cutting = tokio::task::spawn_blocking(move || TextToRead {
            passages: passages(&body),
            body,
            reference_time,
            owner_name,
        });
        let text = cutting
            .await
            .map_err(|error| LanguageError::give_up(error.to_string()))?;
        let text = Arc::new(text);
        let extraction = self.language.extract.extract(text.clone()).await?;
        Ok(Understood {
            passages: text.passages.clone(),
            vectors: Vec::new(),
            extraction,
        })
    }

    /// Embeds the passages of all episodes together; when that fails, of one after the other, to tell which it was.
    async fn embed(&self, episodes: &[QueuedEpisode], outcomes: &mut [Outcome]) {
        let texts: Vec<Vec<String>> = episodes
            .iter()
            .zip(outcomes.iter())
            .map(|(e, o)| texts_of(e, o))
            .collect();
        let together = self.embed_texts(&texts.concat()).await;
        match together {
            Ok(vectors) => {
                let mut vectors = vectors.into_iter();
                for (outcome, texts) in outcomes.iter_mut().zip(&texts) {
                    if let Ok(understood) = outcome {
                        understood.vectors = vectors.by_ref().take(texts.len()).collect();
                    }
                }
            }
            Err(_) if outcomes.len() > 1 => {
                for (outcome, texts) in outcomes.iter_mut().zip(texts) {
                    let Ok(understood) = outcome else { continue };
                    match self.embed_texts(&texts).await {
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
    ) -> Result<Vec<Option<QuantizedVector>>, LanguageError> {
        let mut vectors = Vec::with_capacity(texts.len());
        // The time allowed is for each slice: a long text, or one that shares the cores with many, is not hung.
        for slice in texts.chunks(TEXTS_A_SLICE) {
            let embedding = self.language.embed.embed_passages(slice.to_vec());
            let embeddings = self.in_time(embedding).await?;
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

    /// Gives the work the time it may take; what takes longer counts as hung and is tried again.
    async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, LanguageError>>,
    ) -> Result<T, LanguageError> {
        let limit = self.settings.processing_deadline;
        tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
            let reason = format!("processing took longer than {} s", limit.as_secs_f32());
            Err(LanguageError::retry(reason))
        })
    }
}

/// Whether an episode is to be tried again, and holds up those after it.
fn waits(outcome: &Outcome) -> bool {
    matches!(outcome, Err(LanguageError::Retry { .. }))
}

/// What is embedded: the words alone. Date and speaker make the vectors of a space alike, and the words lane has them.
fn texts_of(episode: &QueuedEpisode, outcome: &Outcome) -> Vec<String> {
    let Ok(understood) = outcome else {
        return Vec::new();
    };
    let body = CharText::new(&episode.body);
    understood
        .passages
        .iter()
        .map(|passage| body.slice(passage.content).to_owned())
        .collect()
}

/// The vector as it is kept; none for a text that has nothing to embed.
fn quantized(embedding: &Embedding) -> Option<QuantizedVector> {
    let is_empty = embedding.0.iter().all(|&value| value == 0.0);
    (!is_empty).then(|| QuantizedVector::of(embedding))
}
