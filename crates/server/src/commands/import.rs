//! `recollect import`: brings files and folders to a running service, after showing what is in them.
//!
//! The database belongs to the service: this process reads the files and sends them. What was sent before is not sent
//! twice, so an import that was cut off goes on when the command is run again. What is more than is sent at once goes
//! in parts, one after the other, each of which goes on with the import of the one before.

mod brought;
mod files;
mod packing;
mod service;

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, IsTerminal, Write};
use std::time::Duration;

use hyper::Method;
use hyper::body::Bytes;
use recollect_model::Calendar;
use serde_json::Value;

use super::CommandError;
use crate::configuration::{ImportCommand, ImportOptions};
use brought::body;
use files::{Found, find};
use packing::Part;
use service::Service;

/// How often it is asked how far an import is.
const EVERY: Duration = Duration::from_millis(500);
const IMPORTS: &str = "/api/v1/imports";
const SPEAKERS_SHOWN: usize = 12;
const PROBLEMS_SHOWN: usize = 20;
const NAMES_SHOWN: usize = 5;
/// Those who speak of whom it is known whether they are the person, and what exports call whoever made them.
const ROLES: [&str; 4] = ["user", "assistant", "human", "ai"];
const OWN: [&str; 2] = ["me", "you"];

pub(super) async fn run(options: ImportOptions) -> Result<(), CommandError> {
    if let Some(ImportCommand::Undo { service, id }) = &options.command {
        let service = Service::new(service)?;
        let path = format!("{IMPORTS}/{id}");
        let undone = service.ask(Method::DELETE, &path, Bytes::new()).await?;
        print(&format!("Undone: {}", text(&undone["import"]["name"])));
        return Ok(());
    }
    if options.paths.is_empty() {
        return Err(failed("name a file or a folder: recollect import PATH…"));
    }
    let service = Service::new(&options.service)?;
    let calendar = calendar(&service, &options).await;
    let found = find(&options, &calendar)?;
    left_out(&found);
    let mut sending = Sending {
        service: &service,
        options: &options,
        formats: HashMap::new(),
    };
    let (mut preview, mut parts) = (Preview::default(), Vec::new());
    for part in &found.parts {
        let answer = sending.look(part).await?;
        if answer["found"].as_u64() > Some(0) {
            parts.push(part);
        }
        preview.add(&answer);
    }
    preview.show();
    if parts.len() > 1 {
        print(&format!(
            "It is more than is sent at once: it is brought in {} parts, which are one import.",
            parts.len()
        ));
    }
    if options.dry_run {
        return Ok(());
    }
    if preview.found == 0 {
        return Err(failed("there is nothing to bring in"));
    }
    let me = match &options.me {
        None if !options.yes => who(&service, &preview).await?,
        me => me.clone(),
    };
    if !options.yes && !is_wanted() {
        return Err(failed("nothing was brought in"));
    }
    sending.bring(&parts, me.as_deref(), preview.found).await
}

/// The calendar of the times that files have: that of the zone which is named, or of the account, if that can be asked.
async fn calendar(service: &Service, options: &ImportOptions) -> Calendar {
    let zone = match &options.time_zone {
        Some(zone) => Some(zone.clone()),
        None => {
            let me = service.ask(Method::GET, "/api/v1/me", Bytes::new()).await;
            me.ok()
                .and_then(|me| me["timeZone"].as_str().map(str::to_owned))
        }
    };
    Calendar::of_zone(zone.as_deref())
}

/// Parts on their way to the service.
struct Sending<'a> {
    service: &'a Service,
    options: &'a ImportOptions,
    /// How files were read whose pieces are parts, by their names.
    formats: HashMap<String, String>,
}

