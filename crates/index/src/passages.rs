//! The passages of a space: which there are, when they are from, and which episode and session each belongs to.
//!
//! Passages are numbered (their *ordinal*) in the order they arrive. A removed passage leaves its ordinal dead; the
//! same passage arriving again gets a new one.

use std::collections::BTreeMap;

use recollect_model::{CharRange, EpisodeId, PassageKey, Timestamp};

use crate::PassageDocument;
use crate::sessions::{Place, Sessions};
use crate::spread::{RunningSums, Sums};
use crate::words::Lengths;

/// What a search needs to know of one passage, beside its words, vector and entities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassageEntry {
    pub(crate) key: PassageKey,
    pub(crate) range: CharRange,
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
    /// The part of what a person says in it that asks, in 255ths: what asks says little itself, and what follows answers it.
    pub(crate) asks: u8,
    pub(crate) alive: bool,
}

/// Stands for a passage of which nothing is known but that it is gone.
const DEAD: (PassageEntry, Timestamp, PassageTraits) = (
    PassageEntry {
        key: PassageKey {
            episode: EpisodeId::from_u128(0),
            number: 0,
        },
        range: CharRange { start: 0, end: 0 },
        accepted_at: Timestamp::UNIX_EPOCH,
        sequence: 0,
    },
    Timestamp::UNIX_EPOCH,
    PassageTraits {
        episode: 0,
        session: 0,
        log_length: 0.0,
        by_assistant: false,
        asks: 0,
        alive: false,
    },
);

/// All passages ever seen.
#[derive(Default)]
pub(crate) struct Passages {
    entries: Vec<PassageEntry>,
    /// When each is from.
    times: Vec<Timestamp>,
    traits: Vec<PassageTraits>,
    /// How many episodes were numbered.
    episodes: u32,
    /// The live ones.
    ordinals: BTreeMap<PassageKey, u32>,
    sessions: Sessions,
    /// Over the logarithms of the lengths of the live ones.
    lengths: RunningSums,
}

impl Passages {
    /// Adds a passage of such lengths that is not among the live ones, and returns its ordinal.
    pub(crate) fn append(&mut self, document: &PassageDocument, lengths: Lengths) -> u32 {
        let ordinal = self.entries.len() as u32;
        self.entries.push(PassageEntry {
            key: document.key,
            range: document.range,
            accepted_at: document.accepted_at,
            sequence: document.sequence,
        });
        self.times.push(document.reference_time);
        let episode = self.episode_number(document.key.episode);
        self.ordinals.insert(document.key, ordinal);
        let session = self.sessions.number(document);
        let said = said_by_people(document.by_assistant, lengths.name + lengths.body);
        let (entries, times) = (&self.entries, &self.times);
        self.sessions.insert(session, ordinal, said, |other| {
            place(entries, times, other) < place(entries, times, ordinal)
        });
        let log_length = (lengths.body as f32).ln_1p();
        self.lengths.insert(log_length);
        self.traits.push(PassageTraits {
            episode,
            session,
            log_length,
            by_assistant: document.by_assistant,
            asks: match document.by_assistant {
                true => 0,
                false => part_that_asks(&document.text),
            },
            alive: true,
        });
        ordinal
    }

    /// Removes the passage of an ordinal, which has so many terms without its date.
    pub(crate) fn remove(&mut self, ordinal: u32, length: u32) {
        let traits = &mut self.traits[ordinal as usize];
        traits.alive = false;
        let said = said_by_people(traits.by_assistant, length);
        let (entries, times) = (&self.entries, &self.times);
        self.sessions.remove(traits.session, said, |other| {
            place(entries, times, other) < place(entries, times, ordinal)
        });
        self.lengths.remove(traits.log_length);
        self.ordinals.remove(&self.entries[ordinal as usize].key);
    }

