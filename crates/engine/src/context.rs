//! Context, ready to use: who the owner is, who and what matters now, what changed lately, what is due soon, and what fits a
//! question. Every fact is that of a text, and is where it matters most and nowhere else.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use recollect_model::{
    Account, EntityKey, EpisodeId, LabelFilter, Nature, ReferenceTime, SpaceId, StatementId,
    Timestamp, UserId,
};
use recollect_storage::{SpokenOf, Standing, StandingFact, TextSource};

use crate::recall::{FoundEpisode, Query};
use crate::repetition::Returned;
use crate::{Engine, EngineError, KnownStatement};

const DAY: Duration = Duration::from_secs(24 * 3_600);
/// What began or ended within so many days changed lately.
pub(crate) const LATELY: u32 = 30;
/// What begins within so many days is due soon.
const SOON: u32 = 30;
/// What happened within so many days still says who somebody is.
const FRESH_EVENT: u32 = 60;
/// So many facts of each part, and of each person.
const OF_OWNER: usize = 30;
const OF_PERSON: usize = 4;
const OF_PART: usize = 15;
/// So many of the newest texts are looked at for whom they name, and so many persons are told of.
const NEWEST_TEXTS: u32 = 200;
const PERSONS: u32 = 8;
/// So many facts are looked at for each part.
pub(crate) const LOOKED_AT: u32 = 120;
/// So many texts fit a question.
const TEXTS: usize = 5;

/// What a context is wanted for.
#[derive(Debug, Clone, Default)]
pub struct ContextQuery {
    /// What is going on, in words; without it nothing is searched.
    pub text: Option<String>,
    /// The space; the default one otherwise.
    pub space: Option<SpaceId>,
}

/// A context.
#[derive(Debug, Clone)]
pub struct Context {
    /// Whose it is.
    pub account: Account,
    /// Its parts with their facts, in the order in which they are told.
    pub parts: Vec<ContextPart>,
    /// The texts that fit the question.
    pub texts: Vec<FoundEpisode>,
    /// Where the texts come from that say the facts.
    pub sources: HashMap<EpisodeId, TextSource>,
}

/// A part of a context.
#[derive(Debug, Clone)]
pub struct ContextPart {
    /// What it tells.
    pub topic: ContextTopic,
    /// Its facts, what matters most first.
    pub facts: Vec<KnownStatement>,
}

/// What a part of a context tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContextTopic {
    /// What fits the question.
    Asked,
    /// What the owner pinned.
    Pinned,
    /// Who the owner is.
    Owner,
    /// What is due soon.
    Due,
    /// What changed lately.
    Changed,
    /// Somebody who matters now: their name, and when they were spoken of last.
    Person(String, Timestamp),
}

impl Engine {
    /// The context of a space, with what fits the question.
    pub async fn context(
        &self,
        user: UserId,
        query: &ContextQuery,
    ) -> Result<Context, EngineError> {
        let account = self.account(user).await?;
        let space = match query.space {
            Some(space) => self.space(user, space).await?,
            None => {
                let default = self.default_space(user).await?;
                default.ok_or(EngineError::NotFound { what: "space" })?
            }
        };
        let space = space.id;
        let now = self.environment.now();
        let mut chosen = Chosen::default();
        let texts = match query.text.as_deref().map(str::trim) {
            Some(text) if !text.is_empty() => {
                let found = self.recall(user, asking(text, space, now)).await?;
                chosen.part(ContextTopic::Asked, found.facts.iter().map(|fact| fact.id));
                found.episodes
            }
            _ => Vec::new(),
        };
        self.choose(user, space, now, &mut chosen).await?;
        let ids: Vec<StatementId> = chosen.seen.iter().copied().collect();
        let known = self.known_statements(user, space, &ids).await?;
        let told = known.iter().map(|one| Returned {
            space,
            text: &one.statement.fact,
            said_at: None,
        });
        self.told.note(user, told, now);
        let newest = known.iter().filter_map(|one| one.evidence.last());
        let newest: BTreeSet<EpisodeId> = newest.map(|source| source.episode).collect();
        let newest: Vec<EpisodeId> = newest.into_iter().collect();
        let sources = self.store.text_sources(user, &newest).await?;
        let parts = chosen.parts.into_iter().map(|(topic, ids)| ContextPart {
            topic,
            facts: ids
                .iter()
                .filter_map(|id| known.iter().find(|one| one.statement.id == *id))
                .cloned()
                .collect(),
        });
        Ok(Context {
            account,
            parts: parts.filter(|part| !part.facts.is_empty()).collect(),
            texts,
            sources: sources.into_iter().map(|one| (one.episode, one)).collect(),
        })
    }

