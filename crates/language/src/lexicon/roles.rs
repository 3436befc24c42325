//! What somebody or something is to somebody: kin, people at work, pets, and what one has one of.

use std::collections::HashMap;
use std::sync::OnceLock;

use Kinship::{Is, Turned};
use Relation::{
    ChildOf, ColleagueOf, EngagedTo, FriendOf, HasPet, InRelationshipWith, Knows, ManagedBy,
    MarriedTo, ParentOf, RelativeOf, SiblingOf,
};
use recollect_model::{EntityKind, Relation};

use super::gazetteer::Gender;

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
    /// What the role makes of the two.
    pub(crate) relation: Option<Kinship>,
}

/// What somebody in a role and the one whose it is are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kinship {
    /// Whoever has the role stands in this relation to the other: a mother is `parent_of`.
    Is(Relation),
    /// The other way round: of a boss, the other is `managed_by`.
    Turned(Relation),
}

/// Whether a noun says what somebody is, one of several too, whatever stands before it: "first teacher", "cousins".
pub(crate) fn is_somebodys_role(words: &str) -> bool {
    let noun = words.rsplit(' ').next().unwrap_or(words);
    role(noun).is_some() || role(noun.trim_end_matches('s')).is_some()
}

/// The role of a noun in the singular, in lower case.
pub(crate) fn role(noun: &str) -> Option<Role> {
    let noun = noun
        .strip_prefix("ex-")
        .or_else(|| noun.strip_prefix("ex "))
        .map_or((noun, false), |rest| (rest, true));
    let (noun, is_former) = noun;
    let line = LINES.get_or_init(lines).get(noun)?;
    if let Line::Person(nouns, gender, relation) = *line {
        let name = nouns.split(' ').next().unwrap_or(nouns);
        let name = match is_former {
            true => FORMER.iter().find(|(present, _)| *present == name)?.1,
            false => name,
        };
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
        });
    }
    let Line::Pet(nouns) = line else { return None };
    Some(Role {
        name: nouns.split(' ').next().unwrap_or(nouns),
        kind: EntityKind::Animal,
        gender: None,
        is_unique: true,
        relation: Some(Turned(HasPet)),
    })
}

/// Whether a noun, in the singular and in lower case, says what somebody or an animal is to another: "brother", "boss", "dog".
#[must_use]
pub fn is_role_of_somebody(noun: &str) -> bool {
    role(noun).is_some()
}

/// What a noun, in the singular and in lower case, says that somebody or an animal is to another, by the usual word: "mother" for
/// "mum".
#[must_use]
pub fn role_called(noun: &str) -> Option<&'static str> {
    role(noun).map(|role| role.name)
}

/// Whether a noun, in the singular and in lower case, names a kind of animal that people keep.
pub(crate) fn is_pet(noun: &str) -> bool {
    let of = |nouns: &&str| nouns.split(' ').any(|listed| listed == noun);
    PETS.iter().any(of)
}

