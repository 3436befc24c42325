//! Bad input gets the right status, an error that names the field, and leaves nothing behind.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::service::{Client, Service};

fn valid() -> Value {
    json!({ "episodeBody": "The cat sleeps.", "referenceTime": "2025-03-01T09:30:00Z", "source": "test" })
}

#[tokio::test]
async fn each_wrong_field_of_a_text_is_named_and_nothing_is_stored() {
    let service = Service::with(&["--embedder", "potion", "--max-text-bytes", "1000"]).await;
    let anna = service.client("anna@example.com").await;
    let invalid: [(&str, Value); 24] = [
        ("episodeBody", json!(null)),
        ("episodeBody", json!(7)),
        ("episodeBody", json!(["a"])),
        ("episodeBody", json!("")),
        ("episodeBody", json!(" \n\t\u{a0}")),
        ("episodeBody", json!("a\0b")),
        ("referenceTime", json!(null)),
        ("referenceTime", json!(1_700_000_000)),
        ("referenceTime", json!("")),
        ("referenceTime", json!("yesterday")),
        ("referenceTime", json!("2025-03-01")),
        ("referenceTime", json!("2025-13-01T00:00:00Z")),
        ("referenceTime", json!("2025-02-30T00:00:00Z")),
        ("referenceTime", json!("2025-03-01T25:00:00Z")),
        ("referenceTime", json!("2025-03-01T09:30:00Z tomorrow")),
        ("source", json!(null)),
        ("source", json!({})),
        ("source", json!("  ")),
        ("source", json!("a\0b")),
        ("source", json!("x".repeat(513))),
        ("sessionId", json!(5)),
        ("sessionId", json!("a\0b")),
        ("spaceId", json!(5)),
        ("type", json!("POEM")),
    ];
    for (field, value) in invalid {
        let mut body = valid();
        body[field] = value;
        let (status, reply) = anna.post("/ingest", &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {reply}");
        assert_eq!(reply["details"]["field"], field, "{body}: {reply}");
        assert!(
            reply["error"].as_str().unwrap().starts_with(field),
            "{reply}"
        );
        assert!(reply["code"].is_string());
    }
    for unknown in [
        json!("not-a-uuid"),
        json!("018f0000-0000-7000-8000-000000000000"),
    ] {
        let mut body = valid();
        body["spaceId"] = unknown;
        let (status, reply) = anna.post("/ingest", &body).await;
        assert_eq!(
            (status, &reply["code"]),
            (StatusCode::NOT_FOUND, &json!("space_not_found"))
        );
        assert_eq!(reply["details"]["field"], "spaceId");
    }
    let mut crowded = valid();
    crowded["metadata"] = json!({ "note": "x".repeat(70_000) });
    let (status, reply) = anna.post("/ingest", &crowded).await;
    assert_eq!(
        (status, &reply["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("text_too_large"))
    );
    let mut long = valid();
    long["episodeBody"] = json!("x".repeat(1001));
    let (status, reply) = anna.post("/ingest", &long).await;
    assert_eq!(
        (status, &reply["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("text_too_large"))
    );
    assert_nothing_stored(&anna).await;
}

#[tokio::test]
async fn a_body_that_is_no_json_object_is_refused() {
    let service = Service::with(&["--embedder", "potion", "--max-text-bytes", "1000"]).await;
    let anna = service.client("anna@example.com").await;
    let bodies: [&[u8]; 7] = [
        b"",
        b"{",
        b"[1]",
        b"\"text\"",
        b"episodeBody=x",
        b"{\"episodeBody\":\"\xff\xfe\"}",
        b"{\"a\":1}{",
    ];
    for body in bodies {
        for path in ["/ingest", "/search", "/api/v1/spaces"] {
            let (status, reply) = anna.post_bytes(path, body.to_vec()).await;
            assert_eq!(
                (status, &reply["code"]),
                (StatusCode::BAD_REQUEST, &json!("invalid_json")),
                "{path} {body:?}"
            );
        }
    }
    let deep = [b"{\"a\":".repeat(5_000), b"1".to_vec(), b"}".repeat(5_000)].concat();
    assert_eq!(
        anna.post_bytes("/ingest", deep).await.0,
        StatusCode::BAD_REQUEST
    );
    let huge = serde_json::to_vec(&json!({ "episodeBody": "x".repeat(200_000) })).unwrap();
    let (status, reply) = anna.post_bytes("/ingest", huge).await;
    assert_eq!(
        (status, &reply["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("body_too_large"))
    );
    assert_nothing_stored(&anna).await;
}

#[tokio::test]
async fn each_wrong_field_of_a_search_is_named() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let invalid: [(&str, Value); 15] = [
        ("query", json!(null)),
        ("query", json!(3)),
        ("query", json!(" ")),
        ("query", json!("a\0b")),
        ("limit", json!(0)),
        ("limit", json!(201)),
        ("limit", json!(-1)),
        ("limit", json!(1.5)),
        ("limit", json!("10")),
        ("referenceTime", json!("soon")),
        ("startTime", json!("soon")),
        ("validAt", json!(5)),
        ("spaceIds", json!("one")),
        (
            "spaceIds",
            json!(vec!["018f0000-0000-7000-8000-000000000000"; 101]),
        ),
        ("sessionId", json!([])),
    ];
    for (field, value) in invalid {
        let mut body = json!({ "query": "cat" });
        body[field] = value;
        let (status, reply) = anna.post("/search", &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {reply}");
        assert_eq!(reply["details"]["field"], field, "{body}: {reply}");
    }
    assert_eq!(
        anna.post("/search?limit=x", &json!({ "query": "cat" }))
            .await
            .0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn what_is_not_there_is_said_in_json() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for path in [
        "/api/v1/logs/nonsense",
        "/api/v1/logs/018f0000-0000-7000-8000-000000000000",
        "/api/v1/nothing",
        "/api/v1/logs/%FF",
        "/api/v1/spaces/%FF",
        "/api/v1/spaces/x",
    ] {
        let (status, reply) = anna.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(reply["error"].is_string() && reply["code"].is_string());
    }
    let (status, reply) = anna.get("/ingest").await;
    assert_eq!(
        (status, &reply["code"]),
        (StatusCode::METHOD_NOT_ALLOWED, &json!("method_not_allowed"))
    );
}

#[tokio::test]
async fn a_text_at_the_limit_in_the_longest_spelling_is_accepted() {
    let service = Service::with(&["--embedder", "potion", "--max-text-bytes", "1000"]).await;
    let anna = service.client("anna@example.com").await;
    let escaped = "\\u0061".repeat(1000);
    let body = format!(
        "{{\"episodeBody\":\"{escaped}\",\"referenceTime\":\"2025-03-01T09:30:00Z\",\"source\":\"x\"}}"
    );
    assert_eq!(
        anna.post_bytes("/ingest", body.into_bytes()).await.0,
        StatusCode::OK
    );
}

/// What was refused is not in the queue either: a text sent after it is processed after it, and is all there is.
async fn assert_nothing_stored(client: &Client) {
    let text = "The cat sleeps: text a b x.";
    client.remember(text, &json!({})).await;
    assert_eq!(
        client
            .search("cat sleeps text a b x", &json!({ "limit": 200 }))
            .await,
        [text]
    );
}

#[tokio::test]
async fn a_null_does_not_hide_the_same_field_in_the_other_spelling() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mut body = valid();
    body["spaceId"] = json!(null);
    body["space_id"] = json!("018f0000-0000-7000-8000-000000000000");
    assert_eq!(anna.post("/ingest", &body).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_time_without_end_is_a_time() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    anna.remember("The cat sleeps.", &json!({})).await;
    let found = anna
        .search("cat", &json!({ "endTime": "9999-12-31T23:59:59Z" }))
        .await;
    assert_eq!(found, ["The cat sleeps."]);
}

#[tokio::test]
async fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let query = json!({ "query": "cat", "limit": 2.0 });
    let (status, reply) = anna.post("/search", &query).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
}

#[tokio::test]
async fn what_is_too_long_beside_a_text_and_a_time_before_the_year_1_are_named() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (field, value) in [
        ("title", json!("x".repeat(70_000))),
        ("metadata", json!({ "note": "x".repeat(70_000) })),
        ("referenceTime", json!("0000-12-31T23:59:59Z")),
        ("referenceTime", json!("0001-01-01T00:30:00+01:00")),
        ("referenceTime", json!("-000044-03-15T12:00:00Z")),
    ] {
        let mut body = valid();
        body[field] = value;
        let (status, reply) = anna.post("/ingest", &body).await;
        assert!(status.is_client_error(), "{field}: {reply}");
        assert_eq!(reply["details"]["field"], field, "{reply}");
    }
    let (status, _) = anna
        .post("/search?limit=", &json!({ "query": "tea" }))
        .await;
    assert_eq!(status, StatusCode::OK);
}
