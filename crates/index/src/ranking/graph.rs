//! The graph lane: what belongs to the entities a question names.
//!
//! Passages spoken by the one speaker it names, passages that mention the others, evidence of statements about any of
//! them, and, one hop further, what belongs to the entities such statements lead to, if the statement's words match
//! the question. Each reason counts once for a passage, at its strongest; different reasons add up.

use std::collections::BTreeMap;

use super::question::NamedEntities;
use crate::graph::{Graph, StatementEntry};
use crate::{SpaceIndex, Weights};

/// The hop follows the best matching statements to so many entities, and to others that match as well as the last.
const MAX_HOPS: usize = 32;

/// How well the words of one space's statements match the question, the best of all spaces 1.
pub(super) struct Matches {
    /// Of every statement by its number.
    scores: Vec<f32>,
    /// The statements that match, in order: all of them, or the best of very many.
    pub(super) matching: Vec<u32>,
    /// Whether those are all.
    pub(super) are_all: bool,
}

impl Matches {
    /// From the BM25 scores of the sentences of every space; at most so many of each, and others that match as well as the last.
    pub(super) fn of(scores: Vec<Vec<f32>>, most: usize) -> Vec<Self> {
        let best = scores.iter().flatten().copied().fold(0.0, f32::max);
        let relative = scores.into_iter().map(|mut scores| {
            let mut matching = Vec::new();
            for (number, score) in (0..).zip(&mut scores) {
                if *score > 0.0 {
                    *score /= best;
                    matching.push(number);
                }
            }
            let are_all = matching.len() <= most;
            if !are_all {
                leave_best(&mut matching, &scores, most);
            }
            Self {
                scores,
                matching,
                are_all,
            }
        });
        relative.collect()
    }

    /// How well a statement matches.
    pub(super) fn score(&self, number: u32) -> f32 {
        self.scores[number as usize]
    }
}

/// Leaves so many with the best scores, and others that have the score of the last.
fn leave_best(numbers: &mut Vec<u32>, scores: &[f32], most: usize) {
    let mut best: Vec<f32> = numbers
        .iter()
        .map(|&number| scores[number as usize])
        .collect();
    let (_, &mut least, _) = best.select_nth_unstable_by(most, |a, b| b.total_cmp(a));
    numbers.retain(|&number| scores[number as usize] >= least);
}

/// What the graph adds to each passage of a space, by ordinal; empty when the question names nobody in it.
pub(super) fn additions(
    index: &SpaceIndex,
    named: &NamedEntities,
    matches: &Matches,
    weights: &Weights,
) -> Vec<f32> {
    if named.all.is_empty() {
        return Vec::new();
    }
    let passages = index.passages.traits().len();
    let mut lane = GraphLane {
        graph: &index.graph,
        named,
        matches,
        weights,
        reason: Raised::of(passages),
        sum: vec![0.0; passages],
    };
    lane.add_passages_of_named();
    let bridges = lane.add_statements_of_named();
    lane.add_hops(&bridges);
    lane.sum
}

struct GraphLane<'a> {
    graph: &'a Graph,
    named: &'a NamedEntities,
    matches: &'a Matches,
    weights: &'a Weights,
    /// The reason at hand.
    reason: Raised,
    sum: Vec<f32>,
}

