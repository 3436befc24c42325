//! A text that is sent again is stored once: after a commit of which nobody learned, because the connection broke before the
//! database said so, and whatever becomes of the requests in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::postgres::ScratchDatabase;
use crate::service::{Client, Service};

/// Nothing is lost.
const NOTHING: u8 = 0;
/// The answer to the next commit that adds a text.
const A_COMMIT: u8 = 1;
/// The connection on which the next credential is looked up.
const A_CREDENTIAL: u8 = 2;

/// The database by way of a proxy, and what that is to lose next.
async fn losing(url: &str) -> (String, Arc<AtomicU8>) {
    let (before, rest) = url.split_once('@').unwrap();
    let (address, database) = rest.split_once('/').unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (armed, address) = (Arc::new(AtomicU8::new(NOTHING)), address.to_owned());
    let loses = armed.clone();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(&address).await.unwrap();
            tokio::spawn(carry(client, server, loses.clone()));
        }
    });
    (format!("{before}@127.0.0.1:{port}/{database}"), armed)
}

async fn carry(mut client: TcpStream, mut server: TcpStream, loses: Arc<AtomicU8>) {
    let (mut asked, mut told) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let (mut adds_text, mut is_lost) = (false, false);
    let loses_now = |what| {
        loses
            .compare_exchange(what, NOTHING, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok()
    };
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(bytes @ 1..) = read else { return };
                let sent = &asked[..bytes];
                let holds = |words: &[u8]| sent.windows(words.len()).any(|part| part == words);
                if holds(b"FROM api_keys") && loses_now(A_CREDENTIAL) { return }
                adds_text |= holds(b"INSERT INTO logs");
                is_lost = adds_text && holds(b"COMMIT") && loses_now(A_COMMIT);
                if server.write_all(sent).await.is_err() { return }
            }
            read = server.read(&mut told) => {
                let Ok(bytes @ 1..) = read else { return };
                // It is committed: this is what says so.
                if is_lost || client.write_all(&told[..bytes]).await.is_err() { return }
            }
        }
    }
}

/// A service behind the proxy, with these flags.
async fn behind(url: &str, flags: &[&str]) -> Service {
    // No statement is prepared for later: each says in words what it does.
    let database = ["--database", url, "--database-pooling", "transaction"];
    Service::with(&[&database[..], &["--embedder", "potion"], flags].concat()).await
}

async fn send(client: &Client, text: &str, key: &str) -> (StatusCode, Value) {
    let body =
        json!({ "episodeBody": text, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    let request = client.request(Method::POST, "/ingest").json(&body);
    let response = request.header("Idempotency-Key", key).send().await.unwrap();
    (response.status(), response.json().await.unwrap())
}

#[tokio::test]
async fn a_text_whose_commit_was_lost_is_not_stored_twice_when_it_is_sent_again() {
    let scratch = ScratchDatabase::create("lost_commits");
    let (url, armed) = losing(&scratch.url).await;
    let service = behind(&url, &[]).await;
    let client = service.client("anna@example.com").await;
    armed.store(A_COMMIT, Ordering::SeqCst);
    let (status, said) = send(&client, "Anna moved to Lisbon.", "one").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{said}");
    assert_eq!(armed.load(Ordering::SeqCst), NOTHING);
    // Nothing is under way any more, so it may be sent again at once, and is the same text.
    let (status, first) = send(&client, "Anna moved to Lisbon.", "one").await;
    assert_eq!(status, StatusCode::OK, "{first}");
    let (_, again) = send(&client, "Anna moved to Lisbon.", "one").await;
    assert_eq!(again["logId"], first["logId"]);
    let (status, said) = send(&client, "Anna moved to Porto.", "one").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
    let (_, logs) = client.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 1, "{logs}");
    assert_eq!(logs["logs"][0]["id"], first["logId"]);
}

#[tokio::test]
async fn a_text_whose_sender_cannot_be_looked_up_is_not_stored_without_its_key() {
    let scratch = ScratchDatabase::create("lost_credential");
    let (url, armed) = losing(&scratch.url).await;
    let service = behind(&url, &[]).await;
    let client = service.client("anna@example.com").await;
    armed.store(A_COMMIT, Ordering::SeqCst);
    let (status, said) = send(&client, "Anna moved to Lisbon.", "one").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{said}");
    armed.store(A_CREDENTIAL, Ordering::SeqCst);
    let (status, said) = send(&client, "Anna moved to Lisbon.", "one").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{said}");
    assert_eq!(armed.load(Ordering::SeqCst), NOTHING);
    let (status, said) = send(&client, "Anna moved to Lisbon.", "one").await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let (_, logs) = client.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 1, "{logs}");
}

#[tokio::test]
async fn a_text_that_is_refused_when_it_is_sent_again_is_still_the_same() {
    let scratch = ScratchDatabase::create("lost_and_refused");
    let (url, armed) = losing(&scratch.url).await;
    // One text, and another one after twelve seconds.
    let service = behind(&url, &["--texts-per-minute", "5"]).await;
    let client = service.client("anna@example.com").await;
    armed.store(A_COMMIT, Ordering::SeqCst);
    let (status, said) = send(&client, "Anna moved to Lisbon.", "one").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{said}");
    let mut refused = 0;
    loop {
        let (status, said) = send(&client, "Anna moved to Lisbon.", "one").await;
        if status == StatusCode::OK {
            break;
        }
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{said}");
        refused += 1;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert!(refused > 0, "the limit is what refuses it");
    let (_, logs) = client.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 1, "{logs}");
}
