//! What was spoken of just before in a session, so that a text's "she" and "you" can be understood.

use std::collections::HashSet;

use recollect_model::{Claim, Entity, SpaceId, UserId};
use sqlx::any::AnyRow;

use crate::columns::{claim, claim_columns, entity, entity_columns};
use crate::sealing::Words;
use crate::sealing::register::EPISODE_SESSION;
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
}

/// So many of the claims before are read.
const MAX_SAID: i64 = 8;

macro_rules! recent_episodes {
    () => {
        "WITH recent AS (SELECT id, seq FROM episodes
         WHERE user_id = $1 AND space_id = $2 AND session_id = $3 AND seq < $4
         AND revision IS NOT NULL ORDER BY seq DESC LIMIT $5) SELECT "
    };
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
        let speakers = concat!(
            recent_episodes!(),
            entity_columns!(),
            " FROM recent CROSS JOIN passages CROSS JOIN entities
             WHERE passages.user_id = $1 AND passages.episode_id = recent.id
             AND entities.user_id = $1 AND entities.id = passages.speaker_id
             ORDER BY recent.seq DESC, passages.number DESC LIMIT 256"
        );
        let named = concat!(
            recent_episodes!(),
            entity_columns!(),
            " FROM recent CROSS JOIN mentions CROSS JOIN entities
             WHERE mentions.user_id = $1 AND mentions.episode_id = recent.id
             AND entities.user_id = $1 AND entities.id = mentions.entity_id
             ORDER BY recent.seq DESC, mentions.passage DESC, mentions.range_start DESC,
             entities.id LIMIT 256"
        );
        let words = self.words(user).await?;
        let mut found = Vec::new();
        for sql in [speakers, named] {
            let rows = sqlx::query(sql)
                .bind(user.to_string())
                .bind(space.to_string())
                .bind(words.seek(EPISODE_SESSION, session))
                .bind(before_seq)
                .bind(i64::from(episodes))
                .fetch_all(&self.reads)
                .await?;
            found.push(last_once(&words, &rows)?);
        }
        let named = found.pop().unwrap_or_default();
        let speakers = found.pop().unwrap_or_default();
        let rows = sqlx::query(concat!(
            recent_episodes!(),
            claim_columns!(),
            " FROM recent CROSS JOIN claims CROSS JOIN episodes
             WHERE claims.user_id = $1 AND claims.episode_id = recent.id
             AND episodes.user_id = $1 AND episodes.id = recent.id
             ORDER BY recent.seq DESC, claims.number DESC LIMIT $6"
        ))
        .bind(user.to_string())
        .bind(space.to_string())
        .bind(words.seek(EPISODE_SESSION, session))
        .bind(before_seq)
        .bind(i64::from(episodes))
        .bind(MAX_SAID)
        .fetch_all(&self.reads)
        .await?;
        let mut said = words.read_all(&rows, |columns| Ok(claim(columns)?.1.claim))?;
        said.reverse();
        Ok(SessionContext {
            speakers,
            named,
            said,
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
