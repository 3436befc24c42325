//! A running service for one test, and a client of it.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use clap::Parser;
use recollect_engine::{NewKey, create_api_key};
use recollect_model::{
    Environment, LoginLink, LoginMethod, OpaqueToken, Scopes, Session, SessionId,
};
use recollect_server::commands::serve_on;
use recollect_server::configuration::{Command, CommandLine, ServeOptions};
use recollect_storage::{Beginning, Store};
use reqwest::header::{COOKIE, HeaderMap, LOCATION, ORIGIN, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::codes::assert_documented_code;
use crate::postgres::{MASTER_KEY, store_of};

/// A service on a port and a data directory of its own, stopped when it is dropped.
pub(crate) struct Service {
    pub(crate) base: String,
    pub(crate) options: ServeOptions,
    _directory: TempDir,
    _stop: oneshot::Sender<()>,
}

/// One user's view of a service.
pub(crate) struct Client {
    base: String,
    key: String,
    email: String,
    store: Store,
    http: reqwest::Client,
}

/// A browser: it keeps cookies, follows no redirect by itself, and says which page a request comes from.
pub(crate) struct Browser {
    pub(crate) base: String,
    cookies: Mutex<BTreeMap<String, String>>,
    http: reqwest::Client,
}

/// What a browser is shown.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

/// A status and a JSON body.
pub(crate) type Reply = (StatusCode, Value);

impl Service {
    /// The service with the small embedding model, which loads and computes fast.
    pub(crate) async fn start() -> Self {
        Self::with(&["--embedder", "potion"]).await
    }

    /// The service with these flags.
    pub(crate) async fn with(flags: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().to_str().unwrap().to_owned();
        let arguments = ["recollect", "serve", "--data", &data]
            .into_iter()
            .chain(flags.iter().copied());
        // A server's database has no place beside it where a key could be.
        let is_remote = flags.contains(&"--database");
        let key = is_remote.then_some(["--master-key", MASTER_KEY]);
        let arguments = arguments.chain(key.into_iter().flatten());
        let Command::Serve(mut options) = CommandLine::parse_from(arguments).command else {
            unreachable!("it says serve")
        };
        // This process is the tests' own program.
        options.pdf_reader = Some(env!("CARGO_BIN_EXE_recollect").into());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let served = options.clone();
        tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            serve_on(listener, served, stopped).await.unwrap();
        });
        let service = Self {
            base,
            options,
            _directory: directory,
            _stop: stop,
        };
        let health = reqwest::get(format!("{}/healthz", service.base))
            .await
            .unwrap();
        assert_eq!(health.status(), StatusCode::OK);
        service
    }

    /// A client with a new key for the account of this address.
    pub(crate) async fn client(&self, email: &str) -> Client {
        self.client_of(email, None, NewKey::named("test")).await
    }

    /// The same for somebody who is called so.
    pub(crate) async fn client_called(&self, email: &str, name: &str) -> Client {
        self.client_of(email, Some(name), NewKey::named("test"))
            .await
    }

    /// A client of this address whose key has these scopes.
    pub(crate) async fn client_with(&self, email: &str, scopes: Scopes) -> Client {
        let scopes = Some(scopes);
        let new = NewKey {
            scopes,
            ..NewKey::named("test")
        };
        self.client_of(email, None, new).await
    }

    /// A browser in which the person of this address is logged in.
    pub(crate) async fn sign_in(&self, email: &str) -> Browser {
        sign_in(&self.base, &self.store().await, email).await
    }

    /// The path of a new link that logs in the person of this address, made behind the service's back.
    pub(crate) async fn login_link(&self, email: &str, next: Option<&str>) -> String {
        login_link(&self.store().await, email, next).await
    }

    /// Where its files are.
    pub(crate) fn data(&self) -> &std::path::Path {
        &self.options.storage.data
    }

    /// The service's database.
    pub(crate) async fn store(&self) -> Store {
        store_of(&self.options.storage.database()).await
    }

    async fn client_of(&self, email: &str, name: Option<&str>, new: NewKey) -> Client {
        let (store, environment) = (self.store().await, Environment::system());
        let address = email.parse().unwrap();
        let token = create_api_key(&store, &environment, &address, name, new).await;
        Client {
            base: self.base.clone(),
            key: token.unwrap().reveal().to_owned(),
            email: email.to_owned(),
            store,
            http: reqwest::Client::new(),
        }
    }
}

