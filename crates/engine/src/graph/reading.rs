//! Reading the graph: entities, what is said of them through time, and what an episode says.
//!
//! With `valid_at`, only what held then. With `recorded_at`, what was known then: the statements that follow from the
//! claims recorded until then, as they held by these alone. Of what was known at a time, the first
//! [`MOST_STATEMENTS_KNOWN`] statements of an entity or a timeline are looked at.
//!
//! What is asked for by an id and is not the user's is [`EngineError::NotFound`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use recollect_graph::{Because, Known, resolve};
use recollect_model::{
    CharRange, CharText, Entity, EntityId, EntityLink, Episode, EpisodeId, EpisodeKind, LogId,
    LogStatus, Mention, Passage, RecordedClaim, ReferenceTime, SpaceId, Statement, StatementId,
    Timestamp, UserId,
};
use recollect_storage::{
    AsOf, EntityDetail, EntityFilter, Found, ListedEntity, Page, RecalledStatement,
    SessionNeighbours, StatementFilter, TimelineFilter,
};

use super::known::{as_known_at, held_at, place_in_time};
use crate::{Engine, EngineError, Sought};

/// The statements of one entity that are looked at for what was known at a time.
const MOST_STATEMENTS_KNOWN: u32 = 5_000;
/// Episodes read from the database at a time.
const EPISODES_A_READ: usize = 20;
/// Of an episode, the most claims and mentions that are shown.
const MOST_SAID: u32 = 500;
/// Of a statement, the most places that are shown.
const SOURCES: u32 = 5;
/// So many of them are looked at for what was known at a time.
const SOURCES_KNOWN: u32 = 100;

/// A statement with the names of what it is about, and where texts say it.
#[derive(Debug, Clone)]
pub struct KnownStatement {
    /// The space it is in.
    pub space: SpaceId,
    /// The statement.
    pub statement: Statement,
    /// The name of whom or what it is about.
    pub subject: String,
    /// The name or value it is related to.
    pub object: String,
    /// The name of who says so, when it is not whoever wrote the text.
    pub attributed_to: Option<String>,
    /// The newest twenty episodes that say so.
    pub episodes: Vec<EpisodeId>,
    /// The newest five places that say so, the oldest of them first.
    pub evidence: Vec<Source>,
}

impl KnownStatement {
    pub(super) fn without_places(space: SpaceId, statements: Vec<RecalledStatement>) -> Vec<Self> {
        let statements = statements.into_iter();
        let known = statements.map(|one| Self {
            space,
            statement: one.statement,
            subject: one.subject_name,
            object: one.object_name,
            attributed_to: one.attributed_name,
            episodes: one.evidence,
            evidence: Vec::new(),
        });
        known.collect()
    }
}

/// The words of an episode that say something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The episode.
    pub episode: EpisodeId,
    /// Its passage.
    pub passage: u32,
    /// The words, in the whole text.
    pub range: CharRange,
}

/// So many characters on either side of a quoted place tell what it is about.
const AROUND: u32 = 240;

/// The words of a text around a place in it.
fn around(body: &str, range: CharRange) -> String {
    let text = CharText::new(body);
    let wide = CharRange {
        start: range.start.saturating_sub(AROUND),
        end: range.end.saturating_add(AROUND).min(text.len()),
    };
    text.slice(wide).to_owned()
}

/// What a text says in so many words, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The words.
    pub words: String,
    /// The words with what stands around them in the text.
    pub around: String,
    /// The log of their episode.
    pub log: LogId,
    /// When they were said or written.
    pub said_at: ReferenceTime,
}

/// An entity with all its names.
#[derive(Debug, Clone)]
pub struct EntityView {
    /// The entity under the name that stands for all.
    pub entity: ListedEntity,
    /// Its other names, the most mentioned first.
    pub aliases: Vec<Alias>,
}

/// Another name of an entity.
#[derive(Debug, Clone)]
pub struct Alias {
    /// The name.
    pub entity: ListedEntity,
    /// Why it is the same: "asked", "stated", "role", "same role", "fuller name" or "short form".
    pub because: &'static str,
    /// The episode that says so.
    pub episode: Option<EpisodeId>,
}

