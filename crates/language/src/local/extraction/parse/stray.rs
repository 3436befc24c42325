//! Small words that the parser hangs beside what they belong to: "like" beside its noun, "never" beside its verb, what stands in
//! front of a sentence behind the one before.

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::is_given_name;
use crate::local::extraction::parse::tokens::{is_word, name_it, retag, word};

/// Mends what `token` is hung from.
pub(super) fn stray(text: &str, doc: &mut Doc, token: usize) {
    like_what(text, doc, token);
    like_beside(text, doc, token);
    denied(doc, token);
    cannot_alone(text, doc, token);
    in_front(text, doc, token);
    is_doing(text, doc, token);
    aside_of_name(text, doc, token);
    at_the_clock(text, doc, token);
}

/// "Mum's retiring in July": what looks like whose it is says that she is.
fn is_doing(text: &str, doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let verb = doc.tokens[noun].head;
    let is_subject = |of: usize| matches!(doc.tokens[of].dep, Dep::Nsubj | Dep::NsubjPass);
    // "my cousin Marisela's getting married"
    let verb = match doc.tokens[noun].dep {
        Dep::Appos => doc.tokens[verb].head,
        _ => verb,
    };
    let is_getting = |child: usize| {
        doc.tokens[child].dep == Dep::AuxPass && is_word(text, doc, child, &["getting", "being"])
    };
    let has_auxiliary = doc.children(verb).any(|child| {
        matches!(doc.tokens[child].dep, Dep::Aux | Dep::AuxPass) && !is_getting(child)
    });
    let gets = doc.tokens[verb].tag.as_str() == "VBN" && doc.children(verb).any(is_getting);
    let is_mistaken = doc.tokens[token].dep == Dep::Case
        && is_word(text, doc, token, &["'s", "’s"])
        && noun + 1 == token
        && (is_subject(noun)
            || doc.tokens[noun].dep == Dep::Appos && is_subject(doc.tokens[noun].head))
        && (doc.tokens[verb].tag.as_str() == "VBG" || gets)
        && verb > token;
    if is_mistaken && !has_auxiliary {
        (doc.tokens[token].head, doc.tokens[token].dep) = (verb, Dep::Aux);
        doc.tokens[token].pos = Pos::Aux;
        doc.tokens[token].lemma = "be".into();
        retag(doc, token, "VBZ");
    }
}

/// "We turn like a school bus": what somebody is like is not what they turn.
fn like_what(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_bare = doc.tokens[token].dep == Dep::Prep
        && token > verb
        && is_word(text, doc, token, &["like"])
        && doc.children(token).next().is_none();
    let next = doc.children(verb).find(|child| {
        doc.tokens[*child].dep == Dep::Dobj && doc.subtree_range(*child).start == token + 1
    });
    if let Some(noun) = next.filter(|_| is_bare) {
        doc.tokens[noun].head = token;
        doc.tokens[noun].dep = Dep::Pobj;
    }
}

/// "bowed like to a doctor": there is no doctor.
fn like_beside(text: &str, doc: &mut Doc, token: usize) {
    let Some(like) = token.checked_sub(1) else {
        return;
    };
    let is_compared = doc.tokens[token].dep == Dep::Prep
        && matches!(doc.tokens[like].dep, Dep::Prep | Dep::Advmod | Dep::Mark)
        && is_word(text, doc, like, &["like"])
        && doc.tokens[like].head == doc.tokens[token].head;
    if is_compared {
        doc.tokens[token].head = like;
        doc.tokens[token].dep = Dep::Pcomp;
    }
}

/// "I've never in my life worn a hat": the wearing is denied.
fn denied(doc: &mut Doc, token: usize) {
    let auxiliary = doc.tokens[token].head;
    let hangs_beside = matches!(doc.tokens[token].dep, Dep::Neg | Dep::Prep)
        && doc.tokens[auxiliary].dep == Dep::Aux
        && token > auxiliary;
    if hangs_beside {
        doc.tokens[token].head = doc.tokens[auxiliary].head;
    }
}

