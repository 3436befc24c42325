//! Devices that wait for a person's answer (RFC 8628).

use recollect_model::{Authorization, DeviceAnswer, DeviceAuthorization, Timestamp, TokenHash};
use sqlx::any::AnyRow;

use super::{KEPT_AFTER_US, NewRefreshToken, touch_grant};
use crate::faults::CommitPoint;
use crate::rows::{Columns, stored, unreadable};
use crate::{StorageError, Store};

macro_rules! select_device {
    ($by:literal) => {
        concat!(
            "SELECT client_id, scopes, resource, expires_at, interval_s, polled_at, is_denied, user_id, grant_id,
             granted_scopes FROM oauth_devices WHERE ",
            $by,
            " = $1"
        )
    };
}

impl Store {
    /// Keeps a device that begins to wait at `at`.
    ///
    /// # Errors
    ///
    /// [`StorageError::AlreadyExists`] when another one waits with the same code for the person.
    pub async fn insert_device(
        &self,
        hash: &TokenHash,
        user_code: &TokenHash,
        device: &DeviceAuthorization,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query("DELETE FROM oauth_devices WHERE expires_at < $1")
            .bind(stored(at) - KEPT_AFTER_US)
            .execute(write.connection())
            .await?;
        sqlx::query(
            "INSERT INTO oauth_devices
             (hash, user_code_hash, client_id, scopes, resource, expires_at, interval_s, is_denied)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
        )
        .bind(hash.as_str())
        .bind(user_code.as_str())
        .bind(device.client.to_string())
        .bind(device.scopes.to_string())
        .bind(device.resource.as_str())
        .bind(stored(device.expires_at))
        .bind(i64::from(device.interval_s))
        .execute(write.connection())
        .await
        .map_err(|error| StorageError::of_insert(error, "a device's code"))?;
        write.commit(CommitPoint::OAUTH).await
    }

    /// The device that holds the code of this hash.
    pub async fn device(
        &self,
        hash: &TokenHash,
    ) -> Result<Option<DeviceAuthorization>, StorageError> {
        let row = self
            .secret_row(select_device!("hash"), hash.as_str())
            .await?;
        row.as_ref().map(device).transpose()
    }

    /// The device whose person was shown the code of this hash.
    pub async fn device_of_person(
        &self,
        user_code: &TokenHash,
    ) -> Result<Option<DeviceAuthorization>, StorageError> {
        let row = self
            .secret_row(select_device!("user_code_hash"), user_code.as_str())
            .await?;
        row.as_ref().map(device).transpose()
    }

    /// Notes that the device asked, and how long it must wait before it asks again.
    pub async fn note_poll(
        &self,
        hash: &TokenHash,
        interval_s: u32,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query("UPDATE oauth_devices SET polled_at = $2, interval_s = $3 WHERE hash = $1")
            .bind(hash.as_str())
            .bind(stored(at))
            .bind(i64::from(interval_s))
            .execute(write.connection())
            .await?;
        write.commit(CommitPoint::OAUTH).await
    }

    /// Notes that the person said no. False when no device waits for that.
    pub async fn deny_device(
        &self,
        user_code: &TokenHash,
        at: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        let denied = sqlx::query(
            "UPDATE oauth_devices SET is_denied = 1
             WHERE user_code_hash = $1 AND expires_at > $2 AND user_id IS NULL",
        )
        .bind(user_code.as_str())
        .bind(stored(at))
        .execute(write.connection())
        .await?;
        write.commit(CommitPoint::OAUTH).await?;
        Ok(denied.rows_affected() == 1)
    }

    /// Ends a device's wait, and keeps the refresh token that it is given. False when it ended before or the grant is
    /// revoked; nothing is kept then.
    pub async fn use_device(
        &self,
        hash: &TokenHash,
        of: &Authorization,
        token: Option<&NewRefreshToken>,
        at: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut write = self.begin().await?;
        if !touch_grant(&mut write, of, at).await? {
            return Ok(false);
        }
        let ended = sqlx::query("DELETE FROM oauth_devices WHERE hash = $1")
            .bind(hash.as_str())
            .execute(write.connection())
            .await?;
        write.exchange(&ended, token, at).await
    }
}

fn device(row: &AnyRow) -> Result<DeviceAuthorization, StorageError> {
    let mut columns = Columns::of(row);
    let (client, scopes, resource) = (columns.id()?, columns.id()?, columns.text()?);
    let expires_at = columns.instant()?;
    let interval_s = columns.number()?;
    let polled_at = columns.optional_instant()?;
    let is_denied = columns.flag()?;
    let granted = (
        columns.optional_id()?,
        columns.optional_id()?,
        columns.optional_id()?,
    );
    let answer = match granted {
        _ if is_denied => DeviceAnswer::Denied,
        (None, None, None) => DeviceAnswer::Pending,
        (Some(user), Some(grant), Some(scopes)) => DeviceAnswer::Granted(Authorization {
            user,
            grant,
            client,
            scopes,
            resource: resource.clone(),
        }),
        _ => return Err(unreadable("an answer to a device", "a part of one")),
    };
    Ok(DeviceAuthorization {
        client,
        scopes,
        resource,
        expires_at,
        interval_s,
        polled_at,
        answer,
    })
}
