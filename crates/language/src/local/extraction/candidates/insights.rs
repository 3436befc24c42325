//! What is said of somebody by a whole clause, and which deeds say something: "learned that breaks matter", "is working on improving the garden".

use std::ops::Range;

use recollect_clauses::{Argument, Clause, Origin, Role, Tense};
use recollect_model::{Aspect, Modality, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::is_thin;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::{About, ObjectCandidate, thing};
use crate::local::extraction::clauses::reported::reported;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::clauses::words::spelled_for;
use crate::local::extraction::factuality::aspect::is_done;
use crate::local::extraction::parse::reading::Reading;

/// The most words of what somebody is at.
const MAX_WORDS: usize = 10;

/// "I've learned that taking breaks is important": what somebody came to know, where the clause itself speaks of nobody.
pub(crate) fn insight(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    const KNOWING: &[&str] = &[
        "realize",
        "realise",
        "learn",
        "discover",
        "find out",
        "believe",
        "understand",
        "find",
    ];
    let reading = context.reading;
    let lemma = clause.predicate.lemma.as_str();
    // "You'll find that it helps" is advice.
    let is_told = clause.modality == Modality::Actual
        && !clause.is_negated
        && !clause.is_passive
        && !reading.is_any(mention.head, &["you", "u"]);
    if !KNOWING.contains(&lemma) || !is_told {
        return None;
    }
    let known = clause.with_role(Role::Complement).find(|argument| {
        let head = argument.phrase.head;
        head > clause.predicate.head
            && reading.dep(head) == Dep::Ccomp
            && matches!(
                reading.tag(head),
                "VBZ" | "VBP" | "VBD" | "VBN" | "VB" | "VBG"
            )
    })?;
    let head = known.phrase.head;
    let inner = reading
        .clauses
        .iter()
        .find(|inner| inner.predicate.head == head)?;
    let subject = inner.subject.as_ref()?.phrase.head;
    // What is said of somebody known is told by itself, and "the ocean calming" is what it is found to be.
    if context.referents.at(subject).is_some() || subject > head || is_bare(reading, head) {
        return None;
    }
    let says_how = known
        .phrase
        .tokens
        .clone()
        .any(|token| token < subject && reading.tag(token).starts_with('W'));
    let start = reading.doc.subtree_range(subject).start;
    let nothing = ObjectCandidate::value("", head);
    let about = About {
        subject: &mention.entity,
        thing: &nothing,
    };
    let words = reported(context, about, start..known.phrase.tokens.end).filter(|_| !says_how)?;
    let thing = ObjectCandidate {
        tokens: start..known.phrase.tokens.end,
        ..ObjectCandidate::value(&format!("that {words}"), head)
    };
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(&name(lemma)),
        lemma,
        thing,
        Aspect::Happens,
    ))
}

/// Whether nothing says when something is so: "the ocean calming", "a girl draw".
pub(crate) fn is_bare(reading: &Reading<'_>, head: usize) -> bool {
    matches!(reading.tag(head), "VB" | "VBG" | "JJ")
        && reading.child(head, Dep::Aux).is_none()
        && reading.child(head, Dep::AuxPass).is_none()
}

/// How what somebody finds something to be is told.
const FINDING: &str = "find";

/// "I find the ocean calming": how somebody finds something.
pub(crate) fn judgement(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    if clause.predicate.lemma != FINDING || clause.is_passive {
        return None;
    }
    let found = clause.with_role(Role::Complement).next()?;
    let head = found.phrase.head;
    let judged = reading.child(head, Dep::Nsubj)?;
    let is_judged = is_bare(reading, head)
        && reading.tag(head) != "VB"
        && clause.predicate.head < judged
        && judged < head
        && reading.child(head, Dep::Dobj).is_none();
    let thing = thing(context, &reading.phrase(judged), &mention.entity).filter(|_| is_judged)?;
    let how = reading.words(judged + 1..head + 1);
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(FINDING),
        FINDING,
        ObjectCandidate {
            words: format!("{} {how}", thing.words),
            tokens: reading.doc.subtree_range(judged).start..head + 1,
            ..thing
        },
        Aspect::Holds,
    ))
}

