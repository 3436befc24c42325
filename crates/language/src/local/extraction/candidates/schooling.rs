//! What somebody studies, and where, by the year they are in: "in my second year of physics at Uppsala University".

use recollect_clauses::{Clause, Role};
use recollect_model::Relation;
use recollect_spacy::Dep;

use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::thing;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::factuality::aspect::aspect_of_being;

/// Stretches of a course of study.
const STRETCHES: &[&str] = &["year", "semester", "term", "trimester"];

/// "She's in her final year at Oxford".
pub(crate) fn year_of_study(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let year = clause.with_role(Role::Prepositional).find(|argument| {
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == "in")
            && STRETCHES.contains(&reading.lemma(argument.phrase.head).as_str())
    });
    let year = year.map(|argument| argument.phrase.head);
    let Some(year) = year.or_else(|| student_of_year(context, clause)) else {
        return Vec::new();
    };
    let tokens = reading.doc.subtree_range(year);
    let of_prepositions = tokens.filter(|token| {
        *token > year && reading.dep(*token) == Dep::Prep && reading.is_any(*token, &["of", "at"])
    });
    of_prepositions
        .filter_map(|preposition| {
            let head = reading.child(preposition, Dep::Pobj)?;
            let is_school = reading.is_any(preposition, &["at"]);
            let relation = if is_school {
                Relation::StudiesAt
            } else {
                Relation::Studies
            };
            let first = reading.doc.subtree_range(head).start.min(head);
            let phrase = reading.part(head, first..head + 1);
            let thing = thing(context, &phrase, &mention.entity)?;
            Some(RelationCandidate::new(
                &mention.entity,
                relation,
                "be in a year",
                thing,
                aspect_of_being(clause),
            ))
        })
        .collect()
}

/// "I'm a fourth year at Cardiff": a student in that year.
fn student_of_year(context: &PassageContext<'_>, clause: &Clause) -> Option<usize> {
    const WHICH: &[&str] = &[
        "first", "second", "third", "fourth", "fifth", "sixth", "final", "last",
    ];
    let reading = context.reading;
    let mut attributes = clause.with_role(Role::Attribute);
    let year = attributes.find(|argument| {
        let head = argument.phrase.head;
        let article = reading.child(head, Dep::Det);
        reading.is_any(head, &["year"])
            && article.is_some_and(|article| reading.is_any(article, &["a"]))
            && reading
                .child(head, Dep::Amod)
                .is_some_and(|which| reading.is_any(which, WHICH))
    });
    year.map(|year| year.phrase.head)
}

/// "Year 9", "third grade", "sixth form": a stage of school, which is no place.
pub(super) fn is_stage(words: &str) -> bool {
    const STAGES: &[&str] = &[
        "year", "grade", "class", "form", "primary", "standard", "std",
    ];
    let lower = words.to_lowercase();
    let words: Vec<&str> = lower.split(' ').collect();
    let is_number = |word: &str| word.chars().all(|letter| letter.is_ascii_digit());
    match words.as_slice() {
        [stage, number] if is_number(number) => STAGES.contains(stage),
        [which, stage] => {
            matches!(*stage, "grade" | "form" | "class" | "year")
                && (ORDINALS.contains(which) || which.starts_with(|c: char| c.is_ascii_digit()))
        }
        [stage] => matches!(*stage, "kindergarten" | "reception" | "preschool"),
        _ => false,
    }
}

const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

pub(super) fn is_school(lower: &str, noun: &str) -> bool {
    [
        "university",
        "college",
        "school",
        "institute",
        "academy",
        "kindergarten",
        "preschool",
        "nursery",
        "daycare",
        "class",
    ]
    .iter()
    .any(|school| lower == *school || noun == *school)
}
