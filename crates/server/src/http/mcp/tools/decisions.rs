//! `memory_decisions` and `memory_undo_decision`: what the user has said of facts, and taking it back.

use recollect_engine::{Engine, EngineError, Sought};
use recollect_model::{Decision, DecisionId, SpaceId, Verdict};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{Asker, Effect, MemoryTool, ToolError, day, naming_space, unknown_space};
use crate::http::mcp::answer::{Answer, Told};

pub(super) struct Decisions;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listed {
    /// Only this space; all spaces otherwise.
    #[serde(alias = "space_id")]
    space_id: Option<String>,
    /// The most tokens the answer may have (1500 otherwise).
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for Decisions {
    const NAME: &'static str = "memory_decisions";
    const TITLE: &'static str = "What was decided about facts";
    const DESCRIPTION: &'static str = "Lists what the user has said of facts that memory had wrong (dismissed, ended, corrected) or that matter (pinned), the newest first, each with its id. Use it to find the decision that memory_undo_decision takes back, or when the user asks why a fact is told so or not at all.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Listed;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Listed,
    ) -> Result<Told, ToolError> {
        let space = arguments.space_id.filter(|id| !id.is_empty());
        let space = space.map(|id| id.parse::<SpaceId>().map_err(|_| unknown_space()));
        let found = engine.decisions(user, space.transpose()?).await;
        let found = found.map_err(naming_space)?;
        if found.is_empty() {
            return Ok(Told::text("Nothing was decided about facts."));
        }
        let mut answer = Answer::within(arguments.max_tokens);
        answer.section("The newest first:", "decisions", 100);
        for decision in &found {
            answer.item(&line(decision));
        }
        Ok(answer.finish("Ask with a larger maxTokens, or for one space."))
    }
}

fn line(decision: &Decision) -> String {
    let verdict = match &decision.verdict {
        Verdict::Ended { at } => format!("ended on {}", day(*at)),
        Verdict::Corrected { fact, .. } => format!("corrected to {:?}", fact.trim()),
        verdict @ (Verdict::Dismissed | Verdict::Pinned) => verdict.as_str().to_owned(),
    };
    format!(
        "- {}: {:?} {verdict}, decision {}",
        day(decision.decided_at),
        decision.fact.trim(),
        decision.id
    )
}

pub(super) struct Undo;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Undone {
    /// The id of the decision, as `memory_correct_fact` and `memory_decisions` give it.
    #[serde(alias = "decisionId", alias = "decision_id")]
    id: String,
}

impl MemoryTool for Undo {
    const NAME: &'static str = "memory_undo_decision";
    const TITLE: &'static str = "Take a decision about a fact back";
    const DESCRIPTION: &'static str = "Takes back what was said of a fact with memory_correct_fact: what follows from the texts is told again. Use it when the user changes their mind or the wrong fact was put right.";
    const EFFECT: Effect = Effect::Adds;
    type Arguments = Undone;

    async fn call(
        engine: &Engine,
        Asker { user, address, .. }: Asker,
        arguments: Undone,
    ) -> Result<Told, ToolError> {
        let id: DecisionId = arguments.id.trim().parse().map_err(|_| unknown())?;
        match engine.undo_decision(user, id, address).await {
            Err(EngineError::NotFound {
                what: Sought::Decision,
            }) => return Err(unknown()),
            undone => undone?,
        }
        Ok(Told {
            text: "Taken back: what the texts say is told again.".to_owned(),
            structured: Some(json!({ "success": true })),
        })
    }
}

fn unknown() -> ToolError {
    ToolError("decision not found: memory_decisions lists the ids".to_owned())
}
