//! Reading what a search found.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;

use recollect_model::{
    EntityId, EntityKind, Episode, EpisodeId, Object, Slot, SpaceId, Statement, StatementId, UserId,
};
use sqlx::any::AnyRow;

use crate::columns::{episode, episode_columns, statement, statement_columns};
use crate::many::{Parameters, Rows};
use crate::rows::{Columns, read_all};
use crate::sealing::register::{ENTITY_NAME, STATEMENT_SLOT};
use crate::{StorageError, Store};

/// A statement as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct RecalledStatement {
    /// The statement, told with what its entities are called now.
    pub statement: Statement,
    /// The name of its subject.
    pub subject_name: String,
    /// The name of its object, or the value in words.
    pub object_name: String,
    /// What its object is, where that is an entity.
    pub object_kind: Option<EntityKind>,
    /// The name of who says so, when it is not whoever wrote the text.
    pub attributed_name: Option<String>,
    /// The newest 20 of the episodes that support it, in the order of acceptance.
    pub evidence: Vec<EpisodeId>,
}

const EPISODES: Rows = Rows {
    before: concat!("SELECT ", episode_columns!(), " FROM (VALUES "),
    shared: 1,
    own: 1,
    after: ") AS asked CROSS JOIN episodes WHERE episodes.user_id = asked.column1
            AND episodes.id = asked.column2 AND episodes.revision IS NOT NULL",
};

/// What [`recalled`] reads.
macro_rules! recalled_columns {
    () => {
        concat!(
            statement_columns!(),
            ", subjects.name, objects.name, sayers.name, objects.kind"
        )
    };
}
pub(super) use recalled_columns;

/// Where the names are that [`recalled`] reads.
macro_rules! with_names {
    () => {
        " LEFT JOIN entities AS subjects ON subjects.user_id = statements.user_id
          AND subjects.space_id = statements.space_id AND subjects.id = statements.subject_id
          LEFT JOIN entities AS objects ON objects.user_id = statements.user_id
          AND objects.space_id = statements.space_id AND objects.id = statements.object_entity_id
          LEFT JOIN entities AS sayers ON sayers.user_id = statements.user_id
          AND sayers.space_id = statements.space_id AND sayers.id = statements.attributed_to"
    };
}
pub(super) use with_names;

/// Statements of a space that are asked for by a value each.
macro_rules! statements_where {
    ($condition:literal) => {
        Rows {
            before: concat!("SELECT ", recalled_columns!(), " FROM (VALUES "),
            shared: 2,
            own: 1,
            after: concat!(
                ") AS asked CROSS JOIN statements",
                with_names!(),
                " WHERE statements.user_id = asked.column1 AND statements.space_id = asked.column2
          AND ",
                $condition
            ),
        }
    };
}

const STATEMENTS: Rows = statements_where!("statements.id = asked.column3");

const STATEMENTS_OF_SLOTS: Rows = statements_where!(
    "substr(statements.slot, 1, 400) = substr(asked.column3, 1, 400)
          AND statements.slot = asked.column3"
);

/// A fact that is repeated for years has thousands; the newest 20 of each are read.
const EVIDENCE: Rows = Rows {
    before: "SELECT statement_id, episode_id FROM (
             SELECT claims.statement_id, claims.episode_id, episodes.seq, ROW_NUMBER()
             OVER (PARTITION BY claims.statement_id ORDER BY episodes.seq DESC) AS age
             FROM (VALUES ",
    shared: 1,
    own: 1,
    after: ") AS asked CROSS JOIN claims CROSS JOIN episodes
            WHERE claims.user_id = asked.column1 AND claims.statement_id = asked.column2
            AND episodes.user_id = claims.user_id AND episodes.id = claims.episode_id
            GROUP BY claims.statement_id, claims.episode_id, episodes.seq) AS supporting
            WHERE age <= 20 ORDER BY seq",
};

/// Which space a statement is in.
const SPACES: Rows = Rows {
    before: "SELECT statements.id, statements.space_id FROM (VALUES ",
    shared: 1,
    own: 1,
    after: ") AS asked CROSS JOIN statements CROSS JOIN spaces
            WHERE statements.user_id = asked.column1 AND statements.id = asked.column2
            AND spaces.user_id = statements.user_id AND spaces.id = statements.space_id
            AND spaces.is_deleted = 0",
};

impl Store {
    /// Those of the user's processed episodes that have these ids, in the order of the ids.
    pub async fn episodes(
        &self,
        user: UserId,
        ids: &[EpisodeId],
    ) -> Result<Vec<Episode>, StorageError> {
        let rows = self.rows_of(&EPISODES, &[user.to_string()], ids).await?;
        let found = self.words(user).await?.read_all(&rows, episode)?;
        Ok(in_order(ids, found, |episode| episode.id))
    }

    /// The spaces of those of the user's statements that have these ids.
    pub async fn spaces_of_statements(
        &self,
        user: UserId,
        ids: &[StatementId],
    ) -> Result<HashMap<StatementId, SpaceId>, StorageError> {
        let rows = self.rows_of(&SPACES, &[user.to_string()], ids).await?;
        let spaces = read_all(&rows, |columns| Ok((columns.id()?, columns.id()?)))?;
        Ok(spaces.into_iter().collect())
    }

