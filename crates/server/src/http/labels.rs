//! Tags and metadata: read from a text that is sent, and from what is asked for.

use recollect_model::{Label, LabelFilter, Labels};
use serde_json::{Map, Value, json};

use super::error::ApiError;
use super::fields::Fields;
use super::parameters::Parameters;
use super::schemas::{LISTS, MAX_METADATA, MAX_TAGS};

/// The labels of a text that is sent.
pub(super) fn labels(fields: &Fields) -> Result<Labels, ApiError> {
    let tags = fields.names("tags")?.unwrap_or_default();
    let tags = tags.into_iter().map(|tag| tag.trim().to_owned());
    let tags = tags.filter(|tag| !tag.is_empty()).collect();
    let metadata = fields.object("metadata")?.cloned().unwrap_or_default();
    Ok(Labels::new(tags, metadata))
}

/// Which labels are asked for, by the fields `tags` and `metadata` of a body.
pub(super) fn wanted(fields: &Fields) -> Result<LabelFilter, ApiError> {
    let mut filter = LabelFilter::default();
    if let Some(tags) = fields.value("tags") {
        let lists = match tags {
            Value::Object(lists) => lists.clone(),
            list => Map::from_iter([("any".to_owned(), list.clone())]),
        };
        for (how, list) in &lists {
            let tags = tags_of(list)?;
            bounded("tags", tags.len(), MAX_TAGS, "tags")?;
            let tags = tags
                .iter()
                .map(|tag| tag.trim())
                .filter(|tag| !tag.is_empty());
            let tags: Vec<Label> = tags.map(Label::tag).collect();
            let apart = tags.iter().map(|tag| vec![tag.clone()]).collect();
            add(&mut filter, "tags", how, tags, apart)?;
        }
    }
    if let Some(metadata) = fields.value("metadata") {
        let lists = metadata
            .as_object()
            .ok_or_else(|| ApiError::invalid("metadata", SHAPE))?;
        for (how, values) in lists {
            let values = values
                .as_object()
                .ok_or_else(|| ApiError::invalid("metadata", SHAPE))?;
            bounded("metadata", values.len(), MAX_METADATA, "names")?;
            let apart = values.iter().map(|(name, value)| labels_of(name, value));
            let apart: Vec<Vec<Label>> = apart.collect::<Result<_, _>>()?;
            add(&mut filter, "metadata", how, apart.concat(), apart)?;
        }
    }
    Ok(filter)
}

/// The same by the parameters of a query string: lists of tags with commas between them, and metadata as JSON.
pub(super) fn wanted_by(parameters: &Parameters) -> Result<LabelFilter, ApiError> {
    let mut fields = Map::new();
    let mut tags = Map::new();
    for (how, name) in [("any", "tags"), ("all", "allTags"), ("none", "noTags")] {
        if let Some(list) = parameters.text(name) {
            let list: Vec<&str> = list.split(',').collect();
            tags.insert(how.to_owned(), json!(list));
        }
    }
    if !tags.is_empty() {
        fields.insert("tags".to_owned(), Value::Object(tags));
    }
    if let Some(text) = parameters.text("metadata") {
        let value = serde_json::from_str(text).map_err(|_| ApiError::invalid("metadata", SHAPE))?;
        fields.insert("metadata".to_owned(), value);
    }
    wanted(&Fields::of(fields))
}

const SHAPE: &str = "must be an object with any, all or none, each an object of names and values";

fn tags_of(list: &Value) -> Result<Vec<String>, ApiError> {
    let wrong = || {
        ApiError::invalid(
            "tags",
            "must be a list of tags, or an object with any, all or none",
        )
    };
    let tags = list.as_array().ok_or_else(wrong)?.iter();
    let tags = tags.map(|tag| tag.as_str().map(str::to_owned));
    tags.collect::<Option<_>>().ok_or_else(wrong)
}

/// A name with its value, or with each of a list of values.
fn labels_of(name: &str, value: &Value) -> Result<Vec<Label>, ApiError> {
    let values = match value {
        Value::Array(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    bounded("metadata", values.len(), MAX_METADATA, "values of a name")?;
    let labels = values.iter().map(|value| Label::value(name, value));
    let labels: Option<Vec<Label>> = labels.collect();
    labels.ok_or_else(|| {
        ApiError::invalid(
            "metadata",
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
