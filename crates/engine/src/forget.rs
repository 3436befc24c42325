//! Forgetting an episode: its text, its log, and all that only it supported. What only it had closed is open again.

use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use recollect_model::{
    AuditAction, AuditEntry, Environment, EventKind, LeaseToken, LogId, NewEvent, SpaceId,
    Timestamp, UserId,
};
use recollect_storage::{Forgotten, GraphRows, StorageError, Store};
use tokio::sync::Notify;

use crate::erasing::erase;
use crate::graph::later::Later;
use crate::graph::{Followed, Scope, Touched, decisions, follow_removal, naming};
use crate::passed_over::passed_over;
use crate::recall::{Indexes, Waiting};
use crate::repetition::Told;
use crate::{Engine, EngineError, Sought};

/// What was forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForgottenText {
    /// The space it was in.
    pub space: SpaceId,
    /// How many episodes went with it: none when the text was gone before, and only its log was left.
    pub episodes: u64,
    /// How many statements went with it.
    pub statements: u64,
    /// How many entities went with it.
    pub entities: u64,
}

impl Engine {
    /// Forgets the text that a log follows, with the log itself; one that still waits is not processed any more. The user's
    /// trail says from which network address that was asked for, where it is known.
    pub async fn forget(
        &self,
        user: UserId,
        log: LogId,
        address: Option<IpAddr>,
    ) -> Result<ForgottenText, EngineError> {
        let (forgetting, store) = (self.forgetting(), self.store.clone());
        // Whoever asked may not wait for the answer; what is begun goes on to its end.
        let forgetting = tokio::spawn(async move {
            let forgotten = forgetting.forget(user, log, address, Why::Asked).await?;
            erase(&store).await;
            Ok(forgotten)
        });
        let forgotten = forgetting.await;
        forgotten.map_err(|error| EngineError::Internal(error.to_string()))?
    }

    /// Forgets the texts whose time is over, of all users; done every minute. How many there were.
    pub async fn forget_expired(&self) -> Result<usize, EngineError> {
        let forgotten = self.forgetting().forget_expired(&mut None).await?;
        if forgotten > 0 {
            self.erase().await;
        }
        Ok(forgotten)
    }

    /// Forgets those of a user's texts whose own time is over, before what they say is read in other places than in themselves: facts,
    /// names, an export. Mostly there are none. What cannot be forgotten now is by the sweep of the next minute.
    pub(crate) async fn forget_over(&self, user: UserId) -> Result<(), EngineError> {
        let over = self.store.texts_over(user, self.environment.now()).await?;
        if over.is_empty() {
            return Ok(());
        }
        let forgetting = self.forgetting();
        for (log, _) in over.into_iter().take(OVER_AT_ONCE) {
            match forgetting.forget(user, log, None, Why::Over).await {
                Ok(_) | Err(EngineError::NotFound { .. }) => {}
                Err(error) => {
                    tracing::warn!(%user, %log, "a text whose time is over is not forgotten yet: {error}");
                    break;
                }
            }
        }
        self.erase().await;
        Ok(())
    }

    pub(crate) fn forgetting(&self) -> Forgetting {
        Forgetting {
            store: self.store.clone(),
            later: self.later(),
            environment: self.environment.clone(),
            events_written: self.delivering.woken.clone(),
            indexes: self.indexes.clone(),
            waiting: self.waiting.clone(),
            told: self.told.clone(),
        }
    }
}

/// So many texts whose time is over are forgotten before what a user reads.
const OVER_AT_ONCE: usize = 200;
/// So many of one user are forgotten before the next user's turn comes.
const EXPIRED_A_TURN: usize = 20;
/// So long they are forgotten before the rest of the housekeeping is done; what is left then is gone on with a minute later.
const EXPIRING: Duration = Duration::from_secs(30);

/// What forgetting needs; whoever has it erases afterwards what was deleted.
#[derive(Debug, Clone)]
pub(crate) struct Forgetting {
    store: Store,
    later: Later,
    environment: Environment,
    events_written: Arc<Notify>,
    indexes: Indexes,
    waiting: Waiting,
    told: Arc<Told>,
}

/// Why a text is forgotten.
#[derive(Debug, Clone, Copy)]
enum Why {
    /// Somebody asked for it: the versions that are kept of it, because an import took their place, go too.
    Asked,
    /// Its time is over. Where another log follows it, it stays with that one.
    Over,
    /// What brought it is taken back: the versions that are kept of it stay.
    TakenBack,
}

impl Forgetting {
    /// Forgets the texts whose time is over, a few of each user in turn, until none is left or it has taken long; how many there
    /// were. It begins behind the user who was served last. A user whose memory cannot be changed now is passed over, and so is a
    /// text that cannot be forgotten.
    pub(crate) async fn forget_expired(
        &self,
        served_last: &mut Option<UserId>,
    ) -> Result<usize, EngineError> {
        let (now, begun) = (self.environment.now(), self.environment.elapsed());
        let users = self.store.users_with_expired_texts(now).await?;
        let is_behind = |user: &UserId| Some(*user) > *served_last;
        let (next, others): (Vec<UserId>, Vec<UserId>) = users.into_iter().partition(is_behind);
        let mut turns: VecDeque<(UserId, HashSet<LogId>)> = next
            .into_iter()
            .chain(others)
            .map(|user| (user, HashSet::new()))
            .collect();
        let mut forgotten = 0;
        while let Some((user, mut failed)) = turns.pop_front() {
            if self.environment.elapsed().saturating_sub(begun) > EXPIRING {
                let left = turns.len() + 1;
                tracing::warn!(
                    "texts of {left} users whose time is over are forgotten later: there are very many"
                );
                break;
            }
            *served_last = Some(user);
            let (done, is_left) = self.forget_some_expired(user, now, &mut failed).await?;
            forgotten += done;
            if is_left {
                turns.push_back((user, failed));
            }
        }
        Ok(forgotten)
    }

