//! What changes while a text is read counts for it, too.

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use recollect_engine::{Engine, Language, PersonUpdate, Renewing, Settings, Step};
use recollect_language::scripted::{ScriptedEmbedding, ScriptedExtraction};
use recollect_language::{Extract, Extraction, LanguageError, TextToRead};
use recollect_model::{EntityKind, LogId, LogStatus};

use crate::support::{Memory, lines, query, text};

type Act = Pin<Box<dyn Future<Output = ()> + Send>>;

/// An extractor that lets something happen before it reads a text.
struct Meanwhile {
    reads: ScriptedExtraction,
    /// What is to happen before each of the next texts.
    acts: Mutex<VecDeque<Option<Act>>>,
}

impl fmt::Debug for Meanwhile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Meanwhile")
    }
}

#[async_trait]
impl Extract for Meanwhile {
    fn name(&self) -> &str {
        self.reads.name()
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        let act = self.acts.lock().unwrap().pop_front();
        if let Some(act) = act.flatten() {
            act.await;
        }
        self.reads.extract(text).await
    }
}

/// A memory whose texts are read by an extractor of this name, slowly enough for something to happen meanwhile.
struct Slow {
    memory: Memory,
    engine: Arc<Engine>,
    extract: Arc<Meanwhile>,
}

impl Slow {
    async fn new(name: &'static str) -> Self {
        let memory = Memory::new().await;
        let extract = Arc::new(Meanwhile {
            reads: ScriptedExtraction::named(name),
            acts: Mutex::default(),
        });
        let language = Language {
            embed: Arc::new(ScriptedEmbedding::new()),
            extract: extract.clone(),
            rerank: None,
            read: None,
        };
        let (store, environment) = (memory.store.clone(), memory.environment.clone());
        let engine = Engine::new(store, language, environment, Settings::default());
        Self {
            memory,
            engine: Arc::new(engine),
            extract,
        }
    }

    async fn accept(&self, body: &str) -> LogId {
        self.memory.clock.advance_ms(1_000);
        let accepted = self.engine.accept(self.memory.user, text(None, body));
        accepted.await.unwrap()
    }

    async fn process(&self) {
        while self.engine.lanes().step().await.unwrap() != Step::Idle {}
    }

    /// Does this while the next text is read, or the one after so many others.
    fn meanwhile<F: Future<Output = ()> + Send + 'static>(
        &self,
        after: usize,
        act: impl FnOnce(Arc<Engine>) -> F,
    ) {
        let act: Act = Box::pin(act(self.engine.clone()));
        let mut acts = self.extract.acts.lock().unwrap();
        acts.extend((0..after).map(|_| None));
        acts.push_back(Some(act));
    }

    async fn facts(&self) -> Vec<String> {
        let statements = self.memory.statements().await;
        let lines = lines(&statements).into_iter();
        lines
            .map(|line| line.split(". ").next().unwrap_or_default().to_owned())
            .collect()
    }
}

#[tokio::test]
async fn a_text_that_gets_other_words_while_it_is_read_anew_keeps_them() {
    let slow = Slow::new("scripted/2").await;
    let log = slow.memory.tell("2020-01-01", "Anna | owns | kite").await;
    let (user, lanes) = (slow.memory.user, slow.memory.engine.lanes());
    slow.meanwhile(0, |engine| async move {
        let edited = engine
            .edit(user, log, (None, "Anna | owns | boat"), None)
            .await;
        assert_eq!(edited.unwrap().status, LogStatus::Pending);
        while lanes.step().await.unwrap() != Step::Idle {}
    });
    let mut renewing = Renewing::default();
    while renewing.step(&slow.engine.lanes()).await {}
    assert_eq!(slow.facts().await, ["Anna owns boat"]);
    // It is read anew the next time.
    slow.memory.clock.advance_ms(3_600_000);
    while renewing.step(&slow.engine.lanes()).await {}
    assert_eq!(slow.facts().await, ["Anna owns boat"]);
    let progress = slow.engine.renewal_progress(user).await.unwrap();
    assert_eq!((progress.done, progress.total), (1, 1));
}

