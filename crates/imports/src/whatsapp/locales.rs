//! The locales that are known.

mod east_asian;
mod germanic;
mod northern;
mod romance;
mod semitic;
mod slavic;
mod south_asian;

use super::locale::Locale;

/// Every locale.
pub(super) static ALL: &[&[Locale]] = &[
    germanic::ALL,
    romance::ALL,
    slavic::ALL,
    northern::ALL,
    semitic::ALL,
    south_asian::ALL,
    east_asian::ALL,
];
