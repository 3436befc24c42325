//! The engine over a database of its own: how long searches take, the first one after a start and all others.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use recollect_engine::{Engine, Language, NewText, Query, Settings, Step, TextOptions};
use recollect_language::local::{LocalExtraction, MiniLm};
use recollect_language::scripted::ScriptedExtraction;
use recollect_language::{Embed, Extract, Extraction, LanguageError, QuestionPattern, TextToRead};
use recollect_model::{
    Embedding, Environment, EpisodeKind, LabelFilter, ReferenceTime, Timestamp, UserId,
};
use recollect_storage::{Database, Faults, Store};

use super::texts::{DIMENSIONS, SESSION, World, person};
use crate::client::quantile_ms;
use crate::failure::Failure;

const PAGE: usize = 1_024;
/// Questions asked before it is measured, after the first.
const WARM_UP: usize = 10;

/// What was measured of searches.
pub(super) struct Figures {
    pub(super) first_search_ms: f64,
    pub(super) search_p50_ms: f64,
    pub(super) search_p95_ms: f64,
}

/// Texts get made-up vectors at once; questions are embedded by the default model, and then looked for by a made-up vector.
struct Vectors {
    world: Arc<World>,
    model: MiniLm,
}

#[async_trait]
impl Embed for Vectors {
    fn model(&self) -> &str {
        "made-up/1"
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    async fn embed_passages(&self, texts: Vec<String>) -> Result<Vec<Embedding>, LanguageError> {
        Ok(texts.iter().map(|text| self.world.vector(text)).collect())
    }

    async fn embed_query(&self, text: String) -> Result<Embedding, LanguageError> {
        self.model.embed_query(text.clone()).await?;
        Ok(self.world.vector(&text))
    }
}

/// Texts spell out what they say; questions are read as always.
struct Reading {
    texts: ScriptedExtraction,
    questions: LocalExtraction,
}

#[async_trait]
impl Extract for Reading {
    fn name(&self) -> &str {
        self.texts.name()
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        self.texts.extract(text).await
    }

    async fn read_question(
        &self,
        question: String,
        reference: ReferenceTime,
    ) -> Result<Option<QuestionPattern>, LanguageError> {
        self.questions.read_question(question, reference).await
    }
}

pub(super) async fn measure(
    world: &Arc<World>,
    size: usize,
    searches: usize,
) -> Result<Figures, Failure> {
    let directory = std::env::temp_dir().join(super::super::client::run_name("scale"));
    let figures = measure_in(world, size, searches, directory.clone()).await;
    std::fs::remove_dir_all(directory)?;
    figures
}

async fn measure_in(
    world: &Arc<World>,
    size: usize,
    searches: usize,
    directory: std::path::PathBuf,
) -> Result<Figures, Failure> {
    let indexes = directory.join("indexes");
    let store = Store::open(&Database::Sqlite { directory }, Faults::none()).await?;
    let environment = Environment::system();
    let address = "bench@example.com".parse()?;
    let account = store.ensure_account(&address, "Bench", &environment);
    let user = account.await?.id;
    let language = language(world)?;
    let engine = |language| {
        let settings = Settings {
            lane_batch: PAGE,
            index_directory: Some(indexes.clone()),
            ..Settings::default()
        };
        Engine::new(store.clone(), language, environment.clone(), settings)
    };
    let filled = engine(language.clone());
    fill(world, size, &filled, user).await?;
    // Whatever is written after the first search for the next start is there then.
    ask(&filled, user, "Where were we?").await?;
    filled.stop().await;
    drop(filled);
    let engine = engine(language);
    let unmeasured = 1 + WARM_UP;
    let mut first = Vec::with_capacity(unmeasured + searches);
    for (question, _) in world.questions(size).take(unmeasured + searches) {
        first.push(ask(&engine, user, &question).await?);
    }
    let mut taken = first.split_off(unmeasured);
    engine.stop().await;
    Ok(Figures {
        first_search_ms: first[0].as_secs_f64() * 1e3,
        search_p50_ms: quantile_ms(&mut taken, 0.5),
        search_p95_ms: quantile_ms(&mut taken, 0.95),
    })
}

fn language(world: &Arc<World>) -> Result<Language, Failure> {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(Language {
        embed: Arc::new(Vectors {
            world: world.clone(),
            model: MiniLm::load(threads)?,
        }),
        extract: Arc::new(Reading {
            texts: ScriptedExtraction::new(),
            questions: LocalExtraction::new(threads),
        }),
        rerank: None,
        read: None,
    })
}

async fn fill(world: &World, size: usize, engine: &Engine, user: UserId) -> Result<(), Failure> {
    for start in (0..size).step_by(PAGE) {
        let numbers = start..size.min(start + PAGE);
        let texts = numbers.map(|number| Ok::<_, Failure>(text(world, number)));
        for accepted in engine.accept_all(user, texts.collect()).await {
            accepted?;
        }
        while engine.lanes().step().await? != Step::Idle {}
    }
    Ok(())
}

fn text(world: &World, number: usize) -> NewText {
    let turn = world.turn(number);
    let day = (number / SESSION) as i64;
    let at = Timestamp::from_second(1_500_000_000 + day * 86_400 / 20);
    let said = turn.liked.map(|liked| format!("\nI | likes | {liked}"));
    NewText {
        space: None,
        session: Some(format!("session {}", number / SESSION)),
        source: "bench".to_owned(),
        kind: EpisodeKind::Conversation,
        body: format!(
            "{}: {}{}",
            person(turn.person),
            turn.text,
            said.unwrap_or_default()
        ),
        reference_time: ReferenceTime::utc(at.unwrap_or(Timestamp::UNIX_EPOCH)),
        request: "{}".to_owned(),
        more: TextOptions::default(),
    }
}

async fn ask(engine: &Engine, user: UserId, question: &str) -> Result<Duration, Failure> {
    let query = Query {
        text: question.to_owned(),
        spaces: Vec::new(),
        session: None,
        labels: LabelFilter::default(),
        limit: 10,
        reference_time: ReferenceTime::utc(engine.environment().now()),
        from: None,
        until: None,
        valid_at: None,
        recorded_at: None,
        include_invalidated: false,
        tells_together: false,
        score_threshold: None,
        min_results: 0,
        rerank: None,
    };
    let start = Instant::now();
    engine.recall(user, query).await?;
    Ok(start.elapsed())
}
