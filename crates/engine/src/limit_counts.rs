//! Limits that hold over several nodes: what each has counted is told to the others.

use recollect_storage::LimitCount;

use crate::logins::after;
use crate::{Engine, EngineError};

/// What a node told so long ago counts no more.
const RECENT_MS: i64 = 60 * 1_000;
/// What a node that is gone told is removed after so long.
const FORGOTTEN_MS: i64 = 60 * 60 * 1_000;

impl Engine {
    /// Whether other nodes may share the database.
    pub fn may_have_other_nodes(&self) -> bool {
        self.store.is_shared()
    }

    /// Tells the other nodes what was counted here, in place of what was told before.
    pub async fn tell_limit_counts(
        &self,
        node: &str,
        counts: &[LimitCount],
    ) -> Result<(), EngineError> {
        let now = self.environment.now();
        let forgotten_before = after(now, -FORGOTTEN_MS);
        let times = (now, forgotten_before);
        Ok(self.store.tell_limit_counts(counts, node, times).await?)
    }

    /// What the other nodes have told lately.
    pub async fn limit_counts_elsewhere(&self, node: &str) -> Result<Vec<LimitCount>, EngineError> {
        let since = after(self.environment.now(), -RECENT_MS);
        Ok(self.store.limit_counts_elsewhere(node, since).await?)
    }
}
