//! What stands behind what is said and says no more: "I have really bad anxiety fyi", "my laptop died on me".

use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::{plain, words};
use crate::word_list::WordList;

/// Takes them out at the ends of sentences.
pub(super) fn tails(content: &str) -> impl Iterator<Item = Edit> + '_ {
    let ends = content
        .char_indices()
        .filter(|(_, letter)| matches!(letter, '.' | '!' | '\n'))
        .map(|(at, _)| at)
        .chain([content.len()]);
    ends.filter_map(|end| {
        let before = content[..end].trim_end();
        let from = before.rfind(char::is_whitespace)?;
        let word = before[from..].trim_start();
        // "He said lol" is what he said.
        let is_said = content[..from].trim_end().ends_with(['"', '“', ':']);
        (TAILS.contains(&plain(word)) && !is_said).then(|| Edit::new(from, before.len() - from, ""))
    })
}

/// Takes out who has to bear it: "my laptop died on me", "she's gone vegan on me".
pub(super) fn borne(content: &str) -> impl Iterator<Item = Edit> + '_ {
    const ON_ME: &str = " on me";
    content.match_indices(ON_ME).filter_map(|(at, _)| {
        let ends = !content[at + ON_ME.len()..].starts_with(char::is_alphanumeric);
        let before = words(&content[..at]);
        let is_borne = before
            .iter()
            .rev()
            .take(2)
            .any(|(_, word)| BORNE.contains(&plain(word)));
        (ends && is_borne).then(|| Edit::new(at, ON_ME.len(), ""))
    })
}

/// What is done on somebody who can do nothing about it.
static BORNE: WordList =
    WordList::new("died quit crashed broke gone went bailed conked packed failed walked dying");

static TAILS: WordList =
    WordList::new("fyi btw tbh tbf lol lmao haha hahaha imo imho ngl smh xx xxx iirc afaik");
