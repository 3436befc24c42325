//! Spaces over the interface.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::service::Service;

#[tokio::test]
async fn a_space_is_created_listed_renamed_and_deleted_with_all_in_it() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let (status, created) = anna
        .post(
            "/api/v1/spaces",
            &json!({ "name": "Work", "description": "The office" }),
        )
        .await;
    assert_eq!(
        (status, &created["success"]),
        (StatusCode::CREATED, &json!(true))
    );
    let id = created["space"]["id"].as_str().unwrap();
    let path = format!("/api/v1/spaces/{id}");

    let (_, listed) = anna.get("/api/v1/spaces").await;
    let names: Vec<_> = listed["spaces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|space| &space["name"])
        .collect();
    assert_eq!(
        names.len(),
        2,
        "the default space and the new one: {listed}"
    );
    assert_eq!(names[1], "Work");

    let (status, renamed) = anna
        .call(Method::PUT, &path, Some(&json!({ "name": "Office" })))
        .await;
    assert_eq!(
        (status, &renamed["space"]["name"]),
        (StatusCode::OK, &json!("Office"))
    );
    assert_eq!(renamed["space"]["description"], "The office");

    let log = anna
        .remember("The printer needs toner.", &json!({ "spaceId": id }))
        .await;
    assert_eq!(log["spaceId"], id);
    assert_eq!(
        anna.search("toner", &json!({ "spaceIds": [id] }))
            .await
            .len(),
        1
    );
    assert_eq!(
        anna.search("toner", &json!({})).await.len(),
        1,
        "no space named: all of them"
    );
    let default = listed["spaces"][0]["id"].as_str().unwrap();
    assert_eq!(
        anna.search("toner", &json!({ "spaceId": default }))
            .await
            .len(),
        0
    );

    let (status, deleted) = anna.call(Method::DELETE, &path, None).await;
    assert_eq!(
        (status, &deleted["deleted"]["episodes"]),
        (StatusCode::OK, &json!(1))
    );
    assert_eq!(anna.get(&path).await.0, StatusCode::NOT_FOUND);
    assert_eq!(anna.search("toner", &json!({})).await.len(), 0);
    assert_eq!(
        anna.get(&format!("/api/v1/logs/{}", log["id"].as_str().unwrap()))
            .await
            .0,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn two_spaces_cannot_share_a_name_and_the_default_one_stays() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    assert_eq!(
        anna.post("/api/v1/spaces", &json!({ "name": "Work" }))
            .await
            .0,
        StatusCode::CREATED
    );
    let (status, body) = anna
        .post("/api/v1/spaces", &json!({ "name": " Work " }))
        .await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::CONFLICT, &json!("conflict"))
    );
    let (_, listed) = anna.get("/api/v1/spaces").await;
    let default = &listed["spaces"][0];
    assert_eq!(default["isDefault"], true);
    let path = format!("/api/v1/spaces/{}", default["id"].as_str().unwrap());
    assert_eq!(
        anna.call(Method::DELETE, &path, None).await.0,
        StatusCode::CONFLICT
    );
    for bad in [
        json!({}),
        json!({ "name": "  " }),
        json!({ "name": 7 }),
        json!({ "name": "x".repeat(101) }),
    ] {
        assert_eq!(
            anna.post("/api/v1/spaces", &bad).await.0,
            StatusCode::BAD_REQUEST,
            "{bad}"
        );
    }
}

#[tokio::test]
async fn a_description_is_cleared_by_null_or_by_nothing_and_kept_when_it_is_left_out() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let garden = json!({ "name": "Garden", "description": "Beds" });
    let (_, made) = anna.post("/api/v1/spaces", &garden).await;
    let path = format!("/api/v1/spaces/{}", made["space"]["id"].as_str().unwrap());
    for clear in [
        json!({ "description": null }),
        json!({ "description": " " }),
    ] {
        for (change, description) in [
            (json!({ "description": "Beds" }), json!("Beds")),
            (json!({ "name": "Garden" }), json!("Beds")),
            (json!({ "name": null }), json!("Beds")),
            (clear.clone(), json!(null)),
            (json!({ "name": "Garden" }), json!(null)),
        ] {
            let (status, changed) = anna.call(Method::PUT, &path, Some(&change)).await;
            assert_eq!(status, StatusCode::OK, "{changed}");
            assert_eq!(changed["space"]["description"], description, "{change}");
        }
    }
    let empty = json!({ "name": "Shed", "description": "" });
    let (_, made) = anna.post("/api/v1/spaces", &empty).await;
    assert_eq!(made["space"]["description"], json!(null));
}

#[tokio::test]
async fn what_published_clients_ask_of_spaces_in_bulk_is_so_or_is_said_why_not() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let (_, made) = anna
        .post("/api/v1/spaces", &json!({ "name": "Work" }))
        .await;
    let work = made["space"]["id"].clone();
    let log = anna.remember("Clara lives in Lisbon.", &json!({})).await;
    let home = log["spaceId"].clone();
    let (_, found) = anna
        .post("/search", &json!({ "query": "Where does Clara live?" }))
        .await;
    let statement = found["facts"][0]["statementId"].clone();
    assert!(statement.is_string(), "{found}");
    let ask = async |body: Value| anna.call(Method::PUT, "/api/v1/spaces", Some(&body)).await;
    for body in [
        json!({ "intent": "initialize_space_ids" }),
        json!({ "intent": "assign_statements", "spaceId": home, "statementIds": [statement] }),
        json!({ "intent": "bulk_assign", "spaceIds": [home], "statementIds": [statement] }),
        json!({ "intent": "remove_statements", "spaceId": work, "statementIds": [statement] }),
    ] {
        let (status, done) = ask(body.clone()).await;
        assert_eq!(
            (status, &done["success"]),
            (StatusCode::OK, &json!(true)),
            "{body}: {done}"
        );
    }
    for (body, status) in [
        (
            json!({ "intent": "assign_statements", "spaceId": work, "statementIds": [statement] }),
            StatusCode::CONFLICT,
        ),
        (
            json!({ "intent": "remove_statements", "spaceId": home, "statementIds": [statement] }),
            StatusCode::CONFLICT,
        ),
        (
            json!({ "intent": "assign_statements", "spaceId": home, "statementIds": [home] }),
            StatusCode::NOT_FOUND,
        ),
        (
            json!({ "intent": "assign_statements", "spaceId": home }),
            StatusCode::BAD_REQUEST,
        ),
        (
            json!({ "intent": "bulk_assign", "statementIds": [statement] }),
            StatusCode::BAD_REQUEST,
        ),
        (json!({ "intent": "dance" }), StatusCode::BAD_REQUEST),
        (json!({}), StatusCode::BAD_REQUEST),
    ] {
        let (refused, said) = ask(body.clone()).await;
        assert_eq!(refused, status, "{body}: {said}");
    }
    let bert = service.client("bert@example.com").await;
    let body =
        json!({ "intent": "assign_statements", "spaceId": home, "statementIds": [statement] });
    let (status, _) = bert.call(Method::PUT, "/api/v1/spaces", Some(&body)).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}
