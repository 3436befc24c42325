//! The users' keys and the service's own in the database: taken when it is opened, made with an account, destroyed
//! with it, and wrapped anew by another master key.

use std::path::Path;
use std::sync::Arc;

use recollect_model::{Environment, UserId};
use recollect_sealing::{MasterKey, Sealer};
use sqlx::{Any, AssertSqlSafe, Executor};

use crate::database::Database;
use crate::encryption_record::{record, recorded};
use crate::faults::CommitPoint;
use crate::keyring::{new_service_key, unwrapped};
use crate::master_key::{Encryption, KeyChange};
use crate::rows::{Columns, stored};
use crate::sealing::{SERVICE, Words};
use crate::sessions::Session;
use crate::store::Write;
use crate::{StorageError, Store};

/// What the files of indexes are sealed with, of all that follows from a data key.
const INDEXES: &str = "indexes";

impl Store {
    /// Takes the keys of an encrypted database, and makes the first ones of a new database.
    pub(crate) async fn unlock(
        &self,
        database: &Database,
        encryption: &Encryption,
    ) -> Result<(), StorageError> {
        let known = recorded(&self.reads).await?;
        let is_encrypted = match known {
            Some(is_encrypted) => is_encrypted,
            None => self.decide(database, encryption).await?,
        };
        if !is_encrypted {
            return Ok(());
        }
        let found = service_key(&self.reads).await?;
        let (id, wrapped) = found.ok_or_else(|| {
            StorageError::internal(
                "it is encrypted, and the key of the service is gone: restore it from a backup",
            )
        })?;
        let master = encryption.master(database, &id)?;
        let service = unwrapped(&master, SERVICE, wrapped)?;
        encryption.take_next(database, &master)?;
        self.keyring.unlock(master, service);
        Ok(())
    }

    /// Records whether the database is encrypted, with the service's key where it is; of two that do so at once the first
    /// decides. One that holds something, and no keys, is from before encryption.
    async fn decide(
        &self,
        database: &Database,
        encryption: &Encryption,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let has_keys = service_key(write.connection()).await?.is_some();
        let master = match !has_keys && is_new(write.connection()).await? {
            true => encryption.of_new(database)?,
            false => None,
        };
        let is_encrypted = has_keys || master.is_some();
        let is_first = record(write.connection(), is_encrypted).await?;
        if is_first && let Some(master) = &master {
            let environment = encryption.environment();
            let (_, wrapped) = new_service_key(master, environment);
            insert_key(&mut write, SERVICE, &wrapped, master, environment).await?;
        }
        let decided = recorded(write.connection()).await?;
        write.commit(CommitPoint::ACCOUNT).await?;
        Ok(decided.unwrap_or(is_encrypted))
    }

    /// Whether the database is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.keyring.master().is_some()
    }

    /// What seals and opens a user's values.
    pub(crate) async fn words(&self, user: UserId) -> Result<Words, StorageError> {
        self.keyring.words(&self.reads, user).await
    }

    /// What seals and opens the service's own values.
    pub(crate) fn service_words(&self) -> Words {
        self.keyring.service()
    }

    /// What the files of a user's indexes are sealed with; `None` of a database that is not encrypted, and of an account
    /// that is gone.
    pub async fn index_sealer(&self, user: UserId) -> Result<Option<Arc<Sealer>>, StorageError> {
        let key = self.keyring.key(&self.reads, user).await?;
        Ok(key.map(|key| Arc::new(key.sealer(INDEXES))))
    }

    /// Wraps every data key by another master key, in one transaction; what they seal stays as it is. How many there are:
    /// none of a database that is not encrypted.
    pub async fn rotate_master(&self, next: &MasterKey) -> Result<u64, StorageError> {
        let Some(master) = self.keyring.master() else {
            return Ok(0);
        };
        let mut write = self.begin().await?;
        // Whoever makes an account meanwhile waits, and finds that its master key is another one.
        let lock = self.dialect.for_update();
        hold_master(&mut write, master, lock).await?;
        let rows = sqlx::query("SELECT owner, wrapped FROM data_keys ORDER BY owner");
        let rows = rows.fetch_all(write.connection()).await?;
        for row in &rows {
            let mut columns = Columns::of(row);
            let (owner, wrapped) = (columns.text()?, columns.bytes()?);
            let key = unwrapped(master, &owner, wrapped)?;
            sqlx::query("UPDATE data_keys SET wrapped = $2, master = $3 WHERE owner = $1")
                .bind(owner.as_str())
                .bind(next.wrap(&key, &owner))
                .bind(next.id())
                .execute(write.connection())
                .await?;
        }
        write.commit(CommitPoint::ACCOUNT).await?;
        Ok(rows.len() as u64)
    }

    /// Puts a new master key in the place of the one in a file: it is on disk before the database asks for it, and whatever
    /// breaks off in between, one of the two files has the key that the database asks for.
    pub async fn rotate_master_in(
        &self,
        file: &Path,
        environment: &Environment,
    ) -> Result<u64, StorageError> {
        let change = KeyChange::begin(file, environment)?;
        let rotated = self.rotate_master(&change.next).await?;
        change.end()?;
        Ok(rotated)
    }
}

