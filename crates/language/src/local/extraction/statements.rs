//! Statements: clauses that plainly say something of a named subject.

use std::ops::Range;

use recollect_model::{Interval, Timestamp};

use super::names::Name;
use super::relations::{Relation, relation_at};
use super::vocabulary::{
    AFTERTHOUGHTS, CLAUSE_OPENINGS, CLAUSE_STARTS, DOUBTS, KIN, LOOSE_ENDS, OBJECT_ENDS,
    OBJECT_PRONOUNS, OPENERS, POINTERS, SUPPOSITIONS,
};
use super::words::Word;
use crate::time;

/// The longest object in words that is taken for a value.
const LONGEST_OBJECT: usize = 14;

/// Marks that stand inside an object.
const INNER_MARKS: &[&str] = &["&", "'", "’", "/", "%", "$", "€", "£", "#", "+"];

/// A sentence as its text and its words.
pub(super) struct Sentence<'a> {
    pub(super) text: &'a str,
    pub(super) words: &'a [Word<'a>],
}

/// A clause that says something, before its object is settled.
pub(super) struct Claim {
    /// The name it is about; none is the first person.
    pub(super) subject: Option<usize>,
    /// The words for the subject, in bytes of the sentence.
    pub(super) subject_bytes: Range<usize>,
    pub(super) relation: &'static Relation,
    pub(super) phrase: String,
    /// The words after the relation, up to the end of the clause.
    object: Range<usize>,
    /// Where the clause begins, in words.
    start: usize,
    /// When it was so.
    pub(super) valid: Option<Interval>,
}

/// An object.
pub(super) enum What {
    /// The name of that number.
    Name(usize),
    /// Other words.
    Value(String),
}

/// What a sentence claims.
pub(super) fn claims(sentence: &Sentence<'_>, names: &[Name]) -> Vec<Claim> {
    let words = sentence.words;
    let is_asked = sentence
        .text
        .trim_end_matches(['"', ')', ' '])
        .ends_with('?');
    let is_quoted = sentence.text.contains(['"', '“', '”', '«', '»']);
    if is_asked || is_quoted || words.iter().any(|word| word.is_in(&SUPPOSITIONS)) {
        return Vec::new();
    }
    let opening = time::opening(sentence.text);
    clause_starts(words, opening)
        .into_iter()
        .filter_map(|start| claim(words, start, names))
        .collect()
}

/// Dates claims by the expressions of time in their clauses, or by the one the sentence begins with, and takes
/// those words out of their objects.
pub(super) fn date(
    claims: &mut [Claim],
    sentence: &Sentence<'_>,
    times: &[(Range<usize>, Interval)],
) {
    let words = sentence.words;
    let end_of_opening = time::opening(sentence.text);
    let opening = times
        .first()
        .filter(|(expression, _)| expression.end <= end_of_opening);
    for claim in claims {
        let (start, object) = (
            words[claim.start].bytes.start,
            words[claim.object.start].bytes.start,
        );
        // "I have a cat since 2019": what ends the object may begin the expression.
        let end = words
            .get(claim.object.end)
            .filter(|next| !next.is_mark())
            .map_or(0, |next| next.bytes.start);
        let end = end.max(words[claim.object.end - 1].bytes.start);
        let inside =
            |expression: &Range<usize>| start <= expression.start && expression.start <= end;
        let time = times
            .iter()
            .find(|(expression, _)| inside(expression))
            .or(opening);
        claim.valid = time
            .map(|(_, interval)| *interval)
            .filter(|interval| interval.start > Timestamp::MIN);
        if let Some((expression, _)) = times
            .iter()
            .find(|(expression, _)| expression.start >= object)
        {
            let kept = claim
                .object
                .clone()
                .rfind(|&place| words[place].bytes.end <= expression.start);
            claim.object.end = kept.map_or(claim.object.start, |last| last + 1);
        }
    }
}

