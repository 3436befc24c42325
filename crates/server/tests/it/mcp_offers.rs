//! What assistants are offered besides the tools of their own names: resources, prompts, the pair of connectors, batches.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::mcp::{Exchange, opening};
use crate::reading::text;
use crate::service::{Client, Service};

async fn with_memory() -> (Service, Client, Value) {
    let service = Service::start().await;
    let anna = service.client_called("anna@example.com", "Anna").await;
    let log = anna.remember("Clara lives in Lisbon.", &json!({})).await;
    (service, anna, log)
}

#[tokio::test]
async fn resources_are_listed_and_read_by_whoever_owns_them() {
    let (service, anna, log) = with_memory().await;
    let mcp = Exchange::of(&service, &anna);
    let opened = mcp.ask("initialize", opening("2025-06-18")).await;
    let capabilities = &opened.body["result"]["capabilities"];
    for offered in ["tools", "resources", "prompts"] {
        assert!(capabilities[offered].is_object(), "{capabilities}");
    }
    let listed = mcp.ask("resources/list", json!({})).await;
    let listed = &listed.body["result"]["resources"];
    assert_eq!(listed.as_array().unwrap().len(), 2, "{listed}");
    let templates = mcp.ask("resources/templates/list", json!({})).await;
    let templates = &templates.body["result"]["resourceTemplates"];
    assert_eq!(templates[0]["uriTemplate"], "recollect://entities/{entity}");
    let read = async |mcp: &Exchange<'_>, uri: &str| {
        let answered = mcp.ask("resources/read", json!({ "uri": uri })).await;
        assert_eq!(answered.status, StatusCode::OK, "{}", answered.body);
        answered.body
    };
    let episode = format!("recollect://episodes/{}", text(&log["episodeUUID"]));
    let by_log = format!("recollect://episodes/{}", text(&log["id"]));
    for (uri, word) in [
        ("recollect://profile", "Anna"),
        ("recollect://recent", "Clara lives in Lisbon."),
        ("recollect://entities/Clara", "Lisbon"),
        ("recollect://entities/clar%61", "Lisbon"),
        (&episode, "Clara lives in Lisbon."),
        (&by_log, "Clara lives in Lisbon."),
    ] {
        let found = read(&mcp, uri).await;
        let contents = &found["result"]["contents"][0];
        assert_eq!(contents["uri"], uri, "{found}");
        assert!(text(&contents["text"]).contains(word), "{uri}: {found}");
        assert_eq!(
            (&found["result"]["ttlMs"], &found["result"]["cacheScope"]),
            (&json!(0), &json!("private"))
        );
    }
    let bert = service.client("bert@example.com").await;
    let his = Exchange::of(&service, &bert);
    for uri in [
        &*episode,
        "recollect://nothing",
        "recollect://entities/Clara",
        "recollect://episodes/x",
        "https://example.com/",
    ] {
        let refused = read(&his, uri).await;
        let code = refused["error"]["code"].as_i64().unwrap();
        assert!([-32_002, -32_602].contains(&code), "{uri}: {refused}");
        assert!(!refused.to_string().contains("Lisbon"), "{refused}");
    }
}

