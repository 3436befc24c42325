//! Finding what matters: a query goes in, episodes and facts of the caller's spaces come out, best first.
//!
//! A search sees every episode whose log was `completed` before it began, and the words of what was accepted before
//! it and is not processed yet ([`waiting`]). Its index ranks; the database, asked for the ranked ids under the
//! caller's name, says what they are, so that nothing of another user could be shown even if an index were wrong.

mod answering;
mod days;
mod documents;
mod facts;
mod index_cache;
mod index_files;
mod indexes;
mod parts;
mod places;
mod question;
mod ranking;
mod reranking;
mod searched;
mod steps;
mod telling;
mod together;
mod waiting;

use std::collections::{HashMap, HashSet};

use recollect_index::{AskedFacts, Filter, IndexQuery, RankedEpisode, RankedFact};
use recollect_model::{
    CharRange, CharText, Decided, Details, EntityId, Episode, EpisodeId, LabelFilter, LogStatus,
    Modality, Precision, ReferenceTime, RelationName, SpaceId, StatementId, Timestamp, UserId,
    Worth,
};

use crate::metrics::SearchStep;
use crate::{Engine, EngineError, text};

pub use answering::{AnswerQuote, Earlier, FoundAnswer};
pub use index_cache::IndexCache;
pub use recollect_index::Lanes as FoundBy;

use answering::{Asked, WantedTime};
use days::AskedDays;
pub(crate) use indexes::Indexes;
use indexes::SharedIndex;
use question::Understood;
use searched::Searched;
use steps::Steps;
pub(crate) use waiting::Waiting;

/// The texts of a reply together, in bytes; further hits are left out.
const MAX_REPLY_BYTES: usize = 8 * 1024 * 1024;
/// Episodes read from the database at a time.
const EPISODES_A_READ: usize = 20;
/// So many more facts are ranked when those that were not known yet, or held otherwise, are to be left out.
const KNOWN_THEN_FACTOR: usize = 5;

/// What a caller looks for.
#[derive(Debug, Clone)]
pub struct Query {
    /// The question, in plain words.
    pub text: String,
    /// The spaces to search; all of the caller's when none is named.
    pub spaces: Vec<SpaceId>,
    /// Only episodes of this session.
    pub session: Option<String>,
    /// Only episodes with these tags and metadata, and facts that such an episode says.
    pub labels: LabelFilter,
    /// The most episodes, and the most facts, to return.
    pub limit: usize,
    /// What "last week" is counted from.
    pub reference_time: ReferenceTime,
    /// Only episodes from this time on.
    pub from: Option<Timestamp>,
    /// Only episodes up to this time.
    pub until: Option<Timestamp>,
    /// Only facts that held at this time.
    pub valid_at: Option<Timestamp>,
    /// What was known at this time: only episodes accepted until then, and the facts that follow from them.
    pub recorded_at: Option<Timestamp>,
    /// Whether facts that no longer hold are returned too.
    pub include_invalidated: bool,
    /// Whether facts that one text says of several things in the same words are told in one sentence.
    pub tells_together: bool,
    /// Only episodes with at least this score.
    pub score_threshold: Option<f32>,
    /// At least so many episodes, whatever the threshold.
    pub min_results: usize,
    /// Whether the reranker is to look at what was found; `None` as the service does otherwise.
    pub rerank: Option<bool>,
}

/// What was found, best first.
#[derive(Debug, Clone)]
pub struct Recollection {
    /// Episodes.
    pub episodes: Vec<FoundEpisode>,
    /// Facts.
    pub facts: Vec<FoundFact>,
    /// What the question asks for, where statements or the words of a text plainly say it.
    pub answer: Option<FoundAnswer>,
    /// Whether a reranker put the episodes in their order.
    pub reranked: bool,
}

