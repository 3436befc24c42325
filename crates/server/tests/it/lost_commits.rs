//! A commit of which nobody learns: the database makes it, and the connection breaks before it says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::postgres::ScratchDatabase;
use crate::service::{Client, Service};

/// The database by way of a proxy, and whether that is to lose the answer to the next commit that adds a text.
async fn losing(url: &str) -> (String, Arc<AtomicBool>) {
    let (before, rest) = url.split_once('@').unwrap();
    let (address, database) = rest.split_once('/').unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (armed, address) = (Arc::new(AtomicBool::new(false)), address.to_owned());
    let loses = armed.clone();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(&address).await.unwrap();
            tokio::spawn(carry(client, server, loses.clone()));
        }
    });
    (format!("{before}@127.0.0.1:{port}/{database}"), armed)
}

async fn carry(mut client: TcpStream, mut server: TcpStream, loses: Arc<AtomicBool>) {
    let (mut asked, mut told) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let (mut adds_text, mut is_lost) = (false, false);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(bytes @ 1..) = read else { return };
                let sent = &asked[..bytes];
                let holds = |words: &[u8]| sent.windows(words.len()).any(|part| part == words);
                adds_text |= holds(b"INSERT INTO logs");
                is_lost = adds_text && holds(b"COMMIT") && loses.swap(false, Ordering::SeqCst);
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
    // No statement is prepared for later: each says in words what it does.
    let flags = [
        "--database",
        &url,
        "--embedder",
        "potion",
        "--database-pooling",
        "transaction",
    ];
    let service = Service::with(&flags).await;
    let client = service.client("anna@example.com").await;
    armed.store(true, Ordering::SeqCst);
    let (status, said) = send(&client, "Anna moved to Lisbon.", "one").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{said}");
    assert!(!armed.load(Ordering::SeqCst));
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
