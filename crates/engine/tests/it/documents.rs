//! A document that is sent again takes the place of its version before.

use recollect_engine::{EngineError, NewText};
use recollect_model::{EpisodeKind, EventKind, Log, LogId, LogStatus, ReferenceTime};

use crate::support::{Memory, day, query, text};

/// Sends a version of a document, without processing it.
async fn send(memory: &Memory, session: &str, body: &str) -> LogId {
    memory.clock.advance_ms(1_000);
    let version = NewText {
        session: Some(session.to_owned()),
        kind: EpisodeKind::Document,
        reference_time: ReferenceTime::utc(day("2024-01-01")),
        ..text(None, body)
    };
    memory.engine.accept(memory.user, version).await.unwrap()
}

async fn log(memory: &Memory, log: LogId) -> Log {
    memory.engine.log(memory.user, log).await.unwrap()
}

async fn found(memory: &Memory, words: &str) -> Vec<String> {
    let found = memory.engine.recall(memory.user, query(words)).await;
    let episodes = found.unwrap().episodes;
    episodes.into_iter().map(|one| one.episode.body).collect()
}

/// What happened, as `kind of the n-th text`.
async fn events(memory: &Memory, logs: &[LogId]) -> Vec<String> {
    let events = memory.engine.events(memory.user, 0, 100).await.unwrap();
    let number = |log| logs.iter().position(|one| Some(*one) == log).unwrap();
    let told = events
        .iter()
        .filter(|told| told.event.kind != EventKind::StatementInvalidated)
        .map(|told| format!("{} {}", told.event.kind.as_str(), number(told.event.log)));
    told.collect()
}

#[tokio::test]
async fn the_version_before_goes_with_all_that_only_it_supported() {
    let memory = Memory::new().await;
    let first = send(&memory, "n1", "Anna | owns | kite\nAnna | likes | tea").await;
    memory.process().await;
    memory.tell("2024-01-01", "Anna | likes | tea").await;
    assert_eq!(memory.names().await, ["Anna", "kite", "tea"]);
    let second = send(&memory, "n1", "Anna | owns | boat").await;
    memory.process().await;

    let (old, new) = (log(&memory, first).await, log(&memory, second).await);
    assert_eq!(
        (old.status, old.episode, old.text.as_str()),
        (LogStatus::Completed, None, "")
    );
    assert_eq!((old.replaced_by, new.replaced_by), (Some(second), None));
    assert!(new.episode.is_some());
    assert_eq!(memory.names().await, ["Anna", "boat", "tea"]);
    let facts: Vec<String> = memory.lines().await;
    assert_eq!(
        facts,
        [
            "Anna likes tea. 2024-01-01..",
            "Anna owns boat. 2024-01-01.."
        ]
    );
    assert!(found(&memory, "kite").await.is_empty());
    assert_eq!(found(&memory, "boat").await[0], "Anna | owns | boat");
}

#[tokio::test]
async fn the_order_of_events_tells_of_the_new_version_first() {
    let memory = Memory::new().await;
    let first = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    let second = send(&memory, "n1", "Anna | owns | boat").await;
    let third = send(&memory, "n1", "Anna | owns | car").await;
    memory.process().await;
    assert_eq!(
        events(&memory, &[first, second, third]).await,
        [
            "episode.completed 0",
            "episode.completed 1",
            "episode.deleted 0",
            "episode.completed 2",
            "episode.deleted 1",
        ]
    );
    assert_eq!(log(&memory, first).await.replaced_by, Some(second));
    assert_eq!(log(&memory, second).await.replaced_by, Some(third));
    assert_eq!(memory.names().await, ["Anna", "car"]);
}