/// An episode with what was understood of it, if it was read yet.
#[derive(Debug, Clone)]
pub struct EpisodeView {
    /// The episode.
    pub episode: Episode,
    /// What its text is.
    pub kind: EpisodeKind,
    /// What became of it.
    pub status: LogStatus,
    /// When it was accepted.
    pub accepted_at: Timestamp,
    /// The model that made its vectors; empty before.
    pub embedder: String,
    /// What found its entities and claims; empty before.
    pub extractor: String,
    /// Its passages, without their vectors.
    pub passages: Vec<Passage>,
    /// Whom and what it names, in its order; at most 500.
    pub mentions: Vec<(Mention, Entity)>,
    /// What it says, in its order, and which statement that supports; at most 500.
    pub claims: Vec<(RecordedClaim, Option<StatementId>)>,
    /// The statements that it supports.
    pub statements: Vec<KnownStatement>,
}

impl Engine {
    /// The entities of these spaces whose names have words that begin so, the most mentioned first; of all of the
    /// user's spaces when none is named.
    pub async fn entities(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        filter: &EntityFilter,
        page: Page,
    ) -> Result<Found<ListedEntity>, EngineError> {
        self.forget_over(user).await?;
        let mut searched = spaces.to_vec();
        for &space in spaces {
            self.space(user, space).await?;
        }
        if searched.is_empty() {
            let all = self.store.spaces(user).await?;
            searched.extend(all.iter().map(|space| space.id));
        }
        Ok(self
            .store
            .find_entities(user, &searched, filter, page)
            .await?)
    }

    /// One entity with all its names; asked for by one of the others, the entity that it is a name of.
    pub async fn entity(&self, user: UserId, id: EntityId) -> Result<EntityView, EngineError> {
        self.forget_over(user).await?;
        let found = self.store.entity(user, id).await?;
        let found = found.ok_or(EngineError::not_found(Sought::Entity))?;
        let names = names_of(&found);
        let links = self
            .store
            .entity_links(user, found.listed.space, &names)
            .await?;
        Ok(viewed(found, &links))
    }

    /// The entities of these ids that stand for themselves, with all their names: the same, read together.
    pub(crate) async fn entities_whole(
        &self,
        user: UserId,
        ids: &[EntityId],
    ) -> Result<Vec<EntityView>, EngineError> {
        let found = self.store.entity_details(user, ids).await?;
        // Of an entity with one name there is nothing to explain.
        let mut named: BTreeMap<SpaceId, Vec<EntityId>> = BTreeMap::new();
        for detail in found.iter().filter(|one| !one.aliases.is_empty()) {
            let names = named.entry(detail.listed.space).or_default();
            names.extend(names_of(detail));
        }
        let mut links = Vec::new();
        for (space, names) in named {
            links.extend(self.store.entity_links(user, space, &names).await?);
        }
        let view = |detail: EntityDetail| {
            let names = names_of(&detail);
            let own = links
                .iter()
                .filter(|link| names.contains(&link.left) || names.contains(&link.right));
            let own: Vec<EntityLink> = own.cloned().collect();
            viewed(detail, &own)
        };
        Ok(found.into_iter().map(view).collect())
    }

    /// What is said of an entity, in the order of time.
    pub async fn entity_statements(
        &self,
        user: UserId,
        entity: EntityId,
        filter: &StatementFilter,
        page: Page,
    ) -> Result<Found<KnownStatement>, EngineError> {
        let listed = self.entity(user, entity).await?.entity;
        let (space, entity) = (listed.space, listed.entity.id);
        let found = match filter.as_of.recorded_at {
            None => {
                self.store
                    .entity_statements(user, space, entity, filter, page)
                    .await?
            }
            Some(recorded_at) => {
                let mut all = filter.clone();
                all.as_of.valid_at = None;
                let most = Page::first(MOST_STATEMENTS_KNOWN);
                let found = self
                    .store
                    .entity_statements(user, space, entity, &all, most)
                    .await?;
                let mut known =
                    as_known_at(&self.store, user, space, found.items, recorded_at).await?;
                let valid_at = filter.as_of.valid_at;
                known.retain(|one| valid_at.is_none_or(|time| held_at(one, time)));
                part(known, page)
            }
        };
        let recorded_at = filter.as_of.recorded_at;
        let items = self.with_places(user, space, found.items, recorded_at);
        Ok(Found {
            items: items.await?,
            total: found.total,
        })
    }

