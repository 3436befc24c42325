//! `memory_read`: one text in full.

use recollect_engine::{Engine, EngineError};
use recollect_model::{EpisodeId, Log, LogId, LogStatus, UserId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Asker, Effect, FactLine, MemoryTool, ToolError, day};
use crate::http::mcp::answer::{Answer, Told, beginning};

/// Of the answer, what the text may take; the rest is for what was understood of it.
const TEXT_SHARE: usize = 70;
/// What the line above a text takes.
const HEAD_TOKENS: usize = 80;

pub(super) struct Read;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// The id of the text, as `memory_search`, `memory_recent` and `memory_ingest` give it (the id of a log or an episode).
    #[serde(
        alias = "logId",
        alias = "log_id",
        alias = "episodeId",
        alias = "episode_id"
    )]
    id: String,
    /// Go on from this character of the text; 0 otherwise.
    offset: Option<u32>,
    /// The most tokens the answer may have (1500 otherwise).
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for Read {
    const NAME: &'static str = "memory_read";
    const TITLE: &'static str = "Read one text";
    const DESCRIPTION: &'static str = "Shows one remembered text in full by its id, with where it comes from, what became of it (waiting, understood, failed and why) and the facts that were read from it. Use it when memory_search showed only a part, to check a fact against its source, or to see whether something just saved was understood.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let log = text_of(engine, user, &arguments.id).await?;
        let mut answer = Answer::within(arguments.max_tokens);
        let offset = arguments.offset.unwrap_or(0) as usize;
        answer.section(&head(&log), "texts", TEXT_SHARE);
        let room = answer.room().saturating_sub(HEAD_TOKENS);
        let rest = match log.text.char_indices().nth(offset) {
            Some((start, _)) => &log.text[start..],
            None => "",
        };
        let (shown, is_cut) = beginning(rest, room);
        let next = offset + shown.chars().count();
        answer.item(&match is_cut {
            true => format!("{shown}\n(The text goes on: ask again with offset {next}.)"),
            false => shown.to_owned(),
        });
        if let Some(episode) = log.episode {
            let view = engine.episode(user, episode).await?;
            answer.section("Understood:", "facts", 100);
            for fact in &view.statements {
                answer.item(&FactLine::known(fact).to_string());
            }
        }
        Ok(answer.finish("Ask with a larger maxTokens."))
    }
}

/// The text of this log or episode.
pub(super) async fn text_of(engine: &Engine, user: UserId, id: &str) -> Result<Log, ToolError> {
    let id = id.trim();
    if let Ok(log) = id.parse::<LogId>() {
        match engine.log(user, log).await {
            Err(EngineError::NotFound { .. }) => {}
            found => return Ok(found?),
        }
    }
    if let Ok(episode) = id.parse::<EpisodeId>() {
        match engine.episode(user, episode).await {
            Err(EngineError::NotFound { .. }) => {}
            found => return Ok(engine.log(user, found?.episode.log).await?),
        }
    }
    Err(ToolError(format!(
        "text {id:?} not found: use an id that memory_search or memory_recent shows"
    )))
}

fn head(log: &Log) -> String {
    let session = log.session.as_deref();
    let session = session.map_or(String::new(), |session| format!(", session {session}"));
    let state = state(log);
    format!(
        "[{}, from {}{session}, id {}; {state}]",
        day(log.reference_time.instant()),
        log.source,
        log.id
    )
}

/// What became of a text, in words.
pub(super) fn state(log: &Log) -> String {
    if let Some(newer) = log.replaced_by {
        return format!("replaced by the text of id {newer}, and not found any more");
    }
    let state = match log.status {
        LogStatus::Pending => "waits to be read",
        LogStatus::Processing => "is being read",
        LogStatus::Completed => "understood",
        LogStatus::Failed => "failed",
    };
    let why = log.error.as_deref().or(log.note.as_deref());
    why.map_or(state.to_owned(), |why| format!("{state}: {why}"))
}
