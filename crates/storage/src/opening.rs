//! Opening a database: connecting, and taking its keys.

use recollect_model::Environment;

use crate::database::Database;
use crate::master_key::Encryption;
use crate::servers::PostgresLimits;
use crate::{Faults, StorageError, Store};

impl Store {
    /// Connects and brings the schema up to date. A new embedded database is encrypted, with its master key beside it; a
    /// server's is not.
    ///
    /// # Errors
    ///
    /// [`StorageError::Misconfigured`] for a wrong URL or directory, a database of a newer program, or an encrypted one
    /// without its master key; [`StorageError::Unavailable`] when no host takes writes or connections now.
    pub async fn open(database: &Database, faults: Faults) -> Result<Self, StorageError> {
        Self::open_within(database, PostgresLimits::default(), faults).await
    }

    /// The same, with limits for a PostgreSQL.
    pub async fn open_within(
        database: &Database,
        limits: PostgresLimits,
        faults: Faults,
    ) -> Result<Self, StorageError> {
        let encryption = Encryption::beside(&Environment::system());
        Self::open_encrypted(database, limits, faults, &encryption).await
    }

    /// The same, with the master key that is to be used.
    pub async fn open_encrypted(
        database: &Database,
        limits: PostgresLimits,
        faults: Faults,
        encryption: &Encryption,
    ) -> Result<Self, StorageError> {
        let store = Self::connect(database, limits, faults).await?;
        store.unlock(database, encryption).await?;
        Ok(store)
    }
}
