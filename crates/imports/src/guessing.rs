//! Which encoding of before Unicode bytes are in, by what the letters of languages usually stand beside.
//!
//! The statistics are those of `chardetng`, which browsers use. It knows no Mac Roman, whose accented letters are
//! where other encodings have signs: that is found out by how well either reading makes words.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, MACINTOSH};

/// How much is looked at, from the first byte beyond ASCII.
const LOOKED_AT: usize = 256 * 1_024;

/// The encoding that these bytes are most likely in, and whether each half of their words leads to it by itself.
pub(crate) fn guess(bytes: &[u8]) -> (&'static Encoding, bool) {
    let start = Encoding::ascii_valid_up_to(bytes);
    let is_space = |byte: &u8| matches!(byte, b'\n' | b'\r' | b' ');
    let start = bytes[..start].iter().rposition(is_space).unwrap_or(0);
    let bytes = &bytes[start..];
    let looked_at = match bytes.get(..LOOKED_AT) {
        // In no encoding is a line end a part of another character.
        Some(most) => &most[..most.iter().rposition(is_space).unwrap_or(LOOKED_AT)],
        None => bytes,
    };
    let whole = best(looked_at);
    let words = || looked_at.split(is_space).filter(|word| !word.is_ascii());
    let half = |first: usize| {
        words()
            .skip(first)
            .step_by(2)
            .collect::<Vec<_>>()
            .join(&b' ')
    };
    let halves = [half(0), half(1)];
    let is_certain = halves
        .iter()
        .all(|half| !half.is_empty() && best(half) == whole);
    (whole, is_certain)
}

/// Whether ASCII is Japanese between escape sequences.
pub(crate) fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let is_shift = |pair: &[u8]| pair == b"\x1b$";
    bytes.windows(2).any(is_shift) && detected(bytes) == ISO_2022_JP
}

fn best(bytes: &[u8]) -> &'static Encoding {
    let guess = detected(bytes);
    match is_mac_roman(bytes, guess) {
        true => MACINTOSH,
        false => guess,
    }
}

fn detected(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether Mac Roman makes words of most that is beyond ASCII, and more of them than the guess does.
fn is_mac_roman(bytes: &[u8], guess: &'static Encoding) -> bool {
    let read = |encoding: &'static Encoding| encoding.decode_without_bom_handling(bytes).0;
    let (mac, count) = wordliness(&read(MACINTOSH));
    let (other, others) = wordliness(&read(guess));
    // Japanese and the like have no letters of ours beside theirs, whatever their bytes are in Mac Roman.
    let is_no_word = other * 3 < -others;
    mac * 2 > count && mac > other && (guess.is_single_byte() || is_no_word)
}

/// How many characters beyond ASCII are where they are in words of Latin letters, less those that cannot be there; and how many
/// there are.
fn wordliness(text: &str) -> (i64, i64) {
    let chars: Vec<char> = text.chars().collect();
    let at = |place: Option<usize>| place.and_then(|place| chars.get(place)).copied();
    let (mut score, mut count) = (0, 0);
    for (place, c) in chars.iter().copied().enumerate() {
        if c.is_ascii() {
            continue;
        }
        count += 1;
        let before = at(place.checked_sub(1)).unwrap_or(' ');
        let after = at(Some(place + 1)).unwrap_or(' ');
        let is_beside = before.is_ascii_alphabetic() || after.is_ascii_alphabetic();
        let is_within = before.is_alphabetic() && after.is_alphabetic();
        let is_latin = c.is_alphabetic() && c < '\u{250}' && !matches!(c, 'ª' | 'º');
        score += match c {
            '“' | '„' | '«' | '‘' => i64::from(after.is_alphanumeric() && !is_within),
            '”' | '»' | '’' | '…' => i64::from(!before.is_whitespace()),
            '–' | '—' => i64::from(before.is_whitespace() || after.is_alphanumeric()),
            _ if is_latin && c.is_uppercase() && before.is_lowercase() => -1,
            _ if is_latin && is_beside => 1,
            _ if is_latin => 0,
            _ if c.is_alphabetic() && is_beside => -1,
            _ if !c.is_alphabetic() && is_within => -1,
            _ => 0,
        };
    }
    (score, count)
}
