//! The texts of a space that wait to be processed, by their words alone.
//!
//! A text that was accepted has no embedding, no entities and no facts yet, but its words are known. They are kept
//! here until the index of the space has the text itself. Texts come in the order of acceptance and go in about the
//! same, so they are kept in stretches, each with a word index of its own, which are dropped as a whole when nothing
//! in them waits any more.

use std::collections::HashMap;

use recollect_model::{CharRange, EpisodeId, Timestamp};

use crate::SpaceIndex;
use crate::numbering::Numbering;
use crate::spread::{RunningSums, Sums};
use crate::words::{TextParts, WordIndex};

/// A stretch takes no more texts when it has so many passages.
const PASSAGES_A_STRETCH: usize = 4_096;
/// The bytes that an entry of a hash table takes beside its key and value, about.
const TABLE_ENTRY_BYTES: usize = 16;

/// A text that waits.
#[derive(Clone, Debug)]
pub struct WaitingText {
    /// The episode that it will be.
    pub episode: EpisodeId,
    /// Its place in the order of acceptance.
    pub sequence: i64,
    /// The session it belongs to.
    pub session: Option<String>,
    /// When it was said or written.
    pub reference_time: Timestamp,
    /// When it was accepted.
    pub accepted_at: Timestamp,
    /// The date in words: its passages are found by it.
    pub date: String,
    /// What a search matches.
    pub passages: Vec<WaitingPassage>,
}

/// A passage of a text that waits.
#[derive(Clone, Debug)]
pub struct WaitingPassage {
    /// Where in the text it lies.
    pub range: CharRange,
    /// Its own words.
    pub text: String,
    /// The name of who speaks, if it is a name and not a role such as "user".
    pub speaker_name: Option<String>,
    /// Whether an assistant speaks.
    pub by_assistant: bool,
}

/// The texts of one space that wait.
#[derive(Default)]
pub struct WaitingTexts {
    stretches: Vec<Stretch>,
    /// Where each text is: the number of its stretch, and its place there.
    places: HashMap<EpisodeId, (u32, u32)>,
    /// The number of the first stretch that is left.
    first: u32,
    sessions: Numbering<Box<str>>,
    /// Over the logarithms of the lengths of the passages.
    lengths: RunningSums,
    /// The passages that can be found.
    passages: usize,
    /// The memory of the stretches that take no more.
    closed_bytes: usize,
}

/// Some texts that came one after the other.
#[derive(Default)]
pub(crate) struct Stretch {
    pub(crate) words: WordIndex,
    pub(crate) passages: Vec<PassageTraits>,
    pub(crate) texts: Vec<TextEntry>,
    alive: usize,
    bytes: usize,
}

/// A passage of a stretch, by its ordinal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassageTraits {
    /// The place of its text.
    pub(crate) text: u32,
    /// Its place in the text.
    pub(crate) number: u32,
    pub(crate) range: CharRange,
    pub(crate) log_length: f32,
    pub(crate) by_assistant: bool,
}

/// A text of a stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextEntry {
    pub(crate) episode: EpisodeId,
    pub(crate) sequence: i64,
    pub(crate) session: Option<u32>,
    pub(crate) reference_time: Timestamp,
    pub(crate) accepted_at: Timestamp,
    /// Its first passage.
    from: u32,
    pub(crate) alive: bool,
}

