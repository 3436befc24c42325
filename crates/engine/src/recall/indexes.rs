//! The search indexes of the spaces in use, kept in step with the database.
//!
//! An index is derived from the database and thrown away without regret: when memory runs short, when it cannot be
//! brought up to date, when its space is deleted, and when the database has another history now than the index was
//! built from, because a backup was restored or a standby that lagged took over. [`Indexes::fresh`] first asks the
//! database for the space's revision and reads what the index lacks, so a search sees every episode completed before
//! it began, on whichever node. Indexes of large spaces are kept as files as well
//! ([`index_files`](super::index_files)), from which the first search after a start goes on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use recollect_index::SpaceIndex;
use recollect_language::Embed;
use recollect_model::{Revision, SpaceId, UserId};
use recollect_storage::Store;
use tokio::sync::{OwnedMutexGuard, OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use super::documents;
use super::index_cache::IndexCache;
use super::index_files::IndexFiles;
use crate::metrics::{IndexUse, Metrics};
use crate::{EngineError, Settings};

/// Episodes read from the database at a time.
const PAGE: usize = 1_000;
/// A file is renewed when so large a part of its index has come since, and at least so much.
const RENEWED_PART: usize = 50;
const RENEWED_AT_LEAST: usize = 200;

type Key = (UserId, SpaceId);

/// An index and its lock.
pub(crate) type SharedIndex = Arc<RwLock<SpaceIndex>>;

/// The indexes that [`IndexCache`] keeps. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Indexes {
    store: Store,
    embed: Arc<dyn Embed>,
    metrics: Arc<Metrics>,
    cached: Arc<Mutex<IndexCache<Key, Entry>>>,
    files: Option<IndexFiles>,
    /// An index of fewer passages has no file.
    file_passages: usize,
    writing: Arc<FileLocks>,
}

/// A lock for the files of each user, held while they are written or removed, so that what was removed is not written by somebody
/// who began before. Nobody waits for another's.
#[derive(Default)]
struct FileLocks(Mutex<HashMap<UserId, Weak<tokio::sync::Mutex<()>>>>);

