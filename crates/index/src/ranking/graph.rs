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
const MOST_HOPS: usize = 32;

/// Makes the BM25 scores of sentences relative to the best of all.
pub(super) fn relative_to_best(mut scores: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
    let best = scores.iter().flatten().copied().fold(0.0, f32::max);
    if best > 0.0 {
        for score in scores.iter_mut().flatten() {
            *score /= best;
        }
    }
    scores
}

/// What the graph adds to each passage of a space, by ordinal; empty when the question names nobody in it. `matches`
/// says how well the words of each statement match the question, the best of all 1.
pub(super) fn additions(
    index: &SpaceIndex,
    named: &NamedEntities,
    matches: &[f32],
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
        passages,
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
    matches: &'a [f32],
    weights: &'a Weights,
    passages: usize,
    sum: Vec<f32>,
}

impl GraphLane<'_> {
    fn add_passages_of_named(&mut self) {
        let mut spoken = vec![0.0; self.passages];
        let mut mentioned = vec![0.0; self.passages];
        for &speaker in &self.named.speakers {
            let entity = self.graph.entity(speaker);
            raise(&mut spoken, &entity.spoken, self.weights.speaker);
        }
        for &topic in &self.named.topics {
            let entity = self.graph.entity(topic);
            raise(&mut mentioned, &entity.mentioned, self.weights.mention);
        }
        self.add(&spoken);
        self.add(&mentioned);
    }

    /// Adds the evidence of statements about named entities, and returns the entities they lead to.
    fn add_statements_of_named(&mut self) -> BTreeMap<u32, f32> {
        let mut evidence = vec![0.0; self.passages];
        let mut bridges: BTreeMap<u32, f32> = BTreeMap::new();
        for (statement, matched) in self.matching_statements() {
            let subject_named = self.named.all.contains(&statement.subject);
            let other = match statement.object {
                Some(object) if self.named.all.contains(&object) => Some(statement.subject),
                object if subject_named => object,
                _ => continue,
            };
            raise(
                &mut evidence,
                &statement.evidence,
                self.weights.evidence * matched,
            );
            // The owner leads everywhere.
            let leads_on =
                |other: &u32| !self.named.all.contains(other) && !self.graph.is_owner(*other);
            if let Some(other) = other.filter(leads_on) {
                let bridge = bridges.entry(other).or_default();
                *bridge = bridge.max(matched);
            }
        }
        for statement in self.statements_between_named() {
            raise(&mut evidence, &statement.evidence, self.weights.evidence);
        }
        self.add(&evidence);
        let mut matches: Vec<f32> = bridges.values().copied().collect();
        matches.sort_by(|a, b| b.total_cmp(a));
        let least = matches.get(MOST_HOPS - 1).copied().unwrap_or(0.0);
        bridges.retain(|_, matched| *matched >= least);
        bridges
    }

    fn add_hops(&mut self, bridges: &BTreeMap<u32, f32>) {
        if bridges.is_empty() {
            return;
        }
        let mut evidence = vec![0.0; self.passages];
        let mut mentioned = vec![0.0; self.passages];
        for (&bridge, matched) in bridges {
            let addition = self.weights.hop_mention * matched;
            for name in self.graph.under_all_names(&[bridge]) {
                let entity = self.graph.entity(name);
                raise(&mut mentioned, &entity.mentioned, addition);
                raise(&mut mentioned, &entity.spoken, addition);
            }
        }
        for (statement, matched) in self.matching_statements() {
            let mut ends = statement.ends();
            if ends.any(|entity| bridges.contains_key(&entity)) {
                let addition = self.weights.hop_evidence * matched;
                raise(&mut evidence, &statement.evidence, addition);
            }
        }
        self.add(&evidence);
        self.add(&mentioned);
    }

    /// The live statements that have words of the question, and how well they match.
    fn matching_statements(&self) -> impl Iterator<Item = (&StatementEntry, f32)> {
        let matching = self
            .matches
            .iter()
            .enumerate()
            .filter(|(_, matched)| **matched > 0.0);
        matching.map(|(number, &matched)| (&self.graph.statements()[number], matched))
    }

    /// The live statements whose ends are both named.
    fn statements_between_named(&self) -> impl Iterator<Item = &StatementEntry> {
        let named = &self.named.all;
        // One entity alone has no statements to another one; its list may be long.
        let entities = named.iter().filter(|_| named.len() > 1);
        let numbers = entities.flat_map(|&entity| &self.graph.entity(entity).statements);
        let statements = numbers.map(|&number| &self.graph.statements()[number as usize]);
        statements.filter(|statement| {
            let object_named = statement
                .object
                .is_some_and(|object| named.contains(&object));
            statement.alive && object_named && named.contains(&statement.subject)
        })
    }

    fn add(&mut self, additions: &[f32]) {
        for (sum, addition) in self.sum.iter_mut().zip(additions) {
            *sum += addition;
        }
    }
}

fn raise(scores: &mut [f32], ordinals: &[u32], to: f32) {
    for &ordinal in ordinals {
        let score = &mut scores[ordinal as usize];
        *score = score.max(to);
    }
}
