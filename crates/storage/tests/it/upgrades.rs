//! One version beside the next on one database: what a newer one may change, and what is refused.

use std::fs;
use std::path::Path;

use recollect_model::{LogStatus, Revision};
use recollect_storage::{Database, Faults, Schema, StorageError, Store};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};

use crate::harness::{Person, TestDatabase, World, on_both_engines};

/// The last migration of the release before. With a release it becomes the last one there is.
const RELEASED: i64 = 27;

on_both_engines! {
    async fn a_store_goes_on_while_a_newer_program_adds_to_its_database(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let before = world.accept(&store, ann, &["before"]).await;
        let claim = world.claim(&store).await.unwrap();
        add_everywhere(database, RELEASED).await;
        // What was begun before is ended after, on connections that have asked all of this already.
        world.complete(&store, &claim).await;
        let after = world.accept(&store, ann, &["after"]).await;
        world.process_all(&store).await;
        for text in [&before[0], &after[0]] {
            assert_eq!(world.log(&store, text).await.status, LogStatus::Completed);
        }
        let bob = world.person(&store, "bob").await;
        let work = world.space(&store, bob.user, "Work").await;
        store.delete_space(bob.user, work).await.unwrap();
        store.close().await;

        // The program starts on it as well, and says how it stands.
        let found = database.database.inspect().await.unwrap().unwrap();
        assert_eq!(found.schema, Schema::Ahead(9_999));
        assert!(found.master_key.is_some());
        let store = database.store().await;
        let changes = store.changes_since(ann.user, ann.space, Revision(0), 9).await;
        let changes = changes.unwrap().unwrap();
        let texts: Vec<_> = changes.episodes.iter().map(|one| one.passages[0].text.as_str()).collect();
        assert_eq!(texts, ["before", "after"]);
        assert!(store.delete_account(ann.user).await.is_ok());
        // A copy would lack what this program does not know.
        let source = database.database.verify().await.unwrap_err();
        assert!(source.to_string().contains("newer version"), "{source}");
    }

    async fn a_database_of_the_last_release_is_brought_up_while_a_program_of_that_release_goes_on(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let before = world.accept(&store, ann, &["before"]).await;
        let home = world.space(&store, ann.user, "Home").await;
        world.process_all(&store).await;
        store.close().await;
        database.execute(&format!("{TAKEN_BACK}; DELETE FROM _sqlx_migrations WHERE version > {RELEASED}")).await;
        let found = database.database.inspect().await.unwrap().unwrap();
        assert!(matches!(found.schema, Schema::Older(_)), "{found:?}");

        let store = database.store().await;
        assert_eq!(database.database.inspect().await.unwrap().unwrap().schema, Schema::Current);
        // What the older program writes from now on says nothing of what came since.
        database.execute(&format!(
            "CREATE TABLE kept AS SELECT {SPACE} FROM spaces WHERE id = '{home}';
             DELETE FROM spaces WHERE id = '{home}';
             INSERT INTO spaces ({SPACE}) SELECT {SPACE} FROM kept;
             DROP TABLE kept"
        )).await;
        let names: Vec<String> = store.spaces(ann.user).await.unwrap().into_iter().map(|space| space.name).collect();
        assert_eq!(names, ["Personal", "Home"]);
        let after = world.accept(&store, Person { space: home, ..ann }, &["after"]).await;
        world.process_all(&store).await;
        for text in [&before[0], &after[0]] {
            assert_eq!(world.log(&store, text).await.status, LogStatus::Completed);
        }
        assert_eq!(store.delete_space(ann.user, home).await.unwrap().unwrap().episodes, 1);
        assert_eq!(database.database.verify().await.unwrap(), []);
    }

    async fn a_database_whose_additions_need_a_newer_program_is_refused_with_what_to_do(database: &TestDatabase) {
        database.store().await.close().await;
        add_everywhere(database, 9_000).await;
        let refused = Store::open(&database.database, Faults::none()).await;
        let Err(error @ StorageError::Misconfigured { .. }) = refused else {
            panic!("{refused:?}");
        };
        let said = error.to_string();
        assert!(said.contains("schema 9999, which this one cannot work with; run that version"), "{said}");
        let found = database.database.inspect().await.unwrap().unwrap();
        assert_eq!(found.schema, Schema::Newer(9_999));
    }
}

/// What takes back the migrations since the last release, so that the database is as its program left it.
const TAKEN_BACK: &str = "DROP INDEX logs_of_user_expiring; DROP INDEX sessions_expired; DROP INDEX replaced_versions_expiring; DROP INDEX replaced_versions_of_space;
     DROP INDEX passages_passed_over; DROP INDEX logs_of_space_by_time; DROP TABLE entities_to_follow; ALTER TABLE claims DROP COLUMN fact_names; ALTER TABLE statements DROP COLUMN fact_names; DROP TABLE replaced_versions; DROP INDEX imports_running; ALTER TABLE imports DROP COLUMN is_interrupted;
     ALTER TABLE imports DROP COLUMN carried_until; DROP TABLE import_acts; DROP INDEX spaces_deleted; ALTER TABLE spaces DROP COLUMN is_deleted";
/// The columns that the program of the last release gives a space.
const SPACE: &str = "user_id, id, name, description, is_default, revision, created_at, updated_at";

/// What a newer program may do in a release: a column more in every table, an index on it, and a table. Programs go on that know
/// the migration `works_with`.
async fn add_everywhere(database: &TestDatabase, works_with: i64) {
    for table in tables(database).await {
        database
            .execute(&format!(
                "ALTER TABLE {table} ADD COLUMN from_the_future BIGINT NOT NULL DEFAULT 7;
                 CREATE INDEX {table}_from_the_future ON {table} (from_the_future)"
            ))
            .await;
    }
    database
        .execute(&format!(
            "CREATE TABLE of_the_future (user_id TEXT NOT NULL PRIMARY KEY);
             INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             SELECT 9999, 'the future, works with {works_with}', success, checksum, 0
             FROM _sqlx_migrations WHERE version = 1"
        ))
        .await;
}

