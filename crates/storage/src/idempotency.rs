//! Requests that must not be carried out twice: what was asked under a key, and what was answered.

use recollect_model::{Timestamp, UserId};

use crate::faults::CommitPoint;
use crate::rows::{Columns, stored};
use crate::sealing::Words;
use crate::sealing::register::{KEYED_BODY, KEYED_KEY, KEYED_REQUEST};
use crate::store::Write;
use crate::{StorageError, Store};

/// An answer that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenAnswer {
    /// Its status.
    pub status: u16,
    /// Where it led, if it did.
    pub location: Option<String>,
    /// Its body; `None` where it is not kept: it held a secret, or what it told of was forgotten since.
    pub body: Option<String>,
}

/// What is known under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keyed {
    /// The request is the caller's to carry out. What it gives identifiers to follows from this text, which is the same
    /// when it is carried out again because the first time broke off.
    Begun(String),
    /// The same, and it was begun before: nobody knows how far it came.
    TakenUp(String),
    /// It was carried out, and answered so.
    Answered(GivenAnswer),
    /// It is being carried out.
    UnderWay,
    /// Something else was asked under this key.
    Otherwise,
}

impl Store {
    /// Takes a key for a request, told by a hash of it. One that was taken before `forgotten_before` is free again; one
    /// whose holder has not answered by the time it was held until is taken over.
    pub async fn begin_keyed(
        &self,
        user: UserId,
        key: &str,
        request: &str,
        operation: &str,
        (now, held_until, forgotten_before): (Timestamp, Timestamp, Timestamp),
    ) -> Result<Keyed, StorageError> {
        let words = self.words(user).await?;
        let name = words.seek(KEYED_KEY, key);
        let request = words.seek(KEYED_REQUEST, request);
        let mut write = self.begin().await?;
        sqlx::query(
            "DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND started_at < $3",
        )
        .bind(user.to_string())
        .bind(name.as_str())
        .bind(stored(forgotten_before))
        .execute(write.connection())
        .await?;
        let inserted = sqlx::query(
            "INSERT INTO idempotency_keys (user_id, key, request, operation, started_at, held_until)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, key) DO NOTHING",
        )
        .bind(user.to_string())
        .bind(name.as_str())
        .bind(request.as_str())
        .bind(operation)
        .bind(stored(now))
        .bind(stored(held_until))
        .execute(write.connection())
        .await?;
        if inserted.rows_affected() == 1 {
            write.commit(CommitPoint::KEYED).await?;
            return Ok(Keyed::Begun(operation.to_owned()));
        }
        // Whoever was first is committed. A time that lies beyond what anybody is given comes of a clock set back.
        let taken_over = sqlx::query(
            "UPDATE idempotency_keys SET held_until = $4
             WHERE user_id = $1 AND key = $2 AND request = $3 AND status IS NULL
             AND (held_until <= $5 OR held_until > $4) RETURNING operation",
        )
        .bind(user.to_string())
        .bind(name.as_str())
        .bind(request.as_str())
        .bind(stored(held_until))
        .bind(stored(now))
        .fetch_optional(write.connection())
        .await?;
        if let Some(row) = taken_over {
            let operation = Columns::of(&row).text()?;
            write.commit(CommitPoint::KEYED).await?;
            return Ok(Keyed::TakenUp(operation));
        }
        let known = known_under(&mut write, user, (key, &name), &request, &words).await?;
        write.commit(CommitPoint::KEYED).await?;
        Ok(known)
    }

    /// Prolongs the hold on a key whose request is still being carried out.
    pub async fn hold_keyed(
        &self,
        user: UserId,
        key: &str,
        until: Timestamp,
    ) -> Result<(), StorageError> {
        self.held_until(user, key, stored(until)).await
    }

    /// Lets whoever sends the request again carry it out at once, as the same one: it is not known whether it was.
    pub async fn let_go_of_keyed(&self, user: UserId, key: &str) -> Result<(), StorageError> {
        self.held_until(user, key, 0).await
    }

    async fn held_until(&self, user: UserId, key: &str, until: i64) -> Result<(), StorageError> {
        let name = self.words(user).await?.seek(KEYED_KEY, key);
        let mut write = self.begin().await?;
        sqlx::query(
            "UPDATE idempotency_keys SET held_until = $3
             WHERE user_id = $1 AND key = $2 AND status IS NULL",
        )
        .bind(user.to_string())
        .bind(name.as_str())
        .bind(until)
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::KEYED).await
    }

    /// Keeps what was answered; without an answer the key is given back: nothing of the request was carried out.
    pub async fn end_keyed(
        &self,
        user: UserId,
        key: &str,
        answer: Option<&GivenAnswer>,
    ) -> Result<(), StorageError> {
        let words = self.words(user).await?;
        let name = words.seek(KEYED_KEY, key);
        let mut write = self.begin().await?;
        match answer {
            Some(answer) => {
                sqlx::query(
                    "UPDATE idempotency_keys SET status = $3, location = $4, body = $5
                     WHERE user_id = $1 AND key = $2",
                )
                .bind(user.to_string())
                .bind(name.as_str())
                .bind(i64::from(answer.status))
                .bind(answer.location.as_deref())
                .bind(words.seal_optional(KEYED_BODY, key, answer.body.as_deref()))
                .execute(write.connection())
                .await?;
            }
            None => {
                sqlx::query(
                    "DELETE FROM idempotency_keys
                     WHERE user_id = $1 AND key = $2 AND status IS NULL",
                )
                .bind(user.to_string())
                .bind(name.as_str())
                .execute(write.connection())
                .await?;
            }
        }
        write.commit(CommitPoint::KEYED).await
    }

    /// Removes the keys that were taken before this instant, everybody's.
    pub async fn remove_old_idempotency_keys(&self, before: Timestamp) -> Result<(), StorageError> {
        let old = ("idempotency_keys", "started_at < $1");
        self.remove_ended(old, before, CommitPoint::KEYED).await?;
        Ok(())
    }
}

/// What is known under a key that somebody holds, or held.
async fn known_under(
    write: &mut Write,
    user: UserId,
    (key, name): (&str, &str),
    request: &str,
    words: &Words,
) -> Result<Keyed, StorageError> {
    let row = sqlx::query(
        "SELECT request, status, location, body FROM idempotency_keys
         WHERE user_id = $1 AND key = $2",
    )
    .bind(user.to_string())
    .bind(name)
    .fetch_one(write.connection())
    .await?;
    let mut columns = words.columns(&row);
    if columns.text()? != request {
        return Ok(Keyed::Otherwise);
    }
    let Some(status) = columns.optional_integer()? else {
        return Ok(Keyed::UnderWay);
    };
    Ok(Keyed::Answered(GivenAnswer {
        status: u16::try_from(status).unwrap_or(500),
        location: columns.optional_text()?,
        body: columns.optional_sealed(KEYED_BODY, key)?,
    }))
}
