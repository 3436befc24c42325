//! Passages, sessions and vectors in a file.

use std::io::{self, Write};

use recollect_model::{CharRange, EpisodeId, PassageKey};

use super::{Decoder, Encoder, refused};
use crate::numbering::Numbering;
use crate::passages::{PassageEntry, PassageTraits, Passages};
use crate::sessions::{SessionKey, Sessions};
use crate::vectors::Vectors;
use crate::words::WordIndex;

impl Passages {
    pub(super) fn write<W: Write, F: Fn() -> bool>(
        &self,
        out: &mut Encoder<W, F>,
    ) -> io::Result<()> {
        out.count(self.traits().len())?;
        for (ordinal, traits) in (0..).zip(self.traits()) {
            out.u8(u8::from(traits.alive))?;
            if !traits.alive {
                continue;
            }
            let entry = self.entry(ordinal);
            out.u128(entry.key.episode.as_u128())?;
            out.u32(entry.key.number)?;
            out.u32(entry.range.start)?;
            out.u32(entry.range.end)?;
            out.time(entry.accepted_at)?;
            out.i64(entry.sequence)?;
            out.time(self.time(ordinal))?;
            out.u32(traits.session)?;
            out.f32(traits.log_length)?;
            out.u8(u8::from(traits.by_assistant))?;
            out.u8(traits.asks)?;
        }
        self.sessions().write(out)
    }

    /// Reads the passages of these words.
    pub(super) fn read(input: &mut Decoder<'_>, words: &WordIndex) -> io::Result<Self> {
        let passages = input.list(|input| {
            let alive = input.u8()? != 0;
            alive.then(|| read_passage(input)).transpose()
        })?;
        let sessions = Sessions::read(input)?;
        let known = sessions.members().len() as u32;
        let fits = |traits: &PassageTraits| traits.session < known;
        if !passages.iter().flatten().all(|(_, _, traits)| fits(traits)) {
            return Err(refused("a passage belongs nowhere"));
        }
        let members = sessions.members().iter().flatten();
        let mut members = members.map(|&ordinal| passages.get(ordinal as usize));
        if !members.all(|passage| matches!(passage, Some(Some(_)))) {
            return Err(refused("a session has a passage that there is not"));
        }
        if words.appended() != passages.len() {
            return Err(refused("its words are not those of its passages"));
        }
        let terms = words.lengths().iter().map(|length| length.all);
        Ok(Self::restored(passages, terms, sessions))
    }
}

fn read_passage(
    input: &mut Decoder<'_>,
) -> io::Result<(PassageEntry, recollect_model::Timestamp, PassageTraits)> {
    let entry = PassageEntry {
        key: PassageKey {
            episode: EpisodeId::from_u128(input.u128()?),
            number: input.u32()?,
        },
        range: CharRange {
            start: input.u32()?,
            end: input.u32()?,
        },
        accepted_at: input.time()?,
        sequence: input.i64()?,
    };
    let time = input.time()?;
    let traits = PassageTraits {
        session: input.u32()?,
        log_length: input.f32()?,
        by_assistant: input.u8()? != 0,
        asks: input.u8()?,
        alive: true,
    };
    Ok((entry, time, traits))
}

impl Sessions {
    fn write<W: Write, F: Fn() -> bool>(&self, out: &mut Encoder<W, F>) -> io::Result<()> {
        out.count(self.members().len())?;
        let keys = self.keys();
        for ((number, members), key) in (0..).zip(self.members()).zip(keys) {
            // The name of a session that is gone is nobody's any more.
            match key.filter(|_| !members.is_empty()) {
                None => {
                    out.u8(0)?;
                    continue;
                }
                Some(SessionKey::Named(name)) => {
                    out.u8(1)?;
                    out.text(name)?;
                }
                Some(SessionKey::Episode(episode)) => {
                    out.u8(2)?;
                    out.u128(episode.as_u128())?;
                }
            }
            out.numbers(members)?;
            out.u32(self.length_of(number))?;
        }
        Ok(())
    }

    fn read(input: &mut Decoder<'_>) -> io::Result<Self> {
        let sessions = input.list(|input| {
            let key = match input.u8()? {
                0 => return Ok((None, Default::default(), 0)),
                1 => SessionKey::Named(input.text()?.into()),
                _ => SessionKey::Episode(EpisodeId::from_u128(input.u128()?)),
            };
            let members = input.numbers()?;
            Ok((Some(key), members.into_iter().collect(), input.u32()?))
        })?;
        let mut keys = Vec::with_capacity(sessions.len());
        let mut parts = Vec::with_capacity(sessions.len());
        for (key, members, length) in sessions {
            keys.push(key);
            parts.push((members, length));
        }
        Ok(Self::restored(Numbering::restored(keys), parts))
    }
}

impl Vectors {
    pub(super) fn write<W: Write, F: Fn() -> bool>(
        &self,
        out: &mut Encoder<W, F>,
    ) -> io::Result<()> {
        out.count(self.dimensions())?;
        out.count(self.scales().len())?;
        let mut bytes = Vec::with_capacity(self.dimensions());
        for (row, &scale) in self.scales().iter().enumerate() {
            out.f32(scale)?;
            if scale > 0.0 {
                bytes.clear();
                bytes.extend(self.row(row).iter().map(|&value| value as u8));
                out.bytes(&bytes)?;
            }
        }
        Ok(())
    }

    /// Reads so many rows of so many values: what a file says of itself is not believed before its digest was compared, and
    /// memory is taken by it.
    pub(super) fn read(
        input: &mut Decoder<'_>,
        rows: usize,
        dimensions: usize,
    ) -> io::Result<Self> {
        if (input.count()?, input.count()?) != (dimensions, rows) {
            return Err(refused("its vectors are not those of its passages"));
        }
        let mut vectors = Self::new(dimensions);
        for _ in 0..rows {
            let scale = input.f32()?;
            let length = if scale > 0.0 { dimensions } else { 0 };
            vectors.restore(scale, rows, |append| input.parts(length, append))?;
        }
        Ok(vectors)
    }
}
