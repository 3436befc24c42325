//! What somebody is able to do: "I can swim", "she knows how to knit".

use recollect_clauses::{Clause, Role};
use recollect_model::{Aspect, EntityKind, Modality, RelationName};

use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::word_list::WordList;

/// How a skill is told.
const KNOWING: &str = "know how to";

/// The most words of a skill.
const MAX_WORDS: usize = 8;

/// What a clause says that somebody is able to do.
pub(crate) fn skill(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let is_somebody = context
        .referents
        .at(mention.head)
        .is_some_and(|referent| matches!(referent.kind, EntityKind::Person | EntityKind::Owner));
    if !is_somebody {
        return None;
    }
    let verb = clause.predicate.head;
    let (start, head, end) = if clause.predicate.lemma == "know" {
        let told = clause.with_role(Role::Complement).next()?;
        let head = told.phrase.head;
        let is_how = reading.is_any(told.phrase.tokens.start, &["how"])
            && reading.is_any(told.phrase.tokens.start + 1, &["to"]);
        let start = Some(told.phrase.tokens.start + 2).filter(|_| is_how)?;
        (start, head, told.phrase.tokens.end)
    } else {
        let can = clause
            .predicate
            .tokens
            .iter()
            .any(|token| reading.is_any(*token, &["can", "ca"]));
        // "He can't solder with that hand" may well know how to.
        let is_skill = clause.modality == Modality::Possible
            && !clause.is_negated
            && clause.attribution.is_none()
            && SKILLS.contains(&clause.predicate.lemma);
        if !(can && is_skill) {
            return None;
        }
        (verb, verb, reading.doc.subtree_range(verb).end)
    };
    let words = doing(context, start..end, head, &mention.entity, MAX_WORDS)?;
    let mut candidate = RelationCandidate::new(
        &mention.entity,
        RelationName::of(&name(KNOWING)),
        KNOWING,
        ObjectCandidate {
            tokens: start..end,
            ..ObjectCandidate::value(&words, head)
        },
        Aspect::Holds,
    );
    candidate.meant = Some(Modality::Actual);
    Some(candidate)
}

/// What is learned, and then can be done: "I can see you at five" is no skill.
static SKILLS: WordList = WordList::new(
    "swim dance sing cook bake knit sew crochet juggle drive ski skate snowboard surf skateboard draw paint code \
     program whistle dive sail row weld solder type fence climb cycle ride yodel fish garden",
);
