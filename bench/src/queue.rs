//! How long texts wait in the queue of many nodes, and what a node that fails does to that: a simulation that is the same for
//! the same seed.
//!
//! What decides is the service's own code on a database in memory: texts are accepted, lanes claimed with their leases,
//! batches settled and leases renewed by [`Engine`] and [`Lanes`](recollect_engine::Lanes), with the service's settings, by a
//! clock that is moved by hand. What is made up is how long a batch is read: every text takes [`Plan::text_s`] of a core, and
//! the batches of a node share its cores.

mod node;

use std::collections::HashMap;
use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use recollect_engine::{EngineError, NewText, Settings, TextOptions};
use recollect_model::{
    EmailAddress, Environment, EpisodeKind, LogId, ManualClock, ReferenceTime, SeededEntropy,
    Timestamp, UserId,
};
use recollect_storage::{Database, Faults, Store};

use node::Node;

/// What is simulated: three times [`stretch_s`](Self::stretch_s), as always, after a node failed, and after it returned.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many people send texts, each as often as any other.
    pub persons: u32,
    /// How many nodes there are; two or more, since one fails.
    pub nodes: usize,
    /// The cores of each.
    pub cores: f64,
    /// Texts that arrive in a second.
    pub texts_per_second: f64,
    /// Seconds of a core that a text takes.
    pub text_s: f64,
    /// How long each stretch is, in seconds.
    pub stretch_s: f64,
    /// Other people and times for another one.
    pub seed: u64,
}

/// How long the texts of one stretch waited from their acceptance until they were processed.
#[derive(Debug, Clone)]
pub struct Waits {
    /// Which stretch.
    pub name: &'static str,
    waits_s: Vec<f64>,
}

impl Waits {
    /// How many texts were accepted.
    pub fn texts(&self) -> usize {
        self.waits_s.len()
    }

    /// How long the one waited that so large a part waited no longer than, in seconds.
    pub fn quantile_s(&self, part: f64) -> f64 {
        let last = self.waits_s.len().saturating_sub(1);
        let place = (self.waits_s.len() as f64 * part) as usize;
        self.waits_s
            .get(place.min(last))
            .copied()
            .unwrap_or_default()
    }

    /// How many waited longer.
    pub fn longer_than(&self, seconds: f64) -> usize {
        let waited = self.waits_s.partition_point(|wait| *wait <= seconds);
        self.waits_s.len() - waited
    }
}

const NAMES: [&str; 3] = ["as always", "a node failed", "it returned"];

/// What the plan comes to, stretch by stretch. It ends when every text is processed.
///
/// # Errors
///
/// Whatever the service says that it should not, and a text that is processed out of its order, twice or never.
pub async fn simulate(plan: &Plan) -> Result<Vec<Waits>, EngineError> {
    let mut world = World::new(plan).await?;
    world.run_until(plan.stretch_s, true).await?;
    let failed = world.fail();
    world.run_until(2.0 * plan.stretch_s, true).await?;
    world.nodes[failed] = Some(world.node());
    world.run_until(3.0 * plan.stretch_s, true).await?;
    world.drain().await?;
    Ok(world.waits)
}

struct World<'a> {
    plan: &'a Plan,
    store: Store,
    clock: Arc<ManualClock>,
    environment: Environment,
    dice: SmallRng,
    users: Vec<UserId>,
    /// None where a node has failed.
    nodes: Vec<Option<Node>>,
    now_s: f64,
    next_text_s: f64,
    next_look_s: f64,
    accepted: HashMap<LogId, (UserId, u64, f64)>,
    /// The number of the last text of each that was processed.
    processed: HashMap<UserId, u64>,
    sent: u64,
    waits: Vec<Waits>,
}

impl<'a> World<'a> {
    async fn new(plan: &'a Plan) -> Result<Self, EngineError> {
        let store = Store::open(&Database::SqliteInMemory, Faults::none()).await?;
        let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
        let entropy = Arc::new(SeededEntropy::new(plan.seed));
        let environment = Environment::new(clock.clone(), entropy);
        let mut users = Vec::new();
        for number in 0..plan.persons {
            let address = format!("person{number}@example.com");
            let address: Result<EmailAddress, _> = address.parse();
            let address = address.map_err(|error| internal(error.to_string()))?;
            let account = store.ensure_account(&address, "Person", &environment);
            users.push(account.await?.id);
        }
        let mut world = Self {
            plan,
            store,
            clock,
            environment,
            dice: SmallRng::seed_from_u64(plan.seed),
            users,
            nodes: Vec::new(),
            now_s: 0.0,
            next_text_s: 0.0,
            next_look_s: 0.0,
            accepted: HashMap::new(),
            processed: HashMap::new(),
            sent: 0,
            waits: NAMES.map(Waits::named).to_vec(),
        };
        world.nodes = (0..plan.nodes).map(|_| Some(world.node())).collect();
        Ok(world)
    }

