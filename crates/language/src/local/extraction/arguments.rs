//! The arguments of a clause where the parser hangs them elsewhere: "moved *back to Vienna*", "speak *Swedish*", "moved
//! *there*".

use recollect_clauses::{Argument, Clause, Origin, Phrase, Preposition, Role};
use recollect_spacy::Dep;

use super::scene::Scene;
use super::vocabulary::LANGUAGES;

/// Verbs of going to live somewhere, of which "back" keeps the meaning.
const MOVING: &[&str] = &["move", "relocate", "settle", "emigrate", "transfer"];

/// Adverbs that a direction hangs from: "moved back to Vienna".
const DIRECTIONS: &[&str] = &["back", "over", "away", "up", "down", "out", "home", "here"];

/// The arguments of a clause as the relations want them, without those that the clause denies: "in Milan, not in Rome".
pub(super) fn arguments(scene: &Scene<'_>, clause: &Clause) -> Vec<Argument> {
    let kept = clause
        .arguments
        .iter()
        .filter(|argument| !is_denied(scene, argument));
    let mut arguments: Vec<Argument> = kept.cloned().collect();
    for argument in &clause.arguments {
        let found = match argument.role {
            Role::Adverbial => towards(scene, clause, argument)
                .or_else(|| spoken(scene, clause, argument))
                .or_else(|| there(scene, clause, argument)),
            Role::Object => studied_at(scene, clause, argument),
            Role::Prepositional => misread_member(scene, clause, argument),
            _ => None,
        };
        arguments.extend(found);
    }
    arguments
}

/// "not in Rome" after "in Milan".
fn is_denied(scene: &Scene<'_>, argument: &Argument) -> bool {
    let reading = scene.reading;
    argument.preposition.as_ref().is_some_and(|preposition| {
        let before = preposition.token.checked_sub(2);
        before.is_some_and(|comma| {
            reading.is_any(comma, &[","]) && reading.is_any(comma + 1, &["not"])
        })
    })
}

/// "to Vienna" of "moved back to Vienna".
fn towards(scene: &Scene<'_>, clause: &Clause, argument: &Argument) -> Option<Argument> {
    let reading = scene.reading;
    let adverb = argument.phrase.head;
    let preposition = reading
        .child(adverb, Dep::Prep)
        .filter(|preposition| *preposition > adverb && reading.is_any(adverb, DIRECTIONS))?;
    let object = reading.child(preposition, Dep::Pobj)?;
    let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
    // "went back to work" is no journey.
    let is_meant = MOVING.contains(&verb) || reading.name_at(object).is_some();
    is_meant.then(|| prepositional(scene, preposition, reading.lower(preposition), object))
}

/// "Swedish" of "speak Swedish", which the parser takes for a way of speaking.
fn spoken(scene: &Scene<'_>, clause: &Clause, argument: &Argument) -> Option<Argument> {
    let head = argument.phrase.head;
    let is_language = clause.predicate.lemma == "speak"
        && head > clause.predicate.head
        && LANGUAGES.contains(scene.reading.lower(head));
    is_language.then(|| Argument {
        role: Role::Object,
        ..of_phrase(scene, head)
    })
}

/// "there", where it is clear which place that is.
fn there(scene: &Scene<'_>, clause: &Clause, argument: &Argument) -> Option<Argument> {
    let head = argument.phrase.head;
    let is_place = scene.reading.is_any(head, &["there"]) && scene.referents.at(head).is_some();
    let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
    let preposition = if MOVING.contains(&verb) { "to" } else { "in" };
    is_place.then(|| prepositional(scene, head, preposition, head))
}

/// "at Keio University" of "study physics at Keio University".
fn studied_at(scene: &Scene<'_>, clause: &Clause, argument: &Argument) -> Option<Argument> {
    let reading = scene.reading;
    let preposition = reading
        .child(argument.phrase.head, Dep::Prep)
        .filter(|preposition| {
            clause.predicate.lemma == "study" && reading.is_any(*preposition, &["at"])
        })?;
    let object = reading.child(preposition, Dep::Pobj)?;
    Some(prepositional(scene, preposition, "at", object))
}

/// "shellfish" of "allergic to peanuts and shellfish", which the parser takes for a verb beside "am".
fn misread_member(scene: &Scene<'_>, clause: &Clause, argument: &Argument) -> Option<Argument> {
    let reading = scene.reading;
    let preposition = argument.preposition.as_ref()?;
    let joint = argument.phrase.tokens.end;
    let noun = joint + 1;
    let is_noun = reading.is_any(joint, &["and", "or"])
        && reading.dep(noun) == Dep::Conj
        && reading.head(noun) == clause.predicate.head
        && reading.tag(noun) == "VB"
        && matches!(reading.tag(clause.predicate.head), "VBP" | "VBZ" | "VBD")
        && reading.doc.children(noun).next().is_none();
    let completes = preposition.completes.clone().filter(|_| is_noun)?;
    let mut found = prepositional(scene, preposition.token, &preposition.lemma, noun);
    if let Some(preposition) = &mut found.preposition {
        preposition.completes = Some(completes);
    }
    Some(found)
}

fn prepositional(scene: &Scene<'_>, token: usize, lemma: &str, head: usize) -> Argument {
    Argument {
        preposition: Some(Preposition {
            token,
            lemma: lemma.to_owned(),
            completes: None,
        }),
        ..of_phrase(scene, head)
    }
}

fn of_phrase(scene: &Scene<'_>, head: usize) -> Argument {
    let doc = &scene.reading.doc;
    let tokens = doc.subtree_range(head);
    let phrase = Phrase {
        head,
        range: doc.range_of(tokens.clone()),
        tokens,
        possessor: None,
    };
    Argument {
        role: Role::Prepositional,
        preposition: None,
        members: vec![phrase.clone()],
        phrase,
        origin: Origin::Stated,
        clause: None,
    }
}
