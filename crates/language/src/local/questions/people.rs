//! Whom the words of a question name: the owner, somebody by name, or by whose they are.

use std::ops::Range;

use recollect_spacy::{Dep, Pos};

use super::words::Words;
use crate::EntityRef;
use crate::lexicon::{KIN_BY_ITSELF, role as role_of};

const FIRST: &[&str] = &[
    "i",
    "me",
    "my",
    "mine",
    "myself",
    "we",
    "us",
    "our",
    "ours",
    "ourselves",
];
const OTHERS: &[&str] = &[
    "you",
    "your",
    "yours",
    "he",
    "him",
    "his",
    "she",
    "her",
    "hers",
    "it",
    "its",
    "they",
    "them",
    "their",
    "theirs",
    "this",
    "that",
    "these",
    "those",
    "there",
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "everyone",
    "everybody",
    "nobody",
    "things",
    "people",
    "who",
    "whom",
    "what",
    "which",
];
/// Words that tell one sister from another.
const TELLING_APART: &[&str] = &[
    "older", "younger", "elder", "big", "little", "oldest", "youngest", "eldest", "twin", "late",
    "maternal", "paternal",
];
/// Words that say which of several in time, or nothing of who it is.
pub(super) const IN_TIME: &[&str] = &[
    "first", "last", "latest", "former", "previous", "old", "new", "current", "present", "next",
    "ex", "own", "recent", "initial", "original", "earlier", "past",
];

/// Those a phrase names, what is coordinated in it apart; empty where it names nobody that can be looked up.
pub(super) fn parties(words: &Words<'_>, head: usize) -> Vec<EntityRef> {
    let mut found = Vec::new();
    let mut next = Some(head);
    let mut seen = 0;
    while let Some(token) = next {
        found.extend(party(words, token));
        seen += 1;
        next = words.child(token, &[Dep::Conj]).filter(|_| seen < 8);
    }
    found
}

/// Whom one member of a phrase names.
pub(super) fn party(words: &Words<'_>, head: usize) -> Option<EntityRef> {
    if words.is_any(head, FIRST) {
        return Some(EntityRef::Owner);
    }
    if words.is_any(head, OTHERS) {
        return None;
    }
    let noun = words.lemma(head).to_lowercase();
    // "Where does Mom live?", "When is Dad's birthday?"
    let is_alone = words.child(head, &[Dep::Det, Dep::Poss]).is_none()
        && name_at(words, head).is_none_or(|name| name.len() == 1);
    if is_alone
        && (KIN_BY_ITSELF.contains(&noun.as_str()) || ["mother", "father"].contains(&noun.as_str()))
        && let Some(role) = role_of(&noun)
    {
        return Some(EntityRef::Role {
            role: role.name.to_owned(),
            of: Box::new(EntityRef::Owner),
        });
    }
    if let Some(name) = name_at(words, head) {
        // "my colleague Peter's sister" ends in a role, "my uncle Peter" in a name.
        return Some(EntityRef::Named(words.phrase(name).to_owned()));
    }
    if let Some(of) = possessor(words, head) {
        let of = party(words, of)?;
        let role = role_words(words, head);
        return Some(EntityRef::Role {
            role,
            of: Box::new(of),
        });
    }
    let own = own_words(words, head);
    (!own.is_empty()).then(|| EntityRef::Named(words.phrase(own).to_owned()))
}

/// Whose something is: "my", "Anna's", "of Anna".
pub(super) fn possessor(words: &Words<'_>, head: usize) -> Option<usize> {
    if let Some(possessor) = words.child(head, &[Dep::Poss]) {
        return Some(possessor);
    }
    let of = words
        .children(head)
        .into_iter()
        .find(|child| words.dep(*child) == Dep::Prep && words.is_any(*child, &["of"]))?;
    words.child(of, &[Dep::Pobj])
}

