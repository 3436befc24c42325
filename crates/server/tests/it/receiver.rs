//! A receiver of webhooks in the test's own process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// What was received, in order. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Received(Arc<Mutex<Vec<Delivered>>>);

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Delivered {
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

/// A receiver that listens until it is dropped.
pub(crate) struct Receiver {
    pub(crate) url: String,
    pub(crate) received: Received,
    status: Arc<Mutex<StatusCode>>,
    serving: JoinHandle<()>,
}

impl Receiver {
    /// One that takes everything.
    pub(crate) async fn start() -> Self {
        Self::listening(0, Received::default()).await
    }

    /// The same on a port, adding to what was received before.
    pub(crate) async fn listening(port: u16, received: Received) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let status = Arc::new(Mutex::new(StatusCode::NO_CONTENT));
        let state = (received.clone(), status.clone());
        let router = Router::new().fallback(take).with_state(state);
        let serving = tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        });
        Self {
            url,
            received,
            status,
            serving,
        }
    }

    /// From now on it answers this.
    pub(crate) fn answer(&self, status: StatusCode) {
        *self.status.lock().unwrap() = status;
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(
    State((received, status)): State<(Received, Arc<Mutex<StatusCode>>)>,
    headers: HeaderMap,
    body: String,
) -> StatusCode {
    let headers = headers
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
        .collect();
    received.0.lock().unwrap().push(Delivered { headers, body });
    *status.lock().unwrap()
}

impl Received {
    pub(crate) fn all(&self) -> Vec<Delivered> {
        self.0.lock().unwrap().clone()
    }

    /// Waits until so many requests have come; all of them.
    pub(crate) async fn wait_for(&self, count: usize) -> Vec<Delivered> {
        let start = Instant::now();
        loop {
            let all = self.all();
            if all.len() >= count {
                return all;
            }
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "{} of {count} came: {all:?}",
                all.len()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Delivered {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// What the scripts that verify signatures read.
pub(crate) fn file_of(delivered: &[Delivered]) -> tempfile::NamedTempFile {
    let all: Vec<Value> = delivered
        .iter()
        .map(|one| json!({ "headers": one.headers, "body": one.body }))
        .collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), json!(all).to_string()).unwrap();
    file
}
