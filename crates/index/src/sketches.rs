//! One bit for each dimension of an embedding: its sign.
//!
//! In how many signs two embeddings differ tells about how close they are (random hyperplanes; Charikar, 2002), for
//! an eighth of the memory that has to be read to tell exactly.

use pulp::{Arch, Simd, WithSimd};

/// The number of dimensions whose signs share a word.
const SIGNS: usize = 64;

/// The signs of rows of equal length, numbered from 0.
#[derive(Default)]
pub(crate) struct Sketches {
    /// Words of a row.
    width: usize,
    signs: Vec<u64>,
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
    pub(crate) fn distances(&self, row: &[i8]) -> Vec<u16> {
        let looked_for: Vec<u64> = row.chunks(SIGNS).map(signs).collect();
        Arch::new().dispatch(Distances {
            signs: &self.signs,
            looked_for: &looked_for,
        })
    }

    /// The bytes they take.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.signs.capacity() * size_of::<u64>()
    }

    fn rows(&self) -> usize {
        self.signs.len() / self.width.max(1)
    }
}

/// Compares one row with all, by the widest instructions of the machine.
struct Distances<'a> {
    signs: &'a [u64],
    looked_for: &'a [u64],
}

impl WithSimd for Distances<'_> {
    type Output = Vec<u16>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<u16> {
        // Rows of a known width are compared without a loop: those of 384 and of 256 dimensions.
        match self.looked_for.len() {
            6 => self.of_width::<6>(),
            4 => self.of_width::<4>(),
            width => {
                let rows = self.signs.chunks_exact(width.max(1));
                rows.map(|row| distance(row, self.looked_for)).collect()
            }
        }
    }
}

impl Distances<'_> {
    #[inline(always)]
    fn of_width<const WIDTH: usize>(self) -> Vec<u16> {
        let (rows, _) = self.signs.as_chunks::<WIDTH>();
        let Some(looked_for) = self.looked_for.first_chunk::<WIDTH>() else {
            return Vec::new();
        };
        let mut distances = vec![0; rows.len()];
        for (row, to) in rows.iter().zip(&mut distances) {
            *to = distance(row, looked_for);
        }
        distances
    }
}

#[inline(always)]
fn distance(row: &[u64], other: &[u64]) -> u16 {
    let words = row.iter().zip(other);
    words.fold(0, |sum, (own, other)| {
        sum + (own ^ other).count_ones() as u16
    })
}

fn signs(values: &[i8]) -> u64 {
    let (eights, rest) = values.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let all = eights.iter().chain([&last]);
    let parts = (0..u64::BITS).step_by(8).zip(all);
    parts.fold(0, |signs, (bit, part)| signs | signs_of_eight(part) << bit)
}

fn signs_of_eight(values: &[i8; 8]) -> u64 {
    let bytes = u64::from_le_bytes(values.map(|value| value as u8));
    // The highest bit of each byte, gathered in the highest byte: the multiplication moves that of byte n up by 56 - 7n.
    ((bytes & 0x8080_8080_8080_8080) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
