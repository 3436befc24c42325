//! Files that are cut into pieces: what is read in them is what is read in the whole.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use recollect_imports::{
    Columns, Cut, File, Format, Found, Options, PieceSizes, cut, paths_beside, read,
};
use serde_json::{Value, json};

use crate::samples::{brought, files, samples};
use crate::{file, options};

/// Cuts a file into pieces of so many bytes.
fn cut_to(file: &File, usual: u64) -> Cut {
    let sizes = PieceSizes {
        usual,
        most: usual * 20,
    };
    cut(&mut Cursor::new(&file.bytes), &file.name, None, sizes).unwrap()
}

/// What is read in the pieces of a file, one after the other, each with what lies beside the file.
fn read_cut(file: &File, all: &[File], cut: &Cut, options: &Options) -> Vec<Found> {
    let beside = paths_beside(&file.name);
    let beside = all
        .iter()
        .filter(|one| beside.contains(&one.name.to_lowercase()));
    let beside: Vec<File> = beside.cloned().collect();
    let whole = read(std::slice::from_ref(file), options);
    let format = match whole.formats[..] {
        [format] => Some(format),
        _ => None,
    };
    let pieces = cut.pieces.iter().map(|piece| {
        let mut bytes = Vec::new();
        piece
            .write(&mut Cursor::new(&file.bytes), &mut bytes)
            .unwrap();
        assert_eq!(bytes.len() as u64, piece.size());
        let mut files = vec![File {
            bytes,
            before: piece.before(),
            ..file.clone()
        }];
        files.extend(beside.clone());
        let options = Options {
            format,
            ..options.clone()
        };
        read(&files, &options)
    });
    pieces.collect()
}

/// What memories say, by their names.
fn said<'a>(found: impl IntoIterator<Item = &'a Found>) -> BTreeMap<String, String> {
    let memories = found.into_iter().flat_map(|found| &found.memories);
    let said = memories.map(|one| (one.external_id.clone(), format!("{one:?}")));
    said.collect()
}

fn count(found: &[Found]) -> usize {
    found.iter().map(|found| found.memories.len()).sum()
}

/// Holds what is read in pieces against what is read in the whole; how many pieces there were.
fn compare(file: &File, usual: u64) -> usize {
    let cut = cut_to(file, usual);
    assert_eq!(cut.problems, Vec::<String>::new(), "{}", file.name);
    let pieces = read_cut(file, &[], &cut, &options());
    let whole = read(std::slice::from_ref(file), &options());
    assert_eq!(said(&pieces), said([&whole]), "{}", file.name);
    assert_eq!(count(&pieces), whole.memories.len(), "{}", file.name);
    cut.pieces.len()
}

#[test]
fn the_pieces_of_every_sample_say_what_the_whole_says() {
    let mut seen = BTreeSet::new();
    for sample in samples() {
        let all = brought(&files(&sample.join("brought")));
        for file in &all {
            for parts in [2, 3, 7] {
                let cut = cut_to(file, file.bytes.len() as u64 / parts + 1);
                if cut.pieces.len() < 2 {
                    continue;
                }
                let pieces = read_cut(file, &all, &cut, &options());
                let mut alone = vec![file.clone()];
                let beside = paths_beside(&file.name);
                alone.extend(
                    all.iter()
                        .filter(|one| beside.contains(&one.name.to_lowercase()))
                        .cloned(),
                );
                let whole = read(&alone, &options());
                assert_eq!(said(&pieces), said([&whole]), "{}", file.name);
                seen.extend(whole.formats);
            }
        }
    }
    // ChatGPT's sample is one conversation; those of several are made below.
    let formats = [
        Format::Claude,
        Format::ClaudeCode,
        Format::Codex,
        Format::Gemini,
        Format::Telegram,
        Format::Slack,
        Format::Discord,
        Format::Signal,
        Format::Mem0,
        Format::Core,
        Format::Messages,
        Format::Mail,
        Format::Contacts,
        Format::Csv,
    ];
    let unseen: Vec<Format> = formats
        .into_iter()
        .filter(|format| !seen.contains(format))
        .collect();
    assert_eq!(unseen, [], "no file of these was cut");
}

