//! Who says what a clause says.

use recollect_clauses::{AttributionKind, Clause};

use crate::EntityRef;
use crate::local::extraction::clauses::context::PassageContext;

/// Who says what a clause says, when it is not the speaker: `None` where nobody can be named for it.
pub(crate) fn source(context: &PassageContext<'_>, clause: &Clause) -> Option<Option<EntityRef>> {
    let Some(attribution) = &clause.attribution else {
        return Some(None);
    };
    if attribution.kind == AttributionKind::Known && !attribution.is_negated {
        return Some(None);
    }
    let head = match &attribution.source {
        Some(source) => source.head,
        // "Raj told me": a name that the parser takes for an adverb.
        None => context
            .reading
            .doc
            .children(attribution.verb)
            .find(|child| *child < attribution.verb && context.reading.name_at(*child).is_some())?,
    };
    let source = &context.referents.at(head)?.entity;
    Some((Some(source) != context.speaker).then(|| source.clone()))
}
