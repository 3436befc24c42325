//! The rules of OAuth 2.0, with a clock that stands still until it is moved.

mod devices;
mod documents;
mod jwt;
mod outside;
mod tokens;

use recollect_engine::oauth::{NewClient, OAuthError, Parameters, Presented, Tokens};
use recollect_model::{Caller, Scopes};

use crate::support::Memory;

pub(crate) const ISSUER: &str = "https://memory.example.com";
pub(crate) const CALLBACK: &str = "https://app.example.com/callback";
/// The pair of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A person with a memory and an application that they connect.
pub(crate) struct Connection {
    pub(crate) memory: Memory,
    pub(crate) client: String,
}

pub(crate) fn form(parameters: &[(&str, &str)]) -> Parameters {
    let pairs = parameters
        .iter()
        .map(|(name, value)| format!("{name}={}", value.replace(' ', "+")));
    Parameters::parse(pairs.collect::<Vec<_>>().join("&").as_bytes())
}

/// The code of a refusal.
pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, OAuthError>) -> &'static str {
    match result {
        Err(OAuthError::Refused { code, .. }) => code.as_str(),
        other => panic!("{other:?} is no refusal"),
    }
}

impl Connection {
    pub(crate) async fn new() -> Self {
        let memory = Memory::new().await;
        let client = Self::registered(&memory).await;
        Self { memory, client }
    }

    pub(crate) async fn registered(memory: &Memory) -> String {
        let types = [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:device_code",
        ];
        let new = NewClient {
            name: Some("An assistant".to_owned()),
            redirect_uris: vec![CALLBACK.to_owned()],
            authentication: Some("none".to_owned()),
            grant_types: Some(types.map(str::to_owned).to_vec()),
            response_types: None,
        };
        memory
            .engine
            .register_client(new)
            .await
            .unwrap()
            .client
            .id
            .to_string()
    }

    /// A code for these scopes, which the person allows.
    pub(crate) async fn code(&self, scopes: &str) -> String {
        let parameters = form(&[
            ("response_type", "code"),
            ("client_id", &self.client),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
            ("scope", scopes),
        ]);
        let engine = &self.memory.engine;
        let request = engine
            .authorization_request(&parameters, ISSUER)
            .await
            .unwrap();
        let user = self.memory.user;
        let to = engine
            .allow(user, &request, Scopes::all(), true, None)
            .await
            .unwrap();
        let (_, code) = to.split_once("?code=").unwrap();
        code.split('&').next().unwrap().to_owned()
    }

    pub(crate) async fn post(&self, parameters: &[(&str, &str)]) -> Result<Tokens, OAuthError> {
        let mut all = vec![("client_id", &*self.client)];
        all.extend(parameters);
        let parameters = form(&all);
        let presented = Presented::read(None, &parameters).unwrap();
        self.memory
            .engine
            .tokens(&parameters, &presented, ISSUER)
            .await
    }

    pub(crate) async fn exchange(&self, code: &str) -> Result<Tokens, OAuthError> {
        let grant = ("grant_type", "authorization_code");
        self.post(&[grant, ("code", code), ("code_verifier", VERIFIER)])
            .await
    }

    pub(crate) async fn refresh(&self, token: &str) -> Result<Tokens, OAuthError> {
        self.post(&[("grant_type", "refresh_token"), ("refresh_token", token)])
            .await
    }

    /// Whom an access token speaks for.
    pub(crate) async fn caller(&self, token: &str) -> Option<Caller> {
        self.memory
            .engine
            .caller_by_token(token, ISSUER)
            .await
            .unwrap()
    }

    pub(crate) fn pass(&self, seconds: i64) {
        self.memory.clock.advance_ms(seconds * 1_000);
    }
}

/// The refresh token, as the client sees it.
pub(crate) fn refresh_token(tokens: &Tokens) -> String {
    tokens.refresh_token.as_ref().unwrap().reveal().to_owned()
}
