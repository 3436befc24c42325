//! What was forgotten is in none of the database's files any more, and what is encrypted never was.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use aho_corasick::AhoCorasick;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::postgres::{ScratchDatabase, asked};
use crate::reading::text;
use crate::service::{Client, Service};

/// Names that stand nowhere else.
pub(crate) fn markers(of: &str) -> Vec<String> {
    let syllables = ["Zvor", "Qwin", "Xelk", "Jurb", "Vyst", "Kroz", "Plyx"];
    let more = ["anda", "ilox", "umek", "ostra", "ibel", "enko", "aruz"];
    let pairs = syllables
        .iter()
        .flat_map(|one| more.map(|two| format!("{one}{two}{of}")));
    pairs.collect()
}

/// Every file below a directory, as far as it is there long enough to be read.
fn files_below(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let below = |path: PathBuf| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    };
    entries.flat_map(|entry| below(entry.path())).collect()
}

/// The markers that the files of the data directory still hold, each with the file.
fn left(service: &Service, markers: &[String]) -> Vec<String> {
    left_in(service.data(), markers)
}

pub(crate) fn left_in(directory: &Path, markers: &[String]) -> Vec<String> {
    left_among(&files_below(directory), markers)
}

/// The markers that stand in these files, in whatever case, each with the file. All are looked for in one pass.
fn left_among(files: &[PathBuf], markers: &[String]) -> Vec<String> {
    let sought = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(markers)
        .unwrap();
    let mut found = BTreeSet::new();
    for path in files {
        // What another process removed meanwhile holds nothing.
        let Ok(file) = File::open(path) else { continue };
        let matches = sought.stream_find_iter(file).map_while(Result::ok);
        let place = path.display();
        found.extend(matches.map(|at| format!("{} in {place}", markers[at.pattern()])));
    }
    found.into_iter().collect()
}

/// Texts about these names, a few to each; their logs.
pub(crate) async fn remember(
    client: &Client,
    names: &[String],
    space: Option<&str>,
) -> Vec<String> {
    let mut logs = Vec::new();
    for pair in names.chunks(7) {
        let said: Vec<String> = pair
            .iter()
            .map(|name| format!("{name} Miller works at {name} Industries and lives in Lisbon."))
            .collect();
        let more = match space {
            Some(space) => json!({ "spaceId": space, "sessionId": format!("s-{}", pair[0]) }),
            None => json!({ "metadata": { "note": pair[0] } }),
        };
        let log = client.remember(&said.join(" "), &more).await;
        assert_eq!(log["status"], "completed", "{log}");
        logs.push(text(&log["id"]));
    }
    logs
}

/// Has a service keep what would be found anywhere, and looks for it in files: before, while it is there and after.
async fn nothing_is_readable(service: &Service, files: impl Fn() -> Vec<PathBuf>) {
    let address = "quirrelvantz@example.com";
    let anna = service.client(address).await;
    let mut names = markers("enc");
    remember(&anna, &names, None).await;
    let (_, space) = anna
        .post("/api/v1/spaces", &json!({ "name": "Wobblegarth" }))
        .await;
    remember(&anna, &names[..7], Some(&text(&space["space"]["id"]))).await;
    let hook = json!({ "url": "https://hook.example.com/gromblefitz", "description": "Tockleby" });
    let (status, hook) = anna.post("/api/v1/webhooks", &hook).await;
    assert_eq!(status, StatusCode::CREATED, "{hook}");
    anna.post("/api/v1/keys", &json!({ "name": "snorklewidget" }))
        .await;
    anna.sign_in().await;
    let words = ["quirrelvantz", "Wobblegarth", "gromblefitz", "Tockleby"];
    names.extend(words.map(str::to_owned));
    names.extend(["snorklewidget".to_owned(), text(&hook["secret"])]);
    assert_eq!(left_among(&files(), &names), [""; 0], "while it is there");
    let found = anna.search(&names[0], &json!({})).await;
    assert!(!found.is_empty(), "it is there, and its owner reads it");
    let confirm = json!({ "confirm": address });
    let (status, gone) = anna
        .call(Method::DELETE, "/api/v1/me", Some(&confirm))
        .await;
    assert_eq!(status, StatusCode::OK, "{gone}");
    assert_eq!(left_among(&files(), &names), [""; 0], "afterwards");
}

#[tokio::test]
async fn nothing_that_a_person_said_is_readable_in_a_data_directory() {
    let service = Service::start().await;
    nothing_is_readable(&service, || files_below(service.data())).await;
}

