//! Which episodes are to be understood again, because another extractor or another embedder is in use by now.
//!
//! An episode says what it was read with. The distinct readings are few, so those that are not in use are found one
//! after the other in an index, and with nothing to renew the question costs next to nothing.

use recollect_model::{
    CharRange, EpisodeId, EpisodeKind, LogId, ReferenceTime, Revision, SpaceId, UserId,
};

use crate::accounts::names_of;
use crate::many::{Parameters, Rows};
use crate::rows::{Columns, read_all};
use crate::sealing::register::{
    ACCOUNT_ALSO_CALLED, ACCOUNT_NAME, EPISODE_BODY, EPISODE_SESSION, EPISODE_SOURCE,
};
use crate::{StorageError, Store};

/// So many distinct readings are looked at; no database comes near it.
const MAX_READINGS: usize = 256;

/// A processed episode that was not read by what is in use.
#[derive(Debug, Clone, PartialEq)]
pub struct EpisodeToRenew {
    /// Its owner.
    pub user: UserId,
    /// What the owner's account is called.
    pub owner_name: String,
    /// What else the owner is called.
    pub owner_also_called: Vec<String>,
    /// The order of acceptance within the user.
    pub seq: i64,
    /// Its identifier.
    pub id: EpisodeId,
    /// The log that followed it.
    pub log: LogId,
    /// The space it is in.
    pub space: SpaceId,
    /// The session it belongs to.
    pub session: Option<String>,
    /// What the caller named as the source.
    pub source: String,
    /// What the text is.
    pub kind: EpisodeKind,
    /// The text, verbatim.
    pub body: String,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// What read it.
    pub extractor: String,
    /// The model that made its vectors.
    pub embedder: String,
    /// The revision of its space that brought what is understood of it.
    pub revision: Revision,
}

/// How many of a space's episodes were read with what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What found the entities and claims; "none" when nothing did that still counts.
    pub extractor: String,
    /// The model that made the vectors.
    pub embedder: String,
    /// How many episodes.
    pub episodes: u64,
}

impl Reading {
    /// Whether it is by this extractor and this embedder, or by later versions of them.
    pub fn is_at_least(&self, extractor: &str, embedder: &str) -> bool {
        is_at_least(&self.extractor, extractor) && is_at_least(&self.embedder, embedder)
    }
}

const EPISODES: Rows = Rows {
    before:
        "SELECT episodes.user_id, accounts.name, accounts.also_called, episodes.seq, episodes.id,
             episodes.log_id, episodes.space_id, episodes.session_id, episodes.source,
             episodes.kind, episodes.body, episodes.reference_time, episodes.reference_offset_s,
             episodes.extractor, episodes.embedder, episodes.revision FROM (VALUES ",
    shared: 0,
    own: 2,
    after: ") AS asked CROSS JOIN episodes LEFT JOIN accounts ON accounts.id = episodes.user_id
            WHERE episodes.user_id = asked.column1 AND episodes.id = asked.column2
            AND episodes.revision IS NOT NULL",
};

/// Whether a name is `mine`, or that of a later version of it. Names end with a slash and a version.
fn is_at_least(name: &str, mine: &str) -> bool {
    let parts = |name: &'_ str| {
        let (of, version) = name.rsplit_once('/')?;
        Some((of.to_owned(), version.parse::<u64>().ok()?))
    };
    name == mine
        || parts(name)
            .zip(parts(mine))
            .is_some_and(|((of, version), (my, least))| of == my && version > least)
}

impl Store {
    /// Processed episodes of all users, by user and then in the order of acceptance, that were not read by this extractor
    /// and this embedder: at most `limit`, after the one of that user and seq. What a later version of them has read is
    /// left as it is: while nodes are upgraded one by one, an older one must not undo what a newer one does.
    pub async fn episodes_to_renew(
        &self,
        extractor: &str,
        embedder: &str,
        after: Option<(UserId, i64)>,
        limit: u32,
    ) -> Result<Vec<EpisodeToRenew>, StorageError> {
        let mut after = after;
        loop {
            let found = self
                .found_to_renew((extractor, embedder), after, limit)
                .await?;
            let Some(&(user, seq, _)) = found.last() else {
                return Ok(Vec::new());
            };
            let episodes = self.readable_to_renew(&found).await?;
            if !episodes.is_empty() {
                return Ok(episodes);
            }
            after = Some((user, seq));
        }
    }

    /// The next episodes that are to be renewed, whether they can be read or not.
    async fn found_to_renew(
        &self,
        (extractor, embedder): (&str, &str),
        after: Option<(UserId, i64)>,
        limit: u32,
    ) -> Result<Vec<(UserId, i64, EpisodeId)>, StorageError> {
        let mut found: Vec<(UserId, i64, EpisodeId)> = Vec::new();
        let mut reading = (String::new(), String::new());
        for _ in 0..MAX_READINGS {
            let Some(next) = self.next_reading(&reading).await? else {
                break;
            };
            reading = next;
            if is_at_least(&reading.0, extractor) && is_at_least(&reading.1, embedder) {
                continue;
            }
            found.extend(self.episodes_read(&reading, after, limit).await?);
            found.sort_unstable();
            found.truncate(limit as usize);
        }
        Ok(found)
    }

