//! A database that refuses, and a clock that is set: nobody's text pays for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use recollect_engine::{
    Engine, EngineError, LogFilter, NewKey, NewText, Page, PersonUpdate, Settings, Step,
    TextOptions, create_api_key,
};
use recollect_model::{
    EmailAddress, Environment, LeaseToken, LogStatus, ManualClock, SeededEntropy, UserId,
};
use recollect_storage::{Database, Encryption, Faults, MasterKey, PostgresLimits, Store};

use crate::held_lanes::Scratch;
use crate::support::{Memory, day, scripted, text};

/// A memory, and the point at which a commit will fail, once.
async fn failing_once() -> (Memory, Arc<Mutex<Option<&'static str>>>) {
    let armed: Arc<Mutex<Option<&'static str>>> = Arc::default();
    let trigger = armed.clone();
    let faults = Faults::new(Arc::new(move |point| {
        let mut armed = trigger.lock().unwrap();
        armed.take_if(|armed| *armed == point).is_some()
    }));
    let store = Store::open(&Database::SqliteInMemory, faults);
    (Memory::on(store.await.unwrap(), 1).await, armed)
}

/// A memory, and the point at which a commit will panic, once.
async fn panicking_once() -> (Memory, Arc<Mutex<Option<&'static str>>>) {
    let armed: Arc<Mutex<Option<&'static str>>> = Arc::default();
    let trigger = armed.clone();
    let faults = Faults::new(Arc::new(move |point| {
        let fires = trigger.lock().unwrap().take_if(|armed| *armed == point);
        assert!(fires.is_none(), "the panic injected at {point}");
        false
    }));
    let store = Store::open(&Database::SqliteInMemory, faults);
    (Memory::on(store.await.unwrap(), 1).await, armed)
}

/// Waits for what the engine's own tasks do.
async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..1_000 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it is not so after ten seconds");
}

async fn account_of(memory: &Memory, email: &str) -> UserId {
    let email = email.parse().unwrap();
    let account = memory
        .store
        .ensure_account(&email, "Ben", &memory.environment);
    account.await.unwrap().id
}

#[tokio::test]
async fn a_text_that_cannot_be_forgotten_keeps_nobody_elses() {
    let (memory, armed) = failing_once().await;
    let ben = account_of(&memory, "ben@example.com").await;
    let expires_at = Some(day("2024-01-02"));
    for user in [memory.user, ben] {
        let brief = NewText {
            more: TextOptions {
                expires_at,
                ..TextOptions::default()
            },
            ..text(None, "brief")
        };
        memory.engine.accept(user, brief).await.unwrap();
    }
    memory.clock.advance_ms(2 * 24 * 3_600_000);
    *armed.lock().unwrap() = Some("change.before_commit");
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 1);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 1);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 0);
}

#[tokio::test]
async fn texts_that_cannot_be_forgotten_starve_nobody_however_many_they_are() {
    let refused: Arc<Mutex<bool>> = Arc::default();
    let (trigger, memory_of) = (refused.clone(), Arc::new(Mutex::new(0)));
    let changes = memory_of.clone();
    let faults = Faults::new(Arc::new(move |point| {
        // The first user's turn comes first.
        let mut changes = changes.lock().unwrap();
        *changes += u32::from(point == "change.before_commit");
        point == "change.before_commit" && *trigger.lock().unwrap() && *changes <= 1
    }));
    let store = Store::open(&Database::SqliteInMemory, faults);
    let memory = Memory::on(store.await.unwrap(), 1).await;
    let ben = account_of(&memory, "ben@example.com").await;
    let expires_at = Some(day("2024-01-02"));
    for (user, texts) in [(memory.user, 230), (ben, 230)] {
        for number in 0..texts {
            let brief = NewText {
                more: TextOptions {
                    expires_at,
                    ..TextOptions::default()
                },
                ..text(None, &format!("brief {number}"))
            };
            memory.engine.accept(user, brief).await.unwrap();
        }
    }
    memory.clock.advance_ms(2 * 24 * 3_600_000);
    *refused.lock().unwrap() = true;
    *memory_of.lock().unwrap() = 0;
    // Of one all, of the other none.
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 230);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 230);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 0);
}

#[tokio::test]
async fn a_use_that_could_not_be_written_down_is_written_down_later() {
    let (memory, armed) = failing_once().await;
    let email = "anna@example.com".parse().unwrap();
    let new = NewKey::named("tool");
    let token = create_api_key(&memory.store, &memory.environment, &email, None, new);
    let token = token.await.unwrap();
    memory.clock.advance_ms(60_000);
    memory.engine.caller(token.reveal()).await.unwrap().unwrap();
    *armed.lock().unwrap() = Some("uses.before_commit");
    let refused = memory.engine.remove_expired().await;
    assert!(matches!(refused, Err(EngineError::Unavailable { .. })));
    let keys = memory.engine.keys(memory.user).await.unwrap();
    assert_eq!(keys[0].last_used_at, Some(memory.environment.now()));
}

