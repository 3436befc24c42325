//! `recollect import`: brings files and folders to a running service, after showing what is in them.
//!
//! The database belongs to the service: this process reads the files and sends them. What was sent before is not sent
//! twice, so an import that was cut off goes on when the command is run again.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Uri};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use recollect_model::{ReferenceTime, Timestamp};
use serde_json::Value;

use super::CommandError;
use crate::configuration::{ImportCommand, ImportOptions, McpOptions};
use crate::https::{connector, innermost};

const CONNECT_LIMIT: Duration = Duration::from_secs(5);
const REQUEST_LIMIT: Duration = Duration::from_secs(300);
/// How often it is asked how far an import is.
const EVERY: Duration = Duration::from_millis(500);
/// So much is sent in one import.
const MAX_BYTES: usize = 60 * 1024 * 1024;
/// What parts a body's parts; no text has it.
const BOUNDARY: &str = "recollect-import-3f2a9c51d7e84b06";
const SPEAKERS_SHOWN: usize = 12;
const PROBLEMS_SHOWN: usize = 20;

/// A file with its path within what is brought.
struct Brought {
    name: String,
    bytes: Vec<u8>,
    modified: Option<ReferenceTime>,
}

pub(super) async fn run(options: ImportOptions) -> Result<(), CommandError> {
    if let Some(ImportCommand::Undo { service, id }) = &options.command {
        let service = Service::new(service)?;
        let path = format!("/api/v1/imports/{id}");
        let undone = service.ask(Method::DELETE, &path, Bytes::new()).await?;
        print(&format!("Undone: {}", text(&undone["import"]["name"])));
        return Ok(());
    }
    if options.paths.is_empty() {
        return Err(failed("name a file or a folder: recollect import PATH…"));
    }
    let service = Service::new(&options.service)?;
    let files = read_all(&options.paths)?;
    let preview = service
        .ask(
            Method::POST,
            "/api/v1/imports",
            body(&files, &options, true),
        )
        .await?;
    show(&preview);
    if options.dry_run {
        return Ok(());
    }
    if preview["found"].as_u64() == Some(0) {
        return Err(failed("there is nothing to bring in"));
    }
    if !options.yes && !is_wanted() {
        return Err(failed("nothing was brought in"));
    }
    let begun = service
        .ask(
            Method::POST,
            "/api/v1/imports",
            body(&files, &options, false),
        )
        .await?;
    follow(&service, &begun["import"]).await
}

/// Says how far the import is until it ends.
async fn follow(service: &Service, begun: &Value) -> Result<(), CommandError> {
    let id = text(&begun["id"]);
    let path = format!("/api/v1/imports/{id}");
    loop {
        let answer = service.ask(Method::GET, &path, Bytes::new()).await?;
        let import = &answer["import"];
        let count = |name: &str| import[name].as_u64().unwrap_or_default();
        let done = count("added") + count("replaced") + count("unchanged");
        let status = text(&import["status"]);
        if status == "running" {
            let _ = write!(std::io::stderr(), "\r{done} of {}", count("found"));
            tokio::time::sleep(EVERY).await;
            continue;
        }
        let _ = writeln!(std::io::stderr(), "\r{done} of {}", count("found"));
        print(&format!(
            "{status}: {} added, {} replaced, {} there already",
            count("added"),
            count("replaced"),
            count("unchanged")
        ));
        problems(import);
        print(&format!("To take it back: recollect import undo {id}"));
        return match status.as_str() {
            "completed" => Ok(()),
            status => Err(failed(&format!("the import is {status}"))),
        };
    }
}

fn show(preview: &Value) {
    let formats = preview["formats"].as_array().into_iter().flatten();
    let formats: Vec<String> = formats.map(text).collect();
    print(&format!(
        "{} texts ({}), {} of them there already",
        preview["found"],
        formats.join(", "),
        preview["known"]
    ));
    if let (Some(from), Some(until)) = (preview["from"].as_str(), preview["until"].as_str()) {
        print(&format!("from {from} until {until}"));
    }
    for speaker in preview["speakers"]
        .as_array()
        .into_iter()
        .flatten()
        .take(SPEAKERS_SHOWN)
    {
        print(&format!(
            "  {} says {}",
            text(&speaker["name"]),
            speaker["texts"]
        ));
    }
    problems(preview);
}

