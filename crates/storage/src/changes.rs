//! What an index of a space reads to catch up with the database.
//!
//! Everything that a search can find carries the revision of the space that brought it or last changed it, and what
//! goes leaves a removal that carries one. A revision is committed as a whole, under a lock of the space's row, so
//! everything at or below a committed revision is there, or has moved to a later one. A page is read in one snapshot.

use std::str::FromStr;

use recollect_model::{
    CharRange, CharText, Entity, EntityId, EntityKind, EpisodeId, EpisodeKind, Evidence, LogId,
    Mention, PassageKey, QuantizedVector, ReferenceTime, Revision, SpaceId, Statement, StatementId,
    Timestamp, UserId,
};
use sqlx::any::AnyRow;

use crate::columns::{
    entity, entity_columns, evidence, mention, mention_columns, statement, statement_columns,
};
use crate::graph::{GraphRows, KEPT_MARKS, Removed};
use crate::rows::{Columns, read_all, unreadable};
use crate::sealing::Words;
use crate::sealing::register::{
    ENTITY_NAME, EPISODE_BODY, EPISODE_SESSION, EPISODE_SOURCE, PASSAGE_EMBEDDING,
};
use crate::sessions::Session;
use crate::spaces::revision;
use crate::{StorageError, Store};

/// How many bytes of text a page holds at most, unless its first revision alone has more.
const MAX_PAGE_BYTES: i64 = 8 << 20;

/// What became part of a space after one revision and up to another.
#[derive(Debug, Clone, PartialEq)]
pub struct SpaceChanges {
    /// The revision an index has reached once it has taken this in; the next page begins after it.
    pub to: Revision,
    /// The mark of that revision; empty where none was left.
    pub mark: String,
    /// Whether that was all there was when the page was read.
    pub complete: bool,
    /// The episodes completed or understood anew, in the order of acceptance. One that an earlier page had is to be put in
    /// the place of all that was known of it: passages, mentions and evidence.
    pub episodes: Vec<ChangedEpisode>,
    /// The entities added or changed.
    pub entities: Vec<Entity>,
    /// The statements added or changed.
    pub statements: Vec<Statement>,
    /// Where the episodes name entities.
    pub mentions: Vec<Mention>,
    /// Where texts support statements: everything there is for each of `statements`, in the place of what was known, and
    /// what was added to others. It may be for a statement of a later page.
    pub evidence: Vec<Evidence>,
    /// The episodes deleted; they may be among those of an earlier page.
    pub removed_episodes: Vec<EpisodeId>,
    /// The entities removed. Removals come before additions.
    pub removed_entities: Vec<EntityId>,
    /// The statements removed, with their evidence.
    pub removed_statements: Vec<StatementId>,
}

/// An episode with its passages.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedEpisode {
    /// Its identifier.
    pub id: EpisodeId,
    /// The log that followed it.
    pub log: LogId,
    /// The order of acceptance within the user: what came before and after it in its session.
    pub seq: i64,
    /// The session it belongs to.
    pub session: Option<String>,
    /// What the caller named as the source.
    pub source: String,
    /// What the text is.
    pub kind: EpisodeKind,
    /// When it was said or written.
    pub reference_time: ReferenceTime,
    /// When it was accepted.
    pub accepted_at: Timestamp,
    /// The model that made the vectors.
    pub embedder: String,
    /// Its passages, in order.
    pub passages: Vec<ChangedPassage>,
}

/// One passage with its words.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedPassage {
    /// Its episode and its place in it.
    pub key: PassageKey,
    /// Where in the episode's text it lies.
    pub range: CharRange,
    /// Its words.
    pub text: String,
    /// Who speaks, when the text says so.
    pub speaker: Option<Speaker>,
    /// Its embedding; none when the text has nothing to embed.
    pub vector: Option<QuantizedVector>,
    /// Whether it merely repeats what the service itself returned.
    pub is_repetition: bool,
}