async fn sign_in(base: &str, store: &Store, email: &str) -> Browser {
    let browser = Browser::new(base);
    let link = login_link(store, email, None).await;
    let page = browser.get(&link).await;
    let form = browser.post_form(&link, &[]).await;
    assert_eq!(
        (page.status, form.status),
        (StatusCode::OK, StatusCode::SEE_OTHER)
    );
    browser
}

/// The secret of a session that the person of this address began so long ago.
pub(crate) async fn old_session(store: &Store, email: &str, ago: Duration) -> String {
    let environment = Environment::system();
    let began = environment.now() - ago;
    let (token, secret) = (
        OpaqueToken::new(&environment),
        OpaqueToken::new(&environment),
    );
    let link = LoginLink {
        hash: token.hash(),
        email: email.parse().unwrap(),
        browser: None,
        next: None,
        created_at: began,
        expires_at: began + Duration::from_secs(60),
        used_at: None,
    };
    store.insert_login_link(&link).await.unwrap();
    let session = Session {
        id: SessionId::new(&environment),
        agent: "Lynx/2.9".to_owned(),
        method: LoginMethod::MagicLink,
        address: None,
        created_at: began,
        last_used_at: began,
        expires_at: began + Duration::from_secs(30 * 24 * 60 * 60),
    };
    let beginning = Beginning {
        session,
        secret: secret.hash(),
        browser: token.hash(),
        replaced: None,
    };
    let entered = store.log_in(&link, &beginning, &environment).await;
    assert!(entered.unwrap().is_some());
    secret.reveal().to_owned()
}

async fn login_link(store: &Store, email: &str, next: Option<&str>) -> String {
    let environment = Environment::system();
    let token = OpaqueToken::new(&environment);
    let now = environment.now();
    let link = LoginLink {
        hash: token.hash(),
        email: email.parse().unwrap(),
        browser: None,
        next: next.map(str::to_owned),
        created_at: now,
        expires_at: now + Duration::from_secs(60),
        used_at: None,
    };
    store.insert_login_link(&link).await.unwrap();
    format!("/login/{}", token.reveal())
}

impl Client {
    /// A client of a process at this address, with a key of this person's, whose database this is.
    pub(crate) fn of(base: &str, key: &str, email: &str, store: Store) -> Self {
        Self {
            base: base.to_owned(),
            key: key.to_owned(),
            email: email.to_owned(),
            store,
            http: reqwest::Client::new(),
        }
    }

    /// The client's key.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// A browser in which the client's person is logged in.
    pub(crate) async fn sign_in(&self) -> Browser {
        sign_in(&self.base, &self.store, &self.email).await
    }

