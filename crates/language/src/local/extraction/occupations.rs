//! What somebody works as, and where.

use std::ops::Range;

use recollect_clauses::{Clause, Role};
use recollect_spacy::{Dep, Pos};

use super::fitness::suits;
use super::objects::{self, Thing, thing};
use super::relations::{Course, Wanted};
use super::scene::Scene;
use super::statements::{Draft, Party};
use crate::ExtractedObject;

const JOBS: &[&str] = &[
    "job",
    "position",
    "role",
    "internship",
    "gig",
    "apprenticeship",
    "fellowship",
    "post",
    "placement",
    "traineeship",
];

const BEGINNING: &[&str] = &[
    "start", "begin", "get", "land", "take", "accept", "find", "take on", "secure",
];

const ENDING: &[&str] = &["leave", "quit", "resign", "lose", "give up", "resign from"];

/// "got a job as a nurse at X", "quit her job at X".
pub(super) fn drafts(scene: &Scene<'_>, clause: &Clause, party: &Party) -> Vec<Draft> {
    let lemma = clause.predicate.lemma.as_str();
    let course = if BEGINNING.contains(&lemma) {
        Course::Begins
    } else if ENDING.contains(&lemma) {
        Course::Ends
    } else if lemma == "have" {
        Course::Holds
    } else {
        return Vec::new();
    };
    let reading = scene.reading;
    let job = clause
        .with_role(Role::Object)
        .map(|argument| argument.phrase.head)
        .find(|head| JOBS.contains(&reading.lemma(*head).as_str()));
    let Some(job) = job else { return Vec::new() };
    let mut drafts = Vec::new();
    for from in [job, clause.predicate.head] {
        for preposition in prepositions(scene, from, 0) {
            let Some(object) = reading.child(preposition, Dep::Pobj) else {
                continue;
            };
            let phrase = format!("{lemma} job {}", reading.lower(preposition));
            if reading.is_any(preposition, &["as"]) {
                drafts.extend(of_phrase(scene, party, object, &phrase, course));
            } else if reading.is_any(preposition, &["at", "with", "for"]) {
                drafts.extend(workplace(scene, party, object, &phrase, course));
            }
        }
    }
    dedup(&mut drafts);
    drafts
}

/// "works as a nurse at X": what somebody works as, and where if that is said of it.
pub(super) fn of_phrase(
    scene: &Scene<'_>,
    party: &Party,
    head: usize,
    phrase: &str,
    course: Course,
) -> Vec<Draft> {
    let reading = scene.reading;
    let mut drafts = Vec::new();
    if reading.name_at(head).is_none() && matches!(reading.pos(head), Pos::Noun | Pos::Propn) {
        let tokens = title(scene, head);
        if let Some(thing) = objects::value(scene, tokens, head, &party.entity) {
            let is_title = thing.entity().is_none() && !reading.is_any(head, JOBS);
            if is_title {
                drafts.push(Draft::new(&party.entity, "works_as", phrase, thing, course));
            }
        }
    }
    for preposition in prepositions(scene, head, 0) {
        if let Some(object) = reading.child(preposition, Dep::Pobj).filter(|_| {
            reading.is_any(preposition, &["at", "for", "with"]) || names_a_body(scene, preposition)
        }) {
            drafts.extend(workplace(scene, party, object, "work at", course));
        }
    }
    dedup(&mut drafts);
    drafts
}

/// "CEO of Siemens": the body is named.
fn names_a_body(scene: &Scene<'_>, preposition: usize) -> bool {
    let reading = scene.reading;
    reading.is_any(preposition, &["of"])
        && reading
            .child(preposition, Dep::Pobj)
            .is_some_and(|body| reading.name_at(body).is_some())
}

/// The words of an occupation: modifiers, the noun, and what it is of ("head of marketing") unless that is a name.
fn title(scene: &Scene<'_>, head: usize) -> Range<usize> {
    let reading = scene.reading;
    let subtree = reading.doc.subtree_range(head);
    let start = reading
        .doc
        .children(head)
        .filter(|child| {
            *child < head
                && matches!(
                    reading.dep(*child),
                    Dep::Compound | Dep::Amod | Dep::Nmod | Dep::Det | Dep::Advmod | Dep::Punct
                )
                && !reading.is_any(*child, &["no"])
        })
        .map(|child| reading.doc.subtree_range(child).start)
        .min()
        .unwrap_or(head)
        .max(subtree.start);
    let of = reading.child(head, Dep::Prep).filter(|preposition| {
        reading.is_any(*preposition, &["of"]) && !names_a_body(scene, *preposition)
    });
    let end = of
        .and_then(|of| reading.child(of, Dep::Pobj))
        .map_or(head + 1, |object| object + 1);
    start..end.max(head + 1)
}

/// Prepositions below a word, those of what they introduce included: "as a data analyst at Spotify".
fn prepositions(scene: &Scene<'_>, token: usize, depth: usize) -> Vec<usize> {
    const DEEPEST: usize = 2;
    let reading = scene.reading;
    let mut found = Vec::new();
    for preposition in reading
        .doc
        .children(token)
        .filter(|child| reading.dep(*child) == Dep::Prep && *child > token)
    {
        found.push(preposition);
        if let Some(object) = reading
            .child(preposition, Dep::Pobj)
            .filter(|_| depth < DEEPEST)
        {
            found.extend(prepositions(scene, object, depth + 1));
        }
    }
    found
}

/// That somebody works at what a token stands for, if it is a body.
pub(super) fn workplace(
    scene: &Scene<'_>,
    party: &Party,
    head: usize,
    phrase: &str,
    course: Course,
) -> Option<Draft> {
    let phrase_of = recollect_clauses::Phrase {
        head,
        tokens: scene.reading.doc.subtree_range(head),
        range: 0..0,
        possessor: None,
    };
    let thing: Thing = thing(scene, &phrase_of, &party.entity)?;
    let is_body = suits(scene, &thing, Wanted::Organization) && !scene.is_time(head);
    is_body.then(|| Draft::new(&party.entity, "works_at", phrase, thing, course))
}

fn dedup(drafts: &mut Vec<Draft>) {
    let mut seen: Vec<(String, ExtractedObject)> = Vec::new();
    drafts.retain(|draft| {
        let key = (draft.relation.clone(), draft.thing.object.clone());
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
}
