//! What is needed to host the service says the same as the service: the example of its settings, the image, the compositions,
//! the Helm chart.

use std::collections::BTreeSet;
use std::path::Path;

use clap::CommandFactory;
use recollect_server::configuration::CommandLine;
use tokio::process::Command;

use crate::clients::finish;
use crate::process::run;

fn file(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(name)).unwrap()
}

/// Every variable that `recollect serve` reads.
fn settings() -> BTreeSet<String> {
    let command = CommandLine::command();
    let serve = command.find_subcommand("serve").unwrap();
    let variables = serve.get_arguments().filter_map(clap::Arg::get_env);
    variables
        .map(|name| name.to_str().unwrap().to_owned())
        .collect()
}

/// Every variable of the example, whether it is set there or only shown.
fn example() -> BTreeSet<String> {
    let example = file(".env.example");
    let lines = example.lines().map(|line| line.trim_start_matches('#'));
    let assigned = lines.filter_map(|line| line.split_once('='));
    let names = assigned.map(|(name, _)| name);
    let is_name = |name: &&str| {
        name.chars()
            .all(|letter| letter.is_ascii_uppercase() || letter == '_')
    };
    names.filter(is_name).map(str::to_owned).collect()
}

/// Every variable that the compositions fill in.
fn interpolated() -> BTreeSet<String> {
    let compositions =
        file("compose.yaml") + &file("compose.sqlite.yaml") + &file("compose.ha.yaml");
    let names = compositions.split("${").skip(1);
    let names = names.map(|rest| rest.split([':', '}']).next().unwrap().to_owned());
    names.collect()
}

#[test]
fn every_variable_of_the_example_is_one_that_is_read() {
    let known: BTreeSet<_> = settings().union(&interpolated()).cloned().collect();
    let unknown: Vec<_> = example().difference(&known).cloned().collect();
    assert!(
        unknown.is_empty(),
        ".env.example names {unknown:?}, which nothing reads"
    );
}

#[test]
fn the_example_shows_what_somebody_who_hosts_has_to_decide() {
    let missing: Vec<_> = interpolated().difference(&example()).cloned().collect();
    assert!(missing.is_empty(), ".env.example does not show {missing:?}");
    for name in [
        "RECOLLECT_BASE_URL",
        "RECOLLECT_REGISTRATION",
        "RECOLLECT_TRUSTED_PROXIES",
        "RECOLLECT_SMTP_URL",
        "RECOLLECT_MAIL_FROM",
        "RECOLLECT_LOG",
        "RECOLLECT_INDEX_MEMORY_MB",
        "RECOLLECT_EXTRACTION",
    ] {
        assert!(
            example().contains(name),
            ".env.example does not show {name}"
        );
    }
}

#[test]
fn no_secret_has_a_value_that_works() {
    for line in file(".env.example").lines() {
        let line = line.trim_start_matches('#');
        let Some((name, value)) = line.split_once('=') else {
            continue;
        };
        let is_secret = ["PASSWORD", "KEY", "SECRET", "TOKEN"]
            .iter()
            .any(|word| name.ends_with(word));
        assert!(
            !is_secret || value.is_empty(),
            "{name} has a value in .env.example"
        );
    }
    for composition in ["compose.yaml", "compose.ha.yaml"] {
        assert!(!file(composition).contains("PASSWORD:-"), "{composition}");
    }
}

#[test]
fn the_image_and_the_compositions_call_commands_that_there_are() {
    let dockerfile = file("Dockerfile");
    assert!(dockerfile.contains(r#"CMD ["recollect", "healthcheck"]"#));
    assert!(dockerfile.contains(r#"CMD ["serve"]"#));
    for command in ["healthcheck", "serve", "doctor"] {
        assert!(run(&[command, "--help"]).status.success(), "{command}");
    }
    for variable in ["RECOLLECT_DATA", "RECOLLECT_LISTEN"] {
        assert!(dockerfile.contains(&format!("{variable}=")) && settings().contains(variable));
    }
    let rust = file("Cargo.toml");
    let rust = rust
        .split("rust-version = \"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert!(
        dockerfile.contains(&format!("rust:{rust}-")),
        "the image is built with another Rust than {rust}"
    );
}

/// Runs a script of `tests/hosting/` with what `tests/hosting/setup` has installed.
async fn check(script: &str) {
    let installed = std::env::var("RECOLLECT_TEST_HOSTING").expect(
        "RECOLLECT_TEST_HOSTING is set: export RECOLLECT_TEST_HOSTING=$(tests/hosting/setup)",
    );
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hosting");
    let mut command = Command::new(Path::new(&installed).join("python/bin/python"));
    command.arg(scripts.join(script)).arg(&installed);
    finish(script, command).await;
}

#[tokio::test]
async fn helm_renders_the_chart_and_refuses_what_cannot_work() {
    check("chart.py").await;
}

#[tokio::test]
async fn the_compositions_are_what_compose_takes() {
    check("compositions.py").await;
}

#[test]
fn the_chart_takes_every_setting_and_is_of_this_version() {
    let schema = file("hosting/helm/recollect/values.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let taken = schema["definitions"]["setting"]["enum"].as_array().unwrap();
    let taken = taken.iter().map(|name| name.as_str().unwrap());
    // The chart sets these by its other values.
    let made = ["DATA", "LISTEN", "DATABASE", "METRICS_LISTEN", "BASE_URL"];
    let made = made.map(|name| format!("RECOLLECT_{name}"));
    let all: BTreeSet<_> = taken.map(str::to_owned).chain(made).collect();
    assert_eq!(all, settings());

    let version = format!("appVersion: \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(file("hosting/helm/recollect/Chart.yaml").contains(&version));
}
