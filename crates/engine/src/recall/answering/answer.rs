//! What a search answers with.

use recollect_model::{
    CharRange, EpisodeId, LogId, Precision, ReferenceTime, StatementId, Timestamp,
};

use crate::{Quote, Source};

/// What stands before the day on which something was said that no words put in time.
pub(super) const BY: &str = "by ";

/// The answer to a question, in words, and where they come from.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundAnswer {
    /// The answer: a name, a value, a date, a number, a list, yes or no.
    pub text: String,
    /// The statements it follows from.
    pub statements: Vec<StatementId>,
    /// From when it holds, or when it happened; of several statements only where they agree.
    pub valid_at: Option<Timestamp>,
    /// Until when it held.
    pub invalid_at: Option<Timestamp>,
    /// How finely its time is known, where words put it in time.
    pub precision: Option<Precision>,
    /// How sure it is that this answers the question, between 0 and 1.
    pub confidence: f32,
    /// The words of a text that say so.
    pub quote: AnswerQuote,
    /// What it was before, the latest first.
    pub before: Vec<Earlier>,
}

/// What was so before what is answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Earlier {
    /// The statement.
    pub id: StatementId,
    /// The fact as a sentence.
    pub fact: String,
    /// From when it held.
    pub valid_at: Option<Timestamp>,
    /// Until when.
    pub invalid_at: Timestamp,
    /// How finely its time is known.
    pub precision: Option<Precision>,
}

/// The words of a text that say what is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerQuote {
    /// The log of the text.
    pub log: LogId,
    /// The text.
    pub episode: EpisodeId,
    /// Where in it the words stand.
    pub range: CharRange,
    /// The words.
    pub words: String,
    /// When they were said or written.
    pub said_at: ReferenceTime,
}

impl FoundAnswer {
    /// Whether it is the day by which something was so, since somebody said so then.
    pub(in crate::recall) fn is_by(&self) -> bool {
        self.precision.is_none() && self.text.starts_with(BY)
    }
}

impl AnswerQuote {
    pub(super) fn of(quote: Quote, source: &Source) -> Self {
        Self {
            log: quote.log,
            episode: source.episode,
            range: source.range,
            words: quote.words,
            said_at: quote.said_at,
        }
    }
}
