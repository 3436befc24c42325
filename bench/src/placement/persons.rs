//! Who has how much, and who comes when: made up, the same for the same seed.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::balancing::{Key, mixed};

/// How widely sizes are spread: the deviation of their logarithm, with which one in a hundred has ten times the mean.
const SPREAD: f64 = 1.5;
/// Nobody has more passages, which is as far as was measured.
const MAX_PASSAGES: f64 = 1_000_000.0;
/// How long somebody stays on average, and how often they search meanwhile, in seconds.
const STAY_S: f64 = 1_800.0;
const BETWEEN_S: f64 = 60.0;
/// Nobody comes more often than so many times the mean.
const MAX_HABIT: f64 = 4.0;

/// Persons with memories.
#[derive(Debug, Clone)]
pub struct Persons {
    /// How many.
    pub count: u32,
    /// How many passages they have on average.
    pub mean_passages: f64,
    /// The part of them who search within any hour.
    pub active_in_an_hour: f64,
    /// How many programs of each search, with a credential each.
    pub credentials: u32,
    /// Other persons for another one.
    pub seed: u64,
}

/// Somebody who is here for a while, and searches now and then.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visit {
    pub(super) person: u32,
    pub(super) key: Key,
    pub(super) until_s: f64,
}

impl Persons {
    /// How many passages somebody has: few have much, most have little (log-normal).
    pub fn passages(&self, person: u32) -> f64 {
        let dice = &mut self.dice_of(person, 1);
        let (radius, turn): (f64, f64) = (dice.random(), dice.random());
        let normal = (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * turn).cos();
        let passages = self.mean_passages * (SPREAD * normal - SPREAD * SPREAD / 2.0).exp();
        passages.clamp(1.0, MAX_PASSAGES)
    }

    /// The header that one of somebody's programs sends.
    fn header(&self, person: u32, credential: u32) -> String {
        let [high, low] = [2, 3].map(|part| {
            let number = u64::from(person) << 16 | u64::from(credential);
            mixed(mixed(self.seed ^ part) ^ number)
        });
        format!("Bearer rc_{high:016x}{low:016x}")
    }

    /// Seconds between two visits of anybody.
    pub(super) fn until_next_visit_s(&self, dice: &mut SmallRng) -> f64 {
        let active = f64::from(self.count) * self.active_in_an_hour;
        // Whoever is active in an hour comes in it, or came before and is still there.
        let visits_in_an_hour = active / (1.0 + STAY_S / 3_600.0);
        exponential(dice) * 3_600.0 / visits_in_an_hour
    }

    /// Who comes now: some come often, most seldom.
    pub(super) fn visit(&self, now_s: f64, dice: &mut SmallRng) -> Visit {
        let person = loop {
            let person = dice.random_range(0..self.count);
            let habit = exponential(&mut self.dice_of(person, 4)).min(MAX_HABIT);
            if dice.random_bool(habit / MAX_HABIT) {
                break person;
            }
        };
        let credential = dice.random_range(0..self.credentials.max(1));
        Visit {
            person,
            key: Key::of(&self.header(person, credential)),
            until_s: now_s + STAY_S * exponential(dice),
        }
    }

    fn dice_of(&self, person: u32, part: u64) -> SmallRng {
        SmallRng::seed_from_u64(mixed(mixed(self.seed ^ part) ^ u64::from(person)))
    }
}

/// Seconds until somebody who is here searches again.
pub(super) fn until_next_search_s(dice: &mut SmallRng) -> f64 {
    BETWEEN_S * exponential(dice)
}

/// How long something takes that takes 1 on average and remembers nothing.
fn exponential(dice: &mut SmallRng) -> f64 {
    let part: f64 = dice.random();
    -(1.0 - part).ln()
}
