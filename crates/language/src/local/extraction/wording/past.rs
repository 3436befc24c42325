//! Whether the sentence of a fact tells it in the past, as [`sentence`](super::sentence) words it.

use crate::lexicon::conjugation::{past, third_person};

/// Words before a verb after which its dictionary form is no past: "does not put", "will put", "plans to put".
const BEFORE_DICTIONARY_FORM: &[&str] = &[
    "to", "not", "will", "would", "may", "might", "can", "could", "should", "must", "does", "do",
];

/// Whether a fact with this phrase in dictionary form ("break", "sign for") is told in the past: "broke", "signed for", "did not
/// sign for". A verb whose past is its dictionary form ("put") is in the past only after the name of one person or thing, of
/// which the present would end otherwise.
pub fn tells_in_past(phrase: &str, fact: &str) -> bool {
    let lemma = phrase.split([' ', '_']).next().unwrap_or(phrase);
    if lemma.is_empty() {
        return false;
    }
    let words: Vec<&str> = fact
        .split(|c: char| c.is_whitespace() || ".,;:".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let past = past(lemma);
    let at = |word: &str| words.iter().skip(1).position(|one| *one == word);
    if lemma == "be" {
        return at("was").or(at("were")).is_some();
    }
    let denied = words
        .windows(3)
        .any(|words| words[0] == "did" && words[1] == "not" && words[2] == lemma);
    if denied || past != lemma {
        return denied || at(&past).is_some();
    }
    // `at` counts from the second word, so this is the word before the verb.
    let Some(before) = at(lemma).and_then(|place| words.get(place)) else {
        return false;
    };
    let is_one = before.starts_with(char::is_uppercase)
        && !before.ends_with('s')
        && !words
            .iter()
            .take_while(|word| *word != before)
            .any(|word| *word == "and");
    is_one && !BEFORE_DICTIONARY_FORM.contains(before) && at(&third_person(lemma)).is_none()
}
