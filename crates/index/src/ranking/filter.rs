//! Which passages may be answered.

use crate::{Filter, SpaceIndex};

/// A filter, looked up in one space.
pub(super) struct SpaceFilter<'a> {
    index: &'a SpaceIndex,
    filter: &'a Filter,
    /// The number of the filter's session, or none if the space has no such session.
    session: Option<u32>,
}

impl<'a> SpaceFilter<'a> {
    pub(super) fn new(index: &'a SpaceIndex, filter: &'a Filter) -> Self {
        let sessions = index.passages.sessions();
        Self {
            index,
            filter,
            session: filter
                .session
                .as_deref()
                .and_then(|name| sessions.named(name)),
        }
    }

    /// Whether passages of a session may meet every condition.
    pub(super) fn admits_session(&self, session: u32) -> bool {
        self.filter.session.is_none() || self.session == Some(session)
    }

    /// Whether a passage is live and meets every condition.
    pub(super) fn admits(&self, ordinal: u32) -> bool {
        let traits = self.index.passages.traits_of(ordinal);
        traits.alive && self.admits_session(traits.session) && self.is_within(ordinal)
    }

    fn is_within(&self, ordinal: u32) -> bool {
        let Filter {
            from,
            until,
            accepted_until,
            only,
            without,
            ..
        } = self.filter;
        if from.is_none()
            && until.is_none()
            && accepted_until.is_none()
            && only.is_none()
            && without.is_none()
        {
            return true;
        }
        let entry = self.index.passages.entry(ordinal);
        let at = self.index.passages.time(ordinal);
        from.is_none_or(|from| from <= at)
            && until.is_none_or(|until| at < until)
            && accepted_until.is_none_or(|until| entry.accepted_at <= until)
            && self.filter.admits_episode(entry.key.episode)
    }
}
