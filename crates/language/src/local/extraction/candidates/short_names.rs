//! Names that are short for others: "Robert, aka Bob", "the World Health Organization (WHO)".

use std::ops::Range;

use crate::Identity;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::parse::reading::Reading;

/// "Melanie, or Mel for short", "Mel is short for Melanie", "Robert, aka Bob", "Robert (Bob)".
pub(super) fn for_short(context: &PassageContext<'_>, number: usize) -> Option<Identity> {
    let reading = context.reading;
    let name = &reading.names[number];
    let next = reading.names.get(number + 1)?;
    let between: Vec<&str> = (name.tokens.end..next.tokens.start)
        .map(|token| reading.lower(token))
        .filter(|word| ![",", "("].contains(word))
        .collect();
    // "the World Health Organization (WHO)"
    let is_in_brackets =
        reading.is_any(name.tokens.end, &["("]) && reading.is_any(next.tokens.end, &[")"]);
    let is_short = is_in_brackets
        && between.is_empty()
        && is_acronym(reading, name.tokens.clone(), &next.text);
    let after = |words: &[&str]| {
        words
            .iter()
            .enumerate()
            .all(|(place, word)| reading.is_any(next.tokens.end + place, &[word]))
    };
    let says = match between.as_slice() {
        ["or"] | [] => after(&["for", "short"]),
        ["is", "short", "for"]
        | ["aka" | "alias" | "a.k.a" | "a.k.a."]
        | ["also", "known", "as"]
        | ["known", "as"]
        | ["or", "just"] => true,
        _ => false,
    };
    let (left, right) = (
        context.referents.at(name.tokens.start)?,
        context.referents.at(next.tokens.start)?,
    );
    ((says || is_short) && left.entity != right.entity).then(|| Identity {
        left: left.entity.clone(),
        right: right.entity.clone(),
        is_same: true,
        range: context.range_of(name.tokens.start..next.tokens.end),
    })
}

/// Whether letters are the first ones of a name's words: "WHO", "USA" of "United States of America".
fn is_acronym(reading: &Reading<'_>, name: Range<usize>, letters: &str) -> bool {
    let initials = |all: bool| -> String {
        name.clone()
            .map(|token| reading.word(token))
            .filter(|word| all || word.starts_with(char::is_uppercase))
            .filter_map(|word| word.chars().next())
            .filter(|first| first.is_alphanumeric())
            .flat_map(char::to_uppercase)
            .collect()
    };
    let letters: String = letters.chars().filter(|c| c.is_alphanumeric()).collect();
    letters.len() > 1 && (letters == initials(false) || letters == initials(true))
}
