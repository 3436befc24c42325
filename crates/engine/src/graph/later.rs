//! What a change leaves for later: a change of names, or a death, that bears on very many claims.
//!
//! The change itself is one small transaction: from its commit on the names are what they are to be, and what follows
//! from the claims is worked out part by part, each in a transaction of its own, so that whoever wants to write waits
//! for one part and not for all: the embedded database has one writer. Whoever asked for the change waits until the
//! last part is done. Broken off in between it is gone on with within a minute, or at the next start, by any node.
//! What follows is a function of the claims, so it comes to the same whatever is said, merged or split in between.
//!
//! Until a part has come to a fact, it is listed under all names of the entity, told with what it is called now, and
//! not yet brought together with what is said under its other names; what is split off leaves with its part.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use recollect_graph::is_slot_of_death;
use recollect_model::{EntityId, Environment, LeaseToken, Slot, SpaceId, UserId};
use recollect_storage::{Change, Store, ToFollow};
use tokio::sync::Notify;

use super::{Scope, statements};
use crate::{Engine, EngineError};

/// So many claims, about, are looked at in one part.
const CLAIMS_OF_PART: u64 = 128;

impl Engine {
    pub(crate) fn later(&self) -> Later {
        Later {
            store: self.store.clone(),
            environment: self.environment.clone(),
            events_written: self.delivering.woken.clone(),
        }
    }

    /// Carries out what changes have left for later and nobody has carried out, of all users; done every minute, and first of
    /// all after a start.
    pub async fn follow_changes(&self) -> Result<(), EngineError> {
        self.later().follow_all().await
    }
}

/// Commits changes, and carries out what they leave for later.
#[derive(Debug, Clone)]
pub(crate) struct Later {
    pub(crate) store: Store,
    pub(crate) environment: Environment,
    pub(crate) events_written: Arc<Notify>,
}

impl Later {
    /// Commits a change, and carries out what it leaves for later. What breaks off after the commit is gone on with later.
    pub(crate) async fn commit(&self, mut change: Change) -> Result<(), EngineError> {
        let user = change.graph().user();
        let leaves_something = change.graph().leaves_something();
        change.commit().await?;
        if leaves_something {
            self.follow_patiently(user).await;
        }
        Ok(())
    }

    /// Carries out what the user's changes have left for later; when that breaks off, whoever keeps house goes on.
    pub(crate) async fn follow_patiently(&self, user: UserId) {
        if let Err(error) = self.follow(user).await {
            tracing::warn!(%user, "what follows from a change of names is not worked out yet: {error}");
        }
    }

    /// Carries out all that was left for later. What fails for one user holds up nobody else, and is told at the end.
    pub(crate) async fn follow_all(&self) -> Result<(), EngineError> {
        let mut outcome = Ok(());
        for user in self.store.users_to_follow().await? {
            outcome = outcome.and(self.follow(user).await);
        }
        outcome
    }

    async fn follow(&self, user: UserId) -> Result<(), EngineError> {
        loop {
            let left = self.store.left_for_later(user).await?;
            if left.is_empty() {
                return Ok(());
            }
            let mut by_space: BTreeMap<SpaceId, Vec<ToFollow>> = BTreeMap::new();
            for note in left {
                by_space.entry(note.space).or_default().push(note);
            }
            for (space, notes) in by_space {
                self.follow_in(user, space, &notes).await?;
            }
            self.events_written.notify_one();
        }
    }

    /// Carries out what was left for later in a space, as far as it was noted until now.
    async fn follow_in(
        &self,
        user: UserId,
        space: SpaceId,
        notes: &[ToFollow],
    ) -> Result<(), EngineError> {
        let named: Vec<EntityId> = notes.iter().map(|note| note.entity).collect();
        let slots = self.store.slots_about(user, space, &named).await?;
        let claims: u64 = slots.iter().map(|(_, claims)| claims).sum();
        let parts = parts(slots);
        tracing::info!(%user, %space, "{claims} claims of {} names are followed in {} parts", named.len(), parts.len());
        for part in &parts {
            if !self.follow_part(user, space, part, &[]).await? {
                return Ok(());
            }
        }
        self.follow_part(user, space, &BTreeSet::new(), notes)
            .await
            .map(drop)
    }

    /// One part, and taking back the notes; false when the space is gone.
    async fn follow_part(
        &self,
        user: UserId,
        space: SpaceId,
        slots: &BTreeSet<Slot>,
        done: &[ToFollow],
    ) -> Result<bool, EngineError> {
        let token = LeaseToken::new(&self.environment);
        let mut change = self.store.begin_change(user, token).await?;
        let rows = change.graph();
        if !slots.is_empty() {
            let Some(revision) = rows.advance_space(space).await? else {
                return Ok(false);
            };
            let scope = Scope {
                space,
                revision,
                environment: &self.environment,
            };
            statements::bring_part_up_to_date(rows, scope, slots).await?;
        }
        rows.take_back_notes(space, done).await?;
        change.commit_part().await?;
        Ok(true)
    }
}

/// Slots in parts, each of about as many claims. What is said of deaths comes first: it bears on the rest.
fn parts(mut slots: Vec<(Slot, u64)>) -> Vec<BTreeSet<Slot>> {
    slots.sort_by_key(|(slot, _)| !is_slot_of_death(slot));
    let mut parts = Vec::new();
    let (mut part, mut claims) = (BTreeSet::new(), 0);
    for (slot, of_slot) in slots {
        if claims + of_slot > CLAIMS_OF_PART && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
            claims = 0;
        }
        claims += of_slot;
        part.insert(slot);
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}