/// "want to work on improving the garden", "believes in helping others": what somebody is at, behind a preposition.
pub(crate) fn undertaking(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Option<RelationCandidate> {
    const AT: &[&str] = &["on", "in", "about", "to", "of", "into", "with"];
    let reading = context.reading;
    let argument = clause.with_role(Role::Prepositional).find(|argument| {
        argument.phrase.head > clause.predicate.head
            && reading.tag(argument.phrase.head) == "VBG"
            && reading.dep(argument.phrase.head) == Dep::Pcomp
    })?;
    let preposition = argument.preposition.as_ref()?;
    let head = argument.phrase.head;
    let has_subject = reading
        .doc
        .children(head)
        .any(|child| reading.is_subject(child));
    let is_said_of_doing = reading.clauses.iter().any(|inner| {
        inner.predicate.head == head
            && matches!(
                inner.modality,
                Modality::Planned | Modality::Wished | Modality::Required
            )
    });
    if !AT.contains(&preposition.lemma.as_str())
        || preposition.completes.is_some()
        || clause.is_passive
        || has_subject
        || is_said_of_doing
    {
        return None;
    }
    let tokens = head..argument.phrase.tokens.end;
    let words = doing(context, tokens.clone(), head, &mention.entity, MAX_WORDS)?;
    let thing = ObjectCandidate {
        tokens,
        ..ObjectCandidate::value(&words, head)
    };
    let phrase = format!("{} {}", clause.predicate.lemma, preposition.lemma);
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(&name(&phrase)),
        &phrase,
        thing,
        aspect,
    ))
}

/// Whether what a clause says is wanted of whom it is about, by somebody else: "I want my kids to learn the piano".
pub(crate) fn is_wanted_of(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let (Some(whom), Some(governor)) = (&clause.subject, context.reading.governor(clause)) else {
        return false;
    };
    let speaks = |who: &Argument| context.reading.is_any(who.phrase.head, &["i", "we"]);
    clause.modality == Modality::Wished
        && whom.origin == Origin::Stated
        && whom.phrase.head > governor.predicate.head
        && WANTING.contains(&governor.predicate.lemma.as_str())
        && governor.subject.as_ref().is_some_and(speaks)
}

/// Verbs by which one wants something of another, or hopes that they do it.
const WANTING: &[&str] = &["want", "need", "expect", "hope", "wish", "like"];

/// "I want my kids to learn the piano": what is wanted of another.
pub(crate) fn wanted_of(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let lemma = clause.predicate.lemma.as_str();
    let inner = reading.clauses.iter().find(|inner| {
        let governor = reading.governor(inner);
        governor.is_some_and(|governor| governor.predicate.head == verb)
            && is_wanted_of(context, inner)
    })?;
    let whom = inner.subject.as_ref()?.phrase.tokens.start;
    let doing_what = inner.predicate.head;
    let tokens = whom..reading.doc.subtree_range(doing_what).end;
    let words = if reading.is_infinitive(doing_what) {
        let subject = &mention.entity;
        doing(context, tokens.clone(), doing_what, subject, MAX_WORDS)?
    } else {
        // "I hope it goes well", "I hope you like it": nobody would look for it.
        let points = reading.pos(inner.subject.as_ref()?.phrase.head) == Pos::Pron;
        let nothing = ObjectCandidate::value("", doing_what);
        let about = About {
            subject: &mention.entity,
            thing: &nothing,
        };
        reported(context, about, tokens.clone()).filter(|_| !points)?
    };
    let thing = ObjectCandidate {
        tokens,
        ..ObjectCandidate::value(&words, doing_what)
    };
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(lemma),
        lemma,
        thing,
        Aspect::Holds,
    ))
}

