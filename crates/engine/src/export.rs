//! Handing out all that a user has, in parts, and deleting it.

use recollect_model::{
    Account, AuditEntry, EntityId, LabelFilter, Log, Space, SpaceId, StatementId, UserId,
};
use recollect_storage::StorageError;

use crate::exported::{ExportedDecision, ExportedName};
use crate::graph::KnownStatement;
use crate::{Engine, EngineError, EntityView, Sought};

/// The most logs or entities of one part.
const PART: u32 = 200;
/// The most statements of one part: each brings along the words of all that support it.
const STATEMENTS: u32 = 20;
/// A part of texts ends with the one that brings it to so many bytes: what a reader who takes nothing makes the service hold
/// is this and one text more.
const PART_BYTES: i64 = 256 * 1024;

/// A part of an export, in the order in which they come.
#[derive(Debug, Clone)]
pub enum ExportPart {
    /// Whose it is; the first part.
    Account(Account),
    /// The spaces.
    Spaces(Vec<Space>),
    /// Texts with what became of them, in the order of acceptance.
    Logs(Vec<Log>),
    /// Entities with their names.
    Entities(Vec<EntityView>),
    /// Statements with their evidence.
    Statements(Vec<KnownStatement>),
    /// What was decided about facts, the newest first.
    Decisions(Vec<ExportedDecision>),
    /// What was asked for about names.
    Names(Vec<ExportedName>),
    /// What was done with the account, the newest first.
    Audit(Vec<AuditEntry>),
}

/// Where an export goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExportFrom {
    /// At its beginning.
    #[default]
    Account,
    /// At the spaces.
    Spaces,
    /// At the logs after this place.
    Logs(i64),
    /// At the entities after this one.
    Entities(Option<EntityId>),
    /// At the statements after this one.
    Statements(Option<StatementId>),
    /// At the decisions.
    Decisions,
    /// At what was asked for about names.
    Names,
    /// At the audit trail.
    Audit,
}

/// The most lines of the audit trail that are handed out.
const AUDIT: u32 = 10_000;

impl Engine {
    /// One part of all that the user has, and where the next one begins; `None` after the last. What changes between two
    /// parts is in the export if it is reached later. Of the texts, those that meet the filter; of entities, statements and
    /// decisions, those that these texts name or say.
    pub async fn export(
        &self,
        user: UserId,
        from: ExportFrom,
        labels: &LabelFilter,
    ) -> Result<(ExportPart, Option<ExportFrom>), EngineError> {
        self.forget_over(user).await?;
        Ok(match from {
            ExportFrom::Account => (
                ExportPart::Account(self.account(user).await?),
                Some(ExportFrom::Spaces),
            ),
            ExportFrom::Spaces => (
                ExportPart::Spaces(self.spaces(user).await?),
                Some(ExportFrom::Logs(0)),
            ),
            ExportFrom::Logs(after) => {
                let most = (PART, PART_BYTES);
                let logs = self.store.logs_from(user, after, labels, most).await?;
                let next = logs.last().map(|(place, _)| ExportFrom::Logs(*place));
                (
                    ExportPart::Logs(logs.into_iter().map(|(_, log)| log).collect()),
                    next.or(Some(ExportFrom::Entities(None))),
                )
            }
            ExportFrom::Entities(after) => {
                let ids = self.store.entities_after(user, after, labels, PART).await?;
                let next = ids.last().map(|id| ExportFrom::Entities(Some(*id)));
                let mut entities = self.entities_whole(user, &ids).await?;
                self.leave_used_names(user, &mut entities, labels).await?;
                (
                    ExportPart::Entities(entities),
                    next.or(Some(ExportFrom::Statements(None))),
                )
            }
            ExportFrom::Statements(after) => {
                let store = &self.store;
                let ids = store
                    .statements_after(user, after, labels, STATEMENTS)
                    .await?;
                let next = ids.last().map(|(_, id)| ExportFrom::Statements(Some(*id)));
                let mut statements = self.statements_by_space(user, &ids).await?;
                self.leave_chosen_texts(user, &mut statements, labels)
                    .await?;
                (
                    ExportPart::Statements(statements),
                    next.or(Some(ExportFrom::Decisions)),
                )
            }
            ExportFrom::Decisions => (
                ExportPart::Decisions(self.exported_decisions(user, labels).await?),
                Some(ExportFrom::Names),
            ),
            ExportFrom::Names => (
                ExportPart::Names(self.exported_names(user, labels).await?),
                Some(ExportFrom::Audit),
            ),
            ExportFrom::Audit => {
                let entries = self.store.audit(user, None, AUDIT).await?;
                let entries = entries.into_iter().map(|(_, entry)| entry).collect();
                (ExportPart::Audit(entries), None)
            }
        })
    }

    async fn statements_by_space(
        &self,
        user: UserId,
        ids: &[(SpaceId, StatementId)],
    ) -> Result<Vec<KnownStatement>, EngineError> {
        let mut spaces: Vec<SpaceId> = ids.iter().map(|(space, _)| *space).collect();
        spaces.sort_unstable();
        spaces.dedup();
        let mut statements = Vec::with_capacity(ids.len());
        for space in spaces {
            let of_space = ids.iter().filter(|(of, _)| *of == space);
            let of_space: Vec<StatementId> = of_space.map(|(_, id)| *id).collect();
            statements.extend(self.known_statements(user, space, &of_space).await?);
        }
        Ok(statements)
    }

    /// Deletes the account with everything that it has, when its address is typed as a confirmation.
    pub async fn delete_account(
        &self,
        user: UserId,
        confirmation: &str,
    ) -> Result<(), EngineError> {
        let account = self.account(user).await?;
        if confirmation.trim().to_lowercase() != account.email.as_str() {
            return Err(EngineError::Conflict {
                reason: "what was typed is not the address of the account; nothing was deleted"
                    .to_owned(),
            });
        }
        let spaces = self.store.spaces(user).await?;
        let was_there: Result<bool, StorageError> = self.store.delete_account(user).await;
        if !was_there? {
            return Err(EngineError::not_found(Sought::Account));
        }
        for space in spaces {
            self.indexes.remove(user, space.id).await;
        }
        self.indexes.remove_files_of(user).await;
        self.waiting.forget_user(user);
        self.erase().await;
        tracing::info!(%user, "account deleted with everything in it");
        Ok(())
    }
}
