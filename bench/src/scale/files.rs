//! What is measured, as files, so that another program can be measured with the same.
//!
//! `passages.txt` and `questions.txt` have a text on each line. `passages.f32` and `questions.f32` have the vectors of the
//! same lines, one after the other: 384 floats of 32 bits each, little endian, of length 1. A passage begins with who
//! speaks. Sessions, times, whom a passage mentions and what follows from it are not written.

use std::fs::{File, create_dir_all};
use std::io::{BufWriter, Write};
use std::path::Path;

use recollect_model::Embedding;

use super::texts::{World, person};
use crate::failure::Failure;

pub(super) fn write(
    world: &World,
    size: usize,
    searches: usize,
    directory: &Path,
) -> Result<(), Failure> {
    create_dir_all(directory)?;
    let mut passages = Rows::create(directory, "passages")?;
    for number in 0..size {
        let turn = world.turn(number);
        let text = format!("{}: {}", person(turn.person), turn.text);
        passages.push(&text, &world.vector(&turn.text))?;
    }
    passages.finish()?;
    let mut questions = Rows::create(directory, "questions")?;
    for (question, vector) in world.questions(size).take(searches) {
        questions.push(&question, &vector)?;
    }
    questions.finish()
}

/// Texts and their vectors, in the same order.
struct Rows {
    texts: BufWriter<File>,
    vectors: BufWriter<File>,
}

impl Rows {
    fn create(directory: &Path, name: &str) -> Result<Self, Failure> {
        let file = |ending| File::create(directory.join(format!("{name}.{ending}")));
        Ok(Self {
            texts: BufWriter::new(file("txt")?),
            vectors: BufWriter::new(file("f32")?),
        })
    }

    fn push(&mut self, text: &str, vector: &Embedding) -> Result<(), Failure> {
        writeln!(self.texts, "{text}")?;
        for value in &vector.0 {
            self.vectors.write_all(&value.to_le_bytes())?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), Failure> {
        self.texts.flush()?;
        self.vectors.flush()?;
        Ok(())
    }
}
