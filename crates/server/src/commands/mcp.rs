//! `recollect mcp`: carries messages between standard input and output and a running service's `/mcp`.
//!
//! One JSON message a line goes there in a request of its own; its answer comes back as one line. Standard output
//! carries nothing else. The database belongs to the service, so this process opens none and any number of them may run.
//! When the service is out of reach, or refuses, that is said on standard error, and in the answer to the message; the
//! next message is tried anew, so the service may be restarted meanwhile.

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
        let id = message
            .get("id")
            .filter(|_| message.get("method").is_some());
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
            Err(reason) => {
                self.say(Some(&reason));
                id.map(|id| failed(id, NOT_CARRIED, &reason))
            }
        }
    }

    async fn exchange(&self, message: &Value, line: String) -> Result<(HeaderMap, String), String> {
        let request = self.request(message, line)?;
        let exchange = async {
            let response = self.client.request(request).await;
            let (head, body) = response
                .map_err(|error| self.unreached(&error))?
                .into_parts();
            let body = body.collect().await;
            let body =
                body.map_err(|error| format!("the service broke its answer off: {error}"))?;
            Ok::<_, String>((head, body.to_bytes()))
        };
        let (head, body) = tokio::time::timeout(REQUEST_LIMIT, exchange)
            .await
            .map_err(|_| format!("the service did not answer within {REQUEST_LIMIT:?}"))??;
        let body = String::from_utf8_lossy(&body).into_owned();
        // An error of the protocol is an answer like any other.
        if head.status.is_success() || is_answer(&body) {
            return Ok((head.headers, body));
        }
        Err(refused(head.status, &body))
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
    let error = json!({ "code": code, "message": reason });
    json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()
}
