//! What is done again and again, by the clock or through a season: "He comes by at seven", "drives a snowplow in winter".

use recollect_clauses::{Argument, Clause, Form, Origin, Role, Tense};
use recollect_model::{Detail, DetailRole, EntityKind, Modality, Precision};
use recollect_spacy::Pos;
use recollect_temporal::Meaning;

use crate::lexicon::kind_of_noun;
use crate::local::extraction::clauses::context::{PassageContext, Timed};

/// The most words of when something is done.
const MAX_WORDS: usize = 6;

/// Words of a time of the day.
pub(crate) const OF_A_DAY: &[&str] = &[
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

/// What comes back every year.
const FEASTS: &[&str] = &[
    "christmas",
    "easter",
    "ramadan",
    "thanksgiving",
    "halloween",
    "midsummer",
    "hanukkah",
    "diwali",
    "xmas",
];

/// What nobody does every year.
const CHANGING: &[&str] = &[
    "move", "start", "begin", "leave", "fly", "retire", "get", "marry", "go", "travel", "arrive",
    "end", "finish", "expire", "come", "return", "graduate", "close", "quit", "run", "turn", "be",
];

/// What is arranged for a time.
const ARRANGED: &[&str] = &[
    "appointment",
    "meeting",
    "call",
    "interview",
    "flight",
    "train",
    "bus",
    "ferry",
    "exam",
    "check-up",
    "checkup",
    "viewing",
    "reservation",
    "booking",
    "session",
    "lesson",
];

/// What everybody has every day.
const MEALS: &[&str] = &[
    "breakfast",
    "lunch",
    "dinner",
    "supper",
    "tea",
    "coffee",
    "brunch",
];

/// "He comes by at seven in the morning": what somebody does at some time of the day, on no day that is named, or through
/// a week or in a season that is none of a year, they do again and again.
pub(crate) fn is_by_the_clock(context: &PassageContext<'_>, clause: &Clause, time: &Timed) -> bool {
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
    let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
    let changes = CHANGING.contains(&verb);
    let is_one = time.tokens.clone().any(|token| {
        reading.is_any(token, &["this", "next", "last", "coming"]) || reading.pos(token) == Pos::Num
    });
    let is_season = time.expression.precision == Precision::Season;
    // "We send each other a card at Christmas"
    let is_feast = time
        .tokens
        .clone()
        .any(|token| reading.is_any(token, FEASTS));
    let comes_back = !changes && !is_one && (is_season || is_feast);
    (is_clock && time.tokens.clone().all(is_of_day) || is_week || comes_back)
        && is_present(context, clause)
        && clause.form == Form::Verbal
        && !(clause.is_progressive || clause.is_perfect)
        // "I get to leave at four" is about all days.
        && (clause.is_implied || !is_arranged(context, clause))
}

/// "teaches and gets up at six": the second verb has the tense of the first, whatever its form.
fn is_present(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let is_joined = clause.tense == Tense::Untensed
        && clause
            .subject
            .as_ref()
            .is_some_and(|subject| subject.origin == Origin::Shared)
        && matches!(
            context.reading.tag(clause.predicate.head),
            "VB" | "VBP" | "VBZ"
        );
    // "I can't have coffee after three."
    let is_unable = clause.is_negated
        && clause.tense == Tense::Untensed
        && clause.modality == Modality::Possible;
    clause.tense == Tense::Present || is_joined || is_unable
}

/// "I leave at seven", "the meeting starts at three", "I have an appointment at ten": what goes on once is about today.
fn is_arranged(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let is_event = |token: usize| {
        let noun = reading.lemma(token);
        kind_of_noun(&noun) == Some(EntityKind::Event) && !MEALS.contains(&noun.as_str())
            || ARRANGED.contains(&noun.as_str())
    };
    let subject = clause.subject.as_ref().map(|subject| subject.phrase.head);
    let mut objects = clause.with_role(Role::Object);
    match clause.predicate.lemma.as_str() {
        "leave" | "arrive" | "depart" | "fly" | "land" | "board" => {
            !clause.markers.habitually && objects.next().is_none() && !is_to_work(context, clause)
        }
        "start" | "begin" | "end" | "open" | "close" | "finish" => subject.is_some_and(is_event),
        "have" | "get" => {
            let is_meal = |head: usize| MEALS.contains(&reading.lemma(head).as_str());
            // "I have a standup at 9:30 every morning."
            let comes_again = context.times.iter().any(|time| {
                time.expression.meaning == Meaning::Every
                    && reading
                        .doc
                        .sentence_of(clause.predicate.head)
                        .contains(&time.tokens.start)
            });
            // "I can't have coffee after three."
            let is_denied = clause.is_negated && clause.modality != Modality::Planned;
            !clause.markers.habitually
                && !comes_again
                && !is_denied
                && !objects.any(|object| is_meal(object.phrase.head))
        }
        _ => false,
    }
}

/// "I leave for work at 7:15": where one goes day after day.
fn is_to_work(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.with_role(Role::Prepositional).any(|argument| {
        let head = argument.phrase.head;
        let is_daily = context
            .reading
            .is_any(head, &["work", "school", "college", "office"]);
        is_daily && !context.is_time(head)
    })
}

/// "gets up at half past six": when it is done, day after day.
pub(super) fn by_the_clock(
    context: &PassageContext<'_>,
    clause: &Clause,
    argument: &Argument,
) -> Option<Detail> {
    let reading = context.reading;
    let preposition = argument.preposition.as_ref()?;
    let mut times = context.times.iter();
    let time = times.find(|time| time.tokens.contains(&argument.phrase.head))?;
    if !is_by_the_clock(context, clause, time) {
        return None;
    }
    let first = time.tokens.start.min(preposition.token);
    let words = reading.words(first..time.tokens.end).trim().to_lowercase();
    (words.split_whitespace().count() <= MAX_WORDS).then(|| Detail {
        role: DetailRole::Frequency,
        text: words.clone(),
        words,
    })
}
