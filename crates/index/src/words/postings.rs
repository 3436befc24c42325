//! The texts that have a term, in a byte or two each.
//!
//! A posting is the distance from the one before and what the text has of the term, both in one number of seven bits
//! a byte, the lowest first; the high bit says that more follow. The lists of rare terms, most of all, need no memory
//! of their own.

use smallvec::SmallVec;

/// A text that has a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Posting {
    /// The number of the text.
    pub(crate) ordinal: u32,
    /// How often its name and body have the term.
    pub(crate) in_text: u16,
    /// How often its date has the term.
    pub(crate) in_date: u16,
}

/// What the two lowest bits of a posting say; nearly all have the term once.
const ONCE_IN_TEXT: u64 = 0;
const ONCE_IN_DATE: u64 = 1;
const TWICE_IN_TEXT: u64 = 2;
/// Both counts follow.
const COUNTED: u64 = 3;

/// The postings of one term, in the order of the texts.
#[derive(Clone, Default, Debug)]
pub(crate) struct Postings {
    bytes: SmallVec<[u8; 16]>,
    count: u32,
    last: u32,
}

impl Postings {
    /// Appends a text with a higher number than all before.
    pub(crate) fn push(&mut self, posting: Posting) {
        if self.bytes.len() + 16 > self.bytes.capacity() && self.bytes.spilled() {
            // Doubling would leave a quarter of the memory unused.
            self.bytes.reserve_exact(self.bytes.len() / 8 + 16);
        }
        let kind = match (posting.in_text, posting.in_date) {
            (1, 0) => ONCE_IN_TEXT,
            (0, 1) => ONCE_IN_DATE,
            (2, 0) => TWICE_IN_TEXT,
            _ => COUNTED,
        };
        let distance = u64::from(posting.ordinal.wrapping_sub(self.last));
        self.put(distance << 2 | kind);
        if kind == COUNTED {
            self.put(posting.in_text.into());
            self.put(posting.in_date.into());
        }
        self.last = posting.ordinal;
        self.count += 1;
    }

    /// What was written of a list.
    pub(crate) fn restored(bytes: &[u8], count: u32, last: u32) -> Self {
        Self {
            bytes: SmallVec::from_slice(bytes),
            count,
            last,
        }
    }

    /// The postings as they are kept.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text of the last one.
    pub(crate) fn last(&self) -> u32 {
        self.last
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    pub(crate) fn iter(&self) -> Iter<'_> {
        Iter {
            bytes: &self.bytes,
            ordinal: 0,
        }
    }

    /// The bytes they take beside their own size.
    pub(crate) fn memory_bytes(&self) -> usize {
        if self.bytes.spilled() {
            self.bytes.capacity()
        } else {
            0
        }
    }

    fn put(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

/// The postings of a term, in order.
pub(crate) struct Iter<'a> {
    bytes: &'a [u8],
    ordinal: u32,
}

impl Iter<'_> {
    /// The next number; of broken bytes some number, and then none.
    fn number(&mut self) -> Option<u64> {
        let (&first, mut rest) = self.bytes.split_first()?;
        let mut number = u64::from(first & 0x7F);
        let (mut byte, mut shift) = (first, 7);
        while byte >= 0x80 && shift < 63 {
            let (&next, following) = rest.split_first()?;
            number |= u64::from(next & 0x7F) << shift;
            (byte, rest) = (next, following);
            shift += 7;
        }
        self.bytes = rest;
        Some(number)
    }
}

impl Iterator for Iter<'_> {
    type Item = Posting;

    fn next(&mut self) -> Option<Posting> {
        let number = self.number()?;
        self.ordinal = self.ordinal.wrapping_add((number >> 2) as u32);
        let (in_text, in_date) = match number & 3 {
            ONCE_IN_TEXT => (1, 0),
            ONCE_IN_DATE => (0, 1),
            TWICE_IN_TEXT => (2, 0),
            _ => (self.number()? as u16, self.number()? as u16),
        };
        Some(Posting {
            ordinal: self.ordinal,
            in_text,
            in_date,
        })
    }
}
