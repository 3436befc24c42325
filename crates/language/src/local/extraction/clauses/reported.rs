//! What somebody said in a sentence about them: "I was tired of my commute" as "they were tired of their commute".

use std::ops::Range;

use recollect_clauses::{Argument, Role};

use crate::EntityRef;
use crate::lexicon::conjugation::third_person;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::About;
use crate::local::extraction::coreference::expletives::is_expletive;
use crate::local::extraction::parse::reading::Reading;

/// The most words of it.
const MAX_WORDS: usize = 14;

/// The words of a clause as they are read behind a sentence about its subject: whoever speaks is "they".
/// `None` where a pronoun in them stands for nobody that the sentence speaks of.
pub(crate) fn reported(
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
    let mut subject = Subject::Unchanged;
    for token in tokens.start..end {
        let lower = reading.lower(token);
        let said = match subject {
            Subject::They => after_they(lower).map(str::to_owned),
            Subject::Name => after_name(reading, token),
            Subject::Unchanged => None,
        };
        let said = match said {
            Some(said) => said,
            None => spoken(context, about, token)?,
        };
        subject = match lower {
            "i" | "we" | "you" if said == "they" => Subject::They,
            "i" | "we" | "you" if reading.is_subject(token) => Subject::Name,
            _ if said == "they" && lower != "they" => Subject::They,
            _ => Subject::Unchanged,
        };
        // "Tom will", for "you'll".
        if said.starts_with(' ') {
            words.truncate(words.trim_end().len());
        }
        // "that is", for "thats".
        let is_respelled = reading.doc.tokens[token].spelling.is_some();
        if is_respelled
            && words.ends_with(char::is_alphanumeric)
            && said.starts_with(char::is_alphanumeric)
        {
            words.push(' ');
        }
        words.push_str(&said);
        if reading.doc.tokens[token].space_after {
            words.push(' ');
        }
    }
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_quoted = words.matches('"').count() % 2 == 1;
    let closing = if is_quoted { "\"" } else { "" };
    words.contains(' ').then(|| format!("{words}{closing}"))
}

/// Who a verb is said of, where that is another than in the text.
#[derive(Clone, Copy)]
enum Subject {
    Unchanged,
    /// "they", of whoever speaks.
    They,
    /// A name, of whoever speaks or is spoken to.
    Name,
}

/// A verb after "they" for "I" or a name.
fn after_they(verb: &str) -> Option<&'static str> {
    match verb {
        "'m" | "’m" | "'s" | "’s" => Some("'re"),
        "am" => Some("are"),
        "was" => Some("were"),
        "has" => Some("have"),
        _ => None,
    }
}

/// A verb after a name for "I", "we" or "you".
fn after_name(reading: &Reading<'_>, token: usize) -> Option<String> {
    let verb = match reading.lower(token) {
        "am" | "are" | "'m" | "’m" | "'re" | "’re" => " is".to_owned(),
        "were" => "was".to_owned(),
        "have" | "'ve" | "’ve" => " has".to_owned(),
        "'ll" | "’ll" => " will".to_owned(),
        "'d" | "’d" => " would".to_owned(),
        "do" => "does".to_owned(),
        lower if reading.tag(token) == "VBP" => third_person(lower),
        _ => return None,
    };
    Some(verb)
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
            // "when it's hot"
            let is_weather = lower == "it" && is_expletive(reading, token);
            if !(is_known || is_thing || is_weather) {
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
