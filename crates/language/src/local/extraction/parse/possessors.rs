//! Whose something is, where the parser takes the owner for what is told of: "my cousin Hadi's cat has diabetes".

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::is_word;

/// Gives what somebody owns, before whose name stands what they are, to its verb.
pub(super) fn owned(text: &str, doc: &mut Doc, token: usize) {
    of_named(doc, token);
    of_in_law(text, doc, token);
}

/// "my cousin Hadi's cat": the cousin is Hadi, and the cat is what is told of.
fn of_named(doc: &mut Doc, name: usize) {
    let Some(role) = name.checked_sub(1) else {
        return;
    };
    let thing = doc.tokens[name].head;
    let is_owner = doc.tokens[name].dep == Dep::Poss
        && doc.tokens[name].pos == Pos::Propn
        && thing > name
        && doc.tokens[role].pos == Pos::Noun
        && is_subject(doc, role);
    let is_beside = doc.tokens[thing].head == doc.tokens[role].head && is_subject(doc, thing);
    let is_apposed = doc.tokens[thing].dep == Dep::Appos && doc.tokens[thing].head == role;
    if !is_owner || !(is_beside || is_apposed) {
        return;
    }
    let (head, dep) = (doc.tokens[role].head, doc.tokens[role].dep);
    (doc.tokens[thing].head, doc.tokens[thing].dep) = (head, dep);
    (doc.tokens[role].head, doc.tokens[role].dep) = (name, Dep::Compound);
}

/// "my sister-in-law's violin teacher retired": the teacher did.
fn of_in_law(text: &str, doc: &mut Doc, mark: usize) {
    let law = doc.tokens[mark].head;
    let is_mark = doc.tokens[mark].dep == Dep::Case
        && is_word(text, doc, mark, &["'s", "’s"])
        && law + 1 == mark
        && is_word(text, doc, law, &["law"]);
    // "My daughter-in-law's parents own a hotel": the parser may hang them from "in", too.
    let within = doc.tokens[law].head;
    let beside = doc
        .children(within)
        .find(|child| *child == mark + 1 && is_mark && doc.tokens[*child].dep == Dep::Pobj);
    if let Some(thing) = beside {
        let relative = doc.tokens[within].head;
        if is_subject(doc, relative) {
            let (head, dep) = (doc.tokens[relative].head, doc.tokens[relative].dep);
            (doc.tokens[thing].head, doc.tokens[thing].dep) = (head, dep);
            (doc.tokens[relative].head, doc.tokens[relative].dep) = (thing, Dep::Poss);
            doc.tokens[mark].head = relative;
            return;
        }
    }
    let relative = doc.ancestors(law).nth(1);
    let Some(relative) = relative.filter(|relative| is_mark && is_subject(doc, *relative)) else {
        return;
    };
    let thing = doc
        .children(relative)
        .find(|child| *child > mark && doc.tokens[*child].dep == Dep::Appos);
    if let Some(thing) = thing {
        let (head, dep) = (doc.tokens[relative].head, doc.tokens[relative].dep);
        (doc.tokens[thing].head, doc.tokens[thing].dep) = (head, dep);
        (doc.tokens[relative].head, doc.tokens[relative].dep) = (thing, Dep::Poss);
        doc.tokens[mark].head = relative;
    }
}

fn is_subject(doc: &Doc, token: usize) -> bool {
    matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
}
