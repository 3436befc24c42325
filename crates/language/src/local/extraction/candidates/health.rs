//! What somebody cannot bear, or takes, by what is done to them: "penicillin brings me out in hives", "Dr Brandt prescribed amoxicillin".

use recollect_clauses::{Clause, Role};
use recollect_model::{Aspect, Modality, Relation};

use crate::lexicon::is_occupation;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::SubjectMention;

/// What a clause about `mention` says of whoever speaks.
pub(super) fn candidates(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let speaker = context
        .speaker
        .filter(|speaker| **speaker != mention.entity)?;
    if clause.is_negated || clause.is_passive {
        return None;
    }
    let (relation, aspect, object) = match clause.predicate.lemma.as_str() {
        "bring out" | "give" | "cause" if breaks_out(context, clause) => (
            Relation::AllergicTo,
            Aspect::Holds,
            cause(context, clause, mention)?,
        ),
        "prescribe" if is_doctor(context, mention) && is_for_speaker(context, clause) => {
            let object = clause.with_role(Role::Object).last()?;
            let medicine = thing(context, &object.phrase, speaker)?;
            (Relation::TakesMedication, Aspect::Begins, medicine)
        }
        _ => return None,
    };
    let phrase = clause.predicate.lemma.as_str();
    let mut candidate = RelationCandidate::new(speaker, relation, phrase, object, aspect);
    candidate.meant = Some(Modality::Actual);
    Some(candidate)
}

/// "brings me out in hives", "gives me hives".
fn breaks_out(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let is_rash =
        |head: usize| reading.is_any(head, &["hives", "rash", "rashes", "spots", "anaphylaxis"]);
    let mut heads = clause.arguments.iter().map(|argument| argument.phrase.head);
    let is_me = clause
        .arguments
        .iter()
        .any(|argument| context.is_speaker(argument.phrase.head));
    is_me && heads.any(is_rash)
}

/// What a clause is about, as what somebody is allergic to.
fn cause(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<ObjectCandidate> {
    let subject = &clause.subject.as_ref()?.phrase;
    let speaker = context.speaker?;
    let found = thing(context, subject, speaker)?;
    let words = found.words.to_lowercase();
    let is_common = context.reading.name_at(mention.head).is_none()
        || context.reading.is_start(subject.tokens.start);
    Some(match is_common {
        true => ObjectCandidate {
            tokens: found.tokens.clone(),
            ..ObjectCandidate::value(&words, subject.head)
        },
        false => found,
    })
}

/// Whether nobody else is said to take it.
fn is_for_speaker(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let mut whom =
        clause
            .with_role(Role::IndirectObject)
            .chain(clause.with_role(Role::Prepositional).filter(|argument| {
                argument
                    .preposition
                    .as_ref()
                    .is_some_and(|to| to.lemma == "to")
            }));
    whom.all(|whom| context.is_speaker(whom.phrase.head))
}

/// "Dr Okafor", "my GP".
fn is_doctor(context: &PassageContext<'_>, mention: &SubjectMention) -> bool {
    let reading = context.reading;
    let name = context.name_of(&mention.entity).to_lowercase();
    let is_titled = ["dr ", "dr. ", "doctor "]
        .iter()
        .any(|title| name.starts_with(title));
    let noun = reading.lemma(mention.head);
    is_titled || is_occupation(&noun) || ["gp", "doctor", "vet"].contains(&noun.as_str())
}
