//! What became of a text in a settlement, as it is told to the server's log and to whoever follows the memory.

use std::time::Duration;

use recollect_model::{EpisodeId, EventDetail, EventKind, NewEvent, Timestamp, UnderstoodCounts};
use recollect_storage::{LaneClaim, QueuedEpisode};

use crate::metrics::TextOutcome;

/// What the log says of a document that is sent again as it was.
pub(super) const UNCHANGED: &str =
    "the document is as it was when it was last sent; nothing has changed";

/// What is written to the server's log about an episode once the settlement is committed.
pub(super) enum Note {
    Completed {
        passages: usize,
        mentions: usize,
        facts: usize,
    },
    /// The text is that of an episode that is there already.
    Unchanged(EpisodeId),
    Failed(String),
    Waits(String, Duration),
    Gone,
}

impl Note {
    pub(super) const fn outcome(&self) -> TextOutcome {
        match self {
            Self::Completed { .. } | Self::Unchanged(_) => TextOutcome::Completed,
            Self::Failed(_) => TextOutcome::Failed,
            Self::Waits(..) => TextOutcome::Retried,
            Self::Gone => TextOutcome::Dropped,
        }
    }

    /// What is told of it to whoever follows the memory.
    pub(super) fn event(
        &self,
        episode: &QueuedEpisode,
        now: Timestamp,
    ) -> Option<(NewEvent, EventDetail)> {
        let mut detail = EventDetail {
            source: Some(episode.source.clone()),
            session: episode.session.clone(),
            ..EventDetail::default()
        };
        let (kind, of) = match self {
            Self::Completed {
                passages,
                mentions,
                facts,
            } => {
                detail.understood = Some(UnderstoodCounts {
                    passages: *passages,
                    mentions: *mentions,
                    facts: *facts,
                });
                (EventKind::EpisodeCompleted, episode.id)
            }
            Self::Unchanged(same) => (EventKind::EpisodeCompleted, *same),
            Self::Failed(reason) => {
                detail.error = Some(reason.clone());
                (EventKind::EpisodeFailed, episode.id)
            }
            Self::Waits(..) | Self::Gone => return None,
        };
        let event = NewEvent {
            kind,
            space: episode.space,
            log: Some(episode.log),
            episode: Some(of),
            statement: None,
            at: now,
        };
        Some((event, detail))
    }

    pub(super) fn log(&self, claim: &LaneClaim, episode: &QueuedEpisode) {
        let (log, user) = (episode.log, claim.user);
        match self {
            Self::Completed {
                passages,
                mentions,
                facts,
            } => {
                let found = match (mentions, facts) {
                    (0, 0) => "names nobody and nothing, and states nothing that was understood"
                        .to_owned(),
                    _ => format!(
                        "{}, {}",
                        counted(*mentions, "mention"),
                        counted(*facts, "fact")
                    ),
                };
                tracing::info!(%log, %user, "completed: {}, {found}", counted(*passages, "passage"));
            }
            Self::Unchanged(_) => tracing::info!(%log, %user, "completed: {UNCHANGED}"),
            Self::Failed(reason) => tracing::warn!(%log, %user, "failed: {reason}"),
            Self::Waits(reason, wait) => {
                let attempt = episode.attempts + 1;
                tracing::warn!(%log, %user, "attempt {attempt} failed, the next in {:.1} s: {reason}", wait.as_secs_f32());
            }
            Self::Gone => {
                tracing::info!(%log, %user, "dropped: it was deleted while it was processed");
            }
        }
    }
}

pub(super) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
