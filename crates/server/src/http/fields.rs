//! The fields of a request's body, each read by itself, so that every mistake is named.
//!
//! A field is looked up in camel case and in snake case (`spaceId`, `space_id`), because published clients send both.
//! `null` counts as absent. Fields nobody asks for are ignored.

use std::str::FromStr;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use recollect_engine::{EngineError, Sought};
use serde_json::{Map, Value};

use super::error::ApiError;
use super::kinds::{Field, Kind};

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

    /// Fields that were read otherwise.
    pub(crate) const fn of(fields: Map<String, Value>) -> Self {
        Self(fields)
    }

    /// The object as JSON with `null` in the place of one field's value, under the name that it was sent by.
    pub(crate) fn without_value(mut self, name: &str) -> String {
        let is_there = self.0.get(name).is_some_and(|value| !value.is_null());
        if !is_there && let Some(value) = self.0.get_mut(&snake_case(name)) {
            *value = Value::Null;
            self.0.shift_remove(name);
        } else {
            self.0.insert(name.to_owned(), Value::Null);
        }
        Value::Object(self.0).to_string()
    }

    /// A field of a kind: its value in camel case, or else in snake case.
    pub(crate) fn read<T, F: Field<T>>(
        &self,
        name: &'static str,
        kind: &Kind<T>,
    ) -> Result<F, ApiError> {
        let snake = snake_case(name);
        let names = [name, &snake].into_iter();
        let mut sent = names.filter_map(|name| self.0.get(name));
        let value = sent.clone().find(|value| !value.is_null());
        F::read(kind, value.or(sent.next()), name)
    }
}

/// `spaceId` as `space_id`.
pub(super) fn snake_case(name: &str) -> String {
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
    what: Sought,
) -> Result<Id, ApiError> {
    let id = path.ok().and_then(|Path(id)| id.parse().ok());
    id.ok_or(ApiError::Engine(EngineError::NotFound { what }))
}
