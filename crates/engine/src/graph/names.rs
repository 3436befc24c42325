//! Putting right by hand which names are one entity. What is asked for goes before all that the texts suggest, is
//! kept as a link of its own, and is taken back by asking for the opposite.

use std::net::IpAddr;

use recollect_model::{
    AuditAction, Entity, EntityId, EntityKey, EntityLink, LinkReason, SpaceId, UserId,
};
use recollect_storage::{Change, EntityDetail};

use super::{EntityView, Scope, Touched, bring_up_to_date};
use crate::{Engine, EngineError, Sought};

impl Engine {
    /// Makes two entities of one space one, with all their names, and returns it. The fuller name stands for both.
    pub async fn merge_entities(
        &self,
        user: UserId,
        keep: EntityId,
        other: EntityId,
        address: Option<IpAddr>,
    ) -> Result<EntityView, EngineError> {
        let (left, right) = (
            self.named(user, keep).await?,
            self.named(user, other).await?,
        );
        if left.listed.space != right.listed.space {
            return Err(EngineError::invalid("other", "is in another space"));
        }
        if left.listed.entity.id == right.listed.entity.id {
            return Err(EngineError::invalid("other", "is this entity already"));
        }
        let space = left.listed.space;
        let mut change = self.open_change(user).await?;
        let pairs = pairs(&names(&left), &names(&right));
        self.ask(&mut change, space, &pairs, &[(keep, other)], true)
            .await?;
        let both = change.graph().entities(space, &[keep, other]).await?;
        if !matches!(&both[..], [one, two] if one.canonical() == two.canonical()) {
            let reason = "what was asked for before keeps the two apart: a third name of one is no name of the other";
            return Err(EngineError::Conflict {
                reason: reason.to_owned(),
            });
        }
        // Identifiers alone, since names may be forgotten.
        let subject = format!("{keep}, {other}");
        self.finish(change, AuditAction::EntitiesMerged, subject, address)
            .await?;
        tracing::info!(%user, entity = %keep, "entities merged");
        self.entity(user, keep).await
    }

    /// Lets one of an entity's names stand for itself, and returns the entity it is then. What keeps it with the entity
    /// is taken back where somebody asked for it, and outweighed where the texts say so.
    pub async fn split_entity(
        &self,
        user: UserId,
        entity: EntityId,
        alias: EntityId,
        address: Option<IpAddr>,
    ) -> Result<EntityView, EngineError> {
        let whole = self.named(user, entity).await?;
        let all = names(&whole);
        let others: Vec<EntityId> = all.iter().copied().filter(|one| *one != alias).collect();
        if others.len() == all.len() {
            return Err(EngineError::invalid("alias", "is no name of this entity"));
        }
        if others.is_empty() {
            return Err(EngineError::invalid(
                "alias",
                "is the only name of this entity",
            ));
        }
        let space = whole.listed.space;
        let pairs = pairs(&[alias], &others);
        let mut change = self.open_change(user).await?;
        self.ask(&mut change, space, &pairs, &[], false).await?;
        let names = change.graph().entities(space, &all).await?;
        let still: Vec<(EntityId, EntityId)> = still_one(&names, alias, &pairs);
        if !still.is_empty() {
            self.ask(&mut change, space, &[], &still, false).await?;
        }
        let subject = format!("{entity}, {alias}");
        self.finish(change, AuditAction::EntitySplit, subject, address)
            .await?;
        tracing::info!(%user, entity = %alias, "name split from an entity");
        self.entity(user, alias).await
    }

    /// Makes the owner one with whoever has one of these names, in every space that knows both, and takes that back for
    /// names that are not among them any more.
    pub(crate) async fn call_owner(
        &self,
        change: &mut Change,
        before: &[String],
        names: &[String],
    ) -> Result<(), EngineError> {
        let key = |name: &String| EntityKey::of_name(name);
        let mut keys: Vec<EntityKey> = before.iter().chain(names).map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        if keys.is_empty() {
            return Ok(());
        }
        let wanted: Vec<EntityKey> = names.iter().map(key).collect();
        let user = change.graph().user();
        for space in change.graph().spaces().await? {
            let rows = change.graph();
            let owner = rows.entities_by_key(space, &[EntityKey::owner()]).await?;
            let Some(owner) = owner.first().map(|owner| owner.id) else {
                continue;
            };
            let named = rows.entities_by_key(space, &keys).await?;
            let pairs = |is_wanted: bool| -> Vec<(EntityId, EntityId)> {
                let named = named.iter();
                let those = named.filter(|one| wanted.contains(&one.key) == is_wanted);
                those.map(|one| (owner, one.id)).collect()
            };
            let (asked, taken_back) = (pairs(true), pairs(false));
            if asked.is_empty() && taken_back.is_empty() {
                continue;
            }
            self.ask(
                change,
                space,
                &[taken_back, asked.clone()].concat(),
                &asked,
                true,
            )
            .await?;
            tracing::info!(%user, %space, "other names of the owner were taken in");
        }
        Ok(())
    }

    pub(super) async fn named(
        &self,
        user: UserId,
        id: EntityId,
    ) -> Result<EntityDetail, EngineError> {
        let found = self.store.entity(user, id).await?;
        found.ok_or(EngineError::not_found(Sought::Entity))
    }

    /// Takes back what was asked of the first pairs before, asks for this of the others, and works out what follows.
    async fn ask(
        &self,
        change: &mut Change,
        space: SpaceId,
        taken_back: &[(EntityId, EntityId)],
        asked: &[(EntityId, EntityId)],
        is_same: bool,
    ) -> Result<(), EngineError> {
        let rows = change.graph();
        let Some(revision) = rows.advance_space(space).await? else {
            return Err(EngineError::not_found(Sought::Entity));
        };
        let scope = Scope {
            space,
            revision,
            environment: &self.environment,
        };
        for &pair in taken_back {
            rows.remove_links(space, pair, LinkReason::Asked).await?;
            rows.remove_links(space, pair, LinkReason::Named).await?;
        }
        let links: Vec<EntityLink> = asked
            .iter()
            .map(|&(left, right)| EntityLink {
                left,
                right,
                is_same,
                reason: LinkReason::Asked,
                said: None,
            })
            .collect();
        rows.insert_links(space, &links).await?;
        let both = taken_back.iter().chain(asked);
        let touched = Touched {
            entities: both.flat_map(|&(left, right)| [left, right]).collect(),
            ..Touched::default()
        };
        bring_up_to_date(rows, scope, touched).await?;
        Ok(())
    }
}

/// Those of the pairs that are one entity, seen by these rows.
fn still_one(
    names: &[Entity],
    alias: EntityId,
    pairs: &[(EntityId, EntityId)],
) -> Vec<(EntityId, EntityId)> {
    let canonical = |id: EntityId| {
        let entity = names.iter().find(|entity| entity.id == id);
        entity.map(Entity::canonical)
    };
    let of_alias = canonical(alias);
    let is_one = |pair: &&(EntityId, EntityId)| canonical(pair.1) == of_alias;
    pairs.iter().filter(is_one).copied().collect()
}

/// An entity under all its names.
pub(super) fn names(detail: &EntityDetail) -> Vec<EntityId> {
    let aliases = detail.aliases.iter().map(|alias| alias.entity.id);
    std::iter::once(detail.listed.entity.id)
        .chain(aliases)
        .collect()
}

fn pairs(left: &[EntityId], right: &[EntityId]) -> Vec<(EntityId, EntityId)> {
    let with_all = |one: &EntityId| {
        let one = *one;
        right.iter().map(move |other| (one, *other))
    };
    left.iter().flat_map(with_all).collect()
}
