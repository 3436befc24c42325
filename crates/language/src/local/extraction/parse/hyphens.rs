//! Words with hyphens, which the parser reads apart: "an x-ray", "my father-in-law", "a three-tier cake".

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{act, hang, is_word, word};

/// Hangs the words around a hyphen together.
pub(super) fn hyphenated(text: &str, doc: &mut Doc, token: usize) {
    let Some(before) = token
        .checked_sub(1)
        .filter(|_| token + 1 < doc.tokens.len())
    else {
        return;
    };
    let after = token + 1;
    let is_tight = matches!(word(text, doc, token), "-" | "‑")
        && doc.tokens[before].range.end == doc.tokens[token].range.start
        && doc.tokens[token].range.end == doc.tokens[after].range.start;
    if !is_tight {
        return;
    }
    // "father-in-law"
    let noun = after + 2;
    let is_phrase = is_word(text, doc, after, &["in", "of", "to", "at"])
        && doc.tokens[before].pos == Pos::Noun
        && noun < doc.tokens.len()
        && is_word(text, doc, after + 1, &["-", "‑"])
        && doc.tokens[after].head != before
        && !doc
            .ancestors(before)
            .any(|above| [after, noun].contains(&above));
    if is_phrase {
        (doc.tokens[after].head, doc.tokens[after].dep) = (before, Dep::Prep);
        (doc.tokens[noun].head, doc.tokens[noun].dep) = (after, Dep::Pobj);
        return;
    }
    if prefixed(text, doc, token) || handed(text, doc, token) {
        return;
    }
    // "x-ray": both are taken for what a preposition or a verb is of.
    let is_beside = doc.tokens[before].head == doc.tokens[after].head
        && doc.tokens[before].dep == doc.tokens[after].dep
        && matches!(doc.tokens[after].dep, Dep::Pobj | Dep::Dobj | Dep::Attr)
        && matches!(doc.tokens[after].pos, Pos::Noun | Pos::Propn);
    if is_beside {
        for child in 0..before {
            if doc.tokens[child].head == before {
                doc.tokens[child].head = after;
            }
        }
        for part in [before, token] {
            doc.tokens[part].head = after;
            doc.tokens[part].dep = Dep::Compound;
        }
    }
}

/// "my co-worker": one word, whose first half is taken for the noun; whether it is one.
fn prefixed(text: &str, doc: &mut Doc, hyphen: usize) -> bool {
    const PREFIXES: &[&str] = &["co", "ex", "step", "half", "great", "vice", "mid"];
    let (before, after) = (hyphen - 1, hyphen + 1);
    let (head, dep) = (doc.tokens[before].head, doc.tokens[before].dep);
    let is_prefix = is_word(text, doc, before, PREFIXES)
        && matches!(doc.tokens[after].pos, Pos::Noun | Pos::Propn)
        && dep != Dep::Compound
        && doc.tokens[after].head != after
        && head != before
        && head != after;
    let is_tangled =
        |of: usize, with: &[usize]| doc.ancestors(of).any(|above| with.contains(&above));
    if !is_prefix || is_tangled(before, &[after]) || is_tangled(head, &[before, after]) {
        return false;
    }
    for child in 0..doc.tokens.len() {
        if child != after && doc.tokens[child].head == before {
            doc.tokens[child].head = after;
        }
    }
    (doc.tokens[after].head, doc.tokens[after].dep) = (head, dep);
    (doc.tokens[before].head, doc.tokens[before].dep) = (after, Dep::Compound);
    true
}

/// "left-handed": nobody was left; whether it is such a word.
fn handed(text: &str, doc: &mut Doc, hyphen: usize) -> bool {
    let (side, hand) = (hyphen - 1, hyphen + 1);
    let is_so = is_word(text, doc, hand, &["handed", "footed", "sided"])
        && is_word(text, doc, side, &["left", "right", "one", "two"]);
    if !is_so {
        return false;
    }
    let is_verb = doc.tokens[side].pos == Pos::Verb;
    let be = doc
        .children(side)
        .find(|child| is_verb && *child < side && doc.tokens[*child].dep == Dep::AuxPass);
    if let Some(be) = be {
        act(doc, side);
        let (head, dep) = (doc.tokens[side].head, doc.tokens[side].dep);
        doc.tokens[be].head = if head == side { be } else { head };
        doc.tokens[be].dep = dep;
        let others: Vec<usize> = doc.children(side).filter(|child| *child != be).collect();
        for other in others {
            doc.tokens[other].head = be;
        }
        hang(doc, hand, be, Dep::Acomp);
    }
    for part in [side, hyphen] {
        hang(doc, part, hand, Dep::Amod);
    }
    doc.tokens[side].pos = Pos::Adj;
    doc.tokens[hand].pos = Pos::Adj;
    true
}
