//! Reading the graph: who is near, how two are connected, and what belongs together.
//!
//! A [`Network`] is the part of a graph that was loaded for one question. All answers are deterministic: ties are
//! broken by identifiers, and so is the order in which anything is looked at.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use recollect_model::{EntityId, StatementId};

/// Rounds of label passing after which clusters are taken as they are; few graphs need more than ten.
const MAX_ROUNDS: usize = 30;
/// Of two neighbours, so many of the neighbours of the one are looked for among the other's.
const MAX_COMMON: usize = 1_000;

/// A statement between two entities, as a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The statement.
    pub statement: StatementId,
    /// Its subject.
    pub subject: EntityId,
    /// Its object.
    pub object: EntityId,
}

/// Entities and the statements between them.
#[derive(Clone, Debug, Default)]
pub struct Network {
    neighbours: BTreeMap<EntityId, BTreeMap<EntityId, BTreeSet<StatementId>>>,
}

/// An entity that is near another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The entity.
    pub entity: EntityId,
    /// How many statements away it is.
    pub distance: usize,
}

/// Entities that have more to do with each other than with the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// The entity with the most connections inside; it may give the cluster its name.
    pub centre: EntityId,
    /// All of them, the one with the most connections inside first.
    pub entities: Vec<EntityId>,
}

impl Network {
    /// A network of these connections; what connects an entity with itself is left out.
    pub fn of(edges: impl IntoIterator<Item = Edge>) -> Self {
        let mut network = Self::default();
        network.extend(edges);
        network
    }

    /// Adds connections; those that are known already change nothing.
    pub fn extend(&mut self, edges: impl IntoIterator<Item = Edge>) {
        for edge in edges {
            if edge.subject == edge.object {
                continue;
            }
            for (from, to) in [(edge.subject, edge.object), (edge.object, edge.subject)] {
                let neighbours = self.neighbours.entry(from).or_default();
                neighbours.entry(to).or_default().insert(edge.statement);
            }
        }
    }

    /// The statements between an entity and its neighbours.
    pub fn weight(&self, entity: EntityId) -> usize {
        let neighbours = self.neighbours.get(&entity).into_iter().flatten();
        neighbours.map(|(_, statements)| statements.len()).sum()
    }

    /// The entities up to `depth` statements away, the nearest first, those with the most connections first among
    /// them; at most `limit`, and without `from` itself.
    pub fn reached_from(&self, from: EntityId, depth: usize, limit: usize) -> Vec<Reached> {
        let mut seen = BTreeSet::from([from]);
        let mut reached = Vec::new();
        let mut ring = vec![from];
        for distance in 1..=depth {
            let next: BTreeSet<EntityId> = ring
                .iter()
                .flat_map(|entity| self.neighbours.get(entity).into_iter().flatten())
                .map(|(neighbour, _)| *neighbour)
                .filter(|neighbour| !seen.contains(neighbour))
                .collect();
            ring = next.into_iter().collect();
            ring.sort_by_key(|entity| (std::cmp::Reverse(self.weight(*entity)), *entity));
            ring.truncate(limit.saturating_sub(reached.len()));
            seen.extend(&ring);
            reached.extend(ring.iter().map(|&entity| Reached { entity, distance }));
            if ring.is_empty() || reached.len() >= limit {
                break;
            }
        }
        reached
    }

    /// A shortest way from one entity to another: the statements along it, each with the entity it leads to. Empty when
    /// they are one, `None` when nothing connects them. Of several shortest ones the first by identifiers.
    pub fn path(&self, from: EntityId, to: EntityId) -> Option<Vec<(StatementId, EntityId)>> {
        let mut came_from: HashMap<EntityId, (StatementId, EntityId)> = HashMap::new();
        let mut waiting = VecDeque::from([from]);
        while let Some(entity) = waiting.pop_front() {
            if entity == to {
                return Some(steps_back(&came_from, from, to));
            }
            for (neighbour, statements) in self.neighbours.get(&entity).into_iter().flatten() {
                if *neighbour == from || came_from.contains_key(neighbour) {
                    continue;
                }
                if let Some(first) = statements.first() {
                    came_from.insert(*neighbour, (*first, entity));
                    waiting.push_back(*neighbour);
                }
            }
        }
        None
    }

