//! Encryption at rest: what is sealed, by whose key, and what the master key is for.

use std::collections::BTreeSet;

use recollect_model::{
    AuditAction, AuditEntry, EntityKey, Environment, Label, LabelFilter, Labels, Object,
};
use recollect_storage::{
    Acceptance, Database, Encryption, EntityFilter, Faults, LogFilter, MasterKey, Page, Schema,
    StorageError, Store, sealed_columns,
};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use tempfile::TempDir;

use crate::harness::{TestDatabase, World, encryption, on_both_engines, open};
use crate::memory::Memory;

/// What stays readable of each table: ids, times, counts, states, hashes of secrets, and what belongs to applications.
const READABLE: [(&str, &str); 47] = [
    ("accounts", "id created_at named_by suspended_at"),
    (
        "api_keys",
        "user_id id hash hint created_at last_used_at expires_at revoked_at scopes made_by_key \
         made_by_grant",
    ),
    ("audit", "user_id seq action happened_at"),
    (
        "bulk_lanes",
        "user_id ready_at served_at lease_token lease_until claimed_from claimed_to suspect_to",
    ),
    (
        "claims",
        "user_id space_id episode_id number passage range_start range_end subject_id \
         object_entity_id is_negated modality attributed_to from_at until_at precision \
         is_additional is_correction statement_id revision worth",
    ),
    ("data_keys", "owner master wrapped created_at"),
    ("decision_episodes", "user_id decision_id episode_id"),
    (
        "decisions",
        "user_id space_id id kind is_negated modality ended_at decided_at",
    ),
    (
        "deliveries",
        "user_id webhook_id id seq event_seq kind state is_first attempts tries next_attempt_at \
         created_at ended_at",
    ),
    (
        "delivery_attempts",
        "user_id delivery_id number started_at duration_ms status",
    ),
    ("encryption", "id is_encrypted"),
    (
        "entities",
        "user_id space_id id kind part_of revision asked_kind",
    ),
    ("entities_to_follow", "user_id space_id entity_id revision"),
    ("entity_kinds", "user_id entity_id kind mentions"),
    (
        "entity_links",
        "user_id space_id left_id right_id is_same reason episode_id range_start range_end",
    ),
    (
        "episodes",
        "user_id id space_id log_id seq kind reference_time reference_offset_s accepted_at \
         revision embedder extractor size_bytes",
    ),
    (
        "events",
        "user_id seq kind space_id log_id episode_id statement_id happened_at",
    ),
    (
        "idempotency_keys",
        "user_id operation started_at held_until status location",
    ),
    (
        "import_acts",
        "user_id import_id number kind space_id what other reason is_same field",
    ),
    (
        "imports",
        "user_id id space_id format status found added replaced unchanged started_at ended_at \
         is_interrupted carried_until",
    ),
    ("known_browsers", "user_id hash last_seen_at"),
    ("labels", "user_id log_id"),
    ("limit_counts", "id node counted counted_at"),
    (
        "lanes",
        "user_id last_seq ready_at served_at lease_token lease_until claimed_from claimed_to \
         suspect_to texts bytes day texts_today",
    ),
    (
        "login_links",
        "hash browser_hash created_at expires_at used_at",
    ),
    (
        "logs",
        "user_id id space_id episode_id seq status accepted_at processed_at replaced_by import_id \
         expires_at",
    ),
    (
        "mentions",
        "user_id episode_id passage range_start range_end entity_id kind",
    ),
    (
        "oauth_clients",
        "id name secret_hash authentication redirect_uris grant_types created_at last_used_at \
         document_url fresh_until",
    ),
    (
        "oauth_codes",
        "hash user_id grant_id client_id scopes resource redirect_uri challenge expires_at \
         used_at",
    ),
    (
        "oauth_devices",
        "hash user_code_hash client_id scopes resource expires_at interval_s polled_at is_denied \
         user_id grant_id granted_scopes",
    ),
    (
        "oauth_grants",
        "user_id id client_id scopes created_at last_used_at",
    ),
    (
        "oauth_refresh_tokens",
        "hash user_id grant_id client_id scopes resource expires_at used_at",
    ),
    ("oauth_signing_keys", "id created_at"),
    ("outside_identities", "issuer user_id created_at"),
    (
        "passages",
        "user_id episode_id number range_start range_end speaker_id is_repetition",
    ),
    ("passkey_challenges", "hash browser_hash user_id expires_at"),
    (
        "passkeys",
        "user_id id credential_hash counter created_at last_used_at",
    ),
    ("probes", "id probed_at"),
    (
        "queue",
        "user_id seq log_id episode_id size_bytes attempts claims retried_at bulk",
    ),
    ("removals", "user_id space_id what id revision"),
    (
        "replaced_versions",
        "user_id log_id import_id old_log_id old_import_id space_id kind reference_time \
         reference_offset_s expires_at accepted_at replaced_at",
    ),
    (
        "sessions",
        "user_id id hash method created_at last_used_at expires_at",
    ),
    ("space_marks", "user_id space_id revision mark"),
    (
        "spaces",
        "user_id id is_default revision created_at updated_at retention_days is_deleted",
    ),
    (
        "statements",
        "user_id space_id id subject_id object_entity_id is_negated modality attributed_to \
         valid_at invalid_at precision closed_by recorded_at revision worth decided",
    ),
    (
        "webhook_lanes",
        "user_id webhook_id lane ready_at served_at lease_token lease_until",
    ),
    (
        "webhooks",
        "user_id id events previous_secret_until is_enabled disabled_at failing_since last_seq \
         created_at updated_at",
    ),
];

