//! Accounts.

use recollect_model::{Account, EmailAddress, Environment, NamedBy, SpaceId, UserId};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::store::Write;
use crate::{StorageError, Store};

/// What the default space of a new account is called.
const DEFAULT_SPACE: &str = "Personal";

/// In the order in which [`account`] reads them.
const COLUMNS: &str = "id, email, name, named_by, also_called, time_zone, created_at";

impl Store {
    /// The account of this address. When there is none it is created, with its default space and its lane; two
    /// callers at once get the same one. A name that is not the address's own was said by the person.
    pub async fn ensure_account(
        &self,
        email: &EmailAddress,
        name: &str,
        environment: &Environment,
    ) -> Result<Account, StorageError> {
        if let Some(account) = self.account_of(email).await? {
            return Ok(account);
        }
        let mut write = self.begin().await?;
        let account = account_in(&mut write, email, name, environment).await?;
        write.commit(CommitPoint::ACCOUNT).await?;
        Ok(account)
    }

    /// The user's account.
    pub async fn account(&self, user: UserId) -> Result<Option<Account>, StorageError> {
        let sql = format!("SELECT {COLUMNS} FROM accounts WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(user.to_string())
            .fetch_optional(&self.reads)
            .await?;
        row.as_ref().map(account).transpose()
    }

    /// The account of this address. It names no owner because it finds the owner.
    pub async fn account_of(&self, email: &EmailAddress) -> Result<Option<Account>, StorageError> {
        let sql = format!("SELECT {COLUMNS} FROM accounts WHERE email = $1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(email.as_str())
            .fetch_optional(&self.reads)
            .await?;
        row.as_ref().map(account).transpose()
    }
}

/// The account of this address, created in this transaction when there is none.
pub(crate) async fn account_in(
    write: &mut Write,
    email: &EmailAddress,
    name: &str,
    environment: &Environment,
) -> Result<Account, StorageError> {
    let named_by = if name == email.person_name() {
        NamedBy::Address
    } else {
        NamedBy::Person
    };
    let new = Account {
        id: UserId::new(environment),
        email: email.clone(),
        name: name.to_owned(),
        named_by,
        also_called: Vec::new(),
        time_zone: None,
        created_at: environment.now(),
    };
    if insert_account(write, &new).await? {
        insert_default_space(write, &new, SpaceId::new(environment)).await?;
        return Ok(new);
    }
    // Somebody else's insert was first, and is committed: whoever inserts the same address waits for that.
    let sql = format!("SELECT {COLUMNS} FROM accounts WHERE email = $1");
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(email.as_str())
        .fetch_one(write.connection())
        .await?;
    account(&row)
}

/// False when the address has an account already.
async fn insert_account(write: &mut Write, account: &Account) -> Result<bool, StorageError> {
    let inserted = sqlx::query(
        "INSERT INTO accounts (id, email, name, named_by, created_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (email) DO NOTHING",
    )
    .bind(account.id.to_string())
    .bind(account.email.as_str())
    .bind(account.name.as_str())
    .bind(account.named_by.as_str())
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
        named_by: columns.named(NamedBy::from_name)?,
        also_called: names_of(&columns.text()?),
        time_zone: columns.optional_text()?,
        created_at: columns.instant()?,
    })
}

/// The names in a column that has one a line.
pub(crate) fn names_of(lines: &str) -> Vec<String> {
    lines.lines().map(str::to_owned).collect()
}
