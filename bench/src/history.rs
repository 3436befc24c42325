//! The format of `life_histories.json`: what is told over the years, and what must be answered.
//!
//! Episodes are told in their order in the file, whatever their reference times. A question's `validAt` of `null` means
//! after everything: [`History::after_everything`]. `knownAfterEpisode` n asks what was known when n episodes were
//! processed, the first n of the file. Every answer is the same in whatever order the episodes arrive, except those.

use std::collections::HashSet;

use jiff::ToSpan;
use recollect_model::{ReferenceTime, Timestamp};
use serde::Deserialize;

use crate::annotation::Fault;
use crate::wording::{heads, normalised};

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LifeHistories {
    /// The histories, each a space of its own.
    pub histories: Vec<History>,
}

/// One life, as its owner tells it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct History {
    /// A name for it.
    pub id: String,
    /// What the owner is called.
    pub owner_name: String,
    /// What is told, in the order of arrival.
    pub episodes: Vec<Telling>,
    /// What must be answered.
    pub questions: Vec<Question>,
}

/// One text.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Telling {
    /// When it was said, ISO 8601.
    pub reference_time: String,
    /// What was said.
    pub text: String,
    /// The session it belongs to.
    pub session_id: Option<String>,
}

/// A question and its answer.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    /// Whom it asks about: a name, `owner`, or a role such as `owner's mother`.
    pub subject: String,
    /// The normalised relation it asks for.
    pub relation: String,
    /// When what is asked for held; `None` is after everything.
    pub valid_at: Option<String>,
    /// How many of the file's episodes were processed; `None` is all.
    pub known_after_episode: Option<usize>,
    /// The objects that are to be answered, each.
    pub expect: Vec<Wording>,
    /// The objects that are not to be answered.
    pub not_expect: Vec<Wording>,
}

/// An object, or several ways of putting it.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Wording {
    /// One way.
    One(String),
    /// Any of several.
    Any(Vec<String>),
}

impl Wording {
    /// Whether an answered object is this one: as in [`crate::wording`], its head counting too.
    pub fn is(&self, answered: &str) -> bool {
        let listed = match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Any(several) => several,
        };
        let mut heads = heads(answered).into_iter();
        heads.any(|head| listed.iter().any(|form| normalised(form) == head))
    }
}

impl Question {
    /// What is wrong with an answer: the objects of the statements that hold, neither denied nor only meant to be.
    pub fn faults(&self, answered: &[String]) -> Vec<Fault> {
        let is_answered = |wording: &Wording| answered.iter().any(|object| wording.is(object));
        let missing = self.expect.iter().filter(|wording| !is_answered(wording));
        let excess = self
            .not_expect
            .iter()
            .filter(|wording| is_answered(wording));
        missing
            .map(|wording| format!("{wording:?} is missing"))
            .chain(excess.map(|wording| format!("{wording:?} is not so")))
            .collect()
    }
}

impl History {
    /// An instant after everything that is told: a day after the last reference time.
    pub fn after_everything(&self) -> Result<Timestamp, Fault> {
        let mut last = Timestamp::MIN;
        for telling in &self.episodes {
            last = last.max(instant(&telling.reference_time)?);
        }
        last.checked_add(24.hours())
            .map_err(|error| error.to_string())
    }

    /// Checks that its times can be read and its questions can be asked.
    pub fn check(&self) -> Result<(), Fault> {
        self.after_everything()?;
        for question in &self.questions {
            if let Some(time) = &question.valid_at {
                instant(time)?;
            }
            let known = question.known_after_episode.unwrap_or(1);
            if known == 0 || known > self.episodes.len() {
                return Err(format!("{}: there is no episode {known}", self.id));
            }
            if question.expect.is_empty() && question.not_expect.is_empty() {
                return Err(format!("{}: a question expects nothing", self.id));
            }
        }
        Ok(())
    }
}

impl LifeHistories {
    /// Checks every history, and that ids are unique.
    pub fn check(&self) -> Result<(), Fault> {
        let mut ids = HashSet::new();
        for history in &self.histories {
            if !ids.insert(&history.id) {
                return Err(format!("two histories are called {}", history.id));
            }
            history.check()?;
        }
        Ok(())
    }
}

fn instant(time: &str) -> Result<Timestamp, Fault> {
    let time: ReferenceTime = time
        .parse()
        .map_err(|error: recollect_model::InvalidDateTime| error.to_string())?;
    Ok(time.instant())
}
