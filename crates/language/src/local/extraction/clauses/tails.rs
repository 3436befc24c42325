//! What says more of a noun than a value keeps: the clause that tells which one, and examples of it.

use std::ops::Range;

use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::words::spelled_for;
use crate::local::extraction::parse::reading::Reading;

/// The most words of a phrase with what says more of it.
const MAX_WORDS: usize = 18;

/// The words of a phrase with the clause that tells which one is meant, or with examples: "an organization that helps
/// refugees", "things like salads and sandwiches", and the token behind them. `None` where nothing follows that can be read by
/// itself.
pub(super) fn in_full(
    context: &PassageContext<'_>,
    tokens: Range<usize>,
    head: usize,
    subject: &EntityRef,
) -> Option<(String, usize)> {
    let reading = context.reading;
    if !matches!(reading.pos(head), Pos::Noun) || tokens.end <= head {
        return None;
    }
    if let Some(listed) = listed(context, tokens.clone(), subject) {
        return Some(listed);
    }
    let tail = described(reading, head, tokens.end)
        .or_else(|| done(reading, head, tokens.end))
        .or_else(|| examples(reading, head, tokens.end))
        .or_else(|| in_other_words(reading, head, tokens.end))?;
    if tail.end > tokens.start + MAX_WORDS + 1 {
        return None;
    }
    let end = tail.clone().rev().find(|token| {
        !matches!(
            reading.pos(*token),
            Pos::Punct | Pos::Space | Pos::Intj | Pos::Cconj | Pos::Adp
        )
    })? + 1;
    let whole = tokens.start..end;
    let is_timeless = !tail.clone().any(|token| context.is_time(token));
    let words = spelled_for(context, whole, subject).filter(|_| is_timeless)?;
    Some((words, end))
}

/// "that helps refugees", without a comma before it.
pub(super) fn described(reading: &Reading<'_>, head: usize, end: usize) -> Option<Range<usize>> {
    let verb = reading.child(head, Dep::Relcl)?;
    let clause = reading.doc.subtree_range(verb);
    // "a better way to learn"
    if reading.is_infinitive(verb) {
        return (clause.start == end && reading.is_any(end, &["to"])).then_some(clause);
    }
    // "That" and "who" are what it is about; "places I want to see" points at whoever speaks.
    let is_of_noun = reading.is_any(clause.start, &["that", "who", "which"])
        && reading.dep(clause.start) == Dep::Nsubj;
    (clause.start == end && is_of_noun && is_one(reading, head)).then_some(clause)
}

/// "signed by my favorite player", of "a ball signed by my favorite player".
fn done(reading: &Reading<'_>, head: usize, end: usize) -> Option<Range<usize>> {
    let participle = reading.child(head, Dep::Acl)?;
    let clause = reading.doc.subtree_range(participle);
    let has_more = reading
        .doc
        .children(participle)
        .any(|child| child > participle && matches!(reading.dep(child), Dep::Agent | Dep::Prep));
    let is_done = reading.tag(participle) == "VBN" && clause.start == end;
    (is_done && has_more && is_one(reading, head)).then_some(clause)
}

/// Whether a noun is of one of its kind, or of some.
fn is_one(reading: &Reading<'_>, head: usize) -> bool {
    reading
        .child(head, Dep::Det)
        .is_none_or(|article| reading.is_any(article, &["a", "an", "some", "another"]))
}

/// "like salads and sandwiches", "such as books".
fn examples(reading: &Reading<'_>, head: usize, end: usize) -> Option<Range<usize>> {
    let like = reading
        .doc
        .children(head)
        .find(|child| *child > head && reading.dep(*child) == Dep::Prep)
        .filter(|like| reading.is_any(*like, &["like", "as"]))?;
    let noun = reading.child(like, Dep::Pobj)?;
    let tail = reading.doc.subtree_range(like);
    let is_next = tail.start == end || tail.start == end + 1 && reading.is_any(end, &[","]);
    let is_noun = matches!(reading.pos(noun), Pos::Noun | Pos::Propn);
    // "classical music like Bach and Mozart"; "a friend like Tom" is no kind of friend.
    let is_many = reading.tag(head) == "NNS" || reading.child(head, Dep::Det).is_none();
    (is_next && is_noun && is_many).then_some(tail)
}

/// The most words of a list behind a dash.
const MAX_LISTED: usize = 14;

/// "lots of books - classics, stories from other countries, atlases": the phrase with the list behind its dash, and the token
/// behind that.
fn listed(
    context: &PassageContext<'_>,
    tokens: Range<usize>,
    subject: &EntityRef,
) -> Option<(String, usize)> {
    let reading = context.reading;
    let is_spaced = |token: usize| {
        token > 0
            && reading.is_any(token, &["-", "–", "—", ":"])
            && reading
                .doc
                .tokens
                .get(token)
                .is_some_and(|dash| dash.space_after)
    };
    let dash = (tokens.start + 1..tokens.end + 1).find(|token| is_spaced(*token))?;
    let sentence = reading.doc.sentence_of(tokens.start);
    let end = (dash + 1..sentence.end)
        .find(|token| is_spaced(*token) || reading.is_any(*token, &[".", "!", "?", ";", "(", "\n"]))
        .unwrap_or(sentence.end);
    let list = dash + 1..end;
    let is_told = |token: usize| matches!(reading.tag(token), "VBD" | "VBZ" | "VBP" | "MD");
    let is_list = list.len() <= MAX_LISTED
        && list.clone().any(|token| reading.is_any(token, &[","]))
        && !list.clone().any(|token| {
            is_told(token) || context.is_time(token) || reading.pos(token) == Pos::Pron
        });
    if !is_list {
        return None;
    }
    let named = spelled_for(context, tokens.start..dash, subject)?;
    let listed = spelled_for(context, list, subject)?;
    Some((format!("{named}: {listed}"), end))
}

/// "a suspenseful thriller set in a small town", of "a new project - a suspenseful thriller set in a small town".
fn in_other_words(reading: &Reading<'_>, head: usize, end: usize) -> Option<Range<usize>> {
    let noun = reading
        .child(head, Dep::Appos)
        .filter(|noun| *noun > end && matches!(reading.tag(*noun), "NN" | "NNS"))?;
    let article = reading.child(noun, Dep::Det)?;
    let tail = reading.doc.subtree_range(noun);
    let is_next = tail.start == end + 1 && reading.is_any(end, &[",", "-", "–", "—", ":"]);
    (is_next && article == tail.start && reading.is_any(article, &["a", "an"])).then_some(tail)
}

/// "my" of "the necklace my grandma gave me", where nothing introduces the clause that tells which.
pub(super) fn begins_description(reading: &Reading<'_>, token: usize) -> bool {
    const HIGHEST: usize = 4;
    reading
        .doc
        .ancestors(token)
        .take(HIGHEST)
        .take_while(|above| *above > token)
        .find(|above| reading.dep(*above) == Dep::Relcl)
        .is_some_and(|verb| {
            reading.head(verb) < token && reading.doc.subtree_range(verb).start == token
        })
}
