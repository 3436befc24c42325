//! The derived search index of one space: documents in, ranked ids out.
//!
//! An index holds what a search needs of one space and nothing else: which words and which embedding each passage
//! has, how passages follow each other in sessions, and the graph of entities and statements around them. It lives in
//! memory, holds no text, and is derived: whoever keeps it brings it up to a [`Revision`](recollect_model::Revision)
//! with the changes the database gives, may write it as a file to read it again, and may drop it at any time and
//! build it anew.
//!
//! Guaranteed: the ranking depends on what was applied only, not on how it was divided into changes (scores agree to
//! 1e-4; in spaces of many passages, where samples are taken, to a few hundredths); several spaces searched together
//! are ranked as one; every answer meets the filter.
//!
//! Deliberately absent: users, SQL, async, clocks, texts, embedding. An index keeps no thread; a search over very
//! many passages takes a second one for a few milliseconds.

mod changes;
mod error;
mod file;
mod graph;
mod names;
mod numbering;
mod passages;
mod query;
mod ranking;
mod sessions;
mod sketches;
mod space;
mod spread;
mod vectors;
mod waiting;
mod words;

pub use changes::{
    EntityDocument, EvidenceDocument, IndexChanges, PassageDocument, StatementDocument,
};
pub use error::IndexError;
pub use file::written_revision;
pub use query::{
    AskedFacts, Filter, IndexQuery, Lanes, QueryPart, RankedEpisode, RankedFact, Ranking,
};
pub use ranking::{Effort, WaitingSpace, Weights, search, search_waiting, search_with};
pub use space::SpaceIndex;
pub use waiting::{WaitingPassage, WaitingText, WaitingTexts};
pub use words::{content_words, terms, terms_beside_frame};
