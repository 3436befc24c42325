//! What somebody works as, and where.

use recollect_model::{Aspect, ObjectType, Relation, RelationName};
use std::ops::Range;

use recollect_clauses::{Clause, Role};
use recollect_spacy::{Dep, Pos};

use crate::ExtractedObject;
use crate::lexicon::{is_diet, is_evaluation};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{self, ObjectCandidate, thing};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::constraints::{names_occupation, suits};
use crate::word_list::WordList;

const JOBS: &[&str] = &[
    "job",
    "position",
    "role",
    "internship",
    "gig",
    "apprenticeship",
    "fellowship",
    "post",
    "placement",
    "traineeship",
];

const BEGINNING: &[&str] = &[
    "start", "begin", "get", "land", "take", "accept", "find", "take on", "secure",
];

const ENDING: &[&str] = &["leave", "quit", "resign", "lose", "give up", "resign from"];

/// "got a job as a nurse at X", "quit her job at X".
pub(crate) fn candidates(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let lemma = clause.predicate.lemma.as_str();
    let aspect = if BEGINNING.contains(&lemma) {
        Aspect::Begins
    } else if ENDING.contains(&lemma) {
        Aspect::Ends
    } else if lemma == "have" {
        Aspect::Holds
    } else {
        return Vec::new();
    };
    let reading = context.reading;
    let job = clause
        .with_role(Role::Object)
        .map(|argument| argument.phrase.head)
        .find(|head| JOBS.contains(&reading.lemma(*head).as_str()));
    let Some(job) = job else { return Vec::new() };
    let mut candidates = Vec::new();
    for from in [job, clause.predicate.head] {
        for preposition in prepositions(context, from, 0) {
            let Some(object) = reading.child(preposition, Dep::Pobj) else {
                continue;
            };
            let phrase = format!("{lemma} job {}", reading.lower(preposition));
            if reading.is_any(preposition, &["as"]) {
                candidates.extend(of_phrase(context, mention, object, &phrase, aspect));
            } else if reading.is_any(preposition, &["at", "with", "for"]) {
                candidates.extend(workplace(context, mention, object, &phrase, aspect));
            }
        }
    }
    dedup(&mut candidates);
    candidates
}

/// "As a nurse, I work shifts", "as a nurse, my shifts are long": what whoever speaks of themselves is.
pub(crate) fn as_one(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let argument = clause.with_role(Role::Prepositional).find(|argument| {
        argument.preposition.as_ref().is_some_and(|preposition| {
            preposition.lemma == "as" && reading.is_start(preposition.token)
        })
    });
    let Some(argument) = argument else {
        return Vec::new();
    };
    let head = argument.phrase.head;
    let is_one = reading
        .child(head, Dep::Det)
        .is_some_and(|article| reading.is_any(article, &["a", "an"]));
    let mut subject = clause.subject.iter().map(|subject| subject.phrase.head);
    let speaks = subject.any(|subject| {
        reading.is_any(subject, &["i"])
            || reading
                .child(subject, Dep::Poss)
                .is_some_and(|whose| reading.is_any(whose, &["my"]))
    });
    match context.speaker {
        // "As a vegetarian, I don't eat meat."
        Some(speaker) if is_one && speaks && is_diet(reading.lower(head)) => {
            let diet = ObjectCandidate::value(reading.lower(head), head);
            let follows = Relation::FollowsDiet;
            vec![RelationCandidate {
                // What one who is so does not do is another thing.
                denies_itself: true,
                ..RelationCandidate::new(speaker, follows, "be", diet, Aspect::Holds)
            }]
        }
        Some(speaker) if is_one && speaks && names_occupation(reading, head) => {
            let mention = SubjectMention {
                entity: speaker.clone(),
                head,
            };
            of_phrase(context, &mention, head, "be", Aspect::Holds)
        }
        _ => Vec::new(),
    }
}

/// "works as a nurse at X": what somebody works as, and where if that is said of it.
pub(crate) fn of_phrase(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    head: usize,
    phrase: &str,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let mut candidates = Vec::new();
    if reading.name_at(head).is_none() && matches!(reading.pos(head), Pos::Noun | Pos::Propn) {
        let tokens = title(context, head);
        if let Some(thing) = objects::value(context, tokens, head, &mention.entity) {
            // One is no "students".
            let is_title = thing.entity().is_none()
                && !reading.is_any(head, JOBS)
                && !(reading.tag(head) == "NNS" && reading.name_at(mention.head).is_some());
            if is_title {
                candidates.push(RelationCandidate::new(
                    &mention.entity,
                    Relation::WorksAs,
                    phrase,
                    thing,
                    aspect,
                ));
            }
        }
    }
    for preposition in prepositions(context, head, 0) {
        if let Some(object) = reading.child(preposition, Dep::Pobj).filter(|_| {
            reading.is_any(preposition, &["at", "for", "with"])
                || names_a_body(context, preposition)
        })
        // "luckily for us"
        && reading.pos(object) != Pos::Pron
        {
            candidates.extend(workplace(context, mention, object, "work at", aspect));
        }
    }
    dedup(&mut candidates);
    candidates
}

