//! The OpenAPI document as the tests follow it: every operation, what it asks for, which ids it takes, and a request of it.
//!
//! A new operation needs no line here. An id is whatever stands in a path, and whatever in a query or a body has the format
//! `uuid`; what its name names is said in `things.rs`.

use recollect_model::Scope;
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::reading::text;

/// Names that look like an id's and are the caller's own words.
const WORDS_OF_THE_CALLER: [&str; 2] = ["externalId", "sessionId"];

/// The document.
pub(crate) fn document() -> Value {
    serde_json::to_value(recollect_server::http::document()).unwrap()
}

/// One operation of the document.
#[derive(Clone)]
pub(crate) struct Operation {
    pub(crate) method: Method,
    pub(crate) path: String,
    /// What the document says of it.
    pub(crate) described: Value,
    /// What it takes in its path, its query and its body.
    pub(crate) inputs: Vec<Input>,
}

/// Something that a request of an operation may carry.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) is_required: bool,
    /// Whether it names a thing.
    pub(crate) is_id: bool,
    is_list: bool,
    sample: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Path,
    Query,
    Body,
}

/// All of them.
pub(crate) fn operations() -> Vec<Operation> {
    let document = document();
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(path, item)| {
        let operations = item.as_object().unwrap().iter();
        operations.map(|(method, described)| Operation {
            method: method.to_uppercase().parse().unwrap(),
            path: path.clone(),
            described: described.clone(),
            inputs: inputs(&document, described),
        })
    });
    operations.collect()
}

impl Operation {
    /// `GET /api/v1/me`.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The scope it asks for; `None` for what anybody may call, which the document must say.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let ways = self.described["security"].as_array();
        let ways = ways.unwrap_or_else(|| panic!("{} does not say its security", self.name()));
        if *ways == [json!({})] {
            return None;
        }
        let bearer = ways.iter().find_map(|way| way["bearer"].as_array());
        match bearer.map(Vec::as_slice) {
            Some([scope]) => Some(Scope::from_name(scope.as_str().unwrap()).unwrap()),
            _ => panic!("{} does not ask a bearer for one scope", self.name()),
        }
    }

    /// Whether it takes a form, as the protocol of OAuth has it: no example can hold the codes and tokens that go with it. Or
    /// files.
    pub(crate) fn takes_form(&self) -> bool {
        let content = &self.described["requestBody"]["content"];
        let forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
        forms.iter().any(|form| content[form].is_object()) && content["application/json"].is_null()
    }

    /// The ids it takes.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &Input> {
        self.inputs.iter().filter(|input| input.is_id)
    }

    /// A request: its path with the query, and its body. `fill` says what an input is given, if anything; what is
    /// required and not given has the document's example.
    pub(crate) fn request(
        &self,
        fill: impl Fn(&Input) -> Option<String>,
    ) -> (String, Option<Value>) {
        let (mut path, mut query) = (self.path.clone(), Vec::new());
        let mut body = Map::new();
        for input in &self.inputs {
            let given = fill(input);
            if given.is_none() && !input.is_required {
                continue;
            }
            match input.place {
                Place::Path => {
                    path = path.replace(
                        &format!("{{{}}}", input.name),
                        &given.unwrap_or_else(|| input.plain()),
                    );
                }
                Place::Query => query.push(format!(
                    "{}={}",
                    input.name,
                    given.unwrap_or_else(|| input.plain())
                )),
                Place::Body => {
                    let value = given.map_or_else(|| input.sample.clone(), |given| json!(given));
                    let value = if input.is_list && !value.is_array() {
                        json!([value])
                    } else {
                        value
                    };
                    body.insert(input.name.clone(), value);
                }
            }
        }
        if !query.is_empty() {
            path = format!("{path}?{}", query.join("&"));
        }
        let described = &self.described["requestBody"];
        let example = &described["content"]["application/json"]["example"];
        // Where no field is required by itself, a body that asks for something is the example.
        let body = match example {
            Value::Object(example) if body.is_empty() => example.clone(),
            _ => body,
        };
        (path, described.is_object().then_some(Value::Object(body)))
    }
}

impl Input {
    fn plain(&self) -> String {
        let sample = &self.sample;
        sample
            .as_str()
            .map_or_else(|| sample.to_string(), str::to_owned)
    }
}

