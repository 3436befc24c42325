//! Eight hours of many nodes: six to fill them, a while as always, then the busiest one fails, returns empty, and one is added.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::balancing::{Balance, Balancer};
use super::figures::{Figures, Stretch};
use super::nodes::Node;
use super::persons::{Persons, Visit, until_next_search_s};

const MINUTE_S: f64 = 60.0;
/// How long is looked after each trouble: those who are there have searched again by then.
const LOOKED_S: f64 = 3.0 * MINUTE_S;
const FILLED_S: f64 = 360.0 * MINUTE_S;
const FAILS_S: f64 = FILLED_S + 30.0 * MINUTE_S;
/// Three checks, two seconds apart, as haproxy makes them.
const NOTICED_S: f64 = FAILS_S + 6.0;
const RETURNS_S: f64 = FAILS_S + 30.0 * MINUTE_S;
const ADDED_S: f64 = RETURNS_S + 30.0 * MINUTE_S;

/// What is looked at.
const STRETCHES: [Stretch; 4] = [
    stretch("as always", FILLED_S, FAILS_S),
    stretch("a node failed", FAILS_S, FAILS_S + LOOKED_S),
    stretch("it returned", RETURNS_S, RETURNS_S + LOOKED_S),
    stretch("one was added", ADDED_S, ADDED_S + LOOKED_S),
];

const fn stretch(name: &'static str, from_s: f64, until_s: f64) -> Stretch {
    Stretch {
        name,
        from_s,
        until_s,
    }
}

/// What is simulated.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Who searches.
    pub persons: Persons,
    /// How many nodes there are at first; two or more, since one fails.
    pub nodes: usize,
    /// The cores of each.
    pub cores: f64,
    /// The memory for indexes of each, in bytes.
    pub budget_bytes: usize,
    /// Who sends persons to nodes.
    pub balancer: Balancer,
}

/// What the plan comes to, stretch by stretch.
pub fn simulate(plan: &Plan) -> Vec<Figures> {
    let mut world = World::new(plan);
    world.look(0);
    world.fail();
    world.run_until(NOTICED_S);
    world.notice();
    world.look(1);
    world.run_until(RETURNS_S);
    world.return_node();
    world.look(2);
    world.run_until(ADDED_S);
    world.add();
    world.look(3);
    world.end()
}

struct World<'a> {
    plan: &'a Plan,
    /// None where a node has failed.
    nodes: Vec<Option<Node>>,
    /// What the balancer believes.
    is_up: Vec<bool>,
    balance: Balance,
    next_visit_s: f64,
    here: BinaryHeap<Here>,
    /// Who comes when is the same whatever the balancer does.
    dice: SmallRng,
    lots: SmallRng,
    failed: usize,
    figures: Vec<Figures>,
}

/// A visit, and when it searches next.
#[derive(Debug, Clone, Copy)]
struct Here {
    at_s: f64,
    visit: Visit,
}

impl<'a> World<'a> {
    fn new(plan: &'a Plan) -> Self {
        let mut dice = SmallRng::seed_from_u64(plan.persons.seed);
        let is_up = vec![true; plan.nodes];
        Self {
            plan,
            nodes: is_up.iter().map(|_| Some(node(plan, 0.0))).collect(),
            balance: Balance::new(plan.balancer, &is_up),
            is_up,
            next_visit_s: plan.persons.until_next_visit_s(&mut dice),
            here: BinaryHeap::new(),
            dice,
            lots: SmallRng::seed_from_u64(plan.persons.seed + 1),
            failed: 0,
            figures: STRETCHES.map(Figures::of).to_vec(),
        }
    }

