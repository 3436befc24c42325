//! A real server process is killed while it carries an import, again and again; the import is begun again each time.

use std::collections::BTreeSet;
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::imports::IMPORTS;
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
    let mut body =
        b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"result.json\"\r\n\r\n"
            .to_vec();
    body.extend(serde_json::to_vec(&chat).unwrap());
    body.extend_from_slice(b"\r\n--b--\r\n");
    body
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
        let request = request.header("content-type", "multipart/form-data; boundary=b");
        request.send().await.ok()?.json().await.ok()
    }

    async fn begin(&self, body: &[u8]) -> Option<String> {
        let begun = self.ask(Method::POST, IMPORTS, body.to_vec()).await?;
        Some(text(&begun["import"]["id"])).filter(|id| !id.is_empty())
    }

    async fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for page in 1.. {
            let path = format!("/api/v1/logs?limit=1000&page={page}");
            let answer = self.ask(Method::GET, &path, Vec::new()).await.unwrap();
            let logs = answer["logs"].as_array().unwrap();
            names.extend(logs.iter().map(|log| text(&log["externalId"])));
            if logs.len() < 1_000 {
                break;
            }
        }
        names
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_that_is_killed_goes_on_when_it_is_begun_again() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let place = vec!["--data".to_owned(), data.to_str().unwrap().to_owned()];
    let more = ["--embedder", "potion", "--lease-ms", "500"].map(str::to_owned);
    let flags: Vec<String> = place.iter().cloned().chain(more).collect();
    let log = directory.path().join("server.log");
    let port = free_port();
    let caller = Caller {
        client: Client::new(),
        base: format!("http://127.0.0.1:{port}"),
        key: create_key(&place, "nora@example.com"),
    };
    let (body, mut dice) = (chat(), SmallRng::seed_from_u64(11));
    let mut begun = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for _ in 0..KILLS {
        let process = Process::start(port, &flags, &log);
        process.healthy().await;
        begun.extend(caller.begin(&body).await);
        tokio::time::sleep(Duration::from_millis(dice.random_range(0..250))).await;
        process.kill();
    }
    let process = Process::start(port, &flags, &log);
    process.healthy().await;
    seen.extend(caller.names().await);
    let last = caller.begin(&body).await.unwrap();
    let path = format!("{IMPORTS}/{last}");
    let import = loop {
        let now = caller.ask(Method::GET, &path, Vec::new()).await.unwrap();
        if now["import"]["status"] != "running" {
            break now["import"].clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
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
