//! Changes of names that bear on very many claims: carried out in parts, whatever breaks off, and to the same end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use recollect_engine::{EngineError, EntityUpdate, StatementFilter};
use recollect_model::{EntityId, EntityKind};
use recollect_storage::{Database, Faults, Store};

use crate::support::{ALL, Memory, day, lines};

/// Each says two things of Ada: more than one transaction takes in.
const TEXTS: usize = 600;

#[tokio::test]
async fn others_write_while_a_large_merge_is_carried_out() {
    let memory = much_of_ada(Memory::new().await, TEXTS).await;
    let (ada, edsger) = (memory.id("Ada").await, memory.id("Edsger").await);
    let merging = memory.engine.merge_entities(memory.user, ada, edsger, None);
    let written = writes_beside(&memory, merging).await;
    // There are more than 1,200 claims, and parts of 128.
    assert!(written >= 4, "{written}");
    assert_eq!(memory.aliases("Edsger").await, ["Ada (asked)"]);
    let split = memory.engine.split_entity(memory.user, ada, edsger, None);
    let written = writes_beside(&memory, split).await;
    assert!(written >= 4, "{written}");
}

#[tokio::test]
async fn a_large_merge_ends_as_if_the_names_had_always_been_one() {
    let one_by_one = Memory::seeded(2).await;
    one_by_one
        .tell("2020-01-01", "Ada* | knows | Edsger*")
        .await;
    merge(&one_by_one, "Ada", "Edsger").await.unwrap();
    let one_by_one = much_of_ada(one_by_one, TEXTS).await;

    let at_once = Memory::new().await;
    at_once.tell("2020-01-01", "Ada* | knows | Edsger*").await;
    let at_once = much_of_ada(at_once, TEXTS).await;
    let apart = at_once.lines().await;
    let (ada, edsger) = (at_once.id("Ada").await, at_once.id("Edsger").await);
    merge(&at_once, "Ada", "Edsger").await.unwrap();
    assert_eq!(at_once.lines().await, one_by_one.lines().await);
    assert_ne!(at_once.lines().await, apart);
    let split = at_once.engine.split_entity(at_once.user, ada, edsger, None);
    split.await.unwrap();
    assert_eq!(at_once.lines().await, apart);
}

#[tokio::test]
async fn a_text_that_makes_two_much_mentioned_names_one_holds_nobody_up() {
    let memory = much_of_ada(Memory::new().await, TEXTS).await;
    memory.accept("2022-01-01", None, "Edsger* = Ada*").await;
    let lanes = memory.engine.lanes();
    let written = writes_beside(&memory, lanes.step()).await;
    assert!(written >= 4, "{written}");
    let names = memory.names().await;
    assert!(!names.contains(&"Edsger".to_owned()) || !names.contains(&"Ada".to_owned()));
}

#[tokio::test]
async fn a_large_renaming_holds_nobody_up() {
    let memory = much_of_ada(Memory::new().await, TEXTS).await;
    let (engine, user) = (&memory.engine, memory.user);
    let ada = memory.id("Ada").await;
    let named = EntityUpdate {
        name: Some(Some("Ada Lovelace".to_owned())),
        ..EntityUpdate::default()
    };
    let written = writes_beside(&memory, engine.update_entity(user, ada, &named, None)).await;
    assert!(written >= 4, "{written}");
    let lines = memory.lines().await;
    assert!(
        lines.iter().all(|line| !line.starts_with("Ada likes")),
        "{lines:?}"
    );
    let renamed = memory.id("Ada Lovelace").await;
    assert_eq!(statements_of(&memory, renamed).await, TEXTS * 2);
    let kind = EntityUpdate {
        kind: Some(Some(EntityKind::Organization)),
        ..EntityUpdate::default()
    };
    engine
        .update_entity(user, renamed, &kind, None)
        .await
        .unwrap();
    assert_eq!(statements_of(&memory, renamed).await, TEXTS * 2);
}