/// "Can't, I'm in Rome": what cannot be is not being in Rome.
fn cannot_alone(text: &str, doc: &mut Doc, token: usize) {
    let Some(auxiliary) = token.checked_sub(1) else {
        return;
    };
    let verb = doc.tokens[token].head;
    let is_alone = doc.tokens[token].dep == Dep::Neg
        && doc.tokens[auxiliary].dep == Dep::Aux
        && doc.tokens[auxiliary].head == verb
        && is_word(text, doc, token + 1, &[",", ".", "-", "–", "—"]);
    let has_subject = doc
        .children(verb)
        .any(|child| child > token + 1 && child < verb && doc.tokens[child].dep == Dep::Nsubj);
    if is_alone && has_subject {
        doc.tokens[auxiliary].dep = Dep::Dep;
        doc.tokens[token].head = auxiliary;
        doc.tokens[token].dep = Dep::Dep;
    }
}

/// "I'm ashamed, in the hospital I gave the orders": what stands before a subject belongs to its verb.
fn in_front(text: &str, doc: &mut Doc, token: usize) {
    let first = doc.tokens[token].head;
    let Some(comma) = token.checked_sub(1) else {
        return;
    };
    let is_behind_comma = doc.tokens[token].dep == Dep::Prep
        && token > first
        && is_word(text, doc, comma, &[",", "-", "–", "—"]);
    if !is_behind_comma {
        return;
    }
    let end = doc.subtree_range(token).end;
    let Some(subject) = doc.tokens.get(end).filter(|next| next.dep == Dep::Nsubj) else {
        return;
    };
    let verb = subject.head;
    let follows = verb > end
        && doc.tokens[verb].head == first
        && matches!(
            doc.tokens[verb].dep,
            Dep::Conj | Dep::Ccomp | Dep::Parataxis
        );
    if follows {
        doc.tokens[token].head = verb;
    }
}

/// "Oliver, my nephew, plays the trumpet": a name that the parser takes for an adverb is whom the sentence is about.
fn aside_of_name(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_misread = doc.tokens[token].is_sentence_start
        && matches!(
            doc.tokens[token].dep,
            Dep::Advmod | Dep::Npadvmod | Dep::Intj
        )
        && is_word(text, doc, token + 1, &[","])
        && is_given_name(&word(text, doc, token).to_lowercase());
    let noun = doc.children(verb).find(|child| {
        doc.tokens[*child].dep == Dep::Nsubj
            && doc.subtree_range(*child).start == token + 2
            && is_word(text, doc, *child + 1, &[","])
    });
    let is_owned = |noun: &usize| {
        doc.children(*noun)
            .any(|child| doc.tokens[child].dep == Dep::Poss)
    };
    if let Some(noun) = noun.filter(is_owned).filter(|_| is_misread) {
        doc.tokens[token].dep = Dep::Nsubj;
        name_it(doc, token);
        (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Appos);
    }
}

/// "I start work at 9": when it is started, and no work at 9.
fn at_the_clock(text: &str, doc: &mut Doc, token: usize) {
    let noun = doc.tokens[token].head;
    let is_at = doc.tokens[token].dep == Dep::Prep
        && is_word(text, doc, token, &["at", "around"])
        && doc.tokens[noun].dep == Dep::Dobj
        && noun + 1 == token;
    let hour = doc
        .children(token)
        .find(|child| doc.tokens[*child].dep == Dep::Pobj);
    let is_hour = hour.is_some_and(|hour| {
        let written = word(text, doc, hour);
        let is_written = written.contains(':') || matches!(written.parse(), Ok(0..=24_u8));
        doc.tokens[hour].tag.as_str() == "CD" && is_written
    });
    if is_at && is_hour {
        doc.tokens[token].head = doc.tokens[noun].head;
    }
}
