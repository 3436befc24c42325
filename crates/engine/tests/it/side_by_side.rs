//! The passages of a batch are embedded while its texts are read, where reading is this machine's own: what comes of each text
//! is the same as one after the other.

use std::sync::Arc;

use async_trait::async_trait;
use recollect_engine::{Engine, Language, Settings};
use recollect_language::scripted::{Fault, ScriptedEmbedding, ScriptedExtraction};
use recollect_language::{Extract, Extraction, LanguageError, TextToRead};
use recollect_model::{EmailAddress, Environment};
use recollect_storage::{Database, Faults, Store};

use crate::support::{scripted, text};

/// Reads as the scripted one does, and counts as this machine's own.
struct Local(ScriptedExtraction);

#[async_trait]
impl Extract for Local {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn is_bounded(&self) -> bool {
        true
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        self.0.extract(text).await
    }
}

/// What comes of each text of a batch, read first and embedded then, and both at once: its vectors, or why it failed.
async fn both(bodies: &[String]) -> [Vec<String>; 2] {
    let store = Store::open(&Database::SqliteInMemory, Faults::none())
        .await
        .unwrap();
    let email: EmailAddress = "anna@example.com".parse().unwrap();
    let environment = Environment::system();
    let account = store.ensure_account(&email, "Anna", &environment);
    let user = account.await.unwrap().id;
    let local = Language {
        embed: Arc::new(ScriptedEmbedding::new()),
        extract: Arc::new(Local(ScriptedExtraction::new())),
        rerank: None,
        read: None,
    };
    let engine = |language| {
        let settings = Settings::default();
        Engine::new(store.clone(), language, Environment::system(), settings)
    };
    let engines = [engine(scripted()), engine(local)];
    for body in bodies {
        engines[0].accept(user, text(None, body)).await.unwrap();
    }
    let claim = engines[0].lanes().claim().await.unwrap().unwrap();
    assert_eq!(claim.episodes.len(), bodies.len());
    let mut understood = Vec::new();
    for engine in &engines {
        let outcomes = engine.lanes().understand(&claim).await;
        let told = outcomes.iter().map(|outcome| match outcome {
            Ok(understood) => format!("{} {:?}", understood.passages.len(), understood.vectors),
            Err(error) => format!("{error:?}"),
        });
        understood.push(told.collect());
    }
    understood.try_into().unwrap()
}

#[tokio::test]
async fn each_text_has_its_own_vectors_whatever_failed_beside_it() {
    let said = |words: &str| words.to_owned();
    let [gives_up, tries_again] = [Fault::GiveUp, Fault::Retry];
    let batches = [
        vec![
            said("Anna: I like tea\nBert: I like coffee"),
            said("a second note"),
            said("a third one"),
        ],
        vec![
            said("a first note"),
            format!("not read {}\n\nin two parts", gives_up.extract_marker()),
            said("a third one"),
        ],
        vec![
            said("a first note"),
            format!("not embedded {}", gives_up.embed_marker()),
            format!("not read {}", gives_up.extract_marker()),
            said("a fourth one"),
        ],
        vec![
            said("a first note"),
            format!("not read yet {}", tries_again.extract_marker()),
            format!("not embedded {}", gives_up.embed_marker()),
        ],
        vec![
            said("a first note"),
            format!("not embedded yet {}", tries_again.embed_marker()),
            said("a third one"),
        ],
        vec![format!("alone {}", gives_up.embed_marker())],
    ];
    for batch in batches {
        let [one_by_one, at_once] = both(&batch).await;
        assert_eq!(at_once, one_by_one, "{batch:?}");
    }
}
