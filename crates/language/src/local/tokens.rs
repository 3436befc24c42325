//! Texts as the numbers of their word pieces.

use tokenizers::{Tokenizer, TruncationDirection, TruncationParams, TruncationStrategy};

use crate::LanguageError;

/// The most characters of a text that are looked at: more than the models read of any text made of words.
const MOST_CHARACTERS: usize = 8_192;

/// What is spelt out in shorter pieces on average is no word that the model has read.
const LETTERS_OF_A_PIECE: usize = 3;

/// The tokenizer of one model.
#[derive(Debug)]
pub(super) struct Tokens {
    tokenizer: Tokenizer,
    with_special: bool,
}

impl Tokens {
    /// Reads a tokenizer's JSON. Texts are cut after `most` tokens and never padded, whatever the JSON says.
    pub(super) fn load(
        json: &[u8],
        most: usize,
        with_special: bool,
    ) -> Result<Self, LanguageError> {
        let broken = |error| {
            LanguageError::give_up(format!(
                "the tokenizer inside the binary does not load: {error}"
            ))
        };
        let mut tokenizer = Tokenizer::from_bytes(json).map_err(broken)?;
        let truncation = TruncationParams {
            max_length: most,
            strategy: TruncationStrategy::LongestFirst,
            stride: 0,
            direction: TruncationDirection::Right,
        };
        tokenizer
            .with_truncation(Some(truncation))
            .map_err(broken)?;
        tokenizer.with_padding(None);
        Ok(Self {
            tokenizer,
            with_special,
        })
    }

    /// The numbers of a text's tokens.
    pub(super) fn of(&self, text: &str) -> Result<Vec<u32>, LanguageError> {
        let end = text
            .char_indices()
            .nth(MOST_CHARACTERS)
            .map_or(text.len(), |(byte, _)| byte);
        let encoding = self.tokenizer.encode_fast(&text[..end], self.with_special);
        let encoding = encoding.map_err(|error| {
            LanguageError::give_up(format!("the text cannot be tokenized: {error}"))
        })?;
        Ok(encoding.get_ids().to_vec())
    }

    /// Whether most letters of these words are in words that the model has read: those that are one piece, or few long ones.
    /// A number is no word: by itself it means nothing.
    pub(super) fn knows(&self, words: &[String]) -> bool {
        let (mut known, mut all) = (0, 0);
        for word in words {
            let letters = word.chars().filter(|c| c.is_alphabetic()).count();
            let pieces = self.tokenizer.encode_fast(word.as_str(), false);
            let pieces = pieces.map_or(usize::MAX, |pieces| pieces.len());
            all += letters;
            if pieces == 1 || letters >= LETTERS_OF_A_PIECE.saturating_mul(pieces) {
                known += letters;
            }
        }
        words.is_empty() || (known > 0 && 2 * known >= all)
    }

    /// The number of a token.
    pub(super) fn id(&self, token: &str) -> Option<u32> {
        self.tokenizer.token_to_id(token)
    }
}
