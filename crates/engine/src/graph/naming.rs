//! What somebody says that an entity is called, and what it is. It stands whatever the texts say, and can be taken
//! back.

use std::collections::BTreeSet;
use std::net::IpAddr;

use recollect_graph::family;
use recollect_model::{
    AuditAction, Entity, EntityId, EntityKey, EntityKind, EntityLink, LinkReason, UserId,
};
use recollect_storage::{EntityDetail, GraphRows, NewEntity, StorageError};

use super::names::names;
use super::{EntityView, Scope, Touched, follow_removal};
use crate::{Engine, EngineError, Sought, text};

const MAX_NAME: usize = 160;

/// What of an entity is to be otherwise; of each, `Some(None)` takes back what was asked for.
#[derive(Debug, Clone, Default)]
pub struct EntityUpdate {
    /// What it is called.
    pub name: Option<Option<String>>,
    /// What it is.
    pub kind: Option<Option<EntityKind>>,
}

impl Engine {
    /// Gives an entity a name, or says what it is. Its other names go on meaning it, and texts that use the new one mean
    /// it, too. Its facts are told with the new one; the texts stay what they are.
    pub async fn update_entity(
        &self,
        user: UserId,
        id: EntityId,
        update: &EntityUpdate,
        address: Option<IpAddr>,
    ) -> Result<EntityView, EngineError> {
        let detail = self.named(user, id).await?;
        if detail.listed.entity.key.is_owner() {
            refuse_for_owner(update)?;
        }
        if matches!(update.kind, Some(Some(EntityKind::Owner))) {
            return Err(EngineError::invalid("kind", "is that of nobody else"));
        }
        let mut change = self.open_change(user).await?;
        let scope = self
            .scope(&mut change, detail.listed.space, Sought::Entity)
            .await?;
        let rows = change.graph();
        let all = names(&detail);
        let mut touched = Touched {
            entities: all.iter().copied().collect(),
            ..Touched::default()
        };
        match &update.name {
            Some(Some(name)) => {
                let named = rename(rows, scope, &detail, name).await?;
                touched.entities.insert(named);
            }
            Some(None) => unname(rows, scope, &all).await?,
            None => {}
        }
        if let Some(kind) = update.kind {
            for &name in &all {
                rows.ask_kind(scope.space, name, None).await?;
            }
            let kind = kind.map(EntityKind::as_str);
            rows.ask_kind(scope.space, detail.listed.entity.id, kind)
                .await?;
        }
        follow_removal(rows, scope, touched).await?;
        self.finish(change, AuditAction::EntityChanged, id.to_string(), address)
            .await?;
        // The name that stood for it is gone where it was one that is taken back; its others are there.
        for name in all {
            match self.entity(user, name).await {
                Err(EngineError::NotFound { .. }) => {}
                found => return found,
            }
        }
        Err(EngineError::not_found(Sought::Entity))
    }
}

/// What the owner is called is said with the account, and what they are is no question.
fn refuse_for_owner(update: &EntityUpdate) -> Result<(), EngineError> {
    let reason = "is that of the account's person: change it with the account";
    match (&update.name, &update.kind) {
        (Some(_), _) => Err(EngineError::invalid("name", reason)),
        (None, Some(_)) => Err(EngineError::invalid("kind", "of the owner stays as it is")),
        (None, None) => Ok(()),
    }
}

/// Lets a name stand for an entity, in the place of one that was given before; returns the name.
async fn rename(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    detail: &EntityDetail,
    name: &str,
) -> Result<EntityId, EngineError> {
    text::not_blank("name", name)?;
    text::short("name", name, MAX_NAME)?;
    let name: Vec<&str> = name.split_whitespace().collect();
    let name = name.join(" ");
    let (key, called) = (EntityKey::of_name(&name), name.clone());
    let all = names(detail);
    let whole = &detail.listed.entity;
    let found = rows
        .entities_by_key(scope.space, std::slice::from_ref(&key))
        .await?;
    let given = match found.into_iter().next() {
        Some(other) if !all.contains(&other.id) => {
            let reason = format!("\"{name}\" is the name of another entity: merge the two");
            return Err(EngineError::Conflict { reason });
        }
        Some(own) => {
            let entity = Entity { name, ..own };
            rows.update_entities(scope.space, scope.revision, std::slice::from_ref(&entity))
                .await?;
            entity.id
        }
        None => {
            let entity = Entity {
                id: EntityId::new(scope.environment),
                key,
                name,
                kind: whole.kind,
                part_of: None,
            };
            let (id, family) = (entity.id, family(&entity.key));
            rows.insert_entities(scope.space, scope.revision, &[NewEntity { entity, family }])
                .await?;
            id
        }
    };
    unname(rows, scope, &all).await?;
    let keys: Vec<EntityKey> = std::iter::once(&detail.listed)
        .chain(&detail.aliases)
        .map(|known| known.entity.key.clone())
        .collect();
    rows.rename_roles((scope.space, scope.revision), &keys, &called)
        .await?;
    let links: Vec<EntityLink> = all
        .iter()
        .filter(|other| **other != given)
        .map(|&other| EntityLink {
            left: given,
            right: other,
            is_same: true,
            reason: LinkReason::Named,
            said: None,
        })
        .collect();
    rows.insert_links(scope.space, &links).await?;
    Ok(given)
}

/// Takes back the names that somebody gave one of these.
async fn unname(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    all: &[EntityId],
) -> Result<(), StorageError> {
    for link in rows.links_of(scope.space, all).await? {
        if link.reason == LinkReason::Named {
            let pair = (link.left, link.right);
            rows.remove_links(scope.space, pair, LinkReason::Named)
                .await?;
        }
    }
    Ok(())
}

/// The same for these and, unless a text waits that may name them, for all that somebody ever asked for something about: a text
/// that named them may have got other words. Adds those that were let go.
pub(crate) async fn let_go_unspoken(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    touched: &mut BTreeSet<EntityId>,
) -> Result<(), StorageError> {
    let mut maybe = touched.clone();
    if !rows.has_unread(scope.space).await? {
        maybe.extend(rows.asked_about(scope.space).await?);
    }
    touched.extend(let_go(rows, scope, &maybe).await?);
    Ok(())
}

/// Forgets what somebody asked for about entities that no text names any more, under any of their names; returns these.
pub(crate) async fn let_go(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    touched: &BTreeSet<EntityId>,
) -> Result<Vec<EntityId>, StorageError> {
    let touched: Vec<EntityId> = touched.iter().copied().collect();
    let unspoken = rows.unspoken(scope.space, &touched).await?;
    let wholes: BTreeSet<EntityId> = rows
        .entities(scope.space, &unspoken)
        .await?
        .iter()
        .map(Entity::canonical)
        .collect();
    let mut gone = Vec::new();
    for whole in wholes {
        let mut group: Vec<EntityId> = rows
            .members_of(scope.space, &[whole])
            .await?
            .iter()
            .map(|member| member.id)
            .collect();
        group.push(whole);
        let silent = rows.unspoken(scope.space, &group).await?;
        if silent.len() == group.len() {
            rows.release_entities(scope.space, &group).await?;
            gone.extend(group);
        }
    }
    Ok(gone)
}
