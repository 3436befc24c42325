//! Words in a file.

use std::io::{self, Write};

use super::{Decoder, Encoder, refused};
use crate::words::{Postings, TextLength, WordIndex};

impl WordIndex {
    pub(super) fn write<W: Write, F: Fn() -> bool>(
        &self,
        out: &mut Encoder<W, F>,
    ) -> io::Result<()> {
        out.count(self.appended())?;
        for length in self.lengths() {
            out.u32(length.all)?;
            out.u32(length.without_date)?;
        }
        for (term, postings) in self.remembered() {
            out.text(term)?;
            out.u32(postings.len() as u32)?;
            out.u32(postings.last())?;
            out.count(postings.bytes().len())?;
            out.bytes(postings.bytes())?;
        }
        // No term is empty.
        out.text("")
    }

    pub(super) fn read(input: &mut Decoder<'_>) -> io::Result<Self> {
        let lengths = input.list(|input| {
            Ok(TextLength {
                all: input.u32()?,
                without_date: input.u32()?,
            })
        })?;
        let mut terms = Vec::new();
        loop {
            let term = input.text()?;
            if term.is_empty() {
                break;
            }
            let (count, last) = (input.u32()?, input.u32()?);
            let length = input.count()?;
            let bytes = input.bytes(length)?;
            if last as usize >= lengths.len() || count as usize > bytes.len() {
                return Err(refused("a word belongs nowhere"));
            }
            terms.push((
                term.into_boxed_str(),
                Postings::restored(&bytes, count, last),
            ));
        }
        Ok(Self::restored(terms, lengths))
    }
}
