//! Applications that a person connects: from a bare refusal to tokens, and what is refused on the way.

mod consent;
mod discovery;
pub(crate) mod documents;
mod outside;
mod tokens;

use recollect_model::{
    ClientAuthentication, ClientId, Environment, GrantId, GrantType, OAuthClient, PrefixedToken,
    Scopes, TokenKind, UserId,
};
use recollect_storage::{Consent, NewCode};
use reqwest::StatusCode;
use reqwest::header::WWW_AUTHENTICATE;
use serde_json::{Value, json};

use crate::service::{Browser, Client, Page, Reply, Service};

/// The pair of RFC 7636, appendix B.
pub(crate) const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub(crate) const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
pub(crate) const CALLBACK: &str = "https://app.example.com/callback";

/// An application, as a program that speaks the protocol.
pub(crate) struct Application {
    pub(crate) base: String,
    pub(crate) id: String,
    pub(crate) secret: Option<String>,
    http: reqwest::Client,
}

impl Application {
    /// A public application with this redirect address, and all that applications may have.
    pub(crate) async fn public(service: &Service, redirect_uri: &str) -> Self {
        let description = json!({
            "client_name": "An assistant",
            "redirect_uris": [redirect_uri],
            "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
        });
        Self::registered(service, &description).await
    }

    /// An application that describes itself at this address instead of registering with the service at `base`.
    pub(crate) fn described(base: &str, document: &str) -> Self {
        Self {
            base: base.to_owned(),
            id: document.to_owned(),
            secret: None,
            http: reqwest::Client::new(),
        }
    }

    /// An application that describes itself so.
    pub(crate) async fn registered(service: &Service, description: &Value) -> Self {
        let (status, client) = register(service, description).await;
        assert_eq!(status, StatusCode::CREATED, "{client}");
        Self {
            base: service.base.clone(),
            id: client["client_id"].as_str().unwrap().to_owned(),
            secret: client["client_secret"].as_str().map(str::to_owned),
            http: reqwest::Client::new(),
        }
    }

    /// The address that it sends a person to, with these parameters beside the usual ones, or instead of them.
    pub(crate) fn asks(&self, parameters: &[(&str, &str)]) -> String {
        let mut all = vec![
            ("response_type", "code"),
            ("client_id", &self.id),
            ("redirect_uri", CALLBACK),
            ("state", "a state & more"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        all.retain(|(name, _)| parameters.iter().all(|(other, _)| name != other));
        all.extend(parameters);
        // An empty one is left out.
        all.retain(|(_, value)| !value.is_empty());
        let query = reqwest::Url::parse_with_params("http://x/", all).unwrap();
        format!("/oauth/authorize?{}", query.query().unwrap())
    }

    /// Sends a form to an endpoint, with its id and secret in it.
    pub(crate) async fn post(&self, path: &str, parameters: &[(&str, &str)]) -> Reply {
        let mut all = vec![("client_id", &*self.id)];
        all.extend(
            self.secret
                .as_deref()
                .map(|secret| ("client_secret", secret)),
        );
        all.retain(|(name, _)| parameters.iter().all(|(other, _)| name != other));
        all.extend(parameters);
        self.post_only(path, &all).await
    }

    /// Sends a form to an endpoint.
    pub(crate) async fn post_only(&self, path: &str, parameters: &[(&str, &str)]) -> Reply {
        let form = reqwest::Url::parse_with_params("http://x/", parameters).unwrap();
        let request = self
            .http
            .post(format!("{}{path}", self.base))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form.query().unwrap_or_default().to_owned());
        let response = request.send().await.unwrap();
        let cached = response.headers()["cache-control"].clone();
        assert_eq!(cached, "no-store", "{path}");
        (response.status(), response.json().await.unwrap())
    }

    /// Exchanges a code.
    pub(crate) async fn exchange(&self, code: &str) -> Reply {
        let parameters = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ];
        self.post("/oauth/token", &parameters).await
    }

