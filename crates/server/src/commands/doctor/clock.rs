//! What time it is, here and to the database.

use recollect_model::Timestamp;

use super::finding::Finding;

/// Before this program was written: 2026-01-01T00:00:00Z.
const EARLIEST: Timestamp = Timestamp::constant(1_767_225_600, 0);

/// The most milliseconds by which two machines may differ before anybody is told.
const NOTICEABLE_MS: u64 = 2_000;

/// Whether this machine's clock can be right at all.
pub(super) fn check(now: Timestamp) -> Finding {
    if now < EARLIEST {
        let seen = format!("this machine takes it to be {now:.0}");
        let advice = "set the clock (timedatectl set-ntp true): memories are dated, and links and sessions expire, by it";
        return Finding::wrong("clock", seen, advice);
    }
    Finding::fine("clock", format!("it is {now:.0}"))
}

/// Whether the database's server and this machine agree. The nodes of a service share it, so this compares them, too.
pub(super) fn compare(now: Timestamp, database: Timestamp) -> Option<Finding> {
    let apart = now.as_millisecond().abs_diff(database.as_millisecond());
    (apart > NOTICEABLE_MS).then(|| {
        Finding::warning(
            "clock",
            format!("the database's server differs from this machine by {apart} ms"),
            "keep both by NTP: nodes hold a user's queue for a time that each measures by its own clock",
        )
    })
}