#[tokio::test]
async fn a_death_that_ends_very_much_holds_nobody_up() {
    let memory = much_of_ada(Memory::new().await, TEXTS).await;
    memory
        .tell("2021-06-01", "Edsger* | died on | 2021-05-01")
        .await;
    merge(&memory, "Ada", "Edsger").await.unwrap();
    let open = |lines: &[String]| {
        lines
            .iter()
            .filter(|line| line.contains("likes") && line.ends_with(".."))
            .count()
    };
    assert_eq!(open(&memory.lines().await), 0);
    let told = much_of_ada(Memory::new().await, TEXTS).await;
    assert_eq!(open(&told.lines().await), TEXTS);
    told.accept("2021-06-01", None, "Ada* | died on | 2021-05-01")
        .await;
    let lanes = told.engine.lanes();
    let written = writes_beside(&told, lanes.step()).await;
    assert!(written >= 4, "{written}");
    assert_eq!(open(&told.lines().await), 0);
}

#[tokio::test]
async fn a_large_merge_that_breaks_off_is_gone_on_with_and_every_fact_is_told_meanwhile() {
    let directory = tempfile::TempDir::new().unwrap();
    let database = Database::Sqlite {
        directory: directory.path().join("data"),
    };
    let parts = Arc::new(AtomicUsize::new(0));
    let counted = parts.clone();
    // Every part is lost from the third on.
    let faults = Faults::new(Arc::new(move |point| {
        point == "follow.before_commit" && counted.fetch_add(1, Ordering::SeqCst) >= 2
    }));
    let store = Store::open(&database, faults).await.unwrap();
    let memory = much_of_ada(Memory::on(store, 1).await, TEXTS).await;
    let apart = memory.lines().await;
    merge(&memory, "Ada", "Edsger").await.unwrap();
    assert_eq!(parts.load(Ordering::SeqCst), 3);
    let ada = memory.id("Ada").await;
    assert_eq!(statements_of(&memory, ada).await, TEXTS * 2 + 1);
    let meanwhile = memory.lines().await;
    assert_eq!(meanwhile.len(), apart.len());
    assert!(memory.engine.follow_changes().await.is_err());
    // What is said, and forgotten, in between belongs to both.
    let log = memory.tell("2022-01-01", "Edsger* | likes | thing7").await;
    let later = memory.tell("2022-01-02", "Ada* | lives in | Paris").await;
    memory.engine.forget(memory.user, log, None).await.unwrap();
    memory.store.close().await;
    drop(memory);

    let store = Store::open(&database, Faults::none()).await.unwrap();
    assert_eq!(database.verify().await.unwrap(), []);
    let memory = Memory::on(store, 9).await;
    memory.engine.follow_changes().await.unwrap();
    assert!(memory.store.users_to_follow().await.unwrap().is_empty());
    memory
        .engine
        .forget(memory.user, later, None)
        .await
        .unwrap();
    let whole = much_of_ada(Memory::new().await, TEXTS).await;
    merge(&whole, "Ada", "Edsger").await.unwrap();
    assert_eq!(memory.lines().await, whole.lines().await);
    assert_eq!(database.verify().await.unwrap(), []);
}

#[tokio::test]
async fn a_split_in_the_middle_of_a_merge_takes_all_of_it_back() {
    let broken = Arc::new(AtomicUsize::new(0));
    let counted = broken.clone();
    let faults = Faults::new(Arc::new(move |point| {
        point == "follow.after_commit" && counted.fetch_add(1, Ordering::SeqCst) == 1
    }));
    let store = Store::open(&Database::SqliteInMemory, faults)
        .await
        .unwrap();
    let memory = much_of_ada(Memory::on(store, 1).await, TEXTS).await;
    let apart = memory.lines().await;
    let edsger = memory.id("Edsger").await;
    merge(&memory, "Ada", "Edsger").await.unwrap();
    assert!(!memory.store.users_to_follow().await.unwrap().is_empty());
    let known = memory.known_on("2030-01-01").await;
    assert_eq!(known, memory.lines().await);
    let ada = memory.id("Ada").await;
    let split = memory.engine.split_entity(memory.user, ada, edsger, None);
    split.await.unwrap();
    assert!(memory.store.users_to_follow().await.unwrap().is_empty());
    assert_eq!(memory.lines().await, apart);
}

