//! The words that metrics are told apart by. None of them comes from a user.

/// One label and its value, both words of ours.
pub(super) type Label = [(&'static str, &'static str); 1];

/// A step of processing texts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ProcessingStep {
    /// One text: passages, entities, claims.
    Read,
    /// The vectors of a batch.
    Embed,
    /// The transaction of a batch.
    Settle,
}

/// A step of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SearchStep {
    /// Its turn, its times, its vector.
    Question,
    /// Bringing the indexes up to the database.
    Indexes,
    /// Ranking, with the wait for a core.
    Rank,
    /// Reading what was ranked, and answering.
    Read,
    /// All of it.
    Whole,
}

/// What became of a text that was tried.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TextOutcome {
    Completed,
    Failed,
    /// It is tried again later.
    Retried,
    /// It was deleted meanwhile.
    Dropped,
}

/// What became of an attempt at a delivery.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DeliveryOutcome {
    Delivered,
    Failed,
    /// Somebody else has it, or the webhook is gone.
    Lost,
}

/// What an index had to be brought up to when it was asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum IndexUse {
    Current,
    Updated,
    Built,
}

impl ProcessingStep {
    pub(super) const ALL: [Self; 3] = [Self::Read, Self::Embed, Self::Settle];

    pub(super) const fn label(self) -> Label {
        let step = match self {
            Self::Read => "read",
            Self::Embed => "embed",
            Self::Settle => "settle",
        };
        [("step", step)]
    }
}

impl SearchStep {
    pub(super) const ALL: [Self; 5] = [
        Self::Question,
        Self::Indexes,
        Self::Rank,
        Self::Read,
        Self::Whole,
    ];

    pub(super) const fn label(self) -> Label {
        let step = match self {
            Self::Question => "question",
            Self::Indexes => "indexes",
            Self::Rank => "rank",
            Self::Read => "read",
            Self::Whole => "whole",
        };
        [("step", step)]
    }
}

impl TextOutcome {
    pub(super) const ALL: [Self; 4] = [Self::Completed, Self::Failed, Self::Retried, Self::Dropped];

    pub(super) const fn label(self) -> Label {
        let outcome = match self {
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Retried => "retried",
            Self::Dropped => "dropped",
        };
        [("outcome", outcome)]
    }
}

impl DeliveryOutcome {
    pub(super) const ALL: [Self; 3] = [Self::Delivered, Self::Failed, Self::Lost];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Failed => "failed",
            Self::Lost => "lost",
        }
    }

    pub(super) const fn label(self) -> Label {
        [("outcome", self.name())]
    }
}

impl IndexUse {
    pub(super) const ALL: [Self; 3] = [Self::Current, Self::Updated, Self::Built];

    pub(super) const fn label(self) -> Label {
        let state = match self {
            Self::Current => "current",
            Self::Updated => "updated",
            Self::Built => "built",
        };
        [("state", state)]
    }
}
