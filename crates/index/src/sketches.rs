//! One bit for each dimension of an embedding: its sign.
//!
//! In how many signs two embeddings differ tells about how close they are (random hyperplanes; Charikar, 2002), for an
//! eighth of the memory that has to be read to tell exactly.

use simsimd::BinarySimilarity;

/// The number of dimensions whose signs share a byte.
const SIGNS: usize = 8;

/// The signs of rows of equal length, numbered from 0.
#[derive(Default)]
pub(crate) struct Sketches {
    /// Bytes of a row.
    width: usize,
    signs: Vec<u8>,
}

impl Sketches {
    /// For rows of so many values.
    pub(crate) fn new(dimensions: usize) -> Self {
        Self {
            width: dimensions.div_ceil(SIGNS),
            signs: Vec::new(),
        }
    }

    /// Makes room for so many rows more.
    pub(crate) fn reserve(&mut self, rows: usize) {
        self.signs.reserve_exact(rows * self.width);
    }

    pub(crate) fn append(&mut self, row: &[i8]) {
        if self.signs.len() + self.width > self.signs.capacity() {
            self.reserve(self.rows() / 8 + SIGNS);
        }
        self.signs.extend(row.chunks(SIGNS).map(signs));
    }

    /// In how many signs each row differs from another.
    pub(crate) fn distances(&self, row: &[i8]) -> impl Iterator<Item = usize> {
        let looked_for: Vec<u8> = row.chunks(SIGNS).map(signs).collect();
        let rows = self.signs.chunks_exact(self.width.max(1));
        rows.map(move |row| u8::hamming(&looked_for, row).map_or(0, |distance| distance as usize))
    }

    /// The bytes they take.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.signs.capacity()
    }

    fn rows(&self) -> usize {
        self.signs.len() / self.width.max(1)
    }
}

fn signs(values: &[i8]) -> u8 {
    let bits = (0..).zip(values);
    bits.fold(0, |signs, (bit, &value)| signs | u8::from(value < 0) << bit)
}
