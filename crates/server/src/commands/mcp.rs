//! `recollect mcp`: carries messages between standard input and output and a running service's `/mcp`.
//!
//! One JSON message a line goes there in a request of its own; its answer comes back as one line. Standard output
//! carries nothing else. The database belongs to the service, so this process opens none and any number of them may
//! run. When the service is out of reach, or refuses, that is said on standard error, and in the answer to the
//! message; the next message is tried anew, so the service may be restarted meanwhile.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT,
};
use hyper::{Request, StatusCode, Uri};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::task::JoinSet;

use super::CommandError;
use crate::configuration::McpOptions;
use crate::https::{connector, innermost};

const CONNECT_LIMIT: Duration = Duration::from_secs(5);
const REQUEST_LIMIT: Duration = Duration::from_secs(120);
const IDLE: Duration = Duration::from_secs(30);
/// The code of a message that could not be carried, in the range that JSON-RPC leaves to servers.
const NOT_CARRIED: i32 = -32_000;
/// The code of what is no message that the service takes (JSON-RPC 2.0, 5.1).
const INVALID_REQUEST: i32 = -32_600;
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// Where a message of the newest versions names its version.
const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Carries messages until standard input ends; what is under way is finished.
pub(super) async fn run(options: McpOptions) -> Result<(), CommandError> {
    let bridge = Arc::new(Bridge::new(&options)?);
    let mut lines = BufReader::new(tokio::io::stdin()).split(b'\n');
    let output = Arc::new(tokio::sync::Mutex::new(tokio::io::stdout()));
    let mut under_way = JoinSet::new();
    while let Some(line) = lines.next_segment().await.map_err(CommandError::Input)? {
        if line.trim_ascii().is_empty() {
            continue;
        }
        while under_way.try_join_next().is_some() {}
        let (bridge, output) = (bridge.clone(), output.clone());
        under_way.spawn(async move {
            let Some(mut answer) = bridge.carry(line).await else {
                return;
            };
            answer.push('\n');
            let mut output = output.lock().await;
            // A reader that is gone needs no answer; the end of the input follows.
            let _ = output.write_all(answer.as_bytes()).await;
            let _ = output.flush().await;
        });
    }
    while under_way.join_next().await.is_some() {}
    Ok(())
}

/// The way to the service.
struct Bridge {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    uri: Uri,
    authorization: HeaderValue,
    /// The version and the session that `initialize` agreed on.
    agreed: Mutex<Agreed>,
    /// What was last said on standard error; the same is not said again and again.
    complaint: Mutex<Option<String>>,
}

#[derive(Clone, Default)]
struct Agreed {
    version: Option<HeaderValue>,
    session: Option<HeaderValue>,
}

