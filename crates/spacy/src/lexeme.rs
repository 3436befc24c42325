//! What is known of a word by its spelling alone.

use crate::characters::{is_alpha, is_digit, is_space};
use crate::error::Damage;
use crate::msgpack;
use crate::strings::{StringId, StringMap};

/// The shape of a longer word is "LONG".
const LONG_SHAPE: usize = 100;
/// How many characters of one kind in a row a shape shows.
const SHAPE_RUN: usize = 4;
const SUFFIX_CHARACTERS: usize = 3;

/// The features of a word, as numbers of their strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Lexeme {
    pub(crate) norm: StringId,
    pub(crate) prefix: StringId,
    pub(crate) suffix: StringId,
    pub(crate) shape: StringId,
    pub(crate) lower: StringId,
    pub(crate) is_space: bool,
}

/// The table of words that are read as another: "colour" as "color", "€" as "$".
pub(crate) struct Norms {
    norms: StringMap<StringId>,
}

impl Norms {
    pub(crate) fn load(lookups: &[u8]) -> Result<Norms, Damage> {
        let tables = msgpack::read(lookups)?;
        let mut norms = StringMap::default();
        for (norm, words) in BASE_NORMS {
            norms.extend(
                words
                    .iter()
                    .map(|word| (StringId::hashed(word), StringId::of(norm))),
            );
        }
        for (word, norm) in tables.get("lexeme_norm")?.map()? {
            norms.insert(StringId(word.unsigned()?), StringId::of(norm.text()?));
        }
        Ok(Norms { norms })
    }

    /// The features of a word; `norm` is what the tokenizer's exceptions say it is read as.
    pub(crate) fn lexeme(&self, word: &str, norm: Option<StringId>) -> Lexeme {
        let lower = lowered(word);
        let lower_id = StringId::of(&lower);
        let norm = norm
            .or_else(|| self.norms.get(&StringId::hashed(word)).copied())
            .unwrap_or(lower_id);
        let prefix_end = word.chars().next().map_or(0, char::len_utf8);
        let suffix_start = word
            .char_indices()
            .rev()
            .nth(SUFFIX_CHARACTERS - 1)
            .map_or(0, |(offset, _)| offset);
        Lexeme {
            norm,
            prefix: StringId::of(&word[..prefix_end]),
            suffix: StringId::of(&word[suffix_start..]),
            shape: StringId::of(&shape(word)),
            lower: lower_id,
            is_space: !word.is_empty() && word.chars().all(is_space),
        }
    }
}

/// The word in lower case.
pub(crate) fn lowered(word: &str) -> String {
    if word.is_ascii() {
        word.to_ascii_lowercase()
    } else {
        word.to_lowercase()
    }
}

fn shape(word: &str) -> String {
    if word.len() >= LONG_SHAPE && word.chars().count() >= LONG_SHAPE {
        return "LONG".to_owned();
    }
    let mut shape = String::with_capacity(word.len());
    let mut last = None;
    let mut run = 0;
    for character in word.chars() {
        let kind = if is_alpha(character) {
            if character.is_uppercase() { 'X' } else { 'x' }
        } else if is_digit(character) {
            'd'
        } else {
            character
        };
        run = if last == Some(kind) { run + 1 } else { 0 };
        last = Some(kind);
        if run < SHAPE_RUN {
            shape.push(kind);
        }
    }
    shape
}

/// What spaCy reads alike in every language. The package's own table comes on top of it.
const BASE_NORMS: [(&str, &[&str]); 12] = [
    ("'s", &["'s", "'S", "’s", "’S"]),
    ("'", &["’", "‘", "´", "`"]),
    (
        "\"",
        &["”", "“", "''", "``", "´´", "„", "»", "«", "‘‘", "’’"],
    ),
    ("?", &["？"]),
    ("!", &["！"]),
    (",", &["，"]),
    (";", &["；"]),
    (":", &["："]),
    (".", &["。", "।"]),
    ("...", &["…"]),
    ("-", &["—", "–", "--", "---", "——"]),
    (
        "$",
        &[
            "€", "£", "¥", "฿", "US$", "C$", "A$", "₺", "₹", "৳", "₩", "Mex$", "₣", "E£",
        ],
    ),
];
