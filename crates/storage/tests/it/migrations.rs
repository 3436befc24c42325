use recollect_storage::{Database, Faults, StorageError, Store};

use crate::harness::{TestDatabase, World, on_both_engines};

on_both_engines! {
    async fn opening_again_keeps_everything(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        for _ in 0..2 {
            let store = database.store().await;
            assert!(store.account(ann.user).await.unwrap().is_some());
            store.close().await;
        }
    }

    async fn many_can_open_a_new_database_at_once(database: &TestDatabase) {
        let mut opening = tokio::task::JoinSet::new();
        for _ in 0..6 {
            let database = database.database.clone();
            opening.spawn(async move { Store::open(&database, Faults::none()).await.unwrap() });
        }
        for store in opening.join_all().await {
            store.ping().await.unwrap();
        }
    }

    async fn a_database_of_a_newer_program_is_refused(database: &TestDatabase) {
        database.store().await.close().await;
        database.execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             SELECT 999, 'from the future', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
        ).await;
        let refused = Store::open(&database.database, Faults::none()).await;
        assert!(matches!(refused, Err(StorageError::Misconfigured { .. })), "{refused:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_a_mistake_of_the_operator() {
    let directory = tempfile::TempDir::new().unwrap();
    let file = directory.path().join("recollect.db");
    std::fs::write(file, "This is no database. ".repeat(100)).unwrap();
    let database = Database::Sqlite {
        directory: directory.path().to_owned(),
    };
    let refused = Store::open(&database, Faults::none()).await;
    assert!(
        matches!(refused, Err(StorageError::Misconfigured { .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_url_of_no_known_engine_is_a_mistake_of_the_operator() {
    for url in ["mysql://localhost/recollect", "not a url"] {
        let url = url.to_owned();
        let refused = Store::open(&Database::Postgres { url }, Faults::none()).await;
        assert!(
            matches!(refused, Err(StorageError::Misconfigured { .. })),
            "{refused:?}"
        );
    }
}
