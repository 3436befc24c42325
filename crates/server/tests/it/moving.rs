//! Backups, moves and verification by the command line, of databases that a service has filled.

use std::path::Path;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::postgres::ScratchDatabase;
use crate::process::{Process, create_key, done, free_port, refused};
use crate::service::{Client, Service};

const LIMIT: Duration = Duration::from_secs(40);

async fn process(place: &[&str], log: &Path) -> Process {
    let flags: Vec<String> = place
        .iter()
        .chain(&["--embedder", "potion"])
        .map(|flag| (*flag).to_owned())
        .collect();
    let process = Process::start(free_port(), &flags, log);
    process.healthy().await;
    process
}

async fn found(base: &str, key: &str, query: &str) -> String {
    let reply = reqwest::Client::new()
        .post(format!("{base}/search"))
        .bearer_auth(key)
        .json(&json!({ "query": query }))
        .send()
        .await
        .unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    reply.text().await.unwrap()
}

#[tokio::test]
async fn a_memory_outlives_a_backup_a_restore_and_a_move_to_postgresql() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (data, restored, file, log) = (
        path("data"),
        path("restored"),
        path("backup.db"),
        path("log"),
    );
    let key = create_key(&["--data".to_owned(), data.clone()], "anna@example.com");
    let running = process(&["--data", &data], Path::new(&log)).await;
    let text = json!({ "episodeBody": "Clara lives in Lisbon.", "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    let http = reqwest::Client::new();
    let sent = http
        .post(format!("{}/ingest", running.base))
        .bearer_auth(&key)
        .json(&text)
        .send()
        .await
        .unwrap();
    assert_eq!(sent.status(), StatusCode::OK);
    while !found(&running.base, &key, "Where does Clara live?")
        .await
        .contains("\"fact\":\"Clara lives in Lisbon.\"")
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    // While the service runs.
    assert!(done(&["backup", &file, "--data", &data]).contains("are in"));
    assert!(done(&["verify", "--data", &data]).contains("agree"));
    assert!(done(&["verify", &file]).contains("agree"));
    let database = ScratchDatabase::create("moving");
    let url = &database.url;
    assert!(refused(&["move", "--from", &data, "--to", url]).contains("stop it first"));
    running.terminate(LIMIT).await;

    // A backup has no master key in it: that comes along by itself, or nothing can be read.
    let said = done(&["restore", &file, "--data", &restored]);
    assert!(said.contains("a service needs to open it"), "{said}");
    let refused_without = refused(&[
        "key",
        "list",
        "--data",
        &restored,
        "--email",
        "anna@example.com",
    ]);
    assert!(
        refused_without.contains("master.key is not there"),
        "{refused_without}"
    );
    let master = format!("{data}/master.key");
    std::fs::copy(&master, format!("{restored}/master.key")).unwrap();
    assert!(refused(&["restore", &file, "--data", &restored]).contains("not empty"));
    let moved = done(&["move", "--from", &restored, "--to", url]);
    assert!(
        moved.contains("accounts") && moved.contains("what was written is what was read"),
        "{moved}"
    );
    assert!(done(&["verify", url]).contains("agree"));
    let with_key = ["--database", url, "--master-key-file", &master];
    for place in [&["--data", restored.as_str()][..], &with_key] {
        let process = process(place, Path::new(&log)).await;
        let found = found(&process.base, &key, "Where does Clara live?").await;
        assert!(
            found.contains("\"fact\":\"Clara lives in Lisbon.\""),
            "{found}"
        );
        process.terminate(LIMIT).await;
    }
}

#[test]
fn what_cannot_be_copied_is_told_and_creates_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (nowhere, file) = (path("nowhere"), path("file"));
    assert!(refused(&["backup", &file, "--data", &nowhere]).contains("no database"));
    assert!(refused(&["verify", "--data", &nowhere]).contains("no database"));
    assert!(refused(&["restore", &file, "--data", &nowhere]).contains("No such file"));
    let url = "postgres://somebody:secret-word@127.0.0.1:1/nothing";
    let said = refused(&["move", "--from", url, "--to", &nowhere]);
    assert!(!said.contains("secret-word"), "{said}");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// Documents that are replaced, texts that are forgotten, names that are merged and split, a space that is gone.
async fn live(anna: &Client) {
    for text in [
        "Clara lives in Lisbon.",
        "Clara moved to Porto in May 2025.",
        "Clara's brother is Tom.",
    ] {
        anna.remember(text, &json!({ "sessionId": "s1" })).await;
    }
    for version in [
        "Plan: Tom meets Ida on Monday.",
        "Plan: Tom meets Eva on Tuesday.",
        "Plan: Tom meets Eva on Tuesday.",
    ] {
        anna.remember(version, &json!({ "type": "DOCUMENT", "sessionId": "plan" }))
            .await;
    }
    for version in ["Ben works at Acme.", "Ben works at Globex."] {
        anna.remember(version, &json!({ "externalId": "ben", "tags": ["work"] }))
            .await;
    }
    let gone = anna.remember("Bob owes Ida 20 euros.", &json!({})).await;
    let path = format!("/api/v1/logs/{}", gone["id"].as_str().unwrap());
    assert!(anna.call(Method::DELETE, &path, None).await.0.is_success());
    anna.remember("Theodora likes chess.", &json!({})).await;
    let (_, entities) = anna.get("/api/v1/entities?limit=100").await;
    let id = |name: &str| {
        let entities = entities["entities"].as_array().unwrap();
        let entity = entities
            .iter()
            .find(|entity| entity["name"] == name)
            .unwrap();
        entity["id"].as_str().unwrap().to_owned()
    };
    let (tom, theodora) = (id("Tom"), id("Theodora"));
    let merge = format!("/api/v1/entities/{tom}/merge");
    let (status, merged) = anna.post(&merge, &json!({ "other": theodora })).await;
    assert!(status.is_success(), "{merged}");
    let (_, space) = anna
        .post("/api/v1/spaces", &json!({ "name": "Work" }))
        .await;
    let space = space["space"]["id"]
        .as_str()
        .or(space["id"].as_str())
        .unwrap()
        .to_owned();
    anna.remember("Zoe leads the team.", &json!({ "spaceId": space }))
        .await;
    assert!(
        anna.call(Method::DELETE, &format!("/api/v1/spaces/{space}"), None)
            .await
            .0
            .is_success()
    );
    let me = json!({ "name": "Anna", "alsoCalled": ["Annie"] });
    assert!(
        anna.call(Method::PUT, "/api/v1/me", Some(&me))
            .await
            .0
            .is_success()
    );
    anna.remember("Annie bought a bike.", &json!({})).await;
}

#[tokio::test]
async fn what_a_life_leaves_behind_agrees_with_itself_on_both_engines() {
    let database = ScratchDatabase::create("lives");
    for flags in [&[][..], &["--database", &database.url]] {
        let service = Service::with(&[&["--embedder", "potion"], flags].concat()).await;
        let anna = service.client("anna@example.com").await;
        live(&anna).await;
        let found = service.options.storage.database().verify().await.unwrap();
        assert_eq!(found, []);
    }
}
