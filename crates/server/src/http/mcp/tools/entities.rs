//! `memory_entities`: whom and what memory knows.

use recollect_engine::{Engine, EntityFilter, Page};
use recollect_model::EntityKind;
use schemars::JsonSchema;
use serde::Deserialize;

use super::facts::described;
use super::{Asker, Effect, MemoryTool, ToolError, naming_space, spaces};
use crate::http::mcp::answer::{Answer, Told};

const MOST: u32 = 200;

pub(super) struct Entities;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// The beginning of words of a name; everybody and everything otherwise.
    query: Option<String>,
    /// Only this kind.
    #[schemars(extend("enum" = ["owner", "person", "organization", "place", "event", "work", "product", "animal", "date", "quantity", "thing"]))]
    kind: Option<String>,
    /// Only these spaces; all spaces otherwise.
    #[serde(alias = "space_ids")]
    space_ids: Option<Vec<String>>,
    /// The most tokens the answer may have (1500 otherwise).
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for Entities {
    const NAME: &'static str = "memory_entities";
    const TITLE: &'static str = "People, places and things in memory";
    const DESCRIPTION: &'static str = "Lists the people, organizations, places, events, works and things that memory knows, the most mentioned first; by the beginning of a name, or of one kind. Use it to find how somebody is called or spelled, or for \"whom do I know\"; then memory_facts_about for what is known of them.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let kind = arguments.kind.filter(|name| !name.is_empty());
        let kind = kind.map(|name| {
            EntityKind::from_name(&name.to_lowercase()).ok_or_else(|| {
                ToolError(format!(
                    "{name:?} is no kind: use owner, person, organization, place, event, work, product, animal, date, quantity or thing"
                ))
            })
        });
        let filter = EntityFilter {
            words: arguments.query.unwrap_or_default(),
            kind: kind.transpose()?,
        };
        let spaces = spaces(arguments.space_ids.as_deref())?;
        let page = Page::first(MOST);
        let found = engine.entities(user, &spaces, &filter, page).await;
        let found = found.map_err(naming_space)?;
        if found.items.is_empty() {
            return Ok(Told::text(
                "Nobody and nothing of that name or kind is in memory.",
            ));
        }
        let mut answer = Answer::within(arguments.max_tokens);
        answer.section("The most mentioned first:", "names", 100);
        for entity in &found.items {
            answer.item(&format!("- {}", described(entity)));
        }
        let total = usize::try_from(found.total).unwrap_or(usize::MAX);
        answer.leave_out(total.saturating_sub(found.items.len()));
        Ok(answer.finish("Ask by the beginning of a name, or for one kind."))
    }
}
