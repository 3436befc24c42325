//! Reading a JSON request body field by field, so that every mistake is named.
//!
//! A field is looked up in camel case and in snake case (`spaceId`, `space_id`), because published clients send both.
//! `null` counts as absent. Fields nobody asks for are ignored.

use std::str::FromStr;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use recollect_engine::EngineError;
use recollect_model::{ReferenceTime, SpaceId};
use serde_json::{Map, Value};

use super::error::ApiError;

/// The most spaces one request may name.
const MAX_SPACES: usize = 100;

/// The fields of a JSON object.
#[derive(Debug)]
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads a body that must be a JSON object in UTF-8.
    pub(crate) fn parse(body: &[u8]) -> Result<Self, ApiError> {
        let text =
            std::str::from_utf8(body).map_err(|_| ApiError::not_json("the body is not UTF-8"))?;
        let value = serde_json::from_str(text)
            .map_err(|error| ApiError::not_json(format!("the body is not JSON: {error}")))?;
        match value {
            Value::Object(fields) => Ok(Self(fields)),
            _ => Err(ApiError::not_json("the body must be a JSON object")),
        }
    }

    /// The object without one field, as JSON.
    pub(crate) fn without(mut self, name: &str) -> String {
        self.0.shift_remove(name);
        self.0.shift_remove(&snake_case(name));
        Value::Object(self.0).to_string()
    }

    /// A text.
    pub(crate) fn text(&self, name: &'static str) -> Result<Option<&str>, ApiError> {
        self.typed(name, "a string", Value::as_str)
    }

    /// A text that must be there.
    pub(crate) fn required_text(&self, name: &'static str) -> Result<&str, ApiError> {
        self.text(name)?.ok_or_else(|| ApiError::missing(name))
    }

    /// A yes or no.
    pub(crate) fn boolean(&self, name: &'static str) -> Result<Option<bool>, ApiError> {
        self.typed(name, "true or false", Value::as_bool)
    }

    /// A finite number.
    pub(crate) fn number(&self, name: &'static str) -> Result<Option<f64>, ApiError> {
        self.typed(name, "a number", Value::as_f64)
    }

    /// A whole number between two bounds, both included.
    pub(crate) fn count(
        &self,
        name: &'static str,
        bounds: std::ops::RangeInclusive<u64>,
    ) -> Result<Option<usize>, ApiError> {
        let Some(count) = self.typed(name, "a whole number", Value::as_u64)? else {
            return Ok(None);
        };
        within(name, count, &bounds).map(Some)
    }

    /// An ISO 8601 date-time.
    pub(crate) fn date_time(&self, name: &'static str) -> Result<Option<ReferenceTime>, ApiError> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        text.parse()
            .map(Some)
            .map_err(|error| ApiError::invalid(name, format!("{error}")))
    }

    /// The spaces named by `spaceId` and `spaceIds` together.
    pub(crate) fn spaces(&self) -> Result<Vec<SpaceId>, ApiError> {
        let mut spaces = Vec::new();
        if let Some(id) = self.text("spaceId")?.filter(|id| !id.is_empty()) {
            spaces.push(space_id("spaceId", id)?);
        }
        let listed = self.typed("spaceIds", "a list of ids", Value::as_array)?;
        let listed = listed.map(Vec::as_slice).unwrap_or_default();
        if listed.len() > MAX_SPACES {
            return Err(ApiError::invalid(
                "spaceIds",
                format!("must name at most {MAX_SPACES} spaces"),
            ));
        }
        for value in listed {
            let id = value
                .as_str()
                .ok_or_else(|| ApiError::invalid("spaceIds", "must be a list of ids"))?;
            let id = space_id("spaceIds", id)?;
            if !spaces.contains(&id) {
                spaces.push(id);
            }
        }
        Ok(spaces)
    }

    fn typed<'a, T>(
        &'a self,
        name: &'static str,
        expected: &str,
        read: fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, ApiError> {
        let present = |name: &str| self.0.get(name).filter(|value| !value.is_null());
        match present(name).or_else(|| present(&snake_case(name))) {
            None => Ok(None),
            Some(value) => read(value)
                .map(Some)
                .ok_or_else(|| ApiError::invalid(name, format!("must be {expected}"))),
        }
    }
}

/// Checks a count against its bounds.
pub(crate) fn within(
    name: &'static str,
    count: u64,
    bounds: &std::ops::RangeInclusive<u64>,
) -> Result<usize, ApiError> {
    match usize::try_from(count) {
        Ok(size) if bounds.contains(&count) => Ok(size),
        _ => Err(ApiError::invalid(
            name,
            format!("must be between {} and {}", bounds.start(), bounds.end()),
        )),
    }
}

/// An id that can be no space's is treated as one that is not there: the caller has no such space.
fn space_id(name: &'static str, text: &str) -> Result<SpaceId, ApiError> {
    text.parse().map_err(|_| ApiError::UnknownSpace(name))
}

fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for character in name.chars() {
        if character.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
    }
    snake
}

/// The id in a path; a text that can be no id names nothing.
pub(crate) fn path_id<Id: FromStr>(
    path: Result<Path<String>, PathRejection>,
    what: &'static str,
) -> Result<Id, ApiError> {
    let id = path.ok().and_then(|Path(id)| id.parse().ok());
    id.ok_or(ApiError::Engine(EngineError::NotFound { what }))
}
