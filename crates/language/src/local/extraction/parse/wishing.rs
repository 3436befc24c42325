//! "I'd like a dog": what somebody would like to have, they want.

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{has_child, is_word, retag};

/// Makes a verb of liking behind "would" the present of wanting, where it has an object that says what.
pub(super) fn would_like(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_would = doc.tokens[token].dep == Dep::Aux
        && is_word(text, doc, token, &["would", "'d", "’d"])
        && is_word(text, doc, verb, &["like", "love"])
        && doc.tokens[verb].tag.as_str() == "VB";
    let has = |deps: &[Dep]| has_child(doc, verb, deps);
    // "I'd like it if you came", "I'd love a garden if we had the room": that is another matter.
    let is_plain = has(&[Dep::Dobj])
        && has(&[Dep::Nsubj])
        && !has(&[Dep::Neg, Dep::Advcl, Dep::Xcomp, Dep::Ccomp, Dep::Mark])
        && matches!(doc.tokens[verb].dep, Dep::Root | Dep::Conj | Dep::Ccomp);
    // "Would you like a coffee?", "What would you like?"
    let is_asked = doc.children(verb).any(|child| {
        matches!(doc.tokens[child].dep, Dep::Nsubj)
            && (child > token || is_word(text, doc, child, &["you", "who"]))
    });
    let is_thing = doc.children(verb).any(|child| {
        doc.tokens[child].dep == Dep::Dobj
            && child > verb
            && matches!(doc.tokens[child].pos, Pos::Noun | Pos::Propn)
            && !is_word(text, doc, child, &["ones", "idea", "look", "sound"])
    });
    if !is_would || !is_plain || is_asked || !is_thing {
        return;
    }
    doc.tokens[verb].lemma = "want".to_owned();
    retag(doc, verb, "VBP");
    let helper = &mut doc.tokens[token];
    (helper.dep, helper.pos) = (Dep::Dep, Pos::Part);
    retag(doc, token, "RP");
}
