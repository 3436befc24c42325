//! Models of the operator's own, by networks whose weights were thought out (`crates/language/tests/models`).

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use recollect_engine::{Engine, Language, Query, Recollection, Renewing, Settings};
use recollect_language::Embed;
use recollect_language::local::{OnnxEmbedding, OnnxReranker};

use crate::support::{Memory, query, scripted};

fn model(name: &str) -> PathBuf {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../language/tests/models");
    models.join(name)
}

/// The same memory, with other models or settings.
fn engine_with(memory: &Memory, language: Language, settings: Settings) -> Engine {
    let (store, environment) = (memory.store.clone(), memory.environment.clone());
    Engine::new(store, language, environment, settings)
}

/// With the cross-encoder that counts how often words of the question stand in a passage.
fn reranked(memory: &Memory, by_default: bool) -> Engine {
    let model = OnnxReranker::open(&model("overlap"), NonZeroUsize::MIN);
    let language = Language {
        rerank: Some(Arc::new(model.expect("the model can be used"))),
        read: None,
        ..scripted()
    };
    let settings = Settings {
        rerank: by_default,
        ..Settings::default()
    };
    engine_with(memory, language, settings)
}

fn texts(found: &Recollection) -> Vec<&str> {
    let texts = found.episodes.iter().map(|found| &*found.episode.body);
    texts.collect()
}

#[tokio::test]
async fn another_embedding_model_reads_what_there_is_anew_and_finds_it() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "a red kettle").await;
    memory.tell("2020-01-02", "a green boat").await;
    let model = OnnxEmbedding::open(&model("bag"), NonZeroUsize::MIN);
    let model = Arc::new(model.expect("the model can be used"));
    let language = Language {
        embed: model.clone(),
        ..scripted()
    };
    let engine = engine_with(&memory, language, Settings::default());
    let progress = engine.renewal_progress(memory.user).await.unwrap();
    assert_eq!((progress.done, progress.total), (0, 2));
    // Until then they are found by their words.
    let found = engine.recall(memory.user, query("kettle")).await.unwrap();
    assert_eq!(texts(&found)[0], "a red kettle");
    assert!(!found.episodes[0].found_by.vectors);
    let mut renewing = Renewing::default();
    while renewing.step(&engine.lanes()).await {}
    let progress = engine.renewal_progress(memory.user).await.unwrap();
    assert_eq!((progress.done, progress.total), (2, 2));
    let found = engine.recall(memory.user, query("kettle")).await.unwrap();
    assert_eq!(texts(&found)[0], "a red kettle");
    assert!(found.episodes[0].found_by.vectors);
    let id = found.episodes[0].episode.id;
    let read = engine.episode(memory.user, id).await.unwrap();
    assert_eq!(read.embedder, model.model());
}

#[tokio::test]
async fn the_best_thirty_are_put_in_the_rerankers_order_where_that_is_wanted() {
    let memory = Memory::new().await;
    for number in 0..35 {
        let text = match number < 20 {
            true => format!("kettle kettle kettle {number}"),
            false => format!(
                "{} kettle {number}",
                "much that nobody asks for ".repeat(20)
            ),
        };
        memory.accept("2020-01-01", None, &text).await;
    }
    // The only word of it that is looked for is there once: a search alone does not put it first.
    let most_alike = "a kettle where the stove is and the lamp is and the boat is, \
                      as Anna tells Tom whenever both come home from town by bus after work";
    memory.accept("2020-01-01", None, most_alike).await;
    memory.process().await;
    let asked = |rerank, limit| Query {
        rerank,
        limit,
        ..query("where is the kettle")
    };
    let engine = reranked(&memory, false);
    let recall = async |engine: &Engine, query| engine.recall(memory.user, query).await.unwrap();
    let plain = recall(&engine, asked(None, 36)).await;
    let place = texts(&plain).iter().position(|text| *text == most_alike);
    assert!(
        place.is_some_and(|place| (1..30).contains(&place)),
        "{place:?}"
    );
    assert!(!plain.reranked);

    let wanted = recall(&engine, asked(Some(true), 36)).await;
    assert!(wanted.reranked);
    assert_eq!(texts(&wanted)[0], most_alike);
    // Of equals the order stays, and so do what is behind the thirtieth and the scores at their places.
    let mut expected = texts(&plain);
    let of_question = |text: &&str| {
        let words = text.split(' ');
        words
            .filter(|word| "where is the kettle".split(' ').any(|asked| asked == *word))
            .count()
    };
    expected[..30].sort_by_key(|text| std::cmp::Reverse(of_question(text)));
    assert_eq!(texts(&wanted), expected);
    let scores = |found: &Recollection| -> Vec<f32> {
        found.episodes.iter().map(|found| found.score).collect()
    };
    assert_eq!(scores(&wanted), scores(&plain));

    // Who asks for one gets the best of the thirty.
    assert_eq!(
        texts(&recall(&engine, asked(Some(true), 1)).await),
        [most_alike]
    );
    let always = reranked(&memory, true);
    assert!(recall(&always, asked(None, 1)).await.reranked);
    assert!(!recall(&always, asked(Some(false), 1)).await.reranked);
    // Without a reranker it is no mistake to ask for one.
    assert!(!recall(&memory.engine, asked(Some(true), 1)).await.reranked);
}
