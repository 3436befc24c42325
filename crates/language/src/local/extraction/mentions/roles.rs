//! Nouns that stand for somebody or something by whose they are: "my sister", "her old bike".

use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{
    Gender, KIN_BY_ITSELF, Role, TITLES, is_light, is_pet, is_possession, is_thin, kind_of_noun,
    role,
};
use crate::local::extraction::mentions::additions::is_common_acronym;
use crate::local::extraction::parse::reading::Reading;

/// Words that tell one sister from another.
const TELLING_APART: &[&str] = &[
    "older", "younger", "elder", "big", "little", "oldest", "youngest", "eldest", "twin", "late",
    "maternal", "paternal",
];

/// Words before a noun that make it another than the one of "my".
const OTHERS: &[&str] = &[
    "old",
    "former",
    "previous",
    "first",
    "second",
    "third",
    "last",
    "next",
    "other",
    "another",
    "future",
    "own",
    "ex",
    "past",
    "new",
    "favorite",
    "favourite",
    "dream",
];

/// The token that says whose something is: "my", "Anna's", or "of Anna" after it.
pub(crate) fn possessor(reading: &Reading<'_>, token: usize) -> Option<usize> {
    if let Some(possessor) = reading.child(token, Dep::Poss) {
        return Some(possessor);
    }
    let of = reading
        .doc
        .children(token)
        .find(|child| reading.dep(*child) == Dep::Prep && reading.is_any(*child, &["of"]))?;
    let owner = reading.child(of, Dep::Pobj)?;
    (role(&noun_of(reading, token)).is_some()
        && (reading.name_at(owner).is_some() || reading.is_any(owner, &["mine"])))
    .then_some(owner)
}

/// A noun in the singular, with the first half of "mother-in-law" or "ex-husband" where the parser cut it.
pub(crate) fn noun_of(reading: &Reading<'_>, token: usize) -> String {
    let lemma = reading.lemma(token);
    let noun = if role(reading.lower(token)).is_some() {
        reading.lower(token).to_owned()
    } else {
        lemma
    };
    let follows = |word: &str| {
        token >= 2 && reading.is_any(token - 1, &["-"]) && reading.is_any(token - 2, &[word])
    };
    if follows("ex") || token >= 1 && reading.is_any(token - 1, &["ex"]) {
        return format!("ex-{noun}");
    }
    if noun == "law" && follows("in") {
        return "in-law".to_owned();
    }
    if is_in_law(reading, token) {
        return format!("{noun}-in-law");
    }
    if follows("great") {
        return format!("great-{noun}");
    }
    match role(&noun).and_then(|role| narrowing(reading, token, role.name)) {
        Some(narrowing) => format!("{} {noun}", reading.lower(narrowing)),
        // "My car's MOT" and "my HbA1c" are written so.
        None if role(&noun).is_none()
            && noun.len() > 1
            && (reading.is_capitals(token) || is_common_acronym(reading, token)) =>
        {
            reading.word(token).to_owned()
        }
        None => noun,
    }
}

/// The role of a noun in its phrase: "manager" is one, the "manager" of "password manager" is not.
pub(crate) fn role_at(reading: &Reading<'_>, token: usize) -> Option<Role> {
    role(&noun_of(reading, token))
}

