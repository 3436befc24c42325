//! A database of its own for one test, in the throwaway cluster that `./test` starts.

use std::process::Command;

use recollect_model::Environment;
use recollect_storage::{Database, Encryption, Faults, MasterKey, PostgresLimits, Store};

/// What a new database of PostgreSQL is encrypted with: a key beside it there is not.
pub(crate) const MASTER_KEY: &str =
    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// A database that a service with [`MASTER_KEY`] uses, or one with its key beside it.
pub(crate) async fn store_of(database: &Database) -> Store {
    let environment = Environment::system();
    let encryption = match database {
        Database::Postgres { .. } => {
            Encryption::given(MasterKey::from_text(MASTER_KEY).unwrap(), &environment)
        }
        _ => Encryption::beside(&environment),
    };
    let limits = PostgresLimits::default();
    let opened = Store::open_encrypted(database, limits, Faults::none(), &encryption);
    opened.await.unwrap()
}

/// Dropped with everything in it.
pub(crate) struct ScratchDatabase {
    cluster: String,
    name: String,
    pub(crate) url: String,
}

impl ScratchDatabase {
    pub(crate) fn create(purpose: &str) -> Self {
        let cluster = std::env::var("RECOLLECT_TEST_POSTGRES")
            .expect("the PostgreSQL tests need a throwaway cluster: run ./test, or set RECOLLECT_TEST_POSTGRES");
        let name = format!("recollect_{purpose}_{}", std::process::id());
        psql(&cluster, &format!("CREATE DATABASE {name}"));
        let (server, _) = cluster.rsplit_once('/').unwrap();
        let url = format!("{server}/{name}");
        Self { cluster, name, url }
    }
}

impl Drop for ScratchDatabase {
    fn drop(&mut self) {
        psql(
            &self.cluster,
            &format!("DROP DATABASE {} WITH (FORCE)", self.name),
        );
    }
}

/// What a server answers.
pub(crate) fn asked(url: &str, sql: &str) -> String {
    let output = Command::new("psql").args([url, "-Atqc", sql]).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn psql(url: &str, sql: &str) {
    let output = Command::new("psql")
        .args([url, "-qc", sql])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
