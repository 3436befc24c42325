//! Verbs that say enough alone: "Anna sings", "my parents are coming on Saturday", "my phone died".

use recollect_clauses::{Argument, Clause, Role, Tense};
use recollect_model::{Aspect, EntityKind, ObjectType, Precision, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::lexicon::ALONE;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::passives::undergone;
use crate::local::extraction::candidates::whereabouts::has_adverb;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::details::details;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::constraints::suits;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::factuality::aspect::has_happened;
use crate::local::extraction::parse::reading::Reading;

/// "Anna sings", "I run every morning": verbs that say enough alone, and others when something else is said of it.
pub(crate) fn alone(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let lemma = clause.predicate.lemma.as_str();
    let verb = clause.predicate.head;
    let is_bare = clause.arguments.iter().all(|argument| {
        matches!(
            argument.role,
            Role::Adverbial | Role::Time | Role::AdverbialClause | Role::Prepositional
        ) || argument.role == Role::Attribute && becoming(reading, verb).is_some()
            || argument.role == Role::Complement && is_purpose(reading, argument.phrase.head)
    });
    let is_aside = reading.dep(verb) == Dep::Advcl;
    // "I rely on them": of whom is not known.
    let is_of_somebody = clause.arguments.iter().any(|argument| {
        argument.role == Role::Prepositional && reading.pos(argument.phrase.head) == Pos::Pron
    });
    if clause.is_passive {
        return undergone(context, clause, mention, aspect);
    }
    // "We haven't talked in a few days."
    if clause.is_negated && matches!(lemma, "talk" | "speak" | "chat" | "hear" | "see") {
        return Vec::new();
    }
    let is_death = dies(context, clause, mention);
    let is_gone = stays_away(context, clause) || has_left(context, clause, mention);
    let daily = goes_daily(context, clause);
    let says_where = is_scheduled(context, clause)
        || is_death
        || is_gone
        || daily.is_some()
        || is_somehow(context, clause);
    if !is_bare || is_aside || is_of_somebody || is_of_place(clause) && !says_where {
        return Vec::new();
    }
    // "I'm coming back on Thursday."
    let back = daily.unwrap_or_else(|| match lemma {
        "come" | "go" | "fly" | "drive" | "move" | "get" if has_adverb(context, clause, "back") => {
            format!("{lemma} back")
        }
        lemma => lemma.to_owned(),
    });
    let candidate = RelationCandidate::new(
        &mention.entity,
        match lemma {
            _ if is_death => Relation::DiedOn.into(),
            _ => RelationName::of(&name(&back)),
        },
        &back,
        ObjectCandidate::value(becoming(reading, verb).unwrap_or_default(), verb),
        aspect,
    );
    let is_dated = clause
        .arguments
        .iter()
        .any(|argument| context.is_time(argument.phrase.head));
    // "Anna climbs" is a habit; that she once climbed says nothing without more.
    let is_once = HABITS.contains(&lemma)
        && (clause.tense == Tense::Past || clause.is_perfect)
        && !clause.markers.ends;
    let says_enough = ALONE.contains(&lemma) && !is_once
        || is_gone
        || is_dated
        || !details(context, clause, candidate.about()).0.is_empty();
    says_enough.then_some(candidate).into_iter().collect()
}

/// "My parents are coming on Saturday", "my lease ends on 31 July".
fn is_scheduled(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const SCHEDULED: &[&str] = &[
        "end", "start", "begin", "open", "close", "finish", "come", "arrive", "stay", "leave",
    ];
    SCHEDULED.contains(&clause.predicate.lemma.as_str())
        && (clause.is_progressive || clause.tense == Tense::Present)
        && clause.arguments.iter().any(|argument| {
            context.is_time(argument.phrase.head) && argument.role != Role::AdverbialClause
        })
}

/// "I live alone", "My brother works remotely": how, where no place is said.
fn is_somehow(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const HOW: &[&str] = &[
        "alone",
        "abroad",
        "overseas",
        "remotely",
        "nearby",
        "upstairs",
        "downstairs",
    ];
    matches!(clause.predicate.lemma.as_str(), "live" | "work")
        && clause
            .with_role(Role::Prepositional)
            .all(|argument| context.is_time(argument.phrase.head))
        && HOW.iter().any(|adverb| has_adverb(context, clause, adverb))
}

/// "I go to bed around eleven", "I leave for work at 7:15": what is done day after day, in words.
fn goes_daily(context: &PassageContext<'_>, clause: &Clause) -> Option<String> {
    let reading = context.reading;
    let (leads, places): (_, &[&str]) = match clause.predicate.lemma.as_str() {
        "go" => ("to", &["bed", "sleep"]),
        "leave" => ("for", &["work", "school"]),
        _ => return None,
    };
    let mut arguments = clause.with_role(Role::Prepositional);
    let place = arguments.find(|argument| {
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == leads)
            && reading.is_any(argument.phrase.head, places)
            && !context.is_time(argument.phrase.head)
    });
    let place = place.filter(|_| clause.tense == Tense::Present)?;
    let noun = reading.lower(place.phrase.head);
    Some(format!("{} {leads} {noun}", clause.predicate.lemma))
}

