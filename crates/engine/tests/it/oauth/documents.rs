//! Applications that describe themselves at an address, read through a door that answers what it is told to.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use recollect_engine::oauth::{MAX_DOCUMENT_BYTES, OAuthError, Parameters};
use recollect_engine::{Engine, Settings};
use recollect_model::Scopes;
use recollect_outbound::{Answer, Body, Exchange, Failure, HeaderMap, HeaderValue, Request};
use serde_json::{Value, json};

use super::{CALLBACK, CHALLENGE, Connection, ISSUER, code, form, refresh_token};
use crate::support::{Memory, scripted};

const URL: &str = "https://app.example.com/client.json";

/// A site with one document.
struct Site {
    answer: Mutex<Result<Answer, Failure>>,
    asked: Mutex<Vec<Request>>,
}

#[async_trait]
impl Exchange for Site {
    async fn exchange(&self, request: &Request) -> Result<Answer, Failure> {
        self.asked.lock().unwrap().push(request.clone());
        self.answer.lock().unwrap().clone()
    }
}

impl Site {
    fn serves(&self, answer: Result<Answer, Failure>) {
        *self.answer.lock().unwrap() = answer;
    }

    fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

/// What an application says that says what it must.
fn described() -> Value {
    json!({
        "client_id": URL,
        "client_name": "An assistant",
        "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_method": "none",
        "logo_uri": "https://app.example.com/logo.png",
    })
}

/// The same with something else said.
fn with(name: &str, value: Value) -> Value {
    let mut described = described();
    described[name] = value;
    described
}

/// An answer with this document and these headers besides.
fn answer(document: &Value, headers: &[(&'static str, &str)]) -> Answer {
    let mut all = HeaderMap::new();
    all.insert(
        "content-type",
        HeaderValue::from_static("application/json; charset=utf-8"),
    );
    for (name, value) in headers {
        all.insert(*name, HeaderValue::from_str(value).unwrap());
    }
    Answer {
        status: 200,
        headers: all,
        body: document.to_string().into_bytes(),
        is_cut: false,
    }
}

/// A person's memory, and an application whose document is at an address.
struct World {
    connection: Connection,
    site: Arc<Site>,
}

impl World {
    async fn new() -> Self {
        let site = Arc::new(Site {
            answer: Mutex::new(Ok(answer(&described(), &[]))),
            asked: Mutex::default(),
        });
        let mut memory = Memory::new().await;
        memory.engine = Engine::new(
            memory.store.clone(),
            scripted(),
            memory.environment.clone(),
            Settings::default(),
        )
        .with_document_door(site.clone());
        let client = URL.to_owned();
        Self {
            connection: Connection { memory, client },
            site,
        }
    }

    fn engine(&self) -> &Engine {
        &self.connection.memory.engine
    }

    /// Reads what must be read before a request of this client can be judged.
    async fn reads(&self, client_id: &str) -> Result<bool, OAuthError> {
        let parameters = asks(client_id, CALLBACK);
        let unread = self.engine().unread_document(&parameters).await?;
        let Some(document) = unread else {
            return Ok(false);
        };
        self.engine().read_document(&document).await?;
        Ok(true)
    }

    /// Why the document is of no use.
    async fn refusal(&self, answer: Result<Answer, Failure>) -> String {
        self.site.serves(answer);
        match self.reads(URL).await {
            Err(OAuthError::Refused { code, reason }) => {
                assert_eq!(code.as_str(), "invalid_client");
                reason
            }
            other => panic!("{other:?} is no refusal"),
        }
    }
}

fn asks(client_id: &str, redirect_uri: &str) -> Parameters {
    form(&[
        ("response_type", "code"),
        ("client_id", client_id),
        ("redirect_uri", redirect_uri),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
        ("scope", "memory:read"),
    ])
}

#[tokio::test]
async fn an_application_that_describes_itself_is_connected_under_its_address() {
    let world = World::new().await;
    assert!(world.engine().reads_client_documents());
    assert!(world.reads(URL).await.unwrap());
    let asked = world.site.asked.lock().unwrap()[0].clone();
    assert_eq!((&*asked.url, asked.body), (URL, Body::Get));

    let one = world.connection.code("memory:read").await;
    let tokens = world.connection.exchange(&one).await.unwrap();
    let caller = world.connection.caller(&tokens.access_token).await.unwrap();
    assert_eq!(caller.user, world.connection.memory.user);
    // RFC 9068, 2.2: what the token names is the client_id of the protocol.
    use base64::Engine as _;
    let claims = tokens.access_token.split('.').nth(1).unwrap();
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(claims);
    let claims: Value = serde_json::from_slice(&claims.unwrap()).unwrap();
    assert_eq!(claims["client_id"], URL);
    let renewed = world.connection.refresh(&refresh_token(&tokens)).await;
    assert!(renewed.is_ok());
    let grants = world.engine().grants(caller.user).await.unwrap();
    assert_eq!((grants.len(), &*grants[0].name), (1, "An assistant"));
    // Nothing but the question to the person makes anybody ask the site.
    assert_eq!(world.site.asked(), 1);
    // What was read of nobody is no client.
    let other = Connection {
        client: "https://other.example.com/client.json".to_owned(),
        ..world.connection
    };
    assert_eq!(code(other.exchange("x").await), "invalid_client");
}

#[tokio::test]
async fn only_an_https_address_in_its_normal_form_is_read() {
    let world = World::new().await;
    for wrong in [
        "http://app.example.com/client.json",
        "https://app.example.com",
        "https://APP.example.com/client.json",
        "HTTPS://app.example.com/client.json",
        "https://app.example.com:443/client.json",
        "https://app.example.com/a/../client.json",
        "https://app.example.com/./client.json",
        "https://app.example.com/%2e%2e/client.json",
        "https://app.example.com/client.json#part",
        "https://anna@app.example.com/client.json",
        "https://anna:secret@app.example.com/client.json",
        "https://app.example.com\\client.json",
        "https://app.exämple.com/client.json",
        "https://app.example.com;x/client.json",
        "https:///client.json",
        "file:///etc/passwd",
        "com.example.app://client",
    ] {
        let read = world.reads(&wrong.replace('#', "%23")).await;
        assert_eq!(code(read), "invalid_client", "{wrong}");
    }
    let long = format!("https://app.example.com/{}", "x".repeat(2_048));
    assert_eq!(code(world.reads(&long).await), "invalid_client");
    assert_eq!(world.site.asked(), 0);
    // An identifier that was given out here is no address.
    assert!(
        !world
            .reads("018f0000-0000-7000-8000-000000000000")
            .await
            .unwrap()
    );
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "it is a table of cases")]
async fn a_document_that_cannot_be_believed_is_refused_and_not_kept() {
    let world = World::new().await;
    let mut moved = answer(&described(), &[("location", "https://other.example.com/")]);
    moved.status = 302;
    let mut missing = answer(&described(), &[]);
    missing.status = 404;
    let mut long = answer(&described(), &[]);
    long.body.resize(MAX_DOCUMENT_BYTES, b' ');
    long.is_cut = true;
    let mut text = answer(&described(), &[]);
    text.body = b"no JSON".to_vec();
    let hidden = "it cannot be fetched";
    for (answer, reason) in [
        (Err(Failure::Broken), hidden),
        (Err(Failure::NotPublic("10.0.0.1".parse().unwrap())), hidden),
        (
            Err(Failure::Unresolved("app.example.com".to_owned())),
            hidden,
        ),
        (Err(Failure::Unreached("refused".to_owned())), hidden),
        (Ok(moved), "302"),
        (Ok(missing), "404"),
        (Ok(long), "longer than 5 KiB"),
        (Ok(text), "no JSON object"),
        (Ok(answer(&json!([described()]), &[])), "no JSON object"),
        (
            Ok(answer(&described(), &[("content-type", "text/plain")])),
            "Content-Type",
        ),
        (
            Ok(answer(
                &described(),
                &[("content-type", "application/jsonx")],
            )),
            "Content-Type",
        ),
    ] {
        let said = world.refusal(answer).await;
        assert!(said.contains(reason), "{said}");
        assert!(
            reason != hidden || said.ends_with("within 5 seconds"),
            "{said}"
        );
    }
    for (document, reason) in [
        (
            with("client_id", json!("https://app.example.com/other.json")),
            "its client_id",
        ),
        (
            with("client_id", json!("https://APP.example.com/client.json")),
            "its client_id",
        ),
        (with("client_id", Value::Null), "its client_id"),
        (with("client_secret", json!("s")), "client_secret"),
        (
            with("client_secret_expires_at", json!(0)),
            "client_secret_expires_at",
        ),
        (
            with("token_endpoint_auth_method", json!("client_secret_basic")),
            "must be none",
        ),
        (
            with("token_endpoint_auth_method", json!("private_key_jwt")),
            "must be none",
        ),
        (with("redirect_uris", Value::Null), "redirect_uris"),
        (with("redirect_uris", json!(CALLBACK)), "a list of texts"),
        (with("redirect_uris", json!([1])), "a list of texts"),
        (
            with("redirect_uris", json!(["http://app.example.com/cb"])),
            "redirect_uris",
        ),
        (
            with("grant_types", json!(["client_credentials"])),
            "grant_types",
        ),
        (
            with(
                "grant_types",
                json!(["urn:ietf:params:oauth:grant-type:device_code"]),
            ),
            "grant_types",
        ),
        (with("response_types", json!(["token"])), "response_types"),
        (with("client_name", json!(7)), "client_name"),
        (
            with("client_name", json!("evil\u{202e}cilpxe")),
            "client_name",
        ),
    ] {
        let said = world.refusal(Ok(answer(&document, &[]))).await;
        assert!(said.contains(reason), "{document}: {said}");
    }
    // None of them was kept: each was asked for anew, and what is right now counts.
    assert_eq!(world.site.asked(), 27);
    world.site.serves(Ok(answer(
        &described(),
        &[("content-type", "application/cimd+json")],
    )));
    assert!(world.reads(URL).await.unwrap());
    assert!(!world.reads(URL).await.unwrap());
}

#[tokio::test]
async fn a_document_counts_for_as_long_as_its_headers_say_within_bounds() {
    const HOUR: i64 = 60 * 60;
    for (headers, seconds) in [
        (&[][..], HOUR),
        (&[("cache-control", "public, Max-Age=7200")], 2 * HOUR),
        (&[("cache-control", "max-age=7200"), ("age", "3600")], HOUR),
        (&[("cache-control", "max-age=1")], 300),
        (&[("cache-control", "no-store")], 300),
        (&[("cache-control", "no-cache, max-age=7200")], 300),
        (&[("cache-control", "max-age=31536000")], 24 * HOUR),
        (&[("expires", "Mon, 01 Jan 2024 02:00:00 GMT")], 2 * HOUR),
        (&[("expires", "0")], 300),
        (
            &[("expires", "0"), ("cache-control", "max-age=7200")],
            2 * HOUR,
        ),
    ] {
        let world = World::new().await;
        world.site.serves(Ok(answer(&described(), headers)));
        assert!(world.reads(URL).await.unwrap());
        world.connection.pass(seconds - 1);
        assert!(!world.reads(URL).await.unwrap(), "{headers:?}");
        world.connection.pass(1);
        assert!(world.reads(URL).await.unwrap(), "{headers:?}");
    }
}

#[tokio::test]
async fn what_a_document_comes_to_say_counts_and_sends_nobody_elsewhere_unasked() {
    let world = World::new().await;
    let user = world.connection.memory.user;
    let elsewhere = "https://other.example.com/cb";
    world.reads(URL).await.unwrap();
    let one = world.connection.code("memory:read").await;
    let tokens = world.connection.exchange(&one).await.unwrap();
    let request = async |redirect_uri: &str| {
        let parameters = asks(URL, redirect_uri);
        world
            .engine()
            .authorization_request(&parameters, ISSUER)
            .await
    };
    // To the site that describes it, nobody is asked twice.
    let known = request(CALLBACK).await.unwrap();
    assert!(world.engine().is_granted(user, &known).await.unwrap());
    assert_eq!(known.described_by().as_deref(), Some("app.example.com"));
    assert!(!known.is_answered_elsewhere() && !known.is_answered_locally());
    assert_eq!(code(request(elsewhere).await), "invalid_request");

    world.connection.pass(60 * 60);
    let local = "http://127.0.0.1/cb";
    let changed = with("redirect_uris", json!([elsewhere, local]));
    world.site.serves(Ok(answer(&changed, &[])));
    assert!(world.reads(URL).await.unwrap());
    assert_eq!(code(request(CALLBACK).await), "invalid_request");
    let other = request(elsewhere).await.unwrap();
    assert!(other.is_answered_elsewhere());
    assert!(!world.engine().is_granted(user, &other).await.unwrap());
    let here = request("http://127.0.0.1:51004/cb").await.unwrap();
    assert!(here.is_answered_locally());
    assert!(!world.engine().is_granted(user, &here).await.unwrap());
    // The client is the same all the while: one grant, and its tokens go on.
    let allowed = world
        .engine()
        .allow(user, &other, Scopes::all(), true, None);
    assert!(allowed.await.unwrap().starts_with(elsewhere));
    assert_eq!(world.engine().grants(user).await.unwrap().len(), 1);
    assert!(
        world
            .connection
            .refresh(&refresh_token(&tokens))
            .await
            .is_ok()
    );
    // A site that is gone connects nothing any more.
    world.connection.pass(60 * 60);
    assert!(
        world
            .refusal(Err(Failure::Broken))
            .await
            .contains("cannot be fetched")
    );
}

#[tokio::test]
async fn without_a_door_no_document_is_read() {
    let connection = Connection::new().await;
    let engine = &connection.memory.engine;
    assert!(!engine.reads_client_documents());
    let read = engine.unread_document(&asks(URL, CALLBACK)).await;
    assert_eq!(code(read), "invalid_client");
    let registered = asks(&connection.client, CALLBACK);
    assert_eq!(engine.unread_document(&registered).await.unwrap(), None);
}

#[tokio::test]
async fn nobody_starts_a_device_with_an_address() {
    let world = World::new().await;
    let types = json!([
        "authorization_code",
        "urn:ietf:params:oauth:grant-type:device_code"
    ]);
    let document = with("grant_types", types);
    world.site.serves(Ok(answer(&document, &[])));
    world.reads(URL).await.unwrap();
    let parameters = form(&[("client_id", URL), ("scope", "memory:read")]);
    let presented = recollect_engine::oauth::Presented::read(None, &parameters).unwrap();
    let started = world.engine().start_device(&parameters, &presented, ISSUER);
    assert_eq!(code(started.await), "unauthorized_client");
}
