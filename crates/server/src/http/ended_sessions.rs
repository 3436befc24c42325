//! The sessions of assistants that their clients have ended, as far as this process remembers.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The header that names a session.
pub(super) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// So many ended sessions are remembered.
const MAX_ENDED: usize = 10_000;

/// The sessions that their clients have ended, the last of them.
#[derive(Debug, Default)]
pub(crate) struct EndedSessions(Mutex<VecDeque<HeaderValue>>);

impl EndedSessions {
    /// Ends the session that a request names, if any.
    pub(super) fn end(&self, headers: &HeaderMap) {
        let Some(id) = headers.get(SESSION_ID) else {
            return;
        };
        let mut ended = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.len() == MAX_ENDED {
            ended.pop_front();
        }
        ended.push_back(id.clone());
    }

    /// Whether a session was ended.
    pub(super) fn has(&self, id: &HeaderValue) -> bool {
        let ended = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ended.contains(id)
    }
}
