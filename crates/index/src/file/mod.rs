//! An index as a file, so that a start need not build it anew.
//!
//! A file is what an index holds at one revision, and nothing of what is dead in it: neither the words nor the
//! vectors of passages that are gone. It is bound to the form described here and to how words are made of texts;
//! whoever keeps it binds it to whose it is and to what made the vectors. It ends with the SHA-256 of all before:
//! what was cut short, changed, or written by another version is refused as a whole.
//!
//! All numbers are little-endian. A list begins with how many entries it has, a text with how many bytes.

mod codec;
mod graph;
mod passages;
mod words;

use std::io::{self, Read, Write};
use std::sync::mpsc::sync_channel;
use std::thread;

use recollect_model::Revision;
use sha2::{Digest, Sha256};

use crate::SpaceIndex;
use crate::graph::Graph;
use crate::passages::Passages;
use crate::vectors::Vectors;
use crate::words::{WordIndex, terms};
use codec::Blocks;
pub(crate) use codec::{Decoder, Encoder};

/// What a file begins with; the last two are the version of its form.
const MAGIC: [u8; 8] = *b"RCLIDX03";
/// A text whose terms tell whether words are still made as when the file was written.
const SAMPLE: &str =
    "Ängste running-shoes can't 8 May 2023 \u{6771}\u{4EAC} Anna's flies flying universities";
const DIGEST_BYTES: usize = 32;
/// How many blocks are read before they are needed.
const BLOCKS_AHEAD: usize = 128;

impl SpaceIndex {
    /// Writes the index as a file; `bound_to` is what a reader must expect. Ends early with an error of the kind
    /// [`Interrupted`](io::ErrorKind::Interrupted) once `is_wanted` says that somebody else wants the index.
    pub fn write_to(
        &self,
        out: impl Write,
        bound_to: &str,
        is_wanted: impl Fn() -> bool,
    ) -> io::Result<()> {
        let mut encoder = Encoder::new(out, is_wanted);
        encoder.bytes(&MAGIC)?;
        encoder.text(&form())?;
        encoder.text(bound_to)?;
        encoder.i64(self.revision.0)?;
        encoder.text(&self.mark)?;
        self.words.write(&mut encoder)?;
        self.passages.write(&mut encoder)?;
        self.vectors.write(&mut encoder)?;
        self.graph.write(&mut encoder)?;
        encoder.finish()
    }

    /// Reads a file of so many bytes that [`write_to`](Self::write_to) wrote for the same `bound_to`, one thread ahead of
    /// another that makes an index of it. An error when there is the least doubt about it.
    pub fn read_from(
        input: impl Read + Send,
        length: u64,
        bound_to: &str,
        dimensions: usize,
    ) -> io::Result<Self> {
        let (sender, blocks) = sync_channel(BLOCKS_AHEAD);
        thread::scope(|threads| {
            threads.spawn(move || {
                // Nobody takes them any more once something is wrong.
                let _ = Blocks::new(input, length).try_for_each(|block| sender.send(block));
            });
            Self::decode(Decoder::new(blocks.into_iter()), bound_to, dimensions)
        })
    }

    fn decode(mut decoder: Decoder<'_>, bound_to: &str, dimensions: usize) -> io::Result<Self> {
        let revision = read_head(&mut decoder, bound_to)?;
        let mark = decoder.text()?;
        let words = WordIndex::read(&mut decoder)?;
        let passages = Passages::read(&mut decoder, &words)?;
        let rows = passages.traits().len();
        let vectors = Vectors::read(&mut decoder, rows, dimensions)?;
        let graph = Graph::read(&mut decoder)?;
        decoder.finish()?;
        Ok(Self {
            revision,
            mark,
            passages,
            words,
            vectors,
            graph,
        })
    }
}

/// The revision that a file says it has reached, which may have been changed or cut short behind that.
pub fn written_revision(input: impl Read, length: u64, bound_to: &str) -> io::Result<Revision> {
    read_head(&mut Decoder::new(Blocks::new(input, length)), bound_to)
}

fn read_head(decoder: &mut Decoder<'_>, bound_to: &str) -> io::Result<Revision> {
    if decoder.array::<8>()? != MAGIC {
        return Err(refused("it is no index of this version"));
    }
    if decoder.text()? != form() {
        return Err(refused("words are made otherwise now"));
    }
    if decoder.text()? != bound_to {
        return Err(refused("it belongs to something else"));
    }
    Ok(Revision(decoder.i64()?))
}

/// How words are made of texts.
fn form() -> String {
    let digest = Sha256::digest(terms(SAMPLE).join(" "));
    let hex: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    hex.concat()
}

/// What is wrong with a file.
pub(crate) fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