    /// Chooses what stands out of a space.
    async fn choose(
        &self,
        user: UserId,
        space: SpaceId,
        now: Timestamp,
        chosen: &mut Chosen,
    ) -> Result<(), EngineError> {
        let store = &self.store;
        let standing = async |which| store.standing(user, space, which, LOOKED_AT).await;
        let (before, after) = (shifted(now, LATELY, false), shifted(now, SOON, true));
        let pinned = standing(Standing::Pinned).await?;
        chosen.part(ContextTopic::Pinned, pinned.iter().map(|fact| fact.id));
        let owner = [EntityKey::owner()];
        let owner = store.entities_called(user, space, &owner).await?;
        if let Some(owner) = owner.first() {
            let facts = standing(Standing::Of(owner.canonical(), now)).await?;
            let facts = facts.iter().filter(|fact| still_tells(fact, now));
            let ids = facts.map(|fact| fact.id);
            chosen.part(ContextTopic::Owner, ids.take(OF_OWNER));
        }
        let mut due = standing(Standing::Began(now, after)).await?;
        due.reverse();
        let ids = due.iter().map(|fact| fact.id);
        chosen.part(ContextTopic::Due, ids.take(OF_PART));
        let mut changed = standing(Standing::Began(before, now)).await?;
        changed.extend(standing(Standing::Ended(before, now)).await?);
        changed.sort_by_key(|fact| std::cmp::Reverse(changed_at(fact, now)));
        let ids = changed.iter().filter(|fact| fact.is_actual);
        let ids = ids.map(|fact| fact.id);
        chosen.part(ContextTopic::Changed, ids.take(OF_PART));
        let persons = store.spoken_of(user, space, NEWEST_TEXTS, PERSONS).await?;
        for SpokenOf {
            entity, name, last, ..
        } in persons
        {
            let facts = standing(Standing::Of(entity, now)).await?;
            let facts = facts.iter().filter(|fact| still_tells(fact, now));
            let ids = facts.map(|fact| fact.id);
            chosen.part(ContextTopic::Person(name, last), ids.take(OF_PERSON));
        }
        Ok(())
    }
}

/// What is told, each fact once, in the first part that it is chosen for.
#[derive(Default)]
struct Chosen {
    parts: Vec<(ContextTopic, Vec<StatementId>)>,
    seen: BTreeSet<StatementId>,
}

impl Chosen {
    fn part(&mut self, topic: ContextTopic, ids: impl Iterator<Item = StatementId>) {
        let new: Vec<StatementId> = ids.filter(|id| self.seen.insert(*id)).collect();
        self.parts.push((topic, new));
    }
}

/// What happened long ago is no part of who somebody is now.
pub(crate) fn still_tells(fact: &StandingFact, now: Timestamp) -> bool {
    let is_event = fact.relation.nature() == Some(Nature::Event);
    let since = shifted(now, FRESH_EVENT, false);
    fact.is_actual && (!is_event || fact.valid_at.is_none_or(|at| since <= at))
}

/// When it changed last until now.
pub(crate) fn changed_at(fact: &StandingFact, now: Timestamp) -> Option<Timestamp> {
    let ended = fact.invalid_at.filter(|at| *at <= now);
    ended.max(fact.valid_at)
}

/// So many days before or after a time.
pub(crate) fn shifted(time: Timestamp, days: u32, is_later: bool) -> Timestamp {
    let days = DAY * days;
    match is_later {
        true => time.checked_add(days).unwrap_or(Timestamp::MAX),
        false => time.checked_sub(days).unwrap_or(Timestamp::MIN),
    }
}

fn asking(text: &str, space: SpaceId, now: Timestamp) -> Query {
    Query {
        text: text.to_owned(),
        spaces: vec![space],
        session: None,
        labels: LabelFilter::default(),
        limit: TEXTS,
        reference_time: ReferenceTime::utc(now),
        from: None,
        until: None,
        valid_at: None,
        recorded_at: None,
        include_invalidated: false,
        score_threshold: None,
        min_results: 0,
    }
}