    fn node(&self) -> Node {
        let (store, environment) = (self.store.clone(), self.environment.clone());
        Node::new(store, environment, self.plan.cores, self.now_s)
    }

    /// Goes on until then; people send texts or do not any more.
    async fn run_until(&mut self, second: f64, is_sent: bool) -> Result<(), EngineError> {
        loop {
            let text_s = if is_sent {
                self.next_text_s
            } else {
                f64::INFINITY
            };
            let ends = self.nodes.iter().flatten().filter_map(Node::next_end_s);
            let end_s = ends.fold(f64::INFINITY, f64::min);
            let next_s = text_s.min(end_s).min(self.next_look_s);
            if next_s >= second {
                self.pass_to(second);
                return Ok(());
            }
            self.pass_to(next_s);
            if end_s == next_s {
                self.settle().await?;
            } else if text_s == next_s {
                self.send().await?;
            } else {
                self.look().await?;
            }
        }
    }

    /// The node fails that has most in hand; its number.
    fn fail(&mut self) -> usize {
        let in_hand = |number: &usize| self.nodes[*number].as_ref().map_or(0, Node::in_hand);
        let fails = (0..self.nodes.len()).max_by_key(in_hand);
        let fails = fails.unwrap_or_default();
        self.nodes[fails] = None;
        fails
    }

    async fn drain(&mut self) -> Result<(), EngineError> {
        let patience_s = self.now_s + 3_600.0;
        while !self.accepted.is_empty() && self.now_s < patience_s {
            self.run_until(self.now_s + 1.0, false).await?;
        }
        if !self.accepted.is_empty() {
            return Err(internal(format!("{} texts are stuck", self.accepted.len())));
        }
        for waits in &mut self.waits {
            waits.waits_s.sort_by(f64::total_cmp);
        }
        Ok(())
    }

    fn pass_to(&mut self, second: f64) {
        let passed = (second * 1e3) as i64 - (self.now_s * 1e3) as i64;
        self.clock.advance_ms(passed);
        self.now_s = second;
    }

    /// Somebody sends a text to some node, which has a look at the queue.
    async fn send(&mut self) -> Result<(), EngineError> {
        let part: f64 = self.dice.random();
        self.next_text_s += -(1.0 - part).ln() / self.plan.texts_per_second;
        let user = self.users[self.dice.random_range(0..self.users.len())];
        let there: Vec<usize> = (0..self.nodes.len())
            .filter(|&node| self.nodes[node].is_some())
            .collect();
        let number = there[self.dice.random_range(0..there.len())];
        let Some(node) = &mut self.nodes[number] else {
            return Ok(());
        };
        self.sent += 1;
        let log = node.engine.accept(user, text(self.sent)).await?;
        self.accepted.insert(log, (user, self.sent, self.now_s));
        node.claim(self.now_s, self.plan.text_s).await
    }

    /// Every node has a look at the queue, as it does when it was idle for a while, and renews its leases.
    async fn look(&mut self) -> Result<(), EngineError> {
        self.next_look_s += Settings::default().poll.as_secs_f64();
        for node in self.nodes.iter_mut().flatten() {
            node.renew(self.now_s).await?;
            node.claim(self.now_s, self.plan.text_s).await?;
        }
        Ok(())
    }

    /// The batches that are read by now are settled, and their nodes take others.
    async fn settle(&mut self) -> Result<(), EngineError> {
        for node in self.nodes.iter_mut().flatten() {
            let settled = node.settle(self.now_s).await?;
            for log in settled {
                let known = self.accepted.remove(&log);
                let (user, number, since_s) = known.ok_or_else(|| internal("settled twice"))?;
                if self.processed.insert(user, number) > Some(number) {
                    return Err(internal("a text was processed before an earlier one"));
                }
                let stretch = (since_s / self.plan.stretch_s) as usize;
                self.waits[stretch.min(NAMES.len() - 1)]
                    .waits_s
                    .push(self.now_s - since_s);
            }
            node.claim(self.now_s, self.plan.text_s).await?;
        }
        Ok(())
    }
}

impl Waits {
    fn named(name: &'static str) -> Self {
        Self {
            name,
            waits_s: Vec::new(),
        }
    }
}

fn text(number: u64) -> NewText {
    NewText {
        space: None,
        session: None,
        source: "simulation".to_owned(),
        kind: EpisodeKind::Conversation,
        body: format!("note {number}"),
        reference_time: ReferenceTime::utc(Timestamp::UNIX_EPOCH),
        request: "{}".to_owned(),
        more: TextOptions::default(),
    }
}

fn internal(reason: impl Into<String>) -> EngineError {
    EngineError::Internal(reason.into())
}
