//! How what a clause says runs in time: it holds, begins, ends or happens.

use recollect_clauses::{Clause, Tense};
use recollect_model::Aspect;

/// Whether a clause says that something is so no more.
pub(crate) fn is_over(clause: &Clause) -> bool {
    let markers = &clause.markers;
    markers.used_to || markers.no_longer || markers.ends
}

/// Whether a clause tells what was done or has been done, and not what goes on.
pub(crate) fn has_happened(clause: &Clause) -> bool {
    clause.tense == Tense::Past || clause.is_perfect && !clause.is_progressive
}

/// Whether a clause tells what was done, has been done or is being done.
pub(crate) fn is_done(clause: &Clause) -> bool {
    has_happened(clause) || clause.is_progressive
}

/// "I had lived in Kenya before that": what was over by the time that is told of. "She said she had lived there" moves the
/// tense alone.
pub(crate) fn had_been(clause: &Clause) -> bool {
    clause.tense == Tense::Past && clause.is_perfect && clause.attribution.is_none()
}

/// How something runs when the clause says that it begins or ends.
pub(crate) fn aspect_in(clause: &Clause, aspect: Aspect) -> Aspect {
    match aspect {
        Aspect::Holds if is_over(clause) => Aspect::Ends,
        Aspect::Holds
            if clause.markers.begins
                || matches!(clause.predicate.lemma.as_str(), "get" | "become") =>
        {
            Aspect::Begins
        }
        aspect => aspect,
    }
}

/// How what "be" or "become" says runs.
pub(crate) fn aspect_of_being(clause: &Clause) -> Aspect {
    if is_over(clause) {
        Aspect::Ends
    } else if clause.predicate.lemma == "be" && !clause.markers.begins {
        Aspect::Holds
    } else {
        Aspect::Begins
    }
}
