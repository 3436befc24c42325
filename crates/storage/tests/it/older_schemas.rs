//! Databases that older programs left: each schema since claims are kept, with rows as its program wrote them, is brought up to
//! the present one, and everything that was in it is there.

use recollect_model::{LogStatus, Revision, SpaceId, UserId, Verdict};
use recollect_storage::{Database, Page, Store};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, SqlSafeStr};

use crate::harness::{Person, TestDatabase, World, on_both_engines};

/// The oldest schema whose graph is kept; before, every text is read anew.
const OLDEST: i64 = 4;

on_both_engines! {
    async fn every_schema_since_claims_are_kept_is_brought_up_with_all_that_is_in_it(database: &TestDatabase) {
        let versions = migrations();
        let newest = versions.last().unwrap().0;
        for (version, _) in versions.iter().filter(|(version, _)| *version >= OLDEST) {
            left_by_a_program_of(database, *version).await;
            let store = database.store().await;
            assert_all_is_there(&store, *version).await;
            store.close().await;
            assert_eq!(database.database.verify().await.unwrap(), [], "schema {version}");
            // A second start finds nothing to do.
            let store = database.store().await;
            assert_eq!(store.log(id("01"), id("0c")).await.unwrap().unwrap().status, LogStatus::Completed);
            store.close().await;
            let found = database.database.inspect().await.unwrap().unwrap();
            assert_eq!(found.schema, recollect_storage::Schema::Current, "{version} to {newest}");
            empty(database).await;
        }
    }
}

