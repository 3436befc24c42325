//! Erasing from the files of a database what was just deleted.

use recollect_storage::Store;

use crate::Engine;

impl Engine {
    /// Erases from the database's files what was just deleted; what cannot be now is done within a minute or two.
    pub(crate) async fn erase(&self) {
        erase(&self.store).await;
    }
}

/// Erases from the files of a database what was just deleted.
pub(crate) async fn erase(store: &Store) {
    match store.erase().await {
        Ok(true) => {}
        Ok(false) => tracing::debug!("what was deleted is erased from the files later"),
        Err(error) => {
            tracing::warn!("what was deleted is not erased from the files yet: {error}");
        }
    }
}