/// "had a blast at the concert", "had a great talk about books": what somebody lived through, and where.
pub(crate) fn experience(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    const LIVED: &[&str] = &[
        "blast",
        "time",
        "fun",
        "experience",
        "ball",
        "adventure",
        "day",
        "weekend",
        "evening",
        "night",
        "talk",
        "chat",
        "conversation",
        "discussion",
    ];
    let reading = context.reading;
    let object = &clause.with_role(Role::Object).next()?.phrase;
    let noun = object.head;
    let is_lived = clause.predicate.lemma == "have"
        && clause.tense == Tense::Past
        && !clause.is_negated
        && LIVED.contains(&reading.lemma(noun).as_str())
        && reading
            .doc
            .children(noun)
            .all(|child| !matches!(reading.dep(child), Dep::Poss | Dep::Nummod | Dep::Relcl));
    if !is_lived {
        return None;
    }
    let mut ends: Vec<usize> = reading
        .doc
        .children(noun)
        .chain(reading.doc.children(clause.predicate.head))
        .filter(|child| {
            *child > noun
                && reading.is_any(*child, &["at", "in", "on", "with", "about"])
                && reading.dep(*child) == Dep::Prep
                && reading
                    .child(*child, Dep::Pobj)
                    .is_some_and(|place| !context.is_time(place))
        })
        .map(|place| reading.doc.subtree_range(place).end)
        .collect();
    ends.sort_unstable();
    let start = object.tokens.start;
    // "a chat with my boss about a raise", as much of it as is short.
    let (end, words) = ends.into_iter().rev().find_map(|end| {
        let words = without_time(context, start..end, noun, &mention.entity)?;
        (words.split(' ').count() <= MAX_WORDS).then_some((end, words))
    })?;
    let thing = ObjectCandidate {
        tokens: start..end,
        ..ObjectCandidate::value(&words, noun)
    };
    Some(RelationCandidate::new(
        &mention.entity,
        RelationName::of(&name(&clause.predicate.lemma)),
        &clause.predicate.lemma,
        thing,
        Aspect::Happens,
    ))
}

/// "a blast at the fair" of "a blast last year at the fair": the words of a noun and of what follows it, without the time, which is told
/// as one.
fn without_time(
    context: &PassageContext<'_>,
    tokens: Range<usize>,
    noun: usize,
    subject: &EntityRef,
) -> Option<String> {
    let Range { start, end } = tokens;
    let timed = (noun + 1..end).find(|token| context.is_time(*token));
    let timed = timed.unwrap_or(end);
    let first = spelled_for(context, start..timed, subject)?;
    match (timed..end).find(|token| !context.is_time(*token)) {
        Some(behind) => {
            let rest = spelled_for(context, behind..end, subject)?;
            Some(format!("{first} {rest}"))
        }
        None => Some(first),
    }
}

/// "did yoga", "noticed a crack in the wall": verbs of small talk that tell something by what they are about.
pub(crate) fn is_deed(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const EMPTY: &[&str] = &[
        "job",
        "work",
        "best",
        "good",
        "trick",
        "favor",
        "favour",
        "math",
        "deed",
        "same",
        "damage",
        "effort",
        "way",
        "anything",
        "nothing",
        "something",
        "everything",
        "what",
        "wonder",
        "difference",
        "change",
    ];
    let reading = context.reading;
    let object = clause.with_role(Role::Object).next();
    matches!(clause.predicate.lemma.as_str(), "do" | "notice")
        && !clause.is_passive
        && object.is_some_and(|object| {
            let noun = object.phrase.head;
            matches!(reading.pos(noun), Pos::Noun | Pos::Propn)
                && (is_done(clause)
                    || reading.tag(clause.predicate.head) == "VB"
                    || is_timed(context, clause))
                && !EMPTY.contains(&reading.lemma(noun).as_str())
                && !is_thin(&reading.lemma(noun))
        })
}

/// Whether a clause says when, or how often.
fn is_timed(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause
        .arguments
        .iter()
        .any(|argument| context.is_time(argument.phrase.head))
        || clause.markers.habitually
}
