//! The words by which a clause relates what it tells.

use recollect_clauses::{Argument, Clause, Role};
use recollect_spacy::Dep;

use crate::local::extraction::clauses::context::PassageContext;

/// The clause's own words for the relation: "be invited to" rather than "invite to".
pub(super) fn phrase(context: &PassageContext<'_>, clause: &Clause, argument: &Argument) -> String {
    let phrase = clause.relation(argument);
    if !clause.is_passive {
        return phrase;
    }
    let participle = context.reading.lower(clause.predicate.head);
    match phrase.split_once(' ') {
        Some((_, rest)) => format!("be {participle} {rest}"),
        None => format!("be {participle}"),
    }
}

/// The words of a clause's verb alone: "be picked" of "Emily was picked to play Mary".
pub(super) fn own_phrase(context: &PassageContext<'_>, clause: &Clause) -> String {
    let verb = clause.predicate.head;
    // "was scammed, paid 280": what has an object and no auxiliary of its own may have been done by them.
    let is_done_to = context.reading.child(verb, Dep::AuxPass).is_some()
        || clause.with_role(Role::Object).next().is_none();
    match clause.is_passive && is_done_to {
        true => format!("be {}", context.reading.lower(verb)),
        false => clause.predicate.lemma.clone(),
    }
}
