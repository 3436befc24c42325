//! Names that the parser takes apart because their words are words too: "Becoming Nicole", "Under Armour".

use std::ops::Range;

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{is_word, retag, word};

/// The longest title that is mended, in tokens.
const MAX_WORDS: usize = 8;

/// Mends a name that begins at `token`.
pub(super) fn whole(text: &str, doc: &mut Doc, token: usize) {
    quoted(text, doc, token);
    beginning_with_preposition(text, doc, token);
}

/// `"Becoming Nicole"`, `"Nothing Is Impossible"`: a clause inside quotation marks whose words have capitals is a title, and stands where a noun
/// does.
fn quoted(text: &str, doc: &mut Doc, open: usize) {
    const CLOSING: &[&str] = &["\"", "”", "''"];
    if !is_word(text, doc, open, &["\"", "“", "``"]) {
        return;
    }
    let first = open + 1;
    let last_possible = doc.tokens.len().min(first + MAX_WORDS + 1);
    let Some(end) = (first..last_possible).find(|token| is_word(text, doc, *token, CLOSING)) else {
        return;
    };
    let title = first..end;
    let is_clause = title
        .clone()
        .any(|token| matches!(doc.tokens[token].pos, Pos::Verb | Pos::Aux));
    if !is_clause || title.len() < 2 || !is_written_as_title(text, doc, title.clone()) {
        return;
    }
    let outside = |token: usize| !title.contains(&doc.tokens[token].head);
    let Some(root) = title
        .clone()
        .find(|token| outside(*token) && doc.tokens[*token].dep != Dep::Punct)
    else {
        return;
    };
    let head = doc.tokens[root].head;
    let dep = match doc.tokens[root].dep {
        Dep::Xcomp | Dep::Ccomp | Dep::Advcl | Dep::Dep => Dep::Dobj,
        Dep::Pcomp => Dep::Pobj,
        Dep::Csubj => Dep::Nsubj,
        Dep::Root => return,
        other => other,
    };
    make_name(doc, title, head, dep);
}

/// Whether every word of a title that means something begins with a capital.
fn is_written_as_title(text: &str, doc: &Doc, title: Range<usize>) -> bool {
    const SMALL: &[&str] = &[
        "a", "an", "the", "of", "in", "on", "to", "for", "and", "or", "at", "by", "with", "from",
        "is", "'s", "n't", "-", ":", ",",
    ];
    let is_capital = |token: usize| {
        word(text, doc, token)
            .starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit())
    };
    is_capital(title.start)
        && title
            .clone()
            .all(|token| is_capital(token) || is_word(text, doc, token, SMALL))
}

/// "I've always liked Under Armour": a preposition with a capital inside a sentence begins a name.
fn beginning_with_preposition(text: &str, doc: &mut Doc, token: usize) {
    let is_capital =
        |token: usize| word(text, doc, token).starts_with(|first: char| first.is_uppercase());
    let is_inside = !doc.tokens[token].is_sentence_start
        && token
            .checked_sub(1)
            .is_some_and(|before| doc.tokens[before].pos == Pos::Verb && !is_capital(before));
    let is_preposition =
        doc.tokens[token].dep == Dep::Prep && doc.tokens[token].tag.as_str() == "IN";
    if !is_inside || !is_preposition || !is_capital(token) {
        return;
    }
    let verb = doc.tokens[token].head;
    let noun = doc
        .children(token)
        .find(|child| doc.tokens[*child].dep == Dep::Pobj);
    let Some(noun) = noun
        .filter(|noun| (token + 1..=*noun).all(is_capital) && doc.tokens[*noun].pos == Pos::Propn)
    else {
        return;
    };
    make_name(doc, token..noun + 1, verb, Dep::Dobj);
}

/// Makes some tokens a name, whose last word hangs from `head`; what hung from any of them hangs from it.
fn make_name(doc: &mut Doc, name: Range<usize>, head: usize, dep: Dep) {
    let last = name.end - 1;
    for token in 0..doc.tokens.len() {
        if !name.contains(&token) && name.contains(&doc.tokens[token].head) {
            doc.tokens[token].head = last;
        }
    }
    for token in name {
        let part = &mut doc.tokens[token];
        (part.head, part.dep) = (last, Dep::Compound);
        part.pos = Pos::Propn;
        retag(doc, token, "NNP");
    }
    (doc.tokens[last].head, doc.tokens[last].dep) = (head, dep);
}
