//! Why something is so, in a sentence about somebody: "because they were tired of the commute".

use std::ops::Range;

use recollect_clauses::{Argument, Role};

use crate::EntityRef;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::About;
use crate::local::extraction::parse::reading::Reading;

/// The most words of a reason.
const MAX_WORDS: usize = 14;

/// The words of a clause that says why, so that they can be read behind a sentence about its subject: whoever speaks is "they".
/// `None` where a pronoun in them stands for nobody that the sentence speaks of.
pub(crate) fn reason(
    context: &PassageContext<'_>,
    about: About<'_>,
    tokens: Range<usize>,
) -> Option<String> {
    let reading = context.reading;
    let ends = |token: usize| {
        reading.is_any(token, &[";", ":", "!", "?", "(", ")", "\n", "...", "…"])
            || reading.is_any(token, &["-", "–", "—"]) && reading.doc.tokens[token].space_after
    };
    let end = tokens
        .clone()
        .find(|token| ends(*token))
        .unwrap_or(tokens.end);
    if end - tokens.start.min(end) > MAX_WORDS {
        return None;
    }
    let mut words = String::new();
    let mut is_they = false;
    for token in tokens.start..end {
        let lower = reading.lower(token);
        let said = match lower {
            "am" | "'m" | "’m" | "was" | "has" | "'s" | "’s" if is_they => {
                several(lower).to_owned()
            }
            _ => spoken(context, about, token)?,
        };
        is_they = said == "they" && lower != "they";
        words.push_str(&said);
        if reading.doc.tokens[token].space_after {
            words.push(' ');
        }
    }
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.trim_end_matches(|c: char| !c.is_alphanumeric());
    words.contains(' ').then(|| words.to_owned())
}

/// A verb after "they" for "I" or a name.
fn several(verb: &str) -> &'static str {
    match verb {
        "'m" | "’m" | "'s" | "’s" => "'re",
        "am" => "are",
        "was" => "were",
        _ => "have",
    }
}

/// A word in a sentence about somebody else than who said it.
fn spoken(context: &PassageContext<'_>, about: About<'_>, token: usize) -> Option<String> {
    let reading = context.reading;
    let lower = reading.lower(token);
    let is_of = |entity: &EntityRef| entity == about.subject;
    let referent = context.referents.at(token).map(|referent| &referent.entity);
    let name = |entity: &EntityRef| context.name_of(entity);
    let said = match lower {
        "i" | "we" | "me" | "us" | "my" | "our" | "myself" => {
            let entity = referent?;
            match (is_of(entity), lower) {
                (true, "i" | "we") => "they".to_owned(),
                (true, "me" | "us") => "them".to_owned(),
                (true, "myself") => "themself".to_owned(),
                (true, _) => "their".to_owned(),
                (false, "my" | "our") => format!("{}'s", name(entity)),
                (false, _) => name(entity),
            }
        }
        "you" | "your" => {
            let entity = referent?;
            let whose = if lower == "your" { "'s" } else { "" };
            format!("{}{whose}", name(entity))
        }
        "he" | "she" | "him" | "her" | "his" | "it" | "its" | "they" | "them" | "their" => {
            let is_known = match referent {
                Some(entity) => is_of(entity) || about.thing.entity() == Some(entity),
                None => false,
            };
            // "I picked this color because it's bright."
            let is_thing = matches!(lower, "it" | "its" | "they" | "them" | "their")
                && is_object(reading, about, token);
            if !(is_known || is_thing) {
                return None;
            }
            reading.word(token).to_lowercase()
        }
        "this" | "that" | "these" | "those" | "here" | "there" | "such"
            if !matches!(reading.tag(token), "IN" | "WDT" | "EX") =>
        {
            return None;
        }
        _ => reading.word(token).to_owned(),
    };
    Some(said)
}

/// Whether the sentence has something without a name before a pronoun, which the pronoun then stands for.
fn is_object(reading: &Reading<'_>, about: About<'_>, token: usize) -> bool {
    about.thing.entity().is_none()
        && !about.thing.words.is_empty()
        && about.thing.tokens.end <= token
        && about.thing.tokens.end > reading.doc.sentence_of(token).start
}

/// "because it was noisy"; "acts as though he owned it" says how, and "since I was a boy" since when.
pub(super) fn says_why(context: &PassageContext<'_>, argument: &Argument) -> bool {
    const YOUNG: &[&str] = &[
        "kid", "child", "boy", "girl", "baby", "toddler", "teen", "teenager", "student", "little",
        "young", "small",
    ];
    let reading = context.reading;
    let tokens = argument.phrase.tokens.clone();
    let mut first = tokens.clone().take(2);
    let is_since_when = reading.is_any(tokens.start, &["since"])
        && reading.lemma(argument.phrase.head) == "be"
        && tokens
            .clone()
            .any(|token| YOUNG.contains(&reading.lower(token)) || reading.tag(token) == "CD");
    argument.role == Role::AdverbialClause
        && !first.any(|token| reading.is_any(token, &["though", "if"]))
        && !is_since_when
}