impl Sending<'_> {
    /// What the service says of a part.
    async fn look(&mut self, part: &Part) -> Result<Value, CommandError> {
        let answer = self
            .send(part, self.options.me.as_deref(), [("dryRun", Some("true"))])
            .await?;
        let formats = answer["formats"].as_array().map(Vec::as_slice);
        if let (Some(file), Some([format])) = (&part.piece_of, formats) {
            let known = self.formats.entry(file.clone());
            known.or_insert_with(|| text(format));
        }
        Ok(answer)
    }

    async fn send(
        &self,
        part: &Part,
        me: Option<&str>,
        more: [(&str, Option<&str>); 1],
    ) -> Result<Value, CommandError> {
        let options = self.options;
        let known = part
            .piece_of
            .as_ref()
            .and_then(|file| self.formats.get(file));
        let format = options.format.as_deref().or(known.map(String::as_str));
        let fields = [
            ("format", format),
            ("encoding", options.encoding.as_deref()),
            ("map", options.map.as_deref()),
            ("spaceId", options.space.as_deref()),
            ("me", me),
            ("timeZone", options.time_zone.as_deref()),
            more[0],
        ];
        let body = body(&part.files, &fields)?;
        self.service.ask(Method::POST, IMPORTS, body).await
    }

    /// Brings the parts in, each going on with the import of the one before, and follows them to their end.
    async fn bring(
        &self,
        parts: &[&Part],
        me: Option<&str>,
        found: u64,
    ) -> Result<(), CommandError> {
        let mut import = Value::Null;
        for part in parts {
            let before = import["id"].as_str();
            let me = me.filter(|_| before.is_none());
            let begun = self.send(part, me, [("continues", before)]).await;
            let begun = begun.map_err(|error| cut_off(error, before))?;
            import = follow(self.service, &begun["import"], found).await?;
            if import["status"] != "completed" {
                break;
            }
        }
        let _ = writeln!(std::io::stderr());
        let status = text(&import["status"]);
        print(&format!("{status}: {}", standing(&import)));
        problems(&import);
        print(&format!(
            "To take it back: recollect import undo {}",
            text(&import["id"])
        ));
        match status.as_str() {
            "completed" => Ok(()),
            "interrupted" => Err(failed(
                "the import was interrupted: begin it again, nothing is doubled",
            )),
            status => Err(failed(&format!("the import is {status}"))),
        }
    }
}

/// What is said when a part is not taken after others were.
fn cut_off(error: CommandError, before: Option<&str>) -> CommandError {
    match before {
        None => error,
        Some(id) => failed(&format!(
            "{error}; begin it again, nothing is doubled, or take back what was brought: recollect import undo {id}"
        )),
    }
}

