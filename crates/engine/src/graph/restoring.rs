//! Decisions about facts and names that our own export brings: made in one change of a space, and taken back.
//!
//! They are made as soon as the texts are accepted, before these are read: a decision is kept by what its fact says,
//! and a name is an entity that waits for the texts which use it. So nothing has to be remembered until the texts are
//! read, a crash loses nothing, and at no time is a fact told that its owner dismissed. What stands here already goes
//! before what is brought, where both are about the same and it is as new.

use std::collections::{BTreeSet, HashMap};

use recollect_graph::{family, say_the_same};
use recollect_imports::{AskedName, ToldDecision, ToldEntity, ToldName, ToldObject, ToldVerdict};
use recollect_model::{
    Decision, Entity, EntityId, EntityKey, EntityLink, EpisodeId, LinkReason, Object, Proposition,
    Timestamp, Verdict,
};
use recollect_storage::{
    GraphRows, ImportAct, NewEntity, RestoredDecision, RestoredVerdict, StorageError,
};

use super::decisions::{MAX_DECISIONS, slots_of, take_back};
use super::{Entities, Scope, Touched, bring_up_to_date, follow_removal};

/// The texts that imports brought, by their names.
pub(crate) type BroughtTexts = HashMap<String, EpisodeId>;

/// Carries out what was decided about facts and names of a space; what was done, and how many decisions were more than a space
/// may have. The owner is called so.
pub(crate) async fn restore(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    (decisions, names): (&[&ToldDecision], &[&ToldName]),
    (texts, owner): (&BroughtTexts, &str),
) -> Result<(Vec<ImportAct>, usize), StorageError> {
    let mut acts = Vec::new();
    let mut touched = Touched::default();
    for name in names {
        let act = restore_name(rows, scope, (name, owner), &mut touched).await?;
        acts.extend(act);
    }
    let mut kept = rows.decisions(scope.space).await?;
    let (mut made, mut left_out) = (Vec::new(), 0);
    for decision in decisions {
        let said_by = decision.texts.iter().filter_map(|name| texts.get(name));
        let said_by: Vec<EpisodeId> = said_by.copied().collect();
        if said_by.is_empty() || rows.decision(decision.id).await?.is_some() {
            continue;
        }
        if kept.len() + made.len() >= MAX_DECISIONS {
            left_out += 1;
            continue;
        }
        if !makes_way(rows, scope, decision, &mut kept).await? {
            continue;
        }
        if let ToldVerdict::Corrected(ToldObject::Entity(right), _) = &decision.verdict {
            let target = find_or_add(rows, scope, right, owner).await?;
            touched.entities.insert(target);
        }
        let restored = restored(decision, scope.environment.now());
        rows.restore_decision(scope.space, &restored, &said_by)
            .await?;
        acts.push(ImportAct::Decision(scope.space, decision.id));
        made.push(decision.id);
    }
    // Of what is read already, what follows is told anew; the rest is once it is read.
    let all = rows.decisions(scope.space).await?;
    let new: Vec<Decision> = all
        .into_iter()
        .filter(|one| made.contains(&one.id))
        .collect();
    let slots = slots_of(rows, scope.space, &new).await?;
    touched.slots.extend(slots);
    bring_up_to_date(rows, scope, touched).await?;
    Ok((acts, left_out))
}

/// Takes back what was done in a space; what is gone by now stays so.
pub(crate) async fn take_back_all(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    acts: &[ImportAct],
) -> Result<(), StorageError> {
    let mut touched = Touched::default();
    for act in acts {
        match act {
            ImportAct::Decision(_, id) => {
                if let Some(decision) = rows.decision(*id).await? {
                    take_back(rows, scope, &decision).await?;
                }
            }
            ImportAct::Link(_, link) => {
                rows.remove_links(scope.space, (link.left, link.right), link.reason)
                    .await?;
                touched.entities.extend([link.left, link.right]);
            }
            ImportAct::Kind(_, entity) => {
                rows.ask_kind(scope.space, *entity, None).await?;
                touched.entities.insert(*entity);
            }
            ImportAct::Space(_) | ImportAct::Person(..) => {}
        }
    }
    follow_removal(rows, scope, touched).await?;
    Ok(())
}

/// Carries out what was asked for about a name, unless something else was asked for here; what was done.
async fn restore_name(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    (told, owner): (&ToldName, &str),
    touched: &mut Touched,
) -> Result<Option<ImportAct>, StorageError> {
    let (other, reason, is_same) = match &told.asked {
        AskedName::Kind => {
            let entity = find_or_add(rows, scope, &told.entity, owner).await?;
            let kind = told.entity.kind;
            if !rows.ask_kind_first(scope.space, entity, kind).await? {
                return Ok(None);
            }
            touched.entities.insert(entity);
            return Ok(Some(ImportAct::Kind(scope.space, entity)));
        }
        AskedName::Named(other) => (other, LinkReason::Named, true),
        AskedName::Same(other) => (other, LinkReason::Asked, true),
        AskedName::Apart(other) => (other, LinkReason::Asked, false),
    };
    let left = find_or_add(rows, scope, &told.entity, owner).await?;
    let right = find_or_add(rows, scope, other, owner).await?;
    touched.entities.extend([left, right]);
    let link = EntityLink {
        left,
        right,
        is_same,
        reason,
        said: None,
    };
    let stands = rows.links_of(scope.space, &[left, right]).await?;
    let mut asked = stands.iter().filter(|one| one.said.is_none());
    let is_settled = asked.any(|one| match reason {
        // It has a name that somebody gave it here.
        LinkReason::Named => one.reason == reason && one.right == right,
        _ => {
            let ends = [one.left, one.right];
            one.reason == reason && ends.contains(&left) && ends.contains(&right)
        }
    });
    if is_settled || left == right {
        return Ok(None);
    }
    rows.insert_links(scope.space, &[link]).await?;
    Ok(Some(ImportAct::Link(scope.space, link)))
}

