//! From scored passages to ranked facts.
//!
//! A fact is as good as the best passage that says it, and better if the question names its subject or object or has
//! words of its sentence, better still if it is about whom the question asks and has a relation that it asks for. Without any of that only a passage that answers by itself vouches for it. A fact without an
//! admitted passage is no answer.

use std::cmp::Ordering;

use super::confidence;
use super::filter::SpaceFilter;
use super::fuse::PassageScores;
use super::graph::Matches;
use super::question::{NamedEntities, Question};
use crate::graph::StatementEntry;
use crate::{IndexQuery, RankedFact, SpaceIndex, Weights};

/// A fact before the cut.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    space: usize,
    score: f32,
    /// Whether the question asks for it.
    is_asked: bool,
    statement: &'a StatementEntry,
}

/// The best facts, at most as many as the query wants; of equals, the one that began to hold later first.
pub(super) fn facts(
    spaces: &[&SpaceIndex],
    query: &IndexQuery,
    question: &Question,
    scores: &[PassageScores<'_>],
    statement_matches: &[Matches],
    weights: &Weights,
) -> Vec<RankedFact> {
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    for (space, index) in spaces.iter().enumerate() {
        let judge = FactJudge {
            query,
            named: &question.named[space],
            scores: &scores[space],
            about: asked_about(index, query),
            relations: asked_relations(index, query),
            filter: SpaceFilter::new(index, &query.filter),
            weights,
        };
        let matches = &statement_matches[space];
        let numbers = judge.may_be_found(index, matches);
        candidates.extend(numbers.into_iter().filter_map(|number| {
            let statement = &index.graph.statements()[number as usize];
            let (score, is_asked) = judge.score(statement, matches.score(number))?;
            Some(Candidate {
                space,
                score,
                is_asked,
                statement,
            })
        }));
    }
    let limit = query.asked.limit.unwrap_or(query.limit);
    if limit < candidates.len() {
        candidates.select_nth_unstable_by(limit, Candidate::order);
        candidates.truncate(limit);
    }
    candidates.sort_unstable_by(Candidate::order);
    let ranked = candidates.iter().map(|candidate| RankedFact {
        space: candidate.space,
        statement: candidate.statement.id,
        score: confidence(candidate.score),
    });
    ranked.collect()
}

struct FactJudge<'a> {
    query: &'a IndexQuery,
    named: &'a NamedEntities,
    /// The numbers of whom the question asks about.
    about: Vec<u32>,
    /// The numbers of the relations it asks for.
    relations: Vec<u32>,
    scores: &'a PassageScores<'a>,
    filter: SpaceFilter<'a>,
    weights: &'a Weights,
}

impl FactJudge<'_> {
    /// The statements that something speaks for: they are about whom the question names, have words of it, or a passage that
    /// answers by itself says them.
    fn may_be_found(&self, index: &SpaceIndex, matches: &Matches) -> Vec<u32> {
        let named = self.named.all.iter().chain(&self.about);
        let of_named = named.flat_map(|&entity| &index.graph.entity(entity).statements);
        let mut numbers: Vec<u32> = of_named.chain(&matches.matching).copied().collect();
        for (session, members) in (0..).zip(index.passages.sessions().members()) {
            let session = self.scores.session(session);
            if session.most() < self.weights.fact_unnamed {
                continue;
            }
            for &passage in members {
                if self.scores.fused_in(passage, session) >= self.weights.fact_unnamed {
                    numbers.extend(index.graph.supported_by(passage));
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The score of a statement and whether the question asks for it, if it may be answered and something speaks for it.
    fn score(&self, statement: &StatementEntry, matched: f32) -> Option<(f32, bool)> {
        if !statement.alive || !self.holds(statement) {
            return None;
        }
        let is_about = statement.ends().any(|end| self.about.contains(&end));
        let is_asked = is_about && self.relations.contains(&statement.relation);
        let named = is_about
            || statement
                .ends()
                .any(|entity| self.named.all.contains(&entity));
        let evidence = statement.evidence.iter().copied();
        let best = evidence
            .filter(|&passage| self.filter.admits(passage))
            .map(|passage| self.scores.fused(passage))
            .filter(|&fused| named || matched > 0.0 || fused >= self.weights.fact_unnamed)
            .max_by(f32::total_cmp)?;
        let named = if named { self.weights.fact_named } else { 0.0 };
        Some((best + named + self.weights.fact_words * matched, is_asked))
    }

    fn holds(&self, statement: &StatementEntry) -> bool {
        let filter = &self.query.filter;
        let has_ended = |at| statement.invalid_at.is_some_and(|end| end <= at);
        !filter.facts_not_ended_at.is_some_and(has_ended)
            && filter
                .facts_at
                .is_none_or(|at| statement.valid_at.is_none_or(|from| from <= at) && !has_ended(at))
    }
}

fn asked_about(index: &SpaceIndex, query: &IndexQuery) -> Vec<u32> {
    let about = query.asked.about.iter();
    about.filter_map(|id| index.graph.find(id)).collect()
}

fn asked_relations(index: &SpaceIndex, query: &IndexQuery) -> Vec<u32> {
    let relations = query.asked.relations.iter();
    relations
        .filter_map(|name| index.graph.relation(name))
        .collect()
}

impl Candidate<'_> {
    fn order(&self, other: &Self) -> Ordering {
        other
            .is_asked
            .cmp(&self.is_asked)
            .then_with(|| other.score.total_cmp(&self.score))
            .then_with(|| other.statement.valid_at.cmp(&self.statement.valid_at))
            .then_with(|| self.space.cmp(&other.space))
            .then_with(|| self.statement.id.cmp(&other.statement.id))
    }
}
