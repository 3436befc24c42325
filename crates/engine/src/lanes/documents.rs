//! Documents that are sent again: what their sessions hold, and what makes way for what.
//!
//! A text of the kind `DOCUMENT` with a session is a version of the document that its session is. When it is settled, the
//! version before goes in the same transaction, as if it were forgotten, but for its log, which names the log of the new
//! one. The same text again, with the same tags and for as long, changes nothing: its log follows the episode that is there. So it is with a text of any kind that
//! whoever sent it has given a name.

use std::collections::{HashMap, hash_map};
use std::mem;

use recollect_model::{EpisodeId, EpisodeKind, EventKind, LogId, NewEvent, SpaceId, Timestamp};
use recollect_storage::{HeldDocument, QueuedEpisode, Settlement, StorageError, Touched};

use crate::understood::Outcome;

/// The document that an episode is a version of, by its session.
pub(super) fn document_of(episode: &QueuedEpisode) -> Option<&str> {
    let is_document = episode.kind == EpisodeKind::Document;
    episode.session.as_deref().filter(|_| is_document)
}

/// What an episode is a version of: the text that whoever sent it calls so, or else the document that its session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Versions<'a> {
    Named(&'a str),
    Of(&'a str),
}

pub(super) fn versions_of(episode: &QueuedEpisode) -> Option<Versions<'_>> {
    let name = episode.external_id.as_deref();
    name.map(Versions::Named)
        .or_else(|| document_of(episode).map(Versions::Of))
}

/// What becomes of the documents of a batch.
#[derive(Debug, Default)]
pub(super) struct Documents {
    /// Whose text is that of an episode that its session holds already.
    same: HashMap<LogId, EpisodeId>,
    /// What makes way for whom.
    replaced: HashMap<LogId, Vec<HeldDocument>>,
}

impl Documents {
    /// Looks at the documents of a batch in their order: each finds what its session held before, and what the batch put
    /// there since.
    pub(super) async fn look_at(
        settlement: &mut Settlement,
        settled: &[(&QueuedEpisode, &Outcome)],
    ) -> Result<Self, StorageError> {
        let mut documents = Self::default();
        let mut held: HashMap<(SpaceId, Versions<'_>), Vec<HeldDocument>> = HashMap::new();
        for (episode, outcome) in settled {
            let Some(versions) = versions_of(episode) else {
                continue;
            };
            if outcome.is_err() || !settlement.holds(episode.log) {
                continue;
            }
            let rows = settlement.graph();
            let held = match held.entry((episode.space, versions)) {
                hash_map::Entry::Occupied(held) => held.into_mut(),
                hash_map::Entry::Vacant(place) => place.insert(match versions {
                    Versions::Named(name) => rows.versions(episode.space, name).await?,
                    Versions::Of(session) => rows.documents(episode.space, session).await?,
                }),
            };
            // What has a name and says the same was not accepted: this differs, if only by its time or its tags.
            let last = held.last().filter(|_| matches!(versions, Versions::Of(_)));
            let is_same = match last {
                Some(last) if last.body == episode.body && last.episode != episode.id => {
                    rows.are_kept_alike(last.log, episode.log).await?
                }
                _ => false,
            };
            match held.last() {
                Some(last) if is_same => {
                    documents.same.insert(episode.log, last.episode);
                }
                // Another log has it.
                Some(last) if last.episode == episode.id => {}
                _ => {
                    let new = HeldDocument {
                        episode: episode.id,
                        log: episode.log,
                        body: episode.body.clone(),
                    };
                    let old = mem::replace(held, vec![new]);
                    documents.replaced.insert(episode.log, old);
                }
            }
        }
        Ok(documents)
    }

    /// The episode that has the text of this log already.
    pub(super) fn same_as(&self, log: LogId) -> Option<EpisodeId> {
        self.same.get(&log).copied()
    }

    /// Takes out what makes way, once what takes its place is written; what it bore on, by space.
    pub(super) async fn replace(
        &self,
        settlement: &mut Settlement,
        settled: &[(&QueuedEpisode, &Outcome)],
    ) -> Result<HashMap<SpaceId, Touched>, StorageError> {
        let mut touched: HashMap<SpaceId, Touched> = HashMap::new();
        for (episode, _) in settled {
            for old in self.replaced_by(episode.log) {
                let rows = settlement.graph();
                let gone = rows.replace_document(old.episode, episode.log).await?;
                let touched = touched.entry(episode.space).or_default();
                touched.entities.extend(gone.entities);
                touched.slots.extend(gone.slots);
            }
        }
        Ok(touched)
    }

    /// What is told of what made way for a text.
    pub(super) fn events(
        &self,
        episode: &QueuedEpisode,
        now: Timestamp,
    ) -> impl Iterator<Item = NewEvent> {
        let space = episode.space;
        let replaced = self.replaced_by(episode.log).iter();
        replaced.map(move |old| NewEvent {
            kind: EventKind::EpisodeDeleted,
            space,
            log: Some(old.log),
            episode: Some(old.episode),
            statement: None,
            at: now,
        })
    }

    /// The versions that make way for the text of this log.
    pub(super) fn replaced_by(&self, log: LogId) -> &[HeldDocument] {
        self.replaced.get(&log).map_or(&[], Vec::as_slice)
    }
}
