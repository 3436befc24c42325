//! What WhatsApp writes in one language: the words beside dates and times, and what stands where nobody said
//! anything.
//!
//! A locale is data alone. Capitals, marks that tell a screen the direction of the text, kinds of spaces and
//! apostrophes, and a full stop at the end make no difference, so that each phrase stands here once, as people see
//! it.

/// The words of a locale.
pub(super) struct Locale {
    /// Beside dates and times.
    pub(super) clock: Clock,
    /// The word that says that an attachment is left out: of `<Video note omitted>`, and of whatever comes to be sent.
    pub(super) omission: &'static [&'static str],
    /// What stands for an attachment, or for words that have not come.
    pub(super) omitted: &'static [&'static str],
    /// What stands behind the name of a file, in brackets.
    pub(super) attached: &'static [&'static str],
    /// What stands for a message that was deleted; with `…` at its end, the beginning of it.
    pub(super) deleted: &'static [&'static str],
    /// The word of the mark behind a message that was changed: of `<This message was edited>`.
    pub(super) edits: &'static [&'static str],
    /// How the notice begins that messages are encrypted.
    pub(super) encryption: &'static [&'static str],
    /// What other lines of WhatsApp itself have in them, and no name has.
    pub(super) notices: &'static [&'static str],
}

/// The words beside dates and times.
pub(super) struct Clock {
    /// Between the date and the time, or behind either; they say nothing.
    pub(super) fillers: &'static [&'static str],
    /// From midnight to noon.
    pub(super) before_noon: &'static [&'static str],
    /// About noon.
    pub(super) noon: &'static [&'static str],
    /// From noon to midnight.
    pub(super) after_noon: &'static [&'static str],
    /// From the evening to the morning.
    pub(super) night: &'static [&'static str],
}

/// A locale that has no words yet.
pub(super) const NONE: Locale = Locale {
    clock: TWENTY_FOUR_HOURS,
    omission: &[],
    omitted: &[],
    attached: &[],
    deleted: &[],
    edits: &[],
    encryption: &[],
    notices: &[],
};

/// A clock without words.
pub(super) const TWENTY_FOUR_HOURS: Clock = Clock {
    fillers: &[],
    before_noon: &[],
    noon: &[],
    after_noon: &[],
    night: &[],
};
