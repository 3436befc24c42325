//! The death of an animal in the words for it: "We had her put to sleep", "our dog was put down".

use recollect_clauses::{Clause, Role};
use recollect_model::{Aspect, EntityKind, Modality, Relation};
use recollect_spacy::Dep;

use crate::lexicon::is_given_name;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::parse::reading::Reading;

/// The animals that died, by what a clause says was done.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let caused = caused(reading, clause);
    let verb = caused.unwrap_or(clause.predicate.head);
    if clause.is_negated || clause.modality != Modality::Actual || !is_killing(reading, verb) {
        return Vec::new();
    }
    let subject = clause
        .subject
        .as_ref()
        .filter(|_| clause.is_passive)
        .map(|subject| subject.phrase.head);
    let objects = clause
        .with_role(Role::Object)
        .map(|object| object.phrase.head);
    caused
        .and_then(|caused| reading.child(caused, Dep::Nsubj))
        .or(subject)
        .into_iter()
        .chain(objects)
        .filter_map(|head| context.referents.at(head))
        .filter(|referent| {
            // "We had Biscuit put to sleep" is said of nobody but an animal.
            let is_called = referent.how == How::Named && caused.is_some();
            let name = context.name_of(&referent.entity).to_lowercase();
            referent.kind == EntityKind::Animal || is_called && !is_given_name(&name)
        })
        .map(|animal| {
            let nothing = ObjectCandidate {
                tokens: reading.doc.subtree_range(verb),
                ..ObjectCandidate::value("", verb)
            };
            let phrase = "be put to sleep";
            let died = Relation::DiedOn;
            RelationCandidate {
                wording: Some(phrase.to_owned()),
                ..RelationCandidate::new(&animal.entity, died, phrase, nothing, Aspect::Happens)
            }
        })
        .collect()
}

/// "put", of "had her put to sleep".
fn caused(reading: &Reading<'_>, clause: &Clause) -> Option<usize> {
    let is_causing = matches!(clause.predicate.lemma.as_str(), "have" | "get");
    let done = reading.child(clause.predicate.head, Dep::Ccomp)?;
    (is_causing && reading.tag(done) == "VBN").then_some(done)
}

/// Whether a verb is one by which an animal dies.
pub(super) fn is_killing(reading: &Reading<'_>, verb: usize) -> bool {
    let has = |word: &str| {
        let mut children = reading.doc.children(verb);
        children.any(|child| {
            let object = reading.child(child, Dep::Pobj);
            child > verb && reading.is_any(object.unwrap_or(child), &[word])
        })
    };
    match reading.lemma(verb).as_str() {
        "put" => has("sleep") || has("down"),
        "euthanise" | "euthanize" => true,
        _ => false,
    }
}
