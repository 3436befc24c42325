//! Webhooks at the door: registered as published clients do it, told of what happens, signed as the standard says.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::clients::{node, python};
use crate::reading::text;
use crate::receiver::{Receiver, file_of};
use crate::service::{Client, Service};

const HOOKS: &str = "/api/v1/webhooks";

async fn service() -> Service {
    Service::with(&[
        "--embedder",
        "potion",
        "--webhook-retry-schedule",
        "0.1,0.1",
        "--danger-allow-private-addresses",
    ])
    .await
}

async fn register(client: &Client, body: &Value) -> Value {
    let (status, created) = client.post(HOOKS, body).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    created
}

fn of(webhook: &Value) -> String {
    format!("{HOOKS}/{}", text(&webhook["id"]))
}

/// Waits until a delivery has ended; it.
async fn ended(client: &Client, webhook: &Value, delivery: &Value) -> Value {
    let path = format!("{}/deliveries/{}", of(webhook), text(&delivery["id"]));
    for _ in 0..1_000 {
        let delivery = client.read(&path).await;
        if delivery["state"] != "pending" {
            return delivery;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{path} has not ended after 10 s");
}

#[tokio::test]
async fn a_form_in_parts_is_read_like_any_other() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let send = async |kind: &str, body: &str| {
        let sent = anna
            .request(Method::POST, "/api/v1/webhooks")
            .header("Content-Type", kind)
            .body(body.to_owned());
        let reply = sent.send().await.unwrap();
        let status = reply.status();
        (status, reply.json::<Value>().await.unwrap())
    };
    let part = |name: &str, value: &str| {
        format!("--x1\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let url = part("url", "https://hooks.example.com/parts");
    let events = part("events", "episode.completed,episode.failed");
    let whole = format!("{url}{events}{}--x1--\r\n", part("enabled", "false"));
    let (status, made) = send("multipart/form-data; boundary=x1", &whole).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    assert_eq!(made["url"], "https://hooks.example.com/parts");
    assert_eq!(
        made["events"],
        json!(["episode.completed", "episode.failed"])
    );
    assert_eq!(made["enabled"], false);
    for (kind, body) in [
        ("multipart/form-data", &whole),
        ("multipart/form-data; boundary=x1", &url),
        (
            "multipart/form-data; boundary=x1",
            &whole.replace("parts", "pa\0rts"),
        ),
    ] {
        let (status, refused) = send(kind, body).await;
        assert_eq!(
            (status, &refused["code"]),
            (StatusCode::BAD_REQUEST, &json!("invalid_form"))
        );
    }
}

#[tokio::test]
async fn a_published_client_s_forms_register_change_and_delete() {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let form = "url=http%3A%2F%2F127.0.0.1%3A9%2Fhook&secret=my+s%C3%A9cret";
    let (status, created) = anna.form(Method::POST, HOOKS, form).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    assert_eq!(created["url"], "http://127.0.0.1:9/hook");
    assert_eq!(created["secret"], "my sécret");
    assert_eq!(
        (&created["enabled"], &created["events"]),
        (&json!(true), &json!(null))
    );
    assert!(created["createdAt"].is_string());
    let listed = anna.read(&format!("{HOOKS}?limit=100&offset=0")).await;
    assert_eq!(
        (&listed["totalCount"], &listed["hasMore"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(listed["webhooks"][0]["id"], created["id"]);
    assert!(!listed.to_string().contains("cret\":\"my"), "{listed}");
    let form = "url=https%3A%2F%2Fexample.com%2Fother&events=episode.completed%2Cepisode.failed\
                &secret=another&active=false";
    let (status, changed) = anna.form(Method::PUT, &of(&created), form).await;
    assert_eq!(status, StatusCode::OK, "{changed}");
    assert_eq!(changed["url"], "https://example.com/other");
    assert_eq!(
        changed["events"],
        json!(["episode.completed", "episode.failed"])
    );
    assert_eq!(changed["enabled"], false);
    assert!(changed["previousSecretUntil"].is_string());
    // What a form leaves empty or out stays.
    let (_, same) = anna
        .form(Method::PUT, &of(&created), "url=&description=Notes")
        .await;
    assert_eq!(
        (&same["url"], &same["description"]),
        (&changed["url"], &json!("Notes"))
    );
    let cleared = json!({ "description": "", "events": ["*"], "enabled": true });
    let (_, cleared) = anna.call(Method::PUT, &of(&created), Some(&cleared)).await;
    assert_eq!(
        (&cleared["description"], &cleared["events"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(cleared["enabled"], true);
    assert_eq!(anna.read(&of(&created)).await, cleared);
    let (status, deleted) = anna.call(Method::DELETE, &of(&created), None).await;
    assert_eq!(
        (status, deleted),
        (StatusCode::OK, json!({ "success": true }))
    );
    let (status, gone) = anna.get(&of(&created)).await;
    assert_eq!(
        (status, &gone["code"]),
        (StatusCode::NOT_FOUND, &json!("webhook_not_found"))
    );
}

/// A field of a webhook, and a value that it cannot have.
fn wrong_fields() -> Vec<(&'static str, Value)> {
    let long = format!("https://example.com/{}", "x".repeat(2_100));
    vec![
        ("url", json!(null)),
        ("url", json!(7)),
        ("url", json!("")),
        ("url", json!("example.com")),
        ("url", json!("ftp://example.com/")),
        ("url", json!("https://user:hunter2@example.com/")),
        ("url", json!(long)),
        ("url", json!("http://127.0.0.1:8080/")),
        ("url", json!("http://2130706433/")),
        ("url", json!("http://[::ffff:10.0.0.1]/")),
        ("url", json!("http://169.254.169.254/latest/meta-data")),
        ("secret", json!(7)),
        ("secret", json!("  ")),
        ("secret", json!("a\0b")),
        ("secret", json!("x".repeat(513))),
        ("secret", json!("whsec_")),
        ("secret", json!("whsec_not base64")),
        ("events", json!(7)),
        ("events", json!([7])),
        ("events", json!([])),
        ("events", json!(["episode.eaten"])),
        ("events", json!("episode.eaten")),
        ("description", json!(["a"])),
        ("description", json!("a\0b")),
        ("description", json!("x".repeat(501))),
        ("enabled", json!("perhaps")),
        ("active", json!(7)),
    ]
}

#[tokio::test]
async fn each_wrong_field_of_a_webhook_is_named_and_nothing_is_registered() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (field, value) in wrong_fields() {
        let mut body = json!({ "url": "https://example.com/" });
        body[field] = value;
        let (status, reply) = anna.post(HOOKS, &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {reply}");
        assert_eq!(reply["details"]["field"], field, "{body}: {reply}");
        let error = reply["error"].as_str().unwrap();
        assert!(error.starts_with(field), "{reply}");
        assert!(!error.contains("hunter2"), "{reply}");
    }
    let (_, refused) = anna
        .post(HOOKS, &json!({ "url": "http://10.0.0.1/" }))
        .await;
    let error = refused["error"].as_str().unwrap();
    assert!(
        error.contains("RECOLLECT_DANGER_ALLOW_PRIVATE_ADDRESSES"),
        "{error}"
    );
    for form in ["url=%FF", "url=%zz", "url=a%00b"] {
        let (status, reply) = anna.form(Method::POST, HOOKS, form).await;
        assert_eq!(
            (status, &reply["code"]),
            (StatusCode::BAD_REQUEST, &json!("invalid_form"))
        );
    }
    assert_eq!(anna.read(HOOKS).await["totalCount"], 0);
    let webhook = register(
        &anna,
        &json!({ "url": "https://example.com/", "enabled": false }),
    )
    .await;
    let path = format!("{}/deliveries?state=lost", of(&webhook));
    let (status, reply) = anna.get(&path).await;
    assert_eq!(
        (status, &reply["details"]["field"]),
        (StatusCode::BAD_REQUEST, &json!("state"))
    );
    let (status, _) = anna
        .post(&format!("{}/test", of(&webhook)), &json!({}))
        .await;
    assert_eq!(status, StatusCode::CONFLICT);
    for _ in 1..20 {
        register(
            &anna,
            &json!({ "url": "https://example.com/", "enabled": false }),
        )
        .await;
    }
    let (status, reply) = anna
        .post(HOOKS, &json!({ "url": "https://example.com/" }))
        .await;
    assert_eq!(
        (status, &reply["code"]),
        (StatusCode::CONFLICT, &json!("conflict"))
    );
}

#[tokio::test]
async fn a_name_that_leads_into_the_private_network_is_refused_when_it_is_delivered() {
    let receiver = Receiver::start().await;
    let flags = ["--embedder", "potion", "--webhook-retry-schedule", ""];
    let service = Service::with(&flags).await;
    let anna = service.client("anna@example.com").await;
    let url = receiver.url.replace("127.0.0.1", "localhost");
    let webhook = register(&anna, &json!({ "url": url })).await;
    let (_, test) = anna
        .post(&format!("{}/test", of(&webhook)), &json!({}))
        .await;
    let delivery = ended(&anna, &webhook, &test).await;
    assert_eq!(delivery["state"], "exhausted");
    let error = delivery["recentAttempts"][0]["error"].as_str().unwrap();
    // Where the name leads to on the inside is not told.
    assert!(error.ends_with("has no public address"), "{error}");
    assert!(!error.contains("127.0.0.1"), "{error}");
    assert!(receiver.received.all().is_empty());
}

#[tokio::test]
async fn official_libraries_verify_a_test_before_and_after_the_secret_is_replaced() {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let receiver = Receiver::start().await;
    let webhook = register(&anna, &json!({ "url": receiver.url })).await;
    let test = format!("{}/test", of(&webhook));
    let (status, sent) = anna.post(&test, &json!({})).await;
    assert_eq!(
        (status, &sent["type"]),
        (StatusCode::ACCEPTED, &json!("webhook.test"))
    );
    let received = receiver.received.wait_for(1).await;
    assert_eq!(received[0].body, text(&sent["body"]));
    assert_eq!(received[0].json()["data"]["webhookId"], webhook["id"]);
    assert_eq!(received[0].headers["content-type"], "application/json");
    let (status, rotated) = anna
        .post(&format!("{}/rotate-secret", of(&webhook)), &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_ne!(rotated["secret"], webhook["secret"]);
    anna.post(&test, &json!({})).await;
    let received = receiver.received.wait_for(2).await;
    let (old, new) = (text(&webhook["secret"]), text(&rotated["secret"]));
    let first = file_of(&received[..1]);
    let second = file_of(&received[1..]);
    let (first, second) = (
        first.path().to_str().unwrap(),
        second.path().to_str().unwrap(),
    );
    python("verify_webhooks.py", &[first, &old]).await;
    python("verify_webhooks.py", &[second, &old, &new]).await;
    node("verify-webhooks.mjs", &[first, &old]).await;
    node("verify-webhooks.mjs", &[second, &old, &new]).await;
    // A secret that is any text, and CORE's signature with it.
    let plain = json!({ "url": receiver.url, "secret": "any words", "description": "plain" });
    let webhook = register(&anna, &plain).await;
    anna.post(&format!("{}/test", of(&webhook)), &json!({}))
        .await;
    let received = receiver.received.wait_for(3).await;
    let file = file_of(&received[2..]);
    python(
        "verify_webhooks.py",
        &[file.path().to_str().unwrap(), "any words"],
    )
    .await;
    let hub = &received[2].headers["x-hub-signature-256"];
    assert!(hub.starts_with("sha256=") && hub.len() == 71, "{hub}");
}

#[tokio::test]
async fn what_happens_to_a_memory_is_told_without_its_words() {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    let receiver = Receiver::start().await;
    let webhook = register(&anna, &json!({ "url": receiver.url })).await;
    let chosen = json!({ "url": receiver.url, "events": ["statement.invalidated"] });
    let chosen = register(&anna, &chosen).await;
    bert.remember("Zoe lives in Oslo.", &json!({})).await;
    let lives = json!({ "referenceTime": "2024-02-10T09:00:00Z", "sessionId": "s1" });
    let first = anna.remember("Clara lives in Hamburg.", &lives).await;
    let second = anna.remember("Clara moved to Berlin.", &json!({})).await;
    anna.forget(&second).await;
    receiver.received.wait_for(5).await;
    let listed = anna
        .read(&format!("{}/deliveries?limit=2", of(&webhook)))
        .await;
    assert_eq!(
        (&listed["totalCount"], &listed["hasMore"]),
        (&json!(4), &json!(true))
    );
    assert_eq!(listed["deliveries"][0]["sequence"], 4);
    let only = anna.read(&format!("{}/deliveries", of(&chosen))).await;
    assert_eq!(only["totalCount"], 1);
    assert_eq!(only["deliveries"][0]["sequence"], 1);
    let events = anna.read("/api/v1/events").await;
    let received = receiver.received.all();
    for (place, event) in events["events"].as_array().unwrap().iter().enumerate() {
        let path = format!("{}/deliveries?limit=1&offset={}", of(&webhook), 3 - place);
        let delivery = anna.read(&path).await["deliveries"][0].clone();
        assert_eq!(delivery["eventSequence"], event["sequence"]);
        let came = received
            .iter()
            .find(|one| one.headers["webhook-id"] == text(&delivery["id"]))
            .unwrap();
        let told = came.json();
        assert_eq!(told["type"], event["type"]);
        assert_eq!(told["timestamp"], event["createdAt"]);
        for name in ["spaceId", "logId", "episodeUUID", "statementId"] {
            assert_eq!(told["data"][name], event[name], "{told}");
        }
        assert!(!came.body.contains("Berlin") && !came.body.contains("Hamburg"));
    }
    let told = received
        .iter()
        .map(|one| one.json())
        .find(|told| told["data"]["logId"] == first["id"])
        .unwrap();
    let data = &told["data"];
    assert_eq!(
        (&data["status"], &data["source"]),
        (&json!("completed"), &json!("test"))
    );
    assert_eq!(
        (&data["sessionId"], &data["passages"]),
        (&json!("s1"), &json!(1))
    );
    assert!(data["facts"].is_u64() && data["mentions"].is_u64());
    let path = format!("{HOOKS}/{}/deliveries", text(&webhook["id"]));
    assert_eq!(bert.get(&path).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_delivery_is_tried_again_given_up_and_replayed_with_the_same_body() {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let receiver = Receiver::start().await;
    receiver.answer(StatusCode::INTERNAL_SERVER_ERROR);
    let webhook = register(&anna, &json!({ "url": receiver.url })).await;
    let (_, sent) = anna
        .post(&format!("{}/test", of(&webhook)), &json!({}))
        .await;
    let given_up = ended(&anna, &webhook, &sent).await;
    assert_eq!(
        (&given_up["state"], &given_up["attempts"]),
        (&json!("exhausted"), &json!(3))
    );
    assert_eq!(given_up["recentAttempts"][0]["status"], 500);
    assert_eq!(given_up["recentAttempts"][2]["number"], 1);
    assert!(anna.read(&of(&webhook)).await["failingSince"].is_string());
    let exhausted = anna
        .read(&format!("{}/deliveries?state=exhausted", of(&webhook)))
        .await;
    assert_eq!(exhausted["totalCount"], 1);
    receiver.answer(StatusCode::OK);
    let path = format!("{}/deliveries/{}/replay", of(&webhook), text(&sent["id"]));
    let (status, replayed) = anna.post(&path, &json!({})).await;
    assert_eq!(
        (status, &replayed["state"]),
        (StatusCode::ACCEPTED, &json!("pending"))
    );
    let delivered = ended(&anna, &webhook, &sent).await;
    assert_eq!(
        (&delivered["state"], &delivered["attempts"]),
        (&json!("delivered"), &json!(4))
    );
    assert_eq!(delivered["error"], json!(null));
    let received = receiver.received.wait_for(4).await;
    assert!(received.iter().all(|one| one.body == text(&sent["body"])));
    assert!(
        received
            .iter()
            .all(|one| one.headers["webhook-id"] == text(&sent["id"]))
    );
    assert!(anna.read(&of(&webhook)).await["failingSince"].is_null());
}
