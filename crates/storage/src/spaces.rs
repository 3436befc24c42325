//! Spaces.

use recollect_model::{Revision, Space, SpaceId, Timestamp, UserId};
use sqlx::{Any, Executor};

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::sealing::register::{SPACE_DESCRIPTION, SPACE_NAME};
use crate::{StorageError, Store};

impl Store {
    /// The user's spaces: the default one first, then by age.
    pub async fn spaces(&self, user: UserId) -> Result<Vec<Space>, StorageError> {
        let rows = sqlx::query(
            "SELECT id, name, description, is_default, retention_days, created_at, updated_at FROM spaces
             WHERE user_id = $1 AND is_deleted = 0 ORDER BY is_default DESC, created_at, id",
        )
        .bind(user.to_string())
        .fetch_all(&self.reads)
        .await?;
        self.words(user).await?.read_all(&rows, space)
    }

    /// One of the user's spaces.
    pub async fn space(&self, user: UserId, id: SpaceId) -> Result<Option<Space>, StorageError> {
        let row = sqlx::query(
            "SELECT id, name, description, is_default, retention_days, created_at, updated_at FROM spaces
             WHERE user_id = $1 AND id = $2 AND is_deleted = 0",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        let words = self.words(user).await?;
        row.map(|row| space(&mut words.columns(&row))).transpose()
    }

    /// The space that takes the user's texts that name none.
    pub async fn default_space(&self, user: UserId) -> Result<Option<Space>, StorageError> {
        let row = sqlx::query(
            "SELECT id, name, description, is_default, retention_days, created_at, updated_at FROM spaces
             WHERE user_id = $1 AND is_default = 1 AND is_deleted = 0",
        )
        .bind(user.to_string())
        .fetch_optional(&self.reads)
        .await?;
        let words = self.words(user).await?;
        row.map(|row| space(&mut words.columns(&row))).transpose()
    }

    /// Adds a space to the user's.
    ///
    /// # Errors
    ///
    /// [`StorageError::AlreadyExists`] when another of the user's spaces has its name, or is the default one and so
    /// is this.
    pub async fn create_space(&self, user: UserId, space: &Space) -> Result<(), StorageError> {
        let (words, id) = (self.words(user).await?, space.id);
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO spaces
             (user_id, id, name, description, is_default, revision, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, 0, $6, $7)",
        )
        .bind(user.to_string())
        .bind(space.id.to_string())
        .bind(words.seek(SPACE_NAME, &space.name))
        .bind(words.seal_optional(SPACE_DESCRIPTION, id, space.description.as_deref()))
        .bind(i64::from(space.is_default))
        .bind(stored(space.created_at))
        .bind(stored(space.updated_at))
        .execute(write.connection())
        .await
        .map_err(name_taken)?;
        write.commit(CommitPoint::SPACE).await
    }

