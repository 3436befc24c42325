//! What applications send: forms of the protocol, registrations, tokens, key sets, and the documents they are described by.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use recollect_engine::oauth::jose::{PresentedToken, PublicKey};
use recollect_engine::oauth::{NewClient, OAuthError, Parameters, is_jwt};
use recollect_engine::{Engine, Language, Settings};
use recollect_fuzzing::Inputs;
use recollect_language::scripted::{ScriptedEmbedding, ScriptedExtraction};
use recollect_model::{Environment, ManualClock, SeededEntropy, Timestamp};
use recollect_outbound::{Answer, Exchange, Failure, HeaderMap, HeaderValue, Request};
use recollect_storage::{Database, Faults, Store};
use serde_json::Value;

use crate::text;

const URL: &str = "https://app.example.com/client.json";
const DOCUMENT: &str = r#"{"client_id":"https://app.example.com/client.json","client_name":"An assistant",
    "redirect_uris":["https://app.example.com/callback","http://127.0.0.1:33418/","com.example.app:/done"],
    "grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"none"}"#;
const FORM: &str = "response_type=code&client_id=https%3A%2F%2Fapp.example.com%2Fclient.json&redirect_uri=\
    https%3A%2F%2Fapp.example.com%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&\
    code_challenge_method=S256&scope=memory%3Aread&state=af0ifjsldkj&resource=http%3A%2F%2Flocalhost%2Fmcp";
const ISSUER: &str = "http://localhost";

/// A site whose document is what it was given last.
#[derive(Default)]
struct Site(Mutex<Vec<u8>>);

#[async_trait]
impl Exchange for Site {
    async fn exchange(&self, _: &Request) -> Result<Answer, Failure> {
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        Ok(Answer {
            status: 200,
            headers,
            body: self.0.lock().unwrap().clone(),
            is_cut: false,
        })
    }
}

/// A service whose clock stands, and the site that it reads documents from.
async fn service() -> (Engine, Arc<Site>, Arc<ManualClock>) {
    let store = Store::open(&Database::SqliteInMemory, Faults::none())
        .await
        .unwrap();
    let language = Language {
        embed: Arc::new(ScriptedEmbedding::new()),
        extract: Arc::new(ScriptedExtraction::new()),
        rerank: None,
        read: None,
    };
    let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
    let environment = Environment::new(clock.clone(), Arc::new(SeededEntropy::new(1)));
    let site = Arc::new(Site::default());
    let engine = Engine::new(store, language, environment, Settings::default());
    (engine.with_document_door(site.clone()), site, clock)
}

