//! Forgetting an episode: its text, its log, and all that only it supported. What only it had closed is open again.

use std::net::IpAddr;

use recollect_model::{
    AuditAction, AuditEntry, EventKind, LeaseToken, LogId, NewEvent, SpaceId, UserId,
};

use super::{Scope, Touched, follow_removal};
use crate::{Engine, EngineError};

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
        let forgotten = self.forget_one(user, log, address).await?;
        self.erase().await;
        Ok(forgotten)
    }

    /// The same for one of many: whoever calls erases at the end what was deleted.
    pub(crate) async fn forget_one(
        &self,
        user: UserId,
        log: LogId,
        address: Option<IpAddr>,
    ) -> Result<ForgottenText, EngineError> {
        const NOT_FOUND: EngineError = EngineError::NotFound { what: "log" };
        let mut change = self
            .store
            .begin_change(user, LeaseToken::new(&self.environment))
            .await?;
        let gone = change.forget_log(log).await?.ok_or(NOT_FOUND)?;
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
            let followed = follow_removal(rows, scope, touched).await?;
            forgotten.entities = followed.orphans as u64;
            forgotten.statements = followed.removed.len() as u64;
        }
        let event = gone.episode.map(|episode| NewEvent {
            kind: EventKind::EpisodeDeleted,
            space: gone.space,
            log: Some(log),
            episode: Some(episode),
            statement: None,
            at: self.environment.now(),
        });
        change.graph().record_events(event.as_slice()).await?;
        let entry = AuditEntry {
            action: AuditAction::TextForgotten,
            // Its log's id: what it said is not to be read anywhere any more.
            subject: log.to_string(),
            address,
            at: self.environment.now(),
        };
        change.record_audit(&entry).await?;
        change.commit().await?;
        if gone.was_processed {
            self.indexes.remove_file(user, gone.space).await;
        }
        self.delivering.wake();
        tracing::info!(%user, %log, "forgotten: {} statements and {} entities went with it", forgotten.statements, forgotten.entities);
        Ok(forgotten)
    }
}
