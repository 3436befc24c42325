//! `memory_timeline`: what began or happened, in its order.

use recollect_engine::{Engine, KnownStatement, Page, TimelineFilter};
use recollect_model::{EntityId, SpaceId, Timestamp, UserId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::facts::named;
use super::{
    Asker, Effect, FactLine, MemoryTool, ToolError, calendar, end_moment_here, moment, moment_here,
    naming_space, spaces,
};
use crate::http::mcp::answer::{Answer, Told};

/// Of one space, so many statements are looked at.
const MAX_STATEMENTS: u32 = 300;

pub(super) struct Timeline;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// Only what concerns this person or thing: a name, the id of an entity, or "me" for the user.
    entity: Option<String>,
    /// From this moment on: a date (of the user's time zone) or ISO 8601 date-time.
    #[serde(alias = "start_time")]
    start_time: Option<String>,
    /// Before this moment (a date means the end of that day).
    #[serde(alias = "end_time")]
    end_time: Option<String>,
    /// Only what was known by this moment.
    #[serde(alias = "recorded_at")]
    recorded_at: Option<String>,
    /// Only these spaces; all spaces otherwise.
    #[serde(alias = "space_ids")]
    space_ids: Option<Vec<String>>,
    /// The most tokens the answer may have (1500 otherwise).
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for Timeline {
    const NAME: &'static str = "memory_timeline";
    const TITLE: &'static str = "What happened when";
    const DESCRIPTION: &'static str = "Lists what began or happened in a stretch of time, oldest first: of the user's whole memory, or of one person or thing. Use it for questions about order and history (\"what happened in May?\", \"how did Clara's career go?\", \"what came before the move?\"). For what holds at one moment use memory_facts_about or memory_search with validAt; for the newest texts use memory_recent.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let here = calendar(engine, user).await?;
        let filter = TimelineFilter {
            from: moment_here("startTime", arguments.start_time.as_deref(), &here)?,
            until: end_moment_here("endTime", arguments.end_time.as_deref(), &here)?,
            entity: None,
            recorded_at: moment("recordedAt", arguments.recorded_at.as_deref())?,
        };
        let spaces = spaces(arguments.space_ids.as_deref())?;
        let entity = arguments.entity.filter(|name| !name.trim().is_empty());
        let lines = lines(engine, user, spaces, entity.as_deref()).await?;
        if lines.is_empty() {
            return Ok(Told::text(
                "Nobody and nothing of that name is in memory. Check it with memory_entities.",
            ));
        }
        let mut happened = Vec::new();
        let mut total = 0;
        for (space, entity) in lines {
            let filter = TimelineFilter { entity, ..filter };
            let page = Page::first(MAX_STATEMENTS);
            let found = engine.timeline(user, space, &filter, page).await;
            let found = found.map_err(naming_space)?;
            total += usize::try_from(found.total).unwrap_or(usize::MAX);
            happened.extend(found.items);
        }
        happened.sort_by_key(KnownStatement::place_in_time);
        Ok(told(&happened, total, Answer::within(arguments.max_tokens)))
    }
}

/// The timelines that are asked for: of the spaces, or of those of this name in them.
async fn lines(
    engine: &Engine,
    user: UserId,
    spaces: Vec<SpaceId>,
    entity: Option<&str>,
) -> Result<Vec<(SpaceId, Option<EntityId>)>, ToolError> {
    if let Some(entity) = entity {
        let meant = named(engine, user, &spaces, entity).await?.meant;
        let lines = meant.iter().map(|one| (one.space, Some(one.entity.id)));
        return Ok(lines.collect());
    }
    let spaces = match spaces.is_empty() {
        true => {
            let all = engine.spaces(user).await?;
            all.into_iter().map(|space| space.id).collect()
        }
        false => spaces,
    };
    Ok(spaces.into_iter().map(|space| (space, None)).collect())
}

fn told(happened: &[KnownStatement], total: usize, mut answer: Answer) -> Told {
    if happened.is_empty() {
        return Told::text("Nothing is known to have begun or happened then.");
    }
    answer.section("What began or happened, in order:", "later facts", 100);
    let mut next: Option<Timestamp> = None;
    for fact in happened {
        let is_told = answer.item(&FactLine::known(fact).to_string());
        if !is_told && next.is_none() {
            next = fact.place_in_time();
        }
    }
    answer.leave_out(total.saturating_sub(happened.len()));
    let next = next.or_else(|| happened.last().and_then(KnownStatement::place_in_time));
    let from = next.map_or(String::new(), |time| format!(" with startTime {time}"));
    answer.finish(&format!("Go on{from}, or ask with a larger maxTokens."))
}
