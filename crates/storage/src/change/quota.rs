//! Whether a change would take an account over what it may keep.

use recollect_model::LogId;

use super::Change;
use crate::StorageError;
use crate::quotas::{Quota, Quotas};
use crate::rows::Columns;

impl Change {
    /// The quota that the user would be over if the text that a log follows had so many bytes. One that becomes no longer is
    /// over none.
    pub async fn exceeds(
        &mut self,
        quotas: &Quotas,
        log: LogId,
        bytes: u64,
    ) -> Result<Option<Quota>, StorageError> {
        let Some(limit) = quotas.bytes else {
            return Ok(None);
        };
        let user = self.graph().user();
        let row = sqlx::query(
            "SELECT lanes.bytes, episodes.size_bytes FROM logs CROSS JOIN episodes CROSS JOIN lanes
             WHERE logs.user_id = $1 AND logs.id = $2 AND episodes.user_id = $1
             AND episodes.id = logs.episode_id AND lanes.user_id = $1",
        )
        .bind(user.to_string())
        .bind(log.to_string())
        .fetch_optional(self.graph().connection())
        .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let mut columns = Columns::of(&row);
        let mut count = || -> Result<u64, StorageError> {
            Ok(u64::try_from(columns.integer()?).unwrap_or_default())
        };
        let (all, before) = (count()?, count()?);
        let would_be = all.saturating_sub(before).saturating_add(bytes);
        Ok((bytes > before && would_be > limit).then_some(Quota::Bytes))
    }
}