/// The words before a noun that describe it, but for those that tell when.
fn described_by<'w>(words: &'w Words<'_>, head: usize) -> impl Iterator<Item = usize> + 'w {
    words.children(head).into_iter().filter(move |child| {
        *child < head
            && matches!(words.dep(*child), Dep::Amod | Dep::Compound | Dep::Nmod)
            && !words.is_any(*child, IN_TIME)
    })
}

/// What tells one in a role from another and is no part of the role: "second" in "Anna's second dog".
pub(super) fn telling_apart(words: &Words<'_>, head: usize) -> Vec<String> {
    if role_of(&words.lemma(head)).is_none() || possessor(words, head).is_none() {
        return Vec::new();
    }
    let before = described_by(words, head).filter(|child| {
        words.word(*child).starts_with(char::is_lowercase) && !words.is_any(*child, TELLING_APART)
    });
    before.map(|child| words.lemma(child)).collect()
}

/// The noun of a role as entities of that role are stored: "older sister", "car", "wifi password".
pub(super) fn role_words(words: &Words<'_>, head: usize) -> String {
    let noun = words.lemma(head);
    let found = role_of(words.lower(head)).or_else(|| role_of(&noun));
    let before = described_by(words, head);
    let before: Vec<&str> = match found {
        Some(_) => before
            .map(|child| words.lower(child))
            .filter(|word| TELLING_APART.contains(word))
            .collect(),
        None => before.map(|child| words.lower(child)).collect(),
    };
    let mut noun = found.map_or(noun, |role| role.name.to_owned());
    // "my mother-in-law"
    let in_law = ["-", "in", "-", "law"];
    let is_by_marriage = (1..)
        .zip(in_law)
        .all(|(behind, word)| head + behind < words.len() && words.is_any(head + behind, &[word]));
    if is_by_marriage {
        noun.push_str("-in-law");
    }
    before
        .into_iter()
        .chain([noun.as_str()])
        .collect::<Vec<_>>()
        .join(" ")
}

/// The name whose head a token is: capitalised words that hang together.
fn name_at(words: &Words<'_>, head: usize) -> Option<Range<usize>> {
    let is_proper = |token: usize| {
        words.word(token).starts_with(char::is_uppercase)
            && (words.pos(token) == Pos::Propn || words.tag(token).starts_with("NNP") || token > 0)
            && !words.is_any(token, FIRST)
    };
    if !is_proper(head) {
        return None;
    }
    let mut start = head;
    while start > 0 && is_proper(start - 1) && belongs(words, start - 1, head) {
        start -= 1;
    }
    let mut end = head + 1;
    while end < words.len() && is_proper(end) && belongs(words, end, head) {
        end += 1;
    }
    // "Joy of Painting", "Bank of Scotland".
    while end + 1 < words.len()
        && words.is_any(end, &["of", "de", "and", "the", "&"])
        && is_proper(end + 1)
        && words.head(end) == head
        && !words.is_any(end, &["and"])
    {
        end += 2;
    }
    Some(start..end)
}

fn belongs(words: &Words<'_>, token: usize, head: usize) -> bool {
    words.head(token) == head
        && matches!(
            words.dep(token),
            Dep::Compound | Dep::Nmod | Dep::Appos | Dep::Amod
        )
        || words.head(head) == token && words.dep(head) == Dep::Compound
        || (words.dep(token) == Dep::Compound && words.head(words.head(token)) == head)
}

/// A phrase without its article, its possessor and what follows its head.
pub(super) fn own_words(words: &Words<'_>, head: usize) -> Range<usize> {
    let first = words
        .children(head)
        .into_iter()
        .filter(|child| {
            *child < head
                && matches!(
                    words.dep(*child),
                    Dep::Amod | Dep::Compound | Dep::Nmod | Dep::Nummod
                )
                && !words.is_any(*child, IN_TIME)
        })
        .min()
        .unwrap_or(head);
    first..head + 1
}