#[tokio::test]
async fn the_same_text_again_changes_nothing_and_says_so() {
    let memory = Memory::new().await;
    let first = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    let (statements, space) = (memory.statements().await, memory.space);
    let revision = memory.store.revision(memory.user, space).await.unwrap();
    let again = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    let (one, other) = (log(&memory, first).await, log(&memory, again).await);
    assert_eq!(other.status, LogStatus::Completed);
    assert_eq!((one.episode, one.replaced_by), (other.episode, None));
    assert!(other.note.unwrap().contains("nothing has changed"));
    assert_eq!(memory.statements().await.len(), statements.len());
    assert_eq!(
        memory.store.revision(memory.user, space).await.unwrap(),
        revision
    );

    // Both of them are replaced by a third that differs, and each log can be deleted.
    let third = send(&memory, "n1", "Anna | owns | boat").await;
    memory.process().await;
    for replaced in [first, again] {
        assert_eq!(log(&memory, replaced).await.replaced_by, Some(third));
        let forgotten = memory
            .engine
            .forget(memory.user, replaced, None)
            .await
            .unwrap();
        assert_eq!(forgotten.episodes, 0);
        let gone = memory.engine.log(memory.user, replaced).await;
        assert!(matches!(gone, Err(EngineError::NotFound { .. })));
    }
    assert_eq!(found(&memory, "boat").await, ["Anna | owns | boat"]);
}

#[tokio::test]
async fn versions_that_wait_together_leave_the_last_of_them() {
    let memory = Memory::new().await;
    let mut logs = Vec::new();
    for body in ["kite", "kite", "boat", "kite", "car", "car"] {
        logs.push(send(&memory, "n1", &format!("Anna | owns | {body}")).await);
    }
    memory.process().await;
    let mut replaced_by = Vec::new();
    for one in &logs {
        replaced_by.push(log(&memory, *one).await.replaced_by);
    }
    let by = |number: usize| Some(logs[number]);
    assert_eq!(replaced_by, [by(2), by(2), by(3), by(4), None, None]);
    assert_eq!(memory.names().await, ["Anna", "car"]);
    assert_eq!(found(&memory, "owns").await, ["Anna | owns | car"]);
}

#[tokio::test]
async fn forgetting_one_of_two_logs_of_a_text_leaves_the_other_without_it() {
    let memory = Memory::new().await;
    let first = send(&memory, "n1", "Anna | owns | kite").await;
    let again = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    let forgotten = memory
        .engine
        .forget(memory.user, again, None)
        .await
        .unwrap();
    assert_eq!((forgotten.episodes, forgotten.statements), (1, 1));
    let left = log(&memory, first).await;
    assert_eq!(
        (left.text.as_str(), left.episode, left.replaced_by),
        ("", None, None)
    );
    // It is new when it is sent again.
    let anew = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    assert!(log(&memory, anew).await.note.is_none());
    assert_eq!(memory.lines().await, ["Anna owns kite. 2024-01-01.."]);
}

#[tokio::test]
async fn another_session_another_space_or_a_conversation_replaces_nothing() {
    let memory = Memory::new().await;
    let first = send(&memory, "n1", "Anna | owns | kite").await;
    send(&memory, "n2", "Anna | owns | boat").await;
    memory
        .accept("2024-01-01", Some("n1"), "Anna | owns | car")
        .await;
    let work = memory
        .engine
        .create_space(memory.user, "work", None)
        .await
        .unwrap();
    let elsewhere = NewText {
        session: Some("n1".to_owned()),
        kind: EpisodeKind::Document,
        ..text(Some(work.id), "Anna | owns | house")
    };
    memory.engine.accept(memory.user, elsewhere).await.unwrap();
    let sessionless = NewText {
        kind: EpisodeKind::Document,
        ..text(None, "Anna | owns | hat")
    };
    for _ in 0..2 {
        memory
            .engine
            .accept(memory.user, sessionless.clone())
            .await
            .unwrap();
    }
    memory.process().await;
    assert_eq!(log(&memory, first).await.replaced_by, None);
    assert_eq!(found(&memory, "owns").await.len(), 6);
}

