use recollect_model::{Labels, LogStatus, Maker, NamedBy, Revision};
use recollect_storage::{Database, EpisodeGraph, Faults, StorageError, Store};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection, SqlSafeStr};

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

    async fn the_texts_of_an_earlier_program_are_found_and_are_to_be_understood_again(database: &TestDatabase) {
        database_of_an_earlier_program(database).await;
        let (world, store) = (World::new(), database.store().await);
        let to_renew = store.episodes_to_renew("extractor", "embedder", None, 9).await.unwrap();
        assert_eq!(to_renew.len(), 1);
        let (user, space, id) = (to_renew[0].user, to_renew[0].space, to_renew[0].id);
        assert_eq!((to_renew[0].body.as_str(), to_renew[0].seq), ("Ann: I live here.", 1));
        let readings = store.readings(user, space).await.unwrap();
        assert_eq!((readings.len(), readings[0].extractor.as_str()), (1, "none"));

        let changes = store.changes_since(user, space, Revision(0), 9).await.unwrap().unwrap();
        assert_eq!((changes.to, changes.episodes.len()), (Revision(5), 1));
        assert_eq!(changes.episodes[0].passages[0].text, "Ann: I live here.");
        assert_eq!(changes.episodes[0].passages[0].speaker, None);
        assert_eq!((changes.entities.len(), changes.statements.len()), (0, 0));
        assert_eq!(store.log(user, to_renew[0].log).await.unwrap().unwrap().note, None);
        // What waited is processed now, and what is renewed is renewed for good.
        world.process_all(&store).await;
        let mut change = store.begin_change(user, world.token()).await.unwrap();
        let revision = change.graph().advance_space(space).await.unwrap().unwrap();
        let graph = EpisodeGraph {
            extractor: "extractor".to_owned(),
            embedder: "embedder".to_owned(),
            ..EpisodeGraph::default()
        };
        change.replace_episode_graph(id, revision, &graph).await.unwrap().unwrap();
        change.commit().await.unwrap();
        let to_renew = store.episodes_to_renew("extractor", "embedder", None, 9).await.unwrap();
        let bodies: Vec<_> = to_renew.iter().map(|episode| episode.body.as_str()).collect();
        assert_eq!(bodies, ["waiting"]);
    }

    async fn what_failed_because_its_worker_was_interrupted_is_tried_again_after_an_upgrade(database: &TestDatabase) {
        database_of_an_earlier_program(database).await;
        database.execute(
            "DELETE FROM queue;
             UPDATE lanes SET ready_at = NULL;
             UPDATE logs SET status = 'failed', processed_at = 2,
             error = 'processing was interrupted 20 times before this text was done' WHERE seq = 2",
        ).await;
        let (world, store) = (World::new(), database.store().await);
        let user = "01955100-0000-7000-8000-000000000001".parse().unwrap();
        let log = "01955100-0000-7000-8000-000000000005".parse().unwrap();
        let status = async || store.log(user, log).await.unwrap().unwrap();
        assert_eq!((status().await.status, status().await.error), (LogStatus::Pending, None));
        let claim = world.claim(&store).await.unwrap();
        let text = &claim.episodes[0];
        assert_eq!((text.body.as_str(), text.seq, text.claims), ("waiting", 3, 1));
        world.complete(&store, &claim).await;
        assert_eq!(status().await.status, LogStatus::Completed);
        // What comes next has a place behind it.
        let space = store.default_space(user).await.unwrap().unwrap().id;
        world.accept(&store, crate::harness::Person { user, space }, &["next"]).await;
        assert_eq!(world.claim(&store).await.unwrap().episodes[0].seq, 4);
        store.close().await;
        // Once: the next start finds it done.
        let store = database.store().await;
        assert_eq!(store.log(user, log).await.unwrap().unwrap().status, LogStatus::Completed);
    }

    async fn what_an_earlier_program_did_not_know_is_not_there_after_an_upgrade(database: &TestDatabase) {
        database_of_an_earlier_program(database).await;
        database.execute(
            "INSERT INTO accounts VALUES ('01955100-0000-7000-8000-0000000000b0', 'bob@example.org', 'Bob B.', 1);
             INSERT INTO accounts VALUES ('01955100-0000-7000-8000-0000000000c0', 'caro@example.org', 'car', 1);
             INSERT INTO api_keys VALUES ('01955100-0000-7000-8000-000000000001',
                 '01955100-0000-7000-8000-0000000000d0', 'laptop', 'hash', 'hint', 1, NULL, NULL, NULL)",
        ).await;
        let (world, store) = (World::new(), database.store().await);
        // Whose name is that of the address was never asked; whatever else it is, somebody said so.
        for (user, named_by) in [("01", NamedBy::Address), ("b0", NamedBy::Person), ("c0", NamedBy::Person)] {
            let user = format!("01955100-0000-7000-8000-0000000000{user}").parse().unwrap();
            let account = store.account(user).await.unwrap().unwrap();
            assert_eq!((account.named_by, account.time_zone), (named_by, None), "{}", account.name);
            assert!(account.also_called.is_empty());
            assert!(store.imports(user, 9).await.unwrap().is_empty());
        }
        let user = "01955100-0000-7000-8000-000000000001".parse().unwrap();
        let keys = store.api_keys(user).await.unwrap();
        assert_eq!((keys[0].name.as_str(), keys[0].made_by), ("laptop", Maker::default()));
        let log = "01955100-0000-7000-8000-000000000003".parse().unwrap();
        let log = store.log(user, log).await.unwrap().unwrap();
        assert_eq!((log.external_id, log.import, log.labels), (None, None, Labels::default()));
        // What is new works beside it.
        let space = store.default_space(user).await.unwrap().unwrap().id;
        world.accept(&store, crate::harness::Person { user, space }, &["next"]).await;
        world.process_all(&store).await;
        let names = ["plan".to_owned()];
        assert!(store.latest_versions(user, space, &names).await.unwrap().is_empty());
        store.close().await;
        assert!(database.store().await.account(user).await.unwrap().is_some());
    }

    async fn tables_without_the_record_of_their_migrations_are_refused_with_what_to_do(database: &TestDatabase) {
        database.store().await.close().await;
        database.execute("DROP TABLE _sqlx_migrations").await;
        let refused = Store::open(&database.database, Faults::none()).await;
        let Err(error @ StorageError::Misconfigured { .. }) = refused else {
            panic!("{refused:?}");
        };
        assert!(error.to_string().contains("_sqlx_migrations"), "{error}");
        let inspected = database.database.inspect().await.unwrap().unwrap();
        assert_eq!(inspected.schema, recollect_storage::Schema::Unrecorded);
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

/// The schema as it was before claims were kept, with a text that was processed then and one that waits.
async fn database_of_an_earlier_program(database: &TestDatabase) {
    let files = [
        (
            "accounts",
            include_str!("../../migrations/0001_accounts.sql"),
        ),
        ("queue", include_str!("../../migrations/0002_queue.sql")),
        ("graph", include_str!("../../migrations/0003_graph.sql")),
    ];
    let is_postgres = matches!(database.database, Database::Postgres { .. });
    let migrations = (1..).zip(files).map(|(version, (name, sql))| {
        let sql = if is_postgres {
            sql.replace(" BLOB", " BYTEA")
        } else {
            sql.to_owned()
        };
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    let migrator = Migrator::with_migrations(migrations.collect());
    if let Database::Sqlite { directory } = &database.database {
        std::fs::create_dir_all(directory).unwrap();
        std::fs::write(directory.join("recollect.db"), "").unwrap();
    }
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(&database.url()).await.unwrap();
    migrator
        .run_direct(None, &mut connection, false)
        .await
        .unwrap();
    connection.close().await.unwrap();
    database.execute(EARLIER).await;
}

const EARLIER: &str = "
INSERT INTO accounts VALUES ('01955100-0000-7000-8000-000000000001', 'ann@example.org', 'ann', 1);
INSERT INTO spaces VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000002', 'Personal', NULL, 1, 5, 1, 1);
INSERT INTO logs VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000003', '01955100-0000-7000-8000-000000000002',
    '01955100-0000-7000-8000-000000000004', 1, NULL, 'test', 'completed', NULL, '{}', 1, 2);
INSERT INTO logs VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000005', '01955100-0000-7000-8000-000000000002',
    '01955100-0000-7000-8000-000000000006', 2, NULL, 'test', 'pending', NULL, '{}', 1, NULL);
INSERT INTO episodes VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000004', '01955100-0000-7000-8000-000000000002',
    '01955100-0000-7000-8000-000000000003', 1, NULL, 'test', 'CONVERSATION', 'Ann: I live here.',
    1, 0, 1, 5, 'embedder', 'extractor');
