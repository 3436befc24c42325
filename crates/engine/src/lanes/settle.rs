//! Settling a batch: its graph, its logs and its lane in one transaction.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use recollect_language::LanguageError;
use recollect_model::{EventDetail, EventKind, NewEvent, Revision, SpaceId, Timestamp};
use recollect_storage::{
    CompletedEpisode, LaneClaim, QueuedEpisode, Settlement, StorageError, Touched,
    UnreadableEpisode,
};

use super::Lanes;
use super::documents::Documents;
use super::note::{Note, UNCHANGED, counted};
use super::owner::{Called, name_said};
use crate::EngineError;
use crate::graph::claims::Names;
use crate::graph::{self, Scope, bring_up_to_date, follow_removal, naming};
use crate::metrics::TextOutcome;
use crate::understood::{Outcome, Understood};

/// What the log says of a text that is damaged in the database.
const UNREADABLE: &str = "what the database holds of this text, or of its owner's name, cannot be read; the server's log says why";

/// The longest wait that a provider may ask for.
const MAX_WAIT: Duration = Duration::from_secs(300);

/// How often a settlement that the database refuses is tried while the lease is held.
const SETTLE_ATTEMPTS: u32 = 4;

impl Lanes {
    /// Settles, and tries again while the database is out of reach; a batch that cannot be stored is split, so that
    /// the one text at fault fails alone.
    pub(super) async fn settle_patiently(
        &self,
        claim: &LaneClaim,
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
    pub async fn settle(
        &self,
        claim: &LaneClaim,
        outcomes: &[Outcome],
    ) -> Result<usize, EngineError> {
        let Some(mut settlement) = self.store.begin_settlement(claim.user, claim.token).await?
        else {
            tracing::warn!(user = %claim.user, "the lease of a lane was lost; its batch is left to the next worker");
            return Ok(0);
        };
        let now = self.environment.now();
        let read = Called::new(&claim.owner_name, &claim.owner_also_called);
        let owner = Called::now(settlement.graph(), &read).await?;
        let outcomes = as_it_is_now(&mut settlement, claim, outcomes, (&read, &owner)).await?;
        let settled: Vec<(&QueuedEpisode, &Outcome)> =
            claim.episodes.iter().zip(outcomes.iter()).collect();
        let documents = Documents::look_at(&mut settlement, &settled).await?;
        let mut spaces = self
            .look_up(&mut settlement, &owner.name, &settled, &documents)
            .await?;
        let mut notes = Vec::with_capacity(settled.len());
        let mut left = 0;
        for &(episode, outcome) in &settled {
            let note = match outcome {
                Ok(_) if let Some(same) = documents.same_as(episode.log) => {
                    settlement
                        .follow_episode(episode.log, same, UNCHANGED, now)
                        .await?;
                    Note::Unchanged(same)
                }
                Ok(understood) => {
                    self.complete(&mut settlement, &mut spaces, episode, understood, now)
                }
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
        settlement.write_completed().await?;
        let replaced_in = self
            .follow_all(&mut settlement, spaces, &settled, &documents)
            .await?;
        let events = events(&notes, &documents, now);
        settlement.graph().record_detailed_events(&events).await?;
        let mut understood = settled
            .iter()
            .filter_map(|(_, outcome)| outcome.as_ref().ok());
        if let Some(name) = understood.find_map(name_said)
            && settlement.graph().name_owner(name).await?
        {
            tracing::info!(user = %claim.user, "a text says what its owner is called");
        }
        let leaves_something = settlement.graph().leaves_something();
        settlement.release().await?;
        if leaves_something {
            self.later().follow_patiently(claim.user).await;
        }
        for space in replaced_in {
            self.told.forget(claim.user, space, false);
        }
        self.events_written.notify_one();
        self.tell(claim, &notes, now);
        Ok(left)
    }

    /// Works out what follows in every space; returns those in which a text made way for another.
    async fn follow_all(
        &self,
        settlement: &mut Settlement,
        spaces: BTreeMap<SpaceId, Additions>,
        settled: &[(&QueuedEpisode, &Outcome)],
        documents: &Documents,
    ) -> Result<Vec<SpaceId>, StorageError> {
        let mut replaced = documents.replace(settlement, settled).await?;
        let replaced_in = replaced.keys().copied().collect();
        for (space, additions) in spaces {
            let is_edited = |(episode, _): &(&QueuedEpisode, &Outcome)| {
                episode.space == space && episode.queued_at != episode.accepted_at
            };
            let of_space = replaced.remove(&space);
            let of_space =
                of_space.or_else(|| settled.iter().any(is_edited).then(Touched::default));
            self.follow(settlement, space, additions, of_space).await?;
        }
        Ok(replaced_in)
    }

    /// Gives up a text that the database does not give as it was written; those behind it go on.
    pub(super) async fn give_up_unreadable(
        &self,
        claim: &LaneClaim,
        text: &UnreadableEpisode,
    ) -> Result<usize, EngineError> {
        let (log, user, reason) = (text.log, claim.user, &text.reason);
        tracing::error!(%log, %user, "failed: it cannot be read: {reason}");
        let Some(mut settlement) = self.store.begin_settlement(user, claim.token).await? else {
            return Ok(0);
        };
        let now = self.environment.now();
        let kept = settlement.fail_episode(log, UNREADABLE, now);
        if kept {
            let event = NewEvent {
                kind: EventKind::EpisodeFailed,
                space: text.space,
                log: Some(log),
                episode: Some(text.id),
                statement: None,
                at: now,
            };
            let detail = EventDetail {
                error: Some(UNREADABLE.to_owned()),
                ..EventDetail::default()
            };
            let events = settlement.graph();
            events.record_detailed_events(&[(event, detail)]).await?;
        }
        settlement.release().await?;
        self.events_written.notify_one();
        self.metrics.tried(match kept {
            true => TextOutcome::Failed,
            false => TextOutcome::Dropped,
        });
        Ok(1)
    }

    /// Writes to the log what became of the texts, and counts it.
    fn tell(&self, claim: &LaneClaim, notes: &[(&QueuedEpisode, Note)], now: Timestamp) {
        for (episode, note) in notes {
            note.log(claim, episode);
            self.metrics.tried(note.outcome());
            if let TextOutcome::Completed = note.outcome() {
                let waited = now.duration_since(episode.queued_at);
                self.metrics.completed_after(waited.as_secs_f64());
            }
        }
    }

    /// The names that the texts of the batch use, in every space it touches and that still exists.
    async fn look_up(
        &self,
        settlement: &mut Settlement,
        owner_name: &str,
        settled: &[(&QueuedEpisode, &Outcome)],
        documents: &Documents,
    ) -> Result<BTreeMap<SpaceId, Additions>, StorageError> {
        let mut by_space: BTreeMap<SpaceId, Vec<&Understood>> = BTreeMap::new();
        for (episode, outcome) in settled {
            // What was deleted meanwhile, or is there already, names nobody.
            if let Ok(understood) = outcome
                && settlement.holds(episode.log)
                && documents.same_as(episode.log).is_none()
            {
                by_space.entry(episode.space).or_default().push(understood);
            }
        }
        let rows = settlement.graph();
        let mut additions = BTreeMap::new();
        for (space, texts) in by_space {
            let Some(revision) = rows.advance_space(space).await? else {
                continue;
            };
            let scope = Scope {
                space,
                revision,
                environment: &self.environment,
            };
            let names = Names::find_or_add(rows, scope, owner_name, &texts).await?;
            let touched = names.touched(std::iter::empty());
            additions.insert(
                space,
                Additions {
                    revision,
                    names,
                    touched,
                },
            );
        }
        Ok(additions)
    }

    fn complete(
        &self,
        settlement: &mut Settlement,
        spaces: &mut BTreeMap<SpaceId, Additions>,
        episode: &QueuedEpisode,
        understood: &Understood,
        now: Timestamp,
    ) -> Note {
        let Some(additions) = spaces.get_mut(&episode.space) else {
            return Note::Gone;
        };
        let graph = additions.names.episode_graph(
            episode.id,
            understood,
            self.language.embed.model(),
            self.language.extract.name(),
        );
        let note = Note::Completed {
            passages: graph.passages.len(),
            mentions: graph.mentions.len(),
            facts: graph.claims.len(),
        };
        let touched = additions.names.touched(std::iter::once(&graph));
        let kept = settlement.complete_episode(CompletedEpisode {
            log: episode.log,
            revision: additions.revision,
            graph,
            processed_at: now,
        });
        if !kept {
            return Note::Gone;
        }
        additions.touched.entities.extend(touched.entities);
        additions.touched.slots.extend(touched.slots);
        note
    }

    /// Works out what follows from what was added to a space, and from what made way for it, if only other words did.
    async fn follow(
        &self,
        settlement: &mut Settlement,
        space: SpaceId,
        additions: Additions,
        replaced: Option<Touched>,
    ) -> Result<(), StorageError> {
        let scope = Scope {
            space,
            revision: additions.revision,
            environment: &self.environment,
        };
        let mut touched = additions.touched;
        let rows = settlement.graph();
        let followed = match replaced {
            None => bring_up_to_date(rows, scope, touched).await?,
            Some(replaced) => {
                touched.entities.extend(replaced.entities);
                touched.slots.extend(replaced.slots);
                naming::let_go_unspoken(rows, scope, &mut touched.entities).await?;
                follow_removal(rows, scope, touched).await?
            }
        };
        if followed.closed > 0 {
            let ended = counted(followed.closed, "statement");
            tracing::info!(%space, "{ended} ended by what was said");
        }
        Ok(())
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
            .min(MAX_WAIT)
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

/// What was understood of the texts, under the names that their owner has by now, and without taking for a repetition what
/// repeats a text that is gone by now.
async fn as_it_is_now<'a>(
    settlement: &mut Settlement,
    claim: &LaneClaim,
    outcomes: &'a [Outcome],
    (read, owner): (&Called, &Called),
) -> Result<Cow<'a, [Outcome]>, StorageError> {
    let mut outcomes = Cow::Borrowed(outcomes);
    for number in 0..outcomes.len() {
        let Ok(understood) = &outcomes[number] else {
            continue;
        };
        let (since, episode) = (understood.repeats_since, claim.episodes.get(number));
        let is_renamed = read != owner;
        let is_news = match since.zip(episode) {
            Some((since, text)) if !understood.repetitions.is_empty() => {
                let rows = settlement.graph();
                rows.is_forgotten_since(text.space, since).await?
            }
            _ => false,
        };
        if !is_renamed && !is_news {
            continue;
        }
        if let Ok(understood) = &mut outcomes.to_mut()[number] {
            if is_renamed {
                read.becomes(owner, &mut understood.extraction);
            }
            if is_news {
                understood.repeat_nothing();
            }
        }
    }
    Ok(outcomes)
}

/// What is told of a batch to whoever follows the memory.
fn events(
    notes: &[(&QueuedEpisode, Note)],
    documents: &Documents,
    now: Timestamp,
) -> Vec<(NewEvent, EventDetail)> {
    let events = notes.iter().flat_map(|(episode, note)| {
        let replaced = documents.events(episode, now);
        let replaced = replaced.map(|event| (event, EventDetail::default()));
        note.event(episode, now).into_iter().chain(replaced)
    });
    events.collect()
}

/// What a batch adds to one space.
struct Additions {
    revision: Revision,
    names: Names,
    /// What the texts bear on.
    touched: graph::Touched,
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