/// An episode that matches.
#[derive(Debug, Clone)]
pub struct FoundEpisode {
    /// The episode.
    pub episode: Episode,
    /// How well it matches, between 0 and 1; comparable within one reply.
    pub score: f32,
    /// The passage that matches best.
    pub passage: String,
    /// Where in the episode it is.
    pub range: CharRange,
    /// What it was found by.
    pub found_by: FoundBy,
    /// How far its processing is: what is not completed is found by its words alone.
    pub status: LogStatus,
}

/// A fact that matches.
#[derive(Debug, Clone)]
pub struct FoundFact {
    /// The statement.
    pub id: StatementId,
    /// The space it is in.
    pub space: SpaceId,
    /// The fact as a sentence.
    pub fact: String,
    /// Whom or what it is about.
    pub subject_id: EntityId,
    /// The name of whom or what it is about.
    pub subject: String,
    /// The relation: a known one, or an open one.
    pub relation: RelationName,
    /// The relation in a text's own words.
    pub phrase: String,
    /// With whom, where, for what, how much.
    pub details: Details,
    /// How much anybody would look for it.
    pub worth: Worth,
    /// What it is related to, when that is an entity.
    pub object_id: Option<EntityId>,
    /// The name or value it is related to.
    pub object: String,
    /// Whether it is denied.
    pub is_negated: bool,
    /// How it is meant.
    pub modality: Modality,
    /// Who says so, when it is not whoever wrote the text.
    pub attributed_to: Option<(EntityId, String)>,
    /// From when it held; `None` when only its end is known.
    pub valid_at: Option<Timestamp>,
    /// Until when it held.
    pub invalid_at: Option<Timestamp>,
    /// How finely its time is known.
    pub precision: Option<Precision>,
    /// When it was first learned.
    pub recorded_at: Timestamp,
    /// The episode that ended it.
    pub closed_by: Option<EpisodeId>,
    /// The episodes that say so.
    pub episodes: Vec<EpisodeId>,
    /// What its owner decided about it.
    pub decided: Decided,
    /// The other statements whose objects stand in the sentence too.
    pub together: Vec<StatementId>,
    /// How well it matches, between 0 and 1.
    pub score: f32,
}

/// What is to be told of a search, by its ids.
struct Ranked {
    /// What the question asks for, where that is understood.
    asked: Option<Asked>,
    wanted: WantedTime,
    /// The searched spaces; what is ranked names them by their number.
    spaces: Vec<SpaceId>,
    episodes: Vec<RankedEpisode>,
    facts: Vec<RankedFact>,
    /// Those of the episodes that are not processed yet.
    waiting: HashSet<EpisodeId>,
}

impl Query {
    /// What "now" is to it: when the facts wanted are to hold, or when it is asked.
    fn now(&self) -> ReferenceTime {
        match self.valid_at {
            Some(at) => ReferenceTime::at_offset(at, self.reference_time.offset_s()),
            None => self.reference_time,
        }
    }

    /// When the facts wanted are to hold; `None` when that does not matter.
    fn facts_hold_at(&self) -> Option<Timestamp> {
        let now = (!self.include_invalidated).then_some(self.reference_time.instant());
        self.valid_at.or(now)
    }
}

impl Engine {
    /// Builds the index of the user's default space, so that a search that follows need not wait for that. False when
    /// nothing was done: the index is there, or the service is building another one ahead of a search.
    pub async fn prepare_recall(&self, user: UserId) -> Result<bool, EngineError> {
        let Ok(_turn) = self.preparing.try_acquire() else {
            return Ok(false);
        };
        self.waiting.fresh(user).await?;
        let default = self.default_space(user).await?;
        let Some(space) = default.filter(|space| !self.indexes.has(user, space.id)) else {
            return Ok(false);
        };
        Ok(self.indexes.fresh(user, space.id).await?.is_some())
    }

