//! The form a model's answer must have, as a JSON schema in the strict subset that providers enforce: every property
//! required, none beyond them.

use recollect_model::Relation;
use serde_json::{Value, json};

/// The relation that says two names are one.
pub(super) const SAME_AS: &str = "same_as";

/// The relation of a phrase that no normalised one fits.
pub(super) const OTHER: &str = "other";

/// The `response_format` that asks a provider to enforce the schema, with at most `notes` items in each list.
pub(super) fn response_format(notes: usize) -> Value {
    json!({
        "type": "json_schema",
        "json_schema": {"name": "notes", "strict": true, "schema": schema(notes)},
    })
}

/// The schema of an answer.
fn schema(notes: usize) -> Value {
    let kinds = [
        "person",
        "organization",
        "place",
        "event",
        "work",
        "product",
        "animal",
        "date",
        "quantity",
        "thing",
    ];
    let truths = [
        "is",
        "is_not",
        "was",
        "planned",
        "wished",
        "possible",
        "required",
        "conditional",
    ];
    let relations: Vec<&str> = Relation::ALL
        .iter()
        .map(|relation| relation.name())
        .chain([SAME_AS, OTHER])
        .collect();
    let text = json!({"type": "string"});
    object(&json!({
        "entities": list(notes, &object(&json!({
            "passage": {"type": "integer"},
            "name": text,
            "kind": {"type": "string", "enum": kinds},
        }))),
        "statements": list(notes, &object(&json!({
            "passage": {"type": "integer"},
            "evidence": text,
            "subject": text,
            "relation": {"type": "string", "enum": relations},
            "phrase": text,
            "object": text,
            "time": text,
            "truth": {"type": "string", "enum": truths},
            "change": {"type": "string", "enum": ["none", "adds", "corrects"]},
            "said_by": text,
        }))),
    }))
}

fn list(most: usize, items: &Value) -> Value {
    json!({"type": "array", "maxItems": most, "items": items})
}

fn object(properties: &Value) -> Value {
    let required: Vec<String> = properties
        .as_object()
        .map(|properties| properties.keys().cloned().collect())
        .unwrap_or_default();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
