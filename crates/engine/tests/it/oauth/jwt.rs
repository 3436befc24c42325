//! Access tokens that are forged, altered, old or meant for somebody else, and the keys that tell.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use recollect_model::SigningKey;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use super::{Connection, ISSUER};

pub(crate) fn encoded(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

pub(crate) fn signed(header: &Value, claims: &Value, key: &Ed25519KeyPair) -> String {
    let signed = format!("{}.{}", encoded(header), encoded(claims));
    let signature = key.sign(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// HMAC-SHA-256 with what everybody knows.
fn with_shared_secret(header: &Value, claims: &Value, secret: &[u8]) -> String {
    let signed = format!("{}.{}", encoded(header), encoded(claims));
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
    let tag = ring::hmac::sign(&key, signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(tag))
}

fn part(token: &str, number: usize) -> Value {
    let part = token.split('.').nth(number).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

fn with(value: &Value, name: &str, changed: Value) -> Value {
    let mut value = value.clone();
    value[name] = changed;
    value
}

async fn keys(connection: &Connection) -> Vec<SigningKey> {
    connection.memory.store.signing_keys().await.unwrap()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "it is a table of cases")]
async fn no_token_but_the_right_one_opens_anything() {
    let connection = Connection::new().await;
    let code = connection.code("memory:read").await;
    let token = connection.exchange(&code).await.unwrap().access_token;
    let (header, claims) = (part(&token, 0), part(&token, 1));
    assert_eq!(
        (&header["typ"], &header["alg"]),
        (&json!("at+jwt"), &json!("EdDSA"))
    );
    for name in [
        "iss",
        "sub",
        "aud",
        "exp",
        "iat",
        "jti",
        "client_id",
        "scope",
        "grant",
    ] {
        assert!(!claims[name].is_null(), "{name}: {claims}");
    }
    assert_eq!(claims["aud"], ISSUER);
    let key = Ed25519KeyPair::from_seed_unchecked(&keys(&connection).await[0].seed).unwrap();
    let other = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
    assert!(
        connection
            .caller(&signed(&header, &claims, &key))
            .await
            .is_some(),
        "the table's own key"
    );
    let public = key.public_key().as_ref();
    let published = connection.memory.engine.key_set().await.unwrap()["keys"][0].to_string();
    let hs256 = with(&header, "alg", json!("HS256"));
    let none = with(&header, "alg", json!("none"));
    let parts: Vec<&str> = token.split('.').collect();
    let sign = |header: &Value, claims: &Value| signed(header, claims, &key);
    let claim = |name: &str, value: Value| sign(&header, &with(&claims, name, value));
    let head = |name: &str, value: Value| sign(&with(&header, name, value), &claims);
    for (attack, token) in [
        ("no signature", format!("{}.{}.", encoded(&none), parts[1])),
        ("none with a signature", sign(&none, &claims)),
        (
            "None",
            format!(
                "{}.{}.",
                encoded(&with(&header, "alg", json!("None"))),
                parts[1]
            ),
        ),
        (
            "no signature under the right name",
            format!("{}.{}.", parts[0], parts[1]),
        ),
        (
            "the public key as a secret",
            with_shared_secret(&hs256, &claims, public),
        ),
        (
            "the published key as a secret",
            with_shared_secret(&hs256, &claims, published.as_bytes()),
        ),
        (
            "a shared secret under the right name",
            with_shared_secret(&header, &claims, public),
        ),
        ("another key", signed(&header, &claims, &other)),
        (
            "another key, named",
            signed(&with(&header, "kid", json!("x")), &claims, &other),
        ),
        (
            "a key of its own",
            signed(
                &with(&header, "jwk", json!({ "kty": "OKP" })),
                &claims,
                &other,
            ),
        ),
        ("no key", head("kid", Value::Null)),
        ("another algorithm", head("alg", json!("ES256"))),
        ("what must be understood", head("crit", json!(["x"]))),
        ("a plain token", head("typ", json!("JWT"))),
        ("another kind", head("typ", json!("dpop+jwt"))),
        ("no kind", head("typ", Value::Null)),
        (
            "more scopes, unsigned",
            format!(
                "{}.{}.{}",
                parts[0],
                encoded(&with(&claims, "scope", json!("account"))),
                parts[2]
            ),
        ),
        (
            "expired",
            claim("exp", json!(claims["iat"].as_i64().unwrap() - 60)),
        ),
        ("without end", claim("exp", Value::Null)),
        ("for another", claim("aud", json!("https://other.example"))),
        (
            "for a longer name",
            claim("aud", json!(format!("{ISSUER}.evil.example"))),
        ),
        ("for nobody", claim("aud", Value::Null)),
        (
            "of another issuer",
            claim("iss", json!("https://other.example")),
        ),
        ("of nobody", claim("iss", Value::Null)),
        (
            "of another client",
            claim("client_id", json!("018f0000-0000-7000-8000-000000000000")),
        ),
        (
            "of another grant",
            claim("grant", json!("018f0000-0000-7000-8000-000000000000")),
        ),
        (
            "of another person",
            claim("sub", json!("018f0000-0000-7000-8000-000000000000")),
        ),
        ("a part too many", format!("{token}.x")),
        ("nothing", "..".to_owned()),
        ("too long", claim("jti", json!("x".repeat(9_000)))),
    ] {
        assert!(connection.caller(&token).await.is_none(), "{attack}");
    }
    // More scopes than the grant has: what was granted counts.
    let caller = connection
        .caller(&claim("scope", json!("memory:read account")))
        .await
        .unwrap();
    assert_eq!(caller.scopes.to_string(), "memory:read");
    for audience in [json!([ISSUER, "x"]), json!(format!("{ISSUER}/mcp"))] {
        assert!(connection.caller(&claim("aud", audience)).await.is_some());
    }
    connection.pass(3600 + 30);
    assert!(connection.caller(&token).await.is_none(), "an hour later");
}

#[tokio::test]
async fn a_token_for_one_address_of_the_service_opens_nothing_at_another() {
    let connection = Connection::new().await;
    let code = connection.code("memory:read").await;
    let token = connection.exchange(&code).await.unwrap().access_token;
    let engine = &connection.memory.engine;
    let elsewhere = engine
        .caller_by_token(&token, "https://other.example")
        .await
        .unwrap();
    assert!(elsewhere.is_none());
}

#[tokio::test]
async fn keys_are_renewed_and_the_old_ones_verify_until_their_tokens_have_expired() {
    const DAY: i64 = 24 * 3600;
    let connection = Connection::new().await;
    let code = connection.code("memory:read").await;
    let first = connection.exchange(&code).await.unwrap();
    connection.pass(30 * DAY - 60);
    let refresh = super::refresh_token(&first);
    let old = connection.refresh(&refresh).await.unwrap();
    assert_eq!(keys(&connection).await.len(), 1);
    connection.pass(120);
    let new = connection
        .refresh(&super::refresh_token(&old))
        .await
        .unwrap();
    assert_ne!(
        part(&old.access_token, 0)["kid"],
        part(&new.access_token, 0)["kid"]
    );
    let published = async || {
        let set = connection.memory.engine.key_set().await.unwrap();
        set["keys"].as_array().unwrap().len()
    };
    assert_eq!(published().await, 2);
    for tokens in [&old, &new] {
        assert!(connection.caller(&tokens.access_token).await.is_some());
    }
    connection.pass(3600);
    assert_eq!(
        published().await,
        1,
        "the last token of the old key has expired"
    );
}
