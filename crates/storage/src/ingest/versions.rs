//! Texts that are known by a name outside: the next one of a name takes the place of the one before it, unless it
//! says the same.

use std::collections::{BTreeSet, HashMap};

use recollect_model::{
    AcceptedEpisode, EpisodeId, EpisodeKind, LogId, LogStatus, ReferenceTime, SpaceId, Timestamp,
    UserId,
};
use sqlx::any::AnyRow;

use crate::lanes::LaneKind;
use crate::many::Rows;
use crate::rows::Columns;
use crate::sealing::Words;
use crate::sealing::register::{
    EPISODE_BODY, EPISODE_SESSION, EPISODE_SOURCE, LOG_EXTERNAL_ID, LOG_LABELS,
};
use crate::store::Write;
use crate::{StorageError, Store};

/// The texts that have these names, the latest last; what failed or was replaced is no version to compare with.
const HELD: Rows = Rows {
    before: "SELECT logs.user_id, logs.space_id, logs.external_id, logs.id, logs.status,
             logs.labels, logs.expires_at, episodes.id, episodes.body, episodes.kind, episodes.session_id,
             episodes.source, episodes.reference_time, episodes.reference_offset_s,
             (SELECT queue.bulk FROM queue WHERE queue.user_id = logs.user_id AND queue.seq = logs.seq)
             FROM (VALUES ",
    shared: 0,
    own: 3,
    after: ") AS asked CROSS JOIN logs CROSS JOIN episodes
            WHERE logs.user_id = asked.column1 AND logs.external_id = asked.column3
            AND logs.space_id = asked.column2 AND logs.replaced_by IS NULL
            AND episodes.user_id = logs.user_id AND episodes.id = logs.episode_id
            ORDER BY logs.seq",
};

/// A text by its name outside: its owner, its space and the name.
pub(super) type Name = (UserId, SpaceId, String);

/// What a text says, by which it is told from another version of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// The text.
    pub body: String,
    /// What it is.
    pub kind: EpisodeKind,
    /// Its session.
    pub session: Option<String>,
    /// Where it comes from.
    pub source: String,
    /// When it was said; see [`timely`](Self::timely).
    pub reference_time: Option<ReferenceTime>,
    /// Its tags and metadata, as they are stored.
    pub labels: String,
    /// When it is to be forgotten.
    pub expires_at: Option<Timestamp>,
}

/// The version that there is of a text.
#[derive(Debug, Clone)]
pub struct Held {
    /// The log that follows it.
    pub log: LogId,
    /// What it says.
    pub version: Version,
    /// The lane in which it waits, if it does.
    pub(super) lane: Option<LaneKind>,
}

impl Version {
    /// What of a text's time tells versions apart: nothing of a document's, because the time of a file changes with every copy.
    pub fn timely(kind: EpisodeKind, time: ReferenceTime) -> Option<ReferenceTime> {
        (kind != EpisodeKind::Document).then_some(time)
    }

    pub(super) fn of(episode: &AcceptedEpisode) -> Self {
        Self {
            body: episode.body.clone(),
            kind: episode.kind,
            session: episode.session.clone(),
            source: episode.source.clone(),
            reference_time: Self::timely(episode.kind, episode.reference_time)
                .filter(|_| !episode.is_undated),
            labels: episode.labels.stored().unwrap_or_default(),
            expires_at: episode.expires_at,
        }
    }

    /// Whether it says what is there already. A time that nobody named is that of what is there.
    pub(super) fn repeats(&self, held: &Self) -> bool {
        let named = Self {
            reference_time: self.reference_time.or(held.reference_time),
            ..self.clone()
        };
        named == *held
    }
}

/// Its name outside, where it has one.
pub(super) fn named(episode: &AcceptedEpisode) -> Option<Name> {
    let name = episode.external_id.clone()?;
    Some((episode.user, episode.space, name))
}

/// The latest version of each text that one of the arriving ones has the name of. The users' lanes are locked: nobody else
/// accepts for them meanwhile.
pub(super) async fn held(
    write: &mut Write,
    arriving: &[&AcceptedEpisode],
    words: &HashMap<UserId, Words>,
) -> Result<HashMap<Name, Held>, StorageError> {
    let asked: BTreeSet<Name> = arriving.iter().filter_map(|one| named(one)).collect();
    let asked: Vec<Name> = asked.into_iter().collect();
    let rows = HELD.run(
        write.connection(),
        &asked,
        |_| {},
        |(user, space, name), own| {
            own.id(user).id(space);
            own.bind(words[user].seek(LOG_EXTERNAL_ID, name));
        },
    );
    read(&rows.await?, |user| &words[&user])
}

impl Store {
    /// The latest versions of the texts of a space that have these names, by their names.
    pub async fn latest_versions(
        &self,
        user: UserId,
        space: SpaceId,
        names: &[String],
    ) -> Result<HashMap<String, Held>, StorageError> {
        let words = self.words(user).await?;
        let mut connection = self.reads.take().await?;
        let rows = HELD.run(
            &mut connection,
            names,
            |_| {},
            |name, own| {
                own.id(user).id(space);
                own.bind(words.seek(LOG_EXTERNAL_ID, name));
            },
        );
        let held = read(&rows.await?, |_| &words)?;
        let named = held.into_iter().map(|((_, _, name), held)| (name, held));
        Ok(named.collect())
    }
}

fn read<'a>(
    rows: &[AnyRow],
    words: impl Fn(UserId) -> &'a Words,
) -> Result<HashMap<Name, Held>, StorageError> {
    let mut held = HashMap::new();
    for row in rows {
        let user: UserId = Columns::of(row).id()?;
        let mut columns = words(user).columns(row);
        let name: Name = (
            columns.id()?,
            columns.id()?,
            columns.sought(LOG_EXTERNAL_ID)?,
        );
        let log: LogId = columns.id()?;
        let status = columns.named(LogStatus::from_name)?;
        let labels = columns.optional_sealed(LOG_LABELS, log)?;
        let expires_at = columns.optional_instant()?;
        let episode: EpisodeId = columns.id()?;
        let body = columns.sealed(EPISODE_BODY, episode)?;
        let kind = columns.named(EpisodeKind::from_name)?;
        let version = Version {
            body,
            kind,
            session: columns.optional_sought(EPISODE_SESSION)?,
            source: columns.sought(EPISODE_SOURCE)?,
            reference_time: Version::timely(kind, columns.reference_time()?),
            labels: labels.unwrap_or_default(),
            expires_at,
        };
        let lane = columns.optional_integer()?.map(LaneKind::of_queue);
        if status != LogStatus::Failed {
            held.insert(name, Held { log, version, lane });
        }
    }
    Ok(held)
}
