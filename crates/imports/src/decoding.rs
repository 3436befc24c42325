//! Text out of bytes, in whichever encoding they are.
//!
//! A byte order mark is believed. Without one, what is UTF-8 is that, and so is what has the zeros of UTF-16 or
//! UTF-32. Anything else is in an encoding of before Unicode, and nothing in it says which: that is guessed, and a
//! guess that may be wrong is told, and so are places that are no text in the encoding. Where it is named, that is
//! believed of all but what has a mark.

use std::fmt;
use std::str::FromStr;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;

use crate::guessing;

/// How much of a file is looked at for the zeros of UTF-16 and UTF-32.
const LOOKED_AT: usize = 4_096;
/// UTF-8 of which a part is broken has so many times more whole characters beyond ASCII.
const WHOLE_FOR_BROKEN: usize = 4;

/// An encoding of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextEncoding(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One that browsers know.
    Known(&'static Encoding),
    /// A code page of DOS.
    Dos(u16),
    Utf32Le,
    Utf32Be,
}

/// A name of no encoding that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownEncoding(String);

impl FromStr for TextEncoding {
    type Err = UnknownEncoding;

    /// By its name in the WHATWG's encoding standard, or as `cp437` or `ibm437` of a code page of DOS.
    fn from_str(name: &str) -> Result<Self, UnknownEncoding> {
        if let Some(encoding) = Encoding::for_label_no_replacement(name.as_bytes()) {
            return Ok(Self(Kind::Known(encoding)));
        }
        let lower = name.trim().to_ascii_lowercase();
        let number = lower.strip_prefix("cp").or(lower.strip_prefix("ibm"));
        let page = number.and_then(|number| number.parse().ok());
        let page = page.filter(|page| DECODING_TABLE_CP_MAP.contains_key(page));
        let page = page.ok_or_else(|| UnknownEncoding(name.trim().chars().take(60).collect()))?;
        Ok(Self(Kind::Dos(page)))
    }
}

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is no encoding that is known; it takes the names of the WHATWG's encoding standard, such as windows-1251, macintosh or ibm866, and cp437, cp850 and other code pages of DOS",
            self.0
        )
    }
}

impl std::error::Error for UnknownEncoding {}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Known(encoding) => f.write_str(encoding.name()),
            Kind::Dos(page) => write!(f, "CP{page}"),
            Kind::Utf32Le => f.write_str("UTF-32LE"),
            Kind::Utf32Be => f.write_str("UTF-32BE"),
        }
    }
}

impl TextEncoding {
    /// The text, without a mark; what is none is `U+FFFD`.
    fn decode(self, bytes: &[u8]) -> String {
        let unit = match self.0 {
            Kind::Known(encoding) => {
                return encoding.decode_without_bom_handling(bytes).0.into_owned();
            }
            Kind::Dos(page) => {
                let table = DECODING_TABLE_CP_MAP.get(&page);
                return table.map_or_else(String::new, |table| table.decode_string_lossy(bytes));
            }
            Kind::Utf32Le => u32::from_le_bytes,
            Kind::Utf32Be => u32::from_be_bytes,
        };
        let (units, rest) = bytes.as_chunks::<4>();
        let units = units.iter().map(|bytes| char::from_u32(unit(*bytes)));
        let rest = (!rest.is_empty()).then_some(None);
        let chars = units.chain(rest);
        chars
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    }
}

/// A text out of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    /// What may be wrong with it, in words that follow its name.
    pub(crate) doubt: Option<String>,
}

/// The text, as far as its encoding can be found out.
pub fn decoded(bytes: &[u8]) -> String {
    decoded_with_doubt(bytes, None).text
}

/// The text, in this encoding where one is named, and what is to be told of it.
pub(crate) fn decoded_with_doubt(bytes: &[u8], named: Option<TextEncoding>) -> Decoded {
    let (encoding, mark, is_certain) = match (marked(bytes), named) {
        (Some((encoding, mark)), _) => (encoding, mark, true),
        (None, Some(encoding)) => (encoding, 0, true),
        (None, None) => {
            let (encoding, is_certain) = unmarked(bytes);
            (encoding, 0, is_certain)
        }
    };
    let text = encoding.decode(&bytes[mark..]);
    // What stands for a broken place may also be what somebody wrote.
    let is_whole = named.is_none() && std::str::from_utf8(&bytes[mark..]).is_ok();
    let broken = match is_whole {
        true => 0,
        false => text.matches(char::REPLACEMENT_CHARACTER).count(),
    };
    let guess = format!("nothing says its encoding; it was read as {encoding}, by a guess");
    let places = if broken == 1 { "place" } else { "places" };
    let doubt = match (is_certain, broken) {
        (true, 0) => None,
        (false, 0) => Some(guess),
        (true, _) => Some(format!(
            "{broken} {places} in it cannot be read as {encoding}"
        )),
        (false, _) => Some(format!(
            "{guess}; {broken} {places} in it cannot be read so"
        )),
    };
    Decoded { text, doubt }
}

