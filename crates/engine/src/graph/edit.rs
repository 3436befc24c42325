//! Giving a text other words. All that the old ones did goes with them; what was decided about facts stands.

use std::net::IpAddr;

use recollect_model::{AuditAction, Log, LogId, UserId};
use recollect_storage::Edited;

use super::{Touched, follow_removal};
use crate::passed_over::passed_over;
use crate::{Engine, EngineError, Sought};

impl Engine {
    /// Gives the text that a log follows other words, which are understood as if they had just come; when it was said and
    /// where it came from stays. Returns its log as it is then.
    pub async fn edit(
        &self,
        user: UserId,
        log: LogId,
        body: &str,
        address: Option<IpAddr>,
    ) -> Result<Log, EngineError> {
        const NOT_FOUND: EngineError = EngineError::not_found(Sought::Log);
        self.check_body(body)?;
        let repeating = passed_over(&self.store, user, log).await?;
        let mut change = self.open_change(user).await?;
        let (space, touched) = match change.edit_text(log, body, self.environment.now()).await? {
            Edited::Queued { space, touched } => (space, touched),
            Edited::UnderWay(status) => {
                let reason = format!("the text is {status}; it can be edited once that is over");
                return Err(EngineError::Conflict { reason });
            }
            Edited::Unknown => return Err(NOT_FOUND),
        };
        if let Some(touched) = touched {
            let scope = self.scope(&mut change, space, Sought::Log).await?;
            let touched = Touched {
                entities: touched.entities,
                slots: touched.slots,
            };
            follow_removal(change.graph(), scope, touched).await?;
        }
        change.count_passages(&repeating).await?;
        self.finish(change, AuditAction::TextEdited, log.to_string(), address)
            .await?;
        self.told.forget(user, space, !repeating.is_empty());
        self.indexes.remove_file(user, space).await;
        self.erase().await;
        self.wake.notify_one();
        tracing::info!(%user, %log, "edited, and queued again");
        self.log(user, log).await
    }
}
