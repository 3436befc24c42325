//! Spaces: making, naming and removing them.

use std::net::IpAddr;

use recollect_model::{AuditAction, AuditEntry, Space, SpaceId, StatementId, UserId};

use crate::{Engine, EngineError, Sought, text};

/// For so many days at most a space may keep its texts; it may for ever.
pub const MAX_RETENTION_DAYS: u32 = 36_500;

/// A name of a space has at most so many characters.
pub const MAX_SPACE_NAME: usize = 100;
/// A description of a space has at most so many characters.
pub const MAX_SPACE_DESCRIPTION: usize = 2_000;
const MAX_SPACES: usize = 1_000;

/// What was removed with a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemovedSpace {
    /// Episodes, processed or waiting.
    pub episodes: u64,
}

/// Where statements are asked to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placement {
    /// In these spaces and no others.
    In(Vec<SpaceId>),
    /// In none of these spaces.
    OutOf(Vec<SpaceId>),
    /// In some space, each has its own from the beginning; these are named beside.
    Anywhere(Vec<SpaceId>),
}

impl Placement {
    fn spaces(&self) -> &[SpaceId] {
        match self {
            Self::In(spaces) | Self::OutOf(spaces) | Self::Anywhere(spaces) => spaces,
        }
    }

    fn is_so(&self, space: SpaceId) -> bool {
        match self {
            Self::In(spaces) => spaces.as_slice() == [space],
            Self::OutOf(spaces) => !spaces.contains(&space),
            Self::Anywhere(_) => true,
        }
    }
}

impl Engine {
    /// That the user's statements are where they are asked to be. A statement follows from texts and is in their space, so what is
    /// not so already cannot be made so.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`] for a space or a statement that is not the user's, [`EngineError::Conflict`] for a statement that
    /// would have to leave its texts.
    pub async fn place_statements(
        &self,
        user: UserId,
        statements: &[StatementId],
        placement: &Placement,
    ) -> Result<(), EngineError> {
        for space in placement.spaces() {
            self.space(user, *space).await?;
        }
        self.forget_over(user).await?;
        let spaces = self.store.spaces_of_statements(user, statements).await?;
        for statement in statements {
            let space = spaces
                .get(statement)
                .ok_or(EngineError::not_found(Sought::Statement))?;
            if !placement.is_so(*space) {
                return Err(EngineError::Conflict {
                    reason: format!(
                        "the statement {statement} follows from texts and is in their space: send the texts to another space, or delete them"
                    ),
                });
            }
        }
        Ok(())
    }

    /// The user's spaces, the default one first.
    pub async fn spaces(&self, user: UserId) -> Result<Vec<Space>, EngineError> {
        Ok(self.store.spaces(user).await?)
    }

    /// The space that takes the user's texts that name none.
    pub async fn default_space(&self, user: UserId) -> Result<Option<Space>, EngineError> {
        Ok(self.store.default_space(user).await?)
    }

    /// One space of the user.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn space(&self, user: UserId, id: SpaceId) -> Result<Space, EngineError> {
        self.store
            .space(user, id)
            .await?
            .ok_or(EngineError::not_found(Sought::Space))
    }

    /// Creates a space; its name must be new among the user's.
    ///
    /// # Errors
    ///
    /// [`EngineError::Invalid`]; [`EngineError::Conflict`] when the name is taken, or the user has as many spaces as there may be.
    pub async fn create_space(
        &self,
        user: UserId,
        name: &str,
        description: Option<&str>,
    ) -> Result<Space, EngineError> {
        if self.store.spaces(user).await?.len() >= MAX_SPACES {
            return Err(EngineError::Conflict {
                reason: format!("there are {MAX_SPACES} spaces, the most a user may have"),
            });
        }
        let now = self.environment.now();
        let space = Space {
            id: SpaceId::new(&self.environment),
            name: checked_name(name)?,
            description: description
                .map(checked_description)
                .transpose()?
                .filter(|description| !description.is_empty()),
            is_default: false,
            retention_days: None,
            created_at: now,
            updated_at: now,
        };
        self.store.create_space(user, &space).await?;
        tracing::info!(%user, space = %space.id, "space created");
        Ok(space)
    }

    /// Changes the name, the description, or both; an empty description takes away the one there is.
    ///
    /// # Errors
    ///
    /// [`EngineError::Invalid`]; [`EngineError::NotFound`]; [`EngineError::Conflict`] when the name is taken.
    pub async fn update_space(
        &self,
        user: UserId,
        id: SpaceId,
        name: Option<&str>,
        description: Option<&str>,
    ) -> Result<Space, EngineError> {
        let name = name.map(checked_name).transpose()?;
        let description = description.map(checked_description).transpose()?;
        let now = self.environment.now();
        let space = self
            .store
            .update_space(user, id, name.as_deref(), description.as_deref(), now)
            .await?;
        space.ok_or(EngineError::not_found(Sought::Space))
    }

    /// Says for how many days a text of a space is kept after it was accepted, or that it is for ever. What is older is
    /// forgotten within minutes.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn keep_for(
        &self,
        user: UserId,
        id: SpaceId,
        days: Option<u32>,
    ) -> Result<Space, EngineError> {
        let now = self.environment.now();
        let space = self.store.keep_for(user, id, days, now).await?;
        space.ok_or(EngineError::not_found(Sought::Space))
    }

    /// Removes a space with everything in it, what still waits to be processed included: at once for whoever looks, and in
    /// steps in the database, of which the last is done before this returns. The default space stays. The user's trail says
    /// from which network address that was asked for, where it is known.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`]; [`EngineError::Conflict`] for the default space.
    pub async fn delete_space(
        &self,
        user: UserId,
        id: SpaceId,
        address: Option<IpAddr>,
    ) -> Result<RemovedSpace, EngineError> {
        let space = self.space(user, id).await?;
        if space.is_default {
            return Err(EngineError::Conflict {
                reason: "the default space cannot be deleted".to_owned(),
            });
        }
        let entry = AuditEntry {
            action: AuditAction::SpaceDeleted,
            subject: space.name,
            address,
            at: self.environment.now(),
        };
        if !self.store.hide_space(user, id, Some(&entry)).await? {
            return Err(EngineError::not_found(Sought::Space));
        }
        // From here on nobody finds it. What breaks off now is gone on with by any node, within a minute.
        self.indexes.remove(user, id).await;
        self.waiting.forget_user(user);
        let removed = self.store.finish_deletion(user, id).await?;
        self.erase().await;
        tracing::info!(%user, space = %id, "space deleted with {} episodes", removed.episodes);
        Ok(RemovedSpace {
            episodes: removed.episodes,
        })
    }
}

fn checked_name(name: &str) -> Result<String, EngineError> {
    let name = name.trim();
    text::not_blank("name", name)?;
    text::short("name", name, MAX_SPACE_NAME)?;
    Ok(name.to_owned())
}

fn checked_description(description: &str) -> Result<String, EngineError> {
    let description = description.trim();
    text::short("description", description, MAX_SPACE_DESCRIPTION)?;
    Ok(description.to_owned())
}
