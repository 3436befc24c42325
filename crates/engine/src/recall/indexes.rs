//! The search indexes of the spaces in use, kept in step with the database.
//!
//! An index is derived from the database and thrown away without regret: when memory runs short, when it cannot be
//! brought up to date, when its space is deleted, and when the database has another history now than the index was built
//! from, because a backup was restored or a standby that lagged took over. [`Indexes::fresh`] first asks the database for
//! the space's revision and reads what the index lacks, so a search sees every episode completed before it began, on
//! whichever node.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;
use recollect_index::SpaceIndex;
use recollect_language::Embed;
use recollect_model::{Revision, SpaceId, UserId};
use recollect_storage::Store;
use tokio::sync::RwLock;

use super::documents;
use crate::EngineError;
use crate::metrics::{IndexUse, Metrics};

/// The most indexes kept, whatever their size.
const MAX_INDEXES: NonZeroUsize = NonZeroUsize::new(10_000).expect("it is not zero");
/// Episodes read from the database at a time.
const PAGE: usize = 1_000;

type Key = (UserId, SpaceId);

/// An index and its lock.
pub(crate) type Slot = Arc<RwLock<SpaceIndex>>;

/// The cache of indexes, least recently used out first. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Indexes {
    store: Store,
    embed: Arc<dyn Embed>,
    budget_bytes: usize,
    metrics: Arc<Metrics>,
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
    pub(crate) fn new(
        store: Store,
        embed: Arc<dyn Embed>,
        budget_bytes: usize,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            store,
            embed,
            budget_bytes,
            metrics,
            cached: Arc::new(Mutex::new(LruCache::new(MAX_INDEXES))),
        }
    }

    /// The index of a space, brought up to everything completed before this call; `None` when there is no such space.
    ///
    /// No lock is held when it returns. Whoever reads several at once locks them in the order of their spaces.
    pub(crate) async fn fresh(
        &self,
        user: UserId,
        space: SpaceId,
    ) -> Result<Option<Slot>, EngineError> {
        let Some((revision, mark)) = self.store.position(user, space).await? else {
            self.forget(user, space);
            return Ok(None);
        };
        let slot = self.slot((user, space));
        let (is_there, is_new) = {
            let index = slot.read().await;
            let is_new = index.revision() == Revision::default();
            (index.revision() == revision && index.mark() == mark, is_new)
        };
        self.metrics.index_used(match (is_there, is_new) {
            (true, _) => IndexUse::Current,
            (false, false) => IndexUse::Updated,
            (false, true) => IndexUse::Built,
        });
        if !is_there && !self.catch_up((user, space), &slot, revision).await? {
            self.forget(user, space);
            return Ok(None);
        }
        Ok(Some(slot))
    }

    /// How many there are, and how many bytes of memory they hold.
    pub(crate) fn size(&self) -> (u64, u64) {
        let cached = self.lock();
        let bytes: usize = cached.iter().map(|(_, entry)| entry.bytes).sum();
        let counted = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        (counted(cached.len()), counted(bytes))
    }

    /// Whether there is an index of a space, be it behind the database.
    pub(crate) fn has(&self, user: UserId, space: SpaceId) -> bool {
        self.lock().contains(&(user, space))
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
        if index.needs_rebuild() || !self.is_on_the_way(key, &index).await? {
            *index = SpaceIndex::new(self.embed.dimensions());
        }
        while index.revision() < revision {
            let from = index.revision();
            let Some(changes) = self.store.changes_since(key.0, key.1, from, PAGE).await? else {
                return Ok(false);
            };
            let embed = self.embed.clone();
            let applying = tokio::task::spawn_blocking(move || {
                let applied = index.apply(documents::of(changes, embed.model()));
                if applied.is_err() {
                    *index = SpaceIndex::new(embed.dimensions());
                }
                let bytes = index.memory_bytes();
                applied.map(|()| (index, bytes))
            });
            let applied = match applying.await {
                Ok(applied) => applied?,
                Err(error) => {
                    // A panic in the middle: what was applied by halves is not to be trusted by anybody.
                    *slot.write().await = SpaceIndex::new(self.embed.dimensions());
                    return Err(EngineError::Internal(error.to_string()));
                }
            };
            index = applied.0;
            self.make_room(key, applied.1);
        }
        Ok(true)
    }

    /// Whether the database has been where the index is. What was committed meanwhile may have taken it further than the
    /// revision that its caller saw.
    async fn is_on_the_way(&self, key: Key, index: &SpaceIndex) -> Result<bool, EngineError> {
        if index.revision() == Revision::default() {
            return Ok(true);
        }
        let mark = self.store.mark(key.0, key.1, index.revision()).await?;
        let is_on_the_way = mark.is_some_and(|mark| mark == index.mark());
        if !is_on_the_way {
            tracing::warn!(
                user = %key.0, space = %key.1,
                "the database has another history than the index of this space, which is built anew: a backup was \
                 restored, or a standby took over"
            );
        }
        Ok(is_on_the_way)
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
