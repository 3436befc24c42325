//! What stands in a role to somebody is called by what that somebody is called.

use recollect_model::{Entity, EntityKey, Revision, SpaceId};

use super::GraphRows;
use crate::StorageError;
use crate::columns::{entity, entity_columns};

impl GraphRows {
    /// Names the roles that others have to whoever is known by these keys after their present name, and the roles that others
    /// have to those: "Nora's sister", "Nora's sister's husband".
    pub async fn rename_roles(
        &mut self,
        (space, revision): (SpaceId, Revision),
        of: &[EntityKey],
        name: &str,
    ) -> Result<(), StorageError> {
        let (user, words) = (self.user(), self.words());
        let rows = sqlx::query(concat!(
            "SELECT ",
            entity_columns!(),
            " FROM entities WHERE user_id = $1 AND space_id = $2"
        ))
        .bind(user.to_string())
        .bind(space.to_string())
        .fetch_all(self.connection())
        .await?;
        let renamed: Vec<Entity> = words
            .read_all(&rows, entity)?
            .into_iter()
            .filter_map(|known| {
                let name = role_of(&known.key, of, name).filter(|name| *name != known.name)?;
                Some(Entity { name, ..known })
            })
            .collect();
        self.update_entities(space, revision, &renamed).await
    }
}

/// What a role is called whose holder has it to somebody known by one of these keys; `None` for anything else.
fn role_of(key: &EntityKey, of: &[EntityKey], name: &str) -> Option<String> {
    let (role, whose) = key.role()?;
    let whose = match of.contains(&whose) {
        true => name.to_owned(),
        false => role_of(&whose, of, name)?,
    };
    Some(match whose.trim() {
        "" => format!("my {role}"),
        whose => format!("{whose}'s {role}"),
    })
}
