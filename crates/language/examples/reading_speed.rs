//! How fast the language crate is on this machine: `cargo run --release -p recollect-language --example reading_speed`.
//!
//! Texts are random common words, 30 of them to a text, which makes 32 tokens; twelve to a query. Figures of a
//! busy machine say little: the texts for each second of processor time are given beside those for each second.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use recollect_language::local::{LocalExtraction, MiniLm, Potion};
use recollect_language::{Embed, Extract, TextToRead, passages, time};
use recollect_model::ReferenceTime;

const WORDS: &[&str] = &[
    "the", "dog", "went", "home", "and", "we", "saw", "some", "people", "near", "a", "lake",
    "with", "many", "boats", "in", "spring", "my", "sister", "plays", "music", "every", "day",
    "of", "this", "year", "they", "know", "how", "to", "cook", "good", "food",
];

#[tokio::main]
async fn main() {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    println!("{threads} cores");
    let started = Instant::now();
    let minilm = Arc::new(MiniLm::load(threads).expect("the model loads"));
    println!("MiniLM loads in {:.0?}", started.elapsed());
    embedding("MiniLM", Arc::clone(&minilm) as Arc<dyn Embed>, 2_000).await;
    let potion = Arc::new(Potion::load(threads).expect("the table loads"));
    embedding("potion", potion, 50_000).await;
    extraction(threads).await;
    times();
}

async fn embedding(name: &str, model: Arc<dyn Embed>, count: usize) {
    let (texts, queries) = (texts(count, 30), texts(300, 12));
    let (started, processor) = (Instant::now(), processor_time());
    model
        .embed_passages(texts.clone())
        .await
        .expect("the texts are embedded");
    let (wall, used) = (
        started.elapsed().as_secs_f64(),
        processor_time() - processor,
    );
    println!(
        "{name}: {:.0} texts/s, {:.0} for each second of processor time",
        count as f64 / wall,
        count as f64 / used
    );
    println!(
        "{name}: a query takes {}",
        latencies(&*model, &queries).await
    );
    let bulk = Arc::clone(&model);
    let working = tokio::spawn(async move { bulk.embed_passages(texts).await });
    println!(
        "{name}: a query beside bulk work takes {}",
        latencies(&*model, &queries).await
    );
    working.abort();
}

async fn latencies(model: &dyn Embed, queries: &[String]) -> String {
    let mut latencies = Vec::new();
    for query in queries {
        let started = Instant::now();
        model
            .embed_query(query.clone())
            .await
            .expect("the query is embedded");
        latencies.push(started.elapsed());
    }
    quantiles(latencies)
}

async fn extraction(threads: NonZeroUsize) {
    let started = Instant::now();
    let extraction = LocalExtraction::new(threads);
    println!("the parser loads in {:.0?}", started.elapsed());
    let (mut latencies, processor) = (Vec::new(), processor_time());
    let texts = texts(2_000, 20);
    for text in &texts {
        let body =
            format!("Anna: {text}. Last week I moved to Berlin with Ben Miller from Siemens.");
        let read = Arc::new(TextToRead {
            context: recollect_language::Context::default(),
            passages: passages(&body),
            body,
            reference_time: monday(),
            owner_name: String::new(),
        });
        let started = Instant::now();
        extraction.extract(read).await.expect("the text is read");
        latencies.push(started.elapsed());
    }
    println!(
        "extraction: a passage of 33 words takes {}, {:.2} ms of processor time",
        quantiles(latencies),
        (processor_time() - processor) * 1_000.0 / texts.len() as f64
    );
}

fn times() {
    let mut latencies = Vec::new();
    for question in [
        "What did Anna do last week?",
        "Where did we go in May 2023?",
        "Who plays the piano?",
    ]
    .repeat(300)
    {
        let started = Instant::now();
        time::expressions(question, monday());
        latencies.push(started.elapsed());
    }
    println!("times: a question takes {}", quantiles(latencies));
}

fn texts(count: usize, words: usize) -> Vec<String> {
    let mut random = SmallRng::seed_from_u64(count as u64);
    let mut text = |_| {
        let words: Vec<&str> = (0..words)
            .filter_map(|_| WORDS.choose(&mut random).copied())
            .collect();
        // A number, so that no two texts are the same.
        format!("{} {}", words.join(" "), random.random_range(0..10))
    };
    (0..count).map(&mut text).collect()
}

fn monday() -> ReferenceTime {
    "2023-05-08T13:55:00+02:00".parse().expect("a date-time")
}

fn quantiles(mut latencies: Vec<Duration>) -> String {
    latencies.sort();
    let at = |part: f64| latencies[((latencies.len() - 1) as f64 * part) as usize];
    format!(
        "{:.2?} (median), {:.2?} (95 %), {:.2?} at most",
        at(0.5),
        at(0.95),
        at(1.0)
    )
}

/// The processor time of this process so far, in seconds; 0 where Linux does not tell.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let ticks = |field: usize| {
        fields
            .get(field)
            .and_then(|ticks| ticks.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    (ticks(11) + ticks(12)) / 100.0
}
