//! `memory_search`: what matters for a question.

use recollect_engine::{Engine, FoundEpisode, FoundFact, KnownStatement, Query, Recollection};
use recollect_model::{LogStatus, ReferenceTime};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::labels::wanted;
use super::{
    Asker, Effect, FactLine, MemoryTool, ToolError, day, end_moment, moment, naming_space, spaces,
};
use crate::http::mcp::answer::{Answer, Told, beginning};

const DEFAULT_LIMIT: u32 = 20;
const LIMITS: std::ops::RangeInclusive<u32> = 1..=100;
/// Of the answer, what facts may take: the texts are what they were read from.
const FACTS_SHARE: usize = 40;
/// A text that takes more of what is left is shown by its best passage alone.
const WHOLE_TEXT_SHARE: usize = 3;

pub(super) struct Search;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// What you want to know, as a full question or a few words, with the names it is about: "Where does Clara work?",
    /// not "work". Words of time such as "last week" are understood.
    query: String,
    /// Only facts that held at this moment, and the state of things as it was then: a date or ISO 8601 date-time. Leave
    /// it out for what holds now.
    #[serde(alias = "valid_at")]
    #[schemars(extend("examples" = ["2024-06-01"]))]
    valid_at: Option<String>,
    /// Only texts from this moment on: a date or ISO 8601 date-time.
    #[serde(alias = "start_time")]
    start_time: Option<String>,
    /// Only texts before this moment (a date means the end of that day).
    #[serde(alias = "end_time")]
    end_time: Option<String>,
    /// Only what was known by this moment, as if the search were made then.
    #[serde(alias = "recorded_at")]
    recorded_at: Option<String>,
    /// Only these spaces, by the ids that `memory_get_spaces` lists; all spaces otherwise.
    #[serde(alias = "space_ids")]
    space_ids: Option<Vec<String>>,
    /// Only texts of this conversation or document.
    #[serde(alias = "session_id")]
    session_id: Option<String>,
    /// Only texts with at least one of these tags.
    tags: Option<Vec<String>>,
    /// Only texts with all of these tags.
    #[serde(alias = "all_tags")]
    all_tags: Option<Vec<String>>,
    /// Only texts with none of these tags.
    #[serde(alias = "no_tags")]
    no_tags: Option<Vec<String>>,
    /// Only texts with this metadata: an object with `any`, `all` or `none`, each an object of names and values, such as
    /// {"all": {"project": "atlas"}}.
    metadata: Option<Map<String, Value>>,
    /// Also facts that no longer hold.
    #[serde(alias = "include_invalidated")]
    include_invalidated: Option<bool>,
    /// The most texts, and the most facts, to look at (20 otherwise); `maxTokens` bounds the answer.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// The most tokens the answer may have (1500 otherwise). Start small; ask for more only when something is missing.
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for Search {
    const NAME: &'static str = "memory_search";
    const TITLE: &'static str = "Search memory";
    const DESCRIPTION: &'static str = "Searches the user's long-term memory and returns the answer where the memory says it plainly, with the words that say so, and the facts and the original texts that matter for a question, best first. Use it before you answer anything that may depend on earlier conversations, on the user's people, plans, preferences or projects, or whenever the user says \"remember\", \"as I told you\", \"last time\"; search before you ask the user for something they may have told already. With validAt it answers as of a past date. For everything known of one person or thing use memory_facts_about; for what happened in order use memory_timeline. Not for general knowledge.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let max_tokens = arguments.max_tokens;
        let query = query(engine, arguments)?;
        let found = engine.recall(user, query).await.map_err(naming_space)?;
        Ok(told(&found, Answer::within(max_tokens)))
    }
}

fn query(engine: &Engine, arguments: Arguments) -> Result<Query, ToolError> {
    let limit = arguments.limit.unwrap_or(DEFAULT_LIMIT);
    Ok(Query {
        labels: wanted(
            [arguments.tags, arguments.all_tags, arguments.no_tags],
            arguments.metadata.as_ref(),
        )?,
        text: arguments.query,
        spaces: spaces(arguments.space_ids.as_deref())?,
        session: arguments.session_id.filter(|id| !id.is_empty()),
        limit: limit.clamp(*LIMITS.start(), *LIMITS.end()) as usize,
        reference_time: ReferenceTime::utc(engine.environment().now()),
        from: moment("startTime", arguments.start_time.as_deref())?,
        until: end_moment("endTime", arguments.end_time.as_deref())?,
        valid_at: moment("validAt", arguments.valid_at.as_deref())?,
        recorded_at: moment("recordedAt", arguments.recorded_at.as_deref())?,
        include_invalidated: arguments.include_invalidated.unwrap_or(false),
        tells_together: true,
        score_threshold: None,
        min_results: 0,
        rerank: None,
    })
}

fn told(found: &Recollection, mut answer: Answer) -> Told {
    if found.facts.is_empty() && found.episodes.is_empty() {
        return Told::text(
            "Nothing in memory matches. Try other words or names, or leave out the filters.",
        );
    }
    let share = match found.episodes.is_empty() {
        true => 100,
        false => FACTS_SHARE,
    };
    if let Some(found) = &found.answer {
        answer.section("Answer:", "answers", 100);
        let quote = found.quote.words.trim();
        let said = day(found.quote.said_at.instant());
        answer.item(&format!("{}\n(\"{quote}\", said {said})", found.text));
    }
    answer.section("Facts:", "facts", share);
    for fact in &found.facts {
        answer.item(&FactLine::of(fact).to_string());
    }
    answer.section("Texts:", "texts", 100);
    for text in &found.episodes {
        let item = text_item(text, answer.room());
        answer.item(&item);
    }
    answer.finish("Narrow the question, or ask with a larger maxTokens.")
}

/// A text with where it comes from; a long one by its best passage, and that cut when even it would not fit at all.
fn text_item(found: &FoundEpisode, room: usize) -> String {
    let episode = &found.episode;
    let session = episode.session.as_deref();
    let session = session.map_or(String::new(), |session| format!(", session {session}"));
    let waits = match found.status {
        LogStatus::Completed => "",
        LogStatus::Pending | LogStatus::Processing => ", not processed yet",
        LogStatus::Failed => ", could not be processed",
    };
    let origin = format!(
        "[{}, from {}{session}, id {}{waits}]",
        day(episode.reference_time.instant()),
        episode.source,
        episode.log
    );
    let (_, is_long) = beginning(&episode.body, room / WHOLE_TEXT_SHARE);
    if !is_long {
        return format!("{origin}\n{}", episode.body.trim());
    }
    let is_part = found.passage.trim() != episode.body.trim();
    // What is left may hold the frame and nothing else; then the item is left out as a whole.
    let (passage, is_cut) = beginning(found.passage.trim(), (room / 2).max(100));
    match is_part || is_cut {
        true => format!("{origin}\n… {passage} … (part; memory_read shows it all)"),
        false => format!("{origin}\n{passage}"),
    }
}

impl<'a> FactLine<'a> {
    fn of(found: &'a FoundFact) -> Self {
        Self {
            fact: &found.fact,
            is_event: KnownStatement::tells_event(
                &found.relation,
                found.modality,
                (&found.phrase, &found.fact),
            ),
            modality: found.modality,
            said_by: found.attributed_to.as_ref().map(|(_, name)| name.as_str()),
            valid_at: found.valid_at,
            invalid_at: found.invalid_at,
            precision: found.precision,
        }
    }
}