impl Write {
    /// What seals and opens a user's values; asks this transaction's connection.
    pub(crate) async fn words(&mut self, user: UserId) -> Result<Words, StorageError> {
        let keyring = self.keyring.clone();
        keyring.words(self.connection(), user).await
    }

    /// Makes the key of a new account.
    pub(crate) async fn insert_user_key(
        &mut self,
        user: UserId,
        environment: &Environment,
    ) -> Result<Words, StorageError> {
        let keyring = self.keyring.clone();
        let Some(made) = keyring.new_key(user, environment) else {
            return Ok(Words::Plain);
        };
        // What is wrapped by a master key that was changed meanwhile could never be opened again.
        let lock = self.dialect.for_key_share();
        hold_master(self, made.master, lock).await?;
        let owner = user.to_string();
        insert_key(self, &owner, &made.wrapped, made.master, environment).await?;
        Ok(made.words)
    }

    /// Destroys the key of an account: what it sealed is noise from now on, wherever it is kept still.
    pub(crate) async fn destroy_user_key(&mut self, user: UserId) -> Result<(), StorageError> {
        sqlx::query("DELETE FROM data_keys WHERE owner = $1")
            .bind(user.to_string())
            .execute(self.connection())
            .await?;
        Ok(())
    }
}

async fn insert_key(
    write: &mut Write,
    owner: &str,
    wrapped: &[u8],
    master: &MasterKey,
    environment: &Environment,
) -> Result<(), StorageError> {
    sqlx::query(
        "INSERT INTO data_keys (owner, master, wrapped, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (owner) DO NOTHING",
    )
    .bind(owner)
    .bind(master.id())
    .bind(wrapped.to_vec())
    .bind(stored(environment.now()))
    .execute(write.connection())
    .await?;
    Ok(())
}

/// Locks the service's key as long as the transaction lasts, and makes sure that this master key wraps it still.
async fn hold_master(
    write: &mut Write,
    master: &MasterKey,
    lock: &str,
) -> Result<(), StorageError> {
    let sql = format!("SELECT owner FROM data_keys WHERE owner = $1 AND master = $2{lock}");
    let held = sqlx::query(AssertSqlSafe(sql))
        .bind(SERVICE)
        .bind(master.id())
        .fetch_optional(write.connection())
        .await?;
    held.map(|_| ()).ok_or_else(|| {
        StorageError::internal(format!(
            "the master key was changed, and is not {} any more: restart the service with the present one",
            master.id()
        ))
    })
}

/// Which master key wraps the service's key, and that key.
async fn service_key(
    connection: impl Executor<'_, Database = Any>,
) -> Result<Option<(String, Vec<u8>)>, StorageError> {
    let row = sqlx::query("SELECT master, wrapped FROM data_keys WHERE owner = $1")
        .bind(SERVICE)
        .fetch_optional(connection)
        .await?;
    row.map(|row| {
        let mut columns = Columns::of(&row);
        Ok((columns.text()?, columns.bytes()?))
    })
    .transpose()
}

/// Whether nothing was ever kept in the database that would be sealed.
async fn is_new(session: &mut Session) -> Result<bool, StorageError> {
    let row = sqlx::query(
        "SELECT (SELECT COUNT(*) FROM accounts) + (SELECT COUNT(*) FROM login_links)
         + (SELECT COUNT(*) FROM oauth_signing_keys)",
    )
    .fetch_one(session)
    .await?;
    Ok(Columns::of(&row).integer()? == 0)
}
