//! A question as the index is asked: its words, and the stretches of time that it speaks of.

use std::time::Duration;

use recollect_index::QueryPart;
use recollect_language::QuestionPattern;
use recollect_language::time::{self, Meaning};
use recollect_model::{CharRange, CharText, Embedding, Interval, ReferenceTime, Timestamp, UserId};

use super::{Query, parts};
use crate::{Engine, EngineError};

/// What of a query is read.
const MAX_QUERY_CHARACTERS: usize = 8_192;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const PAST: [&str; 17] = [
    "ago",
    "before",
    "did",
    "earlier",
    "ever",
    "ex",
    "former",
    "formerly",
    "had",
    "history",
    "once",
    "originally",
    "past",
    "previous",
    "previously",
    "used",
    "was",
];
/// Things are spoken of around the time they happen: a little before, and up to a week after.
const SPOKEN_BEFORE: Duration = Duration::from_secs(2 * 86_400);
const SPOKEN_AFTER: Duration = Duration::from_secs(7 * 86_400);

/// A question with its expressions of time read.
pub(super) struct Question {
    /// What is looked for. "Last week" is no word to look for; "May 2023" is, since a passage is found by its date.
    pub(super) words: String,
    /// The stretches of time it speaks of, widened to when people may have spoken of them.
    pub(super) times: Vec<Interval>,
    /// The same as they are.
    pub(super) named_times: Vec<Interval>,
    /// Whether it has words of the past: "did", "used to", "former".
    pub(super) looks_back: bool,
}

impl Question {
    pub(super) fn read(text: &str, reference: ReferenceTime) -> Self {
        let characters = CharText::new(text);
        let mut question = Self {
            words: String::new(),
            times: Vec::new(),
            named_times: Vec::new(),
            looks_back: looks_back(text),
        };
        let mut start = 0;
        for said in time::expressions(text, reference) {
            // "Every Tuesday", "for two years" and "recently" say when of nothing in particular.
            if !places(said.meaning) {
                continue;
            }
            let Interval {
                start: begins,
                end: ends,
            } = said.interval;
            question.named_times.push(said.interval);
            question.times.push(Interval {
                start: begins.checked_sub(SPOKEN_BEFORE).unwrap_or(begins),
                end: ends.checked_add(SPOKEN_AFTER).unwrap_or(ends),
            });
            if !names_a_date(characters.slice(said.range)) {
                question.words.push_str(characters.slice(CharRange {
                    start,
                    end: said.range.start,
                }));
                start = said.range.end;
            }
        }
        question.words.push_str(characters.slice(CharRange {
            start,
            end: characters.len(),
        }));
        // "Last week?" asks for nothing else.
        if !question.words.contains(char::is_alphanumeric) {
            text.clone_into(&mut question.words);
        }
        question
    }
}

/// A question as it is searched by.
pub(super) struct Understood {
    pub(super) question: Question,
    /// Its vector, where that can be had.
    pub(super) vector: Option<Embedding>,
    /// What it asks for one by one.
    pub(super) parts: Vec<QueryPart>,
    /// When it is asked, if that is more than a day ago: what came later was not known then.
    pub(super) asked_at: Option<Timestamp>,
    /// How close a passage must be to it for that alone to mean anything.
    pub(super) least_closeness: f32,
    /// What it asks for, where that is understood.
    pub(super) pattern: Option<QuestionPattern>,
}

impl Engine {
    /// Reads the question when it is the user's turn.
    pub(super) async fn understand_question(
        &self,
        user: UserId,
        query: &Query,
    ) -> Result<Understood, EngineError> {
        let _turn = self.rankings.take(user).await;
        let question: String = query.text.chars().take(MAX_QUERY_CHARACTERS).collect();
        let reference = query.reference_time;
        let pattern = self
            .language
            .extract
            .read_question(question.clone(), reference);
        let reading = tokio::task::spawn_blocking(move || Question::read(&question, reference));
        let question = reading
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))?;
        let vector = self.language.embed.embed_query(question.words.clone());
        let (vector, pattern, parts) = tokio::join!(vector, pattern, self.parts_of(&question));
        let vector =
            vector.map_err(|error| tracing::warn!("a search goes without its vector: {error}"));
        let pattern = pattern.map_err(|error| tracing::warn!("a question is not read: {error}"));
        // "???" has no word at all, and means as little as one that nobody has read.
        let words = match question.words.contains(char::is_alphanumeric) {
            true => recollect_index::content_words(&question.words),
            false => vec![question.words.clone()],
        };
        let asked = reference.instant();
        let hours = self.environment.now().duration_since(asked).as_hours();
        Ok(Understood {
            asked_at: (hours > 24).then_some(asked),
            least_closeness: self.language.embed.least_closeness(&words),
            question,
            parts,
            vector: vector.ok(),
            pattern: pattern.ok().flatten(),
        })
    }

    /// What a question asks for one by one, with vectors.
    async fn parts_of(&self, question: &Question) -> Vec<QueryPart> {
        let mut parts = Vec::new();
        for words in parts::parts(&question.words) {
            let vector = self.language.embed.embed_query(words.clone()).await;
            parts.push(QueryPart {
                vector: vector.ok(),
                words,
            });
        }
        parts
    }
}

/// Whether what is said of a time places things in it.
fn places(meaning: Meaning) -> bool {
    match meaning {
        Meaning::At | Meaning::Since | Meaning::Until => true,
        Meaning::For(_) | Meaning::Every | Meaning::Vague => false,
    }
}

/// Whether a question has words of the past, as far as that can be told of one that is not understood.
pub(super) fn looks_back(text: &str) -> bool {
    let mut words = text.split(|character: char| !character.is_alphanumeric());
    words.any(|word| PAST.contains(&word.to_lowercase().as_str()))
}

/// Whether an expression of time has words that a date is written with: a month's name or a year.
fn names_a_date(expression: &str) -> bool {
    let mut words = expression.split(|character: char| !character.is_alphanumeric());
    words.any(|word| {
        let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        is_year || MONTHS.contains(&word.to_lowercase().as_str())
    })
}
