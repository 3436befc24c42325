//! Sessions: which passages stand next to each other.
//!
//! The passages of one session follow each other by reference time, then in the order their episodes were accepted,
//! then by their number. The passages of an episode without a session are a session of their own.

use recollect_model::{EpisodeId, PassageKey, Timestamp};

use crate::PassageDocument;
use crate::numbering::Numbering;

/// What decides the order within a session: reference time, sequence, key.
pub(crate) type Place = (Timestamp, i64, PassageKey);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum SessionKey {
    Named(Box<str>),
    Episode(EpisodeId),
}

/// The live passages of every session, in order.
#[derive(Default)]
pub(crate) struct Sessions {
    keys: Numbering<SessionKey>,
    /// The ordinals of each session's passages, in order.
    members: Vec<Vec<u32>>,
}

impl Sessions {
    /// The number of the session a passage belongs to, an index into [`members`](Self::members).
    pub(crate) fn number(&mut self, document: &PassageDocument) -> u32 {
        let session = self.keys.number(match &document.session {
            Some(name) => SessionKey::Named(name.as_str().into()),
            None => SessionKey::Episode(document.key.episode),
        });
        if session as usize == self.members.len() {
            self.members.push(Vec::new());
        }
        session
    }

    /// Inserts a passage into a session behind those `comes_before` says stand before it.
    pub(crate) fn insert(
        &mut self,
        session: u32,
        ordinal: u32,
        comes_before: impl Fn(u32) -> bool,
    ) {
        let members = &mut self.members[session as usize];
        let at = members.partition_point(|&other| comes_before(other));
        members.insert(at, ordinal);
    }

    /// Takes the passage out of a session that stands behind those `comes_before` says.
    pub(crate) fn remove(&mut self, session: u32, comes_before: impl Fn(u32) -> bool) {
        let members = &mut self.members[session as usize];
        let at = members.partition_point(|&other| comes_before(other));
        members.remove(at);
    }

    /// The ordinals of each session's live passages, in order.
    pub(crate) fn members(&self) -> &[Vec<u32>] {
        &self.members
    }

    /// How many sessions have live passages.
    pub(crate) fn live(&self) -> usize {
        let members = self.members.iter();
        members.filter(|members| !members.is_empty()).count()
    }

    /// The number of the session of that name.
    pub(crate) fn named(&self, name: &str) -> Option<u32> {
        self.keys.find(&SessionKey::Named(name.into()))
    }

    /// The bytes they take, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let members: usize = self
            .members
            .iter()
            .map(|members| members.capacity() * 4)
            .sum();
        members + self.members.capacity() * size_of::<Vec<u32>>() + self.keys.memory_bytes()
    }
}
