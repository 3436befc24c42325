//! Files of one path, versions that imports replace, and imports that are stopped, at the door.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::imports::{IMPORTS, brought, send};
use crate::reading::text;
use crate::service::{Client, Service};

const PATH: &str = "notes.txt";
const OSLO: &str =
    "Oslo in May.\nThe hotel is by the harbour, and breakfast ends at ten.\nErik meets us there.";
const BOILER: &str =
    "Boiler.\nServiced in June by Okafor and Sons; the next service is due after two winters.";

/// What is kept now: names and texts, in the order of the names.
async fn kept(client: &Client) -> Vec<(String, String)> {
    let (_, answer) = client.get("/api/v1/logs?limit=100").await;
    let logs = answer["logs"].as_array().unwrap().iter();
    let logs = logs.filter(|log| log["replacedBy"].is_null());
    let mut kept: Vec<_> = logs
        .map(|log| (text(&log["externalId"]), text(&log["ingestText"])))
        .collect();
    kept.sort();
    kept
}

async fn preview(client: &Client, body: &str) -> [Value; 4] {
    let (status, answer) = send(client, &[("dryRun", "true")], &[(PATH, body.as_bytes())]).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    ["added", "replaced", "unchanged", "known"].map(|name| answer[name].clone())
}

/// Brings a file in; the import.
async fn bring(client: &Client, body: &str) -> Value {
    brought(client, &[], &[(PATH, body.as_bytes())]).await
}

fn counts(import: &Value) -> [&Value; 3] {
    ["added", "replaced", "unchanged"].map(|name| &import[name])
}

async fn undo(client: &Client, import: &Value) {
    let path = format!("{IMPORTS}/{}", text(&import["id"]));
    let (status, undone) = client.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{undone}");
    assert_eq!(undone["import"]["status"], "undone");
    processed(client).await;
}

async fn processed(client: &Client) {
    loop {
        let (_, queue) = client.get("/api/v1/queue").await;
        if queue["depth"] == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

fn named(texts: &[(&str, &str)]) -> Vec<(String, String)> {
    let texts = texts.iter();
    texts
        .map(|(name, body)| ((*name).to_owned(), (*body).to_owned()))
        .collect()
}

#[tokio::test]
async fn different_files_of_one_path_stay_beside_each_other() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let first = bring(&anna, OSLO).await;
    assert_eq!(counts(&first), [1, 0, 0]);
    assert_eq!(preview(&anna, BOILER).await, [1, 0, 0, 0]);
    let second = bring(&anna, BOILER).await;
    assert_eq!(counts(&second), [1, 0, 0], "{second}");
    let both = named(&[("file/notes.txt", OSLO), ("file/notes.txt~2", BOILER)]);
    assert_eq!(kept(&anna).await, both);
    // Each is known again, and each replaces itself when it was edited.
    for body in [OSLO, BOILER] {
        assert_eq!(preview(&anna, body).await, [0, 0, 1, 1]);
        assert_eq!(counts(&bring(&anna, body).await), [0, 0, 1]);
    }
    let edited = format!("{BOILER}\nCall them in April.");
    assert_eq!(preview(&anna, &edited).await, [0, 1, 0, 1]);
    let third = bring(&anna, &edited).await;
    assert_eq!(counts(&third), [0, 1, 0]);
    let now = named(&[("file/notes.txt", OSLO), ("file/notes.txt~2", &edited)]);
    assert_eq!(kept(&anna).await, now);
    // The first is taken back: the other keeps its name when it is brought again.
    undo(&anna, &first).await;
    assert_eq!(counts(&bring(&anna, &edited).await), [0, 0, 1]);
    undo(&anna, &third).await;
    assert_eq!(kept(&anna).await, named(&[("file/notes.txt~2", BOILER)]));
    undo(&anna, &second).await;
    assert_eq!(kept(&anna).await, []);
}

#[tokio::test]
async fn what_an_import_replaced_comes_back_when_it_is_taken_back() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let versions = [1, 2, 3].map(|number| format!("{OSLO}\nDraft {number}."));
    let first = bring(&anna, &versions[0]).await;
    let second = bring(&anna, &versions[1]).await;
    let third = bring(&anna, &versions[2]).await;
    assert_eq!(counts(&third), [0, 1, 0]);
    undo(&anna, &third).await;
    assert_eq!(
        kept(&anna).await,
        named(&[("file/notes.txt", &versions[1])])
    );
    let (_, found) = anna.post("/search", &json!({ "query": "Draft 2" })).await;
    assert!(found.to_string().contains("Draft 2"), "{found}");
    assert!(!found.to_string().contains("Draft 3"), "{found}");
    // It is the second import's again, and goes with it.
    undo(&anna, &second).await;
    assert_eq!(
        kept(&anna).await,
        named(&[("file/notes.txt", &versions[0])])
    );
    // What was written since stays.
    let more = json!({ "externalId": "file/notes.txt" });
    let fourth = bring(&anna, &versions[1]).await;
    anna.remember("Oslo is off.", &more).await;
    processed(&anna).await;
    undo(&anna, &fourth).await;
    assert_eq!(
        kept(&anna).await,
        named(&[("file/notes.txt", "Oslo is off.")])
    );
    undo(&anna, &first).await;
    assert_eq!(
        kept(&anna).await,
        named(&[("file/notes.txt", "Oslo is off.")])
    );
}

