//! The checks that every text from outside passes.

use crate::EngineError;

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

/// Refuses a text of white space alone.
pub(crate) fn not_blank(field: &'static str, text: &str) -> Result<(), EngineError> {
    match text.trim().is_empty() {
        true => Err(EngineError::invalid(field, "must not be blank")),
        false => Ok(()),
    }
}
