//! Logs of JSON, a value a line.

use serde_json::Value;

use crate::Found;
use crate::source::Source;

/// The values of a log by the numbers of their lines; what is none is a problem.
pub(crate) fn lines(source: &Source<'_>, log: &str, found: &mut Found) -> Vec<(usize, Value)> {
    let mut values = Vec::new();
    for (number, line) in log.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(line.trim_start_matches('\u{feff}')) {
            Ok(value) => values.push((source.file.before + number + 1, value)),
            Err(error) => {
                let (name, number) = (&source.file.name, source.file.before + number + 1);
                found.problem(format!("{name}, line {number}: it is not JSON: {error}"));
            }
        }
    }
    values
}