/// The answer to a request; what is no refusal is a failure of the service.
fn answered<T>(outcome: Result<T, OAuthError>) -> Result<T, String> {
    outcome.map_err(|error| match error {
        // What is wrong stands at the end.
        OAuthError::Refused { reason, .. } => {
            let words: Vec<&str> = reason.split(' ').collect();
            words[words.len().saturating_sub(6)..].join(" ")
        }
        error @ OAuthError::Engine(_) => panic!("{error}"),
    })
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn a_document_that_is_believed_names_its_own_address() {
    let runtime = runtime();
    let (engine, site, clock) = runtime.block_on(service());
    let parameters = Parameters::parse(FORM.as_bytes());
    let words = [
        "\"client_secret\":\"a\",",
        "null",
        "[]",
        "{}",
        "javascript:alert(1)",
        "https://",
        "http://localhost",
        "\\u0000",
        ";",
        "'unsafe-inline'",
        "*",
        "#",
        "\"device_code\"",
    ];
    let inputs = Inputs::of("documents of applications", [DOCUMENT]).with_words(words);
    inputs.feed(|input| {
        *site.0.lock().unwrap() = input.to_vec();
        // What was read before does not count any more.
        clock.advance_ms(61 * 60 * 1_000);
        runtime.block_on(async {
            let unread = answered(engine.unread_document(&parameters).await)?.unwrap();
            assert_eq!(unread.as_str(), URL);
            answered(engine.read_document(&unread).await)?;
            let document: Value = serde_json::from_slice(input).unwrap();
            assert_eq!(document["client_id"], URL);
            let request = engine.authorization_request(&parameters, ISSUER).await;
            answered(request.map(|_| ()))
        })
    });
}

#[test]
fn forms_are_refused_or_understood() {
    let runtime = runtime();
    let (engine, site, _) = runtime.block_on(service());
    *site.0.lock().unwrap() = DOCUMENT.as_bytes().to_vec();
    let parameters = Parameters::parse(FORM.as_bytes());
    runtime.block_on(async {
        let unread = engine.unread_document(&parameters).await.unwrap();
        engine.read_document(&unread.unwrap()).await.unwrap();
    });
    let words = [
        "&scope=",
        "account",
        "%00",
        "%ff",
        "&state=",
        "redirect_uri=",
        "http%3A%2F%2F127.0.0.1%3A1%2F",
        "&",
        "=",
        "+",
        "%",
        "plain",
        "&resource=",
        "https%3A%2F%2F",
        "token",
    ];
    let inputs = Inputs::of("forms of OAuth", [FORM]).with_words(words);
    inputs.of_at_most(6_000).feed(|input| {
        let parameters = Parameters::parse(input);
        parameters.pairs().for_each(drop);
        let asked = runtime.block_on(engine.authorization_request(&parameters, ISSUER));
        let asked = answered(asked)?;
        // Whoever may be sent the code is who registered the address.
        let denied = asked.denied();
        let is_registered = [
            "https://app.example.com/callback?",
            "http://127.0.0.1:",
            "com.example.app:/done?",
        ];
        assert!(
            is_registered.iter().any(|start| denied.starts_with(start)),
            "{denied}"
        );
        Ok::<_, String>(denied.len() / 32)
    });
}

#[test]
fn registrations_are_refused_or_understood() {
    let runtime = runtime();
    let (engine, ..) = runtime.block_on(service());
    let seeds = [
        "https://app.example.com/callback\nhttp://127.0.0.1/\ncom.example.app:/done",
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "http://[::1]:3000/cb?a=b",
        "http://localhost/",
    ];
    let words = [
        "javascript:",
        "data:",
        "https://",
        "ms-msdt:",
        "\\",
        "@",
        "#",
        "%0a",
        "[",
        "]",
        ";",
        "'",
        "//",
        "\n",
        "。",
    ];
    let inputs = Inputs::of("registrations", seeds).with_words(words);
    inputs.of_at_most(2_500).feed(|input| {
        let text = text(input);
        let new = NewClient {
            name: text.lines().next().map(str::to_owned),
            redirect_uris: text.lines().map(str::to_owned).collect(),
            authentication: Some("none".to_owned()),
            ..NewClient::default()
        };
        let registered = answered(runtime.block_on(engine.register_client(new)))?;
        for uri in &registered.client.redirect_uris {
            let scheme = uri.split(':').next().unwrap().to_ascii_lowercase();
            let is_web = ["http", "https", "cursor"].contains(&&*scheme);
            assert!(is_web || scheme.contains('.'), "{uri}");
            assert!(uri.bytes().all(|byte| byte.is_ascii_graphic()), "{uri}");
        }
        Ok::<_, String>(registered.client.redirect_uris.len().min(4))
    });
}

#[test]
fn tokens_and_keys_are_read_without_harm() {
    let token = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImEiLCJ0eXAiOiJhdCtqd3QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUuY29tIiwic3ViIjoi\
        YW5uYSIsImF1ZCI6WyJhIiwiYiJdLCJleHAiOjE5MDAwMDAwMDAsIm5iZiI6MS41fQ.c2lnbmF0dXJl";
    let keys = [
        r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","use":"sig","kid":"a"}"#,
        r#"{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}"#,
        r#"{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc","e":"AQAB"}"#,
    ];
    let mut public: Vec<PublicKey> = keys
        .iter()
        .filter_map(|key| PublicKey::from_jwk(&serde_json::from_str(key).unwrap()))
        .collect();
    assert!(!public.is_empty());
    let words = [
        "none",
        "HS256",
        "EdDSA",
        "eyJhbGciOiJub25lIn0",
        ".",
        "..",
        "=",
        "\"kty\":",
        "\"oct\"",
        "P-521",
    ];
    let inputs =
        Inputs::of("tokens and key sets", keys.into_iter().chain([token])).with_words(words);
    inputs.of_at_most(3_000).feed(|input| {
        let text = text(input);
        let key = serde_json::from_slice(input)
            .ok()
            .and_then(|key| PublicKey::from_jwk(&key));
        let has_key = key.is_some();
        let Some(read) = PresentedToken::read(&text) else {
            return (is_jwt(&text), has_key, None);
        };
        public.extend(key);
        public.truncate(4);
        assert!(
            !public.iter().any(|key| read.is_signed_by(key)),
            "a made-up signature is believed"
        );
        read.text("iss");
        read.is_for(|audience| audience == "a");
        (
            true,
            has_key,
            Some((
                read.algorithm().as_str(),
                read.kind().is_some(),
                read.instant("exp").is_some(),
            )),
        )
    });
}
