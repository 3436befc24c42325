//! Files that are larger than what is sent at once: what comes of their parts is what comes of the whole, in one import.

use std::collections::BTreeMap;
use std::fmt::Write;

use rawzip::{CompressionMethod, ZipArchiveWriter};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::import_command::output;
use crate::imports::{IMPORTS, brought, send};
use crate::reading::text;
use crate::service::{Client, Service};

/// Parts of the tests have so many bytes.
const PART: &str = "4096";

/// What the command says, and whether it has done what it was told.
async fn told(service: &Service, client: &Client, arguments: &[&str]) -> (bool, String) {
    let output = output(service, client, arguments).await;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.success(), said)
}

/// What the command says that brings a file in in small parts.
async fn brought_in_parts(service: &Service, client: &Client, path: &str) -> String {
    let (is_done, said) = told(service, client, &[path, "--yes", "--part-bytes", PART]).await;
    assert!(is_done, "{said}");
    said
}

/// All that is kept, by name.
async fn kept(client: &Client) -> BTreeMap<String, Value> {
    let (_, export) = client.get("/api/v1/export").await;
    let logs = export["logs"].as_array().unwrap().iter();
    let logs = logs.filter(|log| log["replacedBy"].is_null());
    let kept = logs.map(|log| {
        let mut said = serde_json::Map::new();
        for name in [
            "ingestText",
            "referenceTime",
            "sessionId",
            "source",
            "tags",
            "metadata",
        ] {
            said.insert(name.to_owned(), log[name].clone());
        }
        (text(&log["externalId"]), Value::from(said))
    });
    kept.collect()
}

fn conversation(number: usize) -> Value {
    let node = |place: usize| {
        let said = json!({ "id": format!("m-{number}-{place}"), "create_time": 1.7e9 + (number * 100 + place) as f64,
            "author": { "role": if place.is_multiple_of(2) { "user" } else { "assistant" } },
            "content": { "content_type": "text", "parts": [format!("Parcel {number}.{place} has arrived from \"Løten\".")] } });
        let parent = place.checked_sub(1).map(|place| place.to_string());
        (
            place.to_string(),
            json!({ "id": place.to_string(), "parent": parent, "children": [], "message": said }),
        )
    };
    let mapping: serde_json::Map<String, Value> = (0..6).map(node).collect();
    let title = if number.is_multiple_of(9) {
        "New chat".to_owned()
    } else {
        format!("Chat {number}")
    };
    json!({ "title": title, "conversation_id": format!("c-{number}"), "create_time": 1.7e9, "current_node": "5", "mapping": mapping })
}

/// Conversations as ChatGPT exports them, the newest first.
fn conversations(count: usize) -> Vec<u8> {
    let all: Vec<Value> = (0..count).rev().map(conversation).collect();
    serde_json::to_vec(&all).unwrap()
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut output);
    for (name, bytes) in files {
        let file = archive
            .new_file(*name)
            .compression_method(CompressionMethod::STORE);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(&mut entry);
        std::io::Write::write_all(&mut writer, bytes).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    output
}

#[tokio::test]
async fn a_file_that_is_brought_in_parts_is_one_import() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let whole = service.client("whole@example.com").await;
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("conversations.json");
    let path_said = path.to_str().unwrap().to_owned();
    let file = conversations(30);
    std::fs::write(&path, &file).unwrap();
    brought(&whole, &[], &[("conversations.json", &file)]).await;
    let expected = kept(&whole).await;
    assert_eq!(expected.len(), 180);

    let said = brought_in_parts(&service, &anna, &path_said).await;
    assert!(said.contains("parts, which are one import"), "{said}");
    assert!(said.contains("180 texts (chatgpt): 180 new"), "{said}");
    assert!(
        said.contains("completed: 180 added, 0 replaced, 0 there already"),
        "{said}"
    );
    assert_eq!(kept(&anna).await, expected);
    let (_, imports) = anna.get(IMPORTS).await;
    let imports = imports["imports"].as_array().unwrap();
    assert_eq!(imports.len(), 1, "{imports:?}");
    assert_eq!(
        (&imports[0]["found"], &imports[0]["name"]),
        (&json!(180), &json!("conversations.json"))
    );
    let first = text(&imports[0]["id"]);

    // The same again, in other parts; then longer, the newest first.
    let (is_done, again) = told(
        &service,
        &anna,
        &[&path_said, "--yes", "--part-bytes", "9000"],
    )
    .await;
    assert!(
        is_done && again.contains("completed: 0 added, 0 replaced, 180 there already"),
        "{again}"
    );
    std::fs::write(&path, conversations(35)).unwrap();
    let longer = brought_in_parts(&service, &anna, &path_said).await;
    assert!(
        longer.contains("completed: 30 added, 0 replaced, 180 there already"),
        "{longer}"
    );
    assert!(
        longer.contains("new, 0 would be replaced, 180 there already"),
        "{longer}"
    );

    let (is_done, undone) = told(&service, &anna, &["undo", &first]).await;
    assert!(
        is_done && undone.contains("Undone: conversations.json"),
        "{undone}"
    );
    let left = kept(&anna).await;
    assert_eq!(left.len(), 30);
    assert!(left.keys().all(|name| !expected.contains_key(name)));
}

