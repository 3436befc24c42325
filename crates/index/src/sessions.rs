//! Sessions: which passages stand next to each other.
//!
//! The passages of one session follow each other by reference time, then in the order their episodes were accepted,
//! then by their number. The passages of an episode without a session are a session of their own.

use recollect_model::{EpisodeId, PassageKey, Timestamp};
use smallvec::SmallVec;

use crate::PassageDocument;
use crate::numbering::Numbering;

/// What decides the order within a session: reference time, sequence, key.
pub(crate) type Place = (Timestamp, i64, PassageKey);

/// The ordinals of a session's passages; most episodes without a session have few.
pub(crate) type Members = SmallVec<[u32; 4]>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SessionKey {
    Named(Box<str>),
    Episode(EpisodeId),
}

/// The live passages of every session, in order, and how much people say in it.
#[derive(Default)]
pub(crate) struct Sessions {
    keys: Numbering<SessionKey>,
    /// The ordinals of each session's passages, in order.
    members: Vec<Members>,
    /// The number of terms of what people say in each session, without dates.
    lengths: Vec<u32>,
    length: u64,
    live: usize,
}

impl Sessions {
    /// The number of the session a passage belongs to, an index into [`members`](Self::members).
    pub(crate) fn number(&mut self, document: &PassageDocument) -> u32 {
        let session = self.keys.number(match &document.session {
            Some(name) => SessionKey::Named(name.as_str().into()),
            None => SessionKey::Episode(document.key.episode),
        });
        if session as usize == self.members.len() {
            self.members.push(Members::new());
            self.lengths.push(0);
        }
        session
    }

    /// Inserts a passage, in which people say so many terms, into a session behind those `comes_before` says stand
    /// before it.
    pub(crate) fn insert(
        &mut self,
        session: u32,
        ordinal: u32,
        length: u32,
        comes_before: impl Fn(u32) -> bool,
    ) {
        let members = &mut self.members[session as usize];
        self.live += usize::from(members.is_empty());
        let at = match members.last() {
            // What is said last comes last, nearly always.
            Some(&last) if !comes_before(last) => {
                members.partition_point(|&other| comes_before(other))
            }
            _ => members.len(),
        };
        members.insert(at, ordinal);
        self.lengths[session as usize] += length;
        self.length += u64::from(length);
    }

    /// Takes the passage of that length out of a session that stands behind those `comes_before` says.
    pub(crate) fn remove(&mut self, session: u32, length: u32, comes_before: impl Fn(u32) -> bool) {
        let members = &mut self.members[session as usize];
        let at = members.partition_point(|&other| comes_before(other));
        members.remove(at);
        self.live -= usize::from(members.is_empty());
        self.lengths[session as usize] -= length;
        self.length -= u64::from(length);
    }

    /// The ordinals of each session's live passages, in order.
    pub(crate) fn members(&self) -> &[Members] {
        &self.members
    }

    /// How many sessions have live passages.
    pub(crate) fn live(&self) -> usize {
        self.live
    }

    /// The number of terms of what people say in a session, without dates.
    pub(crate) fn length_of(&self, session: u32) -> u32 {
        self.lengths[session as usize]
    }

    /// The same of all sessions together.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// What each session is known by.
    pub(crate) fn keys(&self) -> Vec<Option<&SessionKey>> {
        self.keys.keys()
    }

    /// Sessions of these members and lengths.
    pub(crate) fn restored(keys: Numbering<SessionKey>, parts: Vec<(Members, u32)>) -> Self {
        let (members, lengths): (Vec<Members>, Vec<u32>) = parts.into_iter().unzip();
        Self {
            keys,
            live: members.iter().filter(|list| !list.is_empty()).count(),
            length: lengths.iter().map(|&length| u64::from(length)).sum(),
            members,
            lengths,
        }
    }

    /// The number of the session of that name.
    pub(crate) fn named(&self, name: &str) -> Option<u32> {
        self.keys.find(&SessionKey::Named(name.into()))
    }

    /// The bytes they take, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let spilled = self.members.iter().filter(|members| members.spilled());
        let members: usize = spilled.map(|members| members.capacity() * 4).sum();
        members
            + self.members.capacity() * size_of::<Members>()
            + self.lengths.capacity() * 4
            + self.keys.memory_bytes()
    }
}
