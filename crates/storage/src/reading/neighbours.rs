//! What was said before and after a text in its session.

use recollect_model::{Episode, EpisodeId, UserId};

use super::Select;
use crate::columns::{episode, episode_columns};
use crate::{StorageError, Store};

/// The processed texts of a session on both sides of one of them, each side in the order of acceptance.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SessionNeighbours {
    /// Those before it, the nearest last.
    pub before: Vec<Episode>,
    /// Those after it, the nearest first.
    pub after: Vec<Episode>,
}

impl Store {
    /// The texts around one of the user's in its session, at most `limit` on each side; none when it is in no session, or
    /// not there.
    pub async fn session_neighbours(
        &self,
        user: UserId,
        id: EpisodeId,
        limit: u32,
    ) -> Result<SessionNeighbours, StorageError> {
        let side = |comparison: &str, order: &str| {
            let mut select = Select::new(concat!("SELECT ", episode_columns!()));
            select.sql(" FROM episodes AS one CROSS JOIN episodes");
            select.given(" WHERE one.user_id = ", user.to_string());
            select.given(" AND one.id = ", id.to_string());
            select.sql(
                " AND episodes.space_id = one.space_id AND episodes.session_id = one.session_id",
            );
            select.sql(" AND episodes.user_id = one.user_id AND episodes.revision IS NOT NULL");
            select.sql(&format!(
                " AND episodes.seq {comparison} one.seq ORDER BY episodes.seq {order}"
            ));
            select.given(" LIMIT ", i64::from(limit));
            select
        };
        let words = self.words(user).await?;
        let mut before = words.read_all(&side("<", "DESC").rows(self).await?, episode)?;
        before.reverse();
        let after = words.read_all(&side(">", "ASC").rows(self).await?, episode)?;
        Ok(SessionNeighbours { before, after })
    }
}
