//! What is in a model's directory.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use rten::{Model, ModelOptions};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::UnusableModel;
use crate::local::tokens::Tokens;
use crate::local::transformer::Transformer;

/// The network, the first of these that there is: the smaller and faster one before the other.
const NETWORKS: [&str; 4] = [
    "onnx/model_quantized.onnx",
    "model_quantized.onnx",
    "onnx/model.onnx",
    "model.onnx",
];
/// The most bytes of a file of JSON; the largest vocabularies take some tens of millions.
const LARGEST_JSON: u64 = 128 * 1024 * 1024;
/// The most tokens of a text that are read: passages are shorter, and the time grows faster than they do.
const MOST_TOKENS: usize = 512;
/// Models whose table of places begins with two that no token has.
const TWO_PLACES_LESS: [&str; 5] = ["roberta", "xlm-roberta", "mpnet", "camembert", "longformer"];
/// Digits of a digest that are kept of it.
const DIGITS: usize = 12;

/// A directory with a model.
pub(super) struct Directory {
    path: PathBuf,
    network: PathBuf,
}

/// A model that was read from its directory.
pub(super) struct Opened {
    pub(super) transformer: Transformer,
    pub(super) tokens: Tokens,
    /// The tokens of no text.
    pub(super) marks: usize,
}

impl Directory {
    /// The directory, or the network's file in it or in its directory `onnx`.
    pub(super) fn find(path: &Path) -> Result<Self, UnusableModel> {
        let unusable = |why: &dyn std::fmt::Display| UnusableModel::new(path, why);
        let path = path.canonicalize().map_err(|error| unusable(&error))?;
        if path.is_file() {
            let mut holding = path.parent().unwrap_or(Path::new("/"));
            if holding.ends_with("onnx") {
                holding = holding.parent().unwrap_or(holding);
            }
            return Ok(Self {
                path: holding.to_owned(),
                network: path,
            });
        }
        let mut networks = NETWORKS.iter().map(|name| path.join(name));
        let network = networks.find(|network| network.is_file()).ok_or_else(|| {
            unusable(&"it has neither model.onnx nor model_quantized.onnx, also not in onnx/")
        })?;
        Ok(Self { path, network })
    }

    /// What the directory is called.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let plain = |c: char| if c == '/' || c.is_control() { '-' } else { c };
        name.chars().map(plain).take(64).collect()
    }

    pub(super) fn network(&self) -> &Path {
        &self.network
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// A file of JSON; `None` where there is none.
    pub(super) fn json(&self, name: &str) -> Result<Option<Value>, UnusableModel> {
        let Some(bytes) = self.bytes(name)? else {
            return Ok(None);
        };
        let value = serde_json::from_slice(&bytes);
        value
            .map(Some)
            .map_err(|error| UnusableModel::new(&self.file(name), error))
    }

    /// The network and the tokenizer; `outputs` are the names of the outputs that are wanted, the best first.
    pub(super) fn open(&self, outputs: &[&str]) -> Result<Opened, UnusableModel> {
        let name = "tokenizer.json";
        let json = self.bytes(name)?;
        let json = json.ok_or_else(|| UnusableModel::new(&self.file(name), "it is missing"))?;
        let tokens = Tokens::read(&json, self.most_tokens()?, true);
        let tokens = tokens.map_err(|why| UnusableModel::new(&self.file(name), why))?;
        let none = tokens
            .of("")
            .map_err(|error| UnusableModel::new(&self.file(name), error))?;
        let transformer = Transformer::new(self.model()?, outputs);
        Ok(Opened {
            transformer: transformer.map_err(|why| UnusableModel::new(&self.network, why))?,
            marks: none.len(),
            tokens,
        })
    }

    /// Begins a digest of what a text's vector depends on: the network with its numbers, and the tokenizer.
    pub(super) fn digest(&self) -> Result<Sha256, UnusableModel> {
        let mut digest = Sha256::new();
        let mut beside = self.network.clone().into_os_string();
        beside.push("_data");
        let files = [
            self.network.clone(),
            beside.into(),
            self.file("tokenizer.json"),
        ];
        let mut buffer = vec![0; 1 << 20];
        for file in files.iter().filter(|file| file.is_file()) {
            let unreadable = |error| UnusableModel::new(file, error);
            let mut opened = File::open(file).map_err(unreadable)?;
            loop {
                match opened.read(&mut buffer).map_err(unreadable)? {
                    0 => break,
                    count => digest.update(&buffer[..count]),
                }
            }
        }
        Ok(digest)
    }

    fn model(&self) -> Result<Model, UnusableModel> {
        ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_file(&self.network)
            .map_err(|error| UnusableModel::new(&self.network, error))
    }

    /// How many tokens of a text the model reads.
    fn most_tokens(&self) -> Result<usize, UnusableModel> {
        let number = |json: &Option<Value>, name: &str| {
            let number = json.as_ref()?[name].as_u64()?;
            usize::try_from(number).ok().filter(|&number| number > 0)
        };
        let config = self.json("config.json")?;
        let config = Some(
            config.ok_or_else(|| UnusableModel::new(&self.file("config.json"), "it is missing"))?,
        );
        let places = number(&config, "max_position_embeddings").map(|places| {
            let kind = config
                .as_ref()
                .and_then(|config| config["model_type"].as_str());
            match kind.is_some_and(|kind| TWO_PLACES_LESS.contains(&kind)) {
                true => places.saturating_sub(2),
                false => places,
            }
        });
        let limits = [
            number(&self.json("sentence_bert_config.json")?, "max_seq_length"),
            number(&self.json("tokenizer_config.json")?, "model_max_length"),
            places,
        ];
        let least = limits.into_iter().flatten().min();
        Ok(least.unwrap_or(MOST_TOKENS).min(MOST_TOKENS))
    }

    fn bytes(&self, name: &str) -> Result<Option<Vec<u8>>, UnusableModel> {
        let file = self.file(name);
        let unreadable = |error| UnusableModel::new(&file, error);
        let opened = match File::open(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(unreadable)?,
        };
        let mut bytes = Vec::new();
        let read = opened.take(LARGEST_JSON + 1).read_to_end(&mut bytes);
        read.map_err(unreadable)?;
        if bytes.len() as u64 > LARGEST_JSON {
            return Err(UnusableModel::new(&file, "it is too large"));
        }
        Ok(Some(bytes))
    }
}

/// The first digits of a digest.
pub(super) fn digits(digest: Sha256) -> String {
    let bytes = digest.finalize();
    let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
    digits.take(DIGITS / 2).collect()
}