/// Who speaks a passage: an entity that an earlier page may have brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Speaker {
    /// The entity.
    pub id: EntityId,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: EntityKind,
}

/// The stretch of a space's history that a page covers: its start excluded, its end included.
struct Stretch {
    snapshot: Session,
    user: String,
    words: Words,
    space: String,
    from: i64,
    to: i64,
}

impl Store {
    /// What changed in the space after `from`, about `page` episodes of it: as many revisions as hold that number, as
    /// far as their texts have at most 8 MiB together, and at least one. `None` when the user has no such space (any
    /// more).
    pub async fn changes_since(
        &self,
        user: UserId,
        space: SpaceId,
        from: Revision,
        page: usize,
    ) -> Result<Option<SpaceChanges>, StorageError> {
        let words = self.words(user).await?;
        let mut snapshot = self.snapshot().await?;
        let Some(current) = revision(&mut snapshot, user, space).await? else {
            return Ok(None);
        };
        let mut stretch = Stretch {
            snapshot,
            user: user.to_string(),
            words,
            space: space.to_string(),
            from: from.0,
            to: current.0,
        };
        stretch.to = stretch.end(page).await?;
        stretch.to = stretch.end_by_bytes().await?;
        let changes = SpaceChanges {
            to: Revision(stretch.to),
            mark: stretch.mark().await?,
            complete: stretch.to >= current.0,
            episodes: stretch.episodes().await?,
            entities: stretch.entities().await?,
            statements: stretch.statements().await?,
            mentions: stretch.mentions().await?,
            evidence: stretch.evidence().await?,
            removed_episodes: stretch.removed(Removed::Episode).await?,
            removed_entities: stretch.removed(Removed::Entity).await?,
            removed_statements: stretch.removed(Removed::Statement).await?,
        };
        stretch.snapshot.rollback().await?;
        Ok(Some(changes))
    }
}

impl Store {
    /// Whether an episode was removed from a space after a revision: what an index held at that revision may hold what is
    /// forgotten now. True, too, when the revision is so old that nobody knows, and when the user has no such space (any more).
    pub async fn is_forgotten_since(
        &self,
        user: UserId,
        space: SpaceId,
        revision: Revision,
    ) -> Result<bool, StorageError> {
        let mut session = self.reads.take().await?;
        is_forgotten_since(&mut session, user, (space, revision)).await
    }
}

impl GraphRows {
    /// The same, seen by this transaction.
    pub async fn is_forgotten_since(
        &mut self,
        space: SpaceId,
        revision: Revision,
    ) -> Result<bool, StorageError> {
        let user = self.user();
        is_forgotten_since(self.connection(), user, (space, revision)).await
    }
}

async fn is_forgotten_since(
    session: &mut Session,
    user: UserId,
    (space, revision): (SpaceId, Revision),
) -> Result<bool, StorageError> {
    let row = sqlx::query(
        "SELECT spaces.revision FROM spaces WHERE spaces.user_id = $1 AND spaces.id = $2
         AND spaces.is_deleted = 0 AND spaces.revision - $3 <= $5
         AND NOT EXISTS (SELECT 1 FROM removals
         WHERE removals.user_id = $1 AND removals.space_id = $2
         AND removals.revision > $3 AND removals.what = $4)",
    )
    .bind(user.to_string())
    .bind(space.to_string())
    .bind(revision.0)
    .bind(Removed::Episode.as_str())
    .bind(KEPT_MARKS)
    .fetch_optional(session)
    .await?;
    Ok(row.is_none())
}

impl Stretch {
    /// The mark of its end.
    async fn mark(&mut self) -> Result<String, StorageError> {
        let row = sqlx::query(
            "SELECT mark FROM space_marks WHERE user_id = $1 AND space_id = $2 AND revision = $3",
        )
        .bind(self.user.as_str())
        .bind(self.space.as_str())
        .bind(self.to)
        .fetch_optional(&mut self.snapshot)
        .await?;
        row.map_or(Ok(String::new()), |row| Columns::of(&row).text())
    }

