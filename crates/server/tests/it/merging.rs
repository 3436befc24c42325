//! Two entities become one when their owner says so, and are two again when they say that.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::reading::{all_told, assert_refused, text, texts};
use crate::service::{Client, Reply, Service};

/// Two people with nothing in common but where they live; their ids.
async fn remember_two(client: &Client) -> [String; 2] {
    for (text, day) in [
        ("Anna lives in Hamburg.", "2024-01-10"),
        ("Anna likes tea.", "2024-02-10"),
        ("Carl plays chess.", "2024-03-10"),
        ("Carl lives in Rome.", "2024-04-10"),
    ] {
        let more = json!({ "referenceTime": format!("{day}T09:00:00Z") });
        client.remember(text, &more).await;
    }
    [client.entity("Anna").await, client.entity("Carl").await]
}

async fn merge(client: &Client, one: &str, other: &str) -> Reply {
    let path = format!("/api/v1/entities/{one}/merge");
    client.post(&path, &json!({ "other": other })).await
}

async fn split(client: &Client, one: &str, name: &str) -> Reply {
    let path = format!("/api/v1/entities/{one}/split");
    client.post(&path, &json!({ "alias": name })).await
}

/// Everything that can be read of the graph.
async fn whole(client: &Client) -> Value {
    let entities = client.read("/api/v1/entities?limit=1000").await;
    let mut whole = json!({
        "timeline": client.read("/api/v1/graph/timeline?limit=1000").await,
        "overview": client.read("/api/v1/graph/overview?limit=1000").await,
    });
    for id in texts(&entities["entities"], |entity| &entity["id"]) {
        whole[&id] = client.read(&format!("/api/v1/entities/{id}")).await;
    }
    whole["entities"] = entities;
    whole
}

/// What is said, whatever the statements' own ids are.
async fn said(client: &Client, entity: &str) -> Vec<String> {
    all_told(&client.said_of(entity, "").await)
}

#[tokio::test]
async fn what_is_said_of_two_is_said_of_the_one_they_become() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let [anna, carl] = remember_two(&nora).await;
    let (status, merged) = merge(&nora, &anna, &carl).await;
    assert_eq!(status, StatusCode::OK, "{merged}");
    assert_eq!(merged["aliases"][0]["because"], "asked");
    let mut names = texts(&merged["aliases"], |alias| &alias["name"]);
    names.push(text(&merged["entity"]["name"]));
    names.sort();
    assert_eq!(names, ["Anna", "Carl"]);
    let one = text(&merged["entity"]["name"]);
    let wanted = [
        format!("{one} lives_in Hamburg 2024-01-10T09:00:00Z..2024-04-10T09:00:00Z"),
        format!("{one} likes tea 2024-02-10T09:00:00Z.."),
        format!("{one} plays chess 2024-03-10T09:00:00Z.."),
        format!("{one} lives_in Rome 2024-04-10T09:00:00Z.."),
    ];
    assert_eq!(said(&nora, &anna).await, wanted);
    assert_eq!(said(&nora, &carl).await, wanted, "either name will do");
    assert_eq!(nora.entity("Anna").await, nora.entity("Carl").await);
    for name in [&anna, &carl] {
        let shown = nora.read(&format!("/api/v1/entities/{name}")).await;
        assert_eq!(shown, merged);
    }
    let facts = nora
        .facts("Where does Carl live?", &json!({ "limit": 200 }))
        .await;
    assert!(facts.contains(&wanted[3]), "{facts:?}");
    assert!(
        facts.iter().all(|fact| !fact.contains("Hamburg")),
        "{facts:?}"
    );
}

#[tokio::test]
async fn splitting_takes_merging_back_and_later_texts_leave_it_so() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let [anna, carl] = remember_two(&nora).await;
    let apart = [said(&nora, &anna).await, said(&nora, &carl).await];
    let names = nora.entity_names("").await;
    merge(&nora, &anna, &carl).await;
    let (status, alone) = split(&nora, &anna, &carl).await;
    assert_eq!(status, StatusCode::OK, "{alone}");
    assert_eq!(alone["entity"]["name"], "Carl");
    assert_eq!(alone["aliases"], json!([]));
    assert_eq!(said(&nora, &anna).await, apart[0]);
    assert_eq!(said(&nora, &carl).await, apart[1]);
    assert_eq!(nora.entity_names("").await, names);
    nora.remember("Carl met Anna in Rome.", &json!({})).await;
    assert_ne!(nora.entity("Anna").await, nora.entity("Carl").await);
}

