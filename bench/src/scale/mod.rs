//! How search grows with the memory: made-up memories of several sizes, in one space each; needs no service.

mod files;
mod index;
mod service;
mod texts;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use crate::failure::Failure;
use texts::World;

/// Options of the benchmark.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Passages of one space
    #[arg(long, value_delimiter = ',', default_values_t = [10_000, 100_000])]
    sizes: Vec<usize>,
    /// Questions that are asked of each
    #[arg(long, default_value_t = 200)]
    searches: usize,
    /// The index alone: no database, no embedding of questions
    #[arg(long)]
    index_only: bool,
    /// Measures nothing, and writes the passages, the questions and their vectors of one size into this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["index_only", "json"])]
    write: Option<PathBuf>,
    /// The figures for a program
    #[arg(long)]
    json: bool,
}

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    if options.sizes.contains(&0) || options.searches == 0 {
        return Err("--sizes and --searches are to be greater than 0".into());
    }
    let world = Arc::new(World::new());
    if let Some(directory) = &options.write {
        let &[size] = options.sizes.as_slice() else {
            return Err("--write wants one size: --sizes N".into());
        };
        return files::write(&world, size, options.searches, directory);
    }
    let mut all = Vec::with_capacity(options.sizes.len());
    for &size in &options.sizes {
        let figures = measure(&world, size, &options).await?;
        if !options.json {
            println!("{}", in_words(&figures));
        }
        all.push(figures);
    }
    if options.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(())
}

async fn measure(world: &Arc<World>, size: usize, options: &Options) -> Result<Value, Failure> {
    let index = index::measure(world, size, options.searches)?;
    let mut figures = json!({ "passages": size });
    if !options.index_only {
        let service = service::measure(world, size, options.searches).await?;
        figures["searchP50Ms"] = rounded(service.search_p50_ms);
        figures["searchP95Ms"] = rounded(service.search_p95_ms);
        figures["firstSearchMs"] = rounded(service.first_search_ms);
    }
    figures["memoryMb"] = rounded(index.memory_mb);
    figures["appendMs"] = json!((index.append_ms * 1e3).round() / 1e3);
    figures["rankP50Ms"] = rounded(index.rank_p50_ms);
    figures["rankP95Ms"] = rounded(index.rank_p95_ms);
    figures["exactRankP50Ms"] = rounded(index.exact_p50_ms);
    figures["sameFirstTen"] = json!((index.same_first_ten * 1e4).round() / 1e4);
    figures["readFileMs"] = rounded(index.read_ms);
    figures["buildMs"] = rounded(index.built_ms);
    Ok(figures)
}

fn rounded(figure: f64) -> Value {
    json!((figure * 10.0).round() / 10.0)
}

fn in_words(figures: &Value) -> String {
    let Some(figures) = figures.as_object() else {
        return String::new();
    };
    let parts = figures
        .iter()
        .map(|(name, value)| format!("{name} {value}"));
    parts.collect::<Vec<_>>().join("  ")
}
