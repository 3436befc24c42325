//! Texts are read anew when another model reads them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use async_trait::async_trait;
use recollect_engine::{Engine, Judgement, Language, Renewing, Settings};
use recollect_language::scripted::{Fault, ScriptedEmbedding, ScriptedExtraction};
use recollect_language::{Extract, Extraction, LanguageError, TextToRead};
use recollect_storage::{Database, Faults, Store};

use crate::support::{Memory, query};

impl Memory {
    /// The same memory, read by a newer extractor.
    fn renewed_by(&self, name: &'static str) -> Engine {
        self.read_by(Arc::new(ScriptedExtraction::named(name)))
    }

    fn read_by(&self, extract: Arc<dyn Extract>) -> Engine {
        let embed = Arc::new(ScriptedEmbedding::new());
        let language = Language {
            embed,
            extract,
            rerank: None,
            read: None,
        };
        let (store, environment) = (self.store.clone(), self.environment.clone());
        Engine::new(store, language, environment, Settings::default())
    }

    async fn progress(&self, engine: &Engine) -> (u64, u64) {
        let progress = engine.renewal_progress(self.user).await.unwrap();
        (progress.done, progress.total)
    }
}

#[tokio::test]
async fn renewal_goes_on_where_it_was_stopped_and_searches_meanwhile() {
    let memory = Memory::new().await;
    for number in 0..5 {
        memory
            .tell("2020-01-01", &format!("Anna | owns | kite{number}"))
            .await;
    }
    memory.tell("2021-01-01", "Anna | lives in | Berlin").await;
    let before = (memory.lines().await, memory.names().await);
    let ids: Vec<_> = memory
        .statements()
        .await
        .iter()
        .map(|one| one.statement.id)
        .collect();

    let engine = memory.renewed_by("scripted/2");
    assert_eq!(memory.progress(&engine).await, (0, 6));
    let mut renewing = Renewing::default();
    assert!(renewing.step(&engine.lanes()).await && renewing.step(&engine.lanes()).await);
    assert_eq!(memory.progress(&engine).await, (2, 6));
    assert_eq!(
        engine
            .recall(memory.user, query("kite4"))
            .await
            .unwrap()
            .facts
            .len(),
        1
    );
    drop((renewing, engine));

    let engine = memory.renewed_by("scripted/2");
    let mut renewing = Renewing::default();
    while renewing.step(&engine.lanes()).await {}
    assert_eq!(memory.progress(&engine).await, (6, 6));
    assert_eq!((memory.lines().await, memory.names().await), before);
    let kept: Vec<_> = memory
        .statements()
        .await
        .iter()
        .map(|one| one.statement.id)
        .collect();
    assert_eq!(kept, ids, "what is said as before keeps its identifier");
    let found = engine.recall(memory.user, query("Berlin")).await.unwrap();
    assert_eq!(
        (!found.episodes.is_empty(), !found.facts.is_empty()),
        (true, true)
    );
}

#[tokio::test]
async fn what_cannot_be_read_now_is_passed_over_and_tried_again_later() {
    let memory = Memory::new().await;
    let once = Fault::RetryOnce.extract_marker();
    memory.tell("2020-01-01", "Anna | owns | kite").await;
    // The first door fails it once too; a retry is due a little later.
    memory
        .accept("2020-01-02", None, &format!("Ben | owns | boat\n{once}"))
        .await;
    memory.process().await;
    memory.clock.advance_ms(600_000);
    memory.process().await;
    let engine = memory.renewed_by("scripted/2");
    let mut renewing = Renewing::default();
    while renewing.step(&engine.lanes()).await {}
    assert_eq!(memory.progress(&engine).await, (1, 2));
    assert!(!renewing.step(&engine.lanes()).await, "it rests");
    memory.clock.advance_ms(3_600_000);
    while renewing.step(&engine.lanes()).await {}
    assert_eq!(memory.progress(&engine).await, (2, 2));
}

#[tokio::test]
async fn what_cannot_be_stored_anew_is_passed_over() {
    let fails = Arc::new(AtomicBool::new(false));
    let once = fails.clone();
    let faults = Faults::new(Arc::new(move |point| {
        point == "change.before_commit" && once.swap(false, Ordering::SeqCst)
    }));
    let store = Store::open(&Database::SqliteInMemory, faults);
    let memory = Memory::on(store.await.unwrap(), 1).await;
    memory.tell("2020-01-01", "Anna | owns | kite").await;
    memory.tell("2020-01-02", "Ben | owns | boat").await;
    let engine = memory.renewed_by("scripted/2");
    fails.store(true, Ordering::SeqCst);
    let mut renewing = Renewing::default();
    while renewing.step(&engine.lanes()).await {}
    assert_eq!(memory.progress(&engine).await, (1, 2));
    memory.clock.advance_ms(3_600_000);
    while renewing.step(&engine.lanes()).await {}
    assert_eq!(memory.progress(&engine).await, (2, 2));
}

