//! How fast every format is read: its sample, grown to some megabytes, and the time that reading it takes.
//!
//! `cargo run --release -p recollect-imports --example import_speed`

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for whoever measures"
)]

use std::fs;
use std::path::{Path, PathBuf};

use recollect_imports::{File, Options, PdfReader, pdf_text, read};
use recollect_model::Calendar;
use serde_json::Value;

/// So much of each format is read.
const BYTES: usize = 8_000_000;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let mut samples: Vec<PathBuf> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    samples.retain(|path| path.is_dir());
    samples.sort();
    let options = Options {
        format: None,
        columns: None,
        calendar: Calendar::named("Europe/Berlin").unwrap(),
        now: "2025-03-01T12:00:00+01:00".parse().unwrap(),
        max_bytes: 1_000_000,
        encoding: None,
        max_unpacked_bytes: 1_000_000_000,
        read_pdf: Some(PdfReader::new(|bytes| pdf_text(bytes.to_vec()))),
    };
    println!("| sample | files | MB | texts | ms of one core | MB/s |\n|---|---|---|---|---|---|");
    for sample in samples {
        let files = grown(&files(&sample.join("brought")));
        let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
        let started = processor_time();
        let found = read(&files, &options);
        let took = processor_time() - started;
        let megabytes = bytes as f64 / 1e6;
        println!(
            "| {} | {} | {megabytes:.1} | {} | {:.0} | {:.0} |",
            sample.file_name().unwrap().to_str().unwrap(),
            files.len(),
            found.memories.len(),
            took * 1e3,
            megabytes / took
        );
    }
}

/// How long this thread has run, in seconds, whatever else the machine does (Linux).
fn processor_time() -> f64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    let nanoseconds: f64 = told.split(' ').next().unwrap().parse().unwrap();
    nanoseconds / 1e9
}

fn files(folder: &Path) -> Vec<File> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        found.push(File {
            name: path
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned(),
            bytes: fs::read(&path).unwrap(),
            modified: None,
            before: 0,
        });
    }
    found
}

/// The files with their messages many times; those that cannot grow, many times themselves.
fn grown(files: &[File]) -> Vec<File> {
    let biggest = files.iter().max_by_key(|file| file.bytes.len()).unwrap();
    let bytes = &biggest.bytes;
    let times = BYTES / bytes.len();
    let repeats = ["jsonl", "txt", "mbox", "ics", "vcf", "csv", "html"];
    let ending = biggest.name.rsplit('.').next().unwrap();
    let is_text = repeats.contains(&ending) || biggest.name.ends_with("data.json");
    let big = longer_list(bytes, times).or_else(|| is_text.then(|| bytes.repeat(times)));
    let Some(big) = big else {
        let copy = |number: usize| {
            let named = move |file: &File| File {
                name: format!("{number}/{}", file.name),
                ..file.clone()
            };
            files.iter().map(named)
        };
        let size: usize = files.iter().map(|file| file.bytes.len()).sum();
        return (0..(BYTES / size).min(20_000)).flat_map(copy).collect();
    };
    let mut grown = files.to_vec();
    let place = files.iter().position(|file| file == biggest).unwrap();
    grown[place].bytes = big;
    grown
}

/// The JSON with its longest list so many times, if it has one.
fn longer_list(bytes: &[u8], times: usize) -> Option<Vec<u8>> {
    let mut value: Value = serde_json::from_slice(bytes).ok()?;
    let list = longest(&mut value)?;
    let once = list.clone();
    list.extend(once.iter().cycle().take(once.len() * times).cloned());
    number(&mut value, &mut 0);
    serde_json::to_vec(&value).ok()
}

/// The longest list of objects.
fn longest(value: &mut Value) -> Option<&mut Vec<Value>> {
    match value {
        Value::Array(list) => {
            let is_outer = list
                .iter()
                .any(|one| one.get("messages").is_some() || one.get("chat_messages").is_some());
            match is_outer {
                false => {
                    Some(list).filter(|list| list.iter().all(Value::is_object) && !list.is_empty())
                }
                true => list
                    .iter_mut()
                    .filter_map(longest)
                    .max_by_key(|list| list.len()),
            }
        }
        Value::Object(fields) => fields
            .values_mut()
            .filter_map(longest)
            .max_by_key(|list| list.len()),
        _ => None,
    }
}

/// Gives every message an id of its own.
fn number(value: &mut Value, count: &mut u64) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|one| number(one, count)),
        Value::Object(fields) => {
            for name in ["id", "uuid", "ID", "ts"] {
                match fields.get_mut(name) {
                    Some(Value::Number(id)) => *id = (*count).into(),
                    Some(Value::String(id)) if name == "ts" => {
                        *id = format!("17{:08}.{:06}", *count / 1_000_000, *count % 1_000_000);
                    }
                    Some(Value::String(id)) => *id = count.to_string(),
                    _ => {}
                }
            }
            *count += 1;
            fields.values_mut().for_each(|one| number(one, count));
        }
        _ => {}
    }
}
