//! What a simulation came to.

use super::costs;
use super::nodes::{Found, Wait};

/// A part of the simulated time, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// What it shows.
    pub name: &'static str,
    pub(super) from_s: f64,
    pub(super) until_s: f64,
}

/// What was seen in one stretch.
#[derive(Debug, Clone)]
pub struct Figures {
    /// Which one.
    pub stretch: Stretch,
    /// Searches that were answered or are waiting.
    pub searches: u64,
    /// Those of them whose index was there.
    pub ready: u64,
    /// Indexes that were begun.
    pub built: u64,
    /// Searches that went to a node that had failed, or waited on it.
    pub broken_off: u64,
    /// Of those who were there at its beginning, the part that has another node since.
    pub moved: f64,
    /// The most memory that indexes took on one node at its end, in bytes.
    pub fullest_bytes: usize,
    waits_s: Vec<f64>,
    passages: f64,
    by_node: Vec<Load>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Load {
    searches: u64,
    busy_s: f64,
}

impl Figures {
    pub(super) fn of(stretch: Stretch) -> Self {
        Self {
            stretch,
            searches: 0,
            ready: 0,
            built: 0,
            broken_off: 0,
            moved: 0.0,
            fullest_bytes: 0,
            waits_s: Vec::new(),
            passages: 0.0,
            by_node: Vec::new(),
        }
    }

    pub(super) fn searched(&mut self, node: usize, passages: f64, found: Found) {
        if self.by_node.len() <= node {
            self.by_node.resize(node + 1, Load::default());
        }
        let load = &mut self.by_node[node];
        self.searches += 1;
        load.searches += 1;
        load.busy_s += costs::cost(passages).search_s + costs::QUESTION_S;
        match found {
            Found::Ready => self.ready += 1,
            Found::Building => {}
            Found::Nothing => {
                self.built += 1;
                self.passages += passages;
                load.busy_s += costs::wait_s(passages);
            }
        }
    }

    pub(super) fn waited(&mut self, wait: Wait) {
        self.waits_s.push(wait.for_s);
    }

    pub(super) fn is_of(&self, second: f64) -> bool {
        (self.stretch.from_s..self.stretch.until_s).contains(&second)
    }

    pub(super) fn end(&mut self) {
        self.waits_s.sort_by(f64::total_cmp);
    }

    /// The part of the searches whose index was there.
    pub fn hit_rate(&self) -> f64 {
        self.ready as f64 / self.searches.max(1) as f64
    }

    /// How long the one waits that so large a part of all searches waits no longer than, in seconds.
    pub fn wait_s(&self, part: f64) -> f64 {
        let beyond = ((1.0 - part) * self.searches as f64) as usize;
        let place = self.waits_s.len().checked_sub(beyond + 1);
        place.map_or(0.0, |place| self.waits_s[place])
    }

    /// The longest that anybody waited, in seconds.
    pub fn longest_wait_s(&self) -> f64 {
        self.waits_s.last().copied().unwrap_or_default()
    }

    /// The part of the searches that waited for longer than so many seconds.
    pub fn waited_longer_than(&self, seconds: f64) -> f64 {
        let waited = self.waits_s.partition_point(|wait| *wait <= seconds);
        (self.waits_s.len() - waited) as f64 / self.searches.max(1) as f64
    }

    /// The node that was asked most.
    pub fn busiest_node(&self) -> usize {
        let nodes = 0..self.by_node.len();
        nodes
            .max_by_key(|&node| self.by_node[node].searches)
            .unwrap_or_default()
    }

    /// How many times as often it was asked as a node is on average.
    pub fn busiest_by_mean(&self) -> f64 {
        let asked = self.by_node.iter().map(|load| load.searches);
        let busiest = asked.max().unwrap_or_default() as f64;
        busiest * self.by_node.len() as f64 / self.searches.max(1) as f64
    }

    /// Cores that searches and building would keep busy on the node that has most of it.
    pub fn busiest_cores(&self) -> f64 {
        let busy = self.by_node.iter().map(|load| load.busy_s);
        busy.fold(0.0, f64::max) / self.seconds()
    }

    /// Cores of PostgreSQL that reading for indexes would keep busy.
    pub fn database_cores(&self) -> f64 {
        self.passages / costs::READ_PER_SECOND / self.seconds()
    }

    fn seconds(&self) -> f64 {
        self.stretch.until_s - self.stretch.from_s
    }
}
