//! Words that the parser takes for those of another kind: a verb for a noun, a noun for an adjective or a verb, a present for a past.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::conjugation::past;
use crate::lexicon::{is_occupation, role};
use crate::local::extraction::parse::tokens::{hang, has_child, is_word, retag, word};

/// Mends what `token` is taken for.
pub(super) fn taken(text: &str, doc: &mut Doc, token: usize) {
    charge(text, doc, token);
    craft_fair(text, doc, token);
    runs_now(text, doc, token);
    prescribed(text, doc, token);
    course(text, doc, token);
    day_that_is(doc, token);
}

/// "Saturday is my birthday", "and my last day at Bosch is 31 January": the day is what is so, and not when something is.
fn day_that_is(doc: &mut Doc, token: usize) {
    let be = doc.tokens[token].head;
    let is_owned = doc
        .children(token)
        .any(|child| doc.tokens[child].dep == Dep::Poss);
    let is_before = doc.tokens[token].dep == Dep::Npadvmod
        && (token + 1 == be || is_owned && token < be)
        && doc.tokens[be].lemma == "be"
        && doc.tokens[be].tag.as_str() != "VBN";
    let has = |deps: &[Dep]| has_child(doc, be, deps);
    if !is_before || !has(&[Dep::Attr]) || has(&[Dep::Nsubj, Dep::Expl]) {
        return;
    }
    doc.tokens[token].dep = Dep::Nsubj;
    let between: Vec<usize> = doc
        .children(be)
        .filter(|child| token < *child && *child < be && doc.tokens[*child].dep == Dep::Prep)
        .collect();
    for preposition in between {
        doc.tokens[preposition].head = token;
    }
}

/// "I pay 850 euros rent a month": what the money is for, and no second verb.
fn charge(text: &str, doc: &mut Doc, token: usize) {
    const CHARGES: &[&str] = &[
        "rent",
        "tax",
        "interest",
        "insurance",
        "deposit",
        "maintenance",
    ];
    let (Some(money), verb) = (token.checked_sub(1), doc.tokens[token].head) else {
        return;
    };
    let is_charge = is_word(text, doc, token, CHARGES)
        && doc.tokens[token].pos == Pos::Verb
        && verb < token
        && doc.tokens[money].head == verb
        && doc.tokens[money].dep == Dep::Dobj
        && doc
            .children(money)
            .any(|child| doc.tokens[child].dep == Dep::Nummod);
    if !is_charge {
        return;
    }
    doc.tokens[token].pos = Pos::Noun;
    doc.tokens[token].dep = Dep::Dobj;
    retag(doc, token, "NN");
    hang(doc, money, token, Dep::Nmod);
}

/// "at the craft fair on Sunday": a fair, and nothing that is fair.
fn craft_fair(text: &str, doc: &mut Doc, token: usize) {
    let Some(sort) = token.checked_sub(1) else {
        return;
    };
    let is_fair = is_word(text, doc, token, &["fair"])
        && doc.tokens[token].pos == Pos::Adj
        && doc.tokens[token].dep == Dep::Advcl
        && doc.tokens[sort].pos == Pos::Noun
        && doc.tokens[sort].dep == Dep::Pobj;
    if !is_fair {
        return;
    }
    let (verb, preposition) = (doc.tokens[token].head, doc.tokens[sort].head);
    let behind: Vec<usize> = doc.children(token).collect();
    for child in behind {
        doc.tokens[child].head = verb;
    }
    doc.tokens[token].pos = Pos::Noun;
    retag(doc, token, "NN");
    hang(doc, token, preposition, Dep::Pobj);
    make_compound(doc, sort, token);
}

/// "Kofi and his husband run a guesthouse", "I brew my own beer": what has another form in the past is not past.
fn runs_now(text: &str, doc: &mut Doc, token: usize) {
    let form = word(text, doc, token).to_lowercase();
    let is_base = doc.tokens[token].tag.as_str() == "VBD"
        && *doc.tokens[token].lemma == *form
        && past(&form) != form
        && !form.ends_with("ed");
    if is_base || doc.tokens[token].tag.as_str() == "VBD" && form == "knit" {
        retag(doc, token, "VBP");
    }
}

/// "My doctor prescribed amoxicillin": the doctor did, and it is no time.
fn prescribed(text: &str, doc: &mut Doc, verb: usize) {
    let Some(noun) = verb.checked_sub(1) else {
        return;
    };
    let somebody = word(text, doc, noun).to_lowercase();
    let is_taken = matches!(doc.tokens[verb].tag.as_str(), "VBD" | "VBN")
        && doc.tokens[noun].dep == Dep::Npadvmod
        && doc.tokens[noun].head == verb
        && (role(&somebody).is_some() || is_occupation(&somebody));
    let has_subject = doc
        .children(verb)
        .any(|child| matches!(doc.tokens[child].dep, Dep::Nsubj | Dep::NsubjPass));
    if !is_taken || has_subject {
        return;
    }
    doc.tokens[noun].dep = Dep::Nsubj;
    let thing = doc.tokens[verb].head;
    if doc.tokens[verb].dep == Dep::Amod && doc.tokens[thing].dep == Dep::Root && thing > verb {
        doc.tokens[verb].head = verb;
        doc.tokens[verb].dep = Dep::Root;
        doc.tokens[verb].pos = Pos::Verb;
        retag(doc, verb, "VBD");
        hang(doc, thing, verb, Dep::Dobj);
    }
}

/// "I dropped the statistics course": a course, and nothing of course.
fn course(text: &str, doc: &mut Doc, token: usize) {
    let Some(sort) = token.checked_sub(1) else {
        return;
    };
    let verb = doc.tokens[token].head;
    let is_course = is_word(text, doc, token, &["course", "class"])
        && doc.tokens[token].dep == Dep::Advmod
        && doc.tokens[sort].dep == Dep::Dobj
        && doc.tokens[sort].head == verb;
    if !is_course {
        return;
    }
    doc.tokens[token].dep = Dep::Dobj;
    make_compound(doc, sort, token);
}

/// Makes `sort` say of what sort `noun` is, and what stands before it stand before both.
fn make_compound(doc: &mut Doc, sort: usize, noun: usize) {
    let before: Vec<usize> = doc.children(sort).filter(|child| *child < sort).collect();
    for child in before {
        doc.tokens[child].head = noun;
    }
    hang(doc, sort, noun, Dep::Compound);
}