    /// Searches the caller's spaces.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`] for a space.
    pub async fn recall(&self, user: UserId, query: Query) -> Result<Recollection, EngineError> {
        text::not_blank("query", &query.text)?;
        text::without_nul("query", &query.text)?;
        // What waits for the user's own index, or for the database, keeps nobody else from their turn.
        let _one_of_mine = self.searches.take(user).await;
        let mut steps = Steps::begin(&self.environment, &self.metrics);
        let mut found = self.find(user, &query, &mut steps).await?;
        let asked = AskedDays::read(&query.text);
        let is_open = |asked: &AskedDays| !asked.is_plain() || found.answer.is_none();
        if let Some(asked) = asked.filter(is_open) {
            let answer = self.answer_by_days(user, &query, &asked).await?;
            found.answer = answer.or(found.answer);
        }
        let found = self.note_told(user, found).await?;
        steps.done(SearchStep::Read);
        steps.end();
        Ok(found)
    }

    /// Searches when it is the caller's turn.
    async fn find(
        &self,
        user: UserId,
        query: &Query,
        steps: &mut Steps<'_>,
    ) -> Result<Recollection, EngineError> {
        let reranker = self.reranker(query);
        let limit = reranking::looked_at(query.limit, reranker.is_some());
        let Ranked {
            asked,
            wanted,
            spaces,
            episodes: ranked,
            facts,
            waiting,
        } = self.ranked(user, query, limit, steps).await?;
        // The facts' rows are fetched while the texts are fetched and read.
        let mut episodes = Vec::new();
        let found = &mut episodes;
        let reading = async move {
            *found = self.found_episodes(user, &ranked, &waiting, query).await?;
            let reranked = match reranker {
                Some(reranker) => self.rerank(user, reranker, query, found).await,
                None => false,
            };
            found.truncate(query.limit);
            let read = self.read_about(user, query, found).await?;
            Ok::<_, EngineError>((reranked, read))
        };
        let (reading, rows) =
            tokio::join!(reading, self.ranked_facts(user, &spaces, &facts, query));
        let (reranked, read) = reading?;
        let candidates = answering::fitted(asked.as_ref(), &wanted, rows?, &read);
        let answer = match &asked {
            Some(asked) => {
                self.answer(user, &spaces, asked, &candidates, &read)
                    .await?
            }
            None => None,
        };
        // "By" the day on which somebody said so is told where no text tells another.
        let answer = match answer {
            Some(answer) if !answer.is_by() => Some(answer),
            by => {
                let known = asked
                    .as_ref()
                    .map(|asked| asked.known_otherwise(&candidates));
                answering::quoted(query, read, &known.unwrap_or_default()).or(by)
            }
        };
        let facts = self
            .found_facts(user, &spaces, candidates, query, asked.as_ref())
            .await?;
        Ok(Recollection {
            episodes,
            facts,
            answer,
            reranked,
        })
    }

    /// Reads the question and ranks what may answer it, the best `limit` episodes.
    async fn ranked(
        &self,
        user: UserId,
        query: &Query,
        limit: usize,
        steps: &mut Steps<'_>,
    ) -> Result<Ranked, EngineError> {
        // Reading the question keeps a core busy, looking for the indexes waits for the database.
        let (understood, searched) = tokio::join!(
            self.understand_question(user, query),
            self.searched(user, query)
        );
        let mut understood = understood?;
        steps.done(SearchStep::Question);
        let Searched {
            waits,
            indexes,
            over,
        } = searched?;
        steps.done(SearchStep::Indexes);
        let asked = match understood.pattern.take() {
            Some(pattern) => Some(self.asked(user, &indexes, pattern, query).await?),
            None => None,
        };
        let wanted = WantedTime::of(asked.as_ref(), &understood.question, query);
        let filter = Filter {
            only: self.labelled(user, &indexes, &query.labels).await?,
            without: over,
            ..filter(query, asked.is_some())
        };
        let index_query = index_query(understood, asked.as_ref(), filter, (query, limit));
        let spaces = indexes.iter().map(|(space, _)| *space).collect();
        steps.pass();
        let (mut ranking, waiting) = self.rank_there(user, indexes, waits, index_query).await?;
        steps.done(SearchStep::Rank);
        ranking.episodes.truncate(limit);
        Ok(Ranked {
            asked,
            wanted,
            spaces,
            episodes: ranking.episodes,
            facts: ranking.facts,
            waiting,
        })
    }

