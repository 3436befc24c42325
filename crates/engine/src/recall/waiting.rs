//! The words of what is accepted and not processed yet, so that it is found at once.
//!
//! What waits of a user's texts is kept in memory by each node, filled from the database: a search first asks it for
//! the last place that was given out, and reads what lies behind the one it has come to. So it is the same on every
//! node and after a start, and nobody needs to tell it. A long way is gone in the background, in stretches: a search
//! takes the last thousand texts itself, and otherwise what is there by then. Of texts that failed the words are all
//! that is ever known.
//!
//! It is never believed: what it ranks is read again from the database by owner, and what the index has is left out.
//! The memory is bounded; where more waits than it holds, the last of it is not found before it is processed.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use lru::LruCache;
use recollect_index::{
    IndexQuery, RankedEpisode, SpaceIndex, WaitingPassage, WaitingSpace, WaitingText, WaitingTexts,
};
use recollect_language::{is_assistant, passages, time};
use recollect_model::{CharText, Environment, EpisodeId, SpaceId, UserId};
use recollect_storage::{Places, Store, UnprocessedText};

use crate::EngineError;

/// The users whose texts are kept in mind.
const MAX_USERS: NonZeroUsize = NonZeroUsize::new(4_096).expect("it is not zero");
/// Texts read from the database at a time.
const PAGE: u32 = 512;
/// And bytes of them, about.
const PAGE_BYTES: i64 = 4 * 1024 * 1024;
/// A search that lacks more places than this does not wait for them; as many come at once with one request.
const AT_ONCE: i64 = 1_000;
/// So many pages it reads itself.
const PAGES_AT_ONCE: u32 = 2;
/// Texts taken in before a search has its turn.
const PUT_AT_A_TIME: usize = 16;
/// So many texts that have left the queue are looked up in the index by one search.
const LOOKED_UP: usize = 2_048;
/// What nobody has asked for so long is dropped.
const KEPT_FOR: Duration = Duration::from_secs(10 * 60);

/// What waits, by user. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Waiting {
    store: Store,
    environment: Environment,
    budget_bytes: usize,
    users: Arc<Mutex<LruCache<UserId, Arc<OfUser>>>>,
}

/// What waits of one user.
#[derive(Default)]
pub(crate) struct OfUser {
    /// Held by whoever reads on.
    following: tokio::sync::Mutex<()>,
    texts: RwLock<Texts>,
}

/// Their texts, as far as they were read.
#[derive(Default)]
pub(crate) struct Texts {
    /// All up to this place were.
    until: i64,
    spaces: HashMap<SpaceId, WaitingTexts>,
    /// The memory they take.
    bytes: usize,
    /// When somebody last asked, in the time of the process.
    asked_at: Duration,
}

/// What a search finds waiting.
#[derive(Clone)]
pub(super) struct Waits {
    of: Arc<OfUser>,
    /// Before this place nothing is in the queue any more.
    head: i64,
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Waiting({} users)", self.lock().len())
    }
}

impl Waiting {
    pub(crate) fn new(store: Store, environment: Environment, budget_bytes: usize) -> Self {
        Self {
            store,
            environment,
            budget_bytes,
            users: Arc::new(Mutex::new(LruCache::new(MAX_USERS))),
        }
    }

    /// What waits of a user's texts, those included that were accepted just before; none when nothing does.
    pub(super) async fn fresh(&self, user: UserId) -> Result<Option<Waits>, EngineError> {
        let Some(places) = self.store.places(user).await? else {
            return Ok(None);
        };
        let of = self.of(user);
        let lacks = {
            let mut texts = of.write();
            texts.asked_at = self.environment.elapsed();
            // The database has another history now: a backup was restored.
            if texts.until > places.last {
                *texts = Texts::default();
            }
            places.last - texts.until
        };
        // The first time, what waits is all there is to read, however many places were ever given out.
        let is_near =
            lacks <= AT_ONCE || places.last - places.head.unwrap_or(places.last) <= AT_ONCE;
        if lacks > 0 && is_near {
            self.follow(user, &of, places, Some(PAGES_AT_ONCE)).await?;
        }
        if of.read().until < places.last {
            self.follow_apart(user);
        }
        let is_empty = of.read().spaces.values().all(WaitingTexts::is_empty);
        Ok((!is_empty).then(|| Waits {
            of,
            head: places.head.unwrap_or(i64::MAX),
        }))
    }

    /// Reads on beside everything else, so that what was accepted is found by whoever asks next.
    pub(crate) fn follow_apart(&self, user: UserId) {
        let waiting = self.clone();
        tokio::spawn(async move {
            let of = waiting.of(user);
            // Whoever is at it goes on to what is there by then.
            if of.following.try_lock().is_err() {
                return;
            }
            loop {
                let Ok(Some(places)) = waiting.store.places(user).await else {
                    return;
                };
                if places.last <= of.read().until {
                    return;
                }
                match waiting.follow(user, &of, places, None).await {
                    Ok(true) => {}
                    Ok(false) => return,
                    Err(error) => {
                        tracing::warn!(%user, "what waits is not found by its words yet: {error}");
                        return;
                    }
                }
            }
        });
    }

    /// The same where somebody has asked for this user's texts lately.
    pub(crate) fn follow_if_asked(&self, user: UserId) {
        if self.lock().contains(&user) {
            self.follow_apart(user);
        }
    }

    /// Forgets a text.
    pub(crate) fn forget(&self, user: UserId, space: SpaceId, episode: EpisodeId) {
        let of = self.lock().peek(&user).cloned();
        if let Some(of) = of
            && let Some(texts) = of.write().spaces.get_mut(&space)
        {
            texts.forget(episode);
        }
    }