/// The migrations by their numbers, as they are written for this database.
fn migrations() -> Vec<(i64, String)> {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let files = std::fs::read_dir(directory).unwrap();
    let mut all: Vec<(i64, String)> = files
        .map(|file| {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let (version, _) = name.split_once('_').unwrap();
            (
                version.parse().unwrap(),
                std::fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    all.sort_unstable();
    all
}

/// Applies the migrations up to one, and inserts what a program of that time would have.
async fn left_by_a_program_of(database: &TestDatabase, newest: i64) {
    let is_postgres = matches!(database.database, Database::Postgres { .. });
    if let Database::Sqlite { directory } = &database.database {
        std::fs::create_dir_all(directory).unwrap();
        std::fs::write(directory.join("recollect.db"), "").unwrap();
    }
    let applied = migrations()
        .into_iter()
        .filter(|(version, _)| *version <= newest);
    let applied = applied.map(|(version, sql)| {
        let sql = match is_postgres {
            true => sql.replace(" BLOB", " BYTEA"),
            false => sql,
        };
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, "".into(), MigrationType::Simple, sql, false)
    });
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&database.url()).await.unwrap();
    let migrator = Migrator::with_migrations(applied.collect());
    migrator
        .run_direct(None, &mut connection, false)
        .await
        .unwrap();
    connection.close().await.unwrap();
    // A scale and two numbers.
    let vector = match is_postgres {
        true => "'\\x0000803c7f81'::bytea",
        false => "X'0000803c7f81'",
    };
    for (since, rows) in ROWS {
        if *since <= newest {
            // `<01>` stands for an id.
            let rows = rows.replace('<', "'01955100-0000-7000-8000-0000000000");
            let rows = rows.replace('>', "'");
            database.execute(&rows.replace("VECTOR", vector)).await;
        }
    }
}

/// Takes everything out of the database.
async fn empty(database: &TestDatabase) {
    match &database.database {
        Database::Sqlite { directory } => std::fs::remove_dir_all(directory).unwrap(),
        _ => {
            database
                .execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
                .await;
        }
    }
}

fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(end: &str) -> T {
    let id = format!("01955100-0000-7000-8000-0000000000{end}");
    id.parse().unwrap()
}

async fn assert_all_is_there(store: &Store, version: i64) {
    let (user, space): (UserId, SpaceId) = (id("01"), id("02"));
    let account = store.account(user).await.unwrap().unwrap();
    assert_eq!(
        account.email.as_str(),
        "ann@example.org",
        "schema {version}"
    );
    let keys = store.api_keys(user).await.unwrap();
    assert_eq!((keys.len(), keys[0].name.as_str()), (1, "laptop"));

    assert_graph_is_there(store, user, space).await;
    assert_logs_are_there(store, user, space).await;
    assert_later_rows_are_there(store, user, space, version).await;
}

/// The graph, as a search and as its owner reads it.
async fn assert_graph_is_there(store: &Store, user: UserId, space: SpaceId) {
    let changes = store.changes_since(user, space, Revision(0), 99).await;
    let changes = changes.unwrap().unwrap();
    assert_eq!((changes.to, changes.episodes.len()), (Revision(5), 1));
    let passage = &changes.episodes[0].passages[0];
    assert_eq!(passage.text, "Ann: I live in Lisbon.");
    assert!(passage.vector.is_some());
    assert_eq!((changes.entities.len(), changes.statements.len()), (3, 1));
    let ann = store.entity(user, id("0a")).await.unwrap().unwrap();
    assert_eq!(
        (ann.listed.entity.name.as_str(), ann.listed.mentions),
        ("Ann", 2)
    );
    let aliases: Vec<_> = ann
        .aliases
        .iter()
        .map(|one| one.entity.name.as_str())
        .collect();
    assert_eq!(aliases, ["Annie"]);
    let stated = store.statements(user, space, &[id("08")]).await.unwrap();
    assert_eq!(stated[0].statement.fact, "Ann lives in Lisbon.");
    assert_eq!(
        (
            stated[0].subject_name.as_str(),
            stated[0].object_name.as_str()
        ),
        ("Ann", "Lisbon")
    );
    assert_eq!(stated[0].evidence, [id("04")]);
    let claims = store.episode_claims(user, id("04"), 9).await.unwrap();
    assert_eq!((claims.len(), claims[0].1), (1, Some(id("08"))));
}

/// What had ended badly, and what waits: it is processed, in its place.
async fn assert_logs_are_there(store: &Store, user: UserId, space: SpaceId) {
    let world = World::new();
    let failed = store.log(user, id("0b")).await.unwrap().unwrap();
    assert_eq!(
        (failed.status, failed.error.as_deref()),
        (LogStatus::Failed, Some("too long"))
    );
    assert_eq!(failed.text, "Words without end.");
    let waiting = store.log(user, id("0c")).await.unwrap().unwrap();
    assert_eq!(
        (waiting.status, waiting.text.as_str()),
        (LogStatus::Pending, "Ann moved.")
    );
    world.process_all(store).await;
    world
        .accept(store, Person { user, space }, &["And then?"])
        .await;
    world.process_all(store).await;
    let processed = store.log(user, id("0c")).await.unwrap().unwrap();
    assert_eq!(processed.status, LogStatus::Completed);
    let usage = store.usage(user, world.now()).await.unwrap();
    assert_eq!(usage.texts, 4);
}

/// What only newer schemas have.
async fn assert_later_rows_are_there(store: &Store, user: UserId, space: SpaceId, version: i64) {
    assert_eq!(
        store.last_event(user).await.unwrap(),
        if version >= 5 { 1 } else { 0 }
    );
    if version >= 8 {
        let webhooks = store.webhooks(user, Page::first(9)).await.unwrap();
        assert_eq!(webhooks.items[0].url, "https://example.org/hook");
    }
    if version >= 9 {
        assert_eq!(store.grants(user).await.unwrap().len(), 1);
    }
    if version >= 13 {
        let imports = store.imports(user, 9).await.unwrap();
        assert_eq!((imports.len(), imports[0].name.as_str()), (1, "notes"));
        let named = store.log(user, id("0c")).await.unwrap().unwrap();
        assert_eq!(named.external_id.as_deref(), Some("plan.md"));
    }
    if version >= 16 {
        let decisions = store.decisions(user, space).await.unwrap();
        assert!(
            matches!(decisions[..], [ref one] if one.verdict == Verdict::Pinned && one.about.is_some())
        );
    }
    if version >= 23 {
        assert_eq!(store.passkeys(user).await.unwrap()[0].name, "key ring");
    }
}

/// What a program wrote, since the schema of that number. An id is told by its end.
const ROWS: &[(i64, &str)] = &[
    (4, "
INSERT INTO accounts (id, email, name, created_at) VALUES (<01>, 'ann@example.org', 'Ann', 1);
INSERT INTO api_keys (user_id, id, name, hash, hint, created_at) VALUES (<01>, <0e>, 'laptop', 'hash', 'hint', 1);
INSERT INTO spaces (user_id, id, name, is_default, revision, created_at, updated_at)
    VALUES (<01>, <02>, 'Personal', 1, 5, 1, 1);
INSERT INTO logs (user_id, id, space_id, episode_id, seq, source, status, error, request, accepted_at, processed_at) VALUES
    (<01>, <03>, <02>, <04>, 1, 'test', 'completed', NULL, '{}', 1, 2),
    (<01>, <0b>, <02>, <05>, 2, 'test', 'failed', 'too long', '{}', 1, 2),
    (<01>, <0c>, <02>, <06>, 3, 'test', 'pending', NULL, '{}', 1, NULL);
INSERT INTO episodes (user_id, id, space_id, log_id, seq, source, kind, body, reference_time, reference_offset_s,
    accepted_at, revision, embedder, extractor) VALUES
    (<01>, <04>, <02>, <03>, 1, 'test', 'CONVERSATION', 'Ann: I live in Lisbon.', 1, 0, 1, 5, 'embedder', 'extractor'),
    (<01>, <05>, <02>, <0b>, 2, 'test', 'CONVERSATION', 'Words without end.', 1, 0, 1, NULL, NULL, NULL),
    (<01>, <06>, <02>, <0c>, 3, 'test', 'CONVERSATION', 'Ann moved.', 1, 0, 1, NULL, NULL, NULL);
INSERT INTO lanes (user_id, last_seq, ready_at, served_at) VALUES (<01>, 3, 1, 0);
INSERT INTO queue (user_id, seq, log_id, episode_id, size_bytes, attempts, claims) VALUES (<01>, 3, <0c>, <06>, 10, 0, 0);
INSERT INTO entities (user_id, space_id, id, key, name, kind, part_of, revision) VALUES
    (<01>, <02>, <0a>, 'ann', 'Ann', 'person', NULL, 5),
    (<01>, <02>, <0d>, 'annie', 'Annie', 'person', <0a>, 5),
    (<01>, <02>, <0f>, 'lisbon', 'Lisbon', 'place', NULL, 5);
INSERT INTO passages (user_id, episode_id, number, range_start, range_end, speaker_id, embedding, is_repetition)
    VALUES (<01>, <04>, 0, 0, 22, <0a>, VECTOR, 0);
INSERT INTO mentions (user_id, episode_id, passage, range_start, range_end, entity_id, kind) VALUES
    (<01>, <04>, 0, 0, 3, <0a>, 'person'), (<01>, <04>, 0, 0, 2, <0d>, 'person'), (<01>, <04>, 0, 15, 21, <0f>, 'place');
INSERT INTO entity_kinds (user_id, entity_id, kind, mentions)
    VALUES (<01>, <0a>, 'person', 1), (<01>, <0d>, 'person', 1), (<01>, <0f>, 'place', 1);
INSERT INTO entity_links (user_id, space_id, left_id, right_id, is_same, reason, episode_id, range_start, range_end)
    VALUES (<01>, <02>, <0a>, <0d>, 1, 'stated', <04>, 0, 3);
INSERT INTO statements (user_id, space_id, id, slot, subject_id, relation, phrase, object_entity_id, is_negated, modality,
    fact, valid_at, recorded_at, revision) VALUES (<01>, <02>, <08>,
    'lives_in|s0195510000007000800000000000000a', <0a>, 'lives_in', 'live in', <0f>, 0, 'actual', 'Ann lives in Lisbon.', 1, 1, 5);
INSERT INTO claims (user_id, space_id, episode_id, number, passage, range_start, range_end, slot, subject_id, relation, phrase,
    object_entity_id, is_negated, modality, fact, is_additional, is_correction, statement_id, revision)
    VALUES (<01>, <02>, <04>, 0, 0, 0, 22, 'lives_in|s0195510000007000800000000000000a', <0a>, 'lives_in', 'live in', <0f>,
    0, 'actual', 'Ann lives in Lisbon.', 0, 0, <08>, 5);
"),
    (5, "
INSERT INTO events (user_id, seq, kind, space_id, log_id, episode_id, happened_at)
    VALUES (<01>, 1, 'episode.completed', <02>, <03>, <04>, 2);
"),
    (8, "
INSERT INTO webhooks (user_id, id, url, secret, is_enabled, last_seq, created_at, updated_at)
    VALUES (<01>, <a1>, 'https://example.org/hook', 'whsec_AAAA', 1, 0, 1, 1);
INSERT INTO webhook_lanes (user_id, webhook_id, lane, served_at) VALUES (<01>, <a1>, 'first', 0), (<01>, <a1>, 'again', 0);
"),
    (9, "
INSERT INTO oauth_clients (id, name, authentication, redirect_uris, grant_types, created_at, last_used_at)
    VALUES (<a2>, 'Editor', 'none', 'https://example.org/back', 'authorization_code', 1, 1);
INSERT INTO oauth_grants (user_id, id, client_id, scopes, created_at) VALUES (<01>, <a3>, <a2>, 'memory:read', 1);
"),
    (11, "
INSERT INTO space_marks (user_id, space_id, revision, mark) VALUES (<01>, <02>, 5, <a4>);
"),
    (13, "
INSERT INTO imports (user_id, id, space_id, name, format, status, found, added, replaced, unchanged, problems, started_at, ended_at)
    VALUES (<01>, <a5>, <02>, 'notes', 'markdown', 'completed', 1, 1, 0, 0, '', 1, 2);
UPDATE logs SET external_id = 'plan.md', import_id = <a5> WHERE id = <0c>;
UPDATE episodes SET external_id = 'plan.md' WHERE id = <06>;
"),
    (15, "
UPDATE lanes SET texts = 3, bytes = 50;
"),
    (16, "
INSERT INTO decisions (user_id, space_id, id, kind, subject_key, relation, object_key, is_negated, modality, fact, decided_at)
    VALUES (<01>, <02>, <a6>, 'pinned', 'ann', 'lives_in', 'lisbon', 0, 'actual', 'Ann lives in Lisbon.', 2);
INSERT INTO decision_episodes (user_id, decision_id, episode_id) VALUES (<01>, <a6>, <04>);
UPDATE statements SET decided = 4;
"),
    (22, "
INSERT INTO encryption (id, is_encrypted) VALUES (1, 0);
UPDATE episodes SET size_bytes = OCTET_LENGTH(body);
"),
    (23, "
INSERT INTO passkeys (user_id, id, credential_hash, name, credential, counter, created_at)
    VALUES (<01>, <a7>, 'hash', 'key ring', '{}', 0, 1);
"),
];
