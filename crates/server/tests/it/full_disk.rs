//! A disk without room: requests are refused, nothing is acknowledged, and service resumes when there is room again.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::process::{Process, free_port, run};
use crate::trouble::readiness;

/// No file may grow past this many KiB: to SQLite a write that fails, as on a full disk.
const LIMIT_KIB: u32 = 1_500;

/// What the service answered to a number of texts.
#[derive(Default)]
struct Answers {
    acknowledged: Vec<(usize, String)>,
    refused: usize,
}

#[tokio::test]
async fn a_full_disk_refuses_texts_and_loses_none_that_it_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data").to_str().unwrap().to_owned();
    let created = run(&["key", "create", "--data", &data, "--email", "a@example.com"]);
    let key = String::from_utf8(created.stdout).unwrap().trim().to_owned();
    let flags = ["--data", &data, "--embedder", "potion"].map(str::to_owned);
    let log = directory.path().join("server.log");
    let port = free_port();

    let limited = Process::start_limited(port, &flags, &log, LIMIT_KIB);
    limited.healthy().await;
    let answers = fill(&limited.base, &key).await;
    // Whoever watches is told so, and that there is room again.
    let said = readiness(&limited.base, StatusCode::SERVICE_UNAVAILABLE).await;
    let checks = json!({ "databaseRead": "ok", "databaseWrite": "failing" });
    assert_eq!(said, json!({ "status": "unavailable", "checks": checks }));
    limited.lift_limit();
    readiness(&limited.base, StatusCode::OK).await;
    let (status, reply) = send(&limited.base, &key, 998).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    limited.kill();
    assert!(!answers.acknowledged.is_empty());
    assert!(answers.refused >= 20);

    let process = Process::start(port, &flags, &log);
    process.healthy().await;
    assert_eq!(send(&process.base, &key, 999).await.0, StatusCode::OK);
    for (number, log) in answers.acknowledged {
        let url = format!("{}/api/v1/logs/{log}", process.base);
        let sent = reqwest::Client::new()
            .get(url)
            .bearer_auth(&key)
            .send()
            .await;
        let reply: Value = sent.unwrap().json().await.unwrap();
        let text = reply["log"]["ingestText"].as_str().unwrap_or_default();
        assert!(text.starts_with(&format!("{number} ")), "{reply}");
    }
}

/// Sends long texts until twenty were refused.
async fn fill(base: &str, key: &str) -> Answers {
    let mut answers = Answers::default();
    for number in 0..400 {
        let (status, reply) = send(base, key, number).await;
        match status {
            StatusCode::OK => {
                let log = reply["logId"].as_str().unwrap().to_owned();
                answers.acknowledged.push((number, log));
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                assert_eq!(reply["code"], "unavailable");
                answers.refused += 1;
            }
            other => panic!("{other}: {reply}"),
        }
        if answers.refused >= 20 {
            break;
        }
    }
    answers
}

async fn send(base: &str, key: &str, number: usize) -> (StatusCode, Value) {
    let text = format!("{number} {}", "a page of the diary ".repeat(1_000));
    let body =
        json!({ "episodeBody": text, "referenceTime": "2025-03-01T09:30:00Z", "source": "disk" });
    let request = reqwest::Client::new().post(format!("{base}/ingest"));
    let response = request.bearer_auth(key).json(&body).send().await.unwrap();
    (response.status(), response.json().await.unwrap())
}