#[tokio::test]
async fn prompts_recall_from_memory_and_ask_to_remember() {
    let (service, anna, _) = with_memory().await;
    let mcp = Exchange::of(&service, &anna);
    let listed = mcp.ask("prompts/list", json!({})).await;
    let names: Vec<String> = listed.body["result"]["prompts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|prompt| text(&prompt["name"]))
        .collect();
    assert_eq!(names, ["recall", "remember"]);
    let get = async |params: Value| mcp.ask("prompts/get", params).await.body;
    let recalled =
        get(json!({ "name": "recall", "arguments": { "about": "Where does Clara live?" } })).await;
    let message = &recalled["result"]["messages"][0];
    assert_eq!(message["role"], "user");
    let said = text(&message["content"]["text"]);
    assert!(said.contains("Clara lives in Lisbon"), "{said}");
    let saving =
        get(json!({ "name": "remember", "arguments": { "what": "the plan for May" } })).await;
    let said = text(&saving["result"]["messages"][0]["content"]["text"]);
    assert!(
        said.contains("memory_ingest") && said.contains("the plan for May"),
        "{said}"
    );
    for params in [
        json!({ "name": "recall" }),
        json!({ "name": "recall", "arguments": { "about": " " } }),
        json!({ "name": "dream" }),
    ] {
        let refused = get(params.clone()).await;
        assert_eq!(refused["error"]["code"], -32_602, "{params}: {refused}");
    }
}

#[tokio::test]
async fn a_connector_searches_and_fetches_in_the_shape_it_wants() {
    let (service, anna, log) = with_memory().await;
    let mcp = Exchange::of(&service, &anna);
    let call = async |name: &str, arguments: Value| -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        let result = mcp.ask("tools/call", params).await.body["result"].take();
        assert_eq!(result["content"].as_array().unwrap().len(), 1, "{result}");
        let said: Value = serde_json::from_str(&text(&result["content"][0]["text"])).unwrap();
        assert_eq!(said, result["structuredContent"]);
        said
    };
    let found = call("search", json!({ "query": "Where does Clara live?" })).await;
    let first = &found["results"][0];
    assert_eq!(first["id"], log["id"]);
    assert_eq!(first["title"], "Clara lives in Lisbon.");
    let page = format!("{}/episodes/{}", service.base, text(&log["episodeUUID"]));
    assert_eq!(first["url"], page.as_str());
    let fetched = call("fetch", json!({ "id": first["id"] })).await;
    assert_eq!(fetched["text"], "Clara lives in Lisbon.");
    assert_eq!(
        (&fetched["id"], &fetched["url"]),
        (&first["id"], &json!(page))
    );
    assert_eq!(fetched["metadata"]["source"], "test");
    let none = call("search", json!({ "query": "the price of tin" })).await;
    assert!(none["results"].is_array());
    let (said, is_error) = mcp.tool("fetch", json!({ "id": "nothing" })).await;
    assert!(is_error && said.contains("not found"), "{said}");
}

#[tokio::test]
async fn the_schemas_of_the_tools_are_plain() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    let listed = mcp.ask("tools/list", json!({})).await;
    let tools = listed.body["result"]["tools"].as_array().unwrap().clone();
    for name in ["memory_search", "memory_get_spaces", "search", "fetch"] {
        assert!(tools.iter().any(|tool| tool["name"] == name), "{name}");
    }
    for tool in tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        assert!(schema["properties"].is_object(), "{tool}");
        for (name, field) in schema["properties"].as_object().unwrap() {
            assert!(
                field["type"].is_string(),
                "{}: {name}: {field}",
                tool["name"]
            );
            assert!(!field.to_string().contains("null"), "{name}: {field}");
            assert!(!field.to_string().contains("uint"), "{name}: {field}");
            assert!(field["description"].is_string(), "{}: {name}", tool["name"]);
        }
    }
}

#[tokio::test]
async fn a_batch_is_answered_where_the_protocol_has_batches() {
    let (service, anna, _) = with_memory().await;
    let batch = json!([
        { "jsonrpc": "2.0", "id": 1, "method": "tools/list" },
        { "jsonrpc": "2.0", "method": "notifications/initialized" },
        { "jsonrpc": "2.0", "id": "b", "method": "tools/call",
          "params": { "name": "memory_search", "arguments": { "query": "Clara" } } },
        { "id": 3 },
    ]);
    let plain = Exchange::of(&service, &anna);
    let named = Exchange::of(&service, &anna).with("mcp-protocol-version", "2025-03-26");
    for mcp in [&plain, &named] {
        let answered = mcp.send(Method::POST, Some(&batch)).await;
        assert_eq!(answered.status, StatusCode::OK, "{}", answered.body);
        let answers = answered.body.as_array().unwrap();
        let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
        assert_eq!(
            ids,
            [&json!(1), &json!("b"), &json!(3)],
            "{}",
            answered.body
        );
        assert!(
            answers[1]["result"]["content"][0]
                .to_string()
                .contains("Lisbon")
        );
        assert!(answers[2]["error"]["code"].is_i64(), "{}", answers[2]);
        let notes = json!([{ "jsonrpc": "2.0", "method": "notifications/initialized" }]);
        let taken = mcp.send(Method::POST, Some(&notes)).await;
        assert_eq!(taken.status, StatusCode::ACCEPTED);
    }
    let newer = Exchange::of(&service, &anna).with("mcp-protocol-version", "2025-06-18");
    let opens = json!([{ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening("2025-03-26") }]);
    let many = Value::Array(vec![batch[0].clone(); 101]);
    for (mcp, body) in [
        (&newer, &batch),
        (&plain, &json!([])),
        (&plain, &opens),
        (&plain, &many),
    ] {
        let refused = mcp.send(Method::POST, Some(body)).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.body);
    }
}

