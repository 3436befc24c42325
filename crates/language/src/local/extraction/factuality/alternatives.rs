//! "He was six or seven", "I was in Nebraska or some place": which of the two is not said.

use recollect_clauses::{Clause, Form, Kind, Role, Tense};
use recollect_model::Modality;
use recollect_spacy::Dep;

use crate::local::extraction::parse::reading::Reading;

/// Lets clauses that leave open what is so assert nothing. Who drinks tea or coffee drinks both.
pub(crate) fn leave_open(reading: &mut Reading<'_>) {
    let open: Vec<usize> = (0..reading.clauses.len())
        .filter(|number| is_left_open(reading, &reading.clauses[*number]))
        .collect();
    for number in open {
        reading.clauses[number].kind = Kind::Condition;
    }
}

fn is_left_open(reading: &Reading<'_>, clause: &Clause) -> bool {
    let is_of_once = clause.tense != Tense::Present || clause.form == Form::Copular;
    let is_one_of_two = |head: usize| {
        reading.is_joined_by_or(head)
            // "17 or so", "a year or two"
            && reading
                .child(head, Dep::Conj)
                .is_some_and(|other| !reading.is_any(other, &["so", "two", "three", "more", "less"]))
    };
    let mut told = clause.arguments.iter().filter(|argument| {
        matches!(
            argument.role,
            Role::Object | Role::Attribute | Role::Prepositional
        ) && !argument.members.is_empty()
    });
    clause.kind == Kind::Statement
        && is_of_once
        && !clause.is_negated
        && matches!(clause.modality, Modality::Actual | Modality::Planned)
        && told.any(|argument| argument.members.len() > 1 && is_one_of_two(argument.phrase.head))
}
