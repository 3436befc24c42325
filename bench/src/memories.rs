//! The format of `memories.jsonl`: what different people tell over months, with questions that one of the texts answers and questions that
//! none does; and when an answer says what it should.

use std::collections::HashSet;

use serde::Deserialize;

use crate::annotation::Fault;

/// The texts of one person and questions about them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// What it is called.
    pub id: String,
    /// What sort of texts it holds.
    pub kind: String,
    /// What its owner is called.
    pub owner: String,
    /// The texts, the first first.
    pub texts: Vec<ToldText>,
    /// Questions that a text answers.
    pub told: Vec<ToldQuestion>,
    /// Questions that none answers, although they look like it.
    pub untold: Vec<String>,
}

/// One text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToldText {
    /// The day, `2025-03-02`. In a dialogue, turns of the same day are one conversation.
    pub at: String,
    /// What is told.
    pub text: String,
}

/// A question and the words that answer it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToldQuestion {
    /// The question, mostly in other words than the text's.
    pub question: String,
    /// The number of the text, from 0.
    pub text: usize,
    /// The words of the text.
    pub answer: String,
}

/// The sort of memory in which each text is one turn of a talk.
pub const DIALOGUE: &str = "dialogue";

/// An answer says enough with this part of the words that count.
const MOST: f64 = 0.8;
/// A part of them is an answer where nothing else is said.
const PART: f64 = 0.34;

impl Memory {
    /// Checks that every answer stands in its text.
    pub fn check(&self) -> Result<(), Fault> {
        for told in &self.told {
            let text = self.texts.get(told.text).map(|told| told.text.as_str());
            if !text.is_some_and(|text| text.contains(&told.answer)) {
                return Err(format!("{}: {:?} is in no such text", self.id, told.answer));
            }
        }
        if self.texts.is_empty() || self.told.is_empty() || self.untold.is_empty() {
            return Err(format!("{} has no texts or no questions", self.id));
        }
        Ok(())
    }

    /// The session of a text, in a dialogue.
    pub fn session(&self, text: &ToldText) -> Option<String> {
        (self.kind == DIALOGUE).then(|| format!("{} {}", self.id, text.at))
    }
}

/// Whether an answer has the words of the right one that mean something: nearly all of them, or some of them and hardly any others.
pub fn is_right(answer: &str, right: &str) -> bool {
    let (given, wanted) = (meaning(answer), meaning(right));
    let shared = given.intersection(&wanted).count() as f64;
    let of_wanted = shared / wanted.len().max(1) as f64;
    let of_given = shared / given.len().max(1) as f64;
    !wanted.is_empty() && (of_wanted >= MOST || of_given >= MOST && of_wanted >= PART)
}

/// The words of a text that mean something, in lower case and without the endings of their forms.
fn meaning(text: &str) -> HashSet<String> {
    const SMALL: &[&str] = &[
        "a", "an", "the", "to", "of", "in", "on", "at", "for", "with", "and", "or", "by", "from",
        "as", "is", "are", "was", "were", "be", "been", "it", "its", "his", "her", "their", "my",
        "your", "our", "i", "you", "he", "she", "they", "them",
    ];
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty() && !SMALL.contains(word))
        .map(stem)
        .collect()
}

fn stem(word: &str) -> String {
    const ENDINGS: &[&str] = &["ing", "ies", "ied", "ed", "es", "s", "ly", "er"];
    let cut = ENDINGS
        .iter()
        .filter_map(|ending| word.strip_suffix(ending))
        .find(|stem| stem.chars().count() >= 3);
    let stem = cut.unwrap_or(word);
    match stem.strip_suffix('e') {
        Some(rest) if stem.chars().count() > 3 => rest.to_owned(),
        _ => stem.to_owned(),
    }
}
