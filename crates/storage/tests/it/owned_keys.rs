//! Whose a row is stands in its keys: a database that keeps each user's rows together can keep every key that there is, but for
//! those that are listed here with their reasons.

use std::collections::{BTreeMap, BTreeSet};

use recollect_storage::Database;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};

use crate::harness::{TestDatabase, on_both_engines};

const OWNER: &str = "user_id";
/// The tables of nobody's, or of nobody's yet.
const WITHOUT_OWNER: [(&str, &str); 9] = [
    (
        "accounts",
        "the owners themselves, whose ids the others have",
    ),
    ("login_links", "of an address that may have no account yet"),
    ("oauth_clients", "applications, whoever uses them"),
    ("oauth_signing_keys", "the service's own"),
    ("data_keys", "of an owner, and of the service itself"),
    ("encryption", "of the whole database"),
    (
        "limit_counts",
        "of networks and of users alike, by hashes of them",
    ),
    ("probes", "written to see whether that works"),
    ("_sqlx_migrations", "which migrations were done"),
];
/// What is presented by somebody of whom it is not known yet who that is.
const PRESENTED: &str = "it is looked up to learn whose it is";
/// The unique keys of owned tables in which the owner is not.
const WITHOUT_OWNER_IN_KEY: [(&str, &str, &str); 10] = [
    ("api_keys", "hash", PRESENTED),
    ("sessions", "hash", PRESENTED),
    ("passkeys", "credential_hash", PRESENTED),
    ("passkey_challenges", "hash", PRESENTED),
    ("oauth_codes", "hash", PRESENTED),
    ("oauth_refresh_tokens", "hash", PRESENTED),
    ("oauth_devices", "hash", PRESENTED),
    ("oauth_devices", "user_code_hash", PRESENTED),
    ("outside_identities", "issuer, subject", PRESENTED),
    (
        "deliveries",
        "seq, webhook_id",
        "a webhook is one owner's, and its deliveries go out in this order",
    ),
];

on_both_engines! {
    async fn every_key_of_an_owned_table_names_its_owner(database: &TestDatabase) {
        database.store().await.close().await;
        let columns = asked(database, columns(database)).await;
        let is_owned = |table: &String| columns.iter().any(|[other, column, _]| other == table && column == OWNER);
        let tables: BTreeSet<&String> = columns.iter().map(|[table, ..]| table).collect();
        let without: BTreeSet<&str> = tables.iter().filter(|table| !is_owned(table)).map(|table| table.as_str()).collect();
        assert_eq!(without, WITHOUT_OWNER.map(|(table, _)| table).into(), "tables without an owner");

        let mut keys: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        for [table, column, key] in asked(database, keys_of(database)).await {
            keys.entry((table, key)).or_default().insert(column);
        }
        assert!(keys.len() > 40, "{keys:?}");
        let without: BTreeSet<(String, String)> = keys
            .into_iter()
            .filter(|((table, _), columns)| is_owned(table) && !columns.contains(OWNER))
            .map(|((table, _), columns)| (table, columns.into_iter().collect::<Vec<_>>().join(", ")))
            .collect();
        let listed = WITHOUT_OWNER_IN_KEY.map(|(table, columns, _)| (table.to_owned(), columns.to_owned()));
        assert_eq!(without, listed.into(), "keys without an owner");
    }
}

/// Asks for tables with their columns.
fn columns(database: &TestDatabase) -> &'static str {
    match database.database {
        Database::Postgres { .. } => {
            "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), '' FROM information_schema.columns
             WHERE table_schema = current_schema()"
        }
        _ => {
            "SELECT tables.name, columns.name, '' FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
             WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'"
        }
    }
}

/// Asks for tables with the columns of each primary or unique key, and what the key is called.
fn keys_of(database: &TestDatabase) -> &'static str {
    match database.database {
        Database::Postgres { .. } => {
            "SELECT CAST(tables.relname AS TEXT), CAST(columns.attname AS TEXT), CAST(keys.relname AS TEXT)
             FROM pg_index JOIN pg_class AS tables ON tables.oid = indrelid JOIN pg_class AS keys ON keys.oid = indexrelid
             JOIN pg_attribute AS columns ON columns.attrelid = indrelid AND columns.attnum = ANY(indkey)
             WHERE indisunique AND tables.relnamespace = current_schema()::regnamespace"
        }
        _ => {
            "SELECT tables.name, columns.name, 'primary' FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
             WHERE tables.type = 'table' AND columns.pk > 0
             UNION ALL SELECT tables.name, columns.name, keys.name FROM sqlite_master AS tables,
             pragma_index_list(tables.name) AS keys, pragma_index_info(keys.name) AS columns
             WHERE tables.type = 'table' AND keys.\"unique\" = 1 AND columns.name IS NOT NULL"
        }
    }
}

async fn asked(database: &TestDatabase, sql: &'static str) -> Vec<[String; 3]> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&database.url()).await.unwrap();
    let rows = connection.fetch_all(AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
    let told = rows
        .iter()
        .map(|row| [0, 1, 2].map(|column| row.get(column)));
    told.collect()
}
