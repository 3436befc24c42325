//! One thing in another's place: "switched from Vim to Helix", "replaced my iPhone with a Pixel", "ditched Spotify for Tidal".

use recollect_clauses::{Argument, Clause, Phrase, Role, Tense};
use recollect_model::{Aspect, EntityKind, Modality, Relation};
use recollect_spacy::Dep;

use crate::lexicon::{is_known_place, is_product};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::subject_mentions;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::parse::reading::Reading;

/// How it is said.
struct Exchange {
    verbs: &'static [&'static str],
    /// What leads to what there was; nothing where it is the object.
    from: Option<&'static str>,
    /// What leads to what is in its place.
    to: &'static [&'static str],
    /// What begins with that.
    begins: Relation,
}

const EXCHANGES: &[Exchange] = &[
    Exchange {
        verbs: &["switch", "change", "migrate", "move"],
        from: Some("from"),
        to: &["to"],
        begins: Relation::Uses,
    },
    Exchange {
        verbs: &["replace"],
        from: None,
        to: &["with", "by"],
        begins: Relation::Owns,
    },
    Exchange {
        verbs: &["swap", "trade", "trade in"],
        from: None,
        to: &["for"],
        begins: Relation::Owns,
    },
    Exchange {
        verbs: &["swap out", "exchange", "ditch"],
        from: None,
        to: &["for"],
        begins: Relation::Uses,
    },
];

/// How a verb, in its dictionary form, says it, if it does.
fn exchange(verb: &str) -> Option<&'static Exchange> {
    EXCHANGES.iter().find(|one| one.verbs.contains(&verb))
}

/// What the subject has no longer, and what it has since, where a clause says that one took the other's place.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    // "We're moving from Jira to Linear": they have not yet.
    let is_under_way = clause.is_progressive && clause.tense == Tense::Present;
    if clause.is_negated || clause.is_passive || is_under_way || clause.modality != Modality::Actual
    {
        return Vec::new();
    }
    let Some((old, new, begins)) = exchanged(context.reading, clause) else {
        return Vec::new();
    };
    let lemma = clause.predicate.lemma.as_str();
    let mut found = Vec::new();
    for mention in subject_mentions(context, clause) {
        let thing_of = |phrase: &Phrase| thing(context, phrase, &mention.entity);
        let (Some(old), Some(new)) = (thing_of(&old), thing_of(&new)) else {
            continue;
        };
        let is_program = |one: &ObjectCandidate| is_product(&one.words);
        // "moved from Oslo to Ghent", "changed from a clerk to a nurse".
        let is_of_things = match lemma {
            "move" => is_program(&old) || is_program(&new),
            _ => is_thing(&old) && (is_thing(&new) || is_one(context, &new)),
        };
        if !is_of_things {
            continue;
        }
        let begun = begun(context, begins, &new);
        for relation in [Relation::Uses, Relation::Owns, Relation::Has] {
            found.push(RelationCandidate {
                closes: true,
                ..RelationCandidate::new(
                    &mention.entity,
                    relation,
                    lemma,
                    old.clone(),
                    Aspect::Ends,
                )
            });
        }
        found.extend(begun.map(|relation| RelationCandidate {
            meant: Some(clause.modality),
            ..RelationCandidate::new(&mention.entity, relation, lemma, new, Aspect::Begins)
        }));
    }
    found
}

/// What there was, what is in its place, and what is done with that.
fn exchanged(reading: &Reading<'_>, clause: &Clause) -> Option<(Phrase, Phrase, Relation)> {
    let verb = clause.predicate.head;
    let Exchange {
        from, to, begins, ..
    } = exchange(&clause.predicate.lemma)?;
    let is_old = |argument: &&Argument| match from {
        Some(from) => {
            let preposition = argument.preposition.as_ref();
            preposition.is_some_and(|preposition| preposition.lemma == *from)
        }
        None => argument.role == Role::Object,
    };
    let old = clause.arguments.iter().find(is_old)?.phrase.head;
    // The parser hangs "to Helix" from the verb, from "from" or from "Vim".
    let lead = (old + 1..reading.doc.sentence_of(old).end).find(|token| {
        let above = reading.head(*token);
        reading.is_any(*token, to)
            && reading.dep(*token) == Dep::Prep
            && (above == verb || above == old || above == reading.head(old))
    })?;
    let new = reading.child(lead, Dep::Pobj)?;
    Some((
        reading.part(old, old..old + 1),
        reading.phrase(new),
        *begins,
    ))
}

/// What begins with what took another's place: what has a name of its own is used, and what is one of several is owned.
fn begun(
    context: &PassageContext<'_>,
    begins: Relation,
    new: &ObjectCandidate,
) -> Option<Relation> {
    let is_named = context
        .referents
        .at(new.head)
        .is_some_and(|named| named.how == How::Named);
    (is_named && (begins == Relation::Uses || is_one(context, new))).then_some(begins)
}

/// "a Pixel": one of several that are called so, which nobody is.
fn is_one(context: &PassageContext<'_>, new: &ObjectCandidate) -> bool {
    let article = context.reading.child(new.head, Dep::Det);
    article.is_some_and(|article| context.reading.is_any(article, &["a", "an"]))
}

/// Whether something can be used or owned.
fn is_thing(one: &ObjectCandidate) -> bool {
    !matches!(
        one.kind,
        EntityKind::Owner
            | EntityKind::Person
            | EntityKind::Event
            | EntityKind::Animal
            | EntityKind::Date
            | EntityKind::Quantity
    ) && !is_known_place(&one.words)
}

/// Whether a candidate is what took another's place: what is said besides is of both.
pub(crate) fn is_by_exchange(candidate: &RelationCandidate) -> bool {
    matches!(candidate.aspect, Aspect::Begins | Aspect::Ends)
        && matches!(
            candidate.relation.known(),
            Some(Relation::Uses | Relation::Owns | Relation::Has)
        )
        && exchange(&candidate.phrase).is_some()
}
