//! The queue under thousands of schedules: a seeded scheduler interleaves acceptances, several workers' claims,
//! settlements, crashes, stalls and commits that fail or whose answer is lost, on a clock it moves by hand.
//!
//! Whatever the schedule, once the faults stop: every acknowledged text has a terminal log, every completed one is in
//! the space exactly once unless a later version of its document took its place, of each document there is one version,
//! and a user's texts were completed in the order they were acknowledged, those that were tried again apart.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use recollect_engine::{Engine, EngineError, Lanes, NewText, Outcome, Settings, Step};
use recollect_language::scripted::Fault;
use recollect_model::{
    Environment, EpisodeId, EpisodeKind, LogId, LogStatus, ManualClock, Revision, SeededEntropy,
    SpaceId, Timestamp, UserId,
};
use recollect_storage::{Database, Faults, LaneClaim, Store};

use crate::support::{scripted, text};

const SCHEDULES: u64 = 3_000;
const SCHEDULES_A_STORE: usize = 100;
const WORLDS: u64 = 8;
const STEPS: usize = 60;
const USERS: usize = 3;
const WORKERS: usize = 3;
/// What the versions of a document have as their session.
const DOCUMENT: &str = "note";
const FAULTS: [&str; 8] = [
    "accept.before_commit",
    "accept.after_commit",
    "claim.before_commit",
    "claim.after_commit",
    "settle.before_commit",
    "settle.after_commit",
    "retry.before_commit",
    "retry.after_commit",
];

#[test]
fn no_schedule_loses_doubles_or_reorders_an_acknowledged_text() {
    let only = std::env::var("RECOLLECT_TEST_SEED").ok();
    if let Some(seed) = only.and_then(|seed| seed.parse().ok()) {
        run_schedules(&[seed]);
        return;
    }
    // A database in memory is a thread of its own; several worlds side by side keep the cores from waiting for it.
    let seen = std::thread::scope(|scope| {
        let worlds: Vec<_> = (0..WORLDS)
            .map(|world| {
                scope.spawn(move || {
                    let seeds: Vec<u64> = (world..SCHEDULES).step_by(WORLDS as usize).collect();
                    run_schedules(&seeds)
                })
            })
            .collect();
        worlds
            .into_iter()
            .map(|world| world.join().unwrap())
            .fold(Seen::default(), Seen::and)
    });
    // The schedules must have reached what they are here for.
    assert!(seen.completed > 10_000 && seen.failed > 1_000, "{seen:?}");
    assert!(seen.retried > 300 && seen.replaced > 1_000, "{seen:?}");
    assert!(
        seen.faults > 1_000 && seen.crashes > 1_000 && seen.lost_leases > 100,
        "{seen:?}"
    );
}

/// Runs the schedules of these seeds one after the other.
fn run_schedules(seeds: &[u64]) -> Seen {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut seen = Seen::default();
        for seeds in seeds.chunks(SCHEDULES_A_STORE) {
            let mut world = World::new(seeds[0]).await;
            for &seed in seeds {
                world.run(seed, &mut seen).await;
            }
        }
        seen
    })
}

/// What the schedules came across.
#[derive(Debug, Default, Clone, Copy)]
struct Seen {
    completed: usize,
    failed: usize,
    faults: usize,
    crashes: usize,
    lost_leases: usize,
    retried: usize,
    replaced: usize,
}

impl Seen {
    fn and(self, other: Self) -> Self {
        Self {
            completed: self.completed + other.completed,
            failed: self.failed + other.failed,
            faults: self.faults + other.faults,
            crashes: self.crashes + other.crashes,
            lost_leases: self.lost_leases + other.lost_leases,
            retried: self.retried + other.retried,
            replaced: self.replaced + other.replaced,
        }
    }
}

struct World {
    store: Store,
    clock: Arc<ManualClock>,
    environment: Environment,
    engine: Engine,
    lanes: Lanes,
    armed: Arc<Mutex<Option<&'static str>>>,
}

/// One user's part in a schedule.
struct Person {
    user: UserId,
    space: SpaceId,
    sent: usize,
    acknowledged: Vec<LogId>,
    retried: HashSet<LogId>,
}

/// What a worker has in hand.
enum Hand {
    Empty,
    Claimed(LaneClaim),
    Understood(LaneClaim, Vec<Outcome>),
}

