//! `get_user_profile`: who the user is, as [the context](super::context) of each space tells it.

use recollect_engine::{ContextPart, ContextQuery, ContextTopic, Engine};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Asker, Effect, FactLine, MemoryTool, ToolError};
use crate::http::mcp::answer::{Answer, Told};

pub(super) struct Profile;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// The most tokens the answer may have (1500 otherwise).
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for Profile {
    const NAME: &'static str = "get_user_profile";
    const TITLE: &'static str = "Who the user is";
    const DESCRIPTION: &'static str = "Shows who the user is: name, e-mail address, and what is known of them now (health, where they live and work, family, preferences), what matters most first. Use it once at the beginning of a conversation that may be personal, to address the user well. For a question use memory_search.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let account = engine.account(user).await?;
        let mut answer = Answer::within(arguments.max_tokens);
        answer.section("The user:", "lines", 100);
        answer.item(&format!("- name: {}", account.name));
        answer.item(&format!("- e-mail: {}", account.email.as_str()));
        answer.section("Known of the user:", "facts", 100);
        let mut parts = Vec::new();
        for space in engine.spaces(user).await? {
            let query = ContextQuery {
                text: None,
                space: Some(space.id),
            };
            parts.extend(engine.context(user, &query).await?.parts);
        }
        let of_health = |part: &&ContextPart| part.topic == ContextTopic::Health;
        let of_owner =
            |part: &&ContextPart| matches!(part.topic, ContextTopic::Pinned | ContextTopic::Owner);
        // Of all spaces health goes first, whatever the budget.
        let first = parts.iter().filter(of_health);
        for fact in first
            .chain(parts.iter().filter(of_owner))
            .flat_map(|part| &part.facts)
        {
            answer.item(&FactLine::known(fact).to_string());
        }
        Ok(answer.finish("Ask with a larger maxTokens, or use memory_facts_about \"me\"."))
    }
}