#[tokio::test]
async fn pictures_of_an_archive_count_for_nothing_and_lists_go_with_every_part() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let whole = service.client("whole@example.com").await;
    let users = json!([{ "id": "U1", "team_id": "T", "name": "lena", "profile": { "real_name": "Lena Fox" } }]);
    let channels = json!([{ "id": "C1", "name": "garden" }]);
    let (users, channels) = (users.to_string(), channels.to_string());
    let days: Vec<(String, String)> = (1..=20)
        .map(|day| {
            let message = |number: usize| {
                json!({ "type": "message", "user": "U1", "text": format!("<@U1> waters bed {day}.{number}."),
                    "ts": format!("17100{day:02}{number:03}.000100") })
            };
            let messages: Vec<Value> = (0..8).map(message).collect();
            (format!("garden/2024-03-{day:02}.json"), Value::from(messages).to_string())
        })
        .collect();
    let picture = vec![0xd8; 500_000];
    let mut files: Vec<(&str, &[u8])> = vec![
        ("users.json", users.as_bytes()),
        ("channels.json", channels.as_bytes()),
    ];
    files.extend(
        days.iter()
            .map(|(name, day)| (name.as_str(), day.as_bytes())),
    );
    brought(&whole, &[], &[("Slack.zip", &zipped(&files))]).await;
    files.extend([
        ("garden/a.jpg", picture.as_slice()),
        ("garden/b.mp4", picture.as_slice()),
    ]);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("Slack.zip");
    std::fs::write(&path, zipped(&files)).unwrap();
    let path = path.to_str().unwrap();
    let said = brought_in_parts(&service, &anna, path).await;
    assert!(
        said.contains("2 files of pictures, recordings and the like left out"),
        "{said}"
    );
    assert!(said.contains("completed: 160 added"), "{said}");
    let expected = kept(&whole).await;
    assert!(
        expected
            .values()
            .all(|one| text(&one["ingestText"]).starts_with("Lena Fox: @Lena Fox waters"))
    );
    assert_eq!(kept(&anna).await, expected);
    let again = brought_in_parts(&service, &anna, path).await;
    assert!(
        again.contains("completed: 0 added, 0 replaced, 160 there already"),
        "{again}"
    );
}

#[tokio::test]
async fn a_mailbox_in_an_archive_is_cut_between_its_messages() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let whole = service.client("whole@example.com").await;
    let packed = format!("{}\n", "QUJD".repeat(19)).repeat(60);
    let mut mailbox = String::new();
    for number in 0..40 {
        write!(
            mailbox,
            "From x@example.com Tue Mar 12 18:05:11 2024\nMessage-ID: <{number}@x>\nFrom: Lena <lena@example.com>\nTo: me@example.com\nDate: Tue, 12 Mar 2024 18:05:{number:02} +0100\nSubject: Bed {number}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/plain; charset=utf-8\n\nBed {number} is sown.\n--b\nContent-Type: image/jpeg; name=\"bed.jpg\"\nContent-Disposition: attachment; filename=\"bed.jpg\"\nContent-Transfer-Encoding: base64\n\n{packed}--b--\n\n"
        )
        .unwrap();
    }
    let files = [("Takeout/Mail/All mail.mbox", mailbox.as_bytes())];
    brought(&whole, &[], &[("takeout.zip", &zipped(&files))]).await;
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("takeout.zip");
    std::fs::write(&path, zipped(&files)).unwrap();
    let said = brought_in_parts(&service, &anna, path.to_str().unwrap()).await;
    assert!(said.contains("completed: 40 added"), "{said}");
    assert_eq!(kept(&anna).await, kept(&whole).await);
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 1);
}

