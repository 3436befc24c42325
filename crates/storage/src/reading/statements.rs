//! Statements as their owner looks at them: about whom, between whom, through time, and with the words that say so.

use std::collections::HashSet;

use recollect_model::{
    CharRange, EntityId, EpisodeId, RecordedClaim, Slot, SpaceId, Statement, StatementId,
    Timestamp, UserId,
};
use sqlx::any::AnyRow;

use super::recall::{recalled, recalled_columns, with_names};
use super::{AsOf, Found, Page, RecalledStatement, Select};
use crate::columns::{claim, claim_columns, statement, statement_columns};
use crate::graph::claims;
use crate::many::{Parameters, Rows};
use crate::rows::{Columns, read_all, stored};
use crate::sealing::register::STATEMENT_RELATION;
use crate::{StorageError, Store};

/// So many entities are looked up in one statement.
const MOST_AT_ONCE: usize = 256;

/// Where in a statement an entity stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// It is its subject or its object.
    #[default]
    Either,
    /// It is its subject.
    Subject,
    /// It is its object.
    Object,
}

/// Which statements about an entity are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatementFilter {
    /// Where in them it stands.
    pub side: Side,
    /// Their relation.
    pub relation: Option<String>,
    /// As of when.
    pub as_of: AsOf,
}

/// Which stretch of a timeline is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimelineFilter {
    /// From when.
    pub from: Option<Timestamp>,
    /// Until when; this instant excluded.
    pub until: Option<Timestamp>,
    /// Only what this entity is the subject or the object of.
    pub entity: Option<EntityId>,
    /// Only what was learned by this instant.
    pub recorded_at: Option<Timestamp>,
}

const CLAIMS_OF_STATEMENTS: Rows = Rows {
    before: concat!(
        "SELECT * FROM (SELECT claims.statement_id, ",
        claim_columns!(),
        ", episodes.seq, asked.column2 AS most, ROW_NUMBER()
        OVER (PARTITION BY claims.statement_id ORDER BY episodes.seq DESC, claims.number) AS age
        FROM (VALUES "
    ),
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN claims CROSS JOIN episodes
            WHERE claims.user_id = asked.column1 AND claims.statement_id = asked.column3
            AND episodes.user_id = claims.user_id AND episodes.id = claims.episode_id)
            AS supporting WHERE age <= most ORDER BY seq, number",
};

const PLACES_OF_STATEMENTS: Rows = Rows {
    before: "SELECT statement_id, episode_id, range_start, range_end FROM (
             SELECT claims.statement_id, claims.episode_id, claims.range_start, claims.range_end, ROW_NUMBER()
             OVER (PARTITION BY claims.statement_id ORDER BY episodes.seq DESC, claims.number) AS age
             FROM (VALUES ",
    shared: 1,
    own: 1,
    after: ") AS asked CROSS JOIN claims CROSS JOIN episodes
            WHERE claims.user_id = asked.column1 AND claims.statement_id = asked.column2
            AND episodes.user_id = claims.user_id AND episodes.id = claims.episode_id)
            AS supporting WHERE age = 1",
};

impl Store {
    /// The statements about an entity that stands for itself, by the time they began, or else ended.
    pub async fn entity_statements(
        &self,
        user: UserId,
        space: SpaceId,
        entity: EntityId,
        filter: &StatementFilter,
        page: Page,
    ) -> Result<Found<RecalledStatement>, StorageError> {
        let words = self.words(user).await?;
        let conditions = |select: &mut Select| {
            if let Some(relation) = &filter.relation {
                let relation = words.seek(STATEMENT_RELATION, relation);
                select.given(" AND statements.relation = ", relation);
            }
            select.as_of(filter.as_of);
        };
        let about = Some((entity, filter.side));
        self.statements_where((user, space), about, conditions, page)
            .await
    }

    /// The statements that began in a stretch of time, or else ended in it, in this order.
    pub async fn timeline(
        &self,
        user: UserId,
        space: SpaceId,
        filter: &TimelineFilter,
        page: Page,
    ) -> Result<Found<RecalledStatement>, StorageError> {
        let conditions = |select: &mut Select| {
            if let Some(from) = filter.from.map(stored) {
                select.given(
                    " AND COALESCE(statements.valid_at, statements.invalid_at) >= ",
                    from,
                );
            }
            if let Some(until) = filter.until.map(stored) {
                select.given(
                    " AND COALESCE(statements.valid_at, statements.invalid_at) < ",
                    until,
                );
            }
            select.as_of(AsOf {
                valid_at: None,
                recorded_at: filter.recorded_at,
            });
        };
        let about = filter.entity.map(|entity| (entity, Side::Either));
        self.statements_where((user, space), about, conditions, page)
            .await
    }

