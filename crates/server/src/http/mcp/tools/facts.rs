//! `memory_facts_about`: what is known of one person or thing, now or as of a date.

use recollect_engine::{
    AsOf, Engine, EntityFilter, KnownStatement, ListedEntity, Page, role_called,
};
use recollect_model::{EntityId, EntityKind, SpaceId, Timestamp, UserId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Asker, Effect, FactLine, MemoryTool, ToolError, counted, day, glimpse, moment, naming_space,
    spaces,
};
use crate::http::mcp::answer::{Answer, Told};

/// Of one entity, so many statements are looked at.
const MAX_STATEMENTS: u32 = 300;
/// Of one name, so many entities.
const MAX_CANDIDATES: u32 = 20;
const MAX_ALIKE: usize = 5;
/// What a text calls its writer.
const OWNER: [&str; 6] = ["i", "me", "myself", "user", "the user", "owner"];

pub(super) struct Facts;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arguments {
    /// Whom or what: a name ("Clara", "Airbus"), the id of an entity, or "me" for the user.
    entity: String,
    /// Only what held at this moment: a date or ISO 8601 date-time. Leave it out for what holds now.
    #[serde(alias = "valid_at")]
    valid_at: Option<String>,
    /// Only what was known by this moment.
    #[serde(alias = "recorded_at")]
    recorded_at: Option<String>,
    /// Also what no longer holds.
    #[serde(alias = "include_past")]
    include_past: Option<bool>,
    /// Only this relation, such as `lives_in` or `works_at`.
    relation: Option<String>,
    /// With the id of each fact, the words that say it, their date and the id of their text.
    evidence: Option<bool>,
    /// Only these spaces; all spaces otherwise.
    #[serde(alias = "space_ids")]
    space_ids: Option<Vec<String>>,
    /// The most tokens the answer may have (1500 otherwise).
    #[serde(alias = "max_tokens")]
    #[schemars(range(min = 200, max = 20_000))]
    max_tokens: Option<u32>,
}

impl MemoryTool for Facts {
    const NAME: &'static str = "memory_facts_about";
    const TITLE: &'static str = "Facts about somebody or something";
    const DESCRIPTION: &'static str = "Lists the facts known about one person, place, organization, project or thing, the newest first, each with the time it held: now, or as of a past date with validAt. Use it when the question is about somebody or something by name (\"what do you know about Clara?\", \"where did Tom work in 2021?\") and, with evidence, when the user doubts a fact or asks where it comes from. For a question in free words use memory_search.";
    const EFFECT: Effect = Effect::Reads;
    type Arguments = Arguments;

    async fn call(
        engine: &Engine,
        Asker { user, .. }: Asker,
        arguments: Arguments,
    ) -> Result<Told, ToolError> {
        let spaces = spaces(arguments.space_ids.as_deref())?;
        let wanted = Wanted {
            as_of: AsOf {
                valid_at: moment("validAt", arguments.valid_at.as_deref())?,
                recorded_at: moment("recordedAt", arguments.recorded_at.as_deref())?,
            },
            includes_past: arguments.include_past.unwrap_or(false),
            relation: arguments.relation.filter(|name| !name.is_empty()),
        };
        let Named { meant, others } = named(engine, user, &spaces, &arguments.entity).await?;
        if meant.is_empty() {
            return Ok(Told::text(format!(
                "Nobody and nothing called {:?} is in memory. Check the name with memory_entities, or use memory_search.",
                arguments.entity
            )));
        }
        let mut answer = Answer::within(arguments.max_tokens);
        let is_shown = arguments.evidence.unwrap_or(false);
        for entity in &meant {
            let KnownFacts { facts, past, more } =
                wanted.facts(engine, user, entity.entity.id).await?;
            let quotes = quotes(engine, user, &facts, is_shown).await?;
            answer.section(&heading(entity, facts.len(), past), "facts", 100);
            if facts.is_empty() {
                answer.item("(none)");
            }
            for (fact, quote) in facts.iter().zip(quotes) {
                answer.item(&format!("{}{quote}", FactLine::known(fact)));
            }
            answer.leave_out(more);
        }
        answer.section("Others of that name:", "others", 100);
        for other in &others {
            answer.item(&format!("- {}", described(other)));
        }
        Ok(answer.finish("Ask with a larger maxTokens, or for one relation."))
    }
}

/// What is known of an entity.
struct KnownFacts {
    /// The newest first.
    facts: Vec<KnownStatement>,
    /// So many more were looked at, and no longer hold.
    past: usize,
    /// So many more, older ones, were not looked at.
    more: usize,
}

/// Which facts are wanted.
struct Wanted {
    as_of: AsOf,
    includes_past: bool,
    relation: Option<String>,
}

