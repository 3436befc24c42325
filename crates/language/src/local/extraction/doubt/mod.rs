//! How likely a statement is wrong.

mod features;

use recollect_clauses::Clause;

use crate::ExtractedStatement;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;

/// The features of a statement, for those who learn the weights.
pub(crate) fn described(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    statement: &ExtractedStatement,
) -> Vec<(String, f32)> {
    let mut all = Vec::new();
    features::features(context, clause, candidate, statement, &mut |name, value| {
        all.push((name.to_owned(), value));
    });
    all
}
