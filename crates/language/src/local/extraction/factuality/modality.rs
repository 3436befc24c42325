//! How a clause is meant.

use recollect_clauses::Clause;
use recollect_model::Modality;
use recollect_spacy::Dep;

use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::proposals::is_proposed;
use crate::local::extraction::clauses::reminders::is_reminded;
use crate::local::extraction::factuality::wishes::wanted_by;

/// "can", "could".
pub(crate) fn is_able(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.modality == Modality::Possible
        && clause.predicate.tokens.iter().any(|token| {
            context
                .reading
                .is_any(*token, &["can", "ca", "could", "can't", "cannot"])
        })
}

/// "My doctor recommended that I take vitamin D": what somebody is to do, which nobody says that they do.
fn is_advised(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const ADVISING: &[&str] = &[
        "suggest",
        "recommend",
        "advise",
        "propose",
        "insist",
        "demand",
        "request",
        "ask",
        "urge",
    ];
    let reading = context.reading;
    let verb = clause.predicate.head;
    let of_advice = clause
        .attribution
        .as_ref()
        .is_some_and(|said| ADVISING.contains(&reading.lemma(said.verb).as_str()));
    let has_auxiliary = (reading.doc.children(verb))
        .any(|child| matches!(reading.dep(child), Dep::Aux | Dep::AuxPass));
    of_advice
        && reading.dep(verb) == Dep::Ccomp
        && matches!(reading.tag(verb), "VB" | "VBP")
        && !has_auxiliary
}

/// How a clause is meant; of an ability, what somebody can do is so: "I can play the piano".
pub(crate) fn modality(
    context: &PassageContext<'_>,
    clause: &Clause,
    is_ability: bool,
) -> Modality {
    let is_able = clause.modality == Modality::Possible
        && clause.attribution.is_none()
        && clause.predicate.tokens.iter().any(|token| {
            context
                .reading
                .is_any(*token, &["can", "ca", "can't", "cannot"])
        });
    if is_able && (clause.is_negated || is_ability) {
        return Modality::Actual;
    }
    if is_reminded(context.reading, &context.reading.clauses, clause) {
        return Modality::Required;
    }
    let wanting = wanted_by(context.reading, clause);
    if wanting.is_some_and(|wanting| !context.is_speaker(wanting)) {
        return Modality::Required;
    }
    if is_advised(context, clause) {
        return Modality::Required;
    }
    if is_proposed(context.reading, clause) {
        return Modality::Wished;
    }
    clause.modality
}
