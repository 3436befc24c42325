//! Reading a user's memory: what a search found, the graph as its owner looks around in it, and what understanding a
//! text needs of the texts before it.
//!
//! Every call is read-only and sees what is committed when it is made; one that returns a page and its total may see
//! a commit between the two. Whoever asks sets the limits: nothing here reads more rows than it is told to, except
//! where it counts.

use recollect_model::{Timestamp, UserId};
use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, Encode, Type};

use crate::many::Parameters;
use crate::rows::{Columns, stored};
use crate::{StorageError, Store};

mod asked;
mod context;
mod entities;
mod episodes;
mod export;
mod labels;
mod logs;
mod naming;
mod neighbours;
mod queue;
mod recall;
mod standing;
mod statements;
mod together;
mod waiting;

pub use asked::NamedText;
pub use context::SessionContext;
pub use entities::{EntityDetail, EntityFilter, ListedEntity};
pub use episodes::EpisodeDetail;
pub use logs::LogFilter;
pub use neighbours::SessionNeighbours;
pub use recall::RecalledStatement;
pub use standing::{SpokenOf, Standing, StandingFact, TextSource};
pub use statements::{Side, StatementFilter, TimelineFilter};
pub use together::NamedIn;
pub use waiting::{Places, UnprocessedText, UnprocessedTexts};

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many to pass over.
    pub offset: u64,
    /// How many to return at most.
    pub limit: u32,
}

impl Page {
    /// The first page, of at most this many.
    pub const fn first(limit: u32) -> Self {
        Self { offset: 0, limit }
    }
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<T> {
    /// The part.
    pub items: Vec<T>,
    /// How many the whole list has.
    pub total: u64,
}

/// The time as of which statements are wanted; by default they are whenever they held or were learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AsOf {
    /// Those that held at this instant, as far as their claims tell by now.
    pub valid_at: Option<Timestamp>,
    /// Those that were learned by this instant.
    pub recorded_at: Option<Timestamp>,
}

/// A SELECT whose conditions depend on what is asked.
struct Select {
    sql: String,
    parameters: Parameters,
    bound: usize,
}

impl Select {
    fn new(sql: &str) -> Self {
        Self {
            sql: sql.to_owned(),
            parameters: Parameters::default(),
            bound: 0,
        }
    }

    fn sql(&mut self, sql: &str) -> &mut Self {
        self.sql.push_str(sql);
        self
    }

    /// A value where the statement has come to.
    fn value<'t, T: Encode<'t, Any> + Type<Any>>(&mut self, value: T) -> &mut Self {
        self.parameters.bind(value);
        self.bound += 1;
        self.sql.push('$');
        self.sql.push_str(&self.bound.to_string());
        self
    }

    /// What comes before a value, and the value.
    fn given<'t, T: Encode<'t, Any> + Type<Any>>(&mut self, sql: &str, value: T) -> &mut Self {
        self.sql(sql).value(value)
    }

    /// Values, each in parentheses: what follows VALUES.
    fn values(&mut self, values: impl IntoIterator<Item = String>) -> &mut Self {
        for (index, value) in values.into_iter().enumerate() {
            self.sql(if index == 0 { "(" } else { ", (" });
            self.value(value).sql(")");
        }
        self
    }

    /// Of what is the user's: not what is in a space that was deleted, whose rows go step by step.
    fn in_no_deleted(&mut self, column: &str, user: UserId) -> &mut Self {
        self.sql(" AND ").sql(column);
        self.sql(" NOT IN (SELECT gone.id FROM spaces AS gone WHERE gone.is_deleted = 1");
        self.given(" AND gone.user_id = ", user.to_string())
            .sql(")")
    }

    /// That statements are as of a time.
    fn as_of(&mut self, as_of: AsOf) -> &mut Self {
        if let Some(at) = as_of.valid_at.map(stored) {
            let (began, ended) = ("statements.valid_at", "statements.invalid_at");
            self.given(&format!(" AND ({began} IS NULL OR {began} <= "), at);
            self.given(&format!(") AND ({ended} IS NULL OR {ended} > "), at);
            self.sql(")");
        }
        if let Some(by) = as_of.recorded_at.map(stored) {
            self.given(" AND statements.recorded_at <= ", by);
        }
        self
    }

    /// Ends the statement: the part of the list that is wanted.
    fn page(&mut self, page: Page) -> &mut Self {
        let offset = i64::try_from(page.offset).unwrap_or(i64::MAX);
        self.given(" LIMIT ", i64::from(page.limit));
        self.given(" OFFSET ", offset)
    }

    async fn rows(self, store: &Store) -> Result<Vec<AnyRow>, sqlx::Error> {
        sqlx::query_with(AssertSqlSafe(self.sql), self.parameters.into_arguments())
            .fetch_all(&store.reads)
            .await
    }

    /// The one number that the statement gives.
    async fn count(self, store: &Store) -> Result<u64, StorageError> {
        let rows = self.rows(store).await?;
        rows.first().map_or(Ok(0), |row| Columns::of(row).count())
    }
}