impl Bridge {
    fn new(options: &McpOptions) -> Result<Self, CommandError> {
        let setting = |flag, reason: &str| CommandError::Setting {
            flag,
            reason: reason.to_owned(),
        };
        let key = options.key.as_ref().ok_or_else(|| {
            let reason = "set RECOLLECT_API_KEY to an API key; `recollect key create` makes one";
            setting("--key", reason)
        })?;
        let mut authorization = HeaderValue::from_str(&format!("Bearer {}", key.0.trim()))
            .map_err(|_| setting("--key", "that can be no API key"))?;
        authorization.set_sensitive(true);
        let url = options.url.trim_end_matches('/');
        let url = match url.ends_with("/mcp") {
            true => url.to_owned(),
            false => format!("{url}/mcp"),
        };
        let uri: Uri = url
            .parse()
            .ok()
            .filter(|uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")))
            .ok_or_else(|| setting("--url", "must be an address such as http://localhost:3033"))?;
        let mut tcp = HttpConnector::new();
        tcp.set_connect_timeout(Some(CONNECT_LIMIT));
        tcp.set_nodelay(true);
        let connector = connector(tcp, &uri).map_err(|error| {
            setting(
                "--url",
                &format!("this system has no certificates: {error}"),
            )
        })?;
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .build(connector);
        Ok(Self {
            client,
            uri,
            authorization,
            agreed: Mutex::default(),
            complaint: Mutex::default(),
        })
    }

    /// Carries one message there, and its answer back; a notification has none.
    async fn carry(&self, line: Vec<u8>) -> Option<String> {
        let not_read = |reason: &str| Some(failed(&Value::Null, -32_700, reason));
        let Ok(line) = String::from_utf8(line) else {
            return not_read("the message is not UTF-8");
        };
        let message: Value = match serde_json::from_str(&line) {
            Ok(message) => message,
            Err(error) => return not_read(&error.to_string()),
        };
        if message.as_array().is_some_and(Vec::is_empty) {
            let reason = "the batch is empty";
            return Some(failed(&Value::Null, INVALID_REQUEST, reason));
        }
        let is_opening = message["method"] == "initialize";
        if is_opening {
            *self.agreed.lock().unwrap_or_else(PoisonError::into_inner) = Agreed::default();
        }
        match self.exchange(&message, line).await {
            Ok((headers, body)) => {
                self.say(None);
                if is_opening {
                    self.agree(&headers, &body);
                }
                // What comes over the wire has no line breaks of its own, but that is nowhere promised.
                let answer = body.replace(['\n', '\r'], " ");
                (!answer.trim().is_empty()).then_some(answer)
            }
            Err(failure) => {
                self.say(Some(&failure.reason));
                failure.answer(&message)
            }
        }
    }

    async fn exchange(
        &self,
        message: &Value,
        line: String,
    ) -> Result<(HeaderMap, String), Failure> {
        let request = self.request(message, line).map_err(Failure::not_carried)?;
        let lost = |how: String| Failure::not_carried(format!("{how}{}", perhaps_done(message)));
        let exchange = async {
            let response = self.client.request(request).await;
            let (head, body) = response
                .map_err(|error| match error.is_connect() {
                    true => Failure::not_carried(self.unreached(&error)),
                    false => lost(format!(
                        "the service at {} was lost before it answered ({})",
                        self.uri,
                        innermost(&error)
                    )),
                })?
                .into_parts();
            let body = body.collect().await;
            let body =
                body.map_err(|error| lost(format!("the service broke its answer off: {error}")))?;
            Ok::<_, Failure>((head, body.to_bytes()))
        };
        let (head, body) = tokio::time::timeout(REQUEST_LIMIT, exchange)
            .await
            .map_err(|_| {
                lost(format!(
                    "the service did not answer within {REQUEST_LIMIT:?}"
                ))
            })??;
        let body = String::from_utf8_lossy(&body).into_owned();
        // An error of the protocol is an answer like any other.
        if head.status.is_success() || is_answer(&body) {
            return Ok((head.headers, body));
        }
        Err(Failure {
            code: match head.status {
                StatusCode::BAD_REQUEST => INVALID_REQUEST,
                _ => NOT_CARRIED,
            },
            reason: refused(head.status, &body),
        })
    }

    fn request(&self, message: &Value, line: String) -> Result<Request<Full<Bytes>>, String> {
        let mut request = Request::post(&self.uri)
            .header(AUTHORIZATION, &self.authorization)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .header(
                USER_AGENT,
                concat!("recollect-mcp/", env!("CARGO_PKG_VERSION")),
            );
        let text = |value: &Value| header(value.as_str()?);
        let params = &message["params"];
        let agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        let agreed = agreed.clone();
        // The newest versions name themselves in every message, and want it repeated in the headers.
        let named = text(&params["_meta"][META_VERSION]);
        if named.is_some() {
            let name = text(&params["name"]).or_else(|| text(&params["uri"]));
            for (header, value) in [(METHOD, text(&message["method"])), (NAME, name)] {
                if let Some(value) = value {
                    request = request.header(header, value);
                }
            }
        }
        for (header, value) in [
            (VERSION, named.or(agreed.version)),
            (SESSION, agreed.session),
        ] {
            if let Some(value) = value {
                request = request.header(header, value);
            }
        }
        request
            .body(Full::new(Bytes::from(line)))
            .map_err(|error| error.to_string())
    }

    /// Remembers what an answered `initialize` agreed on.
    fn agree(&self, headers: &HeaderMap, body: &str) {
        let answer: Value = serde_json::from_str(body).unwrap_or_default();
        let version = answer["result"]["protocolVersion"].as_str();
        let agreed = Agreed {
            version: version.and_then(|version| HeaderValue::from_str(version).ok()),
            session: headers.get(SESSION).cloned(),
        };
        *self.agreed.lock().unwrap_or_else(PoisonError::into_inner) = agreed;
    }

    fn unreached(&self, error: &hyper_util::client::legacy::Error) -> String {
        format!(
            "no Recollect service answers at {} ({}): start it with `recollect serve`, or name its address with --url",
            self.uri,
            innermost(error)
        )
    }

    /// Says on standard error what is wrong, once; `None` when nothing is.
    fn say(&self, complaint: Option<&str>) {
        let mut last = self
            .complaint
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last.as_deref() != complaint {
            if let Some(complaint) = complaint {
                eprintln!("recollect mcp: {complaint}");
            }
            *last = complaint.map(str::to_owned);
        }
    }
}

/// Why a message got no answer of the service.
struct Failure {
    code: i32,
    reason: String,
}

impl Failure {
    fn not_carried(reason: String) -> Self {
        Self {
            code: NOT_CARRIED,
            reason,
        }
    }