#[tokio::test]
async fn a_version_that_fails_leaves_the_one_before_in_its_place() {
    let memory = Memory::new().await;
    let first = send(&memory, "n1", "Anna | owns | kite").await;
    let failed = send(&memory, "n1", "Anna | owns | boat [[give up]]").await;
    memory.process().await;
    assert_eq!(log(&memory, failed).await.status, LogStatus::Failed);
    assert_eq!(log(&memory, first).await.replaced_by, None);
    assert_eq!(memory.names().await, ["Anna", "kite"]);
    let last = send(&memory, "n1", "Anna | owns | car").await;
    memory.process().await;
    let refused = memory.engine.retry(memory.user, failed).await;
    assert!(matches!(refused, Err(EngineError::Conflict { .. })));
    assert_eq!(log(&memory, first).await.replaced_by, Some(last));
}

#[tokio::test]
async fn what_a_search_has_just_told_of_a_document_is_no_repetition_in_its_next_version() {
    let memory = Memory::new().await;
    send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    assert_eq!(found(&memory, "kite").await.len(), 1);
    send(&memory, "n1", "Anna | owns | kite\nAnna | owns | boat").await;
    memory.process().await;
    assert_eq!(memory.names().await, ["Anna", "boat", "kite"]);
}

#[tokio::test]
async fn what_waits_for_a_text_that_is_forgotten_through_another_log_fails_and_holds_up_nothing() {
    let memory = Memory::new().await;
    let first = send(&memory, "n1", "Anna | owns | kite").await;
    let again = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    let boat = "Anna | owns | boat";
    let edited = memory
        .engine
        .edit(memory.user, again, (None, boat), None)
        .await;
    assert_eq!(edited.unwrap().status, LogStatus::Pending);
    let forgotten = memory.engine.forget(memory.user, first, None).await;
    assert_eq!(forgotten.unwrap().episodes, 1);
    let left = log(&memory, again).await;
    assert_eq!((left.status, left.episode), (LogStatus::Failed, None));
    assert!(left.error.unwrap().contains("forgotten"));
    assert_eq!(memory.engine.queue(memory.user).await.unwrap().depth, 0);
    let other = memory.tell("2024-01-01", "Ben | owns | hat").await;
    assert_eq!(memory.names().await, ["Ben", "hat"]);
    let told = events(&memory, &[first, again, other]).await;
    assert!(told.contains(&"episode.failed 1".to_owned()), "{told:?}");
    // There is nothing to be tried again, and nothing to be edited.
    let retried = memory.engine.retry(memory.user, again).await;
    assert!(matches!(retried, Err(EngineError::NotFound { .. })));
    let edited = memory
        .engine
        .edit(memory.user, again, (None, boat), None)
        .await;
    assert!(matches!(edited, Err(EngineError::NotFound { .. })));
}

#[tokio::test]
async fn a_text_that_waits_with_other_words_is_edited_through_no_other_log() {
    let memory = Memory::new().await;
    let first = send(&memory, "n1", "Anna | owns | kite").await;
    let again = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    let edit = async |log, body: &str| {
        memory
            .engine
            .edit(memory.user, log, (None, body), None)
            .await
    };
    edit(first, "Anna | owns | boat").await.unwrap();
    let refused = edit(again, "Anna | owns | car").await;
    assert!(matches!(refused, Err(EngineError::Conflict { .. })));
    memory.process().await;
    assert_eq!(memory.lines().await, ["Anna owns boat. 2024-01-01.."]);
    edit(again, "Anna | owns | car").await.unwrap();
    memory.process().await;
    assert_eq!(memory.lines().await, ["Anna owns car. 2024-01-01.."]);
    edit(first, "Anna | owns | hat").await.unwrap();
    memory.process().await;
    assert_eq!(memory.lines().await, ["Anna owns hat. 2024-01-01.."]);
}