fn problems(of: &Value) {
    let problems = of["problems"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    for problem in problems.iter().take(PROBLEMS_SHOWN) {
        print(&format!("! {}", text(problem)));
    }
    if problems.len() > PROBLEMS_SHOWN {
        print(&format!("! and {} more", problems.len() - PROBLEMS_SHOWN));
    }
}

fn is_wanted() -> bool {
    let _ = write!(std::io::stderr(), "Bring it in? [y/N] ");
    let mut answer = String::new();
    let _ = std::io::stdin().lock().read_line(&mut answer);
    matches!(answer.trim(), "y" | "Y" | "yes" | "Yes")
}

/// The files, and those of the folders, in the order of their paths; hidden ones are left out.
fn read_all(paths: &[PathBuf]) -> Result<Vec<Brought>, CommandError> {
    let mut files = Vec::new();
    let mut bytes = 0;
    for path in paths {
        let base = path.parent().unwrap_or(Path::new(""));
        let mut waiting = vec![path.clone()];
        while let Some(path) = waiting.pop() {
            let unread = |error: std::io::Error| failed(&format!("{}: {error}", path.display()));
            if path.is_dir() {
                let entries: Result<Vec<PathBuf>, _> = std::fs::read_dir(&path)
                    .map_err(unread)?
                    .map(|entry| entry.map(|entry| entry.path()))
                    .collect();
                let mut entries = entries.map_err(unread)?;
                entries.retain(|path| !is_hidden(path));
                entries.sort_by(|a, b| b.cmp(a));
                waiting.extend(entries);
                continue;
            }
            let content = std::fs::read(&path).map_err(unread)?;
            bytes += content.len();
            if bytes > MAX_BYTES {
                let most = MAX_BYTES / (1024 * 1024);
                return Err(failed(&format!("more than {most} MiB: bring it in parts")));
            }
            let changed = std::fs::metadata(&path).and_then(|about| about.modified());
            files.push(Brought {
                name: path
                    .strip_prefix(base)
                    .unwrap_or(&path)
                    .display()
                    .to_string(),
                bytes: content,
                modified: changed
                    .ok()
                    .and_then(|time| Timestamp::try_from(time).ok())
                    .map(ReferenceTime::utc),
            });
        }
    }
    Ok(files)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// The body of the request, as `multipart/form-data` (RFC 7578).
fn body(files: &[Brought], options: &ImportOptions, is_dry: bool) -> Bytes {
    let mut body = Vec::new();
    let mut field = |name: &str, value: &str| {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend_from_slice(head.as_bytes());
    };
    let given = [
        ("format", &options.format),
        ("map", &options.map),
        ("spaceId", &options.space),
        ("me", &options.me),
        ("timeZone", &options.time_zone),
    ];
    for (name, value) in given {
        if let Some(value) = value {
            field(name, value);
        }
    }
    if is_dry {
        field("dryRun", "true");
    }
    for file in files {
        if let Some(modified) = file.modified {
            let head = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"modified\"\r\n\r\n{modified}\r\n"
            );
            body.extend_from_slice(head.as_bytes());
        }
        let name = file.name.replace(['"', '\r', '\n'], "_");
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(&file.bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    body.into()
}

/// The way to the service.
struct Service {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    url: String,
    authorization: HeaderValue,
}

impl Service {
    fn new(options: &McpOptions) -> Result<Self, CommandError> {
        let setting = |flag, reason: String| CommandError::Setting { flag, reason };
        let key = options.key.as_ref().ok_or_else(|| {
            let reason = "set RECOLLECT_API_KEY to an API key; `recollect key create` makes one";
            setting("--key", reason.to_owned())
        })?;
        let mut authorization = HeaderValue::from_str(&format!("Bearer {}", key.0.trim()))
            .map_err(|_| setting("--key", "that can be no API key".to_owned()))?;
        authorization.set_sensitive(true);
        let url = options
            .url
            .trim_end_matches('/')
            .trim_end_matches("/mcp")
            .to_owned();
        let uri: Uri = url
            .parse()
            .ok()
            .filter(|uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https")))
            .ok_or_else(|| {
                let reason = "must be an address such as http://localhost:3033";
                setting("--url", reason.to_owned())
            })?;
        let mut tcp = HttpConnector::new();
        tcp.set_connect_timeout(Some(CONNECT_LIMIT));
        tcp.set_nodelay(true);
        let connector = connector(tcp, &uri).map_err(|error| {
            setting("--url", format!("this system has no certificates: {error}"))
        })?;
        Ok(Self {
            client: Client::builder(TokioExecutor::new()).build(connector),
            url,
            authorization,
        })
    }

    /// The service's answer, as JSON.
    async fn ask(&self, method: Method, path: &str, body: Bytes) -> Result<Value, CommandError> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header(AUTHORIZATION, self.authorization.clone())
            .header(
                CONTENT_TYPE,
                format!("multipart/form-data; boundary={BOUNDARY}"),
            )
            .body(Full::new(body))
            .map_err(|error| failed(&error.to_string()))?;
        let asked = tokio::time::timeout(REQUEST_LIMIT, self.client.request(request)).await;
        let answered = asked.map_err(|_| failed("the service does not answer"))?;
        let response = answered.map_err(|error| {
            failed(&format!(
                "{} is out of reach: {}",
                self.url,
                innermost(&error)
            ))
        })?;
        let status = response.status();
        let body = response.into_body().collect().await;
        let body = body.map_err(|error| failed(&error.to_string()))?.to_bytes();
        let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
        match status.is_success() {
            true => Ok(answer),
            false => {
                let said = answer["error"].as_str().map(str::to_owned);
                Err(failed(&said.unwrap_or_else(|| {
                    format!("the service answered {status}")
                })))
            }
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn failed(why: &str) -> CommandError {
    CommandError::Import(why.to_owned())
}

/// On standard output. A reader that closed the pipe has no use for it.
fn print(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
