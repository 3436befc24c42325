//! What things are called: "my startup is called Loopwise", "our boat's name is Tern". What people and animals are called names them.

use recollect_clauses::{Clause, Role, Tense};
use recollect_model::{EntityKind, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::kind_of_noun;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::common::common_mentions;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{thing, value};
use crate::local::extraction::clauses::subjects::subject_mentions;
use crate::local::extraction::factuality::aspect::aspect_of_being;
use crate::local::extraction::mentions::roles::role_at;

/// How it is said that a thing has a name.
const CALLED: &str = "be called";

/// The name of a thing, as a sentence of its own says it.
pub(super) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let (Some(subject), Some(given)) = (&clause.subject, clause.with_role(Role::Attribute).next())
    else {
        return Vec::new();
    };
    let (head, verb) = (subject.phrase.head, clause.predicate.head);
    let noun = reading.lemma(head);
    let is_somebody = role_at(reading, head).is_some()
        || matches!(
            kind_of_noun(&noun),
            Some(EntityKind::Person | EntityKind::Animal)
        );
    // "The new neighbour is called Olive", and nobody's alone.
    let is_the_one = is_somebody
        && reading.is_definite(head)
        && context.referents.at(head).is_none()
        && reading.name_at(given.phrase.head).is_some();
    let is_thing = matches!(reading.pos(head), Pos::Noun) && (!is_somebody || is_the_one);
    let is_said = reading.dep(verb) != Dep::Acl && !clause.is_negated && reading.is_subject(head);
    if !is_thing || !is_said {
        return Vec::new();
    }
    let mut mentions = subject_mentions(context, clause);
    if mentions.is_empty() {
        mentions = common_mentions(context, clause);
    }
    mentions
        .into_iter()
        .filter(|mention| mention.entity != EntityRef::Owner)
        .filter_map(|mention| {
            let tokens = given.phrase.tokens.clone();
            let named = thing(context, &given.phrase, &mention.entity)
                .or_else(|| value(context, tokens, given.phrase.head, &mention.entity))?;
            let aspect = match clause.tense {
                Tense::Past => return None,
                _ => aspect_of_being(clause),
            };
            let (relation, phrase) = match is_the_one {
                true => (Relation::Is.into(), "be"),
                false => (RelationName::of(&name(CALLED)), CALLED),
            };
            Some(RelationCandidate::new(
                &mention.entity,
                relation,
                phrase,
                named,
                aspect,
            ))
        })
        .collect()
}
