//! A database that refuses, and a clock that is set: nobody's text pays for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use recollect_engine::{Engine, EngineError, Settings, Step};
use recollect_model::{EmailAddress, Environment, LogStatus, ManualClock, SeededEntropy};
use recollect_storage::{Database, Faults, Store};

use crate::support::{day, scripted, text};

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
