//! Embeddings by all-MiniLM-L6-v2, a small transformer, in int8.
//!
//! 384 dimensions, up to 256 tokens of a text. A core embeds some 270 texts of 32 tokens a second and a query in
//! about 2 ms. Weights are repacked when the model is loaded: 5 ms once, and a query takes less than half as long.
//!
//! Texts are run one by one. Running sixteen together would be a fifth faster, but the int8 kernels scale what
//! they share by its largest value, so a text's vector would depend on its company (cosine 0.975 to 0.997 to the
//! vector it gets alone). This way the same text has the same vector, always.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::sync::Arc;

use async_trait::async_trait;
use recollect_model::Embedding;
use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;
use tokio::task::{JoinError, JoinSet};

use super::background::stand_back;
use super::normalized;
use super::tokens::Tokens;
use super::workers::Workers;
use crate::{Embed, LanguageError};

const MODEL: &[u8] = include_bytes!(concat!(
    env!("RECOLLECT_ASSETS_DIR"),
    "/all-MiniLM-L6-v2.int8.onnx"
));
const TOKENIZER: &[u8] = include_bytes!(concat!(
    env!("RECOLLECT_ASSETS_DIR"),
    "/all-MiniLM-L6-v2.tokenizer.json"
));

/// Raised whenever the same text would get another vector.
const NAME: &str = "all-MiniLM-L6-v2/int8/1";
/// Measured: no paraphrase of 62 that share no word with their text falls below the first; of a thousand strings of letters
/// that mean nothing, most are nowhere as close as the second (`docs/ranking.md`).
const LEAST_CLOSENESS: f32 = 0.2;
const LEAST_CLOSENESS_UNREAD: f32 = 0.45;
const DIMENSIONS: usize = 384;
/// What the model was trained with.
const MOST_TOKENS: usize = 256;
/// The tokens that mark the beginning and the end of a text; a text with no others has nothing to embed.
const MARKS: usize = 2;

/// The most texts a worker embeds before the next caller has its turn: some 30 ms.
const TURN: usize = 8;

/// The embedding model and its workers.
pub struct MiniLm {
    network: Arc<Network>,
    passages: Arc<Workers<Arc<ThreadPool>>>,
    /// Workers of their own, whose threads stand back, so that nobody who waits for a text waits for what nobody waits for.
    background: Arc<Workers<Arc<ThreadPool>>>,
    /// Workers of their own, so that a query never waits for passages.
    queries: Workers<Arc<ThreadPool>>,
}

