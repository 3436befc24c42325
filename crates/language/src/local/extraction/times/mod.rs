//! When it was so: the expression of time that belongs to a clause, and what it says of the statement.

mod apart;
pub(crate) mod days;
pub(crate) mod told;
mod undated;

use recollect_clauses::{Clause, Form, Tense};
use recollect_model::{Aspect, Interval, Modality, Nature, Precision, Relation, Timestamp};
use recollect_spacy::{Dep, Pos};
use recollect_temporal::Meaning;

use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::{PassageContext, Timed};
use crate::local::extraction::clauses::habits::is_by_the_clock;
use crate::local::extraction::factuality::aspect::{had_been, is_over};
use crate::local::extraction::times::apart::{is_behind_semicolon, is_beside, is_of_other_quality};
use crate::local::extraction::times::told::is_record;
use crate::local::extraction::times::undated::{
    begins_later, comes_back, is_daily_end, is_how_long, is_moved, is_usual,
};

/// From when until when a statement holds, as far as its words tell.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Dates {
    /// From when.
    pub(crate) from: Option<Timestamp>,
    /// Until when.
    pub(crate) until: Option<Timestamp>,
    /// How finely that is told.
    pub(crate) precision: Option<Precision>,
    /// Whether it is all still to come.
    pub(crate) is_ahead: bool,
}

/// The most clauses that a time is looked for in: that of "started working" may stand with either verb.
const NEAREST: usize = 3;

/// When what a candidate says was so.
pub(crate) fn dates(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    modality: Modality,
) -> Dates {
    let time = nearest(context, clause).filter(|time| {
        !is_behind_semicolon(context, clause, time)
            && !overlaps(context, time, candidate)
            && !is_of_other_quality(context, time, candidate)
            && !is_of_thing(context, time, candidate)
            && !is_beside(context, time, candidate)
            && !is_record(context.reading, time)
    });
    let mut dates = time.map_or_else(Dates::default, |time| {
        dated(context, clause, candidate, time, modality)
    });
    let reference = context.reference.instant();
    let is_state = candidate.relation.nature() == Some(Nature::State)
        && !matches!(
            candidate.relation.known(),
            Some(
                Relation::Likes
                    | Relation::Dislikes
                    | Relation::Plays
                    | Relation::Uses
                    | Relation::Practices
                    | Relation::Has
                    | Relation::Knows
                    | Relation::Fears
                    | Relation::Wants
                    | Relation::Plans
                    | Relation::Prefers
                    | Relation::InterestedIn
                    | Relation::BelievesIn
            )
        );
    let was = candidate.aspect == Aspect::Holds
        && clause.tense == Tense::Past
        && (!clause.is_perfect || had_been(clause))
        && is_state
        && !clause.markers.still;
    let is_actual = modality == Modality::Actual;
    if is_actual && (candidate.ends(clause) || was) && dates.until.is_none() {
        dates.until = Some(reference);
    }
    // "Used to" and "no longer" end at the reference time at the latest; "I leave Nokia in June" does when its day has come.
    let is_to_end = clause.tense != Tense::Past && !clause.is_perfect && !is_over(clause);
    if (was || candidate.ends(clause)) && is_actual && !is_to_end {
        dates.until = dates.until.map(|until| until.min(reference));
    }
    if let (Some(from), Some(until)) = (dates.from, dates.until)
        && until <= from
    {
        dates.from = None;
    }
    dates
}

/// "We found a height chart from the 1970s": how old the chart is, and not when it was found.
fn is_of_thing(context: &PassageContext<'_>, time: &Timed, candidate: &RelationCandidate) -> bool {
    let reading = context.reading;
    let (before, first) = (time.tokens.start.checked_sub(1), time.tokens.start);
    let from = match reading.is_any(first, &["from"]) {
        true => Some(first),
        false => before.filter(|before| reading.is_any(*before, &["from"])),
    };
    let noun = from.and_then(|from| from.checked_sub(1));
    let is_of_years = matches!(
        time.expression.precision,
        Precision::Year | Precision::Decade | Precision::Century
    );
    candidate.aspect == Aspect::Happens
        && is_of_years
        && !is_range(context, time)
        && noun.is_some_and(|noun| reading.pos(noun) == Pos::Noun)
}

