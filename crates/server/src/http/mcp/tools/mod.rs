//! The tools, one file each: what a model is told of it, what it takes, and the engine's calls behind it.
//!
//! What a model can mend itself (arguments of the wrong shape, a date that is none, a name nobody has) is a tool's
//! answer, marked as an error, that says what to do. A tool that there is not is an error of the protocol.

mod connector;
mod context;
mod correct;
mod decisions;
mod edit;
mod entities;
mod facts;
mod forget;
mod ingest;
mod labels;
mod naming;
mod profile;
mod read;
mod recent;
mod search;
mod spaces;
mod timeline;

use std::fmt::Write;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use recollect_engine::{Engine, EngineError, Operation, Sought};
use recollect_model::{
    Calendar, EpisodeId, Modality, Precision, Scope, SpaceId, Timestamp, UserId, bound,
};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::answer::Told;
use super::{schema, wording};
use crate::http::error::ApiError;
use crate::http::held::Held;

/// Of a text, so many characters are shown where it is only pointed to.
const GLIMPSE_CHARACTERS: usize = 160;
const DAY: Duration = Duration::from_secs(86_400);

/// Why a tool did not do what it was asked, in a sentence for the model that asked.
#[derive(Debug)]
pub(super) struct ToolError(pub(super) String);

/// Why a call got no answer of a tool.
pub(super) enum Refused {
    /// There is no tool of this name.
    UnknownTool,
    /// The tool's reason.
    Tool(ToolError),
}

/// Whether and how a tool changes anything.
enum Effect {
    Reads,
    Adds,
    Removes,
}

/// On whose behalf a tool is called, and from which network address, where it is known.
#[derive(Debug, Clone)]
pub(super) struct Asker {
    pub(super) user: UserId,
    pub(super) address: Option<IpAddr>,
    /// Where the service is reached, without a slash at its end.
    pub(super) base: Arc<str>,
    /// Which request it is, where that has a key: what is added follows from it.
    pub(super) operation: Option<Operation>,
}

impl Asker {
    /// The page of an episode.
    fn address_of(&self, episode: EpisodeId) -> String {
        format!("{}/episodes/{episode}", self.base)
    }
}

/// One tool.
trait MemoryTool {
    const NAME: &'static str;
    const TITLE: &'static str;
    /// When to use it, and when another one.
    const DESCRIPTION: &'static str;
    const EFFECT: Effect;
    /// Whether its answer tells of what is gone since.
    const TELLS_WHAT_IS_GONE: bool = false;
    /// Whether it brings words that are to be understood.
    const BRINGS_TEXT: bool = false;
    type Arguments: DeserializeOwned + JsonSchema + 'static;

    /// Does it on behalf of a user.
    async fn call(
        engine: &Engine,
        asker: Asker,
        arguments: Self::Arguments,
    ) -> Result<Told, ToolError>;
}

macro_rules! tools {
    ($($tool:ty),* $(,)?) => {
        /// What a model is told of each tool.
        pub(super) fn all() -> Vec<Tool> {
            vec![$(described::<$tool>()),*]
        }

        /// What a credential must allow for this tool; `None` when there is none of this name.
        pub(super) fn scope_of(name: &str) -> Option<Scope> {
            match name {
                $(<$tool>::NAME => Some(scope::<$tool>()),)*
                _ => None,
            }
        }

        /// Whether the answer of this tool tells of what is gone since.
        pub(super) fn tells_what_is_gone(name: &str) -> bool {
            match name {
                $(<$tool>::NAME => <$tool>::TELLS_WHAT_IS_GONE,)*
                _ => false,
            }
        }

        /// Whether this tool brings words that are to be understood.
        pub(super) fn brings_text(name: &str) -> bool {
            match name {
                $(<$tool>::NAME => <$tool>::BRINGS_TEXT,)*
                _ => false,
            }
        }

        /// Calls a tool on behalf of a user.
        pub(super) async fn call(
            name: &str,
            engine: &Engine,
            asker: Asker,
            arguments: JsonObject,
        ) -> Result<Told, Refused> {
            match name {
                $(<$tool>::NAME => run::<$tool>(engine, asker, arguments).await,)*
                _ => Err(Refused::UnknownTool),
            }
        }
    };
}

pub(crate) use context::rendered;

tools! {
    search::Search,
    context::MemoryContext,
    ingest::Ingest,
    facts::Facts,
    timeline::Timeline,
    entities::Entities,
    recent::Recent,
    read::Read,
    edit::Edit,
    forget::Forget,
    correct::Correct,
    decisions::Decisions,
    decisions::Undo,
    naming::UpdateEntity,
    spaces::Spaces,
    profile::Profile,
    connector::Search,
    connector::Fetch,
}

