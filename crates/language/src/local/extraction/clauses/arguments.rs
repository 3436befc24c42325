//! The arguments of a clause where the parser hangs them elsewhere: "moved *back to Vienna*", "speak *Swedish*", "moved
//! *there*".

use recollect_clauses::{Argument, Clause, Origin, Preposition, Role};
use recollect_spacy::{Dep, Pos};

use crate::lexicon::LANGUAGES;
use crate::local::extraction::clauses::context::PassageContext;

/// Verbs of going to live somewhere, of which "back" keeps the meaning.
const MOVING: &[&str] = &["move", "relocate", "settle", "emigrate", "transfer"];

/// Adverbs that a direction hangs from: "moved back to Vienna".
const DIRECTIONS: &[&str] = &[
    "back", "over", "away", "up", "down", "out", "home", "here", "off",
];

/// The arguments of a clause as the relations want them, without those that the clause denies: "in Milan, not in Rome".
pub(crate) fn arguments(context: &PassageContext<'_>, clause: &Clause) -> Vec<Argument> {
    let kept = clause
        .arguments
        .iter()
        .filter(|argument| !is_denied(context, argument));
    let mut arguments: Vec<Argument> = kept.cloned().collect();
    for argument in &clause.arguments {
        let found = match argument.role {
            Role::Adverbial => towards(context, clause, argument)
                .or_else(|| spoken(context, clause, argument))
                .or_else(|| there(context, clause, argument)),
            Role::Object => studied_at(context, clause, argument),
            Role::Prepositional => misread_member(context, clause, argument),
            _ => None,
        };
        arguments.extend(found);
    }
    arguments
}

/// "not in Rome" after "in Milan".
fn is_denied(context: &PassageContext<'_>, argument: &Argument) -> bool {
    let reading = context.reading;
    // "hates surprises, so no party"
    let is_none = argument.role == Role::Object
        && reading.doc.children(argument.phrase.head).any(|child| {
            reading.dep(child) == Dep::Det
                && reading.is_any(child, &["no"])
                && child
                    .checked_sub(1)
                    .is_some_and(|before| reading.dep(before) == Dep::Cc)
        });
    is_none
        || argument.preposition.as_ref().is_some_and(|preposition| {
            // "in Milan, not in Rome", "plays, though not after nine"
            let before = preposition.token.checked_sub(1);
            before.is_some_and(|not| {
                let is_of_verb =
                    not > 0 && matches!(reading.pos(not - 1), Pos::Aux | Pos::Verb | Pos::Pron);
                reading.is_any(not, &["not"]) && !is_of_verb
            })
        })
}

/// "to Vienna" of "moved back to Vienna".
fn towards(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> Option<Argument> {
    let reading = context.reading;
    let adverb = argument.phrase.head;
    let preposition = reading
        .child(adverb, Dep::Prep)
        .filter(|preposition| *preposition > adverb && reading.is_any(adverb, DIRECTIONS))?;
    let object = reading.child(preposition, Dep::Pobj)?;
    let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
    // "went back to work" is no journey.
    let is_meant = MOVING.contains(&verb) || reading.name_at(object).is_some();
    is_meant.then(|| prepositional(context, preposition, reading.lower(preposition), object))
}

/// "Swedish" of "speak Swedish", which the parser takes for a way of speaking.
fn spoken(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> Option<Argument> {
    let head = argument.phrase.head;
    let is_language = clause.predicate.lemma == "speak"
        && head > clause.predicate.head
        && LANGUAGES.contains(context.reading.lower(head));
    is_language.then(|| Argument {
        role: Role::Object,
        ..of_phrase(context, head)
    })
}

/// "there", where it is clear which place that is.
fn there(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> Option<Argument> {
    let head = argument.phrase.head;
    let is_place = context.reading.is_any(head, &["there"]) && context.referents.at(head).is_some();
    let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
    let preposition = if MOVING.contains(&verb) { "to" } else { "in" };
    is_place.then(|| prepositional(context, head, preposition, head))
}

/// "at Keio University" of "study physics at Keio University".
fn studied_at(
    context: &PassageContext<'_>,
    clause: &Clause,
    argument: &Argument,
) -> Option<Argument> {
    let reading = context.reading;
    let preposition = reading
        .child(argument.phrase.head, Dep::Prep)
        .filter(|preposition| {
            clause.predicate.lemma == "study" && reading.is_any(*preposition, &["at"])
        })?;
    let object = reading.child(preposition, Dep::Pobj)?;
    Some(prepositional(context, preposition, "at", object))
}

/// "shellfish" of "allergic to peanuts and shellfish", which the parser takes for a verb beside "am".
fn misread_member(
    context: &PassageContext<'_>,
    clause: &Clause,
    argument: &Argument,
) -> Option<Argument> {
    let reading = context.reading;
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
    let mut found = prepositional(context, preposition.token, &preposition.lemma, noun);
    if let Some(preposition) = &mut found.preposition {
        preposition.completes = Some(completes);
    }
    Some(found)
}

fn prepositional(context: &PassageContext<'_>, token: usize, lemma: &str, head: usize) -> Argument {
    Argument {
        preposition: Some(Preposition {
            token,
            lemma: lemma.to_owned(),
            completes: None,
        }),
        ..of_phrase(context, head)
    }
}

fn of_phrase(context: &PassageContext<'_>, head: usize) -> Argument {
    let phrase = context.reading.phrase(head);
    Argument {
        role: Role::Prepositional,
        preposition: None,
        members: vec![phrase.clone()],
        phrase,
        origin: Origin::Stated,
        clause: None,
    }
}
