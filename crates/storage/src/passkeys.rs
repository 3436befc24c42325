//! Passkeys, and the challenges that they answer.

use recollect_model::{AuditEntry, Passkey, PasskeyId, Timestamp, TokenHash, UserId};

use crate::faults::CommitPoint;
use crate::logins::{Beginning, begin_session};
use crate::rows::{Columns, stored};
use crate::sealing::register::{CHALLENGE_STATE, PASSKEY_CREDENTIAL, PASSKEY_NAME};
use crate::{StorageError, Store};

/// What a browser was asked to have signed.
#[derive(Debug, Clone)]
pub struct PasskeyChallenge {
    /// What is kept of its name.
    pub hash: TokenHash,
    /// What is kept of the secret of the browser that was asked.
    pub browser: TokenHash,
    /// Who adds a passkey; nobody yet where somebody logs in.
    pub user: Option<UserId>,
    /// What the answer is checked with.
    pub state: String,
    /// When it counts no more.
    pub expires_at: Timestamp,
}

impl Store {
    /// Keeps a challenge. At a login it names no owner: whoever answers it says who they are.
    pub async fn insert_passkey_challenge(
        &self,
        challenge: &PasskeyChallenge,
    ) -> Result<(), StorageError> {
        let words = self.service_words();
        let mut write = self.begin().await?;
        sqlx::query(
            "INSERT INTO passkey_challenges (hash, browser_hash, user_id, state, expires_at)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(challenge.hash.as_str())
        .bind(challenge.browser.as_str())
        .bind(challenge.user.map(|user| user.to_string()))
        .bind(words.seal(CHALLENGE_STATE, challenge.hash.as_str(), &challenge.state))
        .bind(stored(challenge.expires_at))
        .execute(write.connection())
        .await
        .map_err(|error| StorageError::of_insert(error, "a challenge"))?;
        write.commit(CommitPoint::LOGIN).await
    }

    /// Takes a challenge that this browser and this user were given and that counts at `now`, so that nobody else can answer
    /// it: what its answer is checked with.
    pub async fn take_passkey_challenge(
        &self,
        hash: &TokenHash,
        browser: &TokenHash,
        user: Option<UserId>,
        now: Timestamp,
    ) -> Result<Option<String>, StorageError> {
        let user = user.map(|user| user.to_string()).unwrap_or_default();
        let mut write = self.begin().await?;
        let row = sqlx::query(
            "DELETE FROM passkey_challenges
             WHERE hash = $1 AND browser_hash = $2 AND COALESCE(user_id, '') = $3 AND expires_at > $4
             RETURNING state",
        )
        .bind(hash.as_str())
        .bind(browser.as_str())
        .bind(user)
        .bind(stored(now))
        .fetch_optional(write.connection())
        .await?;
        write.commit(CommitPoint::LOGIN).await?;
        let words = self.service_words();
        row.map(|row| words.columns(&row).sealed(CHALLENGE_STATE, hash.as_str()))
            .transpose()
    }

    /// Adds a passkey, unless the user has `most` of them, and to the trail; whether it was.
    ///
    /// # Errors
    ///
    /// [`StorageError::AlreadyExists`] where somebody has this passkey.
    pub async fn insert_passkey(
        &self,
        user: UserId,
        passkey: &Passkey,
        most: i64,
        entry: &AuditEntry,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let words = write.words(user).await?;
        let added = sqlx::query(
            "INSERT INTO passkeys
             (user_id, id, credential_hash, name, credential, counter, created_at)
             SELECT $1, $2, $3, $4, $5, $6, $7
             WHERE (SELECT COUNT(*) FROM passkeys WHERE user_id = $1) < $8",
        )
        .bind(user.to_string())
        .bind(passkey.id.to_string())
        .bind(passkey.credential_hash.as_str())
        .bind(words.seal(PASSKEY_NAME, passkey.id, &passkey.name))
        .bind(words.seal(PASSKEY_CREDENTIAL, passkey.id, &passkey.credential))
        .bind(i64::from(passkey.counter))
        .bind(stored(passkey.created_at))
        .bind(most)
        .execute(write.connection())
        .await
        .map_err(|error| StorageError::of_insert(error, "this passkey"))?;
        if added.rows_affected() == 0 {
            return Ok(false);
        }
        write.record_audit(user, entry).await?;
        write.commit(CommitPoint::SESSION).await?;
        Ok(true)
    }

    /// The user's passkeys, the oldest first.
    pub async fn passkeys(&self, user: UserId) -> Result<Vec<Passkey>, StorageError> {
        let rows = sqlx::query(
            "SELECT id, credential_hash, name, credential, counter, created_at, last_used_at
             FROM passkeys WHERE user_id = $1 ORDER BY created_at, id",
        )
        .bind(user.to_string())
        .fetch_all(&self.reads)
        .await?;
        self.words(user).await?.read_all(&rows, passkey)
    }

    /// Gives a passkey another name; false when the user has no such passkey.
    pub async fn rename_passkey(
        &self,
        user: UserId,
        id: PasskeyId,
        name: &str,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let words = write.words(user).await?;
        let renamed = sqlx::query("UPDATE passkeys SET name = $3 WHERE user_id = $1 AND id = $2")
            .bind(user.to_string())
            .bind(id.to_string())
            .bind(words.seal(PASSKEY_NAME, id, name))
            .execute(write.connection())
            .await?;
        write.commit(CommitPoint::SESSION).await?;
        Ok(renamed.rows_affected() == 1)
    }

    /// Deletes a passkey and adds to the user's trail; false when the user has no such passkey.
    pub async fn delete_passkey(
        &self,
        user: UserId,
        id: PasskeyId,
        entry: &AuditEntry,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let deleted = sqlx::query("DELETE FROM passkeys WHERE user_id = $1 AND id = $2")
            .bind(user.to_string())
            .bind(id.to_string())
            .execute(write.connection())
            .await?;
        if deleted.rows_affected() == 0 {
            return Ok(false);
        }
        write.record_audit(user, entry).await?;
        write.commit(CommitPoint::SESSION).await?;
        Ok(true)
    }

    /// Begins a session of whoever has answered with a passkey, which is stored as it is from now on; whether the browser was
    /// new to them. `None`, with nothing changed, when the passkey is gone, or its counter is not ahead of the stored one: then
    /// there are two of it.
    pub async fn log_in_with_passkey(
        &self,
        user: UserId,
        passkey: &Passkey,
        beginning: &Beginning,
    ) -> Result<Option<bool>, StorageError> {
        let mut write = self.begin().await?;
        let words = write.words(user).await?;
        let used = sqlx::query(
            "UPDATE passkeys SET credential = $3, counter = $4, last_used_at = $5
             WHERE user_id = $1 AND id = $2 AND (counter < $4 OR counter + $4 = 0)",
        )
        .bind(user.to_string())
        .bind(passkey.id.to_string())
        .bind(words.seal(PASSKEY_CREDENTIAL, passkey.id, &passkey.credential))
        .bind(i64::from(passkey.counter))
        .bind(stored(beginning.session.created_at))
        .execute(write.connection())
        .await?;
        if used.rows_affected() == 0 {
            return Ok(None);
        }
        let is_known = begin_session(&mut write, user, beginning).await?;
        write.commit(CommitPoint::LOGIN).await?;
        Ok(Some(!is_known))
    }
}

fn passkey(columns: &mut Columns<'_>) -> Result<Passkey, StorageError> {
    let id = columns.id()?;
    Ok(Passkey {
        id,
        credential_hash: TokenHash::from_stored(columns.text()?),
        name: columns.sealed(PASSKEY_NAME, id)?,
        credential: columns.sealed(PASSKEY_CREDENTIAL, id)?,
        counter: columns.number()?,
        created_at: columns.instant()?,
        last_used_at: columns.optional_instant()?,
    })
}
