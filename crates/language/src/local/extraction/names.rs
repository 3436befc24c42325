//! Names: capitalised words that are not capitalised for another reason.

use std::collections::HashSet;
use std::ops::Range;

use recollect_model::EntityKind;

use super::relations::relation_at;
use super::vocabulary::{
    FUNCTION_WORDS, GOING, KIN, NOT_BEFORE_PLACES, NOT_NAMES, ORDINARY_STARTS, ORGANIZATION_WORDS,
    PERSON_AFTER, PERSON_BEFORE, TITLES,
};
use super::words::Word;

/// The longest name, in words.
const LONGEST: usize = 5;

/// A name in a sentence.
#[derive(Debug, Clone)]
pub(super) struct Name {
    /// The name, with single spaces.
    pub(super) text: String,
    /// What its surroundings tell of what it names.
    pub(super) kind: EntityKind,
    /// Its words, as places in the sentence.
    pub(super) words: Range<usize>,
    /// Where it is, in bytes of the sentence.
    pub(super) bytes: Range<usize>,
}

impl Name {
    /// Takes on a kind, when it has none to speak of.
    pub(super) fn specify(&mut self, kind: EntityKind) {
        if self.kind == EntityKind::Thing {
            self.kind = kind;
        }
    }
}

/// Endings of words that are seldom names.
const ORDINARY_ENDINGS: &[&str] = &[
    "ing", "ly", "ed", "ness", "ity", "tion", "sion", "ment", "ship", "ism", "ful", "ous",
];

/// How the words of a whole text are written, which tells a name at the head of a sentence from another word.
pub(super) struct Evidence<'a> {
    capitalised: HashSet<&'a str>,
    lower: HashSet<&'a str>,
}

impl<'a> Evidence<'a> {
    pub(super) fn of<'w: 'a>(
        sentences: impl Iterator<Item = &'a [Word<'w>]>,
        speakers: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut capitalised: HashSet<&str> = speakers.flat_map(str::split_whitespace).collect();
        let mut lower = HashSet::new();
        for words in sentences {
            for (place, word) in words.iter().enumerate() {
                if !word.is_capitalised() {
                    lower.insert(word.text);
                } else if !is_start(words, place)
                    && !words[place - 1].is_capitalised()
                    && !is_shouted(words)
                {
                    capitalised.insert(word.text);
                }
            }
        }
        Self { capitalised, lower }
    }

    /// Whether a word that begins a sentence is a name all the same.
    fn names(&self, words: &[Word<'_>], place: usize) -> bool {
        let word = &words[place];
        if self.capitalised.contains(word.text) {
            return true;
        }
        let looks_ordinary = ORDINARY_ENDINGS
            .iter()
            .any(|ending| word.lower.ends_with(ending))
            || word.is_in(&ORDINARY_STARTS)
            || self.lower.contains(word.lower.as_str());
        let acts = words.get(place + 1).is_some_and(|next| {
            next.is_in(&PERSON_AFTER) || next.is_any(&["'s", "is", "was", "has"])
        }) || relation_at(words, place + 1).is_some();
        let goes_on = words.get(place + 1).is_some_and(|next| {
            // "Woohoo Melanie": what stands in front of a name known by itself is no part of it.
            is_name_word(next)
                && !next.is_in(&ORDINARY_STARTS)
                && !self.capitalised.contains(next.text)
        });
        !looks_ordinary && (acts || goes_on)
    }
}

