//! `recollect mcp`: the bridge between standard input and output and a running service.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::Command;

use crate::process::free_port;
use crate::service::Service;

struct Ended {
    answers: Vec<Value>,
    said: String,
    is_success: bool,
}

/// Runs the bridge on these lines to its end.
async fn bridge(url: &str, key: Option<&str>, lines: &[String]) -> Ended {
    bridge_bytes(url, key, lines.join("\n").as_bytes()).await
}

async fn bridge_bytes(url: &str, key: Option<&str>, lines: &[u8]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_recollect"));
    command
        .args(["mcp", "--url", url])
        .env_remove("RECOLLECT_API_KEY")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(key) = key {
        command.env("RECOLLECT_API_KEY", key);
    }
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // One that ends at once reads nothing.
    let _ = input.write_all(lines).await;
    drop(input);
    let output = child.wait_with_output().await.unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    Ended {
        // Every line of standard output is a message.
        answers: printed
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
        said: String::from_utf8(output.stderr).unwrap(),
        is_success: output.status.success(),
    }
}

fn ask(id: u32, method: &str) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method }).to_string()
}

#[tokio::test]
async fn every_message_is_answered_and_nothing_else_is_printed() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let lines = [
        ask(1, "tools/list"),
        String::new(),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string(),
        ask(2, "nonsense"),
        "{".to_owned(),
    ];
    let ended = bridge(&service.base, Some(anna.key()), &lines).await;
    assert!(ended.is_success, "{}", ended.said);
    assert_eq!(ended.said, "");
    assert_eq!(ended.answers.len(), 3, "{:?}", ended.answers);
    let of = |id: Value| {
        ended
            .answers
            .iter()
            .find(|answer| answer["id"] == id)
            .unwrap()
    };
    assert!(of(json!(1))["result"]["tools"].is_array());
    assert_eq!(of(json!(2))["error"]["code"], -32_601);
    assert_eq!(of(json!(null))["error"]["code"], -32_700);
}

#[tokio::test]
async fn what_is_no_message_and_each_of_a_batch_that_is_not_taken_is_answered() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let opening = json!({ "jsonrpc": "2.0", "id": 9, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } } });
    let batch = format!("[{},{}]", ask(1, "tools/list"), ask(2, "tools/list"));
    let wrong = [
        json!({ "jsonrpc": "1.0", "id": 3, "method": "tools/list" }),
        json!({ "id": 4, "method": "tools/list" }),
        json!({ "jsonrpc": "2.0", "id": 5.5, "method": "tools/list" }),
        json!({ "jsonrpc": "2.0", "id": 6 }),
        json!([]),
    ];
    let mut answers = Vec::new();
    // One after the other: what is agreed on is known by then.
    for line in [&batch]
        .into_iter()
        .chain(&wrong.map(|one| one.to_string()))
    {
        let lines = [opening.to_string(), line.clone()];
        let ended = bridge_in_turn(&service.base, anna.key(), &lines).await;
        answers.push(ended[1].clone());
    }
    let ids = |of: &Value| -> Vec<Value> {
        let of = of.as_array().unwrap().iter();
        of.map(|answer| {
            assert_eq!(answer["error"]["code"], -32_600, "{answer}");
            answer["id"].clone()
        })
        .collect()
    };
    assert_eq!(ids(&answers[0]), [json!(1), json!(2)]);
    for (answer, id) in
        answers[1..]
            .iter()
            .zip([json!(3), json!(4), json!(null), json!(6), json!(null)])
    {
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(-32_600), &id)
        );
    }

    // A revision that has batches answers them.
    let opening = opening.to_string().replace("2025-06-18", "2025-03-26");
    let ended = bridge_in_turn(&service.base, anna.key(), &[opening, batch]).await;
    let answered = ended[1].as_array().unwrap();
    assert_eq!(answered.len(), 2);
    assert!(
        answered.iter().all(|one| one["result"].is_object()),
        "{answered:?}"
    );
}

