//! What is sent is described as it is checked: whatever a body or a query is said to hold is read, and refused by its name where
//! it is not as the description says; and nothing is read that is not described.

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::{Map, Value, json};

use crate::document::{Input, Operation, Place, document, fields, operations, resolved};
use crate::reading::text;
use crate::service::{Client, Service};
use crate::things::Things;

/// Bodies whose mistakes are told as another protocol has it, which names no field.
const OTHER_PROTOCOLS: [&str; 3] = ["/oauth/register", "/mcp", "/api/v1/mcp"];

#[tokio::test]
async fn what_a_description_rules_out_is_refused_by_its_name() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let things = Things::of(&anna, "Bert", "Toulouse").await;
    let document = document();
    let (mut tried, mut faults) = (0, Vec::new());
    let is_ours =
        |one: &&Operation| !one.takes_form() && !OTHER_PROTOCOLS.contains(&one.path.as_str());
    for operation in operations().iter().filter(is_ours) {
        for input in &operation.inputs {
            for (value, what) in wrong(&document, operation, input) {
                tried += 1;
                let refused = send(&anna, &things, operation, input, &value).await;
                if let Err(reply) = refused {
                    let value = value.to_string().chars().take(60).collect::<String>();
                    faults.push(format!(
                        "{}: {} {what}: {value}: {reply}",
                        operation.name(),
                        input.name
                    ));
                }
            }
        }
    }
    assert!(tried > 150, "{tried}");
    assert!(
        faults.is_empty(),
        "{} of {tried}:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Values that the description of an input rules out, and in what respect.
fn wrong(document: &Value, operation: &Operation, input: &Input) -> Vec<(Value, &'static str)> {
    let schema = resolved(document, &schema_of(document, operation, input));
    let allows = |name: &str| match &schema["type"] {
        Value::Array(types) => types.iter().any(|one| one == name),
        one => one == name,
    };
    let mut wrong = Vec::new();
    // A choice of several kinds is for the tests of what reads it.
    let is_plain = schema["oneOf"].is_null() && !schema["type"].is_null();
    match input.place {
        Place::Path => return wrong,
        Place::Body if is_plain && !allows("object") => {
            wrong.push((json!({ "no": "such" }), "of another type"));
        }
        Place::Query
            if is_plain && (allows("integer") || allows("number") || allows("boolean")) =>
        {
            wrong.push((json!("nonsense"), "of another type"));
        }
        _ => {}
    }
    if schema["format"] == "date-time" {
        wrong.push((json!("one day"), "no time"));
    }
    if schema["enum"].is_array() {
        wrong.push((json!("nonsense"), "not among those that there are"));
    }
    if let Some(most) = schema["maxLength"].as_u64() {
        wrong.push((json!("x".repeat(most as usize + 1)), "too long"));
    }
    if schema["minLength"].as_u64().is_some_and(|least| least > 0) && input.place == Place::Body {
        wrong.push((json!(""), "too short"));
    }
    if let Some(least) = schema["minimum"].as_i64() {
        wrong.extend(least.checked_sub(1).map(|less| (json!(less), "too small")));
    }
    if let Some(most) = schema["maximum"].as_i64() {
        wrong.extend(most.checked_add(1).map(|more| (json!(more), "too large")));
    }
    if let Some(most) = schema["maxItems"].as_u64() {
        let item = match schema["items"]["format"].as_str() {
            Some("uuid") => crate::things::NOBODYS,
            _ => "x",
        };
        let many: Vec<String> = (0..=most).map(|n| format!("{item}{n}")).collect();
        wrong.push((json!(many), "too many"));
    }
    wrong
}

/// What the document says of an input.
fn schema_of(document: &Value, operation: &Operation, input: &Input) -> Value {
    let described = &operation.described;
    if input.place == Place::Body {
        let body = &described["requestBody"]["content"]["application/json"]["schema"];
        return fields(document, body).0[&input.name].clone();
    }
    let mut parameters = described["parameters"].as_array().into_iter().flatten();
    let named = parameters.find(|one| one["name"] == input.name.as_str());
    named.unwrap()["schema"].clone()
}

/// Sends a request that is right but for one value; what was answered, unless it was refused because of that.
async fn send(
    anna: &Client,
    things: &Things,
    operation: &Operation,
    wrong: &Input,
    value: &Value,
) -> Result<(), Value> {
    let is_wrong = |input: &Input| input.name == wrong.name && input.place == wrong.place;
    let plain = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let fill = |input: &Input| match input.place {
        Place::Query if is_wrong(input) => Some(plain.clone()),
        _ => (input.is_id && input.is_required).then(|| things.named(operation, &input.name)),
    };
    let (path, body) = operation.request(fill);
    let body = body.map(|body| {
        let mut body: Map<String, Value> = body.as_object().cloned().unwrap_or_default();
        if wrong.place == Place::Body {
            body.insert(wrong.name.clone(), value.clone());
        }
        Value::Object(body)
    });
    let (status, reply) = anna
        .call(operation.method.clone(), &path, body.as_ref())
        .await;
    let is_refused = [StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY].contains(&status);
    match is_refused && reply["details"]["field"] == wrong.name.as_str() {
        true => Ok(()),
        false => Err(json!([status.as_u16(), reply["error"], reply["details"]])),
    }
}

/// What reads fields and parameters by their names, where they are not declared.
const READERS: [&str; 9] = [
    "read",
    "text",
    "required",
    "count",
    "flag",
    "instant",
    "since_date",
    "until_date",
    "id",
];

#[test]
fn nothing_is_read_by_a_name_that_is_not_described() {
    let document = document();
    let mut described: BTreeSet<String> = BTreeSet::new();
    for operation in operations() {
        described.extend(operation.inputs.iter().map(|input| input.name.clone()));
        let content = &operation.described["requestBody"]["content"];
        for kind in content.as_object().into_iter().flatten() {
            described.extend(fields(&document, &kind.1["schema"]).0.keys().cloned());
        }
    }
    // Parts of what is described as a choice.
    let whole = document.to_string();
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http");
    let mut read = 0;
    for file in std::fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        if !path.is_file() {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        for receiver in ["fields", "parameters"] {
            for reader in READERS {
                let call = format!("{receiver}.{reader}(\"");
                for after in source.split(&call).skip(1) {
                    let name = text(&json!(after.split('"').next().unwrap()));
                    read += 1;
                    assert!(
                        described.contains(&name) || whole.contains(&format!("\"{name}\":")),
                        "{}: {name} is read and not described",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(read > 25, "{read}");
}

/// How a body or a query could be read past the readers that name each mistake.
const PAST: [&str; 8] = [
    ": Json<",
    ": Query<",
    ": Form<",
    "Query::<",
    "Form::<",
    "serde_json::from_",
    "Bytes::from_request",
    "to_bytes(",
];

/// Where something is read so, and why.
const READERS_THEMSELVES: [(&str, &str); 8] = [
    ("fields.rs", "it is the reader of JSON bodies"),
    ("parameters.rs", "it is the reader of queries"),
    ("caller.rs", "it gives the readers the body"),
    (
        "idempotency.rs",
        "it compares and keeps whole bodies, whatever they say",
    ),
    (
        "labels.rs",
        "metadata in a form or a query is JSON within a text",
    ),
    ("logs.rs", "it shows a request that was kept"),
    (
        "oauth/registration.rs",
        "its struct is read, checked and described by one derive, and errors are those of RFC 7591",
    ),
    (
        "oauth/mod.rs",
        "it is the reader of the forms of OAuth, whose errors are those of RFC 6749",
    ),
];

#[test]
fn bodies_and_queries_are_read_by_the_readers_that_name_each_mistake() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http");
    let mut found = BTreeSet::new();
    // What assistants call is read and described by one derive for each tool.
    for part in ["", "oauth"] {
        for file in std::fs::read_dir(directory.join(part)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            if PAST.iter().any(|past| source.contains(past)) {
                let name = path.strip_prefix(&directory).unwrap();
                found.insert(name.to_str().unwrap().to_owned());
            }
        }
    }
    let listed = READERS_THEMSELVES.map(|(file, _)| file.to_owned());
    assert_eq!(
        found,
        listed.into(),
        "declare the body by `body!`, and read queries by `Parameters`"
    );
}
