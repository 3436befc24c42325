//! What somebody wants of another.

use recollect_clauses::Clause;
use recollect_model::Modality;
use recollect_spacy::Dep;

use crate::local::extraction::parse::reading::Reading;

/// Who wants a clause of whom it is about: "my mother", of "My mother wants me to study law", which is no wish of mine.
pub(super) fn wanted_by(reading: &Reading<'_>, clause: &Clause) -> Option<usize> {
    let verb = clause.predicate.head;
    let above = reading.head(verb);
    let is_of_another = clause.modality == Modality::Wished
        && reading.dep(verb) == Dep::Ccomp
        && reading.is_infinitive(verb)
        && matches!(
            reading.lemma(above).as_str(),
            "want" | "need" | "expect" | "like"
        )
        && reading.child(verb, Dep::Nsubj).is_some();
    let subject = |verb: usize| {
        let mut children = reading.doc.children(verb);
        children.find(|child| is_of_another && reading.is_subject(*child))
    };
    // "My boss says it's fine and wants me to go on."
    let before = (reading.dep(above) == Dep::Conj).then(|| reading.head(above));
    subject(above).or_else(|| before.and_then(subject))
}
