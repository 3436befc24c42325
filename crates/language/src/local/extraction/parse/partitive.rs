//! Whom or what a quantity is of, which of several is told of: "both of her boys", "every state but Alaska", "Mum and Dad's house".

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{is_word, retag};

/// Mends what a quantity, an exception or a common owner is told of.
pub(super) fn partitive(text: &str, doc: &mut Doc, token: usize) {
    all_or_none(text, doc, token);
    and_a_half(text, doc, token);
    but_one(text, doc, token);
    owned_by_both(text, doc, token);
}

/// "Both of Wendy's boys are in the army", "neither of my parents went": the boys are, and the parents did not.
fn all_or_none(text: &str, doc: &mut Doc, token: usize) {
    let is_all = is_word(text, doc, token, &["both", "all"])
        || doc.tokens[token].pos == Pos::Num
            && doc
                .children(token)
                .any(|child| is_word(text, doc, child, &["all"]));
    let is_none = is_word(text, doc, token, &["neither", "none"]);
    let is_subject = matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass);
    let of = token + 1;
    let is_of = (is_all || is_none)
        && is_subject
        && is_word(text, doc, of, &["of"])
        && doc.tokens[of].head == token;
    let noun = doc.children(of.min(doc.tokens.len() - 1)).find(|child| {
        is_of && doc.tokens[*child].dep == Dep::Pobj && doc.tokens[*child].pos == Pos::Noun
    });
    let Some(noun) = noun else { return };
    let (verb, dep) = (doc.tokens[token].head, doc.tokens[token].dep);
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (verb, dep);
    (doc.tokens[of].head, doc.tokens[of].dep) = (noun, Dep::Dep);
    if is_none {
        (doc.tokens[token].head, doc.tokens[token].dep) = (verb, Dep::Neg);
        retag(doc, token, "RB");
    } else {
        (doc.tokens[token].head, doc.tokens[token].dep) = (noun, Dep::Det);
    }
}

/// "a stone and a half": one amount.
fn and_a_half(text: &str, doc: &mut Doc, token: usize) {
    let is_half = is_word(text, doc, token, &["half", "quarter"])
        && doc.tokens[token].dep == Dep::Conj
        && doc.tokens[doc.tokens[token].head].pos == Pos::Noun
        && token > 2
        && is_word(text, doc, token - 1, &["a"])
        && is_word(text, doc, token - 2, &["and"]);
    if is_half {
        doc.tokens[token].dep = Dep::Nmod;
        doc.tokens[token - 2].dep = Dep::Dep;
    }
}

/// "every state but Alaska": all save that one.
fn but_one(text: &str, doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let is_joined = doc.tokens[token].dep == Dep::Conj
        && matches!(doc.tokens[token].pos, Pos::Noun | Pos::Propn);
    let but = doc
        .children(noun)
        .find(|child| doc.tokens[*child].dep == Dep::Cc && is_word(text, doc, *child, &["but"]));
    let is_every = doc.children(noun).any(|child| {
        is_word(text, doc, child, &["every", "all", "any", "no", "each"]) && child < noun
    }) || is_word(
        text,
        doc,
        noun,
        &["everything", "everyone", "nothing", "anything"],
    );
    let Some(but) = but.filter(|_| is_joined && is_every) else {
        return;
    };
    doc.tokens[but].dep = Dep::Dep;
    doc.tokens[token].dep = Dep::Nmod;
}

/// "Mum and Dad's wedding is on Sunday": one is taken for who is, and the wedding for the other's.
fn owned_by_both(text: &str, doc: &mut Doc, token: usize) {
    let thing = doc.tokens[token].head;
    let first = doc.tokens[thing].head;
    let verb = doc.tokens[first].head;
    let is_owned = doc.tokens[token].dep == Dep::Poss
        && doc.tokens[token].tag.as_str() != "PRP$"
        && doc.tokens[thing].dep == Dep::Conj
        && doc.tokens[thing].tag.as_str() == "NN"
        && matches!(doc.tokens[first].dep, Dep::Nsubj | Dep::NsubjPass)
        && matches!(doc.tokens[first].pos, Pos::Propn | Pos::Noun)
        && first + 2 == token
        && is_word(text, doc, first + 1, &["and"]);
    // "Tom and Anna's dog are here" is about both.
    let is_one = is_owned
        && (doc.tokens[verb].tag.as_str() == "VBZ"
            || doc.children(verb).any(|child| {
                matches!(doc.tokens[child].dep, Dep::Aux | Dep::AuxPass)
                    && is_word(text, doc, child, &["is", "was", "has"])
            })
            || is_word(text, doc, verb, &["is", "was", "has"]));
    if !is_one {
        return;
    }
    let dep = doc.tokens[first].dep;
    (doc.tokens[thing].head, doc.tokens[thing].dep) = (verb, dep);
    (doc.tokens[first].head, doc.tokens[first].dep) = (thing, Dep::Poss);
    (doc.tokens[token].head, doc.tokens[token].dep) = (first, Dep::Conj);
    doc.tokens[first + 1].head = first;
}
