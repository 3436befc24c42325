//! Context, ready to use: the owner's health, who they are, who and what matters now, what changed lately, what is
//! due soon, and what fits a question. Every fact is that of a text, and is where it matters most and nowhere else.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use recollect_model::{
    Account, EntityId, EntityKey, EpisodeId, LabelFilter, Nature, ReferenceTime, Relation, SpaceId,
    StatementId, Timestamp, UserId, earlier, later,
};
use recollect_storage::{SpokenOf, Standing, StandingFact, TextSource};

use crate::recall::{FoundEpisode, Query};
use crate::repetition::Returned;
use crate::{Engine, EngineError, KnownStatement, Sought};

const DAY: Duration = Duration::from_secs(24 * 3_600);
/// What began or ended within so long changed lately.
pub(crate) const LATELY: Duration = DAY.saturating_mul(30);
/// What begins within so long is due soon.
const SOON: Duration = DAY.saturating_mul(30);
/// What happened within so long still says who somebody is.
const FRESH_EVENT: Duration = DAY.saturating_mul(60);
/// So many facts of each part, and of each person.
const OF_OWNER: usize = 30;
const OF_PERSON: usize = 4;
const OF_PART: usize = 15;
/// So many times as many are looked at, because some turn out to have happened long ago.
const CANDIDATES: usize = 3;
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
    /// What may harm the owner if nobody thinks of it: allergies, conditions, medicine.
    Health,
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
                default.ok_or(EngineError::not_found(Sought::Space))?
            }
        };
        let space = space.id;
        let now = self.environment.now();
        let asked = query.text.as_deref().map(str::trim);
        let asked = asked.filter(|text| !text.is_empty());
        let search = async {
            match asked {
                Some(text) => Ok(Some(self.recall(user, asking(text, space, now)).await?)),
                None => Ok(None),
            }
        };
        let (found, standing) = tokio::try_join!(search, self.outstanding(user, space, now))?;
        let mut chosen = Chosen::default();
        chosen.part(ContextTopic::Health, standing.health());
        let mut texts = Vec::new();
        if let Some(found) = found {
            chosen.part(ContextTopic::Asked, found.facts.iter().map(|fact| fact.id));
            texts = found.episodes;
        }
        standing.choose(now, &mut chosen);
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

    /// Reads what stands out of a space, one thing beside the other.
    async fn outstanding(
        &self,
        user: UserId,
        space: SpaceId,
        now: Timestamp,
    ) -> Result<Outstanding, EngineError> {
        let store = &self.store;
        let (before, after) = (earlier(now, LATELY), later(now, SOON));
        let standing = async |which| Ok(store.standing(user, space, which, LOOKED_AT).await?);
        let persons = async {
            let owner = [EntityKey::owner()];
            let owner = store.entities_called(user, space, &owner);
            let spoken_of = store.spoken_of(user, space, NEWEST_TEXTS, PERSONS);
            let (owner, spoken_of) = tokio::try_join!(owner, spoken_of)?;
            let owner = owner.first().map(|owner| owner.canonical());
            let subjects: Vec<EntityId> = owner
                .into_iter()
                .chain(spoken_of.iter().map(|one| one.entity))
                .collect();
            let most = |who| match owner == Some(who) {
                true => OF_OWNER,
                false => OF_PERSON,
            };
            let facts = self.telling_of((user, space), (&subjects, now), most);
            Ok::<_, EngineError>((owner, spoken_of, facts.await?))
        };
        let (pinned, due, began, ended, (owner, persons, facts)) = tokio::try_join!(
            standing(Standing::Pinned),
            standing(Standing::Began(now, after)),
            standing(Standing::Began(before, now)),
            standing(Standing::Ended(before, now)),
            persons,
        )?;
        Ok(Outstanding {
            pinned,
            owner,
            due,
            changed: began.into_iter().chain(ended).collect(),
            persons,
            facts,
        })
    }

    /// What tells who each of these is now, what matters most first, at most so many facts of each.
    pub(crate) async fn telling_of(
        &self,
        (user, space): (UserId, SpaceId),
        (subjects, now): (&[EntityId], Timestamp),
        most: impl Fn(EntityId) -> usize,
    ) -> Result<HashMap<EntityId, Vec<StandingFact>>, EngineError> {
        let store = &self.store;
        let facts = store.standing_about(user, space, (subjects, now), LOOKED_AT);
        let mut facts = facts.await?;
        for (subject, facts) in &mut facts {
            facts.retain(|fact| still_tells(fact, now));
            facts.sort_by_key(|fact| standing_first(fact, now));
            facts.truncate(CANDIDATES * most(*subject));
        }
        let gone = self.long_past(user, space, &facts, now).await?;
        for (subject, facts) in &mut facts {
            facts.retain(|fact| !gone.contains(&fact.id));
            facts.truncate(most(*subject));
        }
        Ok(facts)
    }

    /// Of these facts, those of open relations that tell what happened long ago: their sentences say so.
    async fn long_past(
        &self,
        user: UserId,
        space: SpaceId,
        facts: &HashMap<EntityId, Vec<StandingFact>>,
        now: Timestamp,
    ) -> Result<BTreeSet<StatementId>, EngineError> {
        let since = earlier(now, FRESH_EVENT);
        let is_old = |fact: &&StandingFact| fact.valid_at.is_some_and(|at| at < since);
        let open = facts.values().flatten().filter(is_old);
        let open = open.filter(|fact| fact.relation.nature().is_none());
        let ids: BTreeSet<StatementId> = open.map(|fact| fact.id).collect();
        let ids: Vec<StatementId> = ids.into_iter().collect();
        let read = self.store.statements_alone(user, space, &ids).await?;
        let past = read.into_iter().map(|one| one.statement).filter(|one| {
            let worded = (one.phrase.as_str(), one.fact.as_str());
            let said = &one.proposition;
            KnownStatement::tells_event(&said.relation, said.modality, worded)
        });
        Ok(past.map(|one| one.id).collect())
    }
}

