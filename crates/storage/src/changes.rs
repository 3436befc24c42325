//! What an index of a space reads to catch up with the database.
//!
//! Everything that a search can find carries the revision of the space that brought it. A revision is committed as a
//! whole, under a lock of the space's row, so everything at or below a committed revision is there and stays as it
//! is. A page can therefore be read in several statements without a snapshot.

use recollect_model::{
    CharRange, CharText, Entity, EntityId, EntityKey, EntityKind, EpisodeId, EpisodeKind, Evidence,
    LogId, Mention, Object, PassageKey, QuantizedVector, ReferenceTime, Revision, SpaceId,
    Statement, UserId,
};
use sqlx::any::AnyRow;

use crate::rows::{Columns, unreadable};
use crate::{StorageError, Store};

/// How many bytes of text a page holds at most, unless its first revision alone has more.
const LONGEST_PAGE_BYTES: i64 = 8 << 20;

/// What became part of a space after one revision and up to another.
#[derive(Debug, Clone, PartialEq)]
pub struct SpaceChanges {
    /// The revision an index has reached once it has taken this in; the next page begins after it.
    pub to: Revision,
    /// Whether that was all there was when the page was read.
    pub complete: bool,
    /// The episodes completed, in the order of acceptance.
    pub episodes: Vec<ChangedEpisode>,
    /// The entities added.
    pub entities: Vec<Entity>,
    /// The statements added.
    pub statements: Vec<Statement>,
    /// Where the episodes name entities.
    pub mentions: Vec<Mention>,
    /// Where the episodes support statements.
    pub evidence: Vec<Evidence>,
    /// The episodes deleted; they may be among those of an earlier page.
    pub removed_episodes: Vec<EpisodeId>,
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
struct Page<'a> {
    store: &'a Store,
    user: String,
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
        let Some(current) = self.revision(user, space).await? else {
            return Ok(None);
        };
        let mut page_read = Page {
            store: self,
            user: user.to_string(),
            space: space.to_string(),
            from: from.0,
            to: current.0,
        };
        page_read.to = page_read.end(page).await?;
        page_read.to = page_read.end_by_bytes().await?;
        let changes = SpaceChanges {
            to: Revision(page_read.to),
            complete: page_read.to >= current.0,
            episodes: page_read.episodes().await?,
            entities: page_read.entities().await?,
            statements: page_read.statements().await?,
            mentions: page_read.mentions().await?,
            evidence: page_read.evidence().await?,
            removed_episodes: page_read.removed_episodes().await?,
        };
        Ok(Some(changes))
    }
}