/// The tables of the program.
async fn tables(database: &TestDatabase) -> Vec<String> {
    let sql = match database.database {
        Database::Postgres { .. } => {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
             WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        }
        _ => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    };
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&database.url()).await.unwrap();
    let rows = connection.fetch_all(AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
    let names = rows.iter().map(|row| row.get(0));
    let names: Vec<String> = names.filter(|name| name != "_sqlx_migrations").collect();
    assert!(names.len() > 20, "{names:?}");
    names
}

/// Migrations since the last release that take something away all the same, each with the reason why no program of that release
/// misses it.
const EXCEPTIONS: [(i64, &str); 0] = [];

#[test]
fn migrations_since_the_last_release_only_add() {
    let migrations = migrations();
    let mut known = Vec::new();
    for (version, sql) in &migrations {
        if *version > RELEASED && !EXCEPTIONS.iter().any(|(listed, _)| listed == version) {
            assert_eq!(takes_away(sql, &known), None, "migration {version}");
        }
        known.extend(created(sql));
    }
    assert!(known.contains(&"accounts".to_owned()), "{known:?}");
}

#[test]
fn migrations_since_the_last_release_say_which_programs_go_on_beside_them() {
    let source = fs::read_to_string(storage().join("src/migrations.rs")).unwrap();
    let listed = source.split("const WORKS_WITH").nth(1).unwrap();
    let listed = listed.split(';').nth(1).unwrap();
    for (version, _) in migrations() {
        let entry = format!("({version}, {RELEASED})");
        assert!(
            version <= RELEASED || listed.contains(&entry),
            "migration {version}: programs of the last release know {RELEASED}. If they can work beside it, add {entry} to \
             WORKS_WITH in crates/storage/src/migrations.rs; CONTRIBUTING.md says when they can"
        );
    }
}

#[test]
fn what_takes_away_is_seen() {
    let known = ["logs".to_owned(), "claims".to_owned()];
    let takes = [
        "DROP TABLE logs;",
        "ALTER TABLE logs DROP COLUMN note",
        "drop  index logs_by_time;",
        "ALTER TABLE logs RENAME COLUMN note TO remark;",
        "ALTER TABLE logs ADD COLUMN kind TEXT NOT NULL;",
        "ALTER TABLE logs ADD COLUMN kind TEXT CHECK (kind <> '')",
        "ALTER TABLE logs ALTER COLUMN note TYPE BIGINT",
        "CREATE UNIQUE INDEX one ON logs (note)",
        "-- words\nDELETE FROM claims;",
    ];
    for sql in takes {
        assert!(takes_away(sql, &known).is_some(), "{sql}");
    }
    let adds = [
        "ALTER TABLE logs ADD COLUMN kind TEXT;",
        "ALTER TABLE logs ADD COLUMN kind TEXT NOT NULL DEFAULT 'a';\nUPDATE logs SET kind = 'b';",
        "CREATE TABLE new (id TEXT NOT NULL PRIMARY KEY); CREATE UNIQUE INDEX one ON new (id);",
        "CREATE INDEX two ON logs (note); -- DROP TABLE logs",
    ];
    for sql in adds {
        assert_eq!(takes_away(sql, &known), None, "{sql}");
    }
}

fn storage() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every migration by its number.
fn migrations() -> Vec<(i64, String)> {
    let files = fs::read_dir(storage().join("migrations")).unwrap();
    let mut all: Vec<(i64, String)> = files
        .map(|file| {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let (version, _) = name.split_once('_').unwrap();
            (version.parse().unwrap(), fs::read_to_string(path).unwrap())
        })
        .collect();
    all.sort_unstable();
    all
}

/// Its statements in capitals, without comments and with single blanks.
fn statements(sql: &str) -> Vec<String> {
    let lines = sql.lines().map(|line| line.split("--").next().unwrap());
    let text = lines.collect::<Vec<_>>().join(" ").to_uppercase();
    let statements = text.split(';').map(|one| one.split_whitespace());
    let statements = statements.map(|words| words.collect::<Vec<_>>().join(" "));
    statements.filter(|one| !one.is_empty()).collect()
}

/// The tables that are created.
fn created(sql: &str) -> Vec<String> {
    let statements = statements(sql).into_iter();
    let names = statements.filter_map(|one| {
        let rest = one.strip_prefix("CREATE TABLE ")?;
        Some(rest.split([' ', '(']).next()?.to_lowercase())
    });
    names.collect()
}

/// The first statement that a program which knows only the tables `known` might not survive.
fn takes_away(sql: &str, known: &[String]) -> Option<String> {
    let concerns = |one: &str| {
        let words = one.split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut words = words.map(str::to_lowercase);
        words.any(|word| known.contains(&word))
    };
    statements(sql).into_iter().find(|one| {
        let has = |words: &str| format!(" {one} ").contains(&format!(" {words} "));
        let adds_what_is_wanted = has("ADD COLUMN")
            && (has("NOT NULL") && !has("DEFAULT")
                || has("CHECK")
                || has("REFERENCES")
                || has("UNIQUE"));
        let constrains =
            one.starts_with("CREATE UNIQUE INDEX") || one.starts_with("CREATE TRIGGER");
        has("DROP")
            || has("RENAME")
            || (concerns(one)
                && (has("ALTER COLUMN")
                    || has("ADD CONSTRAINT")
                    || one.starts_with("DELETE")
                    || constrains
                    || adds_what_is_wanted))
    })
}