#[tokio::test]
async fn a_deleted_space_that_cannot_be_removed_keeps_nobody_elses() {
    let (memory, armed) = failing_once().await;
    let ben = account_of(&memory, "ben@example.com").await;
    for user in [memory.user, ben] {
        let space = memory
            .engine
            .create_space(user, "work", None)
            .await
            .unwrap();
        memory
            .engine
            .accept(user, text(Some(space.id), "one"))
            .await
            .unwrap();
        *armed.lock().unwrap() = Some("remove_some.before_commit");
        let broken = memory.engine.delete_space(user, space.id, None).await;
        assert!(armed.lock().unwrap().is_none(), "{broken:?}");
    }
    assert_eq!(memory.store.deleted_spaces().await.unwrap().len(), 2);
    *armed.lock().unwrap() = Some("remove_some.before_commit");
    memory.engine.remove_deleted_spaces().await.unwrap();
    assert_eq!(memory.store.deleted_spaces().await.unwrap().len(), 1);
    memory.engine.remove_deleted_spaces().await.unwrap();
    assert_eq!(memory.store.deleted_spaces().await.unwrap(), []);
}

#[tokio::test]
async fn what_a_text_says_of_its_owner_is_not_lost_to_whoever_sets_a_zone_meanwhile() {
    let directory = tempfile::TempDir::new().unwrap();
    let database = Database::Sqlite {
        directory: directory.path().join("data"),
    };
    let store = Store::open(&database, Faults::none()).await.unwrap();
    let memory = Memory::on(store, 1).await;
    let token = LeaseToken::new(&memory.environment);
    let mut change = memory.store.begin_change(memory.user, token).await.unwrap();
    let mut account = memory.engine.account(memory.user).await.unwrap();
    account.name = "Olivia Berg".to_owned();
    change.update_person(&account).await.unwrap();
    let update = PersonUpdate {
        time_zone: Some("Europe/Oslo".to_owned()),
        ..PersonUpdate::default()
    };
    let updated = memory.engine.update_person(memory.user, update, None);
    let committed = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        change.commit().await.unwrap();
    };
    let (updated, ()) = tokio::join!(updated, committed);
    updated.unwrap();
    let account = memory.engine.account(memory.user).await.unwrap();
    assert_eq!(account.name, "Olivia Berg");
    assert_eq!(account.time_zone.as_deref(), Some("Europe/Oslo"));
}

#[tokio::test]
async fn a_settlement_that_the_database_refuses_counts_against_nobody() {
    let refuses = Arc::new(AtomicBool::new(true));
    let fires = refuses.clone();
    let faults = move |point| point == "settle.before_commit" && fires.load(Ordering::SeqCst);
    let faults = Faults::new(Arc::new(faults));
    let store = Store::open(&Database::SqliteInMemory, faults)
        .await
        .unwrap();
    let clock = Arc::new(ManualClock::new(day("2024-01-01")));
    let environment = Environment::new(clock.clone(), Arc::new(SeededEntropy::new(1)));
    let email: EmailAddress = "anna@example.com".parse().unwrap();
    let account = store.ensure_account(&email, "Anna", &environment).await;
    let user = account.unwrap().id;
    let engine = Engine::new(store.clone(), scripted(), environment, Settings::default());
    let first = engine.accept(user, text(None, "one")).await.unwrap();
    let second = engine.accept(user, text(None, "two")).await.unwrap();

    let refused = engine.lanes().step().await;
    assert!(
        matches!(refused, Err(EngineError::Unavailable { .. })),
        "{refused:?}"
    );
    for log in [first, second] {
        assert_eq!(
            engine.log(user, log).await.unwrap().status,
            LogStatus::Pending
        );
    }
    clock.advance_ms(60_000);
    let claim = engine.lanes().claim().await.unwrap().unwrap();
    assert_eq!(claim.episodes.len(), 2, "they are suspect of nothing");
    assert_eq!(claim.episodes[0].claims, 1, "the refused claim is counted");

    refuses.store(false, Ordering::SeqCst);
    clock.advance_ms(60_000);
    while engine.lanes().step().await.unwrap() != Step::Idle {}
    for log in [first, second] {
        assert_eq!(
            engine.log(user, log).await.unwrap().status,
            LogStatus::Completed
        );
    }
}