#[tokio::test]
async fn a_short_form_that_is_split_off_stays_apart_until_it_is_merged() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    nora.remember("Melanie plays tennis.", &json!({})).await;
    nora.remember("Mel lives in Lyon.", &json!({})).await;
    let melanie = nora.entity("Melanie").await;
    let one = nora.read(&format!("/api/v1/entities/{melanie}")).await;
    let mel = text(&one["aliases"][0]["id"]);
    assert_eq!(split(&nora, &melanie, &mel).await.0, StatusCode::OK);
    let more = json!({ "referenceTime": "2025-04-01T09:30:00Z" });
    nora.remember("Mel likes pottery. Melanie likes tea.", &more)
        .await;
    assert_eq!(
        said(&nora, &mel).await,
        [
            "Mel lives_in Lyon 2025-03-01T09:30:00Z..",
            "Mel likes pottery 2025-04-01T09:30:00Z.."
        ]
    );
    assert_eq!(merge(&nora, &mel, &melanie).await.0, StatusCode::OK);
    assert_eq!(said(&nora, &mel).await.len(), 4);
}

#[tokio::test]
async fn saying_it_again_changes_nothing() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let [anna, carl] = remember_two(&nora).await;
    merge(&nora, &anna, &carl).await;
    let once = whole(&nora).await;
    assert_refused(&merge(&nora, &anna, &carl).await, "other");
    assert_refused(&merge(&nora, &carl, &anna).await, "other");
    assert_refused(&merge(&nora, &carl, &carl).await, "other");
    assert_eq!(whole(&nora).await, once);
    split(&nora, &anna, &carl).await;
    let apart = whole(&nora).await;
    assert_refused(&split(&nora, &anna, &carl).await, "alias");
    assert_refused(&split(&nora, &carl, &anna).await, "alias");
    assert_eq!(whole(&nora).await, apart);
}

#[tokio::test]
async fn what_cannot_be_one_or_two_is_refused_and_nothing_changes() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let [anna, _] = remember_two(&nora).await;
    let rome = nora.entity("Rome").await;
    let (_, created) = nora
        .post("/api/v1/spaces", &json!({ "name": "Work" }))
        .await;
    let work = json!({ "spaceId": created["space"]["id"] });
    nora.remember("Zoe lives in Oslo.", &work).await;
    let zoe = nora.entity("Zoe").await;
    let before = whole(&nora).await;
    let nobody = "018f0000-0000-7000-8000-000000000000";
    let path = format!("/api/v1/entities/{anna}");
    for (operation, field) in [("merge", "other"), ("split", "alias")] {
        let path = format!("{path}/{operation}");
        for value in [json!(null), json!(5), json!([anna]), json!(""), json!("x")] {
            let reply = nora.post(&path, &json!({ field: value })).await;
            assert_refused(&reply, field);
        }
        assert_refused(&nora.post(&path, &json!({})).await, field);
        let (status, body) = nora.post_bytes(&path, b"[".to_vec()).await;
        assert_eq!(
            (status, &body["code"]),
            (StatusCode::BAD_REQUEST, &json!("invalid_json"))
        );
        let elsewhere = format!("/api/v1/entities/{nobody}/{operation}");
        let (status, _) = nora.post(&elsewhere, &json!({ field: anna })).await;
        assert!(
            status == StatusCode::NOT_FOUND || status == StatusCode::BAD_REQUEST,
            "{operation}: {status}"
        );
    }
    assert_eq!(merge(&nora, &anna, nobody).await.0, StatusCode::NOT_FOUND);
    assert_refused(&merge(&nora, &anna, &zoe).await, "other");
    assert_refused(&split(&nora, &anna, &rome).await, "alias");
    assert_refused(&split(&nora, &anna, &anna).await, "alias");
    assert_refused(&split(&nora, &anna, nobody).await, "alias");
    assert_eq!(whole(&nora).await, before);
}

#[tokio::test]
async fn another_users_entity_can_be_merged_with_nothing_and_is_not_told() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let bert = service.client("bert@example.com").await;
    let [anna, carl] = remember_two(&nora).await;
    bert.remember("Zoe lives in Oslo.", &json!({})).await;
    let zoe = bert.entity("Zoe").await;
    let (of_nora, of_bert) = (whole(&nora).await, whole(&bert).await);
    for reply in [
        merge(&bert, &zoe, &anna).await,
        merge(&bert, &anna, &zoe).await,
        merge(&bert, &anna, &carl).await,
        split(&bert, &anna, &carl).await,
        split(&bert, &zoe, &anna).await,
    ] {
        assert!(reply.0.is_client_error(), "{reply:?}");
        assert!(!reply.1.to_string().contains("Anna"), "{reply:?}");
    }
    let nobody = "018f0000-0000-7000-8000-000000000000";
    assert_eq!(
        merge(&bert, &zoe, &anna).await,
        merge(&bert, &zoe, nobody).await
    );
    assert_eq!(whole(&nora).await, of_nora);
    assert_eq!(whole(&bert).await, of_bert);
}
