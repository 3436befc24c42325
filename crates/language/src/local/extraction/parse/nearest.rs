//! Clauses and words that hang from a word farther away than their own, and verbs that are taken for nouns or auxiliaries.

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{
    act, hang, has_child, is_word, name_it, pass_on, retag, take_place, word,
};
use crate::word_list::WordList;

/// Mends what `token` is taken for, or what it hangs from.
pub(super) fn nearest(text: &str, doc: &mut Doc, token: usize) {
    of_last_named(text, doc, token);
    been_so(text, doc, token);
    does_doing(text, doc, token);
    relative_does(text, doc, token);
    up_there(text, doc, token);
}

/// "two kids, Maya who's nine and Ben who's six", "my wife Anna and our son Max, who is three": each is said of the name before
/// it, and none of both.
fn of_last_named(text: &str, doc: &mut Doc, token: usize) {
    let who = doc
        .children(token)
        .find(|child| is_word(text, doc, *child, &["who"]) && *child < token);
    let Some(before) = who.and_then(|who| who.checked_sub(1)) else {
        return;
    };
    // "twin sons, Emre and Kaan, who turned 7"
    let is_of_several = doc
        .ancestors(before.saturating_sub(1))
        .any(|above| matches!(doc.tokens[above].tag.as_str(), "NNS" | "NNPS"));
    let is_of_one = !is_of_several && matches!(doc.tokens[token].tag.as_str(), "VBZ" | "VBD");
    let name = match is_word(text, doc, before, &[","]) && is_of_one {
        true => before.saturating_sub(1),
        false => before,
    };
    let head = doc.tokens[token].head;
    let is_near = doc.tokens[token].dep == Dep::Relcl
        && (doc.tokens[name].pos == Pos::Propn
            || name != before && doc.tokens[name].dep == Dep::Conj)
        && name != head
        && matches!(doc.tokens[name].dep, Dep::Appos | Dep::Conj)
        && doc.ancestors(name).any(|above| above == head);
    if is_near {
        hang(doc, token, name, Dep::Relcl);
    }
}

/// "The Wi-Fi's been down": nobody put it there.
fn been_so(text: &str, doc: &mut Doc, token: usize) {
    let having = doc
        .children(token)
        .find(|child| doc.tokens[*child].dep == Dep::AuxPass);
    let Some(having) = having.filter(|_| is_word(text, doc, token, &["been"])) else {
        return;
    };
    let auxiliary = &mut doc.tokens[having];
    (auxiliary.dep, auxiliary.pos) = (Dep::Aux, Pos::Aux);
    "have".clone_into(&mut auxiliary.lemma);
    if matches!(auxiliary.tag.as_str(), "POS") {
        retag(doc, having, "VBZ");
    }
    act(doc, token);
}

/// "We do bouldering together": behind "do" stands no verb in "ing".
fn does_doing(text: &str, doc: &mut Doc, token: usize) {
    let Some(auxiliary) = token.checked_sub(1) else {
        return;
    };
    let is_doing = doc.tokens[token].tag.as_str() == "VBG"
        && doc.tokens[auxiliary].head == token
        && doc.tokens[auxiliary].dep == Dep::Aux
        && is_word(text, doc, auxiliary, &["do", "does", "did"]);
    if !is_doing {
        return;
    }
    take_place(doc, auxiliary, token);
    let of_noun: Vec<usize> = doc
        .children(token)
        .filter(|child| {
            matches!(
                doc.tokens[*child].dep,
                Dep::Dobj | Dep::Compound | Dep::Amod
            )
        })
        .collect();
    pass_on(doc, token, auxiliary, |child| {
        child != auxiliary && !of_noun.contains(&child)
    });
    doc.tokens[auxiliary].pos = Pos::Verb;
    let lemma = word(text, doc, token).to_lowercase();
    let noun = &mut doc.tokens[token];
    noun.lemma = lemma;
    (noun.head, noun.dep, noun.pos) = (auxiliary, Dep::Dobj, Pos::Noun);
    retag(doc, token, "NN");
}

/// "My aunt Lorraine lives in Toronto": she has no lives, and is none.
fn relative_does(text: &str, doc: &mut Doc, token: usize) {
    let Some(name) = token.checked_sub(1) else {
        return;
    };
    let noun = doc.tokens[token].head;
    let is_capital = word(text, doc, name).starts_with(char::is_uppercase);
    let is_does = doc.tokens[token].tag.as_str() == "NNS"
        && doc.tokens[token].dep == Dep::Appos
        && DOES.contains(&word(text, doc, token).to_lowercase())
        && doc.tokens[name].head == token
        && noun + 1 == name
        && is_capital
        && doc.tokens[noun].dep == Dep::Root
        && has_child(doc, noun, &[Dep::Poss]);
    if !is_does {
        return;
    }
    be_verb(text, doc, token);
    take_place(doc, token, noun);
    pass_on(doc, noun, token, |child| child > token);
    (doc.tokens[noun].head, doc.tokens[noun].dep) = (token, Dep::Nsubj);
    (doc.tokens[name].head, doc.tokens[name].dep) = (noun, Dep::Appos);
    name_it(doc, name);
    let joined: Vec<usize> = doc
        .children(token)
        .filter(|child| {
            doc.tokens[*child].dep == Dep::Conj
                && DOES.contains(&word(text, doc, *child).to_lowercase())
        })
        .collect();
    for other in joined {
        be_verb(text, doc, other);
    }
}

/// Verbs in "s" that are plurals too.
static DOES: WordList = WordList::new(
    "lives works plays runs walks drives studies coaches paints dances cooks moves loves likes wants needs hates travels rides visits \
     starts volunteers teaches stays",
);

/// Makes a plural the verb in "s" that is written alike.
fn be_verb(text: &str, doc: &mut Doc, token: usize) {
    let written = word(text, doc, token).to_lowercase();
    let base = match written.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => {
            let ending = if written.ends_with("ches") { "es" } else { "s" };
            written.strip_suffix(ending).unwrap_or(&written).to_owned()
        }
    };
    doc.tokens[token].lemma = base;
    doc.tokens[token].pos = Pos::Verb;
    retag(doc, token, "VBZ");
}

/// "rent a cabin up by Grand Marais": where it is, and no way of renting.
fn up_there(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_where = doc.tokens[token].dep == Dep::Prt
        && is_word(text, doc, token, &["up", "down", "over", "out"])
        && is_word(text, doc, token + 1, &["by", "at", "in", "near", "on"])
        && doc.tokens[token + 1].dep == Dep::Prep
        && matches!(
            &*doc.tokens[verb].lemma,
            "rent" | "own" | "have" | "find" | "book"
        )
        && doc
            .children(verb)
            .any(|child| doc.tokens[child].dep == Dep::Dobj && child < token);
    if is_where {
        doc.tokens[token].dep = Dep::Advmod;
        doc.tokens[token].pos = Pos::Adv;
        retag(doc, token, "RB");
    }
}
