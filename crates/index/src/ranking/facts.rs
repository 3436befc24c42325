//! From scored passages to ranked facts.
//!
//! A fact is as good as the best passage that says it, and better if the question names its subject or object or has
//! words of its sentence, better still if it is about whom the question asks and has a relation that it asks for.
//! Without any of that only a passage that answers by itself vouches for it. A fact without an admitted passage is no
//! answer. Where passages were scored by their sketches, those that say the best facts are compared in full before.

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
    /// The score of the best passage that says it.
    said: f32,
    /// Whether the question asks for it.
    is_asked: bool,
    number: u32,
    statement: &'a StatementEntry,
}

/// What speaks for a statement.
struct Score {
    all: f32,
    /// The best passage that says it.
    said: f32,
    /// Whether the question asks for it.
    is_asked: bool,
}

/// Where passages were scored by their sketches, so many facts are looked at in full for each one that is asked for.
const COMPARED_FOR_EACH: usize = 2;
/// And so many of the passages that say each.
const COMPARED_EVIDENCE: usize = 3;

/// The best facts, at most as many as the query wants; of equals, the one that began to hold later first.
pub(super) fn facts(
    spaces: &[&SpaceIndex],
    query: &IndexQuery,
    question: &Question,
    scores: &mut [PassageScores<'_>],
    statement_matches: &[Matches],
    weights: &Weights,
) -> Vec<RankedFact> {
    let limit = query.asked.limit.unwrap_or(query.limit);
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    for (space, scores) in scores.iter_mut().enumerate() {
        let index = spaces[space];
        let matches = &statement_matches[space];
        let judge = FactJudge::new(index, query, &question.named[space], scores, weights);
        let numbers = judge.may_be_found(index, matches);
        let mut of_space = judge.candidates(space, index, matches, numbers);
        if scores.is_estimated() {
            leave_best(&mut of_space, limit.saturating_mul(COMPARED_FOR_EACH));
            let passages = of_space
                .iter()
                .flat_map(|candidate| judge.best_evidence(candidate.statement));
            let passages: Vec<u32> = passages.collect();
            let numbers = of_space.iter().map(|candidate| candidate.number).collect();
            scores.compare(passages.into_iter());
            let judge = FactJudge::new(index, query, &question.named[space], scores, weights);
            of_space = judge.candidates(space, index, matches, numbers);
        }
        candidates.append(&mut of_space);
    }
    leave_best(&mut candidates, limit);
    candidates.sort_unstable_by(Candidate::order);
    let ranked = candidates.iter().map(|candidate| RankedFact {
        space: candidate.space,
        statement: candidate.statement.id,
        score: confidence(candidate.score),
        said: confidence(candidate.said),
    });
    ranked.collect()
}

/// Leaves so many of the best, in no order.
fn leave_best(candidates: &mut Vec<Candidate<'_>>, count: usize) {
    if count < candidates.len() {
        candidates.select_nth_unstable_by(count, Candidate::order);
        candidates.truncate(count);
    }
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

impl<'a> FactJudge<'a> {
    fn new(
        index: &'a SpaceIndex,
        query: &'a IndexQuery,
        named: &'a NamedEntities,
        scores: &'a PassageScores<'a>,
        weights: &'a Weights,
    ) -> Self {
        Self {
            query,
            named,
            scores,
            about: asked_about(index, query),
            relations: asked_relations(index, query),
            filter: SpaceFilter::new(index, &query.filter),
            weights,
        }
    }

    /// Those of these statements that may be answered.
    fn candidates<'b>(
        &self,
        space: usize,
        index: &'b SpaceIndex,
        matches: &Matches,
        numbers: Vec<u32>,
    ) -> Vec<Candidate<'b>> {
        let candidates = numbers.into_iter().filter_map(|number| {
            let statement = &index.graph.statements()[number as usize];
            let score = self.score(statement, matches.score(number))?;
            Some(Candidate {
                space,
                score: score.all,
                said: score.said,
                is_asked: score.is_asked,
                number,
                statement,
            })
        });
        candidates.collect()
    }

    /// The best passages that say it.
    fn best_evidence(&self, statement: &StatementEntry) -> Vec<u32> {
        let evidence = statement.evidence.iter().copied();
        let mut admitted: Vec<u32> = evidence
            .filter(|&passage| self.filter.admits(passage))
            .collect();
        let score = |passage: &u32| self.scores.fused(*passage);
        admitted.sort_unstable_by(|a, b| score(b).total_cmp(&score(a)));
        admitted.truncate(COMPARED_EVIDENCE);
        admitted
    }

    /// The statements that something speaks for: they are about whom the question names, have words of it, or a passage that
    /// answers by itself says them.
    fn may_be_found(&self, index: &SpaceIndex, matches: &Matches) -> Vec<u32> {
        let named = self.named.all.iter().chain(&self.about);
        let of_named = named.flat_map(|&entity| &index.graph.entity(entity).statements);
        let mut numbers: Vec<u32> = of_named.chain(&matches.matching).copied().collect();
        // Where not all that match are known, those that the best passages say are looked at.
        let least = match matches.are_all {
            true => self.weights.fact_unnamed,
            false => f32::NEG_INFINITY,
        };
        for (session, members) in (0..).zip(index.passages.sessions().members()) {
            let session = self.scores.session(session);
            if !session.is_scored() || session.most() < least {
                continue;
            }
            for &passage in members {
                if self.scores.fused_in(passage, session) >= least {
                    numbers.extend(index.graph.supported_by(passage));
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The score of a statement, if it may be answered and something speaks for it.
    fn score(&self, statement: &StatementEntry, matched: f32) -> Option<Score> {
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
        let said = evidence
            .filter(|&passage| self.filter.admits(passage))
            .map(|passage| self.scores.fused(passage))
            .filter(|&fused| named || matched > 0.0 || fused >= self.weights.fact_unnamed)
            .max_by(f32::total_cmp)?;
        let named = if named { self.weights.fact_named } else { 0.0 };
        Some(Score {
            all: said + named + self.weights.fact_words * matched,
            said,
            is_asked,
        })
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
