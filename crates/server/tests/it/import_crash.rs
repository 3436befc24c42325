//! A real server process is killed while it carries an import, again and again; the import is begun again each time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::import_formats::{MODIFIED, ZONE, expected, files, parts, samples};
use crate::imports::{IMPORTS, MULTIPART, multipart};
use crate::process::{Process, create_key, free_port};
use crate::reading::text;

const KILLS: usize = 10;
const MESSAGES: usize = 1_200;

/// A chat of Telegram's.
fn chat() -> Vec<u8> {
    let message = |number: usize| {
        json!({ "id": number, "type": "message", "date": "2024-01-01T10:00:00", "from_id": "user1",
                "date_unixtime": (1_700_000_000 + number * 60).to_string(), "from": "Lena",
                "text": format!("Parcel {number} has arrived.") })
    };
    let messages: Vec<Value> = (0..MESSAGES).map(message).collect();
    let chat = json!({ "name": "Parcels", "type": "personal_chat", "id": 7, "messages": messages });
    let chat = serde_json::to_vec(&chat).unwrap();
    multipart(&[], &[("result.json", &chat)])
}

/// A server that is started again and again on the same data, at the same address.
struct Server {
    directory: tempfile::TempDir,
    place: Vec<String>,
    port: u16,
}

impl Server {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        Self {
            place: vec!["--data".to_owned(), data.to_str().unwrap().to_owned()],
            port: free_port(),
            directory,
        }
    }

    async fn start(&self) -> Process {
        let more = ["--embedder", "potion", "--lease-ms", "500"].map(str::to_owned);
        let flags: Vec<String> = self.place.iter().cloned().chain(more).collect();
        let process = Process::start(self.port, &flags, &self.directory.path().join("server.log"));
        process.healthy().await;
        process
    }

    /// Somebody with a new key.
    fn caller(&self, email: &str) -> Caller {
        // A connection to a process that was killed is of no use to the next.
        let client = Client::builder().pool_max_idle_per_host(0);
        Caller {
            client: client.build().unwrap(),
            base: format!("http://127.0.0.1:{}", self.port),
            key: create_key(&self.place, email),
        }
    }
}

struct Caller {
    client: Client,
    base: String,
    key: String,
}

impl Caller {
    async fn ask(&self, method: Method, path: &str, body: Vec<u8>) -> Option<Value> {
        let request = self.client.request(method, format!("{}{path}", self.base));
        let request = request.bearer_auth(&self.key).body(body);
        let request = request.header("content-type", MULTIPART);
        request.send().await.ok()?.json().await.ok()
    }

    /// Makes a space; its id.
    async fn space(&self, name: &str) -> String {
        let path = format!("{}/api/v1/spaces", self.base);
        let request = self.client.post(path).bearer_auth(&self.key);
        let made = request.json(&json!({ "name": name })).send().await.unwrap();
        let made: Value = made.json().await.unwrap();
        text(&made["space"]["id"])
    }

