//! `memory_recent`: the newest texts, and what became of them.

use recollect_engine::{Engine, LogFilter, Page};
use recollect_model::LogStatus;
use schemars::JsonSchema;
use serde::Deserialize;

use super::read::state;
use super::{
    Asker, Effect, MemoryTool, ToolError, day, end_moment, glimpse, moment, naming_space, spaces,
};
use crate::http::mcp::answer::{Answer, Told};

const DEFAULT_LIMIT: u32 = 20;
const LIMITS: std::ops::RangeInclusive<u32> = 1..=100;

pub(super) struct Recent;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// Only texts that stand so: `failed` for what could not be read, `pending` for what waits.
    #[schemars(extend("enum" = ["pending", "processing", "completed", "failed"]))]
    status: Option<String>,
    /// Only texts of this source.
    source: Option<String>,
    /// Only texts of this conversation or document.
    #[serde(alias = "session_id")]
    session_id: Option<String>,
    /// Only this space; all spaces otherwise.
    #[serde(alias = "space_id")]
    space_id: Option<String>,
    /// Only texts saved from this moment on: a date or ISO 8601 date-time.
    #[serde(alias = "start_time")]
    start_time: Option<String>,
    /// Only texts saved before this moment (a date means the end of that day).
    #[serde(alias = "end_time")]
    end_time: Option<String>,
    /// The most texts (20 otherwise).
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// The most tokens the answer may have (1500 otherwise).
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for Recent {
    const NAME: &'static str = "memory_recent";
    const TITLE: &'static str = "Recent texts";
    const DESCRIPTION: &'static str = "Lists the texts that were saved last, the newest first, each by its first words, its id and what became of it. Use it for \"what did I tell you last?\", to find the text to read or forget, or to see whether something that was saved has been understood or has failed. It lists by when a text was saved; for what happened when use memory_timeline, and for a subject memory_search.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let limit = arguments.limit.unwrap_or(DEFAULT_LIMIT);
        let max_tokens = arguments.max_tokens;
        let page = Page::first(limit.clamp(*LIMITS.start(), *LIMITS.end()));
        let found = engine.newest_logs(user, &filter(arguments)?, page).await;
        let found = found.map_err(naming_space)?;
        if found.items.is_empty() {
            return Ok(Told::text("There are no such texts in memory."));
        }
        let mut answer = Answer::within(max_tokens);
        answer.section("The newest first:", "older texts", 100);
        for log in &found.items {
            answer.item(&format!(
                "- {}, saved {}, from {}, id {}; {}: \"{}\"",
                day(log.reference_time.instant()),
                day(log.accepted_at),
                log.source,
                log.id,
                state(log),
                glimpse(&log.text)
            ));
        }
        let total = usize::try_from(found.total).unwrap_or(usize::MAX);
        answer.leave_out(total.saturating_sub(found.items.len()));
        Ok(answer.finish("Ask with a larger limit and maxTokens, or with an endTime."))
    }
}

fn filter(arguments: Arguments) -> Result<LogFilter, ToolError> {
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let status = given(arguments.status).map(|name| {
        LogStatus::from_name(&name.to_lowercase()).ok_or_else(|| {
            ToolError(format!(
                "{name:?} is no status: use pending, processing, completed or failed"
            ))
        })
    });
    let space: Vec<String> = arguments.space_id.into_iter().collect();
    Ok(LogFilter {
        status: status.transpose()?,
        source: given(arguments.source),
        session: given(arguments.session_id),
        space: spaces(Some(&space))?.pop(),
        from: moment("startTime", arguments.start_time.as_deref())?,
        until: end_moment("endTime", arguments.end_time.as_deref())?,
        ..LogFilter::default()
    })
}
