//! What was decided about facts and asked for about names, told so that another server finds its objects: by names,
//! roles and what facts say. Of an export of chosen texts, what these support.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use recollect_model::{
    Decision, Entity, EntityId, EntityKind, EntityLink, EpisodeId, LabelFilter, LinkReason,
    Modality, Object, RelationName, SpaceId, UserId, Verdict,
};

use crate::graph::KnownStatement;
use crate::{Engine, EngineError, EntityView};

/// Somebody or something by a name or a role, which means the same on any server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameReference {
    /// The name as it is written.
    pub name: String,
    /// What it is; only the owner is [`EntityKind::Owner`].
    pub kind: EntityKind,
    /// What role it stands in, of one that has no name of its own: the first is the role to whoever has the second.
    pub roles: Vec<String>,
    /// Whose role the last one is; the owner's without a name.
    pub of: Option<String>,
}

/// What a fact says of its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectReference {
    /// Somebody or something.
    Entity(NameReference),
    /// A value in words.
    Value(String),
}

/// What a decision is about, and what it says is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactReference {
    /// Whom or what the fact is about.
    pub subject: NameReference,
    /// The relation.
    pub relation: RelationName,
    /// What is said.
    pub object: ObjectReference,
    /// Whether it is denied.
    pub is_negated: bool,
    /// How it is meant.
    pub modality: Modality,
    /// Who says so.
    pub attributed_to: Option<NameReference>,
    /// What is right in the place of the object, of what was corrected.
    pub corrected: Option<ObjectReference>,
}

/// A decision with all that finds its object.
#[derive(Debug, Clone)]
pub struct ExportedDecision {
    /// The decision.
    pub decision: Decision,
    /// What it is about; `None` while no text names all of it.
    pub about: Option<FactReference>,
    /// The texts that say so.
    pub texts: Vec<EpisodeId>,
}

/// Something that was asked for about a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedName {
    /// The space.
    pub space: SpaceId,
    /// `named`: it is what the other is called. `same`: the two are one. `apart`: they are not. `kind`: it is of its kind.
    pub asked: &'static str,
    /// The name.
    pub entity: NameReference,
    /// The other one, where there is one.
    pub other: Option<NameReference>,
}

/// The entities of all spaces that something names.
type Named = HashMap<EntityId, Entity>;

impl Engine {
    /// What was decided about facts, the newest first; about those that texts which meet the filter say.
    pub(crate) async fn exported_decisions(
        &self,
        user: UserId,
        labels: &LabelFilter,
    ) -> Result<Vec<ExportedDecision>, EngineError> {
        let mut decisions = self.decisions(user, None).await?;
        let mut texts = self.store.texts_of_decisions(user).await?;
        if !labels.is_empty() {
            let all: Vec<EpisodeId> = texts.values().flatten().copied().collect();
            let chosen = self.store.labelled_among(user, &all, labels).await?;
            for texts in texts.values_mut() {
                texts.retain(|text| chosen.contains(text));
            }
            decisions.retain(|one| texts.get(&one.id).is_some_and(|texts| !texts.is_empty()));
        }
        let ids = decisions.iter().flat_map(|one| {
            let named = named_by(one).into_iter();
            named.map(|id| (one.space, id))
        });
        let named = self.names_by_id(user, ids).await?;
        let exported = decisions.into_iter().map(|decision| ExportedDecision {
            about: fact(&decision, &named),
            texts: texts.remove(&decision.id).unwrap_or_default(),
            decision,
        });
        Ok(exported.collect())
    }

    /// What was asked for about names; about those that texts which meet the filter use.
    pub(crate) async fn exported_names(
        &self,
        user: UserId,
        labels: &LabelFilter,
    ) -> Result<Vec<ExportedName>, EngineError> {
        let mut links = self.store.asked_links(user).await?;
        let mut kinds = self.store.asked_kinds(user).await?;
        if !labels.is_empty() {
            let ends = links.iter().flat_map(|(_, link)| [link.left, link.right]);
            let all: Vec<EntityId> = ends.chain(kinds.iter().map(|(_, id, _)| *id)).collect();
            let used = self.used_names(user, &links, &all, labels).await?;
            links.retain(|(_, link)| used.contains(&link.left) && used.contains(&link.right));
            kinds.retain(|(_, id, _)| used.contains(id));
        }
        let ends = links
            .iter()
            .flat_map(|(space, link)| [(*space, link.left), (*space, link.right)]);
        let ids = ends.chain(kinds.iter().map(|(space, id, _)| (*space, *id)));
        let named = self.names_by_id(user, ids).await?;
        let of_links = links.iter().filter_map(|(space, link)| {
            Some(ExportedName {
                space: *space,
                asked: match (link.reason, link.is_same) {
                    (LinkReason::Named, _) => "named",
                    (_, true) => "same",
                    (_, false) => "apart",
                },
                entity: reference(named.get(&link.left)?),
                other: Some(reference(named.get(&link.right)?)),
            })
        });
        let of_kinds = kinds.iter().filter_map(|(space, id, kind)| {
            let entity = named.get(id)?;
            Some(ExportedName {
                space: *space,
                asked: "kind",
                entity: NameReference {
                    kind: *kind,
                    ..reference(entity)
                },
                other: None,
            })
        });
        Ok(of_links.chain(of_kinds).collect())
    }