/// Whether anybody or anything is called so.
pub(super) async fn knows(engine: &Engine, user: UserId, name: &str) -> Result<bool, Refused> {
    let named = facts::named(engine, user, &[], name).await;
    Ok(!named.map_err(Refused::Tool)?.meant.is_empty())
}

/// So many of something, in words: "1 fact", "2 facts".
fn counted(count: u64, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    }
}

async fn run<T: MemoryTool>(
    engine: &Engine,
    asker: Asker,
    arguments: JsonObject,
) -> Result<Told, Refused> {
    let arguments = wording::with_whole_numbers(arguments);
    let arguments = serde_path_to_error::deserialize(serde_json::Value::Object(arguments))
        .map_err(|error| Refused::Tool(misshapen::<T>(&error)))?;
    T::call(engine, asker, arguments)
        .await
        .map_err(Refused::Tool)
}

/// What is wrong, after the name of the argument.
fn misshapen<T: MemoryTool>(error: &serde_path_to_error::Error<serde_json::Error>) -> ToolError {
    let name = T::NAME;
    let mistake = wording::mistake(&error.path().to_string(), &error.inner().to_string());
    ToolError(format!(
        "{name} was not called, its arguments are wrong: {mistake}. Call it again as its schema says."
    ))
}

fn scope<T: MemoryTool>() -> Scope {
    match T::EFFECT {
        Effect::Reads => Scope::MemoryRead,
        Effect::Adds | Effect::Removes => Scope::MemoryWrite,
    }
}

fn described<T: MemoryTool>() -> Tool {
    let annotations = ToolAnnotations::with_title(T::TITLE).open_world(false);
    let annotations = match T::EFFECT {
        Effect::Reads => annotations
            .read_only(true)
            .destructive(false)
            .idempotent(true),
        Effect::Adds => annotations
            .read_only(false)
            .destructive(false)
            .idempotent(false),
        Effect::Removes => annotations
            .read_only(false)
            .destructive(true)
            .idempotent(true),
    };
    let mut tool = Tool::new(T::NAME, T::DESCRIPTION, JsonObject::new())
        .with_title(T::TITLE)
        .with_input_schema::<T::Arguments>()
        .with_annotations(annotations);
    tool.input_schema = Arc::new(schema::plain((*tool.input_schema).clone()));
    tool
}

impl From<EngineError> for ToolError {
    fn from(error: EngineError) -> Self {
        Self(ApiError::Engine(error).sentence())
    }
}

impl From<ApiError> for ToolError {
    fn from(error: ApiError) -> Self {
        Self(error.sentence())
    }
}

/// The moment that a model names: a date-time, or a date for the beginning of that day in UTC.
fn moment(field: &str, text: Option<&str>) -> Result<Option<Timestamp>, ToolError> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let day = is_day(text).then(|| format!("{text}T00:00:00Z"));
    bound(day.as_deref().unwrap_or(text)).map(Some).map_err(|_| {
        ToolError(format!(
            "{field} must be a date such as 2025-03-01 or an ISO 8601 date-time such as 2025-03-01T09:30:00Z, not {text:?}"
        ))
    })
}

/// The moment before which something lies; for a date, the end of that day.
fn end_moment(field: &str, text: Option<&str>) -> Result<Option<Timestamp>, ToolError> {
    let moment = moment(field, text)?;
    let names_a_day = text.is_some_and(|text| is_day(text.trim()));
    Ok(moment.map(|start| match names_a_day {
        true => start.checked_add(DAY).unwrap_or(start),
        false => start,
    }))
}

/// The calendar of the user's time zone; that of UTC where they named none.
async fn calendar(engine: &Engine, user: UserId) -> Result<Calendar, ToolError> {
    let account = engine.account(user).await?;
    Ok(Calendar::of_zone(account.time_zone.as_deref()))
}

/// The moment that a model names: a date-time, or a date for the beginning of that day where the user is.
fn moment_here(
    field: &str,
    text: Option<&str>,
    here: &Calendar,
) -> Result<Option<Timestamp>, ToolError> {
    match midnight(text, here) {
        Some(midnight) => Ok(Some(midnight)),
        None => moment(field, text),
    }
}

/// The moment before which something lies; for a date, the end of that day where the user is.
fn end_moment_here(
    field: &str,
    text: Option<&str>,
    here: &Calendar,
) -> Result<Option<Timestamp>, ToolError> {
    match midnight(text, here) {
        Some(midnight) => Ok(here.end_of_day(midnight)),
        None => end_moment(field, text),
    }
}

