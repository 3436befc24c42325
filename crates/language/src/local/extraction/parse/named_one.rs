//! Somebody whose name stands beside a noun that says hardly more than "somebody", and is who is told of.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::{is_occupation, role};
use crate::local::extraction::parse::tokens::{is_word, retag, take_place};

/// Nouns that say of somebody hardly more than that.
const SOMEBODY: &[&str] = &[
    "woman",
    "man",
    "guy",
    "lady",
    "girl",
    "boy",
    "person",
    "bloke",
    "lad",
    "lass",
    "chap",
    "fellow",
    "fella",
    "kid",
    "gentleman",
    "dude",
];

/// Gives a name the place of the noun that it stands beside.
pub(super) fn named_one(text: &str, doc: &mut Doc, token: usize) {
    called(text, doc, token);
    one_of(text, doc, token);
}

/// "My dentist is a woman called Rita", "I hired a lad named Dev to do the heavy work": the one who has the name.
fn called(text: &str, doc: &mut Doc, name: usize) {
    let verb = doc.tokens[name].head;
    let noun = doc.tokens[verb].head;
    let is_name = doc.tokens[name].dep == Dep::Oprd
        && doc.tokens[name].pos == Pos::Propn
        && verb < name
        && doc.tokens[verb].dep == Dep::Acl
        && is_word(text, doc, verb, &["called", "named"])
        && (is_word(text, doc, noun, SOMEBODY) || is_occupation(&doc.tokens[noun].lemma));
    let is_one = doc.children(noun).any(|child| {
        doc.tokens[child].dep == Dep::Det
            && is_word(text, doc, child, &["a", "an", "some", "this", "the"])
    });
    let is_alone = !doc
        .children(name)
        .any(|child| matches!(doc.tokens[child].dep, Dep::Conj | Dep::Cc));
    if !is_name || !is_one || !is_alone {
        return;
    }
    stand_for(doc, name, noun);
    let naming = &mut doc.tokens[verb];
    (naming.dep, naming.pos) = (Dep::Dep, Pos::Part);
    retag(doc, verb, "RP");
}

/// "One of my students, Oscar, won a prize", "The bloke next door, Trevor, breeds ferrets": who is named did.
fn one_of(text: &str, doc: &mut Doc, name: usize) {
    let beside = doc.tokens[name].head;
    let is_beside = doc.tokens[name].dep == Dep::Appos
        && doc.tokens[name].pos == Pos::Propn
        && doc.children(name).all(|child| {
            doc.tokens[child].pos == Pos::Propn || doc.tokens[child].pos == Pos::Punct
        });
    if !is_beside {
        return;
    }
    let subject = std::iter::once(beside)
        .chain(doc.ancestors(beside))
        .find(|token| matches!(doc.tokens[*token].dep, Dep::Nsubj | Dep::NsubjPass));
    let Some(one) = subject.filter(|one| *one < name) else {
        return;
    };
    let is_one = is_word(text, doc, one, &["one"]) && is_word(text, doc, one + 1, &["of"]);
    // "The kid who beat my son, Ethan": the son may be.
    let is_somebody = is_word(text, doc, one, SOMEBODY)
        && (beside == one || role(&doc.tokens[beside].lemma).is_none())
        && doc.subtree_range(one).end <= name + 2;
    if is_one || is_somebody {
        stand_for(doc, name, one);
    }
}

/// A name stands where a noun stood, which stands beside it from then on.
fn stand_for(doc: &mut Doc, name: usize, noun: usize) {
    for child in 0..doc.tokens.len() {
        let hangs = child != name && child != noun && doc.tokens[child].head == noun;
        let is_said_of_them = doc.tokens[child].dep == Dep::Relcl;
        if hangs && (child > name || is_said_of_them) {
            doc.tokens[child].head = name;
        }
    }
    take_place(doc, name, noun);
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (name, Dep::Appos);
}
