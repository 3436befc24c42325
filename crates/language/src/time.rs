//! When a text speaks of: expressions such as "last week" or "in May 2023", as stretches of time.
//!
//! English only, and the knowledge of `recollect-temporal`: "today" is the day of the reference time in the
//! reference's own offset from UTC; what names no year lies ahead, unless the sentence speaks of the past.

use recollect_model::ReferenceTime;

pub use recollect_temporal::{
    Length, Meaning, Tense, TimeExpression, expressions, expressions_with,
};

/// The day of a reference time in words, such as `8 May 2023`: what a question may call it by.
pub fn in_words(reference: ReferenceTime) -> String {
    reference.civil().strftime("%-d %B %Y").to_string()
}
