//! Agreement with spaCy: always on committed texts, and on generated ones where spaCy can be installed.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::package::PIPELINE;

/// What of the tokens, in percent, must be as spaCy has it. Not all, because sums of many numbers come out a little
/// differently on each processor, and two scores may be as good as equal.
const TAGS: f64 = 99.9;
const LEMMAS: f64 = 99.9;
const DEPENDENCIES: f64 = 99.5;
const NAMES: f64 = 99.5;

/// Texts of the live comparison and the seed they are made from.
const GENERATED: (&str, &str) = ("1500", "20240");

#[test]
fn the_pipeline_reads_what_spacy_reads_in_the_committed_texts() {
    let agreement = Agreement::with(include_str!("../reference/expected.tsv"));
    assert!(agreement.tokens > 3_000, "{agreement:?}");
    agreement.check();
}

/// Needs the network the first time: installs spaCy into the target directory.
#[test]
#[ignore = "installs spaCy from the network: cargo test --release -p recollect-spacy -- --ignored"]
fn the_pipeline_reads_what_spacy_reads_in_generated_texts() {
    let python = installed_spacy();
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/expect.py");
    let (texts, seed) = GENERATED;
    let expected =
        run(Command::new(python)
            .arg("-B")
            .arg(reference)
            .args(["generated", texts, seed]));
    let agreement = Agreement::with(&expected);
    assert!(agreement.tokens > 20_000, "{agreement:?}");
    agreement.check();
}

/// How many tokens, or names, are as spaCy has them.
#[derive(Debug, Default)]
struct Agreement {
    tokens: usize,
    cut: usize,
    tags: usize,
    parts_of_speech: usize,
    dependencies: usize,
    lemmas: usize,
    sentence_starts: usize,
    /// Those of spaCy, ours, and those that are the same.
    names: (usize, usize, usize),
    /// The first lines that differ: spaCy's, then ours.
    differences: Vec<(String, String)>,
}

impl Agreement {
    fn with(expected: &str) -> Agreement {
        let mut agreement = Agreement::default();
        let texts = expected.split_inclusive('\n').collect::<Vec<_>>();
        for lines in texts.chunk_by(|_, next| !next.starts_with("T\t")) {
            let text = lines[0].trim_end_matches('\n').trim_start_matches("T\t");
            let text: String = serde_json::from_str(text).expect("a text is a JSON string");
            agreement.compare(&lines[1..].concat(), &rows(&text));
        }
        agreement
    }

    fn compare(&mut self, expected: &str, ours: &str) {
        let (expected_words, our_words) = (words(expected), words(ours));
        self.tokens += expected_words.len();
        for (row, ours) in expected.lines().zip(ours.lines()) {
            if row != ours && self.differences.len() < 10 {
                self.differences.push((row.to_owned(), ours.to_owned()));
            }
        }
        if expected_words.len() != our_words.len() {
            return;
        }
        for (expected, ours) in expected_words.iter().zip(&our_words) {
            let same = |from: usize, to: usize| usize::from(expected[from..to] == ours[from..to]);
            self.cut += same(1, 3);
            self.tags += same(3, 4);
            self.parts_of_speech += same(4, 5);
            self.dependencies += same(5, 7);
            self.lemmas += same(7, 8);
            self.sentence_starts += same(8, 9);
        }
        let (expected, ours) = (rows_of(expected, 'E'), rows_of(ours, 'E'));
        self.names.0 += expected.len();
        self.names.1 += ours.len();
        self.names.2 += expected.iter().filter(|name| ours.contains(name)).count();
    }

    fn check(&self) {
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
        assert_eq!(self.cut, self.tokens, "{self:#?}");
        assert!(percent(self.tags, self.tokens) >= TAGS, "{self:#?}");
        assert!(
            percent(self.parts_of_speech, self.tokens) >= TAGS,
            "{self:#?}"
        );
        assert!(percent(self.lemmas, self.tokens) >= LEMMAS, "{self:#?}");
        assert!(
            percent(self.dependencies, self.tokens) >= DEPENDENCIES,
            "{self:#?}"
        );
        assert!(
            percent(self.sentence_starts, self.tokens) >= DEPENDENCIES,
            "{self:#?}"
        );
        let (expected, ours, same) = self.names;
        assert!(percent(same, expected.max(ours)) >= NAMES, "{self:#?}");
    }
}

/// The cells of the tokens' rows.
fn words(rows: &str) -> Vec<Vec<&str>> {
    rows_of(rows, 'W')
        .into_iter()
        .map(|row| row.split('\t').collect())
        .collect()
}

fn rows_of(rows: &str, kind: char) -> Vec<&str> {
    rows.lines().filter(|row| row.starts_with(kind)).collect()
}

/// What the pipeline reads in a text, in the form that `expect.py` prints.
fn rows(text: &str) -> String {
    let doc = PIPELINE.read(text);
    let quoted = |text: &str| serde_json::to_string(text).expect("a text is a JSON string");
    let mut rows = String::new();
    for (index, token) in doc.tokens.iter().enumerate() {
        writeln!(
            rows,
            "W\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            quoted(&text[token.range.clone()]),
            u8::from(token.space_after),
            token.tag,
            token.pos,
            token.dep,
            token.head as isize - index as isize,
            quoted(&token.lemma),
            u8::from(token.is_sentence_start),
        )
        .expect("a string can be written to");
    }
    for name in &doc.entities {
        let (start, end) = (name.tokens.start, name.tokens.end);
        writeln!(rows, "E\t{start}\t{end}\t{}", name.label).expect("a string can be written to");
    }
    rows
}

/// The Python of an environment in the target directory that has spaCy and the package.
fn installed_spacy() -> PathBuf {
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spacy");
    let python = environment.join("bin/python");
    let requirements = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/reference/requirements.txt"
    );
    if !python.is_file() {
        run(Command::new("python3")
            .args(["-m", "venv"])
            .arg(&environment));
    }
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "-r", requirements]));
    python
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("the program can be run");
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}
