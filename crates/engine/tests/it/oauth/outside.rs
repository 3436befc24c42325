//! Tokens of an issuer outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use recollect_engine::oauth::jose::Algorithm;
use recollect_engine::oauth::{KeySource, OutsideIssuer};
use recollect_engine::{Engine, NewKey, Registration, Settings};
use recollect_model::{AuditAction, Caller, Credential};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::ISSUER;
use super::jwt::signed;
use crate::support::{Memory, scripted};

const LOGIN: &str = "https://login.example.com/";
const AUDIENCE: &str = "recollect";

/// Key sets that are answered in turn, the last one for ever.
struct Answers {
    sets: Vec<Result<Value, String>>,
    asked: Arc<AtomicU32>,
}

#[async_trait]
impl KeySource for Answers {
    async fn fetch(&self) -> Result<Vec<u8>, String> {
        let number = self.asked.fetch_add(1, Ordering::SeqCst) as usize;
        let set = self.sets.get(number).or(self.sets.last()).unwrap();
        set.clone().map(|set| set.to_string().into_bytes())
    }
}

struct Outside {
    memory: Memory,
    engine: Engine,
    asked: Arc<AtomicU32>,
}

fn pair(seed: u8) -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap()
}

fn set(seeds: &[u8]) -> Value {
    let keys = seeds.iter().map(|seed| {
        let x = URL_SAFE_NO_PAD.encode(pair(*seed).public_key());
        json!({ "kty": "OKP", "crv": "Ed25519", "kid": format!("key {seed}"), "x": x })
    });
    json!({ "keys": keys.collect::<Vec<_>>() })
}

/// A source that answers when it is let.
struct Late {
    answers: Answers,
    lets: Arc<Semaphore>,
}

#[async_trait]
impl KeySource for Late {
    async fn fetch(&self) -> Result<Vec<u8>, String> {
        let fetched = self.answers.fetch().await;
        self.lets.acquire().await.unwrap().forget();
        fetched
    }
}

impl Outside {
    async fn new(registration: &str, sets: Vec<Result<Value, String>>) -> Self {
        let asked = Arc::new(AtomicU32::new(0));
        let source = Answers {
            sets,
            asked: asked.clone(),
        };
        Self::of(registration, Box::new(source), asked).await
    }

    async fn of(registration: &str, source: Box<dyn KeySource>, asked: Arc<AtomicU32>) -> Self {
        let memory = Memory::new().await;
        let skew = Duration::from_secs(60);
        let algorithms = vec![Algorithm::EdDsa];
        let issuer = OutsideIssuer::new(
            LOGIN.to_owned(),
            AUDIENCE.to_owned(),
            algorithms,
            skew,
            source,
        );
        let settings = Settings {
            registration: registration.parse::<Registration>().unwrap(),
            outside_issuer: Some(Arc::new(issuer)),
            ..Settings::default()
        };
        let (store, environment) = (memory.store.clone(), memory.environment.clone());
        let engine = Engine::new(store, scripted(), environment, settings);
        Self {
            memory,
            engine,
            asked,
        }
    }

    fn claims(&self) -> Value {
        let now = self.memory.environment.now().as_second();
        json!({
            "iss": LOGIN, "aud": [AUDIENCE], "sub": "1", "exp": now + 300, "iat": now,
            "email": "Anna@Example.com", "email_verified": true, "scope": "openid memory:read profile",
        })
    }

    async fn present(&self, header: Value, claims: &Value, seed: u8) -> Option<Caller> {
        let token = signed(&header, claims, &pair(seed));
        self.engine.caller_by_token(&token, ISSUER).await.unwrap()
    }

    async fn caller(&self, claims: &Value) -> Option<Caller> {
        self.present(json!({ "alg": "EdDSA", "kid": "key 1" }), claims, 1)
            .await
    }
}

fn with(claims: &Value, changes: &Value) -> Value {
    let mut claims = claims.clone();
    for (name, value) in changes.as_object().unwrap() {
        claims[name] = value.clone();
    }
    claims
}

