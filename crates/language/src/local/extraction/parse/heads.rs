//! Who begins a sentence and is taken for something else: "Pavel, my cousin, lives in Oslo", "Chiara and I got married", "my stepdad lives in
//! Lagos"; and where somebody is going, taken for what they are going to do.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::{is_also_a_word, is_given_name, is_known_place, role};
use crate::local::extraction::parse::tokens::{
    is_word, lead_to, name_it, noun_it, pass_on, retag, take_place, word,
};

/// Mends what `token` is.
pub(super) fn head(text: &str, doc: &mut Doc, token: usize) {
    called(text, doc, token);
    kin(text, doc, token);
    kin_by_marriage(text, doc, token);
    with_somebody(text, doc, token);
    goes_to_place(text, doc, token);
    marries(text, doc, token);
}

/// "Pavel, my cousin, lives in Oslo": a given name that begins a sentence and does something is no quality.
fn called(text: &str, doc: &mut Doc, token: usize) {
    let written = word(text, doc, token);
    let lower = written.to_lowercase();
    let is_name = written.starts_with(char::is_uppercase)
        && doc.sentence_of(token).start == token
        && matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
        && matches!(
            doc.tokens[token].tag.as_str(),
            "JJ" | "NN" | "NNS" | "RB" | "FW" | "UH"
        )
        && is_given_name(&lower)
        && !is_also_a_word(&lower);
    if is_name {
        name_it(doc, token);
    }
}

/// "My stepdad lives in Lagos": kin are no quality.
fn kin(text: &str, doc: &mut Doc, token: usize) {
    let is_kin = doc.tokens[token].tag.as_str() == "JJ"
        && matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
        && token > 0
        && doc.tokens[token - 1].dep == Dep::Poss
        && doc.tokens[token - 1].head == token
        && role(&word(text, doc, token).to_lowercase()).is_some();
    if is_kin {
        noun_it(doc, token);
    }
}

/// "My mother-in-law's name": whose it is.
fn kin_by_marriage(text: &str, doc: &mut Doc, token: usize) {
    let rest: [(usize, &[&str]); 5] = [
        (1, &["-"]),
        (2, &["in"]),
        (3, &["-"]),
        (4, &["law"]),
        (5, &["'s", "’s"]),
    ];
    let is_owner = doc.tokens[token].dep == Dep::Nmod
        && doc.tokens.len() > token + 5
        && doc.tokens[token].head > token + 5
        && rest
            .iter()
            .all(|(place, words)| is_word(text, doc, token + place, words));
    if is_owner {
        doc.tokens[token].dep = Dep::Poss;
        (doc.tokens[token + 5].head, doc.tokens[token + 5].dep) = (token, Dep::Case);
    }
}

/// "Chiara and I got married": two do it, and the first is no sentence of its own.
fn with_somebody(text: &str, doc: &mut Doc, token: usize) {
    let other = token + 2;
    let is_first = doc.tokens[token].dep == Dep::Root
        && doc.sentence_of(token).start == token
        && word(text, doc, token).starts_with(char::is_uppercase)
        && matches!(doc.tokens[token].pos, Pos::Propn | Pos::Noun | Pos::Adj)
        && doc.sentence_of(token).len() > 3
        && is_word(text, doc, token + 1, &["and"]);
    if !is_first || !matches!(doc.tokens[other].dep, Dep::Nsubj | Dep::NsubjPass) {
        return;
    }
    let verb = doc.tokens[other].head;
    let is_joined = doc.tokens[verb].dep == Dep::Conj
        && doc.tokens[verb].head == token
        && matches!(doc.tokens[verb].pos, Pos::Verb | Pos::Aux);
    if !is_joined {
        return;
    }
    let subject = doc.tokens[other].dep;
    pass_on(doc, token, verb, |child| child > other);
    (doc.tokens[verb].head, doc.tokens[verb].dep) = (verb, Dep::Root);
    (doc.tokens[token].head, doc.tokens[token].dep) = (verb, subject);
    (doc.tokens[other].head, doc.tokens[other].dep) = (token, Dep::Conj);
    name_it(doc, token);
}

/// "We're going to Malmö next month": a place is no verb.
fn goes_to_place(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let to = (verb + 1..token).find(|to| {
        doc.tokens[*to].head == token
            && doc.tokens[*to].dep == Dep::Aux
            && is_word(text, doc, *to, &["to"])
    });
    let is_place = matches!(doc.tokens[token].dep, Dep::Xcomp | Dep::Ccomp | Dep::Advcl)
        && verb < token
        && doc.tokens[verb].pos == Pos::Verb
        && word(text, doc, token).starts_with(char::is_uppercase)
        && (doc.tokens[token].pos == Pos::Propn || is_known_place(word(text, doc, token)));
    let Some(to) = to.filter(|_| is_place) else {
        return;
    };
    // "to Cape Town"
    let is_part = |part: usize| {
        doc.tokens[part].head == token
            && doc.tokens[part].dep == Dep::Dobj
            && doc.tokens[part].pos == Pos::Propn
    };
    let last = if token + 1 < doc.tokens.len() && is_part(token + 1) {
        token + 1
    } else {
        token
    };
    pass_on(doc, token, verb, |child| child > last);
    lead_to(doc, to, verb, last);
    name_it(doc, last);
    if last > token {
        (doc.tokens[token].head, doc.tokens[token].dep) = (last, Dep::Compound);
        name_it(doc, token);
    }
}

/// "Tom and Emma are getting married": what they do is marrying, and no state that they come to.
fn marries(text: &str, doc: &mut Doc, token: usize) {
    let getting = doc.tokens[token].head;
    let is_state = doc.tokens[token].dep == Dep::Acomp
        && is_word(text, doc, token, &["married", "divorced"])
        && getting + 1 == token
        && is_word(text, doc, getting, &["get", "gets", "getting", "got"]);
    if !is_state {
        return;
    }
    take_place(doc, token, getting);
    (doc.tokens[getting].head, doc.tokens[getting].dep) = (token, Dep::AuxPass);
    pass_on(doc, getting, token, |_| true);
    for other in &mut doc.tokens {
        if other.head == token && other.dep == Dep::Nsubj {
            other.dep = Dep::NsubjPass;
        }
    }
    doc.tokens[token].pos = Pos::Verb;
    doc.tokens[token].lemma = match word(text, doc, token).to_lowercase().as_str() {
        "married" => "marry",
        _ => "divorce",
    }
    .to_owned();
    retag(doc, token, "VBN");
}
