//! The architecture's direction, and the lists other tests rely on, read from the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::document::operations;

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn sources(directory: &Path) -> Vec<(PathBuf, String)> {
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

/// The names of the crates, by their directories.
fn crates() -> BTreeSet<String> {
    let directories = fs::read_dir(workspace().join("crates")).unwrap();
    directories
        .map(|directory| directory.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn crates_depend_downwards_only() {
    let allowed = [
        ("model", &[][..]),
        ("sealing", &[]),
        ("fuzzing", &[]),
        ("storage", &["model", "sealing"]),
        ("index", &["model"]),
        ("outbound", &[]),
        ("spacy", &[]),
        ("temporal", &["model"]),
        ("clauses", &["model", "spacy"]),
        ("imports", &["model"]),
        ("graph", &["model"]),
        ("language", &["clauses", "model", "spacy", "temporal"]),
        (
            "engine",
            &[
                "graph", "imports", "index", "language", "model", "outbound", "sealing", "storage",
            ],
        ),
        (
            "server",
            &["engine", "language", "model", "outbound", "storage"],
        ),
    ];
    let listed = allowed.iter().map(|(name, _)| (*name).to_owned());
    assert_eq!(listed.collect::<BTreeSet<_>>(), crates());
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
    let names = crates();
    assert!(names.len() > 12, "{names:?}");
    for name in names {
        for (path, text) in sources(&workspace().join("crates").join(&name).join("src")) {
            assert!(
                name == "storage" || !text.contains("sqlx::"),
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
    let server = workspace().join("crates/server/src");
    let handlers = ["http", "pages"].map(|part| sources(&server.join(part)));
    for (path, text) in handlers.into_iter().flatten() {
        for forbidden in [
            "recollect_storage",
            "recollect_language",
            "recollect_index",
            "recollect_outbound",
        ] {
            assert!(
                !text.contains(forbidden),
                "{} uses {forbidden}",
                path.display()
            );
        }
    }
}

/// The routes that are no part of the API that the document describes, each with the reason.
const OUTSIDE_THE_DOCUMENT: [(&str, &str); 5] = [
    (
        "/.well-known/openid-configuration",
        "the document of the authorization server where libraries of OpenID Connect look for it (RFC 8414, 5)",
    ),
    ("/.well-known/oauth-authorization-server/mcp", SAME_DOCUMENT),
    (
        "/.well-known/oauth-authorization-server/api/v1/mcp",
        SAME_DOCUMENT,
    ),
    ("/.well-known/oauth-protected-resource/mcp", SAME_DOCUMENT),
    (
        "/.well-known/oauth-protected-resource/api/v1/mcp",
        SAME_DOCUMENT,
    ),
];
const SAME_DOCUMENT: &str = "the same document where a client of the MCP endpoint looks for it (RFC 8414, 3.1; RFC 9728, 3.1)";

/// Every method and path of the router, as its source says.
fn routed() -> BTreeSet<(String, String)> {
    let router = fs::read_to_string(workspace().join("crates/server/src/http/router.rs")).unwrap();
    let router: String = router.split_whitespace().collect();
    let mut routed = BTreeSet::new();
    let ways = [".route(", ".route_service(", ".nest(", ".nest_service("];
    let calls = ways.iter().flat_map(|way| {
        let calls = router.split(way).skip(1);
        calls.map(move |call| (*way, call))
    });
    for (way, call) in calls {
        let call = call.strip_prefix('"');
        let (path, rest) = call
            .and_then(|call| call.split_once('"'))
            .unwrap_or_else(|| panic!("a route's path stands in {way}…) as it is"));
        let end = ways.iter().filter_map(|way| rest.find(way)).min();
        let handlers = &rest[..end.unwrap_or(rest.len())];
        let before = routed.len();
        for method in ["get", "post", "put", "delete", "patch"] {
            if handlers.contains(&format!("{method}(")) {
                routed.insert((method.to_uppercase(), path.to_owned()));
            }
        }
        if routed.len() == before {
            routed.insert(("any".to_owned(), path.to_owned()));
        }
    }
    routed
}

#[test]
fn what_is_documented_is_what_there_is() {
    let documented: BTreeSet<_> = operations()
        .into_iter()
        .map(|operation| (operation.method.to_string(), operation.path))
        .collect();
    let routed = routed();
    for (path, reason) in OUTSIDE_THE_DOCUMENT {
        assert!(
            routed.iter().any(|(_, routed)| routed == path) && !reason.is_empty(),
            "{path} is outside the document, and no route"
        );
    }
    let is_outside = |path: &str| {
        OUTSIDE_THE_DOCUMENT
            .iter()
            .any(|(outside, _)| *outside == path)
    };
    let inside: BTreeSet<_> = routed
        .into_iter()
        .filter(|(_, path)| !is_outside(path))
        .collect();
    assert_eq!(
        inside, documented,
        "left: the router; right: the document. What belongs to no API goes to OUTSIDE_THE_DOCUMENT"
    );
}

#[test]
fn the_committed_document_is_current() {
    let path = workspace().join("docs/openapi.json");
    let mut document = serde_json::to_string_pretty(&recollect_server::http::document()).unwrap();
    document.push('\n');
    if std::env::var_os("RECOLLECT_UPDATE_DOCS").is_some() {
        fs::write(&path, &document).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == document,
        "docs/openapi.json is out of date: RECOLLECT_UPDATE_DOCS=1 cargo test -p recollect-server the_committed_document"
    );
}

/// The numbers of a text, each whole.
fn figures(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_digit() || ".,".contains(c)));
    let figures = words.map(|word| word.trim_matches(|c| ".,".contains(c)));
    figures.filter(|figure| !figure.is_empty())
}

#[test]
fn the_readme_tells_the_figures_of_the_benchmarks() {
    let read = |path: &str| fs::read_to_string(workspace().join(path)).unwrap();
    let (readme, benchmarks) = (read("README.md"), read("docs/benchmarks.md"));
    let (_, table) = readme.split_once("## How good, how fast").unwrap();
    let known: BTreeSet<&str> = figures(&benchmarks).collect();
    let rows = table
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    let mut told = 0;
    for row in rows {
        let value = row.trim_end_matches('|').rsplit('|').next().unwrap();
        for figure in figures(value) {
            told += 1;
            assert!(
                known.contains(figure),
                "README.md says {figure} and docs/benchmarks.md does not: {row}"
            );
        }
    }
    assert!(told > 10, "{told} figures are told");
    // Precision by itself says how right a reader is that says little.
    let is_bare = |line: &&str| line.contains("precision") && !line.contains("recall");
    assert_eq!(readme.lines().find(is_bare), None);
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
