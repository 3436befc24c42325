//! Reads the texts of a JSON list (a file's path is the argument) and prints what the pipeline says, as JSON lines.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;

use recollect_spacy::Pipeline;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let assets = std::env::var_os("RECOLLECT_ASSETS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/cache")),
        PathBuf::from,
    );
    let mut files = HashMap::new();
    for path in Pipeline::FILES {
        let name = format!("en_core_web_sm.{}", path.replace('/', "."));
        files.insert(path, std::fs::read(assets.join(name))?);
    }
    let pipeline = Pipeline::load(|path| files.get(path).map(Vec::as_slice))?;
    let path = std::env::args()
        .nth(1)
        .ok_or("give the path of a JSON list of texts")?;
    let texts: Vec<String> = serde_json::from_slice(&std::fs::read(path)?)?;
    let mut output = io::BufWriter::new(io::stdout().lock());
    for text in texts {
        let doc = pipeline.read(&text);
        let tokens: Vec<_> = doc
            .tokens
            .iter()
            .map(|token| {
                serde_json::json!([
                    &text[token.range.clone()],
                    token.space_after,
                    token.tag.as_str(),
                    token.pos.as_str(),
                    token.dep.as_str(),
                    token.head,
                    token.lemma,
                    token.is_sentence_start,
                ])
            })
            .collect();
        let entities: Vec<_> = doc
            .entities
            .iter()
            .map(|entity| {
                serde_json::json!([
                    entity.tokens.start,
                    entity.tokens.end,
                    entity.label.as_str()
                ])
            })
            .collect();
        serde_json::to_writer(
            &mut output,
            &serde_json::json!({"tokens": tokens, "entities": entities}),
        )?;
        writeln!(output)?;
    }
    Ok(())
}
