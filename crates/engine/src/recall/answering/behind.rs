//! What a statement says behind a preposition: "the yoga class" in "Rob invited Ann to the yoga class".

use recollect_language::{Expected, QuestionPattern};
use recollect_storage::RecalledStatement;

use super::facts::WHERE;

/// What stands behind the preposition that the question asks with, beside the object or at its end; where a place is asked
/// for, behind any that tells one.
pub(super) fn behind(pattern: &QuestionPattern, row: &RecalledStatement) -> Option<String> {
    let asked: Vec<&str> = match (&pattern.preposition, pattern.expected) {
        (Some(preposition), _) => vec![preposition],
        (None, Expected::Place) => WHERE.to_vec(),
        (None, _) => return None,
    };
    let statement = &row.statement;
    let mut details = statement.details.0.iter();
    let as_detail = details.find_map(|detail| {
        let text = detail.text.as_str();
        asked.iter().find_map(|preposition| {
            let own = text.strip_prefix(preposition);
            if let Some(rest) = own.and_then(|rest| rest.strip_prefix(' ')) {
                return Some(rest);
            }
            let said = format!(" {preposition} {text}");
            statement.fact.contains(&said).then_some(text)
        })
    });
    let as_tail = || {
        let behind = asked.iter().filter_map(|preposition| {
            let (_, rest) = row.object_name.split_once(&format!(" {preposition} "))?;
            Some(rest)
        });
        behind.max_by_key(|rest| rest.len())
    };
    as_detail.or_else(as_tail).map(str::to_owned)
}
