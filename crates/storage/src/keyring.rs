//! The keys of an open database: those of users in the database, wrapped, and those in use in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use recollect_model::{Environment, UserId};
use recollect_sealing::{DataKey, MasterKey, Sealer};
use sqlx::{Any, Executor};

use crate::StorageError;
use crate::rows::Columns;
use crate::sealing::{SERVICE, VALUES, Words};

/// So many users' keys are kept in memory.
const MAX_KEPT: usize = 10_000;

/// The keys of an open database.
#[derive(Debug, Default)]
pub(crate) struct Keyring {
    /// Empty of a database that is not encrypted.
    unlocked: OnceLock<Unlocked>,
    users: Mutex<HashMap<UserId, Words>>,
}

/// A key that was made for a user.
pub(crate) struct NewKey<'k> {
    /// What wraps it.
    pub(crate) master: &'k MasterKey,
    /// What seals the user's values.
    pub(crate) words: Words,
    /// The key as it is kept.
    pub(crate) wrapped: Vec<u8>,
}

#[derive(Debug)]
struct Unlocked {
    master: MasterKey,
    service: DataKey,
    sealer: Arc<Sealer>,
}

impl Unlocked {
    fn words(&self, user: UserId, key: &DataKey) -> Words {
        let sealer = Arc::new(key.sealer(VALUES));
        Words::sealed(user.to_string(), sealer, self.sealer.clone())
    }
}

impl Keyring {
    pub(crate) fn unlock(&self, master: MasterKey, service: DataKey) {
        let sealer = Arc::new(service.sealer(VALUES));
        // A keyring is unlocked once, when its database is opened.
        let _ = self.unlocked.set(Unlocked {
            master,
            service,
            sealer,
        });
    }

    /// What wraps the keys; nothing of a database that is not encrypted.
    pub(crate) fn master(&self) -> Option<&MasterKey> {
        self.unlocked.get().map(|unlocked| &unlocked.master)
    }

    /// A key for a new user; nothing in a database that is not encrypted.
    pub(crate) fn new_key(&self, user: UserId, environment: &Environment) -> Option<NewKey<'_>> {
        let Unlocked {
            master, service, ..
        } = self.unlocked.get()?;
        let (words, wrapped) = wrapped_key(master, &user.to_string(), service, environment);
        Some(NewKey {
            master,
            words,
            wrapped,
        })
    }

    /// A user's key; nothing of an account that is gone, or in a database that is not encrypted.
    pub(crate) async fn key(
        &self,
        connection: impl Executor<'_, Database = Any>,
        user: UserId,
    ) -> Result<Option<DataKey>, StorageError> {
        match self.unlocked.get() {
            Some(unlocked) => data_key(connection, &unlocked.master, user).await,
            None => Ok(None),
        }
    }

    /// What opens the service's own values, and nobody's else.
    pub(crate) fn service(&self) -> Words {
        self.unlocked.get().map_or(Words::Plain, |unlocked| {
            let sealer = &unlocked.sealer;
            Words::sealed(SERVICE.to_owned(), sealer.clone(), sealer.clone())
        })
    }

    /// What seals and opens a user's values.
    pub(crate) async fn words(
        &self,
        connection: impl Executor<'_, Database = Any>,
        user: UserId,
    ) -> Result<Words, StorageError> {
        let Some(unlocked) = self.unlocked.get() else {
            return Ok(Words::Plain);
        };
        if let Some(words) = self.kept().get(&user) {
            return Ok(words.clone());
        }
        let Some(key) = data_key(connection, &unlocked.master, user).await? else {
            // Nobody has this account, and nothing of it is there to be opened: what somebody seals all the same must not
            // be readable either.
            let nobody = unlocked.service.sealer(&format!("nobody {user}"));
            return Ok(Words::sealed(
                user.to_string(),
                Arc::new(nobody),
                unlocked.sealer.clone(),
            ));
        };
        let words = unlocked.words(user, &key);
        let mut kept = self.kept();
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(user, words.clone());
        Ok(words)
    }

    /// Forgets a user's key.
    pub(crate) fn forget(&self, user: UserId) {
        self.kept().remove(&user);
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, HashMap<UserId, Words>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn data_key(
    connection: impl Executor<'_, Database = Any>,
    master: &MasterKey,
    user: UserId,
) -> Result<Option<DataKey>, StorageError> {
    let owner = user.to_string();
    let row = sqlx::query("SELECT wrapped FROM data_keys WHERE owner = $1")
        .bind(owner.clone())
        .fetch_optional(connection)
        .await?;
    row.map(|row| unwrapped(master, &owner, Columns::of(&row).bytes()?))
        .transpose()
}

pub(crate) fn unwrapped(
    master: &MasterKey,
    owner: &str,
    wrapped: Vec<u8>,
) -> Result<DataKey, StorageError> {
    master.unwrap(wrapped, owner).map_err(|_| {
        StorageError::internal(format!(
            "the key of {owner} is wrapped by another master key than {}; if that was changed meanwhile, restart the \
             service",
            master.id()
        ))
    })
}

/// A key for the service, and how it is kept.
pub(crate) fn new_service_key(master: &MasterKey, environment: &Environment) -> (DataKey, Vec<u8>) {
    let key = DataKey::of(environment.random());
    let wrapped = master.wrap(&key, SERVICE);
    (key, wrapped)
}

/// The words of a user who gets a key, and how that is kept.
pub(crate) fn wrapped_key(
    master: &MasterKey,
    owner: &str,
    service: &DataKey,
    environment: &Environment,
) -> (Words, Vec<u8>) {
    let key = DataKey::of(environment.random());
    let wrapped = master.wrap(&key, owner);
    let sealer = |key: &DataKey| Arc::new(key.sealer(VALUES));
    let words = Words::sealed(owner.to_owned(), sealer(&key), sealer(service));
    (words, wrapped)
}