/// Nouns in front of a role that leave it what it is; the roles that are not listed bear any.
const KEEPING: &[(&str, &[&str])] = &[
    (
        "boss",
        &[
            "line",
            "team",
            "department",
            "shift",
            "floor",
            "area",
            "section",
            "group",
            "store",
            "branch",
        ],
    ),
    ("partner", &["life", "domestic", "marriage"]),
    (
        "assistant",
        &[
            "teaching",
            "research",
            "lab",
            "office",
            "executive",
            "dental",
            "studio",
            "shop",
        ],
    ),
    ("client", &[]),
    (
        "doctor",
        &[
            "family",
            "eye",
            "heart",
            "skin",
            "village",
            "emergency",
            "house",
            "ear",
        ],
    ),
    (
        "coach",
        &[
            "life",
            "football",
            "soccer",
            "swim",
            "swimming",
            "running",
            "tennis",
            "voice",
            "fitness",
            "team",
            "career",
            "basketball",
            "baseball",
            "hockey",
            "dance",
            "boxing",
            "volleyball",
            "rugby",
            "cricket",
            "track",
            "climbing",
            "gym",
            "writing",
        ],
    ),
    (
        "mother",
        &["foster", "birth", "host", "step", "adoptive", "surrogate"],
    ),
    ("father", &["foster", "birth", "host", "step", "adoptive"]),
    ("parent", &["foster", "birth", "host", "step", "adoptive"]),
    (
        "sister",
        &[
            "baby", "twin", "kid", "foster", "host", "step", "half", "middle",
        ],
    ),
    (
        "brother",
        &[
            "baby", "twin", "kid", "foster", "host", "step", "half", "middle",
        ],
    ),
    (
        "daughter",
        &["baby", "twin", "foster", "step", "teenage", "toddler"],
    ),
    (
        "son",
        &["baby", "twin", "foster", "step", "teenage", "toddler"],
    ),
    ("child", &["foster", "step", "toddler", "baby"]),
    ("wife", &[]),
    ("husband", &[]),
    ("landlord", &[]),
];

/// Nouns in front of an animal that make it none: "computer mouse".
const NO_ANIMALS: &[&str] = &[
    "hot",
    "corn",
    "chili",
    "computer",
    "gaming",
    "rubber",
    "toy",
    "plush",
    "wireless",
    "cash",
    "rocking",
    "sea",
    "mother",
    "piggy",
    "bath",
    "laptop",
    "paper",
    "chocolate",
    "lego",
    "plastic",
];

/// The noun in front of a role that makes it another: "password" of "my password manager".
fn narrowing(reading: &Reading<'_>, token: usize, role_name: &str) -> Option<usize> {
    let before = token.checked_sub(1).filter(|before| {
        matches!(reading.dep(*before), Dep::Compound | Dep::Nmod | Dep::Amod)
            && reading.head(*before) == token
            && matches!(reading.pos(*before), Pos::Noun | Pos::Propn | Pos::Adj)
    })?;
    let word = reading.lower(before);
    let is_noun = reading.dep(before) != Dep::Amod || reading.pos(before) != Pos::Adj;
    if is_pet(role_name) {
        return NO_ANIMALS.contains(&word).then_some(before);
    }
    let (_, keeping) = KEEPING.iter().find(|(name, _)| *name == role_name)?;
    // "my brother Tom's wife", "my Uncle Bob": what is no common noun is part of a name.
    let is_role = role(word).is_some();
    let has_capital =
        reading.word(before).starts_with(char::is_uppercase) && reading.name_at(before).is_some();
    (is_noun
        && !is_role
        && !has_capital
        && !TELLING_APART.contains(&word)
        && !keeping.contains(&word))
    .then_some(before)
}

/// The token after a role noun, "-in-law" included.
pub(crate) fn end_of_role(reading: &Reading<'_>, token: usize) -> usize {
    match is_in_law(reading, token) {
        true if reading.is_any(token + 1, &["-"]) => token + 5,
        true => token + 3,
        false => token + 1,
    }
}

fn is_in_law(reading: &Reading<'_>, token: usize) -> bool {
    let is = |place: usize, word: &str| reading.is_any(token + place, &[word]);
    is(1, "-") && is(2, "in") && is(4, "law") || is(1, "in") && is(2, "law")
}

/// Whether a word is the "law" of "mother-in-law", which is nobody by itself.
pub(crate) fn ends_in_law(reading: &Reading<'_>, token: usize) -> bool {
    let is_behind = |length: usize| {
        let noun = token.checked_sub(length);
        noun.is_some_and(|noun| is_in_law(reading, noun) && role(reading.lower(noun)).is_some())
    };
    reading.is_any(token, &["law"]) && (is_behind(4) || is_behind(2))
}

