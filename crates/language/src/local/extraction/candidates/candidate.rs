//! What a clause says, before it is put in time and in words.

use recollect_clauses::Clause;
use recollect_model::{Aspect, Modality, RelationName};

use crate::EntityRef;
use crate::local::extraction::clauses::objects::{About, ObjectCandidate};
use crate::local::extraction::factuality::aspect::is_over;

/// Something a clause says, before it is put in time and in words.
#[derive(Debug, Clone)]
pub(crate) struct RelationCandidate {
    /// Whom it is about.
    pub(crate) subject: EntityRef,
    /// The relation.
    pub(crate) relation: RelationName,
    /// The relation in the text's own words.
    pub(crate) phrase: String,
    /// What is said.
    pub(crate) thing: ObjectCandidate,
    /// How it runs in time.
    pub(crate) aspect: Aspect,
    /// The whole predicate of the fact in dictionary form, where the relation's own words would not do.
    pub(crate) wording: Option<String>,
    /// Whether the relation already contains the clause's denial: "can't stand".
    pub(crate) denies_itself: bool,
    /// Whether it only closes what was said elsewhere: "we got divorced".
    pub(crate) closes: bool,
    /// Whether nothing else than the clause's own words says what it is: worth little.
    pub(crate) is_verbatim: bool,
    /// How it is meant, where that is not how the clause is: what was planned ends when the offer is withdrawn.
    pub(crate) meant: Option<Modality>,
}

impl RelationCandidate {
    /// What a clause says of a subject by one of its arguments.
    pub(crate) fn new(
        subject: &EntityRef,
        relation: impl Into<RelationName>,
        phrase: &str,
        thing: ObjectCandidate,
        aspect: Aspect,
    ) -> Self {
        Self {
            subject: subject.clone(),
            relation: relation.into(),
            phrase: phrase.to_owned(),
            thing,
            aspect,
            wording: None,
            denies_itself: false,
            closes: false,
            is_verbatim: false,
            meant: None,
        }
    }

    /// What it takes from its clause.
    pub(crate) fn about(&self) -> About<'_> {
        About {
            subject: &self.subject,
            thing: &self.thing,
        }
    }

    /// Whether its clause says that it is so no more: what happened does not end.
    pub(crate) fn ends(&self, clause: &Clause) -> bool {
        self.aspect == Aspect::Ends || self.aspect == Aspect::Holds && is_over(clause)
    }
}

/// The name of an open relation.
pub(crate) fn name(phrase: &str) -> String {
    let words: Vec<&str> = phrase
        .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    words.join("_").to_lowercase()
}
