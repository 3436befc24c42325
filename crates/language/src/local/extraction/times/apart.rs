//! Times that are of something else than what is told: of another day, another quality or another sentence.

use recollect_clauses::Clause;
use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::{PassageContext, Timed};

/// "My lesson is on Tuesday and Thursday": the one day says nothing of the other.
pub(super) fn is_beside(
    context: &PassageContext<'_>,
    time: &Timed,
    candidate: &RelationCandidate,
) -> bool {
    let (reading, day) = (context.reading, candidate.thing.head);
    candidate.thing.kind == EntityKind::Date
        && reading.dep(day) == Dep::Conj
        && time.tokens.contains(&reading.head(day))
}

/// "It still smells of him; eleven months on Tuesday": a time behind a semicolon is of another sentence.
pub(super) fn is_behind_semicolon(
    context: &PassageContext<'_>,
    clause: &Clause,
    time: &Timed,
) -> bool {
    let (one, other) = (clause.predicate.head, time.tokens.start);
    (one.min(other)..one.max(other)).any(|token| context.reading.is_any(token, &[";"]))
}

/// "Kayleigh is pregnant and due 3 October": a time that hangs from another quality than the one that is told.
pub(super) fn is_of_other_quality(
    context: &PassageContext<'_>,
    time: &Timed,
    candidate: &RelationCandidate,
) -> bool {
    let reading = context.reading;
    let head = candidate.thing.head;
    let is_other = |token: usize| {
        reading.dep(token) == Dep::Conj
            && reading.pos(token) == Pos::Adj
            && token != head
            && reading.pos(head) == Pos::Adj
    };
    let mut above = reading.doc.ancestors(time.tokens.start);
    // "pregnant and due in August": what is due is due then, whatever the parser hangs it from.
    let behind = time.tokens.start.saturating_sub(3)..time.tokens.start;
    above.any(is_other)
        || behind
            .rev()
            .any(|token| reading.is_any(token, &["due"]) && is_other(token))
}
