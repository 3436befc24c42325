//! Cutting a long text into what one request reads, and writing it down as data.

use std::ops::Range;

use recollect_model::CharText;
use serde_json::json;

use crate::{EntityRef, TextToRead};

/// The most names from before in the session that a model is told.
const MOST_NAMES: usize = 16;

/// Consecutive passages, in order, of about `characters` each; a passage alone may have more.
pub(super) fn batches(text: &TextToRead, characters: usize) -> Vec<Range<usize>> {
    let mut batches: Vec<Range<usize>> = Vec::new();
    let mut length = 0;
    for (number, passage) in text.passages.iter().enumerate() {
        let more = passage.content.end.saturating_sub(passage.content.start) as usize;
        match batches.last_mut() {
            Some(batch) if length + more <= characters => {
                batch.end = number + 1;
                length += more;
            }
            _ => {
                batches.push(number..number + 1);
                length = more;
            }
        }
    }
    batches
}

/// The two halves of a batch; `None` of a single passage.
pub(super) fn halves(batch: &Range<usize>) -> Option<[Range<usize>; 2]> {
    let middle = batch.start + batch.len() / 2;
    (batch.len() > 1).then_some([batch.start..middle, middle..batch.end])
}

/// The passages as lines of JSON: whatever a text contains, it stays inside its quotation marks.
pub(super) fn as_data(text: &TextToRead, characters: &CharText<'_>, batch: Range<usize>) -> String {
    let mut lines = vec![json!({"written": text.reference_time.civil().to_string()}).to_string()];
    let before: Vec<&str> = (text.context.named.iter().rev())
        .filter_map(|(entity, _)| match entity {
            EntityRef::Named(name) => Some(name.as_str()),
            EntityRef::Owner | EntityRef::Role { .. } => None,
        })
        .take(MOST_NAMES)
        .collect();
    if !before.is_empty() {
        lines.push(json!({"named_before": before}).to_string());
    }
    for number in batch {
        let passage = &text.passages[number];
        let words = characters.slice(passage.content);
        let line = match &passage.speaker {
            Some(speaker) => json!({"passage": number, "speaker": speaker, "text": words}),
            None => json!({"passage": number, "text": words}),
        };
        lines.push(line.to_string());
    }
    // Models mark the parts of a conversation by words such as `<|im_start|>`; a text must not contain one.
    lines.join("\n").replace('<', "\\u003c")
}
