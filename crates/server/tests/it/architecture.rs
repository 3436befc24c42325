//! The architecture's direction, and the lists other tests rely on, read from the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::scope::OPERATIONS;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(directory: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

#[test]
fn crates_depend_downwards_only() {
    let allowed = [
        ("model", &[][..]),
        ("storage", &["model"]),
        ("index", &["model"]),
        ("language", &["model"]),
        ("engine", &["index", "language", "model", "storage"]),
        ("server", &["engine", "language", "model", "storage"]),
    ];
    for (name, allowed) in allowed {
        let manifest =
            fs::read_to_string(workspace().join("crates").join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dev-dependencies]").next().unwrap();
        let used: BTreeSet<&str> = dependencies
            .lines()
            .filter_map(|line| {
                line.strip_prefix("recollect-")?
                    .split(['.', ' ', '='])
                    .next()
            })
            .collect();
        assert_eq!(used, allowed.iter().copied().collect(), "crates/{name}");
    }
}

#[test]
fn only_storage_knows_sql_and_only_the_server_knows_http() {
    for name in ["model", "index", "language", "engine", "server"] {
        for (path, text) in sources(&workspace().join("crates").join(name).join("src")) {
            assert!(
                !text.contains("sqlx::"),
                "{} speaks to the database",
                path.display()
            );
            assert!(
                name == "server" || !text.contains("axum::"),
                "{} speaks HTTP",
                path.display()
            );
        }
    }
}

#[test]
fn handlers_hold_no_transaction_and_reach_storage_only_through_the_engine() {
    for (path, text) in sources(&workspace().join("crates/server/src/http")) {
        for forbidden in ["recollect_storage", "recollect_language", "recollect_index"] {
            assert!(
                !text.contains(forbidden),
                "{} uses {forbidden}",
                path.display()
            );
        }
    }
}

#[test]
fn every_route_is_in_the_list_that_strangers_are_refused_by() {
    let router = fs::read_to_string(workspace().join("crates/server/src/http/router.rs")).unwrap();
    let router: String = router.split_whitespace().collect();
    let mut routed = BTreeSet::new();
    for route in router.split(".route(\"").skip(1) {
        let (path, rest) = route.split_once('"').unwrap();
        let methods = rest.split(".route(").next().unwrap();
        for method in ["get", "post", "put", "delete", "patch"] {
            if methods.contains(&format!("{method}(")) {
                routed.insert((method.to_uppercase(), path.to_owned()));
            }
        }
    }
    let open = [("GET".to_owned(), "/healthz".to_owned())];
    let listed: BTreeSet<_> = OPERATIONS
        .iter()
        .map(|(method, path)| ((*method).to_owned(), (*path).to_owned()))
        .chain(open)
        .collect();
    assert_eq!(routed, listed);
}

#[test]
fn files_stay_readable() {
    for directory in fs::read_dir(workspace().join("crates")).unwrap() {
        for (path, text) in sources(&directory.unwrap().path().join("src")) {
            assert!(
                text.lines().count() <= 500,
                "{} has more than 500 lines",
                path.display()
            );
            assert!(
                text.starts_with("//!"),
                "{} does not say what it is",
                path.display()
            );
        }
    }
}
