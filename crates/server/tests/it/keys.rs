//! API keys: made, listed, limited, revoked; over the API and on the command line.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::process::run;
use crate::reading::text;
use crate::service::{Client, Reply, Service};

const KEYS: &str = "/api/v1/keys";

async fn create(client: &Client, body: &Value) -> Value {
    let (status, made) = client.post(KEYS, body).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    made
}

/// Shows the account with another token.
async fn me(service: &Service, token: &Value) -> Reply {
    let request = reqwest::Client::new().get(format!("{}/api/v1/me", service.base));
    let response = request.bearer_auth(text(token)).send().await.unwrap();
    (response.status(), response.json().await.unwrap())
}

#[tokio::test]
async fn a_key_is_shown_once_and_opens_what_its_scopes_allow_until_it_is_revoked() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let body =
        json!({ "name": "  laptop ", "scopes": "memory:read webhooks", "expiresInDays": 30 });
    let made = create(&anna, &body).await;
    let (token, id) = (text(&made["key"]), text(&made["id"]));
    assert!(token.starts_with("rc_pat_") && token.len() == 47, "{token}");
    assert_eq!(
        (&made["name"], &made["scopes"], &made["lastUsedAt"]),
        (
            &json!("laptop"),
            &json!(["memory:read", "webhooks"]),
            &json!(null)
        )
    );
    assert!(token.starts_with(made["hint"].as_str().unwrap()));
    let (status, read) = me(&service, &made["key"]).await;
    assert_eq!((status, &read["scopes"]), (StatusCode::OK, &made["scopes"]));

    let (_, listed) = anna.get(KEYS).await;
    let listed = listed["keys"].as_array().unwrap().clone();
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert_eq!(listed[0]["id"], made["id"], "the newest first");
    assert!(
        listed.iter().all(|key| key["lastUsedAt"].is_string()),
        "{listed:?}"
    );
    assert!(
        !json!(listed).to_string().contains(&token),
        "the token is shown once"
    );
    let (_, shown) = anna.get(&format!("{KEYS}/{id}")).await;
    assert_eq!(shown, listed[0]);

    let path = format!("{KEYS}/{id}");
    let (status, _) = anna.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(me(&service, &made["key"]).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(anna.get(&path).await.0, StatusCode::NOT_FOUND);
    let (status, _) = anna.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_key_makes_no_key_that_may_do_more_or_lives_longer_than_itself() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let body = json!({ "name": "small", "scopes": ["memory:read", "account"], "expiresAt": "2125-01-01T00:00:00Z" });
    let small = create(&anna, &body).await;
    let post = async |body: &Value| -> Reply {
        let request = reqwest::Client::new().post(format!("{}{KEYS}", service.base));
        let request = request.bearer_auth(text(&small["key"])).json(body);
        let response = request.send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    };
    let (status, refused) = post(&json!({ "name": "more", "scopes": ["memory:write"] })).await;
    assert_eq!(
        (status, &refused["details"]["field"]),
        (StatusCode::BAD_REQUEST, &json!("scopes"))
    );
    let (status, made) =
        post(&json!({ "name": "as much", "expiresAt": "2130-01-01T00:00:00Z" })).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    assert_eq!(
        (&made["scopes"], &made["expiresAt"]),
        (&small["scopes"], &small["expiresAt"])
    );
}

#[tokio::test]
async fn what_is_wrong_with_a_new_key_is_named() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (body, field) in [
        (json!({}), "name"),
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x".repeat(101) }), "name"),
        (json!({ "name": "x", "scopes": ["everything"] }), "scopes"),
        (json!({ "name": "x", "scopes": [] }), "scopes"),
        (json!({ "name": "x", "scopes": [1] }), "scopes"),
        (
            json!({ "name": "x", "expiresAt": "2020-01-01T00:00:00Z" }),
            "expiresAt",
        ),
        (json!({ "name": "x", "expiresAt": "tomorrow" }), "expiresAt"),
        (json!({ "name": "x", "expiresInDays": 0 }), "expiresInDays"),
        (
            json!({ "name": "x", "expiresInDays": 1, "expiresAt": "2125-01-01T00:00:00Z" }),
            "expiresInDays",
        ),
    ] {
        let (status, refused) = anna.post(KEYS, &body).await;
        assert_eq!(
            (status, &refused["details"]["field"]),
            (StatusCode::BAD_REQUEST, &json!(field)),
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_person_is_called_what_they_say() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    anna.remember("I live in Rome.", &json!({})).await;
    let (status, me) = anna
        .call(
            Method::PUT,
            "/api/v1/me",
            Some(&json!({ "name": " Anna B. " })),
        )
        .await;
    assert_eq!((status, &me["name"]), (StatusCode::OK, &json!("Anna B.")));
    assert_eq!(anna.get("/api/v1/me").await.1, me);
    anna.remember("I play the cello.", &json!({})).await;
    let (_, timeline) = anna.get("/api/v1/graph/timeline").await;
    let said = timeline.to_string();
    assert!(
        said.contains("Anna B. lives in Rome") && said.contains("Anna B. plays"),
        "{said}"
    );
}

#[tokio::test]
async fn keys_are_made_listed_and_revoked_on_the_command_line() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().to_str().unwrap().to_owned();
    let key = |words: &[&str]| {
        let place = ["--data", &data, "--email", "anna@example.com"];
        let words: Vec<&str> = ["key"].iter().chain(words).chain(&place).copied().collect();
        let output = run(&words);
        let complaint = String::from_utf8(output.stderr).unwrap();
        (
            output.status.success(),
            String::from_utf8(output.stdout).unwrap(),
            complaint,
        )
    };
    let (_, nobody, complaint) = key(&["list"]);
    assert!(
        nobody.is_empty() && complaint.contains("account not found"),
        "{complaint}"
    );
    let (is_made, token, _) = key(&[
        "create",
        "--scopes",
        "memory:read account",
        "--expires-in-days",
        "7",
        "--key-name",
        "ci",
    ]);
    assert!(is_made && token.starts_with("rc_pat_"), "{token}");
    let (_, listed, _) = key(&["list"]);
    assert_eq!(listed.lines().count(), 1, "{listed}");
    assert!(
        listed.contains("  memory:read account  ci") && listed.contains("  expires "),
        "{listed}"
    );
    assert!(!listed.contains(token.trim()), "{listed}");
    let id = listed.split(' ').next().unwrap();
    assert!(key(&["revoke", id]).0);
    assert_eq!(key(&["list"]).1, "");
    let (is_revoked, _, complaint) = key(&["revoke", id]);
    assert!(
        !is_revoked && complaint.contains("key not found"),
        "{complaint}"
    );
    let (is_made, _, complaint) = key(&["create", "--scopes", "all"]);
    assert!(!is_made && complaint.contains("is no scope"), "{complaint}");
}
