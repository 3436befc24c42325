//! Words that the parser gives to the wrong verb or to none: a subject taken for the end of a list, a name behind a noun for somebody, an
//! afterthought taken for an object.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::role;
use crate::local::extraction::parse::tokens::{hang, is_word, word};

/// Mends what hangs from `token`, or where it hangs.
pub(super) fn mistaken(text: &str, doc: &mut Doc, token: usize) {
    subject_in_list(text, doc, token);
    named_behind(text, doc, token);
    afterthought(text, doc, token);
    pregnant_due(text, doc, token);
}

/// "She howls at the boats and Mrs. Toivonen says she doesn't mind": a verb without a subject behind a list whose end is somebody.
fn subject_in_list(text: &str, doc: &mut Doc, verb: usize) {
    let is_finite = matches!(doc.tokens[verb].tag.as_str(), "VBZ" | "VBD")
        && doc.tokens[verb].pos == Pos::Verb
        && doc.tokens[verb].dep == Dep::Root;
    let has_subject = |doc: &Doc, verb: usize| {
        doc.children(verb).any(|child| {
            matches!(
                doc.tokens[child].dep,
                Dep::Nsubj | Dep::NsubjPass | Dep::Expl | Dep::Csubj
            )
        })
    };
    if !is_finite || has_subject(doc, verb) {
        return;
    }
    let clause = doc
        .children(verb)
        .find(|child| *child < verb && doc.tokens[*child].dep == Dep::Ccomp);
    let Some(clause) = clause.filter(|clause| has_subject(doc, *clause)) else {
        return;
    };
    let end = doc.subtree_range(clause).end.min(verb);
    let listed = (clause + 1..end).rev().find(|token| {
        doc.tokens[*token].dep == Dep::Conj
            && doc.tokens[*token].pos == Pos::Propn
            && matches!(
                doc.tokens[doc.tokens[*token].head].pos,
                Pos::Noun | Pos::Propn
            )
    });
    let Some(subject) = listed else {
        return;
    };
    let start = doc.subtree_range(subject).start;
    let is_joined = start > 0 && is_word(text, doc, start - 1, &["and", "but", "so"]);
    if !is_joined {
        return;
    }
    hang(doc, subject, verb, Dep::Nsubj);
    let behind: Vec<usize> = doc
        .children(verb)
        .filter(|child| *child > subject && *child < verb && doc.tokens[*child].dep == Dep::Prep)
        .collect();
    for preposition in behind {
        hang(doc, preposition, subject, Dep::Prep);
    }
    doc.tokens[clause].dep = Dep::Parataxis;
}

/// "Staying with cousin Vasant in Jayanagar": the name is the cousin's, and not what is stayed.
fn named_behind(text: &str, doc: &mut Doc, token: usize) {
    let Some(noun) = token.checked_sub(1) else {
        return;
    };
    let preposition = doc.tokens[noun].head;
    let is_name = doc.tokens[token].pos == Pos::Propn
        && matches!(doc.tokens[token].dep, Dep::Dobj | Dep::Npadvmod | Dep::Attr)
        && doc.subtree_range(token).start == token;
    let is_one = doc.tokens[noun].dep == Dep::Pobj
        && doc.tokens[noun].pos == Pos::Noun
        && role(&word(text, doc, noun).to_lowercase()).is_some_and(|role| role.relation.is_some());
    if is_name && is_one && doc.tokens[token].head == doc.tokens[preposition].head {
        hang(doc, token, preposition, Dep::Pobj);
        hang(doc, noun, token, Dep::Compound);
    }
}

/// "I quit it Saturday, just Tylenol now": what is added behind a comma is no second object.
fn afterthought(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let start = doc.subtree_range(token).start;
    let is_added = doc.tokens[token].dep == Dep::Dobj
        && token > verb
        && start > 0
        && is_word(text, doc, start, &["just", "only", "now"])
        && is_word(text, doc, start - 1, &[","]);
    let has_object = doc
        .children(verb)
        .any(|child| child > verb && child < start && doc.tokens[child].dep == Dep::Dobj);
    if is_added && has_object {
        doc.tokens[token].dep = Dep::Dep;
    }
}

/// "pregnant, due in August": what is due then is not the state.
fn pregnant_due(text: &str, doc: &mut Doc, token: usize) {
    let is_second = is_word(text, doc, token, &["due"]) && doc.tokens[token].dep == Dep::Acomp;
    let verb = doc.tokens[token].head;
    let first = doc
        .children(verb)
        .find(|child| *child < token && doc.tokens[*child].dep == Dep::Acomp);
    if let Some(first) = first.filter(|_| is_second) {
        hang(doc, token, first, Dep::Conj);
    }
}
