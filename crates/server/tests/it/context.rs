//! What an assistant should know, ready to use.

use recollect_model::Timestamp;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::mcp::Exchange;
use crate::reading::{text, texts};
use crate::service::{Client, Service};

/// So many days from now, as a date.
fn day(days: i64) -> String {
    let now = recollect_model::Environment::system().now();
    let then = Timestamp::from_second(now.as_second() + days * 86_400).unwrap();
    then.to_string()[..10].to_owned()
}

async fn remember_at(client: &Client, told: &str, days: i64) -> Value {
    let more = json!({ "referenceTime": format!("{}T09:00:00Z", day(days)) });
    client.remember(told, &more).await
}

async fn life(client: &Client) {
    remember_at(client, "I live in Lyon. I work at Airbus.", -400).await;
    remember_at(client, "My sister Lena works at Siemens.", -300).await;
    remember_at(client, "Lena lives in Porto.", -200).await;
    remember_at(client, "I moved to Toulouse.", -10).await;
    remember_at(client, "Lena likes tea.", -5).await;
}

#[tokio::test]
async fn a_context_says_who_the_owner_is_who_matters_and_what_changed_each_once_with_its_source() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    let empty = nora.read("/api/v1/context").await;
    assert_eq!(empty["facts"], json!([]));
    assert!(text(&empty["context"]).contains("Nora"), "{empty}");
    life(&nora).await;
    let told = nora.read("/api/v1/context").await;
    let words = text(&told["context"]);
    for expected in ["Toulouse", "Airbus", "Lena", "Siemens", "Porto"] {
        assert!(words.contains(expected), "{expected}: {words}");
    }
    let lyon = words.lines().find(|line| line.contains("Lyon."));
    assert!(
        lyon.is_some_and(|line| line.contains(", until ")),
        "{words}"
    );
    let facts = texts(&told["facts"], |fact| &fact["id"]);
    let mut once = facts.clone();
    once.sort();
    once.dedup();
    assert_eq!(facts.len(), once.len());
    let (lines, sources) = words.split_once("\nSources:\n").unwrap();
    let sources: Vec<&str> = sources.trim_end().lines().collect();
    for (number, source) in (1..).zip(&sources) {
        let is_known =
            source.starts_with(&format!("[{number}] test, 20")) && source.contains(", id ");
        assert!(is_known, "{source}");
    }
    for line in lines
        .lines()
        .filter(|line| line.starts_with("- ") && !line.contains("called"))
    {
        let number = line.rsplit_once('[').unwrap().1.trim_end_matches(']');
        let number: usize = number.parse().unwrap();
        assert!((1..=sources.len()).contains(&number), "{line}");
    }
    let tokens = told["tokens"].as_u64().unwrap();
    assert!(tokens <= 1_500, "{tokens}");
}

#[tokio::test]
async fn a_context_stays_within_its_budget_and_begins_with_what_was_asked_and_pinned() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    life(&nora).await;
    let path = "/api/v1/context?query=Does%20Lena%20like%20tea%3F&maxTokens=300";
    let told = nora.read(path).await;
    assert!(told["tokens"].as_u64().unwrap() <= 300, "{told}");
    assert!(text(&told["context"]).contains("Lena likes tea."), "{told}");
    let lena = nora.entity("Lena").await;
    let lives = nora.said_of(&lena, "relation=lives_in").await;
    let path = format!("/api/v1/statements/{}/decisions", text(&lives[0]["id"]));
    nora.post(&path, &json!({ "decision": "pinned" })).await;
    let told = nora.read("/api/v1/context").await;
    assert_eq!(told["facts"][0]["id"], lives[0]["id"]);
    assert!(text(&told["context"]).contains("pinned"), "{told}");
    for wrong in ["maxTokens=10", "maxTokens=x", "spaceId=x"] {
        let (status, _) = nora.get(&format!("/api/v1/context?{wrong}")).await;
        assert!(status == StatusCode::BAD_REQUEST || status == StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn what_is_due_soon_is_in_the_context() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_at(&nora, "I have a dentist appointment tomorrow.", 3).await;
    let told = nora.read("/api/v1/context").await;
    let words = text(&told["context"]);
    assert!(
        words.contains("Due soon") && words.contains("dentist"),
        "{words}"
    );
}

#[tokio::test]
async fn the_owner_is_told_by_what_stands_and_not_by_what_they_once_did() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    for told in [
        "I broke the teapot.",
        "I viewed two flats.",
        "I signed for the flat in Lyon.",
        "I am allergic to penicillin. I work at Airbus.",
        "I don't eat lamb.",
    ] {
        remember_at(&nora, told, -200).await;
    }
    remember_at(&nora, "My sister Lena lives in Porto.", -150).await;
    let context = nora.read("/api/v1/context").await;
    let words = text(&context["context"]);
    let health = words.split("The user's health:").nth(1).unwrap();
    let health = health.split("\n\n").next().unwrap();
    assert!(health.contains("allergic to penicillin"), "{words}");
    let about = words.split("Who the user is:").nth(1).unwrap();
    let about = about.split("\n\n").next().unwrap();
    for standing in ["Airbus", "Lena"] {
        assert!(about.contains(standing), "{standing}: {words}");
    }
    assert!(words.contains("does not eat lamb"), "{words}");
    for past in ["teapot", "two flats", "signed"] {
        assert!(!words.contains(past), "{past}: {words}");
    }
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "get_user_profile", "arguments": {} } });
    let (_, reply) = nora.post("/mcp", &message).await;
    let profile = text(&reply["result"]["content"][0]["text"]).to_owned();
    for line in about.lines().filter(|line| line.starts_with("- ")) {
        let fact = line.split(" [").next().unwrap();
        assert!(profile.contains(fact), "{fact}: {profile}");
    }
    assert!(!profile.contains("teapot"), "{profile}");
}

#[tokio::test]
async fn health_is_told_first_whatever_the_budget() {
    let service = Service::start().await;
    let nora = service.client_called("nora@example.com", "Nora").await;
    for told in [
        "I live in Lyon. I work at Airbus. I like tea, jazz and hiking.",
        "My sister Lena works at Siemens. My brother Tom lives in Porto.",
        "I was diagnosed with asthma. I am allergic to hazelnuts.",
        "My favorite restaurant is Habesha. I play the cello. I use Helix.",
    ] {
        remember_at(&nora, told, -20).await;
    }
    let mcp = Exchange::of(&service, &nora);
    let query = json!({ "query": "What should I cook tonight?", "maxTokens": 200 });
    let context = mcp.said("memory_context", query).await;
    let profile = json!({ "maxTokens": 200 });
    let profile = mcp.said("get_user_profile", profile).await;
    for (told, other) in [(&context, "Lyon"), (&profile, "Lyon")] {
        let place = |words: &str| told.find(words);
        let health = ["asthma", "hazelnuts"].map(place);
        assert!(health.iter().all(Option::is_some), "{told}");
        assert!(
            place(other).is_none_or(|at| health < [Some(at); 2]),
            "{told}"
        );
        assert!(told.len() <= 800, "{told}");
    }
}