impl Page<'_> {
    /// The revision that holds the last episode of a page of this many, or the present end.
    async fn end(&self, episodes: usize) -> Result<i64, StorageError> {
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
        .fetch_optional(&self.store.reads)
        .await?;
        row.map_or(Ok(self.to), |row| Columns::of(&row).integer())
    }

    /// The last revision whose texts the page still holds, or its present end.
    async fn end_by_bytes(&self) -> Result<i64, StorageError> {
        // Both engines tell the number of bytes without reading the texts.
        let sizes = self.rows(
            "SELECT revision, CAST(SUM(OCTET_LENGTH(body)) AS BIGINT) FROM episodes
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             GROUP BY revision ORDER BY revision",
        );
        let mut bytes = 0_i64;
        let mut fits = None;
        for row in &sizes.await? {
            let mut columns = Columns::of(row);
            let revision = columns.integer()?;
            bytes = bytes.saturating_add(columns.integer()?);
            if bytes > LONGEST_PAGE_BYTES {
                return Ok(fits.unwrap_or(revision));
            }
            fits = Some(revision);
        }
        Ok(self.to)
    }

    async fn episodes(&self) -> Result<Vec<ChangedEpisode>, StorageError> {
        let rows = self.rows(
            "SELECT id, log_id, seq, session_id, source, kind, reference_time, reference_offset_s,
             COALESCE(embedder, ''), body FROM episodes
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             ORDER BY seq",
        );
        let episodes: Result<Vec<_>, _> = rows.await?.iter().map(episode).collect();
        let passages = self.rows(
            "SELECT passages.episode_id, passages.number, passages.range_start,
             passages.range_end, entities.id, entities.name, entities.kind, passages.embedding
             FROM episodes JOIN passages
             ON passages.user_id = episodes.user_id AND passages.episode_id = episodes.id
             LEFT JOIN entities
             ON entities.user_id = episodes.user_id AND entities.space_id = episodes.space_id
             AND entities.id = passages.speaker_id
             WHERE episodes.user_id = $1 AND episodes.space_id = $2
             AND episodes.revision > $3 AND episodes.revision <= $4
             ORDER BY episodes.seq, passages.number",
        );
        let mut passages = passages
            .await?
            .iter()
            .map(passage)
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .peekable();
        let mut changed = Vec::new();
        for (mut episode, body) in episodes? {
            let body = CharText::new(&body);
            while let Some(mut passage) = passages.next_if(|p| p.key.episode == episode.id) {
                passage.text = body.slice(passage.range).to_owned();
                episode.passages.push(passage);
            }
            changed.push(episode);
        }
        Ok(changed)
    }

    async fn entities(&self) -> Result<Vec<Entity>, StorageError> {
        let rows = self.rows(
            "SELECT id, key, name, kind FROM entities
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             ORDER BY revision, id",
        );
        let entity = |row| {
            let mut columns = Columns::of(row);
            Ok(Entity {
                id: columns.id()?,
                key: EntityKey::from_stored(columns.text()?),
                name: columns.text()?,
                kind: columns.named(EntityKind::from_name)?,
            })
        };
        rows.await?.iter().map(entity).collect()
    }

    async fn statements(&self) -> Result<Vec<Statement>, StorageError> {
        let rows = self.rows(
            "SELECT id, subject_id, relation, object_entity_id, object_value, fact, valid_at,
             invalid_at, recorded_at FROM statements
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             ORDER BY revision, id",
        );
        let statement = |row| statement(&mut Columns::of(row));
        rows.await?.iter().map(statement).collect()
    }

    async fn mentions(&self) -> Result<Vec<Mention>, StorageError> {
        let rows = self.rows(
            "SELECT mentions.entity_id, mentions.episode_id, mentions.passage,
             mentions.range_start, mentions.range_end
             FROM episodes JOIN mentions
             ON mentions.user_id = episodes.user_id AND mentions.episode_id = episodes.id
             WHERE episodes.user_id = $1 AND episodes.space_id = $2
             AND episodes.revision > $3 AND episodes.revision <= $4
             ORDER BY episodes.seq, mentions.passage, mentions.range_start, mentions.entity_id",
        );
        let mention = |row| {
            let mut columns = Columns::of(row);
            Ok(Mention {
                entity: columns.id()?,
                episode: columns.id()?,
                passage: columns.number()?,
                range: columns.range()?,
            })
        };
        rows.await?.iter().map(mention).collect()
    }

    async fn evidence(&self) -> Result<Vec<Evidence>, StorageError> {
        let rows = self.rows(
            "SELECT evidence.statement_id, evidence.episode_id, evidence.passage,
             evidence.range_start, evidence.range_end
             FROM episodes JOIN evidence
             ON evidence.user_id = episodes.user_id AND evidence.episode_id = episodes.id
             WHERE episodes.user_id = $1 AND episodes.space_id = $2
             AND episodes.revision > $3 AND episodes.revision <= $4
             ORDER BY episodes.seq, evidence.passage, evidence.range_start, evidence.statement_id",
        );
        let evidence = |row| {
            let mut columns = Columns::of(row);
            Ok(Evidence {
                statement: columns.id()?,
                episode: columns.id()?,
                passage: columns.number()?,
                range: columns.range()?,
            })
        };
        rows.await?.iter().map(evidence).collect()
    }

    async fn removed_episodes(&self) -> Result<Vec<EpisodeId>, StorageError> {
        let rows = self.rows(
            "SELECT episode_id FROM removals
             WHERE user_id = $1 AND space_id = $2 AND revision > $3 AND revision <= $4
             ORDER BY revision, episode_id",
        );
        let id = |row| Columns::of(row).id();
        rows.await?.iter().map(id).collect()
    }

    /// What a statement over this page finds: `$1` to `$4` are user, space, from and to.
    async fn rows(&self, sql: &'static str) -> Result<Vec<AnyRow>, sqlx::Error> {
        sqlx::query(sql)
            .bind(self.user.as_str())
            .bind(self.space.as_str())
            .bind(self.from)
            .bind(self.to)
            .fetch_all(&self.store.reads)
            .await
    }
}

/// The episode, its passages still missing, and its text.
fn episode(row: &AnyRow) -> Result<(ChangedEpisode, String), StorageError> {
    let mut columns = Columns::of(row);
    let episode = ChangedEpisode {
        id: columns.id()?,
        log: columns.id()?,
        seq: columns.integer()?,
        session: columns.optional_text()?,
        source: columns.text()?,
        kind: columns.named(EpisodeKind::from_name)?,
        reference_time: columns.reference_time()?,
        embedder: columns.text()?,
        passages: Vec::new(),
    };
    Ok((episode, columns.text()?))
}

/// The passage, its words still missing.
fn passage(row: &AnyRow) -> Result<ChangedPassage, StorageError> {
    let mut columns = Columns::of(row);
    let key = PassageKey {
        episode: columns.id()?,
        number: columns.number()?,
    };
    let range = columns.range()?;
    let speaker = match columns.optional_id()? {
        Some(id) => Some(Speaker {
            id,
            name: columns.text()?,
            kind: columns.named(EntityKind::from_name)?,
        }),
        None => columns.pass_over(2),
    };
    let vector = columns.optional_bytes()?.map(|bytes| {
        QuantizedVector::from_bytes(&bytes).ok_or_else(|| unreadable("a vector", "too few bytes"))
    });
    Ok(ChangedPassage {
        key,
        range,
        text: String::new(),
        speaker,
        vector: vector.transpose()?,
    })
}

/// A statement from the columns id, subject, relation, object entity, object value, fact, valid, invalid, recorded.
pub(crate) fn statement(columns: &mut Columns<'_>) -> Result<Statement, StorageError> {
    let (id, subject, relation) = (columns.id()?, columns.id()?, columns.text()?);
    let object = match (columns.optional_id()?, columns.optional_text()?) {
        (Some(entity), None) => Object::Entity(entity),
        (None, Some(value)) => Object::Value(value),
        _ => return Err(unreadable("an entity or a value", "both or neither")),
    };
    Ok(Statement {
        id,
        subject,
        relation,
        object,
        fact: columns.text()?,
        valid_at: columns.instant()?,
        invalid_at: columns.optional_instant()?,
        recorded_at: columns.instant()?,
    })
}
