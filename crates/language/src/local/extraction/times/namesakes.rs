//! People who are called as a month is.

use std::ops::Range;

use recollect_model::EntityKind;
use recollect_spacy::Dep;

use crate::lexicon::{is_deed, role};
use crate::local::extraction::parse::reading::Reading;

/// "Jan is leaving on Friday", "my colleague June": somebody called as a month is.
pub(crate) fn is_namesake(reading: &Reading<'_>, tokens: &Range<usize>) -> bool {
    const NAMES: &[&str] = &["jan", "april", "may", "june", "august"];
    let token = tokens.start;
    let verb = reading.head(token);
    let does =
        reading.is_subject(token) && (is_deed(&reading.lemma(verb)) || reading.tag(verb) == "VBG");
    let is_beside = reading.dep(token) == Dep::Appos
        && role(&reading.lemma(verb)).is_some_and(|role| role.kind == EntityKind::Person);
    tokens.len() == 1
        && reading.is_any(token, NAMES)
        && reading.word(token).starts_with(char::is_uppercase)
        && (does || is_beside)
}
