//! `GET /api/v1/reference`: the OpenAPI document as a page to read. No script, nothing from another host.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::Value;

use super::page;
use crate::http::document;

/// The page; the document does not change while the service runs.
static REFERENCE: LazyLock<Reference> = LazyLock::new(|| {
    let document = serde_json::to_value(document()).unwrap_or_default();
    Reference::of(&document)
});

/// The interface, read by a person.
pub(crate) async fn show() -> Response {
    page(StatusCode::OK, &*REFERENCE)
}

#[derive(Template)]
#[template(path = "reference.html")]
struct Reference {
    version: String,
    /// What there is to know before any operation, in paragraphs.
    about: Vec<String>,
    groups: Vec<Group>,
    refusals: Vec<Reply>,
}

/// The operations of one tag.
struct Group {
    name: String,
    about: String,
    operations: Vec<Operation>,
}

struct Operation {
    id: String,
    method: String,
    path: String,
    summary: String,
    about: String,
    /// The scope that the credential needs; empty where none is needed.
    scope: String,
    inputs: Vec<Field>,
    replies: Vec<Reply>,
    /// The statuses of the refusals, which are the same everywhere.
    refusals: Vec<String>,
    curl: String,
}

/// A parameter, or a field of a body.
struct Field {
    name: String,
    place: &'static str,
    kind: String,
    is_required: bool,
    about: String,
}

struct Reply {
    status: String,
    about: String,
    example: String,
}

impl Reference {
    fn of(document: &Value) -> Self {
        let groups = document["tags"].as_array().into_iter().flatten();
        let groups = groups.map(|tag| Group::of(document, tag));
        let groups: Vec<Group> = groups
            .filter(|group| !group.operations.is_empty())
            .collect();
        let about = text(&document["info"]["description"]);
        Self {
            version: text(&document["info"]["version"]),
            about: about.split("\n\n").map(str::to_owned).collect(),
            refusals: refusals(document),
            groups,
        }
    }
}

impl Group {
    fn of(document: &Value, tag: &Value) -> Self {
        let paths = document["paths"].as_object().into_iter().flatten();
        let all = paths.flat_map(|(path, item)| {
            let operations = item.as_object().into_iter().flatten();
            operations.map(move |(method, operation)| (method, path, operation))
        });
        let operations = all
            .filter(|(_, _, operation)| operation["tags"][0] == tag["name"])
            .map(|(method, path, operation)| Operation::of(document, method, path, operation));
        Self {
            name: text(&tag["name"]),
            about: text(&tag["description"]),
            operations: operations.collect(),
        }
    }
}

impl Operation {
    fn of(document: &Value, method: &str, path: &str, operation: &Value) -> Self {
        let bearer = operation["security"].as_array().into_iter().flatten();
        let scope = bearer.filter_map(|way| way["bearer"][0].as_str()).next();
        let replies = operation["responses"].as_object().into_iter().flatten();
        let (answers, refusals): (Vec<_>, Vec<_>) =
            replies.partition(|(status, _)| !is_refusal(status));
        Self {
            id: text(&operation["operationId"]),
            method: method.to_uppercase(),
            path: path.to_owned(),
            summary: text(&operation["summary"]),
            about: text(&operation["description"]),
            scope: scope.unwrap_or_default().to_owned(),
            inputs: inputs(document, operation),
            replies: answers
                .into_iter()
                .map(|(status, reply)| Reply::of(status, reply))
                .collect(),
            refusals: refusals
                .into_iter()
                .map(|(status, _)| status.clone())
                .collect(),
            curl: curl(method, path, operation, scope.is_some()),
        }
    }
}

impl Reply {
    fn of(status: &str, reply: &Value) -> Self {
        let example = &reply["content"]["application/json"]["example"];
        Self {
            status: status.to_owned(),
            about: text(&reply["description"]),
            example: pretty(example),
        }
    }
}

/// Every status that a refusal may have, with the example of an operation that gives one.
fn refusals(document: &Value) -> Vec<Reply> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object().into_iter().flatten());
    let mut refusals: BTreeMap<&str, Reply> = BTreeMap::new();
    for (_, operation) in operations {
        let replies = operation["responses"].as_object().into_iter().flatten();
        for (status, reply) in replies.filter(|(status, _)| is_refusal(status)) {
            let known = refusals.get(status.as_str());
            if known.is_none_or(|known| known.example.is_empty()) {
                refusals.insert(status, Reply::of(status, reply));
            }
        }
    }
    refusals.into_values().collect()
}

