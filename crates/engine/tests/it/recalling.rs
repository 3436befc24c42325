//! Searches see what is completed, on every node, whatever the cache does.

use std::sync::Arc;
use std::time::Duration;

use recollect_engine::{Engine, EngineError, NewText, Query, Settings, Sought, Step};
use recollect_model::{
    EmailAddress, Environment, LabelFilter, ReferenceTime, SpaceId, Timestamp, UserId,
};
use recollect_storage::{Database, Faults, Store};
use tempfile::TempDir;

use crate::support::{scripted, text};

/// A database that several engines may share.
struct World {
    database: Database,
    _directory: TempDir,
    user: UserId,
}

impl World {
    async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let database = Database::Sqlite {
            directory: directory.path().to_owned(),
        };
        let store = Store::open(&database, Faults::none()).await.unwrap();
        let email: EmailAddress = "anna@example.com".parse().unwrap();
        let user = store
            .ensure_account(&email, "Anna", &Environment::system())
            .await
            .unwrap()
            .id;
        Self {
            database,
            _directory: directory,
            user,
        }
    }

    async fn engine(&self, settings: Settings) -> Engine {
        let store = Store::open(&self.database, Faults::none()).await.unwrap();
        let language = scripted();
        Engine::new(store, language, Environment::system(), settings)
    }

    async fn remember(&self, engine: &Engine, space: Option<SpaceId>, body: &str) {
        let text = text(space, body);
        engine.accept(self.user, text).await.unwrap();
        while engine.lanes().step().await.unwrap() != Step::Idle {}
    }

    async fn found(&self, engine: &Engine, spaces: &[SpaceId], text: &str) -> Vec<String> {
        let found = engine.recall(self.user, query(spaces, text)).await.unwrap();
        let mut bodies: Vec<String> = found
            .episodes
            .into_iter()
            .map(|hit| hit.episode.body)
            .collect();
        bodies.sort();
        bodies
    }
}

fn query(spaces: &[SpaceId], text: &str) -> Query {
    Query {
        labels: LabelFilter::default(),
        text: text.to_owned(),
        spaces: spaces.to_vec(),
        session: None,
        limit: 100,
        reference_time: ReferenceTime::utc(Timestamp::UNIX_EPOCH),
        from: None,
        until: None,
        valid_at: None,
        recorded_at: None,
        include_invalidated: false,
        tells_together: false,
        score_threshold: None,
        min_results: 0,
        rerank: None,
    }
}

#[tokio::test]
async fn a_node_sees_what_another_one_processed() {
    let world = World::new().await;
    let (first, second) = (
        world.engine(Settings::default()).await,
        world.engine(Settings::default()).await,
    );
    for number in 0..5 {
        world
            .remember(&first, None, &format!("kite {number}"))
            .await;
        assert_eq!(world.found(&second, &[], "kite").await.len(), number + 1);
    }
}

#[tokio::test]
async fn an_index_that_was_dropped_for_room_is_built_again() {
    let world = World::new().await;
    let engine = world
        .engine(Settings {
            index_memory_bytes: 1,
            ..Settings::default()
        })
        .await;
    let other = engine
        .create_space(world.user, "Other", None)
        .await
        .unwrap()
        .id;
    world.remember(&engine, None, "kite one").await;
    world.remember(&engine, Some(other), "kite two").await;
    for _ in 0..3 {
        assert_eq!(
            world.found(&engine, &[], "kite").await,
            ["kite one", "kite two"]
        );
        assert_eq!(world.found(&engine, &[other], "kite").await, ["kite two"]);
    }
}

