//! Accounts.

use recollect_model::{Account, EmailAddress, Environment, NamedBy, SpaceId, UserId};
use sqlx::AssertSqlSafe;

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::Words;
use crate::sealing::register::{
    ACCOUNT_ALSO_CALLED, ACCOUNT_EMAIL, ACCOUNT_NAME, ACCOUNT_TIME_ZONE, SPACE_NAME,
};
use crate::store::Write;
use crate::{StorageError, Store};

/// What the default space of a new account is called.
const DEFAULT_SPACE: &str = "Personal";

/// In the order in which [`account`] reads them.
pub(crate) const COLUMNS: &str = "id, email, name, named_by, also_called, time_zone, created_at";

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
        let words = self.words(user).await?;
        let sql = format!("SELECT {COLUMNS} FROM accounts WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(user.to_string())
            .fetch_optional(&self.reads)
            .await?;
        row.map(|row| account(&mut words.columns(&row))).transpose()
    }

    /// The account of this address. It names no owner because it finds the owner.
    pub async fn account_of(&self, email: &EmailAddress) -> Result<Option<Account>, StorageError> {
        let sql = format!("SELECT {COLUMNS} FROM accounts WHERE email = $1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(self.service_words().seek(ACCOUNT_EMAIL, email.as_str()))
            .fetch_optional(&self.reads)
            .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let words = self.words(Columns::of(&row).id()?).await?;
        account(&mut words.columns(&row)).map(Some)
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
    if let Some(words) = insert_account(write, &new, environment).await? {
        insert_default_space(write, &new, SpaceId::new(environment), &words).await?;
        return Ok(new);
    }
    // Somebody else's insert was first, and is committed: whoever inserts the same address waits for that.
    let sql = format!("SELECT {COLUMNS} FROM accounts WHERE email = $1");
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(write.keyring.service().seek(ACCOUNT_EMAIL, email.as_str()))
        .fetch_one(write.connection())
        .await?;
    let words = write.words(Columns::of(&row).id()?).await?;
    account(&mut words.columns(&row))
}

/// What seals the words of the account; `None` when the address has an account already.
async fn insert_account(
    write: &mut Write,
    account: &Account,
    environment: &Environment,
) -> Result<Option<Words>, StorageError> {
    let (id, email) = (account.id, account.email.as_str());
    let words = write.insert_user_key(id, environment).await?;
    let inserted = sqlx::query(
        "INSERT INTO accounts (id, email, name, named_by, also_called, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING",
    )
    .bind(id.to_string())
    .bind(words.seek(ACCOUNT_EMAIL, email))
    .bind(words.seal(ACCOUNT_NAME, id, &account.name))
    .bind(account.named_by.as_str())
    .bind(words.seal(ACCOUNT_ALSO_CALLED, id, &account.also_called.join("\n")))
    .bind(stored(account.created_at))
    .execute(write.connection())
    .await?;
    if inserted.rows_affected() == 0 {
        write.destroy_user_key(id).await?;
        return Ok(None);
    }
    Ok(Some(words))
}

async fn insert_default_space(
    write: &mut Write,
    account: &Account,
    space: SpaceId,
    words: &Words,
) -> Result<(), StorageError> {
    sqlx::query(
        "INSERT INTO spaces (user_id, id, name, is_default, revision, created_at, updated_at)
         VALUES ($1, $2, $3, 1, 0, $4, $4)",
    )
    .bind(account.id.to_string())
    .bind(space.to_string())
    .bind(words.seek(SPACE_NAME, DEFAULT_SPACE))
    .bind(stored(account.created_at))
    .execute(write.connection())
    .await?;
    sqlx::query("INSERT INTO lanes (user_id, last_seq, served_at) VALUES ($1, 0, 0)")
        .bind(account.id.to_string())
        .execute(write.connection())
        .await?;
    Ok(())
}

pub(crate) fn account(columns: &mut Columns<'_>) -> Result<Account, StorageError> {
    let id = columns.id()?;
    Ok(Account {
        id,
        email: email(columns)?,
        name: columns.sealed(ACCOUNT_NAME, id)?,
        named_by: columns.named(NamedBy::from_name)?,
        also_called: names_of(&columns.sealed(ACCOUNT_ALSO_CALLED, id)?),
        time_zone: columns.optional_sealed(ACCOUNT_TIME_ZONE, id)?,
        created_at: columns.instant()?,
    })
}

/// The address of an account.
pub(crate) fn email(columns: &mut Columns<'_>) -> Result<EmailAddress, StorageError> {
    let email = columns.sought(ACCOUNT_EMAIL)?;
    email.parse().map_err(|_| unreadable("an address", ""))
}

/// The names in a column that has one a line.
pub(crate) fn names_of(lines: &str) -> Vec<String> {
    lines.lines().map(str::to_owned).collect()
}