/// What PostgreSQL keeps of a database: everything but the databases of others, the write-ahead log included.
fn files_of_server(url: &str) -> Vec<PathBuf> {
    let directory = asked(url, "SHOW data_directory");
    let sql = "SELECT oid FROM pg_database WHERE datname = current_database()";
    let own = asked(url, sql);
    let (directory, own) = (Path::new(directory.trim()), own.trim());
    // What was written is in the files then, and not only in the server's memory.
    asked(url, "CHECKPOINT");
    let mut files = files_below(directory);
    files.retain(|path| {
        let below = path.strip_prefix(directory.join("base"));
        below.map_or(true, |below| below.starts_with(own))
    });
    for part in [own, "pg_wal", "global"] {
        let is_part = |path: &PathBuf| path.iter().any(|own| own == part);
        assert!(files.iter().any(is_part), "{part} can be read");
    }
    files
}

#[tokio::test]
async fn nothing_that_a_person_said_is_readable_in_the_directory_of_postgresql() {
    let database = ScratchDatabase::create("traces");
    let service = Service::with(&["--embedder", "potion", "--database", &database.url]).await;
    nothing_is_readable(&service, || files_of_server(&database.url)).await;
}

#[tokio::test]
async fn without_encryption_it_is_readable_in_the_directory_of_postgresql() {
    let database = ScratchDatabase::create("readable");
    let place = ["--database", &database.url, "--encryption", "off"];
    let service = Service::with(&[&["--embedder", "potion"], &place[..]].concat()).await;
    let anna = service.client("anna@example.com").await;
    let names = &markers("pla")[..7];
    remember(&anna, names, None).await;
    let found = left_among(&files_of_server(&database.url), names);
    assert!(found.len() >= names.len(), "{found:?}");
}

#[tokio::test]
async fn forgetting_a_text_a_space_and_an_account_leaves_no_byte_of_it() {
    // Encrypted, none of it could be found at any time.
    let service = Service::with(&["--embedder", "potion", "--encryption", "off"]).await;
    let address = "quirrelvantz@example.com";
    let anna = service.client(address).await;
    let bert = service.client("bert@example.com").await;
    // Others go on beside it, before and after.
    bert.remember("Clara lives in Porto.", &json!({})).await;

    let texts = markers("tex");
    let logs = remember(&anna, &texts, None).await;
    assert!(!left(&service, &texts).is_empty(), "it is there before");
    anna.search(&texts[0], &json!({})).await;
    for log in &logs {
        let path = format!("/api/v1/logs/{log}");
        let (status, gone) = anna.call(Method::DELETE, &path, None).await;
        assert_eq!(status, StatusCode::OK, "{gone}");
    }
    assert_eq!(left(&service, &texts), [""; 0], "after forgetting texts");

    let (_, space) = anna
        .post("/api/v1/spaces", &json!({ "name": "work" }))
        .await;
    let space = text(&space["space"]["id"]);
    let names = markers("spa");
    remember(&anna, &names, Some(&space)).await;
    assert!(!left(&service, &names).is_empty(), "it is there before");
    let path = format!("/api/v1/spaces/{space}");
    let (status, gone) = anna.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{gone}");
    assert_eq!(left(&service, &names), [""; 0], "after deleting the space");

    let mut names = markers("acc");
    remember(&anna, &names, None).await;
    let hook = json!({ "url": "https://hook.example.com/gromblefitz" });
    let (status, hook) = anna.post("/api/v1/webhooks", &hook).await;
    assert_eq!(status, StatusCode::CREATED, "{hook}");
    let secret = text(&hook["secret"]);
    let browser = anna.sign_in().await;
    let (_, key) = anna
        .post("/api/v1/keys", &json!({ "name": "snorklewidget" }))
        .await;
    assert_eq!(key["name"], "snorklewidget");
    drop(browser);
    names.extend(["quirrelvantz", "gromblefitz", "snorklewidget"].map(str::to_owned));
    names.push(secret);
    assert!(!left(&service, &names).is_empty(), "it is there before");
    let confirm = json!({ "confirm": address });
    let (status, gone) = anna
        .call(Method::DELETE, "/api/v1/me", Some(&confirm))
        .await;
    assert_eq!(status, StatusCode::OK, "{gone}");
    assert_eq!(
        left(&service, &names),
        [""; 0],
        "after deleting the account"
    );

    bert.remember("Clara works at Siemens.", &json!({})).await;
    let all = [texts, names].concat();
    assert_eq!(left(&service, &all), [""; 0], "later");
    assert_eq!(bert.search("Clara", &json!({})).await.len(), 2);
}
