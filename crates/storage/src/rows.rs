//! From the domain's types to columns and back.

use std::fmt::Display;
use std::str::FromStr;

use recollect_model::{CharRange, Details, NamedPlaces, ReferenceTime, Timestamp, Worth};
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::{Any, Decode, Row, Type};

use crate::StorageError;
use crate::sealing::Words;
use crate::sealing::register::Sealed;

/// Keys up to this many bytes are stored as they are. `PostgreSQL` cannot index more than about 2,700 bytes.
const MAX_KEY_BYTES: usize = 512;

/// The columns of a row, taken in the order of the SELECT.
pub(crate) struct Columns<'r> {
    row: &'r AnyRow,
    next: usize,
    /// What opens sealed values; none of a row that has none.
    words: Option<&'r Words>,
}

impl<'r> Columns<'r> {
    pub(crate) const fn of(row: &'r AnyRow) -> Self {
        let words = None;
        Self {
            row,
            next: 0,
            words,
        }
    }

    /// The columns of a row with sealed values.
    pub(crate) const fn with(row: &'r AnyRow, words: &'r Words) -> Self {
        let words = Some(words);
        Self {
            row,
            next: 0,
            words,
        }
    }

    /// A sealed text of this row; see [`Words::seal`].
    pub(crate) fn sealed(
        &mut self,
        column: &Sealed,
        row: impl Display,
    ) -> Result<String, StorageError> {
        let stored = self.take()?;
        self.words(column)?.open(column, row, stored)
    }

    pub(crate) fn optional_sealed(
        &mut self,
        column: &Sealed,
        row: impl Display,
    ) -> Result<Option<String>, StorageError> {
        let stored: Option<String> = self.take()?;
        let words = self.words(column)?;
        stored
            .map(|stored| words.open(column, row, stored))
            .transpose()
    }

    /// A sealed text by which rows are found.
    pub(crate) fn sought(&mut self, column: &Sealed) -> Result<String, StorageError> {
        self.sealed(column, "")
    }

    pub(crate) fn optional_sought(
        &mut self,
        column: &Sealed,
    ) -> Result<Option<String>, StorageError> {
        self.optional_sealed(column, "")
    }

    pub(crate) fn optional_sealed_bytes(
        &mut self,
        column: &Sealed,
        row: impl Display,
    ) -> Result<Option<Vec<u8>>, StorageError> {
        let stored: Option<Vec<u8>> = self.take()?;
        let words = self.words(column)?;
        stored
            .map(|stored| words.open_bytes(column, row, stored))
            .transpose()
    }

