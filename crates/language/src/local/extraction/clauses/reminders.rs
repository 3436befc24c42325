//! What somebody asks to be reminded of.

use recollect_clauses::{Clause, Kind};

use crate::local::extraction::parse::reading::Reading;

/// "Remind me to call Mum", "don't forget to buy milk", "remember to pay the rent": what is to be done.
pub(crate) fn is_reminded(reading: &Reading<'_>, clauses: &[Clause], clause: &Clause) -> bool {
    let Some(reminder) = clause.governor.and_then(|governor| clauses.get(governor)) else {
        return false;
    };
    let is_asked_for = match reminder.predicate.lemma.as_str() {
        "remind" => reading.is_any(reminder.predicate.head + 1, &["me", "us"]),
        "remember" => !reminder.is_negated,
        "forget" => reminder.is_negated,
        _ => false,
    };
    is_asked_for
        && reminder.kind == Kind::Command
        && reminder.subject.is_none()
        && reading.is_infinitive(clause.predicate.head)
}