    /// The revision that holds the last episode of a page of this many, or the present end.
    async fn end(&mut self, episodes: usize) -> Result<i64, StorageError> {
        let row = sqlx::query(
            "SELECT revision FROM episodes
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             ORDER BY revision LIMIT 1 OFFSET $5",
        )
        .bind(self.user.as_str())
        .bind(self.space.as_str())
        .bind(self.from)
        .bind(self.to)
        .bind(i64::try_from(episodes.saturating_sub(1)).unwrap_or(i64::MAX))
        .fetch_optional(&mut self.snapshot)
        .await?;
        row.map_or(Ok(self.to), |row| Columns::of(&row).integer())
    }

    /// The last revision whose texts the page still holds, or its present end.
    async fn end_by_bytes(&mut self) -> Result<i64, StorageError> {
        let sizes = self.rows(
            "SELECT revision, CAST(SUM(size_bytes) AS BIGINT) FROM episodes
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             GROUP BY revision ORDER BY revision",
        );
        let mut bytes = 0_i64;
        let mut fits = None;
        for row in &sizes.await? {
            let mut columns = Columns::of(row);
            let revision = columns.integer()?;
            bytes = bytes.saturating_add(columns.integer()?);
            if bytes > MAX_PAGE_BYTES {
                return Ok(fits.unwrap_or(revision));
            }
            fits = Some(revision);
        }
        Ok(self.to)
    }

    async fn episodes(&mut self) -> Result<Vec<ChangedEpisode>, StorageError> {
        let rows = self.rows(
            "SELECT id, log_id, seq, session_id, source, kind, reference_time, reference_offset_s,
             accepted_at, COALESCE(embedder, ''), body FROM episodes
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             ORDER BY seq",
        );
        let episodes = rows.await?;
        let episodes = self.words.read_all(&episodes, episode)?;
        let passages = self.rows(
            "SELECT passages.episode_id, passages.number, passages.range_start,
             passages.range_end, entities.id, entities.name, entities.kind, passages.embedding,
             passages.is_repetition
             FROM episodes JOIN passages
             ON passages.user_id = episodes.user_id AND passages.episode_id = episodes.id
             LEFT JOIN entities
             ON entities.user_id = episodes.user_id AND entities.space_id = episodes.space_id
             AND entities.id = passages.speaker_id
             WHERE episodes.user_id = $1 AND episodes.space_id = $2
             AND episodes.revision > $3 AND episodes.revision <= $4
             ORDER BY episodes.seq, passages.number",
        );
        let passages = passages.await?;
        let passages = self.words.read_all(&passages, passage)?;
        let mut passages = passages.into_iter().peekable();
        let mut changed = Vec::new();
        for (mut episode, body) in episodes {
            let body = CharText::new(&body);
            while let Some(mut passage) = passages.next_if(|p| p.key.episode == episode.id) {
                passage.text = body.slice(passage.range).to_owned();
                episode.passages.push(passage);
            }
            changed.push(episode);
        }
        Ok(changed)
    }

    async fn entities(&mut self) -> Result<Vec<Entity>, StorageError> {
        self.each(
            concat!(
                "SELECT ",
                entity_columns!(),
                " FROM entities
                WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
                ORDER BY revision, id"
            ),
            entity,
        )
        .await
    }

    async fn statements(&mut self) -> Result<Vec<Statement>, StorageError> {
        self.each(
            concat!(
                "SELECT ",
                statement_columns!(),
                " FROM statements
                WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
                ORDER BY revision, id"
            ),
            statement,
        )
        .await
    }

    async fn mentions(&mut self) -> Result<Vec<Mention>, StorageError> {
        self.each(
            concat!(
                "SELECT ",
                mention_columns!(),
                " FROM episodes JOIN mentions
                ON mentions.user_id = episodes.user_id AND mentions.episode_id = episodes.id
                WHERE episodes.user_id = $1 AND episodes.space_id = $2
                AND episodes.revision > $3 AND episodes.revision <= $4
                ORDER BY episodes.seq, mentions.passage, mentions.range_start, mentions.entity_id"
            ),
            mention,
        )
        .await
    }

