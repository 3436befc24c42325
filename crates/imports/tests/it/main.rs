//! What people bring, in the shapes in which it comes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use recollect_imports::{Columns, File, Format, Found, Memory, Options, decoded, read};
use recollect_model::{Calendar, EpisodeKind, ReferenceTime};
use serde_json::{Value, json};

mod beside_chats;
mod decisions;
mod encodings;
mod large;
mod pdf;
mod samples;
mod whatsapp;
mod written_times;

fn options() -> Options {
    Options {
        format: None,
        columns: None,
        calendar: Calendar::named("Europe/Berlin").unwrap(),
        now: "2025-03-01T12:00:00+01:00".parse().unwrap(),
        max_bytes: 1_000_000,
        encoding: None,
        max_unpacked_bytes: 100_000_000,
        read_pdf: Some(pdf::reader()),
    }
}

fn file(name: &str, bytes: impl AsRef<[u8]>) -> File {
    File {
        name: name.to_owned(),
        bytes: bytes.as_ref().to_vec(),
        modified: Some("2024-05-06T07:08:09Z".parse().unwrap()),
        before: 0,
    }
}

fn found(name: &str, text: &str) -> Found {
    read(&[file(name, text)], &options())
}

fn lines(found: &Found) -> Vec<String> {
    let line = |memory: &Memory| format!("{} {}", memory.reference_time, memory.body);
    found.memories.iter().map(line).collect()
}

fn node(id: &str, parent: Option<&str>, children: &[&str], message: &Value) -> (String, Value) {
    let node = json!({ "id": id, "parent": parent, "children": children, "message": message });
    (id.to_owned(), node)
}

fn said(id: &str, role: &str, at: f64, words: &str) -> Value {
    json!({ "id": id, "author": { "role": role }, "create_time": at,
            "content": { "content_type": "text", "parts": [words] } })
}

/// A conversation whose answer was asked for again, its nodes in no order.
fn chatgpt(current: Option<&str>) -> Value {
    let mapping: serde_json::Map<String, Value> = [
        node(
            "d",
            Some("c2"),
            &[],
            &said("d", "user", 1_700_000_030.0, "And the river?"),
        ),
        node(
            "c1",
            Some("b"),
            &[],
            &said("c1", "assistant", 1_700_000_010.0, "Abandoned."),
        ),
        node("root", None, &["s"], &Value::Null),
        node(
            "c2",
            Some("b"),
            &["d"],
            &said("c2", "assistant", 1_700_000_020.5, "Lisbon is hilly."),
        ),
        node(
            "s",
            Some("root"),
            &["b"],
            &said("s", "system", 1_700_000_000.0, "Be kind."),
        ),
        node(
            "b",
            Some("s"),
            &["c1", "c2"],
            &said("b", "user", 1_700_000_001.0, "Tell me of Lisbon."),
        ),
    ]
    .into_iter()
    .collect();
    json!([{ "title": "Lisbon", "conversation_id": "conv-1", "create_time": 1_700_000_000.0,
             "current_node": current, "mapping": mapping }])
}

#[test]
fn chatgpts_tree_is_read_along_the_branch_that_was_kept() {
    for current in [Some("d"), None] {
        let found = found("conversations.json", &chatgpt(current).to_string());
        assert_eq!(found.formats, [Format::ChatGpt]);
        assert_eq!(
            lines(&found),
            [
                "2023-11-14T22:13:21Z user: Tell me of Lisbon.",
                "2023-11-14T22:13:40.5Z assistant: Lisbon is hilly.",
                "2023-11-14T22:13:50Z user: And the river?",
            ]
        );
        assert!(
            found
                .memories
                .iter()
                .all(|one| one.session.as_deref() == Some("Lisbon"))
        );
        assert_eq!(found.memories[0].external_id, "chatgpt/conv-1/b");
        assert_eq!(
            found.speakers(),
            [("user".to_owned(), 2), ("assistant".to_owned(), 1)]
        );
    }
    // A branch that leads back to itself ends.
    let mut looped = chatgpt(Some("d"));
    looped[0]["mapping"]["s"]["parent"] = json!("d");
    assert_eq!(found("c.json", &looped.to_string()).memories.len(), 3);
}

