//! A text that failed is tried again when its owner asks for it.

use recollect_engine::{Engine, EngineError, Settings};
use recollect_model::LogStatus;

use crate::support::{Memory, scripted, text};

#[tokio::test]
async fn it_goes_behind_what_waits_and_is_done_when_what_failed_works() {
    let memory = Memory::new().await;
    // One attempt is all a text gets here, and the first one fails.
    let settings = Settings {
        max_attempts: 1,
        ..Settings::default()
    };
    let (store, environment) = (memory.store.clone(), memory.environment.clone());
    let engine = Engine::new(store, scripted(), environment, settings);
    let send = async |body: &str| engine.accept(memory.user, text(None, body)).await.unwrap();
    let step = async || engine.lanes().step().await.unwrap();
    let failing = send("Anna | owns | kite [[retry once]]").await;
    step().await;
    let failed = engine.log(memory.user, failing).await.unwrap();
    assert_eq!(failed.status, LogStatus::Failed);
    assert!(failed.error.unwrap().contains("given up after 1 attempts"));

    let next = send("Ben | owns | boat").await;
    let queued = engine.retry(memory.user, failing).await.unwrap();
    assert_eq!((queued.status, queued.error), (LogStatus::Pending, None));
    assert_eq!(queued.queue.map(|place| place.position), Some(2));
    let again = engine.retry(memory.user, failing).await;
    assert!(
        matches!(again, Err(EngineError::Conflict { .. })),
        "{again:?}"
    );
    // Embedding and extraction each fail the first time they see the text.
    for _ in 0..3 {
        step().await;
        if engine.log(memory.user, failing).await.unwrap().status == LogStatus::Failed {
            engine.retry(memory.user, failing).await.unwrap();
        }
    }
    let done = engine.log(memory.user, failing).await.unwrap();
    let other = engine.log(memory.user, next).await.unwrap();
    assert_eq!(
        (done.status, other.status),
        (LogStatus::Completed, LogStatus::Completed)
    );
    assert_eq!(
        (done.text, done.accepted_at),
        (queued.text, queued.accepted_at)
    );
    let state = engine.queue(memory.user).await.unwrap();
    assert_eq!((state.depth, state.processing), (0, 0));
    let events = engine.events(memory.user, 0, 9).await.unwrap();
    let kinds: Vec<_> = events.iter().map(|told| told.event.kind.as_str()).collect();
    assert_eq!(kinds[..2], ["episode.failed", "episode.completed"]);
    assert_eq!(kinds.last(), Some(&"episode.completed"));
}