#[tokio::test]
async fn a_name_that_is_taken_back_leaves_no_fact_behind() {
    let is_armed = Arc::new(AtomicBool::new(false));
    let armed = is_armed.clone();
    let faults = Faults::new(Arc::new(move |point| {
        point == "follow.before_commit" && armed.load(Ordering::SeqCst)
    }));
    let store = Store::open(&Database::SqliteInMemory, faults)
        .await
        .unwrap();
    let memory = much_of_ada(Memory::on(store, 1).await, TEXTS).await;
    let before = memory.lines().await;
    let (engine, user) = (&memory.engine, memory.user);
    let ada = memory.id("Ada").await;
    for name in [Some("Augusta King"), None] {
        let named = EntityUpdate {
            name: Some(name.map(str::to_owned)),
            ..EntityUpdate::default()
        };
        engine.update_entity(user, ada, &named, None).await.unwrap();
        assert_eq!(statements_of(&memory, ada).await, TEXTS * 2);
        // The name that is taken back goes at once, and what is said of it must not go with it.
        is_armed.store(true, Ordering::SeqCst);
    }
    assert_eq!(memory.lines().await, before);
}

/// A memory in which very much is said of Ada, and one thing of Edsger.
async fn much_of_ada(memory: Memory, texts: usize) -> Memory {
    let lanes = memory.engine.lanes();
    memory
        .tell("2020-01-01", "Edsger* | lives in | Austin")
        .await;
    for number in 0..texts {
        let body = format!("Ada* | likes | thing{number}\nAda* | met | Person{number}*");
        memory.accept("2021-01-01", Some("talk"), &body).await;
        if number % 64 == 63 || number + 1 == texts {
            lanes.step().await.unwrap();
        }
    }
    memory
}

async fn merge(memory: &Memory, keep: &str, other: &str) -> Result<(), EngineError> {
    let (keep, other) = (memory.id(keep).await, memory.id(other).await);
    let merged = memory.engine.merge_entities(memory.user, keep, other, None);
    merged.await.map(drop)
}

/// How often somebody else wrote before this was done. There is one connection: whoever waits for it has its turn.
async fn writes_beside<T>(
    memory: &Memory,
    doing: impl Future<Output = Result<T, EngineError>>,
) -> usize {
    let mut written = 0;
    tokio::pin!(doing);
    loop {
        tokio::select! {
            biased;
            done = &mut doing => {
                done.unwrap_or_else(|error| panic!("{error}"));
                return written;
            }
            probed = memory.store.probe(day("2024-01-01")) => {
                probed.unwrap();
                written += 1;
            }
        }
    }
}

async fn statements_of(memory: &Memory, entity: EntityId) -> usize {
    let filter = StatementFilter::default();
    let found = memory
        .engine
        .entity_statements(memory.user, entity, &filter, ALL);
    found.await.unwrap().total as usize
}

impl Memory {
    /// Every fact of Ada's as it was known on a day, as lines.
    async fn known_on(&self, at: &str) -> Vec<String> {
        let mut all = Vec::new();
        for entity in self.entities().await {
            let mut filter = StatementFilter::default();
            filter.as_of.recorded_at = Some(day(at));
            let found = self
                .engine
                .entity_statements(self.user, entity.entity.id, &filter, ALL);
            all.extend(found.await.unwrap().items);
        }
        all.sort_by_key(|one| one.statement.id);
        all.dedup_by_key(|one| one.statement.id);
        lines(&all)
    }
}
