//! `search` and `fetch`: the pair that connectors of ChatGPT and others of its shape ask for.
//!
//! Each answers with one text that is JSON, and the same as structured content: results with an id, a title and an
//! address, and a document by its id.

use recollect_engine::{Engine, Query};
use recollect_model::{LabelFilter, ReferenceTime};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::read::text_of;
use super::{Asker, Effect, MemoryTool, ToolError, glimpse};
use crate::http::mcp::answer::Told;

const RESULTS: usize = 10;

pub(super) struct Search;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SearchArguments {
    /// What to look for, as a full question or a few words with the names it is about.
    query: String,
}

impl MemoryTool for Search {
    const NAME: &'static str = "search";
    const TITLE: &'static str = "Search (for connectors)";
    const DESCRIPTION: &'static str = "Searches the user's long-term memory for texts and returns their ids, titles and addresses; fetch shows one. For connectors that ask for this pair. Where memory_search is at hand use that: it returns the facts and the words themselves.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = SearchArguments;

    async fn call(
        engine: &Engine,
        asker: Asker,
        arguments: SearchArguments,
    ) -> Result<Told, ToolError> {
        let query = Query {
            text: arguments.query,
            limit: RESULTS,
            labels: LabelFilter::default(),
            spaces: Vec::new(),
            session: None,
            reference_time: ReferenceTime::utc(engine.environment().now()),
            from: None,
            until: None,
            valid_at: None,
            recorded_at: None,
            include_invalidated: false,
            tells_together: false,
            score_threshold: None,
            min_results: 0,
            rerank: None,
        };
        let found = engine.recall(asker.user, query).await?;
        let results: Vec<Value> = found
            .episodes
            .iter()
            .map(|found| {
                json!({
                    "id": found.episode.log.to_string(),
                    "title": glimpse(&found.passage),
                    "url": asker.address_of(found.episode.id),
                })
            })
            .collect();
        Ok(told(json!({ "results": results })))
    }
}

pub(super) struct Fetch;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FetchArguments {
    /// The id of a result of `search`.
    id: String,
}

impl MemoryTool for Fetch {
    const NAME: &'static str = "fetch";
    const TITLE: &'static str = "Fetch (for connectors)";
    const DESCRIPTION: &'static str = "Returns one remembered text in full by an id that search gave. For connectors that ask for this pair. Where memory_read is at hand use that: it also tells what was understood, and keeps to a budget.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = FetchArguments;

    async fn call(
        engine: &Engine,
        asker: Asker,
        arguments: FetchArguments,
    ) -> Result<Told, ToolError> {
        let log = text_of(engine, asker.user, &arguments.id).await?;
        let mut metadata = json!({
            "source": log.source,
            "referenceTime": log.reference_time.instant().to_string(),
        });
        if let Some(session) = &log.session {
            metadata["sessionId"] = Value::from(session.as_str());
        }
        Ok(told(json!({
            "id": log.id.to_string(),
            "title": glimpse(&log.text),
            "text": log.text,
            "url": log.episode.map_or_else(|| asker.base.to_string(), |id| asker.address_of(id)),
            "metadata": metadata,
        })))
    }
}

fn told(answer: Value) -> Told {
    Told {
        text: answer.to_string(),
        structured: Some(answer),
    }
}