/// When a day begins where the user is; `None` where no day is named.
fn midnight(text: Option<&str>, here: &Calendar) -> Option<Timestamp> {
    let day = text.map(str::trim).filter(|text| is_day(text))?;
    here.read(day).map(|midnight| midnight.instant())
}

fn is_day(text: &str) -> bool {
    text.len() == 10 && !text.contains([':', 'T', 't'])
}

/// The spaces that a model names.
fn spaces(named: Option<&[String]>) -> Result<Vec<SpaceId>, ToolError> {
    let named = named.unwrap_or_default().iter();
    named
        .filter(|id| !id.is_empty())
        .map(|id| id.parse().map_err(|_| unknown_space()))
        .collect()
}

/// The engine's reason, by the names of the arguments of a tool that takes a text.
fn naming_text(error: EngineError) -> ToolError {
    match error {
        EngineError::NotFound {
            what: Sought::Space,
        } => unknown_space(),
        EngineError::Invalid {
            field: "episodeBody",
            reason,
        } => ToolError(format!("message {reason}")),
        EngineError::TooLarge {
            field: "episodeBody",
            actual,
            limit,
        } => ToolError(format!(
            "message is {actual} bytes long; the limit is {limit}: send it in parts that share a sessionId"
        )),
        error => error.into(),
    }
}

/// What the engine says of a space that is not there, with what to do.
fn naming_space(error: EngineError) -> ToolError {
    match error {
        EngineError::NotFound {
            what: Sought::Space,
        } => unknown_space(),
        error => error.into(),
    }
}

fn unknown_space() -> ToolError {
    ToolError(
        "there is no such space; memory_get_spaces lists the ids, and without any all spaces are searched"
            .to_owned(),
    )
}

/// A fact as a line: the sentence, how it is meant, when it held.
struct FactLine<'a> {
    fact: &'a str,
    /// Whether it happened, and does not go on.
    is_event: bool,
    modality: Modality,
    said_by: Option<&'a str>,
    valid_at: Option<Timestamp>,
    invalid_at: Option<Timestamp>,
    precision: Option<Precision>,
}

impl std::fmt::Display for FactLine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "- {}", self.fact.trim())?;
        let mut notes = Vec::new();
        if self.modality != Modality::Actual {
            notes.push(self.modality.as_str().to_owned());
        }
        notes.extend(self.said_by.map(|name| format!("says {name}")));
        notes.extend(self.period());
        match notes.is_empty() {
            true => Ok(()),
            false => write!(f, " ({})", notes.join(", ")),
        }
    }
}

impl FactLine<'_> {
    fn period(&self) -> Option<String> {
        let shown = |time| when(time, self.precision);
        let times = (self.valid_at, self.invalid_at);
        let held = Held::of(times, self.is_event, self.precision, &Calendar::utc());
        // Where no words say when it began, the day is that on which it was said, and no beginning.
        if let (Some(said), None) = (self.valid_at, self.precision)
            && held != Held::Never
        {
            let until = self
                .invalid_at
                .map(|until| format!(", until {}", day(until)));
            return Some(format!("said {}{}", day(said), until.unwrap_or_default()));
        }
        Some(match held {
            Held::Never => "turned out not to be so".to_owned(),
            Held::At(time) => shown(time),
            Held::Between(from, until) => format!("{} to {}", shown(from), shown(until)),
            Held::Since(from) => format!("since {}", shown(from)),
            Held::Until(until) => format!("until {}", shown(until)),
            Held::OverBy(told) => format!("over by {}", shown(told)),
            Held::Untold => return None,
        })
    }
}

/// A time, as finely as it is known.
fn when(time: Timestamp, precision: Option<Precision>) -> String {
    // A year outside 0 to 9999 has a sign and more digits.
    if time.to_string().starts_with(['-', '+']) {
        return time.to_string();
    }
    match Calendar::utc().told(time, precision) {
        recollect_model::Told::Year(day) => day.strftime("%Y").to_string(),
        recollect_model::Told::Month(day) => day.strftime("%Y-%m").to_string(),
        recollect_model::Told::Day(day) => day.to_string(),
    }
}

/// The day of a time.
fn day(time: Timestamp) -> String {
    when(time, None)
}

/// The first words of a text, on one line.
fn glimpse(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        let left = GLIMPSE_CHARACTERS.saturating_sub(line.chars().count());
        if word.chars().count() > left {
            // Of one endless word its beginning is shown.
            if line.is_empty() {
                line.extend(word.chars().take(left));
            }
            let _ = write!(line, " …");
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
