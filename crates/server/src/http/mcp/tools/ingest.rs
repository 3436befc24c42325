//! `memory_ingest`: something to remember.

use recollect_engine::{Accepted, AcceptedAs, Engine, NewText, Operation, TextOptions};
use recollect_model::{EpisodeKind, ReferenceTime, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::labels::labels;
use super::{Asker, Effect, MemoryTool, ToolError, is_day, naming_text, unknown_space};
use crate::http::mcp::answer::Told;

const DEFAULT_SOURCE: &str = "mcp";

pub(super) struct Ingest;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// What to remember, in full sentences that can be understood without the conversation: names instead of "he" or
    /// "the project", dates instead of "tomorrow" where you know them. "I" is the user. Several speakers go on lines of
    /// their own: `Anna: I moved to Lyon.`
    #[serde(skip_serializing)]
    message: String,
    /// When it was said or written, ISO 8601; now otherwise. "Yesterday" in the message is counted from it.
    #[serde(alias = "reference_time", skip_serializing_if = "Option::is_none")]
    reference_time: Option<String>,
    /// Where it comes from, such as the name of this application; "mcp" otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 512))]
    source: Option<String>,
    /// The space it goes to, by the id that `memory_get_spaces` lists; the default space otherwise.
    #[serde(
        alias = "space_id",
        alias = "spaceIds",
        alias = "space_ids",
        deserialize_with = "one_space",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    space_id: Option<String>,
    /// A stable name of this conversation or document: texts that share it are understood together.
    #[serde(alias = "session_id", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 512))]
    session_id: Option<String>,
    /// `CONVERSATION` for what was said (otherwise), `DOCUMENT` for what was written.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["CONVERSATION", "DOCUMENT"]))]
    kind: Option<String>,
    /// What it is sorted by, at most 50; `memory_search` can be narrowed by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 50))]
    tags: Option<Vec<String>>,
    /// More about it, as names and values: texts, numbers, true or false.
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Map<String, Value>>,
    /// A stable name of the text, such as a path: it takes the place of the text that has this name already in its space.
    #[serde(alias = "external_id", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 512))]
    external_id: Option<String>,
    /// When it is to be forgotten: a date or ISO 8601 date-time ahead; never otherwise.
    #[serde(alias = "expires_at", skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
}

impl MemoryTool for Ingest {
    const NAME: &'static str = "memory_ingest";
    const TITLE: &'static str = "Remember";
    const DESCRIPTION: &'static str = "Saves something to the user's long-term memory: facts about the user, their people, plans, preferences, decisions and their reasons, results of a task; whatever would be useful in a later conversation. Use it when the user asks to remember something, and of your own accord when they tell something lasting; also when something changed (\"I moved\"): the old fact is then closed by itself, nothing need be deleted. Do not save secrets, small talk, what memory_search has just returned, or general knowledge. One call for all that belongs together.";
    const EFFECT: Effect = Effect::Adds;
    const BRINGS_TEXT: bool = true;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker {
            user, operation, ..
        }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        // Only a day alone is told by where the person is.
        let zone = match arguments.reference_time.as_deref().map(str::trim) {
            Some(day) if is_day(day) => engine.account(user).await.map_err(naming_text)?.time_zone,
            _ => None,
        };
        let text = new_text(engine, arguments, operation, zone.as_deref())?;
        let accepted = engine.accept_version(user, text).await;
        let Accepted { log, as_what } = accepted.map_err(naming_text)?;
        let text = match as_what {
            AcceptedAs::Added => {
                format!("Saved (id {log}). It is being read now and can be found in a moment.")
            }
            AcceptedAs::Replacing(other) => format!(
                "Saved (id {log}). It takes the place of the text of that name (id {other}) as soon as it is read."
            ),
            AcceptedAs::Unchanged => {
                format!(
                    "A text of that name says the same already (id {log}); nothing was changed."
                )
            }
        };
        let structured =
            json!({ "success": true, "logId": log.to_string(), "status": as_what.as_str() });
        Ok(Told {
            text,
            structured: Some(structured),
        })
    }
}

fn new_text(
    engine: &Engine,
    arguments: Arguments,
    operation: Option<Operation>,
    zone: Option<&str>,
) -> Result<NewText, ToolError> {
    let request = serde_json::to_string(&arguments).unwrap_or_else(|_| "{}".to_owned());
    let named_time = arguments.reference_time.as_deref().map(str::trim);
    let named_time = named_time.filter(|time| !time.is_empty());
    let reference_time = match named_time {
        None => ReferenceTime::utc(engine.environment().now()),
        Some(day) if is_day(day) => noon(day, zone)?,
        Some(text) => reference_time(text)?,
    };
    let kind = arguments.kind.unwrap_or_default().to_uppercase();
    let kind = match kind.as_str() {
        "" => EpisodeKind::default(),
        name => EpisodeKind::from_name(name)
            .ok_or_else(|| ToolError("type must be CONVERSATION or DOCUMENT".to_owned()))?,
    };
    let more = TextOptions {
        external_id: arguments.external_id.filter(|name| !name.is_empty()),
        labels: labels(arguments.tags.as_deref(), arguments.metadata.as_ref()),
        is_undated: named_time.is_none(),
        expires_at: expiry(arguments.expires_at.as_deref())?,
        operation,
        ..TextOptions::default()
    };
    let space = arguments.space_id.filter(|id| !id.is_empty());
    let space = space.map(|id| id.parse().map_err(|_| unknown_space()));
    Ok(NewText {
        space: space.transpose()?,
        session: arguments.session_id,
        source: arguments
            .source
            .filter(|source| !source.trim().is_empty())
            .unwrap_or_else(|| DEFAULT_SOURCE.to_owned()),
        kind,
        body: arguments.message,
        reference_time,
        request,
        more,
    })
}

/// Noon of a day where the person is: the day stays that one wherever they are.
fn noon(day: &str, zone: Option<&str>) -> Result<ReferenceTime, ToolError> {
    let zone = zone.map_or_else(|| "Z".to_owned(), |zone| format!("[{zone}]"));
    reference_time(&format!("{day}T12:00:00{zone}"))
}

fn reference_time(text: &str) -> Result<ReferenceTime, ToolError> {
    text.parse()
        .map_err(|error| ToolError(format!("referenceTime: {error}; leave it out for now")))
}

/// When a text is forgotten; for a date, at its beginning.
fn expiry(text: Option<&str>) -> Result<Option<Timestamp>, ToolError> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let day = is_day(text).then(|| format!("{text}T00:00:00Z"));
    let time: Result<ReferenceTime, _> = day.as_deref().unwrap_or(text).parse();
    let time = time.map_err(|error| ToolError(format!("expiresAt: {error}")))?;
    Ok(Some(time.instant()))
}

/// A space by its id, or by a list of one id, which some clients send.
fn one_space<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Spaces {
        None,
        One(String),
        List(Vec<String>),
    }
    match Spaces::deserialize(value)? {
        Spaces::None => Ok(None),
        Spaces::One(id) => Ok(Some(id)),
        Spaces::List(ids) if ids.len() <= 1 => Ok(ids.into_iter().next()),
        Spaces::List(_) => Err(serde::de::Error::custom(
            "a text goes to one space: spaceId names it",
        )),
    }
}