pub(crate) fn role_name(
    reading: &Reading<'_>,
    token: usize,
    noun: &str,
    is_plural: bool,
) -> Option<(String, EntityKind, Option<Gender>)> {
    let modifiers: Vec<&str> = reading
        .doc
        .children(token)
        .filter(|child| {
            *child < token && matches!(reading.dep(*child), Dep::Amod | Dep::Compound | Dep::Nmod)
        })
        .map(|child| reading.lower(child))
        .collect();
    let counted = reading.child(token, Dep::Nummod).is_some();
    match role(noun) {
        Some(found) if is_plural => {
            let collective = match found.name {
                "parent" => "parents",
                "child" => "children",
                "grandparent" => "grandparents",
                "in-law" => "in-laws",
                _ if found.kind == EntityKind::Animal => reading.lower(token),
                _ => return None,
            };
            Some((collective.to_owned(), found.kind, None))
        }
        Some(found) if found.is_unique => {
            let name = found.name.to_owned();
            if modifiers
                .iter()
                .any(|word| OTHERS.contains(word) && *word != "ex" && *word != "new")
            {
                return None;
            }
            let apart = modifiers.iter().find(|word| TELLING_APART.contains(word));
            let name = apart.map_or(name.clone(), |word| format!("{word} {name}"));
            Some((name, found.kind, found.gender))
        }
        // One has many friends, and one best friend: of the others, the one that is spoken of.
        Some(found) if modifiers.contains(&"best") => {
            Some((format!("best {}", found.name), found.kind, found.gender))
        }
        // "Femi, my coworker" has a name.
        Some(found)
            if !counted
                && reading.dep(token) != Dep::Appos
                && !modifiers.iter().any(|word| OTHERS.contains(word)) =>
        {
            Some((found.name.to_owned(), found.kind, found.gender))
        }
        Some(_) => None,
        None if noun == "man" && modifiers.contains(&"best") => Some((
            "best man".to_owned(),
            EntityKind::Person,
            Some(Gender::Male),
        )),
        None if !is_plural && !counted && is_something_of_ones_own(reading, token, noun) => {
            if modifiers
                .iter()
                .any(|word| OTHERS.contains(word) && *word != "new")
            {
                return None;
            }
            let (name, kind, gender) = own_name(reading, token, noun)?;
            // "my new laptop" beside the old one
            let name = match modifiers.contains(&"new") {
                true => format!("new {name}"),
                false => name,
            };
            Some((name, kind, gender))
        }
        None => None,
    }
}

/// "birthday party", of "my birthday party"; nothing where it is one of many: "my 30th birthday", "my first lesson".
fn own_name(
    reading: &Reading<'_>,
    token: usize,
    noun: &str,
) -> Option<(String, EntityKind, Option<Gender>)> {
    let is_counted = reading.doc.children(token).any(|child| {
        child < token
            && reading.dep(child) == Dep::Amod
            && ["th", "st", "nd", "rd"]
                .iter()
                .any(|ending| reading.lower(child).ends_with(ending))
    });
    let kind = kind_of_noun(noun);
    if is_counted && kind == Some(EntityKind::Event) {
        return None;
    }
    let name = name_of_own(reading, token);
    Some((name, kind.unwrap_or(EntityKind::Thing), None))
}

/// What a thing of somebody's is called: "Netflix subscription", "B1 exam", "part-time contract", "GCSE results".
pub(crate) fn name_of_own(reading: &Reading<'_>, token: usize) -> String {
    let mut children = reading.doc.children(token);
    let first = children
        .find(|child| *child < token && reading.dep(*child) == Dep::Compound)
        .map_or(token, |first| reading.doc.subtree_range(first).start);
    (first..token + 1).fold(String::new(), |mut name, word| {
        let written = reading.word(word);
        // "our API", "my PhD viva", "my B1 exam", "my A-level results"
        let has_capital = written.chars().skip(1).any(char::is_uppercase);
        let has_digit = written.chars().any(|letter| letter.is_ascii_digit());
        let is_letter = written.len() == 1 && reading.is_any(word + 1, &["-"]);
        let is_name = word != token && reading.pos(word) == Pos::Propn;
        name.push_str(match is_name || is_letter || has_capital || has_digit {
            true => written,
            false => reading.lower(word),
        });
        if word != token && reading.doc.tokens[word].space_after {
            name.push(' ');
        }
        name
    })
}

