//! Embeddings by potion-base-8M, a table of word vectors: for bulk and for small machines.
//!
//! 256 dimensions. A text's vector is the mean of its tokens' vectors, in which their weights are contained. Some
//! 20,000 texts a second on a core; less apt than MiniLM where words differ and meaning does not.

use std::num::NonZeroUsize;
use std::sync::Arc;

use async_trait::async_trait;
use recollect_model::Embedding;

use super::normalized;
use super::tokens::Tokens;
use super::workers::Workers;
use crate::{Embed, LanguageError};

/// Rows and columns (u32), one scale a row (f32), then the values (i8), little endian; `assets/fetch` makes it.
const TABLE: &[u8] = include_bytes!(concat!(
    env!("RECOLLECT_ASSETS_DIR"),
    "/potion-base-8M.int8"
));
const TOKENIZER: &[u8] = include_bytes!(concat!(
    env!("RECOLLECT_ASSETS_DIR"),
    "/potion-base-8M.tokenizer.json"
));

/// Raised whenever the same text would get another vector.
const NAME: &str = "potion-base-8M/int8/1";
/// Measured: no paraphrase of 62 that share no word with their text falls below the first; of a thousand strings of letters
/// that mean nothing, most are nowhere as close as the second (`docs/ranking.md`).
const LEAST_CLOSENESS: f32 = 0.15;
const LEAST_CLOSENESS_UNREAD: f32 = 0.45;
const DIMENSIONS: usize = 256;
const MOST_TOKENS: usize = 512;

/// The most texts a worker embeds before the next caller has its turn: about 10 ms.
const BATCH: usize = 256;

/// The table of word vectors and its workers.
pub struct Potion {
    table: Arc<Table>,
    workers: Workers<()>,
}

impl Potion {
    /// Reads the tokenizer and the scales, which takes about 50 ms; up to `threads` cores work at once.
    pub fn load(threads: NonZeroUsize) -> Result<Self, LanguageError> {
        Ok(Self {
            table: Arc::new(Table::load()?),
            workers: Workers::new(vec![(); threads.get()]),
        })
    }
}

#[async_trait]
impl Embed for Potion {
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
        match self.table.tokens.knows(words) {
            true => LEAST_CLOSENESS,
            false => LEAST_CLOSENESS_UNREAD,
        }
    }

    async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Embedding>, LanguageError> {
        let mut embeddings = Vec::with_capacity(texts.len());
        let mut texts = texts.into_iter();
        loop {
            let batch: Vec<String> = texts.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(embeddings);
            }
            let table = Arc::clone(&self.table);
            let embed = move |&(): &()| {
                batch
                    .iter()
                    .map(|text| table.embed(text))
                    .collect::<Result<Vec<_>, _>>()
            };
            embeddings.extend(self.workers.run(embed).await??);
        }
    }

    async fn embed_query(&self, text: String) -> Result<Embedding, LanguageError> {
        // So short (50 µs) that handing it to another thread would take as long.
        self.table.embed(&text)
    }
}

struct Table {
    tokens: Tokens,
    /// Stands for a word that is not in the table; it says nothing.
    unknown: Option<u32>,
    scales: Vec<f32>,
    values: &'static [u8],
}

impl Table {
    fn load() -> Result<Self, LanguageError> {
        let broken = || {
            LanguageError::give_up("the word vectors inside the binary are not what they should be")
        };
        let (rows, rest) = TABLE.split_first_chunk::<4>().ok_or_else(broken)?;
        let (columns, rest) = rest.split_first_chunk::<4>().ok_or_else(broken)?;
        let (rows, columns) = (
            u32::from_le_bytes(*rows) as usize,
            u32::from_le_bytes(*columns) as usize,
        );
        let (scales, values) = rest.split_at_checked(4 * rows).ok_or_else(broken)?;
        if columns != DIMENSIONS || values.len() != rows * columns {
            return Err(broken());
        }
        let (scales, _) = scales.as_chunks::<4>();
        let tokens = Tokens::inside(TOKENIZER, MOST_TOKENS, false)?;
        Ok(Self {
            unknown: tokens.id("[UNK]"),
            tokens,
            scales: scales
                .iter()
                .map(|bytes| f32::from_le_bytes(*bytes))
                .collect(),
            values,
        })
    }

    fn embed(&self, text: &str) -> Result<Embedding, LanguageError> {
        let mut sum = vec![0.0_f32; DIMENSIONS];
        for token in self
            .tokens
            .of(text)?
            .into_iter()
            .filter(|token| Some(*token) != self.unknown)
        {
            let row = token as usize;
            let values = self.values.get(row * DIMENSIONS..(row + 1) * DIMENSIONS);
            if let (Some(values), Some(scale)) = (values, self.scales.get(row)) {
                sum.iter_mut()
                    .zip(values)
                    .for_each(|(sum, &value)| *sum += f32::from(value as i8) * scale);
            }
        }
        Ok(normalized(sum))
    }
}