/// The names of a sentence, in order.
pub(super) fn names(words: &[Word<'_>], evidence: &Evidence<'_>) -> Vec<Name> {
    let mut names = Vec::new();
    if is_shouted(words) {
        return names;
    }
    let mut place = 0;
    while place < words.len() {
        let end = end_of_name(words, place, evidence);
        if end > place {
            names.push(name(words, place..end));
        }
        place = end.max(place + 1);
    }
    names
}

/// The place after the name that begins at `start`; `start` itself when none does.
fn end_of_name(words: &[Word<'_>], start: usize, evidence: &Evidence<'_>) -> usize {
    let title = title_at(words, start);
    let first = start + title;
    let begins = words.get(first).is_some_and(is_name_word)
        && (title > 0 || !is_start(words, start) || evidence.names(words, start));
    if !begins {
        return start;
    }
    let mut end = first + 1;
    while end < words.len() && end - first < LONGEST {
        let mut joint =
            usize::from(words[end].is_any(&["of", "de", "van", "von", "da", "del", "&"]));
        joint +=
            usize::from(joint == 1 && words.get(end + 1).is_some_and(|word| word.text == "the"));
        match words.get(end + joint) {
            Some(next) if is_name_word(next) => end += joint + 1,
            _ => break,
        }
    }
    end
}

/// How many words a title takes: `Dr` and its full stop.
fn title_at(words: &[Word<'_>], place: usize) -> usize {
    match words.get(place) {
        Some(word) if word.is_capitalised() && word.is_in(&TITLES) => {
            1 + usize::from(words.get(place + 1).is_some_and(|next| next.text == "."))
        }
        _ => 0,
    }
}

fn name(words: &[Word<'_>], place: Range<usize>) -> Name {
    let mut text = String::new();
    for word in &words[place.clone()] {
        if !text.is_empty() && !word.is_mark() {
            text.push(' ');
        }
        text.push_str(word.text);
    }
    let bytes = words[place.start].bytes.start..words[place.end - 1].bytes.end;
    Name {
        text,
        kind: kind(words, &place),
        words: place,
        bytes,
    }
}

/// What the words around a name tell of it.
fn kind(words: &[Word<'_>], place: &Range<usize>) -> EntityKind {
    let nothing = Word::nothing();
    let at = |place: Option<usize>| place.and_then(|place| words.get(place)).unwrap_or(&nothing);
    let before = |back: usize| at(place.start.checked_sub(back));
    let after = at(Some(place.end));
    let with_i = after.lower == "and" && at(Some(place.end + 1)).text == "I";
    let is_person = title_at(words, place.start) > 0
        || before(1).is_in(&PERSON_BEFORE)
        || before(1).is_in(&KIN)
        || after.is_in(&PERSON_AFTER)
        || with_i;
    let is_inside = before(1).is_any(&["in", "near"]) && !before(2).is_in(&NOT_BEFORE_PLACES);
    let is_reached = before(1).is_any(&["to", "from"]) && before(2).is_in(&GOING);
    if is_person {
        EntityKind::Person
    } else if words[place.clone()]
        .iter()
        .any(|word| word.is_in(&ORGANIZATION_WORDS))
    {
        EntityKind::Organization
    } else if is_inside || is_reached {
        EntityKind::Place
    } else {
        EntityKind::Thing
    }
}

/// Whether a word can be part of a name by its own looks.
fn is_name_word(word: &Word<'_>) -> bool {
    word.is_capitalised()
        && !word.is_in(&FUNCTION_WORDS)
        && !word.is_in(&NOT_NAMES)
        && (word.text.chars().count() > 1)
}

/// Whether a word is capitalised because something begins with it.
fn is_start(words: &[Word<'_>], place: usize) -> bool {
    place.checked_sub(1).is_none_or(|before| {
        words[before].is_mark() && !words[before].is_any(&[",", "(", "&", "."])
    })
}

/// Whether capitals say nothing here: a heading, or a line in capitals.
fn is_shouted(words: &[Word<'_>]) -> bool {
    let spelled = words
        .iter()
        .filter(|word| word.text.starts_with(char::is_alphabetic));
    let (all, large) = spelled.fold((0, 0), |(all, large), word| {
        (all + 1, large + usize::from(word.is_capitalised()))
    });
    let in_capitals = words
        .iter()
        .filter(|word| word.text.len() > 1)
        .all(|word| !word.text.contains(char::is_lowercase));
    all > 3 && large * 4 > all * 3 || all > 1 && in_capitals
}