impl Wanted {
    async fn facts(
        &self,
        engine: &Engine,
        user: UserId,
        entity: EntityId,
    ) -> Result<KnownFacts, ToolError> {
        let filter = recollect_engine::StatementFilter {
            relation: self.relation.clone(),
            as_of: self.as_of,
            ..Default::default()
        };
        let mut page = Page::first(MAX_STATEMENTS);
        let mut found = engine
            .entity_statements(user, entity, &filter, page)
            .await?;
        if found.total > u64::from(MAX_STATEMENTS) {
            page.offset = found.total - u64::from(MAX_STATEMENTS);
            found = engine
                .entity_statements(user, entity, &filter, page)
                .await?;
        }
        let now = engine.environment().now();
        let holds = |until: Option<Timestamp>| until.is_none_or(|until| now < until);
        let (mut facts, total) = (found.items, found.total);
        let looked_at = facts.len();
        if self.as_of.valid_at.is_none() && !self.includes_past {
            facts.retain(|fact| holds(fact.statement.invalid_at));
        }
        facts.reverse();
        Ok(KnownFacts {
            past: looked_at - facts.len(),
            more: usize::try_from(total).map_or(0, |total| total.saturating_sub(looked_at)),
            facts,
        })
    }
}

/// Whom a name means.
pub(super) struct Named {
    /// Those it means: one, or one in each space.
    pub(super) meant: Vec<ListedEntity>,
    /// Those it might mean.
    others: Vec<ListedEntity>,
}

/// Whether a name is how a text calls its writer.
pub(super) fn is_owner(name: &str) -> bool {
    OWNER.contains(&name.trim().to_lowercase().as_str())
}

/// Looks a name or an id up.
pub(super) async fn named(
    engine: &Engine,
    user: UserId,
    spaces: &[SpaceId],
    name: &str,
) -> Result<Named, ToolError> {
    let name = name.trim();
    if let Ok(id) = name.parse::<EntityId>() {
        let view = engine.entity(user, id).await?;
        return Ok(Named {
            meant: vec![view.entity],
            others: Vec::new(),
        });
    }
    let is_owner = is_owner(name);
    let name = &*of_ones_own(name);
    let filter = EntityFilter {
        words: match is_owner {
            true => String::new(),
            false => name.to_owned(),
        },
        kind: is_owner.then_some(EntityKind::Owner),
    };
    let page = Page::first(MAX_CANDIDATES);
    let found = engine.entities(user, spaces, &filter, page).await;
    let found = found.map_err(naming_space)?.items;
    let is_exact =
        |one: &ListedEntity| is_owner || one.entity.name.to_lowercase() == name.to_lowercase();
    let (mut meant, mut others): (Vec<_>, Vec<_>) = found.into_iter().partition(is_exact);
    if meant.is_empty() && !others.is_empty() {
        meant.push(others.remove(0));
    }
    others.truncate(MAX_ALIKE);
    Ok(Named { meant, others })
}

/// "mother" of "my mum": whoever is one's own is found by what they are.
fn of_ones_own(name: &str) -> String {
    let lower = name.to_lowercase();
    match lower.strip_prefix("my ") {
        Some(noun) => role_called(noun).unwrap_or(noun).to_owned(),
        None => name.to_owned(),
    }
}

/// An entity on a line.
pub(super) fn described(listed: &ListedEntity) -> String {
    let ListedEntity {
        entity, mentions, ..
    } = listed;
    let kind = entity.kind.as_str();
    let named = match mentions {
        1 => "once".to_owned(),
        mentions => format!("{mentions} times"),
    };
    format!(
        "{} ({kind}, named {named}, entity {})",
        entity.name, entity.id
    )
}

fn heading(listed: &ListedEntity, facts: usize, past: usize) -> String {
    let facts = counted(facts as u64, "fact");
    let past = match past {
        0 => String::new(),
        past => format!(", and {past} past (includePast)"),
    };
    format!("{}: {facts}{past}", described(listed))
}

/// For each fact, where it is said; nothing when that is not wanted.
async fn quotes(
    engine: &Engine,
    user: UserId,
    facts: &[KnownStatement],
    are_wanted: bool,
) -> Result<Vec<String>, ToolError> {
    if !are_wanted {
        return Ok(vec![String::new(); facts.len()]);
    }
    let newest: Vec<_> = facts
        .iter()
        .map(|fact| fact.evidence.last().copied())
        .collect();
    let sources: Vec<_> = newest.iter().flatten().copied().collect();
    let mut quotes = engine.quotes(user, &sources).await?.into_iter();
    let lines = newest.iter().zip(facts).map(|(source, fact)| {
        let quote = source.and_then(|_| quotes.next().flatten());
        let id = format!("\n  fact {}", fact.statement.id);
        id + &quote.map_or(String::new(), |quote| {
            format!(
                "\n  {}, id {}: \"{}\"",
                day(quote.said_at.instant()),
                quote.log,
                glimpse(&quote.words)
            )
        })
    });
    Ok(lines.collect())
}

impl<'a> FactLine<'a> {
    pub(super) fn known(fact: &'a KnownStatement) -> Self {
        let statement = &fact.statement;
        Self {
            fact: &statement.fact,
            is_event: fact.is_event(),
            modality: statement.proposition.modality,
            said_by: fact.attributed_to.as_deref(),
            valid_at: statement.valid_at,
            invalid_at: statement.invalid_at,
            precision: statement.precision,
        }
    }
}
