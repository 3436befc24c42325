//! How much may be under way, arrive, follow and be exported at once, and that others are served meanwhile.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{LONG, Wire, assert_said, head, limited, text_to_remember};
use crate::service::{Client, Service};

/// A request of one client under way, its head sent and all of its body but the last byte, because of which the other is
/// refused with this status and code.
async fn under_way(
    service: &Service,
    client: &Client,
    other: &Client,
    (status, code): (StatusCode, &str),
) -> Wire {
    let body = text_to_remember();
    // One that comes beside a request of the other may be refused itself, and then another is tried.
    for _ in 0..100 {
        let mut begun = Wire::to(service).await;
        begun.say(&head(client, body.len())).await;
        begun.say(&body[..body.len() - 1]).await;
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let reply = other.get("/api/v1/me").await;
            if reply.0 == status {
                assert_eq!(reply.1["code"], code);
                return begun;
            }
            assert_eq!(reply.0, StatusCode::OK);
        }
    }
    panic!("nothing is refused");
}

#[tokio::test]
async fn a_caller_with_too_many_requests_under_way_waits_and_others_do_not() {
    let service = limited(&["--max-requests-per-caller", "1"]).await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    let refusal = (StatusCode::TOO_MANY_REQUESTS, "too_many_at_once");
    let mut under_way = under_way(&service, &anna, &anna, refusal).await;
    assert_eq!(bert.get("/api/v1/me").await.0, StatusCode::OK);
    under_way.say("}").await;
    assert!(under_way.hear().await.starts_with("HTTP/1.1 200"));
    assert_eq!(anna.get("/api/v1/me").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_service_with_too_many_requests_under_way_says_so_and_stays_healthy() {
    let service = limited(&["--max-requests", "1"]).await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    let refusal = (StatusCode::SERVICE_UNAVAILABLE, "overloaded");
    let mut under_way = under_way(&service, &anna, &bert, refusal).await;
    let health = reqwest::get(format!("{}/healthz", service.base)).await;
    assert_eq!(health.unwrap().status(), StatusCode::OK);
    under_way.say("}").await;
    assert!(under_way.hear().await.starts_with("HTTP/1.1 200"));
    assert_eq!(bert.get("/api/v1/me").await.0, StatusCode::OK);
}

#[tokio::test]
async fn with_all_connections_taken_by_slow_clients_the_service_tells_its_health_at_once() {
    let service = limited(&["--max-connections", "4"]).await;
    let client = reqwest::Client::builder().timeout(Duration::from_secs(10));
    let client = client.pool_max_idle_per_host(0).build().unwrap();
    let ask = async |path: &str| {
        let answer = client.get(format!("{}{path}", service.base)).send().await;
        answer.expect("it is answered at once").status()
    };
    let mut slow = Vec::new();
    while ask("/api/v1/me").await != StatusCode::SERVICE_UNAVAILABLE {
        let mut wire = Wire::to(&service).await;
        wire.say("POST /oauth/token HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            .await;
        slow.push(wire);
        assert!(slow.len() < 50, "all places are taken by now");
    }
    for _ in 0..40 {
        assert_eq!(ask("/healthz").await, StatusCode::OK);
    }
    drop(slow);
    // The places are free as soon as the service notices.
    for _ in 0..100 {
        if ask("/api/v1/me").await == StatusCode::UNAUTHORIZED {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the places are not given back");
}

#[tokio::test]
async fn more_silent_connections_than_there_are_places_keep_nobody_from_its_health() {
    let service = limited(&["--max-connections", "4"]).await;
    let mut silent = Vec::new();
    for _ in 0..300 {
        silent.push(Wire::to(&service).await);
    }
    let client = reqwest::Client::builder().timeout(Duration::from_secs(1));
    let client = client.pool_max_idle_per_host(0).build().unwrap();
    for path in ["/livez", "/readyz", "/healthz"] {
        let health = client.get(format!("{}{path}", service.base)).send().await;
        let health = health.expect("it is answered before any silent one is given up");
        assert_eq!(health.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn one_network_has_so_many_connections_and_further_ones_are_closed() {
    let service = limited(&["--max-connections-per-network", "3"]).await;
    let mut open = Vec::new();
    // Answered, so that it is known to be taken; or closed without a word.
    loop {
        let mut wire = Wire::to(&service).await;
        let _ = wire
            .0
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            .await;
        let mut answer = [0; 12];
        if wire.0.read_exact(&mut answer).await.is_err() {
            break;
        }
        assert_eq!(&answer, b"HTTP/1.1 200");
        open.push(wire);
        assert!(open.len() <= 3, "nothing is closed");
    }
    assert!(!open.is_empty());
    drop(open);
    for _ in 0..100 {
        let health = reqwest::get(format!("{}/healthz", service.base)).await;
        if health.is_ok_and(|health| health.status() == StatusCode::OK) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // A proxy that is trusted brings everybody's connections.
    let flags = [
        "--max-connections-per-network",
        "1",
        "--trusted-proxies",
        "127.0.0.0/8",
    ];
    let proxied = limited(&flags).await;
    let _open = (Wire::to(&proxied).await, Wire::to(&proxied).await);
    let health = reqwest::get(format!("{}/healthz", proxied.base)).await;
    assert_eq!(health.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn one_network_has_so_many_bodies_arriving_and_others_are_served() {
    let proxies = ["--trusted-proxies", "127.0.0.0/8"];
    let service = limited(&[&["--max-bodies-per-network", "2"][..], &proxies].concat()).await;
    let begin = async |from: &str| {
        let mut wire = Wire::to(&service).await;
        wire.say(&format!(
            "POST /oauth/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: {from}\r\nContent-Length: 9\r\n\r\n"
        ))
        .await;
        wire
    };
    let mut slow = Vec::new();
    let refused = loop {
        let mut wire = begin("192.0.2.7").await;
        let heard = tokio::time::timeout(Duration::from_millis(300), wire.hear()).await;
        match heard {
            Ok(heard) => break heard,
            Err(_) => slow.push(wire),
        }
        assert!(slow.len() <= 2, "nothing is refused");
    };
    assert_eq!(slow.len(), 2);
    assert_said(&refused, "429", "too_many_at_once");
    let mut other = begin("192.0.2.8").await;
    other.say("grant=123").await;
    assert!(other.hear().await.starts_with("HTTP/1.1 400"));
    // What has arrived gives its place back.
    slow[0].say("grant=123").await;
    assert!(slow[0].hear().await.starts_with("HTTP/1.1 400"));
    let mut again = begin("192.0.2.7").await;
    again.say("grant=123").await;
    assert!(again.hear().await.starts_with("HTTP/1.1 400"));
}

#[tokio::test]
async fn applications_of_one_network_register_so_often() {
    let service = limited(&["--registrations-per-network", "3"]).await;
    let http = reqwest::Client::new();
    let register = async || {
        let request = http.post(format!("{}/oauth/register", service.base));
        let description = json!({ "redirect_uris": ["https://app.example.com/cb"] });
        request.json(&description).send().await.unwrap()
    };
    for _ in 0..3 {
        assert_eq!(register().await.status(), StatusCode::CREATED);
    }
    let refused = register().await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers().contains_key("retry-after"));
    let body: Value = refused.json().await.unwrap();
    assert_eq!(body["error"], "temporarily_unavailable");
    let device = http.post(format!("{}/oauth/device_authorization", service.base));
    let device = device
        .header("content-type", "application/x-www-form-urlencoded")
        .body("client_id=x");
    let refused = device.send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn a_person_has_so_many_pages_that_follow_and_none_after_a_logout() {
    let service = limited(&["--max-streams-per-caller", "2"]).await;
    let anna = service.sign_in("anna@example.com").await;
    let bert = service.sign_in("bert@example.com").await;
    let follow = async |person: &crate::service::Browser| {
        let request = person.request(reqwest::Method::GET, "/events");
        request.send().await.unwrap()
    };
    let (first, second) = (follow(&anna).await, follow(&anna).await);
    assert_eq!(second.status(), StatusCode::OK);
    let refused = follow(&anna).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(follow(&bert).await.status(), StatusCode::OK);
    let logged_out = anna.post_form("/logout", &[]).await;
    assert_eq!(logged_out.status, StatusCode::SEE_OTHER);
    assert_eq!(logged_out.headers["clear-site-data"], "\"storage\"");
    for stream in [first, second] {
        let ended = tokio::time::timeout(LONG, stream.bytes()).await;
        ended.expect("the stream ends with the session").unwrap();
    }
}

#[tokio::test]
async fn an_export_is_one_at_a_time_and_waits_for_its_reader() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    // More than the system keeps for a reader who takes nothing. It is no English, so that nobody has to read it.
    let body = "\u{0436}\u{0436}\u{0436}\u{0436} ".repeat(100_000);
    for _ in 0..16 {
        let text = json!({ "episodeBody": body, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
        assert_eq!(anna.post("/ingest", &text).await.0, StatusCode::OK);
    }
    let mut deaf = Wire::to(&service).await;
    deaf.say(&format!(
        "GET /api/v1/export HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\r\n",
        anna.key()
    ))
    .await;
    let mut answer = [0; 12];
    deaf.0.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    let (status, refused) = anna.get("/api/v1/export").await;
    assert_eq!(
        (status, &refused["code"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("too_many_at_once"))
    );
    assert_eq!(bert.get("/api/v1/export").await.0, StatusCode::OK);
    // Read to its end, it is whole; and another may begin.
    let heard = deaf.hear().await;
    assert_eq!(heard.matches("\"episodeUUID\"").count(), 16);
    let whole = anna.response(reqwest::Method::GET, "/api/v1/export").await;
    assert_eq!(whole.status(), StatusCode::OK);
    let audit = anna.get("/api/v1/audit").await.1;
    let exported = audit["entries"].as_array().unwrap().iter();
    let exported = exported.filter(|entry| entry["action"] == "account.exported");
    assert_eq!(exported.count(), 2);
}