#[tokio::test]
async fn the_import_in_the_middle_is_taken_back_for_good() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let versions = [1, 2, 3].map(|number| format!("{OSLO}\nDraft {number}."));
    bring(&anna, &versions[0]).await;
    let second = bring(&anna, &versions[1]).await;
    let third = bring(&anna, &versions[2]).await;
    undo(&anna, &second).await;
    assert_eq!(
        kept(&anna).await,
        named(&[("file/notes.txt", &versions[2])])
    );
    undo(&anna, &third).await;
    assert_eq!(
        kept(&anna).await,
        named(&[("file/notes.txt", &versions[0])])
    );
}

#[tokio::test]
async fn an_import_says_how_fast_it_is_and_is_stopped() {
    const MESSAGES: usize = 20_000;
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let message = |number: usize| json!({ "author": "Lena", "text": format!("Parcel {number}."), "timestamp": "2024-01-01T10:00:00Z" });
    let chat =
        json!({ "title": "Parcels", "messages": (0..MESSAGES).map(message).collect::<Vec<_>>() });
    let chat = serde_json::to_vec(&chat).unwrap();
    let (status, begun) = send(&anna, &[], &[("chat.json", &chat)]).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{begun}");
    let path = format!("{IMPORTS}/{}", text(&begun["import"]["id"]));
    loop {
        let (_, now) = anna.get(&path).await;
        assert_eq!(now["import"]["status"], "running", "{now}");
        if now["import"]["perSecond"].as_f64() > Some(0.0) {
            assert!(now["import"]["secondsLeft"].as_u64().is_some(), "{now}");
            break;
        }
    }
    let (status, stopped) = anna
        .call(Method::POST, &format!("{path}/cancel"), None)
        .await;
    assert_eq!(status, StatusCode::OK, "{stopped}");
    assert_eq!(stopped["import"]["status"], "cancelled");
    // What was on its way is counted; then nothing comes any more.
    let mut before = Value::Null;
    let added = loop {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let (_, now) = anna.get(&path).await;
        let (_, logs) = anna.get("/api/v1/logs?limit=1").await;
        assert_eq!(now["import"]["status"], "cancelled");
        assert!(
            now["import"]["secondsLeft"].is_null() && !now["import"]["endedAt"].is_null(),
            "{now}"
        );
        if now["import"]["added"] == logs["totalCount"] && logs["totalCount"] == before {
            break before.as_u64().unwrap();
        }
        before = logs["totalCount"].clone();
    };
    assert!(added > 0 && added < MESSAGES as u64, "{added}");
    // What has ended is not stopped once more, and goes on when it is begun again.
    let (_, again) = anna
        .call(Method::POST, &format!("{path}/cancel"), None)
        .await;
    assert_eq!(again["import"]["status"], "cancelled");
    let (_, preview) = send(&anna, &[("dryRun", "true")], &[("chat.json", &chat)]).await;
    assert_eq!(
        (&preview["unchanged"], &preview["added"]),
        (&json!(added), &json!(MESSAGES as u64 - added))
    );
}
