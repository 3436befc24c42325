//! The passive where nobody is named: what was done to somebody, and how they feel.

use recollect_clauses::{Clause, Origin, Role, Tense};
use recollect_model::{Aspect, EntityKind, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{is_evaluation, is_feeling, is_reaction};
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::dates::date;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::clauses::words::spelled_for;
use crate::local::extraction::constraints::is_somebody;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::parse::reading::Reading;

/// The most words of what somebody was told to do.
const MAX_TOLD: usize = 10;

/// The most words of who gave something.
const MAX_GIVER: usize = 5;

/// "They offered me a position", "the doctor told me to rest", "I was asked to be a mentor": what somebody was offered or told,
/// by whomever.
pub(crate) fn received(
    context: &PassageContext<'_>,
    clause: &Clause,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    const GIVING: &[&str] = &[
        "offer", "give", "send", "hand", "award", "promise", "lend", "assign", "fine", "charge",
        "quote",
    ];
    // "Ife isn't allowed ibuprofen."
    const PERMITTING: &[&str] = &["allow", "permit", "prescribe", "deny", "refuse", "offer"];
    let reading = context.reading;
    let lemma = clause.predicate.lemma.as_str();
    let verb = clause.predicate.head;
    let permitted = clause.is_passive && PERMITTING.contains(&lemma);
    if clause.tense != Tense::Past && !clause.is_perfect && !permitted {
        return Vec::new();
    }
    let whom = if clause.is_passive {
        clause.subject.as_ref()
    } else {
        clause
            .with_role(Role::IndirectObject)
            .chain(clause.with_role(Role::Object))
            .next()
    };
    let Some(whom) = whom.and_then(|whom| context.referents.at(whom.phrase.head)) else {
        return Vec::new();
    };
    let given = clause
        .with_role(Role::Object)
        .find(|_| permitted || GIVING.contains(&lemma))
        .and_then(|object| thing(context, &object.phrase, &whom.entity));
    let Some(thing) = given
        .or_else(|| told(context, clause, &whom.entity))
        .filter(|one| one.entity() != Some(&whom.entity))
    else {
        return Vec::new();
    };
    let phrase = format!("be {}", reading.lower(verb));
    let (relation, phrase) = match lemma {
        "give" | "send" | "hand" | "award" => (Relation::Received.into(), "receive".to_owned()),
        _ => (RelationName::of(&phrase.replace(' ', "_")), phrase),
    };
    let thing = match giver(context, clause, &whom.entity) {
        Some(giver) if phrase == "receive" => ObjectCandidate {
            words: format!("{} from {giver}", thing.words),
            ..thing
        },
        _ => thing,
    };
    let aspect = match permitted && clause.tense == Tense::Present {
        true => Aspect::Holds,
        false => aspect,
    };
    vec![RelationCandidate::new(
        &whom.entity,
        relation,
        &phrase,
        thing,
        aspect,
    )]
}

/// "my neighbors", of "my neighbors gave me a lamp".
fn giver(context: &PassageContext<'_>, clause: &Clause, whom: &EntityRef) -> Option<String> {
    let subject = clause.subject.as_ref().filter(|_| !clause.is_passive)?;
    let is_noun = matches!(
        context.reading.tag(subject.phrase.head),
        "NN" | "NNS" | "NNP" | "NNPS"
    );
    let phrase = Some(&subject.phrase).filter(|_| is_noun && subject.origin == Origin::Stated)?;
    spelled_for(context, phrase.tokens.clone(), whom)
        .filter(|words| words.split(' ').count() <= MAX_GIVER)
}

/// "to rest", of "the doctor told me to rest".
fn told(
    context: &PassageContext<'_>,
    clause: &Clause,
    whom: &EntityRef,
) -> Option<ObjectCandidate> {
    const TELLING: &[&str] = &[
        "tell",
        "ask",
        "advise",
        "order",
        "encourage",
        "allow",
        "invite",
    ];
    let predicate = &clause.predicate;
    let told = clause
        .with_role(Role::Complement)
        .filter(|_| TELLING.contains(&predicate.lemma.as_str()))
        .map(|told| &told.phrase)
        .find(|told| {
            told.head > predicate.head && context.reading.is_any(told.tokens.start, &["to"])
        })?;
    let words = doing(context, told.tokens.clone(), told.head, whom, MAX_TOLD)?;
    Some(ObjectCandidate {
        tokens: told.tokens.clone(),
        ..ObjectCandidate::value(&words, told.head)
    })
}

/// "was hired in May", "is invested": what was done to somebody, by nobody named.
pub(crate) fn undergone(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    if clause.predicate.lemma == "bear" {
        return born(context, clause, mention).into_iter().collect();
    }
    let reading = context.reading;
    let verb = clause.predicate.head;
    let made = made(reading, clause);
    let is_bare = clause.arguments.iter().all(|argument| {
        made == Some(argument.phrase.head)
            || matches!(
                argument.role,
                Role::Adverbial
                    | Role::Time
                    | Role::AdverbialClause
                    | Role::Prepositional
                    | Role::Agent
            )
    });
    let participle = reading.lower(verb);
    // "I'm inspired by her": by whom is not known, and that is what is told.
    let is_by_nobody_known = clause.with_role(Role::Agent).any(|agent| {
        context.reading.pos(agent.phrase.head) == Pos::Pron
            && context.referents.at(agent.phrase.head).is_none()
    });
    // "My flu jab was done."
    let is_done_to = participle == "done" && !is_somebody(context, mention);
    if !is_bare || is_by_nobody_known || is_reaction(participle) && !is_done_to {
        return Vec::new();
    }
    let has_agent = clause.with_role(Role::Agent).next().is_some();
    let is_state = is_feeling(participle)
        || !has_agent
            && (is_evaluation(participle) && !is_done_to
                || clause.tense == Tense::Present && !clause.is_perfect && !clause.is_progressive);
    // "was pushed back"
    let particle = clause.predicate.lemma.split_once(' ').map(|(_, rest)| rest);
    let participle = &match particle {
        Some(particle) => format!("{participle} {particle}"),
        None => participle.to_owned(),
    };
    let phrase = format!("be {participle}");
    let (relation, words, aspect) = if is_state {
        (
            RelationName::from(Relation::Is),
            participle.as_str(),
            Aspect::Holds,
        )
    } else {
        let made = made.map_or("", |made| reading.lower(made));
        (RelationName::of(&phrase.replace(' ', "_")), made, aspect)
    };
    let thing = ObjectCandidate {
        tokens: verb..verb + 1,
        ..ObjectCandidate::value(words, verb)
    };
    vec![RelationCandidate::new(
        &mention.entity,
        relation,
        &phrase,
        thing,
        aspect,
    )]
}

/// "redundant", of "was made redundant".
fn made(reading: &Reading<'_>, clause: &Clause) -> Option<usize> {
    let is_made = reading.is_any(clause.predicate.head, &["made", "left"]);
    let attributes = clause.with_role(Role::Attribute).filter(|_| is_made);
    let mut heads = attributes.map(|attribute| attribute.phrase.head);
    heads.find(|made| reading.pos(*made) == Pos::Adj)
}

/// "was born this morning", on a day that no preposition leads to.
fn born(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    // "before I was born"
    let is_told = matches!(
        context.reading.dep(clause.predicate.head),
        Dep::Root | Dep::Conj | Dep::Ccomp | Dep::Parataxis
    );
    let mut times = clause.arguments.iter().filter(|argument| {
        is_told
            && matches!(
                argument.role,
                Role::Time | Role::Prepositional | Role::Adverbial
            )
    });
    let day = times.find_map(|argument| date(context, &argument.phrase))?;
    let born = Relation::BornOn;
    Some(RelationCandidate::new(
        &mention.entity,
        born,
        "be born",
        day,
        Aspect::Always,
    ))
}

/// "They rejected my application": what was done, by nobody who was spoken of.
pub(crate) fn done_by_some(
    context: &PassageContext<'_>,
    clause: &Clause,
) -> Option<RelationCandidate> {
    const DEALT_WITH: &[&str] = &[
        "reject", "accept", "approve", "refuse", "cancel", "refund", "deliver", "install",
        "replace", "repair", "fix", "renew", "extend", "raise", "close", "cut", "postpone", "lose",
        "charge",
    ];
    let reading = context.reading;
    let verb = clause.predicate.head;
    let subject = clause.subject.as_ref()?.phrase.head;
    let is_some = reading.is_any(subject, &["they"]) && context.referents.at(subject).is_none();
    let is_over = clause.tense == Tense::Past || clause.is_perfect;
    let participle = reading.lower(verb);
    let is_dealt_with = DEALT_WITH.contains(&clause.predicate.lemma.as_str())
        && (participle.ends_with("ed") || matches!(participle, "cut" | "lost"));
    let object = clause.with_role(Role::Object).next()?.phrase.head;
    let owned = context
        .referents
        .at(object)
        .filter(|owned| owned.how == How::Role && owned.kind != EntityKind::Person);
    let owned = owned.filter(|_| is_some && is_over && is_dealt_with && !clause.is_passive)?;
    let phrase = format!("be {participle}");
    let nothing = ObjectCandidate {
        tokens: verb..object + 1,
        ..ObjectCandidate::value("", verb)
    };
    let relation = RelationName::of(&name(&phrase));
    Some(RelationCandidate::new(
        &owned.entity,
        relation,
        &phrase,
        nothing,
        Aspect::Happens,
    ))
}
