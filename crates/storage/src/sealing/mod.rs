//! Encryption at rest: what is sealed, by whose key, and where the keys are.
//!
//! Every value that carries a person's words passes through [`Words`], which has the key of its owner: it seals what
//! is bound to a statement, and [`Columns`](crate::rows::Columns) opens what is read. A value is bound to its place
//! (see [`register`]), so that one that was moved does not open. In a database that is not encrypted they pass as
//! they are; it is the database as a whole that is encrypted or not, since its first start.

pub(crate) mod register;
mod words;

pub(crate) use words::{SERVICE, VALUES, Words};

/// The columns whose values are sealed, each with its table.
pub fn sealed_columns() -> Vec<(&'static str, &'static str)> {
    let columns = register::ALL.iter();
    columns
        .map(|sealed| (sealed.table, sealed.column))
        .collect()
}
