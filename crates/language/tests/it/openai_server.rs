//! A provider that does as a script says, and time that passes as fast as the sockets allow.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use recollect_language::openai::{ApiSecret, Endpoint, ProviderSettings};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;

/// The key the tests show, which must turn up nowhere else.
pub(crate) const KEY: &str = "sk-very-secret-0123456789";

/// What the provider does with one request.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Answers with a status, headers and a body.
    Reply(u16, Vec<(&'static str, String)>, String),
    /// Never answers.
    Hang,
    /// Closes the connection.
    Close,
    /// Sends half of what it promised, and closes the connection.
    Cut,
}

impl Act {
    pub(crate) fn status(status: u16) -> Self {
        Self::Reply(status, Vec::new(), "{}".to_owned())
    }

    pub(crate) fn json(body: &Value) -> Self {
        Self::Reply(200, Vec::new(), body.to_string())
    }

    /// A model's answer in these words.
    pub(crate) fn says(words: &str) -> Self {
        Self::finishes(words, "stop")
    }

    pub(crate) fn finishes(words: &str, reason: &str) -> Self {
        Self::json(&json!({
            "choices": [{"finish_reason": reason, "message": {"role": "assistant", "content": words}}],
            "usage": {"prompt_tokens": 900, "completion_tokens": 100, "total_tokens": 1000},
        }))
    }

    /// A model's notes.
    pub(crate) fn notes(entities: Value, statements: Value) -> Self {
        let notes = Value::from_iter([("entities", entities), ("statements", statements)]);
        Self::says(&notes.to_string())
    }

    pub(crate) fn nothing() -> Self {
        Self::notes(json!([]), json!([]))
    }
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) head: String,
    pub(crate) body: Value,
}

impl Received {
    /// What the model was told in the last message.
    pub(crate) fn last_message(&self) -> &str {
        let messages = self.body["messages"].as_array().expect("messages");
        messages.last().unwrap()["content"].as_str().unwrap()
    }
}

#[derive(Default)]
struct Script {
    acts: VecDeque<Act>,
    otherwise: Option<Act>,
    received: Vec<Received>,
}

/// The provider.
#[derive(Clone)]
pub(crate) struct Provider {
    pub(crate) address: std::net::SocketAddr,
    script: Arc<Mutex<Script>>,
}

impl Provider {
    /// Plays these acts, and then the last one for ever.
    pub(crate) async fn playing(acts: impl IntoIterator<Item = Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let provider = Self {
            address: listener.local_addr().unwrap(),
            script: Arc::default(),
        };
        provider.play(acts);
        let serving = provider.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                tokio::spawn(serving.clone().serve(connection));
            }
        });
        provider
    }

    /// Plays these acts from now on.
    pub(crate) fn play(&self, acts: impl IntoIterator<Item = Act>) {
        let mut script = self.script.lock().unwrap();
        script.acts = acts.into_iter().collect();
        script.otherwise = script.acts.back().cloned();
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.script.lock().unwrap().received.clone()
    }

    /// Forgets what it received, and says how many requests that were.
    pub(crate) fn count(&self) -> usize {
        std::mem::take(&mut self.script.lock().unwrap().received).len()
    }

    pub(crate) fn settings(&self) -> ProviderSettings {
        let endpoint: Endpoint = format!("http://{}", self.address).parse().unwrap();
        let key: ApiSecret = KEY.parse().unwrap();
        ProviderSettings::new(endpoint, Some(key), "tiny")
    }

    async fn serve(self, mut connection: TcpStream) {
        while let Some(received) = read(&mut connection).await {
            let act = {
                let mut script = self.script.lock().unwrap();
                script.received.push(received);
                let next = script.acts.pop_front();
                next.or_else(|| script.otherwise.clone()).expect("an act")
            };
            let (status, headers, body) = match act {
                Act::Reply(status, headers, body) => (status, headers, body),
                Act::Hang => std::future::pending().await,
                Act::Close => return,
                Act::Cut => {
                    let half = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"choices\"";
                    connection.write_all(half.as_bytes()).await.unwrap();
                    return;
                }
            };
            let mut reply = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
            for (name, value) in headers {
                reply.push_str(&format!("{name}: {value}\r\n"));
            }
            let reply = format!("{reply}\r\n{body}");
            if connection.write_all(reply.as_bytes()).await.is_err() {
                return;
            }
        }
    }
}

async fn read(connection: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "))
                .map_or(0, |length| length.parse::<usize>().unwrap());
            if bytes.len() >= end + 4 + length {
                let body = serde_json::from_slice(&bytes[end + 4..]).unwrap();
                return Some(Received { head, body });
            }
        }
        let mut more = [0; 4096];
        match connection.read(&mut more).await {
            Ok(0) | Err(_) => return None,
            Ok(count) => bytes.extend_from_slice(&more[..count]),
        }
    }
}

/// Does `work` while the paused clock runs, and says how long it took by that clock. It only runs on when nothing is left
/// to do at the present moment.
pub(crate) async fn in_fast_time<T>(work: impl Future<Output = T>) -> (T, Duration) {
    const STEP: Duration = Duration::from_millis(250);
    // More turns than the runtime takes between two looks at its sockets.
    const TURNS: usize = 500;
    // A paused clock jumps to the next timer when all tasks wait, even if they wait for a socket; not while a blocking
    // task is under way.
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let _holding = tokio::task::spawn_blocking(move || ended.recv());
    let start = Instant::now();
    let mut work = std::pin::pin!(work);
    let result = 'work: loop {
        for _ in 0..TURNS {
            tokio::select! {
                biased;
                result = &mut work => break 'work result,
                () = tokio::task::yield_now() => {}
            }
        }
        tokio::time::advance(STEP).await;
    };
    drop(end);
    (result, start.elapsed())
}
