//! A real process is told to stop while clients hold connections to it: what is under way is answered, and whoever only keeps
//! a connection is told that it ends.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::process::{Process, create_key, free_port};

const PATIENCE: Duration = Duration::from_secs(5);

/// A reply that ends the connection, or that of a request with `until` in it.
async fn hear(client: &mut TcpStream, until: Option<&str>) -> String {
    let mut heard = Vec::new();
    let mut buffer = [0; 4_096];
    loop {
        let reading = tokio::time::timeout(PATIENCE, client.read(&mut buffer));
        let read = reading.await.expect("something is heard in time").unwrap();
        heard.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&heard);
        if read == 0 || until.is_some_and(|until| text.contains(until)) {
            return text.into_owned();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_is_answered_and_idle_connections_are_ended() {
    let directory = tempfile::tempdir().unwrap();
    let flags = ["--data".to_owned(), directory.path().display().to_string()];
    let port = free_port();
    let process = Process::start(port, &flags, &directory.path().join("log"));
    process.healthy().await;
    let key = create_key(&flags, "anna@example.com");
    let connect = || TcpStream::connect(("127.0.0.1", port));

    let mut idle = connect().await.unwrap();
    let health = "GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n";
    idle.write_all(health.as_bytes()).await.unwrap();
    let heard = hear(&mut idle, Some("\r\n\r\n")).await;
    assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");

    let body = r#"{"episodeBody":"Anna has a kestrel.","referenceTime":"2024-05-01T10:00:00Z","source":"test"}"#;
    let head = format!(
        "POST /ingest HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        body.len()
    );
    let mut busy = connect().await.unwrap();
    busy.write_all(head.as_bytes()).await.unwrap();
    // The service waits for the body now.
    let heard = hear(&mut busy, Some("\r\n\r\n")).await;
    assert!(heard.starts_with("HTTP/1.1 100"), "{heard}");

    let stopped = process.terminate(PATIENCE);
    let clients = async {
        let ended = hear(&mut idle, None).await;
        busy.write_all(body.as_bytes()).await.unwrap();
        (ended, hear(&mut busy, None).await)
    };
    let ((), (ended, answered)) = tokio::join!(stopped, clients);
    assert!(
        !ended.contains("HTTP/1.1"),
        "an idle connection heard {ended}"
    );
    let lower = answered.to_lowercase();
    assert!(lower.contains("\"logid\""), "{answered}");
    assert!(lower.contains("connection: close"), "{answered}");
    assert!(connect().await.is_err(), "something still listens");
}
