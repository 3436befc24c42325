//! Requests that are carried out once, however often they are sent.
//!
//! A key is kept for a day. While its request is under way, the same request waits for nothing: it is refused, and may be
//! sent again. One that broke off, because the process was ended, may be carried out again; the texts that it accepted by
//! then are not accepted twice, because their identifiers follow from the key.

use recollect_model::{LogId, UserId};
use recollect_storage::{GivenAnswer, Keyed};

use crate::logins::after;
use crate::{Engine, EngineError, text};

const MAX_KEY_CHARACTERS: usize = 255;
/// So long a key is kept.
pub(crate) const KEPT_MS: i64 = 24 * 60 * 60 * 1_000;
/// So long a request counts as under way that was not answered.
const HELD_MS: i64 = 60 * 1_000;

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

    /// Keeps what was answered; without an answer the key is given back.
    pub async fn end_keyed(
        &self,
        user: UserId,
        key: &str,
        answer: Option<&GivenAnswer>,
    ) -> Result<(), EngineError> {
        Ok(self.store.end_keyed(user, key, answer).await?)
    }
}