    /// Leaves of entities the names that texts which meet the filter use, and those that somebody gave them.
    pub(crate) async fn leave_used_names(
        &self,
        user: UserId,
        entities: &mut [EntityView],
        labels: &LabelFilter,
    ) -> Result<(), EngineError> {
        if labels.is_empty() {
            return Ok(());
        }
        let links = self.store.asked_links(user).await?;
        let aliases = entities.iter().flat_map(|one| &one.aliases);
        let aliases: Vec<EntityId> = aliases.map(|one| one.entity.entity.id).collect();
        let used = self.used_names(user, &links, &aliases, labels).await?;
        for entity in entities {
            let aliases = &mut entity.aliases;
            aliases.retain(|one| used.contains(&one.entity.entity.id));
        }
        Ok(())
    }

    /// Leaves of what supports statements the texts that meet the filter.
    pub(crate) async fn leave_chosen_texts(
        &self,
        user: UserId,
        statements: &mut [KnownStatement],
        labels: &LabelFilter,
    ) -> Result<(), EngineError> {
        if labels.is_empty() {
            return Ok(());
        }
        let texts: BTreeSet<EpisodeId> = statements
            .iter()
            .flat_map(|one| {
                let places = one.evidence.iter().map(|source| source.episode);
                places.chain(one.episodes.iter().copied())
            })
            .collect();
        let texts: Vec<EpisodeId> = texts.into_iter().collect();
        let chosen = self.store.labelled_among(user, &texts, labels).await?;
        for one in statements {
            one.episodes.retain(|text| chosen.contains(text));
            one.evidence
                .retain(|source| chosen.contains(&source.episode));
        }
        Ok(())
    }

    /// Those of these names that texts which meet the filter use, and names that somebody gave to one that they use.
    async fn used_names(
        &self,
        user: UserId,
        links: &[(SpaceId, EntityLink)],
        names: &[EntityId],
        labels: &LabelFilter,
    ) -> Result<HashSet<EntityId>, EngineError> {
        let given = links.iter().map(|(_, link)| link);
        let given = given.filter(|link| link.reason == LinkReason::Named);
        let mut all: BTreeSet<EntityId> = names.iter().copied().collect();
        all.extend(given.clone().map(|link| link.right));
        let all: Vec<EntityId> = all.into_iter().collect();
        let mut used = self.store.named_by_labelled(user, &all, labels).await?;
        let also: Vec<EntityId> = given
            .filter(|link| used.contains(&link.right))
            .map(|link| link.left)
            .collect();
        used.extend(also);
        Ok(used)
    }

    async fn names_by_id(
        &self,
        user: UserId,
        ids: impl Iterator<Item = (SpaceId, EntityId)>,
    ) -> Result<Named, EngineError> {
        let mut by_space: BTreeMap<SpaceId, BTreeSet<EntityId>> = BTreeMap::new();
        for (space, id) in ids {
            by_space.entry(space).or_default().insert(id);
        }
        let mut named = Named::new();
        for (space, ids) in by_space {
            let ids: Vec<EntityId> = ids.into_iter().collect();
            let found = self.store.entities(user, space, &ids).await?;
            named.extend(found.into_iter().map(|one| (one.id, one)));
        }
        Ok(named)
    }
}

/// The entities that a decision names.
fn named_by(decision: &Decision) -> Vec<EntityId> {
    let entity = |object: &Object| match object {
        Object::Entity(id) => Some(*id),
        Object::Value(_) => None,
    };
    let right = match &decision.verdict {
        Verdict::Corrected { object, .. } => entity(object),
        _ => None,
    };
    let about = decision.about.iter().flat_map(|about| {
        let subject = Some(about.subject);
        [subject, entity(&about.object), about.attributed_to]
    });
    about.chain([right]).flatten().collect()
}

fn fact(decision: &Decision, named: &Named) -> Option<FactReference> {
    let about = decision.about.as_ref()?;
    let object = |object: &Object| {
        Some(match object {
            Object::Entity(id) => ObjectReference::Entity(reference(named.get(id)?)),
            Object::Value(value) => ObjectReference::Value(value.clone()),
        })
    };
    let attributed_to = match about.attributed_to {
        Some(sayer) => Some(reference(named.get(&sayer)?)),
        None => None,
    };
    let corrected = match &decision.verdict {
        Verdict::Corrected { object: right, .. } => Some(object(right)?),
        _ => None,
    };
    Some(FactReference {
        subject: reference(named.get(&about.subject)?),
        relation: about.relation.clone(),
        object: object(&about.object)?,
        is_negated: about.is_negated,
        modality: about.modality,
        attributed_to,
        corrected,
    })
}

fn reference(entity: &Entity) -> NameReference {
    let (mut key, mut roles) = (entity.key.clone(), Vec::new());
    while let Some((role, of)) = key.role() {
        roles.push(role.to_owned());
        key = of;
    }
    let of = (!roles.is_empty() && !key.is_owner()).then(|| key.as_str().to_owned());
    NameReference {
        name: entity.name.clone(),
        kind: match entity.kind {
            EntityKind::Owner if !entity.key.is_owner() => EntityKind::Person,
            kind => kind,
        },
        roles,
        of,
    }
}