#[test]
fn conversations_of_one_title_are_told_apart_in_every_piece() {
    let conversation = |number: usize, title: &str| {
        let said = json!({ "id": format!("m{number}"), "author": { "role": "user" }, "create_time": 1.7e9 + number as f64,
            "content": { "content_type": "text", "parts": [format!("Number {number}, \"quoted\\\" and ]}}, {{[."), {"text": "Spoken."}] } });
        json!({ "title": title, "conversation_id": format!("c-{number}"), "create_time": 1.7e9, "current_node": "n",
            "mapping": { "n": { "id": "n", "parent": null, "children": [], "message": said } } })
    };
    let all: Vec<Value> = (0..60)
        .map(|number| match number % 20 {
            0 => conversation(number, "New chat"),
            _ => conversation(number, &format!("Chat {number}")),
        })
        .collect();
    let file = file("conversations.json", Value::from(all).to_string());
    assert!(compare(&file, 2_000) > 5);
}

#[test]
fn a_conversation_of_which_one_message_has_many_lists_is_not_cut_within_it() {
    let parts: Vec<Value> = (0..50)
        .map(|number| json!({ "text": format!("Part {number}.") }))
        .collect();
    let said = json!({ "id": "m", "author": { "role": "user" }, "create_time": 1.7e9,
        "content": { "content_type": "multimodal_text", "parts": parts } });
    let long =
        json!({ "title": "Long", "id": "c", "mapping": { "n": { "id": "n", "message": said } } });
    let short = |id: &str| {
        json!({ "title": id, "id": id, "mapping": { "n": { "id": "n", "message": {
            "id": "m", "author": { "role": "user" }, "content": { "parts": ["Short."] } } } } })
    };
    let all = json!([short("d"), long, short("e")]);
    let file = file("conversations.json", all.to_string());
    assert_eq!(compare(&file, 400), 3);
}

#[test]
fn chats_of_telegram_are_cut_between_messages_and_keep_their_names() {
    let message = |number: usize| {
        json!({ "id": number, "type": "message", "date": "2024-03-12T18:05:11",
            "date_unixtime": (1_710_000_000 + number).to_string(), "from": "Lena Fox", "from_id": "user1",
            "text": ["Look: ", { "type": "link", "text": format!("https://example.com/{number}") }] })
    };
    let chat = |id: usize, name: Value, count: usize| json!({ "name": name, "type": "personal_chat", "id": id, "messages": (0..count).map(message).collect::<Vec<_>>() });
    let chats = json!([
        chat(1, json!("Lena"), 100),
        chat(2, json!("Tom"), 3),
        chat(3, json!("Lena"), 2),
        chat(4, Value::Null, 60),
        chat(5, Value::Null, 1)
    ]);
    let export = json!({ "about": "Here is the data you requested.", "personal_information": { "user_id": 1 },
        "contacts": { "about": "Contacts", "list": [{ "first_name": "Tom" }] },
        "chats": { "about": "This page lists all chats.", "list": chats },
        "left_chats": { "about": "Left.", "list": [chat(9, json!("Gone"), 2)] } });
    for usual in [1_500, 4_000] {
        assert!(compare(&file("result.json", export.to_string()), usual) > 4);
    }
}

#[test]
fn a_piece_in_which_one_writes_is_still_of_a_conversation_of_many() {
    let message = |number: usize| {
        json!({ "id": format!("i{number}"), "conversationId": "conv", "type": "incoming",
            "source": if number < 40 { "+491" } else { "+492" }, "sent_at": 1_710_000_000_000_u64 + number as u64, "body": format!("Nr. {number}") })
    };
    let all: Vec<Value> = (0..80).map(message).collect();
    let file = file("Hikers (+49).json", Value::from(all).to_string());
    assert!(compare(&file, 1_000) > 5);
}

#[test]
fn a_list_of_messages_without_ids_keeps_its_numbers() {
    let all: Vec<Value> = (0..200)
        .map(|_| json!({ "author": "Lena", "text": "ok" }))
        .collect();
    let list = file("chat.json", Value::from(all.clone()).to_string());
    assert!(compare(&list, 1_000) > 3);
    let within = file(
        "chat.json",
        json!({ "title": "Ok", "messages": all }).to_string(),
    );
    assert!(compare(&within, 1_000) > 3);
}

