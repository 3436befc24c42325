//! Writes the tuples of sentences as `CaRB`'s scorer reads them: sentence, confidence, relation, arguments, tab-separated.
//!
//! `carb <sentences, one a line> <tuples to write> [<directory of the parser's files>]`

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs};

use recollect_clauses::{clauses, tuples};
use recollect_spacy::Pipeline;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [sentences, output, models @ ..] = &arguments[..] else {
        return Err("give the file of the sentences and the file to write".into());
    };
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/cache");
    let models = models.first().map_or_else(default, PathBuf::from);
    let files: Vec<(&str, Vec<u8>)> = Pipeline::FILES
        .iter()
        .map(|path| {
            let name = format!("en_core_web_sm.{}", path.replace('/', "."));
            fs::read(models.join(name)).map(|content| (*path, content))
        })
        .collect::<Result<_, _>>()?;
    let pipeline = Pipeline::load(|path| {
        let file = files.iter().find(|(name, _)| *name == path);
        file.map(|(_, content)| content.as_slice())
    })?;
    let mut lines = String::new();
    let (mut words, mut reading_s, mut clauses_s) = (0, 0.0, 0.0);
    let sentences = fs::read_to_string(sentences)?;
    for sentence in sentences.lines().filter(|line| !line.trim().is_empty()) {
        let start = Instant::now();
        let doc = pipeline.read(sentence);
        reading_s += start.elapsed().as_secs_f64();
        words += doc.tokens.len();
        let start = Instant::now();
        std::hint::black_box(clauses(sentence, &doc));
        clauses_s += start.elapsed().as_secs_f64();
        for tuple in tuples(sentence, &doc) {
            let arguments = tuple.arguments.join("\t");
            writeln!(
                lines,
                "{sentence}\t{}\t{}\t{arguments}",
                tuple.confidence, tuple.relation
            )?;
        }
    }
    fs::write(output, lines)?;
    let per_30_words = |seconds: f64| seconds / words.max(1) as f64 * 30.0 * 1e6;
    eprintln!(
        "{words} words; for 30 words {:.0} µs to parse, {:.1} µs for the clauses",
        per_30_words(reading_s),
        per_30_words(clauses_s)
    );
    Ok(())
}
