//! The memory for assistants, message by message.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::reading::text;
use crate::service::{Client, Service};
use crate::things::NOBODYS;

/// One message to `/mcp`, and what was answered.
pub(crate) struct Exchange<'a> {
    base: &'a str,
    key: &'a str,
    headers: Vec<(&'static str, String)>,
}

pub(crate) struct Answered {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl<'a> Exchange<'a> {
    pub(crate) fn of(service: &'a Service, client: &'a Client) -> Self {
        Self {
            base: &service.base,
            key: client.key(),
            headers: Vec::new(),
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(crate) async fn send(&self, method: Method, body: Option<&Value>) -> Answered {
        let url = format!("{}/mcp", self.base);
        let mut request = reqwest::Client::new()
            .request(method, url)
            .bearer_auth(self.key);
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.text().await.unwrap();
        Answered {
            status,
            headers,
            body: serde_json::from_str(&body).unwrap_or(Value::String(body)),
        }
    }

    pub(crate) async fn ask(&self, method: &str, params: Value) -> Answered {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        self.send(Method::POST, Some(&message)).await
    }

    /// Calls a tool: what it says, and whether that is an error.
    pub(crate) async fn tool(&self, name: &str, arguments: Value) -> (String, bool) {
        let params = json!({ "name": name, "arguments": arguments });
        let answered = self.ask("tools/call", params).await;
        assert_eq!(answered.status, StatusCode::OK, "{}", answered.body);
        let result = &answered.body["result"];
        assert!(result.is_object(), "{name}: {}", answered.body);
        (
            text(&result["content"][0]["text"]),
            result["isError"] == true,
        )
    }

    pub(crate) async fn said(&self, name: &str, arguments: Value) -> String {
        let (said, is_error) = self.tool(name, arguments).await;
        assert!(!is_error, "{name}: {said}");
        said
    }
}

#[tokio::test]
async fn an_assistant_asks_for_what_holds_what_held_and_what_happened() {
    let service = Service::start().await;
    let anna = service.client_called("anna@example.com", "Anna").await;
    let mcp = Exchange::of(&service, &anna);
    for (message, day) in [
        ("Clara lives in Lisbon.", "2021-05-01"),
        ("I work at Airbus.", "2022-01-01"),
        ("Clara moved to Porto.", "2024-03-01"),
    ] {
        let params = json!({ "name": "memory_ingest", "arguments": { "message": message, "referenceTime": day } });
        let saved = mcp.ask("tools/call", params).await.body;
        anna.processed(&text(&saved["result"]["structuredContent"]["logId"]))
            .await;
    }
    let now = mcp
        .said("memory_facts_about", json!({ "entity": "clara" }))
        .await;
    assert!(now.contains("Porto") && !now.contains("Lisbon"), "{now}");
    let then = json!({ "entity": "Clara", "validAt": "2022-06-01", "evidence": true });
    let then = mcp.said("memory_facts_about", then).await;
    assert!(
        then.contains("Lisbon") && !then.contains("in Porto"),
        "{then}"
    );
    assert!(then.contains("2021-05-01, id "), "{then}");
    let searched = json!({ "query": "Where does Clara live?", "validAt": "2022-06-01" });
    let searched = mcp.said("memory_search", searched).await;
    let facts = searched.split("Texts:").next().unwrap();
    assert!(
        facts.contains("Lisbon") && !facts.contains("Porto"),
        "{searched}"
    );

    let history = mcp
        .said("memory_timeline", json!({ "entity": "Clara" }))
        .await;
    assert!(history.find("Lisbon") < history.find("Porto"), "{history}");
    let year = json!({ "startTime": "2022-01-01", "endTime": "2022-12-31" });
    let year = mcp.said("memory_timeline", year).await;
    assert!(year.contains("Airbus") && !year.contains("Clara"), "{year}");
    let me = mcp.said("get_user_profile", json!({})).await;
    assert!(me.contains("Anna") && me.contains("Airbus"), "{me}");
    let recent = mcp.said("memory_recent", json!({ "limit": 2 })).await;
    assert!(
        recent.contains("Porto") && recent.contains("Airbus") && recent.contains("1 older texts"),
        "{recent}"
    );
    let failed = mcp
        .said("memory_recent", json!({ "status": "failed" }))
        .await;
    assert!(failed.contains("no such texts"), "{failed}");
    let people = mcp
        .said(
            "memory_entities",
            json!({ "query": "cla", "kind": "person" }),
        )
        .await;
    assert!(people.contains("Clara (person"), "{people}");
    let nobody = mcp
        .said("memory_facts_about", json!({ "entity": "Zoe" }))
        .await;
    assert!(nobody.contains("memory_entities"), "{nobody}");
    // Whoever has no name is found by the one that is shown, and as one says it.
    anna.remember("My mother works at Siemens.", &json!({}))
        .await;
    for name in ["Anna's mother", "my mum", "mother"] {
        let mother = mcp
            .said("memory_facts_about", json!({ "entity": name }))
            .await;
        assert!(mother.contains("Siemens"), "{name}: {mother}");
    }
}

#[tokio::test]
async fn an_answer_stays_within_its_budget_and_says_what_it_left_out() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    let mut last = Value::Null;
    for number in 0..40 {
        let words =
            "The pump in the cellar was loud again and the plumber came late. ".repeat(number);
        let text = format!("Bert bought boat {number} in Town{number}. {words}");
        let body = json!({ "episodeBody": text, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
        last = anna.post("/ingest", &body).await.1;
    }
    let log = text(&last["logId"]);
    anna.processed(&log).await;
    for tokens in [200_usize, 400, 1_500, 6_000] {
        for (name, mut arguments) in [
            (
                "memory_search",
                json!({ "query": "Which boats did Bert buy?", "limit": 100 }),
            ),
            (
                "memory_facts_about",
                json!({ "entity": "Bert", "evidence": true }),
            ),
            ("memory_timeline", json!({})),
            ("memory_entities", json!({})),
            ("memory_recent", json!({})),
            ("memory_read", json!({ "id": log })),
            ("get_user_profile", json!({})),
        ] {
            arguments["maxTokens"] = json!(tokens);
            let said = mcp.said(name, arguments).await;
            assert!(
                said.len() <= tokens * 4,
                "{name}: {} for {tokens}",
                said.len()
            );
            assert!(!said.is_empty(), "{name}");
            if name == "memory_search" && tokens < 6_000 {
                assert!(said.contains("Left out to stay short"), "{said}");
            }
        }
    }
    let usual = mcp
        .said(
            "memory_search",
            json!({ "query": "Which boats did Bert buy?" }),
        )
        .await;
    assert!(usual.len() <= 6_000, "{}", usual.len());
    let start = mcp.said("memory_read", json!({ "id": log })).await;
    let rest = json!({ "id": log, "offset": 300 });
    assert!(start.contains("boat 39"), "{start}");
    let rest = mcp.said("memory_read", rest).await;
    let rest = rest.split("Understood:").next().unwrap();
    assert!(
        rest.contains("the plumber") && !rest.contains("boat 39"),
        "{rest}"
    );
}

#[tokio::test]
async fn a_tool_acts_for_the_caller_of_its_own_request() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    let log = anna.remember("Clara lives in Lisbon.", &json!({})).await;
    let clara = anna.entity("Clara").await;
    let ids = [&log["id"], &log["episodeUUID"], &log["spaceId"]].map(text);
    let nobodys = |text: &str| {
        let ids = ids.iter().chain([&clara]);
        ids.fold(text.to_owned(), |text, id| text.replace(id, NOBODYS))
    };
    let his = Exchange::of(&service, &bert);
    for (name, arguments) in [
        ("memory_read", json!({ "id": log["id"] })),
        ("memory_read", json!({ "id": log["episodeUUID"] })),
        ("memory_forget", json!({ "id": log["id"] })),
        ("memory_facts_about", json!({ "entity": clara })),
        ("memory_timeline", json!({ "entity": clara })),
        (
            "memory_search",
            json!({ "query": "Clara", "spaceIds": [log["spaceId"]] }),
        ),
        (
            "memory_ingest",
            json!({ "message": "Mine.", "spaceId": log["spaceId"] }),
        ),
        ("memory_entities", json!({ "spaceIds": [log["spaceId"]] })),
    ] {
        let (said, is_error) = his.tool(name, arguments.clone()).await;
        assert!(is_error, "{name}: {said}");
        assert!(
            said.contains("not found") || said.contains("no such space"),
            "{name}: {said}"
        );
        let unknown = serde_json::from_str(&nobodys(&arguments.to_string())).unwrap();
        let (of_nobody, _) = his.tool(name, unknown).await;
        assert_eq!(nobodys(&said), of_nobody, "{name}");
    }
    assert_eq!(
        anna.get(&format!("/api/v1/logs/{}", text(&log["id"])))
            .await
            .0,
        StatusCode::OK
    );
    let found = his
        .said(
            "memory_search",
            json!({ "query": "Where does Clara live?" }),
        )
        .await;
    assert!(!found.contains("Lisbon"), "{found}");
}

#[tokio::test]
async fn a_session_is_its_users_own_and_opens_nothing() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    // A browser that is logged in is no assistant: another page could make it ask.
    let browser = service.sign_in("anna@example.com").await;
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let (status, _) = browser.call(Method::POST, "/mcp", Some(&message)).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);

