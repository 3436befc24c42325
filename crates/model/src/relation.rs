//! The normalised relations: the small open set that a personal memory turns on, and what each implies.
//!
//! A relation that is not listed is an open one: its name is the text's own phrase, lemmas joined by `_`, and nothing
//! follows from it but what it says. Every claim keeps the text's own phrase, whatever its relation.

/// How what a relation says relates to time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Nature {
    /// It holds from some time until another: to live somewhere.
    State,
    /// It happens, and is true ever after: to have visited.
    Event,
    /// It holds always; another value corrects it: to be born on a day.
    Permanent,
}

/// A normalised relation and what it implies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relation {
    /// Its name: lower-case words joined by `_`.
    pub name: &'static str,
    /// How it relates to time.
    pub nature: Nature,
    /// Whether a subject has one object at a time, so that a new one ends the one before.
    pub is_exclusive: bool,
    /// Whether it holds in both directions.
    pub is_symmetric: bool,
    /// The relation that cannot hold with the same object at the same time.
    pub opposite: Option<&'static str>,
}

/// The relation of that name; `None` for an open one.
pub fn relation(name: &str) -> Option<&'static Relation> {
    RELATIONS.iter().find(|relation| relation.name == name)
}

/// Whether a subject has one object of this relation at a time. The favourites are: `favorite_color`, `favorite_book`.
pub fn is_exclusive(name: &str) -> bool {
    relation(name).map_or_else(|| is_favorite(name), |relation| relation.is_exclusive)
}

/// How a relation relates to time, when its name alone tells: open relations do not.
pub fn nature(name: &str) -> Option<Nature> {
    match relation(name) {
        Some(relation) => Some(relation.nature),
        None if is_favorite(name) => Some(Nature::State),
        None => None,
    }
}

fn is_favorite(name: &str) -> bool {
    name.strip_prefix("favorite_")
        .is_some_and(|thing| !thing.is_empty())
}

/// Every normalised relation, by what it is about.
pub const RELATIONS: &[Relation] = &[
    // Where somebody is at home, and where they are from.
    state("lives_in").exclusive(),
    permanent("born_in"),
    permanent("born_on"),
    permanent("comes_from"),
    // Work and learning.
    state("works_at").exclusive(),
    state("works_as").exclusive(),
    state("studies_at").exclusive(),
    state("studies"),
    event("graduated_from"),
    state("member_of"),
    event("founded"),
    // People.
    state("married_to").exclusive().symmetric(),
    state("engaged_to").exclusive().symmetric(),
    state("in_relationship_with").exclusive().symmetric(),
    state("friend_of").symmetric(),
    state("knows").symmetric(),
    permanent_many("sibling_of").symmetric(),
    permanent_many("parent_of"),
    permanent_many("child_of"),
    permanent_many("relative_of").symmetric(),
    state("colleague_of").symmetric(),
    state("managed_by").exclusive(),
    // What somebody is, has and can do.
    state("is"),
    state("has_age").exclusive(),
    state("owns"),
    state("has_pet"),
    state("has"),
    state("speaks"),
    state("plays"),
    state("uses"),
    state("practices"),
    // Health and food.
    state("allergic_to"),
    state("has_condition"),
    state("takes_medication"),
    state("follows_diet").exclusive(),
    // What somebody feels and intends.
    state("likes").against("dislikes"),
    state("dislikes").against("likes"),
    state("prefers"),
    state("interested_in"),
    state("fears"),
    state("believes_in"),
    state("wants"),
    state("plans"),
    // Where a thing is.
    state("located_in").exclusive(),
    state("part_of"),
    // What happened.
    event("attended"),
    event("visited"),
    event("met"),
    event("bought"),
    event("sold"),
    event("received"),
    event("gave"),
    event("made"),
    event("read"),
    event("watched"),
    event("started"),
    event("finished"),
    event("won"),
    event("lost"),
    event("moved_to"),
    event("adopted"),
    event("died_on"),
    event("happened_on"),
];

const fn state(name: &'static str) -> Relation {
    Relation {
        name,
        nature: Nature::State,
        is_exclusive: false,
        is_symmetric: false,
        opposite: None,
    }
}

const fn event(name: &'static str) -> Relation {
    state(name).with_nature(Nature::Event)
}

/// Holds always and has one object.
const fn permanent(name: &'static str) -> Relation {
    permanent_many(name).exclusive()
}

/// Holds always, with any number of objects.
const fn permanent_many(name: &'static str) -> Relation {
    state(name).with_nature(Nature::Permanent)
}

impl Relation {
    const fn with_nature(self, nature: Nature) -> Self {
        Self { nature, ..self }
    }

    const fn exclusive(self) -> Self {
        Self {
            is_exclusive: true,
            ..self
        }
    }

    const fn symmetric(self) -> Self {
        Self {
            is_symmetric: true,
            ..self
        }
    }

    const fn against(self, opposite: &'static str) -> Self {
        Self {
            opposite: Some(opposite),
            ..self
        }
    }
}
