//! Examples of every request and every reply, made of what the schemas say of their fields.
//!
//! A field's own example goes first; where it has none, its format or its type gives the plainest value. A request's
//! example has what is required, or else whatever has an example. A refusal's is one that is really given.

use serde_json::{Map, Value, json};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{Content, RefOr};
use utoipa::{Modify, openapi};

use crate::http::error::refusal_examples;

/// Adds the examples that handlers do not give themselves.
pub(super) struct Examples;

impl Modify for Examples {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let described = serde_json::to_value(&*document).unwrap_or_default();
        let refusals = refusal_examples();
        for item in document.paths.paths.values_mut() {
            for operation in operations(item) {
                give_examples(operation, &described, &refusals);
            }
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let all = [
        &mut item.get,
        &mut item.post,
        &mut item.put,
        &mut item.patch,
        &mut item.delete,
    ];
    all.into_iter().flatten()
}

fn give_examples(operation: &mut Operation, described: &Value, refusals: &[(String, Value)]) {
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        for content in body.content.values_mut() {
            give_example(content, described, Side::Request, None);
        }
    }
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else {
            continue;
        };
        let refusal = refusals.iter().find(|(refused, _)| refused == status);
        for (kind, content) in &mut response.content {
            if kind == "application/json" {
                let refusal = refusal.map(|(_, example)| example);
                give_example(content, described, Side::Reply, refusal);
            }
        }
    }
}

fn give_example(
    content: &mut RefOr<Content>,
    described: &Value,
    side: Side,
    refusal: Option<&Value>,
) {
    let RefOr::T(content) = content else {
        return;
    };
    if content.example.is_some() || !content.examples.is_empty() {
        return;
    }
    let schema = serde_json::to_value(&content.schema).unwrap_or_default();
    // The operations of OAuth refuse in another form.
    let is_refusal = schema["$ref"] == "#/components/schemas/Error";
    content.example = match refusal.filter(|_| is_refusal) {
        Some(refusal) => Some(refusal.clone()),
        None if schema.is_null() => None,
        None => Some(Samples { described, side }.of("", &schema)),
    };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Request,
    Reply,
}

/// Makes values of schemas.
struct Samples<'a> {
    described: &'a Value,
    side: Side,
}

impl Samples<'_> {
    /// A value of this schema, for the field of this name.
    fn of(&self, name: &str, schema: &Value) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let schema = self.described.pointer(reference.trim_start_matches('#'));
            return schema.map_or(Value::Null, |schema| self.of(name, schema));
        }
        for told in ["example", "default"] {
            if !schema[told].is_null() {
                return schema[told].clone();
            }
        }
        let listed = schema.pointer("/examples/0");
        if let Some(first) = listed.or(schema.pointer("/enum/0")) {
            return first.clone();
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let choice = choices.iter().find(|choice| choice["type"] != "null");
            return choice.map_or(Value::Null, |choice| self.of(name, choice));
        }
        let is_nullable = has_type(schema, "null");
        match schema["format"].as_str() {
            Some("uuid") if !is_nullable => return json!("0196f3c1-8a52-7c31-9b1e-2f64d0a7c5e8"),
            Some("date-time") if !is_nullable => return json!("2025-03-01T08:30:00Z"),
            _ => {}
        }
        if is_nullable {
            Value::Null
        } else if has_type(schema, "string") {
            json!("…")
        } else if has_type(schema, "integer") || has_type(schema, "number") {
            json!(1)
        } else if has_type(schema, "boolean") {
            json!(name == "success")
        } else if has_type(schema, "array") {
            json!([self.of("", &schema["items"])])
        } else {
            Value::Object(self.object(schema))
        }
    }

    fn object(&self, schema: &Value) -> Map<String, Value> {
        let mut object = Map::new();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            if let Value::Object(fields) = self.of("", part) {
                object.extend(fields);
            }
        }
        let required = schema["required"].as_array();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            let is_wanted = match required {
                Some(required) => required.contains(&json!(name)),
                None => !(schema["example"].is_null() && schema["examples"].is_null()),
            };
            if self.side == Side::Reply || is_wanted {
                object.insert(name.clone(), self.of(name, schema));
            }
        }
        object
    }
}

fn has_type(schema: &Value, wanted: &str) -> bool {
    match &schema["type"] {
        Value::Array(types) => types.iter().any(|name| name == wanted),
        one => one == wanted,
    }
}
