//! Every reader of foreign bytes that needs no HTTP, fed with what it does not expect: nothing panics, nothing hangs, and what
//! is read is as it is promised. The readers behind HTTP are fed in the server's tests, at its door.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod addresses;
mod backups;
mod imports;
mod index_files;
mod inputs;
mod oauth;
mod sealed;
mod texts;
mod times;

use std::borrow::Cow;

/// An input for a reader that is given texts alone.
fn text(input: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(input)
}
