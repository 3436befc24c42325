//! What `scale --write` writes can be read by a program that knows nothing but its description.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DIMENSIONS: usize = 384;

/// A directory of this test, empty.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        std::fs::remove_dir_all(&directory).expect("what a test wrote before can be removed");
    }
    directory
}

fn scale(directory: &Path, sizes: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_recollect-bench"))
        .args(["scale", "--sizes", sizes, "--searches", "5", "--write"])
        .arg(directory)
        .output()
        .expect("the benchmarks are built with their tests")
}

fn written(name: &str, sizes: &str) -> PathBuf {
    let directory = directory(name);
    let done = scale(&directory, sizes);
    assert!(done.status.success(), "{done:?}");
    directory
}

fn lines(directory: &Path, name: &str) -> Vec<String> {
    let texts = std::fs::read_to_string(directory.join(name)).expect("the texts are there");
    texts.lines().map(str::to_owned).collect()
}

fn vectors(directory: &Path, name: &str) -> Vec<Vec<f32>> {
    let bytes = std::fs::read(directory.join(name)).expect("the vectors are there");
    let values = bytes.chunks(4).map(|bytes| {
        let bytes = bytes.try_into().expect("a value has four bytes");
        f32::from_le_bytes(bytes)
    });
    let values: Vec<f32> = values.collect();
    values.chunks(DIMENSIONS).map(<[f32]>::to_vec).collect()
}

fn product(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[test]
fn every_line_has_a_vector_of_length_one() {
    let directory = written("scale_lines", "60");
    for (name, count) in [("passages", 60), ("questions", 5)] {
        let texts = lines(&directory, &format!("{name}.txt"));
        let vectors = vectors(&directory, &format!("{name}.f32"));
        assert_eq!((texts.len(), vectors.len()), (count, count), "{name}");
        assert!(texts.iter().all(|text| !text.trim().is_empty()), "{name}");
        for vector in vectors {
            assert_eq!(vector.len(), DIMENSIONS, "{name}");
            assert!((product(&vector, &vector) - 1.0).abs() < 1e-4, "{name}");
        }
    }
}

#[test]
fn a_question_is_near_the_passage_it_is_about() {
    let directory = written("scale_near", "60");
    let passages = lines(&directory, "passages.txt");
    let (of_passages, of_questions) = (
        vectors(&directory, "passages.f32"),
        vectors(&directory, "questions.f32"),
    );
    let questions = lines(&directory, "questions.txt");
    for (question, vector) in questions.iter().zip(&of_questions) {
        let begins = |passage: &String| {
            let (_, said) = passage.split_once(": ").expect("a passage has a speaker");
            let words: Vec<&str> = said.split(' ').take(4).collect();
            question.contains(&format!("the {} ", words.join(" ")))
        };
        let about = passages.iter().position(begins);
        let about = about.unwrap_or_else(|| panic!("no passage is what {question:?} is about"));
        let nearness: Vec<f32> = of_passages
            .iter()
            .map(|passage| product(vector, passage))
            .collect();
        let nearer = nearness
            .iter()
            .filter(|&&other| other > nearness[about])
            .count();
        assert!(nearer < 10, "{nearer} passages are nearer to {question:?}");
    }
}

#[test]
fn the_same_is_written_every_time() {
    let (first, again) = (written("scale_first", "40"), written("scale_again", "40"));
    for name in [
        "passages.txt",
        "passages.f32",
        "questions.txt",
        "questions.f32",
    ] {
        let read = |directory: &Path| std::fs::read(directory.join(name)).expect(name);
        assert!(read(&first) == read(&again), "{name}");
    }
}

#[test]
fn files_have_one_size() {
    let directory = directory("scale_sizes");
    let done = scale(&directory, "10,20");
    assert!(!done.status.success() && !directory.exists(), "{done:?}");
}
