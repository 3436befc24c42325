//! Judging how well passages answer a question by a model that reads both together, a cross-encoder.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use rten::ThreadPool;

use super::UnusableModel;
use super::directory::{Directory, Opened};
use crate::LanguageError;
use crate::local::encoder::pools;
use crate::local::workers::Workers;

const OUTPUTS: [&str; 1] = ["logits"];
/// What a model is tried with when it is opened.
const TRIED: (&str, &str) = ("Where is the kettle?", "The kettle is on the stove.");

/// A cross-encoder in a directory as model hubs publish them, and its workers.
pub struct OnnxReranker {
    name: String,
    model: Arc<Opened>,
    workers: Arc<Workers<Arc<ThreadPool>>>,
}

impl OnnxReranker {
    /// Opens the model in a directory, or of one file in it, and tries it; up to `threads` cores work at once.
    pub fn open(path: &Path, threads: NonZeroUsize) -> Result<Self, UnusableModel> {
        let directory = Directory::find(path)?;
        let model = directory.open(&OUTPUTS)?;
        let pools = pools(threads);
        let tried = score(&model, TRIED.0, TRIED.1, &pools[0]);
        tried.map_err(|error| UnusableModel::new(directory.network(), error))?;
        Ok(Self {
            name: directory.name(),
            model: Arc::new(model),
            workers: Arc::new(Workers::new(pools)),
        })
    }

    /// What the model's directory is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How well each of these passages answers the question, the greater the better. A pair has the same score in any
    /// company.
    pub async fn scores(
        &self,
        question: String,
        passages: Vec<String>,
    ) -> Result<Vec<f32>, LanguageError> {
        let model = Arc::clone(&self.model);
        let judge = move |pool: &Arc<ThreadPool>, passages: Vec<String>| {
            let passages = passages.iter();
            pool.run(|| {
                let score = |passage: &String| score(&model, &question, passage, pool);
                passages.map(score).collect()
            })
        };
        self.workers.run_all(passages, 1, judge).await
    }
}

/// One number, or two of which the second speaks for the passage and the first against it.
fn score(
    model: &Opened,
    question: &str,
    passage: &str,
    pool: &Arc<ThreadPool>,
) -> Result<f32, LanguageError> {
    let (tokens, types) = model.tokens.of_pair(question, passage)?;
    let rows = model.transformer.run(&tokens, Some(&types), pool)?;
    let score = match (rows.by_token, &rows.values[..]) {
        (false, [score]) => *score,
        (false, [against, score]) => score - against,
        _ => f32::NAN,
    };
    match score.is_finite() {
        true => Ok(score),
        false => Err(LanguageError::give_up(
            "it does not tell how well a passage answers by one number or two",
        )),
    }
}