/// The encoding that a byte order mark says, and how long the mark is.
fn marked(bytes: &[u8]) -> Option<(TextEncoding, usize)> {
    let is_whole = bytes.len().is_multiple_of(4);
    // The mark of UTF-16 begins that of UTF-32; a text begins with no zero.
    if is_whole && bytes.starts_with(b"\xff\xfe\0\0") {
        return Some((TextEncoding(Kind::Utf32Le), 4));
    }
    if is_whole && bytes.starts_with(b"\0\0\xfe\xff") {
        return Some((TextEncoding(Kind::Utf32Be), 4));
    }
    let (encoding, mark) = Encoding::for_bom(bytes)?;
    Some((TextEncoding(Kind::Known(encoding)), mark))
}

/// The encoding of what has no mark, and whether that is certain.
fn unmarked(bytes: &[u8]) -> (TextEncoding, bool) {
    let certain = |encoding| (TextEncoding(Kind::Known(encoding)), true);
    let is_utf_8 = std::str::from_utf8(bytes).is_ok();
    if is_utf_8 && !bytes.is_ascii() {
        return certain(UTF_8);
    }
    if let Some(encoding) = utf_32(bytes) {
        return (encoding, true);
    }
    if let Some(encoding) = utf_16(bytes) {
        return certain(encoding);
    }
    if is_utf_8 && guessing::is_iso_2022_jp(bytes) {
        return certain(ISO_2022_JP);
    }
    if is_utf_8 || is_nearly_utf_8(bytes) {
        return certain(UTF_8);
    }
    let (encoding, is_certain) = guessing::guess(bytes);
    (TextEncoding(Kind::Known(encoding)), is_certain)
}

/// Whether it is UTF-8 that was cut or broken in some places.
fn is_nearly_utf_8(bytes: &[u8]) -> bool {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    whole > 0 && whole >= WHOLE_FOR_BROKEN * broken
}

/// Whether a character stands in no text.
fn is_odd(c: char) -> bool {
    let is_layout = matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}' | '\u{85}');
    let is_private = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..);
    (c.is_control() && !is_layout) || (is_private && c < '\u{10000}')
}

/// Text in UTF-32 has a zero in one byte of four, and no number that is no character.
fn utf_32(bytes: &[u8]) -> Option<TextEncoding> {
    let (units, rest) = bytes[..bytes.len().min(LOOKED_AT)].as_chunks::<4>();
    if units.len() < 2 || !rest.is_empty() || !bytes.len().is_multiple_of(4) {
        return None;
    }
    let is = |unit: fn([u8; 4]) -> u32| {
        let mut chars = units.iter().map(|bytes| char::from_u32(unit(*bytes)));
        chars.all(|c| c.is_some_and(|c| !is_odd(c)))
    };
    if is(u32::from_le_bytes) {
        return Some(TextEncoding(Kind::Utf32Le));
    }
    is(u32::from_be_bytes).then_some(TextEncoding(Kind::Utf32Be))
}

/// Text in UTF-16 has zeros where it has ASCII, spaces and line ends at least, and is text when it is read as such.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let (units, _) = bytes[..bytes.len().min(LOOKED_AT)].as_chunks::<2>();
    if units.len() < 2 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let looked_at = units.as_flattened();
    let zeros = looked_at.iter().filter(|byte| **byte == 0).count();
    let is_rest_ascii = looked_at
        .iter()
        .all(|byte| *byte == 0 || (byte.is_ascii() && !is_odd(char::from(*byte))));
    // Of what would be ASCII otherwise, zeros that were written for something else are told apart by their number.
    let least = if is_rest_ascii { 3 } else { 100 };
    if zeros * least < units.len() {
        return None;
    }
    let little = plain(units, u16::from_le_bytes);
    let big = plain(units, u16::from_be_bytes);
    match (little.unwrap_or(0), big.unwrap_or(0)) {
        (little, big) if little > 3 * big => Some(UTF_16LE),
        (little, big) if big > 3 * little => Some(UTF_16BE),
        _ => None,
    }
}

/// How many of the characters are ASCII, or the usual marks of Chinese and Japanese; nothing if it is no text.
fn plain(units: &[[u8; 2]], unit: fn([u8; 2]) -> u16) -> Option<usize> {
    let is_mark = |c: char| matches!(c, '\u{3000}'..='\u{3003}' | '\u{ff01}'..='\u{ff5e}');
    let (mut plain, mut odd) = (0, 0);
    for c in char::decode_utf16(units.iter().map(|bytes| unit(*bytes))) {
        match c {
            Ok(c) if is_odd(c) => odd += 1,
            Ok(c) if c.is_ascii() || is_mark(c) => plain += 1,
            Ok(_) => {}
            Err(_) => odd += 1,
        }
    }
    // What is looked at may end within a character.
    (odd <= 1 + units.len() / 50 && plain > odd).then_some(plain)
}