struct Entry {
    slot: SharedIndex,
    /// How many wait for the index alone.
    waiting: Arc<AtomicUsize>,
    /// How much the index had ever taken in when its file was written; none when it has no file.
    written: Option<usize>,
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
        settings: &Settings,
        metrics: Arc<Metrics>,
    ) -> Self {
        let directory = settings.index_directory.clone();
        let files = directory
            .map(|directory| IndexFiles::new(directory, embed.model(), embed.dimensions()));
        Self {
            store,
            embed,
            metrics,
            cached: Arc::new(Mutex::new(IndexCache::new(settings.index_memory_bytes))),
            files,
            file_passages: settings.index_file_passages,
            writing: Arc::default(),
        }
    }

    /// The index of a space, brought up to everything completed before this call; `None` when there is no such space.
    ///
    /// No lock is held when it returns. Whoever reads several at once locks them in the order of their spaces.
    pub(crate) async fn fresh(
        &self,
        user: UserId,
        space: SpaceId,
    ) -> Result<Option<SharedIndex>, EngineError> {
        let Some((revision, mark)) = self.store.position(user, space).await? else {
            self.remove(user, space).await;
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
            self.remove(user, space).await;
            return Ok(None);
        }
        Ok(Some(slot))
    }

    /// How many there are, and how many bytes of memory they hold.
    pub(crate) fn size(&self) -> (u64, u64) {
        let cached = self.lock();
        let counted = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        (counted(cached.len()), counted(cached.bytes()))
    }

    /// Whether there is an index of a space, be it behind the database.
    pub(crate) fn has(&self, user: UserId, space: SpaceId) -> bool {
        self.lock().peek(&(user, space)).is_some()
    }

    /// Drops the index of a space; its file stays.
    fn forget(&self, user: UserId, space: SpaceId) {
        self.lock().remove(&(user, space));
    }

    /// The memory that all of them take, in bytes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.lock().bytes()
    }

    /// Removes the index of a space that is gone, and its file.
    pub(crate) async fn remove(&self, user: UserId, space: SpaceId) {
        self.forget(user, space);
        self.remove_file(user, space).await;
    }

    /// Removes the file of a space's index, since a text is forgotten that it may hold. The index itself follows the database
    /// before anybody searches it.
    pub(crate) async fn remove_file(&self, user: UserId, space: SpaceId) {
        self.with_files(user, move |files| files.remove(user, space))
            .await;
        if let Some(entry) = self.lock().peek_mut(&(user, space)) {
            entry.written = None;
        }
    }

    /// Removes the files of all indexes of a user who is gone.
    pub(crate) async fn remove_files_of(&self, user: UserId) {
        self.with_files(user, move |files| files.remove_all(user))
            .await;
    }

    /// Writes the indexes that have no file yet, or whose files lack much, and removes the files of spaces that are gone and
    /// those that hold what is forgotten.
    pub(crate) async fn keep_files(&self) -> Result<(), EngineError> {
        self.write_files().await;
        let Some(files) = self.files.clone() else {
            return Ok(());
        };
        let users = tokio::task::spawn_blocking(move || files.users()).await;
        for user in users.map_err(|error| EngineError::Internal(error.to_string()))? {
            if let Err(error) = self.sweep_files(user).await {
                tracing::warn!(%user, "the files of indexes are not looked through: {error}");
            }
        }
        Ok(())
    }

    /// Removes the files of a user that are not to be kept.
    async fn sweep_files(&self, user: UserId) -> Result<(), EngineError> {
        let sealer = self.store.index_sealer(user).await?;
        let sweep = move |files: &IndexFiles| files.sweep(user, sealer.as_deref());
        let swept = self.with_files(user, sweep).await;
        for (space, revision) in swept.unwrap_or_default() {
            let forgotten = self.store.is_forgotten_since(user, space, revision);
            if forgotten.await? {
                self.remove_file(user, space).await;
            }
        }
        Ok(())
    }

    async fn write_files(&self) {
        let Some(files) = &self.files else {
            return;
        };
        let cached: Vec<(Key, SharedIndex, Arc<AtomicUsize>, Option<usize>)> = self
            .lock()
            .iter()
            .map(|(key, entry)| {
                (
                    *key,
                    entry.slot.clone(),
                    entry.waiting.clone(),
                    entry.written,
                )
            })
            .collect();
        for (key, slot, waiting, written) in cached {
            let index = slot.read_owned().await;
            if !self.is_due(&index, written) {
                continue;
            }
            let appended = index.appended();
            match self.write_file(files, key, index, waiting).await {
                Ok(true) => {
                    if let Some(entry) = self.lock().peek_mut(&key) {
                        entry.written = Some(appended);
                    }
                }
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(user = %key.0, "an index is not kept as a file: {error}");
                }
            }
        }
    }

    /// Writes an index to its file; false where it is not to be.
    async fn write_file(
        &self,
        files: &IndexFiles,
        key: Key,
        index: OwnedRwLockReadGuard<SpaceIndex>,
        waiting: Arc<AtomicUsize>,
    ) -> Result<bool, EngineError> {
        // Always after the index: whoever brings one up to date reads its file meanwhile.
        let _writing = self.writing.lock(key.0).await;
        // It may lag behind the database; what it still has that is forgotten must not come back to disk.
        let revision = index.revision();
        let forgotten = self.store.is_forgotten_since(key.0, key.1, revision);
        if forgotten.await? {
            return Ok(false);
        }
        let sealer = self.store.index_sealer(key.0).await?;
        if sealer.is_none() && self.store.is_encrypted() {
            return Ok(false);
        }
        let files = files.clone();
        let writing = tokio::task::spawn_blocking(move || {
            let is_wanted = || waiting.load(Ordering::Relaxed) > 0;
            files.write(key.0, key.1, &index, sealer.as_deref(), is_wanted)
        });
        writing
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))
    }

    /// Whether an index is to be written, whose file was written when it had taken in so much.
    fn is_due(&self, index: &SpaceIndex, written: Option<usize>) -> bool {
        let is_large = index.passages().nth(self.file_passages.saturating_sub(1));
        let lacks = match written {
            None => usize::MAX,
            Some(written) => index.appended().abs_diff(written),
        };
        // Without a mark there is no telling later whether the database has been there.
        is_large.is_some()
            && !index.mark().is_empty()
            && lacks >= (index.appended() / RENEWED_PART).max(RENEWED_AT_LEAST)
    }

    /// Does something with the files of a user, when nobody else does; nothing without files.
    async fn with_files<T: Send + 'static>(
        &self,
        user: UserId,
        work: impl FnOnce(&IndexFiles) -> T + Send + 'static,
    ) -> Option<T> {
        let files = self.files.clone()?;
        let _writing = self.writing.lock(user).await;
        let working = tokio::task::spawn_blocking(move || work(&files));
        let done = working.await;
        done.inspect_err(|error| tracing::error!("the files of indexes: {error}"))
            .ok()
    }

    fn slot(&self, key: Key) -> SharedIndex {
        let mut cached = self.lock();
        if let Some(entry) = cached.get(&key) {
            return entry.slot.clone();
        }
        let slot = Arc::new(RwLock::new(SpaceIndex::new(self.embed.dimensions())));
        cached.add(
            key,
            Entry {
                slot: slot.clone(),
                waiting: Arc::default(),
                written: None,
            },
        );
        slot
    }

    /// Reads and applies what the index lacks; one caller does it, the others wait. False when the space is gone.
    async fn catch_up(
        &self,
        key: Key,
        slot: &SharedIndex,
        revision: Revision,
    ) -> Result<bool, EngineError> {
        let mut index = self.alone(key, slot).await;
        if index.revision() == Revision::default() {
            self.read_file(key, &mut index).await?;
        }
        if index.needs_rebuild() || !self.is_on_the_way(key, &index).await? {
            *index = SpaceIndex::new(self.embed.dimensions());
            self.remove_file(key.0, key.1).await;
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
            self.lock().weigh(&key, applied.1);
        }
        Ok(true)
    }

    /// Waits for an index alone; whoever is writing it to its file gives up meanwhile.
    async fn alone(&self, key: Key, slot: &SharedIndex) -> OwnedRwLockWriteGuard<SpaceIndex> {
        let waiting = self.lock().peek(&key).map(|entry| entry.waiting.clone());
        let _waiting = waiting.map(Waiting::of);
        slot.clone().write_owned().await
    }

    /// Takes over what the file of a space holds, if there is one. It waits for nobody who writes or removes files: what is
    /// read while it is overwritten is refused.
    async fn read_file(&self, key: Key, index: &mut SpaceIndex) -> Result<(), EngineError> {
        let Some(files) = self.files.clone() else {
            return Ok(());
        };
        let sealer = self.store.index_sealer(key.0).await?;
        let reading =
            tokio::task::spawn_blocking(move || files.read(key.0, key.1, sealer.as_deref()));
        let read = reading.await.inspect_err(|error| {
            tracing::error!("the file of an index could not be read: {error}");
        });
        let Ok(Some(read)) = read else {
            return Ok(());
        };
        *index = read;
        if let Some(entry) = self.lock().peek_mut(&key) {
            entry.written = Some(index.appended());
        }
        self.lock().weigh(&key, index.memory_bytes());
        Ok(())
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

    fn lock(&self) -> MutexGuard<'_, IndexCache<Key, Entry>> {
        // A panic while the lock was held cannot leave the map half changed: every operation on it is one call.
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FileLocks {
    async fn lock(&self, user: UserId) -> OwnedMutexGuard<()> {
        let of_user = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.retain(|_, lock| lock.strong_count() > 0);
            match all.get(&user).and_then(Weak::upgrade) {
                Some(lock) => lock,
                None => {
                    let lock = Arc::default();
                    all.insert(user, Arc::downgrade(&lock));
                    lock
                }
            }
        };
        of_user.lock_owned().await
    }
}

/// Somebody who waits for an index, until it is dropped.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn of(waiting: Arc<AtomicUsize>) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use recollect_model::UserId;
    use tokio::time::timeout;

    use super::FileLocks;

    #[tokio::test]
    async fn files_of_one_user_are_written_while_anothers_are() {
        let locks = FileLocks::default();
        let (one, other) = (UserId::from_u128(1), UserId::from_u128(2));
        let held = locks.lock(one).await;
        let soon = Duration::from_millis(50);
        assert!(timeout(soon, locks.lock(other)).await.is_ok());
        assert!(timeout(soon, locks.lock(one)).await.is_err());
        drop(held);
        assert!(timeout(soon, locks.lock(one)).await.is_ok());
        assert_eq!(locks.0.lock().map(|all| all.len()).ok(), Some(1));
    }
}
