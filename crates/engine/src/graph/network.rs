//! Looking around in the graph: who is near, how two are connected, and a picture of the whole.
//!
//! Only statements between entities connect. What is loaded for one question is bounded, so around entities with very
//! many statements the answer is of the part that was read, and says so.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use recollect_graph::{Edge, Network};
use recollect_model::{EntityId, Object, SpaceId, Statement, StatementId, UserId};
use recollect_storage::{AsOf, ListedEntity, RecalledStatement};

use super::KnownStatement;
use crate::{Engine, EngineError};

/// The most statements read for one step outwards.
const MOST_STATEMENTS_A_STEP: u32 = 2_000;
/// The most statements of a picture.
const MOST_STATEMENTS_DRAWN: u32 = 2_000;
/// The most entities of a neighbourhood.
const MOST_NEIGHBOURS: usize = 500;
/// The most steps of a neighbourhood.
const MOST_DEPTH: usize = 4;
/// The most statements of a way.
const LONGEST_PATH: usize = 6;
/// The most entities that a way is looked for among.
const MOST_SEEN: usize = 20_000;
/// Entities with more than this share of a picture's statements (one in so many) join no cluster to another.
const HUB_SHARE: usize = 4;
/// With fewer statements nobody is in the middle of everything.
const FEWEST_OF_A_HUB: usize = 8;

/// Who and what is near an entity.
#[derive(Debug, Clone)]
pub struct Neighbourhood {
    /// The entity that was asked for.
    pub entity: ListedEntity,
    /// The entities near it, the nearest first.
    pub entities: Vec<Near>,
    /// The statements among all of these.
    pub statements: Vec<KnownStatement>,
    /// Whether that is all of it; otherwise there was more than may be read.
    pub is_complete: bool,
}

/// An entity near another.
#[derive(Debug, Clone)]
pub struct Near {
    /// The entity.
    pub entity: ListedEntity,
    /// How many statements away it is.
    pub distance: usize,
}

/// A way from one entity to another.
#[derive(Debug, Clone)]
pub struct EntityPath {
    /// The entities along it, both ends included.
    pub entities: Vec<ListedEntity>,
    /// The statements that lead from each to the next.
    pub statements: Vec<KnownStatement>,
}

/// A space's graph, as far as it is drawn.
#[derive(Debug, Clone)]
pub struct Overview {
    /// What belongs together, the largest first; an entity that nothing connects is a cluster by itself.
    pub clusters: Vec<ClusterView>,
    /// The statements between the entities.
    pub statements: Vec<KnownStatement>,
    /// Whether these are all; otherwise they are the newest.
    pub is_complete: bool,
}

/// What of the texts that support a statement is read with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Which episodes they are; the evidence of the statements is left empty.
    Episodes,
    /// The places that say it, too.
    Places,
}

/// Entities that have more to do with each other than with the rest.
#[derive(Debug, Clone)]
pub struct ClusterView {
    /// What the entity in its middle is called.
    pub name: String,
    /// The entities, the most connected first.
    pub entities: Vec<ListedEntity>,
}

/// What was read of the graph around something.
#[derive(Default)]
struct Surroundings {
    network: Network,
    statements: BTreeMap<StatementId, Statement>,
    is_cut: bool,
}

