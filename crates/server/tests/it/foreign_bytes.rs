//! Requests that nobody expects, at the service's door: whatever is sent is answered, and never as a failure of the service.
//!
//! `recollect-fuzzing` says how the inputs are made, and feeds the readers that need no HTTP.

use std::process::{Command, Stdio};

use recollect_fuzzing::Inputs;
use reqwest::header::{CONTENT_TYPE, ORIGIN};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::architecture::workspace;
use crate::service::{Client, Service};

const JSON_WORDS: [&str; 22] = [
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "1e999",
    "-1",
    "\\u0000",
    "\\ud800",
    "\"spaceId\":",
    "\"spaceIds\":[\"a\"],",
    "\"tags\":",
    "\"metadata\":{\"a\":[1]},",
    "\"expiresAt\":",
    "\"type\":\"DOCUMENT\",",
    "\"externalId\":",
    "2025-03-01T09:30:00Z",
    "\"limit\":",
    "\"sessionId\":",
    "\u{0}",
    "[[[[",
    ",",
];

/// A service whose limits are not what is tried.
async fn service() -> Service {
    let unlimited = [
        "--requests-per-minute",
        "0",
        "--registrations-per-network",
        "0",
    ];
    Service::with(&[&["--embedder", "potion"], &unlimited[..]].concat()).await
}

/// Sends what the inputs give, until there are no more.
async fn answered(service: &Service, mut inputs: Inputs, send: impl Fn(&[u8]) -> RequestBuilder) {
    while let Some(input) = inputs.give() {
        let response = send(&input).send().await.unwrap();
        let status = response.status();
        let body = response.bytes().await.unwrap();
        assert!(
            !status.is_server_error(),
            "{status}: {}",
            body.escape_ascii()
        );
        let said: Value = serde_json::from_slice(&body).unwrap_or_default();
        // Which mistake was named, and not where it stands.
        let words = ["code", "error", "field"].map(|name| said[name].to_string());
        let message = said["message"]
            .as_str()
            .unwrap_or_default()
            .split_whitespace()
            .take(5);
        let message: Vec<&str> = message.collect();
        inputs.note(&(status.as_u16(), words, message));
    }
    let health = reqwest::get(format!("{}/healthz", service.base))
        .await
        .unwrap();
    assert_eq!(health.status(), StatusCode::OK);
}

fn posted(client: &Client, path: &str, kind: &str, input: &[u8]) -> RequestBuilder {
    let request = client
        .request(Method::POST, path)
        .header(CONTENT_TYPE, kind);
    request.body(input.to_vec())
}

async fn json(name: &str, path: &str, seeds: &[&str]) {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let inputs = Inputs::of(name, seeds).with_words(JSON_WORDS);
    answered(&service, inputs, |input| {
        posted(&anna, path, "application/json", input)
    })
    .await;
}

#[tokio::test]
async fn bodies_of_texts_are_answered() {
    let seeds = [
        r#"{"episodeBody":"Anna lives in Lyon.","referenceTime":"2025-03-01T09:30:00+01:00","source":"notes","tags":["a"]}"#,
        r#"{"episode_body":"a","reference_time":"2025-03-01","source":"s","externalId":"x","metadata":{"mood":"glad","n":1},
            "expires_at":"2999-01-01T00:00:00Z","type":"DOCUMENT","session_id":"s","sourceURL":"https://example.com"}"#,
    ];
    json("JSON of /ingest", "/ingest", &seeds).await;
}

#[tokio::test]
async fn bodies_of_batches_are_answered() {
    let seeds = [
        r#"{"texts":[{"episodeBody":"a","referenceTime":"2025-03-01T09:30:00Z","source":"s"},{"episodeBody":""}]}"#,
    ];
    json("JSON of /api/v1/batch", "/api/v1/batch", &seeds).await;
}

#[tokio::test]
async fn bodies_of_searches_are_answered() {
    let seeds = [
        r#"{"query":"Where does Anna live?","limit":5,"validAt":"2025-03-01T09:30:00Z","includeInvalidated":true}"#,
        r#"{"query":"last week","spaceIds":[],"tags":{"any":["a"],"none":["b"]},"metadata":{"all":{"a":1}},
            "startTime":"2020-01-01","endTime":"9999-12-31T23:59:59Z","scoreThreshold":0.5,"minResults":1}"#,
    ];
    json("JSON of /search", "/search?limit=3", &seeds).await;
}

