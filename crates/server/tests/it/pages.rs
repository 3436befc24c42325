//! The pages in a real browser: what a person does there, on a desk and on a phone, with nothing that a page should not do.

use std::path::{Path, PathBuf};

use recollect_storage::{Database, Faults, Store};
use tokio::process::Command;

use crate::clients::finish;
use crate::logs::failed;
use crate::process::{Process, free_port};
use crate::service::Service;

/// Where `tests/browser/setup` has installed what drives the browser.
fn installed() -> PathBuf {
    std::env::var("RECOLLECT_TEST_BROWSER")
        .expect(
            "RECOLLECT_TEST_BROWSER is set: export RECOLLECT_TEST_BROWSER=$(tests/browser/setup)",
        )
        .into()
}

/// Goes through the pages with a window of this size, against a service of its own.
async fn journey(size: &str) {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let store = Store::open(
        &Database::Sqlite {
            directory: data.clone(),
        },
        Faults::none(),
    )
    .await
    .unwrap();
    failed(&store, &format!("{size}@example.com")).await;
    store.close().await;
    let log = directory.path().join("log");
    let flags = [
        "--embedder",
        "potion",
        "--danger-allow-private-addresses",
        "--data",
    ];
    let flags = flags
        .map(str::to_owned)
        .into_iter()
        .chain([data.to_str().unwrap().to_owned()]);
    let service = Process::start(free_port(), &flags.collect::<Vec<_>>(), &log);
    service.healthy().await;

    let printed = visit("journey.mjs", &[&service.base, log.to_str().unwrap(), size]).await;
    assert!(printed.ends_with("done\n"), "{printed}");
}

/// Runs a script beside what it needs, with these arguments: what it prints.
async fn visit(script: &str, arguments: &[&str]) -> String {
    // Node looks for packages beside the scripts.
    let place = tempfile::Builder::new()
        .prefix("run-")
        .tempdir_in(installed())
        .unwrap();
    for script in ["visit.mjs", script] {
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/browser");
        std::fs::copy(scripts.join(script), place.path().join(script)).unwrap();
    }
    let mut command = Command::new("node");
    command.arg(place.path().join(script)).args(arguments);
    finish(script, command).await
}

#[tokio::test]
async fn a_browser_makes_a_passkey_and_logs_in_with_it() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let log = directory.path().join("log");
    let flags = ["--embedder", "potion", "--data", data.to_str().unwrap()];
    let service = Process::start(free_port(), &flags.map(str::to_owned), &log);
    service.healthy().await;
    let printed = visit("passkeys.mjs", &[&service.base, log.to_str().unwrap()]).await;
    assert!(printed.ends_with("done\n"), "{printed}");
}

/// Goes through the first five minutes of somebody new in this time zone, on a service with an empty memory.
async fn newcomer(size: &str, zone: &str) {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let log = directory.path().join("log");
    let flags = ["--data", data.to_str().unwrap()];
    let service = Process::start(free_port(), &flags.map(str::to_owned), &log);
    service.healthy().await;
    let arguments = [&service.base, log.to_str().unwrap(), size, zone];
    let printed = visit("newcomer.mjs", &arguments).await;
    assert!(printed.ends_with("done\n"), "{printed}");
}

#[tokio::test]
async fn somebody_new_in_honolulu_brings_a_chat_and_asks() {
    newcomer("desktop", "Pacific/Honolulu").await;
}

#[tokio::test]
async fn somebody_new_on_kiritimati_brings_a_chat_and_asks_on_a_phone() {
    newcomer("phone", "Pacific/Kiritimati").await;
}

#[tokio::test]
async fn what_is_done_in_one_window_is_told_in_the_others_and_nothing_written_is_lost() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let log = directory.path().join("log");
    let flags = ["--embedder", "potion", "--data", data.to_str().unwrap()];
    let service = Process::start(free_port(), &flags.map(str::to_owned), &log);
    service.healthy().await;
    let printed = visit("windows.mjs", &[&service.base, log.to_str().unwrap()]).await;
    assert!(printed.ends_with("done\n"), "{printed}");
}

#[tokio::test]
async fn a_person_finds_the_way_through_the_pages_on_a_desk() {
    journey("desktop").await;
}

#[tokio::test]
async fn a_person_finds_the_way_through_the_pages_on_a_phone() {
    journey("phone").await;
}

#[tokio::test]
async fn a_stranger_is_sent_to_log_in_and_sees_nothing() {
    let service = Service::start().await;
    let routes =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/pages/routes.rs"))
            .unwrap();
    let guarded = routes
        .split("// Somebody who is logged in.")
        .nth(1)
        .unwrap();
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let mut asked = 0;
    for route in guarded.split(".route(").skip(1) {
        let path = route.split('"').nth(1).unwrap();
        let path = path.split('/').map(|part| {
            if part.starts_with('{') {
                "018f0000-0000-7000-8000-000000000000"
            } else {
                part
            }
        });
        let url = format!("{}{}", service.base, path.collect::<Vec<_>>().join("/"));
        let handlers = route.split_once(',').unwrap().1;
        for method in ["get", "post"] {
            if !handlers.contains(&format!("{method}(")) {
                continue;
            }
            let request = http.request(method.to_uppercase().parse().unwrap(), &url);
            let reply = request
                .header("content-type", "application/x-www-form-urlencoded")
                .send()
                .await
                .unwrap();
            assert_eq!(reply.status(), 303, "{method} {url}");
            assert!(
                reply.headers()["location"]
                    .to_str()
                    .unwrap()
                    .starts_with("/login"),
                "{method} {url}"
            );
            asked += 1;
        }
    }
    assert!(asked > 20, "{asked}");
}

#[tokio::test]
async fn the_extension_remembers_the_page_and_the_selection_and_takes_them_back() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let place = tempfile::Builder::new()
        .prefix("run-")
        .tempdir_in(installed())
        .unwrap();
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = place.path().join("extension.mjs");
    std::fs::copy(repository.join("tests/browser/extension.mjs"), &script).unwrap();
    let mut command = Command::new("node");
    command
        .arg(script)
        .args([&service.base, anna.key()])
        .arg(repository.join("integrations/browser"));
    assert_eq!(finish("extension.mjs", command).await, "ok\n");
}
