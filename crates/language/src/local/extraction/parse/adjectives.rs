//! Adjectives that the parser takes for verbs, or for what describes the next one: "it was really fulfilling", "I'm left-handed and
//! colour-blind".

use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::is_occupation;
use crate::local::extraction::parse::tokens::{
    act, hang, is_word, name_it, noun_it, retag, take_place, word,
};
use crate::word_list::WordList;

/// Makes "was fulfilling", which is read as what somebody was doing, what something was like.
pub(super) fn describing(text: &str, doc: &mut Doc, token: usize) {
    let is_adjective = match doc.tokens[token].tag.as_str() {
        "VBG" => ADJECTIVES.contains(&word(text, doc, token).to_lowercase()),
        // "I'm self-employed."
        "VBN" => is_hyphened(text, doc, token),
        _ => false,
    };
    let children: Vec<usize> = doc.children(token).collect();
    let being = children.iter().copied().rfind(|child| {
        *child < token
            && matches!(doc.tokens[*child].dep, Dep::Aux | Dep::AuxPass)
            && is_word(
                text,
                doc,
                *child,
                &[
                    "is", "was", "are", "were", "been", "be", "am", "'s", "’s", "'re", "’re", "'m",
                    "’m",
                ],
            )
    });
    let has_object = children.iter().any(|child| {
        matches!(
            doc.tokens[*child].dep,
            Dep::Dobj | Dep::Prt | Dep::Xcomp | Dep::Ccomp | Dep::Agent
        )
    });
    let Some(being) = being.filter(|_| is_adjective && !has_object) else {
        return;
    };
    take_place(doc, being, token);
    doc.tokens[being].lemma = "be".to_owned();
    let is_of_adjective = |child: usize| {
        being < child
            && child < token
            && (matches!(
                doc.tokens[child].dep,
                Dep::Advmod | Dep::Neg | Dep::Npadvmod
            ) || child + 1 == token)
    };
    let moved: Vec<usize> = children
        .into_iter()
        .filter(|child| *child != being && !is_of_adjective(*child))
        .collect();
    for child in moved {
        doc.tokens[child].head = being;
    }
    let written = word(text, doc, token).to_lowercase();
    let adjective = &mut doc.tokens[token];
    adjective.head = being;
    adjective.dep = Dep::Acomp;
    adjective.pos = Pos::Adj;
    adjective.lemma = written;
    retag(doc, token, "JJ");
    act(doc, being);
}

/// "employed" of "self-employed": one word with what stands before the hyphen.
fn is_hyphened(text: &str, doc: &Doc, token: usize) -> bool {
    token >= 2
        && is_word(text, doc, token - 1, &["-", "‑"])
        && !doc.tokens[token - 1].space_after
        && !doc.tokens[token - 2].space_after
        && doc.tokens[token - 2].head == token
        && matches!(doc.tokens[token - 2].dep, Dep::Npadvmod | Dep::Advmod)
}

/// "I'm left-handed and colour-blind": two things that somebody is, of which the first is no sort of the other.
pub(super) fn beside(doc: &mut Doc, token: usize) {
    let last = doc.tokens[token].head;
    let and = doc
        .children(token)
        .find(|child| doc.tokens[*child].dep == Dep::Cc && *child > token && *child < last);
    let is_first = doc.tokens[token].dep == Dep::Amod
        && doc.tokens[token].pos == Pos::Adj
        && doc.tokens[last].dep == Dep::Acomp;
    let Some(and) = and.filter(|_| is_first) else {
        return;
    };
    let head = doc.tokens[last].head;
    let before: Vec<usize> = doc.children(last).filter(|child| *child < and).collect();
    hang(doc, token, head, Dep::Acomp);
    hang(doc, last, token, Dep::Conj);
    for child in before.into_iter().filter(|child| *child != token) {
        doc.tokens[child].head = token;
    }
}

/// "I'm scared, to be honest": how it is said, and nothing that is said.
pub(super) fn frankly(text: &str, doc: &mut Doc, token: usize) {
    let is_frank = is_word(
        text,
        doc,
        token,
        &["honest", "fair", "frank", "precise", "exact"],
    );
    let be = doc.tokens[token].head;
    let is_to_be = is_frank
        && doc.tokens[token].dep == Dep::Acomp
        && be > 0
        && is_word(text, doc, be, &["be"])
        && is_word(text, doc, be - 1, &["to"]);
    if !is_to_be {
        return;
    }
    for part in [be - 1, be, token] {
        doc.tokens[part].pos = Pos::Intj;
        doc.tokens[part].dep = if part == be { Dep::Intj } else { Dep::Dep };
    }
    retag(doc, be, "UH");
}

/// "I'm a paramedic": what one is, and not what one is like.
pub(super) fn trade(text: &str, doc: &mut Doc, token: usize) {
    let is_adjective = doc.tokens[token].tag.as_str() == "JJ"
        && matches!(doc.tokens[token].dep, Dep::Attr | Dep::Acomp);
    let is_one = doc
        .children(token)
        .any(|child| is_word(text, doc, child, &["a", "an"]));
    if is_adjective && is_one && is_occupation(&word(text, doc, token).to_lowercase()) {
        doc.tokens[token].dep = Dep::Attr;
        noun_it(doc, token);
    }
}

/// "I'm lactose intolerant": of what one is, and not what one is.
pub(super) fn intolerant(text: &str, doc: &mut Doc, token: usize) {
    let Some(noun) = token.checked_sub(1) else {
        return;
    };
    if !is_word(text, doc, token, &["intolerant"]) {
        return;
    }
    // Or what somebody is comes first, and "intolerant" is what makes them so.
    if doc.tokens[token].head == noun && matches!(doc.tokens[noun].dep, Dep::Attr | Dep::Acomp) {
        let (head, dep) = (doc.tokens[noun].head, doc.tokens[noun].dep);
        hang(doc, token, head, dep);
        doc.tokens[noun].head = token;
    }
    let is_behind =
        doc.tokens[noun].head == token && matches!(doc.tokens[token].dep, Dep::Attr | Dep::Acomp);
    if is_behind {
        doc.tokens[noun].dep = Dep::Npadvmod;
        noun_it(doc, noun);
        doc.tokens[token].pos = Pos::Adj;
        retag(doc, token, "JJ");
    }
}

/// "My blood group is O negative": the letter is no article and no exclamation.
pub(super) fn of_blood(text: &str, doc: &mut Doc, token: usize) {
    let Some(letter) = token.checked_sub(1) else {
        return;
    };
    let is_group = is_word(text, doc, token, &["negative", "positive", "neg", "pos"])
        && ["O", "A", "B", "AB", "0"].contains(&word(text, doc, letter));
    let be = doc.tokens[token].head;
    if is_group && doc.tokens[be].lemma == "be" && be < letter {
        hang(doc, letter, token, Dep::Compound);
        name_it(doc, letter);
        (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Attr, Pos::Noun);
        retag(doc, token, "NN");
    }
}

/// What something is like rather than what it does.
static ADJECTIVES: WordList = WordList::new(
    "fulfilling rewarding inspiring empowering enlightening motivating calming relaxing refreshing energizing grounding \
     exhausting tiring exciting thrilling terrifying frustrating disappointing challenging demanding humbling touching \
     heartwarming heartbreaking satisfying liberating overwhelming rejuvenating uplifting encouraging fascinating \
     amazing stunning annoying boring confusing embarrassing depressing devastating freeing nourishing captivating",
);
