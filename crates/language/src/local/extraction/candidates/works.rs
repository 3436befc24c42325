//! Who made a work: "a novel called Dune by Frank Herbert". It is so whatever else the sentence says of the work.

use recollect_clauses::{Clause, Form, Predicate, Tense};
use recollect_model::{Aspect, EntityKind, Relation, RelationName};
use recollect_spacy::Dep;

use crate::ExtractedObject;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::coreference::referents::{How, Referent};
use crate::local::extraction::parse::reading::{Name, Reading, head_of};

/// What is written, rather than made.
const WRITTEN: &[&str] = &[
    "book",
    "novel",
    "story",
    "poem",
    "memoir",
    "biography",
    "trilogy",
    "essay",
    "thriller",
    "play",
];

/// The verb of what is written.
const WRITING: &str = "write";

/// The works of a passage with, behind "by", who made them, each with the clause that it stands for.
pub(crate) fn authorships(context: &PassageContext<'_>) -> Vec<(Clause, RelationCandidate)> {
    let names = &context.reading.names;
    let pairs = names.iter().zip(names.iter().skip(1));
    pairs
        .filter_map(|(work, maker)| authorship(context, work, maker))
        .collect()
}

fn authorship(
    context: &PassageContext<'_>,
    work: &Name,
    maker: &Name,
) -> Option<(Clause, RelationCandidate)> {
    let reading = context.reading;
    let is_closed = reading.is_any(work.tokens.end, &["\"", "”", "''"]);
    let by = work.tokens.end + usize::from(is_closed);
    if !reading.is_any(by, &["by"]) || maker.tokens.start != by + 1 {
        return None;
    }
    let at = |name: &Name| {
        let head = head_of(reading, name.tokens.clone());
        let referent = context.referents.at(head)?;
        (referent.how == How::Named).then_some((head, referent))
    };
    let ((head, of), (_, made_by)) = (at(work)?, at(maker)?);
    let is_work = (of.kind == EntityKind::Work || is_closed) && of.entity != made_by.entity;
    let is_maker = !matches!(
        made_by.kind,
        EntityKind::Place | EntityKind::Event | EntityKind::Work
    );
    let predicate = Predicate {
        head: by,
        tokens: vec![by],
        lemma: "by".to_owned(),
        range: reading.doc.range_of(by..by + 1),
    };
    let clause = Clause {
        tense: Tense::Past,
        ..Clause::new(Form::Verbal, predicate)
    };
    (is_work && is_maker).then(|| (clause, made(context, of, made_by, head)))
}

fn made(
    context: &PassageContext<'_>,
    work: &Referent,
    maker: &Referent,
    head: usize,
) -> RelationCandidate {
    let thing = ObjectCandidate {
        object: ExtractedObject::Entity(work.entity.clone()),
        words: context.name_of(&work.entity),
        head,
        kind: EntityKind::Work,
        tokens: work.tokens.clone(),
    };
    let (relation, verb) = if is_written(context.reading, head) {
        (RelationName::of(&name(WRITING)), WRITING)
    } else {
        (Relation::Made.into(), "make")
    };
    RelationCandidate::new(&maker.entity, relation, verb, thing, Aspect::Happens)
}

/// Whether a work is a book: it is read, or called one.
fn is_written(reading: &Reading<'_>, head: usize) -> bool {
    reading.doc.ancestors(head).any(|above| {
        let lemma = reading.lemma(above);
        matches!(lemma.as_str(), "read" | "reread")
            || reading.dep(above) != Dep::Root && WRITTEN.contains(&lemma.as_str())
    })
}