    let bert = service.client("bert@example.com").await;
    let hers = Exchange::of(&service, &anna);
    let opened = hers.ask("initialize", opening("2025-06-18")).await;
    let session = opened.headers["mcp-session-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let with_hers = Exchange::of(&service, &bert).with("mcp-session-id", &session);
    let refused = with_hers.ask("tools/list", json!({})).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND, "{}", refused.body);
    let ended = with_hers.send(Method::DELETE, None).await;
    assert_eq!(ended.status, StatusCode::NOT_FOUND);
    let own = Exchange::of(&service, &anna).with("mcp-session-id", &session);
    assert_eq!(
        own.ask("tools/list", json!({})).await.status,
        StatusCode::OK
    );
    assert_eq!(own.send(Method::DELETE, None).await.status, StatusCode::OK);
    let ended = own.ask("tools/list", json!({})).await;
    assert_eq!(ended.status, StatusCode::NOT_FOUND, "{}", ended.body);
    let again = hers.ask("initialize", opening("2025-06-18")).await;
    assert_ne!(again.headers["mcp-session-id"].to_str().unwrap(), session);
}

#[tokio::test]
async fn a_key_that_may_only_read_cannot_save_or_forget() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let log = anna.remember("Clara lives in Lisbon.", &json!({})).await;
    let reader = service
        .client_with("anna@example.com", "memory:read".parse().unwrap())
        .await;
    let mcp = Exchange::of(&service, &reader);
    for (name, arguments) in [
        ("memory_ingest", json!({ "message": "Anything." })),
        ("memory_forget", json!({ "id": log["id"] })),
    ] {
        let (said, is_error) = mcp.tool(name, arguments).await;
        assert!(is_error && said.contains("memory:write"), "{said}");
    }
    assert!(
        mcp.said("memory_search", json!({ "query": "Clara" }))
            .await
            .contains("Lisbon")
    );
    let other = service
        .client_with("anna@example.com", "memory:write webhooks".parse().unwrap())
        .await;
    let refused = Exchange::of(&service, &other)
        .ask("tools/list", json!({}))
        .await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.body["code"], "insufficient_scope");
}

