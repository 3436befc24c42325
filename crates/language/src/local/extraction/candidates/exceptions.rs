//! What is so of all that a clause denies: the hob of "I don't own an oven, only a hob", the bikes of "We don't have a car, just bikes".

use recollect_clauses::{Clause, Form, Role};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::parse::reading::Reading;

/// The most things of an exception.
const MAX_THINGS: usize = 4;

/// The clause that says of the exception what a denied one says of everything else.
pub(super) fn excepted(context: &PassageContext<'_>, clause: &Clause) -> Option<Clause> {
    let reading = context.reading;
    let is_denied = clause.is_negated && clause.form == Form::Verbal && !clause.markers.no_longer;
    let object = clause
        .with_role(Role::Object)
        .next()
        .filter(|_| is_denied)?;
    let denied = object.phrase.head;
    let (only, noun) = exception(reading, clause.predicate.head, denied)?;
    let mut members = vec![reading.part(noun, only + 1..noun + 1)];
    let mut last = noun;
    while let Some(next) = reading
        .child(last, Dep::Conj)
        .filter(|_| members.len() < MAX_THINGS)
    {
        let start = reading.doc.subtree_range(next).start;
        members.push(reading.part(next, start..next + 1));
        last = next;
    }
    let mut instead = object.clone();
    instead.phrase = reading.part(noun, only + 1..noun + 1);
    instead.members = members;
    let mut so = clause.clone();
    so.is_negated = false;
    so.arguments.retain(|argument| {
        argument.role != Role::Object && !argument.phrase.tokens.contains(&noun)
    });
    so.arguments.push(instead);
    Some(so)
}

/// "only" and the noun behind it, after a comma behind what is denied.
fn exception(reading: &Reading<'_>, verb: usize, denied: usize) -> Option<(usize, usize)> {
    let sentence = reading.doc.sentence_of(verb);
    let only = (denied + 1..sentence.end)
        .find(|token| reading.is_any(*token, &["only", "just"]))
        .filter(|only| reading.is_any(only - 1, &[",", "-", "–", "—", "but"]))?;
    // "just two dogs"
    let above = reading.head(only);
    let noun = match reading.dep(above) {
        Dep::Nummod | Dep::Amod | Dep::Det => reading.head(above),
        _ => above,
    };
    let hangs = reading.head(noun) == denied || reading.head(noun) == verb;
    let is_thing = matches!(reading.pos(noun), Pos::Noun | Pos::Propn)
        && noun > only
        && reading.doc.subtree_range(noun).start + 2 > only
        && matches!(
            reading.dep(noun),
            Dep::Appos | Dep::Dobj | Dep::Npadvmod | Dep::Conj | Dep::Dep
        );
    (hangs && is_thing).then_some((only, noun))
}
