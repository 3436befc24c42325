//! A running service for one test, and a client of it.

use std::time::Duration;

use clap::Parser;
use recollect_engine::create_api_key;
use recollect_model::Environment;
use recollect_server::commands::serve_on;
use recollect_server::configuration::{Command, CommandLine, ServeOptions};
use recollect_storage::{Faults, Store};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// A service on a port and a data directory of its own, stopped when it is dropped.
pub(crate) struct Service {
    pub(crate) base: String,
    options: ServeOptions,
    _directory: TempDir,
    _stop: oneshot::Sender<()>,
}

/// One user's view of a service.
pub(crate) struct Client {
    base: String,
    key: String,
    http: reqwest::Client,
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
        let Command::Serve(options) = CommandLine::parse_from(arguments).command else {
            unreachable!("it says serve")
        };
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
        let store = Store::open(&self.options.storage.database(), Faults::none())
            .await
            .unwrap();
        let token = create_api_key(
            &store,
            &Environment::system(),
            &email.parse().unwrap(),
            None,
            "test",
        )
        .await
        .unwrap();
        Client {
            base: self.base.clone(),
            key: token.reveal().to_owned(),
            http: reqwest::Client::new(),
        }
    }
}

impl Client {
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

async fn reply(request: reqwest::RequestBuilder) -> Reply {
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    (
        status,
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}: not JSON: {text}")),
    )
}
