//! Writing what a settlement gathered, in as few statements as the number of rows allows.

use recollect_model::{EpisodeId, LogStatus, Timestamp};
use sqlx::AnyConnection;

use super::{Claimed, CompletedEpisode, Outcome, Settlement};
use crate::StorageError;
use crate::many::{Parameters, Rows};
use crate::rows::stored;

const EPISODES: Rows = Rows {
    before: "UPDATE episodes SET revision = completed.column3, embedder = completed.column4,
             extractor = completed.column5 FROM (VALUES ",
    shared: 1,
    own: 4,
    after: ") AS completed
            WHERE episodes.user_id = completed.column1 AND episodes.id = completed.column2",
};

const PASSAGES: Rows = Rows {
    before: "INSERT INTO passages (user_id, episode_id, number, range_start, range_end,
             speaker_id, embedding) VALUES ",
    shared: 1,
    own: 6,
    after: "",
};

const MENTIONS: Rows = Rows {
    before: "INSERT INTO mentions (user_id, episode_id, passage, range_start, range_end,
             entity_id) VALUES ",
    shared: 1,
    own: 5,
    after: " ON CONFLICT DO NOTHING",
};

const EVIDENCE: Rows = Rows {
    before: "INSERT INTO evidence (user_id, episode_id, passage, range_start, range_end,
             statement_id) VALUES ",
    shared: 1,
    own: 5,
    after: " ON CONFLICT DO NOTHING",
};

const LOGS: Rows = Rows {
    before: "UPDATE logs SET status = settled.column3, error = settled.column4,
             processed_at = settled.column5 FROM (VALUES ",
    shared: 1,
    own: 4,
    after: ") AS settled
            WHERE logs.user_id = settled.column1 AND logs.seq = settled.column2",
};

impl Settlement {
    /// Writes every outcome and returns what has none to the queue. The outcomes are in order: first those that leave
    /// the queue, then at most one retry.
    pub(super) async fn flush(&mut self) -> Result<(), StorageError> {
        let batch = std::mem::take(&mut self.batch);
        let user = self.user.to_string();
        let owner = |shared: &mut Parameters| {
            shared.bind(user.as_str());
        };
        write_completed(self.connection(), &batch, owner).await?;

        let settled: Vec<_> = batch.iter().filter_map(Settled::of).collect();
        LOGS.run(self.connection(), &settled, owner, |log, own| {
            own.bind(log.seq).bind(log.status.as_str());
            own.bind(log.error).bind(log.processed_at.map(stored));
        })
        .await?;
        self.return_rest(&user, &batch).await?;
        self.batch = batch;
        Ok(())
    }

    /// Takes what is settled out of the queue; the rest is back as if this claim had not been.
    async fn return_rest(&mut self, user: &str, batch: &[Claimed]) -> Result<(), StorageError> {
        let leaves = |claimed: &Claimed| claimed.outcome.as_ref().is_some_and(Outcome::is_final);
        let (settled, rest) = batch.split_at(batch.partition_point(leaves));
        if let ([first, ..], [.., last]) = (settled, settled) {
            sqlx::query("DELETE FROM queue WHERE user_id = $1 AND seq >= $2 AND seq <= $3")
                .bind(user)
                .bind(first.seq)
                .bind(last.seq)
                .execute(self.connection())
                .await?;
        }
        let ([first, ..], [.., last]) = (rest, rest) else {
            return Ok(());
        };
        sqlx::query(
            "UPDATE queue SET claims = claims - 1,
             attempts = CASE WHEN seq = $4 THEN attempts + 1 ELSE attempts END
             WHERE user_id = $1 AND seq >= $2 AND seq <= $3",
        )
        .bind(user)
        .bind(first.seq)
        .bind(last.seq)
        .bind(first.outcome.is_some().then_some(first.seq))
        .execute(self.connection())
        .await?;
        sqlx::query(
            "UPDATE logs SET status = $4
             WHERE user_id = $1 AND seq >= $2 AND seq <= $3 AND status = $5",
        )
        .bind(user)
        .bind(first.seq)
        .bind(last.seq)
        .bind(LogStatus::Pending.as_str())
        .bind(LogStatus::Processing.as_str())
        .execute(self.connection())
        .await?;
        Ok(())
    }
}

/// What a log is to say.
struct Settled<'a> {
    seq: i64,
    status: LogStatus,
    error: Option<&'a str>,
    processed_at: Option<Timestamp>,
}

impl<'a> Settled<'a> {
    fn of(claimed: &'a Claimed) -> Option<Self> {
        let (status, error, processed_at) = match claimed.outcome.as_ref()? {
            Outcome::Completed(completed) => {
                (LogStatus::Completed, None, Some(completed.processed_at))
            }
            Outcome::Failed { error, at } => (LogStatus::Failed, Some(error), Some(*at)),
            Outcome::TryAgain { error, .. } => (LogStatus::Pending, Some(error), None),
        };
        Some(Self {
            seq: claimed.seq,
            status,
            error: error.map(String::as_str),
            processed_at,
        })
    }
}

async fn write_completed(
    connection: &mut AnyConnection,
    batch: &[Claimed],
    owner: impl Fn(&mut Parameters) + Copy,
) -> Result<(), StorageError> {
    let completed: Vec<(EpisodeId, &CompletedEpisode)> = batch
        .iter()
        .filter_map(|claimed| match &claimed.outcome {
            Some(Outcome::Completed(completed)) => Some((claimed.episode, completed)),
            _ => None,
        })
        .collect();
    EPISODES
        .run(&mut *connection, &completed, owner, |(id, episode), own| {
            own.id(id).bind(episode.revision.0);
            own.bind(episode.embedder.as_str());
            own.bind(episode.extractor.as_str());
        })
        .await?;

    let passages: Vec<_> = with_episode(&completed, |episode| &episode.passages).collect();
    PASSAGES
        .run(&mut *connection, &passages, owner, |(id, passage), own| {
            own.id(id).bind(i64::from(passage.number));
            own.bind(i64::from(passage.range.start));
            own.bind(i64::from(passage.range.end));
            own.bind(passage.speaker.map(|speaker| speaker.to_string()));
            own.bind(passage.vector.as_ref().map(|vector| vector.to_bytes()));
        })
        .await?;

    let mentions: Vec<_> = with_episode(&completed, |episode| &episode.mentions).collect();
    MENTIONS
        .run(&mut *connection, &mentions, owner, |(id, mention), own| {
            own.id(id).bind(i64::from(mention.passage));
            own.bind(i64::from(mention.range.start));
            own.bind(i64::from(mention.range.end));
            own.id(mention.entity);
        })
        .await?;

    let evidence: Vec<_> = with_episode(&completed, |episode| &episode.evidence).collect();
    EVIDENCE
        .run(connection, &evidence, owner, |(id, evidence), own| {
            own.id(id).bind(i64::from(evidence.passage));
            own.bind(i64::from(evidence.range.start));
            own.bind(i64::from(evidence.range.end));
            own.id(evidence.statement);
        })
        .await?;
    Ok(())
}

/// The parts of all completed episodes, each with the episode it belongs to.
fn with_episode<'a, T: 'a>(
    completed: &'a [(EpisodeId, &'a CompletedEpisode)],
    parts: impl Fn(&'a CompletedEpisode) -> &'a [T] + 'a,
) -> impl Iterator<Item = (EpisodeId, &'a T)> {
    completed
        .iter()
        .flat_map(move |(id, episode)| parts(episode).iter().map(move |part| (*id, part)))
}
