//! `recollect forget`, beside a running service: what it forgets is gone, it says so, and it says what it finds.

use std::process::Output;

use reqwest::StatusCode;
use serde_json::json;

use crate::postgres::{MASTER_KEY, ScratchDatabase};
use crate::process::run;
use crate::reading::text;
use crate::service::Service;
use crate::traces::{left_in, markers, remember};

/// Nobody else's: what is written without encryption is in the log of the cluster, which others look into.
const ADDRESS: &str = "wimplethorn@example.com";

/// What a command said, and whether it succeeded.
fn said(output: &Output) -> (bool, String) {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

/// How many words the command looked for.
fn looked_for(said: &str) -> usize {
    let line = said.lines().find(|line| line.contains("are looked for"));
    let count = line.and_then(|line| line.split(' ').next());
    count.unwrap_or_else(|| panic!("{said}")).parse().unwrap()
}

/// Forgets a text, a space and an account, each by the command; after each `check` is given what must be gone.
async fn forgets(service: &Service, place: &[&str], check: impl Fn(&[String])) {
    let forget = |what: &[&str]| {
        let arguments = [&["forget"], place, what, &["--verify"]].concat();
        let (is_done, said) = said(&run(&arguments));
        assert!(is_done, "{what:?}: {said}");
        assert!(looked_for(&said) >= 50, "{said}");
        said
    };
    let anna = service.client(ADDRESS).await;
    let bert = service.client("bert@example.com").await;
    bert.remember("Clara lives in Porto, and works at Siemens.", &json!({}))
        .await;
    let texts = markers("tex");
    let logs = remember(&anna, &texts, None).await;
    // An index that is in memory, and maybe in a file, follows.
    anna.search(&texts[0], &json!({})).await;
    let told = forget(&["--text", &logs[0]]);
    assert!(told.contains("the text is forgotten"), "{told}");
    check(&texts[..7]);
    assert!(
        anna.search(&texts[0], &json!({}))
            .await
            .iter()
            .all(|found| !found.contains(&texts[0]))
    );
    let (status, _) = anna.get(&format!("/api/v1/logs/{}", logs[0])).await;
    assert_eq!(status, StatusCode::NOT_FOUND);

    let (_, space) = anna
        .post("/api/v1/spaces", &json!({ "name": "work" }))
        .await;
    let space = text(&space["space"]["id"]);
    let names = markers("spa");
    remember(&anna, &names, Some(&space)).await;
    forget(&["--space", &space]);
    check(&names);

    let all = [texts, vec!["wimplethorn".to_owned()]].concat();
    forget(&["--account", ADDRESS]);
    check(&all);
    assert_eq!(bert.search("Clara", &json!({})).await.len(), 1);
}

#[tokio::test]
async fn what_it_forgets_is_in_no_file_of_an_encrypted_directory() {
    let service = Service::start().await;
    let place = ["--data", service.data().to_str().unwrap()];
    forgets(&service, &place, |gone| {
        assert_eq!(left_in(service.data(), gone), [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn what_it_forgets_is_in_no_file_of_a_directory_that_is_not_encrypted() {
    let service = Service::with(&["--embedder", "potion", "--encryption", "off"]).await;
    let place = ["--data", service.data().to_str().unwrap()];
    forgets(&service, &place, |gone| {
        assert_eq!(left_in(service.data(), gone), [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn what_it_forgets_is_in_no_table_of_postgresql() {
    for encryption in ["on", "off"] {
        let database = ScratchDatabase::create(&format!("forget_{encryption}"));
        let given = ["--database", &database.url, "--encryption", encryption];
        let service = Service::with(&[&["--embedder", "potion"], &given[..]].concat()).await;
        let place = ["--database", &database.url, "--master-key", MASTER_KEY];
        // What is in its files is what traces of `traces` are looked for in.
        forgets(&service, &place, |_| ()).await;
    }
}

#[tokio::test]
async fn what_is_left_elsewhere_is_found_and_what_others_say_is_not() {
    let service = Service::with(&["--embedder", "potion", "--encryption", "off"]).await;
    let anna = service.client(ADDRESS).await;
    let told = "Zvorandahl Miller works at Qwinilox Industries and lives in Lisbon.";
    let log = anna.remember(told, &json!({})).await;
    let log = text(&log["id"]);
    // Somebody else knows him, too: his name alone tells nothing.
    let bert = service.client("bert@example.com").await;
    bert.remember("Zvorandahl Miller called me.", &json!({}))
        .await;
    let exported = tempfile::tempdir().unwrap();
    let file = exported.path().join("below/export.json");
    std::fs::create_dir(exported.path().join("below")).unwrap();
    std::fs::write(&file, "… and of qwinilox we know …").unwrap();
    let data = service.data().to_str().unwrap();
    let look_in = exported.path().to_str().unwrap();
    let arguments = [
        "forget",
        "--data",
        data,
        "--text",
        &log,
        "--verify",
        "--look-in",
        look_in,
    ];
    let (is_done, told) = said(&run(&arguments));
    assert!(!is_done, "{told}");
    assert!(told.contains("are found 1 times"), "{told}");
    let line = told
        .lines()
        .find(|line| line.ends_with("export.json"))
        .unwrap();
    assert!(line.contains("  1  "), "{told}");
    assert!(
        !told.to_lowercase().contains("qwinilox"),
        "it shows no words: {told}"
    );

    let refused = |arguments: &[&str]| {
        let (is_done, told) = said(&run(&[&["forget", "--data", data], arguments].concat()));
        assert!(!is_done, "{told}");
        told
    };
    assert!(refused(&["--text", &log]).contains("log"), "it is gone");
    assert!(refused(&["--account", "nobody@example.com"]).contains("no account"));
    assert!(refused(&[]).contains("--account"));
    let missing = refused(&[
        "--account",
        ADDRESS,
        "--verify",
        "--look-in",
        "/nowhere/at/all",
    ]);
    assert!(missing.contains("nothing was forgotten"), "{missing}");
}