#[test]
fn claudes_messages_come_with_what_was_attached() {
    let export = json!([{ "uuid": "u1", "name": "Recipes", "created_at": "2024-02-03T10:00:00Z", "chat_messages": [
        { "uuid": "m1", "sender": "human", "created_at": "2024-02-03T10:00:01.123Z", "text": "old form",
          "content": [{ "type": "text", "text": "What is in it?" }],
          "attachments": [{ "file_name": "cake.txt", "extracted_content": "Flour and eggs." }] },
        { "uuid": "m2", "sender": "assistant", "created_at": "2024-02-03T10:00:05Z", "text": "Flour.", "content": [] },
        { "uuid": "m3", "sender": "human", "created_at": "2024-02-03T10:00:09Z", "text": "" },
    ]}, { "uuid": "u2", "name": "Empty" }]);
    let found = found("conversations.json", &export.to_string());
    assert_eq!(found.formats, [Format::Claude]);
    assert_eq!(
        lines(&found),
        [
            "2024-02-03T10:00:01.123Z user: What is in it?\n\n[cake.txt]\nFlour and eggs.",
            "2024-02-03T10:00:05Z assistant: Flour.",
        ]
    );
    assert_eq!(
        found.problems,
        ["conversations.json: conversation 2 has no messages"]
    );
}

#[test]
fn a_note_keeps_its_text_and_gives_its_front_matter() {
    let text = "---\ntitle: \"Lyon\"\ndate: 2023-04-05\ntags: [travel, 'home']\nrating: 4\ndraft: false\naliases:\n  - L\n---\n# Lyon\n\nThe river.\n";
    let found = found("trips/lyon.md", text);
    let note = &found.memories[0];
    assert_eq!(
        (found.formats[0], note.kind),
        (Format::Markdown, EpisodeKind::Document)
    );
    assert_eq!(note.body, text);
    assert_eq!(note.reference_time.to_string(), "2023-04-04T22:00:00Z");
    assert_eq!(note.labels.tags, ["home", "travel"]);
    assert_eq!(note.labels.metadata["rating"], 4);
    assert_eq!(note.labels.metadata["aliases"], json!(["L"]));
    assert_eq!(note.external_id, "file/trips/lyon.md");
    let daily = read(&[file("2024-02-29.md", "Leap day.")], &options());
    assert_eq!(
        daily.memories[0].reference_time.to_string(),
        "2024-02-28T23:00:00Z"
    );
}

#[test]
fn text_is_read_in_the_usual_encodings() {
    let text = "Grüße aus Århus";
    let utf_16 = |big: bool| -> Vec<u8> {
        let units = text.encode_utf16();
        units
            .flat_map(|unit| {
                if big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            })
            .collect()
    };
    let with = |mark: &[u8], bytes: Vec<u8>| [mark, &bytes].concat();
    let latin: Vec<u8> = text
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();
    for bytes in [
        text.as_bytes().to_vec(),
        with(b"\xef\xbb\xbf", text.as_bytes().to_vec()),
        with(b"\xff\xfe", utf_16(false)),
        with(b"\xfe\xff", utf_16(true)),
        utf_16(false),
        utf_16(true),
        latin,
    ] {
        assert_eq!(decoded(&bytes), text, "{bytes:?}");
    }
    assert_eq!(decoded(b"\x80 5"), "€ 5");
    assert_eq!(decoded("a\r\nb".as_bytes()), "a\r\nb");
}

#[test]
fn a_long_document_is_brought_to_the_letter() {
    let sentence = "The ship sailed past the harbour. Nobody — not even Zoë — waved.\n";
    for max_bytes in [100, 997, 4_096, 1_000_000] {
        for repeats in [1, 50, 2_000] {
            let text = sentence.repeat(repeats);
            let options = Options {
                max_bytes,
                ..options()
            };
            let found = read(&[file("book.txt", &text)], &options);
            let together: String = found.memories.iter().map(|one| one.body.as_str()).collect();
            assert_eq!(together.chars().count(), text.chars().count());
            assert!(together == text && found.problems.is_empty());
            assert!(
                found
                    .memories
                    .iter()
                    .all(|one| one.body.len() <= max_bytes.max(sentence.len()))
            );
            assert!(
                found
                    .memories
                    .iter()
                    .all(|one| one.session.as_deref() == Some("book.txt"))
            );
            let mut names: Vec<_> = found.memories.iter().map(|one| &one.external_id).collect();
            names.dedup();
            assert_eq!(names.len(), found.memories.len());
        }
    }
}

