//! `recollect import` with more than one import takes, with what nobody reads, and with somebody at the terminal.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::json;

use crate::process::run;
use crate::service::{Client, Service};

/// What comes of the command.
pub(crate) async fn output(service: &Service, client: &Client, arguments: &[&str]) -> Output {
    let mut all = vec!["import".to_owned()];
    all.extend(arguments.iter().map(|argument| (*argument).to_owned()));
    let place = ["--url", &service.base, "--key", client.key()];
    all.extend(place.map(str::to_owned));
    let output = tokio::task::spawn_blocking(move || {
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        run(&all)
    });
    output.await.unwrap()
}

/// What the command says on standard output.
async fn said(service: &Service, client: &Client, arguments: &[&str]) -> String {
    let output = output(service, client, arguments).await;
    let said = String::from_utf8(output.stdout).unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}{told}");
    said
}

#[tokio::test]
async fn what_is_more_than_one_import_takes_is_brought_in_several() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = place.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    // Pictures are larger than all that may be sent, and one text is.
    write(
        "all/picture.raw",
        &[0x89, 0, 0, 1, 0xff].repeat(14 * 1024 * 1024),
    );
    write(
        "all/large.txt",
        "A day at sea.\n".repeat(5 * 1024 * 1024).as_bytes(),
    );
    write("all/note.txt", b"The fence is green.");
    let all = place.path().join("all").to_str().unwrap().to_owned();
    let told = said(&service, &anna, &[&all, "--yes"]).await;
    assert!(
        told.contains("! 1 file without text left out: all/picture.raw"),
        "{told}"
    );
    assert!(
        told.contains("! all/large.txt: it is larger than an import may be, and cannot be brought in parts: it is one text"),
        "{told}"
    );
    assert!(
        told.contains("1 text (text): 1 new, 0 would be replaced, 0 there already"),
        "{told}"
    );
    assert!(
        told.contains("completed: 1 added, 0 replaced, 0 there already"),
        "{told}"
    );

    // Two files of one name are two texts.
    let one = write("a/notes.txt", b"Oslo in May. The hotel is by the harbour.");
    let two = write(
        "b/notes.txt",
        b"Boiler: serviced last June, two winters ago.",
    );
    let told = said(&service, &anna, &[&one, &two, "--yes"]).await;
    assert!(
        told.contains("it is brought in 2 parts, which are one import"),
        "{told}"
    );
    let (_, logs) = anna.get("/api/v1/logs").await;
    assert_eq!(logs["totalCount"], 3, "{logs}");
}

#[tokio::test]
async fn somebody_at_a_terminal_is_asked_who_they_are() {
    let service = Service::start().await;
    let nora = service.client_called("n@example.com", "Nora Berg").await;
    let place = tempfile::tempdir().unwrap();
    let chat = json!({ "title": "Weekend", "messages": [
        { "author": "M. B.", "text": "I live in Lyon.", "timestamp": "2025-05-02T10:00:00Z" },
        { "author": "M. B.", "text": "It rains.", "timestamp": "2025-05-02T10:01:00Z" },
        { "author": "Lena", "text": "I live in Lisbon.", "timestamp": "2025-05-02T10:02:00Z" },
    ]});
    let file = place.path().join("chat.json");
    std::fs::write(&file, chat.to_string()).unwrap();
    let (base, key) = (service.base.clone(), nora.key().to_owned());
    let said = tokio::task::spawn_blocking(move || at_a_terminal(&file, &base, &key, "1\ny\n"));
    let said = said.await.unwrap();
    assert!(said.contains("Which of these is you?"), "{said}");
    assert!(said.contains("1  M. B."), "{said}");
    assert!(said.contains("completed: 3 added"), "{said}");
    let (_, me) = nora.get("/api/v1/me").await;
    assert_eq!(me["alsoCalled"], json!(["M. B."]), "{said}");
}

/// What the command says in a terminal of its own, into which this is typed.
fn at_a_terminal(file: &Path, base: &str, key: &str, typed: &str) -> String {
    use std::io::Write;

    let command = format!(
        "{} import {} --url {base}",
        env!("CARGO_BIN_EXE_recollect"),
        file.display()
    );
    let mut terminal = Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .env("RECOLLECT_API_KEY", key)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keys = terminal.stdin.take().unwrap();
    keys.write_all(typed.as_bytes()).unwrap();
    // The terminal ends when nothing is typed any more: it is kept open until the command has ended.
    let output = std::thread::spawn(move || terminal.wait_with_output().unwrap());
    let output = output.join().unwrap();
    drop(keys);
    String::from_utf8_lossy(&output.stdout).into_owned()
}