    fn words(&self, column: &Sealed) -> Result<&'r Words, StorageError> {
        self.words.ok_or_else(|| {
            let Sealed { table, column, .. } = column;
            StorageError::internal(format!("{table}.{column} was read without its owner's key"))
        })
    }

    pub(crate) fn text(&mut self) -> Result<String, StorageError> {
        self.take()
    }

    pub(crate) fn optional_text(&mut self) -> Result<Option<String>, StorageError> {
        self.take()
    }

    pub(crate) fn bytes(&mut self) -> Result<Vec<u8>, StorageError> {
        self.take()
    }

    pub(crate) fn integer(&mut self) -> Result<i64, StorageError> {
        self.take()
    }

    pub(crate) fn optional_integer(&mut self) -> Result<Option<i64>, StorageError> {
        self.take()
    }

    /// 0 or 1.
    pub(crate) fn flag(&mut self) -> Result<bool, StorageError> {
        Ok(self.integer()? != 0)
    }

    /// How many.
    pub(crate) fn count(&mut self) -> Result<u64, StorageError> {
        Ok(self.integer()?.unsigned_abs())
    }

    pub(crate) fn number(&mut self) -> Result<u32, StorageError> {
        let number = self.integer()?;
        u32::try_from(number).map_err(|_| unreadable("a small number", &number.to_string()))
    }

    /// An id, or anything else that is read from its text.
    pub(crate) fn id<T: FromStr>(&mut self) -> Result<T, StorageError> {
        let text = self.text()?;
        text.parse().map_err(|_| unreadable("an id", &text))
    }

    pub(crate) fn optional_id<T: FromStr>(&mut self) -> Result<Option<T>, StorageError> {
        let text = self.optional_text()?;
        text.map(|text| text.parse().map_err(|_| unreadable("an id", &text)))
            .transpose()
    }

    /// A value of a closed set, by its name.
    pub(crate) fn named<T>(&mut self, of: fn(&str) -> Option<T>) -> Result<T, StorageError> {
        let name = self.text()?;
        of(&name).ok_or_else(|| unreadable("a known name", &name))
    }

    pub(crate) fn optional_named<T>(
        &mut self,
        of: fn(&str) -> Option<T>,
    ) -> Result<Option<T>, StorageError> {
        let name = self.optional_text()?;
        name.map(|name| of(&name).ok_or_else(|| unreadable("a known name", &name)))
            .transpose()
    }

    /// What a statement says besides; nothing where the column is empty.
    pub(crate) fn details(
        &mut self,
        column: &Sealed,
        row: impl Display,
    ) -> Result<Details, StorageError> {
        let stored = self.optional_sealed(column, row)?;
        Details::from_stored(stored.as_deref())
            .ok_or_else(|| unreadable("details", stored.as_deref().unwrap_or_default()))
    }

    /// Where a sentence names entities; nowhere where the column is empty.
    pub(crate) fn named_places(
        &mut self,
        column: &Sealed,
        row: impl Display,
    ) -> Result<NamedPlaces, StorageError> {
        let stored = self.optional_sealed(column, row)?;
        NamedPlaces::from_stored(stored.as_deref())
            .ok_or_else(|| unreadable("places of names", stored.as_deref().unwrap_or_default()))
    }

    pub(crate) fn worth(&mut self) -> Result<Worth, StorageError> {
        let worth = self.integer()?;
        u8::try_from(worth)
            .map(Worth::new)
            .map_err(|_| unreadable("a worth", &worth.to_string()))
    }

    pub(crate) fn instant(&mut self) -> Result<Timestamp, StorageError> {
        self.integer().and_then(instant)
    }

    pub(crate) fn optional_instant(&mut self) -> Result<Option<Timestamp>, StorageError> {
        self.optional_integer()?.map(instant).transpose()
    }

    /// An instant and its offset, in two columns.
    pub(crate) fn reference_time(&mut self) -> Result<ReferenceTime, StorageError> {
        let instant = self.instant()?;
        let offset_s = self.integer()?;
        let offset_s = i32::try_from(offset_s)
            .map_err(|_| unreadable("an offset in seconds", &offset_s.to_string()))?;
        Ok(ReferenceTime::at_offset(instant, offset_s))
    }

    /// The first character and the one after the last, in two columns.
    pub(crate) fn range(&mut self) -> Result<CharRange, StorageError> {
        Ok(CharRange {
            start: self.number()?,
            end: self.number()?,
        })
    }

    /// Leaves out columns that are NULL because the one before them is.
    pub(crate) const fn pass_over<T>(&mut self, columns: usize) -> Option<T> {
        self.next += columns;
        None
    }

    fn take<T: Decode<'r, Any> + Type<Any>>(&mut self) -> Result<T, StorageError> {
        let value = self.row.try_get(self.next)?;
        self.next += 1;
        Ok(value)
    }
}

impl Words {
    /// The columns of one of the user's rows.
    pub(crate) const fn columns<'r>(&'r self, row: &'r AnyRow) -> Columns<'r> {
        Columns::with(row, self)
    }

    /// What each of the user's rows says, by the function that reads its columns.
    pub(crate) fn read_all<T>(
        &self,
        rows: &[AnyRow],
        read: impl Fn(&mut Columns<'_>) -> Result<T, StorageError>,
    ) -> Result<Vec<T>, StorageError> {
        rows.iter()
            .map(|row| read(&mut self.columns(row)))
            .collect()
    }
}

/// What each row says, by the function that reads its columns.
pub(crate) fn read_all<T>(
    rows: &[AnyRow],
    read: impl Fn(&mut Columns<'_>) -> Result<T, StorageError>,
) -> Result<Vec<T>, StorageError> {
    rows.iter().map(|row| read(&mut Columns::of(row))).collect()
}

/// The stored form of an instant: microseconds since 1970 UTC.
pub(crate) fn stored(instant: Timestamp) -> i64 {
    instant.as_microsecond()
}

/// The stored form of the key of an entity or a statement: of a long one its beginning and its hash.
pub(crate) fn stored_key(key: &str) -> String {
    if key.len() <= MAX_KEY_BYTES {
        return key.to_owned();
    }
    let beginning = &key[..key.floor_char_boundary(MAX_KEY_BYTES / 2)];
    let hash = Sha256::digest(key.as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    // The control character keeps it apart from the keys of ordinary texts.
    format!("{beginning}\u{2}{hash}")
}

fn instant(microseconds: i64) -> Result<Timestamp, StorageError> {
    Timestamp::from_microsecond(microseconds)
        .map_err(|_| unreadable("a time in microseconds", &microseconds.to_string()))
}

pub(crate) fn unreadable(expected: &str, found: &str) -> StorageError {
    let found: String = found.chars().take(64).collect();
    StorageError::internal(format!("{expected} was stored, but \"{found}\" was read"))
}
