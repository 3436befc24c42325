//! Things that the parser takes for verbs, days and pronouns.

use recollect_model::EntityKind;
use recollect_spacy::{Dep, Doc, Pos};

use crate::lexicon::{
    is_entry, is_given_name, is_medicine, is_possession, is_practice, kind_of_noun,
};
use crate::local::extraction::parse::tokens::{hang, is_word, noun_it, retag, take_place, word};

/// Mends what `token` is taken for.
pub(super) fn noun(text: &str, doc: &mut Doc, token: usize) {
    eldest(text, doc, token);
    sort_of_had(doc, token);
    had(text, doc, token);
    listed(text, doc, token);
    title(text, doc, token);
    amount(text, doc, token);
    person(text, doc, token);
    name(doc, token);
    rate(text, doc, token);
    at_start(text, doc, token);
    medicine(text, doc, token);
    eaten(text, doc, token);
}

/// "I can't eat gluten": what is eaten, and nothing that is done.
fn eaten(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_food = matches!(doc.tokens[token].tag.as_str(), "VB" | "VBP" | "VBN")
        && verb + 1 == token
        && matches!(
            &*doc.tokens[verb].lemma,
            "eat" | "drink" | "avoid" | "tolerate"
        )
        && doc.tokens[token].is_dictionary_word
        && (!doc.tokens[token].is_dictionary_verb || is_word(text, doc, token, &["gluten"]))
        && doc
            .children(token)
            .all(|child| doc.tokens[child].dep == Dep::Punct)
        && doc
            .children(verb)
            .all(|child| doc.tokens[child].dep != Dep::Dobj);
    if is_food {
        let lemma = word(text, doc, token).to_lowercase();
        let food = &mut doc.tokens[token];
        (food.dep, food.pos, food.lemma) = (Dep::Dobj, Pos::Noun, lemma);
        retag(doc, token, "NN");
    }
}

/// "I stopped ramipril": what is taken, and not when.
fn medicine(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_taken = matches!(doc.tokens[token].dep, Dep::Npadvmod | Dep::Advmod)
        && verb + 1 == token
        && doc.tokens[verb].pos == Pos::Verb
        && is_medicine(&word(text, doc, token).to_lowercase());
    let has_object = || {
        let mut children = doc.children(verb);
        children.any(|child| doc.tokens[child].dep == Dep::Dobj)
    };
    if is_taken && !has_object() {
        (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Dobj, Pos::Noun);
        retag(doc, token, "NN");
    }
}

/// "Surgery is on Monday": what begins a sentence has a capital without being a name.
fn at_start(text: &str, doc: &mut Doc, token: usize) {
    let is_bare = doc.tokens[token].is_sentence_start
        && matches!(doc.tokens[token].dep, Dep::Nsubj | Dep::NsubjPass)
        && (doc.tokens.get(token + 1)).is_some_and(|next| matches!(next.pos, Pos::Verb | Pos::Aux));
    if !is_bare || !doc.tokens[token].is_dictionary_word {
        return;
    }
    let written = word(text, doc, token).to_lowercase();
    let (lower, tag) = match doc.tokens[token].tag.as_str() {
        "NNP" => (written, "NN"),
        // "Keys are under the pot."
        "NNPS" => (written.trim_end_matches('s').to_owned(), "NNS"),
        _ => return,
    };
    let is_common = kind_of_noun(&lower) == Some(EntityKind::Event)
        || is_possession(&lower)
        || is_entry(&lower);
    if is_common && !is_given_name(&lower) {
        doc.tokens[token].pos = Pos::Noun;
        doc.tokens[token].lemma = lower;
        retag(doc, token, tag);
    }
}

/// "Mum has type 2 diabetes": behind "has" no verb stands in its dictionary form, so it tells what sort of thing is had.
fn sort_of_had(doc: &mut Doc, token: usize) {
    let have = auxiliary_before(doc, token).filter(|have| doc.tokens[*have].lemma == "have");
    let Some(have) = have else {
        return;
    };
    let thing = doc
        .children(token)
        .find(|child| *child > token && doc.tokens[*child].dep == Dep::Dobj);
    let Some(thing) = thing.filter(|_| doc.tokens[token].tag.as_str() == "VB") else {
        return;
    };
    let others: Vec<usize> = doc.children(token).filter(|child| *child != have).collect();
    for other in others {
        doc.tokens[other].head = have;
    }
    take_place(doc, have, token);
    doc.tokens[have].pos = Pos::Verb;
    (doc.tokens[token].head, doc.tokens[token].dep) = (thing, Dep::Compound);
    noun_it(doc, token);
}