#[test]
fn our_own_export_comes_back_as_it_was_sent() {
    let export = json!({
        "account": { "email": "x@example.com" },
        "spaces": [{ "id": "s1", "name": "Personal", "isDefault": true }, { "id": "s2", "name": "Work", "isDefault": false }],
        "logs": [
            { "id": "l1", "ingestText": "One.", "referenceTime": "2024-01-01T08:00:00Z", "spaceId": "s2", "sessionId": "talk",
              "source": "notes", "tags": ["a"], "metadata": { "k": 1 }, "externalId": "n/1",
              "data": { "type": "DOCUMENT", "referenceTime": "2024-01-01T09:00:00+01:00" } },
            { "id": "l2", "ingestText": "Two.", "referenceTime": "2024-01-02T08:00:00Z", "spaceId": "s1", "source": "notes", "data": {} },
            { "id": "l3", "ingestText": "", "referenceTime": "2024-01-02T08:00:00Z", "replacedBy": "l1" },
        ],
    });
    let found = found("recollect-export.json", &export.to_string());
    assert_eq!(
        (found.formats[0], found.memories.len()),
        (Format::Recollect, 2)
    );
    let one = &found.memories[0];
    assert_eq!(
        (one.space.as_deref(), one.session.as_deref(), one.kind),
        (Some("Work"), Some("talk"), EpisodeKind::Document)
    );
    assert_eq!(
        (one.reference_time.offset_s(), one.external_id.as_str()),
        (3_600, "n/1")
    );
    assert_eq!(
        (one.labels.tags.len(), &one.labels.metadata["k"]),
        (1, &json!(1))
    );
    let two = &found.memories[1];
    assert_eq!(
        (two.space.as_deref(), two.external_id.as_str()),
        (None, "recollect/l2")
    );
}

#[test]
fn messages_of_other_chats_are_read_with_speakers_and_times() {
    let chat = json!({ "title": "Weekend", "messages": [
        { "author": "Mara", "text": "We meet Tiago.", "timestamp": "2025-05-02T10:00:00Z" },
        { "from": { "name": "Lena" }, "content": ["Fine", { "text": "!" }], "ts": 1_746_180_060 },
    ]});
    let found = found("chat.json", &chat.to_string());
    assert_eq!(found.formats, [Format::Messages]);
    assert_eq!(
        lines(&found),
        [
            "2025-05-02T10:00:00Z Mara: We meet Tiago.",
            "2025-05-02T10:01:00Z Lena: Fine\n!"
        ]
    );
    let nothing = read(&[file("x.json", "{\"a\": 1}")], &options());
    assert_eq!(nothing.problems, ["x.json: no messages were found in it"]);
    let broken = read(
        &[file("y.json", "{\"a\": ")],
        &Options {
            format: Some(Format::Claude),
            ..options()
        },
    );
    assert!(broken.problems[0].starts_with("y.json: it is not JSON"));
    let empty = read(&[file("z.txt", " \n")], &options());
    assert_eq!(empty.problems, ["z.txt: there is no text in it"]);
}

#[test]
fn nothing_that_is_brought_makes_the_reader_panic() {
    // A small generator of odd bytes: pieces of the formats, cut and joined in every order.
    let pieces: [&[u8]; 14] = [
        b"[12.03.24, 18:05:11] ",
        b"Lena: ",
        b"\n",
        b"---\n",
        b"tags: [",
        b"{\"mapping\":{\"a\":{\"parent\":\"a\"}}}",
        b"\xff\xfe",
        b"99/99/99, 99:99 - ",
        "\u{202f}PM - ".as_bytes(),
        b"\xe2\x82",
        b"[{\"chat_messages\":[{}]}]",
        b"12.3",
        b"]",
        b":",
    ];
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap()
    };
    for _ in 0..20_000 {
        let mut bytes = Vec::new();
        for _ in 0..next() % 8 {
            let piece = pieces[next() % pieces.len()];
            bytes.extend_from_slice(&piece[next() % piece.len()..]);
        }
        let format = Format::ALL.get(next() % (Format::ALL.len() + 1)).copied();
        read(
            &[file("odd.md", &bytes)],
            &Options {
                format,
                max_bytes: 1 + next() % 40,
                ..options()
            },
        );
    }
    let now: ReferenceTime = options().now;
    assert_eq!(now.offset_s(), 3_600);
}

