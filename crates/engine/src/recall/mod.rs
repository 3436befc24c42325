//! Finding what matters: a query goes in, episodes and facts of the caller's spaces come out, best first.
//!
//! A search sees every episode whose log was `completed` before it began. Its index ranks; the database, asked for the
//! ranked ids under the caller's name, says what they are, so that nothing of another user could be shown even if an
//! index were wrong.

mod documents;
mod indexes;

use std::collections::HashMap;
use std::time::Duration;

use recollect_index::{Filter, IndexQuery, Ranking};
use recollect_language::time;
use recollect_model::{
    CharRange, CharText, Episode, EpisodeId, Interval, ReferenceTime, SpaceId, StatementId,
    Timestamp, UserId,
};

use crate::{Engine, EngineError, text};

pub use recollect_index::Lanes as FoundBy;

pub(crate) use indexes::Indexes;
use indexes::Slot;

/// What of a query is read.
const MAX_QUERY_CHARACTERS: usize = 8_192;
/// The texts of a reply together, in bytes; further hits are left out.
const MAX_REPLY_BYTES: usize = 8 * 1024 * 1024;
/// Episodes read from the database at a time.
const EPISODES_A_READ: usize = 20;
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// Things are spoken of around the time they happen: a little before, and up to a week after.
const SPOKEN_BEFORE: Duration = Duration::from_secs(2 * 86_400);
const SPOKEN_AFTER: Duration = Duration::from_secs(7 * 86_400);

/// What a caller looks for.
#[derive(Debug, Clone)]
pub struct Query {
    /// The question, in plain words.
    pub text: String,
    /// The spaces to search; all of the caller's when none is named.
    pub spaces: Vec<SpaceId>,
    /// Only episodes of this session.
    pub session: Option<String>,
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
    /// Whether facts that no longer hold are returned too.
    pub include_invalidated: bool,
    /// Only episodes with at least this score.
    pub score_threshold: Option<f32>,
    /// At least so many episodes, whatever the threshold.
    pub min_results: usize,
}

/// What was found, best first.
#[derive(Debug, Clone)]
pub struct Recollection {
    /// Episodes.
    pub episodes: Vec<FoundEpisode>,
    /// Facts.
    pub facts: Vec<FoundFact>,
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
    /// The name of whom or what it is about.
    pub subject: String,
    /// The normalised relation.
    pub relation: String,
    /// The name or value it is related to.
    pub object: String,
    /// From when it held.
    pub valid_at: Timestamp,
    /// Until when it held.
    pub invalid_at: Option<Timestamp>,
    /// The episodes that say so.
    pub episodes: Vec<EpisodeId>,
    /// How well it matches, between 0 and 1.
    pub score: f32,
}