    /// The answer to a message, or to each of a batch that wants one.
    fn answer(&self, message: &Value) -> Option<String> {
        let answer = |message: &Value| {
            let id = message
                .get("id")
                .filter(|_| message.get("method").is_some());
            id.map(|id| failure(id, self.code, &self.reason))
        };
        match message.as_array() {
            None => answer(message).map(|answer| answer.to_string()),
            Some(messages) => {
                let answers: Vec<Value> = messages.iter().filter_map(answer).collect();
                (!answers.is_empty()).then(|| Value::from(answers).to_string())
            }
        }
    }
}

/// What to think of a call of a tool whose answer never came.
fn perhaps_done(message: &Value) -> &'static str {
    match message["method"] == "tools/call" {
        true => {
            "; what was asked may have been done all the same: of a text that was to be saved, look with memory_recent whether it was before you send it again"
        }
        false => "",
    }
}

/// What a message says, as a header repeats it: what cannot stand there as it is, or could be taken for such, in base64 (MCP
/// 2026-07-28, streamable HTTP).
fn header(text: &str) -> Option<HeaderValue> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && text.trim() == text
        && !text.starts_with("=?base64?");
    match is_plain {
        true => HeaderValue::from_str(text).ok(),
        false => HeaderValue::from_str(&format!("=?base64?{}?=", STANDARD.encode(text))).ok(),
    }
}

fn is_answer(body: &str) -> bool {
    serde_json::from_str::<Value>(body).is_ok_and(|body| body.get("jsonrpc").is_some())
}

/// What a refusal means, in words for whoever set the command up.
fn refused(status: StatusCode, body: &str) -> String {
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    let said = body["error"].as_str().unwrap_or("it did not say why");
    match status {
        StatusCode::UNAUTHORIZED => {
            "the service does not accept the API key: it may be mistyped, expired or revoked; \
             make another with `recollect key create` and set RECOLLECT_API_KEY"
                .to_owned()
        }
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED if body["code"] != "protocol" => {
            format!("there is no Recollect service at this address ({status}); check --url")
        }
        _ => format!("the service refused ({status}): {said}"),
    }
}

fn failed(id: &Value, code: i32, reason: &str) -> String {
    failure(id, code, reason).to_string()
}

fn failure(id: &Value, code: i32, reason: &str) -> Value {
    let error = json!({ "code": code, "message": reason });
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}
