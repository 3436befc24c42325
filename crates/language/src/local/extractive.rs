//! Answers read out of a passage: where in it the words stand that answer a question, or that none do.
//!
//! Extractive question answering as in Devlin et al., *BERT* (2019), section 4.3: a question and a passage go through a transformer
//! together, two numbers for each token say how well the answer begins and ends there, and those of the first token stand
//! for no answer. The embeddings of tokens are those of the default embedding model; the six layers behind them were
//! trained further for this by `recipes/extractive-reader`, which says on what.

use std::ops::Range;
use std::sync::Arc;

use rten::{ModelOptions, ThreadPool};

use super::encoder::pools;
use super::minilm::{MODEL, TOKENIZER};
use super::tokens::{PlacedPair, Tokens};
use super::transformer::{Rows, Transformer};
use super::workers::Workers;
use crate::LanguageError;

const LAYERS: &[u8] = include_bytes!("../../models/extractive-reader.int8.onnx");
/// What the layers are given: the embedding model's tokens, before its first layer.
const EMBEDDED: &str = "/embeddings/LayerNorm/Add_1_output_0";
/// The most tokens of a question and a passage together: what it was trained with.
const MOST_TOKENS: usize = 200;
/// What it makes of each token: how well an answer begins and ends there.
const NUMBERS: usize = 2;
/// The most tokens of an answer.
const LONGEST_ANSWER: usize = 24;

/// Reads answers out of passages.
pub struct ExtractiveReader {
    network: Arc<Network>,
    workers: Arc<Workers<Arc<ThreadPool>>>,
}

/// The words of a passage that answer a question best.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadSpan {
    /// Where they stand in the passage, in bytes.
    pub range: Range<usize>,
    /// How much more likely they are an answer than that there is none, as the logarithm of the odds; below 0 there is rather none.
    pub margin: f32,
}

struct Network {
    tokens: Tokens,
    transformer: Transformer,
}

impl ExtractiveReader {
    /// Unpacks the model, which takes about 50 ms; up to `threads` cores read at once.
    pub fn load(threads: std::num::NonZeroUsize) -> Result<Self, LanguageError> {
        Ok(Self {
            network: Arc::new(Network::load()?),
            workers: Arc::new(Workers::new(pools(threads))),
        })
    }

    /// The best answer that each of these passages has, in order; `None` where a passage has no words. A passage has the same answer
    /// in any company.
    pub async fn read(
        &self,
        question: String,
        passages: Vec<String>,
    ) -> Result<Vec<Option<ReadSpan>>, LanguageError> {
        let network = Arc::clone(&self.network);
        let read = move |pool: &Arc<ThreadPool>, passages: Vec<String>| {
            let passages = passages.iter();
            pool.run(|| {
                let read = |passage: &String| network.read(&question, passage, pool);
                passages.map(read).collect()
            })
        };
        self.workers.run_all(passages, 1, read).await
    }
}

impl Network {
    fn load() -> Result<Self, LanguageError> {
        let broken = |why: String| {
            LanguageError::give_up(format!(
                "the reading model inside the binary does not load: {why}"
            ))
        };
        // As it is written: what is asked for is an inner value, which might be gone otherwise.
        let embeddings = ModelOptions::with_all_ops()
            .enable_optimization(false)
            .load_static_slice(MODEL)
            .map_err(|error| broken(error.to_string()))?;
        Ok(Self {
            tokens: Tokens::inside(TOKENIZER, MOST_TOKENS, true)?,
            transformer: Transformer::continued(embeddings, EMBEDDED, LAYERS).map_err(broken)?,
        })
    }

    fn read(
        &self,
        question: &str,
        passage: &str,
        pool: &Arc<ThreadPool>,
    ) -> Result<Option<ReadSpan>, LanguageError> {
        let pair = self.tokens.of_pair_in_place(question, passage)?;
        let rows = self.transformer.run(&pair.ids, Some(&pair.types), pool)?;
        if rows.width != NUMBERS {
            return Err(LanguageError::give_up(
                "the reading model's answer has another shape",
            ));
        }
        Ok(best_span(&pair, &rows))
    }
}

/// The best span of the passage's tokens that is no longer than an answer may be, against the first token's numbers.
fn best_span(pair: &PlacedPair, rows: &Rows) -> Option<ReadSpan> {
    let logits: Vec<&[f32]> = rows.values.chunks_exact(NUMBERS).collect();
    let (begins, ends) = (|at: usize| logits[at][0], |at: usize| logits[at][1]);
    let is_word = |at: &usize| {
        pair.places[*at]
            .as_ref()
            .is_some_and(|place| !place.is_empty())
    };
    let words: Vec<usize> = (0..logits.len()).filter(is_word).collect();
    let spans = words.iter().enumerate().flat_map(|(place, &first)| {
        let lasts = words[place..].iter().take(LONGEST_ANSWER);
        lasts.map(move |&last| (begins(first) + ends(last), first, last))
    });
    let (score, first, last) = spans.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let start = pair.places[first].as_ref()?.start;
    let end = pair.places[last].as_ref()?.end;
    Some(ReadSpan {
        range: start..end,
        margin: score - begins(0) - ends(0),
    })
}
