//! Tags and metadata as a model names them: those of a text, and those that are asked for.

use recollect_model::{LabelFilter, Labels};
use serde_json::{Map, Value, json};

use super::ToolError;
use crate::http::fields::Fields;
use crate::http::labels;

/// The labels of a text.
pub(super) fn labels(
    tags: Option<&[String]>,
    metadata: Option<&Map<String, Value>>,
) -> Result<Labels, ToolError> {
    let fields = Map::from_iter([
        ("tags".to_owned(), json!(tags)),
        ("metadata".to_owned(), json!(metadata)),
    ]);
    Ok(labels::labels(&Fields::of(fields))?)
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
    let fields = Map::from_iter([
        ("tags".to_owned(), tags),
        ("metadata".to_owned(), json!(metadata)),
    ]);
    Ok(labels::wanted(&Fields::of(fields))?)
}
