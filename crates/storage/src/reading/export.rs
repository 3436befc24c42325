//! Walking through all that a user has, in parts: each call goes on after the last thing that the one before it gave.

use recollect_model::{EntityId, LabelFilter, LogId, SpaceId, StatementId, UserId};

use super::Select;
use super::asked::LOG_OF_MENTION;
use crate::rows::read_all;
use crate::{StorageError, Store};

impl Store {
    /// The user's logs in the order of acceptance, each with its place in it: those after the place `after`, which is 0 at
    /// the beginning, and only those that meet the filter.
    pub async fn logs_after(
        &self,
        user: UserId,
        after: i64,
        labels: &LabelFilter,
        limit: u32,
    ) -> Result<Vec<(i64, LogId)>, StorageError> {
        let mut select = Select::new("SELECT logs.seq, logs.id FROM logs");
        select.given(" WHERE logs.user_id = ", user.to_string());
        let words = self.words(user).await?;
        select.given(" AND logs.seq > ", after);
        select.in_no_deleted("logs.space_id", user);
        select.labelled(&words, labels);
        select.sql(" ORDER BY logs.seq");
        select.given(" LIMIT ", i64::from(limit));
        read_all(&select.rows(self).await?, |columns| {
            Ok((columns.integer()?, columns.id()?))
        })
    }

    /// The user's entities in the order of their ids, those that are another name of one left out: those after `after`,
    /// and only those that texts which meet the filter name.
    pub async fn entities_after(
        &self,
        user: UserId,
        after: Option<EntityId>,
        labels: &LabelFilter,
        limit: u32,
    ) -> Result<Vec<EntityId>, StorageError> {
        let mut select = Select::new("SELECT id FROM entities");
        select.given(" WHERE user_id = ", user.to_string());
        select.given(
            " AND id > ",
            after.map_or_else(String::new, |id| id.to_string()),
        );
        select.in_no_deleted("space_id", user);
        if !labels.is_empty() {
            select.sql(
                " AND EXISTS (SELECT 1 FROM mentions CROSS JOIN episodes CROSS JOIN logs
                 WHERE mentions.user_id = entities.user_id
                 AND (mentions.entity_id = entities.id OR mentions.entity_id IN (
                     SELECT names.id FROM entities AS names WHERE names.user_id = entities.user_id
                     AND names.part_of = entities.id))",
            );
            select.sql(LOG_OF_MENTION);
            select.labelled(&self.words(user).await?, labels).sql(")");
        }
        select.sql(" AND part_of IS NULL ORDER BY id");
        select.given(" LIMIT ", i64::from(limit));
        read_all(&select.rows(self).await?, |columns| columns.id())
    }

    /// The user's statements in the order of their ids, each with its space: those after `after`, and only those that texts
    /// which meet the filter support.
    pub async fn statements_after(
        &self,
        user: UserId,
        after: Option<StatementId>,
        labels: &LabelFilter,
        limit: u32,
    ) -> Result<Vec<(SpaceId, StatementId)>, StorageError> {
        let mut select = Select::new("SELECT space_id, id FROM statements");
        select.given(" WHERE user_id = ", user.to_string());
        select.given(
            " AND id > ",
            after.map_or_else(String::new, |id| id.to_string()),
        );
        select.in_no_deleted("space_id", user);
        if !labels.is_empty() {
            select.sql(
                " AND EXISTS (SELECT 1 FROM claims CROSS JOIN episodes CROSS JOIN logs
                 WHERE claims.user_id = statements.user_id AND claims.statement_id = statements.id
                 AND episodes.user_id = claims.user_id AND episodes.id = claims.episode_id
                 AND logs.user_id = episodes.user_id AND logs.id = episodes.log_id",
            );
            select.labelled(&self.words(user).await?, labels).sql(")");
        }
        select.sql(" ORDER BY id");
        select.given(" LIMIT ", i64::from(limit));
        read_all(&select.rows(self).await?, |columns| {
            Ok((columns.id()?, columns.id()?))
        })
    }
}
