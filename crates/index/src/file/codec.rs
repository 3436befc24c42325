//! Numbers and texts as bytes, and the digest of all of them.

use std::io::{self, Read, Write};

use recollect_model::Timestamp;
use sha2::{Digest, Sha256};

use super::refused;
use crate::graph::Numbers;

/// Bytes passed on at a time; between them whoever waits for the index is looked for.
const BUFFER: usize = 256 * 1024;
/// What memory is taken for a list before any of it was read, in entries.
const TRUSTED: usize = 64 * 1024;

/// Writes a file.
pub(crate) struct Encoder<W, F> {
    out: W,
    is_wanted: F,
    buffer: Vec<u8>,
    digest: Sha256,
}

impl<W: Write, F: Fn() -> bool> Encoder<W, F> {
    pub(super) fn new(out: W, is_wanted: F) -> Self {
        Self {
            out,
            is_wanted,
            buffer: Vec::with_capacity(BUFFER * 2),
            digest: Sha256::new(),
        }
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.chunks(BUFFER) {
            self.buffer.extend_from_slice(part);
            if self.buffer.len() >= BUFFER {
                self.pass_on()?;
            }
        }
        Ok(())
    }

    pub(crate) fn u8(&mut self, number: u8) -> io::Result<()> {
        self.bytes(&[number])
    }

    pub(crate) fn u32(&mut self, number: u32) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn i64(&mut self, number: i64) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn f32(&mut self, number: f32) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn u128(&mut self, number: u128) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    /// How many entries follow.
    pub(crate) fn count(&mut self, count: usize) -> io::Result<()> {
        let count = u32::try_from(count).map_err(|_| refused("it has too many entries"))?;
        self.u32(count)
    }

    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.count(text.len())?;
        self.bytes(text.as_bytes())
    }

    pub(crate) fn numbers(&mut self, numbers: &[u32]) -> io::Result<()> {
        self.count(numbers.len())?;
        numbers.iter().try_for_each(|&number| self.u32(number))
    }

    pub(crate) fn time(&mut self, time: Timestamp) -> io::Result<()> {
        self.i64(time.as_second())?;
        self.bytes(&time.subsec_nanosecond().to_le_bytes())
    }

    pub(crate) fn optional_time(&mut self, time: Option<Timestamp>) -> io::Result<()> {
        self.u8(u8::from(time.is_some()))?;
        time.map_or(Ok(()), |time| self.time(time))
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.pass_on()?;
        self.out.write_all(&self.digest.finalize())?;
        self.out.flush()
    }

    fn pass_on(&mut self) -> io::Result<()> {
        if (self.is_wanted)() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.digest.update(&self.buffer);
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// The content of a file in blocks. The last is followed by an error where the digest behind it is not that of all blocks.
pub(super) struct Blocks<R> {
    input: R,
    /// The bytes that are left before the digest.
    left: u64,
    digest: Option<Sha256>,
}

impl<R: Read> Blocks<R> {
    /// Of a file of so many bytes.
    pub(super) fn new(input: R, length: u64) -> Self {
        Self {
            input,
            left: length.saturating_sub(super::DIGEST_BYTES as u64),
            digest: Some(Sha256::new()),
        }
    }

    fn block(&mut self) -> io::Result<Vec<u8>> {
        let mut block = vec![0; self.left.min(BUFFER as u64) as usize];
        self.input.read_exact(&mut block)?;
        if let Some(digest) = &mut self.digest {
            digest.update(&block);
        }
        self.left -= block.len() as u64;
        Ok(block)
    }

    /// Whether all blocks together are what was written.
    fn check(&mut self, digest: Sha256) -> io::Result<()> {
        let mut written = [0; super::DIGEST_BYTES];
        self.input.read_exact(&mut written)?;
        match *digest.finalize() == written {
            true => Ok(()),
            false => Err(refused("it is not what was written")),
        }
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left > 0 {
            return Some(self.block());
        }
        let digest = self.digest.take()?;
        self.check(digest).err().map(Err)
    }
}

/// Reads a file, and never more memory than what it has read needs.
pub(crate) struct Decoder<'a> {
    blocks: Box<dyn Iterator<Item = io::Result<Vec<u8>>> + 'a>,
    block: Vec<u8>,
    at: usize,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(blocks: impl Iterator<Item = io::Result<Vec<u8>>> + 'a) -> Self {
        Self {
            blocks: Box::new(blocks),
            block: Vec::new(),
            at: 0,
        }
    }

    pub(crate) fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    pub(crate) fn u8(&mut self) -> io::Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u32(&mut self) -> io::Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn i64(&mut self) -> io::Result<i64> {
        Ok(i64::from_le_bytes(self.array()?))
    }

    pub(crate) fn f32(&mut self) -> io::Result<f32> {
        Ok(f32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u128(&mut self) -> io::Result<u128> {
        Ok(u128::from_le_bytes(self.array()?))
    }

    pub(crate) fn count(&mut self) -> io::Result<usize> {
        Ok(self.u32()? as usize)
    }

    /// A list whose entries `read` reads.
    pub(crate) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> io::Result<T>,
    ) -> io::Result<Vec<T>> {
        let count = self.count()?;
        let mut entries = Vec::with_capacity(count.min(TRUSTED));
        for _ in 0..count {
            entries.push(read(self)?);
        }
        Ok(entries)
    }

    /// The next so many bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count.min(TRUSTED));
        self.parts(count, |part| bytes.extend_from_slice(part))?;
        Ok(bytes)
    }

    /// The next so many bytes, in as many parts as they lie there.
    pub(crate) fn parts(&mut self, count: usize, mut take: impl FnMut(&[u8])) -> io::Result<()> {
        let mut left = count;
        while left > 0 {
            let part = self.some(left)?;
            left -= part.len();
            take(part);
        }
        Ok(())
    }

    pub(crate) fn text(&mut self) -> io::Result<String> {
        let count = self.count()?;
        String::from_utf8(self.bytes(count)?).map_err(|_| refused("a text is none"))
    }

    pub(crate) fn numbers(&mut self) -> io::Result<Numbers> {
        let count = self.count()?;
        let mut numbers = Numbers::with_capacity(count.min(TRUSTED));
        for _ in 0..count {
            numbers.push(self.u32()?);
        }
        Ok(numbers)
    }

    pub(crate) fn time(&mut self) -> io::Result<Timestamp> {
        let (second, nanosecond) = (self.i64()?, i32::from_le_bytes(self.array()?));
        Timestamp::new(second, nanosecond).map_err(|_| refused("a time is none"))
    }

    pub(crate) fn optional_time(&mut self) -> io::Result<Option<Timestamp>> {
        let is_some = self.u8()? != 0;
        is_some.then(|| self.time()).transpose()
    }

    /// Whether all was read, and is what was written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if self.at < self.block.len() {
            return Err(refused("it has more than an index"));
        }
        match self.blocks.next() {
            None => Ok(()),
            Some(Err(error)) => Err(error),
            Some(Ok(_)) => Err(refused("it has more than an index")),
        }
    }

    fn fill(&mut self, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            let part = self.some(out.len())?;
            let (filled, rest) = out.split_at_mut(part.len());
            filled.copy_from_slice(part);
            out = rest;
        }
        Ok(())
    }

    /// What is there of the next so many bytes: one at least.
    fn some(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.at == self.block.len() {
            let next = self.blocks.next().transpose()?;
            self.block = next.ok_or(io::ErrorKind::UnexpectedEof)?;
            self.at = 0;
        }
        let rest = &self.block[self.at..];
        let part = &rest[..rest.len().min(count)];
        self.at += part.len();
        Ok(part)
    }
}
