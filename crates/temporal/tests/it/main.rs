//! The tests of the crate.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod fuzz;
mod negatives;
mod references;
mod table;

use recollect_model::{ReferenceTime, Timestamp};

/// Monday, 8 May 2023, half past ten, two hours ahead of UTC.
fn monday() -> ReferenceTime {
    "2023-05-08T10:30:00+02:00".parse().unwrap()
}

/// An instant as a clock at the reference's offset shows it; an end of time as an ellipsis.
fn shown(instant: Timestamp, reference: ReferenceTime) -> String {
    if [Timestamp::MIN, Timestamp::MAX].contains(&instant) {
        return "…".to_owned();
    }
    let civil = ReferenceTime::at_offset(instant, reference.offset_s()).civil();
    let shown = civil.strftime("%FT%T").to_string();
    shown.trim_end_matches("T00:00:00").to_owned()
}
