//! What an import did besides bringing texts, so that undoing it can take that back.

use recollect_model::{DecisionId, EntityId, EntityLink, ImportId, LinkReason, SpaceId, UserId};
use sqlx::any::AnyRow;

use crate::faults::CommitPoint;
use crate::many::{Parameters, Rows};
use crate::rows::{Columns, unreadable};
use crate::sealing::Words;
use crate::sealing::register::IMPORT_ACT_VALUE;
use crate::sessions::Session;
use crate::{Change, StorageError, Store};

/// Something that an import did besides bringing texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportAct {
    /// It made a decision about a fact.
    Decision(SpaceId, DecisionId),
    /// It joined two names, or kept them apart.
    Link(SpaceId, EntityLink),
    /// It said what an entity is.
    Kind(SpaceId, EntityId),
    /// It made a space.
    Space(SpaceId),
    /// It set this field of the account's person to this value.
    Person(String, String),
}

const COLUMNS: &str = "number, kind, space_id, what, other, reason, is_same, field, value";

const INSERT: Rows = Rows {
    before:
        "INSERT INTO import_acts (user_id, import_id, number, kind, space_id, what, other, reason,
             is_same, field, value) VALUES ",
    shared: 2,
    own: 9,
    after: "",
};

impl Store {
    /// What an import did besides bringing texts, in the order in which it was done.
    pub async fn import_acts(
        &self,
        user: UserId,
        import: ImportId,
    ) -> Result<Vec<ImportAct>, StorageError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM import_acts WHERE user_id = $1 AND import_id = $2 ORDER BY number"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(user.to_string())
            .bind(import.to_string())
            .fetch_all(&self.reads)
            .await?;
        let read = |columns: &mut Columns<'_>| act(columns, import);
        self.words(user).await?.read_all(&rows, read)
    }

    /// Notes what an import did that is committed already.
    pub async fn note_import_acts(
        &self,
        user: UserId,
        import: ImportId,
        acts: &[ImportAct],
    ) -> Result<(), StorageError> {
        let words = self.words(user).await?;
        let mut write = self.begin().await?;
        insert(write.connection(), &words, (user, import), acts).await?;
        write.commit(CommitPoint::IMPORT).await
    }

    /// Forgets what an import did: it is taken back.
    pub async fn forget_import_acts(
        &self,
        user: UserId,
        import: ImportId,
    ) -> Result<(), StorageError> {
        let mut write = self.begin().await?;
        sqlx::query("DELETE FROM import_acts WHERE user_id = $1 AND import_id = $2")
            .bind(user.to_string())
            .bind(import.to_string())
            .execute(write.connection())
            .await?;
        write.commit(CommitPoint::IMPORT).await
    }
}

impl Change {
    /// Notes what an import does in this change.
    pub async fn note_import_acts(
        &mut self,
        import: ImportId,
        acts: &[ImportAct],
    ) -> Result<(), StorageError> {
        let graph = self.graph();
        let (user, words) = (graph.user(), graph.words());
        insert(graph.connection(), &words, (user, import), acts).await
    }
}

async fn insert(
    connection: &mut Session,
    words: &Words,
    (user, import): (UserId, ImportId),
    acts: &[ImportAct],
) -> Result<(), StorageError> {
    let last: Vec<AnyRow> = sqlx::query(
        "SELECT COALESCE(MAX(number), 0) FROM import_acts WHERE user_id = $1 AND import_id = $2",
    )
    .bind(user.to_string())
    .bind(import.to_string())
    .fetch_all(&mut *connection)
    .await?;
    let last = last
        .first()
        .map_or(Ok(0), |row| Columns::of(row).integer())?;
    let numbered: Vec<(i64, &ImportAct)> = (last + 1..).zip(acts).collect();
    let shared = |shared: &mut Parameters| {
        shared.id(user).id(import);
    };
    let own = |(number, act): &(i64, &ImportAct), own: &mut Parameters| {
        let row = format!("{import}/{number}");
        own.bind(*number);
        bind(act, own, |value| words.seal(IMPORT_ACT_VALUE, &row, value));
    };
    INSERT.run(connection, &numbered, shared, own).await?;
    Ok(())
}

fn bind(act: &ImportAct, own: &mut Parameters, seal: impl Fn(&str) -> String) {
    let none = || None::<String>;
    let (kind, space, what) = match act {
        ImportAct::Decision(space, id) => ("decision", Some(*space), Some(id.to_string())),
        ImportAct::Link(space, link) => ("link", Some(*space), Some(link.left.to_string())),
        ImportAct::Kind(space, entity) => ("kind", Some(*space), Some(entity.to_string())),
        ImportAct::Space(space) => ("space", Some(*space), None),
        ImportAct::Person(..) => ("person", None, None),
    };
    own.bind(kind).optional_id(space).bind(what);
    match act {
        ImportAct::Link(_, link) => {
            own.id(link.right).bind(Some(link.reason.as_str()));
            own.flag(link.is_same);
        }
        _ => {
            own.bind(none()).bind(none()).flag(false);
        }
    }
    match act {
        ImportAct::Person(field, value) => {
            own.bind(Some(field.clone())).bind(Some(seal(value)));
        }
        _ => {
            own.bind(none()).bind(none());
        }
    }
}

fn act(columns: &mut Columns<'_>, import: ImportId) -> Result<ImportAct, StorageError> {
    let (number, kind) = (columns.integer()?, columns.text()?);
    let space: Option<SpaceId> = columns.optional_id()?;
    let (what, other) = (columns.optional_text()?, columns.optional_text()?);
    let (reason, is_same) = (columns.optional_text()?, columns.flag()?);
    let field = columns.optional_text()?;
    let value = columns.optional_sealed(IMPORT_ACT_VALUE, format!("{import}/{number}"))?;
    let odd = || unreadable("what an import did", &kind);
    let entity = |id: Option<&String>| -> Result<EntityId, StorageError> {
        id.and_then(|id| id.parse().ok()).ok_or_else(odd)
    };
    Ok(match kind.as_str() {
        "decision" => {
            let id = what.as_ref().and_then(|id| id.parse().ok());
            ImportAct::Decision(space.ok_or_else(odd)?, id.ok_or_else(odd)?)
        }
        "link" => {
            let reason = reason.as_deref().and_then(LinkReason::from_name);
            let link = EntityLink {
                left: entity(what.as_ref())?,
                right: entity(other.as_ref())?,
                is_same,
                reason: reason.ok_or_else(odd)?,
                said: None,
            };
            ImportAct::Link(space.ok_or_else(odd)?, link)
        }
        "kind" => ImportAct::Kind(space.ok_or_else(odd)?, entity(what.as_ref())?),
        "space" => ImportAct::Space(space.ok_or_else(odd)?),
        "person" => ImportAct::Person(field.ok_or_else(odd)?, value.ok_or_else(odd)?),
        _ => return Err(odd()),
    })
}
