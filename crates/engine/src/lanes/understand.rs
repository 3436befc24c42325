//! Understanding a batch: passages, extraction, embeddings. No transaction is open and nothing is written.

use std::future::Future;
use std::sync::Arc;

use recollect_language::{Extraction, LanguageError, PassageText, TextToRead, passages};
use recollect_model::{CharText, Embedding, QuantizedVector};
use recollect_storage::{Claim, QueuedEpisode};

use super::{Lanes, MAX_CLAIMS};

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
        let owner_name = match self.store.account(claim.user).await {
            Ok(account) => account.map(|account| account.name).unwrap_or_default(),
            Err(error) => return vec![Err(LanguageError::retry(error.to_string()))],
        };
        let mut outcomes = Vec::with_capacity(claim.episodes.len());
        for episode in &claim.episodes {
            let outcome = self.in_time(self.read(episode, &owner_name)).await;
            let waits = matches!(outcome, Err(LanguageError::Retry { .. }));
            outcomes.push(outcome);
            if waits {
                break;
            }
        }
        self.embed(&claim.episodes, &mut outcomes).await;
        let retried = outcomes
            .iter()
            .position(|outcome| matches!(outcome, Err(LanguageError::Retry { .. })));
        outcomes.truncate(retried.map_or(outcomes.len(), |position| position + 1));
        outcomes
    }

    async fn read(&self, episode: &QueuedEpisode, owner_name: &str) -> Outcome {
        if episode.claims > MAX_CLAIMS {
            let reason =
                format!("processing was interrupted {MAX_CLAIMS} times before this text was done");
            return Err(LanguageError::give_up(reason));
        }
        let text = Arc::new(TextToRead {
            body: episode.body.clone(),
            passages: passages(&episode.body),
            reference_time: episode.reference_time,
            owner_name: owner_name.to_owned(),
        });
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
        let together = self
            .embed_texts(texts.iter().flatten().cloned().collect())
            .await;
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
                    match self.embed_texts(texts).await {
                        Ok(vectors) => understood.vectors = vectors,
                        Err(error) => {
                            let waits = matches!(error, LanguageError::Retry { .. });
                            *outcome = Err(error);
                            if waits {
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
        texts: Vec<String>,
    ) -> Result<Vec<Option<QuantizedVector>>, LanguageError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let expected = texts.len();
        let embeddings = self
            .in_time(self.language.embed.embed_passages(texts))
            .await?;
        if embeddings.len() != expected {
            let reason = format!(
                "the embedding model answered {} vectors for {expected} texts",
                embeddings.len()
            );
            return Err(LanguageError::retry(reason));
        }
        let is_empty = |embedding: &Embedding| embedding.0.iter().all(|&value| value == 0.0);
        Ok(embeddings
            .iter()
            .map(|embedding| (!is_empty(embedding)).then(|| QuantizedVector::of(embedding)))
            .collect())
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
