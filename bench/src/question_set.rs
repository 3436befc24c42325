//! The format of `questions.json`: questions in plain words about the lives of `life_histories.json`, and what their
//! answers say.

use serde::Deserialize;

use crate::annotation::Fault;
use crate::history::LifeHistories;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionSet {
    /// How the wordings are compared.
    pub note: String,
    /// The questions.
    pub questions: Vec<PlainQuestion>,
}

/// A question in plain words and its answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlainQuestion {
    /// The id of the history it is about.
    pub history: String,
    /// The question, as its owner asks it.
    pub question: String,
    /// When it is asked, ISO 8601; `None` is after everything.
    pub asked_at: Option<String>,
    /// What the answer must say: of each entry one of its wordings. `None` where the texts do not tell it.
    pub expect: Option<Vec<Vec<String>>>,
    /// What the answer must not say.
    pub not_expect: Vec<String>,
    /// What sort of question it is.
    pub kind: String,
}

impl PlainQuestion {
    /// What is wrong with an answer; `None` stands for no answer.
    pub fn faults(&self, answer: Option<&str>) -> Vec<Fault> {
        let said = answer.unwrap_or_default().to_lowercase();
        let Some(expected) = &self.expect else {
            return match answer {
                None => Vec::new(),
                Some(answer) => vec![format!("{answer:?} was never said")],
            };
        };
        let missing = expected
            .iter()
            .filter(|wordings| !wordings.iter().any(|wording| says(&said, wording)))
            .map(|wordings| format!("{:?} is missing", wordings.first()));
        let excess = self
            .not_expect
            .iter()
            .filter(|wording| says(&said, wording))
            .map(|wording| format!("{wording:?} is not so"));
        missing.chain(excess).collect()
    }
}

impl QuestionSet {
    /// Checks that every question is about a history, and asks something.
    pub fn check(&self, histories: &LifeHistories) -> Result<(), Fault> {
        for question in &self.questions {
            let is_known = histories
                .histories
                .iter()
                .any(|history| history.id == question.history);
            if !is_known {
                return Err(format!("there is no history {}", question.history));
            }
            if question.question.trim().is_empty()
                || question.expect.as_ref().is_some_and(Vec::is_empty)
            {
                return Err(format!("{}: a question expects nothing", question.history));
            }
        }
        Ok(())
    }
}

/// Whether a text in lower case has these words, as whole ones.
fn says(text: &str, words: &str) -> bool {
    let words = words.to_lowercase();
    text.match_indices(&words).any(|(place, found)| {
        let before = text[..place].chars().next_back();
        let after = text[place + found.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}
