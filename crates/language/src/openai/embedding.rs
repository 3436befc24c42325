//! Embeddings by a provider: `/embeddings`.

use std::time::Duration;

use async_trait::async_trait;
use recollect_model::{Embedding, Environment};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::failure::Failure;
use super::provider::{Provider, Question};
use super::settings::{InvalidSetting, ProviderSettings};
use crate::{Embed, LanguageError};

/// The most texts of one request.
const MOST_TEXTS: usize = 64;

/// The most characters of a text that are sent; passages are far shorter.
const LONGEST_TEXT: usize = 8_000;

/// The most floats an embedding may have.
const MOST_DIMENSIONS: usize = 16_384;

/// The most bytes of a reply: a number is written with up to 24.
const BYTES_A_TEXT: usize = MOST_DIMENSIONS * 24;

/// How long somebody who searches waits.
const PATIENCE: Duration = Duration::from_secs(10);

/// Embeddings by any model behind an OpenAI-compatible endpoint.
pub struct OpenAiEmbedding {
    name: String,
    provider: Provider,
    dimensions: usize,
}

impl OpenAiEmbedding {
    /// Embeddings by this provider and model. How many floats they have is asked of the provider unless it is given.
    pub async fn connect(
        settings: ProviderSettings,
        dimensions: Option<usize>,
        environment: Environment,
    ) -> Result<Self, InvalidSetting> {
        let mut embedding = Self {
            name: String::new(),
            dimensions: dimensions.unwrap_or_default(),
            provider: Provider::new(settings, environment)?,
        };
        if dimensions.is_none() {
            let deadline = embedding.provider.deadline();
            let probe = embedding.request(&["dimensions"], deadline, true).await;
            let vectors = probe.map_err(|failure| {
                let why = failure.sentence(embedding.provider.host());
                InvalidSetting(format!(
                    "the embedding model {} cannot be used: {why}",
                    embedding.provider.model()
                ))
            })?;
            embedding.dimensions = vectors.first().map_or(0, Vec::len);
        }
        if !(1..=MOST_DIMENSIONS).contains(&embedding.dimensions) {
            return Err(InvalidSetting(format!(
                "an embedding has 1 to {MOST_DIMENSIONS} floats, not {}",
                embedding.dimensions
            )));
        }
        let model = embedding.provider.model();
        embedding.name = format!("openai/{model}/{}", embedding.dimensions);
        Ok(embedding)
    }

    /// One vector for each of a few texts, none of them empty.
    async fn request(
        &self,
        texts: &[&str],
        deadline: Instant,
        is_urgent: bool,
    ) -> Result<Vec<Vec<f32>>, Failure> {
        let body = json!({"model": self.provider.model(), "input": texts});
        let question = Question {
            path: "/embeddings",
            body: &body,
            limit: BYTES_A_TEXT.saturating_mul(texts.len()),
            deadline,
            is_urgent,
        };
        let reply = self.provider.ask(question).await?;
        vectors(&reply, texts.len()).ok_or_else(|| {
            let failure = Failure::unavailable("sent a reply without the vectors it was asked for");
            self.provider.complain(&failure);
            failure
        })
    }

    async fn embed(
        &self,
        texts: &[String],
        deadline: Instant,
        is_urgent: bool,
    ) -> Result<Vec<Embedding>, LanguageError> {
        let mut embeddings = vec![Embedding(vec![0.0; self.dimensions]); texts.len()];
        let speaking: Vec<(usize, &str)> = texts
            .iter()
            .map(|text| beginning(text.trim()))
            .enumerate()
            .filter(|(_, text)| !text.is_empty())
            .collect();
        for slice in speaking.chunks(MOST_TEXTS) {
            let texts: Vec<&str> = slice.iter().map(|(_, text)| *text).collect();
            let vectors = self
                .request(&texts, deadline, is_urgent)
                .await
                .map_err(|failure| self.error(&failure))?;
            for ((place, _), vector) in slice.iter().zip(vectors) {
                if vector.len() != self.dimensions {
                    return Err(LanguageError::retry(format!(
                        "the provider {} sent vectors of {} floats in place of {}; the model has changed",
                        self.provider.host(),
                        vector.len(),
                        self.dimensions
                    )));
                }
                embeddings[*place] = crate::local::normalized(vector);
            }
        }
        Ok(embeddings)
    }

    /// Nothing can stand in: vectors of two models cannot be compared, so the text waits.
    fn error(&self, failure: &Failure) -> LanguageError {
        LanguageError::Retry {
            reason: failure.sentence(self.provider.host()),
            after: failure.after(),
        }
    }
}

#[async_trait]
impl Embed for OpenAiEmbedding {
    fn model(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Embedding>, LanguageError> {
        self.embed(&texts, self.provider.deadline(), false).await
    }

    async fn embed_query(&self, text: String) -> Result<Embedding, LanguageError> {
        let deadline = self.provider.deadline().min(Instant::now() + PATIENCE);
        let mut embeddings = self.embed(&[text], deadline, true).await?;
        Ok(embeddings.remove(0))
    }
}

/// The vectors of a reply in the order of the texts; `None` when one is missing, empty or no vector of numbers.
fn vectors(reply: &Value, count: usize) -> Option<Vec<Vec<f32>>> {
    let data = reply["data"].as_array()?;
    let mut vectors = vec![Vec::new(); count];
    for (place, item) in data.iter().enumerate() {
        let place = match item["index"].as_u64() {
            Some(index) => usize::try_from(index).ok()?,
            None => place,
        };
        let floats: Option<Vec<f32>> = item["embedding"]
            .as_array()?
            .iter()
            .map(|value| value.as_f64().map(|value| value as f32))
            .collect();
        *vectors.get_mut(place)? = floats?;
    }
    let is_whole = vectors
        .iter()
        .all(|vector| !vector.is_empty() && vector.iter().all(|value| value.is_finite()));
    is_whole.then_some(vectors)
}

fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(LONGEST_TEXT);
    &text[..end.map_or(text.len(), |(byte, _)| byte)]
}
