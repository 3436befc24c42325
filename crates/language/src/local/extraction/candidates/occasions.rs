//! On which day something is that somebody has once: "Tomorrow is my mother's birthday", "it's our anniversary on Friday".

use recollect_clauses::{Argument, Clause, Form, Phrase, Role};
use recollect_model::{EntityKind, Precision, Relation};
use recollect_spacy::{Dep, Pos};
use recollect_temporal::Meaning;

use crate::EntityRef;
use crate::lexicon::{WEEKDAYS, is_light, kind_of_noun, role};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::common::{begun_small, common_entity, own_thing};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::dates::date;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::constraints::is_event;
use crate::local::extraction::factuality::aspect::aspect_of_being;
use crate::local::extraction::mentions::roles::possessor;
use crate::local::extraction::parse::reading::Reading;

/// "Tomorrow is my mother's birthday": on which day something is.
pub(super) fn its_day(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let subject = &clause.subject.as_ref()?.phrase;
    let head = clause.with_role(Role::Attribute).next()?.phrase.head;
    // "It's Tom's birthday on Friday."
    let when = match context.reading.is_any(subject.head, &["it"]) {
        true => day_behind(context, clause, head)?,
        false => subject.clone(),
    };
    let day = date(context, &when).filter(|_| context.is_time(when.head))?;
    let is_occasion = context
        .reading
        .is_any(head, &["birthday", "anniversary", "deadline", "do"]);
    if !(is_occasion || is_event(context, head)) || context.is_time(head) {
        return None;
    }
    let entity = match context.referents.at(head) {
        Some(referent) => referent.entity.clone(),
        None => common_entity(context, clause, head).or_else(|| own_thing(context, head))?,
    };
    Some(on(clause, &entity, day))
}

/// "Parents' evening is next Wednesday", "My OSCEs are in three weeks", "Bin day is Thursday": when something is of which nothing else is
/// said.
pub(super) fn its_time(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let reading = context.reading;
    let subject = &clause.subject.as_ref()?.phrase;
    let head = subject.head;
    let is_when = |argument: &Argument| {
        context.is_time(argument.phrase.head)
            && argument.preposition.as_ref().is_none_or(|leads| {
                matches!(leads.lemma.as_str(), "on" | "in" | "for") && argument.role != Role::Time
            })
    };
    let is_beside = |argument: &Argument| {
        let leads = argument.preposition.as_ref();
        leads.is_some_and(|leads| leads.lemma == "at")
            || argument.role == Role::Adverbial && reading.is_any(argument.phrase.head, ONLY)
    };
    let others = clause.arguments.iter().filter(|one| !is_when(one));
    let is_plain = clause.predicate.lemma == "be"
        && !clause.is_negated
        && clause.form == Form::Copular
        && others.clone().all(is_beside)
        && subject.tokens.len() <= MAX_WORDS;
    // "Second visit 21 March 8:40": what leaves out "is".
    let is_one_of_several = reading
        .child(head, Dep::Amod)
        .is_some_and(|which| reading.is_any(which, &["first", "second", "third", "next", "last"]));
    let is_told =
        !clause.predicate.range.is_empty() || is_one_of_several && is_event(context, head);
    let is_plain = is_plain && is_told;
    let when = clause.arguments.iter().find(|one| is_when(one));
    let when = when.filter(|_| is_plain && is_thing_with_day(context, head))?;
    let mut day = date(context, &when.phrase).or_else(|| month(context, &when.phrase))?;
    let comes_back = reading
        .child(head, Dep::Compound)
        .is_some_and(|of| reading.is_any(of, COMING_BACK));
    if comes_back && WEEKDAYS.contains(&day.words.to_lowercase()) {
        day = ObjectCandidate {
            kind: EntityKind::Date,
            tokens: day.tokens.clone(),
            ..ObjectCandidate::value(&format!("every {}", day.words), day.head)
        };
    }
    let entity = match context.referents.at(head) {
        Some(referent) => referent.entity.clone(),
        None => own_thing(context, head).or_else(|| {
            let words = reading.words(subject.tokens.clone());
            let is_definite = reading.is_definite(head) || possessor(reading, head).is_none();
            let words = begun_small(words.strip_prefix("The ").unwrap_or(words));
            let words = words.strip_prefix("the ").unwrap_or(&words);
            let article = if is_definite { "the " } else { "" };
            Some(EntityRef::Named(format!("{article}{words}")))
        })?,
    };
    Some(on(clause, &entity, day))
}

