//! Ranking: which episodes and facts answer a question.
//!
//! Every live passage of every searched space scores by its words, its vector and who speaks; the scores of each lane
//! are standardised over all of these passages together before they are added. It borrows from its neighbours and
//! from its session; its length, the entities the question names and the time it speaks of add to that. Then filters
//! apply, episodes are ranked by their best passages, and statements by the passages that say them. Nothing is
//! approximate, and the answer depends on what the spaces hold only, not on how it came there.

mod facts;
mod filter;
mod fuse;
mod graph;
mod question;
mod rollup;
mod sessions;
mod weights;
mod words;

pub use weights::Weights;

use crate::{IndexQuery, Ranking, SpaceIndex};
use question::Question;

/// Ranks what answers the query in these spaces, taken together as one.
///
/// A query with neither a word that counts nor an embedding has no answer.
pub fn search(spaces: &[&SpaceIndex], query: &IndexQuery) -> Ranking {
    search_weighted(spaces, query, &Weights::default())
}

/// [`search`] with other weights, for measurements.
pub fn search_weighted(spaces: &[&SpaceIndex], query: &IndexQuery, weights: &Weights) -> Ranking {
    let Some(question) = Question::read(spaces, query) else {
        return Ranking::default();
    };
    if !question.means_anything(spaces, query.least_closeness) {
        return Ranking::default();
    }
    let sentences: Vec<_> = spaces.iter().map(|space| space.graph.words()).collect();
    let matches = graph::Matches::of(words::score_texts(&sentences, &question.terms));
    let scores = fuse::fuse(spaces, &question, &matches, &query.times, weights);
    Ranking {
        episodes: rollup::episodes(spaces, &scores, &query.filter, query.limit),
        facts: facts::facts(spaces, query, &question, &scores, &matches, weights),
    }
}

/// A score between 0 and 1 in the same order: one half at four standard deviations above the average, which is about
/// where answers begin.
fn confidence(score: f32) -> f32 {
    1.0 / (1.0 + ((4.0 - score) / 3.0).exp())
}