#[test]
fn what_has_one_name_is_kept_once_and_its_latest_version() {
    let memory =
        |id: &str, text: &str, at: &str| json!({ "id": id, "memory": text, "created_at": at });
    let one = memory("a", "Lives in Porto", "2024-01-01T00:00:00Z");
    let later = memory("a", "Lives in Lyon", "2024-02-01T00:00:00Z");
    let files = |first: &Value, second: &Value| {
        [
            file("a.json", json!([first]).to_string()),
            file("b.json", json!([second]).to_string()),
        ]
    };
    for (first, second) in [(&one, &later), (&later, &one)] {
        let found = read(&files(first, second), &options());
        assert_eq!(found.memories.len(), 1);
        assert_eq!(found.memories[0].body, "Lives in Lyon");
        assert_eq!(
            found.problems,
            ["mem0/a: two texts have this name; the later one is kept"]
        );
    }
    let found = read(&files(&one, &one), &options());
    assert_eq!((found.memories.len(), found.problems.len()), (1, 0));
}

#[test]
fn what_lies_beside_an_export_is_not_what_was_brought() {
    let files = [
        file("x/conversations.json", chatgpt(None).to_string()),
        file(
            "x/user.json",
            json!({ "id": "u", "email": "a@example.com" }).to_string(),
        ),
    ];
    let found = read(&files, &options());
    assert_eq!(found.formats, [Format::ChatGpt]);
    assert_eq!(
        found.problems,
        ["x/user.json: no messages were found in it"]
    );
    let broken = read(&[file("x.json", "{\"messages\": [")], &options());
    assert_eq!(broken.memories, []);
    assert!(
        broken.problems[0].starts_with("x.json: it is not JSON: EOF"),
        "{:?}",
        broken.problems
    );
    let forced = Options {
        format: Some(Format::Docx),
        ..options()
    };
    let found = read(&[file("a.txt", "Words.")], &forced);
    assert_eq!(found.problems, ["a.txt: it cannot be read as docx"]);
}

#[test]
fn the_columns_of_a_table_can_be_named() {
    let text = "Wann\tWas\tWo\n2024-05-06 07:08\tFigs are ripe\tPorto\n";
    let columns: Columns = "text=Was, time=wann,source=Wo".parse().unwrap();
    let named = Options {
        columns: Some(columns),
        ..options()
    };
    let found = read(&[file("t.tsv", text)], &named);
    assert_eq!(found.formats, [Format::Csv]);
    let one = &found.memories[0];
    assert_eq!(
        (one.body.as_str(), one.source.as_str()),
        ("Figs are ripe", "Porto")
    );
    assert_eq!(found.problems, [] as [&str; 0]);
    // Nobody says that it is a table: it is a text.
    assert_eq!(
        read(&[file("t.tsv", text)], &options()).formats,
        [Format::Text]
    );
    for wrong in ["time=x", "text", "text=a,colour=b", ""] {
        assert!(wrong.parse::<Columns>().is_err(), "{wrong}");
    }
}

#[test]
fn a_daily_note_is_of_its_day_whenever_its_file_was_made() {
    let note = |name: &str, matter: &str| {
        let found = found(name, &format!("---\n{matter}\n---\nThe fence is green.\n"));
        found.memories[0].reference_time.to_string()
    };
    // Written up later, or made by a template the evening before.
    for made in ["2024-03-05T09:00:00", "2024-02-29T22:00:00", "2023-01-01"] {
        let time = note("2024-03-01.md", &format!("created: {made}"));
        assert_eq!(time, "2024-02-29T23:00:00Z", "{made}");
    }
    // What says more of the same day is kept.
    let time = note("journal/2024-03-01.md", "created: 2024-03-01T21:14:00");
    assert_eq!(time, "2024-03-01T20:14:00Z");
    let time = note("fence.md", "created: 2024-03-05T09:00:00");
    assert_eq!(time, "2024-03-05T08:00:00Z");
}
