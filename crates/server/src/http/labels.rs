//! Tags and metadata: read from a text that is sent, and from what is asked for.

use recollect_engine::{MAX_TAG, MAX_TAGS as MAX_TAGS_OF_TEXT};
use recollect_model::{Label, LabelFilter};
use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{
    AdditionalProperties, Array, ArrayBuilder, Object, ObjectBuilder, OneOf, Schema, SchemaType,
    Type,
};

use super::error::ApiError;
use super::kinds::{Field, Kind, comma_separated, expect, string_schema, strings};
use super::parameters::Parameters;

/// The tags of a text that is sent, as a list or in one text with commas between them.
pub(super) fn tags() -> Kind<Vec<String>> {
    let read = |value: &Value, name| match value.as_str() {
        Some(text) => Ok(without_blanks(&comma_separated(text))),
        None => strings(value, name, "a list of names").map(|tags| without_blanks(&tags)),
    };
    Kind::new(read, || {
        let tag = format!("[^,]{{0,{MAX_TAG}}}");
        let pattern = format!("^({tag},){{0,{}}}{tag}$", MAX_TAGS_OF_TEXT - 1);
        let with_commas = string_schema().pattern(Some(pattern));
        let tags = OneOf::builder()
            .item(texts(MAX_TAGS_OF_TEXT, Some(MAX_TAG)).description(Some("Each by itself.")))
            .item(with_commas.description(Some("With commas between them.")))
            .examples([json!(["home"])]);
        Schema::OneOf(tags.build())
    })
}

/// Tags without what stands around them; a blank one is none.
pub(super) fn without_blanks(tags: &[String]) -> Vec<String> {
    let tags = tags.iter().map(|tag| tag.trim());
    let tags = tags.filter(|tag| !tag.is_empty());
    tags.map(str::to_owned).collect()
}

/// Which tags are asked for.
pub(super) fn wanted_tags() -> Kind<LabelFilter> {
    let read = |value: &Value, name| {
        let lists = match value {
            Value::Object(lists) => lists.clone(),
            list => Map::from_iter([("any".to_owned(), list.clone())]),
        };
        let mut filter = LabelFilter::default();
        for (how, list) in &lists {
            let tags = strings(
                list,
                name,
                "a list of tags, or an object with any, all or none",
            )?;
            bounded(name, tags.len(), MAX_TAGS, "tags")?;
            let tags = without_blanks(&tags);
            let tags: Vec<Label> = tags.iter().map(|tag| Label::tag(tag)).collect();
            let apart = tags.iter().map(|tag| vec![tag.clone()]).collect();
            add(&mut filter, name, how, tags, apart)?;
        }
        Ok(filter)
    };
    Kind::new(read, || {
        let wanted = OneOf::builder()
            .item(lists(|| texts(MAX_TAGS, None)))
            .item(texts(MAX_TAGS, None))
            .examples([json!({ "any": ["home"], "none": ["draft"] })]);
        Schema::OneOf(wanted.build())
    })
}

/// Which metadata is asked for.
pub(super) fn wanted_metadata() -> Kind<LabelFilter> {
    let read = |value: &Value, name| {
        let mut filter = LabelFilter::default();
        for (how, values) in expect(value.as_object(), name, SHAPE)? {
            let values = expect(values.as_object(), name, SHAPE)?;
            bounded(name, values.len(), MAX_METADATA, "names")?;
            let apart = values.iter();
            let apart = apart.map(|(label, value)| labels_of(name, label, value));
            let apart: Vec<Vec<Label>> = apart.collect::<Result<_, _>>()?;
            add(&mut filter, name, how, apart.concat(), apart)?;
        }
        Ok(filter)
    };
    Kind::new(read, || {
        let one = || {
            Object::builder().schema_type(SchemaType::from_iter([
                Type::String,
                Type::Number,
                Type::Boolean,
            ]))
        };
        let value: Schema = OneOf::builder()
            .item(one())
            .item(Array::builder().items(one()).max_items(Some(MAX_METADATA)))
            .into();
        let values = || {
            Object::builder()
                .additional_properties(Some(value.clone()))
                .property_names(Some(string_schema().min_length(Some(1)).build()))
                .max_properties(Some(MAX_METADATA))
        };
        lists(values).examples([json!({ "all": { "mood": "glad" } })])
    })
}