on_both_engines! {
    async fn every_column_of_every_table_is_sealed_or_known_to_stay_readable(database: &TestDatabase) {
        database.store().await;
        let mut found = BTreeSet::new();
        for (table, columns) in columns_of(database).await {
            found.extend(columns.into_iter().map(|column| (table.clone(), column)));
        }
        let sealed = sealed_columns().into_iter();
        let sealed = sealed.map(|(table, column)| (table.to_owned(), column.to_owned()));
        let readable = READABLE.iter().flat_map(|(table, columns)| {
            columns.split_whitespace().map(|column| ((*table).to_owned(), column.to_owned()))
        });
        let decided: BTreeSet<(String, String)> = sealed.chain(readable).collect();
        assert_eq!(found, decided, "decide about a new column in sealing/register.rs and here");
    }

    async fn no_word_of_a_memory_stands_in_any_column(database: &TestDatabase) {
        let world = World::new();
        let store = database.store().await;
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let user = memory.person.user;
        let at = world.now();
        let action = AuditAction::KeyCreated;
        let entry = AuditEntry { action, subject: "Melanie's key".to_owned(), address: None, at };
        store.record_audit(user, &entry).await.unwrap();
        store.begin_keyed(user, "Melanie-1", "Lisbon", "op", (at, at, at)).await.unwrap();
        let words = ["melanie", "mel", "lisbon", "porto", "lives", "live in", "ann@", "personal"];
        for (table, columns) in columns_of(database).await {
            for column in columns {
                for value in values(database, &table, &column).await {
                    let value = value.to_lowercase();
                    for word in words {
                        let is_word = value.split(|c: char| !c.is_alphanumeric() && c != '@' && c != ' ');
                        assert!(!is_word.clone().any(|one| one == word) && !value.contains("melanie"),
                            "{table}.{column} says {value}");
                    }
                }
            }
        }
        // And whoever has the key reads it all.
        let spaces = [memory.person.space];
        let filter = EntityFilter { words: "mela".to_owned(), kind: None };
        let found = store.find_entities(user, &spaces, &filter, Page::first(9)).await.unwrap();
        assert_eq!(found.items[0].entity.name, "Melanie");
        let keys = [EntityKey::of_name("Lisbon")];
        let found = store.entities_called(user, spaces[0], &keys).await.unwrap();
        assert_eq!(found[0].id, memory.lisbon.id);
    }

    async fn a_value_that_was_put_elsewhere_does_not_open(database: &TestDatabase) {
        let world = World::new();
        let store = database.store().await;
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let texts = world.accept(&store, ann, &["the first", "the second"]).await;
        let other = world.accept(&store, bob, &["of another"]).await;
        world.process_all(&store).await;
        let swap = |from: String, to: String| {
            format!("UPDATE episodes SET body = (SELECT body FROM episodes AS other WHERE other.id = '{from}')
                     WHERE id = '{to}'")
        };
        let own = (texts[0].episode.to_string(), texts[1].episode.to_string());
        let foreign = other[0].episode.to_string();
        for (from, to) in [(own.0.clone(), own.1.clone()), (foreign, own.0)] {
            database.execute(&swap(from, to.clone())).await;
            let read = store.episode(ann.user, to.parse().unwrap()).await;
            assert!(matches!(read, Err(StorageError::Internal { .. })), "{read:?}");
        }
        database.execute("UPDATE episodes SET body = 'in clear'").await;
        assert!(store.episode(ann.user, texts[0].episode).await.is_err());
    }

    async fn a_deleted_account_takes_its_key_with_it(database: &TestDatabase) {
        let world = World::new();
        let store = database.store().await;
        let ann = world.person(&store, "ann").await;
        world.person(&store, "bob").await;
        assert_eq!(values(database, "data_keys", "owner").await.len(), 3, "one is the service's");
        store.delete_account(ann.user).await.unwrap();
        let left = values(database, "data_keys", "owner").await;
        assert!(left.len() == 2 && !left.contains(&ann.user.to_string()), "{left:?}");
        assert_eq!(store.account(ann.user).await.unwrap(), None);
    }

    async fn without_its_master_key_a_database_does_not_open(database: &TestDatabase) {
        let world = World::new();
        world.person(&database.store().await, "ann").await;
        let environment = Environment::system();
        let other = Encryption::given(MasterKey::of([8; 32]), &environment);
        let name = MasterKey::of([7; 32]).id();
        for encryption in [other, Encryption::beside(&environment)] {
            let said = refusal(database, &encryption).await;
            assert!(said.contains(&name) && said.contains("RECOLLECT_MASTER_KEY"), "{said}");
        }
        database.store().await;
    }

    async fn what_rows_are_found_by_may_be_as_long_as_it_may_be_sent(database: &TestDatabase) {
        let world = World::new();
        let store = database.store().await;
        let ann = world.person(&store, "ann").await;
        // None of them is like another, so that nothing is gained by compressing them.
        let long = |characters: u32, from: u32| -> String {
            (0..characters).filter_map(|at| char::from_u32(0x2_0000 + from + at * 37)).collect()
        };
        let mut text = world.text(ann, "a text with long names");
        text.source = long(475, 1);
        text.session = Some(long(475, 2));
        text.external_id = Some(long(475, 3));
        let (name, value) = (long(128, 4), format!("\"{}\"", long(127, 5)));
        let stored = format!("{{\"tags\":[],\"metadata\":{{\"{name}\":{value}}}}}");
        text.labels = Labels::from_stored(&stored).unwrap();
        assert_eq!(text.source.len(), 1_900);
        assert_eq!(store.accept(std::slice::from_ref(&text)).await.unwrap(), [Acceptance::Stored]);
        world.process_all(&store).await;
        let label = Label { name, value };
        assert!(label.name.len() <= 512 && label.value.len() <= 512);
        let labels = LabelFilter { all: vec![vec![label]], ..LabelFilter::default() };
        let filters = [
            LogFilter { source: Some(text.source.clone()), ..LogFilter::default() },
            LogFilter { session: text.session.clone(), ..LogFilter::default() },
            LogFilter { external_id: text.external_id.clone(), ..LogFilter::default() },
            LogFilter { labels, ..LogFilter::default() },
        ];
        for filter in filters {
            let found = store.logs(ann.user, &filter, Page::first(9)).await.unwrap();
            assert_eq!(found.items.len(), 1, "{filter:?}");
        }
    }

    async fn no_account_is_made_with_a_master_key_that_was_changed(database: &TestDatabase) {
        let world = World::new();
        let (store, other) = (database.store().await, database.store().await);
        let next = MasterKey::of([9; 32]);
        assert_eq!(other.rotate_master(&next).await.unwrap(), 1);
        let email = "ann@example.org".parse().unwrap();
        let made = store.ensure_account(&email, "ann", &world.environment).await;
        assert!(matches!(made, Err(StorageError::Internal { .. })), "{made:?}");
        let again = store.rotate_master(&MasterKey::of([10; 32])).await;
        assert!(matches!(again, Err(StorageError::Internal { .. })), "{again:?}");
        assert_eq!(values(database, "data_keys", "owner").await, ["service"]);
    }

    async fn another_master_key_takes_the_place_of_the_first(database: &TestDatabase) {
        let world = World::new();
        let store = database.store().await;
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["She lives in Lisbon."]).await;
        let next = MasterKey::of([9; 32]);
        assert_eq!(store.rotate_master(&next).await.unwrap(), 2);
        store.close().await;
        assert!(refusal(database, &encryption()).await.contains(&next.id()));
        let store = open(&database.database, &Encryption::given(next, &Environment::system())).await;
        assert_eq!(world.log(&store.unwrap(), &texts[0]).await.text, "She lives in Lisbon.");
    }

    async fn a_database_that_is_not_encrypted_stays_so_and_is_encrypted_by_a_move(database: &TestDatabase) {
        let world = World::new();
        let plain = encryption().not_of_new_databases();
        let store = open(&database.database, &plain).await.unwrap();
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        assert!(!store.is_encrypted());
        store.close().await;
        // Also where a key is at hand by now.
        let store = database.store().await;
        assert!(!store.is_encrypted());
        store.close().await;
        let there = TestDatabase::sqlite();
        database.database.move_to(&there.database, &encryption(), |_| ()).await.unwrap();
        let before = open(&database.database, &plain).await.unwrap();
        let store = there.store().await;
        assert!(store.is_encrypted());
        let (user, space) = (memory.person.user, memory.person.space);
        let all = EntityFilter::default();
        let entities = |store: Store| {
            let all = all.clone();
            async move { store.find_entities(user, &[space], &all, Page::first(9)).await.unwrap() }
        };
        assert_eq!(entities(store.clone()).await.items, entities(before.clone()).await.items);
        let changes = |store: Store| async move {
            store.changes_since(user, space, recollect_model::Revision(0), 100).await.unwrap()
        };
        assert_eq!(changes(store.clone()).await, changes(before).await);
        let spoken = values(&there, "entities", "name").await;
        assert!(!spoken.contains(&"Melanie".to_owned()), "{spoken:?}");
        assert_eq!(there.database.verify().await.unwrap(), []);
        let lives = Object::Entity(memory.lisbon.id);
        let facts = store.changes_since(user, space, recollect_model::Revision(0), 100).await.unwrap();
        assert!(facts.unwrap().statements.iter().any(|fact| fact.proposition.object == lives));
    }
}

