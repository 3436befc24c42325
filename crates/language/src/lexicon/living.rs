//! Nouns for living beings, of the list that is built into the program (`assets/README.md`).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::gazetteer::Gender;
use crate::word_list::WordList;

/// What a noun names that names somebody or an animal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Life {
    /// Somebody: "bandleader".
    Person,
    /// An animal: "badger".
    Animal,
}

/// Nouns, one a line, each with `p` for somebody or `a` for an animal.
static LIVING: LazyLock<HashMap<&'static str, Life>> = LazyLock::new(|| {
    let lines = include_str!(concat!(env!("RECOLLECT_ASSETS_DIR"), "/living_nouns.txt")).lines();
    let entries = lines.filter_map(|line| line.split_once(' '));
    let life = |letter| match letter {
        "p" => Life::Person,
        _ => Life::Animal,
    };
    entries
        .filter(|(noun, _)| !NOT_LIVING.contains(noun))
        .map(|(noun, letter)| (noun, life(letter)))
        .collect()
});

/// What a noun, in the singular and in lower case, names when it names somebody or an animal.
pub(crate) fn life_of(noun: &str) -> Option<Life> {
    LIVING.get(noun).copied()
}

/// How somebody or an animal is spoken of by the noun alone: "the postman", "a hen".
pub(crate) fn gender_of_noun(noun: &str) -> Option<Gender> {
    if FEMALE.contains(noun) || ["woman", "lady"].iter().any(|end| noun.ends_with(end)) {
        Some(Gender::Female)
    } else if MALE.contains(noun) || noun.ends_with("man") && life_of(noun).is_some() {
        Some(Gender::Male)
    } else {
        None
    }
}

static FEMALE: WordList = WordList::new(
    "girl lass lassie gal nun waitress actress hostess hen cow mare heifer ewe sow bride bridesmaid \
     seamstress landlady widow queen princess headmistress midwife mistress",
);

static MALE: WordList = WordList::new(
    "boy guy lad bloke chap fella fellow gent dude monk waiter bull stallion ram rooster cockerel \
     cock boar groom bridegroom landlord widower king prince headmaster",
);

/// Listed first as somebody or as an animal, and in talk nearly always something else.
static NOT_LIVING: WordList = WordList::new(
    "wing tail egg feather beef hoof algae drone oyster clam down mount charger feeder character \
     spirit soul god devil dear babe wonder",
);
