//! What is told of texts, a JSON object a line: `{"id", "text", "owner", "time", "facts": [{"fact", "relation", "worth", "from", "until", "start", "end"}], "same": [["name", "other name"]]}`.
//!
//! `cargo run --locked -p recollect-language --example told < texts.jsonl`, of lines `{"id", "text", "owner", "time"}`.

#![expect(clippy::print_stdout, reason = "what is told is the output")]

use std::error::Error;
use std::io::stdin;
use std::num::NonZeroUsize;
use std::sync::Arc;

use recollect_language::local::LocalExtraction;
use recollect_language::{Context, Extract, TextToRead, passages};
use recollect_model::ReferenceTime;
use serde_json::{Value, json};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let extraction = LocalExtraction::new(NonZeroUsize::MIN);
    for line in stdin().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let of = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        let body = of("text");
        let read = extraction
            .extract(Arc::new(TextToRead {
                passages: passages(&body),
                body,
                reference_time: of("time").parse::<ReferenceTime>()?,
                owner_name: of("owner"),
                context: Context::default(),
            }))
            .await?;
        let facts = read.statements.iter().filter(|said| !said.closes());
        let facts: Vec<Value> = facts
            .map(|said| {
                json!({
                    "fact": said.fact,
                    "relation": said.relation.as_str(),
                    "worth": said.worth.get(),
                    "from": said.from.map(|from| from.to_string()),
                    "until": said.until.map(|until| until.to_string()),
                    "start": said.range.start,
                    "end": said.range.end,
                })
            })
            .collect();
        let same = read.identities.iter().filter(|names| names.is_same);
        let same: Vec<Value> = same
            .map(|names| json!([format!("{:?}", names.left), format!("{:?}", names.right)]))
            .collect();
        println!(
            "{}",
            json!({"id": line["id"], "text": line["text"], "owner": line["owner"], "time": line["time"], "facts": facts, "same": same})
        );
    }
    Ok(())
}