    /// Forgets some of the user's texts whose time is over, without those that could not be forgotten; how many, and whether
    /// there may be more that can.
    async fn forget_some_expired(
        &self,
        user: UserId,
        now: Timestamp,
        failed: &mut HashSet<LogId>,
    ) -> Result<(usize, bool), EngineError> {
        let most = EXPIRED_A_TURN + failed.len();
        let mut expired = self.store.expired_texts(user, now, most).await?;
        let is_left = expired.len() == most;
        expired.retain(|log| !failed.contains(log));
        let mut forgotten = 0;
        for log in expired {
            match self.forget(user, log, None, Why::Over).await {
                Ok(_) => forgotten += 1,
                // Somebody was quicker.
                Err(EngineError::NotFound { .. }) => {}
                Err(error) => {
                    tracing::warn!(%user, %log, "a text whose time is over is not forgotten yet: {error}");
                    failed.insert(log);
                    if let EngineError::Unavailable { .. } = error {
                        return Ok((forgotten, false));
                    }
                }
            }
        }
        Ok((forgotten, is_left))
    }

    /// The same for what an import brought that is taken back.
    pub(crate) async fn take_back(
        &self,
        user: UserId,
        log: LogId,
    ) -> Result<ForgottenText, EngineError> {
        self.forget(user, log, None, Why::TakenBack).await
    }

    async fn forget(
        &self,
        user: UserId,
        log: LogId,
        address: Option<IpAddr>,
        why: Why,
    ) -> Result<ForgottenText, EngineError> {
        const NOT_FOUND: EngineError = EngineError::not_found(Sought::Log);
        let repeating = passed_over(&self.store, user, log).await?;
        let mut change = self
            .store
            .begin_change(user, LeaseToken::new(&self.environment))
            .await?;
        let gone = match why {
            Why::Asked => change.forget_log(log).await?,
            Why::Over => change.end_log(log).await?,
            Why::TakenBack => change.take_back_log(log).await?,
        };
        let gone = gone.ok_or(NOT_FOUND)?;
        let events = events(&gone, log, self.environment.now());
        let mut forgotten = ForgottenText {
            space: gone.space,
            episodes: u64::from(gone.episode.is_some()),
            statements: 0,
            entities: 0,
        };
        if gone.was_processed {
            let touched = Touched {
                entities: gone.touched.entities,
                slots: gone.touched.slots,
            };
            let rows = change.graph();
            let Some(revision) = rows.advance_space(gone.space).await? else {
                return Err(NOT_FOUND);
            };
            let scope = Scope {
                space: gone.space,
                revision,
                environment: &self.environment,
            };
            let followed = follow_forgetting(rows, scope, touched).await?;
            forgotten.entities = followed.orphans as u64;
            forgotten.statements = followed.removed.len() as u64;
        }
        change.graph().record_events(&events).await?;
        if gone.episode.is_some() {
            change.count_passages(&repeating).await?;
        }
        change.record_audit(&self.entry(log, address)).await?;
        // Before and after: whoever asks what is known since the text went must not find it told before that.
        self.told.forget(user, gone.space, false);
        self.later.commit(change).await?;
        self.told.forget(user, gone.space, !repeating.is_empty());
        if gone.was_processed {
            self.indexes.remove_file(user, gone.space).await;
        }
        if let Some(episode) = gone.episode {
            self.waiting.forget(user, gone.space, episode);
        }
        self.events_written.notify_one();
        tracing::info!(%user, %log, "forgotten: {} statements and {} entities went with it", forgotten.statements, forgotten.entities);
        Ok(forgotten)
    }

    /// What the audit trail keeps: the log's id, for what it said is not to be read anywhere any more.
    fn entry(&self, log: LogId, address: Option<IpAddr>) -> AuditEntry {
        AuditEntry {
            action: AuditAction::TextForgotten,
            subject: log.to_string(),
            address,
            at: self.environment.now(),
        }
    }
}

/// What is told of a text that is gone, and of another log that waited for it.
fn events(gone: &Forgotten, log: LogId, at: Timestamp) -> Vec<NewEvent> {
    let event = |kind, log| NewEvent {
        kind,
        space: gone.space,
        log: Some(log),
        episode: gone.episode,
        statement: None,
        at,
    };
    let deleted = gone.episode.map(|_| event(EventKind::EpisodeDeleted, log));
    let failed = gone.failed.map(|log| event(EventKind::EpisodeFailed, log));
    deleted.into_iter().chain(failed).collect()
}

/// Works out what follows in a space where a text is gone: also what was only asked for about what it said goes.
async fn follow_forgetting(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    mut touched: Touched,
) -> Result<Followed, StorageError> {
    let let_go = decisions::let_go(rows, scope).await?;
    touched.slots.extend(let_go.slots);
    touched.entities.extend(let_go.entities);
    naming::let_go_unspoken(rows, scope, &mut touched.entities).await?;
    follow_removal(rows, scope, touched).await
}
