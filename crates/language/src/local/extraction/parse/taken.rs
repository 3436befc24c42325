//! Words that the parser takes for those of another kind: a verb for a noun, a noun for an adjective or a verb, a present for a past.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::conjugation::past;
use crate::lexicon::{is_diet, is_occupation, role};
use crate::local::extraction::parse::tokens::{hang, has_child, is_word, noun_it, retag, word};

/// Mends what `token` is taken for.
pub(super) fn taken(text: &str, doc: &mut Doc, token: usize) {
    charge(text, doc, token);
    craft_fair(text, doc, token);
    runs_now(text, doc, token);
    prescribed(text, doc, token);
    course(text, doc, token);
    day_that_is(doc, token);
    diet(text, doc, token);
    vet(text, doc, token);
    more_than(text, doc, token);
    hours_of(text, doc, token);
}

/// "Dad misses hurling more than he misses us": how much, and nothing that is hurled.
fn more_than(text: &str, doc: &mut Doc, token: usize) {
    let doing = doc.tokens[token].head;
    let verb = doc.tokens[doing].head;
    let is_compared = doc.tokens[token].dep == Dep::Dobj
        && is_word(text, doc, token, &["more", "less", "better"])
        && is_word(text, doc, token + 1, &["than"])
        && doc.tokens[doing].dep == Dep::Xcomp
        && doc.tokens[doing].tag.as_str() == "VBG"
        && doing + 1 == token;
    if is_compared {
        hang(doc, token, verb, Dep::Advmod);
    }
}

/// "I applied for a post at Ericsson, 20 hours a week": so much is the post, and not the applying.
fn hours_of(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let first = doc.subtree_range(token).start;
    let Some(noun) = first.checked_sub(2).filter(|noun| *noun > verb) else {
        return;
    };
    let is_of_noun = doc.tokens[token].dep == Dep::Npadvmod
        && doc.tokens[verb].pos == Pos::Verb
        && is_word(text, doc, token, &["hour", "hours", "days"])
        && is_word(text, doc, token + 1, &["a", "per"])
        && is_word(text, doc, first - 1, &[","])
        && matches!(doc.tokens[noun].dep, Dep::Pobj | Dep::Dobj);
    if is_of_noun {
        hang(doc, token, noun, Dep::Appos);
    }
}

/// "Vet tomorrow at 3": somebody, and no quality.
fn vet(text: &str, doc: &mut Doc, token: usize) {
    let is_alone = doc.tokens[token].dep == Dep::Root
        && doc.tokens[token].pos == Pos::Adj
        && doc.tokens[token].is_sentence_start;
    let lower = word(text, doc, token).to_lowercase();
    if is_alone && is_occupation(&lower) {
        (doc.tokens[token].pos, doc.tokens[token].lemma) = (Pos::Noun, lower);
        retag(doc, token, "NN");
    }
}

/// "I've gone veggie", "he went vegan": how somebody eats since, and nothing that went.
fn diet(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_become = verb + 1 == token
        && doc.tokens[verb].lemma == "go"
        && matches!(doc.tokens[token].dep, Dep::Dobj | Dep::Advcl)
        && is_diet(&word(text, doc, token).to_lowercase());
    if is_become {
        doc.tokens[token].dep = Dep::Acomp;
        doc.tokens[token].pos = Pos::Adj;
        retag(doc, token, "JJ");
    }
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
    noun_it(doc, token);
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
