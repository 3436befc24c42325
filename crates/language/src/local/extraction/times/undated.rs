//! Times that date nothing: what comes back, and what was arranged for then.

use recollect_clauses::{Clause, Form, Role, Tense};
use recollect_model::Precision;
use recollect_spacy::Pos;
use recollect_temporal::Meaning;

use crate::local::extraction::clauses::context::{PassageContext, Timed};

/// "I signed a lease starting 1 August", "it slipped to 27 March": what begins then is not what was done.
pub(super) fn begins_later(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    const BEGINNING: &[&str] = &[
        "starting",
        "beginning",
        "commencing",
        "effective",
        "due",
        "to",
    ];
    let reading = context.reading;
    let first = time.tokens.start;
    let is_led = |token: usize| reading.is_any(token, BEGINNING);
    if is_of_arranged(context, clause, time) {
        return true;
    }
    clause.tense == Tense::Past
        && !clause.is_perfect
        && (is_led(first) || first.checked_sub(1).is_some_and(is_led))
        && time.expression.interval.start > context.reference.instant()
}

/// "I've signed up for the race on 28 September": the day is that of what was arranged, unless the words say that it is past.
fn is_of_arranged(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    const ARRANGING: &[&str] = &[
        "sign", "sign up", "register", "enroll", "enrol", "enter", "book", "reserve",
    ];
    let reading = context.reading;
    let verb = clause.predicate.lemma.as_str();
    let makes = verb == "make"
        && clause
            .with_role(Role::Object)
            .any(|object| reading.is_any(object.phrase.head, &["appointment", "reservation"]));
    let first = time.tokens.start;
    let above = reading.head(first);
    let is_for = |token: usize| reading.is_any(token, &["for"]);
    let hangs_from_noun = matches!(reading.pos(above), Pos::Noun | Pos::Propn)
        || is_for(first)
        || first.checked_sub(1).is_some_and(is_for)
        || clause.is_perfect;
    let is_plain = !time.tokens.clone().any(|token| {
        reading.is_any(token, &["ago", "last", "yesterday", "today", "this"])
            || reading.word(token).len() == 4 && reading.tag(token) == "CD"
    });
    (ARRANGING.contains(&verb) && hangs_from_noun || makes)
        && time.expression.meaning == Meaning::At
        && is_plain
        && !clause.is_passive
}

/// "He comes by at seven in the morning": what somebody does at some time of the day, on no day that is named, or through
/// a week or in a season that is none of a year, they do again and again.
pub(super) fn is_by_the_clock(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    let reading = context.reading;
    let is_of_day = |token: usize| {
        reading.is_any(token, OF_A_DAY) || matches!(reading.pos(token), Pos::Num | Pos::Punct)
    };
    let is_clock = matches!(
        time.expression.precision,
        Precision::Minute | Precision::Hour | Precision::PartOfDay
    );
    // "Tuesday through Saturday"
    let is_week = time.expression.precision == Precision::Day
        && time
            .tokens
            .clone()
            .any(|token| reading.is_any(token, &["through", "thru", "-", "–"]))
        && !time
            .tokens
            .clone()
            .any(|token| reading.pos(token) == Pos::Num);
    // "drives a snowplow in winter", but not "moves to Leeds in autumn"
    let changes = CHANGING.contains(&clause.predicate.lemma.as_str());
    let is_season = !changes
        && time.expression.precision == Precision::Season
        && !time.tokens.clone().any(|token| {
            reading.is_any(token, &["this", "next", "last", "coming"])
                || reading.pos(token) == Pos::Num
        });
    (is_clock && time.tokens.clone().all(is_of_day) || is_week || is_season)
        && clause.tense == Tense::Present
        && clause.form == Form::Verbal
        && !(clause.is_progressive || clause.is_perfect)
        // "I get to leave at four" is about all days.
        && (clause.is_implied || !SCHEDULED.contains(&clause.predicate.lemma.as_str()))
}

/// "on the 25th of every month", "on the first Saturday of each month".
pub(super) fn comes_back(context: &PassageContext<'_>, time: &Timed) -> bool {
    let reading = context.reading;
    (time.tokens.start..=time.tokens.end).any(|token| {
        reading.is_any(token, &["of"]) && reading.is_any(token + 1, &["each", "every"])
    })
}

/// Words of a time of the day.
const OF_A_DAY: &[&str] = &[
    "at",
    "in",
    "the",
    "morning",
    "evening",
    "afternoon",
    "night",
    "noon",
    "midnight",
    "am",
    "pm",
    "a.m.",
    "p.m.",
    "o'clock",
    "o’clock",
    "half",
    "quarter",
    "a",
    "to",
    "past",
    "after",
    "before",
    "work",
    "school",
    "lunch",
    "dinner",
    "breakfast",
    "around",
    "about",
    "sharp",
];

/// "I leave at seven" is about today.
const SCHEDULED: &[&str] = &[
    "leave", "start", "begin", "open", "close", "arrive", "depart", "fly", "land", "board", "have",
    "get",
];

/// What nobody does every year.
const CHANGING: &[&str] = &[
    "move", "start", "begin", "leave", "fly", "retire", "get", "marry", "go", "travel", "arrive",
];