#[tokio::test]
async fn a_new_directory_has_its_key_beside_it_and_a_change_of_it_that_broke_off_is_ended() {
    let directory = TempDir::new().unwrap();
    let database = Database::Sqlite {
        directory: directory.path().to_owned(),
    };
    let file = directory.path().join("master.key");
    let store = Store::open(&database, Faults::none()).await.unwrap();
    let world = World::new();
    world.person(&store, "ann").await;
    let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let first = std::fs::read_to_string(&file).unwrap();
    store
        .rotate_master_in(&file, &Environment::system())
        .await
        .unwrap();
    store.close().await;
    let second = std::fs::read_to_string(&file).unwrap();
    assert_ne!(first, second);

    // The process ended between the database's commit and the change of the file.
    std::fs::write(&file, &first).unwrap();
    std::fs::write(directory.path().join("master.key.next"), &second).unwrap();
    let store = Store::open(&database, Faults::none()).await.unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), second);
    store.close().await;

    std::fs::remove_file(&file).unwrap();
    let refused = Store::open(&database, Faults::none()).await.unwrap_err();
    assert!(refused.to_string().contains("master.key"), "{refused}");
    assert!(!file.exists(), "no other key is made in its place");
    let found = database.inspect().await.unwrap().unwrap();
    assert_eq!(found.schema, Schema::Current);
    let id = MasterKey::from_text(&second).unwrap().id();
    assert_eq!(found.master_key, Some(id));
}

