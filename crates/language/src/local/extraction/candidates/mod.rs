//! Candidates: functions from a clause in its passage to what it says, each for one kind of construction.

mod belongings;
pub(crate) mod candidate;
mod copular;
mod couples;
pub(crate) mod identities;
mod occupations;
mod open;
mod particulars;
mod patterns;
mod possessions;
mod verbs;
mod whereabouts;

use recollect_clauses::{Clause, Form};

use self::candidate::RelationCandidate;
pub(crate) use self::possessions::is_presupposed;
use crate::local::extraction::clauses::context::PassageContext;

/// What a clause says, by its form.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    match clause.form {
        Form::Copular => copular::candidates(context, clause),
        Form::Verbal => verbs::candidates(context, clause),
        Form::Appositive => copular::apposition(context, clause),
        Form::Possessive => possessions::candidates(context, clause),
        Form::Existential | Form::Naming | Form::Title => Vec::new(),
    }
}
