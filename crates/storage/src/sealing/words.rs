//! What seals a user's words, and opens them.

use std::fmt::Display;
use std::sync::Arc;

use recollect_sealing::{DataKey, Sealer};

use super::register::{Owner, Place, Sealed};
use crate::StorageError;

/// The owner of the service's own key.
pub(crate) const SERVICE: &str = "service";
/// What values are sealed with, of all that follows from a data key.
pub(crate) const VALUES: &str = "values";

/// What seals and opens a user's words, and the service's own. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) enum Words {
    /// The database is not encrypted.
    Plain,
    /// It is.
    Sealed(Arc<Sealers>),
}

#[derive(Debug)]
pub(crate) struct Sealers {
    /// The user's id.
    owner: String,
    user: Arc<Sealer>,
    service: Arc<Sealer>,
}

impl Words {
    pub(crate) fn sealed(owner: String, user: Arc<Sealer>, service: Arc<Sealer>) -> Self {
        Self::Sealed(Arc::new(Sealers {
            owner,
            user,
            service,
        }))
    }

    /// What seals the service's own values alone.
    pub(crate) fn of_service(key: &DataKey) -> Self {
        let sealer = Arc::new(key.sealer(VALUES));
        Self::sealed(SERVICE.to_owned(), sealer.clone(), sealer)
    }

    /// A value of a row as it is stored. The row is told by the columns that the register names, separated by `/`.
    pub(crate) fn seal(&self, column: &Sealed, row: impl Display, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Sealed(sealers) => {
                let (sealer, place) = sealers.at(column, row);
                sealer.seal_text(&place, text)
            }
        }
    }

    pub(crate) fn seal_optional(
        &self,
        column: &Sealed,
        row: impl Display,
        text: Option<&str>,
    ) -> Option<String> {
        text.map(|text| self.seal(column, row, text))
    }

    /// A value of a domain as it is stored, and as it is looked for.
    pub(crate) fn seek(&self, column: &Sealed, text: &str) -> String {
        self.seal(column, "", text)
    }

    pub(crate) fn seek_optional(&self, column: &Sealed, text: Option<&str>) -> Option<String> {
        text.map(|text| self.seek(column, text))
    }

    /// Bytes of a row as they are stored.
    pub(crate) fn seal_bytes(&self, column: &Sealed, row: impl Display, bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Plain => bytes,
            Self::Sealed(sealers) => {
                let (sealer, place) = sealers.at(column, row);
                sealer.seal(&place, bytes)
            }
        }
    }

    pub(crate) fn open(
        &self,
        column: &Sealed,
        row: impl Display,
        stored: String,
    ) -> Result<String, StorageError> {
        match self {
            Self::Plain => Ok(stored),
            Self::Sealed(sealers) => {
                let (sealer, place) = sealers.at(column, row);
                let opened = sealer.open_text(&place, &stored);
                opened.map_err(|_| unopened(column))
            }
        }
    }

    pub(crate) fn open_bytes(
        &self,
        column: &Sealed,
        row: impl Display,
        stored: Vec<u8>,
    ) -> Result<Vec<u8>, StorageError> {
        match self {
            Self::Plain => Ok(stored),
            Self::Sealed(sealers) => {
                let (sealer, place) = sealers.at(column, row);
                sealer.open(&place, stored).map_err(|_| unopened(column))
            }
        }
    }
}

impl Sealers {
    fn at(&self, column: &Sealed, row: impl Display) -> (&Sealer, String) {
        let (sealer, owner) = match column.owner {
            Owner::User(_) => (&self.user, self.owner.as_str()),
            Owner::Service => (&self.service, SERVICE),
        };
        let place = match &column.place {
            Place::Row(_) => {
                let Sealed { table, column, .. } = column;
                format!("{table}.{column}\0{owner}\0{row}")
            }
            Place::Domain(domain) => format!("{domain}\0{owner}"),
        };
        (sealer, place)
    }
}

fn unopened(column: &Sealed) -> StorageError {
    let Sealed { table, column, .. } = column;
    StorageError::internal(format!(
        "a value of {table}.{column} is not what was sealed there: the database was changed from outside, or is damaged"
    ))
}
