//! The schema of a tool's arguments, as plainly as every client reads it.
//!
//! What the derive writes is right and more than some clients take: a type that is one of two where `null` is the
//! other, formats of numbers that JSON Schema does not know, and no `properties` where there are none.

use rmcp::model::JsonObject;
use serde_json::{Map, Value};

/// Formats of numbers that only say how a program keeps them.
const NUMBERS: [&str; 6] = ["uint", "uint8", "uint16", "uint32", "uint64", "int64"];

/// The same schema in its plain form.
pub(super) fn plain(mut schema: JsonObject) -> JsonObject {
    schema
        .entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    for kept in ["$schema", "title"] {
        schema.remove(kept);
    }
    simplify(&mut schema);
    schema
}

fn simplify(schema: &mut JsonObject) {
    // A field that may be left out need not be null as well.
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            schema.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    if let Some(Value::String(format)) = schema.get("format")
        && NUMBERS.contains(&format.as_str())
    {
        schema.remove("format");
    }
    for part in ["properties", "items"] {
        match schema.get_mut(part) {
            Some(Value::Object(inner)) if part == "items" => simplify(inner),
            Some(Value::Object(fields)) => fields
                .values_mut()
                .filter_map(Value::as_object_mut)
                .for_each(simplify),
            _ => {}
        }
    }
}
