//! How rows are found by many values at once.

use std::fs;
use std::path::Path;

/// The sources below a directory, with their paths.
pub(crate) fn sources(directory: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false => found.push((
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            )),
        }
    }
    found
}

/// `SQLite` reads all of a table, everybody's, for `WHERE (a, b) IN (VALUES …)`; for a SELECT from the same values it looks each
/// up in an index.
#[test]
fn no_statement_reads_a_whole_table_to_find_some_rows() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(sources.len() > 50);
    for (path, source) in sources {
        let code = source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join("\n");
        assert!(!code.contains("IN (VALUES"), "{path}");
    }
}
