//! `memory_correct_fact`: what the user says of a fact that is wrong, over, otherwise, or worth keeping in sight.

use recollect_engine::{Engine, EngineError, Judgement, Sought};
use recollect_model::{ReferenceTime, StatementId, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{Asker, Effect, FactLine, MemoryTool, ToolError, is_day};
use crate::http::mcp::answer::Told;

pub(super) struct Correct;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// The id of the fact, as `memory_facts_about` gives it with `evidence`.
    #[serde(alias = "factId", alias = "fact_id", alias = "statementId")]
    id: String,
    /// `dismissed`: it is wrong. `ended`: it held until `at`. `corrected`: it is otherwise, as `object` says. `pinned`: it matters.
    decision: Decision,
    /// When it ended: a date or ISO 8601 date-time; with `ended`.
    at: Option<String>,
    /// The name or the value that is right in the place of the one that is told; with `corrected`.
    object: Option<String>,
    /// The right sentence, where it does not follow from `object`; with `corrected`.
    fact: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Decision {
    Dismissed,
    Ended,
    Corrected,
    Pinned,
}

impl MemoryTool for Correct {
    const NAME: &'static str = "memory_correct_fact";
    const TITLE: &'static str = "Put a fact right";
    const DESCRIPTION: &'static str = "Notes what the user says of one fact: that it is wrong, when it ended, what is so instead, or that it matters. It stands when the texts are read again, and memory_undo_decision takes it back. Use it when the user says that memory is mistaken: find the fact with memory_facts_about and evidence first. For something new, save it with memory_ingest; for a text that should go, use memory_forget.";
    const EFFECT: Effect = Effect::Adds;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, address, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let id: StatementId = arguments.id.trim().parse().map_err(|_| {
            ToolError(
                "id must be that of a fact; memory_facts_about gives it with evidence".to_owned(),
            )
        })?;
        let judgement = judgement(arguments)?;
        let judged = engine.decide(user, id, judgement, address).await;
        let judged = judged.map_err(|error| match error {
            EngineError::NotFound {
                what: Sought::Statement,
            } => ToolError(
                "there is no such fact, or no longer: what was put right has another id; memory_facts_about with evidence lists the ids"
                    .to_owned(),
            ),
            error => error.into(),
        })?;
        let decision = judged.decision.id;
        let now = match &judged.statement {
            Some(fact) => format!(
                "It is told so now:\n{}\n  fact {}",
                FactLine::known(fact),
                fact.statement.id
            ),
            None => format!("{:?} is told no more.", judged.decision.fact),
        };
        let mut structured = json!({ "success": true, "decisionId": decision.to_string() });
        if let Some(fact) = &judged.statement {
            structured["factId"] = json!(fact.statement.id.to_string());
        }
        Ok(Told {
            text: format!(
                "Noted (decision {decision}, which memory_undo_decision takes back). {now}"
            ),
            structured: Some(structured),
        })
    }
}

/// What is said of the fact; what does not belong to that is refused.
fn judgement(arguments: Arguments) -> Result<Judgement, ToolError> {
    let said = |field: Option<String>| field.filter(|text| !text.trim().is_empty());
    let (at, object, fact) = (
        said(arguments.at),
        said(arguments.object),
        said(arguments.fact),
    );
    let wrong = |reason: &str| Err(ToolError(reason.to_owned()));
    match (arguments.decision, &at, &object, &fact) {
        (Decision::Ended, None, ..) => return wrong("at is missing: when did it end?"),
        (Decision::Corrected, _, None, None) => {
            return wrong(
                "object is missing: the name or the value that is right; or fact, the right sentence",
            );
        }
        (Decision::Dismissed | Decision::Corrected | Decision::Pinned, Some(_), ..) => {
            return wrong("at says when a fact ended, and goes with decision \"ended\" only");
        }
        (Decision::Dismissed | Decision::Ended | Decision::Pinned, _, object, fact)
            if object.is_some() || fact.is_some() =>
        {
            return wrong(
                "object and fact say what is right, and go with decision \"corrected\" only",
            );
        }
        _ => {}
    }
    Ok(match arguments.decision {
        Decision::Dismissed => Judgement::Dismiss,
        Decision::Pinned => Judgement::Pin,
        Decision::Ended => Judgement::End(end(at.as_deref().unwrap_or_default().trim())?),
        Decision::Corrected => Judgement::Correct { object, fact },
    })
}

/// When something ended: exactly that, or a refusal.
fn end(text: &str) -> Result<Timestamp, ToolError> {
    let day = is_day(text).then(|| format!("{text}T00:00:00Z"));
    let time: Result<ReferenceTime, _> = day.as_deref().unwrap_or(text).parse();
    time.map(ReferenceTime::instant)
        .map_err(|error| ToolError(format!("at {error}")))
}