    /// Changes what is given of a space and returns it as it is then; `None` when the user has no such space. An empty
    /// description takes away the one there is.
    ///
    /// # Errors
    ///
    /// [`StorageError::AlreadyExists`] when another of the user's spaces has the name.
    pub async fn update_space(
        &self,
        user: UserId,
        id: SpaceId,
        name: Option<&str>,
        description: Option<&str>,
        now: Timestamp,
    ) -> Result<Option<Space>, StorageError> {
        let words = self.words(user).await?;
        let new = description.filter(|text| !text.is_empty());
        let mut write = self.begin().await?;
        let row = sqlx::query(
            "UPDATE spaces SET name = COALESCE($3, name),
             description = CASE WHEN $6 = 1 THEN $4 ELSE description END, updated_at = $5
             WHERE user_id = $1 AND id = $2 AND is_deleted = 0
             RETURNING id, name, description, is_default, retention_days, created_at, updated_at",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .bind(words.seek_optional(SPACE_NAME, name))
        .bind(words.seal_optional(SPACE_DESCRIPTION, id, new))
        .bind(stored(now))
        .bind(i64::from(description.is_some()))
        .fetch_optional(write.connection())
        .await
        .map_err(name_taken)?;
        let updated = row.map(|row| space(&mut words.columns(&row)));
        let updated = updated.transpose()?;
        write.commit(CommitPoint::SPACE).await?;
        Ok(updated)
    }

    /// Says for how many days a text of the space is kept, or that it is for ever; `None` when the user has no such space.
    pub async fn keep_for(
        &self,
        user: UserId,
        id: SpaceId,
        days: Option<u32>,
        now: Timestamp,
    ) -> Result<Option<Space>, StorageError> {
        let words = self.words(user).await?;
        let mut write = self.begin().await?;
        let row = sqlx::query(
            "UPDATE spaces SET retention_days = $3, updated_at = $4
             WHERE user_id = $1 AND id = $2 AND is_deleted = 0
             RETURNING id, name, description, is_default, retention_days, created_at, updated_at",
        )
        .bind(user.to_string())
        .bind(id.to_string())
        .bind(days.map(i64::from))
        .bind(stored(now))
        .fetch_optional(write.connection())
        .await?;
        let updated = row.map(|row| space(&mut words.columns(&row)));
        let updated = updated.transpose()?;
        write.commit(CommitPoint::SPACE).await?;
        Ok(updated)
    }

    /// How far a space has changed, and the mark of that: one point read, made by every search. The mark is empty where
    /// none was left.
    pub async fn position(
        &self,
        user: UserId,
        space: SpaceId,
    ) -> Result<Option<(Revision, String)>, StorageError> {
        let row = sqlx::query(
            "SELECT spaces.revision, COALESCE(space_marks.mark, '') FROM spaces
             LEFT JOIN space_marks ON space_marks.user_id = spaces.user_id
             AND space_marks.space_id = spaces.id AND space_marks.revision = spaces.revision
             WHERE spaces.user_id = $1 AND spaces.id = $2 AND spaces.is_deleted = 0",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| {
            let mut columns = Columns::of(&row);
            Ok((Revision(columns.integer()?), columns.text()?))
        })
        .transpose()
    }

    /// The mark of a revision that a space has reached or passed; `None` when it has not (any more), or the space is gone.
    pub async fn mark(
        &self,
        user: UserId,
        space: SpaceId,
        revision: Revision,
    ) -> Result<Option<String>, StorageError> {
        let row = sqlx::query(
            "SELECT COALESCE(space_marks.mark, '') FROM spaces
             LEFT JOIN space_marks ON space_marks.user_id = spaces.user_id
             AND space_marks.space_id = spaces.id AND space_marks.revision = $3
             WHERE spaces.user_id = $1 AND spaces.id = $2 AND spaces.is_deleted = 0
             AND spaces.revision >= $3",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .bind(revision.0)
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| Columns::of(&row).text()).transpose()
    }

    /// How far a space has changed.
    pub async fn revision(
        &self,
        user: UserId,
        space: SpaceId,
    ) -> Result<Option<Revision>, StorageError> {
        revision(&self.reads, user, space).await
    }
}

/// How far a space has changed, as this connection sees it.
pub(crate) async fn revision(
    connection: impl Executor<'_, Database = Any>,
    user: UserId,
    space: SpaceId,
) -> Result<Option<Revision>, StorageError> {
    let row = sqlx::query(
        "SELECT revision FROM spaces WHERE user_id = $1 AND id = $2 AND is_deleted = 0",
    )
    .bind(user.to_string())
    .bind(space.to_string())
    .fetch_optional(connection)
    .await?;
    row.map(|row| Columns::of(&row).integer().map(Revision))
        .transpose()
}

fn name_taken(error: sqlx::Error) -> StorageError {
    StorageError::of_insert(error, "a space with this name")
}

fn space(columns: &mut Columns<'_>) -> Result<Space, StorageError> {
    let id = columns.id()?;
    Ok(Space {
        id,
        name: columns.sought(SPACE_NAME)?,
        description: columns.optional_sealed(SPACE_DESCRIPTION, id)?,
        is_default: columns.integer()? == 1,
        retention_days: columns
            .optional_integer()?
            .and_then(|days| u32::try_from(days).ok()),
        created_at: columns.instant()?,
        updated_at: columns.instant()?,
    })
}
