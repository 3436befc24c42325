//! An issuer outside, as the settings name it: its keys in a file, or at an address of its own.

use axum::routing::get;
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use recollect_model::Environment;
use reqwest::StatusCode;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::process::refusal;
use crate::service::Service;

const ISSUER: &str = "https://login.example.com";

fn key() -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap()
}

fn key_set() -> Value {
    let x = URL_SAFE_NO_PAD.encode(key().public_key());
    json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "kid": "1", "x": x }] })
}

fn token(audience: &str, algorithm: &str) -> String {
    let now = Environment::system().now().as_second();
    let header = json!({ "alg": algorithm, "kid": "1", "typ": "JWT" });
    let claims = json!({
        "iss": ISSUER, "aud": audience, "sub": "anna", "exp": now + 300,
        "email": "anna@example.com", "email_verified": true, "scope": "openid memory:read",
    });
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", encode(&header), encode(&claims));
    let signature = key().sign(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// What the account's operation and one beyond the token's scope answer.
async fn answers(service: &Service, token: &str) -> (StatusCode, Value, StatusCode) {
    let http = reqwest::Client::new();
    let get = |path: &str| {
        http.get(format!("{}{path}", service.base))
            .bearer_auth(token)
            .send()
    };
    let me = get("/api/v1/me").await.unwrap();
    let status = me.status();
    let email = me.json::<Value>().await.unwrap()["email"].take();
    (status, email, get("/api/v1/grants").await.unwrap().status())
}

#[tokio::test]
async fn its_tokens_are_taken_by_the_keys_it_publishes() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/keys", listener.local_addr().unwrap());
    let keys = Router::new().route("/keys", get(|| async { Json(key_set()) }));
    tokio::spawn(async move { axum::serve(listener, keys).await });
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("keys.json");
    std::fs::write(&file, key_set().to_string()).unwrap();
    for source in [
        ["--jwt-jwks-url", &*address],
        ["--jwt-jwks-file", file.to_str().unwrap()],
    ] {
        let flags = [
            &[
                "--embedder",
                "potion",
                "--jwt-issuer",
                ISSUER,
                "--jwt-audience",
                "recollect",
            ][..],
            &source,
        ];
        let service = Service::with(&flags.concat()).await;
        assert_eq!(
            answers(&service, &token("recollect", "EdDSA")).await,
            (
                StatusCode::OK,
                json!("anna@example.com"),
                StatusCode::FORBIDDEN
            ),
            "{source:?}"
        );
        for (audience, algorithm) in [
            ("another", "EdDSA"),
            ("recollect", "none"),
            ("recollect", "RS256"),
        ] {
            let (status, ..) = answers(&service, &token(audience, algorithm)).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{audience} {algorithm}");
        }
    }
    let service = Service::start().await;
    let (status, ..) = answers(&service, &token("recollect", "EdDSA")).await;
    assert_eq!(
        status,
        StatusCode::UNAUTHORIZED,
        "nobody outside is trusted by default"
    );
}

#[test]
fn what_is_wrong_with_its_settings_is_named() {
    let issuer = ["--jwt-issuer", ISSUER];
    let audience = ["--jwt-audience", "recollect"];
    let url = ["--jwt-jwks-url", "https://login.example.com/keys"];
    let cases: [(&[[&str; 2]], &str); 6] = [
        (&[audience], "--jwt-audience: it has no effect"),
        (&[issuer, url], "--jwt-audience: set it"),
        (&[issuer, audience], "--jwt-jwks-url: set either it or"),
        (
            &[
                issuer,
                audience,
                ["--jwt-jwks-url", "http://login.example.com/"],
            ],
            "--jwt-jwks-url: it must be an https URL",
        ),
        (
            &[issuer, audience, url, ["--jwt-algorithms", "HS256"]],
            "--jwt-algorithms: each must be one of EdDSA",
        ),
        (
            &[issuer, audience, url, ["--jwt-algorithms", "none"]],
            "--jwt-algorithms: each must be one of EdDSA",
        ),
    ];
    for (options, expected) in cases {
        let said = refusal(options);
        assert!(said.contains(expected), "{said}");
    }
}
