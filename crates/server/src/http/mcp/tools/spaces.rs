//! `memory_get_spaces`: the memories that are kept apart.

use recollect_engine::Engine;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Asker, Effect, MemoryTool, ToolError};
use crate::http::mcp::answer::Told;

pub(super) struct Spaces;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {}

impl MemoryTool for Spaces {
    const NAME: &'static str = "memory_get_spaces";
    const TITLE: &'static str = "List spaces";
    const DESCRIPTION: &'static str = "Lists the user's spaces (separate memories, such as \"Work\" and \"Private\") with their ids and what they are for. Use it before you save to, or search in, one space by name. Without a space, everything is searched and texts go to the default space, so most calls need none.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        _: Arguments,
    ) -> Result<Told, ToolError> {
        let spaces = engine.spaces(user).await?;
        let spaces: Vec<Value> = spaces
            .into_iter()
            .map(|space| {
                json!({
                    "id": space.id.to_string(),
                    "name": space.name,
                    "description": space.description,
                    "isDefault": space.is_default,
                })
            })
            .collect();
        let spaces = Value::Array(spaces);
        Ok(Told {
            // A published client reads the text as this list.
            text: spaces.to_string(),
            structured: Some(json!({ "spaces": spaces })),
        })
    }
}
