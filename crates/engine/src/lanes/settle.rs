//! Settling a batch: its graph, its logs and its lane in one transaction.

use std::collections::BTreeMap;
use std::time::Duration;

use recollect_language::LanguageError;
use recollect_model::{SpaceId, Timestamp};
use recollect_storage::{Claim, CompletedEpisode, QueuedEpisode, Settlement, StorageError};

use super::Lanes;
use super::graph::{Scope, SpaceGraph};
use super::understand::{Outcome, Understood};
use crate::EngineError;

/// How often a settlement that the database refuses is tried while the lease is held.
const SETTLE_ATTEMPTS: u32 = 4;

impl Lanes {
    /// Settles, and tries again while the database is out of reach; a batch that cannot be stored is split, so that
    /// the one text at fault fails alone.
    pub(super) async fn settle_patiently(
        &self,
        claim: &Claim,
        outcomes: &[Outcome],
    ) -> Result<usize, EngineError> {
        let mut attempt = 0;
        loop {
            attempt += 1;
            match self.settle(claim, outcomes).await {
                Ok(settled) => return Ok(settled),
                Err(EngineError::Unavailable { reason }) if attempt < SETTLE_ATTEMPTS => {
                    tracing::warn!(user = %claim.user, "a batch could not be written, trying again: {reason}");
                    tokio::time::sleep(Duration::from_millis(100 << attempt)).await;
                }
                Err(EngineError::Internal(reason)) if outcomes.len() > 1 => {
                    tracing::error!(user = %claim.user, "a batch cannot be stored, settling its first text alone: {reason}");
                    return self.settle(claim, &outcomes[..1]).await;
                }
                Err(EngineError::Internal(reason)) => {
                    tracing::error!(user = %claim.user, "a text cannot be stored: {reason}");
                    let failed = LanguageError::give_up(
                        "the text was understood but could not be stored; the server's log says why",
                    );
                    return self.settle(claim, &[Err(failed)]).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Writes the outcomes of the first episodes of the batch and gives the lane back. Returns how many episodes left
    /// the queue: none when the lease was lost, because then another worker has them.
    pub async fn settle(&self, claim: &Claim, outcomes: &[Outcome]) -> Result<usize, EngineError> {
        let Some(mut settlement) = self.store.begin_settlement(claim.user, claim.token).await?
        else {
            tracing::warn!(user = %claim.user, "the lease of a lane was lost; its batch is left to the next worker");
            return Ok(0);
        };
        let now = self.environment.now();
        let settled: Vec<(&QueuedEpisode, &Outcome)> =
            claim.episodes.iter().zip(outcomes).collect();
        let graphs = self
            .resolve(&mut settlement, &claim.owner_name, &settled)
            .await?;
        let mut notes = Vec::with_capacity(settled.len());
        let mut left = 0;
        for (episode, outcome) in settled {
            let note = match outcome {
                Ok(understood) => self.complete(&mut settlement, &graphs, episode, understood, now),
                Err(LanguageError::GiveUp { reason }) => {
                    fail(&mut settlement, episode, reason, now)
                }
                Err(LanguageError::Retry { reason, after }) => {
                    self.fail_or_wait(&mut settlement, episode, reason, *after, now)
                }
            };
            left += usize::from(!matches!(note, Note::Waits(..)));
            notes.push((episode, note));
        }
        settlement.release(now).await?;
        for (episode, note) in notes {
            note.log(claim, episode);
        }
        Ok(left)
    }

    /// The graph of every space the batch touches and that still exists.
    async fn resolve(
        &self,
        settlement: &mut Settlement,
        owner_name: &str,
        settled: &[(&QueuedEpisode, &Outcome)],
    ) -> Result<BTreeMap<SpaceId, SpaceGraph>, StorageError> {
        let mut by_space: BTreeMap<SpaceId, Vec<(&QueuedEpisode, &Understood)>> = BTreeMap::new();
        for (episode, outcome) in settled {
            if let Ok(understood) = outcome {
                by_space
                    .entry(episode.space)
                    .or_default()
                    .push((episode, understood));
            }
        }
        let mut graphs = BTreeMap::new();
        for (space, texts) in by_space {
            let Some(revision) = settlement.advance_space(space).await? else {
                continue;
            };
            let scope = Scope {
                space,
                revision,
                owner_name,
                environment: &self.environment,
            };
            graphs.insert(
                space,
                SpaceGraph::resolve(settlement, &scope, &texts).await?,
            );
        }
        Ok(graphs)
    }

    fn complete(
        &self,
        settlement: &mut Settlement,
        graphs: &BTreeMap<SpaceId, SpaceGraph>,
        episode: &QueuedEpisode,
        understood: &Understood,
        now: Timestamp,
    ) -> Note {
        let Some(graph) = graphs.get(&episode.space) else {
            return Note::Gone;
        };
        let added = graph.episode(episode, understood);
        let note = Note::Completed {
            passages: added.passages.len(),
            mentions: added.mentions.len(),
            facts: added.evidence.len(),
        };
        let kept = settlement.complete_episode(CompletedEpisode {
            log: episode.log,
            revision: graph.revision,
            passages: added.passages,
            mentions: added.mentions,
            evidence: added.evidence,
            embedder: self.language.embed.model().to_owned(),
            extractor: self.language.extract.name().to_owned(),
            processed_at: now,
        });
        if kept { note } else { Note::Gone }
    }

    fn fail_or_wait(
        &self,
        settlement: &mut Settlement,
        episode: &QueuedEpisode,
        reason: &str,
        after: Option<Duration>,
        now: Timestamp,
    ) -> Note {
        let attempts = episode.attempts + 1;
        if attempts >= self.settings.max_attempts {
            return fail(
                settlement,
                episode,
                &format!("given up after {attempts} attempts: {reason}"),
                now,
            );
        }
        let wait = after
            .unwrap_or_default()
            .max(self.settings.backoff(attempts));
        let kept =
            settlement.retry_later(episode.log, reason, now.checked_add(wait).unwrap_or(now));
        if kept {
            Note::Waits(reason.to_owned(), wait)
        } else {
            Note::Gone
        }
    }
}

fn fail(
    settlement: &mut Settlement,
    episode: &QueuedEpisode,
    reason: &str,
    now: Timestamp,
) -> Note {
    let kept = settlement.fail_episode(episode.log, reason, now);
    if kept {
        Note::Failed(reason.to_owned())
    } else {
        Note::Gone
    }
}

/// What is written to the server's log about an episode once the settlement is committed.
enum Note {
    Completed {
        passages: usize,
        mentions: usize,
        facts: usize,
    },
    Failed(String),
    Waits(String, Duration),
    Gone,
}

impl Note {
    fn log(&self, claim: &Claim, episode: &QueuedEpisode) {
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

fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
