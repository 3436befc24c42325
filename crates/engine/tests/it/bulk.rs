//! What is imported does not delay what is written now, and what follows from both does not depend on which was first.

use std::fmt::Write as _;
use std::sync::Arc;

use recollect_engine::{Engine, EngineError, ImportFile, NewImport, NewText, Settings, Step};
use recollect_model::{EpisodeKind, ImportId, ImportStatus, LogId, LogStatus, ReferenceTime};

use crate::support::{Memory, day, query, scripted, text};

const BROUGHT: usize = 2_000;

impl Memory {
    fn brought(&self, number: usize) -> NewText {
        let (person, place) = (number % 7, number / 7 % 5);
        let mut brought = NewText {
            session: Some(format!("chat {}", number / 50)),
            reference_time: ReferenceTime::utc(day(&format!("20{:02}-01-01", 10 + number / 200))),
            ..text(None, &format!("Person{person} | lives in | Place{place}"))
        };
        brought.more.import = Some(ImportId::from_u128(1));
        brought.more.is_bulk = true;
        brought
    }

    async fn bring(&self, count: usize) {
        let texts = (0..count).map(|number| Ok::<_, EngineError>(self.brought(number)));
        let accepted = self.engine.accept_all(self.user, texts.collect()).await;
        assert!(accepted.iter().all(Result::is_ok));
    }
}

#[tokio::test]
async fn a_text_that_is_written_is_done_before_nearly_all_that_an_import_brought() {
    let memory = Memory::new().await;
    memory.bring(BROUGHT).await;
    let lanes = memory.engine.lanes();
    // The import is under way.
    let begun = lanes.claim().await.unwrap().unwrap();
    let written = memory
        .accept("2024-01-01", None, "Anna | lives in | Berlin")
        .await;
    assert_eq!(lanes.step().await.unwrap(), Step::Settled(1));
    let log = memory.engine.log(memory.user, written).await.unwrap();
    assert_eq!(log.status, LogStatus::Completed);
    let state = memory.engine.queue(memory.user).await.unwrap();
    assert_eq!(state.depth, BROUGHT as u64);
    let understood = lanes.understand(&begun).await;
    assert!(lanes.settle(&begun, &understood).await.unwrap() > 0);
    // And whoever goes on writing takes turns with it.
    for number in 0..5 {
        let written = memory
            .accept("2024-01-02", None, &format!("Ben{number} | owns | a boat"))
            .await;
        lanes.step().await.unwrap();
        lanes.step().await.unwrap();
        let log = memory.engine.log(memory.user, written).await.unwrap();
        assert_eq!(log.status, LogStatus::Completed);
    }
    let left = memory.engine.queue(memory.user).await.unwrap().depth;
    assert!(
        left < BROUGHT as u64 - 64 && left > BROUGHT as u64 / 2,
        "{left}"
    );
}

#[tokio::test]
async fn the_statements_do_not_depend_on_which_lane_was_first() {
    let mut all = Vec::new();
    for before in [0, 3, 40] {
        let memory = Memory::new().await;
        memory.bring(200).await;
        for _ in 0..before {
            memory.engine.lanes().step().await.unwrap();
        }
        for number in 0..20 {
            let body = format!("Person{} | lives in | Elsewhere{number}", number % 7);
            memory.accept("2010-06-01", Some("written"), &body).await;
        }
        memory.process().await;
        let mut lines = memory.lines().await;
        lines.sort();
        all.push(lines);
    }
    assert!(!all[0].is_empty());
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}

/// A chat of so many messages as a file.
fn chat(messages: usize) -> ImportFile {
    let mut lines = String::new();
    for number in 0..messages {
        let (day, minute) = (number / 60 % 28 + 1, number % 60);
        let _ = writeln!(
            lines,
            "{day:02}.01.2024, 10:{minute:02} - Anna: Parcel {number} is here."
        );
    }
    ImportFile {
        name: "chat.txt".to_owned(),
        bytes: lines.into_bytes(),
        modified: None,
        before: 0,
    }
}

#[tokio::test]
async fn what_is_brought_waits_while_it_is_being_accepted_and_for_a_minute_at_most() {
    for (passed_ms, is_processed) in [(0, false), (59_000, false), (60_000, true)] {
        let memory = Memory::new().await;
        let engine = Arc::new(Engine::new(
            memory.store.clone(),
            scripted(),
            memory.environment.clone(),
            Settings::default(),
        ));
        let brought = NewImport {
            files: vec![chat(6_000)],
            ..NewImport::default()
        };
        let import = engine.begin_import(memory.user, brought).await.unwrap();
        memory.clock.advance_ms(passed_ms);
        let (lanes, mut settled) = (engine.lanes(), 0);
        let goes_on = async || {
            let import = engine.import(memory.user, import.id).await.unwrap();
            import.status == ImportStatus::Running
        };
        let mut written = None;
        while goes_on().await {
            match lanes.step().await.unwrap() {
                Step::Settled(count) if goes_on().await => settled += count,
                Step::Settled(_) => {}
                Step::Idle => tokio::task::yield_now().await,
            }
            // What is written meanwhile does not wait.
            if written.is_none() && !is_processed {
                let new = text(None, "Ben | owns | a boat");
                let log = engine.accept(memory.user, new).await.unwrap();
                assert_eq!(lanes.step().await.unwrap(), Step::Settled(1));
                written = Some(log);
            }
        }
        assert_eq!(settled > 0, is_processed, "{settled} after {passed_ms} ms");
        assert_eq!(written.is_some(), !is_processed);
        while lanes.step().await.unwrap() != Step::Idle {}
        let state = engine.queue(memory.user).await.unwrap();
        assert_eq!(state.depth, 0);
    }
}

