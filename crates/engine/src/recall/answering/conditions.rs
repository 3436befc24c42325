//! What a question that asks whether something is so hangs on: each of its words must be in what is said, or nothing follows.
//!
//! "Do I swim on Fridays?" is not answered by what is done on Tuesdays, and "Do I have a cat?" not by a dog.

use std::collections::HashSet;
use std::sync::LazyLock;

use recollect_index::{terms, terms_beside_frame};
use recollect_language::time::{self, Meaning};
use recollect_language::{EntityRef, is_role_of_somebody};
use recollect_model::{CharText, Modality, Precision, ReferenceTime, Relation};

use super::Candidate;
use super::facts::own_words;
use super::filling::Filler;

/// The terms that what is said must have.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    /// Those of no day.
    words: HashSet<String>,
    /// Those of somebody's role: whom a question is about is looked up by other names of it, too.
    roles: HashSet<String>,
    /// Those of its days, which are compared as days but where what is said is itself one.
    days: HashSet<String>,
}

/// What a question hangs on.
pub(super) fn conditions(question: &str, reference: ReferenceTime) -> Conditions {
    let text = CharText::new(question);
    let mut days = time::expressions(question, reference);
    days.retain(|one| {
        let is_of_day = matches!(
            one.precision,
            Precision::Minute | Precision::Hour | Precision::PartOfDay
        );
        one.meaning != Meaning::Every && !is_of_day
    });
    let of_days: HashSet<String> = days
        .iter()
        .flat_map(|one| terms(text.slice(one.range)))
        .collect();
    let of_roles: HashSet<String> = question
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|word| is_role_of_somebody(&word.to_lowercase()))
        .flat_map(terms)
        .collect();
    let mut words: HashSet<String> = terms_beside_frame(question).into_iter().collect();
    words.retain(|term| !of_days.contains(term));
    Conditions {
        words,
        roles: of_roles,
        days: of_days,
    }
}

/// Nouns that a relation is asked for by, whatever is told by it: "pets", of a dog.
static GENERAL: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let words = "pet animal sibling child children kid parent family relative partner spouse job work employer company home house \
    city town place friend colleague boss manager hobby sport language birthday condition illness allergy diet medication medicine thing \
    anything something someone anyone person people name age plan \
    still ever yet already anymore now currently any own also too";
    terms(words).into_iter().collect()
});

/// The words by which a question refers to somebody.
fn named(party: &EntityRef) -> String {
    match party {
        EntityRef::Owner => String::new(),
        EntityRef::Named(name) => name.clone(),
        EntityRef::Role { role, of } => format!("{role} {}", named(of)),
    }
}

impl Filler<'_> {
    /// Whether a statement meets all that a question asks whether it is so.
    pub(super) fn meets(&self, one: &Candidate) -> bool {
        let pattern = &self.asked.pattern;
        // "Did Ann get divorced?" is told by the end of what held, "is he alive?" by the opposite.
        if pattern.is_ended || one.fit.is_opposite || one.fit.is_state {
            return true;
        }
        let own = own_words(&one.row);
        let names = &self.asked.parties[one.space].names;
        let verb = pattern.verb.replace('_', " ");
        let mut known: HashSet<String> = terms(&verb).into_iter().collect();
        known.extend(names.iter().flat_map(|name| terms(name)));
        known.extend(pattern.about.iter().flat_map(|party| terms(&named(party))));
        let Conditions { words, roles, days } = &self.asked.conditions;
        let is_role = |party: &EntityRef| matches!(party, EntityRef::Role { .. });
        if pattern.about.iter().chain(&pattern.itself).any(is_role) {
            known.extend(roles.iter().cloned());
        }
        let says_day = matches!(
            one.row.statement.proposition.relation.known(),
            Some(Relation::BornOn | Relation::HappenedOn | Relation::DiedOn)
        );
        words
            .iter()
            .all(|word| own.contains(word) || known.contains(word) || GENERAL.contains(word))
            && (!says_day || days.is_subset(&own))
    }

    /// Whether a denial goes no further than the question: "no coffee after two" does not say that none is drunk.
    pub(super) fn denies_all(&self, one: &Candidate) -> bool {
        let said = &one.row.statement;
        !said.proposition.is_negated
            || said.proposition.modality != Modality::Actual
            || said.details.0.iter().all(|detail| {
                let mut words = terms(&detail.text).into_iter();
                words.all(|word| self.asked.words.contains(&word))
            })
    }
}
