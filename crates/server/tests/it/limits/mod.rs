//! What is over a limit is refused by name, what is slow is cut, and one caller's excess is not another's.

mod at_once;
mod nodes;

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::service::{Client, Service};

const POTION: [&str; 2] = ["--embedder", "potion"];
/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(20);

async fn limited(flags: &[&str]) -> Service {
    Service::with(&[&POTION, flags].concat()).await
}

/// A connection that speaks for itself.
struct Wire(TcpStream);

impl Wire {
    async fn to(service: &Service) -> Self {
        let address = service.base.strip_prefix("http://").unwrap();
        Self(TcpStream::connect(address).await.unwrap())
    }

    async fn say(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// Everything until the service closes the connection.
    async fn hear(&mut self) -> String {
        let mut heard = Vec::new();
        let ended = tokio::time::timeout(LONG, self.0.read_to_end(&mut heard)).await;
        let _ = ended.expect("the service closes the connection");
        String::from_utf8_lossy(&heard).into_owned()
    }
}

/// The head of a request with a key and a body of this length.
fn head(client: &Client, length: usize) -> String {
    let key = client.key();
    format!(
        "POST /ingest HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {key}\r\nContent-Length: {length}\r\n\r\n"
    )
}

fn text_to_remember() -> String {
    json!({ "episodeBody": "Ida likes tea.", "referenceTime": "2025-03-01T09:30:00Z", "source": "test" })
        .to_string()
}

fn assert_said(heard: &str, status: &str, code: &str) {
    assert!(heard.starts_with(&format!("HTTP/1.1 {status}")), "{heard}");
    let (_, body) = heard.split_once("\r\n\r\n").unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["code"], code, "{heard}");
}

