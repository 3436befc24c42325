//! The passages of a space: which there are, when they are from, and which episode and session each belongs to.
//!
//! Passages are numbered (their *ordinal*) in the order they arrive. A removed passage leaves its ordinal dead; the
//! same passage arriving again gets a new one.

use std::collections::BTreeMap;

use recollect_model::{CharRange, EpisodeId, PassageKey, Timestamp};

use crate::PassageDocument;
use crate::numbering::Numbering;
use crate::sessions::{Place, Sessions};
use crate::words::Lengths;

/// What a search needs to know of one passage, beside its words, vector and entities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassageEntry {
    pub(crate) key: PassageKey,
    pub(crate) range: CharRange,
    pub(crate) reference_time: Timestamp,
    pub(crate) accepted_at: Timestamp,
    pub(crate) sequence: i64,
}

/// What every search reads of every passage, kept small and apart for that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassageTraits {
    /// The number of its episode.
    pub(crate) episode: u32,
    /// The number of its session.
    pub(crate) session: u32,
    /// The logarithm of one more than the number of its terms.
    pub(crate) log_length: f32,
    pub(crate) by_assistant: bool,
    pub(crate) alive: bool,
}

/// All passages ever seen.
#[derive(Default)]
pub(crate) struct Passages {
    entries: Vec<PassageEntry>,
    traits: Vec<PassageTraits>,
    episodes: Numbering<EpisodeId>,
    /// The live ones.
    ordinals: BTreeMap<PassageKey, u32>,
    sessions: Sessions,
}

impl Passages {
    /// Adds a passage of such lengths that is not among the live ones, and returns its ordinal.
    pub(crate) fn append(&mut self, document: &PassageDocument, lengths: Lengths) -> u32 {
        let ordinal = self.entries.len() as u32;
        self.entries.push(PassageEntry {
            key: document.key,
            range: document.range,
            reference_time: document.reference_time,
            accepted_at: document.accepted_at,
            sequence: document.sequence,
        });
        self.ordinals.insert(document.key, ordinal);
        let entries = &self.entries;
        let session = self.sessions.number(document);
        self.sessions.insert(session, ordinal, |other| {
            place(entries, other) < place(entries, ordinal)
        });
        self.traits.push(PassageTraits {
            episode: self.episodes.number(document.key.episode),
            session,
            log_length: (lengths.body as f32).ln_1p(),
            by_assistant: document.by_assistant,
            alive: true,
        });
        ordinal
    }

    /// Removes a passage, and returns the ordinal it had.
    pub(crate) fn remove(&mut self, key: PassageKey) -> Option<u32> {
        let ordinal = self.ordinals.remove(&key)?;
        let traits = &mut self.traits[ordinal as usize];
        traits.alive = false;
        let entries = &self.entries;
        self.sessions.remove(traits.session, |other| {
            place(entries, other) < place(entries, ordinal)
        });
        Some(ordinal)
    }

    /// The live passages of an episode, in order.
    pub(crate) fn keys_of(&self, episode: EpisodeId) -> Vec<PassageKey> {
        let key = |number| PassageKey { episode, number };
        self.ordinals
            .range(key(0)..=key(u32::MAX))
            .map(|(&key, _)| key)
            .collect()
    }

    /// The live passages, sorted.
    pub(crate) fn keys(&self) -> impl Iterator<Item = PassageKey> + '_ {
        self.ordinals.keys().copied()
    }

    /// The ordinal of a live passage.
    pub(crate) fn find(&self, key: PassageKey) -> Option<u32> {
        self.ordinals.get(&key).copied()
    }

    /// A passage, live or dead.
    pub(crate) fn entry(&self, ordinal: u32) -> &PassageEntry {
        &self.entries[ordinal as usize]
    }

    /// The traits of every passage by its ordinal, of the dead ones too.
    pub(crate) fn traits(&self) -> &[PassageTraits] {
        &self.traits
    }

    /// The traits of a passage, live or dead.
    pub(crate) fn traits_of(&self, ordinal: u32) -> PassageTraits {
        self.traits[ordinal as usize]
    }

    /// The number of live passages.
    pub(crate) fn live(&self) -> usize {
        self.ordinals.len()
    }

    /// How many episodes were ever numbered.
    pub(crate) fn episodes(&self) -> usize {
        self.episodes.len()
    }

    /// The sessions of the live passages.
    pub(crate) fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// The bytes they take, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        // A B-tree node is two thirds full on average.
        let ordinals = self.ordinals.len() * size_of::<(PassageKey, u32)>() * 3 / 2;
        self.entries.capacity() * size_of::<PassageEntry>()
            + self.traits.capacity() * size_of::<PassageTraits>()
            + ordinals
            + self.episodes.memory_bytes()
            + self.sessions.memory_bytes()
    }
}

fn place(entries: &[PassageEntry], ordinal: u32) -> Place {
    let entry = &entries[ordinal as usize];
    (entry.reference_time, entry.sequence, entry.key)
}
