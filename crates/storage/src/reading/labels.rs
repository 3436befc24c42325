//! Texts by their tags and metadata.

use std::collections::HashSet;

use recollect_model::{EpisodeId, Label, LabelFilter, SpaceId, UserId};

use super::Select;
use crate::rows::read_all;
use crate::sealing::Words;
use crate::sealing::register::{LABEL_NAME, LABEL_VALUE};
use crate::{StorageError, Store};

impl Store {
    /// The episodes of a space whose texts meet the filter, processed or not.
    pub async fn labelled_episodes(
        &self,
        user: UserId,
        space: SpaceId,
        filter: &LabelFilter,
    ) -> Result<HashSet<EpisodeId>, StorageError> {
        let mut select = Select::new("SELECT logs.episode_id FROM logs");
        select.given(" WHERE logs.user_id = ", user.to_string());
        select.given(" AND logs.space_id = ", space.to_string());
        select.sql(" AND logs.episode_id IS NOT NULL");
        select.labelled(&self.words(user).await?, filter);
        let rows = select.rows(self).await?;
        Ok(read_all(&rows, |columns| columns.id())?
            .into_iter()
            .collect())
    }
}

impl Select {
    /// That logs have labels.
    pub(super) fn labelled(&mut self, words: &Words, filter: &LabelFilter) -> &mut Self {
        for list in filter.any.iter().chain(&filter.all) {
            self.sql(" AND ").one_of(words, list);
        }
        if !filter.none.is_empty() {
            self.sql(" AND NOT ").one_of(words, &filter.none);
        }
        self
    }

    /// That a log has one of these labels.
    fn one_of(&mut self, words: &Words, labels: &[Label]) -> &mut Self {
        self.sql(
            "EXISTS (SELECT 1 FROM labels WHERE labels.user_id = logs.user_id
             AND labels.log_id = logs.id AND (",
        );
        for (number, label) in labels.iter().enumerate() {
            self.sql(if number == 0 { "" } else { " OR " });
            self.given("(labels.name = ", words.seek(LABEL_NAME, &label.name));
            self.given(
                " AND labels.value = ",
                words.seek(LABEL_VALUE, &label.value),
            );
            self.sql(")");
        }
        self.sql(if labels.is_empty() { "1 = 0))" } else { "))" })
    }
}
