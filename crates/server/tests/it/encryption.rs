//! Encryption at rest by the command line: where the master key is, what is said of it, and how it is changed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::postgres::{MASTER_KEY, ScratchDatabase};
use crate::process::{Process, create_key, done, free_port, refused, run, said};

const LIMIT: Duration = Duration::from_secs(40);
const EMAIL: &str = "anna@example.com";

/// A data directory beside others, and the log of the services on it.
struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        Self { directory }
    }

    fn path(&self, name: &str) -> String {
        self.directory
            .path()
            .join(name)
            .to_str()
            .unwrap()
            .to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    async fn serve(&self, flags: &[&str]) -> Process {
        let flags = flags.iter().chain(&["--embedder", "potion"]);
        let flags: Vec<String> = flags.map(|flag| (*flag).to_owned()).collect();
        let process = Process::start(free_port(), &flags, Path::new(&self.path("log")));
        process.healthy().await;
        process
    }

    /// What a service with these flags says that refuses to start.
    fn refusal(&self, flags: &[&str]) -> String {
        let port = format!("127.0.0.1:{}", free_port());
        let output = run(&[&["serve", "--listen", &port], flags].concat());
        assert!(!output.status.success(), "{flags:?}");
        said(&output)
    }
}

fn doctor(flags: &[&str]) -> String {
    let listen = format!("127.0.0.1:{}", free_port());
    said(&run(&[&["doctor", "--listen", &listen], flags].concat()))
}