/// "Colm isn't coming back."
fn stays_away(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.is_negated
        && matches!(clause.predicate.lemma.as_str(), "come" | "go" | "move")
        && has_adverb(context, clause, "back")
}

/// "My boss has left", "Tom left in May": somebody is there no more.
fn has_left(context: &PassageContext<'_>, clause: &Clause, mention: &SubjectMention) -> bool {
    let is_of_day = |argument: &Argument| {
        let mut times = context.times.iter();
        let time = times.find(|time| time.tokens.contains(&argument.phrase.head));
        time.is_some_and(|time| {
            matches!(
                time.expression.precision,
                Precision::Day | Precision::Week | Precision::Month | Precision::Year
            )
        })
    };
    clause.predicate.lemma == "leave"
        && has_happened(clause)
        && is_living(context, mention)
        && (clause.is_perfect || clause.arguments.iter().any(is_of_day))
}

/// "I came back from Oslo yesterday": where somebody was.
pub(super) fn back_from(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let is_return = matches!(clause.predicate.lemma.as_str(), "come" | "get" | "fly")
        && has_adverb(context, clause, "back")
        && (clause.tense == Tense::Past || clause.is_perfect);
    let reading = context.reading;
    // The parser hangs "from Oslo" from the verb or from "back".
    let mut above = reading
        .doc
        .subtree(clause.predicate.head)
        .filter(|token| is_return && reading.is_any(*token, &["from"]));
    let from = reading.child(above.next()?, Dep::Pobj)?;
    let place = thing(context, &reading.phrase(from), &mention.entity)
        .filter(|place| suits(context, place, ObjectType::Place))?;
    let phrase = format!("{} back from", clause.predicate.lemma);
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(&name(&phrase)),
        &phrase,
        place,
        Aspect::Happens,
    ))
}

/// "asleep", of "fell asleep", "ill", of "fell ill".
pub(super) fn becoming<'r>(reading: &'r Reading<'_>, verb: usize) -> Option<&'r str> {
    let mut children = reading.doc.children(verb);
    // "fell ill" is taken for how somebody fell.
    let adjective = children.find(|child| {
        reading.dep(*child) == Dep::Acomp
            || reading.dep(*child) == Dep::Advmod
                && reading.is_any(*child, &["ill", "sick", "asleep"])
    })?;
    (adjective > verb && reading.is_any(verb, &["fall", "falls", "falling", "fell", "fallen"]))
        .then(|| reading.lower(adjective))
}

