//! How an object reads in a fact that has a name, an owner or an amount around its noun.

use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::words::spelled_for;
use crate::local::extraction::coreference::referents::{How, Referent};
use crate::local::extraction::parse::reading::Reading;

/// "a bunch of fantasy books": the books.
pub(super) fn counted(reading: &Reading<'_>, head: usize) -> Option<usize> {
    const AMOUNTS: &[&str] = &[
        "bunch", "lot", "lots", "ton", "tons", "couple", "plenty", "loads", "load", "handful",
        "bit",
    ];
    let of = reading
        .child(head, Dep::Prep)
        .filter(|of| reading.is_any(head, AMOUNTS) && reading.is_any(*of, &["of"]))?;
    reading.child(of, Dep::Pobj)
}

/// "some of my equipment": what the part is of.
pub(crate) fn part_of(reading: &Reading<'_>, head: usize) -> Option<usize> {
    const PARTS: &[&str] = &[
        "some", "most", "many", "all", "both", "one", "two", "three", "half", "several", "few",
        "part",
    ];
    let of = reading
        .child(head, Dep::Prep)
        .filter(|of| reading.is_any(head, PARTS) && reading.is_any(*of, &["of"]))?;
    let noun = reading.child(of, Dep::Pobj)?;
    (reading.pos(noun) == Pos::Noun).then_some(noun)
}

/// "a 2015 Skoda Octavia", "my old Golf": one of what has the name.
pub(super) fn one_by_name(
    context: &PassageContext<'_>,
    referent: &Referent,
    subject: &EntityRef,
) -> Option<String> {
    let reading = context.reading;
    let name = referent.tokens.clone();
    let head = (name.clone()).find(|token| !name.contains(&reading.head(*token)))?;
    let start = reading.doc.subtree_range(head).start;
    let has_article = reading.is_any(start, &["a", "an"]);
    let is_one = has_article || reading.tag(start) == "PRP$";
    let is_somebody = matches!(
        referent.kind,
        EntityKind::Person | EntityKind::Animal | EntityKind::Place
    );
    let is_named = referent.how == How::Named && (has_article || !is_somebody);
    let is_plain = (start..name.start).all(|token| {
        reading.head(token) == head
            && matches!(
                reading.dep(token),
                Dep::Det | Dep::Poss | Dep::Amod | Dep::Nummod
            )
    });
    (is_one && is_named && is_plain && start < name.start)
        .then(|| spelled_for(context, start..name.end, subject))
        .flatten()
}

/// "their phone", "their grandfather's watch", rather than "Sam's": what is the subject's own.
pub(super) fn ones_own(
    context: &PassageContext<'_>,
    head: usize,
    referent: &Referent,
    subject: &EntityRef,
) -> Option<String> {
    let start = context.reading.doc.subtree_range(head).start;
    let whose = context.referents.at(start)?;
    // "at my mum's" is where she lives.
    let is_place =
        (context.reading.doc.children(head)).any(|end| context.reading.dep(end) == Dep::Case);
    let is_own = referent.how == How::Role
        && !is_place
        && context.reading.tag(start) == "PRP$"
        && whose.entity == *subject
        && start < head;
    is_own
        .then(|| spelled_for(context, start..head + 1, subject))
        .flatten()
}
