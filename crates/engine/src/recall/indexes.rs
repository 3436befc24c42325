//! The search indexes of the spaces in use, kept in step with the database.
//!
//! An index is derived from the database and thrown away without regret: when memory runs short, when it cannot be
//! brought up to date, when its space is deleted. [`Indexes::fresh`] first asks the database for the space's revision
//! and reads what the index lacks, so a search sees every episode completed before it began, on whichever node.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use recollect_index::{IndexChanges, SpaceIndex};
use recollect_language::Embed;
use recollect_model::{Revision, SpaceId, UserId};
use recollect_storage::Store;
use tokio::sync::{OwnedRwLockReadGuard, RwLock};

use super::documents;
use crate::EngineError;

/// The most indexes kept, whatever their size.
const MAX_INDEXES: NonZeroUsize = NonZeroUsize::new(10_000).expect("it is not zero");
/// Episodes read from the database at a time.
const PAGE: usize = 1_000;

type Key = (UserId, SpaceId);
type Slot = Arc<RwLock<SpaceIndex>>;

/// The cache of indexes, least recently used out first. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Indexes {
    store: Store,
    embed: Arc<dyn Embed>,
    budget_bytes: usize,
    cached: Arc<Mutex<LruCache<Key, Entry>>>,
}

struct Entry {
    slot: Slot,
    bytes: usize,
}

impl std::fmt::Debug for Indexes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Indexes({} cached)", self.lock().len())
    }
}

impl Indexes {
    pub(crate) fn new(store: Store, embed: Arc<dyn Embed>, budget_bytes: usize) -> Self {
        Self {
            store,
            embed,
            budget_bytes,
            cached: Arc::new(Mutex::new(LruCache::new(MAX_INDEXES))),
        }
    }

    /// The index of a space, holding everything completed before this call; `None` when there is no such space.
    pub(crate) async fn fresh(
        &self,
        user: UserId,
        space: SpaceId,
    ) -> Result<Option<OwnedRwLockReadGuard<SpaceIndex>>, EngineError> {
        let Some(revision) = self.store.revision(user, space).await? else {
            self.forget(user, space);
            return Ok(None);
        };
        let slot = self.slot((user, space));
        let index = slot.clone().read_owned().await;
        if index.revision() >= revision {
            return Ok(Some(index));
        }
        drop(index);
        let caught_up = self.catch_up((user, space), &slot, revision).await;
        if !matches!(caught_up, Ok(true)) {
            // What was applied by halves is not to be trusted.
            self.forget(user, space);
        }
        if !caught_up? {
            return Ok(None);
        }
        Ok(Some(slot.read_owned().await))
    }

    /// Drops the index of a space.
    pub(crate) fn forget(&self, user: UserId, space: SpaceId) {
        self.lock().pop(&(user, space));
    }

    fn slot(&self, key: Key) -> Slot {
        let mut cached = self.lock();
        if let Some(entry) = cached.get(&key) {
            return entry.slot.clone();
        }
        let slot = Arc::new(RwLock::new(SpaceIndex::new(self.embed.dimensions())));
        cached.put(
            key,
            Entry {
                slot: slot.clone(),
                bytes: 0,
            },
        );
        slot
    }

    /// Reads and applies what the index lacks; one caller does it, the others wait. False when the space is gone.
    async fn catch_up(
        &self,
        key: Key,
        slot: &Slot,
        revision: Revision,
    ) -> Result<bool, EngineError> {
        let mut index = slot.clone().write_owned().await;
        if index.needs_rebuild() {
            *index = SpaceIndex::new(self.embed.dimensions());
        }
        while index.revision() < revision {
            let Some(changes) = self
                .store
                .changes_since(key.0, key.1, index.revision(), PAGE)
                .await?
            else {
                return Ok(false);
            };
            let changes: IndexChanges = documents::of(changes, self.embed.model());
            let applying = tokio::task::spawn_blocking(move || {
                index.apply(changes)?;
                Ok::<_, EngineError>(index)
            });
            index = applying
                .await
                .map_err(|error| EngineError::Internal(error.to_string()))??;
        }
        let bytes = index.memory_bytes();
        drop(index);
        self.make_room(key, bytes);
        Ok(true)
    }

    /// Notes what an index weighs and drops the ones used longest ago until the rest fit the budget.
    fn make_room(&self, key: Key, bytes: usize) {
        let mut cached = self.lock();
        if let Some(entry) = cached.get_mut(&key) {
            entry.bytes = bytes;
        }
        let mut total: usize = cached.iter().map(|(_, entry)| entry.bytes).sum();
        while total > self.budget_bytes && cached.len() > 1 {
            let Some((_, dropped)) = cached.pop_lru() else {
                break;
            };
            total -= dropped.bytes;
        }
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<Key, Entry>> {
        // A panic while the lock was held cannot leave the map half changed: every operation on it is one call.
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