/// The auxiliary that stands right before a verb and hangs from it.
fn auxiliary_before(doc: &Doc, verb: usize) -> Option<usize> {
    let before = verb.checked_sub(1)?;
    let auxiliary = &doc.tokens[before];
    (auxiliary.head == verb && auxiliary.dep == Dep::Aux).then_some(before)
}

/// "My eldest plays the violin": a child, and no quality.
fn eldest(text: &str, doc: &mut Doc, token: usize) {
    let is_child = doc.tokens[token].tag.as_str() == "JJS"
        && is_word(text, doc, token, &["eldest", "oldest", "youngest"])
        && matches!(
            doc.tokens[token].dep,
            Dep::Nsubj | Dep::NsubjPass | Dep::Dobj | Dep::Pobj
        )
        && doc
            .children(token)
            .any(|child| doc.tokens[child].dep == Dep::Poss);
    if is_child {
        doc.tokens[token].lemma = word(text, doc, token).to_lowercase();
        noun_it(doc, token);
    }
}

/// "Anna can't have gluten", "The kids have swimming on Wednesdays": what somebody has, taken for what they have done.
fn had(text: &str, doc: &mut Doc, token: usize) {
    let have = auxiliary_before(doc, token).filter(|have| {
        match doc.tokens[*have].lemma.as_str() {
            "have" => true,
            // "I do karate."
            "do" => is_practice(&word(text, doc, token).to_lowercase()),
            _ => false,
        }
    });
    let Some(have) = have else {
        return;
    };
    let is_noun = match doc.tokens[token].tag.as_str() {
        "VB" => doc.tokens[have].lemma == "do",
        // "Tom has diabetes and asthma"
        "VBG" | "NN" | "NNS" => true,
        // "I usually have oatmeal for breakfast": no verb that the dictionary knows, nor the form of one.
        "VBN"
            if doc.tokens[token].is_dictionary_word
                && !doc.tokens[token].is_dictionary_verb
                && !word(text, doc, token).ends_with(['d', 'n']) =>
        {
            true
        }
        // The parser has no other form of it: "gluten" is not what comes of "to glut".
        "VBN" => {
            doc.tokens[token].is_dictionary_word
                && doc.tokens[token].lemma.ends_with("en")
                && doc
                    .children(token)
                    .all(|child| child < token || doc.tokens[child].dep == Dep::Punct)
        }
        _ => false,
    };
    let subjects = doc.children(token).chain(doc.children(have));
    let is_object_taken = doc
        .children(token)
        .any(|child| matches!(doc.tokens[child].dep, Dep::Dobj | Dep::AuxPass));
    // "My cousin Hadi's cat has diabetes": whose is not plain.
    let is_subject = |child: &usize| doc.tokens[*child].dep == Dep::Nsubj;
    if !is_noun || is_object_taken || subjects.filter(is_subject).count() > 1 {
        return;
    }
    let was_verb = doc.tokens[token].tag.as_str().starts_with('V');
    let is_joined = |child: usize| {
        let noun = matches!(doc.tokens[child].pos, Pos::Noun | Pos::Propn);
        doc.tokens[child].dep == Dep::Cc || doc.tokens[child].dep == Dep::Conj && noun
    };
    let others: Vec<usize> = doc
        .children(token)
        .filter(|child| *child != have && (was_verb || !is_joined(*child)))
        .collect();
    for other in others {
        doc.tokens[other].head = have;
    }
    take_place(doc, have, token);
    doc.tokens[have].pos = Pos::Verb;
    (doc.tokens[token].head, doc.tokens[token].dep) = (have, Dep::Dobj);
    doc.tokens[token].pos = Pos::Noun;
    if was_verb {
        retag(doc, token, "NN");
    }
}

