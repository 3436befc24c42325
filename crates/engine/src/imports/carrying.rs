//! Carrying an import out, which is said as long as it is done: whatever ends it otherwise is told as an
//! interruption.

use recollect_imports::Found;
use recollect_model::{Import, ImportId, Timestamp, UserId};

use crate::{Engine, EngineError};

/// It is said for so many leases of a lane: a node that is slow for a while is not given up.
const LEASES: u32 = 4;

impl Engine {
    /// Carries an import out, and says so as long as it does.
    pub(super) async fn carry_to_its_end(&self, user: UserId, import: Import, found: Found) {
        let id = import.id;
        let saying = async {
            loop {
                tokio::time::sleep(self.settings.lease).await;
                if let Err(error) = self.say_carried(user, id).await {
                    tracing::warn!(%user, "an import cannot say that it goes on: {error}");
                }
            }
        };
        let carried = tokio::select! {
            carried = self.carry_import(user, import, found) => carried,
            () = saying => Ok(()),
        };
        if let Err(error) = carried {
            tracing::error!(%user, import = %id, "an import broke off: {error}");
            let now = self.environment.now();
            if let Err(error) = self.store.interrupt_import(user, id, now).await {
                tracing::warn!(%user, import = %id, "it is told as interrupted later: {error}");
            }
        }
    }

    pub(super) async fn say_carried(&self, user: UserId, id: ImportId) -> Result<(), EngineError> {
        let until = self.carried_until();
        self.store.carry_import(user, id, until).await?;
        Ok(())
    }

    /// Until when an import counts as carried out of which that is said now.
    pub(super) fn carried_until(&self) -> Timestamp {
        self.environment.now() + self.settings.lease * LEASES
    }
}
