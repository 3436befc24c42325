//! A database of its own for one test, in the throwaway cluster that `./test` starts.

use std::process::Command;

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
