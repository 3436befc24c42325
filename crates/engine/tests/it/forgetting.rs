//! Forgetting a text takes back all it did.

use std::sync::Arc;

use recollect_engine::{
    Engine, EngineError, EntityUpdate, ImportFile, Judgement, NewImport, NewText, Settings,
};
use recollect_model::{EntityKind, EpisodeKind, ImportStatus, LogStatus};

use crate::support::{Memory, query, scripted, text};

#[tokio::test]
async fn what_only_it_had_ended_is_open_again() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna | lives in | Berlin").await;
    let before = (memory.lines().await, memory.names().await);
    let moved = memory.tell("2021-01-01", "Anna | lives in | Munich").await;
    assert_eq!(
        memory.lines().await,
        [
            "Anna lives in Berlin. 2020-01-01..2021-01-01",
            "Anna lives in Munich. 2021-01-01.."
        ]
    );
    let forgotten = memory
        .engine
        .forget(memory.user, moved, None)
        .await
        .unwrap();
    assert_eq!((forgotten.statements, forgotten.entities), (1, 1));
    assert_eq!((memory.lines().await, memory.names().await), before);
    let gone = memory.engine.log(memory.user, moved).await;
    assert!(matches!(gone, Err(EngineError::NotFound { .. })));
    let again = memory.engine.forget(memory.user, moved, None).await;
    assert!(matches!(again, Err(EngineError::NotFound { .. })));
}

#[tokio::test]
async fn what_others_say_too_stays() {
    let memory = Memory::new().await;
    let first = memory.tell("2020-01-01", "Anna | lives in | Berlin").await;
    memory.tell("2020-05-01", "Anna | lives in | Berlin").await;
    let forgotten = memory
        .engine
        .forget(memory.user, first, None)
        .await
        .unwrap();
    assert_eq!((forgotten.statements, forgotten.entities), (0, 0));
    assert_eq!(memory.lines().await, ["Anna lives in Berlin. 2020-05-01.."]);
}

#[tokio::test]
async fn a_search_finds_it_no_more() {
    let memory = Memory::new().await;
    let log = memory.tell("2020-01-01", "Anna | owns | kite").await;
    let found = memory.engine.recall(memory.user, query("kite")).await;
    let found = found.unwrap();
    assert_eq!((found.episodes.len(), found.facts.len()), (1, 1));
    memory.engine.forget(memory.user, log, None).await.unwrap();
    let found = memory.engine.recall(memory.user, query("kite")).await;
    let found = found.unwrap();
    assert!(found.episodes.is_empty() && found.facts.is_empty());
}

#[tokio::test]
async fn what_waits_is_not_processed_any_more() {
    let memory = Memory::new().await;
    let waiting = memory
        .accept("2020-01-01", None, "Anna | owns | kite")
        .await;
    memory
        .engine
        .forget(memory.user, waiting, None)
        .await
        .unwrap();
    let other = memory.tell("2020-01-02", "Ben | owns | boat").await;
    assert_eq!(memory.names().await, ["Ben", "boat"]);
    let log = memory.engine.log(memory.user, other).await.unwrap();
    assert_eq!(log.status, LogStatus::Completed);
}

#[tokio::test]
async fn names_that_it_kept_apart_are_one_again() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna* | likes | tea").await;
    memory.tell("2020-01-02", "Anna Smith* | owns | boat").await;
    assert_eq!(memory.aliases("Anna Smith").await, ["Anna (fuller name)"]);
    let other = memory.tell("2020-01-03", "Anna Jones* | owns | car").await;
    assert!(memory.aliases("Anna Smith").await.is_empty());
    memory
        .engine
        .forget(memory.user, other, None)
        .await
        .unwrap();
    assert_eq!(memory.aliases("Anna Smith").await, ["Anna (fuller name)"]);
    let first = memory.statements().await;
    assert!(
        first.iter().all(|one| one.subject == "Anna Smith"),
        "{first:?}"
    );
}