async fn remember(process: &Process, key: &str, body: &str) {
    let text =
        json!({ "episodeBody": body, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    let sent = reqwest::Client::new()
        .post(format!("{}/ingest", process.base))
        .bearer_auth(key)
        .json(&text)
        .send()
        .await
        .unwrap();
    assert_eq!(sent.status(), StatusCode::OK);
}

/// The texts that a search finds, once there are so many.
async fn found(process: &Process, key: &str, count: usize) -> Vec<String> {
    for _ in 0..1_000 {
        let reply = reqwest::Client::new()
            .post(format!("{}/search", process.base))
            .bearer_auth(key)
            .json(&json!({ "query": "Clara" }))
            .send()
            .await
            .unwrap();
        assert_eq!(reply.status(), StatusCode::OK);
        let reply: Value = reply.json().await.unwrap();
        let texts = reply["episodes"].as_array().unwrap().iter();
        let mut texts: Vec<String> = texts
            .map(|text| text.as_str().unwrap_or_default().to_owned())
            .collect();
        if texts.len() == count {
            texts.sort();
            return texts;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("there are not {count} texts to be found");
}

#[tokio::test]
async fn a_new_directory_is_encrypted_and_its_master_key_can_be_changed() {
    let place = Place::new();
    let (data, backup) = (place.path("data"), place.path("backup.db"));
    let master = place.path("data/master.key");
    let key = create_key(&["--data".to_owned(), data.clone()], EMAIL);
    let mode = fs::metadata(&master).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let report = doctor(&["--data", &data]);
    assert!(
        report.contains("encryption: the database is encrypted"),
        "{report}"
    );
    assert!(
        report.contains("master.key is beside the database"),
        "{report}"
    );
    assert!(report.contains("RECOLLECT_MASTER_KEY_FILE"), "{report}");

    let running = place.serve(&["--data", &data]).await;
    remember(&running, &key, "Clara lives in Lisbon.").await;
    found(&running, &key, 1).await;
    let said = done(&["backup", &backup, "--data", &data]);
    assert!(
        said.contains("the master key") && said.contains("is not in it"),
        "{said}"
    );
    let said = refused(&["key", "rotate-master", "--data", &data]);
    assert!(said.contains("is in use by another"), "{said}");
    running.terminate(LIMIT).await;

    let first = fs::read_to_string(&master).unwrap();
    done(&["key", "rotate-master", "--data", &data]);
    assert_ne!(first, fs::read_to_string(&master).unwrap());
    assert!(!Path::new(&place.path("data/master.key.next")).exists());
    // Somebody who comes new gets a key by the new one, and whoever was there goes on.
    create_key(&["--data".to_owned(), data.clone()], "bert@example.com");
    // It does not become another by a wish.
    let running = place.serve(&["--data", &data, "--encryption", "off"]).await;
    assert!(
        place
            .read("log")
            .contains("the database is encrypted, and stays so")
    );
    remember(&running, &key, "Clara works at Siemens.").await;
    assert_eq!(found(&running, &key, 2).await.len(), 2);
    running.terminate(LIMIT).await;

    // The backup is of the time of the first key.
    let restored = place.path("restored");
    done(&["restore", &backup, "--data", &restored]);
    let said = place.refusal(&["--data", &restored, "--master-key-file", &master]);
    assert!(
        said.contains("it is encrypted with the master key"),
        "{said}"
    );
    fs::write(place.path("restored/master.key"), first).unwrap();
    let running = place.serve(&["--data", &restored]).await;
    assert_eq!(found(&running, &key, 1).await.len(), 1);
    running.terminate(LIMIT).await;
}

#[tokio::test]
async fn a_master_key_may_be_kept_in_another_file_or_printed_by_a_command() {
    let place = Place::new();
    let (data, kept) = (place.path("data"), place.path("kept"));
    let master = place.path("data/master.key");
    let key = create_key(&["--data".to_owned(), data.clone()], EMAIL);
    let running = place.serve(&["--data", &data]).await;
    remember(&running, &key, "Clara lives in Lisbon.").await;
    found(&running, &key, 1).await;
    running.terminate(LIMIT).await;
    fs::rename(&master, &kept).unwrap();
    let said = place.refusal(&["--data", &data]);
    assert!(said.contains("master.key is not there"), "{said}");
    assert!(!Path::new(&master).exists(), "no other key takes its place");
    let command = format!("cat \'{kept}\'");
    for elsewhere in [
        ["--master-key-file", &kept],
        ["--master-key-command", &command],
    ] {
        let flags = [&["--data", &data], &elsewhere[..]].concat();
        let running = place.serve(&flags).await;
        assert_eq!(found(&running, &key, 1).await.len(), 1);
        running.terminate(LIMIT).await;
        let report = doctor(&flags);
        assert!(
            report.contains("encryption: the database is encrypted"),
            "{report}"
        );
        assert!(!report.contains("is beside the database"), "{report}");
    }
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o644)).unwrap();
    let report = doctor(&["--data", &data, "--master-key-file", &kept]);
    assert!(
        report.contains("others than the owner may read"),
        "{report}"
    );
}

#[tokio::test]
async fn a_directory_that_is_not_encrypted_goes_on_so_and_says_so_until_it_is_moved() {
    let place = Place::new();
    let (data, moved) = (place.path("data"), place.path("moved"));
    let plain = ["--data", &data, "--encryption", "off"];
    let key = create_key(&plain.map(str::to_owned), EMAIL);
    let running = place.serve(&plain).await;
    assert!(!place.read("log").contains("stays so"));
    remember(&running, &key, "Clara lives in Lisbon.").await;
    found(&running, &key, 1).await;
    running.terminate(LIMIT).await;

    let running = place.serve(&["--data", &data]).await;
    assert!(
        place
            .read("log")
            .contains("the database is not encrypted, and stays so")
    );
    remember(&running, &key, "Clara works at Siemens.").await;
    let before = found(&running, &key, 2).await;
    let said = refused(&["move", "--from", &data, "--to", &moved]);
    assert!(said.contains("stop it first"), "{said}");
    running.terminate(LIMIT).await;
    assert!(!Path::new(&place.path("data/master.key")).exists());
    let report = doctor(&["--data", &data]);
    assert!(
        report.contains("encryption: the database is not encrypted"),
        "{report}"
    );
    let said = refused(&["key", "rotate-master", "--data", &data]);
    assert!(said.contains("is not encrypted"), "{said}");

    let said = done(&["move", "--from", &data, "--to", &moved]);
    assert!(
        said.contains("it is encrypted, with the master key"),
        "{said}"
    );
    assert!(Path::new(&place.path("moved/master.key")).exists());
    let running = place.serve(&["--data", &moved]).await;
    assert_eq!(found(&running, &key, 2).await, before);
    running.terminate(LIMIT).await;
    assert!(done(&["verify", "--data", &moved]).contains("agree"));
    let bytes = fs::read(place.path("moved/recollect.db")).unwrap();
    assert!(!bytes.windows(5).any(|at| at == b"Clara"));
}

#[test]
fn two_master_keys_and_what_is_no_key_are_refused_by_name() {
    let place = Place::new();
    let data = place.path("data");
    let said = place.refusal(&["--data", &data, "--master-key", "secret-word"]);
    assert!(
        said.contains("--master-key") && said.contains("a key is 32 bytes"),
        "{said}"
    );
    assert!(!said.contains("secret-word"), "{said}");
    let two = [
        "--master-key",
        &"0".repeat(64),
        "--master-key-file",
        "/nowhere",
    ];
    let said = place.refusal(&[&["--data", &data][..], &two].concat());
    assert!(said.contains("not two of them"), "{said}");
    let failing = ["--data", &data, "--master-key-command", "exit 3"];
    let said = place.refusal(&failing);
    assert!(
        said.contains("--master-key-command") && said.contains('3'),
        "{said}"
    );
}

#[tokio::test]
async fn a_new_postgresql_without_a_master_key_is_not_encrypted_unless_it_must_be() {
    let place = Place::new();
    let database = ScratchDatabase::create("unencrypted");
    let flags = ["--database", &database.url];
    let said = place.refusal(&[&flags[..], &["--encryption", "on"]].concat());
    assert!(said.contains("RECOLLECT_MASTER_KEY"), "{said}");

    let key = create_key(&flags.map(str::to_owned), EMAIL);
    let running = place.serve(&flags).await;
    let said = place.read("log");
    assert!(said.contains("not encrypted, and stays so"), "{said}");
    remember(&running, &key, "Clara lives in Lisbon.").await;
    found(&running, &key, 1).await;
    running.terminate(LIMIT).await;

    // A key that comes later changes nothing.
    let keyed = [&flags[..], &["--master-key", MASTER_KEY]].concat();
    let running = place.serve(&keyed).await;
    found(&running, &key, 1).await;
    running.terminate(LIMIT).await;
}
