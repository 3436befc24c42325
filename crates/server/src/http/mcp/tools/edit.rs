//! `memory_edit`: gives a text other words.

use recollect_engine::{Engine, EngineError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::read::text_of;
use super::{Asker, Effect, MemoryTool, ToolError, naming_text};
use crate::http::mcp::answer::Told;

pub(super) struct Edit;

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
    /// All of the new text, and not only what is otherwise in it.
    message: String,
}

impl MemoryTool for Edit {
    const NAME: &'static str = "memory_edit";
    const TITLE: &'static str = "Edit a text";
    const DESCRIPTION: &'static str = "Gives one remembered text other words; its time and its source stay. The old words go for good, with what was understood of them, and the new ones are read as if they had just come. Use it when a text itself has a mistake (\"the note says Tuesday, it was Wednesday\"): read the whole of it with memory_read first, and send the whole again. Not for what changed in life: save that with memory_ingest. For one fact that was misread use memory_correct_fact.";
    const EFFECT: Effect = Effect::Removes;
    const BRINGS_TEXT: bool = true;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, address, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let log = text_of(engine, user, &arguments.id).await?;
        let edited = engine
            .edit(user, log.id, (None, &arguments.message), address)
            .await
            .map_err(refusal)?;
        Ok(Told {
            text: format!(
                "Changed (id {}). The new words are being read now.",
                edited.id
            ),
            structured: Some(json!({ "success": true, "logId": edited.id.to_string() })),
        })
    }
}

fn refusal(error: EngineError) -> ToolError {
    match error {
        EngineError::Conflict { .. } => {
            let ToolError(reason) = error.into();
            ToolError(format!("{reason}; memory_read says when it has been read"))
        }
        error => naming_text(error),
    }
}
