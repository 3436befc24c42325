//! Tags and metadata as a model names them: those of a text, and those that are asked for.

use recollect_model::{LabelFilter, Labels};
use serde_json::{Map, Value, json};

use super::ToolError;
use crate::http::labels;

/// The labels of a text.
pub(super) fn labels(tags: Option<&[String]>, metadata: Option<&Map<String, Value>>) -> Labels {
    let tags = labels::without_blanks(tags.unwrap_or_default());
    Labels::new(tags, metadata.cloned().unwrap_or_default())
}

/// Which labels are asked for: some of these tags, all of those, none of the others, and what metadata says.
pub(super) fn wanted(
    [any, all, none]: [Option<Vec<String>>; 3],
    metadata: Option<&Map<String, Value>>,
) -> Result<LabelFilter, ToolError> {
    let tags = json!({
        "any": any.unwrap_or_default(),
        "all": all.unwrap_or_default(),
        "none": none.unwrap_or_default(),
    });
    Ok(labels::wanted(&tags, &json!(metadata))?)
}