    /// Those of the space's statements that have these ids, in the order of the ids.
    pub async fn statements(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[StatementId],
    ) -> Result<Vec<RecalledStatement>, StorageError> {
        let mut found = self.statements_alone(user, space, ids).await?;
        self.add_evidence(user, &mut found).await?;
        Ok(found)
    }

    /// Those of the space's statements that have these ids, in the order of the ids, without the episodes that support
    /// them: [`add_evidence`](Self::add_evidence) reads these for the ones that are shown.
    pub async fn statements_alone(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[StatementId],
    ) -> Result<Vec<RecalledStatement>, StorageError> {
        let scope = [user.to_string(), space.to_string()];
        let rows = self.rows_of(&STATEMENTS, &scope, ids).await?;
        let mut found = self.words(user).await?.read_all(&rows, recalled)?;
        self.tell_by_name(user, space, &mut found).await?;
        Ok(in_order(ids, found, |recalled| recalled.statement.id))
    }

    /// The space's statements of these slots, in no order, without the episodes that support them; each slot is to be named
    /// once.
    pub async fn statements_of_slots(
        &self,
        user: UserId,
        space: SpaceId,
        slots: &[Slot],
    ) -> Result<Vec<RecalledStatement>, StorageError> {
        let scope = [user.to_string(), space.to_string()];
        let shared = |shared: &mut Parameters| {
            for part in &scope {
                shared.bind(part.as_str());
            }
        };
        let words = self.words(user).await?;
        let own = |slot: &Slot, own: &mut Parameters| {
            own.bind(words.seek(STATEMENT_SLOT, &slot.0));
        };
        let rows = self.rows_by(&STATEMENTS_OF_SLOTS, slots, shared, own);
        let mut found = words.read_all(&rows.await?, recalled)?;
        self.tell_by_name(user, space, &mut found).await?;
        Ok(found)
    }

    /// Reads which episodes support the statements.
    pub async fn add_evidence(
        &self,
        user: UserId,
        found: &mut [RecalledStatement],
    ) -> Result<(), StorageError> {
        let ids: Vec<_> = found.iter().map(|recalled| recalled.statement.id).collect();
        let mut evidence = self.evidence(user, &ids).await?;
        for recalled in found {
            recalled.evidence = evidence.remove(&recalled.statement.id).unwrap_or_default();
        }
        Ok(())
    }

    async fn evidence(
        &self,
        user: UserId,
        ids: &[StatementId],
    ) -> Result<HashMap<StatementId, Vec<EpisodeId>>, StorageError> {
        let mut evidence: HashMap<StatementId, Vec<EpisodeId>> = HashMap::new();
        for row in self.rows_of(&EVIDENCE, &[user.to_string()], ids).await? {
            let mut columns = Columns::of(&row);
            let episodes = evidence.entry(columns.id()?).or_default();
            episodes.push(columns.id()?);
        }
        Ok(evidence)
    }

    /// What `select` finds in the scope, for all ids.
    pub(crate) async fn rows_of(
        &self,
        select: &Rows,
        scope: &[String],
        ids: &[impl Copy + Display],
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let scope = |shared: &mut Parameters| {
            for part in scope {
                shared.bind(part.as_str());
            }
        };
        let own = |id: &_, own: &mut Parameters| {
            own.id(id);
        };
        self.rows_by(select, ids, scope, own).await
    }

    /// What `select` finds, for all that is asked.
    pub(crate) async fn rows_by<T>(
        &self,
        select: &Rows,
        asked: &[T],
        shared: impl Fn(&mut Parameters),
        own: impl Fn(&T, &mut Parameters),
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        if asked.is_empty() {
            // Not even a connection is taken, which a busy pool might not have.
            return Ok(Vec::new());
        }
        let mut connection = self.reads.take().await?;
        select.run(&mut connection, asked, shared, own).await
    }
}

/// The statement as it is kept: [`Store::tell_by_name`] tells it by what its entities are called now.
pub(super) fn recalled(columns: &mut Columns<'_>) -> Result<RecalledStatement, StorageError> {
    let statement = statement(columns)?;
    let said = &statement.proposition;
    let mut name = |of: Option<EntityId>| match of {
        Some(entity) => columns.optional_sealed(ENTITY_NAME, entity),
        None => Ok(columns.pass_over(1)),
    };
    let subject_name = name(Some(said.subject))?.unwrap_or_default();
    let object_name = match &said.object {
        Object::Entity(entity) => name(Some(*entity))?.unwrap_or_default(),
        Object::Value(value) => name(None)?.unwrap_or_else(|| value.clone()),
    };
    let attributed_name = name(said.attributed_to)?;
    let object_kind = columns.optional_named(EntityKind::from_name)?;
    Ok(RecalledStatement {
        subject_name,
        object_name,
        object_kind,
        attributed_name,
        statement,
        evidence: Vec::new(),
    })
}

/// The found in the order in which they were asked for; an id asked for twice is answered once.
fn in_order<I: Copy + Eq + Hash, T>(asked: &[I], found: Vec<T>, id: fn(&T) -> I) -> Vec<T> {
    let mut found: HashMap<I, T> = found.into_iter().map(|each| (id(&each), each)).collect();
    asked.iter().filter_map(|id| found.remove(id)).collect()
}