#[tokio::test]
async fn an_import_goes_on_only_where_it_is_ones_own_and_was_completed() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let ben = service.client("ben@example.com").await;
    let file: [(&str, &[u8]); 1] = [("one.txt", b"The fence is green.")];
    let import = brought(&anna, &[], &file).await;
    let id = text(&import["id"]);
    let more: [(&str, &[u8]); 1] = [("two.txt", b"The gate is red.")];
    let on = [("continues", id.as_str())];
    let (status, reply) = send(&ben, &on, &more).await;
    assert_eq!(
        (status, &reply["code"]),
        (StatusCode::NOT_FOUND, &json!("import_not_found"))
    );
    let (status, reply) = send(&anna, &[("continues", "none")], &more).await;
    assert_eq!(
        (status, &reply["code"]),
        (StatusCode::NOT_FOUND, &json!("import_not_found"))
    );
    let longer = brought(&anna, &on, &more).await;
    assert_eq!(
        (&longer["id"], &longer["added"], &longer["found"]),
        (&import["id"], &json!(2), &json!(2))
    );
    let path = format!("{IMPORTS}/{id}");
    let (status, _) = anna.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK);
    assert!(kept(&anna).await.is_empty());
    let (status, reply) = send(&anna, &on, &more).await;
    assert_eq!(status, StatusCode::CONFLICT, "{reply}");
    assert_eq!(reply["error"], "the import cannot go on: it is undone");
}

#[tokio::test]
async fn an_encoding_is_taken_by_its_name_and_refused_by_it() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("note.txt");
    std::fs::write(&path, b"\x8f\xe0\xa8\xa2\xa5\xe2.").unwrap();
    let path = path.to_str().unwrap();
    let (is_done, said) = told(&service, &anna, &[path, "--yes", "--encoding", "klingon-1"]).await;
    assert!(
        !is_done && said.contains("\"klingon-1\" is no encoding that is known"),
        "{said}"
    );
    let (status, reply) = send(&anna, &[("encoding", "klingon-1")], &[("note.txt", b"x")]).await;
    assert_eq!(
        (status, &reply["details"]["field"]),
        (StatusCode::BAD_REQUEST, &json!("encoding"))
    );
    let (is_done, said) = told(&service, &anna, &[path, "--yes", "--encoding", "ibm866"]).await;
    assert!(is_done, "{said}");
    assert_eq!(kept(&anna).await["file/note.txt"]["ingestText"], "Привет.");
}

#[tokio::test]
async fn two_chats_that_somebody_begins_in_one_minute_are_two() {
    let service = Service::start().await;
    let chat = |other: &str, more: &str| {
        format!(
            "31.12.23, 23:59 - Nora: Happy new year!\n31.12.23, 23:59 - Nora: And good luck, {other}.\n01.01.24, 00:10 - {other}: To you, too!\n{more}"
        )
    };
    let lena = chat("Lena", "");
    let tom = chat("Tom", "");
    let (of_lena, of_tom) = ("WhatsApp Chat with Lena.txt", "WhatsApp Chat with Tom.txt");
    // Together, and one after the other.
    for is_together in [true, false] {
        let client = service
            .client(&format!("nora-{is_together}@example.com"))
            .await;
        let files: [(&str, &[u8]); 2] = [(of_lena, lena.as_bytes()), (of_tom, tom.as_bytes())];
        match is_together {
            true => {
                let import = brought(&client, &[], &files).await;
                assert_eq!(import["added"], 6, "{import}");
            }
            false => {
                for file in files {
                    let import = brought(&client, &[], &[file]).await;
                    assert_eq!(
                        (&import["added"], &import["replaced"]),
                        (&json!(3), &json!(0))
                    );
                }
            }
        }
        // Again, in any order, longer, and under another name.
        let longer = chat("Tom", "01.01.24, 00:11 - Nora: Sleep well.\n");
        for (file, added) in [
            ((of_tom, tom.as_bytes()), 0),
            ((of_lena, lena.as_bytes()), 0),
            (("renamed.txt", lena.as_bytes()), 0),
            ((of_tom, longer.as_bytes()), 1),
        ] {
            let (name, bytes): (&str, &[u8]) = file;
            let import = brought(&client, &[], &[(name, bytes)]).await;
            assert_eq!(import["added"], added, "{name}: {import}");
        }
        let kept = kept(&client).await;
        assert_eq!(kept.len(), 7, "{kept:?}");
    }
}
