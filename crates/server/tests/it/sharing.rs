//! What browsers, proxies and caches make of the interface: scripts of other sites, compressed replies, names of requests.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::process::{Process, free_port};
use crate::service::Service;

/// Whence applications made with a browser's engine call.
const ORIGINS: [&str; 5] = [
    "https://notes.example",
    "app://obsidian.md",
    "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
    "moz-extension://4f2c7b1e-8d11-4c3e-9f43-0d5a3b1f2c6d",
    "null",
];

fn asked(service: &Service, method: Method, path: &str) -> RequestBuilder {
    reqwest::Client::new().request(method, format!("{}{path}", service.base))
}

async fn preflight(service: &Service, origin: &str, method: &str, path: &str) -> Response {
    asked(service, Method::OPTIONS, path)
        .header("Origin", origin)
        .header("Access-Control-Request-Method", method)
        .header(
            "Access-Control-Request-Headers",
            "authorization,content-type,mcp-method,mcp-name,mcp-protocol-version,last-event-id",
        )
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn a_script_of_any_site_may_ask_with_a_credential_and_read_the_reply() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for origin in ORIGINS {
        for (method, path) in [
            ("POST", "/ingest"),
            ("POST", "/search"),
            ("PUT", "/api/v1/me"),
            ("DELETE", "/api/v1/logs/x"),
            ("GET", "/api/v1/openapi.json"),
            ("POST", "/mcp"),
        ] {
            let answer = preflight(&service, origin, method, path).await;
            assert!(answer.status().is_success(), "{path}: {}", answer.status());
            let headers = answer.headers();
            assert_eq!(headers["access-control-allow-origin"], "*", "{path}");
            let methods = headers["access-control-allow-methods"].to_str().unwrap();
            assert!(methods.contains(method), "{path}: {methods}");
            let allowed = headers["access-control-allow-headers"].to_str().unwrap();
            for header in ["authorization", "mcp-method", "mcp-name", "last-event-id"] {
                assert!(allowed.contains(header), "{path}: {allowed}");
            }
            assert!(!headers.contains_key("access-control-allow-credentials"));
        }
        let found = anna
            .request(Method::POST, "/search")
            .header("Origin", origin)
            .json(&json!({ "query": "anything" }));
        let found = found.send().await.unwrap();
        assert_eq!(found.status(), StatusCode::OK);
        assert_eq!(found.headers()["access-control-allow-origin"], "*");
        let shown = found.headers()["access-control-expose-headers"]
            .to_str()
            .unwrap();
        for header in [
            "x-request-id",
            "retry-after",
            "www-authenticate",
            "ratelimit-limit",
            "mcp-session-id",
        ] {
            assert!(shown.contains(header), "{shown}");
        }
    }
    // A script reads refusals, too: of a stranger, of an unknown path, of a head that is too large.
    for (path, header, status) in [
        ("/api/v1/me", "x", StatusCode::UNAUTHORIZED),
        ("/api/v1/nothing", "x", StatusCode::NOT_FOUND),
        (
            "/api/v1/me",
            &*"x".repeat(40_000),
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        ),
    ] {
        let refused = asked(&service, Method::GET, path)
            .header("Origin", ORIGINS[1])
            .header("X-Long", header);
        let refused = refused.send().await.unwrap();
        assert_eq!(refused.status(), status);
        assert_eq!(refused.headers()["access-control-allow-origin"], "*");
    }
}