/// What stands out of a space.
struct Outstanding {
    pinned: Vec<StandingFact>,
    owner: Option<EntityId>,
    due: Vec<StandingFact>,
    /// What began or ended lately.
    changed: Vec<StandingFact>,
    persons: Vec<SpokenOf>,
    /// What holds of the owner and of each person.
    facts: HashMap<EntityId, Vec<StandingFact>>,
}

impl Outstanding {
    fn choose(mut self, now: Timestamp, chosen: &mut Chosen) {
        chosen.part(ContextTopic::Pinned, self.pinned.iter().map(|fact| fact.id));
        if let Some(owner) = self.owner {
            chosen.part(ContextTopic::Owner, self.telling(owner));
        }
        let due = self.due.iter().rev().map(|fact| fact.id);
        chosen.part(ContextTopic::Due, due.take(OF_PART));
        self.changed
            .sort_by_key(|fact| Reverse(changed_at(fact, now)));
        let changed = self.changed.iter().filter(|fact| fact.is_actual);
        let changed = changed.map(|fact| fact.id);
        chosen.part(ContextTopic::Changed, changed.take(OF_PART));
        for person in &self.persons {
            let topic = ContextTopic::Person(person.name.clone(), person.last);
            chosen.part(topic, self.telling(person.entity));
        }
    }

    /// What is known of the owner's health.
    fn health(&self) -> impl Iterator<Item = StatementId> + '_ {
        let facts = self.owner.and_then(|owner| self.facts.get(&owner));
        let facts = facts.into_iter().flatten();
        facts.filter(|fact| is_of_health(fact)).map(|fact| fact.id)
    }

    /// What tells who somebody is now, what matters most first.
    fn telling(&self, who: EntityId) -> impl Iterator<Item = StatementId> + '_ {
        let facts = self.facts.get(&who).into_iter().flatten();
        facts.map(|fact| fact.id)
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
fn still_tells(fact: &StandingFact, now: Timestamp) -> bool {
    let is_event = fact.relation.nature() == Some(Nature::Event);
    let since = earlier(now, FRESH_EVENT);
    fact.is_actual && (!is_event || fact.valid_at.is_none_or(|at| since <= at))
}

fn is_of_health(fact: &StandingFact) -> bool {
    let relation = fact.relation.known();
    let is_of_health = matches!(
        relation,
        Some(Relation::AllergicTo | Relation::HasCondition | Relation::TakesMedication)
    );
    is_of_health && !fact.is_negated
}

/// What says who somebody is goes first: what was pinned, then what concerns their health, and what stands by the catalogue, by its
/// worth; then what changed lately, and what else is so.
fn standing_first(
    fact: &StandingFact,
    now: Timestamp,
) -> (Reverse<bool>, u8, Reverse<i64>, Reverse<Option<Timestamp>>) {
    let nature = fact.relation.nature();
    let is_standing = nature.is_some_and(|nature| nature != Nature::Event) && !fact.is_negated;
    let is_late = fact.valid_at.is_some_and(|at| earlier(now, LATELY) <= at);
    let place = match (is_standing, is_late) {
        _ if is_of_health(fact) => 0,
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => 3,
    };
    let (worth, since) = (Reverse(fact.worth), Reverse(fact.valid_at));
    (Reverse(fact.is_pinned), place, worth, since)
}

/// When it changed last until now.
pub(crate) fn changed_at(fact: &StandingFact, now: Timestamp) -> Option<Timestamp> {
    let ended = fact.invalid_at.filter(|at| *at <= now);
    ended.max(fact.valid_at)
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
        tells_together: false,
        score_threshold: None,
        min_results: 0,
        rerank: None,
    }
}
