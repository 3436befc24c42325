//! What somebody has: pets, kin, illnesses, and things.

use recollect_clauses::{Clause, Role};
use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use super::fitness::{is_untold, suits};
use super::gate;
use super::objects::{Thing, called, thing};
use super::reading::Reading;
use super::referents::How;
use super::relations::{Course, Wanted};
use super::scene::Scene;
use super::statements::{Draft, Party, is_over, members};
use super::vocabulary::{is_condition, is_diet, is_light, is_occupation, is_pet, role};
use crate::{EntityRef, ExtractedObject};

/// The most that are named at once.
const MOST_NAMED: usize = 12;

/// Whether a verb is one of having, of which nothing else is to be made.
pub(super) fn is_settled(clause: &Clause) -> bool {
    matches!(clause.predicate.lemma.as_str(), "have")
}

/// The verb of having: "I've got a sister" is having one.
fn verb<'c>(scene: &Scene<'_>, clause: &'c Clause) -> &'c str {
    let lemma = clause.predicate.lemma.as_str();
    let has_got = lemma == "get"
        && scene.reading.is_any(clause.predicate.head, &["got"])
        && clause
            .predicate
            .tokens
            .iter()
            .any(|token| scene.reading.is_any(*token, &["'ve", "have", "'s", "has"]));
    if has_got { "have" } else { lemma }
}

/// What a clause says that somebody has, gets, or eats.
pub(super) fn drafts(scene: &Scene<'_>, clause: &Clause, party: &Party) -> Vec<Draft> {
    let lemma = verb(scene, clause);
    let course = match lemma {
        "have" | "own" => Course::Holds,
        "get" | "rescue" => Course::Begins,
        "lose" => Course::Ends,
        "eat" | "go" | "turn" | "become" | "follow" => return diet(scene, clause, party),
        _ => return Vec::new(),
    };
    if clause.is_passive {
        return Vec::new();
    }
    let course = if is_over(clause) {
        Course::Ends
    } else {
        course
    };
    let reading = scene.reading;
    let mut drafts = Vec::new();
    let mut told: Vec<Thing> = Vec::new();
    for argument in clause.with_role(Role::Object) {
        for phrase in members(argument) {
            let names = named(scene, phrase.head);
            let is_several = matches!(reading.tag(phrase.head), "NNS" | "NNPS");
            let is_name = names
                .iter()
                .chain(&told)
                .any(|other: &Thing| other.tokens.contains(&phrase.head));
            let found = called(scene, phrase.head)
                .or_else(|| kin_alone(scene, phrase.head, &party.entity))
                .or_else(|| thing(scene, phrase, &party.entity))
                .filter(|_| (names.is_empty() || is_several) && !is_name);
            for found in found.iter().chain(&names) {
                drafts.extend(belonging(scene, clause, party, found, course));
            }
            told.extend(names);
        }
    }
    drafts
}

fn belonging(
    scene: &Scene<'_>,
    clause: &Clause,
    party: &Party,
    found: &Thing,
    course: Course,
) -> Option<Draft> {
    let reading = scene.reading;
    let noun = reading.lemma(found.head);
    let lemma = verb(scene, clause);
    let draft = |relation: &str, thing: Thing| {
        Some(Draft::new(&party.entity, relation, lemma, thing, course))
    };
    if is_pet(&noun) || found.entity().is_some() && found.kind == EntityKind::Animal {
        return draft("has_pet", found.clone());
    }
    if lemma != "have" {
        return None;
    }
    if let Some(relation) = kinship(&noun).filter(|_| found.entity().is_some()) {
        return draft(relation, found.clone());
    }
    // The parser cuts "diabetes" to "diabete".
    if is_condition(&noun) || is_condition(reading.lower(found.head)) {
        return illness(scene, party, found, course);
    }
    if is_light(&noun)
        || gate::is_thin(&noun)
        || !suits(scene, found, Wanted::Thing)
        || is_empty(reading, found)
        || is_untold(scene, found)
    {
        return None;
    }
    // "You've got talent" is politeness.
    let is_said_to = reading.is_any(party.head, &["you", "u"]);
    if is_said_to || reading.child(found.head, Dep::Neg).is_some() {
        return None;
    }
    draft("has", found.clone())
}

