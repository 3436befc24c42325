//! Texts as the numbers of their word pieces.

use std::ops::Range;

use tokenizers::{
    EncodeInput, Encoding, Tokenizer, TruncationDirection, TruncationParams, TruncationStrategy,
};

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

/// The tokens of two texts, one after the other.
pub(super) struct PlacedPair {
    pub(super) ids: Vec<u32>,
    /// Which of the two each is of: 0 or 1.
    pub(super) types: Vec<u32>,
    /// Where in the second text it stands, in bytes.
    pub(super) places: Vec<Option<Range<usize>>>,
}

impl Tokens {
    /// The tokenizer of a model that is inside the binary.
    pub(super) fn inside(
        json: &[u8],
        most: usize,
        with_special: bool,
    ) -> Result<Self, LanguageError> {
        Self::read(json, most, with_special).map_err(|why| {
            LanguageError::give_up(format!(
                "the tokenizer inside the binary does not load: {why}"
            ))
        })
    }

    /// Reads a tokenizer's JSON, or says why it cannot be read. Texts are cut after `most` tokens and never padded, whatever
    /// the JSON says.
    pub(super) fn read(json: &[u8], most: usize, with_special: bool) -> Result<Self, String> {
        let broken = |error: tokenizers::Error| error.to_string();
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
        Ok(self.encode(beginning(text))?.get_ids().to_vec())
    }

    /// The numbers of the tokens of two texts, one after the other, and which of the two each is of: 0 or 1.
    pub(super) fn of_pair(
        &self,
        one: &str,
        other: &str,
    ) -> Result<(Vec<u32>, Vec<u32>), LanguageError> {
        let encoding = self.encode((beginning(one), beginning(other)))?;
        Ok((
            encoding.get_ids().to_vec(),
            encoding.get_type_ids().to_vec(),
        ))
    }

    /// As [`of_pair`](Self::of_pair), with where in the second text each token stands, in bytes; nothing for those of the first and for
    /// marks.
    pub(super) fn of_pair_in_place(
        &self,
        one: &str,
        other: &str,
    ) -> Result<PlacedPair, LanguageError> {
        let pair = (beginning(one), beginning(other));
        let encoding = self.tokenizer.encode(pair, self.with_special);
        let encoding = encoding.map_err(|error| untokenized(&error))?;
        let places = (0..encoding.len()).map(|token| {
            let (start, end) = encoding.get_offsets()[token];
            (encoding.token_to_sequence(token) == Some(1)).then_some(start..end)
        });
        Ok(PlacedPair {
            places: places.collect(),
            ids: encoding.get_ids().to_vec(),
            types: encoding.get_type_ids().to_vec(),
        })
    }

    fn encode<'a>(&self, texts: impl Into<EncodeInput<'a>>) -> Result<Encoding, LanguageError> {
        let encoding = self.tokenizer.encode_fast(texts, self.with_special);
        encoding.map_err(|error| untokenized(&error))
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

fn untokenized(error: &tokenizers::Error) -> LanguageError {
    LanguageError::give_up(format!("the text cannot be tokenized: {error}"))
}

fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(MOST_CHARACTERS);
    &text[..end.map_or(text.len(), |(byte, _)| byte)]
}
