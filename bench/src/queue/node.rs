//! A node that processes: what it has in hand, and the cores that read it.

use std::collections::HashMap;
use std::sync::Arc;

use recollect_engine::{Engine, EngineError, Lanes, Language, Settings};
use recollect_language::scripted::{ScriptedEmbedding, ScriptedExtraction};
use recollect_model::{Environment, LogId};
use recollect_storage::{LaneClaim, Store};

use crate::sharing::Sharing;

pub(super) struct Node {
    pub(super) engine: Engine,
    lanes: Lanes,
    store: Store,
    environment: Environment,
    settings: Settings,
    cores: Sharing,
    hands: HashMap<u64, Hand>,
}

/// A batch that is being read.
struct Hand {
    claim: LaneClaim,
    renewed_s: f64,
}

impl Node {
    pub(super) fn new(store: Store, environment: Environment, cores: f64, now_s: f64) -> Self {
        let language = Language {
            embed: Arc::new(ScriptedEmbedding::new()),
            extract: Arc::new(ScriptedExtraction::new()),
            rerank: None,
            read: None,
        };
        let settings = Settings::default();
        let engine = Engine::new(
            store.clone(),
            language,
            environment.clone(),
            settings.clone(),
        );
        Self {
            lanes: engine.lanes(),
            engine,
            store,
            environment,
            settings,
            cores: Sharing::new(cores, now_s),
            hands: HashMap::new(),
        }
    }

    /// How many texts are being read.
    pub(super) fn in_hand(&self) -> usize {
        let hands = self.hands.values();
        hands.map(|hand| hand.claim.episodes.len()).sum()
    }

    pub(super) fn next_end_s(&self) -> Option<f64> {
        self.cores.next_end_s()
    }

    /// Takes batches as long as there are any and it has hands for them.
    pub(super) async fn claim(&mut self, now_s: f64, text_s: f64) -> Result<(), EngineError> {
        // What has ended by now is settled in its turn.
        if self.cores.next_end_s().is_some_and(|end_s| end_s <= now_s) {
            return Ok(());
        }
        let _none_ends = self.cores.work_until(now_s);
        while self.hands.len() < self.settings.lanes {
            let Some(claim) = self.lanes.claim().await? else {
                break;
            };
            let number = self.cores.begin(claim.episodes.len() as f64 * text_s);
            let renewed_s = now_s;
            self.hands.insert(number, Hand { claim, renewed_s });
        }
        Ok(())
    }

    /// Settles what is read by now; returns the logs of what left the queue.
    pub(super) async fn settle(&mut self, now_s: f64) -> Result<Vec<LogId>, EngineError> {
        let mut settled = Vec::new();
        while let Some(number) = self.cores.work_until(now_s) {
            let Some(Hand { claim, .. }) = self.hands.remove(&number) else {
                continue;
            };
            let outcomes = self.lanes.understand(&claim).await;
            let left = self.lanes.settle(&claim, &outcomes).await?;
            let logs = claim.episodes.iter().map(|episode| episode.log);
            settled.extend(logs.take(left));
        }
        Ok(settled)
    }

    /// Renews the leases of which a third has passed.
    pub(super) async fn renew(&mut self, now_s: f64) -> Result<(), EngineError> {
        let every_s = self.settings.lease.as_secs_f64() / 3.0;
        let now = self.environment.now();
        let until = now.checked_add(self.settings.lease).unwrap_or(now);
        for hand in self.hands.values_mut() {
            if now_s - hand.renewed_s >= every_s {
                self.store
                    .renew(hand.claim.user, hand.claim.token, until)
                    .await?;
                hand.renewed_s = now_s;
            }
        }
        Ok(())
    }
}
