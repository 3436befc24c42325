//! Sealing a file in chunks, so that neither side ever holds more than one of them.
//!
//! A chunk is bound to the file's place, to its number, and to whether it is the last: chunks that were exchanged,
//! left out or cut off do not open.

use std::io::{self, ErrorKind, Read, Write};

use crate::cipher::Sealer;

/// Bytes of a chunk, before it is sealed.
const CHUNK: usize = 64 * 1024;
/// By how much a chunk grows.
const GROWTH: usize = 16;

/// How many bytes a sealed file of so many holds; `None` when no file has that length.
pub fn sealed_length(length: u64) -> Option<u64> {
    let (chunk, growth) = (CHUNK as u64, GROWTH as u64);
    let chunks = length.div_ceil(chunk + growth);
    (length > 0)
        .then(|| length.checked_sub(chunks * growth))
        .flatten()
}

fn place(place: &str, number: u64, is_last: bool) -> String {
    let end = if is_last { "the last" } else { "more follow" };
    format!("{place}\0{number}\0{end}")
}

/// Seals what is written to it. What is not [finished](Self::finish) does not open.
pub struct SealedWriter<'k, W> {
    out: W,
    sealer: &'k Sealer,
    place: String,
    number: u64,
    chunk: Vec<u8>,
}

impl<'k, W: Write> SealedWriter<'k, W> {
    /// Seals at a place, such as the name of the file.
    pub fn new(out: W, sealer: &'k Sealer, place: &str) -> Self {
        Self {
            out,
            sealer,
            place: place.to_owned(),
            number: 0,
            chunk: Vec::with_capacity(CHUNK + GROWTH),
        }
    }

    /// Writes the last chunk.
    pub fn finish(mut self) -> io::Result<W> {
        self.pass_on(true)?;
        Ok(self.out)
    }

    fn pass_on(&mut self, is_last: bool) -> io::Result<()> {
        let chunk = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK + GROWTH));
        let place = place(&self.place, self.number, is_last);
        self.number += 1;
        self.out.write_all(&self.sealer.seal(&place, chunk))
    }
}

impl<W: Write> Write for SealedWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Only once more comes is it known that the chunk is not the last.
        if self.chunk.len() == CHUNK && !bytes.is_empty() {
            self.pass_on(false)?;
        }
        let taken = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens what a [`SealedWriter`] sealed at this place; what does not open is an error of the kind `InvalidData`.
pub struct SealedReader<'k, R> {
    input: R,
    sealer: &'k Sealer,
    place: String,
    number: u64,
    /// Bytes of the sealed file that are still to come.
    left: u64,
    chunk: Vec<u8>,
    read: usize,
}

impl<'k, R: Read> SealedReader<'k, R> {
    /// Opens a file that has so many bytes as it lies there.
    pub fn new(input: R, length: u64, sealer: &'k Sealer, place: &str) -> Self {
        Self {
            input,
            sealer,
            place: place.to_owned(),
            number: 0,
            left: length,
            chunk: Vec::new(),
            read: 0,
        }
    }

    fn next_chunk(&mut self) -> io::Result<()> {
        let length = self.left.min((CHUNK + GROWTH) as u64);
        let mut sealed = vec![0; usize::try_from(length).unwrap_or(CHUNK + GROWTH)];
        self.input.read_exact(&mut sealed)?;
        self.left -= length;
        let place = place(&self.place, self.number, self.left == 0);
        self.number += 1;
        let opened = self.sealer.open(&place, sealed);
        self.chunk = opened.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        self.read = 0;
        Ok(())
    }
}

impl<R: Read> Read for SealedReader<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.read == self.chunk.len() && self.left > 0 {
            self.next_chunk()?;
        }
        let count = into.len().min(self.chunk.len() - self.read);
        into[..count].copy_from_slice(&self.chunk[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}