/// Sends each line when the one before it is answered.
async fn bridge_in_turn(url: &str, key: &str, lines: &[String]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_recollect"));
    command
        .args(["mcp", "--url", url])
        .env("RECOLLECT_API_KEY", key)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut answers = Vec::new();
    for line in lines {
        input
            .write_all(format!("{line}\n").as_bytes())
            .await
            .unwrap();
        let answer = tokio::time::timeout(Duration::from_secs(20), output.next_line()).await;
        let answer = answer.expect("it is answered").unwrap().unwrap();
        answers.push(serde_json::from_str(&answer).unwrap());
    }
    answers
}

#[tokio::test]
async fn a_call_whose_answer_is_lost_may_have_been_carried_out() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        // Whoever asks is heard, and hung up on.
        while let Ok((mut connection, _)) = listener.accept().await {
            let mut heard = [0; 1_024];
            let _ = connection.read(&mut heard).await;
        }
    });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "memory_ingest", "arguments": { "message": "x" } } });
    let ended = bridge(
        &url,
        Some("rc_pat_x"),
        &[call.to_string(), ask(2, "tools/list")],
    )
    .await;
    for answer in &ended.answers {
        let message = answer["error"]["message"].as_str().unwrap();
        let is_call = answer["id"] == 1;
        assert_eq!(message.contains("memory_recent"), is_call, "{message}");
        assert!(!message.contains("start it"), "{message}");
    }
    assert_eq!(ended.answers.len(), 2);
}

#[tokio::test]
async fn a_service_that_does_not_run_or_refuses_is_said_on_standard_error_and_in_the_answer() {
    let nowhere = format!("http://127.0.0.1:{}", free_port());
    let lines = [ask(1, "tools/list"), ask(2, "tools/list")];
    let ended = bridge(&nowhere, Some("rc_pat_x"), &lines).await;
    assert_eq!(ended.said.lines().count(), 1, "{}", ended.said);
    assert!(
        ended.said.contains("start it with `recollect serve`"),
        "{}",
        ended.said
    );
    assert_eq!(ended.answers.len(), 2);
    for answer in &ended.answers {
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains("recollect serve"), "{answer}");
    }

    let service = Service::start().await;
    let ended = bridge(&service.base, Some("rc_pat_x"), &lines[..1]).await;
    assert!(
        ended.said.contains("does not accept the API key"),
        "{}",
        ended.said
    );
    assert!(!ended.said.contains("rc_pat_x") && ended.answers[0]["error"].is_object());

    let ended = bridge(&service.base, None, &lines).await;
    assert!(
        !ended.is_success && ended.said.contains("RECOLLECT_API_KEY"),
        "{}",
        ended.said
    );
    let ended = bridge("ftp://x", Some("rc_pat_x"), &lines).await;
    assert!(
        !ended.is_success && ended.said.contains("--url"),
        "{}",
        ended.said
    );
}

#[tokio::test]
async fn a_line_that_is_not_utf8_is_answered_and_the_next_one_is_carried() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let lines = [
        b"{\"id\": 1, \xff}\n".as_slice(),
        ask(2, "tools/list").as_bytes(),
    ]
    .concat();
    let ended = bridge_bytes(&service.base, Some(anna.key()), &lines).await;
    assert!(ended.is_success, "{}", ended.said);
    let mut codes: Vec<&Value> = ended
        .answers
        .iter()
        .map(|one| &one["error"]["code"])
        .collect();
    codes.sort_by_key(|code| code.is_null());
    assert_eq!(
        codes,
        [&json!(-32_700), &json!(null)],
        "{:?}",
        ended.answers
    );
}

#[tokio::test]
async fn a_name_that_is_not_ascii_is_carried_by_the_newest_version_too() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    anna.remember("Zoë lives in Lisbon.", &json!({})).await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "uri": "recollect://entities/Zoë", "_meta": meta });
    let message =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params });
    let ended = bridge(&service.base, Some(anna.key()), &[message.to_string()]).await;
    let answer = &ended.answers[0];
    let read = answer["result"]["contents"][0]["text"].as_str();
    assert!(read.is_some_and(|text| text.contains("Lisbon")), "{answer}");
}
