//! Statements over many rows of values: to insert them, to update what they name, or to look it up.
//!
//! A connection keeps about a hundred prepared statements, and a statement differs with its number of rows. So rows
//! go in runs whose lengths are powers of two: few distinct statements cover every count. Runs are short because
//! `SQLite` looks its parameters up by name, one after the other.
//!
//! A look-up is written `FROM (VALUES …) AS asked CROSS JOIN t WHERE t.user_id = asked.column1 AND …`. With
//! `t.id IN (…)` `SQLite` expects that reading all of a user's rows costs less than so many look-ups; it takes the
//! tables of a `CROSS JOIN` in the order written. Rows to delete are named by
//! `(user_id, id) IN (SELECT … FROM (VALUES …) AS asked)`: for `IN (VALUES …)` it reads the whole table. `PostgreSQL`
//! decides by its statistics either way.

use std::fmt::Write as _;

use recollect_model::CharRange;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::{Any, Arguments, AssertSqlSafe, Encode, Type};

use crate::sessions::Session;

const MAX_RUN: usize = 32;
/// Of wide rows, a run takes as many as have this many parameters together.
const MAX_PARAMETERS: usize = 384;

/// The parameters of one statement.
#[derive(Default)]
pub(crate) struct Parameters(AnyArguments);

impl Parameters {
    pub(crate) fn bind<'t, T: Encode<'t, Any> + Type<Any>>(&mut self, value: T) -> &mut Self {
        let added = self.0.add(value);
        added.expect("numbers, texts and bytes are always encodable");
        self
    }

    pub(crate) fn into_arguments(self) -> AnyArguments {
        self.0
    }

    pub(crate) fn id(&mut self, id: impl ToString + Copy) -> &mut Self {
        self.bind(id.to_string())
    }

    pub(crate) fn optional_id(&mut self, id: Option<impl ToString + Copy>) -> &mut Self {
        self.bind(id.map(|id| id.to_string()))
    }

    pub(crate) fn flag(&mut self, flag: bool) -> &mut Self {
        self.bind(i64::from(flag))
    }

    /// Two columns.
    pub(crate) fn range(&mut self, range: CharRange) -> &mut Self {
        self.bind(i64::from(range.start)).bind(i64::from(range.end))
    }
}

/// A statement that takes many rows of values: `before`, the rows, `after`.
///
/// The first `shared` columns have the same value in every row, the `own` columns after them differ.
pub(crate) struct Rows {
    pub(crate) before: &'static str,
    pub(crate) shared: usize,
    pub(crate) own: usize,
    pub(crate) after: &'static str,
}

impl Rows {
    /// Runs the statement over `rows`, in order; returns the rows that it gives, if it gives any.
    pub(crate) async fn run<T>(
        &self,
        connection: &mut Session,
        rows: &[T],
        shared: impl Fn(&mut Parameters),
        own: impl Fn(&T, &mut Parameters),
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let mut given = Vec::new();
        let mut left = rows;
        let longest = (MAX_PARAMETERS / self.own.max(1)).clamp(1, MAX_RUN);
        while !left.is_empty() {
            let length = prefix_power_of_two(left.len().min(longest));
            let (run, rest) = left.split_at(length);
            left = rest;
            let mut parameters = Parameters::default();
            shared(&mut parameters);
            for row in run {
                own(row, &mut parameters);
            }
            let sql = AssertSqlSafe(self.sql(length));
            let query = sqlx::query_with(sql, parameters.0);
            given.extend(query.fetch_all(&mut *connection).await?);
        }
        Ok(given)
    }

    fn sql(&self, rows: usize) -> String {
        let mut sql = String::from(self.before);
        for row in 0..rows {
            sql.push_str(if row == 0 { "(" } else { ", (" });
            let first_own = self.shared + row * self.own + 1;
            let columns = (1..=self.shared).chain(first_own..first_own + self.own);
            push_placeholders(&mut sql, columns);
            sql.push(')');
        }
        sql.push_str(self.after);
        sql
    }
}

fn push_placeholders(sql: &mut String, numbers: impl Iterator<Item = usize>) {
    for (index, number) in numbers.enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(sql, "{comma}${number}").expect("a string takes every write");
    }
}

const fn prefix_power_of_two(count: usize) -> usize {
    1 << count.ilog2()
}
