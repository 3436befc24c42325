//! `memory_context`: what is worth knowing at the beginning of a conversation, and before an answer.

use recollect_engine::{Context, ContextPart, ContextQuery, ContextTopic, Engine, KnownStatement};
use recollect_model::{LogId, SpaceId};
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
    const DESCRIPTION: &'static str = "Gives in one call what is worth knowing about the user before an answer: who they are, what they pinned, who and what matters now, what changed lately, what is due soon, and with a query what fits it; health first; each line with the number of its source. Use it once at the beginning of a conversation. For a single question use memory_search.";
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

/// Writes a context so that a model reads it well: a line for each fact with the number of its source, and the sources at the end,
/// at most so many tokens. What matters most of every part is kept.
pub(crate) fn rendered(context: &Context, max_tokens: Option<u32>) -> RenderedContext<'_> {
    let mut answer = Answer::within(max_tokens);
    let mut facts = Vec::new();
    let mut sources = Sources::default();
    let account = &context.account;
    answer.section("The user:", "lines", 100);
    let mut names = vec![account.name.clone()];
    names.extend(account.also_called.iter().cloned());
    answer.item(&format!("- is called {}", names.join(", also ")));
    for (place, part) in context.parts.iter().enumerate() {
        // What comes later has its share, too.
        let left = context.parts.len() - place + usize::from(!context.texts.is_empty());
        let share = match part.topic {
            ContextTopic::Health | ContextTopic::Asked | ContextTopic::Pinned => 60,
            ContextTopic::Owner => 50,
            _ => (100 / left.max(1)).max(20),
        };
        answer.section(&heading(part), "facts", share);
        for fact in &part.facts {
            let source = fact.evidence.last();
            let source = source.and_then(|source| context.sources.get(&source.episode));
            let source = source.map(|one| (one.log, one.source.as_str(), day(one.said_at)));
            let line = FactLine::known(fact).to_string();
            if sources.item(&mut answer, &line, source) {
                facts.push(fact);
            }
        }
    }
    answer.section("Texts that fit:", "texts", 100);
    for found in &context.texts {
        let episode = &found.episode;
        let said = day(episode.reference_time.instant());
        let line = format!("- \"{}\"", glimpse(&found.passage));
        let source = (episode.log, episode.source.as_str(), said);
        sources.item(&mut answer, &line, Some(source));
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

/// Where what is told comes from, each text by its number.
#[derive(Default)]
struct Sources(Vec<LogId>);

impl Sources {
    /// Adds a line with the number of its source, if it fits; whether it did.
    fn item(
        &mut self,
        answer: &mut Answer,
        line: &str,
        source: Option<(LogId, &str, String)>,
    ) -> bool {
        let Some((log, name, day)) = source else {
            return answer.item(line);
        };
        if let Some(place) = self.0.iter().position(|known| *known == log) {
            return answer.item(&format!("{line} [{}]", place + 1));
        }
        let number = self.0.len() + 1;
        let note = format!("[{number}] {name}, {day}, id {log}");
        let is_told = answer.item_with(&format!("{line} [{number}]"), Some(note));
        if is_told {
            self.0.push(log);
        }
        is_told
    }
}

fn heading(part: &ContextPart) -> String {
    match &part.topic {
        ContextTopic::Health => "The user's health:".to_owned(),
        ContextTopic::Asked => "What fits the question:".to_owned(),
        ContextTopic::Pinned => "What the user pinned:".to_owned(),
        ContextTopic::Owner => "Who the user is:".to_owned(),
        ContextTopic::Due => "Due soon:".to_owned(),
        ContextTopic::Changed => "Changed lately:".to_owned(),
        ContextTopic::Person(name, last) => format!("{name} (last spoken of {}):", day(*last)),
    }
}