    /// What began in a stretch of time, in its order.
    pub async fn timeline(
        &self,
        user: UserId,
        space: SpaceId,
        filter: &TimelineFilter,
        page: Page,
    ) -> Result<Found<KnownStatement>, EngineError> {
        self.space(user, space).await?;
        self.forget_over(user).await?;
        let mut filter = *filter;
        if let Some(entity) = filter.entity {
            let listed = self.entity(user, entity).await?.entity;
            if listed.space != space {
                return Err(EngineError::not_found(Sought::Entity));
            }
            filter.entity = Some(listed.entity.id);
        }
        let found = match filter.recorded_at {
            None => self.store.timeline(user, space, &filter, page).await?,
            Some(recorded_at) => {
                let all = Page::first(MOST_STATEMENTS_KNOWN);
                // When something began may have been known otherwise then.
                let all_times = TimelineFilter {
                    from: None,
                    until: None,
                    ..filter
                };
                let found = self.store.timeline(user, space, &all_times, all).await?;
                let mut known =
                    as_known_at(&self.store, user, space, found.items, recorded_at).await?;
                let place = |one: &RecalledStatement| place_in_time(&one.statement);
                known.retain(|one| {
                    let (from, until) = (filter.from, filter.until);
                    from.is_none_or(|from| place(one).is_some_and(|at| from <= at))
                        && until.is_none_or(|until| place(one).is_some_and(|at| at < until))
                });
                known.sort_by_key(place);
                part(known, page)
            }
        };
        let items = self.with_places(user, space, found.items, filter.recorded_at);
        Ok(Found {
            items: items.await?,
            total: found.total,
        })
    }

    /// One statement with its evidence.
    pub async fn statement(
        &self,
        user: UserId,
        space: SpaceId,
        id: StatementId,
    ) -> Result<KnownStatement, EngineError> {
        let found = self.known_statements(user, space, &[id]).await?;
        let found = found.into_iter().next();
        found.ok_or(EngineError::not_found(Sought::Statement))
    }

    /// The episodes that name an entity, the newest first.
    pub async fn entity_episodes(
        &self,
        user: UserId,
        entity: EntityId,
        page: Page,
    ) -> Result<Found<Episode>, EngineError> {
        self.entity(user, entity).await?;
        Ok(self.store.entity_episodes(user, entity, page).await?)
    }

    /// What was said before and after an episode in its session, at most `limit` texts on each side.
    pub async fn session_neighbours(
        &self,
        user: UserId,
        episode: EpisodeId,
        limit: u32,
    ) -> Result<SessionNeighbours, EngineError> {
        Ok(self.store.session_neighbours(user, episode, limit).await?)
    }

    /// One episode with what was understood of it, if it was read yet.
    pub async fn episode(&self, user: UserId, id: EpisodeId) -> Result<EpisodeView, EngineError> {
        let found = self.store.episode(user, id).await?;
        let over = self.episodes_over(user).await?;
        let detail = found
            .filter(|_| !over.contains(&id))
            .ok_or(EngineError::not_found(Sought::Episode))?;
        let claims = self.store.episode_claims(user, id, MOST_SAID).await?;
        let supported: BTreeSet<StatementId> = claims.iter().filter_map(|(_, id)| *id).collect();
        let supported: Vec<StatementId> = supported.into_iter().collect();
        let space = detail.episode.space;
        Ok(EpisodeView {
            statements: self.known_statements(user, space, &supported).await?,
            mentions: self.store.episode_mentions(user, id, MOST_SAID).await?,
            claims,
            episode: detail.episode,
            kind: detail.kind,
            status: detail.status,
            accepted_at: detail.accepted_at,
            embedder: detail.embedder,
            extractor: detail.extractor,
            passages: detail.passages,
        })
    }

    /// The words at each of these places; `None` where the episode is gone.
    pub async fn quotes(
        &self,
        user: UserId,
        sources: &[Source],
    ) -> Result<Vec<Option<Quote>>, EngineError> {
        let wanted: BTreeSet<EpisodeId> = sources.iter().map(|source| source.episode).collect();
        let wanted: Vec<EpisodeId> = wanted.into_iter().collect();
        let mut episodes: HashMap<EpisodeId, Episode> = HashMap::new();
        for ids in wanted.chunks(EPISODES_A_READ) {
            let read = self.store.episodes(user, ids).await?;
            episodes.extend(read.into_iter().map(|episode| (episode.id, episode)));
        }
        let quotes = sources.iter().map(|source| {
            let episode = episodes.get(&source.episode)?;
            Some(Quote {
                words: CharText::new(&episode.body).slice(source.range).to_owned(),
                around: around(&episode.body, source.range),
                log: episode.log,
                said_at: episode.reference_time,
            })
        });
        Ok(quotes.collect())
    }

