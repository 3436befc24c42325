//! The words of a phrase as they are read by themselves: without articles, or in a sentence about somebody else than who
//! said them.

use std::ops::Range;

use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::article;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// The tokens as words. For a value, articles and possessives in front fall away; in a sentence about `subject`, "my" and
/// "her" say whose.
pub(super) fn spelled(
    context: &PassageContext<'_>,
    tokens: Range<usize>,
    subject: Option<&EntityRef>,
    keeps_articles: bool,
) -> Option<String> {
    let reading = context.reading;
    let mut spelled = String::new();
    let mut is_first = true;
    for token in tokens.clone() {
        let word = reading.word(token);
        if is_quote(reading, token) {
            if reading.doc.tokens[token].space_after {
                spelled.push(' ');
            }
            continue;
        }
        if word.trim().is_empty() {
            spelled.push(' ');
            continue;
        }
        let possessive = reading.tag(token) == "PRP$";
        let drops = is_first
            && !keeps_articles
            && tokens.len() > 1
            && (possessive
                || reading.tag(token) == "DT"
                    && reading.head(token) > token
                    && reading.is_any(
                        token,
                        &[
                            "a", "an", "the", "some", "any", "this", "that", "these", "those",
                        ],
                    )
                || reading.is_any(token, &["own"]));
        if drops {
            continue;
        }
        is_first = false;
        if possessive {
            spelled.push_str(&whose(context, token, (subject, tokens.start))?);
        } else if reading.tag(token) == "DT" {
            spelled.push_str(reading.lower(token));
        } else {
            spelled.push_str(word);
        }
        if reading.doc.tokens[token].space_after {
            spelled.push(' ');
        }
    }
    let spelled = spelled.split_whitespace().collect::<Vec<_>>().join(" ");
    let spelled = spelled
        .trim_matches(|c: char| "\"“”«»*_'".contains(c))
        .trim_end_matches([' ', '-', '–', '—'])
        .to_owned();
    spelled
        .chars()
        .any(char::is_alphanumeric)
        .then_some(spelled)
}

/// The tokens as words in a sentence about `subject`; `None` where a pronoun in them stands for nobody known.
pub(crate) fn spelled_for(
    context: &PassageContext<'_>,
    tokens: Range<usize>,
    subject: &EntityRef,
) -> Option<String> {
    // "understand each other": of whom is not known any more.
    let is_clear = tokens.clone().all(|token| {
        let is_how_to =
            context.reading.is_any(token, &["how"]) && context.reading.is_any(token + 1, &["to"]);
        let points = POINTERS.contains(context.reading.lower(token))
            && !matches!(context.reading.tag(token), "PRP$" | "WDT");
        !context.reading.is_mutual(token) && (!points || is_how_to)
    });
    is_clear
        .then(|| spelled(context, tokens, Some(subject), true))
        .flatten()
        .map(|words| {
            words
                .trim_end_matches(|c: char| !c.is_alphanumeric())
                .to_owned()
        })
}

/// "my" in words about a subject, from their first on: "their" where it is the subject's own, and the name of whoever it is otherwise.
fn whose(
    context: &PassageContext<'_>,
    token: usize,
    (subject, first): (Option<&EntityRef>, usize),
) -> Option<String> {
    let reading = context.reading;
    let Some(referent) = context.referents.at(token) else {
        // "people with their taxes"; "his way" of nobody in particular cannot be read by itself.
        let is_of_those = reading.is_any(token, &["their"])
            && (first..token).any(|before| reading.tag(before) == "NNS");
        return is_of_those.then(|| "their".to_owned());
    };
    // "John's goal is to improve their aim."
    let is_own = subject.is_none_or(|subject| match subject {
        EntityRef::Role { of, .. } if **of == referent.entity => true,
        subject => *subject == referent.entity,
    });
    if !is_own {
        return Some(format!("{}'s", context.name_of(&referent.entity)));
    }
    Some(match reading.lower(token) {
        "my" | "our" | "your" => "their".to_owned(),
        own => own.to_owned(),
    })
}