#[tokio::test]
async fn bodies_of_webhooks_and_forms_of_webhooks_are_answered() {
    let seeds = [
        r#"{"url":"https://hook.example.com/a","description":"d","events":["log.completed"],"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}"#,
        r#"{"url":"http://10.0.0.1/","isActive":false,"spaceId":null}"#,
    ];
    json("JSON of webhooks", "/api/v1/webhooks", &seeds).await;
    let service = service().await;
    let browser = service.sign_in("anna@example.com").await;
    let form = "url=https%3A%2F%2Fhook.example.com%2Fa&description=d&events=log.completed&events=log.failed&space=";
    let words = [
        "&",
        "=",
        "%",
        "%00",
        "%ff",
        "+",
        "url=",
        "events=",
        "%E2%80%AE",
        "http://127.0.0.1",
    ];
    let inputs = Inputs::of("forms of webhooks", [form]).with_words(words);
    answered(&service, inputs, |input| {
        let request = browser
            .request(Method::POST, "/webhooks")
            .header(ORIGIN, &service.base);
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        request.body(input.to_vec())
    })
    .await;
}

#[tokio::test]
async fn messages_of_assistants_are_answered() {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let seeds = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"Anna","limit":"3"}}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"recollect://profile"}}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"a","arguments":{}}}"#,
        r#"[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":null,"method":"ping"}]"#,
        r#"{"jsonrpc":"2.0","id":5,"result":{}}"#,
    ];
    let words = [
        "\"params\":",
        "\"arguments\":",
        "memory_ingest",
        "memory_about",
        "\"id\":",
        "resources/list",
        "prompts/list",
        "\"cursor\":\"\"",
        "completion/complete",
    ];
    let inputs = Inputs::of("messages of MCP", seeds)
        .with_words(JSON_WORDS)
        .with_words(words);
    answered(&service, inputs, |input| {
        let request = posted(&anna, "/mcp", "application/json", input);
        request.header("accept", "application/json, text/event-stream")
    })
    .await;
}

#[tokio::test]
async fn bodies_of_several_parts_are_answered() {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let part = |head: &str, body: &str| {
        format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{body}\r\n")
    };
    let seed = [
        part("name=\"dryRun\"", "true"),
        part("name=\"timeZone\"", "Europe/Berlin"),
        part("name=\"modified\"", "2025-03-01T09:30:00Z"),
        part("name=\"map\"", "text=a,time=b"),
        part(
            "name=\"file\"; filename=\"a.csv\"\r\nContent-Type: text/csv",
            "a,b\nhello,2020-01-01\n",
        ),
        part("name=\"file\"; filename*=UTF-8''%e4.md", "# A note"),
        "--b--\r\n".to_owned(),
    ];
    let words = [
        "--b\r\n",
        "--b--",
        "\r\n\r\n",
        "filename=",
        "name=\"format\"",
        "name=\"me\"",
        "Content-Transfer-Encoding: base64",
    ];
    let inputs = Inputs::of("bodies of several parts", [seed.concat()]).with_words(words);
    answered(&service, inputs, |input| {
        posted(
            &anna,
            "/api/v1/imports",
            "multipart/form-data; boundary=b",
            input,
        )
    })
    .await;
}

#[tokio::test]
async fn what_applications_send_is_answered() {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let registration = r#"{"client_name":"A","redirect_uris":["https://app.example.com/cb"],"grant_types":["authorization_code"],
        "token_endpoint_auth_method":"none","response_types":["code"]}"#;
    let inputs = Inputs::of("JSON of /oauth/register", [registration]).with_words(JSON_WORDS);
    answered(&service, inputs, |input| {
        posted(&anna, "/oauth/register", "application/json", input)
    })
    .await;
    let forms = [
        "grant_type=authorization_code&code=rc_a&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&client_id=a&code_verifier=b",
        "grant_type=refresh_token&refresh_token=rr_a&client_id=a&client_secret=b&scope=memory%3Aread",
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=a&client_id=b",
    ];
    let http = reqwest::Client::new();
    for path in [
        "/oauth/token",
        "/oauth/revoke",
        "/oauth/introspect",
        "/oauth/device_authorization",
    ] {
        let words = [
            "&",
            "=",
            "%",
            "%00",
            "+",
            "token=",
            "client_id=",
            "resource=http%3A%2F%2Flocalhost",
        ];
        let inputs = Inputs::of(&format!("form of {path}"), forms)
            .with_words(words)
            .sharing(4);
        answered(&service, inputs, |input| {
            let request = http.post(format!("{}{path}", service.base));
            let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
            request.body(input.to_vec())
        })
        .await;
    }
}

