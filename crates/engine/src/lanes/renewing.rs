//! Renewing in the background what was read by another extractor or embedding model than is in use.
//!
//! One episode at a time, and only while no lane is ready: fresh texts go first. Where it is, nobody needs to remember:
//! what is left is found by what it was read with. An episode that cannot be renewed now is passed over until the next
//! round, which begins after a while. So is one that something else read in the extractor's place, as it did before; after
//! a few of those the extractor counts as out of reach, and the next round goes on from there. A round begins at once when this
//! process has taken a text away whose words others only repeated.

use std::borrow::Cow;
use std::time::Duration;

use recollect_model::{CharRange, LeaseToken, UserId};
use recollect_storage::EpisodeToRenew;

use super::Lanes;
use super::owner::Called;
use crate::EngineError;
use crate::graph::claims::Names;
use crate::graph::{Scope, follow_removal};
use crate::understood::Understood;

/// Episodes looked up at a time: each is read as it is when its turn comes.
const EPISODES_A_READ: u32 = 1;
/// How long nothing is looked for once nothing was found.
const REST: Duration = Duration::from_secs(60);

/// After so many episodes on end that were read in the extractor's place, the round ends.
const STAND_INS: u32 = 3;

/// After so many episodes on end that could not be stored, the round ends as well: the trouble is the database's.
const MAX_REFUSED: u32 = 3;

/// A round through what is to be renewed.
#[derive(Debug, Default)]
pub struct Renewing {
    /// The last episode of the round.
    after: Option<(UserId, i64)>,
    /// Episodes on end that something else read in the extractor's place.
    stood_in: u32,
    /// Episodes on end that could not be stored.
    refused: u32,
    /// Until when it rests, in the time of the process.
    rests_until: Option<Duration>,
    renewed: u64,
}

impl Renewing {
    /// Renews the next episode. False when there is nothing to do for now.
    pub async fn step(&mut self, lanes: &Lanes) -> bool {
        let now = lanes.environment.elapsed();
        if lanes.told.takes_up_reading_anew() {
            *self = Self {
                renewed: self.renewed,
                ..Self::default()
            };
        }
        if self.rests_until.is_some_and(|until| now < until) {
            return false;
        }
        match self.renew_next(lanes).await {
            Ok(true) => true,
            Ok(false) => {
                self.end_round(lanes, now);
                false
            }
            Err(error) => {
                tracing::warn!("renewing waits: {error}");
                self.after = None;
                self.end_round(lanes, now);
                false
            }
        }
    }

    /// False at the end of the round.
    async fn renew_next(&mut self, lanes: &Lanes) -> Result<bool, EngineError> {
        if self.stood_in >= STAND_INS || self.refused >= MAX_REFUSED {
            return Ok(false);
        }
        let (extractor, embedder) = (lanes.language.extract.name(), lanes.language.embed.model());
        let found = lanes
            .store
            .episodes_to_renew(extractor, embedder, self.after, EPISODES_A_READ)
            .await?;
        let Some(episode) = found.into_iter().next() else {
            self.after = None;
            return Ok(false);
        };
        self.after = Some((episode.user, episode.seq));
        match lanes.understand_anew(&episode).await {
            Ok(understood) if is_no_news(lanes, &episode, &understood) => self.stood_in += 1,
            Ok(understood) => {
                self.stood_in = 0;
                self.store(lanes, &episode, &understood).await;
            }
            Err(error) => {
                tracing::warn!(log = %episode.log, user = %episode.user, "not renewed: {error}");
            }
        }
        Ok(true)
    }

    async fn store(&mut self, lanes: &Lanes, episode: &EpisodeToRenew, understood: &Understood) {
        match renew(lanes, episode, understood).await {
            Ok(is_renewed) => {
                self.renewed += u64::from(is_renewed);
                self.refused = 0;
            }
            Err(error) => {
                tracing::warn!(log = %episode.log, user = %episode.user, "not renewed: {error}");
                self.refused += 1;
            }
        }
    }

    fn end_round(&mut self, lanes: &Lanes, now: Duration) {
        if self.renewed > 0 {
            let (extractor, embedder) =
                (lanes.language.extract.name(), lanes.language.embed.model());
            tracing::info!(
                "{} episodes were renewed with {extractor} and {embedder}",
                self.renewed
            );
        }
        *self = Self {
            after: self.after,
            rests_until: Some(now + REST),
            ..Self::default()
        };
    }
}

/// Whether the episode was read just as it was before, in the extractor's place.
fn is_no_news(lanes: &Lanes, episode: &EpisodeToRenew, understood: &Understood) -> bool {
    understood.extraction.read_by.as_deref() == Some(episode.extractor.as_str())
        && lanes.language.embed.model() == episode.embedder
}

/// Renews one episode. False when it was forgotten meanwhile, or is not what was read any more: it is read again then.
async fn renew(
    lanes: &Lanes,
    episode: &EpisodeToRenew,
    understood: &Understood,
) -> Result<bool, EngineError> {
    let mut change = lanes
        .store
        .begin_change(episode.user, LeaseToken::new(&lanes.environment))
        .await?;
    let repeating: Vec<CharRange> = understood.repeating().collect();
    if !change.is_as_read(episode, &repeating).await? {
        return Ok(false);
    }
    let rows = change.graph();
    let Some(revision) = rows.advance_space(episode.space).await? else {
        return Ok(false);
    };
    let read = Called::new(&episode.owner_name, &episode.owner_also_called);
    let now = Called::now(rows, &read).await?;
    let mut understood = Cow::Borrowed(understood);
    if now != read {
        read.becomes(&now, &mut understood.to_mut().extraction);
    }
    let understood = &*understood;
    let scope = Scope {
        space: episode.space,
        revision,
        environment: &lanes.environment,
    };
    let names = Names::find_or_add(rows, scope, &now.name, &[understood]).await?;
    let graph = names.episode_graph(
        episode.id,
        understood,
        lanes.language.embed.model(),
        lanes.language.extract.name(),
    );
    let replaced = change
        .replace_episode_graph(episode.id, revision, &graph)
        .await?;
    let Some(replaced) = replaced else {
        return Ok(false);
    };
    let mut touched = names.touched(std::iter::once(&graph));
    touched.slots.extend(replaced.touched.slots);
    touched.entities.extend(replaced.touched.entities);
    let rows = change.graph();
    follow_removal(rows, scope, touched).await?;
    lanes.later().commit(change).await?;
    Ok(true)
}