#[tokio::test]
async fn a_page_of_the_service_is_shared_with_nobody() {
    let service = Service::start().await;
    for (method, path) in [
        ("GET", "/search"),
        ("GET", "/"),
        ("GET", "/api/v1/reference"),
        ("POST", "/login"),
        ("GET", "/oauth/authorize"),
        ("POST", "/oauth/introspect"),
    ] {
        let answer = preflight(&service, ORIGINS[0], method, path).await;
        assert!(
            !answer.headers().contains_key("access-control-allow-origin"),
            "{path}"
        );
        let page = asked(&service, method.parse().unwrap(), path).header("Origin", ORIGINS[0]);
        let page = page.send().await.unwrap();
        assert!(
            !page.headers().contains_key("access-control-allow-origin"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_cookie_changes_nothing_for_a_script_of_another_site() {
    let service = Service::start().await;
    let browser = service.sign_in("anna@example.com").await;
    let cookie = browser.cookie_header();
    let forged = asked(&service, Method::PUT, "/api/v1/me")
        .header("Origin", ORIGINS[0])
        .header("Cookie", cookie)
        .json(&json!({ "name": "Mallory" }));
    let forged = forged.send().await.unwrap();
    assert_eq!(forged.status(), StatusCode::FORBIDDEN);
    assert!(
        !forged
            .headers()
            .contains_key("access-control-allow-credentials")
    );
}

#[tokio::test]
async fn options_tells_the_methods_of_a_path() {
    let service = Service::start().await;
    for (path, methods) in [
        ("/ingest", &["POST"][..]),
        ("/api/v1/spaces", &["GET", "POST"]),
        ("/api/v1/logs/x", &["GET", "DELETE"]),
        ("/mcp", &["POST", "DELETE"]),
        ("/healthz", &["GET"]),
    ] {
        let answer = asked(&service, Method::OPTIONS, path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NO_CONTENT, "{path}");
        let allow = answer.headers()["allow"].to_str().unwrap();
        for method in methods {
            assert!(allow.contains(method), "{path}: {allow}");
        }
    }
    let nothing = asked(&service, Method::OPTIONS, "/nothing").send().await;
    assert_eq!(nothing.unwrap().status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn every_reply_has_the_name_of_its_request() {
    let service = Service::start().await;
    let mut names = Vec::new();
    for path in ["/healthz", "/api/v1/me", "/nothing", "/login"] {
        let reply = asked(&service, Method::GET, path).send().await.unwrap();
        names.push(reply.headers()["x-request-id"].clone());
        let named = asked(&service, Method::GET, path).header("X-Request-Id", "01HZ-abc_7.9:a=b");
        let reply = named.send().await.unwrap();
        assert_eq!(
            reply.headers()["x-request-id"],
            "01HZ-abc_7.9:a=b",
            "{path}"
        );
        for odd in ["", "two words", "a\"b", &"x".repeat(129)] {
            let named = asked(&service, Method::GET, path).header("X-Request-Id", odd);
            let reply = named.send().await.unwrap();
            let name = reply.headers()["x-request-id"].to_str().unwrap();
            assert_eq!((name.len(), name == odd), (32, false), "{path}");
        }
    }
    names.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
    names.dedup();
    assert_eq!(names.len(), 4, "{names:?}");
}

#[tokio::test]
async fn the_log_names_the_request_that_a_line_is_about() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data").to_str().unwrap().to_owned();
    let flags = ["--data", &data, "--embedder", "potion"].map(str::to_owned);
    let log = directory.path().join("log");
    let process = Process::start(free_port(), &flags, &log);
    process.healthy().await;
    let form = reqwest::Client::new()
        .post(format!("{}/login", process.base))
        .header("Origin", &process.base)
        .header("X-Request-Id", "proxy-4711")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("email=anna%40example.com");
    let shown = form.send().await.unwrap();
    assert!(shown.status().is_success() || shown.status().is_redirection());
    let log = std::fs::read_to_string(log).unwrap();
    let line = log.lines().find(|line| line.contains("login link for"));
    assert!(
        line.unwrap().contains("request{id=\"proxy-4711\"}"),
        "{log}"
    );
}

async fn encoded(request: RequestBuilder, accepted: &str) -> (HeaderMap, usize) {
    let reply = request
        .header("Accept-Encoding", accepted)
        .send()
        .await
        .unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    let headers = reply.headers().clone();
    (headers, reply.bytes().await.unwrap().len())
}

#[tokio::test]
async fn json_is_compressed_for_whoever_takes_it_and_never_where_its_length_could_tell() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let document = || asked(&service, Method::GET, "/api/v1/openapi.json");
    let (plain, whole) = encoded(document(), "identity").await;
    assert!(!plain.contains_key("content-encoding"));
    for encoding in ["gzip", "br", "zstd"] {
        let (headers, length) = encoded(document(), encoding).await;
        assert_eq!(headers["content-encoding"], encoding);
        assert!(length * 5 < whole, "{encoding}: {length} of {whole}");
        let vary: Vec<&HeaderValue> = headers.get_all("vary").iter().collect();
        assert!(format!("{vary:?}").contains("accept-encoding"), "{vary:?}");
    }
    let text = "Clara lives in Lisbon and works at a bakery near the river. ".repeat(60);
    anna.remember(&text, &json!({})).await;
    let logs = || anna.request(Method::GET, "/api/v1/logs");
    assert_eq!(encoded(logs(), "gzip").await.0["content-encoding"], "gzip");
    let me = anna.request(Method::GET, "/api/v1/me");
    assert!(!encoded(me, "gzip").await.0.contains_key("content-encoding"));
    // Another site could make a browser ask with its cookie, and see how long the reply is.
    let cookie = anna.sign_in().await.cookie_header();
    let by_cookie = asked(&service, Method::GET, "/api/v1/logs").header("Cookie", &cookie);
    assert!(
        !encoded(by_cookie, "gzip")
            .await
            .0
            .contains_key("content-encoding")
    );
    let page = asked(&service, Method::GET, "/search?query=Clara").header("Cookie", &cookie);
    assert!(
        !encoded(page, "gzip")
            .await
            .0
            .contains_key("content-encoding")
    );
    for number in 0..20 {
        let key = json!({ "name": format!("key {number}") });
        assert_eq!(anna.post("/api/v1/keys", &key).await.0, StatusCode::CREATED);
    }
    let keys = anna.request(Method::GET, "/api/v1/keys");
    let (headers, length) = encoded(keys, "gzip").await;
    assert!(length > 1_024 && !headers.contains_key("content-encoding"));
}

#[tokio::test]
async fn whoever_accepts_no_encoding_at_all_is_answered_as_it_is() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let logs = || anna.request(Method::GET, "/api/v1/logs");
    for accepted in ["*;q=0", "identity;q=0", "gzip;q=0, identity;q=0"] {
        let (headers, _) = encoded(logs(), accepted).await;
        assert!(!headers.contains_key("content-encoding"), "{accepted}");
    }
    let absent = anna
        .request(Method::GET, "/api/v1/nowhere")
        .header("Accept-Encoding", "*;q=0");
    assert_eq!(absent.send().await.unwrap().status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_body_that_is_compressed_is_refused_in_words() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (path, encoding) in [
        ("/search", "gzip"),
        ("/ingest", "zstd"),
        ("/mcp", "br"),
        ("/oauth/token", "x"),
    ] {
        let sent = anna
            .request(Method::POST, path)
            .header("Content-Type", "application/json")
            .header("Content-Encoding", encoding)
            .body(b"\x1f\x8b\x08\0\0\0\0\0".to_vec());
        let refused = sent.send().await.unwrap();
        assert_eq!(
            refused.status(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "{path}"
        );
        assert_eq!(refused.headers()["accept-encoding"], "identity");
        let said: Value = refused.json().await.unwrap();
        assert_eq!(said["code"], "unsupported_encoding");
        assert!(said["error"].as_str().unwrap().contains(encoding), "{said}");
    }
    let plain = anna
        .request(Method::POST, "/search")
        .header("Content-Encoding", "identity")
        .json(&json!({ "query": "anything" }));
    assert_eq!(plain.send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn who_has_the_document_already_is_not_sent_it_again() {
    let service = Service::start().await;
    let document = || asked(&service, Method::GET, "/api/v1/openapi.json");
    let first = document().send().await.unwrap();
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(first.headers()["cache-control"], "public, no-cache");
    for known in [
        tag.clone(),
        "*".to_owned(),
        format!("\"other\", {tag}"),
        tag.replace("W/", ""),
    ] {
        let again = document()
            .header("If-None-Match", &known)
            .send()
            .await
            .unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
        assert_eq!(again.headers()["etag"], tag.as_str());
        assert!(again.bytes().await.unwrap().is_empty());
    }
    let other = document()
        .header("If-None-Match", "W/\"other\"")
        .send()
        .await;
    assert_eq!(other.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn a_connection_of_http2_on_which_nothing_happens_is_closed() {
    let flags = ["--header-timeout-ms", "300", "--reply-timeout-ms", "300"];
    let service = Service::with(&[&["--embedder", "potion"][..], &flags].concat()).await;
    let address = service.base.trim_start_matches("http://");
    let mut idle = TcpStream::connect(address).await.unwrap();
    // The preface, and a frame of settings without any.
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    idle.write_all(preface).await.unwrap();
    let mut heard = Vec::new();
    let ended = idle.read_to_end(&mut heard);
    let ended = tokio::time::timeout(Duration::from_secs(60), ended).await;
    ended.expect("it is closed").unwrap();
    // The kind of a frame that says goodbye is 7.
    assert!(heard.len() > 9 && heard.contains(&7), "{heard:?}");
    // One that never says what it speaks.
    for begun in [&b""[..], b"PRI * HTTP"] {
        let mut silent = TcpStream::connect(address).await.unwrap();
        silent.write_all(begun).await.unwrap();
        let ended = silent.read_to_end(&mut heard);
        let ended = tokio::time::timeout(Duration::from_secs(60), ended).await;
        ended.expect("it is closed").unwrap();
    }
}

#[tokio::test]
async fn an_export_is_compressed_to_its_end() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for accepted in ["gzip", "br", "zstd"] {
        let export = anna
            .request(Method::GET, "/api/v1/export")
            .header("Accept-Encoding", accepted)
            .send()
            .await
            .unwrap();
        assert_eq!(export.headers()["content-encoding"], accepted);
        let whole = export.bytes().await;
        assert!(whole.is_ok_and(|whole| !whole.is_empty()), "{accepted}");
    }
}
