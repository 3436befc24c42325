//! A real server process under concurrent ingestion is killed with SIGKILL at random moments, again and again.
//!
//! Afterwards every acknowledged text is there exactly once, in order per user, with a terminal log, and what a search
//! finds is what the database holds.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use recollect_model::{LogId, LogStatus, Revision, UserId};
use recollect_storage::{Database, Store};
use serde_json::{Value, json};

use crate::postgres::{MASTER_KEY, ScratchDatabase, store_of};
use crate::process::{Process, create_key, free_port};

/// At least so many in a round; more until every writer has had enough texts acknowledged.
const KILLS: usize = 30;
/// How many there are to be in all, on each engine: one round of them otherwise. Each round begins with an empty database.
const WANTED: &str = "RECOLLECT_TEST_KILLS";
const MOST_KILLS: usize = 150;
const ACKNOWLEDGED: usize = 40;
const USERS: usize = 4;
/// A search returns 200 episodes at most, and the test compares all of a user's.
const TEXTS_A_USER: usize = 190;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_kill_loses_doubles_or_reorders_a_text_on_sqlite() {
    let mut survived = Survived::default();
    while survived.is_too_little() {
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        let place = vec!["--data".to_owned(), data.to_str().unwrap().to_owned()];
        let database = Database::Sqlite { directory: data };
        let round = survive(directory.path(), place, database, survived.next_seed(1));
        survived.count("SQLite", round.await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_kill_loses_doubles_or_reorders_a_text_on_postgresql() {
    let mut survived = Survived::default();
    while survived.is_too_little() {
        let directory = tempfile::tempdir().unwrap();
        let scratch = ScratchDatabase::create("crash");
        let place = ["--database", &scratch.url, "--master-key", MASTER_KEY].map(str::to_owned);
        let url = scratch.url.clone();
        let database = Database::Postgres { url };
        let round = survive(
            directory.path(),
            place.to_vec(),
            database,
            survived.next_seed(2),
        );
        survived.count("PostgreSQL", round.await);
    }
}

/// What the rounds had until now.
#[derive(Default)]
struct Survived {
    rounds: u64,
    kills: usize,
    acknowledged: usize,
    given_up: usize,
}

impl Survived {
    fn is_too_little(&self) -> bool {
        let wanted = std::env::var(WANTED).ok();
        let wanted = wanted.and_then(|wanted| wanted.parse().ok());
        self.kills < wanted.unwrap_or(1)
    }

    /// The seed of the next round: the first one has the engine's own, and no two engines share one.
    fn next_seed(&self, engine: u64) -> u64 {
        engine + 10 * self.rounds
    }

    fn count(&mut self, engine: &str, (kills, acknowledged, given_up): (usize, usize, usize)) {
        self.rounds += 1;
        self.kills += kills;
        self.acknowledged += acknowledged;
        self.given_up += given_up;
        let Self {
            rounds,
            kills,
            acknowledged,
            given_up,
        } = self;
        eprintln!(
            "{engine}: {kills} kills in {rounds} rounds, {acknowledged} texts acknowledged, {given_up} of them given up and \
             retried, nothing lost"
        );
    }
}

/// One user, and the texts that were acknowledged to him, in order.
struct Writer {
    key: String,
    acknowledged: Vec<(usize, LogId)>,
    /// Those that were in hand at so many kills that they were given up, and were sent on their way again.
    given_up: HashSet<usize>,
}

/// A round: how often the process was killed, how many texts were acknowledged, and how many of those were given up at first.
async fn survive(
    directory: &Path,
    place: Vec<String>,
    database: Database,
    seed: u64,
) -> (usize, usize, usize) {
    let mut dice = SmallRng::seed_from_u64(seed);
    let log = directory.join("server.log");
    let flags: Vec<String> = place
        .iter()
        .cloned()
        .chain(["--embedder", "potion", "--lease-ms", "500"].map(str::to_owned))
        .collect();
    let port = free_port();
    let base = format!("http://127.0.0.1:{port}");
    let stop = Arc::new(AtomicBool::new(false));
    let progress: Arc<[AtomicUsize; USERS]> = Arc::default();
    let mut writers = Vec::new();
    for number in 0..USERS {
        let key = create_key(&place, &format!("user{number}@example.com"));
        writers.push(tokio::spawn(write(
            base.clone(),
            key,
            number,
            seed,
            stop.clone(),
            progress.clone(),
        )));
    }
    let enough = || {
        progress
            .iter()
            .all(|count| count.load(Ordering::SeqCst) >= ACKNOWLEDGED)
    };
    let mut kills = 0;
    while kills < KILLS || !enough() {
        kills += 1;
        assert!(
            kills <= MOST_KILLS,
            "too little is acknowledged: {progress:?}"
        );
        let process = Process::start(port, &flags, &log);
        // One in five dies while it starts, the others while texts come in and are processed.
        if dice.random_range(0..5) > 0 {
            process.healthy().await;
        }
        tokio::time::sleep(Duration::from_millis(dice.random_range(0..300))).await;
        process.kill();
    }
    let process = Process::start(port, &flags, &log);
    process.healthy().await;
    stop.store(true, Ordering::SeqCst);
    let mut found = Vec::new();
    for writer in writers {
        let mut writer = writer.await.unwrap();
        finish(&base, &mut writer).await;
        let searched = search(&base, &writer.key).await;
        found.push((writer, searched));
    }
    process.kill();
    let store = store_of(&database).await;
    assert!(store.is_encrypted());
    let (mut acknowledged, mut given_up) = (0, 0);
    for (writer, searched) in found {
        compare(&store, &writer, &searched).await;
        acknowledged += writer.acknowledged.len();
        given_up += writer.given_up.len();
    }
    assert_eq!(database.verify().await.unwrap(), []);
    (kills, acknowledged, given_up)
}

/// Sends numbered texts, whatever happens to the server, and notes which were acknowledged.
async fn write(
    base: String,
    key: String,
    number: usize,
    seed: u64,
    stop: Arc<AtomicBool>,
    progress: Arc<[AtomicUsize; USERS]>,
) -> Writer {
    let mut dice = SmallRng::seed_from_u64(seed * 1_000 + number as u64);
    let http = reqwest::Client::builder()
        .timeout(Duration::from_secs(5))
        .build()
        .unwrap();
    let mut writer = Writer {
        key,
        acknowledged: Vec::new(),
        given_up: HashSet::new(),
    };
    let mut text = 0;
    while text < TEXTS_A_USER && !stop.load(Ordering::SeqCst) {
        let body = json!({
            "episodeBody": format!("Diary note {text}: Anna lives in Lisbon and I walked {} miles.", text % 7),
            "referenceTime": "2025-03-01T09:30:00Z", "source": "crash", "sessionId": format!("s{}", text / 10),
        });
        match http
            .post(format!("{base}/ingest"))
            .bearer_auth(&writer.key)
            .json(&body)
            .send()
            .await
        {
            Ok(response) if response.status().is_success() => {
                if let Ok(reply) = response.json::<Value>().await {
                    writer
                        .acknowledged
                        .push((text, reply["logId"].as_str().unwrap().parse().unwrap()));
                    progress[number].fetch_add(1, Ordering::SeqCst);
                }
            }
            // It never arrived: the same text may be sent again.
            Err(error) if error.is_connect() => {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
            // It may have been stored or not; nothing was acknowledged.
            Ok(_) | Err(_) => {}
        }
        text += 1;
        tokio::time::sleep(Duration::from_millis(dice.random_range(0..100))).await;
    }
    writer
}

/// Waits until every acknowledged text is completed. One that was given up says why, and is tried again as a person would.
async fn finish(base: &str, writer: &mut Writer) {
    let http = reqwest::Client::new();
    for (text, log) in writer.acknowledged.iter().rev() {
        let path = format!("{base}/api/v1/logs/{log}");
        let mut status = String::new();
        for _ in 0..1_500 {
            let sent = http.get(&path).bearer_auth(&writer.key).send();
            let sent = sent.await.unwrap();
            let is_there = sent.status().is_success();
            assert!(is_there, "text {text} was acknowledged and is lost");
            let told = sent.json::<Value>().await.unwrap();
            status = told["log"]["status"].as_str().unwrap().to_owned();
            if status == "completed" {
                break;
            }
            if status == "failed" && writer.given_up.insert(*text) {
                let why = told["log"]["error"].as_str().unwrap();
                assert!(why.starts_with("processing was interrupted"), "{why}");
                let retry = http.post(format!("{path}/retry"));
                let retried = retry.bearer_auth(&writer.key).send().await.unwrap();
                assert!(retried.status().is_success());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(status, "completed", "text {text}");
    }
}

/// The logs of everything a search finds for a word that every text has.
async fn search(base: &str, key: &str) -> BTreeSet<String> {
    let body = json!({ "query": "diary note", "limit": 200 });
    let sent = reqwest::Client::new()
        .post(format!("{base}/search"))
        .bearer_auth(key)
        .json(&body)
        .send()
        .await
        .unwrap();
    let found: Value = sent.json().await.unwrap();
    let logs: Vec<String> = found["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["logId"].as_str().unwrap().to_owned())
        .collect();
    let unique: BTreeSet<String> = logs.iter().cloned().collect();
    assert_eq!(unique.len(), logs.len(), "a search finds a text twice");
    unique
}

async fn compare(store: &Store, writer: &Writer, searched: &BTreeSet<String>) {
    let user = owner(store, &writer.key).await;
    let space = store.default_space(user).await.unwrap().unwrap().id;
    let mut order = Vec::new();
    let mut from = Revision::default();
    loop {
        // Pages of one episode end with its revision, so the pages come in the order of the commits.
        let changes = store
            .changes_since(user, space, from, 1)
            .await
            .unwrap()
            .unwrap();
        for episode in &changes.episodes {
            assert_eq!(
                episode.passages.len(),
                1,
                "an episode has its one passage twice"
            );
            order.push(episode.id);
        }
        if changes.complete {
            break;
        }
        from = changes.to;
    }
    let unique: HashSet<_> = order.iter().collect();
    assert_eq!(unique.len(), order.len(), "an episode is there twice");
    let mut last = None;
    for (text, log) in &writer.acknowledged {
        let log = store.log(user, *log).await.unwrap().unwrap();
        assert_eq!(log.status, LogStatus::Completed);
        assert!(
            log.text.starts_with(&format!("Diary note {text}:")),
            "text {text} became {:?}",
            log.text
        );
        let place = order
            .iter()
            .position(|episode| Some(*episode) == log.episode);
        assert!(place.is_some(), "text {text} is nowhere");
        if writer.given_up.contains(text) {
            // It went to the end of the queue.
            continue;
        }
        assert!(place > last, "text {text} is at {place:?}, after {last:?}");
        last = place;
    }
    let episodes = store.episodes(user, &order).await.unwrap();
    let stored: BTreeSet<String> = episodes
        .iter()
        .map(|episode| episode.log.to_string())
        .collect();
    assert_eq!(*searched, stored, "the index and the database disagree");
    assert_eq!(store.queued(user).await.unwrap(), 0);
}

async fn owner(store: &Store, key: &str) -> UserId {
    let now = recollect_model::Environment::system().now();
    store
        .caller_of(&recollect_model::TokenHash::of(key), now)
        .await
        .unwrap()
        .unwrap()
        .user
}
