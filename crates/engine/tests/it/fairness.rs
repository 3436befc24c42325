//! One user's trouble is his own: many, failing or hanging episodes delay another's next one by a batch at most.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use recollect_engine::{Engine, ExportFrom, ExportPart, Language, Settings};
use recollect_language::scripted::{Fault, ScriptedEmbedding, ScriptedExtraction};
use recollect_language::{Extract, Extraction, LanguageError, TextToRead};
use recollect_model::{EmailAddress, Environment, LabelFilter, Log, LogId, LogStatus, UserId};
use recollect_storage::{Database, Faults, Store};

use crate::support::{query, scripted, text};

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

#[tokio::test]
async fn many_searches_of_one_user_delay_another_by_a_turn() {
    const MANY: usize = 200;
    let world = World::new(Settings::default()).await;
    let (busy, other) = (world.user("busy").await, world.user("other").await);
    for user in [busy, other] {
        world.send(user, "a single note").await;
        world.engine.lanes().step().await.unwrap();
    }
    let engine = Arc::new(world.engine);
    let done = Arc::new(AtomicUsize::new(0));
    let mut searches = tokio::task::JoinSet::new();
    for _ in 0..MANY {
        let (engine, done) = (engine.clone(), done.clone());
        searches.spawn(async move {
            let found = engine.recall(busy, query("note")).await.unwrap();
            assert_eq!(found.episodes.len(), 1);
            done.fetch_add(1, Ordering::SeqCst);
        });
    }
    // All of them are on their way before the other user asks.
    tokio::task::yield_now().await;
    let found = engine.recall(other, query("note")).await.unwrap();
    assert_eq!(found.episodes.len(), 1);
    let before = done.load(Ordering::SeqCst);
    assert!(before < MANY / 2, "{before} were before the other's one");
    searches.join_all().await;
}

#[tokio::test]
async fn a_search_that_nobody_waits_for_any_more_gives_up_its_turn() {
    let world = World::new(Settings::default()).await;
    let user = world.user("anna").await;
    let engine = Arc::new(world.engine);
    for _ in 0..100 {
        let asking = engine.clone();
        let search = tokio::spawn(async move { asking.recall(user, query("note")).await });
        tokio::task::yield_now().await;
        search.abort();
    }
    let found = tokio::time::timeout(Duration::from_secs(20), engine.recall(user, query("note")));
    found.await.expect("there is a turn left").unwrap();
}

/// Reads as the scripted one does, after a wait for its turn that is longer than the deadline.
struct Waiting(ScriptedExtraction);

#[async_trait]
impl Extract for Waiting {
    fn name(&self) -> &str {
        "waiting/1"
    }

    fn is_bounded(&self) -> bool {
        true
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.0.extract(text).await
    }
}

#[tokio::test]
async fn waiting_for_a_free_reader_is_not_hanging() {
    let mut world = World::new(Settings::default()).await;
    let user = world.user("anna").await;
    let settings = Settings {
        processing_deadline: Duration::from_millis(10),
        max_attempts: 1,
        ..Settings::default()
    };
    let language = Language {
        embed: Arc::new(ScriptedEmbedding::new()),
        extract: Arc::new(Waiting(ScriptedExtraction::new())),
        rerank: None,
        read: None,
    };
    world.engine = Engine::new(
        world.store.clone(),
        language,
        Environment::system(),
        settings,
    );
    let log = world.send(user, "a single note").await;
    world.engine.lanes().step().await.unwrap();
    let log = world.engine.log(user, log).await.unwrap();
    assert_eq!(log.status, LogStatus::Completed, "{log:?}");
}

#[tokio::test]
async fn a_part_of_an_export_is_a_text_longer_than_a_part_at_most() {
    const TEXT: usize = 200_000;
    let world = World::new(Settings::default()).await;
    let user = world.user("anna").await;
    for _ in 0..10 {
        world.send(user, &"\"".repeat(TEXT)).await;
    }
    let (mut from, mut parts) = (ExportFrom::Logs(0), Vec::new());
    loop {
        let (part, next) = world
            .engine
            .export(user, from, &LabelFilter::default())
            .await
            .unwrap();
        let ExportPart::Logs(logs) = part else { break };
        parts.push(logs.iter().map(|log| log.text.len()).sum::<usize>());
        from = next.unwrap();
    }
    assert_eq!(
        parts.iter().sum::<usize>(),
        10 * TEXT,
        "nothing is left out"
    );
    assert!(parts.iter().all(|bytes| *bytes <= 2 * TEXT), "{parts:?}");
}
