//! Requests that are carried out once, however often they are sent.
//!
//! A key is kept for a day. While its request is under way, the same request waits for nothing: it is refused, and
//! may be sent again. Whoever carries it out holds the key for seconds, and says so again as long as it lasts, so
//! that the key of a process that ended is soon free. A request that broke off, or of which nobody knows whether it
//! was carried out, may be carried out again; the texts that it accepted by then are not accepted twice, because
//! their identifiers follow from the key.

use std::time::Duration;

use recollect_model::{LogId, UserId};
use recollect_storage::{GivenAnswer, Keyed};

use crate::logins::after;
use crate::{Engine, EngineError, text};

const MAX_KEY_CHARACTERS: usize = 255;
/// So long a key is kept.
pub(crate) const KEPT_MS: i64 = 24 * 60 * 60 * 1_000;
/// So long a request counts as under way whose node says nothing of it.
const HELD_MS: i64 = 10 * 1_000;
/// So often a node says that it still is.
pub const SAID_EVERY: Duration = Duration::from_secs(3);

/// How a request ended that was taken under a key.
#[derive(Debug, Clone, Copy)]
pub enum KeyedEnd<'a> {
    /// It was answered so, and is always answered so from now on.
    Answered(&'a GivenAnswer),
    /// It was refused the first time that it was sent, and nothing was done: its key is free, for anything.
    Refused,
    /// The service failed, now or when it was sent before: it may have been carried out, or not. Sent again, it is the same
    /// request.
    Unknown,
}

impl Engine {
    /// Takes a key for a request, which a hash tells from others.
    pub async fn begin_keyed(
        &self,
        user: UserId,
        key: &str,
        request: &str,
    ) -> Result<Keyed, EngineError> {
        text::not_blank("Idempotency-Key", key)?;
        text::short("Idempotency-Key", key, MAX_KEY_CHARACTERS)?;
        let now = self.environment.now();
        let times = (now, after(now, HELD_MS), after(now, -KEPT_MS));
        let operation = LogId::new(&self.environment).to_string();
        let keyed = self
            .store
            .begin_keyed(user, key, request, &operation, times);
        Ok(keyed.await?)
    }

    /// Holds the key of a request that is still being carried out; to be said every [`SAID_EVERY`].
    pub async fn hold_keyed(&self, user: UserId, key: &str) -> Result<(), EngineError> {
        let until = after(self.environment.now(), HELD_MS);
        Ok(self.store.hold_keyed(user, key, until).await?)
    }

    /// Keeps how a request ended.
    pub async fn end_keyed(
        &self,
        user: UserId,
        key: &str,
        end: KeyedEnd<'_>,
    ) -> Result<(), EngineError> {
        let store = &self.store;
        match end {
            KeyedEnd::Answered(answer) => store.end_keyed(user, key, Some(answer)).await?,
            KeyedEnd::Refused => store.end_keyed(user, key, None).await?,
            KeyedEnd::Unknown => store.let_go_of_keyed(user, key).await?,
        }
        Ok(())
    }
}
