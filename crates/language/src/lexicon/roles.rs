//! What somebody or something is to somebody: kin, people at work, pets, and what one has one of.

use recollect_model::EntityKind;

use super::given_names::Gender;

/// A noun for what somebody or something is to somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Role {
    /// The noun that entities of this role are stored by.
    pub(crate) name: &'static str,
    /// What has the role.
    pub(crate) kind: EntityKind,
    /// How whoever has it is spoken of, where the noun tells.
    pub(crate) gender: Option<Gender>,
    /// Whether somebody speaks of one such as of the only one; otherwise only a named one is an entity.
    pub(crate) is_unique: bool,
    /// The relation of whoever has the role to the other; `!` in front turns it around.
    pub(crate) relation: Option<&'static str>,
}

/// The role of a noun in the singular, in lower case.
pub(crate) fn role(noun: &str) -> Option<Role> {
    let noun = noun
        .strip_prefix("ex-")
        .or_else(|| noun.strip_prefix("ex "))
        .map_or((noun, false), |rest| (rest, true));
    let (noun, is_former) = noun;
    let found = PEOPLE.iter().find(|(nouns, ..)| is_listed(nouns, noun));
    if let Some(&(nouns, gender, relation)) = found {
        let name = nouns.split(' ').next().unwrap_or(nouns);
        return Some(Role {
            name,
            kind: EntityKind::Person,
            gender: match gender {
                'f' => Some(Gender::Female),
                'm' => Some(Gender::Male),
                _ => None,
            },
            is_unique: !MANY.contains(&name),
            relation: relation.filter(|_| !is_former),
        })
        .filter(|_| !is_former || name == "husband" || name == "wife" || name == "partner");
    }
    let pet = PETS.iter().find(|nouns| is_listed(nouns, noun))?;
    Some(Role {
        name: pet.split(' ').next().unwrap_or(pet),
        kind: EntityKind::Animal,
        gender: None,
        is_unique: true,
        relation: Some("!has_pet"),
    })
}

/// Whether a noun, in the singular and in lower case, names a kind of animal that people keep.
pub(crate) fn is_pet(noun: &str) -> bool {
    PETS.iter().any(|nouns| is_listed(nouns, noun))
}

fn is_listed(nouns: &str, noun: &str) -> bool {
    nouns.split(' ').any(|listed| listed == noun)
}

/// Roles of which somebody has many.
const MANY: &[&str] = &[
    "friend",
    "colleague",
    "neighbor",
    "cousin",
    "classmate",
    "teammate",
    "niece",
    "nephew",
    "aunt",
    "uncle",
    "client",
    "student",
    "patient",
    "teacher",
    "relative",
    "grandchild",
    "grandson",
    "granddaughter",
    "mate",
    "customer",
    "employee",
    "follower",
];

/// The first noun of each line is the role, the others say the same; who it tells of; what it makes of the two.
const PEOPLE: &[(&str, char, Option<&str>)] = &[
    ("mother mom mum mommy mummy mama ma", 'f', Some("parent_of")),
    ("father dad daddy papa pa", 'm', Some("parent_of")),
    ("parent", '-', Some("parent_of")),
    ("stepmother stepmom stepmum", 'f', Some("relative_of")),
    ("stepfather stepdad", 'm', Some("relative_of")),
    ("sister sis", 'f', Some("sibling_of")),
    ("brother bro", 'm', Some("sibling_of")),
    ("sibling twin", '-', Some("sibling_of")),
    ("stepsister half-sister", 'f', Some("sibling_of")),
    ("stepbrother half-brother", 'm', Some("sibling_of")),
    ("daughter", 'f', Some("child_of")),
    ("son", 'm', Some("child_of")),
    ("child kid baby toddler", '-', Some("child_of")),
    ("stepdaughter", 'f', Some("child_of")),
    ("stepson", 'm', Some("child_of")),
    ("wife", 'f', Some("married_to")),
    ("husband hubby", 'm', Some("married_to")),
    ("spouse", '-', Some("married_to")),
    ("fiancée fiancee", 'f', Some("engaged_to")),
    ("fiancé fiance", 'm', Some("engaged_to")),
    ("partner", '-', Some("in_relationship_with")),
    ("girlfriend", 'f', Some("in_relationship_with")),
    ("boyfriend", 'm', Some("in_relationship_with")),
    (
        "grandmother grandma granny nana nan",
        'f',
        Some("relative_of"),
    ),
    ("grandfather grandpa granddad", 'm', Some("relative_of")),
    ("grandparent", '-', Some("relative_of")),
    ("granddaughter", 'f', Some("relative_of")),
    ("grandson", 'm', Some("relative_of")),
    ("grandchild", '-', Some("relative_of")),
    ("aunt auntie", 'f', Some("relative_of")),
    ("uncle", 'm', Some("relative_of")),
    ("cousin", '-', Some("relative_of")),
    ("niece", 'f', Some("relative_of")),
    ("nephew", 'm', Some("relative_of")),
    ("relative", '-', Some("relative_of")),
    ("mother-in-law", 'f', Some("relative_of")),
    ("father-in-law", 'm', Some("relative_of")),
    ("sister-in-law", 'f', Some("relative_of")),
    ("brother-in-law", 'm', Some("relative_of")),
    ("daughter-in-law", 'f', Some("relative_of")),
    ("son-in-law", 'm', Some("relative_of")),
    ("goddaughter", 'f', None),
    ("godson", 'm', None),
    ("friend buddy pal bestie bff", '-', Some("friend_of")),
    ("roommate flatmate housemate", '-', Some("knows")),
    ("neighbor neighbour", '-', Some("knows")),
    (
        "colleague coworker co-worker workmate",
        '-',
        Some("colleague_of"),
    ),
    ("boss manager supervisor", '-', Some("!managed_by")),
    ("classmate", '-', Some("knows")),
    ("teammate", '-', Some("knows")),
    ("teacher", '-', Some("knows")),
    ("mentor", '-', Some("knows")),
    ("coach trainer", '-', Some("knows")),
    ("therapist", '-', None),
    ("doctor", '-', None),
    ("dentist", '-', None),
    ("landlord", '-', None),
    ("landlady", 'f', None),
    ("assistant", '-', None),
    ("client", '-', None),
    ("customer", '-', None),
    ("student", '-', None),
    ("tutor", '-', None),
    ("babysitter nanny", '-', None),
    ("lawyer", '-', None),
];

const PETS: &[&str] = &[
    "dog pup puppy doggo pooch",
    "cat kitty kitten",
    "hamster",
    "rabbit bunny",
    "parrot",
    "budgie",
    "canary",
    "goldfish",
    "fish",
    "turtle",
    "tortoise",
    "horse pony",
    "guinea-pig",
    "lizard",
    "gecko",
    "iguana",
    "snake",
    "chinchilla",
    "ferret",
    "rat",
    "mouse",
    "bird",
    "hen",
    "chicken",
    "goat",
    "cow",
    "pig",
    "donkey",
    "pet",
    "labrador",
    "poodle",
    "terrier",
    "beagle",
    "retriever",
    "bulldog",
    "corgi",
    "dachshund",
    "shepherd",
    "husky",
    "collie",
    "cockatiel",
    "duck",
    "spaniel",
    "greyhound",
    "tarantula",
];