fn is_refusal(status: &str) -> bool {
    status.starts_with('4') || status.starts_with('5')
}

fn inputs(document: &Value, operation: &Value) -> Vec<Field> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.map(|parameter| Field {
        name: text(&parameter["name"]),
        place: match parameter["in"].as_str() {
            Some("path") => "path",
            Some("query") => "query",
            _ => "header",
        },
        kind: kind(document, &parameter["schema"]),
        is_required: parameter["required"] == true,
        about: text(&parameter["description"]),
    });
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let body = resolved(document, body);
    let fields = body["properties"].as_object().into_iter().flatten();
    let required = body["required"].as_array();
    let fields = fields.map(|(name, schema)| Field {
        name: name.clone(),
        place: "body",
        kind: kind(document, schema),
        is_required: required
            .is_some_and(|required| required.iter().any(|wanted| wanted == name.as_str())),
        about: text(&resolved(document, schema)["description"]),
    });
    parameters.chain(fields).collect()
}

/// What a value is, in a few words: `string, uuid`, `integer, 1 to 200`, `CONVERSATION or DOCUMENT`.
fn kind(document: &Value, schema: &Value) -> String {
    let schema = resolved(document, schema);
    if let Some(choices) = schema["enum"].as_array() {
        let names: Vec<String> = choices.iter().map(text).collect();
        return names.join(" or ");
    }
    let named = match &schema["type"] {
        Value::Array(types) => types.iter().find(|name| **name != "null"),
        one => Some(one),
    };
    let mut kind = named.map(text).unwrap_or_default();
    if kind == "array" {
        kind = format!("array of {}", self::kind(document, &schema["items"]));
    }
    match schema["format"].as_str() {
        None | Some("int32" | "int64" | "float" | "double") => {}
        Some(format) => kind = format!("{kind}, {format}"),
    }
    let bounds = [
        (&schema["minimum"], &schema["maximum"], ""),
        (&schema["minLength"], &schema["maxLength"], " characters"),
    ];
    for (least, most, what) in bounds {
        if !most.is_null() {
            let least = if least.is_null() {
                &Value::from(0)
            } else {
                least
            };
            kind = format!("{kind}, {least} to {most}{what}");
        }
    }
    kind
}

/// A schema without the detour over its name, over `null` or over its parts; what is said in passing stays.
fn resolved(document: &Value, schema: &Value) -> Value {
    let mut found = if let Some(reference) = schema["$ref"].as_str() {
        let named = document.pointer(reference.trim_start_matches('#'));
        named.map_or(Value::Null, |named| resolved(document, named))
    } else if let Some(choices) = schema["oneOf"].as_array() {
        let choice = choices.iter().find(|choice| choice["type"] != "null");
        choice.map_or(Value::Null, |choice| resolved(document, choice))
    } else if let Some(parts) = schema["allOf"].as_array() {
        // Its fields are in one part; the others say what must be true of them together.
        let mut parts = parts.iter().map(|part| resolved(document, part));
        parts
            .find(|part| part["properties"].is_object())
            .unwrap_or_default()
    } else {
        return schema.clone();
    };
    if !schema["description"].is_null() {
        found["description"] = schema["description"].clone();
    }
    found
}

/// The request as a command that can be copied.
fn curl(method: &str, path: &str, operation: &Value, is_closed: bool) -> String {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let query: Vec<String> = parameters
        .filter(|parameter| parameter["in"] == "query" && parameter["required"] == true)
        .map(|parameter| {
            let name = text(&parameter["name"]);
            format!("{name}=${{{}}}", name.to_uppercase())
        })
        .collect();
    let query = if query.is_empty() {
        String::new()
    } else {
        format!("?{}", query.join("&"))
    };
    let path = path.replace('{', "${");
    let mut command = String::from("curl");
    if method != "get" {
        command = format!("{command} -X {}", method.to_uppercase());
    }
    command = format!("{command} \"$RECOLLECT{path}{query}\"");
    if is_closed {
        command.push_str(" \\\n  -H \"Authorization: Bearer $RECOLLECT_KEY\"");
    }
    let body = &operation["requestBody"]["content"]["application/json"]["example"];
    if !body.is_null() {
        command.push_str(" \\\n  -H 'Content-Type: application/json'");
        let body = pretty(body).replace('\'', "'\\''");
        command = format!("{command} \\\n  -d '{body}'");
    }
    command
}

fn pretty(value: &Value) -> String {
    if value.is_null() {
        return String::new();
    }
    serde_json::to_string_pretty(value).unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