impl Engine {
    /// The entities up to `depth` statements away from one (1 to 4), at most `limit` of them (1 to 500), with the
    /// statements between them.
    pub async fn neighbours(
        &self,
        user: UserId,
        entity: EntityId,
        depth: usize,
        limit: usize,
        as_of: AsOf,
    ) -> Result<Neighbourhood, EngineError> {
        let entity = self.entity(user, entity).await?.entity;
        let (space, from) = (entity.space, entity.entity.id);
        let (depth, limit) = (depth.clamp(1, MOST_DEPTH), limit.clamp(1, MOST_NEIGHBOURS));
        let mut around = Surroundings::default();
        let mut ring = vec![from];
        // Once more than asked, for what connects the outermost with each other.
        for step in 1..=depth {
            self.look_around(user, space, &ring, as_of, &mut around)
                .await?;
            let reached = around.network.reached_from(from, step, limit);
            let outermost = reached.iter().filter(|one| one.distance == step);
            ring = outermost.map(|one| one.entity).collect();
            if ring.is_empty() {
                break;
            }
        }
        self.look_around(user, space, &ring, as_of, &mut around)
            .await?;
        let reached = around.network.reached_from(from, depth, limit + 1);
        let is_complete = !around.is_cut && reached.len() <= limit;
        let reached = &reached[..reached.len().min(limit)];
        let ids: Vec<EntityId> = reached.iter().map(|one| one.entity).collect();
        let inside: BTreeSet<EntityId> = ids.iter().copied().chain([from]).collect();
        let between = around.statements.values().filter_map(|statement| {
            let edge = edge(statement)?;
            let is_inside = inside.contains(&edge.subject) && inside.contains(&edge.object);
            is_inside.then_some(statement.id)
        });
        let between: Vec<StatementId> = between.collect();
        let mut listed = self.listed(user, &ids).await?;
        let entities = reached.iter().filter_map(|one| {
            Some(Near {
                entity: listed.remove(&one.entity)?,
                distance: one.distance,
            })
        });
        Ok(Neighbourhood {
            entities: entities.collect(),
            statements: self.statements_as_of(user, space, &between, as_of).await?,
            entity,
            is_complete,
        })
    }

    /// A shortest way between two entities of one space, by what is said of them; `None` when nothing connects them
    /// within six statements.
    pub async fn path(
        &self,
        user: UserId,
        from: EntityId,
        to: EntityId,
        as_of: AsOf,
    ) -> Result<Option<EntityPath>, EngineError> {
        let from = self.entity(user, from).await?.entity;
        let to = self.entity(user, to).await?.entity;
        if from.space != to.space {
            return Err(EngineError::invalid("to", "is in another space"));
        }
        let space = from.space;
        let (from, to) = (from.entity.id, to.entity.id);
        let mut around = Surroundings::default();
        let mut seen = BTreeSet::from([from]);
        let mut ring = vec![from];
        for _ in 0..LONGEST_PATH {
            if ring.is_empty() || seen.contains(&to) || seen.len() > MOST_SEEN {
                break;
            }
            let ends = self
                .look_around(user, space, &ring, as_of, &mut around)
                .await?;
            ring = ends.difference(&seen).copied().collect();
            seen.extend(ends);
        }
        let Some(steps) = around.network.path(from, to) else {
            return Ok(None);
        };
        let statements: Vec<StatementId> = steps.iter().map(|(statement, _)| *statement).collect();
        let along: Vec<EntityId> = [from]
            .into_iter()
            .chain(steps.iter().map(|(_, entity)| *entity))
            .collect();
        let mut listed = self.listed(user, &along).await?;
        Ok(Some(EntityPath {
            entities: along.iter().filter_map(|id| listed.remove(id)).collect(),
            statements: self
                .statements_as_of(user, space, &statements, as_of)
                .await?,
        }))
    }

