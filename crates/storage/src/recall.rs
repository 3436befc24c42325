//! Reading what a search found.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;

use recollect_model::{Episode, EpisodeId, SpaceId, Statement, StatementId, UserId};
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;

use crate::changes::statement;
use crate::many::{lists, placeholders};
use crate::rows::Columns;
use crate::{StorageError, Store};

/// A statement as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct RecalledStatement {
    /// The statement.
    pub statement: Statement,
    /// The name of its subject.
    pub subject_name: String,
    /// The name of its object, or the value in words.
    pub object_name: String,
    /// The episodes that support it, in the order of acceptance.
    pub evidence: Vec<EpisodeId>,
}

impl Store {
    /// Those of the user's processed episodes that have these ids, in the order of the ids.
    pub async fn episodes(
        &self,
        user: UserId,
        ids: &[EpisodeId],
    ) -> Result<Vec<Episode>, StorageError> {
        let rows = self.rows_of(
            "SELECT id, log_id, space_id, session_id, source, body, reference_time,
             reference_offset_s FROM episodes
             WHERE user_id = $1 AND revision IS NOT NULL AND id IN",
            "",
            [user.to_string()],
            ids,
        );
        let found: Result<Vec<_>, _> = rows.await?.iter().map(episode).collect();
        Ok(in_order(ids, found?, |episode| episode.id))
    }

    /// Those of the space's statements that have these ids, in the order of the ids.
    pub async fn statements(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[StatementId],
    ) -> Result<Vec<RecalledStatement>, StorageError> {
        let rows = self.rows_of(
            "SELECT statements.id, statements.subject_id, statements.relation,
             statements.object_entity_id, statements.object_value, statements.fact,
             statements.valid_at, statements.invalid_at, statements.recorded_at,
             subjects.name, COALESCE(objects.name, statements.object_value, '')
             FROM statements
             JOIN entities AS subjects ON subjects.user_id = statements.user_id
             AND subjects.space_id = statements.space_id AND subjects.id = statements.subject_id
             LEFT JOIN entities AS objects ON objects.user_id = statements.user_id
             AND objects.space_id = statements.space_id
             AND objects.id = statements.object_entity_id
             WHERE statements.user_id = $1 AND statements.space_id = $2 AND statements.id IN",
            "",
            [user.to_string(), space.to_string()],
            ids,
        );
        let found: Result<Vec<_>, _> = rows.await?.iter().map(recalled).collect();
        let mut found = in_order(ids, found?, |recalled| recalled.statement.id);
        let ids: Vec<_> = found.iter().map(|recalled| recalled.statement.id).collect();
        let mut evidence = self.evidence(user, &ids).await?;
        for recalled in &mut found {
            recalled.evidence = evidence.remove(&recalled.statement.id).unwrap_or_default();
        }
        Ok(found)
    }

    async fn evidence(
        &self,
        user: UserId,
        ids: &[StatementId],
    ) -> Result<HashMap<StatementId, Vec<EpisodeId>>, StorageError> {
        let rows = self.rows_of(
            "SELECT evidence.statement_id, evidence.episode_id
             FROM evidence JOIN episodes
             ON episodes.user_id = evidence.user_id AND episodes.id = evidence.episode_id
             WHERE evidence.user_id = $1 AND evidence.statement_id IN",
            " ORDER BY episodes.seq",
            [user.to_string()],
            ids,
        );
        let mut evidence: HashMap<StatementId, Vec<EpisodeId>> = HashMap::new();
        for row in rows.await? {
            let mut columns = Columns::of(&row);
            let episodes = evidence.entry(columns.id()?).or_default();
            let episode = columns.id()?;
            if episodes.last() != Some(&episode) {
                episodes.push(episode);
            }
        }
        Ok(evidence)
    }

    /// What `select` finds, with the scope as its first parameters and the ids as its list.
    async fn rows_of<const N: usize>(
        &self,
        select: &'static str,
        order: &'static str,
        scope: [String; N],
        ids: &[impl Display],
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let mut rows = Vec::new();
        for list in lists(ids) {
            let places = placeholders(N + 1, list.len());
            let sql = AssertSqlSafe(format!("{select} ({places}){order}"));
            let mut query = sqlx::query(sql);
            for part in &scope {
                query = query.bind(part.as_str());
            }
            for id in list {
                query = query.bind(id.to_string());
            }
            rows.extend(query.fetch_all(&self.reads).await?);
        }
        Ok(rows)
    }
}

fn episode(row: &AnyRow) -> Result<Episode, StorageError> {
    let mut columns = Columns::of(row);
    Ok(Episode {
        id: columns.id()?,
        log: columns.id()?,
        space: columns.id()?,
        session: columns.optional_text()?,
        source: columns.text()?,
        body: columns.text()?,
        reference_time: columns.reference_time()?,
    })
}

fn recalled(row: &AnyRow) -> Result<RecalledStatement, StorageError> {
    let mut columns = Columns::of(row);
    Ok(RecalledStatement {
        statement: statement(&mut columns)?,
        subject_name: columns.text()?,
        object_name: columns.text()?,
        evidence: Vec::new(),
    })
}

/// The found in the order in which they were asked for; an id asked for twice is answered once.
fn in_order<I: Copy + Eq + Hash, T>(asked: &[I], found: Vec<T>, id: fn(&T) -> I) -> Vec<T> {
    let mut found: HashMap<I, T> = found.into_iter().map(|each| (id(&each), each)).collect();
    asked.iter().filter_map(|id| found.remove(id)).collect()
}