impl WaitingTexts {
    /// Takes a text in; one that is there already makes way for it.
    pub fn put(&mut self, text: &WaitingText) {
        self.forget(text.episode);
        let session = text
            .session
            .as_deref()
            .map(|name| self.sessions.number(name.into()));
        if self.stretches.last().is_none_or(Stretch::is_full) {
            if let Some(full) = self.stretches.last_mut() {
                full.bytes = full.memory_bytes();
                self.closed_bytes += full.bytes;
            }
            self.stretches.push(Stretch::default());
        }
        let number = self.first + self.stretches.len() as u32 - 1;
        let Some(stretch) = self.stretches.last_mut() else {
            return;
        };
        let place = stretch.texts.len() as u32;
        stretch.texts.push(TextEntry {
            episode: text.episode,
            sequence: text.sequence,
            session,
            reference_time: text.reference_time,
            accepted_at: text.accepted_at,
            from: stretch.passages.len() as u32,
            alive: true,
        });
        stretch.alive += 1;
        for (passage_number, passage) in (0..).zip(&text.passages) {
            let lengths = stretch.words.append(TextParts {
                date: &text.date,
                name: passage.speaker_name.as_deref().unwrap_or_default(),
                body: &passage.text,
            });
            let log_length = (lengths.body as f32).ln_1p();
            self.lengths.insert(log_length);
            stretch.passages.push(PassageTraits {
                text: place,
                number: passage_number,
                range: passage.range,
                log_length,
                by_assistant: passage.by_assistant,
            });
        }
        self.passages += text.passages.len();
        self.places.insert(text.episode, (number, place));
    }

    /// Forgets a text, if it is there.
    pub fn forget(&mut self, episode: EpisodeId) {
        let Some((number, place)) = self.places.remove(&episode) else {
            return;
        };
        let Some(stretch) = self.stretches.get_mut((number - self.first) as usize) else {
            return;
        };
        for log_length in stretch.forget(place) {
            self.lengths.remove(log_length);
            self.passages -= 1;
        }
        let gone = self.stretches.iter().take_while(|one| one.alive == 0);
        let gone = gone.count();
        self.first += gone as u32;
        for gone in self.stretches.drain(..gone) {
            self.closed_bytes -= gone.bytes;
        }
    }

    /// Forgets the texts before this place that the index of the space has by now; looks at so many at most.
    pub fn forget_held(&mut self, index: &SpaceIndex, before: i64, most: usize) {
        let texts = self.stretches.iter().flat_map(|stretch| &stretch.texts);
        let looked_at = texts
            .take_while(|text| text.sequence < before)
            .filter(|text| text.alive)
            .take(most);
        let held: Vec<EpisodeId> = looked_at
            .filter(|text| index.holds(text.episode))
            .map(|text| text.episode)
            .collect();
        held.into_iter().for_each(|episode| self.forget(episode));
    }

    /// The texts, in no order.
    pub fn episodes(&self) -> impl Iterator<Item = EpisodeId> {
        self.places.keys().copied()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// How many texts wait.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The bytes it takes, about.
    pub fn memory_bytes(&self) -> usize {
        let place = size_of::<(EpisodeId, (u32, u32))>() + TABLE_ENTRY_BYTES;
        let open = self.stretches.last().map_or(0, Stretch::memory_bytes);
        self.closed_bytes + open + self.places.capacity() * place + self.sessions.memory_bytes()
    }

    pub(crate) fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// How many passages can be found.
    pub(crate) fn passages(&self) -> usize {
        self.passages
    }

    /// The sums over the logarithms of their lengths.
    pub(crate) fn lengths(&self) -> Sums {
        self.lengths.sums()
    }

    /// The number of a session.
    pub(crate) fn session(&self, name: &str) -> Option<u32> {
        self.sessions.find(&name.into())
    }
}

impl Stretch {
    fn is_full(&self) -> bool {
        self.passages.len() >= PASSAGES_A_STRETCH
    }

    /// Forgets a text; gives the logarithms of the lengths of its passages.
    fn forget(&mut self, place: u32) -> Vec<f32> {
        let text = &mut self.texts[place as usize];
        text.alive = false;
        self.alive -= 1;
        let from = text.from as usize;
        let passages = (from..).zip(&self.passages[from..]);
        let of_text = passages.take_while(|(_, passage)| passage.text == place);
        let words = &mut self.words;
        of_text
            .map(|(ordinal, passage)| {
                words.forget(ordinal as u32);
                passage.log_length
            })
            .collect()
    }

    fn memory_bytes(&self) -> usize {
        self.words.memory_bytes()
            + self.passages.capacity() * size_of::<PassageTraits>()
            + self.texts.capacity() * size_of::<TextEntry>()
    }
}
