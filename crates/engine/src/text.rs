//! The checks that every text from outside passes.

use crate::EngineError;

/// Of a text that rows are found by. PostgreSQL indexes rows of up to 2,704 bytes, and encrypted a text takes a third more.
const MAX_FOUND_BY_BYTES: usize = 1_900;

/// Refuses NUL characters, which PostgreSQL cannot keep.
pub(crate) fn without_nul(field: &'static str, text: &str) -> Result<(), EngineError> {
    match text.contains('\0') {
        true => Err(EngineError::invalid(
            field,
            "must not contain NUL characters",
        )),
        false => Ok(()),
    }
}

/// Refuses NUL characters and more characters than the limit.
pub(crate) fn short(field: &'static str, text: &str, limit: usize) -> Result<(), EngineError> {
    without_nul(field, text)?;
    match text.chars().count() > limit {
        true => Err(EngineError::invalid(
            field,
            format!("must have at most {limit} characters"),
        )),
        false => Ok(()),
    }
}

/// Refuses a text of more bytes than texts can be found by: a character takes up to four.
pub(crate) fn findable(field: &'static str, text: &str) -> Result<(), EngineError> {
    match text.len() > MAX_FOUND_BY_BYTES {
        true => Err(EngineError::invalid(
            field,
            format!("must have at most {MAX_FOUND_BY_BYTES} bytes"),
        )),
        false => Ok(()),
    }
}

/// Refuses a text of white space alone.
pub(crate) fn not_blank(field: &'static str, text: &str) -> Result<(), EngineError> {
    match text.trim().is_empty() {
        true => Err(EngineError::invalid(field, "must not be blank")),
        false => Ok(()),
    }
}
