//! The words of a parse while it is mended.

use recollect_spacy::{Dep, Doc, Pos, Tag};

/// Gives a word another tag of the Penn treebank.
pub(super) fn retag(doc: &mut Doc, token: usize, label: &str) {
    if let Some(tag) = Tag::from_label(label) {
        doc.tokens[token].tag = tag;
    }
}

/// Makes a word a name.
pub(super) fn name_it(doc: &mut Doc, token: usize) {
    doc.tokens[token].pos = Pos::Propn;
    retag(doc, token, "NNP");
}

/// Makes a word a noun in the singular.
pub(super) fn noun_it(doc: &mut Doc, token: usize) {
    doc.tokens[token].pos = Pos::Noun;
    retag(doc, token, "NN");
}

/// A word as it is written; nothing past the end.
pub(super) fn word<'t>(text: &'t str, doc: &Doc, token: usize) -> &'t str {
    doc.tokens
        .get(token)
        .and_then(|token| text.get(token.range.clone()))
        .unwrap_or_default()
}

/// Whether a word is one of these, in lower case.
pub(super) fn is_word(text: &str, doc: &Doc, token: usize, of: &[&str]) -> bool {
    of.contains(&word(text, doc, token).to_lowercase().as_str())
}

/// Whether something hangs from a word in one of these ways.
pub(super) fn has_child(doc: &Doc, of: usize, deps: &[Dep]) -> bool {
    doc.children(of)
        .any(|child| deps.contains(&doc.tokens[child].dep))
}

/// Hangs a word from another, unless that hangs from it.
pub(super) fn hang(doc: &mut Doc, token: usize, from: usize, dep: Dep) {
    let is_below = from == token || doc.ancestors(from).any(|above| above == token);
    if !is_below {
        (doc.tokens[token].head, doc.tokens[token].dep) = (from, dep);
    }
}

/// Hangs from another word what hangs from one, as long as `is_passed`.
pub(super) fn pass_on(doc: &mut Doc, from: usize, to: usize, is_passed: impl Fn(usize) -> bool) {
    let children: Vec<usize> = doc
        .children(from)
        .filter(|child| is_passed(*child))
        .collect();
    for child in children {
        doc.tokens[child].head = to;
    }
}

/// Gives an auxiliary the place of its verb in the sentence; what hangs from the verb stays there.
pub(super) fn take_place(doc: &mut Doc, auxiliary: usize, verb: usize) {
    let (head, dep) = (doc.tokens[verb].head, doc.tokens[verb].dep);
    doc.tokens[auxiliary].head = if head == verb { auxiliary } else { head };
    doc.tokens[auxiliary].dep = dep;
}

/// Makes a "to" that is read as an infinitive's a preposition of the verb above it, and a noun what follows.
pub(super) fn lead_to(doc: &mut Doc, to: usize, verb: usize, noun: usize) {
    let preposition = &mut doc.tokens[to];
    (preposition.dep, preposition.head, preposition.pos) = (Dep::Prep, verb, Pos::Adp);
    retag(doc, to, "IN");
    (doc.tokens[noun].dep, doc.tokens[noun].head) = (Dep::Pobj, to);
    if doc.tokens[noun].pos != Pos::Noun {
        noun_it(doc, noun);
    }
}

/// Makes those to whom something was done, of a verb that is read as a passive, those who do it.
pub(super) fn act(doc: &mut Doc, verb: usize) {
    for other in &mut doc.tokens {
        if other.head == verb && other.dep == Dep::NsubjPass {
            other.dep = Dep::Nsubj;
        }
    }
}
