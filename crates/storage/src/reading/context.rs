//! What was spoken of just before in a session, so that a text's "she" and "you" can be understood.

use std::collections::HashSet;

use recollect_model::{Claim, Entity, EpisodeId, SpaceId, UserId};
use sqlx::any::AnyRow;

use crate::columns::{claim, claim_columns, entity, entity_columns};
use crate::sealing::Words;
use crate::sealing::register::{EPISODE_BODY, EPISODE_SESSION};
use crate::{StorageError, Store};

/// Who spoke and what was named, as it was named.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionContext {
    /// Who spoke, the last one last, each once.
    pub speakers: Vec<Entity>,
    /// What was named, the last one last, each once.
    pub named: Vec<Entity>,
    /// What was said, the last one last.
    pub said: Vec<Claim>,
    /// The last two texts, the last one last, without the long ones.
    pub last_bodies: Vec<String>,
}

/// So many passages, and so many mentions, are read for who spoke and what was named.
const MAX_ENTITIES: i64 = 256;

/// So many of the claims before are read.
const MAX_SAID: i64 = 8;

/// So many of the texts before are read again, for whom and what their last turns speak of.
const MAX_BODIES: u32 = 2;

/// A text of more bytes is no turn of a conversation, and not read again.
const MAX_BODY_BYTES: i64 = 16 * 1024;

macro_rules! recent_episodes {
    () => {
        "WITH recent AS (SELECT id, seq FROM episodes
         WHERE user_id = $1 AND space_id = $2 AND session_id = $3 AND seq < $4
         AND revision IS NOT NULL ORDER BY seq DESC LIMIT $5) SELECT "
    };
}

const SPEAKERS: &str = concat!(
    recent_episodes!(),
    entity_columns!(),
    " FROM recent CROSS JOIN passages CROSS JOIN entities
     WHERE passages.user_id = $1 AND passages.episode_id = recent.id
     AND entities.user_id = $1 AND entities.id = passages.speaker_id
     ORDER BY recent.seq DESC, passages.number DESC LIMIT $6"
);

const NAMED: &str = concat!(
    recent_episodes!(),
    entity_columns!(),
    " FROM recent CROSS JOIN mentions CROSS JOIN entities
     WHERE mentions.user_id = $1 AND mentions.episode_id = recent.id
     AND entities.user_id = $1 AND entities.id = mentions.entity_id
     ORDER BY recent.seq DESC, mentions.passage DESC, mentions.range_start DESC,
     entities.id LIMIT $6"
);

const SAID: &str = concat!(
    recent_episodes!(),
    claim_columns!(),
    " FROM recent CROSS JOIN claims CROSS JOIN episodes
     WHERE claims.user_id = $1 AND claims.episode_id = recent.id
     AND episodes.user_id = $1 AND episodes.id = recent.id
     ORDER BY recent.seq DESC, claims.number DESC LIMIT $6"
);

const BODIES: &str = concat!(
    recent_episodes!(),
    "episodes.id, episodes.body FROM recent CROSS JOIN episodes
     WHERE episodes.user_id = $1 AND episodes.id = recent.id
     AND episodes.size_bytes <= $6 ORDER BY recent.seq DESC"
);

/// The newest processed episodes of a session before a place.
struct Recent<'a> {
    store: &'a Store,
    user: String,
    space: String,
    session: String,
    before_seq: i64,
}

impl Recent<'_> {
    /// What a query that begins with `recent_episodes!` finds of the last `episodes` of them; its `$6` is `limit`.
    async fn rows(
        &self,
        sql: &'static str,
        episodes: u32,
        limit: i64,
    ) -> Result<Vec<AnyRow>, StorageError> {
        let rows = sqlx::query(sql)
            .bind(&self.user)
            .bind(&self.space)
            .bind(&self.session)
            .bind(self.before_seq)
            .bind(i64::from(episodes))
            .bind(limit)
            .fetch_all(&self.store.reads)
            .await?;
        Ok(rows)
    }
}

impl Store {
    /// What the last `episodes` processed episodes of a session before `before_seq` speak of, as far as the last 256
    /// passages and mentions in them tell.
    pub async fn context(
        &self,
        user: UserId,
        space: SpaceId,
        session: &str,
        before_seq: i64,
        episodes: u32,
    ) -> Result<SessionContext, StorageError> {
        let words = self.words(user).await?;
        let recent = Recent {
            store: self,
            user: user.to_string(),
            space: space.to_string(),
            session: words.seek(EPISODE_SESSION, session),
            before_seq,
        };
        let speakers = recent.rows(SPEAKERS, episodes, MAX_ENTITIES).await?;
        let named = recent.rows(NAMED, episodes, MAX_ENTITIES).await?;
        let said = recent.rows(SAID, episodes, MAX_SAID).await?;
        let mut said = words.read_all(&said, |columns| Ok(claim(columns)?.1.claim))?;
        let facts = said.iter_mut().map(|one| (&mut one.fact, &mut one.names));
        self.tell_facts(user, space, facts.collect()).await?;
        said.reverse();
        let last = recent
            .rows(BODIES, episodes.min(MAX_BODIES), MAX_BODY_BYTES)
            .await?;
        let mut last_bodies = words.read_all(&last, |columns| {
            let episode: EpisodeId = columns.id()?;
            columns.sealed(EPISODE_BODY, episode)
        })?;
        last_bodies.reverse();
        Ok(SessionContext {
            speakers: last_once(&words, &speakers)?,
            named: last_once(&words, &named)?,
            said,
            last_bodies,
        })
    }
}

/// Each entity once, where it comes last; the rows have the last one first.
fn last_once(words: &Words, rows: &[AnyRow]) -> Result<Vec<Entity>, StorageError> {
    let mut seen = HashSet::new();
    let mut entities = words.read_all(rows, entity)?;
    entities.retain(|entity| seen.insert(entity.id));
    entities.reverse();
    Ok(entities)
}
