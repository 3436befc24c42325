//! What nodes that serve together tell each other of what they have counted.
//!
//! No request waits for it: every two seconds a node writes down what it has counted of whoever comes often, reads
//! what the others have, and takes that off what it allows itself. So a limit holds over all nodes, but for what
//! comes within two seconds; where nothing is counted, nothing is written.

use std::collections::HashMap;
use std::hash::Hash;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use recollect_engine::{Engine, EngineError, LimitCount};
use tokio::time::MissedTickBehavior;

use super::Limits;
use super::rate::Rate;

const EVERY: Duration = Duration::from_secs(2);

/// Tells the other nodes, and is told by them.
pub(crate) struct Sharing {
    engine: Arc<Engine>,
    limits: Arc<Limits>,
    /// What this node calls itself, for as long as it runs.
    node: String,
    /// Whether anything that was told stands in the database.
    has_told: bool,
    /// What was taken of what others have told, by node and key.
    taken: HashMap<(String, String), u32>,
}

impl Sharing {
    pub(crate) fn new(engine: Arc<Engine>, limits: Arc<Limits>) -> Self {
        let node = u64::from_ne_bytes(engine.environment().random());
        Self {
            engine,
            limits,
            node: format!("{node:016x}"),
            has_told: false,
            taken: HashMap::new(),
        }
    }

    /// Goes on until the task is aborted.
    pub(crate) async fn keep(mut self) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.exchange().await {
                tracing::debug!("what was counted is not shared with the other nodes: {error}");
            }
        }
    }

    async fn exchange(&mut self) -> Result<(), EngineError> {
        let counts = self.limits.counted(&self.node);
        if self.has_told || !counts.is_empty() {
            self.engine.tell_limit_counts(&self.node, &counts).await?;
            self.has_told = !counts.is_empty();
        }
        let told = self.engine.limit_counts_elsewhere(&self.node).await?;
        let mut taken = HashMap::with_capacity(told.len());
        for count in told {
            let of = (count.node, count.key);
            let before = self.taken.get(&of).copied().unwrap_or(0);
            // What is less than before was counted after a pause.
            let more = count.counted.checked_sub(before);
            self.limits.take(&of.1, more.unwrap_or(count.counted));
            taken.insert(of, count.counted);
        }
        self.taken = taken;
        Ok(())
    }
}

impl Limits {
    /// The same, with what is counted remembered, to be told to other nodes.
    pub(crate) fn shared(self) -> Self {
        Self {
            registrations: self.registrations.shared(),
            requests: self.requests.shared(),
            texts: self.texts.shared(),
            logins_by_email: self.logins_by_email.shared(),
            logins_by_network: self.logins_by_network.shared(),
            ..self
        }
    }

    /// What was counted here that matters to other nodes.
    fn counted(&self, node: &str) -> Vec<LimitCount> {
        let all = [
            ("requests", in_words(&self.requests)),
            ("texts", in_words(&self.texts)),
            ("registrations", in_words(&self.registrations)),
            ("logins", in_words(&self.logins_by_network)),
            ("addresses", in_words(&self.logins_by_email)),
        ];
        let counts = all.into_iter().flat_map(|(limit, counted)| {
            counted.into_iter().map(move |(of, counted)| LimitCount {
                node: node.to_owned(),
                key: format!("{limit} {of}"),
                counted,
            })
        });
        counts.collect()
    }

    /// Takes what another node has counted off what is allowed here; what this version does not know is left.
    fn take(&self, key: &str, many: u32) {
        match key.split_once(' ') {
            Some(("requests", of)) => take(&self.requests, of, many),
            Some(("texts", of)) => take(&self.texts, of, many),
            Some(("registrations", of)) => take(&self.registrations, of, many),
            Some(("logins", of)) => take(&self.logins_by_network, of, many),
            Some(("addresses", of)) => take(&self.logins_by_email, of, many),
            _ => {}
        }
    }
}

fn in_words<K: Hash + Eq + Clone + ToString>(rate: &Rate<K>) -> Vec<(String, u32)> {
    let counted = rate.counted().into_iter();
    counted.map(|(key, many)| (key.to_string(), many)).collect()
}

fn take<K: Hash + Eq + Clone + FromStr>(rate: &Rate<K>, of: &str, many: u32) {
    if let Ok(key) = of.parse() {
        rate.take(&key, many);
    }
}
