//! Strings as the numbers spaCy knows them by.
//!
//! A string's number is its 64-bit `MurmurHash2A` (`MurmurHash64A`, seed 1) unless it is one of spaCy's reserved
//! symbols, which are numbered from 1: the embedding of the word "I", whose shape is "X", hangs on that. Only the
//! symbols that can be the norm, prefix, suffix or shape of a word are listed: those of at most three characters and
//! those in lower case.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// The number of a string, as spaCy's string store gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StringId(pub(crate) u64);

impl StringId {
    pub(crate) fn of(text: &str) -> StringId {
        if text.is_empty() {
            return StringId(0);
        }
        symbol(text).unwrap_or_else(|| StringId::hashed(text))
    }

    /// The number by hash alone, which is how spaCy's tables are keyed inside.
    pub(crate) fn hashed(text: &str) -> StringId {
        StringId(murmur64a(text.as_bytes(), 1))
    }
}

/// Tables keyed by numbers that are hashes already.
pub(crate) type StringMap<T> = HashMap<StringId, T, FoldingHash>;
pub(crate) type StringSet = HashSet<StringId, FoldingHash>;
pub(crate) type FoldingHash = BuildHasherDefault<FoldingHasher>;

/// A hash for keys made of hashes, which only have to be folded into one.
#[derive(Default)]
pub(crate) struct FoldingHasher(u64);

impl Hasher for FoldingHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// The most bytes a symbol has.
const SYMBOLS_UP_TO: usize = 10;

fn symbol(text: &str) -> Option<StringId> {
    if text.len() > SYMBOLS_UP_TO {
        return None;
    }
    let found = SYMBOLS.binary_search_by_key(&text, |(name, _)| name).ok()?;
    Some(StringId(u64::from(SYMBOLS[found].1)))
}

/// Sorted by name.
const SYMBOLS: [(&str, u16); 73] = [
    ("ADJ", 84),
    ("ADP", 85),
    ("ADV", 86),
    ("AUX", 87),
    ("DEP", 76),
    ("DET", 90),
    ("EOL", 102),
    ("GPE", 384),
    ("ID", 64),
    ("IDX", 455),
    ("LAW", 390),
    ("LOC", 385),
    ("NUM", 93),
    ("ORG", 383),
    ("POS", 74),
    ("SYM", 99),
    ("TAG", 75),
    ("X", 101),
    ("_", 456),
    ("acl", 451),
    ("acomp", 398),
    ("advcl", 399),
    ("advmod", 400),
    ("agent", 401),
    ("amod", 402),
    ("appos", 403),
    ("attr", 404),
    ("aux", 405),
    ("auxpass", 406),
    ("cc", 407),
    ("ccomp", 408),
    ("complm", 409),
    ("conj", 410),
    ("cop", 411),
    ("csubj", 412),
    ("csubjpass", 413),
    ("dep", 414),
    ("det", 415),
    ("dobj", 416),
    ("expl", 417),
    ("hmod", 418),
    ("hyph", 419),
    ("infmod", 420),
    ("intj", 421),
    ("iobj", 422),
    ("mark", 423),
    ("meta", 424),
    ("neg", 425),
    ("nmod", 426),
    ("nn", 427),
    ("npadvmod", 428),
    ("nsubj", 429),
    ("nsubjpass", 430),
    ("num", 431),
    ("number", 432),
    ("obj", 434),
    ("obl", 435),
    ("oprd", 433),
    ("parataxis", 436),
    ("partmod", 437),
    ("pcomp", 438),
    ("pobj", 439),
    ("poss", 440),
    ("possessive", 441),
    ("preconj", 442),
    ("prep", 443),
    ("prt", 444),
    ("punct", 445),
    ("quantmod", 446),
    ("rcmod", 448),
    ("relcl", 447),
    ("root", 449),
    ("xcomp", 450),
];

/// `MurmurHash64A` by Austin Appleby (public domain).
fn murmur64a(bytes: &[u8], seed: u64) -> u64 {
    const MULTIPLIER: u64 = 0xc6a4_a793_5bd1_e995;
    const SHIFT: u32 = 47;
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(MULTIPLIER);
    let (words, tail) = bytes.as_chunks::<8>();
    for word in words {
        let mut mixed = u64::from_le_bytes(*word).wrapping_mul(MULTIPLIER);
        mixed ^= mixed >> SHIFT;
        hash = (hash ^ mixed.wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER);
    }
    if !tail.is_empty() {
        let mut last = [0; 8];
        last[..tail.len()].copy_from_slice(tail);
        hash = (hash ^ u64::from_le_bytes(last)).wrapping_mul(MULTIPLIER);
    }
    hash = (hash ^ hash >> SHIFT).wrapping_mul(MULTIPLIER);
    hash ^ hash >> SHIFT
}

/// Four 32-bit hashes of a number: `MurmurHash3_x64_128` by Austin Appleby (public domain) of its eight bytes.
pub(crate) fn four_hashes(number: u64, seed: u32) -> [u32; 4] {
    let seed = u64::from(seed);
    let mut low = number.wrapping_mul(0x87c3_7b91_1142_53d5).rotate_left(31);
    low = low.wrapping_mul(0x4cf5_ad43_2745_937f) ^ seed ^ 8;
    let mut high = seed ^ 8;
    low = low.wrapping_add(high);
    high = high.wrapping_add(low);
    low = avalanche(low);
    high = avalanche(high);
    low = low.wrapping_add(high);
    high = high.wrapping_add(low);
    [
        low as u32,
        (low >> 32) as u32,
        high as u32,
        (high >> 32) as u32,
    ]
}

fn avalanche(mut hash: u64) -> u64 {
    hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}