    /// What was added, and all there is for the statements that changed. What came after the page is left to a later one.
    async fn evidence(&mut self) -> Result<Vec<Evidence>, StorageError> {
        self.each(
            "SELECT statement_id, episode_id, number, passage, range_start, range_end, revision
             FROM claims WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             AND statement_id IS NOT NULL
             UNION
             SELECT claims.statement_id, claims.episode_id, claims.number, claims.passage,
             claims.range_start, claims.range_end, claims.revision
             FROM statements CROSS JOIN claims
             WHERE statements.user_id = $1 AND statements.space_id = $2
             AND statements.revision > $3 AND statements.revision <= $4
             AND claims.user_id = statements.user_id AND claims.statement_id = statements.id
             AND claims.revision <= $4
             ORDER BY revision, episode_id, number",
            evidence,
        )
        .await
    }

    async fn removed<I: FromStr>(&mut self, what: Removed) -> Result<Vec<I>, StorageError> {
        let rows = sqlx::query(
            "SELECT id FROM removals
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             AND what = $5 ORDER BY revision, id",
        )
        .bind(self.user.as_str())
        .bind(self.space.as_str())
        .bind(self.from)
        .bind(self.to)
        .bind(what.as_str())
        .fetch_all(&mut self.snapshot)
        .await?;
        read_all(&rows, |columns| columns.id())
    }

    /// What a statement over this page finds, read row by row.
    async fn each<T>(
        &mut self,
        sql: &'static str,
        read: impl Fn(&mut Columns<'_>) -> Result<T, StorageError>,
    ) -> Result<Vec<T>, StorageError> {
        let rows = self.rows(sql).await?;
        self.words.read_all(&rows, read)
    }

    /// What a statement over this page finds: `$1` to `$4` are user, space, from and to.
    async fn rows(&mut self, sql: &'static str) -> Result<Vec<AnyRow>, sqlx::Error> {
        sqlx::query(sql)
            .bind(self.user.as_str())
            .bind(self.space.as_str())
            .bind(self.from)
            .bind(self.to)
            .fetch_all(&mut self.snapshot)
            .await
    }
}

/// The episode, its passages still missing, and its text.
fn episode(columns: &mut Columns<'_>) -> Result<(ChangedEpisode, String), StorageError> {
    let id = columns.id()?;
    let episode = ChangedEpisode {
        id,
        log: columns.id()?,
        seq: columns.integer()?,
        session: columns.optional_sought(EPISODE_SESSION)?,
        source: columns.sought(EPISODE_SOURCE)?,
        kind: columns.named(EpisodeKind::from_name)?,
        reference_time: columns.reference_time()?,
        accepted_at: columns.instant()?,
        embedder: columns.text()?,
        passages: Vec::new(),
    };
    Ok((episode, columns.sealed(EPISODE_BODY, id)?))
}

/// The passage, its words still missing.
fn passage(columns: &mut Columns<'_>) -> Result<ChangedPassage, StorageError> {
    let key = PassageKey {
        episode: columns.id()?,
        number: columns.number()?,
    };
    let range = columns.range()?;
    let speaker = match columns.optional_id()? {
        Some(id) => Some(Speaker {
            id,
            name: columns.sealed(ENTITY_NAME, id)?,
            kind: columns.named(EntityKind::from_name)?,
        }),
        None => columns.pass_over(2),
    };
    let row = format_args!("{}/{}", key.episode, key.number);
    let vector = columns.optional_sealed_bytes(PASSAGE_EMBEDDING, row)?;
    let vector = vector.map(|bytes| {
        QuantizedVector::from_bytes(&bytes).ok_or_else(|| unreadable("a vector", "too few bytes"))
    });
    Ok(ChangedPassage {
        key,
        range,
        text: String::new(),
        speaker,
        vector: vector.transpose()?,
        is_repetition: columns.flag()?,
    })
}
