//! Tags and metadata: what whoever sends a text sorts it by.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The tags and the metadata of a text.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Labels {
    /// The tags, in the order of the alphabet, each once.
    pub tags: Vec<String>,
    /// The metadata, as it was sent.
    pub metadata: Map<String, Value>,
}

impl Labels {
    /// These; the tags in their order.
    pub fn new(mut tags: Vec<String>, metadata: Map<String, Value>) -> Self {
        tags.sort_unstable();
        tags.dedup();
        Self { tags, metadata }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.metadata.is_empty()
    }

    /// As they are kept: JSON; nothing where there are none.
    pub fn stored(&self) -> Option<String> {
        (!self.is_empty()).then(|| serde_json::to_string(self).unwrap_or_default())
    }

    /// Those that were kept so.
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// What they are found by.
    pub fn sought(&self) -> Vec<Label> {
        let tags = self.tags.iter().map(|tag| Label::tag(tag));
        let values = self.metadata.iter().flat_map(|(name, value)| {
            let all = match value {
                Value::Array(values) => values.as_slice(),
                value => std::slice::from_ref(value),
            };
            all.iter().filter_map(|value| Label::value(name, value))
        });
        let mut sought: Vec<Label> = tags.chain(values).collect();
        sought.sort_unstable();
        sought.dedup();
        sought
    }
}

/// One thing that a text is found by: a tag, or a name with a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Label {
    /// The name of a value of the metadata; empty for a tag.
    pub name: String,
    /// The tag, or the value as JSON.
    pub value: String,
}

/// The longest name or value that a text is found by, in bytes; longer ones are kept and shown.
const MAX_FOUND_BY_BYTES: usize = 512;

impl Label {
    /// A tag.
    pub fn tag(tag: &str) -> Self {
        Self {
            name: String::new(),
            value: tag.to_owned(),
        }
    }

    /// A name with a value that is a text, a number, true or false; nothing is found by others.
    pub fn value(name: &str, value: &Value) -> Option<Self> {
        let value = match value {
            // 1.0 and 1 are one number.
            Value::Number(number) => match number.as_f64() {
                Some(float) if float.fract() == 0.0 && float.abs() < 9e15 => {
                    (float as i64).to_string()
                }
                _ => number.to_string(),
            },
            Value::String(_) | Value::Bool(_) => value.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        let is_short = name.len().max(value.len()) <= MAX_FOUND_BY_BYTES;
        (!name.is_empty() && is_short).then(|| Self {
            name: name.to_owned(),
            value,
        })
    }
}

/// Which labels a text must have; none of the lists says anything when it is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LabelFilter {
    /// At least one of these, of each list.
    pub any: Vec<Vec<Label>>,
    /// All of these: of each list at least one.
    pub all: Vec<Vec<Label>>,
    /// None of these.
    pub none: Vec<Label>,
}

impl LabelFilter {
    /// Whether every text meets it.
    pub fn is_empty(&self) -> bool {
        self.any.is_empty() && self.all.is_empty() && self.none.is_empty()
    }
}