    /// What is taken to wait in a space.
    pub(super) fn known(&self, user: UserId, space: SpaceId) -> Vec<EpisodeId> {
        let of = self.lock().peek(&user).cloned();
        of.map_or_else(Vec::new, |of| {
            let texts = of.read();
            let waiting = texts.spaces.get(&space);
            waiting
                .into_iter()
                .flat_map(WaitingTexts::episodes)
                .collect()
        })
    }

    /// Forgets all of a user who is gone.
    pub(crate) fn forget_user(&self, user: UserId) {
        self.lock().pop(&user);
    }

    /// Drops what nobody has asked for in a while.
    pub(crate) fn sweep(&self) {
        let now = self.environment.elapsed();
        let mut users = self.lock();
        let idle = users
            .iter()
            .filter(|(_, of)| of.read().asked_at + KEPT_FOR < now);
        let idle: Vec<UserId> = idle.map(|(user, _)| *user).collect();
        for user in idle {
            users.pop(&user);
        }
    }

    /// Reads up to the last place, so many pages of it at most; false when there is no room for more.
    async fn follow(
        &self,
        user: UserId,
        of: &Arc<OfUser>,
        places: Places,
        mut pages: Option<u32>,
    ) -> Result<bool, EngineError> {
        let _following = of.following.lock().await;
        loop {
            let until = of.read().until;
            of.write().asked_at = self.environment.elapsed();
            if until >= places.last || pages == Some(0) {
                return Ok(true);
            }
            if !self.has_room(user) {
                return Ok(false);
            }
            let read = self
                .store
                .unprocessed_texts(user, (until, places.last), PAGE, PAGE_BYTES)
                .await?;
            let taking = of.clone();
            let took = tokio::task::spawn_blocking(move || {
                let documents: Vec<(SpaceId, WaitingText)> =
                    read.texts.into_iter().map(document).collect();
                // A search that comes meanwhile waits for a few texts, not for all of them.
                for some in documents.chunks(PUT_AT_A_TIME) {
                    let mut texts = taking.write();
                    for (space, document) in some {
                        texts.spaces.entry(*space).or_default().put(document);
                    }
                }
                let mut texts = taking.write();
                texts.until = read.until;
                texts.weigh();
            });
            took.await
                .map_err(|error| EngineError::Internal(error.to_string()))?;
            pages = pages.map(|left| left - 1);
        }
    }

    /// Whether another page of this user's texts fits the budget; what others have goes first.
    fn has_room(&self, user: UserId) -> bool {
        let mut users = self.lock();
        let bytes = |of: &OfUser| of.read().bytes;
        let mut total: usize = users.iter().map(|(_, of)| bytes(of)).sum();
        while total > self.budget_bytes
            && let Some((oldest, _)) = users.peek_lru()
        {
            let oldest = *oldest;
            if oldest == user {
                break;
            }
            total -= users.pop(&oldest).map_or(0, |of| bytes(&of));
        }
        total <= self.budget_bytes
    }

    fn of(&self, user: UserId) -> Arc<OfUser> {
        self.lock().get_or_insert(user, Arc::default).clone()
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<UserId, Arc<OfUser>>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OfUser {
    fn read(&self) -> RwLockReadGuard<'_, Texts> {
        self.texts.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Texts> {
        self.texts.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waits {
    /// The best texts that wait in these spaces and that no index of them has.
    pub(super) fn ranked(
        &self,
        spaces: &[SpaceId],
        indexes: &[&SpaceIndex],
        query: &IndexQuery,
        processed: &[RankedEpisode],
    ) -> Vec<RankedEpisode> {
        let mut texts = self.of.write();
        for (space, index) in spaces.iter().zip(indexes) {
            if let Some(waiting) = texts.spaces.get_mut(space) {
                waiting.forget_held(index, self.head, LOOKED_UP);
            }
        }
        let before = texts.spaces.len();
        texts.spaces.retain(|_, waiting| !waiting.is_empty());
        if texts.spaces.len() < before {
            texts.weigh();
        }
        drop(texts);
        let texts = self.of.read();
        let waiting = spaces.iter().enumerate().filter_map(|(number, space)| {
            Some(WaitingSpace {
                space: number,
                texts: texts.spaces.get(space)?,
            })
        });
        let waiting: Vec<WaitingSpace<'_>> = waiting.collect();
        recollect_index::search_waiting(indexes, &waiting, query, processed)
    }
}

impl Texts {
    fn weigh(&mut self) {
        self.bytes = self.spaces.values().map(WaitingTexts::memory_bytes).sum();
    }
}

/// Puts what waits to be processed among what is, by their scores. Of equals it goes first: some of it was given the score of
/// what it goes before.
pub(super) fn among(processed: &mut Vec<RankedEpisode>, waiting: Vec<RankedEpisode>) {
    if !waiting.is_empty() {
        let mut all = waiting;
        all.append(processed);
        all.sort_by(|a, b| b.score.total_cmp(&a.score));
        *processed = all;
    }
}

/// What a search matches of a text.
fn document(text: UnprocessedText) -> (SpaceId, WaitingText) {
    let characters = CharText::new(&text.body);
    let passages = passages(&text.body).into_iter().map(|passage| {
        let by_assistant = passage.speaker.as_deref().is_some_and(is_assistant);
        WaitingPassage {
            range: passage.range,
            text: characters.slice(passage.content).to_owned(),
            speaker_name: passage.speaker.filter(|_| !by_assistant),
            by_assistant,
        }
    });
    let document = WaitingText {
        episode: text.episode,
        sequence: text.seq,
        date: time::in_words(text.reference_time),
        reference_time: text.reference_time.instant(),
        accepted_at: text.accepted_at,
        passages: passages.collect(),
        session: text.session,
    };
    (text.space, document)
}
