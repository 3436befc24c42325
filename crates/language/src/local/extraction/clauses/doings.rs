//! What somebody does, in words that can be read by themselves: "to bake bread", "helping people who struggle".

use std::ops::Range;

use recollect_spacy::Dep;

use crate::EntityRef;
use crate::lexicon::is_light;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{About, ObjectCandidate};
use crate::local::extraction::clauses::reported::reported;
use crate::local::extraction::clauses::tails::{begins_description, described};
use crate::local::extraction::clauses::words::{ends, is_open_end, spelled_for};

/// The most words of a clause that tells which one is meant.
const MAX_DESCRIPTION: usize = 10;

/// What somebody does, from its first word to where another clause begins: "to bake bread". `None` where it cannot be read
/// by itself, or is longer than `max_words`.
pub(crate) fn doing(
    context: &PassageContext<'_>,
    tokens: Range<usize>,
    head: usize,
    subject: &EntityRef,
    max_words: usize,
) -> Option<String> {
    let reading = context.reading;
    let ends_at = (head + 1..tokens.end)
        .find(|token| {
            context.is_time(*token)
                || ends(reading, *token)
                || reading.lower(*token) == ","
                || matches!(reading.dep(*token), Dep::Relcl | Dep::Advcl)
                || begins_description(reading, *token)
        })
        .unwrap_or(tokens.end);
    let described = with_description(context, head, ends_at, tokens.end);
    let end = (head..described.unwrap_or(ends_at))
        .rev()
        .find(|token| !is_open_end(reading, *token, head))
        .map_or(ends_at, |last| last + 1);
    let start = tokens.start.min(head);
    // "try to capture that feeling" says nothing without what it captures.
    let is_cut = (head..end).any(|verb| {
        // "help make" of "help make the world better"
        verb == head || reading.dep(verb) == Dep::Xcomp || reading.dep(verb) == Dep::Ccomp
    } && reading.child(verb, Dep::Dobj).is_some_and(|object| object >= end))
        // "go through that", "the way she laughed"
        || matches!(reading.lower(head), "go" | "come" | "get")
            && reading.child(head, Dep::Prep).is_some_and(|to| to >= end)
        || end > head
            && is_light(&reading.lemma(end - 1))
            && reading
                .child(end - 1, Dep::Relcl)
                .is_some_and(|which| which >= end && !reading.is_infinitive(which));
    // "to be less than an hour away"
    let is_compared = reading.is_any(end, &["than"]);
    if end <= head || ends_at - start > max_words || is_cut || is_compared {
        return None;
    }
    let nothing = ObjectCandidate::value("", head);
    let about = About {
        subject,
        thing: &nothing,
    };
    // "people who support me"
    spelled_for(context, start..end, subject)
        .or_else(|| described.and_then(|_| reported(context, about, start..end)))
}

/// Where "people who struggle with money" ends, of "help people who …": behind the clause that tells which are meant.
fn with_description(
    context: &PassageContext<'_>,
    head: usize,
    end: usize,
    whole: usize,
) -> Option<usize> {
    let noun = end.checked_sub(1).filter(|noun| *noun > head)?;
    let tail = described(context.reading, noun, end)?;
    let is_timeless = !tail.clone().any(|token| context.is_time(token));
    (tail.end <= whole && tail.len() <= MAX_DESCRIPTION && is_timeless).then_some(tail.end)
}
