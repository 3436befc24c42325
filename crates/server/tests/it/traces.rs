//! What was forgotten is in none of the database's files any more.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::reading::text;
use crate::service::{Client, Service};

/// Names that stand nowhere else.
fn markers(of: &str) -> Vec<String> {
    let syllables = ["Zvor", "Qwin", "Xelk", "Jurb", "Vyst", "Kroz", "Plyx"];
    let more = ["anda", "ilox", "umek", "ostra", "ibel", "enko", "aruz"];
    let pairs = syllables
        .iter()
        .flat_map(|one| more.map(|two| format!("{one}{two}{of}")));
    pairs.collect()
}

/// The markers that the files of the data directory still hold, each with the file.
fn left(service: &Service, markers: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(service.data()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let bytes = bytes.to_ascii_lowercase();
        for marker in markers {
            let marker = marker.to_ascii_lowercase();
            if bytes
                .windows(marker.len())
                .any(|window| window == marker.as_bytes())
            {
                found.push(format!("{marker} in {}", path.display()));
            }
        }
    }
    found
}

/// Texts about these names, a few to each; their logs.
async fn remember(client: &Client, names: &[String], space: Option<&str>) -> Vec<String> {
    let mut logs = Vec::new();
    for pair in names.chunks(7) {
        let said: Vec<String> = pair
            .iter()
            .map(|name| format!("{name} Miller works at {name} Industries and lives in Lisbon."))
            .collect();
        let more = match space {
            Some(space) => json!({ "spaceId": space, "sessionId": format!("s-{}", pair[0]) }),
            None => json!({ "metadata": { "note": pair[0] } }),
        };
        let log = client.remember(&said.join(" "), &more).await;
        assert_eq!(log["status"], "completed", "{log}");
        logs.push(text(&log["id"]));
    }
    logs
}

#[tokio::test]
async fn forgetting_a_text_a_space_and_an_account_leaves_no_byte_of_it() {
    let service = Service::start().await;
    let address = "quirrelvantz@example.com";
    let anna = service.client(address).await;
    let bert = service.client("bert@example.com").await;
    // Others go on beside it, before and after.
    bert.remember("Clara lives in Porto.", &json!({})).await;

    let texts = markers("tex");
    let logs = remember(&anna, &texts, None).await;
    assert!(!left(&service, &texts).is_empty(), "it is there before");
    anna.search(&texts[0], &json!({})).await;
    for log in &logs {
        let path = format!("/api/v1/logs/{log}");
        let (status, gone) = anna.call(Method::DELETE, &path, None).await;
        assert_eq!(status, StatusCode::OK, "{gone}");
    }
    assert_eq!(left(&service, &texts), [""; 0], "after forgetting texts");

    let (_, space) = anna
        .post("/api/v1/spaces", &json!({ "name": "work" }))
        .await;
    let space = text(&space["space"]["id"]);
    let names = markers("spa");
    remember(&anna, &names, Some(&space)).await;
    assert!(!left(&service, &names).is_empty(), "it is there before");
    let path = format!("/api/v1/spaces/{space}");
    let (status, gone) = anna.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{gone}");
    assert_eq!(left(&service, &names), [""; 0], "after deleting the space");

    let mut names = markers("acc");
    remember(&anna, &names, None).await;
    let hook = json!({ "url": "https://hook.example.com/gromblefitz" });
    let (status, hook) = anna.post("/api/v1/webhooks", &hook).await;
    assert_eq!(status, StatusCode::CREATED, "{hook}");
    let secret = text(&hook["secret"]);
    let browser = anna.sign_in().await;
    let (_, key) = anna
        .post("/api/v1/keys", &json!({ "name": "snorklewidget" }))
        .await;
    assert_eq!(key["name"], "snorklewidget");
    drop(browser);
    names.extend(["quirrelvantz", "gromblefitz", "snorklewidget"].map(str::to_owned));
    names.push(secret);
    assert!(!left(&service, &names).is_empty(), "it is there before");
    let confirm = json!({ "confirm": address });
    let (status, gone) = anna
        .call(Method::DELETE, "/api/v1/me", Some(&confirm))
        .await;
    assert_eq!(status, StatusCode::OK, "{gone}");
    assert_eq!(
        left(&service, &names),
        [""; 0],
        "after deleting the account"
    );

    bert.remember("Clara works at Siemens.", &json!({})).await;
    let all = [texts, names].concat();
    assert_eq!(left(&service, &all), [""; 0], "later");
    assert_eq!(bert.search("Clara", &json!({})).await.len(), 2);
}