#[tokio::test]
async fn what_is_wrong_is_said_where_it_belongs() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    // The protocol's errors: nobody could have meant it.
    let answered = mcp.ask("tools/call", json!({ "name": "nonsense" })).await;
    assert_eq!(answered.body["error"]["code"], -32_602, "{}", answered.body);
    let unknown = mcp.ask("memory/dream", json!({})).await;
    assert_eq!(unknown.body["error"]["code"], -32_601, "{}", unknown.body);
    // A tool's errors: a model can mend them.
    for (name, arguments, word) in [
        ("memory_search", json!({}), "`query` is missing"),
        (
            "memory_search",
            json!({ "query": 7 }),
            "query must be a text",
        ),
        (
            "memory_search",
            json!({ "query": "x", "spaceIds": 1 }),
            "spaceIds must be a list",
        ),
        (
            "memory_ingest",
            json!({ "message": "x", "spaceIds": ["a", "b"] }),
            "one space",
        ),
        (
            "memory_search",
            json!({ "query": "x", "validAt": "soon" }),
            "validAt must be a date",
        ),
        (
            "memory_search",
            json!({ "query": "  " }),
            "query must not be blank",
        ),
        (
            "memory_search",
            json!({ "query": "x", "spaceIds": ["work"] }),
            "memory_get_spaces",
        ),
        (
            "memory_ingest",
            json!({ "message": " " }),
            "message must not be blank",
        ),
        (
            "memory_ingest",
            json!({ "message": "x", "type": "POEM" }),
            "CONVERSATION or DOCUMENT",
        ),
        ("memory_entities", json!({ "kind": "ghost" }), "no kind"),
        ("memory_read", json!({ "id": "x" }), "not found"),
    ] {
        let (said, is_error) = mcp.tool(name, arguments).await;
        assert!(is_error && said.contains(word), "{name}: {said}");
    }
}

#[tokio::test]
async fn what_is_no_message_never_reaches_the_protocol() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    let post = async |body: &'static str, kind: &'static str| {
        let response = reqwest::Client::new()
            .post(format!("{}/mcp", service.base))
            .bearer_auth(anna.key())
            .header("content-type", kind)
            .body(body)
            .send()
            .await
            .unwrap();
        let status = response.status();
        (status, response.json::<Value>().await.unwrap())
    };
    for body in [
        "",
        "{",
        "[]",
        "7",
        "{}",
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"method":"tools/list","id":1}"#,
    ] {
        let (status, error) = post(body, "application/json").await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {error}");
    }
    let (status, _) = post("{}", "text/plain").await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let streamed = mcp.send(Method::GET, None).await;
    assert_eq!(streamed.status, StatusCode::METHOD_NOT_ALLOWED);
    let allowed = streamed.headers["allow"].to_str().unwrap();
    assert!(
        allowed.contains("POST") && !allowed.contains("GET"),
        "{allowed}"
    );
}

