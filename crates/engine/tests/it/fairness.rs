//! One user's trouble is his own: many, failing or hanging episodes delay another's next one by a batch at most.

use std::time::{Duration, Instant};

use recollect_engine::{Engine, Settings};
use recollect_language::scripted::Fault;
use recollect_model::{EmailAddress, Environment, Log, LogId, LogStatus, UserId};
use recollect_storage::{Database, Faults, Store};

use crate::support::{scripted, text};

/// An engine on a database in memory, with its users.
struct World {
    engine: Engine,
    store: Store,
}

impl World {
    async fn new(settings: Settings) -> Self {
        let store = Store::open(&Database::SqliteInMemory, Faults::none())
            .await
            .unwrap();
        let language = scripted();
        let engine = Engine::new(store.clone(), language, Environment::system(), settings);
        Self { engine, store }
    }

    async fn user(&self, name: &str) -> UserId {
        let email: EmailAddress = format!("{name}@example.com").parse().unwrap();
        self.store
            .ensure_account(&email, name, self.engine.environment())
            .await
            .unwrap()
            .id
    }

    async fn send(&self, user: UserId, body: &str) -> LogId {
        let text = text(None, body);
        self.engine.accept(user, text).await.unwrap()
    }

    /// The log once it is terminal, and how long that took.
    async fn terminal(&self, user: UserId, log: LogId) -> (Log, Duration) {
        let start = Instant::now();
        loop {
            let log = self.engine.log(user, log).await.unwrap();
            if log.status.is_terminal() {
                return (log, start.elapsed());
            }
            assert!(start.elapsed() < Duration::from_secs(30), "{log:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[tokio::test]
async fn ten_thousand_waiting_episodes_do_not_delay_another_user() {
    let world = World::new(Settings {
        lane_batch: 32,
        ..Settings::default()
    })
    .await;
    let (busy, other) = (world.user("busy").await, world.user("other").await);
    for number in 0..10_000 {
        world.send(busy, &format!("note {number}")).await;
    }
    let lanes = world.engine.lanes();
    lanes.step().await.unwrap();
    let log = world.send(other, "a single note").await;
    // The busy lane was served already: the other one is next.
    lanes.step().await.unwrap();
    assert_eq!(
        world.engine.log(other, log).await.unwrap().status,
        LogStatus::Completed
    );
    assert_eq!(world.store.queued(busy).await.unwrap(), 10_000 - 32);
    for _ in 0..4 {
        let log = world.send(other, "and another").await;
        lanes.step().await.unwrap();
        lanes.step().await.unwrap();
        assert_eq!(
            world.engine.log(other, log).await.unwrap().status,
            LogStatus::Completed
        );
    }
}

#[tokio::test]
async fn lanes_that_hang_do_not_hold_up_the_others() {
    let settings = Settings {
        processing_deadline: Duration::from_secs(60),
        ..Settings::default()
    };
    let world = World::new(settings).await;
    world.engine.start().await;
    for number in 0..8 {
        let hanging = world.user(&format!("hanging{number}")).await;
        world
            .send(hanging, &format!("note {}", Fault::Hang.marker()))
            .await;
    }
    let other = world.user("other").await;
    let log = world.send(other, "a single note").await;
    let (log, took) = world.terminal(other, log).await;
    assert_eq!(log.status, LogStatus::Completed);
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[tokio::test]
async fn a_hung_episode_is_given_up_and_those_after_it_follow_in_order() {
    let settings = Settings {
        processing_deadline: Duration::from_millis(30),
        first_backoff: Duration::from_millis(10),
        max_attempts: 2,
        ..Settings::default()
    };
    let world = World::new(settings).await;
    world.engine.start().await;
    let user = world.user("anna").await;
    let hung = world
        .send(user, &format!("note {}", Fault::Hang.extract_marker()))
        .await;
    let next = world.send(user, "the next note").await;
    let (hung, _) = world.terminal(user, hung).await;
    assert_eq!(hung.status, LogStatus::Failed);
    let error = hung.error.unwrap();
    assert!(
        error.contains("given up after 2 attempts") && error.contains("longer than"),
        "{error}"
    );
    assert_eq!(
        world.terminal(user, next).await.0.status,
        LogStatus::Completed
    );
    world.engine.stop().await;
}

#[tokio::test]
async fn an_episode_that_fails_for_good_says_why_and_harms_no_other() {
    let world = World::new(Settings::default()).await;
    let user = world.user("anna").await;
    let before = world.send(user, "before").await;
    let bad = world
        .send(user, &format!("bad {}", Fault::GiveUp.embed_marker()))
        .await;
    let after = world.send(user, "after").await;
    world.engine.lanes().step().await.unwrap();
    for log in [before, after] {
        let log = world.engine.log(user, log).await.unwrap();
        assert_eq!(log.status, LogStatus::Completed);
        assert!(log.processed_at.is_some() && log.episode.is_some() && log.error.is_none());
    }
    let bad = world.engine.log(user, bad).await.unwrap();
    assert_eq!(bad.status, LogStatus::Failed);
    assert!(bad.error.is_some() && bad.processed_at.is_some() && bad.episode.is_none());
}

#[tokio::test]
async fn what_may_heal_is_tried_again_before_what_comes_after_it() {
    let settings = Settings {
        first_backoff: Duration::from_millis(20),
        ..Settings::default()
    };
    let world = World::new(settings).await;
    let user = world.user("anna").await;
    let healing = world
        .send(user, &format!("healing {}", Fault::RetryOnce.marker()))
        .await;
    let after = world.send(user, "after").await;
    world.engine.lanes().step().await.unwrap();
    for log in [healing, after] {
        assert_eq!(
            world.engine.log(user, log).await.unwrap().status,
            LogStatus::Pending
        );
    }
    assert!(
        world
            .engine
            .log(user, healing)
            .await
            .unwrap()
            .error
            .is_some()
    );
    world.engine.start().await;
    let (after, _) = world.terminal(user, after).await;
    let (healing, _) = world.terminal(user, healing).await;
    assert_eq!(
        (healing.status, after.status),
        (LogStatus::Completed, LogStatus::Completed)
    );
    assert!(healing.error.is_none() && healing.processed_at <= after.processed_at);
}