impl MiniLm {
    /// Unpacks the model, which takes about 50 ms; up to `threads` cores embed passages, as many queries, and as many what
    /// nobody waits for.
    pub fn load(threads: NonZeroUsize) -> Result<Self, LanguageError> {
        let pools = || {
            (0..threads.get())
                .map(|_| Arc::new(ThreadPool::with_num_threads(1)))
                .collect()
        };
        let background: Vec<Arc<ThreadPool>> = pools();
        for pool in &background {
            pool.run(stand_back);
        }
        Ok(Self {
            network: Arc::new(Network::load()?),
            passages: Arc::new(Workers::new(pools())),
            background: Arc::new(Workers::new(background)),
            queries: Workers::new(pools()),
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
        match self.network.tokens.knows(words) {
            true => LEAST_CLOSENESS,
            false => LEAST_CLOSENESS_UNREAD,
        }
    }

    async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Embedding>, LanguageError> {
        self.embed_by(&self.passages, texts).await
    }

    async fn embed_in_background(
        &self,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        self.embed_by(&self.background, texts).await
    }

    async fn embed_query(&self, text: String) -> Result<Embedding, LanguageError> {
        let network = Arc::clone(&self.network);
        self.queries
            .run(move |pool| network.embed(&text, pool))
            .await?
    }
}

impl MiniLm {
    /// Embeds texts in turns of a few.
    async fn embed_by(
        &self,
        workers: &Arc<Workers<Arc<ThreadPool>>>,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        let mut embeddings = vec![Vec::new(); texts.len().div_ceil(TURN)];
        let mut running = JoinSet::new();
        let mut texts = texts.into_iter();
        for turn in 0..embeddings.len() {
            // No more at once than there are workers, so that the turns of many callers alternate.
            if running.len() == workers.count() {
                place(&mut embeddings, running.join_next().await)?;
            }
            let texts: Vec<String> = texts.by_ref().take(TURN).collect();
            let (network, workers) = (Arc::clone(&self.network), Arc::clone(workers));
            running.spawn(async move {
                let embedded = workers
                    .run(move |pool| network.embed_all(&texts, pool))
                    .await??;
                Ok((turn, embedded))
            });
        }
        while !running.is_empty() {
            place(&mut embeddings, running.join_next().await)?;
        }
        Ok(embeddings.concat())
    }
}

type Turn = Result<(usize, Vec<Embedding>), LanguageError>;

fn place(
    embeddings: &mut [Vec<Embedding>],
    done: Option<Result<Turn, JoinError>>,
) -> Result<(), LanguageError> {
    let stopped = || LanguageError::retry("the embedding model was stopped before it answered");
    let (turn, embedded) = done.ok_or_else(stopped)?.map_err(|_| stopped())??;
    embeddings[turn] = embedded;
    Ok(())
}

/// The model itself.
struct Network {
    model: Model,
    tokens: Tokens,
    inputs: Inputs,
    output: NodeId,
}

struct Inputs {
    ids: NodeId,
    mask: NodeId,
    types: NodeId,
}

impl Network {
    fn load() -> Result<Self, LanguageError> {
        let broken = |error: &dyn Display| {
            LanguageError::give_up(format!(
                "the embedding model inside the binary does not load: {error}"
            ))
        };
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_static_slice(MODEL)
            .map_err(|error| broken(&error))?;
        let node = |name| model.node_id(name).map_err(|error| broken(&error));
        let inputs = Inputs {
            ids: node("input_ids")?,
            mask: node("attention_mask")?,
            types: node("token_type_ids")?,
        };
        let output = node("last_hidden_state")?;
        Ok(Self {
            tokens: Tokens::load(TOKENIZER, MOST_TOKENS, true)?,
            model,
            inputs,
            output,
        })
    }

    fn embed_all(
        &self,
        texts: &[String],
        pool: &Arc<ThreadPool>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        // On the pool's own thread, so that each run need not be handed over to it.
        pool.run(|| texts.iter().map(|text| self.embed(text, pool)).collect())
    }

    /// The mean of the vectors of a text's tokens, at length 1.
    fn embed(&self, text: &str, pool: &Arc<ThreadPool>) -> Result<Embedding, LanguageError> {
        let tokens = self.tokens.of(text)?;
        let mut sum = vec![0.0_f32; DIMENSIONS];
        if tokens.len() <= MARKS {
            return Ok(Embedding(sum));
        }
        let shape = [1, tokens.len()];
        let ids = tokens.iter().map(|&id| id as i32).collect::<Vec<_>>();
        let inputs = vec![
            (self.inputs.ids, NdTensor::from_data(shape, ids).into()),
            (self.inputs.mask, NdTensor::<i32, 2>::full(shape, 1).into()),
            (self.inputs.types, NdTensor::<i32, 2>::zeros(shape).into()),
        ];
        let failed = |error: &dyn Display| {
            LanguageError::give_up(format!("the embedding model failed: {error}"))
        };
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(pool)));
        let [hidden] = self
            .model
            .run_n(inputs, [self.output], Some(options))
            .map_err(|error| failed(&error))?;
        let hidden: NdTensor<f32, 3> = hidden
            .try_into()
            .map_err(|_| failed(&"its answer has another shape"))?;
        if hidden.shape() != [1, tokens.len(), DIMENSIONS] {
            return Err(failed(&"its answer has another shape"));
        }
        for vector in hidden.to_vec().chunks_exact(DIMENSIONS) {
            sum.iter_mut()
                .zip(vector)
                .for_each(|(sum, value)| *sum += value);
        }
        Ok(normalized(sum))
    }
}
