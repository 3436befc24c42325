//! Reading a JSON request body field by field, so that every mistake is named.
//!
//! A field is looked up in camel case and in snake case (`spaceId`, `space_id`), because published clients send both.
//! `null` counts as absent. Fields nobody asks for are ignored.

use std::str::FromStr;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use recollect_engine::{EngineError, Sought};
use recollect_model::{ReferenceTime, SpaceId, Timestamp, bound};
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

    /// Whether a field is there and says that there is to be nothing.
    pub(crate) fn is_null(&self, name: &str) -> bool {
        let names = [name, &snake_case(name)];
        let mut values = names.iter().filter_map(|name| self.0.get(*name));
        values.next().is_some_and(Value::is_null) && values.all(Value::is_null)
    }

    /// A text.
    pub(crate) fn text(&self, name: &'static str) -> Result<Option<&str>, ApiError> {
        self.typed(name, "a string", Value::as_str)
    }

    /// A text that must be there.
    pub(crate) fn required_text(&self, name: &'static str) -> Result<&str, ApiError> {
        self.text(name)?.ok_or_else(|| ApiError::missing(name))
    }

    /// Words: a text that has them separated by blanks, or a list of them; separated by blanks.
    pub(crate) fn words(&self, name: &'static str) -> Result<Option<String>, ApiError> {
        let expected = "a list of names, or names separated by blanks";
        self.typed(name, expected, |value| match value {
            Value::String(words) => Some(words.clone()),
            Value::Array(words) => {
                let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
                words.map(|words| words.join(" "))
            }
            _ => None,
        })
    }

    /// An object.
    pub(crate) fn object(
        &self,
        name: &'static str,
    ) -> Result<Option<&Map<String, Value>>, ApiError> {
        self.typed(name, "an object", Value::as_object)
    }

    /// A list.
    pub(crate) fn list(&self, name: &'static str) -> Result<Option<&Vec<Value>>, ApiError> {
        self.typed(name, "a list", Value::as_array)
    }

    /// Whatever it is, if it is there.
    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A yes or no.
    pub(crate) fn boolean(&self, name: &'static str) -> Result<Option<bool>, ApiError> {
        self.typed(name, "true or false", Value::as_bool)
    }

    /// A yes or no, also one that a form writes.
    pub(crate) fn flag(&self, name: &'static str) -> Result<Option<bool>, ApiError> {
        self.typed(name, "true or false", |value| match value.as_str() {
            Some(text) if text.eq_ignore_ascii_case("true") => Some(true),
            Some(text) if text.eq_ignore_ascii_case("false") => Some(false),
            _ => value.as_bool(),
        })
    }

    /// A list of texts.
    pub(crate) fn texts(&self, name: &'static str) -> Result<Option<Vec<String>>, ApiError> {
        self.typed(name, "a list of texts", |value| {
            let texts = value.as_array()?.iter();
            texts.map(|text| text.as_str().map(str::to_owned)).collect()
        })
    }

    /// A list of names, or one text with commas between them.
    pub(crate) fn names(&self, name: &'static str) -> Result<Option<Vec<String>>, ApiError> {
        let split = |text: &str| -> Vec<String> {
            text.split(',').map(|name| name.trim().to_owned()).collect()
        };
        self.typed(name, "a list of names", Some)?
            .map(|value| match value {
                Value::String(text) => Some(split(text)),
                Value::Array(values) => values
                    .iter()
                    .map(|value| value.as_str().map(str::to_owned))
                    .collect(),
                _ => None,
            })
            .map(|names| names.ok_or_else(|| ApiError::invalid(name, "must be a list of names")))
            .transpose()
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
        let Some(count) = self.typed(name, "a whole number", whole)? else {
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

    /// An ISO 8601 date-time that bounds what is wanted: one past what can be counted is the last that can.
    pub(crate) fn bound(&self, name: &'static str) -> Result<Option<Timestamp>, ApiError> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        bound(text)
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
pub(super) fn space_id(name: &'static str, text: &str) -> Result<SpaceId, ApiError> {
    text.parse().map_err(|_| ApiError::UnknownSpace(name))
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

/// A whole number, also when it is written with a fraction of zero: JSON knows no difference.
fn whole(value: &Value) -> Option<u64> {
    let written = value.as_f64().filter(|number| number.fract() == 0.0);
    let written = written.filter(|number| (0.0..9e15).contains(number));
    value
        .as_u64()
        .or_else(|| written.map(|number| number as u64))
}
