//! From a text to the terms it is found by.
//!
//! Texts are brought to Unicode's compatibility form (NFKC) and divided into words; the words are put into lower
//! case, lose their accents, and, unless they are names, English stop words are left out and the rest is stemmed by
//! the English Snowball rules, which leave words of other scripts alone.

use std::borrow::Cow;
use std::ops::Range;

use frostem::{Algorithm, Stemmer};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::stop_words::STOP_WORDS;
use super::tokenizer::{Unspaced, each_word};

/// No word of a language is longer, in bytes; what is longer is encoded data and is left out.
const MAX_WORD_BYTES: usize = 255;

/// Calls `found` with every term of a text to be found, in order.
pub(super) fn each_term(text: &str, found: impl FnMut(&str)) {
    each_stem(text, Unspaced::CharactersAndPairs, found);
}

/// The first `limit` terms of a question; a term comes as often as the question has it.
pub(crate) fn terms_of_question(question: &str, limit: usize) -> Vec<String> {
    let mut terms = Vec::new();
    each_stem(question, Unspaced::Pairs, |term| {
        if terms.len() < limit {
            terms.push(term.to_owned());
        }
    });
    terms
}

/// The terms of a text in its order, as texts are found by: in lower case, without accents and stop words, stemmed.
pub fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    each_stem(text, Unspaced::Pairs, |term| terms.push(term.to_owned()));
    terms
}

/// The words of a text that say what it is about, in lower case, without accents, not stemmed.
pub fn content_words(text: &str) -> Vec<String> {
    let text = normalized(text);
    let mut words = Vec::new();
    each_word(&text, Unspaced::Pairs, |place| {
        if place.len() <= MAX_WORD_BYTES {
            let word = folded(&text[place]);
            if !is_stop_word(&word) {
                words.push(word);
            }
        }
    });
    words
}

/// The words of a text in lower case and without accents, stop words too.
pub(super) fn folded_words(text: &str) -> Vec<String> {
    let text = normalized(text);
    let mut words = Vec::new();
    each_word(&text, Unspaced::Pairs, |place| {
        if place.len() <= MAX_WORD_BYTES {
            words.push(folded(&text[place]));
        }
    });
    words
}

/// The term of a word in lower case and without accents; none of a stop word.
pub(super) fn term_of(word: &str) -> Option<String> {
    let stem = || Stemmer::new(Algorithm::English).stem(word).to_string();
    (!is_stop_word(word)).then(stem)
}

/// A word as names are compared by: in lower case, without accents, not stemmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NameWord {
    /// The word.
    pub(crate) folded: String,
    /// Whether it was written with a capital.
    pub(crate) capital: bool,
}

/// The first `limit` words of a name, or of a text that may name somebody, without the "s" of possessives.
pub(crate) fn name_words(text: &str, limit: usize) -> Vec<NameWord> {
    let text = normalized(text);
    let mut words = Vec::new();
    each_word(&text, Unspaced::Characters, |place| {
        if words.len() < limit && place.len() <= MAX_WORD_BYTES && !is_possessive(&text, &place) {
            let written = &text[place];
            words.push(NameWord {
                folded: folded(written),
                capital: written.starts_with(char::is_uppercase),
            });
        }
    });
    words
}

/// Whether a word in lower case says nothing by itself.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

fn each_stem(text: &str, unspaced: Unspaced, mut found: impl FnMut(&str)) {
    let text = normalized(text);
    let stemmer = Stemmer::new(Algorithm::English);
    each_word(&text, unspaced, |place| {
        if place.len() <= MAX_WORD_BYTES {
            let word = folded(&text[place]);
            if !is_stop_word(&word) {
                found(&stemmer.stem(&word));
            }
        }
    });
}

fn is_possessive(text: &str, word: &Range<usize>) -> bool {
    matches!(&text[word.clone()], "s" | "S")
        && text[..word.start].ends_with(['\'', '\u{2018}', '\u{2019}'])
}

fn normalized(text: &str) -> Cow<'_, str> {
    if is_nfkc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfkc().collect())
    }
}

/// The word in lower case and without accents.
fn folded(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let is_accent = |c: &char| ('\u{0300}'..='\u{036F}').contains(c);
    word.to_lowercase()
        .nfd()
        .filter(|c| !is_accent(c))
        .nfc()
        .collect()
}