#[tokio::test]
async fn the_newest_revision_is_spoken_without_an_opening() {
    let (service, anna, _) = with_memory().await;
    let asked = |method: &str, version: &str| {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": { "_meta": meta } })
    };
    let with = |method: &'static str| {
        Exchange::of(&service, &anna)
            .with("mcp-protocol-version", "2026-07-28")
            .with("mcp-method", method)
    };
    for method in [
        "server/discover",
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
    ] {
        let body = asked(method, "2026-07-28");
        let answered = with(method).send(Method::POST, Some(&body)).await;
        let result = &answered.body["result"];
        assert_eq!(
            result["resultType"], "complete",
            "{method}: {}",
            answered.body
        );
        assert_eq!(
            (&result["ttlMs"], &result["cacheScope"]),
            (&json!(3_600_000), &json!("public")),
            "{method}"
        );
        assert!(!answered.headers.contains_key("mcp-session-id"));
        if method == "server/discover" {
            let versions = result["supportedVersions"].as_array().unwrap();
            assert!(versions.contains(&json!("2026-07-28")), "{result}");
            assert!(result["capabilities"]["resources"].is_object(), "{result}");
        }
    }
    // A header that says something else than the message is a mistake that is named.
    let body = asked("tools/list", "2026-07-28");
    let mistaken = with("prompts/list").send(Method::POST, Some(&body)).await;
    assert_eq!(
        mistaken.status,
        StatusCode::BAD_REQUEST,
        "{}",
        mistaken.body
    );
    let body = asked("tools/list", "2031-01-01");
    let unknown = Exchange::of(&service, &anna)
        .with("mcp-protocol-version", "2031-01-01")
        .with("mcp-method", "tools/list");
    let unknown = unknown.send(Method::POST, Some(&body)).await;
    assert_eq!(unknown.status, StatusCode::BAD_REQUEST, "{}", unknown.body);
}

#[tokio::test]
async fn parameters_of_the_wrong_shape_are_told_apart_from_methods_that_are_not_there() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mcp = Exchange::of(&service, &anna);
    for (method, params, said) in [
        ("tools/call", None, "`name` is missing"),
        ("tools/call", Some(json!({})), "`name` is missing"),
        (
            "tools/call",
            Some(json!({ "name": 5 })),
            "params.name must be a text",
        ),
        (
            "tools/call",
            Some(json!([])),
            "must be an object, not a list",
        ),
        ("tools/list", Some(json!({ "cursor": 5 })), "params.cursor"),
        ("resources/read", Some(json!({})), "`uri` is missing"),
        ("prompts/get", Some(json!({ "name": [] })), "params.name"),
        ("initialize", Some(json!({})), "is missing"),
        ("initialize", None, "is missing"),
    ] {
        let mut message = json!({ "jsonrpc": "2.0", "id": 7, "method": method });
        if let Some(params) = params {
            message["params"] = params;
        }
        let answered = mcp.send(Method::POST, Some(&message)).await;
        let (error, case) = (
            &answered.body["error"],
            format!("{message}: {}", answered.body),
        );
        assert_eq!(
            (&answered.body["id"], &error["code"]),
            (&json!(7), &json!(-32_602)),
            "{case}"
        );
        assert!(error["message"].as_str().unwrap().contains(said), "{case}");
        assert!(!answered.headers.contains_key("mcp-session-id"), "{case}");
    }
    for arguments in [json!([]), json!("query"), json!(7)] {
        let (said, is_error) = mcp.tool("memory_search", arguments).await;
        assert!(is_error && said.contains("must be an object"), "{said}");
    }
    let unknown = json!({ "name": "nonsense", "arguments": [] });
    let answered = mcp.ask("tools/call", unknown).await;
    assert_eq!(answered.body["error"]["code"], -32_602, "{}", answered.body);
    let (said, is_error) = mcp.tool("memory_get_spaces", json!(null)).await;
    assert!(!is_error, "{said}");
}
