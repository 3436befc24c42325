//! What somebody cannot bear, or takes, by what is done to them: "penicillin brings me out in hives", "Dr Brandt prescribed amoxicillin", "my GP
//! switched Mum from atenolol to bisoprolol".

use recollect_clauses::{Clause, Role};
use recollect_model::{Aspect, Modality, Relation};
use recollect_spacy::Pos;

use crate::lexicon::{is_dose, is_medicine, is_occupation};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::mentions::roles::possessor;
use crate::local::extraction::parse::reading::Reading;
use crate::{EntityRef, ExtractedObject};

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

/// How it is said what another is to take from now on, and what no longer: verbs, what leads to the medicine, and how its taking runs.
const CHANGING: &[(&[&str], &[&str], Aspect)] = &[
    (&["put", "start"], &["on"], Aspect::Begins),
    (
        &["switch", "move", "change"],
        &["to", "onto"],
        Aspect::Begins,
    ),
    (
        &["switch", "move", "change"],
        &["from", "off"],
        Aspect::Ends,
    ),
    (&["take"], &["off"], Aspect::Ends),
];

/// "They've diagnosed me with ADHD": what somebody has, by whoever found it.
pub(super) fn diagnosed(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let is_diagnosis =
        clause.predicate.lemma == "diagnose" && !clause.is_negated && !clause.is_passive;
    let patient = clause
        .with_role(Role::Object)
        .next()
        .filter(|_| is_diagnosis)
        .and_then(|object| context.referents.at(object.phrase.head));
    let condition = clause.with_role(Role::Prepositional).find(|argument| {
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == "with")
    });
    let Some((patient, condition)) = patient.zip(condition) else {
        return Vec::new();
    };
    let found = thing(context, &condition.phrase, &patient.entity);
    let has = found.map(|found| {
        let relation = Relation::HasCondition;
        let mut candidate =
            RelationCandidate::new(&patient.entity, relation, "have", found, Aspect::Begins);
        candidate.meant = Some(clause.modality);
        candidate
    });
    has.into_iter().collect()
}

/// Whether a candidate is by what another changes: what is said besides is of both medicines.
pub(crate) fn is_by_change(candidate: &RelationCandidate) -> bool {
    let mut changing = CHANGING.iter();
    candidate.relation == Relation::TakesMedication
        && candidate.meant.is_some()
        && changing.any(|(verbs, ..)| verbs.contains(&candidate.phrase.as_str()))
}

/// "put me on bisoprolol", "took Mum off atenolol", "switched me from atenolol to bisoprolol", "stopped my losartan": what somebody takes from
/// then on, or no longer, by what another does.
pub(super) fn changed(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    // "took off": the parser may take what stands behind "off" for its object.
    let verb = clause.predicate.lemma.split(' ').next().unwrap_or_default();
    let object = clause.with_role(Role::Object).next();
    let Some(object) = object.filter(|_| !clause.is_negated && !clause.is_passive) else {
        return Vec::new();
    };
    let taken = |patient: &EntityRef, token: usize, aspect: Aspect| {
        let end = end_of_dose(reading, token + 1);
        let mut medicine = ObjectCandidate {
            words: reading.words(token..end).into_owned(),
            tokens: token..end,
            ..ObjectCandidate::value(reading.lower(token), token)
        };
        // "Ritalin" is the one that was said to be taken.
        if let Some(named) = context.referents.at(token) {
            medicine.object = ExtractedObject::Entity(named.entity.clone());
            medicine.kind = named.kind;
        }
        let mut candidate =
            RelationCandidate::new(patient, Relation::TakesMedication, verb, medicine, aspect);
        candidate.meant = Some(clause.modality);
        candidate
    };
    let head = object.phrase.head;
    if matches!(verb, "stop" | "discontinue") && is_medicine(reading.lower(head)) {
        let whose = possessor(reading, head).and_then(|whose| context.referents.at(whose));
        let ended = whose.map(|whose| taken(&whose.entity, head, Aspect::Ends));
        return ended.into_iter().collect();
    }
    let changes = CHANGING.iter().filter(|(verbs, ..)| verbs.contains(&verb));
    let changes: Vec<_> = changes.collect();
    let Some(patient) = context.referents.at(head).filter(|_| !changes.is_empty()) else {
        return Vec::new();
    };
    // The parser hangs "to bisoprolol" from the verb, from "from" or from "atenolol".
    let mut lead = "";
    let mut found = Vec::new();
    let rest = head + 1..reading.doc.sentence_of(head).end;
    // "changed me to losartan 50 at night, amlodipine stopped"
    for token in rest.take_while(|token| !is_next(reading, *token)) {
        if reading.is_any(token, &["on", "onto", "to", "off", "from"]) {
            lead = reading.lower(token);
        }
        let change = changes.iter().find(|(_, leads, _)| leads.contains(&lead));
        if let Some((.., aspect)) = change
            && is_medicine(reading.lower(token))
        {
            found.push(taken(&patient.entity, token, *aspect));
        }
    }
    found
}

/// Whether something else begins: a verb, or what stands behind a comma and is no dose.
fn is_next(reading: &Reading<'_>, token: usize) -> bool {
    reading.pos(token) == Pos::Verb && !is_medicine(reading.lower(token))
        || reading.is_any(token, &[",", ";", "."]) && reading.tag(token + 1) != "CD"
}

/// Where a dose ends that may stand behind a medicine: "50 mg", "20".
fn end_of_dose(reading: &Reading<'_>, at: usize) -> usize {
    match (reading.tag(at) == "CD", is_dose(reading.lower(at + 1))) {
        (true, true) => at + 2,
        (true, false) => at + 1,
        _ => at,
    }
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
pub(super) fn is_doctor(context: &PassageContext<'_>, mention: &SubjectMention) -> bool {
    let reading = context.reading;
    let name = context.name_of(&mention.entity).to_lowercase();
    let is_titled = ["dr ", "dr. ", "doctor "]
        .iter()
        .any(|title| name.starts_with(title));
    let noun = reading.lemma(mention.head);
    is_titled || is_occupation(&noun) || ["gp", "doctor", "vet"].contains(&noun.as_str())
}