impl Engine {
    /// Searches the caller's spaces.
    pub async fn recall(&self, user: UserId, query: Query) -> Result<Recollection, EngineError> {
        text::not_blank("query", &query.text)?;
        text::without_nul("query", &query.text)?;
        let question: String = query.text.chars().take(MAX_QUERY_CHARACTERS).collect();
        let reference = query.reference_time;
        let reading = tokio::task::spawn_blocking(move || Question::read(&question, reference));
        let question = reading
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))?;
        let vector = self
            .language
            .embed
            .embed_query(question.words.clone())
            .await;
        let vector = vector
            .map_err(|error| tracing::warn!("a search goes without its vector: {error}"))
            .ok();
        let index_query = IndexQuery {
            words: question.words,
            vector,
            times: question.times,
            filter: Filter {
                session: query.session.clone(),
                from: query.from,
                until: query.until,
                facts_at: query.valid_at,
                facts_not_ended_at: (!query.include_invalidated)
                    .then_some(reference.instant())
                    .filter(|_| query.valid_at.is_none()),
            },
            limit: query.limit,
        };
        let searched = self.searched_indexes(user, &query).await?;
        let spaces: Vec<SpaceId> = searched.iter().map(|(space, _)| *space).collect();
        let ranking = self.rank(searched, index_query).await?;
        let episodes = self.found_episodes(user, &ranking, &query).await?;
        let mut facts = self.found_facts(user, &spaces, &ranking).await?;
        facts.retain(|fact| {
            query
                .score_threshold
                .is_none_or(|threshold| fact.score >= threshold)
        });
        Ok(Recollection { episodes, facts })
    }

    /// The up-to-date indexes of the spaces the query names, or of all of the caller's, in the order of their ids.
    async fn searched_indexes(
        &self,
        user: UserId,
        query: &Query,
    ) -> Result<Vec<(SpaceId, Slot)>, EngineError> {
        let named = !query.spaces.is_empty();
        let mut spaces = match named {
            true => query.spaces.clone(),
            false => self
                .store
                .spaces(user)
                .await?
                .iter()
                .map(|space| space.id)
                .collect(),
        };
        spaces.sort_unstable();
        spaces.dedup();
        let mut indexes = Vec::with_capacity(spaces.len());
        for space in spaces {
            match self.indexes.fresh(user, space).await? {
                Some(index) => indexes.push((space, index)),
                None if named => return Err(EngineError::NotFound { what: "space" }),
                // It was deleted since the list was read.
                None => {}
            }
        }
        Ok(indexes)
    }

    /// Ranks, off the asynchronous threads, as many searches at a time as the cores can serve.
    async fn rank(
        &self,
        searched: Vec<(SpaceId, Slot)>,
        query: IndexQuery,
    ) -> Result<Ranking, EngineError> {
        let mut indexes = Vec::with_capacity(searched.len());
        // In the order of the ids: two searches that lock in different orders could wait for each other for ever.
        for (_, index) in searched {
            indexes.push(index.read_owned().await);
        }
        // Last, so that nobody who has a turn waits for an index.
        let turn = self.rankings.clone().acquire_owned().await;
        let ranking = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let indexes: Vec<_> = indexes.iter().map(|index| &**index).collect();
            recollect_index::search(&indexes, &query)
        });
        ranking
            .await
            .map_err(|error| EngineError::Internal(error.to_string()))
    }

    async fn found_episodes(
        &self,
        user: UserId,
        ranking: &Ranking,
        query: &Query,
    ) -> Result<Vec<FoundEpisode>, EngineError> {
        let kept = ranking.episodes.iter().enumerate().filter(|(place, hit)| {
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
            let mut rows: HashMap<EpisodeId, Episode> = rows
                .into_iter()
                .map(|episode| (episode.id, episode))
                .collect();
            for hit in hits {
                // An episode deleted since it was ranked has no row any more, and is left out.
                let Some(episode) = rows.remove(&hit.episode) else {
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
                    episode,
                });
            }
        }
        Ok(found)
    }

    async fn found_facts(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        ranking: &Ranking,
    ) -> Result<Vec<FoundFact>, EngineError> {
        let mut found = Vec::new();
        for (number, &space) in spaces.iter().enumerate() {
            let scores: HashMap<StatementId, f32> = ranking
                .facts
                .iter()
                .filter(|hit| hit.space == number)
                .map(|hit| (hit.statement, hit.score))
                .collect();
            let ids: Vec<StatementId> = scores.keys().copied().collect();
            for row in self.store.statements(user, space, &ids).await? {
                let score = scores.get(&row.statement.id).copied().unwrap_or_default();
                found.push(FoundFact::new(space, row, score));
            }
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
        Ok(found)
    }
}

impl FoundFact {
    fn new(space: SpaceId, row: recollect_storage::RecalledStatement, score: f32) -> Self {
        Self {
            id: row.statement.id,
            space,
            fact: row.statement.fact,
            subject: row.subject_name,
            relation: row.statement.relation,
            object: row.object_name,
            valid_at: row.statement.valid_at,
            invalid_at: row.statement.invalid_at,
            episodes: row.evidence,
            score,
        }
    }
}

/// A question with its expressions of time read.
struct Question {
    /// What is looked for. "Last week" is no word to look for; "May 2023" is, since a passage is found by its date.
    words: String,
    /// The stretches of time it speaks of, widened to when people may have spoken of them.
    times: Vec<Interval>,
}

impl Question {
    fn read(text: &str, reference: ReferenceTime) -> Self {
        let characters = CharText::new(text);
        let mut question = Self {
            words: String::new(),
            times: Vec::new(),
        };
        let mut start = 0;
        for said in time::expressions(text, reference) {
            let Interval {
                start: begins,
                end: ends,
            } = said.interval;
            question.times.push(Interval {
                start: begins.checked_sub(SPOKEN_BEFORE).unwrap_or(begins),
                end: ends.checked_add(SPOKEN_AFTER).unwrap_or(ends),
            });
            if !names_a_date(characters.slice(said.range)) {
                question.words.push_str(characters.slice(CharRange {
                    start,
                    end: said.range.start,
                }));
                start = said.range.end;
            }
        }
        question.words.push_str(characters.slice(CharRange {
            start,
            end: characters.len(),
        }));
        // "Last week?" asks for nothing else.
        if !question.words.contains(char::is_alphanumeric) {
            text.clone_into(&mut question.words);
        }
        question
    }
}

/// Whether an expression of time has words that a date is written with: a month's name or a year.
fn names_a_date(expression: &str) -> bool {
    let mut words = expression.split(|character: char| !character.is_alphanumeric());
    words.any(|word| {
        let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        is_year || MONTHS.contains(&word.to_lowercase().as_str())
    })
}