#[tokio::test]
async fn nobody_forgets_what_is_somebody_elses() {
    let memory = Memory::new().await;
    let log = memory.tell("2020-01-01", "Anna | owns | kite").await;
    let email = "mallory@example.com".parse().unwrap();
    let other = memory
        .store
        .ensure_account(&email, "Mallory", &memory.environment);
    let other = other.await.unwrap().id;
    let refused = memory.engine.forget(other, log, None).await;
    assert!(matches!(refused, Err(EngineError::NotFound { .. })));
    assert_eq!(memory.lines().await.len(), 1);
}

#[tokio::test]
async fn a_text_whose_time_is_over_is_forgotten_with_all_it_did() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna | lives in | Berlin").await;
    let before = memory.lines().await;
    let until = memory.engine.environment().now();
    let until = until
        .checked_add(std::time::Duration::from_secs(3_600))
        .unwrap();
    let mut brief = text(None, "Anna | lives in | Munich");
    brief.more.expires_at = Some(until);
    memory.engine.accept(memory.user, brief).await.unwrap();
    memory.process().await;
    assert_eq!(memory.lines().await.len(), 2);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 0);
    memory.clock.advance_ms(3_600_000);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 1);
    assert_eq!(memory.lines().await, before);
    assert_eq!(memory.engine.forget_expired().await.unwrap(), 0);
}

#[tokio::test]
async fn a_space_forgets_what_is_older_than_it_keeps() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna | lives in | Berlin").await;
    memory.clock.advance_ms(3 * 86_400_000);
    memory.tell("2020-01-02", "Anna | owns | kite").await;
    let engine = &memory.engine;
    assert_eq!(engine.forget_expired().await.unwrap(), 0);
    let space = engine.default_space(memory.user).await.unwrap().unwrap();
    let kept = engine.keep_for(memory.user, space.id, Some(2)).await;
    assert_eq!(kept.unwrap().retention_days, Some(2));
    assert_eq!(engine.forget_expired().await.unwrap(), 1);
    let lines = memory.lines().await;
    assert!(
        lines.len() == 1 && lines[0].starts_with("Anna owns kite."),
        "{lines:?}"
    );
    engine.keep_for(memory.user, space.id, None).await.unwrap();
    memory.clock.advance_ms(30 * 86_400_000);
    assert_eq!(engine.forget_expired().await.unwrap(), 0);
}

impl Memory {
    async fn call(&self, entity: &str, name: &str) {
        let update = EntityUpdate {
            name: Some(Some(name.to_owned())),
            kind: None,
        };
        let id = self.id(entity).await;
        let called = self.engine.update_entity(self.user, id, &update, None);
        called.await.unwrap();
    }
}

#[tokio::test]
async fn a_name_that_was_given_goes_with_the_words_that_named_whom_it_was_given() {
    let memory = Memory::new().await;
    let log = memory.tell("2020-01-01", "Barnabas* | owns | kite").await;
    memory.call("Barnabas", "Barney").await;
    let edit = async |body| {
        memory.clock.advance_ms(1_000);
        let edited = memory.engine.edit(memory.user, log, (None, body), None);
        edited.await.unwrap();
        memory.process().await;
    };
    edit("Barnabas* | owns | boat").await;
    assert_eq!(memory.names().await, ["Barney", "boat"]);
    edit("Ben* | owns | hat").await;
    assert_eq!(memory.names().await, ["Ben", "hat"]);
    memory.engine.forget(memory.user, log, None).await.unwrap();
    assert!(memory.names().await.is_empty());
}

#[tokio::test]
async fn what_was_asked_for_about_a_name_goes_with_a_document_that_another_takes_the_place_of() {
    let memory = Memory::new().await;
    let send = async |body: &str| {
        let version = NewText {
            session: Some("n1".to_owned()),
            kind: EpisodeKind::Document,
            ..text(None, body)
        };
        let log = memory.engine.accept(memory.user, version).await.unwrap();
        memory.process().await;
        log
    };
    send("Barnabas* | owns | kite").await;
    let update = EntityUpdate {
        name: None,
        kind: Some(Some(EntityKind::Place)),
    };
    let id = memory.id("Barnabas").await;
    let updated = memory.engine.update_entity(memory.user, id, &update, None);
    updated.await.unwrap();
    let last = send("Ben* | owns | hat").await;
    assert_eq!(memory.names().await, ["Ben", "hat"]);
    memory.engine.forget(memory.user, last, None).await.unwrap();
    assert!(memory.names().await.is_empty());
}