/// A line of one of the lists below.
#[derive(Debug, Clone, Copy)]
enum Line {
    Person(&'static str, char, Option<Kinship>),
    Pet(&'static str),
}

/// The line of each noun. Every noun of every text is looked up, several times.
static LINES: OnceLock<HashMap<&'static str, Line>> = OnceLock::new();

/// Where two lines have a noun, the first one's.
fn lines() -> HashMap<&'static str, Line> {
    let people = PEOPLE
        .iter()
        .map(|&(nouns, gender, relation)| (nouns, Line::Person(nouns, gender, relation)));
    let pets = PETS.iter().map(|&nouns| (nouns, Line::Pet(nouns)));
    let mut lines = HashMap::new();
    for (nouns, line) in people.chain(pets) {
        for noun in nouns.split(' ') {
            lines.entry(noun).or_insert(line);
        }
    }
    lines
}

/// Roles that somebody had, and what whoever had them is now.
const FORMER: &[(&str, &str)] = &[
    ("husband", "ex-husband"),
    ("wife", "ex-wife"),
    ("partner", "ex-partner"),
    ("girlfriend", "ex-girlfriend"),
    ("boyfriend", "ex-boyfriend"),
];

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

/// Kin that one's own need no "my": "Mum called".
pub(crate) const KIN_BY_ITSELF: &[&str] = &[
    "mom", "mum", "mommy", "mummy", "mam", "mama", "dad", "daddy", "papa", "grandma", "grandpa",
    "grandad", "granddad", "gramps", "granny", "gran", "nana", "nan", "amma", "ammi", "umma",
    "ummi", "mamá", "maman", "eomma", "nanay", "abbu", "abba", "appa", "papá", "tatay", "abuela",
    "abuelita", "abuelo", "abuelito", "nonna", "nonno", "oma", "opa", "yiayia", "halmoni",
    "mam-gu", "taid", "vovó", "vovô",
];

/// The first noun of each line is the role, the others say the same; who it tells of; what it makes of the two.
const PEOPLE: &[(&str, char, Option<Kinship>)] = &[
    (
        "mother mom mum mommy mummy mama mam ma amma ammi umma ummi mamá maman mutti eomma nanay",
        'f',
        Some(Is(ParentOf)),
    ),
    (
        "father dad daddy papa pa abbu abba appa papá tatay",
        'm',
        Some(Is(ParentOf)),
    ),
    ("parent", '-', Some(Is(ParentOf))),
    ("stepmother stepmom stepmum", 'f', Some(Is(RelativeOf))),
    ("stepfather stepdad", 'm', Some(Is(RelativeOf))),
    ("sister sis didi akka hermana", 'f', Some(Is(SiblingOf))),
    (
        "brother bro bhai bhaiya kuya hermano",
        'm',
        Some(Is(SiblingOf)),
    ),
    ("sibling twin", '-', Some(Is(SiblingOf))),
    ("stepsister half-sister", 'f', Some(Is(SiblingOf))),
    ("stepbrother half-brother", 'm', Some(Is(SiblingOf))),
    ("daughter", 'f', Some(Is(ChildOf))),
    ("son", 'm', Some(Is(ChildOf))),
    ("child kid baby toddler", '-', Some(Is(ChildOf))),
    ("eldest oldest", '-', Some(Is(ChildOf))),
    ("youngest", '-', Some(Is(ChildOf))),
    ("stepdaughter", 'f', Some(Is(ChildOf))),
    ("stepson", 'm', Some(Is(ChildOf))),
    ("wife", 'f', Some(Is(MarriedTo))),
    ("husband hubby", 'm', Some(Is(MarriedTo))),
    ("spouse", '-', Some(Is(MarriedTo))),
    ("fiancée fiancee", 'f', Some(Is(EngagedTo))),
    ("fiancé fiance", 'm', Some(Is(EngagedTo))),
    ("partner", '-', Some(Is(InRelationshipWith))),
    ("girlfriend", 'f', Some(Is(InRelationshipWith))),
    ("boyfriend bloke fella", 'm', Some(Is(InRelationshipWith))),
    (
        "grandmother grandma granny gran nana nan abuela abuelita nonna oma yiayia babushka babcia halmoni nani dadi bubbe savta mormor farmor vovó mam-gu",
        'f',
        Some(Is(RelativeOf)),
    ),
    (
        "grandfather grandpa granddad grandad gramps abuelo abuelito nonno opa pappou papou dedushka dziadek zayde morfar farfar vovô taid",
        'm',
        Some(Is(RelativeOf)),
    ),
    ("grandparent", '-', Some(Is(RelativeOf))),
    ("granddaughter", 'f', Some(Is(RelativeOf))),
    ("grandson", 'm', Some(Is(RelativeOf))),
    ("grandchild", '-', Some(Is(RelativeOf))),
    (
        "aunt auntie tía tita tante khala mausi masi",
        'f',
        Some(Is(RelativeOf)),
    ),
    ("uncle tío tito chacha mamu", 'm', Some(Is(RelativeOf))),
    ("cousin", '-', Some(Is(RelativeOf))),
    ("niece", 'f', Some(Is(RelativeOf))),
    ("nephew", 'm', Some(Is(RelativeOf))),
    ("relative", '-', Some(Is(RelativeOf))),
    ("mother-in-law", 'f', Some(Is(RelativeOf))),
    ("father-in-law", 'm', Some(Is(RelativeOf))),
    ("sister-in-law", 'f', Some(Is(RelativeOf))),
    ("great-aunt", 'f', Some(Is(RelativeOf))),
    ("great-uncle", 'm', Some(Is(RelativeOf))),
    (
        "great-grandmother great-gran great-grandma",
        'f',
        Some(Is(RelativeOf)),
    ),
    (
        "great-grandfather great-grandad great-grandpa",
        'm',
        Some(Is(RelativeOf)),
    ),
    ("brother-in-law", 'm', Some(Is(RelativeOf))),
    ("daughter-in-law", 'f', Some(Is(RelativeOf))),
    ("son-in-law", 'm', Some(Is(RelativeOf))),
    ("in-law parent-in-law", '-', Some(Is(RelativeOf))),
    ("goddaughter", 'f', None),
    ("godson", 'm', None),
    ("friend buddy pal bestie bff mate", '-', Some(Is(FriendOf))),
    ("roommate flatmate housemate", '-', Some(Is(Knows))),
    ("neighbor neighbour", '-', Some(Is(Knows))),
    (
        "colleague coworker co-worker workmate",
        '-',
        Some(Is(ColleagueOf)),
    ),
    ("boss manager supervisor", '-', Some(Turned(ManagedBy))),
    ("classmate", '-', Some(Is(Knows))),
    ("teammate", '-', Some(Is(Knows))),
    ("teacher", '-', Some(Is(Knows))),
    ("mentor", '-', Some(Is(Knows))),
    ("coach trainer", '-', Some(Is(Knows))),
    ("therapist", '-', None),
    ("doctor gp physician", '-', None),
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
    ("attorney", '-', None),
    ("solicitor", '-', None),
    ("notary", '-', None),
    ("accountant", '-', None),
    ("adviser advisor", '-', None),
    ("bookkeeper", '-', None),
    ("pulmonologist", '-', None),
    ("cardiologist", '-', None),
    ("dermatologist", '-', None),
    ("neurologist", '-', None),
    ("oncologist", '-', None),
    ("gynecologist gynaecologist", '-', None),
    ("urologist", '-', None),
    ("pediatrician paediatrician", '-', None),
    ("psychiatrist", '-', None),
    ("psychologist", '-', None),
    ("psychotherapist", '-', None),
    ("orthodontist", '-', None),
    ("optometrist", '-', None),
    ("ophthalmologist", '-', None),
    ("allergist", '-', None),
    ("surgeon", '-', None),
    ("midwife", '-', None),
    ("osteopath", '-', None),
    ("chiropractor", '-', None),
    ("nutritionist", '-', None),
    ("dietitian", '-', None),
    ("physiotherapist physio", '-', None),
    ("hairdresser", '-', None),
    ("barber", '-', None),
    ("vet veterinarian", '-', None),
    ("plumber", '-', None),
    ("electrician", '-', None),
    ("mechanic", '-', None),
    ("gardener", '-', None),
    ("cleaner", '-', None),
    ("housekeeper", '-', None),
    ("realtor", '-', None),
    ("broker", '-', None),
    ("supplier", '-', None),
    ("tenant", '-', None),
    ("lodger", '-', None),
    ("successor", '-', None),
    ("predecessor", '-', None),
    ("optician", '-', None),
    ("caretaker janitor", '-', None),
    ("carer caregiver", '-', None),
    ("instructor", '-', None),
];

const PETS: &[&str] = &[
    "dog pup puppy doggo pooch",
    "cat kitty kitten",
    "whippet",
    "greyhound",
    "labrador",
    "retriever",
    "poodle",
    "beagle",
    "spaniel",
    "terrier",
    "dachshund",
    "corgi",
    "husky",
    "bulldog",
    "pug",
    "chihuahua",
    "collie",
    "dalmatian",
    "rottweiler",
    "schnauzer",
    "cockapoo",
    "labradoodle",
    "mongrel",
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