/// Whether a time is part of what is said: "the party of last week". "A blast last year at the fair" is told without it.
fn overlaps(context: &PassageContext<'_>, time: &Timed, candidate: &RelationCandidate) -> bool {
    if candidate.relation == Relation::HasAge {
        return false;
    }
    let thing = &candidate.thing;
    // "in better shape than at New Year"
    let reading = context.reading;
    let is_compared = |token: usize| reading.is_any(token, &["than"]);
    // "a speech about 1984"
    let is_topic = |token: usize| {
        reading.is_any(token, &["about"]) && token > 0 && reading.pos(token - 1) == Pos::Noun
    };
    let first = time.tokens.start;
    let is_ago = time
        .tokens
        .clone()
        .any(|token| reading.is_any(token, &["ago", "back"]));
    if !is_ago && (is_topic(first) || first.checked_sub(1).is_some_and(is_topic)) {
        return true;
    }
    let above = |first: usize| {
        reading
            .doc
            .ancestors(first)
            .any(|above| is_compared(above) && above < first)
    };
    if time.tokens.start.checked_sub(1).is_some_and(is_compared) || above(time.tokens.start) {
        return true;
    }
    let is_inside = time.tokens.start < thing.tokens.end && thing.tokens.start < time.tokens.end;
    let is_said = || {
        thing
            .words
            .contains(context.reading.words(time.tokens.clone()).trim())
    };
    is_inside && is_said() || time.tokens.contains(&thing.head)
}

/// The expression that belongs to a clause, or else to the one it completes.
fn nearest<'s>(context: &'s PassageContext<'_>, clause: &Clause) -> Option<&'s Timed> {
    let clauses = &context.reading.clauses;
    let mut one = Some(clause);
    for _ in 0..NEAREST {
        let Some(at) = one else {
            break;
        };
        let own = context
            .times
            .iter()
            .filter(|time| {
                is_dating(time)
                    && !comes_back(context, time)
                    && !is_how_long(context, at, time)
                    && !is_usual(at, time)
                    && !is_moved(context, at, time)
                    && !is_daily_end(context, at, time)
                    && belongs(context, at, time)
                    && !is_denied(context, time)
                    && !is_by_the_clock(context, at, time)
                    && !begins_later(context, at, time)
            })
            // "since 2019" tells more than "on Mondays".
            .min_by_key(|time| {
                let is_length = matches!(time.expression.meaning, Meaning::For(_));
                // "I've been sober for three years today."
                let is_now = context.reading.is_any(time.tokens.start, &["today", "now"]);
                if at.is_perfect && !at.is_progressive {
                    is_now
                } else {
                    is_length
                }
            });
        if own.is_some() {
            return own;
        }
        let done = had_done(context, at).and_then(|done| {
            let mut times = context.times.iter();
            times.find(|time| is_dating(time) && belongs(context, done, time))
        });
        if done.is_some() {
            return done;
        }
        one = at.governor.and_then(|governor| clauses.get(governor));
    }
    before(context, clause)
}

/// "on Monday, not Sunday"
fn is_denied(context: &PassageContext<'_>, time: &Timed) -> bool {
    let before = time.tokens.start.checked_sub(1);
    before.is_some_and(|not| context.reading.is_any(not, &["not"]))
}

/// What somebody has done to something of theirs: "is getting her hip replaced on 19 February".
fn had_done<'c>(context: &'c PassageContext<'_>, clause: &Clause) -> Option<&'c Clause> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let has = ["get", "have"].contains(&clause.predicate.lemma.as_str());
    reading.clauses.iter().find(|done| {
        let head = done.predicate.head;
        has && reading.dep(head) == Dep::Ccomp
            && reading.head(head) == verb
            && matches!(reading.tag(head), "VBN" | "VBD")
            && head > verb
    })
}