/// Whether more may be said of what somebody has: of some things always, of others where they are what a clause is about.
fn is_something_of_ones_own(reading: &Reading<'_>, token: usize, noun: &str) -> bool {
    const NOT_THINGS: &[&str] = &[
        "name",
        "birthday",
        "hobby",
        "passion",
        "number",
        "email",
        "address",
        "favorite",
        "favourite",
        "job",
        "age",
        "goal",
        "hope",
        "opinion",
        "guess",
        "advice",
        "answer",
        "question",
        "point",
        "nickname",
        "profession",
        "occupation",
        "major",
        "language",
        "dream",
        "plan",
        "idea",
        "fault",
        "bad",
        "turn",
        "pleasure",
        "kind",
        "type",
    ];
    is_possession(noun)
        || reading.is_subject(token)
            && (reading.pos(token) == Pos::Noun || is_common_acronym(reading, token))
            && !is_light(noun)
            && !is_thin(noun)
            && !NOT_THINGS.contains(&noun)
}

/// "Mom called": the speaker's mother, without "my".
pub(crate) fn is_kin_by_itself(reading: &Reading<'_>, token: usize, noun: &str) -> bool {
    KIN_BY_ITSELF.contains(&noun)
        && reading.doc.children(token).all(|child| {
            !matches!(
                reading.dep(child),
                Dep::Det | Dep::Poss | Dep::Amod | Dep::Nummod | Dep::Compound
            )
        })
        && !matches!(
            reading.dep(token),
            Dep::Compound | Dep::Npadvmod | Dep::Intj | Dep::Root
        )
        // "I'm Dad" says what one is, "it was Dad who called" who it was.
        && (reading.dep(token) != Dep::Attr || is_after_thing(reading, token))
        && !(TITLES.contains(reading.lower(token)) && reading.name_at(token + 1).is_some())
        // "my friend Nan"
        && !token.checked_sub(1).is_some_and(|noun| {
            reading.pos(noun) == Pos::Noun && reading.child(noun, Dep::Poss).is_some()
        })
}

/// "the winner was Dad", "it was Dad": whether what is said to be somebody is no person by a pronoun.
fn is_after_thing(reading: &Reading<'_>, attribute: usize) -> bool {
    let subject = reading.child(reading.head(attribute), Dep::Nsubj);
    subject.is_some_and(|subject| {
        reading.pos(subject) == Pos::Noun || reading.is_any(subject, &["it"])
    }) && reading.word(attribute).starts_with(char::is_uppercase)
}

pub(crate) fn is_definite(reading: &Reading<'_>, token: usize) -> bool {
    reading
        .child(token, Dep::Det)
        .is_some_and(|article| reading.is_any(article, &["the"]))
}

pub(crate) fn depth(entity: &EntityRef) -> usize {
    let mut depth = 0;
    let mut entity = entity;
    while let EntityRef::Role { of, .. } = entity {
        depth += 1;
        entity = of;
    }
    depth
}

/// "a new puppy" after "got": somebody has one from here on.
pub(crate) fn is_acquired(reading: &Reading<'_>, token: usize) -> bool {
    const VERBS: &[&str] = &["have", "get", "adopt", "buy", "rescue"];
    reading.dep(token) == Dep::Dobj
        && reading.tag(token) == "NN"
        && VERBS.contains(&reading.lemma(reading.head(token)).as_str())
        && reading
            .child(token, Dep::Det)
            .is_some_and(|article| reading.is_any(article, &["a", "an", "another"]))
        && role(&noun_of(reading, token)).is_some()
}