#[tokio::test]
async fn a_name_is_kept_while_a_text_waits_that_may_name_whom_it_was_given() {
    let memory = Memory::new().await;
    let log = memory.tell("2020-01-01", "Barnabas* | owns | kite").await;
    let other = memory.tell("2020-01-01", "Ben* | owns | hat").await;
    memory.call("Barnabas", "Barney").await;
    let edited = memory
        .engine
        .edit(memory.user, log, (None, "Barnabas* | owns | boat"), None);
    edited.await.unwrap();
    memory
        .engine
        .forget(memory.user, other, None)
        .await
        .unwrap();
    memory.process().await;
    assert_eq!(memory.names().await, ["Barney", "boat"]);
}

#[tokio::test]
async fn what_a_fact_was_corrected_to_goes_with_the_last_text_that_said_it() {
    let memory = Memory::new().await;
    let log = memory.tell("2020-01-01", "Anna* | lives in | Oslo").await;
    let statement = memory.statements().await[0].statement.id;
    let right = Judgement::Correct {
        object: Some("Bergen".to_owned()),
        fact: None,
    };
    let decided = memory.engine.decide(memory.user, statement, right, None);
    decided.await.unwrap();
    assert!(memory.names().await.contains(&"Bergen".to_owned()));
    let edited = memory
        .engine
        .edit(memory.user, log, (None, "Ben* | owns | hat"), None);
    edited.await.unwrap();
    memory.process().await;
    memory.engine.forget(memory.user, log, None).await.unwrap();
    assert!(memory.names().await.is_empty());
    assert!(
        memory
            .engine
            .decisions(memory.user, None)
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn what_was_decided_before_an_import_stands_when_the_import_is_undone() {
    let memory = Memory::new().await;
    let (store, environment) = (memory.store.clone(), memory.environment.clone());
    let engine = Engine::new(store, scripted(), environment, Settings::default());
    let engine = Arc::new(engine);
    let bring = async |body: &str| {
        let brought = NewImport {
            files: vec![ImportFile {
                name: "notes/anna.txt".to_owned(),
                bytes: body.as_bytes().to_vec(),
                modified: None,
                before: 0,
            }],
            ..NewImport::default()
        };
        memory.clock.advance_ms(120_000);
        let import = engine.begin_import(memory.user, brought).await.unwrap().id;
        let status = async || engine.import(memory.user, import).await.unwrap().status;
        while status().await == ImportStatus::Running {
            tokio::task::yield_now().await;
        }
        memory.process().await;
        import
    };
    let lines = async || -> Vec<String> {
        let lines = memory.lines().await.into_iter();
        lines
            .map(|line| line.split(". ").next().unwrap().to_owned())
            .collect()
    };
    bring("Anna* | lives in | Oslo").await;
    let before = memory.statements().await.remove(0).statement;
    let right = Judgement::Correct {
        object: Some("Bergen".to_owned()),
        fact: None,
    };
    let decided = memory.engine.decide(memory.user, before.id, right, None);
    decided.await.unwrap();
    assert_eq!(lines().await, ["Anna lives in Bergen"]);
    let import = bring("Anna* | lives in | Oslo\nAnna* | likes | tea").await;
    assert_eq!(lines().await, ["Anna likes tea", "Anna lives in Bergen"]);
    memory.clock.advance_ms(86_400_000);
    engine.undo_import(memory.user, import).await.unwrap();
    memory.process().await;
    assert_eq!(lines().await, ["Anna lives in Bergen"]);
    let decisions = memory.engine.decisions(memory.user, None).await.unwrap();
    assert_eq!(decisions.len(), 1);
    let after = memory.statements().await.remove(0).statement;
    assert_eq!(
        after.recorded_at, before.recorded_at,
        "it was known all along"
    );
}
