//! A model's answer as it is read: two lists of notes, none of them believed yet.
//!
//! An item that has not the form is left out and counted; the others stay. Texts and lists are limited.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The most characters of any text in an answer that are of use; a longer one is not looked for.
const LONGEST: usize = 1_000;

/// What a model noted.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) entities: Vec<NotedEntity>,
    pub(super) statements: Vec<NotedStatement>,
    /// How many items had not the form.
    pub(super) malformed: usize,
}

/// Something a passage is said to name.
#[derive(Debug, Deserialize)]
pub(super) struct NotedEntity {
    pub(super) passage: usize,
    pub(super) name: String,
    #[serde(default)]
    pub(super) kind: String,
}

/// Something a passage is said to say.
#[derive(Debug, Deserialize)]
pub(super) struct NotedStatement {
    pub(super) passage: usize,
    pub(super) evidence: String,
    pub(super) subject: String,
    pub(super) relation: String,
    #[serde(default)]
    pub(super) phrase: String,
    #[serde(default)]
    pub(super) object: String,
    #[serde(default)]
    pub(super) time: String,
    pub(super) truth: Truth,
    #[serde(default)]
    pub(super) change: Change,
    #[serde(default)]
    pub(super) said_by: String,
}

/// How what is said holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Truth {
    Is,
    IsNot,
    Was,
    Planned,
    Wished,
    Possible,
    Required,
    Conditional,
}

/// What it does to what was said before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    #[default]
    None,
    Adds,
    Corrects,
}

impl Notes {
    /// Reads at most `most` items of each list of an answer; `None` when it is no object with the two lists. What stands around the object (a fence, a train of
    /// thought) is passed over.
    pub(super) fn read(answer: &str, most: usize) -> Option<Self> {
        let (start, end) = (answer.find('{')?, answer.rfind('}')?);
        let after_thought = answer
            .rfind("</think>")
            .and_then(|thought| Some(thought + answer.get(thought..)?.find('{')?));
        let object = answer.get(after_thought.unwrap_or(start)..=end)?;
        let value: Value = serde_json::from_str(object).ok()?;
        let mut notes = Self::default();
        notes.entities = items(value.get("entities")?, most, &mut notes.malformed)?;
        notes.statements = items(value.get("statements")?, most, &mut notes.malformed)?;
        notes.keep_short();
        Some(notes)
    }

    fn keep_short(&mut self) {
        let before = self.entities.len() + self.statements.len();
        self.entities.retain(|entity| is_short(&entity.name));
        self.statements.retain(|said| {
            [
                &said.evidence,
                &said.subject,
                &said.phrase,
                &said.object,
                &said.time,
                &said.said_by,
            ]
            .into_iter()
            .all(|text| is_short(text))
        });
        self.malformed += before - self.entities.len() - self.statements.len();
    }
}

fn is_short(text: &str) -> bool {
    text.len() <= 4 * LONGEST && text.chars().count() <= LONGEST
}

fn items<T: DeserializeOwned>(list: &Value, most: usize, malformed: &mut usize) -> Option<Vec<T>> {
    let list = list.as_array()?;
    let items: Vec<T> = list
        .iter()
        .take(most)
        .filter_map(|item| T::deserialize(item).ok())
        .collect();
    *malformed += list.len() - items.len();
    Some(items)
}