#[tokio::test]
async fn a_page_of_any_origin_is_answered_with_a_credential_and_not_without() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let session = service.sign_in("anna@example.com").await;
    for origin in [
        "https://elsewhere.example.com",
        "https://memory.example.com",
        "http://localhost:6274",
        "app://obsidian.md",
        "chrome-extension://abcdefghijklmnop",
        "null",
    ] {
        let mcp = Exchange::of(&service, &anna).with("origin", origin);
        let answered = mcp.ask("tools/list", json!({})).await;
        assert_eq!(answered.status, StatusCode::OK, "{origin}");
        assert_eq!(answered.headers["access-control-allow-origin"], "*");
        // A name that was bound anew to this machine brings no credential, and neither does a cookie open anything.
        for cookie in ["", &session.cookie_header()] {
            let refused = reqwest::Client::new()
                .post(format!("{}/mcp", service.base))
                .header("Host", "elsewhere.example.com")
                .header("Origin", origin)
                .header("Cookie", cookie)
                .json(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }));
            let refused = refused.send().await.unwrap();
            assert!(
                refused.status().is_client_error(),
                "{origin}: {}",
                refused.status()
            );
            let said = refused.text().await.unwrap();
            assert!(!said.contains("memory_search"), "{said}");
        }
    }
}

pub(crate) fn opening(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } })
}

#[tokio::test]
async fn every_version_of_the_protocol_is_opened_and_one_that_is_none_too() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1.0.0", "2025-11-25"),
    ] {
        let opened = mcp.ask("initialize", opening(asked)).await;
        let version = &opened.body["result"]["protocolVersion"];
        assert_eq!(version, agreed, "{}", opened.body);
        assert_eq!(opened.body["result"]["serverInfo"]["name"], "recollect");
        assert!(opened.headers.contains_key("mcp-session-id"));
        assert_eq!(opened.headers["content-type"], "application/json");
    }
    let mut odd = opening("1.0.0");
    odd["capabilities"] = json!({ "tools": true, "sampling": true });
    let opened = mcp.ask("initialize", odd).await;
    let tools = &opened.body["result"]["capabilities"]["tools"];
    assert!(tools.is_object(), "{}", opened.body);
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let sent = mcp.send(Method::POST, Some(&note)).await.status;
    assert_eq!(sent, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn a_day_is_told_as_it_was_said_wherever_that_was() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (text, time) in [
        (
            "I moved to Klosterneuburg on 15 November 2026.",
            "2026-11-16T10:00:00+01:00",
        ),
        (
            "Zoe moved to Denver on 15 November 2026.",
            "2026-11-16T10:00:00-07:00",
        ),
        (
            "Uli adopted a cat on 1 December 2026.",
            "2026-12-02T10:00:00+13:00",
        ),
    ] {
        anna.remember(text, &json!({ "referenceTime": time })).await;
    }
    let exchange = Exchange::of(&service, &anna);
    for (name, day) in [
        ("me", "2026-11-15"),
        ("Zoe", "2026-11-15"),
        ("Uli", "2026-12-01"),
    ] {
        let (told, is_error) = exchange
            .tool("memory_facts_about", json!({ "entity": name }))
            .await;
        assert!(!is_error && told.contains(day), "{name}: {told}");
    }
    let zone = json!({ "timeZone": "Europe/Vienna" });
    anna.call(Method::PUT, "/api/v1/me", Some(&zone)).await;
    let (told, _) = exchange
        .tool(
            "memory_timeline",
            json!({ "startTime": "2026-11-15", "endTime": "2026-11-15" }),
        )
        .await;
    assert!(told.contains("Klosterneuburg"), "{told}");
}

#[tokio::test]
async fn whoever_has_nothing_but_a_past_is_told_to_have_one() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (text, time) in [
        ("Tom works at Nokia.", "2025-01-10T10:00:00Z"),
        ("Tom quit his job at Nokia.", "2025-06-10T10:00:00Z"),
    ] {
        anna.remember(text, &json!({ "referenceTime": time })).await;
    }
    let exchange = Exchange::of(&service, &anna);
    let (told, _) = exchange
        .tool(
            "memory_facts_about",
            json!({ "entity": "Tom", "relation": "works_at" }),
        )
        .await;
    assert!(told.contains("0 facts, and 1 past (includePast)"), "{told}");
}

#[tokio::test]
async fn a_text_that_was_replaced_is_told_to_be() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for text in ["The meeting is at nine.", "The meeting is at ten."] {
        anna.remember(text, &json!({ "externalId": "meeting" }))
            .await;
    }
    let exchange = Exchange::of(&service, &anna);
    let (told, _) = exchange.tool("memory_recent", json!({})).await;
    assert_eq!(
        told.matches("replaced by the text of id").count(),
        1,
        "{told}"
    );
}