    /// The claims that support each of these statements: of each the newest `each` by acceptance, in that order.
    pub async fn claims_of_statements(
        &self,
        user: UserId,
        ids: &[StatementId],
        each: u32,
    ) -> Result<Vec<(StatementId, RecordedClaim)>, StorageError> {
        let shared = |shared: &mut Parameters| {
            shared.id(user).bind(i64::from(each));
        };
        let own = |id: &StatementId, own: &mut Parameters| {
            own.id(*id);
        };
        let rows = self
            .rows_by(&CLAIMS_OF_STATEMENTS, ids, shared, own)
            .await?;
        self.words(user).await?.read_all(&rows, |columns| {
            let statement = columns.id()?;
            let (_, claim) = claim(columns)?;
            Ok((statement, claim))
        })
    }

    /// Where each of these statements was said last: the episode and the characters of its text. In no order.
    pub async fn places_of_statements(
        &self,
        user: UserId,
        ids: &[StatementId],
    ) -> Result<Vec<(StatementId, (EpisodeId, CharRange))>, StorageError> {
        let rows = self
            .rows_of(&PLACES_OF_STATEMENTS, &[user.to_string()], ids)
            .await?;
        let place = |row: &AnyRow| {
            let mut columns = Columns::of(row);
            Ok((columns.id()?, (columns.id()?, columns.range()?)))
        };
        rows.iter().map(place).collect()
    }

    /// The claims of these slots, each with its slot, in no order: what follows from them as of some time can be worked
    /// out. Each slot is to be named once.
    pub async fn claims_of_slots(
        &self,
        user: UserId,
        space: SpaceId,
        slots: &[Slot],
    ) -> Result<Vec<(Slot, RecordedClaim)>, StorageError> {
        let shared = |shared: &mut Parameters| {
            shared.id(user).id(space);
        };
        let words = self.words(user).await?;
        let own = |slot: &Slot, own: &mut Parameters| claims::bind_slot(&words, slot, own);
        let rows = self.rows_by(&claims::OF_SLOTS, slots, shared, own).await?;
        words.read_all(&rows, claim)
    }

    /// The statements between one of these entities and any other, at most `limit`, the newest first.
    pub async fn neighbourhood(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[EntityId],
        as_of: AsOf,
        limit: u32,
    ) -> Result<Vec<Statement>, StorageError> {
        let words = self.words(user).await?;
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        for ids in ids.chunks(MOST_AT_ONCE) {
            let left = limit.saturating_sub(found.len() as u32);
            if left == 0 {
                break;
            }
            let mut select = with_asked(ids);
            select.sql(", near (id) AS (");
            for (column, union) in [("subject_id", ""), ("object_entity_id", " UNION ")] {
                select.sql(union).sql("SELECT statements.id FROM asked");
                select.sql(" CROSS JOIN statements WHERE statements.");
                select.sql(column).sql(" = asked.id");
                select.sql(" AND statements.object_entity_id IS NOT NULL");
                within(&mut select, user, space);
            }
            select.sql(") SELECT ").sql(statement_columns!());
            select.sql(" FROM near CROSS JOIN statements WHERE statements.id = near.id");
            within(&mut select, user, space);
            select.as_of(as_of);
            select.sql(" ORDER BY statements.recorded_at DESC, statements.id LIMIT ");
            // Those found already may be among them again.
            select.value(i64::from(limit));
            let rows = select.rows(self).await?;
            let statements = words.read_all(&rows, statement)?.into_iter();
            let new = statements.filter(|statement| seen.insert(statement.id));
            found.extend(new.take(left as usize));
        }
        Ok(found)
    }

