//! OAuth 2.0: clients, what people grant them, and the codes and tokens they hold meanwhile.
//!
//! A code, a refresh token and a device's code are each used by one caller only: marking it used is the first
//! statement of the transaction that gives what it is exchanged for. Expired rows are deleted when new ones are
//! written. Revoking a grant deletes it, and with it everything that follows from it.

mod clients;
mod codes;
mod devices;
mod grants;
mod keys;

use recollect_model::{Authorization, Timestamp};
use sqlx::any::AnyRow;

use crate::rows::{Columns, stored};
use crate::store::Write;
use crate::{StorageError, Store};

pub use codes::{NewCode, NewRefreshToken};
pub use grants::{Consent, Granted};

/// A used or expired code or device is kept so much longer, so that its owner is told what is wrong.
const KEPT_AFTER_US: i64 = 3_600 * 1_000_000;

/// The columns of what a code or a refresh token stands for, in the order in which [`authorization`] reads them.
macro_rules! authorization_columns {
    () => {
        "user_id, grant_id, client_id, scopes, resource"
    };
}
use authorization_columns;

fn authorization(columns: &mut Columns<'_>) -> Result<Authorization, StorageError> {
    Ok(Authorization {
        user: columns.id()?,
        grant: columns.id()?,
        client: columns.id()?,
        scopes: columns.id()?,
        resource: columns.text()?,
    })
}

/// Notes that the grant was used. False when it is revoked; otherwise it cannot be until the transaction ends. It comes
/// first: whoever revokes a grant holds its row before those of its codes and tokens.
async fn touch_grant(
    write: &mut Write,
    of: &Authorization,
    at: Timestamp,
) -> Result<bool, StorageError> {
    sqlx::query("UPDATE oauth_clients SET last_used_at = $2 WHERE id = $1")
        .bind(of.client.to_string())
        .bind(stored(at))
        .execute(write.connection())
        .await?;
    let touched =
        sqlx::query("UPDATE oauth_grants SET last_used_at = $3 WHERE user_id = $1 AND id = $2")
            .bind(of.user.to_string())
            .bind(of.grant.to_string())
            .bind(stored(at))
            .execute(write.connection())
            .await?;
    Ok(touched.rows_affected() == 1)
}

impl Store {
    /// The one row of a table of secrets.
    async fn secret_row(
        &self,
        select: &'static str,
        key: &str,
    ) -> Result<Option<AnyRow>, StorageError> {
        Ok(sqlx::query(select)
            .bind(key)
            .fetch_optional(&self.reads)
            .await?)
    }
}
