//! Times that date nothing: what comes back, and what was arranged for then.

use recollect_clauses::{Clause, Tense};
use recollect_model::Precision;
use recollect_spacy::Pos;
use recollect_temporal::Meaning;

use crate::local::extraction::clauses::arranged::is_of_arranged;
use crate::local::extraction::clauses::context::{PassageContext, Timed};
use crate::local::extraction::clauses::habits::OF_A_DAY;

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
    // "insured with Allianz, 418 euros a year due 1 January"
    let is_due = |token: usize| reading.is_any(token, &["due"]);
    let is_of_noun =
        |token: usize| matches!(reading.pos(reading.head(token)), Pos::Noun | Pos::Num);
    if first
        .checked_sub(1)
        .is_some_and(|before| is_due(before) && is_of_noun(before))
    {
        return true;
    }
    clause.tense == Tense::Past
        && !clause.is_perfect
        && (is_led(first) || first.checked_sub(1).is_some_and(is_led))
        && time.expression.interval.start > context.reference.instant()
}

/// "slipped from June to September": neither is when it did.
pub(super) fn is_moved(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    const MOVING: &[&str] = &[
        "slip",
        "move",
        "shift",
        "postpone",
        "push",
        "push back",
        "put off",
        "delay",
        "bring forward",
    ];
    MOVING.contains(&clause.predicate.lemma.as_str())
        && (clause.tense == Tense::Past || clause.is_perfect)
        && time.tokens.start > clause.predicate.head
        && (time.tokens.start - 1..=time.tokens.start)
            .any(|token| context.reading.is_any(token, &["from"]))
}

/// "Usually frees up two spots in January": in which January is not said.
pub(super) fn is_usual(clause: &Clause, time: &Timed) -> bool {
    clause.markers.habitually
        && clause.tense == Tense::Present
        && !(clause.is_progressive || clause.is_perfect)
        && time.expression.meaning == Meaning::At
}

/// "stays open till 21:00", day after day.
pub(super) fn is_daily_end(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    let reading = context.reading;
    let is_clock = time.tokens.clone().all(|token| {
        reading.is_any(token, &["till", "until"])
            || reading.is_any(token, OF_A_DAY)
            || reading.pos(token) == Pos::Num
    });
    time.expression.meaning == Meaning::Until
        && matches!(
            time.expression.precision,
            Precision::Minute | Precision::Hour
        )
        && is_clock
        && clause.predicate.lemma != "be"
        && clause.tense == Tense::Present
        && !(clause.is_progressive || clause.is_perfect)
}

/// "finished in 1:27:52", "is aiming for 1:28": how long it takes, and no time of the day.
pub(super) fn is_how_long(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    const OF_LENGTHS: &[&str] = &["for", "in", "under", "below", "within", "sub", ",", "("];
    const RACING: &[&str] = &[
        "finish", "run", "aim", "swim", "cycle", "complete", "race", "ride", "row",
    ];
    let reading = context.reading;
    let first = time.tokens.start;
    let is_led = |token: usize| reading.is_any(token, OF_LENGTHS);
    let mut words = time.tokens.clone().filter(|token| !is_led(*token));
    let colons = |token: usize| reading.word(token).matches(':').count();
    let is_race = RACING.contains(&clause.predicate.lemma.as_str());
    let is_clock = words.all(|token| {
        let is_digits = reading
            .word(token)
            .chars()
            .all(|c| c.is_ascii_digit() || c == ':');
        is_digits && colons(token) >= if is_race { 1 } else { 2 }
    });
    is_clock && (is_led(first) || first.checked_sub(1).is_some_and(is_led))
}

/// "on the 25th of every month", "on the first Saturday of each month".
pub(super) fn comes_back(context: &PassageContext<'_>, time: &Timed) -> bool {
    let reading = context.reading;
    (time.tokens.start..=time.tokens.end).any(|token| {
        reading.is_any(token, &["of"]) && reading.is_any(token + 1, &["each", "every"])
    })
}