#[tokio::test]
async fn an_older_version_is_not_edited_into_the_place_of_a_newer_one() {
    let memory = Memory::new().await;
    let named = async |body: &str| {
        memory.clock.advance_ms(1_000);
        let mut version = text(None, body);
        version.more.external_id = Some("plan".to_owned());
        memory.engine.accept(memory.user, version).await.unwrap()
    };
    let edit = async |log| {
        let edited = memory
            .engine
            .edit(memory.user, log, (None, "Anna | owns | hat"), None);
        edited.await
    };
    let first = named("Anna | owns | kite").await;
    memory.process().await;
    let second = named("Anna | owns | boat").await;
    let refused = edit(first).await;
    assert!(matches!(refused, Err(EngineError::Conflict { .. })));
    memory.process().await;
    assert_eq!(memory.lines().await, ["Anna owns boat. 1970-01-01.."]);
    // One that failed comes behind one that did not.
    let failed = named("Anna | owns | car [[give up]]").await;
    memory.process().await;
    edit(second).await.unwrap();
    memory.process().await;
    assert_eq!(memory.lines().await, ["Anna owns hat. 1970-01-01.."]);
    let refused = edit(failed).await;
    assert!(matches!(refused, Err(EngineError::Conflict { .. })));
}

/// Sends a version of a document that is to be forgotten at a time, with a tag, and processes it.
async fn send_until(memory: &Memory, body: &str, until: Option<&str>, tag: &str) -> LogId {
    memory.clock.advance_ms(1_000);
    let mut version = NewText {
        session: Some("n1".to_owned()),
        kind: EpisodeKind::Document,
        reference_time: ReferenceTime::utc(day("2024-01-01")),
        ..text(None, body)
    };
    version.more.expires_at = until.map(day);
    version.more.labels.tags = vec![tag.to_owned()];
    let log = memory.engine.accept(memory.user, version).await.unwrap();
    memory.process().await;
    log
}

#[tokio::test]
async fn a_document_that_is_sent_again_is_kept_as_long_as_it_was_sent_with_last() {
    let memory = Memory::new().await;
    let first = send_until(&memory, "Anna | owns | kite", Some("2024-02-01"), "a").await;
    let second = send_until(&memory, "Anna | owns | kite", None, "a").await;
    assert_eq!(log(&memory, first).await.replaced_by, Some(second));
    let third = send_until(&memory, "Anna | owns | kite", None, "b").await;
    assert_eq!(log(&memory, second).await.replaced_by, Some(third));
    assert_eq!(log(&memory, third).await.labels.tags, ["b"]);
    let again = send_until(&memory, "Anna | owns | kite", None, "b").await;
    assert_eq!(
        log(&memory, third).await.episode,
        log(&memory, again).await.episode
    );
    memory.clock.advance_ms(60 * 86_400_000);
    memory.engine.forget_expired().await.unwrap();
    assert_eq!(memory.lines().await, ["Anna owns kite. 2024-01-01.."]);
    assert_eq!(log(&memory, again).await.text, "Anna | owns | kite");
}

#[tokio::test]
async fn a_document_is_kept_by_its_space_since_it_was_last_sent() {
    const DAY_MS: i64 = 86_400_000;
    let memory = Memory::new().await;
    let keep = memory.engine.keep_for(memory.user, memory.space, Some(3));
    keep.await.unwrap();
    let first = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    memory.clock.advance_ms(2 * DAY_MS);
    let again = send(&memory, "n1", "Anna | owns | kite").await;
    memory.process().await;
    memory.clock.advance_ms(2 * DAY_MS);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 1);
    let gone = memory.engine.log(memory.user, first).await;
    assert!(matches!(gone, Err(EngineError::NotFound { .. })));
    assert_eq!(log(&memory, again).await.text, "Anna | owns | kite");
    assert_eq!(found(&memory, "kite").await, ["Anna | owns | kite"]);
    assert_eq!(memory.lines().await, ["Anna owns kite. 2024-01-01.."]);
    memory.clock.advance_ms(2 * DAY_MS);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 1);
    assert!(memory.entities().await.is_empty());
}
