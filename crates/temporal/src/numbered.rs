//! Digits that number something rather than tell a time: a version, a room, "Postgres 15".

use crate::lexicon::Word;
use crate::tokens::{Kind, Token, Tokens};

/// Whether digits number something: a version, a room, a page.
pub(crate) fn is_numbered(tokens: &Tokens, at: usize) -> bool {
    let is_number = tokens
        .get(at)
        .is_some_and(|token| matches!(token.kind, Kind::Number { .. }));
    let before = tokens.letters_before(at, 1);
    is_number && numbers(before) || is_of_product(tokens, at)
}

/// "Postgres 15", "from Postgres 15 to 16": a bare number behind a name that is no word of time.
fn is_of_product(tokens: &Tokens, at: usize) -> bool {
    let is_short = |at: usize| {
        let token = tokens.get(at);
        token.is_some_and(|token| matches!(token.kind, Kind::Number { digits: 1..=2, .. }))
    };
    let is_name = |at: usize| {
        let token = tokens.get(at);
        token.is_some_and(|token| {
            token.is_capitalised && token.kind == Kind::Word(Word::Unknown) && !token.starts_line
        })
    };
    let is_counter = |at: usize| numbers(tokens.letters(at));
    let is_bare = |at: usize| {
        let next = tokens.get(at + 1);
        !next.is_some_and(|next| next.is_glued && matches!(next.kind, Kind::Mark(':' | '.' | '/')))
    };
    let back = |count: usize, is: &dyn Fn(usize) -> bool| at.checked_sub(count).is_some_and(is);
    let goes_on = back(1, &|before| tokens.letters(before) == "to") && back(2, &is_short);
    is_short(at)
        && is_bare(at)
        && (back(1, &is_name) || goes_on && (back(3, &is_name) || back(3, &is_counter)))
        && !leads_to_time(tokens, at)
}

/// "Berlin 3rd of May", "Derby 22 to 25 June", "Dr Patel 9-11 am": whether a number is part of a time a few words on.
fn leads_to_time(tokens: &Tokens, at: usize) -> bool {
    const REACH: usize = 4;
    let is_of_time = |at: usize| {
        let is_word = |token: &Token| {
            matches!(
                token.kind,
                Kind::Word(Word::Month(_) | Word::Unit(_) | Word::Part(_))
            )
        };
        tokens.get(at).is_some_and(is_word)
            || matches!(tokens.letters(at), "am" | "pm" | "may" | "march" | "o")
    };
    let is_ordinal = tokens
        .get(at + 1)
        .is_some_and(|next| next.is_glued && matches!(next.kind, Kind::Word(_)));
    is_ordinal || (at + 1..=at + REACH).any(is_of_time)
}

/// Whether what follows a word numbers something.
fn numbers(before: &str) -> bool {
    matches!(
        before,
        "version"
            | "v"
            | "ver"
            | "release"
            | "build"
            | "chapter"
            | "page"
            | "pages"
            | "room"
            | "section"
            | "line"
            | "lines"
            | "number"
            | "no"
            | "figure"
            | "table"
            | "step"
            | "part"
            | "item"
            | "level"
            | "route"
            | "highway"
            | "flight"
            | "gate"
            | "apartment"
            | "apt"
            | "suite"
            | "bus"
            | "episode"
            | "grade"
            | "ip"
            | "phone"
            | "call"
            | "code"
            | "id"
            | "order"
            | "invoice"
            | "ticket"
    )
}