/// "a", "a and b", "a, b and c".
pub(crate) fn enumerated(mut all: Vec<String>) -> String {
    match all.pop() {
        Some(last) if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Whether a phrase ends before a word; the marks around a title are part of it.
pub(super) fn ends(reading: &Reading<'_>, token: usize) -> bool {
    let is_titled = || {
        let before = token
            .checked_sub(1)
            .and_then(|before| reading.name_at(before));
        reading
            .name_at(token + 1)
            .is_some_and(|title| title.tokens.start == token + 1)
            || before.is_some_and(|title| title.tokens.end == token)
    };
    ENDS.contains(reading.lower(token)) && !(is_quote(reading, token) && is_titled())
}

pub(super) fn is_quote(reading: &Reading<'_>, token: usize) -> bool {
    reading.is_any(token, &["\"", "“", "”", "``", "''"])
}

/// Whether a value may not end with this word: "the way to".
pub(super) fn is_open_end(reading: &Reading<'_>, token: usize, head: usize) -> bool {
    // "with the shutters down"
    let is_how_it_is = || {
        let with = reading
            .doc
            .ancestors(token)
            .chain(token.saturating_sub(4)..token);
        reading.is_any(
            token,
            &["up", "down", "on", "off", "open", "shut", "closed", "out"],
        ) && with
            .into_iter()
            .any(|before| before < token && before + 5 > token && reading.is_any(before, &["with"]))
            && matches!(reading.pos(token - 1), Pos::Noun | Pos::Propn)
    };
    token != head
        && (matches!(reading.pos(token), Pos::Adp | Pos::Aux | Pos::Sconj)
            && reading.dep(token) != Dep::Prt
            && !is_how_it_is()
            || reading.is_any(token, &["a", "an", "the", "some", "any", "every", "no"])
            || reading.tag(token) == "TO"
            || matches!(reading.tag(token), "PRP$" | "POS")
            // "so tired after the week I fell asleep"
            || reading.tag(token) == "PRP" && reading.is_subject(token))
}

/// Words that begin another clause inside a phrase.
pub(super) static ENDS: WordList = WordList::new(
    "that which who whom whose where when while because so but if although though since as than until \
     before after like such ; : ( ) \" “ ” – — ... … ! ?",
);

/// Words that point at what is named elsewhere.
pub(super) static POINTERS: WordList = WordList::new(
    "you your yours i we he she it they me us him them this that these those here there mine ours \
     hers theirs myself yourself what how why u ya such",
);

/// Whether other words tell what a noun means: "great news", "a pottery class", "a sense of peace".
pub(crate) fn is_described(reading: &Reading<'_>, noun: usize) -> bool {
    reading.doc.children(noun).any(|child| {
        matches!(
            reading.dep(child),
            Dep::Amod | Dep::Compound | Dep::Nmod | Dep::Nummod | Dep::Prep | Dep::Acl | Dep::Poss
        )
    })
}

/// Whether a verb tells what somebody did or is at, so that what it is done to need not be seen: "I've been reading this book".
pub(super) fn is_told_by(reading: &Reading<'_>, verb: usize) -> bool {
    let helped = |by: &[&str]| {
        let mut children = reading.doc.children(verb);
        children.any(|child| reading.dep(child) == Dep::Aux && reading.is_any(child, by))
    };
    match reading.tag(verb) {
        "VBD" | "VBN" => true,
        "VBG" => helped(&["been"]),
        _ => false,
    }
}

/// "a store", "turtles".
pub(crate) fn with_article(tag: &str, words: &str) -> String {
    match matches!(tag, "NNS" | "NNPS") {
        true => words.to_owned(),
        false => format!("{} {words}", article(words)),
    }
}

/// "the unknown", "the elderly": an adjective for those or for what is so.
pub(crate) fn is_the_one(reading: &Reading<'_>, head: usize) -> bool {
    matches!(reading.tag(head), "JJ" | "JJS")
        && reading.dep(head) == Dep::Pobj
        && reading
            .child(head, Dep::Det)
            .is_some_and(|article| reading.is_any(article, &["the"]))
}
