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
use crate::word_list::WordList;

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
            || argument.role == Role::Adverbial
                && ONLY.contains(reading.lower(argument.phrase.head))
    };
    // "Second visit 21 March 8:40": what leaves out "is".
    let is_one_of_several = reading
        .child(head, Dep::Amod)
        .is_some_and(|which| reading.is_any(which, &["first", "second", "third", "next", "last"]));
    let is_told =
        !clause.predicate.range.is_empty() || is_one_of_several && is_event(context, head);
    let is_plain = clause.predicate.lemma == "be"
        && !clause.is_negated
        && clause.form == Form::Copular
        && is_told
        && subject.tokens.len() <= MAX_WORDS
        && (clause.arguments.iter()).all(|argument| is_when(argument) || is_beside(argument));
    let when = clause.arguments.iter().find(|argument| is_when(argument));
    let when = when.filter(|_| is_plain && is_thing_with_day(context, head))?;
    let day = date(context, &when.phrase).or_else(|| month_or_ahead(context, &when.phrase))?;
    let entity = match context.referents.at(head) {
        Some(referent) => referent.entity.clone(),
        None => own_thing(context, head).unwrap_or_else(|| nobodys(context, subject)),
    };
    Some(on(clause, &entity, every_week(context, head, day)))
}

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

/// "bin day", "parents' evening": what is nobody's alone, by its words.
fn nobodys(context: &PassageContext<'_>, subject: &Phrase) -> EntityRef {
    let reading = context.reading;
    let whose = possessor(reading, subject.head);
    let words = begun_small(&reading.words(subject.tokens.clone()));
    let words = words.strip_prefix("the ").unwrap_or(&words);
    match whose {
        Some(_) if !reading.is_definite(subject.head) => EntityRef::Named(words.to_owned()),
        _ => EntityRef::Named(format!("the {words}")),
    }
}

/// "Bin day is Thursday": every Thursday.
fn every_week(context: &PassageContext<'_>, head: usize, day: ObjectCandidate) -> ObjectCandidate {
    let of = context.reading.child(head, Dep::Compound);
    let comes_back = of.is_some_and(|of| COMING_BACK.contains(context.reading.lower(of)));
    if !comes_back || !WEEKDAYS.contains(&day.words.to_lowercase()) {
        return day;
    }
    ObjectCandidate {
        kind: EntityKind::Date,
        tokens: day.tokens.clone(),
        ..ObjectCandidate::value(&format!("every {}", day.words), day.head)
    }
}

/// The most words of what has its day.
const MAX_WORDS: usize = 5;

/// "bin day", "quiz night": of which every week has one.
static COMING_BACK: WordList = WordList::new(
    "bin bins trash garbage rubbish recycling laundry washing wash market date quiz game games poker pizza movie film curry bath leg rest",
);

/// Adverbs that say nothing else of what has its day.
static ONLY: WordList =
    WordList::new("now again already actually still definitely always usually then also");

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
fn month_or_ahead(context: &PassageContext<'_>, phrase: &Phrase) -> Option<ObjectCandidate> {
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
        ..ObjectCandidate::value(&words, phrase.head)
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
