//! `memory_forget`: takes a text and all that only it supported out of memory.

use recollect_engine::Engine;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::read::text_of;
use super::{Asker, Effect, MemoryTool, ToolError, counted, day, glimpse};
use crate::http::mcp::answer::Told;

pub(super) struct Forget;

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
}

impl MemoryTool for Forget {
    const NAME: &'static str = "memory_forget";
    const TITLE: &'static str = "Forget a text";
    const DESCRIPTION: &'static str = "Deletes one remembered text for good, with every fact and name that only it supported; what it had ended holds again. Use it only when the user asks to forget or delete something: find the text with memory_search or memory_recent first, and make sure with the user which one is meant. For a text that has a mistake use memory_edit. Not for facts that changed: save the new fact with memory_ingest and the old one is closed by itself. It cannot be undone.";
    const EFFECT: Effect = Effect::Removes;
    const TELLS_WHAT_IS_GONE: bool = true;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, address, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let log = text_of(engine, user, &arguments.id).await?;
        let gone = engine.forget(user, log.id, address).await?;
        let text = format!(
            "Forgotten: the text of {} (\"{}\"), and with it {} and {} that nothing else supported.",
            day(log.reference_time.instant()),
            glimpse(&log.text),
            counted(gone.statements, "fact"),
            counted(gone.entities, "name")
        );
        let deleted = json!({ "episodes": gone.episodes, "statements": gone.statements, "entities": gone.entities });
        Ok(Told {
            text,
            structured: Some(
                json!({ "success": true, "logId": log.id.to_string(), "deleted": deleted }),
            ),
        })
    }
}