/// "CEO of Siemens": the body is named.
fn names_a_body(context: &PassageContext<'_>, preposition: usize) -> bool {
    let reading = context.reading;
    reading.is_any(preposition, &["of"])
        && reading
            .child(preposition, Dep::Pobj)
            .is_some_and(|body| reading.name_at(body).is_some())
}

/// What says nothing of what somebody works as.
static NO_TRADE: WordList =
    WordList::new("same other new old tall short young own outside next current former late local");

/// The words of an occupation: modifiers, the noun, and what it is of ("head of marketing") unless that is a name.
fn title(context: &PassageContext<'_>, head: usize) -> Range<usize> {
    let reading = context.reading;
    let subtree = reading.doc.subtree_range(head);
    let start = reading
        .doc
        .children(head)
        .filter(|child| {
            *child < head
                && matches!(
                    reading.dep(*child),
                    Dep::Compound | Dep::Amod | Dep::Nmod | Dep::Det | Dep::Advmod | Dep::Punct
                )
                && !reading.is_any(*child, &["no", "that", "this", "some"])
                // "such an inspiring writer"
                && !(reading.dep(*child) == Dep::Amod && is_evaluation(reading.lower(*child)))
        })
        .map(|child| reading.doc.subtree_range(child).start)
        .min()
        .unwrap_or(head)
        .max(subtree.start);
    // "the same doctor"
    let start = (start..head)
        .rfind(|token| NO_TRADE.contains(reading.lower(*token)))
        .map_or(start, |token| token + 1);
    // "Olga, the Russian biologist," is one.
    let of_all = reading.child(head, Dep::Prep).is_some();
    let start = if !of_all && start < head && reading.is_any(start, &["the"]) {
        start + 1
    } else {
        start
    };
    let of = reading.child(head, Dep::Prep).filter(|preposition| {
        reading.is_any(*preposition, &["of"]) && !names_a_body(context, *preposition)
    });
    let end = of
        .and_then(|of| reading.child(of, Dep::Pobj))
        .map_or(head + 1, |object| object + 1);
    start..end.max(head + 1)
}

/// Prepositions below a word, those of what they introduce included: "as a data analyst at Spotify".
fn prepositions(context: &PassageContext<'_>, token: usize, depth: usize) -> Vec<usize> {
    const MAX_DEPTH: usize = 2;
    let reading = context.reading;
    let mut found = Vec::new();
    for preposition in reading
        .doc
        .children(token)
        .filter(|child| reading.dep(*child) == Dep::Prep && *child > token)
    {
        found.push(preposition);
        if let Some(object) = reading
            .child(preposition, Dep::Pobj)
            .filter(|_| depth < MAX_DEPTH)
        {
            found.extend(prepositions(context, object, depth + 1));
        }
    }
    found
}

/// That somebody works at what a token stands for, if it is a body.
pub(crate) fn workplace(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    head: usize,
    phrase: &str,
    aspect: Aspect,
) -> Option<RelationCandidate> {
    let phrase_of = recollect_clauses::Phrase {
        head,
        tokens: context.reading.doc.subtree_range(head),
        range: 0..0,
        possessor: None,
    };
    let thing: ObjectCandidate = thing(context, &phrase_of, &mention.entity)?;
    let is_body = suits(context, &thing, ObjectType::Organization) && !context.is_time(head);
    is_body
        .then(|| RelationCandidate::new(&mention.entity, Relation::WorksAt, phrase, thing, aspect))
}

fn dedup(candidates: &mut Vec<RelationCandidate>) {
    let mut seen: Vec<(RelationName, ExtractedObject)> = Vec::new();
    candidates.retain(|candidate| {
        let key = (candidate.relation.clone(), candidate.thing.object.clone());
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
}

/// Whether a clause says as what somebody goes somewhere: "as a welder".
pub(super) fn as_occupation(context: &PassageContext<'_>, clause: &Clause) -> bool {
    clause.with_role(Role::Prepositional).any(|argument| {
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == "as")
            && names_occupation(context.reading, argument.phrase.head)
    })
}
