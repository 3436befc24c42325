//! Which entities a text names.
//!
//! An entity is named by one of its names in full, in any case and with or without accents, or, if it is a person, by
//! one word of a name. Where names overlap the longest counts, but the name of a thing does not hide a person in it
//! ("Melanie's pottery class"). "I", "me", "my", "mine" and "myself" name the owner. A word that is also an English
//! stop word ("Will") names somebody only if it is written with a capital, and the names of roles in a conversation
//! ("user", "assistant") name nobody.

use std::collections::{BTreeSet, HashMap};

use recollect_model::EntityKind;

use crate::words::{NameWord, is_stop_word, name_words};

/// Names of more words are known by the first so many. Every character of an unspaced script counts as a word.
const MAX_NAME_WORDS: usize = 8;

/// A text is searched for names up to this word.
const MAX_TEXT_WORDS: usize = 1_000;

const FIRST_PERSON: [&str; 5] = ["i", "me", "my", "mine", "myself"];
const ROLES: [&str; 7] = ["user", "assistant", "system", "human", "ai", "bot", "i"];
/// Words of names that are not enough to mean a person.
const PARTICLES: [&str; 8] = ["the", "of", "and", "de", "la", "van", "von", "der"];

/// The names of all entities, which are known by numbers.
#[derive(Default)]
pub(crate) struct Names {
    full: HashMap<String, Vec<u32>>,
    parts: HashMap<String, Vec<u32>>,
    persons: BTreeSet<u32>,
    owners: BTreeSet<u32>,
}

/// A name found in a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FoundName {
    /// Its words, as they were compared.
    pub(crate) words: Vec<String>,
    /// Whom it names, sorted.
    pub(crate) entities: Vec<u32>,
}

/// The entities a text names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    /// By their names; each name once.
    pub(crate) by_name: BTreeSet<FoundName>,
    /// By "I" and the like.
    pub(crate) first_person: BTreeSet<u32>,
}

impl Names {
    /// Lets an entity be found by its names.
    pub(crate) fn add(&mut self, entity: u32, kind: EntityKind, names: &[String]) {
        self.each_key(kind, names, |map, key| {
            let entities = map.entry(key).or_default();
            if let Err(at) = entities.binary_search(&entity) {
                entities.insert(at, entity);
            }
        });
        if is_person(kind) {
            self.persons.insert(entity);
        }
        if kind == EntityKind::Owner {
            self.owners.insert(entity);
        }
    }

    /// Takes back what [`add`](Self::add) did for the same arguments.
    pub(crate) fn remove(&mut self, entity: u32, kind: EntityKind, names: &[String]) {
        self.each_key(kind, names, |map, key| {
            if let Some(entities) = map.get_mut(&key) {
                entities.retain(|&other| other != entity);
                if entities.is_empty() {
                    map.remove(&key);
                }
            }
        });
        self.persons.remove(&entity);
        self.owners.remove(&entity);
    }

    /// The entities that `text` names.
    pub(crate) fn recognize(&self, text: &str) -> Named {
        let words = name_words(text, MAX_TEXT_WORDS);
        let mut named = Named::default();
        let mut rest = words.as_slice();
        while let Some((word, following)) = rest.split_first() {
            let longest = MAX_NAME_WORDS.min(rest.len());
            let found = (1..=longest).rev().find_map(|length| {
                let (name, following) = rest.split_at(length);
                let entities = self.called(name);
                (!entities.is_empty()).then_some((name, following, entities))
            });
            rest = if let Some((name, following, entities)) = found {
                if !entities.iter().any(|entity| self.persons.contains(entity)) {
                    self.add_persons_within(name, &mut named);
                }
                named.add(name, entities);
                following
            } else {
                if FIRST_PERSON.contains(&word.folded.as_str()) {
                    named.first_person.extend(&self.owners);
                }
                following
            };
        }
        named
    }

    /// The bytes they take, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let map = |map: &HashMap<String, Vec<u32>>| {
            let entries: usize = map
                .iter()
                .map(|(name, entities)| name.capacity() + entities.capacity() * 4)
                .sum();
            entries + map.capacity() * (size_of::<(String, Vec<u32>)>() + 1)
        };
        map(&self.full) + map(&self.parts) + self.persons.len() * 8
    }

    fn add_persons_within(&self, name: &[NameWord], named: &mut Named) {
        for word in name {
            let mut entities = self.called(std::slice::from_ref(word));
            entities.retain(|entity| self.persons.contains(entity));
            if !entities.is_empty() {
                named.add(std::slice::from_ref(word), entities);
            }
        }
    }

    fn called(&self, name: &[NameWord]) -> Vec<u32> {
        let mut entities = self.full.get(&joined(name)).cloned().unwrap_or_default();
        if let [word] = name {
            if is_stop_word(&word.folded) && !word.capital {
                return Vec::new();
            }
            let parts = self.parts.get(&word.folded).into_iter().flatten();
            entities.extend(parts);
            entities.sort_unstable();
            entities.dedup();
        }
        entities
    }

    fn each_key(
        &mut self,
        kind: EntityKind,
        names: &[String],
        mut visit: impl FnMut(&mut HashMap<String, Vec<u32>>, String),
    ) {
        for name in names {
            let words = name_words(name, MAX_NAME_WORDS);
            let full = joined(&words);
            if words.is_empty() || ROLES.contains(&full.as_str()) {
                continue;
            }
            visit(&mut self.full, full);
            if is_person(kind) && words.len() > 1 {
                for word in words.into_iter().filter(names_alone) {
                    visit(&mut self.parts, word.folded);
                }
            }
        }
    }
}

impl Named {
    fn add(&mut self, name: &[NameWord], entities: Vec<u32>) {
        self.by_name.insert(FoundName {
            words: name.iter().map(|word| word.folded.clone()).collect(),
            entities,
        });
    }
}

/// Whether one word of a person's name is enough to mean the person; an initial or one character of an unspaced
/// script is not.
fn names_alone(word: &NameWord) -> bool {
    word.folded.chars().nth(1).is_some() && !PARTICLES.contains(&word.folded.as_str())
}

fn is_person(kind: EntityKind) -> bool {
    matches!(kind, EntityKind::Person | EntityKind::Owner)
}

fn joined(words: &[NameWord]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    words.join(" ")
}
