//! Bringing in what a person has elsewhere, at the door: over HTTP, and by the command.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::process::run;
use crate::reading::text;
use crate::service::{Client, Reply, Service};

pub(crate) const IMPORTS: &str = "/api/v1/imports";
/// How often an import is asked after, with 20 ms between: three minutes, of which the longest takes a quarter where nothing else runs.
const MAX_POLLS: u32 = 9_000;
const CHAT: &str = "12.03.24, 18:05 - Lena: I live in Lisbon.\n12.03.24, 18:06 - Mara: I live in Lyon.\nIt is fine here.\n";

/// The type of a body that [`multipart`] makes.
pub(crate) const MULTIPART: &str = "multipart/form-data; boundary=b";

/// Files with other fields as a body; a time `modified` is that of every file.
pub(crate) fn multipart(fields: &[(&str, &str)], files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    let part = |(name, value): &(&str, &str)| {
        format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let (modified, fields): (Vec<_>, Vec<_>) =
        fields.iter().partition(|(name, _)| *name == "modified");
    for field in fields {
        body.extend_from_slice(part(field).as_bytes());
    }
    for (name, bytes) in files {
        for field in &modified {
            body.extend_from_slice(part(field).as_bytes());
        }
        let head = format!(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--b--\r\n");
    body
}

/// Sends files with other fields; a time `modified` is that of every file.
pub(crate) async fn send(
    client: &Client,
    fields: &[(&str, &str)],
    files: &[(&str, &[u8])],
) -> Reply {
    let request = client.request(Method::POST, IMPORTS);
    let request = request.body(multipart(fields, files));
    let request = request.header("content-type", MULTIPART);
    let response = request.send().await.unwrap();
    (response.status(), response.json().await.unwrap())
}

/// Waits until the import has ended and its texts are processed; the import.
async fn ended(client: &Client, begun: &Value) -> Value {
    let path = format!("{IMPORTS}/{}", text(&begun["import"]["id"]));
    for _ in 0..MAX_POLLS {
        let (_, now) = client.get(&path).await;
        let (_, queue) = client.get("/api/v1/queue").await;
        if now["import"]["status"] != "running" && queue["depth"] == 0 {
            return now["import"].clone();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the import does not end");
}

pub(crate) async fn brought(
    client: &Client,
    fields: &[(&str, &str)],
    files: &[(&str, &[u8])],
) -> Value {
    let (status, begun) = send(client, fields, files).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{begun}");
    ended(client, &begun).await
}

/// Brings in a note; the import's id.
pub(crate) async fn brought_note(client: &Client) -> String {
    let import = brought(client, &[], &[("note.txt", b"The fence is green.")]).await;
    text(&import["id"])
}

#[tokio::test]
async fn a_long_document_is_brought_in_whole_and_twice_is_once() {
    // Reading takes its time by the length: what is longer than a text may be need not be long.
    let flags = ["--embedder", "potion", "--max-text-bytes", "262144"];
    let service = Service::with(&flags).await;
    let anna = service.client("anna@example.com").await;
    let line = "The harbour was quiet — Zoë waited. Nobody came.\n";
    let long = line.repeat(4_000);
    let files: [(&str, &[u8]); 1] = [("book.txt", long.as_bytes())];
    let import = brought(&anna, &[], &files).await;
    assert_eq!(
        (&import["status"], &import["added"]),
        (&json!("completed"), &json!(1)),
        "{import}"
    );
    let (_, logs) = anna.get("/api/v1/logs").await;
    let found = logs["logs"][0]["ingestText"].as_str().unwrap();
    assert_eq!(found.chars().count(), long.chars().count());
    assert!(found == long && logs["logs"][0]["status"] == "completed");
    let again = brought(&anna, &[], &files).await;
    assert_eq!(
        (&again["added"], &again["unchanged"]),
        (&json!(0), &json!(1))
    );
    let (_, logs) = anna.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 1);

    // Longer than a memory may be: in parts, which are the text to the letter.
    let longer = line.repeat(12_000);
    let import = brought(&anna, &[], &[("books/two.txt", longer.as_bytes())]).await;
    assert!(import["added"].as_u64().unwrap() > 1, "{import}");
    let (_, logs) = anna
        .get(&format!("/api/v1/logs?importId={}", text(&import["id"])))
        .await;
    let mut parts: Vec<&Value> = logs["logs"].as_array().unwrap().iter().collect();
    parts.reverse();
    let together: String = parts
        .iter()
        .map(|log| log["ingestText"].as_str().unwrap())
        .collect();
    assert_eq!(together.chars().count(), longer.chars().count());
    assert!(parts.iter().all(|log| log["status"] == "completed"));
}

#[tokio::test]
async fn an_import_is_looked_at_first_then_followed_and_taken_back() {
    let service = Service::start().await;
    let mara = service.client_called("mara@example.com", "Mara").await;
    let files: [(&str, &[u8]); 2] = [
        ("WhatsApp Chat with Lena.txt", CHAT.as_bytes()),
        (
            "notes/plan.md",
            b"---\ntags: [garden]\n---\nThe garden needs a fence.",
        ),
    ];
    let zone = ("timeZone", "Pacific/Honolulu");
    let (status, preview) = send(&mara, &[zone, ("dryRun", "true")], &files).await;
    assert_eq!(status, StatusCode::OK, "{preview}");
    assert_eq!(
        (&preview["found"], &preview["known"], &preview["formats"]),
        (&json!(3), &json!(0), &json!(["whatsapp", "markdown"]))
    );
    assert_eq!(
        preview["speakers"],
        json!([{ "name": "Lena", "texts": 1 }, { "name": "Mara", "texts": 1 }])
    );
    assert_eq!(preview["from"], "2024-03-13T04:05:00Z");
    let (_, logs) = mara.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 0);

    mara.remember("I bought a bicycle.", &json!({})).await;
    let import = brought(&mara, &[zone], &files).await;
    assert_eq!(
        (&import["added"], &import["problems"]),
        (&json!(3), &json!([]))
    );
    let (_, found) = mara
        .post("/search", &json!({ "query": "Where does Lena live?" }))
        .await;
    assert!(
        found["facts"].to_string().contains("Lena lives in Lisbon"),
        "{found}"
    );
    let (_, logs) = mara.get("/api/v1/logs?tags=garden").await;
    assert_eq!(
        logs["logs"][0]["ingestText"],
        "---\ntags: [garden]\n---\nThe garden needs a fence."
    );

    // A longer export adds what is new.
    let longer = format!("{CHAT}13.03.24, 09:00 - Lena: Good morning!\n");
    let more = brought(
        &mara,
        &[zone],
        &[("WhatsApp Chat with Lena.txt", longer.as_bytes())],
    )
    .await;
    assert_eq!((&more["added"], &more["unchanged"]), (&json!(1), &json!(2)));

    let path = format!("{IMPORTS}/{}", text(&import["id"]));
    let (status, undone) = mara.call(Method::DELETE, &path, None).await;
    assert_eq!(
        (status, &undone["import"]["status"]),
        (StatusCode::OK, &json!("undone"))
    );
    let (_, logs) = mara.get("/api/v1/logs").await;
    let mut left: Vec<String> = logs["logs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|log| text(&log["ingestText"]))
        .collect();
    left.sort_unstable();
    assert_eq!(left, ["I bought a bicycle.", "Lena: Good morning!"]);
    // It can be brought in again.
    let again = brought(&mara, &[zone], &files).await;
    assert_eq!(again["added"], 3);
    let (_, imports) = mara.get(IMPORTS).await;
    assert_eq!(imports["imports"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn whoever_speaks_as_the_person_is_the_person() {
    let service = Service::start().await;
    let nora = service.client_called("n@example.com", "Nora Berg").await;
    brought(&nora, &[("me", "Mara")], &[("chat.txt", CHAT.as_bytes())]).await;
    let (_, me) = nora.get("/api/v1/me").await;
    assert_eq!(me["alsoCalled"], json!(["Mara"]));
    let (_, found) = nora
        .post("/search", &json!({ "query": "Where do I live?" }))
        .await;
    let fact = &found["facts"][0];
    assert_eq!(fact["subject"], "Nora Berg", "{found}");
}

#[tokio::test]
async fn our_export_comes_back_on_another_server_as_it_was() {
    let (first, second) = (Service::start().await, Service::start().await);
    let anna = first.client_called("anna@example.com", "Anna").await;
    let (_, space) = anna
        .post("/api/v1/spaces", &json!({ "name": "Work" }))
        .await;
    let space = space["space"]["id"]
        .as_str()
        .or(space["id"].as_str())
        .unwrap()
        .to_owned();
    for (body, more) in [
        (
            "Clara lives in Lisbon.",
            json!({ "referenceTime": "2024-03-01T23:30:00+02:00", "tags": ["family"] }),
        ),
        (
            "The plan is late.",
            json!({ "spaceId": space, "type": "DOCUMENT", "sessionId": "plan", "metadata": { "n": 1 } }),
        ),
        (
            "The plan is on time.",
            json!({ "spaceId": space, "type": "DOCUMENT", "sessionId": "plan", "externalId": "p" }),
        ),
    ] {
        anna.remember(body, &more).await;
    }
    let (_, export) = anna.get("/api/v1/export").await;
    let bytes = serde_json::to_vec(&export).unwrap();
    let bert = second.client_called("bert@example.com", "Anna").await;
    let import = brought(&bert, &[], &[("recollect-export.json", &bytes)]).await;
    assert_eq!(import["format"], "recollect", "{import}");
    let (_, again) = bert.get("/api/v1/export").await;
    let told = |export: &Value| -> Vec<Value> {
        let spaces = export["spaces"].as_array().unwrap();
        let space =
            |id: &Value| spaces.iter().find(|one| one["id"] == *id).unwrap()["name"].clone();
        let logs = export["logs"].as_array().unwrap().iter();
        let logs = logs.filter(|log| log["replacedBy"].is_null());
        logs.map(|log| {
            json!([
                log["ingestText"],
                log["referenceTime"],
                log["sessionId"],
                log["source"],
                log["tags"],
                log["metadata"],
                space(&log["spaceId"])
            ])
        })
        .collect()
    };
    assert_eq!(told(&again), told(&export));
    let facts = |export: &Value| -> Vec<Value> {
        let mut facts: Vec<Value> = export["statements"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["fact"].clone())
            .collect();
        facts.sort_by_key(Value::to_string);
        facts
    };
    assert_eq!(facts(&again), facts(&export));
}

#[tokio::test]
async fn what_cannot_be_brought_in_is_said_with_its_place() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (fields, files, status, field) in [
        (vec![], vec![], 400, "file"),
        (
            vec![("format", "poem")],
            vec![("a.txt", "x")],
            400,
            "format",
        ),
        (
            vec![("spaceId", "018f0000-0000-7000-8000-000000000000")],
            vec![("a.txt", "x")],
            404,
            "spaceId",
        ),
        (
            vec![("timeZone", "Europe/Atlantis")],
            vec![("a.txt", "x")],
            400,
            "timeZone",
        ),
        (
            vec![("format", "claude")],
            vec![("a.txt", "no json")],
            400,
            "file",
        ),
        (vec![], vec![("a.png", "x")], 400, "file"),
    ] {
        let files: Vec<(&str, &[u8])> = files
            .iter()
            .map(|(name, text): &(&str, &str)| (*name, text.as_bytes()))
            .collect();
        let (answered, reply) = send(&anna, &fields, &files).await;
        assert_eq!(
            (answered.as_u16(), &reply["details"]["field"]),
            (status, &json!(field)),
            "{reply}"
        );
    }
    let (status, _) = anna.post(IMPORTS, &json!({})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (_, logs) = anna.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 0);
    let bert = service.client("bert@example.com").await;
    let import = brought(
        &anna,
        &[],
        &[("a.txt", b"The cat sleeps."), ("b.png", b"x")],
    )
    .await;
    assert_eq!(
        import["problems"],
        json!(["b.png: a picture cannot be read"])
    );
    let path = format!("{IMPORTS}/{}", text(&import["id"]));
    for (method, path) in [
        (Method::GET, path.clone()),
        (Method::DELETE, path.clone()),
        (Method::POST, format!("{path}/cancel")),
    ] {
        let (status, _) = bert.call(method, &path, None).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn the_command_shows_brings_and_takes_back() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    std::fs::create_dir_all(notes.join("deep")).unwrap();
    std::fs::write(notes.join("one.md"), "# One\n\nThe fence is green.").unwrap();
    std::fs::write(notes.join("deep/two.txt"), b"Gr\xfc\xdfe aus Lyon.").unwrap();
    std::fs::write(notes.join(".hidden"), "no").unwrap();
    let path = notes.to_str().unwrap().to_owned();
    let (url, key) = (service.base.clone(), anna.key().to_owned());
    let command = move |more: Vec<String>| {
        let mut arguments = vec!["import".to_owned()];
        arguments.extend(more);
        arguments.extend([
            "--url".to_owned(),
            url.clone(),
            "--key".to_owned(),
            key.clone(),
        ]);
        tokio::task::spawn_blocking(move || {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = run(&arguments);
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(
                output.status.success(),
                "{said}{}",
                String::from_utf8_lossy(&output.stderr)
            );
            said
        })
    };
    let said = command(vec![path.clone(), "--dry-run".to_owned()])
        .await
        .unwrap();
    assert!(
        said.contains("2 texts (markdown, text): 2 new, 0 would be replaced, 0 there already"),
        "{said}"
    );
    let said = command(vec![path, "--yes".to_owned()]).await.unwrap();
    assert!(said.contains("completed: 2 added"), "{said}");
    let (_, logs) = anna
        .get("/api/v1/logs?externalId=file/notes/deep/two.txt")
        .await;
    assert_eq!(logs["logs"][0]["ingestText"], "Grüße aus Lyon.");
    let id = said.rsplit(' ').next().unwrap().trim().to_owned();
    let said = command(vec!["undo".to_owned(), id]).await.unwrap();
    assert!(said.starts_with("Undone"), "{said}");
    let (_, logs) = anna.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 0);
}

#[tokio::test]
async fn a_body_that_is_no_form_with_files_is_said_to_be_none() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (kind, body) in [
        ("multipart/form-data", "garbage"),
        (
            MULTIPART,
            "--b\r\nContent-Disposition: form-data; name=\"file\"",
        ),
        ("application/json", "{}"),
    ] {
        let request = anna.request(Method::POST, IMPORTS).body(body);
        let response = request.header("content-type", kind).send().await.unwrap();
        let status = response.status();
        let refused: Value = response.json().await.unwrap();
        let told = (status, &refused["code"]);
        assert_eq!(told, (StatusCode::BAD_REQUEST, &json!("invalid_form")));
    }
}

#[tokio::test]
async fn what_was_before_the_first_year_has_no_time() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let long_ago = json!({ "referenceTime": "0005-01-01T00:00:00Z" });
    anna.remember("My dog died 10 years ago.", &long_ago).await;
    let dog = anna.entity("dog").await;
    let said = anna
        .read(&format!(
            "/api/v1/entities/{dog}/statements?includeInvalidated=true"
        ))
        .await;
    assert_eq!(said["statements"][0]["validAt"], "0005-01-01T00:00:00Z");
}
