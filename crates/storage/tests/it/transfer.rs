//! Whole databases: copied to files, brought back, moved between engines, and looked at for rows that do not agree.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use recollect_storage::{Database, TableSum, TransferError};
use tempfile::TempDir;

use crate::harness::{Person, TestDatabase, World, encryption, on_both_engines};
use crate::memory::Memory;

/// A database with something in every part of it that a test can easily reach.
async fn fill(world: &World, database: &TestDatabase) -> Person {
    let store = database.store().await;
    let ann = world.person(&store, "ann").await;
    Memory::of(world, &store, ann).await;
    let odd = [
        "It's \"odd\" \\ 100 % 'quoted' $1 \u{1F600}\u{0301}\n\ttab",
        "",
    ];
    world.accept(&store, ann, &[odd[0], "waits"]).await;
    let bob = world.person(&store, "bob").await;
    world.accept(&store, bob, &["another's"]).await;
    store.close().await;
    ann
}

fn rows(sums: &[TableSum], table: &str) -> u64 {
    sums.iter().find(|sum| sum.table == table).unwrap().rows
}

/// An empty database of the other engine.
async fn other(database: &TestDatabase) -> TestDatabase {
    match &database.database {
        Database::Postgres { .. } => TestDatabase::sqlite(),
        _ => TestDatabase::postgres().await,
    }
}

fn refusal<T: std::fmt::Debug>(outcome: Result<T, TransferError>) -> String {
    match outcome.unwrap_err() {
        TransferError::Refused(reason) => reason,
        error => panic!("{error}"),
    }
}

on_both_engines! {
    async fn everything_moves_to_the_other_engine_and_back(database: &TestDatabase) {
        let world = World::new();
        let ann = fill(&world, database).await;
        let (there, back) = (other(database).await, TestDatabase::sqlite());
        let moved = database.database.move_to(&there.database, &encryption(), |_| ()).await.unwrap();
        assert!(rows(&moved, "logs") >= 4 && rows(&moved, "claims") >= 1, "{moved:?}");
        assert_eq!(there.database.verify().await.unwrap(), []);
        let returned = there.database.move_to(&back.database, &encryption(), |_| ()).await.unwrap();
        assert_eq!(returned, moved);
        let store = there.store().await;
        assert_eq!(store.queued(ann.user).await.unwrap(), 2);
        // It goes on where it was: the queue, and the order of acceptance.
        world.accept(&store, ann, &["later"]).await;
        assert!(world.claim(&store).await.is_some());
        store.close().await;
        there.remove().await;
    }

    async fn a_target_that_is_not_empty_is_refused_and_stays_as_it_is(database: &TestDatabase) {
        let world = World::new();
        fill(&world, database).await;
        let there = other(database).await;
        let store = there.store().await;
        let cleo = world.person(&store, "cleo").await;
        store.close().await;
        let said = refusal(database.database.move_to(&there.database, &encryption(), |_| ()).await);
        assert!(said.contains("not empty") && said.contains("accounts"), "{said}");
        let store = there.store().await;
        assert_eq!(store.spaces(cleo.user).await.unwrap().len(), 1);
        store.close().await;
        there.remove().await;
    }

    async fn a_backup_of_a_database_in_use_comes_back_on_either_engine(database: &TestDatabase) {
        let world = World::new();
        let ann = fill(&world, database).await;
        let directory = TempDir::new().unwrap();
        let file = directory.path().join("backup.db");
        let store = database.store().await;
        let made = database.database.back_up(&file, world.now(), |_| ()).await.unwrap();
        world.accept(&store, ann, &["after the backup"]).await;
        store.close().await;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let files: Vec<_> = std::fs::read_dir(directory.path()).unwrap().collect();
        assert_eq!(files.len(), 1, "{files:?}");
        assert_eq!(Database::verify_backup(&file).await.unwrap(), []);
        for there in [TestDatabase::sqlite(), TestDatabase::postgres().await] {
            let restored = there.database.restore(&file, &encryption(), |_| ()).await.unwrap();
            assert_eq!(restored, made);
            let store = there.store().await;
            assert_eq!(store.queued(ann.user).await.unwrap(), 2);
            store.close().await;
            there.remove().await;
        }
        let again = database.database.back_up(&file, world.now(), |_| ()).await;
        assert!(refusal(again).contains("exists already"));
    }

    async fn a_backup_that_was_changed_is_refused_and_nothing_is_kept(database: &TestDatabase) {
        let world = World::new();
        fill(&world, database).await;
        let directory = TempDir::new().unwrap();
        let file = directory.path().join("backup.db");
        database.database.back_up(&file, world.now(), |_| ()).await.unwrap();
        crate::harness::execute(
            &format!("sqlite://{}", file.display()),
            "UPDATE episodes SET body = 'another text' WHERE seq = 1",
        )
        .await;
        let there = TestDatabase::sqlite();
        let error = there.database.restore(&file, &encryption(), |_| ()).await.unwrap_err();
        assert!(matches!(&error, TransferError::Differs { table, .. } if table == "episodes"), "{error}");
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        assert!(there.database.restore(&file, &encryption(), |_| ()).await.is_err());
        std::fs::write(&file, b"a text").unwrap();
        assert!(refusal(there.database.restore(&file, &encryption(), |_| ()).await).contains("no backup"));
        assert_eq!(there.database.inspect().await.unwrap(), None, "nothing was created");
    }

    async fn rows_that_do_not_agree_are_told_by_what_they_are(database: &TestDatabase) {
        let world = World::new();
        let ann = fill(&world, database).await;
        assert_eq!(database.database.verify().await.unwrap(), []);
        for (damage, told) in [
            ("DELETE FROM queue WHERE seq = (SELECT MAX(seq) FROM queue)", "without a place in the queue"),
            ("UPDATE spaces SET revision = 0", "newer than their space"),
            ("UPDATE claims SET statement_id = NULL", "statements that no claim says"),
            ("DELETE FROM passages", "mentions outside the passages"),
            ("UPDATE entity_kinds SET mentions = mentions + 1", "counted wrongly"),
            ("UPDATE spaces SET is_default = 0", "exactly one default space"),
            ("UPDATE lanes SET ready_at = NULL", "nobody will look at"),
            ("UPDATE lanes SET bytes = bytes - 1", "counted wrongly"),
            ("UPDATE lanes SET last_seq = 0", "give a place out twice"),
        ] {
            database.execute(damage).await;
            let found = database.database.verify().await.unwrap();
            let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert!(lines.iter().any(|line| line.contains(told)), "{damage}: {lines:?}");
        }
        let found = database.database.verify().await.unwrap();
        assert!(found.iter().any(|one| one.user == ann.user.to_string()));
    }
}

