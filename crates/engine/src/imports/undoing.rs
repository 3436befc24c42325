//! Taking back what an import brought: its texts are forgotten, and the versions that they took the place of come
//! back.
//!
//! A version is accepted again before what took its place is forgotten, so that a break in between loses nothing, and
//! undone once more it goes on. It comes back only where what took its place is still the latest: what was written
//! since stays.

use std::sync::Arc;

use recollect_model::{Import, ImportId, ImportStatus, LeaseToken, LogId, UserId};
use recollect_storage::ReplacedVersion;

use crate::ingest::{NewText, TextOptions};
use crate::{Engine, EngineError};

/// So many texts are forgotten at a time.
const FORGOTTEN_AT_A_TIME: u32 = 200;

impl Engine {
    /// Forgets all that an import brought. A version that it took the place of comes back, where nothing else has taken that since.
    /// Once begun it goes on to its end, whether or not anybody waits for that.
    pub async fn undo_import(
        self: &Arc<Self>,
        user: UserId,
        id: ImportId,
    ) -> Result<Import, EngineError> {
        let mut import = self.cancel_import(user, id).await?;
        import.status = ImportStatus::Undoing;
        import.ended_at = import.ended_at.or(Some(self.environment.now()));
        self.store.put_import(user, &import).await?;
        let engine = self.clone();
        let undoing = tokio::spawn(async move { engine.undo_to_its_end(user, import).await });
        undoing
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))?
    }

    /// Goes on with what was being undone when the process ended.
    pub async fn go_on_undoing(&self) -> Result<(), EngineError> {
        for (user, id) in self.store.imports_to_undo().await? {
            let import = self.import(user, id).await?;
            if let Err(error) = self.undo_to_its_end(user, import).await {
                tracing::warn!(%user, import = %id, "an import is not undone yet: {error}");
            }
        }
        Ok(())
    }

    async fn undo_to_its_end(
        &self,
        user: UserId,
        mut import: Import,
    ) -> Result<Import, EngineError> {
        let id = import.id;
        self.forget_import(user, id).await?;
        import.status = ImportStatus::Undone;
        self.store.put_import(user, &import).await?;
        tracing::info!(%user, import = %id, "import undone");
        Ok(import)
    }

    pub(super) async fn forget_import(
        &self,
        user: UserId,
        id: ImportId,
    ) -> Result<(), EngineError> {
        self.take_back_decided(user, id).await?;
        let forgotten = self.forget_texts_of(user, id).await;
        self.erase().await;
        forgotten?;
        self.take_back_places(user, id).await
    }

    async fn forget_texts_of(&self, user: UserId, id: ImportId) -> Result<(), EngineError> {
        loop {
            let logs = self
                .store
                .logs_of_import(user, id, FORGOTTEN_AT_A_TIME)
                .await?;
            if logs.is_empty() {
                break;
            }
            for log in logs {
                self.bring_back(user, log).await?;
                match self.forgetting().take_back(user, log).await {
                    // It was forgotten since.
                    Ok(_) | Err(EngineError::NotFound { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        // What was replaced since is not to come back either.
        loop {
            let logs = self
                .store
                .replaced_of_import(user, id, FORGOTTEN_AT_A_TIME)
                .await?;
            if logs.is_empty() {
                return Ok(());
            }
            for log in logs {
                let token = LeaseToken::new(&self.environment);
                let mut change = self.store.begin_change(user, token).await?;
                change.leave_versions(log).await?;
                change.commit().await?;
            }
        }
    }

    /// Accepts the version again whose place the text of this log has taken, if that is the latest.
    async fn bring_back(&self, user: UserId, by: LogId) -> Result<(), EngineError> {
        let Some(version) = self.store.replaced_version(user, by).await? else {
            return Ok(());
        };
        let now = self.environment.now();
        if version.expires_at.is_some_and(|at| at <= now) {
            return Ok(());
        }
        let name = [version.external_id.clone()];
        let latest = self
            .store
            .latest_versions(user, version.space, &name)
            .await?;
        let Some(latest) = latest.get(&version.external_id) else {
            return Ok(());
        };
        let is_back = latest.log != by && latest.version.body == version.body;
        if latest.log != by && !is_back {
            return Ok(());
        }
        let old = version.log;
        let log = match is_back {
            true => latest.log,
            false => self.accept_version(user, text(version)).await?.log,
        };
        Ok(self.store.version_is_back(user, by, old, log).await?)
    }
}

fn text(version: ReplacedVersion) -> NewText {
    NewText {
        space: Some(version.space),
        session: version.session,
        source: version.source,
        kind: version.kind,
        body: version.body,
        reference_time: version.reference_time,
        request: version.request,
        more: TextOptions {
            external_id: Some(version.external_id),
            labels: version.labels,
            import: version.import,
            is_bulk: true,
            expires_at: version.expires_at,
            ..TextOptions::default()
        },
    }
}
