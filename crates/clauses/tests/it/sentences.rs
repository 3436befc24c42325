//! The sentences of `sentences.txt`, each with its clauses, one a line, as they are read. After a change that is
//! wanted, `RECOLLECT_UPDATE=1` writes the file anew; what is in it is read before it is committed.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use recollect_clauses::{chat_spellings, clauses};

use crate::PIPELINE;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/sentences.txt");

#[test]
fn the_clauses_of_our_sentences_are_as_they_were_written_down() {
    let expected = fs::read_to_string(FILE).expect("the file is committed");
    let mut found = String::new();
    for line in expected.lines().filter(|line| !line.starts_with(' ')) {
        writeln!(found, "{line}").expect("a string takes everything");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let doc = PIPELINE.read_spelled(line, chat_spellings());
        for clause in clauses(line, &doc) {
            writeln!(found, "    {}", clause.describe(line)).expect("a string takes everything");
        }
    }
    if env::var_os("RECOLLECT_UPDATE").is_some() {
        fs::write(Path::new(FILE), &found).expect("the file can be written");
    }
    for (expected, found) in expected.lines().zip(found.lines()) {
        assert_eq!(expected, found);
    }
    assert_eq!(expected.lines().count(), found.lines().count());
}
