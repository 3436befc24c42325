//! Text out of bytes, in whichever of the usual encodings they are.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How much of a file is looked at for the zeros of UTF-16.
const LOOKED_AT: usize = 4_096;

/// The text. A byte order mark says the encoding, and is no part of it; without one, what is UTF-8 is UTF-8, what has the
/// zeros of UTF-16 is that, and everything else is what Windows writes, with Latin-1 in it.
pub fn decoded(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding
            .decode_without_bom_handling(&bytes[mark..])
            .0
            .into_owned();
    }
    if let Some(encoding) = utf_16(bytes) {
        return encoding.decode_without_bom_handling(bytes).0.into_owned();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252
            .decode_without_bom_handling(bytes)
            .0
            .into_owned(),
    }
}

/// Western text in UTF-16 has a zero in every second byte.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let looked_at = &bytes[..bytes.len().min(LOOKED_AT)];
    if looked_at.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let zeros = |first: usize| {
        looked_at
            .iter()
            .skip(first)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let half = looked_at.len() / 2;
    match (zeros(0), zeros(1)) {
        (0, odd) if odd * 3 > half => Some(UTF_16LE),
        (even, 0) if even * 3 > half => Some(UTF_16BE),
        _ => None,
    }
}