    /// Those of the episodes that can be read: what is damaged stays as it is, and keeps no other.
    async fn readable_to_renew(
        &self,
        found: &[(UserId, i64, EpisodeId)],
    ) -> Result<Vec<EpisodeToRenew>, StorageError> {
        let own = |(user, _, id): &(UserId, i64, EpisodeId), own: &mut Parameters| {
            own.id(*user).id(*id);
        };
        let rows = self.rows_by(&EPISODES, found, |_| {}, own).await?;
        let mut episodes = Vec::with_capacity(rows.len());
        for row in &rows {
            let user = Columns::of(row).id()?;
            let read = self.words(user).await;
            match read.and_then(|words| to_renew(&mut words.columns(row))) {
                Ok(episode) => episodes.push(episode),
                Err(error @ StorageError::Unavailable { .. }) => return Err(error),
                Err(error) => {
                    tracing::warn!(%user, "a text cannot be read, and is not read anew: {error}");
                }
            }
        }
        episodes.sort_by_key(|episode| (episode.user, episode.seq));
        Ok(episodes)
    }

    /// What the space's episodes were read with, the most common reading first.
    pub async fn readings(
        &self,
        user: UserId,
        space: SpaceId,
    ) -> Result<Vec<Reading>, StorageError> {
        let rows = sqlx::query(
            "SELECT extractor, embedder, COUNT(*) FROM episodes
             WHERE user_id = $1 AND space_id = $2 AND revision IS NOT NULL
             GROUP BY extractor, embedder ORDER BY COUNT(*) DESC, extractor, embedder",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| {
            Ok(Reading {
                extractor: columns.text()?,
                embedder: columns.text()?,
                episodes: columns.count()?,
            })
        })
    }

    /// The passages of a space's texts that asserted nothing because they only repeated what was told, with their places: at
    /// most so many.
    pub async fn passed_over(
        &self,
        user: UserId,
        space: SpaceId,
        limit: u32,
    ) -> Result<Vec<(EpisodeId, u32, CharRange)>, StorageError> {
        let rows = sqlx::query(
            "SELECT passages.episode_id, passages.number, passages.range_start, passages.range_end
             FROM passages CROSS JOIN episodes
             WHERE passages.user_id = $1 AND passages.is_repetition <> 0
             AND episodes.user_id = passages.user_id AND episodes.id = passages.episode_id
             AND episodes.space_id = $2 AND episodes.revision IS NOT NULL
             ORDER BY passages.episode_id DESC, passages.number LIMIT $3",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| {
            Ok((columns.id()?, columns.number()?, columns.range()?))
        })
    }

    /// The extractor and embedder after these that any episode was read with.
    async fn next_reading(
        &self,
        (extractor, embedder): &(String, String),
    ) -> Result<Option<(String, String)>, StorageError> {
        let row = sqlx::query(
            "SELECT extractor, embedder FROM episodes
             WHERE revision IS NOT NULL AND (extractor, embedder) > ($1, $2)
             ORDER BY extractor, embedder LIMIT 1",
        )
        .bind(extractor.clone())
        .bind(embedder.clone())
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| {
            let mut columns = Columns::of(&row);
            Ok((columns.text()?, columns.text()?))
        })
        .transpose()
    }

    async fn episodes_read(
        &self,
        (extractor, embedder): &(String, String),
        after: Option<(UserId, i64)>,
        limit: u32,
    ) -> Result<Vec<(UserId, i64, EpisodeId)>, StorageError> {
        let rows = sqlx::query(
            "SELECT user_id, seq, id FROM episodes
             WHERE revision IS NOT NULL AND extractor = $1 AND embedder = $2
             AND (user_id, seq) > ($3, $4) ORDER BY user_id, seq LIMIT $5",
        )
        .bind(extractor.clone())
        .bind(embedder.clone())
        .bind(after.map_or_else(String::new, |(user, _)| user.to_string()))
        .bind(after.map_or(0, |(_, seq)| seq))
        .bind(i64::from(limit))
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| {
            Ok((columns.id()?, columns.integer()?, columns.id()?))
        })
    }
}

fn to_renew(columns: &mut Columns<'_>) -> Result<EpisodeToRenew, StorageError> {
    let user = columns.id()?;
    let owner_name = columns.optional_sealed(ACCOUNT_NAME, user)?;
    let also_called = columns.optional_sealed(ACCOUNT_ALSO_CALLED, user)?;
    let (seq, id) = (columns.integer()?, columns.id()?);
    Ok(EpisodeToRenew {
        user,
        owner_name: owner_name.unwrap_or_default(),
        owner_also_called: names_of(&also_called.unwrap_or_default()),
        seq,
        id,
        log: columns.id()?,
        space: columns.id()?,
        session: columns.optional_sought(EPISODE_SESSION)?,
        source: columns.sought(EPISODE_SOURCE)?,
        kind: columns.named(EpisodeKind::from_name)?,
        body: columns.sealed(EPISODE_BODY, id)?,
        reference_time: columns.reference_time()?,
        extractor: columns.text()?,
        embedder: columns.text()?,
        revision: Revision(columns.integer()?),
    })
}
