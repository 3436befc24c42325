//! Resolving what was extracted against the space's graph: which entities and statements exist already, which are new.
//!
//! Two names are the same entity when their keys agree (see [`EntityKey`]); two statements are the same fact when
//! subject, relation and object agree, and the second one adds evidence only. The lane is held by one worker and the
//! space's row is locked, so what is read here stays true until the settlement commits.

use std::collections::{BTreeMap, HashMap};

use recollect_language::{EntityRef, ExtractedObject, ExtractedStatement};
use recollect_model::{
    Entity, EntityId, EntityKey, EntityKind, Environment, Evidence, Mention, Object, Passage,
    Revision, SpaceId, Statement, StatementId, StatementKey, Timestamp,
};
use recollect_storage::{QueuedEpisode, Settlement, StorageError};

use super::Understood;

/// A space's graph as far as one settlement needs it.
pub(super) struct SpaceGraph {
    /// The revision that this settlement gives the space.
    pub(super) revision: Revision,
    entities: HashMap<EntityKey, EntityId>,
    statements: HashMap<StatementKey, StatementId>,
}

/// What one episode adds to it.
pub(super) struct EpisodeGraph {
    pub(super) passages: Vec<Passage>,
    pub(super) mentions: Vec<Mention>,
    pub(super) evidence: Vec<Evidence>,
}

/// Whose graph is resolved, and what new things are made of.
pub(super) struct Scope<'a> {
    pub(super) space: SpaceId,
    pub(super) revision: Revision,
    pub(super) owner_name: &'a str,
    pub(super) environment: &'a Environment,
}

impl SpaceGraph {
    /// Finds or adds every entity and statement of these texts, each in one read and one write.
    pub(super) async fn resolve(
        settlement: &mut Settlement,
        scope: &Scope<'_>,
        texts: &[(&QueuedEpisode, &Understood)],
    ) -> Result<Self, StorageError> {
        let named = named_entities(texts, scope.owner_name);
        let keys: Vec<EntityKey> = named.keys().cloned().collect();
        let found = settlement.entities_by_key(scope.space, &keys).await?;
        let mut entities: HashMap<EntityKey, EntityId> = found
            .into_iter()
            .map(|entity| (entity.key, entity.id))
            .collect();
        let mut new_entities = Vec::new();
        for (key, (name, kind)) in named {
            entities.entry(key.clone()).or_insert_with(|| {
                let id = EntityId::new(scope.environment);
                new_entities.push(Entity {
                    id,
                    key,
                    name,
                    kind,
                });
                id
            });
        }
        settlement
            .insert_entities(scope.space, scope.revision, &new_entities)
            .await?;

        let mut graph = Self {
            revision: scope.revision,
            entities,
            statements: HashMap::new(),
        };
        let stated = graph.stated(scope, texts);
        let keys: Vec<StatementKey> = stated.keys().cloned().collect();
        graph.statements = settlement
            .statements_by_key(scope.space, &keys)
            .await?
            .into_iter()
            .collect();
        let mut new_statements = Vec::new();
        for (key, statement) in stated {
            graph.statements.entry(key).or_insert_with(|| {
                let id = statement.id;
                new_statements.push(statement);
                id
            });
        }
        settlement
            .insert_statements(scope.space, scope.revision, &new_statements)
            .await?;
        Ok(graph)
    }

    /// What one episode, understood, adds to the graph.
    pub(super) fn episode(&self, episode: &QueuedEpisode, understood: &Understood) -> EpisodeGraph {
        let extraction = &understood.extraction;
        let speaker = |number: usize| {
            extraction
                .speakers
                .get(number)
                .cloned()
                .flatten()
                .and_then(|speaker| self.entity(&speaker))
        };
        let passages = understood
            .passages
            .iter()
            .enumerate()
            .map(|(number, passage)| Passage {
                number: number as u32,
                range: passage.range,
                speaker: speaker(number),
                vector: understood.vectors.get(number).cloned().flatten(),
            });
        let mentions = extraction.mentions.iter().filter_map(|mention| {
            let entity = self.entity(&mention.entity)?;
            Some(Mention {
                entity,
                episode: episode.id,
                passage: mention.passage as u32,
                range: mention.range,
            })
        });
        let evidence = extraction.statements.iter().filter_map(|said| {
            let statement = *self.statements.get(&self.statement_key(said)?)?;
            Some(Evidence {
                statement,
                episode: episode.id,
                passage: said.passage as u32,
                range: said.range,
            })
        });
        EpisodeGraph {
            passages: passages.collect(),
            mentions: mentions.collect(),
            evidence: evidence.collect(),
        }
    }

    /// The statements the texts make, the first of equal ones.
    fn stated(
        &self,
        scope: &Scope<'_>,
        texts: &[(&QueuedEpisode, &Understood)],
    ) -> BTreeMap<StatementKey, Statement> {
        let now = scope.environment.now();
        let mut stated = BTreeMap::new();
        for (episode, understood) in texts {
            for said in &understood.extraction.statements {
                let Some(key) = self.statement_key(said) else {
                    continue;
                };
                if let Some(statement) =
                    self.statement(scope, said, episode.reference_time.instant(), now)
                {
                    stated.entry(key).or_insert(statement);
                }
            }
        }
        stated
    }

    fn statement(
        &self,
        scope: &Scope<'_>,
        said: &ExtractedStatement,
        reference: Timestamp,
        now: Timestamp,
    ) -> Option<Statement> {
        Some(Statement {
            id: StatementId::new(scope.environment),
            subject: self.entity(&said.subject)?,
            relation: said.relation.clone(),
            object: self.object(&said.object)?,
            fact: said.fact.clone(),
            valid_at: said.valid.map_or(reference, |valid| valid.start),
            invalid_at: None,
            recorded_at: now,
        })
    }

    fn statement_key(&self, said: &ExtractedStatement) -> Option<StatementKey> {
        Some(StatementKey::of(
            self.entity(&said.subject)?,
            &said.relation,
            &self.object(&said.object)?,
        ))
    }

    fn object(&self, object: &ExtractedObject) -> Option<Object> {
        match object {
            ExtractedObject::Entity(entity) => self.entity(entity).map(Object::Entity),
            ExtractedObject::Value(value) => Some(Object::Value(value.clone())),
        }
    }

    fn entity(&self, entity: &EntityRef) -> Option<EntityId> {
        self.entities.get(&key_of(entity)).copied()
    }
}

fn key_of(entity: &EntityRef) -> EntityKey {
    match entity {
        EntityRef::Owner => EntityKey::owner(),
        EntityRef::Named(name) => EntityKey::of_name(name),
    }
}

/// Every entity the texts name, with the first spelling and the most telling kind, in the order of their keys.
fn named_entities(
    texts: &[(&QueuedEpisode, &Understood)],
    owner_name: &str,
) -> BTreeMap<EntityKey, (String, EntityKind)> {
    let mut named: BTreeMap<EntityKey, (String, EntityKind)> = BTreeMap::new();
    for mention in texts
        .iter()
        .flat_map(|(_, understood)| &understood.extraction.mentions)
    {
        let (name, kind) = match &mention.entity {
            EntityRef::Owner => (owner_name.to_owned(), EntityKind::Owner),
            EntityRef::Named(name) => (name.clone(), mention.kind),
        };
        let known = named.entry(key_of(&mention.entity)).or_insert((name, kind));
        if known.1 == EntityKind::Thing {
            known.1 = kind;
        }
    }
    named
}
