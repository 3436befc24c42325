//! Where a fact's sentence names entities, so that it can be told by what they are called now.
//!
//! A sentence is kept in the words of the text that says it, and says of each name in it whose it is. Told, it has
//! the present names in their place: a person who is named otherwise is named so in all their facts at once, whoever
//! of the sentence they are, and nothing is written anew.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{EntityId, EntityKind};

/// A place in a sentence that names an entity.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct NamedPlace {
    /// Where in the sentence it begins, in bytes.
    pub at: u32,
    /// The words that stand there.
    pub words: String,
    /// Whom or what they name.
    pub entity: EntityId,
}

/// The places in a sentence that name entities, in its order; none of them overlap.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NamedPlaces(pub Vec<NamedPlace>);

/// What an entity is called at present.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    /// The entity under the name that stands for all its names.
    pub entity: EntityId,
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: EntityKind,
}

impl NamedPlaces {
    /// The places of a sentence where one of these names stands as whole words. A longer name goes before a shorter one,
    /// and of two that are spelled alike the one that is given first.
    pub fn find(sentence: &str, names: &[(String, EntityId)]) -> Self {
        let spelled: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        let found = occurrences(sentence, &spelled).into_iter();
        let places = found.map(|(at, name)| NamedPlace {
            at: at as u32,
            words: names[name].0.clone(),
            entity: names[name].1,
        });
        Self(places.collect())
    }

    /// The same entities in another sentence, where it names them by the same words.
    pub fn carried_to(&self, sentence: &str) -> Self {
        let names: Vec<(String, EntityId)> = self
            .0
            .iter()
            .map(|place| (place.words.clone(), place.entity))
            .collect();
        Self::find(sentence, &names)
    }

    /// The sentence with what the entities are called now. What is unknown is told as it was said, and so is a second name
    /// of an entity that the sentence names already: "Anna is called Annie" tells of both.
    pub fn told(&self, sentence: &str, called: impl Fn(EntityId) -> Option<Called>) -> String {
        let mut told = String::with_capacity(sentence.len());
        let mut until = 0;
        let mut names: BTreeMap<EntityId, EntityId> = BTreeMap::new();
        for place in &self.0 {
            let at = place.at as usize;
            // A program that does not know of places may have put another sentence here.
            let stands = at >= until
                && sentence
                    .get(at..)
                    .is_some_and(|rest| rest.starts_with(place.words.as_str()));
            let Some(called) = called(place.entity).filter(|_| stands) else {
                continue;
            };
            let first = *names.entry(called.entity).or_insert(place.entity);
            if first != place.entity || is_same_word(&place.words, &called) {
                continue;
            }
            told.push_str(&sentence[until..at]);
            told.push_str(&called.name);
            until = at + place.words.len();
        }
        told.push_str(&sentence[until..]);
        told
    }

    /// As the database keeps them; `None` where there are none.
    ///
    /// # Panics
    ///
    /// Never: text, numbers and identifiers can always be written as JSON.
    pub fn stored(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| {
            serde_json::to_string(self)
                .expect("text, numbers and identifiers can be written as JSON")
        })
    }

    /// What [`stored`](Self::stored) wrote; `None` where it is nothing of the kind.
    pub fn from_stored(stored: Option<&str>) -> Option<Self> {
        stored.map_or_else(
            || Some(Self::default()),
            |json| serde_json::from_str(json).ok(),
        )
    }
}

/// A sentence with one name in the place of others, wherever these stand as whole words.
pub fn reworded(sentence: &str, others: &[String], name: &str) -> String {
    // "Nora" in "Nora Berg" is left alone.
    let spelled: Vec<&str> = std::iter::once(name)
        .chain(others.iter().map(String::as_str))
        .collect();
    let mut reworded = String::with_capacity(sentence.len());
    let mut until = 0;
    for (at, found) in occurrences(sentence, &spelled) {
        reworded.push_str(&sentence[until..at]);
        reworded.push_str(name);
        until = at + spelled[found].len();
    }
    reworded.push_str(&sentence[until..]);
    reworded
}

/// Where names stand as whole words, in the order of the sentence: the byte, and which of them. A longer one goes before a
/// shorter one, and of two that are spelled alike the first.
fn occurrences(sentence: &str, names: &[&str]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.retain(|name| !names[*name].trim().is_empty());
    order.sort_by_key(|name| std::cmp::Reverse(names[*name].len()));
    let mut found: BTreeMap<usize, usize> = BTreeMap::new();
    for name in order {
        for (at, words) in sentence.match_indices(names[name]) {
            let end = at + words.len();
            let before = found.range(..end).next_back();
            let is_free = before.is_none_or(|(start, other)| start + names[*other].len() <= at);
            if is_free && is_whole(sentence, at, end) {
                found.insert(at, name);
            }
        }
    }
    found.into_iter().collect()
}

/// Whether no word goes on at either end.
fn is_whole(sentence: &str, start: usize, end: usize) -> bool {
    let before = sentence[..start].chars().next_back();
    let after = sentence[end..].chars().next();
    [before, after]
        .into_iter()
        .flatten()
        .all(|next| !next.is_alphanumeric())
}

/// Whether a name stands there already, though a common noun may be written otherwise at the beginning of a sentence.
fn is_same_word(words: &str, called: &Called) -> bool {
    let is_somebody = matches!(called.kind, EntityKind::Owner | EntityKind::Person);
    words == called.name || !is_somebody && words.to_lowercase() == called.name.to_lowercase()
}
