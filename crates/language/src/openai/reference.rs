//! What the words for a subject or an object refer to: whoever speaks, somebody's role, or a name.

use recollect_model::{EntityKey, EntityKind};

use crate::turns::is_owner_role;
use crate::{EntityRef, PassageText};

/// Words for an entity, as a model gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference<'a> {
    /// Whoever speaks.
    Speaker,
    /// Who stands in a role to whoever speaks ("my sister") or to somebody with a name ("Anna's sister").
    Role {
        /// The role.
        role: &'static str,
        /// The words as they were given.
        words: &'a str,
        /// The name in front; none for "my".
        of: Option<&'a str>,
    },
    /// A word such as "she", which names nobody.
    Pronoun,
    /// A name.
    Name(&'a str),
}

/// The words that mean whoever speaks, as notes and as texts have them.
pub(super) const FIRST_PERSON: &[&str] = &[
    "i", "me", "my", "mine", "myself", "ich", "mich", "mir", "mein", "meine", "je", "moi", "mon",
    "ma", "mes", "yo", "mi", "io", "mio", "eu", "ik", "mijn", "jag", "min", "я", "мне", "мой",
    "моя", "我", "私",
];

/// The words that mean somebody or something named before.
pub(super) const PRONOUNS: &[&str] = &[
    "she", "he", "they", "it", "her", "him", "his", "them", "their", "its", "hers", "theirs", "er",
    "sie", "ihr", "ihm", "ihn", "elle", "il", "lui", "ella", "él", "lei", "она", "он", "её", "его",
];

/// Other words that are no name.
const NO_NAMES: &[&str] = &[
    "we",
    "us",
    "our",
    "you",
    "your",
    "this",
    "that",
    "these",
    "those",
    "who",
    "someone",
    "somebody",
    "everyone",
    "nobody",
    "something",
    "nothing",
    "there",
    "here",
];

/// Roles that one person or animal has to another, with what they are called in the graph.
const ROLES: &[(&str, &str)] = &[
    ("mother", "mother"),
    ("mom", "mother"),
    ("mum", "mother"),
    ("father", "father"),
    ("dad", "father"),
    ("sister", "sister"),
    ("brother", "brother"),
    ("son", "son"),
    ("daughter", "daughter"),
    ("wife", "wife"),
    ("husband", "husband"),
    ("partner", "partner"),
    ("girlfriend", "girlfriend"),
    ("boyfriend", "boyfriend"),
    ("fiancé", "fiancé"),
    ("fiancée", "fiancée"),
    ("grandmother", "grandmother"),
    ("grandma", "grandmother"),
    ("grandfather", "grandfather"),
    ("grandpa", "grandfather"),
    ("boss", "boss"),
    ("manager", "manager"),
    ("roommate", "roommate"),
    ("flatmate", "flatmate"),
    ("landlord", "landlord"),
    ("doctor", "doctor"),
    ("dentist", "dentist"),
    ("therapist", "therapist"),
    ("dog", "dog"),
    ("cat", "cat"),
];

/// What words refer to.
pub(super) fn reference(words: &str) -> Reference<'_> {
    let words = words.trim();
    let lower = words.to_lowercase();
    if FIRST_PERSON.contains(&lower.as_str()) || ["speaker", "the speaker"].contains(&&*lower) {
        return Reference::Speaker;
    }
    if PRONOUNS.contains(&lower.as_str()) || NO_NAMES.contains(&lower.as_str()) {
        return Reference::Pronoun;
    }
    let Some((whose, noun)) = words.rsplit_once(char::is_whitespace) else {
        return Reference::Name(words);
    };
    let noun = noun.to_lowercase();
    let Some((_, role)) = ROLES.iter().find(|(word, _)| *word == noun) else {
        return Reference::Name(words);
    };
    let of = whose
        .strip_suffix("'s")
        .or_else(|| whose.strip_suffix("\u{2019}s"));
    match of {
        Some(of) => Reference::Role {
            role,
            words,
            of: Some(of),
        },
        None if whose.eq_ignore_ascii_case("my") => Reference::Role {
            role,
            words,
            of: None,
        },
        None => Reference::Name(words),
    }
}

/// What somebody or something in a role is.
pub(super) fn kind_of_role(role: &str) -> EntityKind {
    if ["dog", "cat"].contains(&role) {
        EntityKind::Animal
    } else {
        EntityKind::Person
    }
}

/// Who speaks in a passage.
pub(super) fn speaker_of(passage: &PassageText, owner_name: &str) -> Option<EntityRef> {
    let name = passage.speaker.as_deref()?;
    Some(match name.to_lowercase().as_str() {
        _ if is_owner_role(name) => EntityRef::Owner,
        "assistant" | "ai" | "bot" => EntityRef::Named("assistant".to_owned()),
        _ => called(name, owner_name),
    })
}

/// Whoever has a name: one that is the owner's whole name is the owner.
pub(super) fn called(name: &str, owner_name: &str) -> EntityRef {
    if EntityKey::of_name(name) == EntityKey::of_name(owner_name) {
        EntityRef::Owner
    } else {
        EntityRef::Named(name.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// What an entity is called in a sentence.
pub(super) fn name_of(entity: &EntityRef, owner_name: &str) -> String {
    match entity {
        EntityRef::Named(name) => name.clone(),
        EntityRef::Owner if owner_name.trim().is_empty() => "The owner".to_owned(),
        EntityRef::Owner => owner_name.trim().to_owned(),
        EntityRef::Role { role, of } => format!("{}'s {role}", name_of(of, owner_name)),
    }
}