    fn run_until(&mut self, second: f64) {
        loop {
            let searches_s = self.here.peek().map_or(f64::INFINITY, |here| here.at_s);
            if self.next_visit_s.min(searches_s) >= second {
                break;
            }
            if self.next_visit_s < searches_s {
                let at_s = self.next_visit_s;
                let visit = self.plan.persons.visit(at_s, &mut self.dice);
                self.here.push(Here { at_s, visit });
                self.next_visit_s += self.plan.persons.until_next_visit_s(&mut self.dice);
            } else if let Some(here) = self.here.pop() {
                self.search(here.at_s, here.visit);
                let at_s = here.at_s + until_next_search_s(&mut self.dice);
                if at_s < here.visit.until_s {
                    self.here.push(Here { at_s, ..here });
                }
            }
        }
        for node in self.nodes.iter_mut().flatten() {
            work(node, second, &mut self.figures);
        }
    }

    /// Goes on to the end of a stretch.
    fn look(&mut self, stretch: usize) {
        self.run_until(self.figures[stretch].stretch.until_s);
        let nodes = self.nodes.iter().flatten();
        let fullest = nodes.map(Node::bytes).max();
        self.figures[stretch].fullest_bytes = fullest.unwrap_or_default();
    }

    fn search(&mut self, now_s: f64, visit: Visit) {
        let number = self.balance.node_of(visit.key, &mut self.lots);
        let passages = self.plan.persons.passages(visit.person);
        let found = match &mut self.nodes[number] {
            Some(node) => {
                work(node, now_s, &mut self.figures);
                Some(node.search(visit.person, passages))
            }
            None => None,
        };
        let now = self.figures.iter_mut().find(|of| of.is_of(now_s));
        match (now, found) {
            (Some(figures), Some(found)) => figures.searched(number, passages, found),
            (Some(figures), None) => figures.broken_off += 1,
            (None, _) => {}
        }
    }

    fn fail(&mut self) {
        self.failed = self.figures[0].busiest_node();
        let waiting = self.nodes[self.failed].as_ref().map_or(0, Node::waiting);
        self.nodes[self.failed] = None;
        self.figures[1].broken_off += waiting as u64;
    }

    fn notice(&mut self) {
        self.is_up[self.failed] = false;
        self.figures[1].moved = self.balance_anew();
    }

    fn return_node(&mut self) {
        self.nodes[self.failed] = Some(node(self.plan, RETURNS_S));
        self.is_up[self.failed] = true;
        self.figures[2].moved = self.balance_anew();
    }

    fn add(&mut self) {
        self.nodes.push(Some(node(self.plan, ADDED_S)));
        self.is_up.push(true);
        self.figures[3].moved = self.balance_anew();
    }

    /// The balancer follows what it believes; the part of those who are here who have another node by it.
    fn balance_anew(&mut self) -> f64 {
        let before = std::mem::replace(
            &mut self.balance,
            Balance::new(self.plan.balancer, &self.is_up),
        );
        let mut moved = 0;
        for here in &self.here {
            let was = before.node_of(here.visit.key, &mut self.lots);
            let is = self.balance.node_of(here.visit.key, &mut self.lots);
            moved += usize::from(was != is);
        }
        moved as f64 / self.here.len().max(1) as f64
    }

    fn end(mut self) -> Vec<Figures> {
        // Whoever waits is waited for, so that the longest are counted.
        for node in self.nodes.iter_mut().flatten() {
            work(node, f64::INFINITY, &mut self.figures);
        }
        self.figures.iter_mut().for_each(Figures::end);
        self.figures
    }
}

fn node(plan: &Plan, now_s: f64) -> Node {
    Node::new(plan.budget_bytes, plan.cores, now_s)
}

fn work(node: &mut Node, until_s: f64, figures: &mut [Figures]) {
    node.work_until(until_s, |wait| {
        let of = figures.iter_mut().find(|of| of.is_of(wait.since_s));
        if let Some(of) = of {
            of.waited(wait);
        }
    });
}

impl Ord for Here {
    /// The next to search is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_time = other.at_s.total_cmp(&self.at_s);
        by_time.then_with(|| other.visit.person.cmp(&self.visit.person))
    }
}

impl PartialOrd for Here {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Here {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Here {}
