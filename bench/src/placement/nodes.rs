//! A node: the indexes that it keeps, and the cores that build them.

use std::collections::HashMap;

use recollect_engine::IndexCache;

use super::costs;
use crate::sharing::Sharing;

/// Somebody waited for an index, since when and for how long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wait {
    pub(super) since_s: f64,
    pub(super) for_s: f64,
}

/// What a search found of its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// It was there.
    Ready,
    /// Somebody builds it already.
    Building,
    /// This search has it built.
    Nothing,
}

/// The index of a person while it is built, by the number of the building; none afterwards.
type Slot = Option<u64>;

#[derive(Debug)]
pub(super) struct Node {
    cache: IndexCache<u32, Slot>,
    cores: Sharing,
    building: HashMap<u64, Building>,
}

#[derive(Debug)]
struct Building {
    person: u32,
    bytes: usize,
    waiting_since_s: Vec<f64>,
}

impl Node {
    pub(super) fn new(budget_bytes: usize, cores: f64, now_s: f64) -> Self {
        Self {
            cache: IndexCache::new(budget_bytes),
            cores: Sharing::new(cores, now_s),
            building: HashMap::new(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.cache.bytes()
    }

    /// How many wait for indexes.
    pub(super) fn waiting(&self) -> usize {
        let all = self.building.values();
        all.map(|building| building.waiting_since_s.len()).sum()
    }

    /// Somebody with so many passages searches; the node has worked until now.
    pub(super) fn search(&mut self, person: u32, passages: f64) -> Found {
        let now_s = self.cores.now_s();
        match self.cache.get(&person) {
            Some(None) => Found::Ready,
            Some(Some(number)) => {
                if let Some(building) = self.building.get_mut(number) {
                    building.waiting_since_s.push(now_s);
                }
                Found::Building
            }
            None => {
                let number = self.cores.begin(costs::wait_s(passages));
                self.cache.add(person, Some(number));
                let building = Building {
                    person,
                    bytes: costs::cost(passages).bytes as usize,
                    waiting_since_s: vec![now_s],
                };
                self.building.insert(number, building);
                Found::Nothing
            }
        }
    }

    /// Builds until then, and tells who need not wait any more.
    pub(super) fn work_until(&mut self, now_s: f64, mut tell: impl FnMut(Wait)) {
        while let Some(number) = self.cores.work_until(now_s) {
            self.is_built(number, &mut tell);
        }
    }

    fn is_built(&mut self, number: u64, tell: &mut impl FnMut(Wait)) {
        let Some(built) = self.building.remove(&number) else {
            return;
        };
        // It may have been dropped, and be built once more.
        if let Some(slot) = self.cache.peek_mut(&built.person)
            && *slot == Some(number)
        {
            *slot = None;
            self.cache.weigh(&built.person, built.bytes);
        }
        for since_s in built.waiting_since_s {
            tell(Wait {
                since_s,
                for_s: self.cores.now_s() - since_s,
            });
        }
    }
}