#[tokio::test]
async fn a_deleted_space_is_not_found_by_name_and_not_missed_otherwise() {
    let world = World::new().await;
    let (first, second) = (
        world.engine(Settings::default()).await,
        world.engine(Settings::default()).await,
    );
    let other = first
        .create_space(world.user, "Other", None)
        .await
        .unwrap()
        .id;
    world.remember(&first, None, "kite one").await;
    world.remember(&first, Some(other), "kite two").await;
    assert_eq!(world.found(&second, &[], "kite").await.len(), 2);
    first.delete_space(world.user, other, None).await.unwrap();
    assert_eq!(world.found(&second, &[], "kite").await, ["kite one"]);
    let named = second.recall(world.user, query(&[other], "kite")).await;
    assert!(matches!(
        named,
        Err(EngineError::NotFound {
            what: Sought::Space
        })
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_that_name_spaces_in_different_orders_do_not_wait_for_each_other() {
    let world = Arc::new(World::new().await);
    let engine = Arc::new(world.engine(Settings::default()).await);
    let other = engine
        .create_space(world.user, "Other", None)
        .await
        .unwrap()
        .id;
    let default = engine.spaces(world.user).await.unwrap()[0].id;
    let mut searches = tokio::task::JoinSet::new();
    for spaces in [[default, other], [other, default]]
        .into_iter()
        .cycle()
        .take(8)
    {
        let (world, engine) = (world.clone(), engine.clone());
        searches.spawn(async move {
            for _ in 0..50 {
                world.found(&engine, &spaces, "kite").await;
            }
        });
    }
    let everything = async {
        for number in 0..30 {
            world
                .remember(&engine, Some(default), &format!("kite {number}"))
                .await;
            world
                .remember(&engine, Some(other), &format!("kite {number}"))
                .await;
        }
        searches.join_all().await;
    };
    tokio::time::timeout(Duration::from_secs(60), everything)
        .await
        .expect("searches wait for each other");
}

#[tokio::test]
async fn threshold_and_least_number_cut_the_answer() {
    let world = World::new().await;
    let engine = world.engine(Settings::default()).await;
    for number in 0..4 {
        world
            .remember(&engine, None, &format!("kite {number}"))
            .await;
    }
    let cut = |score_threshold, min_results| Query {
        score_threshold,
        min_results,
        ..query(&[], "kite")
    };
    let count = async |query| {
        engine
            .recall(world.user, query)
            .await
            .unwrap()
            .episodes
            .len()
    };
    assert_eq!(count(cut(None, 0)).await, 4);
    assert_eq!(count(cut(Some(1.1), 0)).await, 0);
    assert_eq!(count(cut(Some(1.1), 3)).await, 3);
    assert_eq!(count(cut(Some(0.0), 0)).await, 4);
}

#[tokio::test]
async fn an_index_is_built_ahead_once_and_sees_what_comes_later() {
    let world = World::new().await;
    let engine = world.engine(Settings::default()).await;
    world.remember(&engine, None, "Ida likes tea.").await;
    assert!(engine.prepare_recall(world.user).await.unwrap());
    assert!(!engine.prepare_recall(world.user).await.unwrap());
    world.remember(&engine, None, "Ben likes tea.").await;
    assert_eq!(
        world.found(&engine, &[], "tea").await,
        ["Ben likes tea.", "Ida likes tea."]
    );
}

#[tokio::test]
async fn what_came_after_a_question_was_asked_stands_behind() {
    let world = World::new().await;
    let engine = world.engine(Settings::default()).await;
    let at = |seconds: i64| ReferenceTime::utc(Timestamp::from_second(seconds).unwrap());
    for (day, body) in [
        (0, "The ferry leaves at nine"),
        (9, "The ferry leaves at ten"),
    ] {
        let said = NewText {
            reference_time: at(day * 86_400),
            ..text(None, body)
        };
        engine.accept(world.user, said).await.unwrap();
        while engine.lanes().step().await.unwrap() != Step::Idle {}
    }
    let first = async |reference_time| {
        let query = Query {
            reference_time,
            ..query(&[], "When does the ferry leave?")
        };
        let found = engine.recall(world.user, query).await.unwrap();
        assert_eq!(found.episodes.len(), 2);
        found.episodes[0].episode.body.clone()
    };
    assert_eq!(first(at(3 * 86_400)).await, "The ferry leaves at nine");
    assert_eq!(first(at(30 * 86_400)).await, "The ferry leaves at ten");
}
