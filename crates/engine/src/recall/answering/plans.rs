//! What was planned to hold from a day on, once that day has come.
//!
//! A plan ends with its day; what was planned goes on, unless it was called off or something else began later.

use recollect_model::{Modality, Nature, Timestamp};
use recollect_storage::RecalledStatement;

/// "I start at Bosch on 2 February": what is planned to hold from a day on, and goes on when the day has come, unless it was called off.
fn is_to_last(row: &RecalledStatement) -> bool {
    let statement = &row.statement;
    let said = &statement.proposition;
    let is_called_off =
        (statement.valid_at.zip(statement.invalid_at)).is_some_and(|(from, end)| end <= from);
    said.modality == Modality::Planned
        && !said.is_negated
        && said.relation.nature() == Some(Nature::State)
        && said.relation.is_exclusive()
        && statement.valid_at.is_some()
        && !is_called_off
}

/// Whether the day of what was planned to hold has come.
pub(super) fn has_come(row: &RecalledStatement, now: Timestamp) -> bool {
    is_to_last(row) && row.statement.valid_at.is_some_and(|from| from <= now)
}

/// Until when what a statement says holds: a plan ends with its day, and what was planned goes on.
pub(super) fn end_of(row: &RecalledStatement) -> Option<Timestamp> {
    row.statement.invalid_at.filter(|_| !is_to_last(row))
}
