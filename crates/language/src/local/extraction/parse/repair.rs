//! What the parser gets wrong wherever it stands, mended once, before anything reads the tree.

use recollect_spacy::{Dep, Doc, Pos, Tag};

/// Mends a parse.
pub(crate) fn repair(text: &str, doc: &mut Doc) {
    for token in 0..doc.tokens.len() {
        subject_of_auxiliary(doc, token);
        has_got(text, doc, token);
        race_of_feet(text, doc, token);
        liked_one(text, doc, token);
    }
}

/// "why you're thrilled": what hangs from an auxiliary is its verb's subject.
fn subject_of_auxiliary(doc: &mut Doc, token: usize) {
    let auxiliary = doc.tokens[token].head;
    let is_subject = matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass);
    let dep = match doc.tokens[auxiliary].dep {
        Dep::Aux if is_subject => Dep::Nsubj,
        Dep::AuxPass if is_subject => Dep::NsubjPass,
        _ => return,
    };
    doc.tokens[token].head = doc.tokens[auxiliary].head;
    doc.tokens[token].dep = dep;
}

/// "It's got awesome battles" is read as a passive: what has an object was not got by anybody.
fn has_got(text: &str, doc: &mut Doc, token: usize) {
    let word = |token: usize| {
        text.get(doc.tokens[token].range.clone())
            .unwrap_or_default()
    };
    if doc.tokens[token].dep != Dep::AuxPass || !matches!(word(token), "'s" | "’s") {
        return;
    }
    let verb = doc.tokens[token].head;
    let has_object = doc
        .tokens
        .iter()
        .any(|other| other.head == verb && other.dep == Dep::Dobj);
    if !word(verb).eq_ignore_ascii_case("got") || !has_object {
        return;
    }
    let participle = Tag::from_label("VBN");
    let helper = &mut doc.tokens[token];
    helper.dep = Dep::Aux;
    helper.pos = Pos::Aux;
    helper.lemma = "have".to_owned();
    for other in &mut doc.tokens {
        if other.head == verb && other.dep == Dep::NsubjPass {
            other.dep = Dep::Nsubj;
        }
    }
    if let Some(participle) = participle {
        doc.tokens[verb].tag = participle;
    }
}

/// "in a 5K charity run for a shelter": the parser takes the last noun for a participle, as if the charity were run.
fn race_of_feet(text: &str, doc: &mut Doc, token: usize) {
    const RACES: &[&str] = &["run", "ride", "walk", "swim", "hike", "climb", "drive"];
    let word = |token: usize| {
        text.get(doc.tokens[token].range.clone())
            .unwrap_or_default()
    };
    let Some(noun) = token.checked_sub(1).filter(|noun| {
        doc.tokens[token].head == *noun
            && doc.tokens[token].dep == Dep::Acl
            && RACES.contains(&word(token))
    }) else {
        return;
    };
    let children: Vec<usize> = doc.children(token).collect();
    let has_article = doc
        .children(noun)
        .any(|child| doc.tokens[child].dep == Dep::Det);
    let is_done = children.iter().any(|child| {
        matches!(
            doc.tokens[*child].dep,
            Dep::Agent | Dep::Dobj | Dep::AuxPass
        )
    });
    if !has_article || is_done {
        return;
    }
    let (head, dep) = (doc.tokens[noun].head, doc.tokens[noun].dep);
    let others: Vec<usize> = doc
        .children(noun)
        .filter(|child| *child != token && doc.tokens[*child].dep != Dep::Compound)
        .collect();
    for other in others {
        doc.tokens[other].head = token;
    }
    let race = &mut doc.tokens[token];
    (race.head, race.dep, race.pos) = (head, dep, Pos::Noun);
    if let Some(tag) = Tag::from_label("NN") {
        race.tag = tag;
    }
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Compound);
}

/// "There's a bakery in Lyon that I love": what is said of the bakery, rather than of there being one.
fn liked_one(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let be = doc.tokens[verb].head;
    let is_that = text
        .get(doc.tokens[token].range.clone())
        .is_some_and(|word| word.eq_ignore_ascii_case("that"));
    let is_complement = doc.tokens[verb].dep == Dep::Ccomp && be != verb;
    if !is_that || doc.tokens[token].dep != Dep::Dobj || !is_complement {
        return;
    }
    let is_there = doc
        .children(be)
        .any(|child| doc.tokens[child].dep == Dep::Expl);
    let noun = doc
        .children(be)
        .find(|child| doc.tokens[*child].dep == Dep::Attr && *child < token);
    if let Some(noun) = noun.filter(|_| is_there) {
        (doc.tokens[verb].head, doc.tokens[verb].dep) = (noun, Dep::Relcl);
        if let Some(tag) = Tag::from_label("WDT") {
            doc.tokens[token].tag = tag;
        }
    }
}
