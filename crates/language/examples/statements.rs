//! How texts are read: their words as the parser has them, their clauses, and what is made of them.
//!
//! `cargo run --release -p recollect-language --example statements < texts`: a text a line, with `\\n` for its line breaks. `--words` shows the words too.

#![expect(clippy::print_stdout, reason = "what was read is the output")]

use std::error::Error;
use std::io::{Read, stdin};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use recollect_clauses::clauses;
use recollect_language::local::LocalExtraction;
use recollect_language::{Context, Extract, ExtractedObject, TextToRead, passages};
use recollect_model::ReferenceTime;
use recollect_spacy::Pipeline;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let shows_words = std::env::args().any(|argument| argument == "--words");
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/cache");
    let files: Vec<(&str, Vec<u8>)> = Pipeline::FILES
        .iter()
        .map(|path| {
            let name = format!("en_core_web_sm.{}", path.replace('/', "."));
            std::fs::read(models.join(name)).map(|content| (*path, content))
        })
        .collect::<Result<_, _>>()?;
    let pipeline = Pipeline::load(|path| {
        let file = files.iter().find(|(name, _)| *name == path);
        file.map(|(_, content)| content.as_slice())
    })?;
    let extraction = LocalExtraction::new(NonZeroUsize::MIN);
    let mut texts = String::new();
    stdin().read_to_string(&mut texts)?;
    for line in texts.lines().filter(|text| !text.trim().is_empty()) {
        let text = &*line.replace("\\n", "\n");
        println!("\n{text}");
        let doc = pipeline.read(text);
        if shows_words {
            for (number, token) in doc.tokens.iter().enumerate() {
                let word = &text[token.range.clone()];
                println!(
                    "    {number:3} {word:16} {:6} {:10} -> {}",
                    token.tag.as_str(),
                    format!("{:?}", token.dep),
                    token.head
                );
            }
        }
        for clause in clauses(text, &doc) {
            println!("    {}", clause.describe(text));
        }
        let read = extraction
            .extract(Arc::new(TextToRead {
                body: text.to_owned(),
                passages: passages(text),
                reference_time: "2024-03-13T12:00:00Z".parse::<ReferenceTime>()?,
                owner_name: "Sam".to_owned(),
                context: Context::default(),
            }))
            .await?;
        for said in read.statements {
            let object = match &said.object {
                ExtractedObject::Entity(entity) => format!("{entity:?}"),
                ExtractedObject::Value(value) => format!("{value:?}"),
            };
            println!(
                "  = {} [{} {object}] worth {} {:?}..{:?}",
                said.fact,
                said.relation,
                said.worth.get(),
                said.from.map(|from| from.to_string()),
                said.until.map(|until| until.to_string()),
            );
        }
    }
    Ok(())
}
