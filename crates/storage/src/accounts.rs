//! Accounts and their API keys.

use recollect_model::{
    Account, ApiKey, Caller, EmailAddress, Environment, SpaceId, Timestamp, TokenHash, UserId,
};
use sqlx::any::AnyRow;

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::store::Write;
use crate::{StorageError, Store};

/// What the default space of a new account is called.
const DEFAULT_SPACE: &str = "Personal";

impl Store {
    /// The account of this address. When there is none it is created, with its default space and its lane; two
    /// callers at once get the same one.
    pub async fn ensure_account(
        &self,
        email: &EmailAddress,
        name: &str,
        environment: &Environment,
    ) -> Result<Account, StorageError> {
        if let Some(account) = self.account_of(email).await? {
            return Ok(account);
        }
        let account = Account {
            id: UserId::new(environment),
            email: email.clone(),
            name: name.to_owned(),
            created_at: environment.now(),
        };
        let mut write = self.begin().await?;
        if insert_account(&mut write, &account).await? {
            insert_default_space(&mut write, &account, SpaceId::new(environment)).await?;
        }
        write.commit(CommitPoint::ACCOUNT).await?;
        // Somebody else's insert may have won: the database says which account it is.
        let account = self.account_of(email).await?;
        account.ok_or_else(|| StorageError::internal("the account just created is not there"))
    }

    /// The user's account.
    pub async fn account(&self, user: UserId) -> Result<Option<Account>, StorageError> {
        let row = sqlx::query("SELECT id, email, name, created_at FROM accounts WHERE id = $1")
            .bind(user.to_string())
            .fetch_optional(&self.reads)
            .await?;
        row.as_ref().map(account).transpose()
    }

    /// Adds an API key to the user's.
    ///
    /// # Errors
    ///
    /// [`StorageError::AlreadyExists`] when the id or the hash is taken.
    pub async fn insert_api_key(&self, user: UserId, key: &ApiKey) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO api_keys (user_id, id, name, hash, hint, created_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(user.to_string())
        .bind(key.id.to_string())
        .bind(key.name.as_str())
        .bind(key.hash.as_str())
        .bind(key.hint.as_str())
        .bind(stored(key.created_at))
        .execute(write.connection())
        .await
        .map_err(|error| StorageError::of_insert(error, "an API key"))?;
        write.commit(CommitPoint::API_KEY).await
    }

    /// Whose token this is, unless it is revoked or has expired at `now`. It names no owner because it finds the
    /// owner: the one look-up across users that a request makes.
    pub async fn caller_of(
        &self,
        hash: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<Caller>, StorageError> {
        let row = sqlx::query(
            "SELECT user_id FROM api_keys
             WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)",
        )
        .bind(hash.as_str())
        .bind(stored(now))
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| {
            let user = Columns::of(&row).id()?;
            Ok(Caller { user })
        })
        .transpose()
    }

    async fn account_of(&self, email: &EmailAddress) -> Result<Option<Account>, StorageError> {
        let row = sqlx::query("SELECT id, email, name, created_at FROM accounts WHERE email = $1")
            .bind(email.as_str())
            .fetch_optional(&self.reads)
            .await?;
        row.as_ref().map(account).transpose()
    }
}

/// False when the address has an account already.
async fn insert_account(write: &mut Write, account: &Account) -> Result<bool, StorageError> {
    let inserted = sqlx::query(
        "INSERT INTO accounts (id, email, name, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (email) DO NOTHING",
    )
    .bind(account.id.to_string())
    .bind(account.email.as_str())
    .bind(account.name.as_str())
    .bind(stored(account.created_at))
    .execute(write.connection())
    .await?;
    Ok(inserted.rows_affected() == 1)
}

async fn insert_default_space(
    write: &mut Write,
    account: &Account,
    space: SpaceId,
) -> Result<(), StorageError> {
    sqlx::query(
        "INSERT INTO spaces (user_id, id, name, is_default, revision, created_at, updated_at)
         VALUES ($1, $2, $3, 1, 0, $4, $4)",
    )
    .bind(account.id.to_string())
    .bind(space.to_string())
    .bind(DEFAULT_SPACE)
    .bind(stored(account.created_at))
    .execute(write.connection())
    .await?;
    sqlx::query("INSERT INTO lanes (user_id, last_seq, served_at) VALUES ($1, 0, 0)")
        .bind(account.id.to_string())
        .execute(write.connection())
        .await?;
    Ok(())
}

fn account(row: &AnyRow) -> Result<Account, StorageError> {
    let mut columns = Columns::of(row);
    Ok(Account {
        id: columns.id()?,
        email: columns.id()?,
        name: columns.text()?,
        created_at: columns.instant()?,
    })
}