/// Says how far the import is until it ends, or its next part is to come; the import.
async fn follow(service: &Service, begun: &Value, found: u64) -> Result<Value, CommandError> {
    let path = format!("{IMPORTS}/{}", text(&begun["id"]));
    loop {
        let mut answer = service.ask(Method::GET, &path, Bytes::new()).await?;
        let import = answer["import"].take();
        let count = |name: &str| import[name].as_u64().unwrap_or_default();
        let done = count("added") + count("replaced") + count("unchanged");
        let at = format!(
            "\r{done} of {}{}",
            found.max(count("found")),
            pace(&import, found)
        );
        let _ = write!(std::io::stderr(), "{at:<60}");
        if import["status"] != "running" {
            return Ok(import);
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// How fast an import is, and how long it still takes until so many texts are brought.
fn pace(import: &Value, found: u64) -> String {
    let rate = import["perSecond"].as_f64();
    let count = |name: &str| import[name].as_u64().unwrap_or_default();
    let of_parts = found.saturating_sub(count("found")) as f64;
    let of_parts = rate
        .filter(|rate| *rate > 0.0)
        .map_or(0.0, |rate| of_parts / rate);
    let rate = rate.map(|rate| format!(", {rate:.0} a second"));
    let left = import["secondsLeft"].as_u64();
    let left = left.map(|seconds| seconds + of_parts.ceil() as u64);
    let left = left.filter(|seconds| *seconds > 0);
    let left = left.map(|seconds| match seconds {
        0..120 => format!(", about {} to go", counted(seconds, "second")),
        _ => format!(", about {} to go", counted(seconds.div_ceil(60), "minute")),
    });
    rate.unwrap_or_default() + &left.unwrap_or_default()
}

/// How many are new, how many replace an earlier version, how many are there.
fn standing(of: &Value) -> String {
    let count = |name: &str| of[name].as_u64().unwrap_or_default();
    format!(
        "{} added, {} replaced, {} there already",
        count("added"),
        count("replaced"),
        count("unchanged")
    )
}

/// What all parts would bring.
#[derive(Default)]
struct Preview {
    formats: Vec<String>,
    found: u64,
    added: u64,
    replaced: u64,
    unchanged: u64,
    from: Option<String>,
    until: Option<String>,
    speakers: BTreeMap<String, u64>,
    problems: Vec<Value>,
}

impl Preview {
    fn add(&mut self, answer: &Value) {
        let list = |name: &str| answer[name].as_array().into_iter().flatten();
        let count = |name: &str| answer[name].as_u64().unwrap_or_default();
        for format in list("formats").map(text) {
            if !self.formats.contains(&format) {
                self.formats.push(format);
            }
        }
        self.found += count("found");
        self.added += count("added");
        self.replaced += count("replaced");
        self.unchanged += count("unchanged");
        let told = |name: &str| answer[name].as_str().map(str::to_owned);
        let (from, until) = (told("from"), told("until"));
        self.from = self.from.take().into_iter().chain(from).min();
        self.until = self.until.take().max(until);
        for speaker in list("speakers") {
            let texts = speaker["texts"].as_u64().unwrap_or_default();
            *self.speakers.entry(text(&speaker["name"])).or_default() += texts;
        }
        self.problems.extend(list("problems").cloned());
    }

    /// Who speaks, the most frequent first.
    fn speakers(&self) -> Vec<(&str, u64)> {
        let speakers = self.speakers.iter();
        let mut speakers: Vec<(&str, u64)> = speakers
            .map(|(name, texts)| (name.as_str(), *texts))
            .collect();
        speakers.sort_by_key(|(_, texts)| std::cmp::Reverse(*texts));
        speakers
    }

    fn show(&self) {
        print(&format!(
            "{} ({}): {} new, {} would be replaced, {} there already",
            counted(self.found, "text"),
            self.formats.join(", "),
            self.added,
            self.replaced,
            self.unchanged
        ));
        if let (Some(from), Some(until)) = (&self.from, &self.until) {
            print(&format!("from {from} until {until}"));
        }
        for (name, texts) in self.speakers().into_iter().take(SPEAKERS_SHOWN) {
            print(&format!("  {name} says {texts}"));
        }
        show_problems(&self.problems);
    }
}

/// Which of those who speak is the person, where that is not known and somebody is there to say so.
async fn who(service: &Service, preview: &Preview) -> Result<Option<String>, CommandError> {
    let speakers = preview.speakers().into_iter();
    let speakers = speakers.map(|(name, _)| name).take(SPEAKERS_SHOWN);
    let speakers: Vec<&str> = speakers
        .filter(|name| !ROLES.contains(&name.to_lowercase().as_str()))
        .collect();
    if speakers.len() < 2 || !std::io::stdin().is_terminal() {
        return Ok(None);
    }
    // A key that may not see the account asks all the same.
    let me = service.ask(Method::GET, "/api/v1/me", Bytes::new()).await;
    let me = me.unwrap_or_default();
    let mut own: Vec<String> = OWN.map(str::to_owned).to_vec();
    own.push(text(&me["name"]).to_lowercase());
    let also = me["alsoCalled"].as_array().into_iter().flatten();
    own.extend(also.map(|name| text(name).to_lowercase()));
    if speakers
        .iter()
        .any(|name| own.contains(&name.to_lowercase()))
    {
        return Ok(None);
    }
    let mut asked = String::from("Which of these is you?\n");
    for (number, name) in (1..).zip(&speakers) {
        asked += &format!("  {number}  {name}\n");
    }
    let _ = write!(
        std::io::stderr(),
        "{asked}A number, or nothing for none of them: "
    );
    let mut answer = String::new();
    let _ = std::io::stdin().lock().read_line(&mut answer);
    match answer.trim() {
        "" => Ok(None),
        number => {
            let number = number.parse().ok().filter(|number: &usize| *number > 0);
            let name = number.and_then(|number| speakers.get(number - 1));
            let name = name.ok_or_else(|| failed("that is none of the numbers"))?;
            Ok(Some((*name).to_owned()))
        }
    }
}

/// What is not sent at all.
fn left_out(found: &Found) {
    let named = |names: &[String]| {
        let shown = names[..names.len().min(NAMES_SHOWN)].join(", ");
        let rest = names.len().saturating_sub(NAMES_SHOWN);
        match rest {
            0 => shown,
            rest => format!("{shown} and {rest} more"),
        }
    };
    if !found.unreadable.is_empty() {
        let count = counted(found.unreadable.len() as u64, "file");
        let names = named(&found.unreadable);
        print(&format!("! {count} without text left out: {names}"));
    }
    for problem in &found.problems {
        print(&format!("! {problem}"));
    }
}

fn problems(of: &Value) {
    show_problems(
        of["problems"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default(),
    );
}

fn show_problems(problems: &[Value]) {
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

/// So many of something.
fn counted(count: u64, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
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