/// Sends bytes as they are and reads until the service has said all.
async fn raw(service: &Service, input: &[u8]) -> Vec<u8> {
    let address = service.base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    // Whoever was answered early need not take the rest.
    let _ = stream.write_all(input).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let _ = stream.take(64 * 1024).read_to_end(&mut answer).await;
    answer
}

#[tokio::test]
async fn heads_of_requests_are_answered_or_dropped() {
    let service = service().await;
    let anna = service.client("anna@example.com").await;
    let key = anna.key();
    let heads = [
        format!("GET /api/v1/logs?status=completed&limit=5&cursor=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n"),
        format!("GET /api/v1/graph/timeline?from=2020-01-01&until=2021-01-01T00:00:00%2B02:00 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {key}\r\nAccept-Encoding: gzip;q=0.5, br\r\n\r\n"),
        format!("POST /ingest HTTP/1.1\r\nHost: [::1]:80\r\nAuthorization: Bearer {key}\r\nIdempotency-Key: \"a\"\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"),
        "POST /login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUser-Agent: Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/120.0\r\nCookie: a=b; session=c\r\nX-Forwarded-For: 1.2.3.4, ::1\r\nForwarded: for=\"[::1]\"\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n".to_owned(),
        "GET /oauth/authorize?response_type=code&client_id=https%3A%2F%2Fa.example%2F HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nAccept: text/html;q=0.9,*/*\r\nX-Request-Id: a\r\nIf-None-Match: W/\"a\"\r\nRange: bytes=0-1\r\n\r\n".to_owned(),
        format!("DELETE /api/v1/logs/0193a5b2-0000-7000-8000-000000000000 HTTP/1.1\r\nHost: a\r\nAuthorization: Basic {key}\r\n\r\n"),
    ];
    let words = [
        "\r\n",
        "\r\n\r\n",
        ": ",
        "HTTP/1.0",
        "HTTP/2.0",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "Content-Length: 18446744073709551615\r\n",
        "Transfer-Encoding: chunked\r\n",
        "ffffffffffffffff\r\n",
        "Expect: 100-continue\r\n",
        "%00",
        "%ff",
        "..",
        "//",
        "?",
        "#",
        "Content-Encoding: gzip\r\n",
        "Connection: upgrade\r\nUpgrade: h2c\r\n",
        "\0",
        "Bearer ",
        "Time-Zone: Europe/Berlin\r\n",
    ];
    let mut inputs = Inputs::of("heads of requests", heads).with_words(words);
    while let Some(input) = inputs.give() {
        let answer = raw(&service, &input).await;
        let status = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
        let is_failure = status.starts_with("HTTP/1.1 5") && !status.ends_with("501");
        assert!(!is_failure, "{}", answer.escape_ascii());
        inputs.note(&(status, answer.len() / 256));
    }
    let health = reqwest::get(format!("{}/healthz", service.base))
        .await
        .unwrap();
    assert_eq!(health.status(), StatusCode::OK);
}

#[test]
fn pdf_files_are_read_or_refused_in_their_process() {
    let samples = workspace().join("crates/imports/tests/samples/pdf/brought");
    let seeds = std::fs::read_dir(samples)
        .unwrap()
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    let words = [
        "<<",
        ">>",
        "endobj",
        "stream\n",
        "/Length 99999999999",
        "/Filter/FlateDecode",
        "0 0 R",
        "xref",
        "[",
        "(",
        "/Kids[1 0 R]",
    ];
    let inputs = Inputs::of("PDF files", seeds).with_words(words);
    inputs.of_at_most(64 * 1024).feed(|input| {
        let mut reader = Command::new(env!("CARGO_BIN_EXE_recollect"));
        let reader = reader
            .arg("read-pdf")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut reader = reader.stderr(Stdio::null()).spawn().unwrap();
        let mut given = reader.stdin.take().unwrap();
        // Whoever was ended takes no more.
        let _ = std::io::Write::write_all(&mut given, input);
        drop(given);
        let output = reader.wait_with_output().unwrap();
        let reply: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        assert!(
            output.status.success() == reply.is_object(),
            "{:?}",
            output.status
        );
        (
            reply["error"].to_string(),
            reply["text"].to_string().len() / 64,
            reply["title"].is_string(),
        )
    });
}
