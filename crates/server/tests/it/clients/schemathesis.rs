//! `schemathesis` tries the interface of the real process as its document describes it: nothing fails inside, nothing
//! undocumented is answered, what the document allows is taken and what it forbids is refused.

use std::fmt::Write;
use std::fs;

use recollect_storage::{Database, Faults, Store};
use tokio::process::Command;

use super::{finish, installed, scripts};
use crate::process::{Process, free_port, run};
use crate::service::Client;
use crate::things::Things;

/// How often a parameter of a path names something that there is.
const RIGHT_IDS: &str = "0.6";

const EMAIL: &str = "anna@example.com";

#[tokio::test]
async fn schemathesis_finds_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let data = place.join("data");
    // Everything comes from one address.
    let (data_flag, unlimited) = (data.to_str().unwrap(), "--registrations-per-network");
    let flags = ["--data", data_flag, "--embedder", "potion", unlimited, "0"].map(str::to_owned);
    let key = run(&["key", "create", &flags[0], &flags[1], "--email", EMAIL]);
    let key = String::from_utf8(key.stdout).unwrap().trim().to_owned();
    let process = Process::start(free_port(), &flags, &place.join("log"));
    process.healthy().await;
    let database = Database::Sqlite { directory: data };
    let store = Store::open(&database, Faults::none()).await.unwrap();
    let anna = Client::of(&process.base, &key, EMAIL, store);

    let mut settings = fs::read_to_string(scripts().join("schemathesis.toml")).unwrap();
    settings.push_str(&what_there_is(&anna).await);
    fs::write(place.join("schemathesis.toml"), settings).unwrap();
    let hooks = "schemathesis_hooks.py";
    fs::copy(scripts().join(hooks), place.join(hooks)).unwrap();
    let mut command = Command::new(installed().join("python/bin/schemathesis"));
    command
        .current_dir(place)
        .args(["--config-file", "schemathesis.toml", "run", "--no-color"])
        .arg(format!("{}/api/v1/openapi.json", process.base))
        .args(["--header", &format!("Authorization: Bearer {key}")]);
    finish("schemathesis", command).await;
}

/// Things for every parameter of a path, in the form of the settings.
async fn what_there_is(anna: &Client) -> String {
    let mut settings = String::new();
    let mut all = Vec::new();
    for (person, place) in [("Bert", "Toulouse"), ("Clara", "Lisbon"), ("Dora", "Oslo")] {
        all.push(Things::of(anna, person, place).await);
    }
    let names: Vec<&str> = all[0].iter().map(|(name, _)| name).collect();
    for name in names {
        let ids = all.iter().flat_map(Things::iter);
        let ids: Vec<&str> = ids
            .filter(|(of, _)| *of == name)
            .map(|(_, id)| id)
            .collect();
        writeln!(settings, "[dictionaries.{name}]\nvalues = {ids:?}").unwrap();
    }
    settings.push_str("[parameters]\n");
    for (name, _) in all[0].iter() {
        writeln!(
            settings,
            "\"path.{name}\" = {{ dictionary = \"{name}\", probability = {RIGHT_IDS} }}"
        )
        .unwrap();
    }
    settings
}
