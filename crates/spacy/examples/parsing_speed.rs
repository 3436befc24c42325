//! Measures reading: the texts of a JSON list (a file's path is the argument), cut to passages of about thirty words.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use recollect_spacy::Pipeline;

const PASSAGE_WORDS: usize = 30;
const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let assets = std::env::var_os("RECOLLECT_ASSETS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/cache")),
        PathBuf::from,
    );
    let mut files = HashMap::new();
    for path in Pipeline::FILES {
        let name = format!("en_core_web_sm.{}", path.replace('/', "."));
        files.insert(path, std::fs::read(assets.join(name))?);
    }
    let load = || Pipeline::load(|path| files.get(path).map(Vec::as_slice));
    let loading = median((0..ROUNDS).map(|_| elapsed(load)).collect());
    let pipeline = load()?;

    let path = std::env::args()
        .nth(1)
        .ok_or("give the path of a JSON list of texts")?;
    let texts: Vec<String> = serde_json::from_slice(&std::fs::read(path)?)?;
    let words: Vec<&str> = texts.iter().flat_map(|text| text.split(' ')).collect();
    let passages: Vec<String> = words
        .chunks(PASSAGE_WORDS)
        .map(|words| words.join(" "))
        .collect();
    let mut tokens = 0;
    let mut passage_times = Vec::new();
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        tokens = 0;
        let start = Instant::now();
        for passage in &passages {
            let start = Instant::now();
            tokens += pipeline.read(passage).tokens.len();
            passage_times.push(start.elapsed());
        }
        rates.push(start.elapsed().as_secs_f64() / f64::from(u32::try_from(tokens)?));
    }
    rates.sort_by(f64::total_cmp);
    let mut output = io::stdout().lock();
    writeln!(output, "loading: {loading:.1?}")?;
    writeln!(output, "passages: {} with {tokens} tokens", passages.len())?;
    writeln!(
        output,
        "tokens/s: {:.0} (median of {ROUNDS} rounds)",
        1.0 / rates[ROUNDS / 2]
    )?;
    passage_times.sort_unstable();
    let percentile = |percent: usize| passage_times[(passage_times.len() - 1) * percent / 100];
    writeln!(
        output,
        "a passage: median {:.2?}, 99 % within {:.2?}",
        percentile(50),
        percentile(99)
    )?;
    Ok(())
}

fn elapsed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    drop(work());
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