/// Whether a decision counts beside those that are kept; older ones about the same make way for it.
async fn makes_way(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    told: &ToldDecision,
    kept: &mut Vec<Decision>,
) -> Result<bool, StorageError> {
    let Some(about) = about(rows, scope, told).await? else {
        return Ok(true);
    };
    let others: Vec<Proposition> = kept.iter().filter_map(|one| one.about.clone()).collect();
    let said = others.iter().chain([&about]);
    let entities = Entities::named_in(rows, scope.space, said).await?;
    let about = entities.canonical(&about);
    let is_of_truth = matches!(
        told.verdict,
        ToldVerdict::Dismissed | ToldVerdict::Corrected(..)
    );
    let name = restored(told, told.decided_at).verdict.as_str();
    let is_alike =
        |verdict: &Verdict| verdict.as_str() == name || verdict.is_about_truth() && is_of_truth;
    let (alike, rest): (Vec<Decision>, Vec<Decision>) =
        std::mem::take(kept).into_iter().partition(|one| {
            let of = one.about.as_ref().map(|of| entities.canonical(of));
            is_alike(&one.verdict) && of.is_some_and(|of| say_the_same(&of, &about))
        });
    *kept = rest;
    let decided_at = told.decided_at.min(scope.environment.now());
    if alike.iter().any(|one| one.decided_at >= decided_at) {
        kept.extend(alike);
        return Ok(false);
    }
    for former in alike {
        take_back(rows, scope, &former).await?;
    }
    Ok(true)
}

/// What a decision is about, where the graph knows all of it by now.
async fn about(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    told: &ToldDecision,
) -> Result<Option<Proposition>, StorageError> {
    let object = match &told.object {
        ToldObject::Entity(entity) => Some(&entity.key),
        ToldObject::Value(_) => None,
    };
    let sayer = told.attributed_to.as_ref().map(|sayer| &sayer.key);
    let keys = [Some(&told.subject.key), object, sayer];
    let keys: BTreeSet<EntityKey> = keys.into_iter().flatten().cloned().collect();
    let keys: Vec<EntityKey> = keys.into_iter().collect();
    let found = rows.entities_by_key(scope.space, &keys).await?;
    let id = |key: &EntityKey| found.iter().find(|one| one.key == *key).map(|one| one.id);
    let object = match &told.object {
        ToldObject::Value(value) => Some(Object::Value(value.clone())),
        ToldObject::Entity(entity) => id(&entity.key).map(Object::Entity),
    };
    let attributed_to = sayer.map(id);
    let (Some(subject), Some(object)) = (id(&told.subject.key), object) else {
        return Ok(None);
    };
    Ok(match attributed_to {
        Some(None) => None,
        attributed_to => Some(Proposition {
            subject,
            relation: told.relation.clone(),
            object,
            is_negated: told.is_negated,
            modality: told.modality,
            attributed_to: attributed_to.flatten(),
        }),
    })
}

/// The entity of that name or role, which is added where there is none yet.
async fn find_or_add(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    told: &ToldEntity,
    owner: &str,
) -> Result<EntityId, StorageError> {
    let found = rows
        .entities_by_key(scope.space, std::slice::from_ref(&told.key))
        .await?;
    if let Some(found) = found.first() {
        return Ok(found.id);
    }
    let entity = Entity {
        id: EntityId::new(scope.environment),
        key: told.key.clone(),
        name: match told.key.is_owner() {
            true => owner.to_owned(),
            false => told.name.clone(),
        },
        kind: told.kind,
        part_of: None,
    };
    let (id, family) = (entity.id, family(&entity.key));
    rows.insert_entities(scope.space, scope.revision, &[NewEntity { entity, family }])
        .await?;
    Ok(id)
}

/// The decision as it is kept. It was made by now, whatever is said of it.
fn restored(told: &ToldDecision, now: Timestamp) -> RestoredDecision {
    let object = |object: &ToldObject| match object {
        ToldObject::Entity(entity) => Ok(entity.key.clone()),
        ToldObject::Value(value) => Err(value.clone()),
    };
    RestoredDecision {
        id: told.id,
        subject: told.subject.key.clone(),
        relation: told.relation.clone(),
        object: object(&told.object),
        is_negated: told.is_negated,
        modality: told.modality,
        attributed_to: told.attributed_to.as_ref().map(|sayer| sayer.key.clone()),
        fact: told.fact.clone(),
        verdict: match &told.verdict {
            ToldVerdict::Dismissed => RestoredVerdict::Dismissed,
            ToldVerdict::Pinned => RestoredVerdict::Pinned,
            ToldVerdict::Ended(at) => RestoredVerdict::Ended(*at),
            ToldVerdict::Corrected(right, fact) => {
                RestoredVerdict::Corrected(object(right), fact.clone())
            }
        },
        decided_at: told.decided_at.min(now),
    }
}
