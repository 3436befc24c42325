//! Reading a question: its words, the entities it names, its embedding.

use std::collections::{BTreeMap, BTreeSet};

use recollect_model::{Embedding, QuantizedVector};

use super::closeness::Closeness;
use crate::names::{FoundName, Named};
use crate::words::{Related, related, terms_beside_frame, terms_of_question};
use crate::{IndexQuery, SpaceIndex};

/// A longer question is read to this term.
const MAX_QUESTION_TERMS: usize = 512;

/// A question as the lanes need it.
pub(super) struct Question {
    /// Its terms, sorted, each once, and how often it has them. The names of speakers are left out unless nothing
    /// else is asked: they say who speaks, not what is spoken of.
    pub(super) terms: Vec<(String, f32)>,
    /// What passages are looked for by: all of it, then each of its parts.
    pub(super) parts: Vec<QuestionPart>,
    /// Whom it names in each space.
    pub(super) named: Vec<NamedEntities>,
    /// Whether its embedding is all there is to find by: none of its words stands anywhere, nobody is named, no time is
    /// spoken of.
    pub(super) by_vector_alone: bool,
}

/// A question, or a part of it that asks for something of its own.
pub(super) struct QuestionPart {
    /// Its terms without the names of speakers and what frames it.
    pub(super) terms: Vec<QuestionTerm>,
    /// Its embedding, unless it points nowhere.
    pub(super) vector: Option<QuantizedVector>,
}

/// A term that passages are looked for by.
pub(super) struct QuestionTerm {
    pub(super) term: String,
    /// How often the question has it.
    pub(super) count: f32,
    /// What it leads to.
    pub(super) related: Option<&'static Related>,
}

/// The most parts of a question that are looked for.
const MAX_PARTS: usize = 4;

/// The entities of one space that a question names.
#[derive(Debug, Default)]
pub(super) struct NamedEntities {
    /// Everybody and everything.
    pub(super) all: BTreeSet<u32>,
    /// Who is meant as the speaker: whoever has the only speaker's name in the question.
    pub(super) speakers: BTreeSet<u32>,
    /// Those whose names are not names of speakers; without the owner, if named by "I".
    pub(super) topics: BTreeSet<u32>,
}

impl Question {
    /// Reads the query as a question to these spaces; `None` when there is nothing in it to search by.
    pub(super) fn read(spaces: &[&SpaceIndex], query: &IndexQuery) -> Option<Self> {
        let named: Vec<Named> = spaces
            .iter()
            .map(|space| space.graph.recognize(&query.words))
            .collect();
        let speaker_names = speaker_names(spaces, &named);
        let mut terms = counted(terms_of_question(&query.words, MAX_QUESTION_TERMS));
        leave_out(&speaker_names, &mut terms);
        let whole = QuestionPart::of(&query.words, query.vector.as_ref(), &speaker_names);
        let parts = query
            .parts
            .iter()
            .take(MAX_PARTS)
            .map(|part| QuestionPart::of(&part.words, part.vector.as_ref(), &speaker_names));
        let is_known = |term: &String| spaces.iter().any(|space| space.words.count(term) > 0);
        let is_named = named.iter().any(|named| !named.by_name.is_empty());
        let has_footing = is_named || !query.times.is_empty() || terms.keys().any(is_known);
        (!terms.is_empty() || whole.vector.is_some()).then(|| Self {
            by_vector_alone: !has_footing,
            terms: terms.into_iter().collect(),
            parts: [whole].into_iter().chain(parts).collect(),
            named: named
                .into_iter()
                .map(|named| NamedEntities::of(named, &speaker_names))
                .collect(),
        })
    }

    /// The embedding of all of it, unless it points nowhere.
    pub(super) fn vector(&self) -> Option<&QuantizedVector> {
        self.parts.first().and_then(|whole| whole.vector.as_ref())
    }

    /// Whether it means anything in these spaces: something but its embedding speaks for a passage, or a passage is closer to
    /// it than any text is to any other.
    pub(super) fn means_anything(
        &self,
        spaces: &[&SpaceIndex],
        least_closeness: f32,
        by_sketches: bool,
    ) -> bool {
        if !self.by_vector_alone || self.vector().is_none() {
            return true;
        }
        spaces.iter().any(|space| {
            Closeness::new(&space.vectors, self.vector(), by_sketches).any_reaches(least_closeness)
        })
    }
}

impl QuestionPart {
    fn of(words: &str, vector: Option<&Embedding>, speaker_names: &BTreeSet<Vec<String>>) -> Self {
        let mut terms = terms_beside_frame(words);
        if terms.is_empty() {
            terms = terms_of_question(words, MAX_QUESTION_TERMS);
        }
        terms.truncate(MAX_QUESTION_TERMS);
        let mut terms = counted(terms);
        leave_out(speaker_names, &mut terms);
        let terms = terms.into_iter().map(|(term, count)| QuestionTerm {
            related: related(&term),
            term,
            count,
        });
        Self {
            terms: terms.collect(),
            vector: vector
                .map(QuantizedVector::of)
                .filter(|vector| vector.values.iter().any(|&value| value != 0)),
        }
    }
}

/// Each term once, with how often it comes.
fn counted(terms: Vec<String>) -> BTreeMap<String, f32> {
    let mut counts = BTreeMap::new();
    for term in terms {
        *counts.entry(term).or_insert(0.0) += 1.0;
    }
    counts
}

impl NamedEntities {
    fn of(named: Named, speaker_names: &BTreeSet<Vec<String>>) -> Self {
        let one_speaker = speaker_names.len() == 1;
        let mut entities = Self {
            all: named.first_person,
            ..Self::default()
        };
        for FoundName {
            words,
            entities: called,
        } in named.by_name
        {
            entities.all.extend(&called);
            if !speaker_names.iter().any(|name| is_part(&words, name)) {
                entities.topics.extend(called);
            } else if one_speaker {
                entities.speakers.extend(called);
            }
        }
        entities
    }
}

/// The names in the question that are a speaker's in any of the spaces; a part of another one is left out.
fn speaker_names(spaces: &[&SpaceIndex], named: &[Named]) -> BTreeSet<Vec<String>> {
    let mut names = BTreeSet::new();
    for (space, named) in spaces.iter().zip(named) {
        let speaks = |&entity: &u32| {
            let spoken = &space.graph.entity(entity).spoken;
            spoken
                .iter()
                .any(|&passage| space.passages.traits_of(passage).alive)
        };
        let of_speakers = named
            .by_name
            .iter()
            .filter(|name| name.entities.iter().any(speaks));
        names.extend(of_speakers.map(|name| name.words.clone()));
    }
    let whole = |name: &&Vec<String>| {
        !names
            .iter()
            .any(|other| other != *name && is_part(name, other))
    };
    names.iter().filter(whole).cloned().collect()
}

fn is_part(name: &[String], of: &[String]) -> bool {
    name.iter().all(|word| of.contains(word))
}

fn leave_out(names: &BTreeSet<Vec<String>>, terms: &mut BTreeMap<String, f32>) {
    let words = names.iter().flatten();
    let of_names: BTreeSet<String> = words
        .flat_map(|word| terms_of_question(word, MAX_QUESTION_TERMS))
        .collect();
    if terms.keys().any(|term| !of_names.contains(term)) {
        terms.retain(|term, _| !of_names.contains(term));
    }
}
