//! `heysol-api-client` 1.3.0, as it is published.

use super::python;
use crate::process::{Process, create_key, free_port};

#[tokio::test]
async fn every_command_of_heysol_client_succeeds() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data").to_str().unwrap().to_owned();
    let flags: Vec<String> = ["--data", &data, "--embedder", "potion"]
        .map(str::to_owned)
        .to_vec();
    let port = free_port();
    let process = Process::start(port, &flags, &directory.path().join("server.log"));
    process.healthy().await;
    let keys = ["anna@example.com", "bert@example.com"].map(|email| create_key(&flags[..2], email));
    // What of the interface the script goes through.
    let parts = "spaces,memory,logs,profile,library,webhooks,mcp";
    let printed = python(
        "heysol_commands.py",
        &[&process.base, &keys[0], &keys[1], parts],
    )
    .await;
    assert!(printed.ends_with("done\n"), "{printed}");
}
