//! The page of the interface says what the document says, and needs nothing but itself.

use std::collections::BTreeSet;

use reqwest::StatusCode;

use crate::document::{document, operations};
use crate::service::Service;

#[tokio::test]
async fn the_reference_page_shows_every_operation_and_needs_no_script() {
    let service = Service::start().await;
    let response = reqwest::get(format!("{}/api/v1/reference", service.base))
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert!(response.headers().contains_key("content-security-policy"));
    let html = response.text().await.unwrap();
    for operation in operations() {
        let id = operation.described["operationId"].as_str().unwrap();
        let shown = format!("<code>{} {}</code>", operation.method, operation.path);
        assert!(html.contains(&format!("id=\"{id}\"")), "{id}");
        assert!(html.contains(&shown), "{shown}");
        if let Some(scope) = operation.scope() {
            assert!(html.contains(&format!("scope {}", scope.as_str())), "{id}");
        }
        for input in &operation.inputs {
            assert!(
                html.contains(&format!("<code>{}</code>", input.name)),
                "{id}"
            );
        }
    }
    assert!(!html.contains("<script") && !html.contains("<style") && !html.contains(" style="));
    for link in html.split(" href=\"").skip(1) {
        assert!(link.starts_with(['/', '#']), "{}", &link[..40]);
    }
    let ids: Vec<&str> = html
        .split(" id=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    let different: BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(ids.len(), different.len(), "some ids are used twice");
    for target in html.split(" href=\"#").skip(1) {
        let target = target.split('"').next().unwrap();
        assert!(ids.contains(&target), "nothing is at #{target}");
    }
}

/// Everything that a reader needs before the first request is in the document.
#[test]
fn the_document_is_complete() {
    let document = document();
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(document["servers"][0]["url"], "/");
    let tags = document["tags"].as_array().unwrap();
    for operation in operations() {
        let (name, described) = (operation.name(), &operation.described);
        let tag = &described["tags"][0];
        assert!(
            tags.iter().any(|known| known["name"] == *tag),
            "{name}: {tag}"
        );
        for parameter in described["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{name}: {parameter}");
        }
        if described["requestBody"].is_object() {
            let content = described["requestBody"]["content"].as_object().unwrap();
            for (kind, content) in content {
                assert!(!content["example"].is_null(), "{name}: {kind}");
            }
        }
        for (status, reply) in described["responses"].as_object().unwrap() {
            assert!(reply["description"].is_string(), "{name}: {status}");
            let json = &reply["content"]["application/json"];
            assert!(
                json.is_null() || !json["example"].is_null() || !json["examples"].is_null(),
                "{name}: {status} has no example"
            );
        }
        if operation.scope().is_some() {
            for status in ["401", "403", "408", "413", "429", "431", "500", "503"] {
                let reply = &described["responses"][status];
                let example = &reply["content"]["application/json"]["example"];
                assert!(example["code"].is_string(), "{name}: {status}");
            }
            let headers = |status: &str| described["responses"][status]["headers"].clone();
            assert!(headers("401")["WWW-Authenticate"].is_object(), "{name}");
            assert!(headers("429")["Retry-After"].is_object(), "{name}");
            assert!(headers("503")["Retry-After"].is_object(), "{name}");
        }
    }
}
