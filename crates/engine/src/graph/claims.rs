//! What texts leave in the graph: their mentions, claims and links, with every name looked up or added.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use recollect_graph::{Decisions, family};
use recollect_language::{EntityRef, ExtractedObject, ExtractedStatement, Extraction};
use recollect_model::{
    Claim, Entity, EntityId, EntityKey, EntityKind, EntityLink, EpisodeId, LinkReason, Mention,
    Object, Passage, Proposition, Slot,
};
use recollect_storage::{EpisodeGraph, GraphRows, NewEntity, StorageError};

use super::sentences::{Name, places, proper_names};
use super::{Entities, Scope, Touched, counting};
use crate::ingest::FIRST;
use crate::understood::Understood;

/// A longer name is nobody's: it is left out, with what is said of it.
const MAX_KEY_BYTES: usize = 512;

/// The names that a batch of texts uses, looked up in their space.
pub(crate) struct Names {
    by_key: HashMap<EntityKey, Entity>,
    entities: Entities,
    new: BTreeSet<EntityId>,
    decisions: Decisions,
    owner_name: String,
}

impl Names {
    /// Finds or adds every name of these texts, in one read and one write.
    pub(crate) async fn find_or_add(
        rows: &mut GraphRows,
        scope: Scope<'_>,
        owner_name: &str,
        texts: &[&Understood],
    ) -> Result<Self, StorageError> {
        let named = named(texts, owner_name);
        let keys: Vec<EntityKey> = named.keys().cloned().collect();
        let found = rows.entities_by_key(scope.space, &keys).await?;
        let mut by_key: HashMap<EntityKey, Entity> = found
            .into_iter()
            .map(|entity| (entity.key.clone(), entity))
            .collect();
        let mut new = Vec::new();
        for (key, (name, kind)) in named {
            if by_key.contains_key(&key) {
                continue;
            }
            let entity = Entity {
                id: EntityId::new(scope.environment),
                key: key.clone(),
                name,
                kind,
                part_of: None,
            };
            let family = family(&key);
            by_key.insert(key, entity.clone());
            new.push(NewEntity { entity, family });
        }
        rows.insert_entities(scope.space, scope.revision, &new)
            .await?;
        let canonical: Vec<EntityId> = by_key.values().filter_map(|one| one.part_of).collect();
        let canonical = rows.entities(scope.space, &canonical).await?;
        let entities = Entities::of(by_key.values().cloned().chain(canonical));
        Ok(Self {
            by_key,
            entities,
            new: new.iter().map(|new| new.entity.id).collect(),
            decisions: counting::counting(rows, scope.space).await?,
            owner_name: owner_name.to_owned(),
        })
    }

    /// What one text adds to the graph.
    pub(crate) fn episode_graph(
        &self,
        episode: EpisodeId,
        understood: &Understood,
        embedder: &str,
        extractor: &str,
    ) -> EpisodeGraph {
        let extraction = &understood.extraction;
        let others = proper_names(extraction, &self.owner_name, |one| self.id(one));
        let claims = extraction.statements.iter().filter_map(|said| {
            let is_repetition = understood.repetitions.contains(&said.passage);
            (!is_repetition)
                .then(|| self.claim(said, &others))
                .flatten()
        });
        let links = extraction.identities.iter().filter_map(|identity| {
            let (left, right) = (self.id(&identity.left)?, self.id(&identity.right)?);
            let roles = [&identity.left, &identity.right];
            let is_role = roles
                .iter()
                .any(|one| matches!(one, EntityRef::Role { .. }));
            (left != right).then_some(EntityLink {
                left,
                right,
                is_same: identity.is_same,
                reason: if is_role {
                    LinkReason::Role
                } else {
                    LinkReason::Stated
                },
                said: Some((episode, identity.range)),
            })
        });
        EpisodeGraph {
            passages: self.passages(understood),
            mentions: self.mentions(episode, extraction),
            claims: claims.collect(),
            links: links.collect(),
            embedder: embedder.to_owned(),
            extractor: extraction
                .read_by
                .clone()
                .unwrap_or_else(|| extractor.to_owned()),
            note: understood.note(),
        }
    }

