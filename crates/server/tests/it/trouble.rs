//! A database in trouble, as those see it who watch the service and who use it.

use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::cluster::ENDING_IN_THE_MIDDLE;
use crate::postgres::{MASTER_KEY, ScratchDatabase};
use crate::process::{Process, create_key, free_port};
use crate::reading::text;
use crate::service::Service;

fn psql(url: &str, sql: &str) {
    let output = Command::new("psql")
        .args([url, "-v", "ON_ERROR_STOP=1", "-qc", sql])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{sql}: {said}");
}

async fn probe(base: &str, path: &str) -> (StatusCode, Value) {
    let response = reqwest::get(format!("{base}{path}")).await.unwrap();
    (response.status(), response.json().await.unwrap())
}

/// What `/readyz` says once it says this status.
pub(crate) async fn readiness(base: &str, status: StatusCode) -> Value {
    let mut last = Value::Null;
    for _ in 0..100 {
        let (found, said) = probe(base, "/readyz").await;
        if found == status {
            return said;
        }
        last = said;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not {status} after 5 s: {last}");
}

#[tokio::test]
async fn readiness_says_what_fails_while_the_process_lives() {
    let service = Service::start().await;
    let said = readiness(&service.base, StatusCode::OK).await;
    assert_eq!(
        said,
        json!({ "status": "ok", "checks": { "databaseRead": "ok", "databaseWrite": "ok" } })
    );
    // Its file goes, and comes back.
    let file = service.options.storage.data.join("recollect.db");
    let aside = file.with_extension("aside");
    std::fs::rename(&file, &aside).unwrap();
    let said = readiness(&service.base, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(said["status"], "unavailable");
    // What is open can still be read; a reader that comes now cannot, and makes no other file.
    let checks = said["checks"].as_object().unwrap();
    assert!(checks.values().any(|check| check == "failing"), "{said}");
    assert!(!file.exists());
    let (status, said) = probe(&service.base, "/livez").await;
    assert_eq!((status, &said["status"]), (StatusCode::OK, &json!("ok")));
    std::fs::rename(&aside, &file).unwrap();
    readiness(&service.base, StatusCode::OK).await;
}

#[tokio::test]
async fn a_database_that_only_reads_is_not_ready() {
    let scratch = ScratchDatabase::create("readonly");
    let service = Service::with(&["--database", &scratch.url, "--embedder", "potion"]).await;
    readiness(&service.base, StatusCode::OK).await;
    psql(
        &scratch.url,
        "ALTER TABLE probes RENAME TO elsewhere; CREATE VIEW probes AS SELECT 1::BIGINT AS id, 1::BIGINT AS probed_at",
    );
    let said = readiness(&service.base, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(
        said["checks"],
        json!({ "databaseRead": "ok", "databaseWrite": "failing" })
    );
    psql(&scratch.url, "DROP VIEW probes");
    let said = readiness(&service.base, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(said["status"], "unavailable");
}

#[tokio::test]
async fn a_text_is_refused_and_none_lost_when_the_server_stops_taking_writes_in_the_middle() {
    let scratch = ScratchDatabase::create("demoted");
    let service = Service::with(&["--database", &scratch.url, "--embedder", "potion"]).await;
    let client = service.client("ann@example.com").await;
    client.remember("Clara lives in Lisbon.", &json!({})).await;
    psql(&scratch.url, ENDING_IN_THE_MIDDLE);
    let body = json!({ "episodeBody": "Clara moved to Porto.", "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    let mut refused = 0;
    let accepted = loop {
        let (status, said) = client.post("/ingest", &body).await;
        match status {
            StatusCode::OK => break said,
            StatusCode::SERVICE_UNAVAILABLE => refused += 1,
            other => panic!("{other}: {said}"),
        }
        assert_eq!(said["code"], "unavailable");
    };
    // Every connection of before led to the same server: none is used again.
    assert_eq!(refused, 1);
    client.processed(&text(&accepted["logId"])).await;
    let (_, logs) = client.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 2, "{logs}");
    readiness(&service.base, StatusCode::OK).await;
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_refused_at_the_start_with_what_is_wrong() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let place = ["--data".to_owned(), data.display().to_string()];
    create_key(&place, "ann@example.com");
    for file in std::fs::read_dir(&data).unwrap() {
        let file = file.unwrap().path();
        std::fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    }
    let mut serve = Command::new(env!("CARGO_BIN_EXE_recollect"));
    serve.args(["serve", "--listen", "127.0.0.1:0", "--embedder", "potion"]);
    serve.args(&place);
    // Whoever runs everything may write everything.
    if std::fs::File::options()
        .append(true)
        .open(data.join("recollect.db"))
        .is_ok()
    {
        const NOBODY: u32 = 65_534;
        for path in [directory.path(), &data] {
            chown(path, Some(NOBODY), None).unwrap();
        }
        serve.uid(NOBODY);
    }
    let output = serve.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("readonly database"), "{said}");
}

#[tokio::test]
async fn an_export_that_cannot_be_read_to_its_end_breaks_off() {
    let scratch = ScratchDatabase::create("export");
    let service = Service::with(&["--database", &scratch.url, "--embedder", "potion"]).await;
    let client = service.client("ann@example.com").await;
    client.remember("Clara lives in Lisbon.", &json!({})).await;
    let whole = client.response(Method::GET, "/api/v1/export").await;
    assert!(whole.json::<Value>().await.unwrap()["statements"].is_array());

    psql(&scratch.url, "ALTER TABLE claims RENAME TO elsewhere");
    let broken = client.response(Method::GET, "/api/v1/export").await;
    assert_eq!(broken.status(), StatusCode::OK);
    let read = broken.bytes().await;
    assert!(read.is_err(), "it ended as if it were whole: {read:?}");
}

#[tokio::test]
async fn a_search_finds_what_came_after_a_restored_backup() {
    let scratch = ScratchDatabase::create("restore");
    let service = Service::with(&["--database", &scratch.url, "--embedder", "potion"]).await;
    let client = service.client("ann@example.com").await;
    client
        .remember("The first walk was long.", &json!({}))
        .await;
    client
        .remember("The second walk was short.", &json!({}))
        .await;
    assert_eq!(client.search("walk", &json!({})).await.len(), 2);

    // As a backup has it that was made between the two.
    psql(
        &scratch.url,
        "DELETE FROM episodes WHERE seq = (SELECT MAX(seq) FROM episodes);
         DELETE FROM space_marks WHERE revision = (SELECT MAX(revision) FROM spaces);
         UPDATE spaces SET revision = revision - 1",
    );
    client
        .remember("The third walk was steep.", &json!({}))
        .await;
    let mut found = client.search("walk", &json!({})).await;
    found.sort();
    assert_eq!(
        found,
        ["The first walk was long.", "The third walk was steep."]
    );
}

#[tokio::test]
async fn a_node_without_a_place_in_the_database_waits_and_says_so() {
    let scratch = ScratchDatabase::create("crowded");
    let role = format!("recollect_crowded_{}", std::process::id());
    psql(
        &scratch.url,
        &format!(
            "CREATE ROLE {role} LOGIN CONNECTION LIMIT 0; GRANT ALL ON SCHEMA public TO {role}"
        ),
    );
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("server.log");
    let url = scratch.url.replacen("postgres@", &format!("{role}@"), 1);
    let key = ["--master-key", MASTER_KEY];
    let flags = ["--database", &url, "--embedder", "potion", key[0], key[1]].map(str::to_owned);
    let process = Process::start(free_port(), &flags, &log);
    let said = async || std::fs::read_to_string(&log).unwrap_or_default();
    for _ in 0..400 {
        if said().await.contains("waiting for the database") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let told = said().await;
    assert!(
        told.contains("waiting for the database") && told.contains("too many connections"),
        "{told}"
    );
    psql(
        &scratch.url,
        &format!("ALTER ROLE {role} CONNECTION LIMIT 20"),
    );
    process.healthy().await;
    process.kill();
    psql(
        &scratch.url,
        &format!("REASSIGN OWNED BY {role} TO postgres; DROP OWNED BY {role}; DROP ROLE {role}"),
    );
}