#[tokio::test]
async fn a_clock_that_is_set_back_an_hour_stops_nobody() {
    let store = Store::open(&Database::SqliteInMemory, Faults::none())
        .await
        .unwrap();
    let clock = Arc::new(ManualClock::new(day("2024-01-01")));
    let environment = Environment::new(clock.clone(), Arc::new(SeededEntropy::new(1)));
    let email: EmailAddress = "anna@example.com".parse().unwrap();
    let account = store.ensure_account(&email, "Anna", &environment).await;
    let user = account.unwrap().id;
    let engine = Engine::new(store.clone(), scripted(), environment, Settings::default());
    let waiting = engine.accept(user, text(None, "before")).await.unwrap();
    // Somebody had it in hand and is gone.
    engine.lanes().claim().await.unwrap().unwrap();
    clock.set_ms(-3_600_000);
    let later = engine.accept(user, text(None, "after")).await.unwrap();
    while engine.lanes().step().await.unwrap() != Step::Idle {}
    for log in [waiting, later] {
        assert_eq!(
            engine.log(user, log).await.unwrap().status,
            LogStatus::Completed
        );
    }
}

#[tokio::test]
async fn a_panic_in_one_step_of_the_housekeeping_keeps_none_of_the_others() {
    let (memory, armed) = panicking_once().await;
    let brief = NewText {
        more: TextOptions {
            expires_at: Some(day("2024-01-02")),
            ..TextOptions::default()
        },
        ..text(None, "brief")
    };
    let log = memory.engine.accept(memory.user, brief).await.unwrap();
    let email = "anna@example.com".parse().unwrap();
    let new = NewKey::named("tool");
    let token = create_api_key(&memory.store, &memory.environment, &email, None, new);
    let token = token.await.unwrap();
    memory.engine.caller(token.reveal()).await.unwrap().unwrap();
    memory.clock.advance_ms(2 * 24 * 3_600_000);
    *armed.lock().unwrap() = Some("uses.before_commit");
    memory.engine.start().await;
    until(async || memory.store.log(memory.user, log).await.unwrap().is_none()).await;
    assert!(armed.lock().unwrap().is_none());
    memory.engine.stop().await;
}

#[tokio::test]
async fn a_panic_while_a_lane_is_claimed_does_not_end_the_worker() {
    let (memory, armed) = panicking_once().await;
    *armed.lock().unwrap() = Some("claim.before_commit");
    let log = memory
        .accept("2024-01-01", None, "Anna | lives in | Berlin")
        .await;
    memory.engine.start().await;
    until(async || {
        let log = memory.store.log(memory.user, log).await.unwrap().unwrap();
        log.status == LogStatus::Completed
    })
    .await;
    assert!(armed.lock().unwrap().is_none());
    memory.engine.stop().await;
}

#[tokio::test]
async fn whoever_waits_for_a_commit_that_panics_is_told_of_a_defect() {
    let (memory, armed) = panicking_once().await;
    *armed.lock().unwrap() = Some("accept.before_commit");
    let refused = memory.engine.accept(memory.user, text(None, "one")).await;
    assert!(
        matches!(refused, Err(EngineError::Internal(_))),
        "{refused:?}"
    );
    memory
        .engine
        .accept(memory.user, text(None, "two"))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_text_that_is_damaged_fails_with_a_reason_and_keeps_nobody_elses() {
    let scratch = Scratch::create("damaged");
    let encryption = Encryption::given(MasterKey::of([7; 32]), &Environment::system());
    let limits = PostgresLimits::default();
    let database = scratch.database();
    let store = Store::open_encrypted(&database, limits, Faults::none(), &encryption);
    let memory = Memory::on(store.await.unwrap(), 1).await;
    let ben = account_of(&memory, "ben@example.com").await;
    let damaged = memory
        .accept("2024-01-01", None, "Anna | lives in | Berlin")
        .await;
    scratch.execute("UPDATE episodes SET body = 'AAAA'");
    let behind = memory
        .accept("2024-01-02", None, "Anna | owns | kite")
        .await;
    let bens = text(None, "Ben | lives in | Bonn");
    let bens = memory.engine.accept(ben, bens).await.unwrap();
    memory.process().await;
    for (user, log) in [(memory.user, behind), (ben, bens)] {
        let log = memory.engine.log(user, log).await.unwrap();
        assert_eq!(log.status, LogStatus::Completed);
    }
    let log = memory.engine.log(memory.user, damaged).await.unwrap();
    assert_eq!(log.status, LogStatus::Failed);
    let reason = log.error.unwrap();
    assert!(reason.contains("cannot be read"), "{reason}");
    let page = Page::first(10);
    let logs = memory
        .engine
        .newest_logs(memory.user, &LogFilter::default(), page)
        .await;
    assert_eq!(logs.unwrap().items.len(), 2);
    // Nothing keeps it from being forgotten.
    memory
        .engine
        .forget(memory.user, damaged, None)
        .await
        .unwrap();
}
