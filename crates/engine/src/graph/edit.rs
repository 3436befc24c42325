//! Giving a text other words. All that the old ones did goes with them; what was decided about facts stands.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use recollect_model::{AuditAction, Log, LogId, UserId};
use recollect_storage::Edited;
use sha2::{Digest, Sha256};

use super::{Touched, follow_removal};
use crate::passed_over::passed_over;
use crate::{Engine, EngineError, Sought};

/// The SHA-256 of a text in UTF-8: by it whoever edits says which words they have read. Written in hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextDigest([u8; 32]);

impl TextDigest {
    /// The digest of this text.
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }
}

/// A text that is not 64 hexadecimal digits.
#[derive(Debug, thiserror::Error)]
#[error("must be a SHA-256, 64 hexadecimal digits")]
pub struct NoDigest;

impl FromStr for TextDigest {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Self, NoDigest> {
        if text.len() != 64 {
            return Err(NoDigest);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let digit = |at: u8| char::from(at).to_digit(16).ok_or(NoDigest);
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Display for TextDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl Engine {
    /// Gives the text that a log follows other words, which are understood as if they had just come; when it was said and
    /// where it came from stays. Returns its log as it is then.
    ///
    /// # Errors
    ///
    /// [`EngineError::Conflict`] when the text is being read, or when `replaces` is given and is not the digest of its words:
    /// somebody has changed them since they were read.
    pub async fn edit(
        &self,
        user: UserId,
        log: LogId,
        (replaces, body): (Option<TextDigest>, &str),
        address: Option<IpAddr>,
    ) -> Result<Log, EngineError> {
        const NOT_FOUND: EngineError = EngineError::not_found(Sought::Log);
        self.check_body(body)?;
        let repeating = passed_over(&self.store, user, log).await?;
        let mut change = self.open_change(user).await?;
        if let Some(replaces) = replaces {
            let text = change.text_of(log).await?.ok_or(NOT_FOUND)?;
            if TextDigest::of(&text) != replaces {
                let reason = "the text was changed meanwhile; read it again".to_owned();
                return Err(EngineError::Conflict { reason });
            }
        }
        let (quotas, bytes) = (&self.settings.quotas, body.len() as u64);
        if let Some(quota) = change.exceeds(quotas, log, bytes).await? {
            return Err(self.over_quota(quota));
        }
        let (space, touched) = match change.edit_text(log, body, self.environment.now()).await? {
            Edited::Queued { space, touched } => (space, touched),
            Edited::UnderWay(status) => {
                let reason = format!("the text is {status}; it can be edited once that is over");
                return Err(EngineError::Conflict { reason });
            }
            Edited::Outdated => {
                let reason =
                    "a newer version of this text was accepted since, and would be replaced";
                return Err(EngineError::Conflict {
                    reason: reason.to_owned(),
                });
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
        // What is told from here on, and what was before, may be of the old words.
        self.told.forget(user, space, false);
        // Whoever asked may not wait for the answer.
        self.indexes.remove_file(user, space).await;
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
