//! The flow of CORE's benchmark: a long dialogue is sent text by text to port 3033, searched, and its logs read.

use std::net::TcpListener;

use super::node;
use crate::process::{Process, create_key, free_port};

/// Where the benchmark's script expects the service.
const PORT: u16 = 3033;

#[tokio::test]
async fn the_benchmarks_419_texts_are_accepted_one_after_the_other_each_within_a_second() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data").to_str().unwrap().to_owned();
    let flags: Vec<String> = ["--data", &data, "--embedder", "potion"]
        .map(str::to_owned)
        .to_vec();
    // Another service may run on this machine; the script takes the address as a parameter.
    let is_free = TcpListener::bind(("127.0.0.1", PORT)).is_ok();
    let port = if is_free { PORT } else { free_port() };
    let process = Process::start(port, &flags, &directory.path().join("server.log"));
    process.healthy().await;
    let key = create_key(&flags[..2], "caroline@example.com");
    let base = format!("http://localhost:{port}");
    let printed = node("locomo.mjs", &[&base, &key]).await;
    assert!(printed.contains("419 texts accepted"), "{printed}");
    let kept = directory.path().join("server.log");
    assert!(kept.exists());
    eprintln!("{printed}");
}
