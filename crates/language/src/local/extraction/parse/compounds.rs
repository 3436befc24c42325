//! Which words are one thing: "my flu jab", "team lead", "leftover lamb", "Wi-Fi".

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{
    hang, has_child, is_word, lead_to, noun_it, pass_on, retag, take_place, word,
};
use crate::word_list::WordList;

/// Mends what `token` is part of.
pub(super) fn compounded(text: &str, doc: &mut Doc, token: usize) {
    team_lead(text, doc, token);
    wifi(text, doc, token);
    whose_compound(doc, token);
    kind_of_object(text, doc, token);
    leftover(text, doc, token);
}

/// "My team lead Arvind has resigned": who leads a team, and no team that leads him.
fn team_lead(text: &str, doc: &mut Doc, token: usize) {
    let Some(team) = token.checked_sub(1) else {
        return;
    };
    let is_lead = is_word(text, doc, token, &["lead"])
        && doc.tokens[token].pos == Pos::Verb
        && matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
        && doc.tokens[team].head == token
        && doc.tokens[team].dep == Dep::Nsubj
        && has_child(doc, team, &[Dep::Poss, Dep::Det]);
    if !is_lead {
        return;
    }
    noun_it(doc, token);
    doc.tokens[team].dep = Dep::Compound;
    let others: Vec<usize> = doc.children(team).chain(doc.children(token)).collect();
    for other in others {
        match doc.tokens[other].dep {
            dep @ (Dep::Poss | Dep::Det) => hang(doc, other, token, dep),
            Dep::Dobj if other == token + 1 => doc.tokens[other].dep = Dep::Appos,
            _ => {}
        }
    }
}

/// "The Wi-Fi's been down": a thing with a capital, and no name.
fn wifi(text: &str, doc: &mut Doc, token: usize) {
    let is_wifi = doc.tokens[token].pos == Pos::Propn
        && (is_word(text, doc, token, &["wifi"])
            || is_word(text, doc, token, &["fi"])
                && token >= 2
                && is_word(text, doc, token - 2, &["wi"]));
    if is_wifi {
        noun_it(doc, token);
    }
}

/// "my flu jab": the jab is one's own, and no flu.
fn whose_compound(doc: &mut Doc, token: usize) {
    let first = doc.tokens[token].head;
    let whole = doc.tokens[first].head;
    let is_of_first = doc.tokens[token].tag.as_str() == "PRP$"
        && doc.tokens[token].dep == Dep::Poss
        && doc.tokens[first].dep == Dep::Compound
        && token < first
        && first < whole;
    if is_of_first {
        doc.tokens[token].head = whole;
    }
}

/// "Got my flu jab": one thing, and no time behind another.
fn kind_of_object(text: &str, doc: &mut Doc, token: usize) {
    let Some(first) = token.checked_sub(1) else {
        return;
    };
    let verb = doc.tokens[token].head;
    let is_noun = |doc: &Doc, token: usize| doc.tokens[token].tag.as_str() == "NN";
    let is_one = doc.tokens[token].dep == Dep::Npadvmod
        && doc.tokens[first].dep == Dep::Dobj
        && doc.tokens[first].head == verb
        && is_noun(doc, token)
        && is_noun(doc, first)
        && has_child(doc, first, &[Dep::Poss, Dep::Det])
        && !has_child(doc, token, &[Dep::Det, Dep::Amod, Dep::Nummod, Dep::Poss])
        && SHOTS.contains(&word(text, doc, token).to_lowercase());
    if !is_one {
        return;
    }
    pass_on(doc, first, token, |_| true);
    doc.tokens[token].dep = Dep::Dobj;
    (doc.tokens[first].head, doc.tokens[first].dep) = (token, Dep::Compound);
}

/// What is given, had or taken once, and named by what it is for.
static SHOTS: WordList = WordList::new(
    "jab shot vaccine booster test scan check checkup exam lesson class session appointment",
);

/// "We've leftover lamb": what is had, and of what sort.
fn leftover(text: &str, doc: &mut Doc, token: usize) {
    let thing = token + 1;
    let have = token
        .checked_sub(1)
        .filter(|have| doc.tokens[*have].dep == Dep::Aux && doc.tokens[*have].head == token);
    let is_sort = is_word(text, doc, token, &["leftover", "spare"])
        && doc
            .tokens
            .get(thing)
            .is_some_and(|thing| thing.dep == Dep::Dobj && thing.head == token);
    let Some(have) = have.filter(|_| is_sort) else {
        return;
    };
    take_place(doc, have, token);
    pass_on(doc, token, have, |child| child != have);
    doc.tokens[have].pos = Pos::Verb;
    "have".clone_into(&mut doc.tokens[have].lemma);
    let sort = &mut doc.tokens[token];
    (sort.head, sort.dep, sort.pos) = (thing, Dep::Amod, Pos::Adj);
    retag(doc, token, "JJ");
    if doc.tokens[thing].pos == Pos::Propn && word(text, doc, thing).starts_with(char::is_lowercase)
    {
        noun_it(doc, thing);
    }
}

/// "I got promoted to team lead": a lead rather than leading.
pub(super) fn misread_lead(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let Some(before) = token.checked_sub(1) else {
        return;
    };
    let is_noun_before = doc.tokens[before].head == token && doc.tokens[before].pos == Pos::Noun;
    let to = doc.children(token).find(|child| {
        doc.tokens[*child].dep == Dep::Aux && doc.tokens[*child].tag.as_str() == "TO"
    });
    let is_moved = doc.tokens[token].dep == Dep::Xcomp
        && is_word(
            text,
            doc,
            verb,
            &["promoted", "moved", "changed", "switched"],
        );
    // "promoted to shift supervisor"
    let post = doc.children(token).find(|child| {
        is_moved
            && *child == token + 1
            && doc.tokens[*child].dep == Dep::Dobj
            && is_word(text, doc, verb, &["promoted"])
    });
    if let (Some(to), Some(post)) = (to, post) {
        lead_to(doc, to, verb, post);
        hang(doc, token, post, Dep::Compound);
        noun_it(doc, token);
        return;
    }
    let is_led = is_moved && is_word(text, doc, token, &["lead"]);
    let Some(to) = to.filter(|_| is_noun_before && is_led) else {
        return;
    };
    lead_to(doc, to, verb, token);
    doc.tokens[before].dep = Dep::Compound;
}