    /// Exchanges a refresh token.
    pub(crate) async fn refresh(&self, token: &str) -> Reply {
        let parameters = [("grant_type", "refresh_token"), ("refresh_token", token)];
        self.post("/oauth/token", &parameters).await
    }

    /// What a person gives it who allows all it asks for: the tokens.
    pub(crate) async fn connected(&self, person: &Browser, parameters: &[(&str, &str)]) -> Value {
        let page = person.get(&self.asks(parameters)).await;
        let page = answered(person, &page, "allow").await;
        let (status, tokens) = self.exchange(&sent(&page, "code").unwrap()).await;
        assert_eq!(status, StatusCode::OK, "{tokens}");
        tokens
    }

    /// Calls an operation with an access token.
    pub(crate) async fn call(&self, path: &str, token: &str) -> Reply {
        let request = self.http.get(format!("{}{path}", self.base));
        let response = request.bearer_auth(token).send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    }
}

/// Registers an application.
pub(crate) async fn register(service: &Service, description: &Value) -> Reply {
    let request = reqwest::Client::new().post(format!("{}/oauth/register", service.base));
    let response = request.json(description).send().await.unwrap();
    (response.status(), response.json().await.unwrap())
}

/// The page's form, sent as it is, with this answer.
pub(crate) async fn answered(person: &Browser, page: &Page, answer: &str) -> Page {
    let mut fields = fields(page);
    fields.push(("answer".to_owned(), answer.to_owned()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
    person.post_form("/oauth/authorize", &fields).await
}

/// The hidden fields and the ticked boxes of a page's form.
pub(crate) fn fields(page: &Page) -> Vec<(String, String)> {
    let inputs = page.body.split("<input ").skip(1);
    let fields = inputs.filter_map(|input| {
        let input = input.split('>').next()?;
        let is_sent = input.contains("type=\"hidden\"") || input.contains(" checked");
        let attribute = |name: &str| {
            let (_, rest) = input.split_once(&format!("{name}=\""))?;
            Some(unescaped(rest.split('"').next()?))
        };
        is_sent.then(|| Some((attribute("name")?, attribute("value")?)))?
    });
    fields.collect()
}

fn unescaped(html: &str) -> String {
    html.replace("&#38;", "&")
        .replace("&amp;", "&")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&#60;", "<")
        .replace("&#62;", ">")
}

/// A parameter of the address that a page sends to.
pub(crate) fn sent(page: &Page, name: &str) -> Option<String> {
    let address = reqwest::Url::parse(page.location()).unwrap();
    let mut pairs = address.query_pairs();
    pairs
        .find(|(n, _)| n == name)
        .map(|(_, value)| value.into_owned())
}

/// Connects an application behind the service's back; the grant's id.
pub(crate) async fn granted(client: &Client) -> String {
    let (environment, store) = (Environment::system(), client.store());
    let (_, me) = client.get("/api/v1/me").await;
    let user: UserId = me["id"].as_str().unwrap().parse().unwrap();
    let application = OAuthClient {
        id: ClientId::new(&environment),
        document: None,
        name: "An assistant".to_owned(),
        secret: None,
        authentication: ClientAuthentication::None,
        redirect_uris: vec![CALLBACK.to_owned()],
        grant_types: GrantType::ALL.to_vec(),
        created_at: environment.now(),
    };
    let (id, at) = (application.id, application.created_at);
    store.keep_client(&application, at, 100).await.unwrap();
    let consent = Consent {
        user,
        grant: GrantId::new(&environment),
        client: id,
        asked: Scopes::all(),
        allowed: Scopes::all(),
        audit: None,
        at,
    };
    let code = NewCode {
        hash: PrefixedToken::new(TokenKind::AuthorizationCode, &environment).hash(),
        resource: String::new(),
        redirect_uri: CALLBACK.to_owned(),
        challenge: CHALLENGE.to_owned(),
        expires_at: at,
    };
    assert!(store.consent_with_code(&consent, &code).await.unwrap());
    consent.grant.to_string()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "it is one story, told in order")]
async fn an_application_that_knows_only_an_address_gets_in_with_a_persons_consent() {
    let service = Service::start().await;
    let http = reqwest::Client::new();
    let refused = http
        .get(format!("{}/api/v1/me", service.base))
        .send()
        .await
        .unwrap();
    let challenge = refused.headers()[WWW_AUTHENTICATE].to_str().unwrap();
    let metadata = challenge.split('"').rev().nth(1).unwrap().to_owned();
    let get = async |address: &str| -> Value {
        let response = http.get(address).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{address}");
        assert_eq!(response.headers()["content-type"], "application/json");
        response.json().await.unwrap()
    };
    let resource = get(&metadata).await;
    assert_eq!(resource["resource"], json!(service.base));
    let issuer = resource["authorization_servers"][0].as_str().unwrap();
    let server = get(&format!("{issuer}/.well-known/oauth-authorization-server")).await;
    assert_eq!(server["issuer"], json!(issuer));
    assert_eq!(
        server["registration_endpoint"],
        json!(format!("{issuer}/oauth/register"))
    );

    let assistant = Application::public(&service, CALLBACK).await;
    let anna = service.sign_in("anna@example.com").await;
    let page = anna.get(&assistant.asks(&[])).await;
    assert_eq!(page.status, StatusCode::OK, "{page:?}");
    for said in [
        "An assistant",
        "anna@example.com",
        "app.example.com",
        "Search and read your memory",
        "Add to your memory, change it and forget",
    ] {
        assert!(page.body.contains(said), "{said}: {}", page.body);
    }
    assert!(!page.body.contains("Manage your keys"), "{}", page.body);
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains("form-action 'self' https://app.example.com;"),
        "{policy}"
    );

    let sent_back = answered(&anna, &page, "allow").await;
    assert_eq!(sent_back.status, StatusCode::SEE_OTHER, "{sent_back:?}");
    assert!(
        sent_back
            .location()
            .starts_with(&format!("{CALLBACK}?code=rc_ac_"))
    );
    assert_eq!(sent(&sent_back, "state").unwrap(), "a state & more");
    assert_eq!(sent(&sent_back, "iss").unwrap(), issuer);
    let (status, tokens) = assistant.exchange(&sent(&sent_back, "code").unwrap()).await;
    assert_eq!(status, StatusCode::OK, "{tokens}");
    assert_eq!(
        (
            &tokens["token_type"],
            &tokens["expires_in"],
            &tokens["scope"]
        ),
        (
            &json!("Bearer"),
            &json!(3600),
            &json!("memory:read memory:write")
        )
    );
    let access = tokens["access_token"].as_str().unwrap();
    let (status, me) = assistant.call("/api/v1/me", access).await;
    assert_eq!(
        (status, &me["email"]),
        (StatusCode::OK, &json!("anna@example.com"))
    );
    let (status, refusal) = assistant.call("/api/v1/grants", access).await;
    assert_eq!(
        (status, &refusal["code"]),
        (StatusCode::FORBIDDEN, &json!("insufficient_scope"))
    );

    let (_, listed) = anna
        .call(reqwest::Method::GET, "/api/v1/grants", None)
        .await;
    assert_eq!(listed["grants"][0]["name"], "An assistant");
    assert_eq!(
        listed["grants"][0]["scopes"],
        json!(["memory:read", "memory:write"])
    );
    let grant = format!(
        "/api/v1/grants/{}",
        listed["grants"][0]["id"].as_str().unwrap()
    );
    let (status, _) = anna.call(reqwest::Method::DELETE, &grant, None).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        assistant.call("/api/v1/me", access).await.0,
        StatusCode::UNAUTHORIZED
    );
    let refresh = tokens["refresh_token"].as_str().unwrap();
    let (status, refusal) = assistant.refresh(refresh).await;
    assert_eq!(
        (status, &refusal["error"]),
        (StatusCode::BAD_REQUEST, &json!("invalid_grant"))
    );
}