    /// What was written of passages, by their ordinals; none for a dead one.
    pub(crate) fn restored(
        passages: Vec<Option<(PassageEntry, Timestamp, PassageTraits)>>,
        episodes: u32,
        sessions: Sessions,
    ) -> Self {
        let mut restored = Self {
            entries: Vec::with_capacity(passages.len()),
            times: Vec::with_capacity(passages.len()),
            traits: Vec::with_capacity(passages.len()),
            episodes,
            sessions,
            ..Self::default()
        };
        let mut ordinals = Vec::with_capacity(passages.len());
        for (ordinal, passage) in (0..).zip(passages) {
            let (entry, time, traits) = passage.unwrap_or(DEAD);
            if traits.alive {
                ordinals.push((entry.key, ordinal));
                restored.lengths.insert(traits.log_length);
            }
            restored.entries.push(entry);
            restored.times.push(time);
            restored.traits.push(traits);
        }
        restored.ordinals = ordinals.into_iter().collect();
        restored
    }

    /// How many episodes were numbered.
    pub(crate) fn episodes(&self) -> u32 {
        self.episodes
    }

    /// The live passages of an episode, in order.
    pub(crate) fn keys_of(&self, episode: EpisodeId) -> Vec<PassageKey> {
        self.of_episode(episode).map(|(&key, _)| key).collect()
    }

    /// Whether it has live passages of an episode.
    pub(crate) fn has_episode(&self, episode: EpisodeId) -> bool {
        self.of_episode(episode).next().is_some()
    }

    fn of_episode(&self, episode: EpisodeId) -> impl Iterator<Item = (&PassageKey, &u32)> {
        let key = |number| PassageKey { episode, number };
        self.ordinals.range(key(0)..=key(u32::MAX))
    }

    /// The number that an episode's live passages have, or the next one.
    fn episode_number(&mut self, episode: EpisodeId) -> u32 {
        if let Some((_, &ordinal)) = self.of_episode(episode).next() {
            return self.traits[ordinal as usize].episode;
        }
        self.episodes += 1;
        self.episodes - 1
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

    /// When a passage is from.
    pub(crate) fn time(&self, ordinal: u32) -> Timestamp {
        self.times[ordinal as usize]
    }

    /// The sums over the logarithms of the lengths of the live ones.
    pub(crate) fn lengths(&self) -> Sums {
        self.lengths.sums()
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

    /// The sessions of the live passages.
    pub(crate) fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// The bytes they take, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        // A B-tree node is two thirds full on average.
        let ordinals = self.ordinals.len() * (size_of::<PassageKey>() + size_of::<u32>()) * 3 / 2;
        self.entries.capacity() * size_of::<PassageEntry>()
            + self.times.capacity() * size_of::<Timestamp>()
            + self.traits.capacity() * size_of::<PassageTraits>()
            + ordinals
            + self.sessions.memory_bytes()
    }
}

fn place(entries: &[PassageEntry], times: &[Timestamp], ordinal: u32) -> Place {
    let entry = &entries[ordinal as usize];
    (times[ordinal as usize], entry.sequence, entry.key)
}

/// How many of so many terms count as said by people.
fn said_by_people(by_assistant: bool, terms: u32) -> u32 {
    if by_assistant { 0 } else { terms }
}

/// The part of a text that is in sentences which end with a question mark, in 255ths.
fn part_that_asks(text: &str) -> u8 {
    let (mut all, mut asking, mut sentence) = (0, 0, 0);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        sentence += 1;
        let goes_on = |next: &char| !next.is_whitespace() && character.is_ascii();
        let is_end = matches!(character, '.' | '!' | '?' | '？' | '。' | '！' | '؟');
        if is_end && !characters.peek().is_some_and(goes_on) {
            if matches!(character, '?' | '？' | '؟') {
                asking += sentence;
            }
            all += sentence;
            sentence = 0;
        }
    }
    all += sentence;
    u8::try_from(255 * asking / usize::max(all, 1)).unwrap_or(u8::MAX)
}
