//! Candidates: functions from a clause in its passage to what it says, each for one kind of construction.

mod amounts;
pub(crate) mod appointments;
mod appositions;
mod aside;
mod belongings;
mod called;

pub(crate) mod candidate;
mod complements;
mod copular;
mod couples;
mod endings;
pub(crate) mod entries;
mod exceptions;
pub(crate) mod exchanges;
mod existential;
mod fallback;
mod faring;
mod feelings;
pub(crate) mod figures;
pub(crate) mod health;
mod homes;
pub(crate) mod identities;
mod impersonal;
mod insights;
mod intransitive;
mod loose;
mod losses;
mod newborns;
mod occasions;
mod occupations;
mod offices;
mod open;
mod particulars;
mod passives;
mod patterns;
mod phrases;
pub(crate) mod pictures;
mod possessions;
mod qualities;
mod relatives;
mod residual;
mod schedules;
mod schooling;
mod several;
mod short_names;
mod skills;
pub(crate) mod standings;
mod tenure;
mod to_speaker;
mod unnamed;
mod verbs;
mod whereabouts;
pub(crate) mod works;

use recollect_clauses::{Clause, Form, Role, Tense};
use recollect_model::{Aspect, Modality, Relation};

use self::candidate::RelationCandidate;
pub(crate) use self::possessions::is_presupposed;
use self::relatives::one_of_many;
use crate::lexicon::is_no_verb;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::purposes::is_when_young;
use crate::{EntityRef, ExtractedObject};

/// The most candidates of one clause: coordinated subjects and objects multiply.
const MAX_OF_A_CLAUSE: usize = 16;

/// What a clause says, by its form, and what it ends; in its own words where nothing else reads it.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    if is_no_verb(clause.predicate.lemma.as_str())
        || only_names(context, clause)
        || is_name(context, clause)
        || is_when_young(context.reading, clause)
    {
        return Vec::new();
    }
    let mut candidates = understood(context, clause);
    if candidates.is_empty() && matches!(clause.form, Form::Copular | Form::Verbal) {
        candidates = fallback::candidates(context, clause);
        if candidates.is_empty() {
            candidates = residual::candidates(context, clause);
        }
        candidates.truncate(MAX_OF_A_CLAUSE);
    }
    if let Some(so) = exceptions::excepted(context, clause) {
        let said = understood(context, &so).into_iter();
        candidates.extend(said.filter(|one| !one.closes).map(|one| RelationCandidate {
            denies_itself: true,
            ..one
        }));
    }
    candidates.extend(homes::rented(context, clause));
    candidates.retain(|candidate| !meets_partner(clause, candidate));
    let mut candidates: Vec<_> = candidates.into_iter().filter_map(one_of_many).collect();
    for taken in &mut candidates {
        name_medicine(taken);
    }
    candidates
}

/// "came off the ramipril": what is taken by whoever takes it is one medicine.
fn name_medicine(candidate: &mut RelationCandidate) {
    if candidate.relation != Relation::TakesMedication {
        return;
    }
    let plain = |words: &str| words.strip_prefix("the ").map(str::to_owned);
    if let Some(words) = plain(&candidate.thing.words) {
        candidate.thing.words = words;
    }
    if let ExtractedObject::Value(value) = &mut candidate.thing.object
        && let Some(words) = plain(value)
    {
        *value = words;
    }
}

/// "You had my sister Verna down as living in Port of Spain": a name, taken for a verb.
fn is_name(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    clause.form == Form::Verbal
        && context.reading.word(verb).starts_with(char::is_uppercase)
        && !context.reading.is_start(verb)
        && context.reading.name_at(verb).is_some()
}

/// "We named our son Otto": what he is called is an identity, and nothing else is said.
fn only_names(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.form == Form::Verbal
        && matches!(
            clause.predicate.lemma.as_str(),
            "name" | "christen" | "rename"
        )
        && !clause.is_passive
        && clause
            .with_role(Role::Object)
            .any(|object| context.referents.at(object.phrase.head).is_some())
}

/// "I'm seeing someone", who is a partner by that: it says no more.
fn meets_partner(clause: &Clause, candidate: &RelationCandidate) -> bool {
    let is_partner = |entity: &EntityRef| matches!(entity, EntityRef::Role { role, of } if role == "partner" && **of == candidate.subject);
    matches!(clause.predicate.lemma.as_str(), "see" | "date" | "start")
        && candidate.thing.entity().is_some_and(is_partner)
}

/// "who bought it on marketplace", of nobody knows what: what is said of it besides says nothing.
fn has_unknown_object(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.form == Form::Verbal
        && clause.with_role(Role::Object).any(|object| {
            context.reading.is_any(object.phrase.head, &["it", "them"])
                && context.referents.at(object.phrase.head).is_none()
        })
}

/// What the rules read in a clause.
fn understood(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    if let Some(candidate) = impersonal::candidates(context, clause) {
        return vec![candidate];
    }
    let amounts = amounts::candidates(context, clause);
    if !amounts.is_empty() {
        return amounts;
    }
    let alike = faring::alike(context, clause);
    if !alike.is_empty() {
        return alike;
    }
    let losses = losses::candidates(context, clause);
    if !losses.is_empty() {
        return losses;
    }
    let offices = offices::candidates(context, clause);
    let mut candidates = match clause.form {
        Form::Copular => copular::candidates(context, clause),
        Form::Verbal => verbs::candidates(context, clause),
        Form::Appositive => appositions::apposition(context, clause),
        Form::Possessive => possessions::candidates(context, clause),
        Form::Naming => {
            let mut said = appositions::named_sort(context, clause);
            said.extend(called::candidates(context, clause));
            said
        }
        Form::Existential => existential::candidates(context, clause)
            .into_iter()
            .collect(),
        Form::Title => Vec::new(),
    };
    candidates.retain(|candidate| !offices::is_told_by(candidate, &offices));
    if has_unknown_object(context, clause) {
        candidates.retain(|candidate| candidate.closes);
    }
    candidates.extend(offices);
    candidates.truncate(MAX_OF_A_CLAUSE);
    if matches!(clause.form, Form::Copular | Form::Verbal) {
        candidates.extend(endings::candidates(context, clause));
        candidates.extend(exchanges::candidates(context, clause));
        candidates.extend(occupations::as_one(context, clause));
    }
    // "We're getting married on midsummer's eve": they are not yet.
    let lemma = clause.predicate.lemma.as_str();
    let is_turning = matches!(lemma, "marry" | "divorce")
        || lemma == "get"
            && candidates
                .iter()
                .any(|candidate| candidate.relation == Relation::MarriedTo);
    if is_turning && clause.is_progressive && clause.tense != Tense::Past {
        candidates.retain(|candidate| !candidate.closes);
        for candidate in &mut candidates {
            candidate.meant = candidate.meant.or(Some(Modality::Planned));
            candidate.aspect = Aspect::Begins;
        }
    }
    candidates
}