    /// What these additions bear on.
    pub(crate) fn touched<'a>(&self, graphs: impl Iterator<Item = &'a EpisodeGraph>) -> Touched {
        let mut touched = Touched {
            entities: self.new.clone(),
            slots: BTreeSet::new(),
        };
        for graph in graphs {
            touched
                .slots
                .extend(graph.claims.iter().map(|(_, slot)| slot.clone()));
            let ends = graph.links.iter().flat_map(|link| [link.left, link.right]);
            touched.entities.extend(ends);
            let surprising = graph
                .mentions
                .iter()
                .filter(|mention| self.surprises(mention));
            touched
                .entities
                .extend(surprising.map(|mention| mention.entity));
        }
        touched
    }

    /// Whether a mention takes its entity for something else than it is stored as.
    fn surprises(&self, mention: &Mention) -> bool {
        let mut stored = self.entities.kinds(mention.entity);
        mention.kind != EntityKind::Thing && stored.any(|stored| stored != mention.kind)
    }

    fn passages(&self, understood: &Understood) -> Vec<Passage> {
        let passages = understood.passages.iter().enumerate();
        passages
            .map(|(number, passage)| Passage {
                number: number as u32,
                range: passage.range,
                speaker: understood
                    .extraction
                    .speakers
                    .get(number)
                    .and_then(|speaker| self.id(speaker.as_ref()?)),
                vector: understood.vectors.get(number).cloned().flatten(),
                is_repetition: understood.repetitions.contains(&number),
            })
            .collect()
    }

    fn mentions(&self, episode: EpisodeId, extraction: &Extraction) -> Vec<Mention> {
        let mentions = extraction.mentions.iter().filter_map(|mention| {
            Some(Mention {
                entity: self.id(&mention.entity)?,
                kind: mention.kind,
                episode,
                passage: mention.passage as u32,
                range: mention.range,
            })
        });
        mentions.collect()
    }

    fn claim(&self, said: &ExtractedStatement, others: &[Name]) -> Option<(Claim, Slot)> {
        let object = match &said.object {
            ExtractedObject::Entity(entity) => Object::Entity(self.id(entity)?),
            ExtractedObject::Value(value) => Object::Value(value.clone()),
        };
        let attributed_to = match &said.attributed_to {
            Some(source) => Some(self.id(source)?),
            None => None,
        };
        let proposition = Proposition {
            subject: self.id(&said.subject)?,
            relation: said.relation.clone(),
            object,
            is_negated: said.is_negated,
            modality: said.modality,
            attributed_to,
        };
        let slot = self
            .decisions
            .slot_of(&self.entities.canonical(&proposition));
        let claim = Claim {
            proposition,
            phrase: said.phrase.clone(),
            details: said.details.clone(),
            worth: said.worth,
            names: places(said, others, &self.owner_name, |one| self.id(one)),
            fact: said.fact.clone(),
            from: said.from.filter(|from| *from >= FIRST),
            until: said.until.filter(|until| *until >= FIRST),
            precision: said.precision,
            is_additional: said.is_additional,
            is_correction: said.is_correction,
            passage: said.passage as u32,
            range: said.range,
        };
        Some((claim, slot))
    }

    fn id(&self, entity: &EntityRef) -> Option<EntityId> {
        self.by_key.get(&entity.key()).map(|entity| entity.id)
    }
}

/// Every entity the texts name, with the first spelling and the most telling kind, in the order of their keys.
fn named(texts: &[&Understood], owner_name: &str) -> BTreeMap<EntityKey, (String, EntityKind)> {
    let mut named: BTreeMap<EntityKey, (String, EntityKind)> = BTreeMap::new();
    for mention in texts.iter().flat_map(|text| &text.extraction.mentions) {
        let kind = match mention.entity {
            EntityRef::Owner => EntityKind::Owner,
            _ => mention.kind,
        };
        let key = mention.entity.key();
        if key.as_str().trim().is_empty() || key.as_str().len() > MAX_KEY_BYTES {
            continue;
        }
        let known = named
            .entry(key)
            .or_insert_with(|| (called(&mention.entity, owner_name), kind));
        if known.1 == EntityKind::Thing {
            known.1 = kind;
        }
    }
    named
}

/// What an entity is called: a role after whose it is.
fn called(entity: &EntityRef, owner_name: &str) -> String {
    match entity {
        EntityRef::Owner => owner_name.to_owned(),
        EntityRef::Named(name) => name.clone(),
        EntityRef::Role { role, of } => match called(of, owner_name).trim() {
            "" => format!("my {role}"),
            whose => format!("{whose}'s {role}"),
        },
    }
}