#[tokio::test]
async fn a_key_that_an_outside_token_made_ends_with_it() {
    let outside = Outside::new("open", vec![Ok(set(&[1]))]).await;
    let claims = with(&outside.claims(), &json!({ "scope": "account" }));
    let caller = outside.caller(&claims).await.unwrap();
    let engine = &outside.engine;
    let (key, token) = engine
        .create_key(&caller, NewKey::named("made"), None)
        .await
        .unwrap();
    let by_key = engine.caller(token.reveal()).await.unwrap().unwrap();
    let (child, child_token) = engine
        .create_key(&by_key, NewKey::named("child"), None)
        .await
        .unwrap();
    for key in [key, child] {
        let end = key.expires_at.unwrap().as_second();
        assert_eq!(end, claims["exp"].as_i64().unwrap());
    }
    outside.memory.clock.advance_ms(300_000);
    for token in [token, child_token] {
        assert_eq!(engine.caller(token.reveal()).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_verified_address_ties_a_subject_to_its_account_for_good() {
    let outside = Outside::new("open", vec![Ok(set(&[1]))]).await;
    let claims = outside.claims();
    let unverified = json!({ "email_verified": false });
    assert_eq!(outside.caller(&with(&claims, &unverified)).await, None);
    let caller = outside.caller(&claims).await.unwrap();
    assert_eq!(caller.user, outside.memory.user);
    assert!(matches!(caller.credential, Credential::OutsideToken { .. }));
    assert_eq!(caller.scopes.to_string(), "memory:read");
    // Its first use can be read about.
    let trail = outside.engine.audit(caller.user, None, 10).await.unwrap();
    assert_eq!(trail[0].1.action, AuditAction::OutsideTokenTied);
    assert_eq!(trail[0].1.subject, format!("1 of {LOGIN}"));
    // The subject counts from now on, whatever its address.
    let renamed = json!({ "email": "bert@example.com" });
    assert_eq!(
        outside.caller(&with(&claims, &renamed)).await.unwrap().user,
        caller.user
    );
    let bert = json!({ "sub": "2", "email": "bert@example.com" });
    let bert = outside.caller(&with(&claims, &bert)).await.unwrap();
    assert_ne!(bert.user, caller.user);
    let account = outside.engine.account(bert.user).await.unwrap();
    assert_eq!(account.email.as_str(), "bert@example.com");
    let unscoped = outside
        .caller(&with(&claims, &json!({ "scope": null })))
        .await
        .unwrap();
    assert!(unscoped.scopes.is_empty());
}

#[tokio::test]
async fn an_account_is_created_only_where_registration_allows_it() {
    let outside = Outside::new("@example.org", vec![Ok(set(&[1]))]).await;
    let claims = outside.claims();
    assert!(
        outside.caller(&claims).await.is_some(),
        "whoever has an account"
    );
    let stranger = json!({ "sub": "2", "email": "bert@example.com" });
    assert_eq!(outside.caller(&with(&claims, &stranger)).await, None);
    let listed = json!({ "sub": "3", "email": "carl@example.org" });
    assert!(outside.caller(&with(&claims, &listed)).await.is_some());
}

#[tokio::test]
async fn what_is_not_meant_for_this_service_is_refused() {
    let outside = Outside::new("open", vec![Ok(set(&[1, 2]))]).await;
    let claims = outside.claims();
    let now = claims["iat"].as_i64().unwrap();
    for wrong in [
        json!({ "iss": "https://other.example" }),
        json!({ "aud": "another" }),
        json!({ "aud": null }),
        json!({ "exp": now - 60 }),
        json!({ "exp": null }),
        json!({ "exp": "soon" }),
        json!({ "nbf": now + 61 }),
        json!({ "sub": null }),
        json!({ "sub": "" }),
    ] {
        assert_eq!(
            outside.caller(&with(&claims, &wrong)).await,
            None,
            "{wrong}"
        );
    }
    for right in [
        json!({ "aud": AUDIENCE }),
        json!({ "exp": now - 59 }),
        json!({ "nbf": now + 60 }),
    ] {
        assert!(
            outside.caller(&with(&claims, &right)).await.is_some(),
            "{right}"
        );
    }
    for (header, seed) in [
        (json!({ "alg": "EdDSA", "kid": "key 1" }), 2),
        (json!({ "alg": "EdDSA", "kid": "key 9" }), 1),
        (json!({ "alg": "EdDSA" }), 9),
        (json!({ "alg": "ES256", "kid": "key 1" }), 1),
        (json!({ "alg": "none", "kid": "key 1" }), 1),
        (
            json!({ "alg": "EdDSA", "kid": "key 1", "typ": "logout+jwt" }),
            1,
        ),
    ] {
        assert_eq!(
            outside.present(header.clone(), &claims, seed).await,
            None,
            "{header}"
        );
    }
    for (header, seed) in [
        (json!({ "alg": "EdDSA", "kid": "key 2", "typ": "JWT" }), 2),
        (json!({ "alg": "EdDSA", "typ": "application/at+jwt" }), 2),
    ] {
        assert!(
            outside
                .present(header.clone(), &claims, seed)
                .await
                .is_some(),
            "{header}"
        );
    }
}

#[tokio::test]
async fn an_unknown_key_is_asked_for_at_most_once_a_minute() {
    let sets = vec![
        Ok(set(&[1])),
        Ok(set(&[1, 2])),
        Err("out of reach".to_owned()),
    ];
    let outside = Outside::new("open", sets).await;
    let claims = with(&outside.claims(), &json!({ "exp": 4_000_000_000_u64 }));
    let by_second = || outside.present(json!({ "alg": "EdDSA", "kid": "key 2" }), &claims, 2);
    assert!(outside.caller(&claims).await.is_some());
    for _ in 0..5 {
        assert_eq!(by_second().await, None);
    }
    assert_eq!(outside.asked.load(Ordering::SeqCst), 1);
    outside.memory.clock.advance_ms(60_000);
    assert!(by_second().await.is_some());
    assert_eq!(outside.asked.load(Ordering::SeqCst), 2);
    // An issuer that is out of reach: what is known stays known.
    outside.memory.clock.advance_ms(2 * 3_600_000);
    assert!(by_second().await.is_some());
    assert!(outside.caller(&claims).await.is_some());
    assert_eq!(outside.asked.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_caller_that_goes_away_leaves_the_others_the_keys() {
    let (asked, lets) = (Arc::new(AtomicU32::new(0)), Arc::new(Semaphore::new(0)));
    let source = Late {
        answers: Answers {
            sets: vec![Ok(set(&[1]))],
            asked: asked.clone(),
        },
        lets: lets.clone(),
    };
    let outside = Outside::of("open", Box::new(source), asked).await;
    let claims = outside.claims();
    let gone = timeout(Duration::from_millis(50), outside.caller(&claims)).await;
    assert!(gone.is_err(), "the source has not answered");
    assert_eq!(outside.asked.load(Ordering::SeqCst), 1);
    lets.add_permits(1);
    assert!(outside.caller(&claims).await.is_some());
    assert_eq!(outside.asked.load(Ordering::SeqCst), 1, "it was asked once");
}
