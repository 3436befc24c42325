//! `memory_context`: what is worth knowing at the beginning of a conversation, and before an answer.

use recollect_engine::{
    Context, ContextPart, ContextQuery, ContextTopic, Engine, FoundEpisode, KnownStatement,
};
use recollect_model::SpaceId;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Asker, Effect, FactLine, MemoryTool, ToolError, day, glimpse, naming_space, unknown_space,
};
use crate::http::mcp::answer::{Answer, Told, tokens};

pub(super) struct MemoryContext;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// What is being talked about, in plain words; without it, what matters anyway.
    query: Option<String>,
    /// The space; the default one otherwise.
    #[serde(alias = "space_id")]
    space_id: Option<String>,
    /// The most tokens the answer may have (1500 otherwise).
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for MemoryContext {
    const NAME: &'static str = "memory_context";
    const TITLE: &'static str = "What is worth knowing now";
    const DESCRIPTION: &'static str = "Gives in one call what is worth knowing about the user before an answer: who they are, what they pinned, who and what matters now, what changed lately, what is due soon, and with a query what fits it; each line with its source. Use it once at the beginning of a conversation. For a single question use memory_search.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let space = arguments.space_id.filter(|id| !id.is_empty());
        let space: Option<Result<SpaceId, _>> = space.map(|id| id.parse());
        let query = ContextQuery {
            text: arguments.query,
            space: space.transpose().map_err(|_| unknown_space())?,
        };
        let context = engine.context(user, &query).await.map_err(naming_space)?;
        Ok(Told::text(rendered(&context, arguments.max_tokens).text))
    }
}

/// A context in words.
pub(crate) struct RenderedContext<'a> {
    pub(crate) text: String,
    /// The facts that are in it, in its order.
    pub(crate) facts: Vec<&'a KnownStatement>,
    /// How many tokens the text has, about.
    pub(crate) tokens: usize,
}

/// Writes a context so that a model reads it well: a line for each fact with its source, at most so many tokens. What
/// matters most of every part is kept.
pub(crate) fn rendered(context: &Context, max_tokens: Option<u32>) -> RenderedContext<'_> {
    let mut answer = Answer::within(max_tokens);
    let mut facts = Vec::new();
    let account = &context.account;
    answer.section("The user:", "lines", 100);
    let mut names = vec![account.name.clone()];
    names.extend(account.also_called.iter().cloned());
    answer.item(&format!("- is called {}", names.join(", also ")));
    for (place, part) in context.parts.iter().enumerate() {
        // What comes later has its share, too.
        let left = context.parts.len() - place + usize::from(!context.texts.is_empty());
        let share = match part.topic {
            ContextTopic::Asked | ContextTopic::Pinned => 60,
            ContextTopic::Owner => 50,
            _ => (100 / left.max(1)).max(20),
        };
        answer.section(&heading(part), "facts", share);
        for fact in &part.facts {
            if answer.item(&line(context, fact)) {
                facts.push(fact);
            }
        }
    }
    answer.section("Texts that fit:", "texts", 100);
    for found in &context.texts {
        answer.item(&text_line(found));
    }
    let text = answer
        .finish("Ask with a larger maxTokens, or use memory_search.")
        .text;
    RenderedContext {
        tokens: tokens(&text),
        text,
        facts,
    }
}

fn heading(part: &ContextPart) -> String {
    match &part.topic {
        ContextTopic::Asked => "What fits the question:".to_owned(),
        ContextTopic::Pinned => "What the user pinned:".to_owned(),
        ContextTopic::Owner => "Who the user is:".to_owned(),
        ContextTopic::Due => "Due soon:".to_owned(),
        ContextTopic::Changed => "Changed lately:".to_owned(),
        ContextTopic::Person(name, last) => format!("{name} (last spoken of {}):", day(*last)),
    }
}

fn line(context: &Context, fact: &KnownStatement) -> String {
    let source = fact.evidence.last();
    let source = source.and_then(|source| context.sources.get(&source.episode));
    let source = source.map_or(String::new(), |source| {
        format!(
            " [{}, {}, text {}]",
            source.source,
            day(source.said_at),
            source.log
        )
    });
    format!("{}{source}", FactLine::known(fact))
}

fn text_line(found: &FoundEpisode) -> String {
    let episode = &found.episode;
    format!(
        "- \"{}\" [{}, {}, text {}]",
        glimpse(&found.passage),
        episode.source,
        day(episode.reference_time.instant()),
        episode.log
    )
}
