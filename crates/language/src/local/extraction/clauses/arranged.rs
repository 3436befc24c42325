//! What was arranged or asked for: the day that is told with it is not that of the arranging.

use recollect_clauses::{Clause, Role, Tense};
use recollect_model::Precision;
use recollect_temporal::Meaning;

use crate::lexicon::{is_arranging, is_year};
use crate::local::extraction::clauses::context::{PassageContext, Timed};

/// "I've signed up for the race on 28 September", "asked for it by mid May": the day is that of what was arranged or asked for, unless the
/// words say that it is past.
pub(crate) fn is_of_arranged(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    const CALLING_OFF: &[&str] = &["cancel", "call off", "postpone", "reschedule"];
    const MADE: &[&str] = &["appointment", "reservation", "booking"];
    const ADMITTING: &[&str] = &["ticket", "seat", "pass"];
    const ASKING: &[&str] = &[
        "ask", "ask for", "request", "order", "promise", "want", "need",
    ];
    const PREPARING: &[&str] = &[
        "train", "prepare", "study", "revise", "save", "practise", "practice", "rehearse", "plan",
    ];
    let reading = context.reading;
    let verb = clause.predicate.lemma.as_str();
    let has_object = |of: &[&str]| {
        let mut objects = clause.with_role(Role::Object);
        objects.any(|object| of.contains(&reading.lemma(object.phrase.head).as_str()))
    };
    let first = time.tokens.start;
    let is_led = |by: &[&str]| {
        let before = first.checked_sub(1);
        reading.is_any(first, by) || before.is_some_and(|before| reading.is_any(before, by))
    };
    let names_year = (time.tokens.clone()).any(|token| is_year(reading.word(token)));
    let says_past = time
        .tokens
        .clone()
        .any(|token| reading.is_any(token, &["ago", "last", "yesterday", "today", "this"]));
    let is_arranged = is_arranging(verb)
        || verb == "make" && has_object(MADE)
        || matches!(verb, "buy" | "get") && has_object(ADMITTING);
    // "I'm training for a marathon in October."
    let is_prepared = PREPARING.contains(&verb)
        && clause.is_progressive
        && reading.doc.children(clause.predicate.head).any(|child| {
            child < first && child > clause.predicate.head && reading.is_any(child, &["for"])
        })
        && time.expression.interval.start > context.reference.instant();
    let is_asked = ASKING.contains(&verb) && is_led(&["for", "by"]);
    if !names_year
        && is_ahead(context, clause, time)
        && is_led(&["to", "for", "until", "till", "by", "starting", "from"])
    {
        return true;
    }
    (is_arranged || is_asked || is_prepared || CALLING_OFF.contains(&verb))
        && matches!(time.expression.meaning, Meaning::At | Meaning::Until)
        && !names_year
        && !says_past
        && !clause.is_passive
}

/// "put off to 11 March", said in February of what was done: a day of a year that is not told has been long ago, and is to come soon.
fn is_ahead(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
    const LONG_AGO: i64 = 200 * 24;
    let ago = context
        .reference
        .instant()
        .duration_since(time.expression.interval.start);
    let is_of_date = matches!(
        time.expression.precision,
        Precision::Day | Precision::Month | Precision::Week
    );
    let is_past = clause.tense == Tense::Past || clause.is_perfect;
    is_past && is_of_date && ago.as_hours() > LONG_AGO
}