#[tokio::test]
async fn a_huge_text_does_not_hold_the_small_ones_that_are_written_after_it() {
    let memory = Memory::new().await;
    let huge = "Anna says that it rains. ".repeat(6_000);
    let huge = memory.accept("2024-01-01", None, &huge).await;
    let lanes = memory.engine.lanes();
    let begun = lanes.claim().await.unwrap().unwrap();
    assert_eq!(begun.episodes[0].log, huge);
    let small = memory
        .accept("2024-01-01", None, "Anna | lives in | Berlin")
        .await;
    assert_eq!(lanes.step().await.unwrap(), Step::Settled(1));
    let log = memory.engine.log(memory.user, small).await.unwrap();
    assert_eq!(log.status, LogStatus::Completed);
    let understood = lanes.understand(&begun).await;
    assert_eq!(lanes.settle(&begun, &understood).await.unwrap(), 1);
    // So it is when it is given other words.
    let other = "Ben says that it snows. ".repeat(6_000);
    let edited = memory.engine.edit(memory.user, huge, (None, &other), None);
    edited.await.unwrap();
    let begun = lanes.claim().await.unwrap().unwrap();
    assert_eq!(begun.episodes[0].log, huge);
    memory
        .accept("2024-01-02", None, "Anna | owns | a boat")
        .await;
    assert_eq!(lanes.step().await.unwrap(), Step::Settled(1));
}

#[tokio::test]
async fn the_versions_of_a_document_by_its_session_keep_their_order_whatever_their_length() {
    let memory = Memory::new().await;
    let version = |body: String| NewText {
        session: Some("the plan".to_owned()),
        kind: EpisodeKind::Document,
        ..text(None, &body)
    };
    let long = version("Anna says that it rains. ".repeat(6_000));
    memory.engine.accept(memory.user, long).await.unwrap();
    let short = version("Anna | lives in | Berlin".to_owned());
    let short = memory.engine.accept(memory.user, short).await.unwrap();
    memory.process().await;
    let found = memory.engine.recall(memory.user, query("Anna")).await;
    let found: Vec<LogId> = found
        .unwrap()
        .episodes
        .iter()
        .map(|one| one.episode.log)
        .collect();
    assert_eq!(found, [short]);
}

#[tokio::test]
async fn an_undo_goes_on_without_whoever_asked_for_it_and_after_a_restart() {
    let memory = Memory::new().await;
    let engine = || {
        let (language, settings) = (scripted(), Settings::default());
        let (store, environment) = (memory.store.clone(), memory.environment.clone());
        Arc::new(Engine::new(store, language, environment, settings))
    };
    let first = engine();
    let brought = NewImport {
        files: vec![chat(300)],
        ..NewImport::default()
    };
    let import = first.begin_import(memory.user, brought).await.unwrap();
    let stands = async || memory.store.import(memory.user, import.id).await.unwrap();
    let status = async || stands().await.unwrap().status;
    while status().await == ImportStatus::Running {
        tokio::task::yield_now().await;
    }
    while first.lanes().step().await.unwrap() != Step::Idle {}
    // As a process leaves it that ends in between.
    let mut left = stands().await.unwrap();
    left.status = ImportStatus::Undoing;
    memory.store.put_import(memory.user, &left).await.unwrap();
    assert_eq!(status().await, ImportStatus::Undoing);
    let texts = async || {
        let logs = memory.store.logs_of_import(memory.user, import.id, 1_000);
        logs.await.unwrap().len()
    };
    assert_eq!(texts().await, 300);
    let second = engine();
    second.go_on_undoing().await.unwrap();
    assert_eq!((status().await, texts().await), (ImportStatus::Undone, 0));
    // Nobody waits for the end of this one.
    let again = NewImport {
        files: vec![chat(300)],
        ..NewImport::default()
    };
    let import = second.begin_import(memory.user, again).await.unwrap();
    let status = async || second.import(memory.user, import.id).await.unwrap().status;
    while status().await == ImportStatus::Running {
        tokio::task::yield_now().await;
    }
    while second.lanes().step().await.unwrap() != Step::Idle {}
    let asked = second.undo_import(memory.user, import.id);
    let waited = tokio::time::timeout(std::time::Duration::from_millis(5), asked).await;
    assert!(waited.is_err());
    while status().await != ImportStatus::Undone {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let left = memory.store.logs_of_import(memory.user, import.id, 1_000);
    assert_eq!(left.await.unwrap(), []);
}
