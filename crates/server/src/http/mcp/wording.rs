//! What is wrong with arguments, in words that whoever sent them understands, whatever they are written in.

use serde_json::{Map, Value};

/// What the reader of arguments expects, and what people call it.
const EXPECTED: [(&str, &str); 12] = [
    ("u8", "a whole number, not below 0"),
    ("u16", "a whole number, not below 0"),
    ("u32", "a whole number, not below 0"),
    ("u64", "a whole number, not below 0"),
    ("usize", "a whole number, not below 0"),
    ("i64", "a whole number"),
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("a string", "a text"),
    ("a boolean", "true or false"),
    ("string or map", "a text"),
    ("f64", "a number"),
];
/// What it was given, and what people call that; what follows is shown as it was sent.
const GIVEN: [(&str, &str); 8] = [
    ("floating point ", "the number "),
    ("integer ", "the number "),
    ("string ", "the text "),
    ("boolean ", ""),
    ("sequence", "a list"),
    ("map", "an object"),
    ("unit value", "nothing"),
    ("null", "nothing"),
];

/// A whole number that is exactly representable in a floating-point number is below this.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

/// What is wrong with the value at a path, which is `.` for all of it.
pub(super) fn mistake(path: &str, reason: &str) -> String {
    let of = match path {
        "" | "." => None,
        path => Some(path),
    };
    let mismatch = ["invalid type: ", "invalid value: ", "invalid length "]
        .iter()
        .find_map(|begin| reason.strip_prefix(begin))
        .and_then(|rest| rest.rsplit_once(", expected "));
    if let Some((given, expected)) = mismatch {
        let must = EXPECTED.iter().find(|(name, _)| *name == expected);
        let must = must.map_or(expected, |(_, words)| words);
        let named = GIVEN
            .iter()
            .find_map(|(name, words)| Some(format!("{words}{}", given.strip_prefix(name)?)));
        let given = named.unwrap_or_else(|| given.to_owned());
        return format!("{} must be {must}, not {given}", of.unwrap_or("it"));
    }
    let variant = reason.strip_prefix("unknown variant ");
    if let Some((given, expected)) = variant.and_then(|rest| rest.split_once(", expected ")) {
        return format!("{} must be {expected}, not {given}", of.unwrap_or("it"));
    }
    if let Some(name) = reason.strip_prefix("missing field ") {
        return format!("{name} is missing");
    }
    of.map_or_else(|| reason.to_owned(), |path| format!("{path}: {reason}"))
}

/// Arguments in which a whole number is one, however it is written: `1.0` is 1.
pub(super) fn with_whole_numbers(mut arguments: Map<String, Value>) -> Map<String, Value> {
    for value in arguments.values_mut() {
        if let Some(number) = value.as_f64().filter(|_| value.is_f64())
            && number.fract() == 0.0
            && number.abs() < MAX_WHOLE
        {
            *value = Value::from(number as i64);
        }
    }
    arguments
}
