//! What the document promises is what is answered: documented statuses only, in the documented shape.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::document::{Input, Operation, Place, document, fields, operations};
use crate::reading::text;
use crate::service::{Reply, Service};
use crate::things::{NOBODYS, Things};

/// What a request puts in the place of an id.
#[derive(Clone, Copy)]
enum Ids {
    Right,
    Nobodys,
    Nonsense,
}

#[tokio::test]
async fn every_operation_answers_only_what_is_documented() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let document = anna.read("/api/v1/openapi.json").await;
    assert_eq!(document, crate::document::document());
    let things = Things::of(&anna, "Bert", "Toulouse").await;
    anna.remember(
        "Bert moved to Lyon. Mel used to work at Airbus until 2020.",
        &json!({}),
    )
    .await;
    let mut operations = operations();
    // Deleting comes last: the other operations need what there is.
    operations.sort_by_key(|operation| operation.method == Method::DELETE);
    let mut answered = 0;
    for operation in operations {
        for (ids, other) in [
            (Ids::Right, None),
            (Ids::Right, Some("nonsense")),
            (Ids::Right, Some("0")),
            (Ids::Right, Some("1")),
            (Ids::Right, Some("2024-06-01T00:00:00Z")),
            (Ids::Nobodys, None),
            (Ids::Nonsense, Some("%FF")),
        ] {
            let fill = |input: &Input| filled(&operation, &things, input, ids, other);
            let (path, body) = operation.request(fill);
            let bodies = body.map_or(vec![None], |right| {
                vec![Some(right), Some(json!({})), Some(json!([]))]
            });
            for body in bodies {
                let method = operation.method.clone();
                let reply = anna.call(method, &path, body.as_ref()).await;
                let request = format!("{} {path}", operation.method);
                assert_documented(&document, &operation, &reply, &request);
                answered += usize::from(reply.0.is_success());
            }
        }
    }
    assert!(answered > 40, "{answered} requests were answered");
}

fn filled(
    operation: &Operation,
    things: &Things,
    input: &Input,
    ids: Ids,
    other: Option<&str>,
) -> Option<String> {
    match ids {
        // An id that need not be given is given when everything else is.
        Ids::Right if input.is_id => {
            (input.is_required || other.is_some()).then(|| things.named(operation, &input.name))
        }
        Ids::Nobodys if input.is_id => Some(NOBODYS.to_owned()),
        Ids::Nonsense if input.is_id => Some("x".to_owned()),
        _ => other
            .filter(|_| input.place == Place::Query)
            .map(str::to_owned),
    }
}

#[tokio::test]
async fn every_operation_can_be_called_as_its_examples_say() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let things = Things::of(&anna, "Bert", "Toulouse").await;
    let mut operations = operations();
    // What changes or takes away what the others need comes last.
    let changing = ["decideStatement", "mergeEntities", "splitEntity", "editLog"];
    operations.sort_by_key(|operation| {
        let is_deletion = operation.method == Method::DELETE;
        let id = operation.described["operationId"].as_str();
        let place = changing.iter().position(|changing| Some(*changing) == id);
        (
            is_deletion,
            place.map_or(0, |place| place + 1),
            ["/api/v1/logs/{log}", "/api/v1/spaces/{space}"].contains(&operation.path.as_str()),
        )
    });
    for operation in operations {
        // The tests of `oauth` call these.
        if operation.takes_form() {
            continue;
        }
        let (path, body) = operation.request(|input| {
            (input.is_id && input.is_required).then(|| things.named(&operation, &input.name))
        });
        let (status, reply) = anna
            .call(operation.method.clone(), &path, body.as_ref())
            .await;
        // The examples' default space stays, and what is not failed is not tried again.
        assert!(
            status.is_success() || status == StatusCode::CONFLICT,
            "{}: {body:?}: {status} {reply}",
            operation.name()
        );
    }
}