/// What is asked for by tags and by metadata.
pub(super) fn both(tags: Option<LabelFilter>, metadata: Option<LabelFilter>) -> LabelFilter {
    let (mut filter, more) = (tags.unwrap_or_default(), metadata.unwrap_or_default());
    filter.any.extend(more.any);
    filter.all.extend(more.all);
    filter.none.extend(more.none);
    filter
}

/// The same by values of JSON.
pub(super) fn wanted(tags: &Value, metadata: &Value) -> Result<LabelFilter, ApiError> {
    Ok(both(
        Option::read(&wanted_tags(), Some(tags), "tags")?,
        Option::read(&wanted_metadata(), Some(metadata), "metadata")?,
    ))
}

/// The same by the parameters of a query string: lists of tags with commas between them, and metadata as JSON.
pub(super) fn wanted_by(parameters: &Parameters) -> Result<LabelFilter, ApiError> {
    let mut tags = Map::new();
    for (how, name) in [("any", "tags"), ("all", "allTags"), ("none", "noTags")] {
        if let Some(list) = parameters.text(name) {
            let list: Vec<&str> = list.split(',').collect();
            tags.insert(how.to_owned(), json!(list));
        }
    }
    let metadata = parameters.text("metadata").map(serde_json::from_str);
    let metadata = metadata.transpose();
    let metadata = metadata
        .map_err(|_| ApiError::invalid("metadata", format!("must be {SHAPE}")))?
        .unwrap_or_default();
    wanted(&Value::Object(tags), &metadata)
}

/// How the lists of a filter are meant.
const LISTS: [&str; 3] = ["any", "all", "none"];

/// The most tags that one list of a filter may name.
const MAX_TAGS: usize = 100;

/// The most names of metadata in one list of a filter, and the most values of one of them.
const MAX_METADATA: usize = 20;

const SHAPE: &str = "an object with any, all or none, each an object of names and values";

/// A name with its value, or with each of a list of values.
fn labels_of(field: &'static str, name: &str, value: &Value) -> Result<Vec<Label>, ApiError> {
    let values = match value {
        Value::Array(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    bounded(field, values.len(), MAX_METADATA, "values of a name")?;
    let labels = values.iter().map(|value| Label::value(name, value));
    let labels: Option<Vec<Label>> = labels.collect();
    labels.ok_or_else(|| {
        ApiError::invalid(
            field,
            "is compared with texts, numbers, true and false, or lists of them",
        )
    })
}

/// Takes in one list. Without anything in it, a list says nothing.
fn add(
    filter: &mut LabelFilter,
    field: &'static str,
    how: &str,
    together: Vec<Label>,
    apart: Vec<Vec<Label>>,
) -> Result<(), ApiError> {
    if !LISTS.contains(&how) {
        return Err(ApiError::invalid(
            field,
            "must have any, all or none, and nothing else",
        ));
    }
    if together.is_empty() {
        return Ok(());
    }
    match how {
        "any" => filter.any.push(together),
        "all" => filter.all.extend(apart),
        _ => filter.none.extend(together),
    }
    Ok(())
}

fn bounded(field: &'static str, named: usize, most: usize, what: &str) -> Result<(), ApiError> {
    if named > most {
        let reason = format!("must have at most {most} {what} in a list");
        return Err(ApiError::invalid(field, reason));
    }
    Ok(())
}

/// An object of the lists of a filter, each described so.
fn lists<S: Into<RefOr<Schema>>>(each: impl Fn() -> S) -> ObjectBuilder {
    LISTS
        .into_iter()
        .fold(Object::builder(), |lists, how| lists.property(how, each()))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
}

fn texts(most: usize, max_length: Option<usize>) -> ArrayBuilder {
    let text = string_schema().max_length(max_length);
    Array::builder().items(text).max_items(Some(most))
}