#[test]
fn what_is_attached_to_mail_is_left_out_of_its_pieces() {
    let packed = format!("{}\n", "QUJD".repeat(19)).repeat(100);
    let mut mailbox = String::new();
    for number in 0..50 {
        mailbox += &format!(
            "From x@example.com Tue Mar 12 18:05:11 2024\nMessage-ID: <{number}@x>\nFrom: Lena <lena@example.com>\nTo: me@example.com\nDate: Tue, 12 Mar 2024 18:05:{:02} +0100\nSubject: Nr. {number}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/plain; charset=utf-8\n\nHello number {number}.\n>From the hills.\n--\n{}\n--b\nContent-Type: image/jpeg; name=\"hill.jpg\"\nContent-Disposition: attachment; filename=\"hill.jpg\"\nContent-Transfer-Encoding: base64\n\n{packed}--b--\n\n",
            number % 60,
            "QUJD".repeat(19),
        );
    }
    let file = file("All mail.mbox", &mailbox);
    assert!(compare(&file, 5_000) > 3);
    let kept: u64 = cut_to(&file, 5_000)
        .pieces
        .iter()
        .map(|piece| piece.size())
        .sum();
    assert!(
        kept * 5 < mailbox.len() as u64,
        "{kept} of {}",
        mailbox.len()
    );
}

#[test]
fn a_row_anywhere_tells_what_stands_first_in_all_dates_of_a_table() {
    let mut table = "text,time,place\r\n".to_owned();
    for number in 0..120 {
        let day = if number == 70 { 23 } else { number % 12 + 1 };
        table += &format!("\"Entry {number},\nin two lines\",{day}/4/2024,Lyon\r\n");
    }
    assert!(compare(&file("diary.csv", &table), 1_000) > 3);
    let columns: Columns = "text=Words,time=Day".parse().unwrap();
    let named = table.replace("text,time,place", "Words,Day,place");
    let sizes = PieceSizes {
        usual: 1_000,
        most: 10_000,
    };
    let cut = cut(&mut Cursor::new(&named), "diary.csv", Some(&columns), sizes).unwrap();
    assert!(cut.pieces.len() > 3, "{:?}", cut.problems);
}

#[test]
fn a_session_is_known_in_every_piece_of_its_log() {
    let mut log =
        json!({ "type": "summary", "leafUuid": "x", "summary": "Garden" }).to_string() + "\n";
    for number in 0..60 {
        let line = json!({ "type": if number % 2 == 0 { "user" } else { "assistant" }, "uuid": format!("u{number}"),
            "sessionId": "5f3a", "cwd": "/home/lena/garden", "timestamp": format!("2025-02-03T10:00:{number:02}Z"),
            "message": { "role": "user", "content": format!("Word {number}") } });
        log += &format!("{line}\n");
    }
    assert!(compare(&file("other-name.jsonl", &log), 1_500) > 3);
}

#[test]
fn what_cannot_be_cut_is_told_with_its_place() {
    let told = |name: &str, text: String, usual| cut_to(&file(name, text), usual).problems;
    let text = told("book.txt", "A day at sea. ".repeat(1_000), 1_000);
    assert_eq!(
        text,
        [
            "book.txt: it is larger than an import may be, and cannot be brought in parts: it is one text, which is not cut"
        ]
    );
    let cut_off = told("c.json", "[{\"text\": \"a\"}, {".repeat(100), 100);
    assert!(
        cut_off[0].contains("it ends before its JSON does"),
        "{cut_off:?}"
    );
    let broken = told("c.json", format!("[{}}}", "1,".repeat(1_000)), 100);
    assert!(
        broken[0].contains("it is no JSON, at byte 2001"),
        "{broken:?}"
    );
    let deep = told("c.json", "[".repeat(10_000), 100);
    assert!(deep[0].contains("it is no JSON, at byte 256"), "{deep:?}");
    let own = told(
        "e.json",
        json!({ "account": {}, "logs": vec!["x"; 1_000] }).to_string(),
        100,
    );
    assert!(
        own[0].contains("export some of its spaces or times"),
        "{own:?}"
    );

    let mut all = vec![json!({ "text": "a", "author": "b" }); 20];
    all[7]["text"] = Value::from("c".repeat(3_000));
    let large = file("c.json", Value::from(all).to_string());
    let cut = cut_to(&large, 100);
    assert_eq!(
        cut.problems,
        ["c.json: record 8 alone has 0 MiB, which is more than an import takes; it is left out"]
    );
    assert_eq!(count(&read_cut(&large, &[], &cut, &options())), 19);
}