impl World {
    async fn new(seed: u64) -> Self {
        let armed: Arc<Mutex<Option<&'static str>>> = Arc::default();
        let trigger = armed.clone();
        let faults = Faults::new(Arc::new(move |point| {
            let mut armed = trigger.lock().unwrap();
            let fires = *armed == Some(point);
            if fires {
                *armed = None;
            }
            fires
        }));
        let store = Store::open(&Database::SqliteInMemory, faults)
            .await
            .unwrap();
        let clock = Arc::new(ManualClock::new(
            Timestamp::from_second(1_700_000_000).unwrap(),
        ));
        let environment = Environment::new(clock.clone(), Arc::new(SeededEntropy::new(seed)));
        let language = scripted();
        let settings = Settings {
            lane_batch: 3,
            max_attempts: 3,
            ..Settings::default()
        };
        let engine = Engine::new(store.clone(), language, environment.clone(), settings);
        let lanes = engine.lanes();
        Self {
            store,
            clock,
            environment,
            engine,
            lanes,
            armed,
        }
    }

    async fn run(&mut self, seed: u64, seen: &mut Seen) {
        let mut dice = SmallRng::seed_from_u64(seed);
        let mut people = Vec::new();
        for number in 0..USERS {
            let email = format!("person{number}.{seed}@example.com")
                .parse()
                .unwrap();
            let user = self
                .store
                .ensure_account(&email, "Person", &self.environment)
                .await
                .unwrap()
                .id;
            let space = self.store.default_space(user).await.unwrap().unwrap().id;
            people.push(Person {
                user,
                space,
                sent: 0,
                acknowledged: Vec::new(),
                retried: HashSet::new(),
            });
        }
        let mut hands: Vec<Hand> = (0..WORKERS).map(|_| Hand::Empty).collect();
        for _ in 0..STEPS {
            match dice.random_range(0..100) {
                0..32 => self.send(&mut dice, &mut people).await,
                32..35 => self.retry(&mut dice, &mut people, seen).await,
                35..85 => {
                    let worker = dice.random_range(0..WORKERS);
                    let hand = std::mem::replace(&mut hands[worker], Hand::Empty);
                    hands[worker] = self.work(hand, seen).await;
                }
                85..90 => {
                    // A crash: what the worker held is gone, its lease stays until it runs out.
                    let worker = dice.random_range(0..WORKERS);
                    seen.crashes += usize::from(!matches!(hands[worker], Hand::Empty));
                    hands[worker] = Hand::Empty;
                }
                90..95 => self.clock.advance_ms(dice.random_range(0..20_000)),
                _ => *self.armed.lock().unwrap() = Some(FAULTS[dice.random_range(0..FAULTS.len())]),
            }
        }
        seen.faults += usize::from(self.armed.lock().unwrap().take().is_none());
        self.finish().await;
        for person in &people {
            self.check(person, seed, seen).await;
        }
    }

    async fn send(&self, dice: &mut SmallRng, people: &mut [Person]) {
        let person = &mut people[dice.random_range(0..USERS)];
        let marker = match dice.random_range(0..10) {
            0 => Fault::GiveUp.marker(),
            1 => Fault::RetryOnce.embed_marker(),
            2 => Fault::Retry.extract_marker(),
            _ => String::new(),
        };
        person.sent += 1;
        let place = person.sent % 4;
        let is_document = dice.random_bool(0.2);
        // Some versions of the document are as the one before.
        let number = if is_document {
            person.sent / 8
        } else {
            person.sent
        };
        let body = format!(
            "{} note {number} {marker}\nI | lives in | Place{place}",
            person.user
        );
        let text = if is_document {
            NewText {
                session: Some(DOCUMENT.to_owned()),
                kind: EpisodeKind::Document,
                ..text(None, &body)
            }
        } else {
            NewText {
                session: dice.random_bool(0.5).then(|| "talk".to_owned()),
                ..text(None, &body)
            }
        };
        if let Ok(log) = self.engine.accept(person.user, text).await {
            person.acknowledged.push(log);
        }
    }

    /// Somebody tries a text again: the newest that has failed.
    async fn retry(&self, dice: &mut SmallRng, people: &mut [Person], seen: &mut Seen) {
        let person = &mut people[dice.random_range(0..USERS)];
        for &log in person.acknowledged.iter().rev() {
            let retried = self.engine.retry(person.user, log).await;
            if matches!(retried, Err(EngineError::Conflict { .. })) {
                continue;
            }
            // Also when the answer was lost: it may have been done.
            seen.retried += 1;
            person.retried.insert(log);
            return;
        }
    }

    /// The next of a worker's three movements.
    async fn work(&self, hand: Hand, seen: &mut Seen) -> Hand {
        match hand {
            Hand::Empty => self
                .lanes
                .claim()
                .await
                .ok()
                .flatten()
                .map_or(Hand::Empty, Hand::Claimed),
            Hand::Claimed(claim) => {
                let outcomes = self.lanes.understand(&claim).await;
                Hand::Understood(claim, outcomes)
            }
            Hand::Understood(claim, outcomes) => {
                let leased = self
                    .store
                    .renew(claim.user, claim.token, self.environment.now())
                    .await
                    .unwrap();
                seen.lost_leases += usize::from(!leased);
                // An error leaves the lease to run out, as it would after a crash.
                let _ = self.lanes.settle(&claim, &outcomes).await;
                Hand::Empty
            }
        }
    }

