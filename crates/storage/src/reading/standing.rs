//! What stands out of a space now: the facts that matter, began, ended or are due, and the people spoken of lately.

use std::collections::HashMap;

use recollect_model::{
    EntityId, EpisodeId, LogId, RelationName, SpaceId, StatementId, Timestamp, UserId,
};

use super::Select;
use crate::many::{Parameters, Rows};
use crate::rows::{Columns, stored};
use crate::sealing::register::{ENTITY_NAME, EPISODE_SOURCE, STATEMENT_RELATION};
use crate::{StorageError, Store};

/// Which facts are wanted. None of them is denied, or somebody else's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Those that were pinned.
    Pinned,
    /// Those that began between these, the latest first.
    Began(Timestamp, Timestamp),
    /// Those that ended between these, the latest first.
    Ended(Timestamp, Timestamp),
}

/// A fact, as far as it takes to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingFact {
    /// The statement.
    pub id: StatementId,
    /// Whom it is about.
    pub subject: EntityId,
    /// Its relation.
    pub relation: RelationName,
    /// From when it held.
    pub valid_at: Option<Timestamp>,
    /// Until when.
    pub invalid_at: Option<Timestamp>,
    /// How much anybody would look for it, from 0 to 100.
    pub worth: i64,
    /// Whether it is a fact, and not a plan or a wish.
    pub is_actual: bool,
    /// Whether it is denied: "does not eat lamb".
    pub is_negated: bool,
    /// Who or what it says of the subject, where that is an entity.
    pub object: Option<EntityId>,
    /// Whether it was pinned.
    pub is_pinned: bool,
}

/// Somebody who was spoken of lately.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpokenOf {
    /// Who, standing for all their names.
    pub entity: EntityId,
    /// What they are called.
    pub name: String,
    /// In how many of the texts that were looked at.
    pub texts: u64,
    /// When they were spoken of last.
    pub last: Timestamp,
}

/// Where a text comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSource {
    /// Its episode.
    pub episode: EpisodeId,
    /// The log that follows it.
    pub log: LogId,
    /// What whoever sent it named as the source.
    pub source: String,
    /// When it was said or written.
    pub said_at: Timestamp,
}

/// What [`standing_fact`] reads.
macro_rules! standing_columns {
    () => {
        "statements.id, statements.subject_id, statements.relation, statements.valid_at,
         statements.invalid_at, statements.worth,
         CASE WHEN statements.modality = 'actual' THEN 1 ELSE 0 END AS is_actual, statements.is_negated,
         statements.object_entity_id,
         CASE WHEN statements.decided >= 4 THEN 1 ELSE 0 END AS is_pinned"
    };
}

fn standing_fact(columns: &mut Columns<'_>) -> Result<StandingFact, StorageError> {
    Ok(StandingFact {
        id: columns.id()?,
        subject: columns.id()?,
        relation: RelationName::of(&columns.sought(STATEMENT_RELATION)?),
        valid_at: columns.optional_instant()?,
        invalid_at: columns.optional_instant()?,
        worth: columns.integer()?,
        is_actual: columns.flag()?,
        is_negated: columns.flag()?,
        object: columns.optional_id()?,
        is_pinned: columns.flag()?,
    })
}