    /// These statements of a space, in the order of the ids; not what only texts say whose time is over.
    pub(crate) async fn known_statements(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[StatementId],
    ) -> Result<Vec<KnownStatement>, EngineError> {
        let mut recalled = self.store.statements(user, space, ids).await?;
        let over = self.episodes_over(user).await?;
        if !over.is_empty() {
            recalled.retain(|one| one.evidence.iter().any(|said| !over.contains(said)));
        }
        self.with_places(user, space, recalled, None).await
    }

    /// The statements with the places of the texts that say them: those that were recorded by then.
    pub(super) async fn with_places(
        &self,
        user: UserId,
        space: SpaceId,
        statements: Vec<RecalledStatement>,
        recorded_at: Option<Timestamp>,
    ) -> Result<Vec<KnownStatement>, EngineError> {
        let ids: Vec<StatementId> = statements.iter().map(|one| one.statement.id).collect();
        // What came later is left out of what was known then.
        let each = recorded_at.map_or(SOURCES, |_| SOURCES_KNOWN);
        let claims = self.store.claims_of_statements(user, &ids, each).await?;
        let mut places: HashMap<StatementId, Vec<Source>> = HashMap::new();
        for (statement, recorded) in claims {
            if recorded_at.is_some_and(|until| until < recorded.recorded_at) {
                continue;
            }
            places.entry(statement).or_default().push(Source {
                episode: recorded.episode,
                passage: recorded.claim.passage,
                range: recorded.claim.range,
            });
        }
        let mut known = KnownStatement::without_places(space, statements);
        for one in &mut known {
            one.evidence = places.remove(&one.statement.id).unwrap_or_default();
            let older = one.evidence.len().saturating_sub(SOURCES as usize);
            one.evidence.drain(..older);
        }
        Ok(known)
    }

    /// Which of these statements of a space were known, and held, at a time.
    pub(super) async fn as_of(
        &self,
        user: UserId,
        space: SpaceId,
        statements: Vec<RecalledStatement>,
        as_of: AsOf,
    ) -> Result<Vec<RecalledStatement>, EngineError> {
        let Some(recorded_at) = as_of.recorded_at else {
            return Ok(statements);
        };
        let mut known = as_known_at(&self.store, user, space, statements, recorded_at).await?;
        known.retain(|one| as_of.valid_at.is_none_or(|time| held_at(one, time)));
        Ok(known)
    }
}

fn part<T>(all: Vec<T>, page: Page) -> Found<T> {
    let total = all.len() as u64;
    let offset = usize::try_from(page.offset).unwrap_or(usize::MAX);
    let items = all.into_iter().skip(offset).take(page.limit as usize);
    Found {
        items: items.collect(),
        total,
    }
}

fn names_of(detail: &EntityDetail) -> Vec<EntityId> {
    let names = detail.aliases.iter().chain([&detail.listed]);
    names.map(|one| one.entity.id).collect()
}

/// An entity with all its names, and why they are one.
fn viewed(EntityDetail { listed, aliases }: EntityDetail, links: &[EntityLink]) -> EntityView {
    let known: Vec<Known> = aliases
        .iter()
        .chain([&listed])
        .map(|one| Known {
            entity: one.entity.clone(),
            votes: Vec::new(),
        })
        .collect();
    // Why they are one is worked out among them alone, as it was among all when they became one.
    let reasons: HashMap<EntityId, Because> = resolve(&known, links)
        .into_iter()
        .filter_map(|one| Some((one.id, one.part_of?.1)))
        .collect();
    let aliases = aliases.into_iter().map(|alias| {
        let because = reasons.get(&alias.entity.id).copied();
        Alias {
            because: because.map_or("same name", |because| because.as_str()),
            episode: match because {
                Some(Because::Stated(episode) | Because::Role(episode)) => episode,
                _ => None,
            },
            entity: alias,
        }
    });
    EntityView {
        aliases: aliases.collect(),
        entity: listed,
    }
}