    /// The statements between these entities, at most 1,000 of them, the newest `limit`.
    pub async fn statements_between(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[EntityId],
        as_of: AsOf,
        limit: u32,
    ) -> Result<Vec<RecalledStatement>, StorageError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut select = with_asked(ids);
        select.sql(" SELECT ").sql(recalled_columns!());
        select.sql(" FROM asked CROSS JOIN statements");
        select.sql(with_names!());
        select.sql(" WHERE statements.subject_id = asked.id");
        select.sql(" AND statements.object_entity_id IN (SELECT id FROM asked)");
        within(&mut select, user, space);
        select.as_of(as_of);
        select.sql(" ORDER BY statements.recorded_at DESC, statements.id LIMIT ");
        select.value(i64::from(limit));
        let words = self.words(user).await?;
        let mut statements = words.read_all(&select.rows(self).await?, recalled)?;
        self.tell_by_name(user, space, &mut statements).await?;
        self.add_evidence(user, &mut statements).await?;
        Ok(statements)
    }

    /// How many statements connect each of these entities, at most 1,000 of them, with any; one that nothing connects is
    /// left out.
    pub async fn connection_counts(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[EntityId],
        as_of: AsOf,
    ) -> Result<Vec<(EntityId, u64)>, StorageError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut select = with_asked(ids);
        select.sql(", ends (entity, id) AS (");
        for (column, union) in [("subject_id", ""), ("object_entity_id", " UNION ")] {
            select
                .sql(union)
                .sql("SELECT asked.id, statements.id FROM asked");
            select.sql(" CROSS JOIN statements WHERE statements.");
            select.sql(column).sql(" = asked.id");
            select.sql(" AND statements.object_entity_id IS NOT NULL");
            within(&mut select, user, space);
        }
        select.sql(") SELECT ends.entity, COUNT(*) FROM ends CROSS JOIN statements");
        select.sql(" WHERE statements.id = ends.id");
        within(&mut select, user, space);
        select.as_of(as_of);
        select.sql(" GROUP BY ends.entity");
        read_all(&select.rows(self).await?, |columns| {
            let entity = columns.id()?;
            let count: u64 = columns.count()?;
            Ok((entity, count))
        })
    }

    async fn statements_where(
        &self,
        (user, space): (UserId, SpaceId),
        about: Option<(EntityId, Side)>,
        conditions: impl Fn(&mut Select),
        page: Page,
    ) -> Result<Found<RecalledStatement>, StorageError> {
        let selecting = |what: &str| {
            let mut select = Select::new("");
            if let Some(about) = about {
                with_about(&mut select, (user, space), about);
                select.sql(" SELECT ").sql(what).sql(" FROM about");
                select.sql(" CROSS JOIN statements WHERE statements.id = about.id");
            } else {
                select.sql("SELECT ").sql(what);
                select.sql(" FROM statements WHERE 1 = 1");
            }
            within(&mut select, user, space);
            conditions(&mut select);
            select
        };
        let total = selecting("COUNT(*)").count(self).await?;
        let mut select = selecting("statements.id");
        select.sql(" ORDER BY COALESCE(statements.valid_at, statements.invalid_at), statements.id");
        select.page(page);
        let ids: Vec<StatementId> = read_all(&select.rows(self).await?, |columns| columns.id())?;
        let items = self.statements(user, space, &ids).await?;
        Ok(Found { items, total })
    }
}

/// Begins a statement with the table `asked`: these ids.
fn with_asked(ids: &[EntityId]) -> Select {
    let mut select = Select::new("WITH asked (id) AS (VALUES ");
    select.values(ids.iter().map(ToString::to_string)).sql(")");
    select
}

/// Begins a statement with the table `about`: the statements in which an entity stands there. Subject and object each in a
/// SELECT of its own: for an OR, `SQLite` would walk through all of the space's statements.
fn with_about(
    select: &mut Select,
    (user, space): (UserId, SpaceId),
    (entity, side): (EntityId, Side),
) {
    let columns: &[&str] = match side {
        Side::Either => &["subject_id", "object_entity_id"],
        Side::Subject => &["subject_id"],
        Side::Object => &["object_entity_id"],
    };
    select.sql("WITH about (id) AS (");
    for (index, column) in columns.iter().enumerate() {
        select.sql(if index == 0 { "" } else { " UNION " });
        select.sql("SELECT statements.id FROM statements WHERE statements.");
        select.sql(column).given(" = ", entity.to_string());
        within(select, user, space);
        // What a large change of names has not come to yet stands under a name that is the entity's by now.
        select.sql(" UNION SELECT statements.id FROM entities AS names CROSS JOIN statements");
        select.given(" WHERE names.user_id = ", user.to_string());
        select.given(" AND names.part_of = ", entity.to_string());
        select
            .sql(" AND statements.")
            .sql(column)
            .sql(" = names.id");
        within(select, user, space);
    }
    select.sql(")");
}

fn within(select: &mut Select, user: UserId, space: SpaceId) {
    select.given(" AND statements.user_id = ", user.to_string());
    select.given(" AND statements.space_id = ", space.to_string());
}
