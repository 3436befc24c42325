//! Embeddings by all-MiniLM-L6-v2, a small transformer, in int8, whose last two layers were trained further to find what
//! answers a question among the texts of one memory: by `recipes/embedder`, which says on what.
//!
//! 384 dimensions, up to 256 tokens of a text. A core embeds some 270 texts of 32 tokens a second and a query in
//! about 2 ms. Weights are repacked when the model is loaded: 5 ms once, and a query takes less than half as long.

use std::num::NonZeroUsize;

use async_trait::async_trait;
use recollect_model::Embedding;
use rten::ModelOptions;

use super::encoder::{Encoder, Network};
use super::tokens::Tokens;
use super::transformer::{Pooling, Transformer};
use crate::{Embed, LanguageError};

pub(super) const MODEL: &[u8] = include_bytes!(concat!(
    env!("RECOLLECT_ASSETS_DIR"),
    "/all-MiniLM-L6-v2.int8.onnx"
));
pub(super) const TOKENIZER: &[u8] = include_bytes!(concat!(
    env!("RECOLLECT_ASSETS_DIR"),
    "/all-MiniLM-L6-v2.tokenizer.json"
));

const LAYERS: &[u8] = include_bytes!("../../models/embedder.int8.onnx");
/// What the layers are given: what the model's fourth layer makes of the tokens.
const FOURTH: &str = "/encoder/layer.3/output/LayerNorm/Add_1_output_0";

/// Raised whenever the same text would get another vector.
const NAME: &str = "all-MiniLM-L6-v2/int8/2";
/// Measured: of 122 questions that share no word with the texts of their memory none falls below the first; of strings of letters that
/// mean nothing most are nowhere as close as the second, where texts are short (`docs/ranking.md`).
const LEAST_CLOSENESS: f32 = 0.08;
const LEAST_CLOSENESS_UNREAD: f32 = 0.33;
const DIMENSIONS: usize = 384;
/// What the model was trained with.
const MOST_TOKENS: usize = 256;
/// The tokens that mark the beginning and the end of a text.
const MARKS: usize = 2;

/// The embedding model and its workers.
pub struct MiniLm {
    encoder: Encoder,
}

impl MiniLm {
    /// Unpacks the model, which takes about 50 ms; up to `threads` cores embed passages, as many queries, and as many what
    /// nobody waits for.
    pub fn load(threads: NonZeroUsize) -> Result<Self, LanguageError> {
        let broken = |why: String| {
            LanguageError::give_up(format!(
                "the embedding model inside the binary does not load: {why}"
            ))
        };
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_static_slice(MODEL)
            .map_err(|error| broken(error.to_string()))?;
        let network = Network {
            transformer: Transformer::continued(model, FOURTH, LAYERS).map_err(broken)?,
            tokens: Tokens::inside(TOKENIZER, MOST_TOKENS, true)?,
            pooling: Pooling::Mean,
            dimensions: DIMENSIONS,
            marks: MARKS,
            lower_case: false,
        };
        Ok(Self {
            encoder: Encoder::new(network, threads),
        })
    }
}

#[async_trait]
impl Embed for MiniLm {
    fn model(&self) -> &str {
        NAME
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn least_closeness(&self, words: &[String]) -> f32 {
        match self.encoder.network.tokens.knows(words) {
            true => LEAST_CLOSENESS,
            false => LEAST_CLOSENESS_UNREAD,
        }
    }

    async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Embedding>, LanguageError> {
        self.encoder.passages(texts, "".into()).await
    }

    async fn embed_in_background(
        &self,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        self.encoder.in_background(texts, "".into()).await
    }

    async fn embed_query(&self, text: String) -> Result<Embedding, LanguageError> {
        self.encoder.query(text, "".into()).await
    }
}
