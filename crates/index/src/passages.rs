//! The passages of a space: which there are, when they are from, and which episode and session each belongs to.
//!
//! Passages are numbered (their *ordinal*) in the order they arrive. A removed passage leaves its ordinal dead; the
//! same passage arriving again gets a new one.

use std::collections::BTreeMap;

use recollect_model::{CharRange, EpisodeId, PassageKey, Timestamp};

use crate::PassageDocument;
use crate::sessions::{Place, Sessions};
use crate::spread::{RunningSums, Sums};
use crate::words::{Lengths, WordIndex};

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
    /// The number of its session.
    pub(crate) session: u32,
    /// The logarithm of one more than the number of its terms.
    pub(crate) log_length: f32,
    pub(crate) by_assistant: bool,
    /// The part of what a person says in it that asks, in 255ths: what asks says little itself, and what follows answers it.
    pub(crate) asks: u8,
    pub(crate) alive: bool,
}

impl PassageTraits {
    /// The part of it that asks.
    pub(crate) fn part_that_asks(&self) -> f32 {
        f32::from(self.asks) / 255.0
    }
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
        session: 0,
        log_length: 0.0,
        by_assistant: false,
        asks: 0,
        alive: false,
    },
);

/// What the lane of words reads of each passage that has a term. It reads here and there, so this is kept small enough for
/// the processor's caches.
#[derive(Default)]
pub(crate) struct Said {
    /// The number of the session in which a person says it; [`NOBODY`] of what an assistant says.
    in_session: Vec<u32>,
    /// The number of terms; [`MANY`] or more are as many as the words know, [`GONE`] are of a dead passage.
    terms: Vec<u8>,
}

const NOBODY: u32 = u32::MAX;
const MANY: u8 = u8::MAX - 1;
const GONE: u8 = u8::MAX;

impl Said {
    fn push(&mut self, session: u32, by_assistant: bool, terms: u32) {
        let session = if by_assistant { NOBODY } else { session };
        self.in_session.push(session);
        self.terms
            .push(u8::try_from(terms).map_or(MANY, |terms| terms.min(MANY)));
    }

    /// The number of terms of a live passage of these words.
    #[inline]
    pub(crate) fn terms(&self, ordinal: u32, words: &WordIndex) -> Option<u32> {
        match self.terms[ordinal as usize] {
            GONE => None,
            MANY => words.length_of(ordinal),
            terms => Some(terms.into()),
        }
    }

    /// The session in which a person says it.
    #[inline]
    pub(crate) fn session(&self, ordinal: u32) -> Option<u32> {
        let session = self.in_session[ordinal as usize];
        (session != NOBODY).then_some(session)
    }

    fn memory_bytes(&self) -> usize {
        self.in_session.capacity() * size_of::<u32>() + self.terms.capacity()
    }
}

/// All passages ever seen.
#[derive(Default)]
pub(crate) struct Passages {
    entries: Vec<PassageEntry>,
    /// When each is from.
    times: Vec<Timestamp>,
    traits: Vec<PassageTraits>,
    said: Said,
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
        self.ordinals.insert(document.key, ordinal);
        let session = self.sessions.number(document);
        let said = said_by_people(document.by_assistant, lengths.name + lengths.body);
        let (entries, times) = (&self.entries, &self.times);
        self.sessions.insert(session, ordinal, said, |other| {
            place(entries, times, other) < place(entries, times, ordinal)
        });
        let log_length = (lengths.body as f32).ln_1p();
        self.lengths.insert(log_length);
        let terms = lengths.date + lengths.name + lengths.body;
        self.said.push(session, document.by_assistant, terms);
        self.traits.push(PassageTraits {
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
        self.said.terms[ordinal as usize] = GONE;
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
        terms: impl Iterator<Item = u32>,
        sessions: Sessions,
    ) -> Self {
        let mut restored = Self {
            entries: Vec::with_capacity(passages.len()),
            times: Vec::with_capacity(passages.len()),
            traits: Vec::with_capacity(passages.len()),
            sessions,
            ..Self::default()
        };
        let mut ordinals = Vec::with_capacity(passages.len());
        for ((ordinal, passage), terms) in (0..).zip(passages).zip(terms) {
            let (entry, time, traits) = passage.unwrap_or(DEAD);
            if traits.alive {
                ordinals.push((entry.key, ordinal));
                restored.lengths.insert(traits.log_length);
            }
            restored
                .said
                .push(traits.session, traits.by_assistant, terms);
            if !traits.alive {
                restored.said.terms[ordinal as usize] = GONE;
            }
            restored.entries.push(entry);
            restored.times.push(time);
            restored.traits.push(traits);
        }
        restored.ordinals = ordinals.into_iter().collect();
        restored
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

    /// What the lane of words reads of them.
    pub(crate) fn said(&self) -> &Said {
        &self.said
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
            + self.said.memory_bytes()
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
