//! What a client finds out before it asks anybody.

use reqwest::header::{HeaderMap, WWW_AUTHENTICATE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::service::Service;

const SERVER: &str = "/.well-known/oauth-authorization-server";
const RESOURCE: &str = "/.well-known/oauth-protected-resource";

async fn get(service: &Service, path: &str) -> (StatusCode, Value) {
    let response = reqwest::get(format!("{}{path}", service.base))
        .await
        .unwrap();
    (response.status(), response.json().await.unwrap())
}

#[tokio::test]
async fn each_resource_has_metadata_of_its_own_and_one_server_serves_all() {
    let service = Service::start().await;
    let base = &service.base;
    for (path, scopes) in [
        (
            "",
            json!(["memory:read", "memory:write", "webhooks", "account"]),
        ),
        ("/mcp", json!(["memory:read", "memory:write"])),
        ("/api/v1/mcp", json!(["memory:read", "memory:write"])),
    ] {
        let (status, resource) = get(&service, &format!("{RESOURCE}{path}")).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert_eq!(resource["resource"], json!(format!("{base}{path}")));
        assert_eq!(resource["authorization_servers"], json!([base]));
        assert_eq!(resource["scopes_supported"], scopes);
        let (status, server) = get(&service, &format!("{SERVER}{path}")).await;
        assert_eq!((status, &server["issuer"]), (StatusCode::OK, &json!(base)));
    }
    assert_eq!(
        get(&service, &format!("{RESOURCE}/other")).await.0,
        StatusCode::NOT_FOUND
    );
    let (_, server) = get(&service, SERVER).await;
    assert_eq!(server["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(server["response_types_supported"], json!(["code"]));
    let (_, keys) = get(&service, "/.well-known/jwks.json").await;
    let key = &keys["keys"][0];
    assert_eq!(
        (&key["kty"], &key["crv"], &key["alg"]),
        (&json!("OKP"), &json!("Ed25519"), &json!("EdDSA"))
    );
    assert!(key["d"].is_null(), "the private part is not told");
}

#[tokio::test]
async fn the_base_url_names_everything_where_it_is_configured() {
    let flags = [
        "--embedder",
        "potion",
        "--base-url",
        "https://memory.example.com/",
    ];
    let service = Service::with(&flags).await;
    let (_, server) = get(&service, SERVER).await;
    for (name, value) in server.as_object().unwrap() {
        let addresses = value.as_str().into_iter();
        for address in addresses {
            assert!(
                address.starts_with("https://memory.example.com"),
                "{name}: {address}"
            );
        }
    }
    let response = reqwest::get(format!("{}/api/v1/me", service.base))
        .await
        .unwrap();
    assert_eq!(
        response.headers()[WWW_AUTHENTICATE],
        format!(
            "Bearer realm=\"recollect\", resource_metadata=\"https://memory.example.com{RESOURCE}\""
        )
    );
}

#[tokio::test]
async fn a_refusal_tells_of_an_error_only_where_a_token_was_presented() {
    let service = Service::start().await;
    let base = &service.base;
    let metadata = format!("resource_metadata=\"{base}{RESOURCE}\"");
    let http = reqwest::Client::new();
    let me = || http.get(format!("{base}/api/v1/me"));
    let challenge = async |request: reqwest::RequestBuilder| {
        let response = request.send().await.unwrap();
        response.headers()[WWW_AUTHENTICATE]
            .to_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        challenge(me()).await,
        format!("Bearer realm=\"recollect\", {metadata}")
    );
    assert_eq!(
        challenge(me().bearer_auth("a.b.c")).await,
        format!("Bearer realm=\"recollect\", error=\"invalid_token\", {metadata}")
    );
    let reader = service
        .client_with("anna@example.com", "memory:read".parse().unwrap())
        .await;
    let response = reader.response(Method::GET, "/api/v1/grants").await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    assert_eq!(
        response.headers()[WWW_AUTHENTICATE],
        format!(
            "Bearer realm=\"recollect\", error=\"insufficient_scope\", scope=\"account\", {metadata}"
        )
    );
}

#[tokio::test]
async fn scripts_of_other_sites_may_connect_a_client_and_do_nothing_else() {
    let service = Service::start().await;
    let http = reqwest::Client::new();
    let asked = async |path: &str, method: &str| -> HeaderMap {
        let request = http
            .request(Method::OPTIONS, format!("{}{path}", service.base))
            .header("Origin", "https://inspector.example")
            .header("Access-Control-Request-Method", method)
            .header(
                "Access-Control-Request-Headers",
                "content-type,mcp-protocol-version",
            );
        request.send().await.unwrap().headers().clone()
    };
    for (path, method) in [
        (SERVER, "GET"),
        ("/.well-known/oauth-protected-resource/mcp", "GET"),
        ("/.well-known/jwks.json", "GET"),
        ("/oauth/register", "POST"),
        ("/oauth/token", "POST"),
        ("/oauth/revoke", "POST"),
    ] {
        let headers = asked(path, method).await;
        assert_eq!(headers["access-control-allow-origin"], "*", "{path}");
        assert!(
            !headers.contains_key("access-control-allow-credentials"),
            "{path}"
        );
        let request = http
            .request(method.parse().unwrap(), format!("{}{path}", service.base))
            .header("Origin", "https://inspector.example");
        let headers = request.send().await.unwrap().headers().clone();
        assert_eq!(headers["access-control-allow-origin"], "*", "{path}");
    }
    for path in ["/oauth/authorize", "/oauth/introspect", "/device", "/login"] {
        let headers = asked(path, "POST").await;
        assert!(
            !headers.contains_key("access-control-allow-origin"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn libraries_of_openid_connect_find_the_server_too() {
    let service = Service::start().await;
    let read = async |path: &str| -> Value {
        let reply = reqwest::get(format!("{}{path}", service.base))
            .await
            .unwrap();
        assert_eq!(reply.status(), StatusCode::OK);
        reply.json().await.unwrap()
    };
    let mut found = read("/.well-known/openid-configuration").await;
    let more = found.as_object_mut().unwrap();
    assert_eq!(
        more.remove("subject_types_supported").unwrap(),
        serde_json::json!(["public"])
    );
    assert_eq!(
        more.remove("id_token_signing_alg_values_supported")
            .unwrap(),
        serde_json::json!([])
    );
    assert_eq!(found, read(SERVER).await);
}
