//! What goes on with something else than the parser takes it to.

use recollect_spacy::{Dep, Doc, Pos};

use crate::local::extraction::parse::tokens::{has_child, is_word, name_it, retag, word};

/// Mends what `token` goes on with.
pub(super) fn rejoin(text: &str, doc: &mut Doc, token: usize) {
    listed_infinitive(doc, token);
    thanks_to(text, doc, token);
    being_doing(text, doc, token);
    called_thing(doc, token);
    aged_names(text, doc, token);
    and_raised(text, doc, token);
    and_did(text, doc, token);
}

/// "My kids are Annika, 20, and Milo, 15": what goes on behind an age goes on with the name before it.
fn aged_names(text: &str, doc: &mut Doc, token: usize) {
    let above = doc.tokens[token].head;
    let is_joined = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[token].pos == Pos::Propn
        && token > 4
        && is_word(text, doc, token - 1, &["and"])
        && matches!(doc.tokens[above].dep, Dep::Root | Dep::Appos | Dep::Attr);
    let mut before = (token.saturating_sub(6)..token - usize::from(token > 0)).rev();
    let number = before.find(|other| !is_word(text, doc, *other, &[",", "and"]));
    let Some(number) = number.filter(|number| {
        is_joined && doc.tokens[*number].pos == Pos::Num && doc.tokens[*number].dep == Dep::Appos
    }) else {
        return;
    };
    let name = doc.tokens[number].head;
    let is_name = word(text, doc, name).starts_with(char::is_uppercase);
    if name < number && is_name && (above != name) {
        (doc.tokens[token].head, doc.tokens[token].dep) = (name, Dep::Conj);
        name_it(doc, name);
    }
}

/// "a book about bees called Honey Farm": the book is called so.
fn called_thing(doc: &mut Doc, token: usize) {
    let several = doc.tokens[token].head;
    let preposition = doc.tokens[several].head;
    let one = doc.tokens[preposition].head;
    let is_naming = doc.tokens[token].dep == Dep::Acl
        && matches!(&*doc.tokens[token].lemma, "call" | "name" | "title")
        && doc.tokens[token].tag.as_str() == "VBN";
    let is_inside = doc.tokens[several].tag.as_str() == "NNS"
        && doc.tokens[several].dep == Dep::Pobj
        && doc.tokens[preposition].dep == Dep::Prep
        && doc.tokens[one].tag.as_str() == "NN";
    let is_one = || {
        doc.children(one)
            .any(|child| matches!(&*doc.tokens[child].lemma, "a" | "an"))
    };
    if is_naming && is_inside && is_one() {
        doc.tokens[token].head = one;
    }
}

/// "The best part was seeing the whales": the part did not see them.
fn being_doing(text: &str, doc: &mut Doc, token: usize) {
    const ABSTRACT: &[&str] = &[
        "part",
        "thing",
        "goal",
        "dream",
        "plan",
        "idea",
        "hobby",
        "passion",
        "highlight",
        "aim",
        "challenge",
        "way",
        "secret",
        "key",
        "favorite",
        "favourite",
        "priority",
        "focus",
        "memory",
        "wish",
    ];
    let verb = doc.tokens[token].head;
    let is_copula = doc.tokens[token].dep == Dep::Aux
        && is_word(text, doc, token, &["is", "was", "'s", "’s"])
        && doc.tokens[verb].tag.as_str() == "VBG"
        && token < verb;
    let subject = doc
        .children(verb)
        .find(|child| doc.tokens[*child].dep == Dep::Nsubj && *child < token);
    let Some(subject) = subject.filter(|_| is_copula) else {
        return;
    };
    if !ABSTRACT.contains(&&*doc.tokens[subject].lemma) {
        return;
    }
    let (above, dep) = (doc.tokens[verb].head, doc.tokens[verb].dep);
    doc.tokens[token].head = if above == verb { token } else { above };
    doc.tokens[token].dep = dep;
    let moved: Vec<usize> = doc
        .children(verb)
        .filter(|child| *child < token || doc.tokens[*child].dep == Dep::Punct)
        .collect();
    for child in moved {
        doc.tokens[child].head = token;
    }
    (doc.tokens[verb].head, doc.tokens[verb].dep) = (token, Dep::Xcomp);
}

/// "I wanted to meet people, dance together and sing": the dancing is wanted, too.
fn listed_infinitive(doc: &mut Doc, token: usize) {
    let verb = doc.tokens[token].head;
    let is_bare = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[token].tag.as_str() == "VB"
        && verb < token
        && matches!(
            doc.tokens[verb].tag.as_str(),
            "VBD" | "VBZ" | "VBP" | "VBG" | "VBN"
        )
        && !doc.children(token).any(|child| {
            matches!(
                doc.tokens[child].dep,
                Dep::Nsubj | Dep::NsubjPass | Dep::Aux | Dep::AuxPass
            )
        });
    let infinitive = doc.children(verb).find(|child| {
        let is_to = |of: usize| doc.tokens[of].tag.as_str() == "TO";
        doc.tokens[*child].dep == Dep::Xcomp
            && verb < *child
            && *child < token
            && doc.children(*child).any(is_to)
    });
    if let Some(infinitive) = infinitive.filter(|_| is_bare) {
        doc.tokens[token].head = infinitive;
    }
}

/// "Thanks to my coach, I won": the parser takes it for a time.
fn thanks_to(text: &str, doc: &mut Doc, token: usize) {
    let is_opening = doc.tokens[token].dep == Dep::Npadvmod
        && is_word(text, doc, token, &["thanks"])
        && is_word(text, doc, token + 1, &["to"]);
    if is_opening {
        (doc.tokens[token].dep, doc.tokens[token].pos) = (Dep::Advmod, Pos::Adv);
    }
}

/// "was born in Recife but raised in Newark": what was done to somebody, too.
fn and_raised(text: &str, doc: &mut Doc, token: usize) {
    let first = doc.tokens[token].head;
    let is_raised = doc.tokens[token].dep == Dep::Conj
        && is_word(
            text,
            doc,
            token,
            &["raised", "educated", "christened", "brought"],
        )
        && has_child(doc, first, &[Dep::AuxPass])
        && !has_child(doc, token, &[Dep::Nsubj, Dep::Dobj, Dep::Aux]);
    if is_raised {
        retag(doc, token, "VBN");
    }
}

/// "I was her witness and signed the book": what somebody did beside what they were is taken for what was done to them.
fn and_did(text: &str, doc: &mut Doc, token: usize) {
    let be = doc.tokens[token].head;
    let was_somebody = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[token].tag.as_str() == "VBN"
        && is_word(text, doc, be, &["was", "were"])
        && has_child(doc, be, &[Dep::Attr])
        && !has_child(doc, be, &[Dep::AuxPass]);
    // "I majored in history and minored in music."
    let goes_on = doc.tokens[token].dep == Dep::Conj
        && doc.tokens[token].tag.as_str() == "VBN"
        && doc.tokens[be].tag.as_str() == "VBD"
        && !has_child(doc, be, &[Dep::Aux, Dep::AuxPass]);
    if (was_somebody || goes_on) && !has_child(doc, token, &[Dep::Aux, Dep::AuxPass, Dep::Agent]) {
        retag(doc, token, "VBD");
    }
}
