//! How soon what is imported is found, and what an import does to whoever searches and writes meanwhile.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::Target;
use crate::client::{Client, quantile_ms, run_name};
use crate::failure::Failure;
use crate::texts::{Turn, made_up, said};

/// Texts that are there before.
const BEFORE: usize = 300;
/// Between two searches of whoever searches meanwhile.
const BETWEEN_SEARCHES: Duration = Duration::from_millis(50);
/// Between two looks at how far it is.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);
/// Only the last message has this word.
const LAST: &str = "zyzzogeton";

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    target: Target,
    /// How large the export is, in millions of bytes
    #[arg(long, default_value_t = 50)]
    mb: usize,
    /// The average number of words of a message
    #[arg(long, default_value_t = 25)]
    words: usize,
    /// For how many seconds processing is watched
    #[arg(long, default_value_t = 60)]
    watch: u64,
    /// Searches in the quiet before
    #[arg(long, default_value_t = 100)]
    searches: usize,
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let client = Client::new(options.target.clone());
    let space = client.create_space(&run_name("import")).await?;
    let mut last = None;
    for turn in made_up(BEFORE, 5) {
        last = Some(client.ingest(&turn, &space).await?.0);
    }
    if let Some(last) = last {
        client.completed(&last).await?;
    }
    let mut quiet = Vec::with_capacity(options.searches);
    for number in 0..options.searches {
        quiet.push(search(&client, &space, number).await?);
    }
    let (export, messages) = export(options.mb * 1_000_000, options.words);
    let start = Instant::now();
    let import = client.import(&space, "chat.txt", &export).await?;
    let read = start.elapsed();
    let meanwhile = Meanwhile::begin(client.clone(), space.clone());
    let accepted = client.is_imported(&import, start);
    let (accepted, searchable) = tokio::try_join!(accepted, found(&client, &space, start))?;
    let mut during = meanwhile.end().await?;
    println!(
        "{messages} messages, {} MB: read {:.1} s, accepted {:.1} s ({:.0}/s), all words found {:.1} s",
        options.mb,
        read.as_secs_f64(),
        accepted.as_secs_f64(),
        messages as f64 / accepted.as_secs_f64(),
        searchable.as_secs_f64(),
    );
    let typed = typed(&client, &space).await?;
    let meanwhile = Meanwhile::begin(client.clone(), space.clone());
    let before = waiting(&client).await?;
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(options.watch) && waiting(&client).await? > 0 {
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    let done = before.saturating_sub(waiting(&client).await?);
    let rate = done as f64 / since.elapsed().as_secs_f64();
    let mut after = meanwhile.end().await?;
    println!(
        "processed {rate:.0}/s; a text typed meanwhile is completed after {:.1} s",
        typed.as_secs_f64()
    );
    for (when, taken) in [
        ("quiet", &mut quiet),
        ("while it is accepted", &mut during),
        ("while it is processed", &mut after),
    ] {
        let (half, most) = (quantile_ms(taken, 0.5), quantile_ms(taken, 0.95));
        println!(
            "search {when}: p50 {half:.1} ms  p95 {most:.1} ms  ({})",
            taken.len()
        );
    }
    client.delete_space(&space).await
}

/// A chat as WhatsApp exports it, and how many messages it has.
fn export(bytes: usize, words: usize) -> (String, usize) {
    let mut dice = SmallRng::seed_from_u64(17);
    let mut export = String::with_capacity(bytes + 1_000);
    let mut number = 0;
    while export.len() < bytes {
        let words = dice.random_range(1..words * 2);
        let (day, minute) = (number / 400, number % 400);
        let (year, month) = (2_010 + day / 336, day / 28 % 12 + 1);
        let _ = writeln!(
            export,
            "{:02}.{month:02}.{year}, {:02}:{:02} - {}: {} {number}",
            day % 28 + 1,
            minute / 60 + 8,
            minute % 60,
            if number % 2 == 0 { "Anna" } else { "Bert" },
            said(words, &mut dice),
        );
        number += 1;
    }
    let _ = writeln!(export, "28.12.2060, 23:59 - Anna: {LAST}");
    (export, number + 1)
}

/// How long a search takes.
async fn search(client: &Client, space: &str, number: usize) -> Result<Duration, Failure> {
    let mut dice = SmallRng::seed_from_u64(number as u64);
    let question = format!("When did Anna go to the {}?", said(3, &mut dice));
    let start = Instant::now();
    let body = json!({ "query": question, "spaceId": space });
    client.post("/api/v1/search", &body).await?;
    Ok(start.elapsed())
}

/// When the last message is found.
async fn found(client: &Client, space: &str, start: Instant) -> Result<Duration, Failure> {
    let body = json!({ "query": LAST, "spaceId": space, "limit": 1 });
    loop {
        let found: Value = client.post("/api/v1/search", &body).await?;
        let text = found["results"][0]["text"].as_str().unwrap_or_default();
        if text.contains(LAST) {
            return Ok(start.elapsed());
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

/// How long a text takes that a person writes.
async fn typed(client: &Client, space: &str) -> Result<Duration, Failure> {
    let turn = Turn {
        text: "I moved to Lisbon yesterday.".to_owned(),
        time: "2024-05-01T10:00:00Z".to_owned(),
        session: "typed".to_owned(),
    };
    let start = Instant::now();
    let (log, _) = client.ingest(&turn, space).await?;
    client.completed(&log).await?;
    Ok(start.elapsed())
}

/// How many texts wait.
async fn waiting(client: &Client) -> Result<u64, Failure> {
    let queue = client.get("/api/v1/queue", &[]).await?;
    queue["depth"]
        .as_u64()
        .ok_or_else(|| "the queue tells no depth".into())
}

/// Somebody who searches.
struct Meanwhile {
    stop: Arc<AtomicBool>,
    searching: tokio::task::JoinHandle<Result<Vec<Duration>, Failure>>,
}

impl Meanwhile {
    fn begin(client: Client, space: String) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let searching = tokio::spawn(async move {
            let mut taken = Vec::new();
            while !stopped.load(Ordering::Relaxed) {
                taken.push(search(&client, &space, taken.len()).await?);
                tokio::time::sleep(BETWEEN_SEARCHES).await;
            }
            Ok(taken)
        });
        Self { stop, searching }
    }

    async fn end(self) -> Result<Vec<Duration>, Failure> {
        self.stop.store(true, Ordering::Relaxed);
        self.searching.await?
    }
}

impl Client {
    /// Begins an import of one file; its id, once the file is read.
    async fn import(&self, space: &str, name: &str, file: &str) -> Result<String, Failure> {
        const BOUNDARY: &str = "a-boundary-that-no-message-has";
        let body = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"spaceId\"\r\n\r\n{space}\r\n\
             --{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: text/plain\r\n\r\n{file}\r\n--{BOUNDARY}--\r\n"
        );
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let reply = self.send("/api/v1/imports", &kind, body).await?;
        let id = reply["import"]["id"].as_str();
        Ok(id.ok_or("the reply names no import")?.to_owned())
    }

    /// When all of an import is accepted.
    async fn is_imported(&self, import: &str, start: Instant) -> Result<Duration, Failure> {
        loop {
            let reply = self.get(&format!("/api/v1/imports/{import}"), &[]).await?;
            match reply["import"]["status"].as_str() {
                Some("completed") => return Ok(start.elapsed()),
                Some("running") => tokio::time::sleep(BETWEEN_LOOKS).await,
                _ => return Err(format!("the import stands so: {reply}").into()),
            }
        }
    }
}
