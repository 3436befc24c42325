//! Sealing what is copied out of a database that is not encrypted into one that is to be: with a new key for each
//! user and one for the service.

use std::collections::HashMap;

use recollect_sealing::{DataKey, MasterKey};
use sqlx::AnyConnection;

use super::TransferError;
use super::layout::Table;
use super::value::Value;
use crate::StorageError;
use crate::database::Database;
use crate::keyring::{new_service_key, wrapped_key};
use crate::master_key::Encryption;
use crate::rows::stored;
use crate::sealing::register::{ALL, Owner, Place, Sealed};
use crate::sealing::{SERVICE, Words};

/// The keys of a database that is being filled.
pub(super) struct Sealing {
    master: MasterKey,
    encryption: Encryption,
    service: DataKey,
    /// Of each owner, and how its key is kept.
    words: HashMap<String, (Words, Vec<u8>)>,
}

/// What is done with a value.
#[derive(Clone, Copy)]
enum Way {
    Seal,
    Open,
}

impl Sealing {
    /// New keys, where a new database is to be encrypted.
    pub(super) fn of_new(
        target: &Database,
        encryption: &Encryption,
    ) -> Result<Option<Self>, StorageError> {
        let Some(master) = encryption.of_new(target)? else {
            return Ok(None);
        };
        let (service, wrapped) = new_service_key(&master, encryption.environment());
        let words = Words::of_service(&service);
        Ok(Some(Self {
            master,
            encryption: encryption.clone(),
            service,
            words: HashMap::from([(SERVICE.to_owned(), (words, wrapped))]),
        }))
    }

    /// Seals the values of a row that are to be.
    pub(super) fn seal(&mut self, table: &Table, row: &mut [Value]) -> Result<(), StorageError> {
        self.pass(table, row, Way::Seal)
    }

    /// Opens those of a row that was written.
    pub(super) fn open(&mut self, table: &Table, row: &mut [Value]) -> Result<(), StorageError> {
        self.pass(table, row, Way::Open)
    }

    /// Writes the keys.
    pub(super) async fn keep(&self, target: &mut AnyConnection) -> Result<(), TransferError> {
        let now = stored(self.encryption.environment().now());
        for (owner, (_, wrapped)) in &self.words {
            sqlx::query(
                "INSERT INTO data_keys (owner, master, wrapped, created_at) VALUES ($1, $2, $3, $4)",
            )
            .bind(owner.as_str())
            .bind(self.master.id())
            .bind(wrapped.clone())
            .bind(now)
            .execute(&mut *target)
            .await?;
        }
        Ok(())
    }

    /// A row may be told by a value that is sealed itself, by what it says: such values are sealed last and opened first.
    fn pass(&mut self, table: &Table, row: &mut [Value], way: Way) -> Result<(), StorageError> {
        let of_table = ALL.iter().filter(|sealed| sealed.table == table.name);
        let (of_rows, of_domains): (Vec<&&Sealed>, Vec<_>) =
            of_table.partition(|sealed| matches!(sealed.place, Place::Row(_)));
        let order = match way {
            Way::Seal => [of_rows, of_domains],
            Way::Open => [of_domains, of_rows],
        };
        for sealed in order.into_iter().flatten() {
            let told = told(sealed, table, row)?;
            let words = match sealed.owner {
                Owner::Service => self.words_of(SERVICE),
                Owner::User(column) => {
                    let owner = row[position(table, column)?].to_string();
                    self.words_of(&owner)
                }
            };
            let value = &mut row[position(table, sealed.column)?];
            *value = changed(&words, sealed, &told, std::mem::take(value), way)?;
        }
        Ok(())
    }

    fn words_of(&mut self, owner: &str) -> Words {
        let (master, service) = (&self.master, &self.service);
        let environment = self.encryption.environment();
        let known = self.words.entry(owner.to_owned());
        let (words, _) = known.or_insert_with(|| wrapped_key(master, owner, service, environment));
        words.clone()
    }
}

fn changed(
    words: &Words,
    sealed: &Sealed,
    row: &str,
    value: Value,
    way: Way,
) -> Result<Value, StorageError> {
    Ok(match (value, way) {
        (Value::Text(Some(text)), Way::Seal) => Value::Text(Some(words.seal(sealed, row, &text))),
        (Value::Text(Some(text)), Way::Open) => Value::Text(Some(words.open(sealed, row, text)?)),
        (Value::Bytes(Some(bytes)), Way::Seal) => {
            Value::Bytes(Some(words.seal_bytes(sealed, row, bytes)))
        }
        (Value::Bytes(Some(bytes)), Way::Open) => {
            Value::Bytes(Some(words.open_bytes(sealed, row, bytes)?))
        }
        (value, _) => value,
    })
}

/// What tells the row, as [`Words::seal`] takes it.
fn told(sealed: &Sealed, table: &Table, row: &[Value]) -> Result<String, StorageError> {
    let Place::Row(columns) = sealed.place else {
        return Ok(String::new());
    };
    let parts = columns
        .iter()
        .map(|column| Ok(row[position(table, column)?].to_string()));
    Ok(parts.collect::<Result<Vec<_>, StorageError>>()?.join("/"))
}

fn position(table: &Table, column: &str) -> Result<usize, StorageError> {
    let found = table.columns.iter().position(|known| known.name == column);
    found.ok_or_else(|| {
        StorageError::internal(format!("there is no column {column} in {}", table.name))
    })
}