/// What a clause in the past goes on with has the time of what stands before it, where it has none of its own: "I had a day off last
/// weekend - we went biking", "I went to the fair yesterday and bought a lamp".
fn before<'s>(context: &'s PassageContext<'_>, clause: &Clause) -> Option<&'s Timed> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let is_past = |clause: &Clause| {
        clause.tense == Tense::Past && !clause.is_perfect && !clause.markers.used_to
    };
    if !is_past(clause) || clause.form != Form::Verbal {
        return None;
    }
    let subject = clause.subject.as_ref();
    let first = subject.map_or(verb, |subject| subject.phrase.tokens.start);
    let dash = first.checked_sub(1).filter(|dash| {
        reading.is_any(*dash, &["-", "–", "—"]) && reading.doc.tokens[*dash].space_after
    });
    let sentence = reading.doc.sentence_of(verb);
    context.times.iter().rev().find(|time| {
        let is_before = time.tokens.end <= verb
            && sentence.contains(&time.tokens.start)
            && time.expression.meaning == Meaning::At
            && time.expression.interval.end <= context.reference.instant();
        is_before
            && reading.clauses.iter().any(|other| {
                let head = other.predicate.head;
                let is_joined = reading.dep(verb) == Dep::Conj && reading.head(verb) == head;
                let is_dashed = dash.is_some_and(|dash| head < dash && time.tokens.end <= dash);
                // "was a stoker in the sixties and cried today"
                other.form == Form::Verbal
                    && (is_joined || is_dashed)
                    && is_past(other)
                    && belongs(context, other, time)
            })
    })
}

fn is_dating(time: &Timed) -> bool {
    !matches!(time.expression.meaning, Meaning::Every | Meaning::Vague)
}

/// Whether an expression hangs from the verb of a clause: directly, or from an object that names something timely.
fn belongs(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    // "I donated it to a shelter I volunteer at yesterday": what is so in general was not so on a day.
    let leaves = |other: &Clause| {
        reading.dep(other.predicate.head) == Dep::Relcl
            && other.tense == Tense::Present
            && !(other.is_perfect || other.is_progressive)
            && time.expression.meaning == Meaning::At
            && time.expression.interval.end <= context.reference.instant()
    };
    if leaves(clause) {
        return false;
    }
    let mut token = time
        .tokens
        .clone()
        .find(|token| {
            !time.tokens.contains(&reading.head(*token)) || reading.head(*token) == *token
        })
        .unwrap_or(time.tokens.start);
    if token == verb {
        return true;
    }
    let first = token;
    for _ in 0..12 {
        let head = reading.head(token);
        if head == verb {
            return true;
        }
        if head == token {
            return false;
        }
        // A clause in between has the time for itself.
        if reading.clauses.iter().any(|other| {
            other.predicate.head == head && !other.predicate.tokens.is_empty() && !leaves(other)
        }) {
            return false;
        }
        // "a photo from 2015" dates the photo, "the party of last week" the party.
        // "Next March Hugo moves" hangs the time from the name.
        let is_before_name = reading.is_subject(head)
            && reading.pos(head) == Pos::Propn
            && reading.doc.subtree_range(head).start == time.tokens.start
            && reading.is_start(time.tokens.start);
        let is_noun = matches!(reading.pos(head), Pos::Noun | Pos::Propn)
            && !time.tokens.contains(&head)
            && !is_before_name;
        if is_noun
            && (reading.is_any(first, &["from", "of"])
                || reading.tag(token) == "POS"
                || token < head)
        {
            return false;
        }
        token = head;
    }
    false
}

