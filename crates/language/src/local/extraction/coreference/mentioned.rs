//! Somebody or something that was spoken of, and which pronouns can be said of it.

use recollect_model::EntityKind;
use recollect_spacy::Dep;

use crate::EntityRef;
use crate::lexicon::{Gender, ORDINARY_STARTS, is_given_name, is_of_several};
use crate::local::extraction::coreference::pronouns::Pronoun;
use crate::local::extraction::coreference::referents::{How, Referent};
use crate::local::extraction::parse::reading::Reading;

/// A place where somebody or something is spoken of.
#[derive(Debug, Clone)]
pub(crate) struct DiscourseMention {
    /// The entity.
    pub(crate) entity: EntityRef,
    /// What it is.
    pub(crate) kind: EntityKind,
    /// How it is spoken of.
    pub(crate) gender: Option<Gender>,
    /// Whether it is the subject there.
    pub(crate) is_subject: bool,
    /// Whether the clause is about it: as its subject or its object, rather than beside them.
    pub(crate) is_core: bool,
    /// Whether it is only named, beside what a sentence says: "Surgery tomorrow, Dr Apte".
    pub(crate) is_beside: bool,
    /// Whether it is spoken to rather than of.
    pub(crate) is_addressed: bool,
    /// The passage and the token that it hangs from.
    pub(crate) governor: Option<(usize, usize)>,
    /// Of somebody of whom nothing is known, the pronouns that may go on about them; of all others, none.
    pub(crate) unknown: &'static [Pronoun],
    /// Whether it is spoken of by a pronoun.
    pub(crate) is_pronoun: bool,
    /// Of a common noun phrase, whether it is of several: "the pots". "It" and "they" may stand for it.
    pub(crate) thing: Option<Number>,
    /// Whether its passage ends with a question about it.
    pub(crate) is_asked: bool,
}

impl DiscourseMention {
    /// Somebody or something that a clause is about, of which nothing else is known.
    pub(super) fn new(entity: EntityRef, kind: EntityKind, gender: Option<Gender>) -> Self {
        Self {
            entity,
            kind,
            gender,
            is_subject: false,
            is_core: true,
            is_beside: false,
            is_addressed: false,
            governor: None,
            unknown: &[],
            is_pronoun: false,
            thing: None,
            is_asked: false,
        }
    }
}

/// What a name is by where it stands: "the road at Plave", "since Holi" speak of nobody.
pub(super) fn kind_where_it_stands(
    reading: &Reading<'_>,
    referent: &Referent,
    head: usize,
) -> EntityKind {
    const WHERE: &[&str] = &[
        "at", "above", "round", "around", "past", "along", "via", "beyond", "since", "until",
        "during",
    ];
    let is_given = || is_given_name(reading.lower(referent.tokens.start));
    let is_unsure = referent.how == How::Named
        && matches!(referent.kind, EntityKind::Thing | EntityKind::Person)
        && reading.dep(head) == Dep::Pobj
        // "at Zefinha's"
        && reading.tag(referent.tokens.end) != "POS";
    match is_unsure && reading.is_any(reading.head(head), WHERE) && !is_given() {
        true => EntityKind::Place,
        false => referent.kind,
    }
}

/// Whether a name that hangs so is only named beside what its sentence says.
pub(super) fn stands_beside(dep: Dep) -> bool {
    matches!(
        dep,
        Dep::Appos | Dep::Npadvmod | Dep::Root | Dep::Dep | Dep::Conj
    )
}

impl DiscourseMention {
    /// "Surgery tomorrow, Dr Apte": who is only named there, as the one who treats, is not whom a note goes on about.
    pub(super) fn is_medic_beside(&self) -> bool {
        const MEDICS: &[&str] = &["Dr ", "Dr. ", "Doctor ", "Sister ", "Nurse "];
        let is_medic = match &self.entity {
            EntityRef::Named(name) => MEDICS.iter().any(|title| name.starts_with(title)),
            _ => false,
        };
        is_medic && self.is_beside
    }
}

/// Of how many a noun is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// "the pot"
    Singular,
    /// "the pots"
    Plural,
}

/// Whether "it" can be said of what is spoken of by name or as somebody's own.
pub(super) fn is_something(mention: &DiscourseMention) -> bool {
    match &mention.entity {
        EntityRef::Owner => false,
        EntityRef::Named(_) => {
            matches!(
                mention.kind,
                EntityKind::Animal | EntityKind::Event | EntityKind::Work | EntityKind::Product
            ) && (mention.is_core || mention.kind == EntityKind::Animal)
        }
        EntityRef::Role { role, .. } => {
            let is_of_nobody = !matches!(
                mention.kind,
                EntityKind::Person | EntityKind::Place | EntityKind::Organization
            );
            !is_of_several(role)
                && (mention.kind == EntityKind::Animal
                    || mention.is_core && is_of_nobody && !is_judged(role))
        }
    }
}

/// Whether a name may be somebody's, because nothing tells what it names: "Bought it from Beate. She threw in a helmet."
pub(super) fn is_unknown_name(mention: &DiscourseMention) -> bool {
    let is_like_a_name = |name: &str| {
        !name.contains(|c: char| c == ' ' || c == '-' || c.is_ascii_digit())
            && !ORDINARY_STARTS.contains(&name.to_lowercase())
    };
    matches!(&mention.entity, EntityRef::Named(name) if is_like_a_name(name))
        && mention.kind == EntityKind::Thing
        && mention.thing.is_none()
}

/// Whether "my favorite" is all that is known of something.
fn is_judged(role: &str) -> bool {
    ["favorite", "favourite", "family"]
        .iter()
        .any(|judged| role.ends_with(judged))
}

/// Whether something that is somebody's own is neither an event nor a work nor an animal: "my example", "my poses".
pub(super) fn is_of_no_kind(mention: &DiscourseMention) -> bool {
    matches!(mention.entity, EntityRef::Role { .. }) && mention.kind == EntityKind::Thing
}

pub(super) fn is_several(mention: &DiscourseMention) -> bool {
    match &mention.entity {
        EntityRef::Role { role, .. } => {
            // More than one dog is called by the noun that was said: "dogs".
            let head = role.rsplit(' ').next().unwrap_or(role);
            let is_of_living = matches!(mention.kind, EntityKind::Animal | EntityKind::Person);
            is_of_living && head.ends_with('s') && !head.ends_with("ss")
                || [
                    "parents",
                    "children",
                    "grandparents",
                    "in-laws",
                    "family",
                    "band",
                    "crew",
                    "team",
                ]
                .contains(&head)
        }
        _ => false,
    }
}
