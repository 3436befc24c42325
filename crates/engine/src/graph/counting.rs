//! What was decided about facts as it counts: with the entities that the names stand for now.

use recollect_graph::{Deciding, Decisions, Ruling, with_object};
use recollect_model::{Decision, EntityId, Object, Proposition, SpaceId, UserId, Verdict};
use recollect_storage::{GraphRows, StorageError, Store};

use super::Entities;

/// What was decided in a space, as it counts in this transaction.
pub(super) async fn counting(
    rows: &mut GraphRows,
    space: SpaceId,
) -> Result<Decisions, StorageError> {
    let kept = rows.decisions(space).await?;
    if kept.is_empty() {
        return Ok(Decisions::default());
    }
    let named = propositions(&kept);
    let entities = Entities::named_in(rows, space, named.iter()).await?;
    Ok(read_with(&kept, &entities))
}

/// The same outside of a transaction.
pub(super) async fn counting_now(
    store: &Store,
    user: UserId,
    space: SpaceId,
) -> Result<Decisions, StorageError> {
    let kept = store.decisions(user, space).await?;
    if kept.is_empty() {
        return Ok(Decisions::default());
    }
    let ids: Vec<EntityId> = propositions(&kept).iter().flat_map(named_by).collect();
    let mut entities = store.entities(user, space, &ids).await?;
    let wholes: Vec<EntityId> = entities.iter().filter_map(|one| one.part_of).collect();
    entities.extend(store.entities(user, space, &wholes).await?);
    Ok(read_with(&kept, &Entities::of(entities)))
}

/// The entities that decisions are about which name one of these, so that what is said of them is looked at again.
pub(super) async fn subjects_by(
    rows: &mut GraphRows,
    space: SpaceId,
    named: &[EntityId],
) -> Result<Vec<EntityId>, StorageError> {
    let kept = rows.decisions(space).await?;
    let mut subjects = Vec::new();
    for decision in &kept {
        let all = propositions(std::slice::from_ref(decision));
        let names_one = all.iter().flat_map(named_by).any(|id| named.contains(&id));
        if names_one {
            subjects.extend(decision.about.as_ref().map(|about| about.subject));
        }
    }
    Ok(subjects)
}

/// What decisions are about, and what they say is right.
pub(super) fn propositions(decisions: &[Decision]) -> Vec<Proposition> {
    let mut all = Vec::with_capacity(decisions.len());
    for decision in decisions {
        let Some(about) = &decision.about else {
            continue;
        };
        all.push(about.clone());
        if let Verdict::Corrected { object, .. } = &decision.verdict {
            all.push(with_object(about, object.clone()));
        }
    }
    all
}

/// The entities that a proposition names.
pub(super) fn named_by(proposition: &Proposition) -> Vec<EntityId> {
    let object = match proposition.object {
        Object::Entity(object) => Some(object),
        Object::Value(_) => None,
    };
    let all = [Some(proposition.subject), object, proposition.attributed_to];
    all.into_iter().flatten().collect()
}

/// What a correction says is right, with the entities that its names stand for.
pub(super) fn right_of(decision: &Decision, entities: &Entities) -> Option<Proposition> {
    let Verdict::Corrected { object, .. } = &decision.verdict else {
        return None;
    };
    let right = with_object(decision.about.as_ref()?, object.clone());
    Some(entities.canonical(&right))
}

fn read_with(kept: &[Decision], entities: &Entities) -> Decisions {
    Decisions::of(kept.iter().filter_map(|decision| {
        let about = entities.canonical(decision.about.as_ref()?);
        let ruling = match &decision.verdict {
            Verdict::Dismissed => Ruling::Dismissed,
            Verdict::Pinned => Ruling::Pinned,
            Verdict::Ended { at } => Ruling::Ended(*at),
            Verdict::Corrected { fact, .. } => {
                Ruling::Corrected(right_of(decision, entities)?, fact.clone())
            }
        };
        Some(Deciding {
            id: decision.id,
            about,
            ruling,
            decided_at: decision.decided_at,
        })
    }))
}
