//! Which protocol a connection speaks, told by its first bytes.
//!
//! A client of HTTP/2 without encryption that knows what it speaks to begins with a preface that no request of HTTP/1
//! begins with (RFC 9113, 3.3 and 3.4). Proxies of one's own speak so.

use tokio::io::{AsyncRead, AsyncReadExt};

/// How HTTP/2 begins.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The first bytes of a connection, and whether they are the beginning of HTTP/2.
///
/// # Errors
///
/// What reading fails with.
pub(super) async fn read<S: AsyncRead + Unpin>(stream: &mut S) -> std::io::Result<(Vec<u8>, bool)> {
    let mut begun = Vec::with_capacity(PREFACE.len());
    while begun.len() < PREFACE.len() && PREFACE.starts_with(&begun) {
        let wanted = (PREFACE.len() - begun.len()) as u64;
        if (&mut *stream).take(wanted).read_buf(&mut begun).await? == 0 {
            break;
        }
    }
    let is_two = begun == PREFACE;
    Ok((begun, is_two))
}
