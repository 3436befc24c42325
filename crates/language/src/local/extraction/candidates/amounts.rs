//! What comes to another amount: "my rent went up to 1,020", "they raised my salary to 52,000 euros".

use recollect_clauses::{Clause, Phrase, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, Relation};
use recollect_spacy::Dep;

use crate::EntityRef;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::common::common_mentions;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::value;
use crate::local::extraction::clauses::subjects::{SubjectMention, subject_mentions};
use crate::local::extraction::coreference::referents::How;

/// Verbs of what comes to another amount by itself.
const CHANGING: &[&str] = &[
    "go up",
    "go down",
    "rise",
    "increase",
    "drop",
    "fall",
    "decrease",
    "climb",
    "come down",
    "shrink",
    "grow",
];
/// Verbs of who brings something to another amount.
const BRINGING: &[&str] = &[
    "raise",
    "increase",
    "put up",
    "lower",
    "cut",
    "reduce",
    "bring down",
    "bump",
    "bump up",
    "drop",
];

/// What amounts are of.
const UNITS: &[&str] = &[
    "euro", "dollar", "pound", "quid", "cent", "franc", "krone", "krona", "kroner", "peso",
    "rupee", "rand", "yen", "percent", "%", "hour", "minute", "day", "week", "kilo", "kg", "gram",
    "litre", "liter", "degree", "point",
];

/// What something is from then on.
pub(super) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let lemma = clause.predicate.lemma.as_str();
    let has_come = clause.modality == Modality::Actual
        && clause.tense != Tense::Untensed
        && !clause.is_negated;
    let Some(amount) = amount(context, clause).filter(|_| has_come) else {
        return Vec::new();
    };
    let object = clause.with_role(Role::Object).next();
    let mentions = match object {
        None if CHANGING.contains(&lemma) => match subject_mentions(context, clause) {
            mentions if mentions.is_empty() => common_mentions(context, clause),
            mentions => mentions,
        },
        Some(object) if BRINGING.contains(&lemma) => owned(context, object.phrase.head),
        _ => Vec::new(),
    };
    let told = mentions.into_iter().filter_map(|mention| {
        let thing = value(context, amount.tokens.clone(), amount.head, &mention.entity)?;
        // "I dropped to three days a week" is about how somebody works.
        let is_something = context.referents.at(mention.head).is_none_or(|referent| {
            referent.how != How::Named
                && !matches!(
                    referent.kind,
                    EntityKind::Person | EntityKind::Owner | EntityKind::Animal
                )
        });
        is_something.then(|| {
            RelationCandidate::new(&mention.entity, Relation::Is, "be", thing, Aspect::Begins)
        })
    });
    told.collect()
}

/// The thing that is somebody's: "my rent".
fn owned(context: &PassageContext<'_>, head: usize) -> Vec<SubjectMention> {
    let reading = context.reading;
    let of = reading
        .child(head, Dep::Poss)
        .and_then(|whose| context.referents.at(whose));
    let is_thing = reading.tag(head) == "NN" && context.referents.at(head).is_none();
    let mention = of.filter(|_| is_thing).map(|of| SubjectMention {
        entity: EntityRef::Role {
            role: reading.lemma(head),
            of: Box::new(of.entity.clone()),
        },
        head,
    });
    mention.into_iter().collect()
}

/// "52,000 euros" of "to 52,000 euros".
fn amount<'c>(context: &PassageContext<'_>, clause: &'c Clause) -> Option<&'c Phrase> {
    let reading = context.reading;
    let is_counted = |token: usize| {
        reading.child(token, Dep::Nummod).is_some()
            && UNITS.contains(&reading.lemma(token).as_str())
    };
    let is_number = |token: usize| reading.tag(token) == "CD" || is_counted(token);
    let to = clause.with_role(Role::Prepositional).find(|argument| {
        let head = argument.phrase.head;
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == "to")
            && is_number(head)
            && !context.is_time(head)
    });
    to.map(|argument| &argument.phrase)
}