#[tokio::test]
async fn what_is_served_is_not_moved_and_what_is_not_there_is_not_created() {
    let (world, database, there) = (World::new(), TestDatabase::sqlite(), TestDatabase::sqlite());
    fill(&world, &database).await;
    let Database::Sqlite { directory } = &database.database else {
        unreachable!("it is SQLite")
    };
    let lock = recollect_storage::Store::lock_data_dir(directory).unwrap();
    let said = refusal(
        database
            .database
            .move_to(&there.database, &encryption(), |_| ())
            .await,
    );
    assert!(said.contains("a service uses"), "{said}");
    drop(lock);
    let nowhere = Database::Sqlite {
        directory: PathBuf::from("/nowhere/at/all"),
    };
    let said = refusal(
        nowhere
            .move_to(&there.database, &encryption(), |_| ())
            .await,
    );
    assert!(said.contains("no database"), "{said}");
    let said = refusal(
        database
            .database
            .move_to(&database.database, &encryption(), |_| ())
            .await,
    );
    assert!(said.contains("the same database"), "{said}");
    assert_eq!(there.database.inspect().await.unwrap(), None);
}

#[tokio::test]
async fn a_server_that_others_use_is_not_moved() {
    let (world, database, there) = (
        World::new(),
        TestDatabase::postgres().await,
        TestDatabase::sqlite(),
    );
    fill(&world, &database).await;
    let store = database.store().await;
    store.ping().await.unwrap();
    let said = refusal(
        database
            .database
            .move_to(&there.database, &encryption(), |_| ())
            .await,
    );
    assert!(said.contains("others are connected"), "{said}");
    store.close().await;
    database.remove().await;
}

#[tokio::test]
async fn a_backup_of_an_older_version_is_brought_up_to_date() {
    let (world, database, there) = (World::new(), TestDatabase::sqlite(), TestDatabase::sqlite());
    fill(&world, &database).await;
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("backup.db");
    database
        .database
        .back_up(&file, world.now(), |_| ())
        .await
        .unwrap();
    // As it was before the last migration but for what that one adds, which is there already.
    let url = format!("sqlite://{}", file.display());
    for sql in [
        "DELETE FROM _sqlx_migrations WHERE version = 14",
        "DROP INDEX audit_of_action",
        "ALTER TABLE api_keys DROP COLUMN made_by_key",
        "ALTER TABLE api_keys DROP COLUMN made_by_grant",
        "DELETE FROM backup_sums WHERE name = 'api_keys'",
    ] {
        crate::harness::execute(&url, sql).await;
    }
    let before = std::fs::read(&file).unwrap();
    there
        .database
        .restore(&file, &encryption(), |_| ())
        .await
        .unwrap();
    assert_eq!(there.database.verify().await.unwrap(), []);
    assert!(
        before == std::fs::read(&file).unwrap(),
        "the backup is as it was"
    );
}