    /// The service's database.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// One request with the client's key.
    pub(crate) async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Reply {
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.base))
            .bearer_auth(&self.key);
        if let Some(body) = body {
            request = request.json(body);
        }
        reply(request).await
    }

    /// A request with the client's key, to be changed before it is sent.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        request.bearer_auth(&self.key)
    }

    /// A request without a body, answered in any form.
    pub(crate) async fn response(&self, method: Method, path: &str) -> reqwest::Response {
        let request = self.http.request(method, format!("{}{path}", self.base));
        request.bearer_auth(&self.key).send().await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.call(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.call(Method::POST, path, Some(body)).await
    }

    /// A body that need not be JSON.
    pub(crate) async fn post_bytes(&self, path: &str, body: Vec<u8>) -> Reply {
        reply(
            self.http
                .post(format!("{}{path}", self.base))
                .bearer_auth(&self.key)
                .body(body),
        )
        .await
    }

    /// A body as a browser's form sends it.
    pub(crate) async fn form(&self, method: Method, path: &str, body: &str) -> Reply {
        let request = self
            .http
            .request(method, format!("{}{path}", self.base))
            .bearer_auth(&self.key)
            .header("Content-Type", "application/x-www-form-urlencoded");
        reply(request.body(body.to_owned())).await
    }

    /// Sends a text and waits until its log is terminal; the log.
    pub(crate) async fn remember(&self, text: &str, more: &Value) -> Value {
        let mut body = json!({ "episodeBody": text, "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let (status, accepted) = self.post("/ingest", &body).await;
        assert_eq!(status, StatusCode::OK, "{accepted}");
        self.processed(accepted["logId"].as_str().unwrap()).await
    }

    /// Waits until a log is terminal; the log.
    pub(crate) async fn processed(&self, log: &str) -> Value {
        let path = format!("/api/v1/logs/{log}");
        for _ in 0..600 {
            let (status, mut body) = self.get(&path).await;
            assert_eq!(status, StatusCode::OK, "{body}");
            let log = body["log"].take();
            if log["status"] == "completed" || log["status"] == "failed" {
                return log;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{log} is not processed after 12 s");
    }

    /// The texts a search finds, best first.
    pub(crate) async fn search(&self, query: &str, more: &Value) -> Vec<String> {
        let mut body = json!({ "query": query });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let (status, found) = self.post("/search", &body).await;
        assert_eq!(status, StatusCode::OK, "{found}");
        found["episodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|text| text.as_str().unwrap().to_owned())
            .collect()
    }
}

impl Browser {
    /// A browser without cookies.
    pub(crate) fn new(base: &str) -> Self {
        let http = reqwest::Client::builder().redirect(Policy::none());
        Self {
            base: base.to_owned(),
            cookies: Mutex::default(),
            http: http.build().unwrap(),
        }
    }

    /// A browser with the cookie of a session.
    pub(crate) fn with_session(base: &str, secret: &str) -> Self {
        let browser = Self::new(base);
        let mut cookies = browser.cookies.lock().unwrap();
        cookies.insert("recollect_session".to_owned(), secret.to_owned());
        drop(cookies);
        browser
    }

    /// What is at a path, or at an address of this service.
    pub(crate) async fn get(&self, path: &str) -> Page {
        self.send(self.request(Method::GET, path)).await
    }

    /// A form, sent from a page of the service.
    pub(crate) async fn post_form(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let form: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", percent_encoded(value)))
            .collect();
        let request = self
            .request(Method::POST, path)
            .header(ORIGIN, &self.base)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form.join("&"));
        self.send(request).await
    }

    /// A request to the API, sent from a page of the service.
    pub(crate) async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Reply {
        let mut request = self.request(method, path).header(ORIGIN, &self.base);
        if let Some(body) = body {
            request = request.json(body);
        }
        let page = self.send(request).await;
        let json: Value =
            serde_json::from_str(&page.body).unwrap_or_else(|_| panic!("not JSON: {page:?}"));
        assert_documented_code(page.status, &json);
        (page.status, json)
    }

    /// A request with the browser's cookies, to be changed before it is sent.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = match path.starts_with('/') {
            true => format!("{}{path}", self.base),
            false => path.to_owned(),
        };
        let request = self.http.request(method, url);
        match self.cookie_header() {
            cookies if cookies.is_empty() => request,
            cookies => request.header(COOKIE, cookies),
        }
    }

    /// Sends a request and keeps the cookies that come back.
    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> Page {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        for cookie in headers.get_all(SET_COOKIE) {
            let (pair, attributes) = cookie.to_str().unwrap().split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            let mut cookies = self.cookies.lock().unwrap();
            match attributes.contains("Max-Age=0;") {
                true => cookies.remove(name),
                false => cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        let body = response.text().await.unwrap();
        Page {
            status,
            headers,
            body,
        }
    }

    /// The browser's cookies, as it sends them.
    pub(crate) fn cookie_header(&self) -> String {
        let cookies = self.cookies.lock().unwrap();
        let pairs = cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join("; ")
    }
}

impl Page {
    /// Where it sends the browser.
    pub(crate) fn location(&self) -> &str {
        self.headers[LOCATION].to_str().unwrap()
    }

    /// The cookies that it sets, with their attributes.
    pub(crate) fn cookies(&self) -> Vec<String> {
        let cookies = self.headers.get_all(SET_COOKIE).iter();
        cookies
            .map(|cookie| cookie.to_str().unwrap().to_owned())
            .collect()
    }
}

fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

async fn reply(request: reqwest::RequestBuilder) -> Reply {
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    let body = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}: not JSON: {text}"));
    assert_documented_code(status, &body);
    (status, body)
}
