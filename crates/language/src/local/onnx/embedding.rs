//! Embeddings by a model of the operator's own.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use recollect_model::Embedding;
use serde_json::Value;
use sha2::Digest;

use super::UnusableModel;
use super::directory::{Directory, digits};
use crate::local::encoder::{Encoder, Network, pools};
use crate::local::transformer::Pooling;
use crate::{Embed, LanguageError};

/// The outputs that are wanted: what was pooled by the network itself, or else the vectors of the tokens.
const OUTPUTS: [&str; 3] = [
    "sentence_embedding",
    "last_hidden_state",
    "token_embeddings",
];
/// What pooling files call the ways to pool, before and since they name one alone.
const POOLINGS: [(&str, &str, Pooling); 6] = [
    ("pooling_mode_cls_token", "cls", Pooling::First),
    ("pooling_mode_mean_tokens", "mean", Pooling::Mean),
    ("pooling_mode_max_tokens", "max", Pooling::Greatest),
    // Another length and the same direction, which is all that is kept.
    (
        "pooling_mode_mean_sqrt_len_tokens",
        "mean_sqrt_len_tokens",
        Pooling::Mean,
    ),
    (
        "pooling_mode_weightedmean_tokens",
        "weightedmean",
        Pooling::WeightedMean,
    ),
    ("pooling_mode_lasttoken", "lasttoken", Pooling::Last),
];
/// The parts of a model that need nothing but the network's file and its pooling.
const PARTS: [&str; 3] = ["Transformer", "Pooling", "Normalize"];
const MODULES: &str = "modules.json";
const PROMPTS: &str = "config_sentence_transformers.json";
/// What a model is tried with when it is opened.
const TRIED: &str = "The kettle is on the stove.";
/// Raised whenever the same text would get another vector by the same files.
const VERSION: u32 = 1;

/// Any model in a directory as model hubs publish them.
pub struct OnnxEmbedding {
    name: String,
    before_passages: Arc<str>,
    before_queries: Arc<str>,
    encoder: Encoder,
}

impl OnnxEmbedding {
    /// Opens the model in a directory, or of one file in it, and tries it; up to `threads` cores do bulk work, and as many do
    /// queries.
    pub fn open(path: &Path, threads: NonZeroUsize) -> Result<Self, UnusableModel> {
        let directory = Directory::find(path)?;
        let pooling = pooling(&directory)?;
        let [before_queries, before_passages] = prompts(&directory)?;
        let lower_case = directory.json("sentence_bert_config.json")?;
        let lower_case = lower_case.is_some_and(|json| json["do_lower_case"] == true);
        let mut digest = directory.digest()?;
        digest.update(format!(
            "{pooling:?} {before_queries:?} {before_passages:?} {lower_case}"
        ));
        let opened = directory.open(&OUTPUTS)?;
        let mut network = Network {
            transformer: opened.transformer,
            tokens: opened.tokens,
            pooling,
            dimensions: 0,
            marks: opened.marks,
            lower_case,
        };
        network.dimensions = dimensions(&network, &directory)?;
        Ok(Self {
            name: format!("onnx/{}/{}/{VERSION}", directory.name(), digits(digest)),
            before_passages: before_passages.into(),
            before_queries: before_queries.into(),
            encoder: Encoder::new(network, threads),
        })
    }
}

#[async_trait]
impl Embed for OnnxEmbedding {
    fn model(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.encoder.network.dimensions
    }

    fn is_bounded(&self) -> bool {
        true
    }

    async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Embedding>, LanguageError> {
        let prefix = Arc::clone(&self.before_passages);
        self.encoder.passages(texts, prefix).await
    }

    async fn embed_in_background(
        &self,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, LanguageError> {
        let prefix = Arc::clone(&self.before_passages);
        self.encoder.in_background(texts, prefix).await
    }

    async fn embed_query(&self, text: String) -> Result<Embedding, LanguageError> {
        let prefix = Arc::clone(&self.before_queries);
        self.encoder.query(text, prefix).await
    }
}

/// How many floats the model's vectors have, by trying it.
fn dimensions(network: &Network, directory: &Directory) -> Result<usize, UnusableModel> {
    let unusable = |why: &dyn std::fmt::Display| UnusableModel::new(directory.network(), why);
    let pool = &pools(NonZeroUsize::MIN)[0];
    let tokens = network.tokens.of(TRIED).map_err(|error| unusable(&error))?;
    let rows = network.transformer.run(&tokens, None, pool);
    let rows = rows.map_err(|error| unusable(&error))?;
    let vector = network.pooling.pool(&rows).0;
    let length: f32 = vector.iter().map(|value| value * value).sum();
    match (length - 1.0).abs() < 0.01 {
        true => Ok(vector.len()),
        false => Err(unusable(&"what it makes of a text is no vector")),
    }
}

/// How the vectors of tokens are made one: by the mean, where no file says otherwise.
fn pooling(directory: &Directory) -> Result<Pooling, UnusableModel> {
    let mut folder = "1_Pooling".to_owned();
    let modules = directory.json(MODULES)?.unwrap_or_default();
    for module in modules.as_array().into_iter().flatten() {
        let of = module["type"].as_str().unwrap_or_default();
        let kind = of.rsplit('.').next().unwrap_or_default();
        if !PARTS.contains(&kind) {
            let reason = format!("it has a part that is not supported, {of}");
            return Err(UnusableModel::new(&directory.file(MODULES), reason));
        }
        if let (true, Some(path)) = (kind == "Pooling", module["path"].as_str()) {
            path.clone_into(&mut folder);
        }
    }
    let file = format!("{folder}/config.json");
    let Some(json) = directory.json(&file)? else {
        return Ok(Pooling::Mean);
    };
    let unusable = |why: &str| UnusableModel::new(&directory.file(&file), why);
    if json["include_prompt"] == false {
        return Err(unusable("pooling without the prompt is not supported"));
    }
    let is_named = |(key, name, _): &&(&str, &str, Pooling)| {
        json[*key] == true || json["pooling_mode"].as_str() == Some(*name)
    };
    let named: Vec<_> = POOLINGS.iter().filter(is_named).collect();
    match named[..] {
        [(_, _, pooling)] => Ok(*pooling),
        [] => Err(unusable("it names no way to pool that is supported")),
        _ => Err(unusable("more than one way to pool is not supported")),
    }
}

/// What is read before a query, and before a passage.
fn prompts(directory: &Directory) -> Result<[String; 2], UnusableModel> {
    let json = directory.json(PROMPTS)?.unwrap_or_default();
    let default = json["default_prompt_name"].as_str();
    let prompt = |names: &[&str]| {
        let mut names = names.iter().copied().chain(default);
        match names.find_map(|name| json["prompts"].get(name)) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(prompt)) => Ok(prompt.clone()),
            Some(_) => {
                let file = directory.file(PROMPTS);
                Err(UnusableModel::new(&file, "a prompt is not text"))
            }
        }
    };
    Ok([
        prompt(&["query"])?,
        prompt(&["document", "passage", "corpus"])?,
    ])
}
