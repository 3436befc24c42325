//! What is mine is mine: strangers are refused everywhere, a credential does what its scopes say, and another user's
//! things are not there. Every operation of the document is tried; there is no list of exceptions.

use recollect_model::{ApiKeyToken, Environment, Scope};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::document::{Input, Operation, operations};
use crate::service::{Client, Reply, Service};
use crate::things::{NOBODYS, Things};

#[tokio::test]
async fn every_operation_refuses_a_stranger() {
    let service = Service::start().await;
    let http = reqwest::Client::new();
    let unknown = ApiKeyToken::new(&Environment::system());
    let unknown = format!("Bearer {}", unknown.reveal());
    let mistyped = format!("Bearer rc_pat_{}", "A".repeat(40));
    for operation in operations() {
        if operation.scope().is_none() {
            continue;
        }
        let (path, _) = operation.request(|input| input.is_id.then(|| NOBODYS.to_owned()));
        for authorization in [
            None,
            Some("Bearer"),
            Some("Bearer nonsense"),
            Some("Basic YTpi"),
            Some(&*mistyped),
            Some(&*unknown),
        ] {
            let mut request =
                http.request(operation.method.clone(), format!("{}{path}", service.base));
            if let Some(value) = authorization {
                request = request.header("Authorization", value);
            }
            let response = request.body("not even JSON").send().await.unwrap();
            let tried = format!("{} {authorization:?}", operation.name());
            assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{tried}");
            let challenge = response.headers()["www-authenticate"].to_str().unwrap();
            assert!(challenge.starts_with("Bearer "), "{tried}: {challenge}");
            let body: Value = response.json().await.unwrap();
            assert_eq!(
                body,
                json!({ "error": "Invalid API Key", "code": "invalid_api_key" }),
                "{tried}"
            );
        }
    }
}

#[tokio::test]
async fn what_needs_no_credential_answers_without_one() {
    let service = Service::start().await;
    let http = reqwest::Client::new();
    for operation in operations() {
        if operation.scope().is_some() {
            continue;
        }
        let (path, body) = operation.request(|input| input.is_id.then(|| NOBODYS.to_owned()));
        let mut request = http.request(operation.method.clone(), format!("{}{path}", service.base));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let status = request.send().await.unwrap().status();
        assert!(
            status != StatusCode::UNAUTHORIZED && status != StatusCode::FORBIDDEN,
            "{} needs a credential and does not say so: {status}",
            operation.name()
        );
    }
}

#[tokio::test]
async fn every_operation_refuses_a_key_that_lacks_its_scope() {
    let service = Service::start().await;
    for missing in Scope::ALL {
        let others = Scope::ALL.into_iter().filter(|scope| *scope != missing);
        let client = service
            .client_with("anna@example.com", others.collect())
            .await;
        let wanted = operations()
            .into_iter()
            .filter(|operation| operation.scope() == Some(missing));
        for operation in wanted {
            let (path, body) = operation.request(|input| input.is_id.then(|| NOBODYS.to_owned()));
            let (status, reply) = client
                .call(operation.method.clone(), &path, body.as_ref())
                .await;
            let tried = format!("{}: {reply}", operation.name());
            assert_eq!(status, StatusCode::FORBIDDEN, "{tried}");
            assert_eq!(reply["code"], "insufficient_scope", "{tried}");
            assert!(
                reply["error"].as_str().unwrap().contains(missing.as_str()),
                "{tried}"
            );
        }
    }
}

