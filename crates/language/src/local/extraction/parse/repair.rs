//! What the parser gets wrong wherever it stands, mended once, before anything reads the tree.

use recollect_spacy::{Dep, Doc, Pos, Tag};

/// Mends a parse.
pub(crate) fn repair(text: &str, doc: &mut Doc) {
    for token in 0..doc.tokens.len() {
        subject_of_auxiliary(doc, token);
        has_got(text, doc, token);
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
