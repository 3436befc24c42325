//! Every format, at the door: brought, brought again, brought longer, and taken back.
//!
//! What is brought, and what is read of it, are the samples of the crate that reads it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::architecture::workspace;
use crate::imports::{IMPORTS, brought, send};
use crate::reading::text;
use crate::service::{Client, Service};

pub(crate) const ZONE: (&str, &str) = ("timeZone", "Europe/Berlin");

pub(crate) const MODIFIED: (&str, &str) = ("modified", "2024-05-06T07:08:09Z");

/// What of a text is compared: its time and what it says, by its name.
pub(crate) type Texts = BTreeMap<String, (String, String)>;

pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else {
            let name = path
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

pub(crate) fn parts(files: &BTreeMap<String, Vec<u8>>) -> Vec<(&str, &[u8])> {
    files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect()
}

/// The texts, and who speaks how often, as the sample's description tells them.
pub(crate) fn expected(sample: &Path) -> (Texts, Vec<Value>) {
    let told = fs::read_to_string(sample.join("expected.txt")).unwrap();
    let mut blocks = told.split("\n\n");
    let head = blocks.next().unwrap();
    let speakers = head.lines().filter_map(|line| {
        let (name, count) = line.strip_prefix("speaker: ")?.rsplit_once(" (")?;
        let count: u64 = count.trim_end_matches(')').parse().unwrap();
        Some(json!({ "name": name, "texts": count }))
    });
    let texts = blocks.map(|block| {
        let mut lines = block.lines();
        let (time, name) = lines.next().unwrap().split_once(' ').unwrap();
        let body: Vec<&str> = lines
            .skip(1)
            .map(|line| line.get(4..).unwrap_or_default())
            .collect();
        (name.to_owned(), (time.to_owned(), body.join("\n")))
    });
    (texts.collect(), speakers.collect())
}

async fn kept(client: &Client) -> Texts {
    let (_, answer) = client.get("/api/v1/logs?limit=1000").await;
    let logs = answer["logs"].as_array().unwrap().iter();
    let logs = logs.filter(|log| log["replacedBy"].is_null()).map(|log| {
        let body = text(&log["ingestText"]);
        let body = body.lines().collect::<Vec<_>>().join("\n");
        let name = log["externalId"].as_str().unwrap_or_default();
        (name.to_owned(), (text(&log["referenceTime"]), body))
    });
    logs.collect()
}

pub(crate) fn samples() -> Vec<PathBuf> {
    let root = workspace().join("crates/imports/tests/samples");
    let entries = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut samples: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    samples.sort();
    samples
}

#[tokio::test]
async fn every_format_is_brought_whole_never_twice_and_taken_back() {
    let service = Service::start().await;
    for (number, sample) in samples().iter().enumerate() {
        let name = sample.file_name().unwrap().to_str().unwrap();
        let (texts, speakers) = expected(sample);
        let client = service
            .client_called(&format!("user{number}@example.com"), "Nora")
            .await;
        client.remember("I bought a bicycle.", &json!({})).await;
        let files = files(&sample.join("brought"));
        let fields = [("dryRun", "true"), ZONE, MODIFIED];
        let (status, preview) = send(&client, &fields, &parts(&files)).await;
        let fields = &fields[1..];
        assert_eq!(status, StatusCode::OK, "{name}: {preview}");
        assert_eq!(
            (&preview["found"], &preview["speakers"]),
            (&json!(texts.len()), &json!(speakers)),
            "{name}"
        );
        let first = brought(&client, fields, &parts(&files)).await;
        assert_eq!(first["added"], texts.len(), "{name}: {first}");
        let mut now = kept(&client).await;
        assert!(now.remove("").is_some());
        assert_eq!(now, texts, "{name}");
        let again = brought(&client, fields, &parts(&files)).await;
        assert_eq!(
            (&again["added"], &again["replaced"]),
            (&json!(0), &json!(0)),
            "{name}: {again}"
        );
        let mut longer = Value::Null;
        if sample.join("more").exists() {
            let mut files = files.clone();
            files.extend(self::files(&sample.join("more")));
            longer = brought(&client, fields, &parts(&files)).await;
            assert_eq!(
                (&longer["replaced"], &longer["unchanged"]),
                (&json!(0), &json!(texts.len())),
                "{name}"
            );
            assert!(longer["added"].as_u64().unwrap() > 0, "{name}");
        }
        undo(&client, &first).await;
        let left = kept(&client).await;
        assert_eq!(
            left.len() as u64,
            1 + longer["added"].as_u64().unwrap_or(0),
            "{name}"
        );
        if !longer.is_null() {
            undo(&client, &longer).await;
            assert_eq!(kept(&client).await.len(), 1, "{name}");
        }
    }
}

async fn undo(client: &Client, import: &Value) {
    let path = format!("{IMPORTS}/{}", text(&import["id"]));
    let (status, answer) = client.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
}