    /// The clusters, the largest first: every entity again and again takes the label that most of the statements to its
    /// neighbours bear, until none changes (label propagation, Raghavan et al. 2007), in a fixed order. Neighbours that
    /// have further neighbours in common weigh more, so that a single bridge joins nothing. The `hubs` pass on no label,
    /// or one person would be in the middle of everything.
    pub fn clusters(&self, hubs: &BTreeSet<EntityId>) -> Vec<Cluster> {
        let mut order: Vec<EntityId> = self.neighbours.keys().copied().collect();
        order.sort_by_key(|entity| (std::cmp::Reverse(self.weight(*entity)), *entity));
        let closeness = self.closeness();
        let mut label: HashMap<EntityId, EntityId> =
            order.iter().map(|entity| (*entity, *entity)).collect();
        for _ in 0..MAX_ROUNDS {
            let mut has_changed = false;
            for entity in &order {
                let Some(best) = self.common_label(*entity, &closeness, &label, hubs) else {
                    continue;
                };
                has_changed |= label.insert(*entity, best) != Some(best);
            }
            if !has_changed {
                break;
            }
        }
        let mut members: BTreeMap<EntityId, Vec<EntityId>> = BTreeMap::new();
        for entity in &order {
            members.entry(label[entity]).or_default().push(*entity);
        }
        let mut clusters: Vec<Cluster> = members
            .into_values()
            .filter_map(|members| self.cluster(members))
            .collect();
        clusters.sort_by_key(|cluster| (std::cmp::Reverse(cluster.entities.len()), cluster.centre));
        clusters
    }

    /// How close two neighbours are: the statements between them, times one more than their common neighbours.
    fn closeness(&self) -> HashMap<(EntityId, EntityId), usize> {
        let mut closeness = HashMap::new();
        for (one, neighbours) in &self.neighbours {
            for (two, statements) in neighbours.range(one..) {
                let Some(others) = self.neighbours.get(two) else {
                    continue;
                };
                let (few, many) = match neighbours.len() <= others.len() {
                    true => (neighbours, others),
                    false => (others, neighbours),
                };
                let looked_at = few.keys().take(MAX_COMMON);
                let common = looked_at.filter(|other| many.contains_key(other)).count();
                closeness.insert((*one, *two), statements.len() * (1 + common));
            }
        }
        closeness
    }

    /// The label that weighs most among the neighbours; the own one where it weighs as much, else the smallest.
    fn common_label(
        &self,
        entity: EntityId,
        closeness: &HashMap<(EntityId, EntityId), usize>,
        label: &HashMap<EntityId, EntityId>,
        hubs: &BTreeSet<EntityId>,
    ) -> Option<EntityId> {
        let mut weights: BTreeMap<EntityId, usize> = BTreeMap::new();
        for neighbour in self.neighbours.get(&entity)?.keys() {
            if !hubs.contains(neighbour) {
                let pair = (entity.min(*neighbour), entity.max(*neighbour));
                let weight = closeness.get(&pair).copied().unwrap_or(1);
                *weights.entry(*label.get(neighbour)?).or_default() += weight;
            }
        }
        let heaviest = *weights.values().max()?;
        let own = label.get(&entity).copied();
        own.filter(|own| weights.get(own) == Some(&heaviest))
            .or_else(|| {
                let mut labels = weights.iter().filter(|(_, weight)| **weight == heaviest);
                labels.next().map(|(label, _)| *label)
            })
    }

    fn cluster(&self, members: Vec<EntityId>) -> Option<Cluster> {
        let inside: BTreeSet<EntityId> = members.iter().copied().collect();
        let weight = |entity: &EntityId| -> usize {
            let neighbours = self.neighbours.get(entity).into_iter().flatten();
            neighbours
                .filter(|(neighbour, _)| inside.contains(neighbour))
                .map(|(_, statements)| statements.len())
                .sum()
        };
        let mut weighted: Vec<(usize, EntityId)> = members
            .into_iter()
            .map(|entity| (weight(&entity), entity))
            .collect();
        weighted.sort_by_key(|(weight, entity)| (std::cmp::Reverse(*weight), *entity));
        let entities: Vec<EntityId> = weighted.into_iter().map(|(_, entity)| entity).collect();
        Some(Cluster {
            centre: *entities.first()?,
            entities,
        })
    }
}

fn steps_back(
    came_from: &HashMap<EntityId, (StatementId, EntityId)>,
    from: EntityId,
    to: EntityId,
) -> Vec<(StatementId, EntityId)> {
    let mut steps = Vec::new();
    let mut at = to;
    while at != from {
        let Some(&(statement, before)) = came_from.get(&at) else {
            break;
        };
        steps.push((statement, at));
        at = before;
    }
    steps.reverse();
    steps
}