    async fn found_episodes(
        &self,
        user: UserId,
        ranked: &[RankedEpisode],
        waiting: &HashSet<EpisodeId>,
        query: &Query,
    ) -> Result<Vec<FoundEpisode>, EngineError> {
        let kept = ranked.iter().enumerate().filter(|(place, hit)| {
            *place < query.min_results
                || query
                    .score_threshold
                    .is_none_or(|threshold| hit.score >= threshold)
        });
        let kept: Vec<_> = kept.map(|(_, hit)| hit).collect();
        let mut found = Vec::with_capacity(kept.len());
        let mut bytes = 0;
        for hits in kept.chunks(EPISODES_A_READ) {
            let ids: Vec<EpisodeId> = hits.iter().map(|hit| hit.episode).collect();
            let rows = self.store.episodes(user, &ids).await?;
            let mut rows: HashMap<EpisodeId, (Episode, LogStatus)> = rows
                .into_iter()
                .map(|episode| (episode.id, (episode, LogStatus::Completed)))
                .collect();
            let missing = ids.into_iter().filter(|id| !rows.contains_key(id));
            let missing: Vec<EpisodeId> = missing.filter(|id| waiting.contains(id)).collect();
            if !missing.is_empty() {
                let found = self.store.episodes_under_way(user, &missing).await?;
                rows.extend(found.into_iter().map(|found| (found.0.id, found)));
            }
            for hit in hits {
                // An episode deleted since it was ranked has no row any more, and is left out.
                let Some((episode, status)) = rows.remove(&hit.episode) else {
                    continue;
                };
                bytes += episode.body.len();
                if bytes > MAX_REPLY_BYTES && !found.is_empty() {
                    return Ok(found);
                }
                found.push(FoundEpisode {
                    score: hit.score,
                    passage: CharText::new(&episode.body).slice(hit.range).to_owned(),
                    range: hit.range,
                    found_by: hit.lanes,
                    status,
                    episode,
                });
            }
        }
        Ok(found)
    }
}

/// What the index is asked, for so many episodes at least.
fn index_query(
    understood: Understood,
    asked: Option<&Asked>,
    filter: Filter,
    (query, limit): (&Query, usize),
) -> IndexQuery {
    IndexQuery {
        asked: asked_facts(asked, query),
        words: understood.question.words,
        vector: understood.vector,
        parts: understood.parts,
        asked_at: understood.asked_at,
        least_closeness: understood.least_closeness,
        times: understood.question.times,
        filter,
        limit: match query.recorded_at {
            Some(_) => limit.saturating_mul(KNOWN_THEN_FACTOR),
            None => limit,
        },
    }
}

/// What may be answered, but for labels.
fn filter(query: &Query, is_understood: bool) -> Filter {
    Filter {
        session: query.session.clone(),
        from: query.from,
        until: query.until,
        accepted_until: query.recorded_at,
        only: None,
        without: None,
        // What held by what was known at another time is looked at afterwards.
        facts_at: query.valid_at.filter(|_| query.recorded_at.is_none()),
        // What has ended may be asked for; otherwise it is left out afterwards.
        facts_not_ended_at: query
            .facts_hold_at()
            .filter(|_| query.valid_at.is_none() && query.recorded_at.is_none() && !is_understood),
    }
}

/// Which facts the index is to look for.
fn asked_facts(asked: Option<&Asked>, query: &Query) -> AskedFacts {
    let factor = match query.recorded_at {
        Some(_) => KNOWN_THEN_FACTOR,
        None => 1,
    };
    let limit = query.limit.max(answering::FACTS_LOOKED_AT);
    let limit = Some(limit.saturating_mul(factor));
    match asked {
        Some(asked) => AskedFacts {
            about: asked.about(),
            relations: asked.relations(),
            limit,
        },
        // What took the place of an ended fact is to be among them, to be put before it.
        None if query.include_invalidated => AskedFacts {
            limit,
            ..AskedFacts::default()
        },
        None => AskedFacts::default(),
    }
}
