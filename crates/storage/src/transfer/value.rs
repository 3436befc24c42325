//! A value that is copied.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, Row};

use super::layout::Kind;

/// A value of a column.
#[derive(Debug)]
pub(super) enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Real(Option<f64>),
    Bytes(Option<Vec<u8>>),
}

impl Default for Value {
    fn default() -> Self {
        Self::Text(None)
    }
}

/// A value that tells a row: a text or a number.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(Some(text)) => f.write_str(text),
            Self::Integer(Some(number)) => write!(f, "{number}"),
            _ => Ok(()),
        }
    }
}

impl Value {
    pub(super) fn read(row: &AnyRow, column: usize, kind: Kind) -> Result<Self, sqlx::Error> {
        Ok(match kind {
            Kind::Text => Self::Text(row.try_get(column)?),
            Kind::Integer => Self::Integer(row.try_get(column)?),
            Kind::Real => Self::Real(row.try_get(column)?),
            Kind::Bytes => Self::Bytes(row.try_get(column)?),
        })
    }

    /// Its bytes, where it has any.
    pub(super) fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Text(value) => value.as_ref().map(|text| text.as_bytes().to_vec()),
            Self::Integer(value) => value.map(|number| number.to_le_bytes().to_vec()),
            Self::Real(value) => value.map(|number| number.to_le_bytes().to_vec()),
            Self::Bytes(value) => value.clone(),
        }
    }

    pub(super) fn bind<'q>(
        self,
        query: Query<'q, Any, AnyArguments>,
    ) -> Query<'q, Any, AnyArguments> {
        match self {
            Self::Text(value) => query.bind(value),
            Self::Integer(value) => query.bind(value),
            Self::Real(value) => query.bind(value),
            Self::Bytes(value) => query.bind(value),
        }
    }
}
