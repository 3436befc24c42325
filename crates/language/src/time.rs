//! When a text speaks of: expressions such as "last week" or "in May 2023", as stretches of time.
//!
//! English only, and the knowledge of `recollect-temporal`: "today" is the day of the reference time in the
//! reference's own offset from UTC; what names no year lies ahead, unless the sentence speaks of the past.

use recollect_model::ReferenceTime;

use crate::lexicon::says_arranged;

pub use recollect_temporal::{
    Length, Meaning, Tense, TimeExpression, expressions, expressions_with,
};

/// The expressions of a sentence that somebody wrote at the reference time. What is said to be arranged lies ahead of it, though the arranging
/// is past: "I booked a flight for 3 February".
pub fn expressions_told(sentence: &str, reference: ReferenceTime) -> Vec<TimeExpression> {
    if says_arranged(sentence) {
        expressions_with(sentence, reference, Tense::Future)
    } else {
        expressions(sentence, reference)
    }
}

/// The day of a reference time in words, such as `8 May 2023`: what a question may call it by.
pub fn in_words(reference: ReferenceTime) -> String {
    reference.civil().strftime("%-d %B %Y").to_string()
}
