use recollect_storage::{Database, Inspection, Schema, Store};
use tempfile::TempDir;

use crate::harness::{TestDatabase, on_both_engines};

async fn inspect(database: &TestDatabase) -> Inspection {
    database.database.inspect().await.unwrap().unwrap()
}

on_both_engines! {
    async fn a_schema_is_current_older_altered_or_newer(database: &TestDatabase) {
        let store = database.store().await;
        let found = inspect(database).await;
        assert_eq!((found.schema, found.obstacle), (Schema::Current, None));
        let is_server = matches!(database.database, Database::Postgres { .. });
        assert!(found.engine.starts_with(if is_server { "PostgreSQL 1" } else { "SQLite 3." }), "{}", found.engine);
        assert_eq!(found.clock.is_some(), is_server);
        store.close().await;

        database.execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             SELECT 999, 'from the future', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
        ).await;
        assert_eq!(inspect(database).await.schema, Schema::Newer(999));
        database.execute("DELETE FROM _sqlx_migrations WHERE version > 4").await;
        assert!(matches!(inspect(database).await.schema, Schema::Older(_)));
        database.execute(
            "UPDATE _sqlx_migrations
             SET checksum = (SELECT checksum FROM _sqlx_migrations WHERE version = 1) WHERE version = 3",
        ).await;
        assert_eq!(inspect(database).await.schema, Schema::Altered(3));
        database.execute("DROP TABLE _sqlx_migrations").await;
        assert_eq!(inspect(database).await.schema, Schema::Unrecorded);
    }
}

#[tokio::test]
async fn looking_creates_nothing() {
    let parent = TempDir::new().unwrap();
    let directory = parent.path().join("data");
    let database = Database::Sqlite {
        directory: directory.clone(),
    };
    assert_eq!(database.inspect().await.unwrap(), None);
    assert!(!Store::is_data_dir_served(&directory));
    assert!(!directory.exists());
}

#[tokio::test]
async fn a_directory_is_served_as_long_as_its_lock_is_held() {
    let directory = TempDir::new().unwrap();
    let lock = Store::lock_data_dir(directory.path()).unwrap();
    assert!(Store::is_data_dir_served(directory.path()));
    drop(lock);
    assert!(!Store::is_data_dir_served(directory.path()));
}