/// "a nut allergy", "an allergy to nuts", "asthma".
fn illness(scene: &Scene<'_>, party: &Party, found: &Thing, course: Course) -> Option<Draft> {
    let reading = scene.reading;
    let noun = reading.lemma(found.head);
    let cause = (noun == "allergy").then(|| {
        let to = reading
            .child(found.head, Dep::Prep)
            .filter(|preposition| reading.is_any(*preposition, &["to"]))
            .and_then(|to| reading.child(to, Dep::Pobj));
        to.or_else(|| reading.child(found.head, Dep::Compound))
    });
    if let Some(Some(cause)) = cause {
        let thing = super::objects::value(scene, cause..cause + 1, cause, &party.entity)?;
        return Some(Draft::new(
            &party.entity,
            "allergic_to",
            "have allergy to",
            thing,
            course,
        ));
    }
    Some(Draft::new(
        &party.entity,
        "has_condition",
        "have",
        found.clone(),
        course,
    ))
}

/// What somebody who has a sister is to her.
fn kinship(noun: &str) -> Option<&'static str> {
    Some(match role(noun)?.relation? {
        "parent_of" => "child_of",
        "child_of" => "parent_of",
        "knows" => return None,
        other if other.starts_with('!') => return None,
        other => other,
    })
}

/// "two kids, Ava and Max", "a sister, Anna": whoever is named.
fn named(scene: &Scene<'_>, head: usize) -> Vec<Thing> {
    let reading = scene.reading;
    let Some(role) = role(reading.lower(head)).or_else(|| role(&reading.lemma(head))) else {
        return Vec::new();
    };
    let beside = |token: usize| {
        reading
            .doc
            .children(token)
            .filter(|child| matches!(reading.dep(*child), Dep::Appos | Dep::Conj))
            .collect::<Vec<usize>>()
    };
    let mut tokens = beside(head);
    let mut place = 0;
    while place < tokens.len() && tokens.len() < MOST_NAMED {
        tokens.extend(beside(tokens[place]));
        place += 1;
    }
    tokens
        .into_iter()
        .filter(|token| *token > head)
        .filter_map(|token| {
            let name = scene
                .referents
                .at(token)
                .filter(|name| name.how == How::Named)?;
            Some(Thing {
                object: ExtractedObject::Entity(name.entity.clone()),
                words: scene.name_of(&name.entity),
                head,
                kind: role.kind,
                tokens: name.tokens.clone(),
            })
        })
        .collect()
}

/// "I have a sister": she is somebody although she has no name.
fn kin_alone(scene: &Scene<'_>, head: usize, of: &EntityRef) -> Option<Thing> {
    let reading = scene.reading;
    let found = role(reading.lower(head))
        .filter(|role| role.is_unique && role.kind == EntityKind::Person)?;
    let entity = EntityRef::Role {
        role: found.name.to_owned(),
        of: Box::new(of.clone()),
    };
    (reading.tag(head) == "NN").then(|| Thing {
        words: scene.name_of(&entity),
        object: ExtractedObject::Entity(entity),
        head,
        kind: found.kind,
        tokens: head..head + 1,
    })
}

/// Whether having it says nothing: "have no money", "have enough".
fn is_empty(reading: &Reading<'_>, found: &Thing) -> bool {
    found
        .tokens
        .clone()
        .any(|token| reading.is_any(token, &["no", "enough", "such", "any", "what"]))
        || matches!(
            reading.pos(found.head),
            Pos::Num | Pos::Adj | Pos::Verb | Pos::Adv | Pos::Aux
        )
        || is_occupation(&reading.lemma(found.head)) && found.entity().is_none()
}

/// "eats vegan", "went vegetarian", "follows a keto diet".
fn diet(scene: &Scene<'_>, clause: &Clause, party: &Party) -> Vec<Draft> {
    let reading = scene.reading;
    let course = match clause.predicate.lemma.as_str() {
        _ if is_over(clause) => Course::Ends,
        "eat" | "follow" => Course::Holds,
        _ => Course::Begins,
    };
    let lemma = clause.predicate.lemma.as_str();
    reading
        .doc
        .subtree(clause.predicate.head)
        .filter(|token| *token > clause.predicate.head && *token <= clause.predicate.head + 4)
        .find(|token| is_diet(reading.lower(*token)))
        .filter(|token| {
            let noun = reading.head(*token);
            reading.head(*token) == clause.predicate.head
                || reading.is_any(noun, &["diet", "food", "lifestyle"])
        })
        .map(|token| {
            let thing = Thing::value(reading.lower(token), token);
            Draft::new(&party.entity, "follows_diet", lemma, thing, course)
        })
        .into_iter()
        .collect()
}