INSERT INTO episodes VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000006', '01955100-0000-7000-8000-000000000002',
    '01955100-0000-7000-8000-000000000005', 2, NULL, 'test', 'CONVERSATION', 'waiting',
    1, 0, 1, NULL, NULL, NULL);
INSERT INTO lanes VALUES ('01955100-0000-7000-8000-000000000001', 2, 1, 0, NULL, NULL, NULL, NULL);
INSERT INTO queue VALUES ('01955100-0000-7000-8000-000000000001', 2,
    '01955100-0000-7000-8000-000000000005', '01955100-0000-7000-8000-000000000006', 7, 0, 0);
INSERT INTO entities VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000002', '01955100-0000-7000-8000-000000000007', 'ann', 'Ann',
    'person', 5);
INSERT INTO passages VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000004', 0, 0, 17, '01955100-0000-7000-8000-000000000007', NULL);
INSERT INTO mentions VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000004', 0, 0, 3, '01955100-0000-7000-8000-000000000007');
INSERT INTO statements VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000002', '01955100-0000-7000-8000-000000000008', 'key',
    '01955100-0000-7000-8000-000000000007', 'lives_in', NULL, 'here', 'Ann lives here.', 1, NULL, 1, 5);
INSERT INTO evidence VALUES ('01955100-0000-7000-8000-000000000001',
    '01955100-0000-7000-8000-000000000004', 0, 0, 17, '01955100-0000-7000-8000-000000000008');
";

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