fn inputs(document: &Value, operation: &Value) -> Vec<Input> {
    let mut inputs = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let place = match parameter["in"].as_str().unwrap() {
            "path" => Place::Path,
            "query" => Place::Query,
            other => panic!("a parameter in a {other} is new to the tests: document.rs reads them"),
        };
        let is_required = parameter["required"] == true;
        let name = text(&parameter["name"]);
        let mut input = input(document, name, place, is_required, &parameter["schema"]);
        if !parameter["example"].is_null() {
            input.sample = parameter["example"].clone();
        }
        inputs.push(input);
    }
    let body = &operation["requestBody"]["content"]["application/json"];
    let (properties, required) = fields(document, &body["schema"]);
    for (name, schema) in properties {
        let is_required = required.contains(&name);
        let mut input = input(document, name, Place::Body, is_required, &schema);
        if let Some(example) = body["example"].get(&input.name) {
            input.sample = example.clone();
        }
        inputs.push(input);
    }
    inputs
}

fn input(document: &Value, name: String, place: Place, is_required: bool, schema: &Value) -> Input {
    let schema = resolved(document, schema);
    let is_list = has_type(&schema, "array");
    let one = if is_list {
        resolved(document, &schema["items"])
    } else {
        schema.clone()
    };
    let is_id = place == Place::Path || one["format"] == "uuid";
    let looks_like_one = ["Id", "Ids", "UUID", "UUIDs"]
        .iter()
        .any(|end| name.ends_with(end));
    assert!(
        is_id || !looks_like_one || WORDS_OF_THE_CALLER.contains(&&*name),
        "{name} looks like an id: give it `format = \"uuid\"` in its `#[schema]` or `params`, or add it to WORDS_OF_THE_CALLER"
    );
    Input {
        place,
        is_required,
        is_id,
        is_list,
        sample: sample(document, &schema),
        name,
    }
}

/// The properties of an object and which of them must be there, its parts' included.
pub(crate) fn fields(document: &Value, schema: &Value) -> (Map<String, Value>, Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let schema = document.pointer(reference.trim_start_matches('#')).unwrap();
        return fields(document, schema);
    }
    let mut properties = schema["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let required = schema["required"].as_array().into_iter().flatten();
    let mut required: Vec<String> = required.map(text).collect();
    for part in schema["allOf"].as_array().into_iter().flatten() {
        let (more, also_required) = fields(document, part);
        properties.extend(more);
        required.extend(also_required);
    }
    (properties, required)
}

/// A schema without the detour over its name or over `null`.
pub(crate) fn resolved(document: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let schema = document.pointer(reference.trim_start_matches('#')).unwrap();
        return resolved(document, schema);
    }
    let mut choices = schema["oneOf"].as_array().into_iter().flatten();
    choices
        .find(|choice| choice["type"] != "null")
        .map_or_else(|| schema.clone(), |choice| resolved(document, choice))
}

/// A value that a schema describes: its example, or the plainest of its type.
fn sample(document: &Value, schema: &Value) -> Value {
    let schema = resolved(document, schema);
    for told in ["example", "default"] {
        if !schema[told].is_null() {
            return schema[told].clone();
        }
    }
    if let Some(first) = schema.pointer("/examples/0").or(schema.pointer("/enum/0")) {
        return first.clone();
    }
    match schema["format"].as_str() {
        Some("date-time") => return json!("2025-03-01T09:30:00Z"),
        Some("uuid") => return json!(crate::things::NOBODYS),
        _ => {}
    }
    if has_type(&schema, "string") {
        json!("x")
    } else if has_type(&schema, "integer") || has_type(&schema, "number") {
        json!(1)
    } else if has_type(&schema, "boolean") {
        json!(true)
    } else if has_type(&schema, "array") {
        json!([sample(document, &schema["items"])])
    } else {
        let (properties, required) = fields(document, &schema);
        let required = properties
            .into_iter()
            .filter(|(name, _)| required.contains(name));
        required
            .map(|(name, schema)| (name, sample(document, &schema)))
            .collect()
    }
}

fn has_type(schema: &Value, wanted: &str) -> bool {
    match &schema["type"] {
        Value::Array(types) => types.iter().any(|name| name == wanted),
        one => one == wanted,
    }
}
