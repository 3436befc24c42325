//! How right the local extraction is on short personal texts, in process.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use recollect_bench::annotation::AnnotatedTexts;
use recollect_bench::score::{Accuracy, Score, Tally};
use recollect_language::Extract;
use recollect_language::local::LocalExtraction;
use serde_json::{Map, Value, json};

use crate::failure::Failure;

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Annotated texts
    #[arg(long, default_value = "bench/data/personal_texts.json")]
    file: PathBuf,
    /// Only texts whose id begins with this
    #[arg(long, default_value = "")]
    only: String,
    /// Also list what is wrong and what is missed
    #[arg(long)]
    misses: bool,
    /// Also list what is right
    #[arg(long)]
    rights: bool,
    /// Figures as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let file: AnnotatedTexts = serde_json::from_slice(&std::fs::read(&options.file)?)?;
    file.check()?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let extraction = LocalExtraction::new(threads);
    let mut score = Score::default();
    for text in &file.texts {
        if text.id.starts_with(&options.only) {
            let extracted = extraction.extract(Arc::new(text.to_read()?)).await?;
            score.add(text, &extracted)?;
        }
    }
    if options.json {
        print_json(extraction.name(), &score)?;
    } else {
        print_tables(extraction.name(), &score);
    }
    print_verdicts(&score, options.misses, options.rights);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
fn print_tables(name: &str, score: &Score) {
    println!("{} texts, read by {name}", score.texts);
    println!(
        "\n{:<24}{:>7}{:>7}{:>7}{:>7}  {:>9}{:>8}{:>8}",
        "", "right", "wrong", "found", "missed", "precision", "recall", "F1"
    );
    row("entities", score.entities);
    for (kind, tally) in &score.entities_by_kind {
        row(&format!("  {kind}"), *tally);
    }
    row("statements", score.statements);
    row("  normalised", score.normalised);
    row("  open", score.open);
    let mut relations: Vec<_> = score.by_relation.iter().collect();
    relations.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.right + tally.wrong + tally.missed));
    for (relation, tally) in relations {
        row(&format!("    {relation}"), *tally);
    }
    println!();
    for (what, accuracy) in accuracies(score) {
        println!(
            "{what:<40}{:>5} of {:<5}{:>8}",
            accuracy.right,
            accuracy.all,
            percent(accuracy.part())
        );
    }
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
fn row(name: &str, tally: Tally) {
    println!(
        "{name:<24}{:>7}{:>7}{:>7}{:>7}  {:>9}{:>8}{:>8}",
        tally.right,
        tally.wrong,
        tally.found,
        tally.missed,
        percent(tally.precision()),
        percent(tally.recall()),
        percent(tally.f1())
    );
}

fn percent(part: Option<f64>) -> String {
    part.map_or_else(|| "-".to_owned(), |part| format!("{:.1}", part * 100.0))
}

const fn accuracies(score: &Score) -> [(&'static str, Accuracy); 7] {
    [
        ("kind, of entities whose name is noted", score.kinds),
        ("negation, of statements noted", score.negation),
        ("modality", score.modality),
        ("attribution", score.attribution),
        ("interval, of right ones put in time", score.intervals),
        ("precision of that interval", score.precisions),
        ("no interval, of right ones not put in", score.untimed),
    ]
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
fn print_json(name: &str, score: &Score) -> Result<(), Failure> {
    let tally = |tally: Tally| {
        json!({
            "right": tally.right, "wrong": tally.wrong, "found": tally.found, "missed": tally.missed,
            "precision": tally.precision(), "recall": tally.recall(), "f1": tally.f1(),
        })
    };
    let accuracies: Map<String, Value> = accuracies(score)
        .into_iter()
        .map(|(what, accuracy)| {
            let figures = json!({ "right": accuracy.right, "all": accuracy.all });
            (what.to_owned(), figures)
        })
        .collect();
    let kinds = score.entities_by_kind.iter();
    let relations = score.by_relation.iter();
    let figures = json!({
        "extractor": name,
        "texts": score.texts,
        "entities": tally(score.entities),
        "entitiesByKind": kinds.map(|(kind, t)| ((*kind).to_owned(), tally(*t))).collect::<Map<_, _>>(),
        "statements": tally(score.statements),
        "normalised": tally(score.normalised),
        "open": tally(score.open),
        "statementsByRelation": relations.map(|(name, t)| (name.clone(), tally(*t))).collect::<Map<_, _>>(),
        "accuracy": accuracies,
    });
    println!("{}", serde_json::to_string_pretty(&figures)?);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the list is the output")]
fn print_verdicts(score: &Score, with_misses: bool, with_rights: bool) {
    for text in &score.verdicts {
        let right = text.right.iter().filter(|_| with_rights);
        let right = right.map(|line| format!("right     {line}"));
        let faults = text.faults.iter().filter(|_| with_misses).cloned();
        let lines: Vec<String> = right.chain(faults).collect();
        if !lines.is_empty() {
            println!("\n{}  {}", text.id, text.text.replace('\n', "\n  "));
        }
        for line in lines {
            println!("  {line}");
        }
    }
}
