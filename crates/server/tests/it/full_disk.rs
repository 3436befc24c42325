//! A disk without room: requests are refused, nothing is acknowledged, and service resumes when there is room again.

use std::process::{Command, Stdio};

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::process::{Process, free_port, run};

#[tokio::test]
async fn a_full_disk_refuses_texts_and_loses_none_that_it_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data").to_str().unwrap().to_owned();
    let key = String::from_utf8(
        run(&["key", "create", "--data", &data, "--email", "a@example.com"]).stdout,
    )
    .unwrap();
    let (port, http) = (free_port(), reqwest::Client::new());

    // No file may grow past 1.5 MB: to SQLite a write that fails, as on a full disk.
    let script = "trap '' XFSZ; ulimit -f 1500; exec \"$@\"";
    let mut limited = Command::new("bash")
        .args([
            "-c",
            script,
            "bash",
            env!("CARGO_BIN_EXE_recollect"),
            "serve",
            "--embedder",
            "potion",
        ])
        .args(["--data", &data, "--listen", &format!("127.0.0.1:{port}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let base = format!("http://127.0.0.1:{port}");
    healthy(&base).await;
    let (mut acknowledged, mut refused) = (Vec::new(), 0);
    for number in 0..400 {
        let (status, reply) = send(&http, &base, key.trim(), number).await;
        match status {
            StatusCode::OK => {
                acknowledged.push((number, reply["logId"].as_str().unwrap().to_owned()))
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                assert_eq!(reply["code"], "unavailable");
                refused += 1;
            }
            other => panic!("{other}: {reply}"),
        }
        if refused >= 20 {
            break;
        }
    }
    limited.kill().unwrap();
    limited.wait().unwrap();
    assert!(
        !acknowledged.is_empty() && refused >= 20,
        "acknowledged {}, refused {refused}",
        acknowledged.len()
    );

    let process = Process::start(
        port,
        &["--data", &data, "--embedder", "potion"].map(str::to_owned),
        &directory.path().join("server.log"),
    );
    process.healthy().await;
    assert_eq!(send(&http, &base, key.trim(), 999).await.0, StatusCode::OK);
    for (number, log) in acknowledged {
        let url = format!("{base}/api/v1/logs/{log}");
        let reply: Value = http
            .get(url)
            .bearer_auth(key.trim())
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        assert!(
            reply["log"]["ingestText"]
                .as_str()
                .is_some_and(|text| text.starts_with(&format!("{number} "))),
            "{reply}"
        );
    }
}

async fn send(http: &reqwest::Client, base: &str, key: &str, number: usize) -> (StatusCode, Value) {
    let text = format!("{number} {}", "a page of the diary ".repeat(1_000));
    let body =
        json!({ "episodeBody": text, "referenceTime": "2025-03-01T09:30:00Z", "source": "disk" });
    let response = http
        .post(format!("{base}/ingest"))
        .bearer_auth(key)
        .json(&body)
        .send()
        .await
        .unwrap();
    (response.status(), response.json().await.unwrap())
}

async fn healthy(base: &str) {
    for _ in 0..500 {
        if reqwest::get(format!("{base}/healthz"))
            .await
            .is_ok_and(|response| response.status() == StatusCode::OK)
        {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("not healthy");
}