#[tokio::test]
async fn a_repetition_stays_one_when_it_is_read_anew() {
    let memory = Memory::new().await;
    memory
        .tell("2020-01-01", "Anna Smith | lives in | Berlin")
        .await;
    memory
        .engine
        .recall(memory.user, query("Anna Smith"))
        .await
        .unwrap();
    memory
        .tell("2020-02-01", "Anna Smith | lives in | Berlin")
        .await;
    let engine = memory.renewed_by("scripted/2");
    let mut renewing = Renewing::default();
    while renewing.step(&engine.lanes()).await {}
    assert_eq!(memory.statements().await[0].episodes.len(), 1);
}

/// An extractor that is out of reach at first; what read the texts before stands in for it.
#[derive(Debug)]
struct OutOfReach {
    stand_in: ScriptedExtraction,
    is_back: AtomicBool,
    asked: AtomicU32,
}

#[async_trait]
impl Extract for OutOfReach {
    fn name(&self) -> &str {
        "provider/1"
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let mut extraction = self.stand_in.extract(text).await?;
        if !self.is_back.load(Ordering::SeqCst) {
            extraction.read_by = Some(self.stand_in.name().to_owned());
        }
        Ok(extraction)
    }
}

#[tokio::test]
async fn while_the_extractor_is_out_of_reach_few_texts_are_read_a_round() {
    let memory = Memory::new().await;
    for number in 0..8 {
        let fact = format!("Anna | owns | kite{number}");
        memory.tell("2020-01-01", &fact).await;
    }
    let provider = Arc::new(OutOfReach {
        stand_in: ScriptedExtraction::new(),
        is_back: AtomicBool::new(false),
        asked: AtomicU32::new(0),
    });
    let engine = memory.read_by(provider.clone());
    let mut renewing = Renewing::default();
    for rounds in 1..=2 {
        while renewing.step(&engine.lanes()).await {}
        assert_eq!(provider.asked.load(Ordering::SeqCst), 3 * rounds);
        memory.clock.advance_ms(3_600_000);
    }
    provider.is_back.store(true, Ordering::SeqCst);
    // The rest of the round that was broken off, and a whole one.
    for _ in 0..2 {
        while renewing.step(&engine.lanes()).await {}
        memory.clock.advance_ms(3_600_000);
    }
    assert_eq!(memory.progress(&engine).await, (8, 8));
}

#[tokio::test]
async fn what_was_decided_about_facts_stands_when_their_texts_are_read_anew() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna | lives in | Berlin").await;
    memory.tell("2021-01-01", "Anna | lives in | Porto").await;
    memory.tell("2021-02-01", "Anna | owns | kite").await;
    let find = async |object: &str| {
        let statements = memory.statements().await;
        let found = statements.into_iter().find(|one| one.object == object);
        found.unwrap().statement.id
    };
    let engine = &memory.engine;
    let decide = async |object: &str, judgement: Judgement| {
        let id = find(object).await;
        engine
            .decide(memory.user, id, judgement, None)
            .await
            .unwrap();
    };
    decide("kite", Judgement::Dismiss).await;
    let bonn = Judgement::Correct {
        object: Some("Bonn".to_owned()),
        fact: None,
    };
    decide("Porto", bonn).await;
    decide("Berlin", Judgement::Pin).await;
    let before = (memory.lines().await, memory.names().await);
    let engine = memory.renewed_by("scripted/2");
    let mut renewing = Renewing::default();
    while renewing.step(&engine.lanes()).await {}
    assert_eq!(memory.progress(&engine).await, (3, 3));
    assert_eq!((memory.lines().await, memory.names().await), before);
    let statements = memory.statements().await;
    let of = |object: &str| statements.iter().find(|one| one.object == object);
    assert!(of("kite").is_none() && of("Porto").is_none());
    assert!(of("Bonn").unwrap().statement.decided.is_corrected);
    assert!(of("Berlin").unwrap().statement.decided.is_pinned);
}
