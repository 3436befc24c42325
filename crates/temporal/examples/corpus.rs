//! Scores a corpus of expressions: how many are resolved to the right value and grain, by kind.
//!
//! `cargo run --release -p recollect-temporal --example corpus -- time_en.json [indices of a held-out part.json]`
//! The corpus is a JSON object with a `reference_time` and `examples` of `text`, `kind`, `start`, `end`, `grain`.

#![expect(clippy::print_stdout, reason = "a command's answer is what it prints")]

use std::collections::BTreeMap;

use recollect_model::{Interval, Precision, ReferenceTime, Timestamp};
use recollect_temporal::{TimeExpression, expressions, phrase};
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which corpus?")?;
    let corpus: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let held_out: Vec<usize> = match arguments.next() {
        Some(path) => serde_json::from_str(&std::fs::read_to_string(path)?)?,
        None => Vec::new(),
    };
    let shows_held_out = arguments.next().is_some();
    let reference: ReferenceTime = corpus["reference_time"]
        .as_str()
        .ok_or("no time")?
        .parse()?;
    let mut table: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut add = |row: &str, is_right: bool, is_found: bool| {
        let counts = table.entry(row.to_owned()).or_default();
        counts[0] += usize::from(is_right);
        counts[1] += usize::from(is_found);
        counts[2] += 1;
    };
    let examples = corpus["examples"].as_array().ok_or("no examples")?;
    for (number, example) in examples.iter().enumerate() {
        let text = example["text"].as_str().ok_or("no text")?;
        let found = phrase(text, reference);
        let is_right = found.is_some_and(|found| agrees(&found, example, reference));
        let running = expressions(text, reference);
        let is_whole = running.len() == 1
            && running[0].range.start == 0
            && agrees(&running[0], example, reference);
        let is_held_out = held_out.contains(&number);
        let kind = example["kind"].as_str().unwrap_or_default();
        let grain = example["grain"].as_str().unwrap_or_default();
        let holiday = if example["holiday"] == true {
            ", holiday"
        } else {
            ""
        };
        add("~ all", is_right, found.is_some());
        add("~ in running text", is_whole, !running.is_empty());
        if !held_out.is_empty() {
            let part = if is_held_out { "~ held out" } else { "~ seen" };
            add(part, is_right, found.is_some());
        }
        add(
            &format!("{kind} {grain}{holiday}"),
            is_right,
            found.is_some(),
        );
        if !is_right && is_held_out == shows_held_out {
            let got = found.map_or("nothing".to_owned(), |found| shown(&found, reference));
            println!(
                "{text:42} {kind} {} {} {grain} | {got}",
                example["start"], example["end"]
            );
        }
    }
    println!("{:34} right found   all", "");
    for (row, [right, found, all]) in table {
        println!(
            "{row:34} {right:5} {found:5} {all:5} {:5.1} %",
            100.0 * right as f64 / all as f64
        );
    }
    Ok(())
}

fn civil(instant: Timestamp, reference: ReferenceTime) -> String {
    let civil = ReferenceTime::at_offset(instant, reference.offset_s()).civil();
    civil.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

fn shown(found: &TimeExpression, reference: ReferenceTime) -> String {
    let Interval { start, end } = found.interval;
    format!(
        "{} {} {} {:?}",
        civil(start, reference),
        civil(end, reference),
        found.precision.as_str(),
        found.meaning
    )
}

/// Whether start, end and grain agree, as far as the corpus gives them.
fn agrees(found: &TimeExpression, example: &Value, reference: ReferenceTime) -> bool {
    let grain = match found.precision {
        Precision::PartOfDay | Precision::Weekend => Precision::Hour,
        Precision::Season => Precision::Day,
        precision => precision,
    };
    let wanted = |field: &str| example[field].as_str().unwrap_or_default();
    let at = |instant: Timestamp, field: &str| civil(instant, reference) == wanted(field);
    let Interval { start, end } = found.interval;
    let is_placed = match wanted("kind") {
        "open_before" => start == Timestamp::MIN && at(end, "start"),
        "open_after" => end == Timestamp::MAX && at(start, "start"),
        "interval" => at(start, "start") && at(end, "end"),
        _ => at(start, "start"),
    };
    is_placed && grain.as_str() == wanted("grain")
}