/// "allergic to nuts and shellfish": the last of a list, a noun that the parser does not know, taken for a verb.
fn listed(text: &str, doc: &mut Doc, token: usize) {
    let Some(before) = token.checked_sub(2) else {
        return;
    };
    let is_bare_verb = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[token].tag.as_str() == "VB"
        && is_word(text, doc, token - 1, &["and", "or"])
        && doc.children(token).next().is_none();
    let is_last = doc
        .tokens
        .get(token + 1)
        .is_none_or(|next| matches!(next.dep, Dep::Punct | Dep::Cc));
    let is_noun_before = doc.tokens[before].tag.as_str().starts_with("NN")
        && matches!(doc.tokens[before].dep, Dep::Pobj | Dep::Dobj | Dep::Conj);
    let is_noun = doc.tokens[token].is_dictionary_word && !doc.tokens[token].is_dictionary_verb;
    if is_bare_verb && is_last && is_noun_before && is_noun {
        for (part, dep) in [(token - 1, Dep::Cc), (token, Dep::Conj)] {
            hang(doc, part, before, dep);
        }
        noun_it(doc, token);
    }
}

/// "My favourite film is Spirited Away": a name that ends in a word which is no name.
fn title(text: &str, doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_last = doc.tokens[token].dep == Dep::Advmod
        && token > verb + 1
        && doc.tokens[verb].lemma == "be"
        && word(text, doc, token).starts_with(char::is_uppercase);
    let has_other = || {
        doc.children(verb)
            .any(|child| matches!(doc.tokens[child].dep, Dep::Attr | Dep::Acomp | Dep::Prep))
    };
    let is_named = || {
        doc.children(token)
            .any(|child| child < token && word(text, doc, child).starts_with(char::is_uppercase))
    };
    if is_last && is_named() && !has_other() {
        (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Attr, Pos::Propn);
        retag(doc, token, "NNP");
    }
}

/// "I run 5k every Tuesday": an amount, taken for somebody.
fn amount(text: &str, doc: &mut Doc, token: usize) {
    let is_pronoun = doc.tokens[token].pos == Pos::Pron;
    let is_written = doc.tokens[token].spelling.is_none();
    if is_pronoun && is_written && word(text, doc, token).starts_with(|c: char| c.is_ascii_digit())
    {
        noun_it(doc, token);
    }
}

/// "Jan and I saw a play": somebody, taken for a month.
fn person(text: &str, doc: &mut Doc, token: usize) {
    const MONTHS: &[&str] = &["jan", "april", "may", "june", "august"];
    let verb = doc.tokens[token].head;
    let other = token + 2;
    let is_beside = doc.tokens[token].dep == Dep::Npadvmod
        && is_word(text, doc, token, MONTHS)
        && other < verb
        && is_word(text, doc, token + 1, &["and", "&"])
        && doc.tokens[other].dep == Dep::Nsubj
        && doc.tokens[other].head == verb;
    if is_beside {
        doc.tokens[token].dep = Dep::Nsubj;
        doc.tokens[token + 1].head = token;
        (doc.tokens[other].head, doc.tokens[other].dep) = (token, Dep::Conj);
    }
}

/// "saw Sigur Rós at the Paradiso": a name, taken for a clause.
fn name(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_clause = doc.tokens[token].dep == Dep::Ccomp
        && doc.tokens[token].pos == Pos::Propn
        && doc.tokens[verb].pos == Pos::Verb
        && token > verb;
    let parts_only = || {
        doc.children(token).all(|child| {
            matches!(
                doc.tokens[child].dep,
                Dep::Compound | Dep::Prep | Dep::Det | Dep::Punct | Dep::Amod
            )
        })
    };
    if is_clause && parts_only() {
        doc.tokens[token].dep = Dep::Dobj;
        let places: Vec<usize> = doc
            .children(token)
            .filter(|child| doc.tokens[*child].dep == Dep::Prep)
            .collect();
        for place in places {
            doc.tokens[place].head = verb;
        }
    }
}

/// "I earn 3,200 a month after tax": what an amount is of, taken for how long after the tax.
fn rate(text: &str, doc: &mut Doc, token: usize) {
    const UNITS: &[&str] = &["hour", "day", "week", "month", "year"];
    let is_unit = doc.tokens[token].dep == Dep::Npadvmod
        && token >= 2
        && is_word(text, doc, token, UNITS)
        && is_word(text, doc, token - 1, &["a", "an"]);
    if is_unit && doc.tokens[token - 2].pos == Pos::Num && doc.tokens[token].head > token {
        doc.tokens[token].head = token - 2;
    }
}
