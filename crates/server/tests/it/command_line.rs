//! The binary's command line.

use std::path::Path;
use std::process::Output;
use std::time::Duration;

use reqwest::StatusCode;

use crate::process::{Process, free_port, run};

fn printed(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[tokio::test]
async fn a_key_is_printed_alone_and_opens_the_service_whether_it_ran_or_not() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory
        .path()
        .join("not/there/yet")
        .to_str()
        .unwrap()
        .to_owned();
    let create = [
        "key",
        "create",
        "--data",
        &data,
        "--email",
        "anna@example.com",
    ];
    let made = run(&create);
    let before = printed(&made);
    // Whoever forgot `--data` is told that no service that runs knows the key.
    let told = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(
        told.contains("is a new database") && told.contains(&data),
        "{told}"
    );
    let port = free_port();
    let log = directory.path().join("server.log");
    let process = Process::start(
        port,
        &["--data", &data, "--embedder", "potion"].map(str::to_owned),
        &log,
    );
    process.healthy().await;
    let again = run(&create);
    assert_eq!(String::from_utf8_lossy(&again.stderr), "");
    let during = printed(&again);
    for key in [&before, &during] {
        assert!(key.ends_with('\n') && key.lines().count() == 1);
        let key = key.trim();
        assert!(key.starts_with("rc_pat_") && key.len() == 47, "{key}");
        let response = reqwest::Client::new()
            .get(format!("{}/api/v1/me", process.base))
            .bearer_auth(key)
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), StatusCode::OK);
    }
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(
        text.contains(&format!("listening on http://127.0.0.1:{port}")),
        "{text}"
    );
    assert!(text.contains(" key create --data '/"), "{text}");
    assert!(
        !text.contains(before.trim()) && !text.contains(during.trim()),
        "a secret is in the log"
    );

    let second = run(&["serve", "--data", &data, "--listen", "127.0.0.1:0"]);
    assert!(!second.status.success());
    let complaint = String::from_utf8(second.stderr).unwrap();
    assert!(
        complaint.contains(&data) || complaint.contains("in use"),
        "{complaint}"
    );
}

#[test]
fn a_wrong_address_or_flag_is_named() {
    let wrong = run(&["key", "create", "--data", "unused", "--email", "nobody"]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("nobody"));
    let wrong = run(&["serve", "--listen", "somewhere"]);
    assert!(!wrong.status.success());
    assert!(
        String::from_utf8(wrong.stderr)
            .unwrap()
            .contains("somewhere")
    );
}

#[tokio::test]
async fn a_connection_that_lingers_does_not_keep_a_service_that_is_told_to_stop() {
    let directory = tempfile::tempdir().unwrap();
    let (process, port) = started_in(directory.path());
    process.healthy().await;
    let mut lingering = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
    std::io::Write::write_all(&mut lingering, b"GET / HT").unwrap();
    process.terminate(Duration::from_secs(25)).await;
}

#[tokio::test]
async fn words_of_an_assistant_do_not_come_into_the_log() {
    let directory = tempfile::tempdir().unwrap();
    let (process, _) = started_in(directory.path());
    process.healthy().await;
    let data = directory.path().join("data");
    let data = data.to_str().unwrap();
    let made = run(&["key", "create", "--data", data, "--email", "a@example.com"]);
    let key = printed(&made);
    for (method, uri) in [
        ("foo", "recollect://profile"),
        ("resources/read", "recollect://entities/Clara%20is%20ill"),
    ] {
        let asked = serde_json::json!({
            "jsonrpc": "2.0",
            "id": "x\n2026-11-28T00:00:00Z  WARN login link for a@example.com: forged",
            "method": method,
            "params": { "uri": uri },
        });
        let answer = reqwest::Client::new()
            .post(format!("{}/mcp", process.base))
            .bearer_auth(key.trim())
            .header("accept", "application/json, text/event-stream")
            .json(&asked)
            .send()
            .await
            .unwrap();
        assert!(answer.text().await.unwrap().contains("error"));
    }
    let log = std::fs::read_to_string(directory.path().join("server.log")).unwrap();
    assert!(!log.contains("forged") && !log.contains("Clara"), "{log}");
}

#[tokio::test]
async fn a_service_that_is_told_to_stop_before_it_is_ready_ends_well() {
    let directory = tempfile::tempdir().unwrap();
    let (process, port) = started_in(directory.path());
    let is_listening = || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
    for _ in 0..20_000 {
        if is_listening() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    process.terminate(Duration::from_secs(25)).await;
}

/// A service with its data in this directory, which may not answer yet, and its port.
fn started_in(directory: &Path) -> (Process, u16) {
    let data = directory.join("data").to_str().unwrap().to_owned();
    let port = free_port();
    let flags = ["--data", &data, "--embedder", "potion"].map(str::to_owned);
    let process = Process::start(port, &flags, &directory.join("server.log"));
    (process, port)
}
