//! What the owner of a memory is called besides their account's name, and what a text of theirs says they are called.

use recollect_language::{EntityRef, ExtractedObject, Extraction};
use recollect_model::{EntityKey, EntityKind, reworded};
use recollect_storage::{GraphRows, StorageError};

use crate::graph::sentences::UNNAMED_OWNER;
use crate::understood::Understood;

/// The longest name that a text can give its owner, in characters.
const MAX_NAME_CHARACTERS: usize = 100;

/// What the owner of a memory is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Called {
    /// The name of their account.
    pub(super) name: String,
    /// Their other names.
    also: Vec<String>,
}

impl Called {
    pub(super) fn new(name: &str, also: &[String]) -> Self {
        Self {
            name: name.to_owned(),
            also: also.to_vec(),
        }
    }

    /// What they are called in this transaction; as before where there is no account.
    pub(super) async fn now(rows: &mut GraphRows, before: &Self) -> Result<Self, StorageError> {
        let account = rows.account().await?;
        Ok(account.map_or_else(
            || before.clone(),
            |account| Self::new(&account.name, &account.also_called),
        ))
    }

    /// Makes of what was read while they were called so what it says now.
    pub(super) fn becomes(&self, now: &Self, extraction: &mut Extraction) {
        take_for_owner(extraction, &now.name, &now.also);
        let is_named = |called: &Self| !called.name.trim().is_empty();
        if self.name == now.name || !is_named(now) {
            return;
        }
        let before = match is_named(self) {
            true => self.name.trim(),
            false => UNNAMED_OWNER,
        };
        for said in &mut extraction.statements {
            said.fact = reworded(&said.fact, &[before.to_owned()], now.name.trim());
        }
    }
}

/// Takes whoever has one of these names for the owner, of whom facts are told by their own.
pub(super) fn take_for_owner(
    extraction: &mut Extraction,
    owner_name: &str,
    also_called: &[String],
) {
    if also_called.is_empty() {
        return;
    }
    let keys: Vec<EntityKey> = also_called
        .iter()
        .map(|name| EntityKey::of_name(name))
        .collect();
    let put = |entity: &mut EntityRef| put_owner(entity, &keys);
    extraction.speakers.iter_mut().flatten().for_each(put);
    for mention in &mut extraction.mentions {
        put_owner(&mut mention.entity, &keys);
        if mention.entity == EntityRef::Owner {
            mention.kind = EntityKind::Owner;
        }
    }
    for said in &mut extraction.statements {
        put_owner(&mut said.subject, &keys);
        said.attributed_to.iter_mut().for_each(put);
        if let ExtractedObject::Entity(entity) = &mut said.object {
            put_owner(entity, &keys);
        }
        if !owner_name.is_empty() {
            said.fact = reworded(&said.fact, also_called, owner_name);
        }
    }
    for identity in &mut extraction.identities {
        put_owner(&mut identity.left, &keys);
        put_owner(&mut identity.right, &keys);
    }
    extraction.identities.retain(|one| one.left != one.right);
}

fn put_owner(entity: &mut EntityRef, keys: &[EntityKey]) {
    match entity {
        EntityRef::Named(name) if keys.contains(&EntityKey::of_name(name)) => {
            *entity = EntityRef::Owner;
        }
        EntityRef::Role { of, .. } => put_owner(of, keys),
        EntityRef::Named(_) | EntityRef::Owner => {}
    }
}

/// What the text says that its owner is called: "My name is Nora".
pub(super) fn name_said(understood: &Understood) -> Option<&str> {
    let identities = understood.extraction.identities.iter();
    let mut names =
        identities
            .filter(|one| one.is_same)
            .filter_map(|one| match (&one.left, &one.right) {
                (EntityRef::Owner, EntityRef::Named(name))
                | (EntityRef::Named(name), EntityRef::Owner) => Some(name.trim()),
                _ => None,
            });
    names.find(|name| !name.is_empty() && name.chars().count() <= MAX_NAME_CHARACTERS)
}