    /// The import once it has ended.
    async fn ended(&self, id: &str) -> Value {
        let path = format!("{IMPORTS}/{id}");
        loop {
            let now = self.ask(Method::GET, &path, Vec::new()).await.unwrap();
            if now["import"]["status"] != "running" {
                return now["import"].clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// All that is kept: names, times and texts, sorted.
    async fn kept(&self) -> Vec<[String; 3]> {
        let logs = self.logs().await;
        let mut kept: Vec<_> = logs
            .iter()
            .map(|log| {
                let body = text(&log["ingestText"]);
                let lines: Vec<&str> = body.lines().collect();
                let name = text(&log["externalId"]);
                [name, text(&log["referenceTime"]), lines.join("\n")]
            })
            .collect();
        kept.sort();
        kept
    }

    async fn begin(&self, body: &[u8]) -> Option<String> {
        let begun = self.ask(Method::POST, IMPORTS, body.to_vec()).await?;
        Some(text(&begun["import"]["id"])).filter(|id| !id.is_empty())
    }

    /// Waits until no import is told as running: the process that carried it is gone.
    async fn nothing_runs(&self) {
        loop {
            let all = self.ask(Method::GET, IMPORTS, Vec::new()).await.unwrap();
            let all = all["imports"].as_array().unwrap();
            let told = |status: &str| all.iter().filter(|one| one["status"] == status).count();
            let ended = all.iter().filter(|one| !one["endedAt"].is_null()).count();
            if told("interrupted") + told("completed") == all.len() {
                assert_eq!(ended, all.len());
                assert!(told("interrupted") > 0);
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn names(&self) -> Vec<String> {
        let logs = self.logs().await;
        logs.iter().map(|log| text(&log["externalId"])).collect()
    }

    async fn logs(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for page in 1.. {
            let path = format!("/api/v1/logs?limit=1000&page={page}");
            let answer = self.ask(Method::GET, &path, Vec::new()).await.unwrap();
            let logs = answer["logs"].as_array().unwrap();
            all.extend(logs.iter().cloned());
            if logs.len() < 1_000 {
                break;
            }
        }
        all
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_that_is_killed_goes_on_when_it_is_begun_again() {
    let server = Server::new();
    let caller = server.caller("nora@example.com");
    let (body, mut dice) = (chat(), SmallRng::seed_from_u64(11));
    let mut begun = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for _ in 0..KILLS {
        let process = server.start().await;
        begun.extend(caller.begin(&body).await);
        tokio::time::sleep(Duration::from_millis(dice.random_range(0..250))).await;
        process.kill();
    }
    let process = server.start().await;
    caller.nothing_runs().await;
    seen.extend(caller.names().await);
    let last = caller.begin(&body).await.unwrap();
    let import = caller.ended(&last).await;
    // What was there when the last one began is what it found there.
    assert_eq!(import["unchanged"], seen.len(), "{import}");
    assert_eq!(import["added"], MESSAGES - seen.len(), "{import}");
    let names = caller.names().await;
    let expected: BTreeSet<String> = (0..MESSAGES)
        .map(|number| format!("telegram/7/{number}"))
        .collect();
    assert_eq!(names.len(), MESSAGES, "a text is there twice");
    assert_eq!(names.into_iter().collect::<BTreeSet<_>>(), expected);
    begun.insert(last);
    for id in &begun {
        let path = format!("{IMPORTS}/{id}");
        let undone = caller.ask(Method::DELETE, &path, Vec::new()).await.unwrap();
        assert_eq!(undone["import"]["status"], "undone", "{undone}");
    }
    assert!(caller.names().await.is_empty());
    process.kill();
}

/// What is brought of one sample, and what is to be kept of it then.
struct Brought {
    name: String,
    files: BTreeMap<String, Vec<u8>>,
    kept: Vec<[String; 3]>,
}

fn all_formats() -> Vec<Brought> {
    let brought = |sample: PathBuf| {
        let texts = expected(&sample).0.into_iter();
        Brought {
            name: sample.file_name().unwrap().to_str().unwrap().to_owned(),
            files: files(&sample.join("brought")),
            kept: texts
                .map(|(name, (time, body))| [name, time, body])
                .collect(),
        }
    };
    samples().into_iter().map(brought).collect()
}

/// An account for each time that the process is killed, with a space for each format.
struct Round {
    caller: Caller,
    bodies: Vec<Vec<u8>>,
}

impl Round {
    /// Makes the spaces; the imports are begun all at once.
    async fn prepare(&mut self, formats: &[Brought]) {
        for format in formats {
            let space = self.caller.space(&format.name).await;
            let fields = [("spaceId", space.as_str()), ZONE, MODIFIED];
            self.bodies.push(multipart(&fields, &parts(&format.files)));
        }
    }

    async fn begin(&self) -> Vec<Option<String>> {
        join_all(self.bodies.iter().map(|body| self.caller.begin(body))).await
    }

    /// Begins each import again, follows it to its end, and compares what is kept.
    async fn resume(&self, formats: &[Brought], wanted: &[[String; 3]]) {
        for (format, begun) in formats.iter().zip(self.begin().await) {
            let import = self.caller.ended(&begun.unwrap()).await;
            let count = |name: &str| import[name].as_u64().unwrap();
            let sum = count("added") + count("unchanged");
            let name = &format.name;
            assert_eq!(sum, format.kept.len() as u64, "{name}: {import}");
        }
        assert_eq!(self.caller.kept().await, wanted);
    }

    /// Takes back all imports, those that were cut off as well.
    async fn undo(&self) {
        let all = self.caller.ask(Method::GET, IMPORTS, Vec::new()).await;
        for import in all.unwrap()["imports"].as_array().unwrap() {
            let path = format!("{IMPORTS}/{}", text(&import["id"]));
            let undone = self.caller.ask(Method::DELETE, &path, Vec::new()).await;
            assert_eq!(undone.unwrap()["import"]["status"], "undone");
        }
        assert_eq!(self.caller.logs().await, [Value::Null; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_format_goes_on_wherever_it_is_killed_and_nothing_comes_twice() {
    let server = Server::new();
    let formats = all_formats();
    let mut wanted: Vec<_> = formats.iter().flat_map(|one| one.kept.clone()).collect();
    wanted.sort();
    let mut dice = SmallRng::seed_from_u64(13);
    let mut rounds = Vec::new();
    // How long all imports take when nobody interrupts them tells between when to kill.
    let mut span = Duration::ZERO;
    for number in 0..=KILLS {
        let mut round = Round {
            caller: server.caller(&format!("user{number}@example.com")),
            bodies: Vec::new(),
        };
        let process = server.start().await;
        round.prepare(&formats).await;
        let started = Instant::now();
        if number == 0 {
            round.resume(&formats, &wanted).await;
            span = started.elapsed();
        } else {
            let until = dice.random_range(0..=span.as_millis() as u64);
            let until = Duration::from_millis(until);
            tokio::time::timeout(until, round.begin()).await.ok();
            tokio::time::sleep(until.saturating_sub(started.elapsed())).await;
        }
        process.kill();
        rounds.push(round);
    }
    let process = server.start().await;
    for round in &rounds {
        round.resume(&formats, &wanted).await;
    }
    for round in &rounds[..=1] {
        round.undo().await;
    }
    process.kill();
}