/// "bin day", "quiz night": of which every week has one.
const COMING_BACK: &[&str] = &[
    "bin",
    "bins",
    "trash",
    "garbage",
    "rubbish",
    "recycling",
    "laundry",
    "washing",
    "wash",
    "market",
    "date",
    "quiz",
    "game",
    "games",
    "poker",
    "pizza",
    "movie",
    "film",
    "curry",
    "bath",
    "leg",
    "rest",
];
/// Adverbs that say nothing else of what has its day.
const ONLY: &[&str] = &[
    "now",
    "again",
    "already",
    "actually",
    "still",
    "definitely",
    "always",
    "usually",
    "then",
    "also",
];
/// That something is on a day.
fn on(clause: &Clause, entity: &EntityRef, day: ObjectCandidate) -> RelationCandidate {
    RelationCandidate::new(
        entity,
        Relation::HappenedOn,
        &clause.predicate.lemma,
        day,
        aspect_of_being(clause),
    )
}

/// The most words of what has its day.
const MAX_WORDS: usize = 5;

/// Whether a noun stands for something that may have its day: nobody, no place and no time but "sports day".
fn is_thing_with_day(context: &PassageContext<'_>, head: usize) -> bool {
    let reading = context.reading;
    // "bin day", "parents' evening"
    let is_a_day = reading.is_any(head, &["day", "evening", "night", "week"])
        && has_any(reading, head, &[Dep::Compound, Dep::Poss])
        && possessor(reading, head).is_none_or(|of| context.referents.at(of).is_none());
    let is_of_kind = |kind| matches!(kind, EntityKind::Event | EntityKind::Thing);
    let is_thing = match context.referents.at(head) {
        Some(referent) => is_of_kind(referent.kind),
        None => {
            let noun = reading.lemma(head);
            role(&noun).is_none() && !is_light(&noun) && kind_of_noun(&noun).is_none_or(is_of_kind)
        }
    };
    let is_definite = matches!(reading.pos(head), Pos::Noun | Pos::Propn)
        && reading
            .child(head, Dep::Det)
            .is_none_or(|_| reading.is_definite(head));
    let says_more = has_any(
        reading,
        head,
        &[Dep::Relcl, Dep::Acl, Dep::Prep, Dep::Appos, Dep::Conj],
    );
    (is_a_day || is_thing && !context.is_time(head)) && is_definite && !says_more
}

fn has_any(reading: &Reading<'_>, head: usize, deps: &[Dep]) -> bool {
    let mut children = reading.doc.children(head);
    children.any(|child| deps.contains(&reading.dep(child)))
}

/// A month, or a time from now: "July", "three weeks".
fn month(context: &PassageContext<'_>, phrase: &Phrase) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let time = context.time_at(phrase.head)?;
    let is_one = matches!(time.expression.meaning, Meaning::At)
        && time.expression.precision != Precision::Hour
        && reading.pos(phrase.head) != Pos::Adv;
    // "three weeks" alone would be no day.
    let words = reading.words(time.tokens.clone());
    let words = match time.expression.precision {
        Precision::Month => reading.words(phrase.tokens.clone()),
        _ => words,
    };
    is_one.then(|| ObjectCandidate {
        kind: EntityKind::Date,
        tokens: time.tokens.clone(),
        ..ObjectCandidate::value(words, phrase.head)
    })
}

/// The day that is said behind an occasion.
fn day_behind(context: &PassageContext<'_>, clause: &Clause, occasion: usize) -> Option<Phrase> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let is_day = |token: &usize| {
        let above = reading.head(*token);
        let hangs = |from: usize| from == verb || from == occasion;
        *token > occasion
            && context.is_time(*token)
            && match reading.dep(*token) {
                Dep::Npadvmod => hangs(above),
                Dep::Pobj => reading.is_any(above, &["on"]) && hangs(reading.head(above)),
                _ => false,
            }
    };
    let day = reading.doc.subtree(verb).find(is_day)?;
    Some(reading.phrase(day))
}