#[tokio::test]
async fn a_caller_who_asks_too_often_waits_as_told_and_is_answered_again() {
    // Ten at once, and one more every second.
    let service = limited(&["--requests-per-minute", "60"]).await;
    let (anna, bert) = (
        service.client("anna@example.com").await,
        service.client("bert@example.com").await,
    );
    let ask = async |client: &Client| {
        let request = reqwest::Client::new().get(format!("{}/api/v1/me", service.base));
        request.bearer_auth(client.key()).send().await.unwrap()
    };
    let mut answered = 0;
    let refused = loop {
        let response = ask(&anna).await;
        if response.status() != StatusCode::OK {
            break response;
        }
        answered += 1;
        assert!(answered < 100, "nothing is refused");
    };
    assert!(answered >= 10, "{answered}");
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.headers()["ratelimit-limit"], "10");
    assert_eq!(refused.headers()["ratelimit-remaining"], "0");
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(wait, 1);
    let body: Value = refused.json().await.unwrap();
    assert_eq!(body["code"], "rate_limited");

    // The other caller, and texts, are counted apart.
    assert_eq!(ask(&bert).await.status(), StatusCode::OK);
    let sent = anna.post_bytes("/ingest", text_to_remember().into()).await;
    assert_eq!(sent.0, StatusCode::OK, "{}", sent.1);
    // What Retry-After says is true: this is the wait it asks for.
    tokio::time::sleep(Duration::from_secs(wait)).await;
    assert_eq!(ask(&anna).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn texts_have_a_rate_of_their_own() {
    let service = limited(&["--texts-per-minute", "6"]).await;
    let anna = service.client("anna@example.com").await;
    let first = anna.post_bytes("/ingest", text_to_remember().into()).await;
    assert_eq!(first.0, StatusCode::OK, "{}", first.1);
    let second = anna
        .post_bytes("/api/v1/add", text_to_remember().into())
        .await;
    assert_eq!(second.0, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(second.1["code"], "rate_limited");
    assert_eq!(anna.get("/api/v1/me").await.0, StatusCode::OK);
}

#[tokio::test]
async fn words_that_an_assistant_or_a_change_brings_count_as_texts() {
    // One at once, and one more every ten seconds.
    let service = limited(&["--texts-per-minute", "6"]).await;
    let (anna, bert, cora) = (
        service.client("anna@example.com").await,
        service.client("bert@example.com").await,
        service.client("cora@example.com").await,
    );
    let said = |tool: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
    let saved = said("memory_ingest", json!({ "message": "Ida likes tea." }));
    let (_, first) = anna.post("/mcp", &saved).await;
    assert_eq!(first["result"]["structuredContent"]["status"], "added");
    let (status, second) = anna.post("/mcp", &saved).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{second}");
    assert_eq!(second["code"], "rate_limited");
    let id = &first["result"]["structuredContent"]["logId"];
    let edited = said(
        "memory_edit",
        json!({ "id": id, "message": "Ida likes cake." }),
    );
    let (status, _) = anna.post("/mcp", &edited).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    let (_, read) = anna.post("/mcp", &said("memory_recent", json!({}))).await;
    assert!(read["result"].is_object(), "{read}");

    let (_, sent) = bert.post_bytes("/ingest", text_to_remember().into()).await;
    let path = format!("/api/v1/logs/{}", sent["id"].as_str().unwrap());
    let change = json!({ "episodeBody": "Ida likes cake." });
    let (status, refused) = bert.call(Method::PUT, &path, Some(&change)).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{refused}");

    let text: Value = serde_json::from_str(&text_to_remember()).unwrap();
    let batch = json!({ "episodes": [text, text] });
    let (_, told) = cora.post("/api/v1/batch", &batch).await;
    assert_eq!(told["results"][0]["retryAfter"], json!(null));
    assert_eq!(told["results"][1]["error"]["code"], "rate_limited");
    let wait = told["results"][1]["retryAfter"].as_u64().unwrap();
    assert!((1..=10).contains(&wait), "{told}");
}

#[tokio::test]
async fn by_default_nobody_is_slowed_down() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for _ in 0..300 {
        assert_eq!(anna.get("/api/v1/me").await.0, StatusCode::OK);
    }
    let anna = &anna;
    let sent = (0..200)
        .map(|_| async move { anna.post_bytes("/ingest", text_to_remember().into()).await });
    for reply in futures(sent).await {
        assert_eq!(reply.0, StatusCode::OK, "{}", reply.1);
    }
}

/// Asks for a login link.
async fn ask_to_log_in(service: &Service, email: &str) -> reqwest::Response {
    let request = reqwest::Client::new().post(format!("{}/login", service.base));
    request
        .json(&json!({ "email": email }))
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn login_links_for_one_address_are_few_and_come_back() {
    let service = limited(&["--logins-per-email", "2", "--login-window-ms", "2000"]).await;
    let mut asked = 0;
    let refused = loop {
        let response = ask_to_log_in(&service, "anna@example.com").await;
        if response.status() != StatusCode::OK {
            break response;
        }
        asked += 1;
        assert!(asked < 50, "nothing is refused");
    };
    assert!(asked >= 2, "{asked}");
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    let body: Value = refused.json().await.unwrap();
    assert_eq!(body["code"], "rate_limited");
    // However it is written, it is the same address; and another one is not.
    let same = ask_to_log_in(&service, " ANNA@example.com").await;
    assert_eq!(same.status(), StatusCode::TOO_MANY_REQUESTS);
    let other = ask_to_log_in(&service, "bert@example.com").await;
    assert_eq!(other.status(), StatusCode::OK);
    // A person sees the form again, with the reason.
    let form = reqwest::Client::new().post(format!("{}/login", service.base));
    let form = form
        .header("Origin", &service.base)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("email=anna%40example.com");
    let form = form.send().await.unwrap();
    assert_eq!(form.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(form.headers().contains_key("retry-after"));
    assert!(form.text().await.unwrap().contains("Too many links"));
    // What Retry-After says is true: this is the wait it asks for.
    tokio::time::sleep(Duration::from_secs(wait)).await;
    let again = ask_to_log_in(&service, "anna@example.com").await;
    assert_eq!(again.status(), StatusCode::OK);
}

#[tokio::test]
async fn login_links_for_many_addresses_are_few_from_one_network() {
    let service = limited(&["--logins-per-network", "3"]).await;
    for number in 0..3 {
        let response = ask_to_log_in(&service, &format!("u{number}@example.com")).await;
        assert_eq!(response.status(), StatusCode::OK);
    }
    let response = ask_to_log_in(&service, "u4@example.com").await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
}

/// All of them at the same time, on this task.
async fn futures<F: Future>(all: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut waiting: Vec<_> = all.map(|one| (Box::pin(one), None)).collect();
    std::future::poll_fn(|context| {
        let mut is_done = true;
        for (future, output) in &mut waiting {
            if output.is_none() {
                match future.as_mut().poll(context) {
                    std::task::Poll::Ready(value) => *output = Some(value),
                    std::task::Poll::Pending => is_done = false,
                }
            }
        }
        if is_done {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    waiting
        .into_iter()
        .filter_map(|(_, output)| output)
        .collect()
}

#[tokio::test]
async fn a_connection_that_does_not_send_its_head_is_cut() {
    let service = limited(&["--header-timeout-ms", "100"]).await;
    let mut half = Wire::to(&service).await;
    half.say("GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        .await;
    half.hear().await;
    let mut silent = Wire::to(&service).await;
    assert_eq!(silent.hear().await, "");
    // One that did send one, and then nothing more.
    let mut idle = Wire::to(&service).await;
    idle.say("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(idle.hear().await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_refused() {
    let service = limited(&["--body-timeout-ms", "100"]).await;
    let anna = service.client("anna@example.com").await;
    let mut slow = Wire::to(&service).await;
    slow.say(&head(&anna, 100)).await;
    slow.say("{\"episodeBody\": \"Ida").await;
    assert_said(&slow.hear().await, "408", "body_too_slow");
    let whole = text_to_remember();
    let mut fast = Wire::to(&service).await;
    fast.say(&format!("{}{whole}", head(&anna, whole.len())))
        .await;
    assert!(fast.hear().await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_client_that_does_not_read_its_replies_is_cut() {
    let service = limited(&["--reply-timeout-ms", "100"]).await;
    let mut deaf = Wire::to(&service).await;
    let many = 2_000;
    let requests = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(many);
    deaf.say(&requests).await;
    // Until the service has closed the connection, and says so to whoever writes to it.
    let cut = async {
        while deaf.0.write_all(b"\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(LONG, cut).await.expect("it is cut");
    let health = reqwest::get(format!("{}/healthz", service.base)).await;
    assert_eq!(health.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn heads_and_bodies_that_are_too_large_are_named() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let http = reqwest::Client::new();
    let me = || {
        let request = http.get(format!("{}/api/v1/me", service.base));
        request.bearer_auth(anna.key())
    };
    let long = me().header("X-Long", "x".repeat(40 * 1024));
    let mut many = me();
    for number in 0..70 {
        many = many.header(format!("X-{number}"), "x");
    }
    for request in [long, many] {
        let response = request.send().await.unwrap();
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        assert_eq!(response.status(), status);
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["code"], "headers_too_large");
    }
    let far_too_long = me().header("X-Long", "x".repeat(400 * 1024)).send().await;
    assert!(far_too_long.is_err() || far_too_long.unwrap().status().is_client_error());

    let long = "x".repeat(300 * 1024);
    let (status, body) = anna.post("/api/v1/spaces", &json!({ "name": long })).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("body_too_large"))
    );
    let text =
        json!({ "episodeBody": long, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    assert_eq!(anna.post("/ingest", &text).await.0, StatusCode::OK);
}

#[tokio::test]
async fn every_reply_says_that_it_is_what_it_says_and_is_not_kept() {
    let service = limited(&["--base-url", "https://memory.example.com"]).await;
    let anna = service.client("anna@example.com").await;
    for path in [
        "/api/v1/me",
        "/api/v1/logs",
        "/nowhere",
        "/healthz",
        "/login",
        "/api/v1/openapi.json",
    ] {
        let reply = anna.response(Method::GET, path).await;
        let headers = reply.headers();
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(
            headers["strict-transport-security"], "max-age=31536000",
            "{path}"
        );
        assert!(headers.contains_key("cache-control"), "{path}");
    }
    let reply = anna.response(Method::GET, "/api/v1/logs").await;
    assert_eq!(reply.headers()["cache-control"], "no-store");
    let plain = Service::start().await;
    let reply = reqwest::get(format!("{}/healthz", plain.base)).await;
    let reply = reply.unwrap();
    assert!(!reply.headers().contains_key("strict-transport-security"));
}

#[tokio::test]
async fn a_request_that_is_refused_before_its_body_has_come_does_not_cost_the_next_one_its_connection()
 {
    let service = limited(&[]).await;
    let mut wire = Wire::to(&service).await;
    wire.say("POST /ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n")
        .await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    wire.say("{}").await;
    wire.say("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .await;
    let heard = wire.hear().await;
    let (refused, answered) = heard.split_once("\"}").unwrap();
    assert!(refused.starts_with("HTTP/1.1 401"), "{heard}");
    assert!(answered.contains("HTTP/1.1 200"), "{heard}");
}

#[tokio::test]
async fn a_refused_request_whose_body_does_not_come_is_told_that_the_connection_ends() {
    let service = limited(&[]).await;
    for more in [
        "Content-Length: 9",
        "Content-Length: 9000000",
        "Content-Length: 9\r\nExpect: 100-continue",
    ] {
        let mut wire = Wire::to(&service).await;
        wire.say(&format!(
            "POST /ingest HTTP/1.1\r\nHost: x\r\n{more}\r\n\r\n"
        ))
        .await;
        let heard = wire.hear().await;
        assert!(heard.starts_with("HTTP/1.1 401"), "{heard}");
        assert!(heard.contains("\r\nconnection: close\r\n"), "{heard}");
    }
}

#[tokio::test]
async fn a_body_that_is_announced_as_too_long_is_not_asked_for() {
    let service = limited(&[]).await;
    let anna = service.client("anna@example.com").await;
    let mut wire = Wire::to(&service).await;
    let head = head(&anna, 90_000_000);
    let head = head.trim_end();
    wire.say(&format!("{head}\r\nExpect: 100-continue\r\n\r\n"))
        .await;
    let heard = wire.hear().await;
    assert_said(&heard, "413", "body_too_large");
    assert!(heard.contains("\r\nconnection: close\r\n"), "{heard}");
}

#[tokio::test]
async fn a_body_in_chunks_that_was_asked_for_leaves_the_connection_as_it_was() {
    let service = limited(&[]).await;
    let anna = service.client("anna@example.com").await;
    let mut wire = Wire::to(&service).await;
    let (key, text) = (anna.key(), text_to_remember());
    wire.say(&format!(
        "POST /ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
    ))
    .await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    wire.say(&format!("{:x}\r\n{text}\r\n0\r\n\r\n", text.len()))
        .await;
    wire.say("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .await;
    let heard = wire.hear().await;
    assert!(heard.starts_with("HTTP/1.1 100"), "{heard}");
    assert_eq!(heard.matches("HTTP/1.1 200").count(), 2, "{heard}");
}
