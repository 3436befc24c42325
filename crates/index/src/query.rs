//! Questions to an index, and their answers.

use std::collections::HashSet;
use std::sync::Arc;

use recollect_model::{
    CharRange, Embedding, EntityId, EpisodeId, Interval, PassageKey, StatementId, Timestamp,
};

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct IndexQuery {
    /// The question as it was asked.
    pub words: String,
    /// Its embedding; one of another number of dimensions than a space's index has finds nothing in that space.
    pub vector: Option<Embedding>,
    /// The cosine that a passage must reach for its closeness to mean anything, where no word of the question stands in any
    /// passage, nobody is named and no time is spoken of; with none that does, nothing is found.
    pub least_closeness: f32,
    /// What it asks for one by one, where it asks for several things: "between the concert and the wedding".
    pub parts: Vec<QueryPart>,
    /// When it is asked, where that is long past: what was neither said nor known then stands behind what was.
    pub asked_at: Option<Timestamp>,
    /// The stretches of time the question speaks of: passages from any of them are preferred, others stay.
    pub times: Vec<Interval>,
    /// The facts that the question asks for, as far as it could be read.
    pub asked: AskedFacts,
    /// What may be answered at all.
    pub filter: Filter,
    /// The largest number of episodes to answer with, and of facts where `asked` names no other.
    pub limit: usize,
}

/// A part of a question that asks for something of its own.
#[derive(Clone, Debug, Default)]
pub struct QueryPart {
    /// Its words.
    pub words: String,
    /// Its embedding.
    pub vector: Option<Embedding>,
}

/// Which facts a question asks for: those with one of these relations about one of these entities come first.
#[derive(Clone, Debug, Default)]
pub struct AskedFacts {
    /// Whom it asks about, under all their names.
    pub about: Vec<EntityId>,
    /// The names of the relations it may ask for.
    pub relations: Vec<String>,
    /// The largest number of facts to answer with.
    pub limit: Option<usize>,
}

/// Conditions every answer meets.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only passages of this session.
    pub session: Option<String>,
    /// Only passages of episodes said or written at this instant or later.
    pub from: Option<Timestamp>,
    /// Only passages of episodes said or written before this instant.
    pub until: Option<Timestamp>,
    /// Only passages of episodes accepted at this instant or earlier, and facts that such a passage says.
    pub accepted_until: Option<Timestamp>,
    /// Only passages of these episodes, and facts that such a passage says.
    pub only: Option<Arc<HashSet<EpisodeId>>>,
    /// No passages of these episodes, and no facts that only such passages say.
    pub without: Option<Arc<HashSet<EpisodeId>>>,
    /// Only facts that had not ended by this instant; they may begin later.
    pub facts_not_ended_at: Option<Timestamp>,
    /// Only facts that held at this instant; without it also those that have ended or not begun.
    pub facts_at: Option<Timestamp>,
}

impl Filter {
    /// Whether an episode is one of those that may be answered.
    pub(crate) fn admits_episode(&self, episode: EpisodeId) -> bool {
        let (only, without) = (self.only.as_ref(), self.without.as_ref());
        only.is_none_or(|only| only.contains(&episode))
            && without.is_none_or(|without| !without.contains(&episode))
    }
}

/// The answer: episodes and facts, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The episodes, each once.
    pub episodes: Vec<RankedEpisode>,
    /// The facts, each once.
    pub facts: Vec<RankedFact>,
}

/// An episode that answers the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedEpisode {
    /// Which of the searched spaces it is in, counted from 0.
    pub space: usize,
    /// The episode.
    pub episode: EpisodeId,
    /// How well it answers, between 0 and 1; comparable among the episodes of one ranking.
    pub score: f32,
    /// Its best passage.
    pub passage: PassageKey,
    /// Where in the episode's text its best passage lies.
    pub range: CharRange,
    /// What speaks for that passage.
    pub lanes: Lanes,
}

/// A fact that answers the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedFact {
    /// Which of the searched spaces it is in, counted from 0.
    pub space: usize,
    /// The statement.
    pub statement: StatementId,
    /// How well it answers, between 0 and 1; comparable among the facts of one ranking.
    pub score: f32,
    /// How well the best of the passages that say it answers, between 0 and 1.
    pub said: f32,
}

/// What speaks for a passage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lanes {
    /// It has words of the question.
    pub words: bool,
    /// Its embedding is close to the question's.
    pub vectors: bool,
    /// It belongs to an entity the question names, or is evidence of a statement about one.
    pub graph: bool,
    /// It is from a time the question speaks of.
    pub time: bool,
    /// Another passage of its session has words of the question or is close to it.
    pub session: bool,
}

impl Lanes {
    /// Whether anything at all speaks for the passage.
    pub fn any(self) -> bool {
        self.words || self.vectors || self.graph || self.time || self.session
    }
}
