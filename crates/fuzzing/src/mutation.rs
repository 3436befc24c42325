//! One change of an input: of a bit, a byte, a stretch, a number, a word, or with a piece of another input.

use std::ops::Range;

use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

/// Bytes at the edges of what readers tell apart.
const EDGES: [u8; 16] = [
    0, 1, 9, 10, 13, 32, 34, 39, 47, 58, 92, 127, 128, 192, 254, 255,
];
/// Texts at the edges of numbers.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1e999",
    "-0.0",
    "127",
    "255",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "00000000000000000000001",
    "99999999999999999999999999999999999999",
];
/// Texts that trip up whoever counts, cuts or compares characters.
const TEXTS: [&str; 16] = [
    "\u{0}",
    "\u{feff}",
    "\u{200d}",
    "\u{202e}",
    "e\u{301}",
    "ß",
    "İ",
    "ﬃ",
    "👨‍👩‍👧",
    "今天",
    "שלום",
    "\u{2028}",
    "\u{a0}",
    "\u{85}",
    "\u{10ffff}",
    "\r\n",
];
/// So many bytes are taken away, doubled or moved at once.
const MAX_STRETCH: usize = 64;
/// So often a stretch is repeated.
const MAX_REPEATED: usize = 200;

/// What inputs are changed with.
pub(crate) struct Mutation<'a> {
    pub(crate) seeds: &'a [Vec<u8>],
    pub(crate) words: &'a [Vec<u8>],
    pub(crate) max_bytes: usize,
}

impl Mutation<'_> {
    /// Changes an input in one way.
    pub(crate) fn apply(&self, bytes: &mut Vec<u8>, rng: &mut SmallRng) {
        match rng.random_range(0..14) {
            0 => flip(bytes, rng),
            1 => set(bytes, rng),
            2 => insert(bytes, &[rng.random()], rng),
            3 => insert(bytes, choice(&EDGES, rng), rng),
            4 => insert(bytes, choice(&TEXTS, rng)[0].as_bytes(), rng),
            5 => renumber(bytes, rng),
            6 => {
                let taken = stretch(bytes, rng);
                bytes.drain(taken);
            }
            7 => {
                let copied = bytes[stretch(bytes, rng)].to_vec();
                insert(bytes, &copied, rng);
            }
            8 => {
                let moved: Vec<u8> = bytes.drain(stretch(bytes, rng)).collect();
                insert(bytes, &moved, rng);
            }
            9 => {
                let repeated = bytes[stretch(bytes, rng)].repeat(rng.random_range(2..MAX_REPEATED));
                insert(bytes, &repeated, rng);
            }
            10 => bytes.truncate(rng.random_range(0..=bytes.len())),
            11 => self.splice(bytes, rng),
            _ => self.write_word(bytes, rng),
        }
        bytes.truncate(self.max_bytes);
    }

    /// A word of the reader's put in, or in the place of something else.
    fn write_word(&self, bytes: &mut Vec<u8>, rng: &mut SmallRng) {
        let Some(word) = self.words.choose(rng) else {
            return self.splice(bytes, rng);
        };
        if rng.random_bool(0.5) {
            let place = stretch(bytes, rng);
            bytes.splice(place, word.iter().copied());
        } else {
            insert(bytes, word, rng);
        }
    }

    /// The start of the input with the end of another, or with a piece of it.
    fn splice(&self, bytes: &mut Vec<u8>, rng: &mut SmallRng) {
        let Some(other) = self.seeds.choose(rng) else {
            return;
        };
        if rng.random_bool(0.5) {
            bytes.truncate(rng.random_range(0..=bytes.len()));
            bytes.extend_from_slice(&other[rng.random_range(0..=other.len())..]);
        } else {
            insert(bytes, &other[stretch(other, rng)], rng);
        }
    }
}

fn choice<'a, T>(all: &'a [T], rng: &mut SmallRng) -> &'a [T] {
    let place = rng.random_range(0..all.len());
    &all[place..=place]
}

fn flip(bytes: &mut [u8], rng: &mut SmallRng) {
    if !bytes.is_empty() {
        let place = rng.random_range(0..bytes.len());
        bytes[place] ^= 1 << rng.random_range(0..8);
    }
}

fn set(bytes: &mut [u8], rng: &mut SmallRng) {
    if !bytes.is_empty() {
        let place = rng.random_range(0..bytes.len());
        bytes[place] = choice(&EDGES, rng)[0];
    }
}

fn insert(bytes: &mut Vec<u8>, inserted: &[u8], rng: &mut SmallRng) {
    let place = rng.random_range(0..=bytes.len());
    bytes.splice(place..place, inserted.iter().copied());
}

/// Puts another number in the place of one.
fn renumber(bytes: &mut Vec<u8>, rng: &mut SmallRng) {
    let from = rng.random_range(0..=bytes.len());
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let start = from + start;
    let length = bytes[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    let end = start + length.count();
    let number = choice(&NUMBERS, rng)[0].as_bytes();
    bytes.splice(start..end, number.iter().copied());
}

/// A place in the bytes that is not long.
fn stretch(bytes: &[u8], rng: &mut SmallRng) -> Range<usize> {
    let start = rng.random_range(0..=bytes.len());
    let end = (start + rng.random_range(0..=MAX_STRETCH)).min(bytes.len());
    start..end
}