async fn refusal(database: &TestDatabase, encryption: &Encryption) -> String {
    let opened = open(&database.database, encryption).await;
    opened.expect_err("it must not open").to_string()
}

/// Every table with its columns.
async fn columns_of(database: &TestDatabase) -> Vec<(String, Vec<String>)> {
    let mut connection = AnyConnection::connect(&database.url()).await.unwrap();
    let is_postgres = matches!(database.database, Database::Postgres { .. });
    let sql = match is_postgres {
        true => {
            "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
             WHERE table_schema = current_schema() ORDER BY 1, 2"
        }
        false => {
            "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
             WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' ORDER BY 1, 2"
        }
    };
    let mut tables: Vec<(String, Vec<String>)> = Vec::new();
    for row in sqlx::query(sql).fetch_all(&mut connection).await.unwrap() {
        let (table, column): (String, String) = (row.get(0), row.get(1));
        match tables.last_mut() {
            _ if table == "_sqlx_migrations" => {}
            Some((last, columns)) if *last == table => columns.push(column),
            _ => tables.push((table, vec![column])),
        }
    }
    tables
}

/// The values of a column as texts.
pub(crate) async fn values(database: &TestDatabase, table: &str, column: &str) -> Vec<String> {
    let mut connection = AnyConnection::connect(&database.url()).await.unwrap();
    // What is no text has no words.
    let is_text = match database.database {
        Database::Postgres { .. } => format!("pg_typeof({column}) = 'text'::regtype"),
        _ => format!("typeof({column}) = 'text'"),
    };
    let sql = format!("SELECT {column} FROM {table} WHERE {is_text}");
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut connection);
    let rows = rows.await.unwrap().into_iter();
    rows.filter_map(|row| row.get(0)).collect()
}