/// What holds at a time of those who stand in this column of a statement, what matters first.
macro_rules! standing_where {
    ($column:literal, $more:literal) => {
        Rows {
            before: concat!(
                "SELECT id, subject_id, relation, valid_at, invalid_at, worth, is_actual, is_negated, object_entity_id, is_pinned
                 FROM (SELECT ",
                standing_columns!(),
                ", asked.column4 AS most, ROW_NUMBER() OVER (PARTITION BY ",
                $column,
                " ORDER BY statements.decided >= 4 DESC, statements.worth DESC, statements.valid_at DESC, statements.id)
                 AS place FROM (VALUES "
            ),
            shared: 4,
            own: 1,
            after: concat!(
                ") AS asked CROSS JOIN statements
            WHERE statements.user_id = asked.column1 AND statements.space_id = asked.column2
            AND ",
                $column,
                " = asked.column5
            AND statements.attributed_to IS NULL", $more, "
            AND (statements.invalid_at IS NULL OR statements.invalid_at > asked.column3)
            AND (statements.valid_at IS NULL OR statements.valid_at <= asked.column3))
            AS standing WHERE place <= most ORDER BY place"
            ),
        }
    };
}

const STANDING_OF: Rows = standing_where!("statements.subject_id", "");
const STANDING_TO: Rows = standing_where!(
    "statements.object_entity_id",
    " AND statements.is_negated = 0"
);

const SOURCES: Rows = Rows {
    before: "SELECT episodes.id, episodes.log_id, episodes.source, episodes.reference_time FROM (VALUES ",
    shared: 1,
    own: 1,
    after: ") AS asked CROSS JOIN episodes WHERE episodes.user_id = asked.column1
            AND episodes.id = asked.column2",
};

impl Store {
    /// Where these texts come from, in no order.
    pub async fn text_sources(
        &self,
        user: UserId,
        ids: &[EpisodeId],
    ) -> Result<Vec<TextSource>, StorageError> {
        let shared = |shared: &mut Parameters| {
            shared.id(user);
        };
        let own = |id: &EpisodeId, own: &mut Parameters| {
            own.id(*id);
        };
        let rows = self.rows_by(&SOURCES, ids, shared, own).await?;
        self.words(user).await?.read_all(&rows, |columns| {
            Ok(TextSource {
                episode: columns.id()?,
                log: columns.id()?,
                source: columns.sought(EPISODE_SOURCE)?,
                said_at: columns.instant()?,
            })
        })
    }

    /// The facts of a space that stand out so, at most `limit`.
    pub async fn standing(
        &self,
        user: UserId,
        space: SpaceId,
        which: Standing,
        limit: u32,
    ) -> Result<Vec<StandingFact>, StorageError> {
        let mut select = Select::new(concat!(
            "SELECT ",
            standing_columns!(),
            " FROM statements WHERE statements.is_negated = 0 AND statements.attributed_to IS NULL",
        ));
        select.given(" AND statements.space_id = ", space.to_string());
        select.given(" AND statements.user_id = ", user.to_string());
        match which {
            Standing::Pinned => {
                select.sql(
                    " AND statements.decided >= 4 ORDER BY statements.recorded_at DESC, statements.id",
                );
            }
            Standing::Began(from, until) => {
                select.given(" AND statements.valid_at >= ", stored(from));
                select.given(" AND statements.valid_at < ", stored(until));
                select.sql(" ORDER BY statements.valid_at DESC, statements.id");
            }
            Standing::Ended(from, until) => {
                select.given(" AND statements.invalid_at >= ", stored(from));
                select.given(" AND statements.invalid_at < ", stored(until));
                select.sql(" AND statements.invalid_at > statements.valid_at ORDER BY statements.invalid_at DESC, statements.id");
            }
        }
        select.given(" LIMIT ", i64::from(limit));
        let words = self.words(user).await?;
        words.read_all(&select.rows(self).await?, standing_fact)
    }

    /// The facts that hold at a time of each of these subjects, what matters first; at most `each` of every one.
    pub async fn standing_of(
        &self,
        user: UserId,
        space: SpaceId,
        (subjects, now): (&[EntityId], Timestamp),
        each: u32,
    ) -> Result<HashMap<EntityId, Vec<StandingFact>>, StorageError> {
        let found = self
            .standing_by(&STANDING_OF, (user, space), (subjects, now), each)
            .await?;
        let mut facts: HashMap<EntityId, Vec<StandingFact>> = HashMap::new();
        for fact in found {
            facts.entry(fact.subject).or_default().push(fact);
        }
        Ok(facts)
    }

    /// The same with the facts that say of somebody else what they are to one of these ("Anna is Nora's sister" of Nora): of
    /// the same worth, those behind their own.
    pub async fn standing_about(
        &self,
        user: UserId,
        space: SpaceId,
        (people, now): (&[EntityId], Timestamp),
        each: u32,
    ) -> Result<HashMap<EntityId, Vec<StandingFact>>, StorageError> {
        let mut facts = self.standing_of(user, space, (people, now), each).await?;
        let found = self
            .standing_by(&STANDING_TO, (user, space), (people, now), each)
            .await?;
        for fact in found {
            if let Some(object) = fact.object.filter(|object| *object != fact.subject) {
                facts.entry(object).or_default().push(fact);
            }
        }
        for about in facts.values_mut() {
            about.sort_by_key(|fact| std::cmp::Reverse((fact.is_pinned, fact.worth)));
            about.truncate(each as usize);
        }
        Ok(facts)
    }

    async fn standing_by(
        &self,
        select: &Rows,
        (user, space): (UserId, SpaceId),
        (people, now): (&[EntityId], Timestamp),
        each: u32,
    ) -> Result<Vec<StandingFact>, StorageError> {
        let shared = |shared: &mut Parameters| {
            shared.id(user).id(space);
            shared.bind(stored(now)).bind(i64::from(each));
        };
        let own = |id: &EntityId, own: &mut Parameters| {
            own.id(*id);
        };
        let rows = self.rows_by(select, people, shared, own).await?;
        self.words(user).await?.read_all(&rows, standing_fact)
    }

    /// The persons that the latest `texts` texts of a space name, by when they were said, those named in most of them first; at most `limit`.
    pub async fn spoken_of(
        &self,
        user: UserId,
        space: SpaceId,
        texts: u32,
        limit: u32,
    ) -> Result<Vec<SpokenOf>, StorageError> {
        let rows = sqlx::query(
            "WITH newest AS (SELECT id, reference_time FROM episodes
                 WHERE space_id = $2 AND user_id = $1 AND revision IS NOT NULL
                 ORDER BY reference_time DESC LIMIT $3),
             named AS (SELECT COALESCE(entities.part_of, entities.id) AS id,
                 COUNT(DISTINCT newest.id) AS texts, MAX(newest.reference_time) AS said_at
                 FROM newest CROSS JOIN mentions CROSS JOIN entities
                 WHERE mentions.user_id = $1 AND mentions.episode_id = newest.id
                 AND entities.user_id = $1 AND entities.id = mentions.entity_id
                 GROUP BY COALESCE(entities.part_of, entities.id))
             SELECT named.id, entities.name, named.texts, named.said_at
             FROM named CROSS JOIN entities
             WHERE entities.user_id = $1 AND entities.id = named.id AND entities.kind = 'person'
             ORDER BY named.texts DESC, named.said_at DESC, named.id LIMIT $4",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .bind(i64::from(texts))
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        self.words(user).await?.read_all(&rows, |columns| {
            let entity = columns.id()?;
            Ok(SpokenOf {
                entity,
                name: columns.sealed(ENTITY_NAME, entity)?,
                texts: columns.count()?,
                last: columns.instant()?,
            })
        })
    }
}
