//! A network that embeds texts, and those who run it.
//!
//! Texts are run one by one. Running sixteen together would be a fifth faster, but the int8 kernels scale what
//! they share by its largest value, so a text's vector would depend on its company (cosine 0.975 to 0.997 to the
//! vector it gets alone). This way the same text has the same vector, always.

use std::num::NonZeroUsize;
use std::sync::Arc;

use recollect_model::Embedding;
use rten::ThreadPool;

use super::background::stand_back;
use super::tokens::Tokens;
use super::transformer::{Pooling, Transformer};
use super::workers::Workers;
use crate::LanguageError;

/// The most texts a worker embeds before the next caller has its turn: some 30 ms of the default model.
const TURN: usize = 8;

/// What embeds a text.
pub(super) struct Network {
    pub(super) transformer: Transformer,
    pub(super) tokens: Tokens,
    pub(super) pooling: Pooling,
    pub(super) dimensions: usize,
    /// The tokens of no text: those that mark its beginning and its end.
    pub(super) marks: usize,
    /// Whether texts are read in lower case.
    pub(super) lower_case: bool,
}

/// A network and its workers.
pub(super) struct Encoder {
    pub(super) network: Arc<Network>,
    passages: Arc<Workers<Arc<ThreadPool>>>,
    /// Workers of their own, whose threads stand back, so that nobody who waits for a text waits for what nobody waits for.
    background: Arc<Workers<Arc<ThreadPool>>>,
    /// Workers of their own, so that a query never waits for passages.
    queries: Workers<Arc<ThreadPool>>,
}

/// A thread for each worker: one single-threaded run a core finishes more than one run spread over several.
pub(super) fn pools(threads: NonZeroUsize) -> Vec<Arc<ThreadPool>> {
    let pool = |_| Arc::new(ThreadPool::with_num_threads(1));
    (0..threads.get()).map(pool).collect()
}

impl Encoder {
    /// Up to `threads` cores embed passages, as many queries, and as many what nobody waits for.
    pub(super) fn new(network: Network, threads: NonZeroUsize) -> Self {
        let background = pools(threads);
        for pool in &background {
            pool.run(stand_back);
        }
        Self {
            network: Arc::new(network),
            passages: Arc::new(Workers::new(pools(threads))),
            background: Arc::new(Workers::new(background)),
            queries: Workers::new(pools(threads)),
        }
    }

    /// One embedding for each text, each read after the same words.
    pub(super) async fn passages(
        &self,
        texts: Vec<String>,
        prefix: Arc<str>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        self.by(&self.passages, texts, prefix).await
    }

    /// The same for texts that nobody waits for.
    pub(super) async fn in_background(
        &self,
        texts: Vec<String>,
        prefix: Arc<str>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        self.by(&self.background, texts, prefix).await
    }

    async fn by(
        &self,
        workers: &Arc<Workers<Arc<ThreadPool>>>,
        texts: Vec<String>,
        prefix: Arc<str>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        let network = Arc::clone(&self.network);
        let embed = move |pool: &Arc<ThreadPool>, texts: Vec<String>| {
            let texts = texts.iter();
            // On the pool's own thread, so that each run need not be handed over to it.
            pool.run(|| {
                texts
                    .map(|text| network.embed(&prefix, text, pool))
                    .collect()
            })
        };
        workers.run_all(texts, TURN, embed).await
    }

    /// The embedding of a query, read after some words.
    pub(super) async fn query(
        &self,
        text: String,
        prefix: Arc<str>,
    ) -> Result<Embedding, LanguageError> {
        let network = Arc::clone(&self.network);
        self.queries
            .run(move |pool| network.embed(&prefix, &text, pool))
            .await?
    }
}

impl Network {
    /// The vector of a text at length 1, read after these words; zeros where nothing is left of it to embed.
    pub(super) fn embed(
        &self,
        prefix: &str,
        text: &str,
        pool: &Arc<ThreadPool>,
    ) -> Result<Embedding, LanguageError> {
        let lower_case = self.lower_case.then(|| text.to_lowercase());
        let text = lower_case.as_deref().unwrap_or(text);
        let mut tokens = self.tokens.of(text)?;
        if tokens.len() <= self.marks {
            return Ok(Embedding(vec![0.0; self.dimensions]));
        }
        if !prefix.is_empty() {
            tokens = self.tokens.of(&format!("{prefix}{text}"))?;
        }
        let rows = self.transformer.run(&tokens, None, pool)?;
        let vector = self.pooling.pool(&rows);
        if vector.0.len() != self.dimensions {
            let failed = "the embedding model's answer has another shape";
            return Err(LanguageError::give_up(failed));
        }
        Ok(vector)
    }
}