impl GraphLane<'_> {
    fn add_passages_of_named(&mut self) {
        for &speaker in &self.named.speakers {
            let spoken = &self.graph.entity(speaker).spoken;
            self.reason.raise(spoken, self.weights.speaker);
        }
        self.reason.add_to(&mut self.sum);
        for &topic in &self.named.topics {
            let mentioned = &self.graph.entity(topic).mentioned;
            self.reason.raise(mentioned, self.weights.mention);
        }
        self.reason.add_to(&mut self.sum);
    }

    /// Adds the evidence of statements about named entities, and returns the entities they lead to.
    fn add_statements_of_named(&mut self) -> BTreeMap<u32, f32> {
        let mut bridges: BTreeMap<u32, f32> = BTreeMap::new();
        for (statement, matched) in matching_statements(self.graph, self.matches) {
            let subject_named = self.named.all.contains(&statement.subject);
            let other = match statement.object {
                Some(object) if self.named.all.contains(&object) => Some(statement.subject),
                object if subject_named => object,
                _ => continue,
            };
            let addition = self.weights.evidence * matched;
            self.reason.raise(&statement.evidence, addition);
            // The owner leads everywhere.
            let leads_on =
                |other: &u32| !self.named.all.contains(other) && !self.graph.is_owner(*other);
            if let Some(other) = other.filter(leads_on) {
                let bridge = bridges.entry(other).or_default();
                *bridge = bridge.max(matched);
            }
        }
        for statement in statements_between(self.graph, self.named) {
            let evidence = &statement.evidence;
            self.reason.raise(evidence, self.weights.evidence);
        }
        self.reason.add_to(&mut self.sum);
        let mut matches: Vec<f32> = bridges.values().copied().collect();
        matches.sort_by(|a, b| b.total_cmp(a));
        let least = matches.get(MAX_HOPS - 1).copied().unwrap_or(0.0);
        bridges.retain(|_, matched| *matched >= least);
        bridges
    }

    fn add_hops(&mut self, bridges: &BTreeMap<u32, f32>) {
        if bridges.is_empty() {
            return;
        }
        for (&bridge, matched) in bridges {
            let addition = self.weights.hop_mention * matched;
            for name in self.graph.under_all_names(&[bridge]) {
                let entity = self.graph.entity(name);
                self.reason.raise(&entity.mentioned, addition);
                self.reason.raise(&entity.spoken, addition);
            }
        }
        self.reason.add_to(&mut self.sum);
        for (statement, matched) in matching_statements(self.graph, self.matches) {
            let mut ends = statement.ends();
            if ends.any(|entity| bridges.contains_key(&entity)) {
                let addition = self.weights.hop_evidence * matched;
                self.reason.raise(&statement.evidence, addition);
            }
        }
        self.reason.add_to(&mut self.sum);
    }
}

/// The live statements that have words of the question, and how well they match.
fn matching_statements<'a>(
    graph: &'a Graph,
    matches: &'a Matches,
) -> impl Iterator<Item = (&'a StatementEntry, f32)> {
    let matching = matches.matching.iter();
    matching.map(|&number| {
        let statement = &graph.statements()[number as usize];
        (statement, matches.score(number))
    })
}

/// The live statements whose ends are both named.
fn statements_between<'a>(
    graph: &'a Graph,
    named: &'a NamedEntities,
) -> impl Iterator<Item = &'a StatementEntry> {
    let named = &named.all;
    // One entity alone has no statements to another one; its list may be long.
    let entities = named.iter().filter(|_| named.len() > 1);
    let numbers = entities.flat_map(|&entity| &graph.entity(entity).statements);
    let statements = numbers.map(|&number| &graph.statements()[number as usize]);
    statements.filter(|statement| {
        let object_named = statement
            .object
            .is_some_and(|object| named.contains(&object));
        statement.alive && object_named && named.contains(&statement.subject)
    })
}

/// What one reason gives to each passage, at its strongest.
struct Raised {
    scores: Vec<f32>,
    /// The passages that it gives anything.
    passages: Vec<u32>,
}

impl Raised {
    fn of(passages: usize) -> Self {
        Self {
            scores: vec![0.0; passages],
            passages: Vec::new(),
        }
    }

    fn raise(&mut self, ordinals: &[u32], to: f32) {
        for &ordinal in ordinals {
            let score = &mut self.scores[ordinal as usize];
            if *score == 0.0 {
                self.passages.push(ordinal);
            }
            *score = score.max(to);
        }
    }

    /// Adds the reason, and is ready for the next.
    fn add_to(&mut self, sum: &mut [f32]) {
        for ordinal in self.passages.drain(..) {
            sum[ordinal as usize] += std::mem::take(&mut self.scores[ordinal as usize]);
        }
    }
}