    /// The entities of a space that are mentioned most and those that most connects with them (at most 1,000), what is said
    /// between them (at most 2,000 statements), and what belongs together. Which entities they are does not depend on the time.
    pub async fn overview(
        &self,
        user: UserId,
        space: SpaceId,
        entities: u32,
        as_of: AsOf,
        support: Support,
    ) -> Result<Overview, EngineError> {
        self.space(user, space).await?;
        self.forget_over(user).await?;
        let drawn = self.drawn(user, space, entities).await?;
        let ids: Vec<EntityId> = drawn.iter().map(|listed| listed.entity.id).collect();
        let most = MOST_STATEMENTS_DRAWN;
        let mut between = self
            .store
            .statements_between(user, space, &ids, loaded(as_of), most + 1)
            .await?;
        let is_complete = between.len() <= most as usize;
        between.truncate(most as usize);
        let statements = self.as_of(user, space, between, as_of).await?;
        let statements = match support {
            Support::Episodes => KnownStatement::without_places(space, statements),
            Support::Places => {
                self.with_places(user, space, statements, as_of.recorded_at)
                    .await?
            }
        };
        let network = Network::of(statements.iter().filter_map(|one| edge(&one.statement)));
        let many = (statements.len() / HUB_SHARE).max(FEWEST_OF_A_HUB);
        let hubs = ids.iter().copied();
        let hubs: BTreeSet<EntityId> = hubs.filter(|id| network.weight(*id) > many).collect();
        let listed = drawn.into_iter().map(|listed| (listed.entity.id, listed));
        let mut listed: HashMap<EntityId, ListedEntity> = listed.collect();
        let connected = network.clusters(&hubs).into_iter();
        let mut clusters: Vec<ClusterView> = connected
            .filter_map(|cluster| {
                let name = listed.get(&cluster.centre)?.entity.name.clone();
                let entities = cluster.entities.iter();
                let entities = entities.filter_map(|id| listed.remove(id)).collect();
                Some(ClusterView { name, entities })
            })
            .collect();
        let alone = ids.iter().filter_map(|id| listed.remove(id));
        clusters.extend(alone.map(|entity| ClusterView {
            name: entity.entity.name.clone(),
            entities: vec![entity],
        }));
        Ok(Overview {
            clusters,
            statements,
            is_complete,
        })
    }

    /// Reads the statements that touch these entities; returns the entities at their ends.
    async fn look_around(
        &self,
        user: UserId,
        space: SpaceId,
        entities: &[EntityId],
        as_of: AsOf,
        around: &mut Surroundings,
    ) -> Result<BTreeSet<EntityId>, EngineError> {
        let mut found = self
            .store
            .neighbourhood(user, space, entities, loaded(as_of), MOST_STATEMENTS_A_STEP)
            .await?;
        around.is_cut |= found.len() >= MOST_STATEMENTS_A_STEP as usize;
        if as_of.recorded_at.is_some() {
            let ids: Vec<StatementId> = found.iter().map(|one| one.id).collect();
            let known: BTreeSet<StatementId> = self
                .recalled_as_of(user, space, &ids, as_of)
                .await?
                .iter()
                .map(|one| one.statement.id)
                .collect();
            found.retain(|one| known.contains(&one.id));
        }
        let edges: Vec<Edge> = found.iter().filter_map(edge).collect();
        let ends = edges.iter().flat_map(|edge| [edge.subject, edge.object]);
        let ends = ends.collect();
        around.network.extend(edges);
        around
            .statements
            .extend(found.into_iter().map(|one| (one.id, one)));
        Ok(ends)
    }

    async fn recalled_as_of(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[StatementId],
        as_of: AsOf,
    ) -> Result<Vec<RecalledStatement>, EngineError> {
        let recalled = self.store.statements(user, space, ids).await?;
        self.as_of(user, space, recalled, as_of).await
    }

    async fn statements_as_of(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[StatementId],
        as_of: AsOf,
    ) -> Result<Vec<KnownStatement>, EngineError> {
        let recalled = self.recalled_as_of(user, space, ids, as_of).await?;
        self.with_places(user, space, recalled, as_of.recorded_at)
            .await
    }

    async fn listed(
        &self,
        user: UserId,
        ids: &[EntityId],
    ) -> Result<HashMap<EntityId, ListedEntity>, EngineError> {
        let mut listed = HashMap::with_capacity(ids.len());
        for &id in ids {
            if let Some(detail) = self.store.entity(user, id).await? {
                listed.insert(id, detail.listed);
            }
        }
        Ok(listed)
    }
}

/// What is read for an answer as of a time: what was known at another time held otherwise than what is known now.
fn loaded(as_of: AsOf) -> AsOf {
    AsOf {
        valid_at: as_of.valid_at.filter(|_| as_of.recorded_at.is_none()),
        ..as_of
    }
}

/// A statement between two entities as a connection.
fn edge(statement: &Statement) -> Option<Edge> {
    match statement.proposition.object {
        Object::Entity(object) => Some(Edge {
            statement: statement.id,
            subject: statement.proposition.subject,
            object,
        }),
        Object::Value(_) => None,
    }
}