#[test]
fn every_operation_has_an_id_of_its_own_and_a_summary() {
    let mut ids: Vec<String> = Vec::new();
    for operation in operations() {
        let described = &operation.described;
        assert!(described["summary"].is_string(), "{}", operation.name());
        let mut answers = described["responses"].as_object().unwrap().keys();
        assert!(
            answers.any(|status| status.starts_with('2')),
            "{}",
            operation.name()
        );
        operation.scope();
        ids.push(text(&described["operationId"]));
    }
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all, "some ids are used twice: {ids:?}");
    assert!(document()["openapi"].as_str().unwrap().starts_with("3.1"));
}

fn assert_documented(
    document: &Value,
    operation: &Operation,
    (status, body): &Reply,
    request: &str,
) {
    let documented = &operation.described["responses"][status.as_str()];
    assert!(documented.is_object(), "{request}: {status} {body}");
    let schema = &documented["content"]["application/json"]["schema"];
    if !schema.is_null()
        && let Err(fault) = check(document, schema, body)
    {
        panic!("{request}: {status} {body}\n{fault}");
    }
}

/// Whether a value is what a schema says: the types, what is required, and nothing that is not described.
fn check(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let schema = document.pointer(reference.trim_start_matches('#'));
        return check(document, schema.ok_or(format!("no {reference}"))?, value);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let mut faults = choices.iter().map(|one| check(document, one, value));
        return faults
            .find(Result::is_ok)
            .unwrap_or(Err(format!("{value} is none of {schema}")));
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        Value::Null => Vec::new(),
        one => vec![one.clone()],
    };
    let is_described = types.is_empty() || types.iter().any(|name| is_of(name, value));
    if !is_described {
        return Err(format!("{value} is no {types:?}"));
    }
    if let Some(named) = schema["enum"].as_array()
        && !named.contains(value)
    {
        return Err(format!("{value} is none of {named:?}"));
    }
    if let Some(items) = schema.get("items") {
        for item in value.as_array().into_iter().flatten() {
            check(document, items, item)?;
        }
    }
    let Some(given) = value.as_object() else {
        return Ok(());
    };
    let (properties, required) = fields(document, schema);
    for name in &required {
        if !given.contains_key(name) {
            return Err(format!("{name} is missing"));
        }
    }
    for (name, value) in given {
        match properties.get(name) {
            Some(schema) => {
                check(document, schema, value).map_err(|fault| format!("{name}: {fault}"))?;
            }
            None if properties.is_empty() => {}
            None => return Err(format!("{name} is not described")),
        }
    }
    Ok(())
}

fn is_of(name: &Value, value: &Value) -> bool {
    match name.as_str().unwrap_or_default() {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

#[test]
fn what_generators_stumble_over_is_not_in_the_document() {
    let document = document();
    for operation in operations() {
        let said = &operation.described;
        let name = format!("{} {}", operation.method, operation.path);
        // A body of which several kinds have one schema is sent as all of them at once.
        if let Some(body) = said["requestBody"].as_object() {
            assert_eq!(body["content"].as_object().unwrap().len(), 1, "{name}");
            assert_eq!(body["required"], true, "{name}");
            // What has a default is taken as what is always there.
            for (field, schema) in fields(&document, &content(&said["requestBody"])["schema"]).0 {
                assert!(schema["default"].is_null(), "{name}: {field}");
            }
        }
        for (status, reply) in said["responses"].as_object().unwrap() {
            let reply = content(reply);
            let (_, required) = fields(&document, &reply["schema"]);
            for field in required {
                let example = &reply["example"];
                assert!(
                    example.get(&field).is_some(),
                    "{name} {status}: {field}: {example}"
                );
            }
        }
    }
}

/// The one kind of content of a body or a reply.
fn content(of: &Value) -> &Value {
    let kinds = of["content"].as_object();
    kinds
        .and_then(|kinds| kinds.values().next())
        .unwrap_or(&Value::Null)
}
