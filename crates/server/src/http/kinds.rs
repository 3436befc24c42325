//! Kinds of fields: how a value of each is read and checked, and how the document describes it.
//!
//! How long a text may be is for the engine to say, which takes off blanks before it counts: its constant is given to
//! the kind, and so to the document. Everything else that a kind says is checked where it is read.

use std::ops::RangeInclusive;
use std::str::FromStr;

use recollect_engine::{EngineError, NoDigest, Sought, TextDigest};
use recollect_model::{EntityId, ReferenceTime, SpaceId, StatementId, Timestamp, bound};
use serde_json::{Map, Value};
use utoipa::openapi::schema::{
    Array, KnownFormat, Object, ObjectBuilder, Schema, SchemaFormat, Type,
};
use utoipa::openapi::{OneOf, RefOr};

use super::error::ApiError;
use super::schemas::nullable;

type Read<T> = dyn Fn(&Value, &'static str) -> Result<T, ApiError>;

/// A kind of field whose values are read as `T`.
pub(crate) struct Kind<T> {
    read: Box<Read<T>>,
    schema: Box<dyn Fn() -> RefOr<Schema>>,
    is_empty_none: bool,
}

impl<T> Kind<T> {
    /// A kind by how a value that is not `null` is read, given the name of its field, and how it is described, apart from what
    /// the field is for.
    pub(super) fn new<S: Into<RefOr<Schema>>>(
        read: impl Fn(&Value, &'static str) -> Result<T, ApiError> + 'static,
        schema: impl Fn() -> S + 'static,
    ) -> Self {
        Self {
            read: Box::new(read),
            schema: Box::new(move || schema().into()),
            is_empty_none: false,
        }
    }

    /// The same kind, where an empty text is as good as none.
    pub(super) fn or_empty(self) -> Self {
        Self {
            is_empty_none: true,
            ..self
        }
    }

    /// Reads a value of the field of this name.
    pub(super) fn of(&self, value: &Value, name: &'static str) -> Result<T, ApiError> {
        (self.read)(value, name)
    }

    /// How the document describes it.
    pub(super) fn schema(&self) -> RefOr<Schema> {
        (self.schema)()
    }
}

/// The type of a field whose kind reads `T`: `T` where it has to be there, `Option<T>` where it need not, and in a change
/// `Option<Option<T>>`, where `null` takes away what there is.
pub(crate) trait Field<T>: Sized {
    /// Whether it has to be there.
    const IS_REQUIRED: bool = false;

    /// Reads what was sent, if anything was.
    fn read(kind: &Kind<T>, sent: Option<&Value>, name: &'static str) -> Result<Self, ApiError>;

    /// How the document describes it.
    fn schema(kind: &Kind<T>) -> RefOr<Schema> {
        nullable(kind.schema())
    }
}

impl<T> Field<T> for T {
    const IS_REQUIRED: bool = true;

    fn read(kind: &Kind<T>, sent: Option<&Value>, name: &'static str) -> Result<T, ApiError> {
        let value = sent.filter(|value| !value.is_null());
        kind.of(value.ok_or(ApiError::missing(name))?, name)
    }

    fn schema(kind: &Kind<T>) -> RefOr<Schema> {
        kind.schema()
    }
}

impl<T> Field<T> for Option<T> {
    fn read(kind: &Kind<T>, sent: Option<&Value>, name: &'static str) -> Result<Self, ApiError> {
        let is_none = |value: &Value| value.is_null() || kind.is_empty_none && value == "";
        let value = sent.filter(|value| !is_none(value));
        value.map(|value| kind.of(value, name)).transpose()
    }
}

impl<T> Field<T> for Option<Option<T>> {
    fn read(kind: &Kind<T>, sent: Option<&Value>, name: &'static str) -> Result<Self, ApiError> {
        sent.map(|_| Option::read(kind, sent, name)).transpose()
    }
}

/// A text, of at most so many characters.
pub(crate) fn text(max: impl Into<Option<usize>>) -> Kind<String> {
    let max = max.into();
    Kind::new(owned, move || string_schema().max_length(max))
}

/// A text with more in it than white space, of at most so many characters.
pub(super) fn not_blank(max: impl Into<Option<usize>>) -> Kind<String> {
    text_like("\\S", 1, max)
}

/// A text of so many characters at least and at most, which the engine holds to the pattern.
pub(super) fn text_like(
    pattern: &'static str,
    min: usize,
    max: impl Into<Option<usize>>,
) -> Kind<String> {
    let (min, max) = ((min > 0).then_some(min), max.into());
    Kind::new(owned, move || {
        let text = string_schema().min_length(min).max_length(max);
        text.pattern(Some(pattern))
    })
}

/// True or false.
pub(super) fn boolean() -> Kind<bool> {
    Kind::new(
        |value, name| expect(value.as_bool(), name, "true or false"),
        || Object::with_type(Type::Boolean),
    )
}

/// True or false, also as a form writes it.
pub(super) fn flag() -> Kind<bool> {
    let written = |value: &Value, name| match value.as_str() {
        Some(text) if text.eq_ignore_ascii_case("true") => Ok(true),
        Some(text) if text.eq_ignore_ascii_case("false") => Ok(false),
        _ => boolean().of(value, name),
    };
    Kind::new(written, boolean().schema)
}

/// A finite number.
pub(super) fn number() -> Kind<f64> {
    Kind::new(
        |value, name| expect(value.as_f64(), name, "a number"),
        || of_format(Type::Number, KnownFormat::Double),
    )
}

/// A whole number between two bounds, both included.
pub(super) fn count(min: u32, max: u32) -> Kind<u32> {
    Kind::new(
        move |value, name| {
            let count = expect(whole(value), name, "a whole number")?;
            let count = within(name, count, &(min.into()..=max.into()))?;
            Ok(u32::try_from(count).unwrap_or(max))
        },
        move || {
            let number = of_format(Type::Integer, KnownFormat::Int32);
            number.minimum(Some(min)).maximum(Some(max))
        },
    )
}

/// An ISO 8601 date-time.
pub(super) fn date_time() -> Kind<ReferenceTime> {
    Kind::new(
        |value, name| {
            let time = string(value, name)?.parse();
            time.map_err(|error| ApiError::invalid(name, format!("{error}")))
        },
        || of_format(Type::String, KnownFormat::DateTime),
    )
}

/// An ISO 8601 date-time that bounds what is wanted: one past what can be counted is the last that can.
pub(super) fn time_bound() -> Kind<Timestamp> {
    Kind::new(
        |value, name| {
            let time = bound(string(value, name)?);
            time.map_err(|error| ApiError::invalid(name, format!("{error}")))
        },
        date_time().schema,
    )
}

/// Names and values.
pub(super) fn object() -> Kind<Map<String, Value>> {
    Kind::new(
        |value, name| expect(value.as_object().cloned(), name, "an object"),
        || Object::with_type(Type::Object),
    )
}

/// The SHA-256 of a text.
pub(super) fn text_digest() -> Kind<TextDigest> {
    Kind::new(
        |value, name| {
            let digest = string(value, name)?.parse();
            digest.map_err(|error: NoDigest| ApiError::invalid(name, error.to_string()))
        },
        || string_schema().pattern(Some("^[0-9A-Fa-f]{64}$")),
    )
}

/// One of the caller's spaces.
pub(super) fn space() -> Kind<SpaceId> {
    id(ApiError::UnknownSpace)
}

/// One of the caller's entities.
pub(super) fn entity() -> Kind<EntityId> {
    id(|name| ApiError::invalid(name, "names no entity of yours"))
}

/// One of the caller's statements.
pub(super) fn statement() -> Kind<StatementId> {
    id(|_| EngineError::not_found(Sought::Statement).into())
}

/// An id; a text that can be none names nothing.
fn id<Id: FromStr>(unknown: fn(&'static str) -> ApiError) -> Kind<Id> {
    Kind::new(
        move |value, name| string(value, name)?.parse().map_err(|_| unknown(name)),
        || string_schema().format(Some(SchemaFormat::Custom("uuid".to_owned()))),
    )
}

/// A list of so many values at least and at most, each of the same kind.
pub(super) fn list<T: 'static>(min: usize, max: usize, each: fn() -> Kind<T>) -> Kind<Vec<T>> {
    Kind::new(
        move |value, name| {
            let values = expect(value.as_array(), name, "a list")?;
            if !(min..=max).contains(&values.len()) {
                let reason = format!("must be a list of {min} to {max}");
                return Err(ApiError::invalid(name, reason));
            }
            let each = each();
            let values = values.iter().map(|value| each.of(value, name));
            values
                .collect::<Result<_, _>>()
                .map_err(|error| match error {
                    ApiError::Invalid { field, reason } => {
                        ApiError::invalid(field, format!("must be a list of which each {reason}"))
                    }
                    error => error,
                })
        },
        move || {
            let list = Array::builder().items(each().schema());
            list.min_items((min > 0).then_some(min))
                .max_items(Some(max))
        },
    )
}

/// Some of the caller's spaces.
pub(super) fn spaces() -> Kind<Vec<SpaceId>> {
    list(0, 100, space)
}

/// The spaces that two fields name, each once.
pub(super) fn together(one: Option<SpaceId>, more: Option<Vec<SpaceId>>) -> Vec<SpaceId> {
    let mut spaces = Vec::from_iter(one);
    for space in more.into_iter().flatten() {
        if !spaces.contains(&space) {
            spaces.push(space);
        }
    }
    spaces
}

/// Names as a list, or in one text with commas or blanks between them, which is split.
pub(super) fn names(
    between: &'static str,
    split: fn(&str) -> Vec<String>,
    examples: fn() -> [Value; 2],
) -> Kind<Vec<String>> {
    Kind::new(
        move |value, name| match value.as_str() {
            Some(text) => Ok(split(text)),
            None => strings(value, name, "a list of names"),
        },
        move || {
            let text = format!("With {between} between them.");
            let names = OneOf::builder().item(Array::builder().items(string_schema()));
            let names = names.item(string_schema().description(Some(text)));
            Schema::OneOf(names.examples(examples()).build())
        },
    )
}

/// What was read, unless it is not what it must be.
pub(super) fn expect<T>(read: Option<T>, name: &'static str, what: &str) -> Result<T, ApiError> {
    read.ok_or_else(|| ApiError::invalid(name, format!("must be {what}")))
}

/// A text as it stands.
pub(super) fn string<'a>(value: &'a Value, name: &'static str) -> Result<&'a str, ApiError> {
    expect(value.as_str(), name, "a string")
}

fn owned(value: &Value, name: &'static str) -> Result<String, ApiError> {
    string(value, name).map(str::to_owned)
}

/// A list of texts.
pub(super) fn strings(
    value: &Value,
    name: &'static str,
    what: &str,
) -> Result<Vec<String>, ApiError> {
    let texts = value.as_array().and_then(|texts| {
        let texts = texts.iter().map(|text| text.as_str().map(str::to_owned));
        texts.collect()
    });
    expect(texts, name, what)
}

/// The names in a text with commas between them.
pub(super) fn comma_separated(text: &str) -> Vec<String> {
    text.split(',').map(|name| name.trim().to_owned()).collect()
}

/// How a text is described.
pub(super) fn string_schema() -> ObjectBuilder {
    Object::builder().schema_type(Type::String)
}

fn of_format(kind: Type, format: KnownFormat) -> ObjectBuilder {
    let format = SchemaFormat::KnownFormat(format);
    Object::builder().schema_type(kind).format(Some(format))
}

/// A whole number between two bounds, both included, as it is written.
pub(super) fn counted(
    name: &'static str,
    text: &str,
    bounds: &RangeInclusive<u64>,
) -> Result<usize, ApiError> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(count) => within(name, count, bounds),
        // "-1", and what no machine counts to
        Err(_) if is_number => within(name, u64::MAX, bounds),
        Err(_) => Err(ApiError::invalid(name, "must be a whole number")),
    }
}

/// Checks a count against its bounds.
pub(super) fn within(
    name: &'static str,
    count: u64,
    bounds: &RangeInclusive<u64>,
) -> Result<usize, ApiError> {
    match usize::try_from(count) {
        Ok(size) if bounds.contains(&count) => Ok(size),
        _ => Err(ApiError::invalid(
            name,
            format!("must be between {} and {}", bounds.start(), bounds.end()),
        )),
    }
}

/// A whole number, also when it is written with a fraction of zero: JSON knows no difference.
fn whole(value: &Value) -> Option<u64> {
    let written = value.as_f64().filter(|number| number.fract() == 0.0);
    let written = written.filter(|number| (0.0..9e15).contains(number));
    value
        .as_u64()
        .or_else(|| written.map(|number| number as u64))
}