/// "I've dropped to once a month": what follows a preposition cannot be told, and the verb alone says something else.
pub(super) fn is_cut(reading: &Reading<'_>, verb: usize) -> bool {
    reading.doc.children(verb).any(|child| {
        reading.dep(child) == Dep::Prep
            && child > verb
            && reading.is_any(child, &["to", "from", "into"])
            && reading
                .child(child, Dep::Pobj)
                .is_none_or(|often| reading.is_any(often, &["day", "week", "month", "year"]))
    })
}

/// Verbs that say enough alone of what somebody does again and again.
const HABITS: &[&str] = &[
    "sing", "paint", "cook", "swim", "surf", "smoke", "drink", "ski", "dance", "snore", "knit",
    "meditate", "garden", "bake", "fish", "climb", "sail", "wake up", "bark",
];

/// "to clear my head", of "I run to clear my head".
fn is_purpose(reading: &Reading<'_>, verb: usize) -> bool {
    reading.tag(verb) == "VB" && reading.is_infinitive(verb)
}

/// Verbs that say nothing without their object or place.
fn is_of_place(clause: &Clause) -> bool {
    const WANTING: &[&str] = &[
        "go",
        "come",
        "ask",
        "get",
        "live",
        "work",
        "like",
        "love",
        "want",
        "need",
        "start",
        "try",
        "use",
        "make",
        "take",
        "give",
        "look",
        "seem",
        "stay",
        "turn",
        "leave",
        "send",
        "bring",
        "pick",
        "meet",
        "enjoy",
        "see",
        "visit",
        "add",
        "provide",
        "include",
        "hear",
        "watch",
        "buy",
        "find",
        "plan",
        "hope",
        "decide",
        "remember",
        "look forward",
    ];
    // "My parents are visiting in May."
    let is_guest = clause.predicate.lemma == "visit" && clause.is_progressive;
    WANTING.contains(&clause.predicate.lemma.as_str()) && !is_guest
}

/// Whether somebody lives, or something does: a phone that died will be charged.
pub(crate) fn is_living(context: &PassageContext<'_>, mention: &SubjectMention) -> bool {
    context.referents.at(mention.head).is_none_or(|referent| {
        matches!(
            referent.kind,
            EntityKind::Person | EntityKind::Animal | EntityKind::Owner
        ) || referent.how == How::Named
    })
}

/// "Gene died at home", "Gran passed peacefully": no exam is passed so.
pub(super) fn dies(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> bool {
    if clause.is_passive || clause.is_negated || !is_living(context, mention) {
        return false;
    }
    match clause.predicate.lemma.as_str() {
        "die" | "pass away" => true,
        "pass" => is_death(context, clause),
        _ => false,
    }
}

fn is_death(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const SO: &[&str] = &["peacefully", "quietly", "suddenly", "unexpectedly"];
    const THERE: &[&str] = &["home", "hospital", "hospice", "sleep"];
    let is_there = |argument: &Argument| {
        argument.preposition.is_some() && context.reading.is_any(argument.phrase.head, THERE)
            || context.reading.is_any(argument.phrase.head, SO)
    };
    clause.tense == Tense::Past && clause.arguments.iter().any(is_there)
}

/// "goes swimming every morning".
pub(super) fn pastime(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    let mut doings = clause
        .arguments
        .iter()
        .filter(|argument| matches!(argument.role, Role::Complement | Role::AdverbialClause));
    let doing = doings.next();
    let doing = doing
        .map(|argument| argument.phrase.head)
        .filter(|doing| clause.predicate.lemma == "go" && context.reading.tag(*doing) == "VBG")
        .filter(|doing| *doing > clause.predicate.head)
        // "going through a divorce, losing her job"
        .filter(|doing| {
            let mut between = clause.predicate.head + 1..*doing;
            between.all(|token| context.reading.pos(token) == Pos::Adv)
        });
    doing
        .map(|doing| {
            let thing = ObjectCandidate::value(context.reading.lower(doing), doing);
            RelationCandidate::new(
                &mention.entity,
                RelationName::of(&name(&clause.predicate.lemma)),
                "go",
                thing,
                aspect,
            )
        })
        .into_iter()
        .collect()
}