/// What a claim says of its subject, if that is something a reader can make sense of.
pub(super) fn object(claim: &Claim, sentence: &Sentence<'_>, names: &[Name]) -> Option<What> {
    let words = sentence.words;
    let end = (claim.object.start..claim.object.end)
        .rfind(|&place| !words[place].is_in(&AFTERTHOUGHTS))?
        + 1;
    let own = &words[claim.object.start..end];
    let start = claim.object.start + usize::from(own[0].is_any(&["the"]));
    let name = names
        .iter()
        .position(|name| name.words.start == start && ends_there(words, name.words.end, end));
    if let Some(name) = name.filter(|_| !claim.relation.takes_verb()) {
        return Some(What::Name(name));
    }
    let starts_elsewhere = own[0].is_in(&OBJECT_PRONOUNS) && !claim.relation.takes_verb();
    let is_loose = own[own.len() - 1].is_in(&LOOSE_ENDS);
    let points_elsewhere = own.iter().any(|word| word.is_in(&POINTERS));
    // "I want to make that happen": what comes after the verb is what it is about.
    let is_cut = claim.relation.takes_verb()
        && words
            .get(claim.object.end)
            .is_some_and(|next| next.is_in(&OBJECT_ENDS));
    let is_clear = !starts_elsewhere
        && !is_loose
        && !points_elsewhere
        && !is_cut
        && own.len() <= LONGEST_OBJECT;
    is_clear.then(|| What::Value(in_third_person(sentence.text, own)))
}

/// Whether an object that begins with a name ends with it: what follows only says how, where or with whom.
fn ends_there(words: &[Word<'_>], name_end: usize, object_end: usize) -> bool {
    name_end >= object_end
        || words[name_end].is_any(&[
            "with", "in", "for", "by", "on", "at", "from", "and", "too", "again", "to", "about",
            "during", "together",
        ])
}

/// The words of an object, for somebody who is not its speaker.
fn in_third_person(text: &str, words: &[Word<'_>]) -> String {
    let mut object = String::new();
    let mut end = words.first().map_or(0, |word| word.bytes.start);
    for word in words {
        object.push_str(if word.bytes.start > end { " " } else { "" });
        object.push_str(match word.lower.as_str() {
            "my" | "our" => "their",
            "me" | "us" => "them",
            "myself" | "ourselves" => "themselves",
            _ => &text[word.bytes.clone()],
        });
        end = word.bytes.end;
    }
    object
}

/// Where clauses may begin, in words; `opening` is the end of the expression of time that the sentence begins with.
fn clause_starts(words: &[Word<'_>], opening: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut begins = true;
    for (place, word) in words.iter().enumerate() {
        if word.bytes.end <= opening {
            continue;
        }
        if begins && !word.is_mark() && !word.is_in(&OPENERS) {
            starts.push(place);
        }
        let is_break = word.is_any(&[",", ";", ":", "-", "–", "—", "(", "!", "…", "."])
            || word.is_in(&CLAUSE_STARTS);
        begins = is_break || begins && (word.is_mark() || word.is_in(&OPENERS));
    }
    starts
}

fn claim(words: &[Word<'_>], start: usize, names: &[Name]) -> Option<Claim> {
    let (subject, end) = subject(words, start, names)?;
    let found = relation_at(words, end)?;
    let object = found.end..object_end(words, found.end);
    let is_plain = !object.is_empty()
        && !words[start..object.end]
            .iter()
            .any(|word| word.is_in(&DOUBTS) && word.text != "May");
    is_plain.then(|| Claim {
        subject,
        subject_bytes: words[start].bytes.start..words[end - 1].bytes.end,
        relation: found.relation,
        phrase: found.phrase,
        object,
        start,
        valid: None,
    })
}

/// The subject that begins at a word, and the word after it.
fn subject(words: &[Word<'_>], start: usize, names: &[Name]) -> Option<(Option<usize>, usize)> {
    if words[start].is_any(&["i", "we"]) {
        return Some((None, start + 1));
    }
    // "My sister Clara": the kinship tells who Clara is, the name whom it is about.
    let is_kin = words[start].is_any(&["my", "our"])
        && words.get(start + 1).is_some_and(|word| word.is_in(&KIN));
    let start = if is_kin { start + 2 } else { start };
    let name = names.iter().position(|name| name.words.start == start)?;
    Some((Some(name), names[name].words.end))
}

/// The word after an object: where a mark, another clause or somebody else's doing begins.
fn object_end(words: &[Word<'_>], start: usize) -> usize {
    let ends_in_ed = |place: usize| {
        words
            .get(place)
            .is_some_and(|word| word.lower.len() > 4 && word.lower.ends_with("ed"))
    };
    let acts = |place: usize| {
        words
            .get(place)
            .is_some_and(|word| word.is_in(&CLAUSE_OPENINGS))
            || ends_in_ed(place) && !ends_in_ed(place.saturating_sub(2))
            || relation_at(words, place).is_some()
    };
    let ends = |place: usize| {
        let word = &words[place];
        word.is_mark() && !word.is_any(INNER_MARKS)
            || place > start && word.is_in(&OBJECT_ENDS)
            || word.is_any(&["and", "or"]) && acts(place + 1)
    };
    (start..words.len())
        .find(|&place| ends(place))
        .unwrap_or(words.len())
}