fn dated(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    time: &Timed,
    modality: Modality,
) -> Dates {
    let reference = context.reference.instant();
    let interval = interval(context, clause, candidate, time, modality);
    let precision = Some(time.expression.precision);
    let bound = |instant: Timestamp| {
        (instant != Timestamp::MIN && instant != Timestamp::MAX).then_some(instant)
    };
    let is_past = clause.tense == Tense::Past && !clause.is_perfect;
    let mut dates = Dates {
        precision,
        ..Dates::default()
    };
    match time.expression.meaning {
        Meaning::At if is_deadline(context, clause, time) => dates.until = bound(interval.end),
        Meaning::At => match candidate.aspect {
            // "at the end of February": with the month.
            Aspect::Ends
                if context
                    .reading
                    .words(time.tokens.clone())
                    .contains("end of") =>
            {
                dates.until = bound(interval.end);
            }
            Aspect::Ends => dates.until = bound(interval.start),
            Aspect::Holds if is_past && candidate.relation.nature() != Some(Nature::Event) => {
                dates.from = bound(interval.start);
                let is_feeling = matches!(
                    candidate.relation.known(),
                    Some(Relation::Likes | Relation::Dislikes)
                );
                if is_range(context, time) || interval.end <= reference && !is_feeling {
                    dates.until = bound(interval.end);
                }
            }
            Aspect::Holds if candidate.ends(clause) => dates.until = bound(interval.start),
            Aspect::Holds if is_range(context, time) => {
                dates.from = bound(interval.start);
                dates.until = bound(interval.end);
            }
            _ => dates.from = bound(interval.start),
        },
        Meaning::Since if candidate.aspect == Aspect::Ends => dates.until = bound(interval.start),
        Meaning::Since => dates.from = bound(interval.start),
        Meaning::Until => dates.until = bound(interval.end),
        Meaning::For(_)
            if clause.is_perfect && !had_been(clause) || clause.is_progressive && !is_past =>
        {
            dates.from = bound(interval.start);
        }
        Meaning::For(_) | Meaning::Every | Meaning::Vague => dates.precision = None,
    }
    let is_open = dates.from.is_some_and(|from| from > reference);
    // "I usually go to bed at ten" puts nothing off.
    dates.is_ahead = is_open
        && !clause.markers.habitually
        && clause.tense != Tense::Past
        && !clause.is_perfect
        && modality == Modality::Actual;
    dates
}

/// The interval of an expression, looked for where the clause speaks of: "is getting married in October" lies ahead, whatever
/// the sentence looks like.
fn interval(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    time: &Timed,
    modality: Modality,
) -> Interval {
    let found = time.expression.interval;
    let reference = context.reference.instant();
    let is_meant = matches!(
        modality,
        Modality::Planned | Modality::Wished | Modality::Required
    );
    // What was moved to another day takes place then.
    let lies_ahead = clause.tense == Tense::Future
        || candidate.relation == Relation::HappenedOn && candidate.aspect == Aspect::Begins
        || is_meant && clause.tense != Tense::Past
        || clause.tense == Tense::Present
            && !clause.is_perfect
            && (clause.is_progressive
                // "My contract runs out on the 20th."
                || !clause.markers.habitually && candidate.relation.nature().is_none()
                // "is in New Zealand until spring"
                || time.expression.meaning == Meaning::Until
                || matches!(
                    candidate.aspect,
                    Aspect::Begins | Aspect::Happens | Aspect::Ends
                ));
    let led_by_since = context
        .reading
        .is_any(time.tokens.start, &["since", "ever"]);
    let is_past = found.end <= reference
        || time.expression.meaning == Meaning::Since && !led_by_since && found.start <= reference;
    let tense = if lies_ahead && is_past {
        recollect_temporal::Tense::Future
    } else if clause.tense == Tense::Past && !is_meant && found.start > reference {
        recollect_temporal::Tense::Past
    } else {
        return found;
    };
    let words = context.reading.words(time.tokens.clone());
    match recollect_temporal::expressions_with(&words, context.reference, tense)[..] {
        [only]
            if only.meaning == time.expression.meaning
                || time.expression.meaning == Meaning::Until =>
        {
            only.interval
        }
        _ => found,
    }
}

/// "I have to pay it by Friday": until when it is to be done, and not when it began.
fn is_deadline(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    let first = time.tokens.start;
    let is_by = |token: usize| context.reading.is_any(token, &["by"]);
    (is_by(first) || first.checked_sub(1).is_some_and(is_by))
        && clause.tense != Tense::Past
        && !clause.is_perfect
        && time.expression.interval.end > context.reference.instant()
}

/// "from 2015 to 2018", "between May and July".
fn is_range(context: &PassageContext<'_>, time: &Timed) -> bool {
    let reading = context.reading;
    // "from this summer" has no end.
    let mut words = time.tokens.clone();
    reading.is_any(time.tokens.start, &["between"])
        || words.any(|token| reading.is_any(token, &["to", "until", "till", "-", "–", "through"]))
            && time.tokens.len() > 2
}
