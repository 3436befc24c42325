//! A real process is killed again and again while one slow text heads its batch, and while the database refuses what was read:
//! no harmless neighbour fails, and what the database refused counts against nobody.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::postgres::{MASTER_KEY, ScratchDatabase, asked};
use crate::process::{Process, create_key, free_port};

/// One more than a text may be claimed without being settled, and one for good measure.
const KILLS: usize = 22;
const NEIGHBOURS: usize = 12;
const PATIENCE: Duration = Duration::from_secs(90);
/// What makes a text slow.
const SLOW: &str = "thinks slowly";

/// A provider of a language model that never comes to an end with a slow text, and has nothing to say of any other.
struct Provider {
    url: String,
    /// How often it was asked about a slow one.
    asked: Arc<AtomicUsize>,
    serving: JoinHandle<()>,
}

impl Provider {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let asked = Arc::new(AtomicUsize::new(0));
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .with_state(asked.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self {
            url,
            asked,
            serving,
        }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(State(asked): State<Arc<AtomicUsize>>, Json(body): Json<Value>) -> Json<Value> {
    if body.to_string().contains(SLOW) {
        asked.fetch_add(1, Ordering::SeqCst);
        std::future::pending::<()>().await;
    }
    let nothing = json!({ "entities": [], "statements": [] }).to_string();
    let message = json!({ "role": "assistant", "content": nothing });
    Json(json!({
        "choices": [{ "finish_reason": "stop", "message": message }],
        "usage": { "prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2 },
    }))
}

/// Where the service keeps everything, and how a test looks into it.
enum Place {
    Sqlite(tempfile::TempDir),
    Postgres(tempfile::TempDir, ScratchDatabase),
}

impl Place {
    fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().unwrap())
    }

    fn postgres(purpose: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        Self::Postgres(directory, ScratchDatabase::create(purpose))
    }

    fn directory(&self) -> &Path {
        match self {
            Self::Sqlite(directory) | Self::Postgres(directory, _) => directory.path(),
        }
    }

    fn flags(&self) -> Vec<String> {
        let data = self.directory().join("data").display().to_string();
        let flags = match self {
            Self::Sqlite(_) => vec!["--data", &data],
            Self::Postgres(_, scratch) => {
                vec!["--database", &scratch.url, "--master-key", MASTER_KEY]
            }
        };
        flags.into_iter().map(str::to_owned).collect()
    }

    fn log(&self) -> PathBuf {
        self.directory().join("server.log")
    }

    /// What the service has logged.
    fn said(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// How often each text of the queue was claimed and tried, in order.
    fn counted(&self) -> Vec<(u32, u32)> {
        let sql = "SELECT claims, attempts FROM queue ORDER BY seq";
        let said = match self {
            Self::Sqlite(_) => read_file(&self.directory().join("data/recollect.db"), sql),
            Self::Postgres(_, scratch) => asked(&scratch.url, sql),
        };
        let lines = said.lines().map(|line| line.split_once('|').unwrap());
        lines
            .map(|(claims, attempts)| (claims.parse().unwrap(), attempts.parse().unwrap()))
            .collect()
    }
}

/// What a statement finds in a file of SQLite.
fn read_file(file: &Path, sql: &str) -> String {
    let script = "import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]):
    print('|'.join(map(str, row)))";
    let output = Command::new("python3")
        .args(["-c", script, file.to_str().unwrap(), sql])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Somebody's way to the service, whichever process it is at the moment.
struct Person {
    base: String,
    key: String,
}

impl Person {
    /// Sends texts in one request; the ids of their logs, in order.
    async fn send(&self, texts: &[String]) -> Vec<String> {
        let episodes: Vec<Value> = texts
            .iter()
            .map(|text| {
                json!({ "episodeBody": text, "referenceTime": "2025-03-01T09:30:00Z", "source": "crash" })
            })
            .collect();
        let request = Client::new().post(format!("{}/api/v1/batch", self.base));
        let request = request.bearer_auth(&self.key);
        let sent = request.json(&json!({ "episodes": episodes })).send().await;
        let sent = sent.unwrap();
        assert_eq!(sent.status(), StatusCode::OK);
        let reply = sent.json::<Value>().await.unwrap();
        let results = reply["results"].as_array().unwrap().iter();
        let logs = results.map(|result| result["logId"].as_str().unwrap().to_owned());
        logs.collect()
    }

    /// A log's status, and its error.
    async fn status(&self, log: &str) -> (String, String) {
        let request = Client::new().get(format!("{}/api/v1/logs/{log}", self.base));
        let sent = request.bearer_auth(&self.key).send().await.unwrap();
        let told = sent.json::<Value>().await.unwrap();
        let field = |name: &str| told["log"][name].as_str().unwrap_or_default().to_owned();
        (field("status"), field("error"))
    }

    /// Waits until all of these are completed; none may fail.
    async fn all_completed(&self, logs: &[String]) {
        let begun = Instant::now();
        for log in logs {
            loop {
                let (status, error) = self.status(log).await;
                assert_ne!(status, "failed", "{error}");
                if status == "completed" {
                    break;
                }
                assert!(begun.elapsed() < PATIENCE, "{log} is {status}: {error}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

fn harmless(number: usize) -> String {
    format!("Diary note {number}: Anna lives in Lisbon.")
}

async fn until(place: &Place, what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        if begun.elapsed() > PATIENCE {
            panic!("not in time: {what}: {}", place.said());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_text_that_many_kills_interrupt_fails_alone_on_sqlite() {
    killed_with_a_slow_text_in_hand(&Place::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_text_that_many_kills_interrupt_fails_alone_on_postgresql() {
    killed_with_a_slow_text_in_hand(&Place::postgres("slow")).await;
}

async fn killed_with_a_slow_text_in_hand(place: &Place) {
    let (provider, port) = (Provider::start().await, free_port());
    let key = create_key(&place.flags(), "ann@example.com");
    let reading = ["--extraction", "openai", "--openai-url", &provider.url];
    let model = ["--openai-extraction-model", "slow", "--embedder", "potion"];
    let more = ["--lease-ms", "300"]
        .into_iter()
        .chain(reading)
        .chain(model);
    let mut flags = place.flags();
    flags.extend(more.map(str::to_owned));
    let process = Process::start(port, &flags, &place.log());
    process.healthy().await;
    let ann = Person {
        base: process.base.clone(),
        key,
    };
    let slow = format!("Whoever {SLOW} comes late.");
    let texts: Vec<String> = [slow]
        .into_iter()
        .chain((0..NEIGHBOURS).map(harmless))
        .collect();
    let logs = ann.send(&texts).await;

    let mut process = Some(process);
    for kills in 1..=KILLS {
        let alive = process.take();
        let alive = alive.unwrap_or_else(|| Process::start(port, &flags, &place.log()));
        let failed = || place.said().contains(" failed: ");
        until(place, "the slow text is in hand", || {
            provider.asked() >= kills || failed()
        })
        .await;
        if provider.asked() < kills {
            // It was given up.
            process = Some(alive);
            break;
        }
        alive.kill();
        let counted = place.counted();
        let (slow, neighbours) = counted.split_first().unwrap();
        assert_eq!((slow.0 as usize, slow.1), (kills, 0), "{counted:?}");
        assert_eq!(neighbours.len(), NEIGHBOURS);
        assert!(
            neighbours.iter().all(|counts| *counts == (0, 0)),
            "{counted:?}"
        );
    }
    let process = process.expect("it was not given up after that many kills");
    process.healthy().await;
    ann.all_completed(&logs[1..]).await;
    let (status, error) = ann.status(&logs[0]).await;
    assert_eq!(status, "failed");
    assert!(
        error.starts_with("processing was interrupted 20 times"),
        "{error}"
    );
    process.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settlements_that_the_database_refuses_count_against_nobody_through_kills() {
    let (place, port) = (&Place::postgres("refused"), free_port());
    let Place::Postgres(_, scratch) = place else {
        unreachable!("it was made so")
    };
    let key = create_key(&place.flags(), "ann@example.com");
    let mut flags = place.flags();
    flags.extend(["--embedder", "potion", "--lease-ms", "300"].map(str::to_owned));
    let mut process = Process::start(port, &flags, &place.log());
    process.healthy().await;
    let ann = Person {
        base: process.base.clone(),
        key,
    };
    // As on a disk without room: what is large is refused, and what is small is not.
    asked(
        &scratch.url,
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON passages FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    let texts: Vec<String> = (0..NEIGHBOURS).map(harmless).collect();
    let logs = ann.send(&texts).await;
    let mut refused = 0;
    for kills in 0..3 {
        // Twice in each life.
        refused += 2;
        until(place, "a batch is refused", || refusals(place) >= refused).await;
        until(place, "its claim is given back", || {
            let counted = place.counted();
            let claims: u32 = counted.iter().map(|counts| counts.0).sum();
            let attempts: u32 = counted.iter().map(|counts| counts.1).sum();
            assert!(claims <= kills + 1 && attempts == 0, "{counted:?}");
            claims <= kills
        })
        .await;
        refused = refusals(place);
        process.kill();
        process = Process::start(port, &flags, &place.log());
    }
    process.healthy().await;
    asked(&scratch.url, "DROP TRIGGER refuse ON passages");
    ann.all_completed(&logs).await;
    process.kill();
}

/// How many batches could not be settled in the end.
fn refusals(place: &Place) -> usize {
    place.said().matches("a batch could not be settled").count()
}

/// No file may grow past this many KiB: to SQLite a write that fails, as on a full disk.
const LIMIT_KIB: u32 = 1_500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_that_a_full_disk_keeps_from_being_settled_fail_through_no_kill() {
    let (place, port) = (Place::sqlite(), free_port());
    let key = create_key(&place.flags(), "ann@example.com");
    let mut flags = place.flags();
    flags.extend(["--embedder", "potion"].map(str::to_owned));
    let process = Process::start_limited(port, &flags, &place.log(), LIMIT_KIB);
    process.healthy().await;
    let ann = Person {
        base: process.base.clone(),
        key,
    };
    let mut logs = Vec::new();
    for number in 0.. {
        let body = json!({
            "episodeBody": format!("{} {}", harmless(number), "a page of the diary ".repeat(400)),
            "referenceTime": "2025-03-01T09:30:00Z", "source": "crash",
        });
        let request = Client::new().post(format!("{}/ingest", ann.base));
        let sent = request.bearer_auth(&ann.key).json(&body).send().await;
        let sent = sent.unwrap();
        if sent.status() == StatusCode::SERVICE_UNAVAILABLE {
            break;
        }
        let reply = sent.json::<Value>().await.unwrap();
        logs.push(reply["logId"].as_str().unwrap().to_owned());
    }
    process.kill();
    assert!(!place.counted().is_empty(), "everything had room");
    for _ in 0..6 {
        let process = Process::start_limited(port, &flags, &place.log(), LIMIT_KIB);
        // Whether it can start at all depends on what is left of the room.
        tokio::time::sleep(Duration::from_millis(700)).await;
        process.kill();
        let counted = place.counted();
        assert!(counted.iter().all(|counts| counts.1 == 0), "{counted:?}");
    }
    let process = Process::start(port, &flags, &place.log());
    process.healthy().await;
    ann.all_completed(&logs).await;
    process.kill();
}