    /// The faults are over: leases run out, retries come due, and everything is processed.
    async fn finish(&self) {
        let (mut idle, mut steps) = (0, 0);
        while idle < 3 {
            steps += 1;
            assert!(steps < 10_000, "the queue is never empty");
            match self.lanes.step().await.unwrap() {
                Step::Settled(_) => idle = 0,
                Step::Idle => {
                    idle += 1;
                    self.clock.advance_ms(600_000);
                }
            }
        }
    }

    async fn check(&self, person: &Person, seed: u64, seen: &mut Seen) {
        let mut completed = Vec::new();
        for &log in &person.acknowledged {
            let log = self
                .store
                .log(person.user, log)
                .await
                .unwrap()
                .unwrap_or_else(|| panic!("seed {seed}: {log} is lost"));
            match log.status {
                LogStatus::Completed => match (log.episode, log.replaced_by) {
                    (Some(episode), None) => {
                        // A version that is as the one before follows that one's episode.
                        let follows = log
                            .note
                            .is_some_and(|note| note.contains("nothing has changed"));
                        let has_its_place = !follows && !person.retried.contains(&log.id);
                        completed.push((episode, has_its_place));
                    }
                    (None, Some(_)) => seen.replaced += 1,
                    other => panic!("seed {seed}: {} has {other:?}", log.id),
                },
                LogStatus::Failed => seen.failed += 1,
                status => panic!(
                    "seed {seed}: {} is {status} for ever: {:?}",
                    log.id, log.error
                ),
            }
        }
        seen.completed += completed.len();
        let order = self.processed(person).await;
        let unique: HashSet<EpisodeId> = order.iter().copied().collect();
        assert_eq!(
            order.len(),
            unique.len(),
            "seed {seed}: an episode is there twice"
        );
        let place: HashMap<EpisodeId, usize> = order
            .iter()
            .enumerate()
            .map(|(place, &episode)| (episode, place))
            .collect();
        for (episode, _) in &completed {
            assert!(
                place.contains_key(episode),
                "seed {seed}: {episode} is lost"
            );
        }
        let in_order = completed.iter().filter(|(_, has_its_place)| *has_its_place);
        let places: Vec<usize> = in_order.map(|(episode, _)| place[episode]).collect();
        assert!(
            places.is_sorted(),
            "seed {seed}: acknowledged order {completed:?}, processed order {order:?}"
        );
        let completed: Vec<EpisodeId> = completed.into_iter().map(|(episode, _)| episode).collect();
        self.check_claims(person, &completed, seed).await;
        let waiting = self.store.queued(person.user).await.unwrap();
        assert_eq!(waiting, 0, "seed {seed}: something is still queued");
    }

    /// What each completed text says supports one statement, and only one home holds.
    async fn check_claims(&self, person: &Person, completed: &[EpisodeId], seed: u64) {
        let changes = self
            .store
            .changes_since(person.user, person.space, Revision::default(), 10_000)
            .await
            .unwrap()
            .unwrap();
        assert!(changes.complete);
        let mut supporting: Vec<EpisodeId> = changes
            .evidence
            .iter()
            .map(|evidence| evidence.episode)
            .collect();
        supporting.sort();
        let mut expected: Vec<EpisodeId> = changes.episodes.iter().map(|one| one.id).collect();
        expected.sort();
        assert_eq!(
            supporting, expected,
            "seed {seed}: evidence is lost or doubled"
        );
        assert!(completed.iter().all(|episode| expected.contains(episode)));
        let versions = changes.episodes.iter();
        let versions = versions.filter(|one| one.session.as_deref() == Some(DOCUMENT));
        assert!(
            versions.count() <= 1,
            "seed {seed}: a document is there twice"
        );
        let open = changes.statements.iter();
        let open = open.filter(|statement| statement.invalid_at.is_none());
        assert_eq!(
            open.count(),
            usize::from(!expected.is_empty()),
            "seed {seed}"
        );
    }

    /// The user's episodes in the order their commits made them visible.
    async fn processed(&self, person: &Person) -> Vec<EpisodeId> {
        let mut order = Vec::new();
        let mut from = Revision::default();
        loop {
            // Pages of one episode end with its revision, so the pages come in the order of the commits.
            let changes = self
                .store
                .changes_since(person.user, person.space, from, 1)
                .await
                .unwrap()
                .unwrap();
            for episode in &changes.episodes {
                assert_eq!(episode.passages.len(), 1);
                order.push(episode.id);
            }
            if changes.complete {
                return order;
            }
            from = changes.to;
        }
    }
}