#[tokio::test]
async fn a_text_that_got_other_words_since_the_round_began_is_read_with_them() {
    let slow = Slow::new("scripted/2").await;
    let memory = &slow.memory;
    memory.tell("2020-01-01", "Anna | owns | kite").await;
    let second = memory.tell("2020-01-01", "Ben | owns | kite").await;
    let mut renewing = Renewing::default();
    assert!(renewing.step(&slow.engine.lanes()).await);
    let edited = memory
        .engine
        .edit(memory.user, second, (None, "Ben | owns | boat"), None);
    edited.await.unwrap();
    memory.process().await;
    while renewing.step(&slow.engine.lanes()).await {}
    assert_eq!(slow.facts().await, ["Anna owns kite", "Ben owns boat"]);
}

#[tokio::test]
async fn what_repeats_a_text_that_is_forgotten_while_it_is_read_says_it() {
    let slow = Slow::new("scripted/1").await;
    let user = slow.memory.user;
    let first = slow.accept("Anna Smith | lives in | Berlin").await;
    slow.process().await;
    let told = slow.engine.recall(user, query("Anna Smith")).await.unwrap();
    assert_eq!(told.episodes.len(), 1);
    let again = slow.accept("Anna Smith | lives in | Berlin").await;
    slow.accept("Ben | owns | boat").await;
    // While the second of the batch is read, the first is known to be a repetition.
    slow.meanwhile(1, |engine| async move {
        engine.forget(user, first, None).await.unwrap();
    });
    slow.process().await;
    assert_eq!(
        slow.facts().await,
        ["Anna Smith lives in Berlin", "Ben owns boat"]
    );
    assert_eq!(slow.engine.log(user, again).await.unwrap().note, None);
}

#[tokio::test]
async fn what_repeats_a_text_that_is_forgotten_while_it_is_read_anew_says_it() {
    let slow = Slow::new("scripted/2").await;
    let memory = &slow.memory;
    let user = memory.user;
    let first = memory
        .tell("2020-01-01", "Anna Smith | lives in | Berlin")
        .await;
    memory
        .engine
        .recall(user, query("Anna Smith"))
        .await
        .unwrap();
    memory
        .tell("2020-01-01", "Anna Smith | lives in | Berlin")
        .await;
    let mut renewing = Renewing::default();
    assert!(renewing.step(&slow.engine.lanes()).await);
    slow.meanwhile(0, |engine| async move {
        engine.forget(user, first, None).await.unwrap();
    });
    for _ in 0..2 {
        while renewing.step(&slow.engine.lanes()).await {}
        memory.clock.advance_ms(3_600_000);
    }
    assert_eq!(slow.facts().await, ["Anna Smith lives in Berlin"]);
}

#[tokio::test]
async fn an_owner_who_says_their_name_while_their_first_text_is_read_is_called_so() {
    let slow = Slow::new("scripted/1").await;
    let user = slow.memory.user;
    slow.accept("I | lives in | Oslo").await;
    slow.meanwhile(0, |engine| async move {
        let update = PersonUpdate {
            name: Some("Alexandra".to_owned()),
            ..PersonUpdate::default()
        };
        engine.update_person(user, update, None).await.unwrap();
    });
    slow.process().await;
    let owner = slow.memory.entities().await.into_iter();
    let mut owner = owner.filter(|one| one.entity.kind == EntityKind::Owner);
    assert_eq!(owner.next().unwrap().entity.name, "Alexandra");
    assert_eq!(slow.facts().await, ["Alexandra lives in Oslo"]);
}

#[tokio::test]
async fn another_name_that_an_owner_says_while_a_text_is_read_is_theirs_in_it() {
    let slow = Slow::new("scripted/1").await;
    let user = slow.memory.user;
    slow.accept("Sasha | lives in | Oslo").await;
    slow.meanwhile(0, |engine| async move {
        let update = PersonUpdate {
            also_called: Some(vec!["Sasha".to_owned()]),
            ..PersonUpdate::default()
        };
        engine.update_person(user, update, None).await.unwrap();
    });
    slow.process().await;
    assert_eq!(slow.facts().await, ["Olivia lives in Oslo"]);
}
