//! The passive where nobody is named: what was done to somebody, and how they feel.

use recollect_clauses::{Clause, Role, Tense};
use recollect_model::{Aspect, Relation, RelationName};

use crate::lexicon::{is_evaluation, is_feeling, is_reaction};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::clauses::subjects::SubjectMention;

/// "was hired in May", "is invested": what was done to somebody, by nobody named.
pub(crate) fn undergone(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    aspect: Aspect,
) -> Vec<RelationCandidate> {
    let verb = clause.predicate.head;
    let is_bare = clause.arguments.iter().all(|argument| {
        matches!(
            argument.role,
            Role::Adverbial
                | Role::Time
                | Role::AdverbialClause
                | Role::Prepositional
                | Role::Agent
        )
    });
    let participle = context.reading.lower(verb);
    if !is_bare || is_reaction(participle) {
        return Vec::new();
    }
    let has_agent = clause.with_role(Role::Agent).next().is_some();
    let is_state = !has_agent
        && (is_feeling(participle)
            || is_evaluation(participle)
            || clause.tense == Tense::Present && !clause.is_perfect && !clause.is_progressive);
    let phrase = format!("be {participle}");
    let (relation, words, aspect) = if is_state {
        (RelationName::from(Relation::Is), participle, Aspect::Holds)
    } else {
        (RelationName::of(&phrase.replace(' ', "_")), "", aspect)
    };
    let thing = ObjectCandidate {
        tokens: verb..verb + 1,
        ..ObjectCandidate::value(words, verb)
    };
    vec![RelationCandidate::new(
        &mention.entity,
        relation,
        &phrase,
        thing,
        aspect,
    )]
}