#[tokio::test]
async fn another_users_things_are_as_if_they_were_not_there() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    let hers = Things::of(&anna, "Clara", "Hamburg").await;
    let his = Things::of(&bert, "Zoe", "Oslo").await;
    let before = (hers.everything(&anna).await, his.everything(&bert).await);
    let mut tried = 0;
    for operation in operations() {
        // Each id by itself among the caller's own, and all of them together.
        let each: Vec<&Input> = operation.ids().collect();
        let choices = each.iter().map(|id| vec![id.name.as_str()]);
        let together: Vec<&str> = each
            .iter()
            .filter(|id| id.is_required)
            .map(|id| id.name.as_str())
            .collect();
        let together = (together.len() > 1).then_some(together);
        for chosen in choices.chain(together) {
            assert_not_there(&bert, &operation, &chosen, &his, &hers).await;
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried} ids were tried");
    let after = (hers.everything(&anna).await, his.everything(&bert).await);
    assert_eq!(after, before, "nothing of either changed");
    let (_, found) = bert
        .post("/search", &json!({ "query": "Clara Hamburg" }))
        .await;
    let seen = format!("{}{found}", after.1);
    assert!(!seen.contains("Hamburg"), "{seen}");
}

/// Tries an operation with another user's things in the chosen places, and expects what an id of nobody's gets.
async fn assert_not_there(
    caller: &Client,
    operation: &Operation,
    chosen: &[&str],
    own: &Things,
    others: &Things,
) {
    let attempt = async |stolen: &dyn Fn(&str) -> String| -> Reply {
        let (path, body) = operation.request(|input| {
            if !input.is_id {
                None
            } else if chosen.contains(&input.name.as_str()) {
                Some(stolen(&input.name))
            } else {
                input.is_required.then(|| own.named(operation, &input.name))
            }
        });
        let method = operation.method.clone();
        caller.call(method, &path, body.as_ref()).await
    };
    let reply = attempt(&|name| others.named(operation, name)).await;
    let of_nobodys = attempt(&|_| NOBODYS.to_owned()).await;
    let tried = format!("{} with another's {chosen:?}: {reply:?}", operation.name());
    assert_eq!(reply, of_nobodys, "{tried}");
    let field = reply.1["details"]["field"].as_str();
    assert!(
        reply.0 == StatusCode::NOT_FOUND
            || reply.0.is_client_error() && field.is_some_and(|field| chosen.contains(&field)),
        "{tried}"
    );
}

#[tokio::test]
async fn a_memory_is_found_only_by_its_owner() {
    let service = Service::start().await;
    let (anna, bert) = (
        service.client("anna@example.com").await,
        service.client("bert@example.com").await,
    );
    let log = anna
        .remember("My bank code is hidden in the old atlas.", &json!({}))
        .await;
    assert_eq!(
        bert.search("bank code atlas", &json!({})).await,
        Vec::<String>::new()
    );
    let (status, body) = bert
        .get(&format!("/api/v1/logs/{}", log["id"].as_str().unwrap()))
        .await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::NOT_FOUND, &json!("log_not_found"))
    );
    let space = log["spaceId"].as_str().unwrap();
    let stolen = json!({ "query": "bank code", "spaceId": space });
    assert_eq!(bert.post("/search", &stolen).await.0, StatusCode::NOT_FOUND);
    let planted = json!({ "episodeBody": "x", "referenceTime": "2025-03-01T09:30:00Z", "source": "x", "spaceId": space });
    let (status, body) = bert.post("/ingest", &planted).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::NOT_FOUND, &json!("space_not_found"))
    );
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let body = json!({ "name": "mine now" });
        let (status, _) = bert
            .call(
                method.clone(),
                &format!("/api/v1/spaces/{space}"),
                Some(&body),
            )
            .await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{method}");
    }
    assert_eq!(anna.search("bank code atlas", &json!({})).await.len(), 1);
}

#[tokio::test]
async fn the_same_address_has_one_account_however_it_is_written() {
    let service = Service::start().await;
    let (first, second) = (
        service.client("Anna@Example.com").await,
        service.client(" anna@example.com ").await,
    );
    let (_, me) = first.get("/api/v1/me").await;
    assert_eq!(me, second.get("/api/v1/me").await.1);
    assert_eq!(
        (&me["email"], &me["name"]),
        (&json!("anna@example.com"), &json!("anna"))
    );
}
