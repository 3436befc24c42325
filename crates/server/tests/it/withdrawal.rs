//! Access that was taken away is gone, with all that it had made; unless a person said otherwise, on a page.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::oauth::{Application, CALLBACK};
use crate::reading::text;
use crate::service::{Browser, Service};

const KEYS: &str = "/api/v1/keys";
/// What applications ask for here.
const SCOPE: (&str, &str) = ("scope", "memory:read account");

/// Creates a key with another token.
async fn key_by(service: &Service, token: &str, name: &str) -> Value {
    let request = reqwest::Client::new().post(format!("{}{KEYS}", service.base));
    let request = request.bearer_auth(token).json(&json!({ "name": name }));
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::CREATED);
    response.json().await.unwrap()
}

/// What an export answers to this token.
async fn exports(service: &Service, token: &str) -> StatusCode {
    let request = reqwest::Client::new().get(format!("{}/api/v1/export", service.base));
    let response = request.bearer_auth(token).send().await.unwrap();
    let status = response.status();
    response.bytes().await.unwrap();
    status
}

async fn grant(person: &Browser) -> String {
    let (_, listed) = person.call(Method::GET, "/api/v1/grants", None).await;
    format!("/api/v1/grants/{}", text(&listed["grants"][0]["id"]))
}

#[tokio::test]
async fn a_key_that_an_application_made_ends_with_its_grant() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let application = Application::public(&service, CALLBACK).await;
    let tokens = application.connected(&anna, &[SCOPE]).await;
    let access = text(&tokens["access_token"]);
    let made = key_by(&service, &access, "made").await;
    let child = key_by(&service, &text(&made["key"]), "child").await;
    let kept = key_by(&service, &access, "kept").await;
    assert!(
        made["madeByGrant"].is_string() && made["madeByKey"].is_null(),
        "{made}"
    );
    assert_eq!(child["madeByGrant"], made["madeByGrant"]);
    assert_eq!(child["madeByKey"], made["id"]);
    for key in [&made, &child, &kept] {
        assert_eq!(exports(&service, &text(&key["key"])).await, StatusCode::OK);
    }
    // A person says that one of them stands for itself.
    let page = anna.get("/api").await;
    let keep = format!("/api/keys/{}/keep", text(&kept["id"]));
    assert!(page.body.contains(&keep), "{}", page.body);
    assert_eq!(
        anna.post_form(&keep, &[]).await.status,
        StatusCode::SEE_OTHER
    );

    let path = grant(&anna).await;
    assert_eq!(
        anna.call(Method::DELETE, &path, None).await.0,
        StatusCode::OK
    );
    for key in [&made, &child] {
        let answer = exports(&service, &text(&key["key"])).await;
        assert_eq!(answer, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(exports(&service, &text(&kept["key"])).await, StatusCode::OK);
    let (_, trail) = anna.call(Method::GET, "/api/v1/audit", None).await;
    let revoked: Vec<&Value> = trail["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["action"] == "key.revoked")
        .collect();
    assert_eq!(revoked.len(), 2, "{trail}");
}

#[tokio::test]
async fn a_key_opens_no_more_than_the_grant_it_goes_back_to() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let application = Application::public(&service, CALLBACK).await;
    let tokens = application.connected(&anna, &[SCOPE]).await;
    let made = key_by(&service, &text(&tokens["access_token"]), "made").await;
    // The person is asked again, and unticks the account.
    let again = application.asks(&[SCOPE, ("prompt", "consent")]);
    let page = anna.get(&again).await;
    let fields = crate::oauth::fields(&page);
    let mut fields: Vec<(&str, &str)> = fields
        .iter()
        .filter(|(name, value)| name != "allow" || value == "memory:read")
        .map(|(name, value)| (&**name, &**value))
        .collect();
    fields.push(("answer", "allow"));
    let sent = anna.post_form("/oauth/authorize", &fields).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    let answer = exports(&service, &text(&made["key"])).await;
    assert_eq!(answer, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_revoked_key_takes_along_the_keys_that_it_made() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let parent = key_by(&service, anna.key(), "parent").await;
    let child = key_by(&service, &text(&parent["key"]), "child").await;
    let grandchild = key_by(&service, &text(&child["key"]), "grandchild").await;
    let path = format!("{KEYS}/{}", text(&parent["id"]));
    assert_eq!(
        anna.call(Method::DELETE, &path, None).await.0,
        StatusCode::OK
    );
    for key in [&parent, &child, &grandchild] {
        let answer = exports(&service, &text(&key["key"])).await;
        assert_eq!(answer, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(exports(&service, anna.key()).await, StatusCode::OK);
    // One that a person makes in a session is nobody's child.
    let browser = anna.sign_in().await;
    let body = json!({ "name": "own" });
    let (_, own) = browser.call(Method::POST, KEYS, Some(&body)).await;
    assert!(
        own["madeByKey"].is_null() && own["madeByGrant"].is_null(),
        "{own}"
    );
}
