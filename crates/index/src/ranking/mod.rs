//! Ranking: which episodes and facts answer a question.
//!
//! Every live passage of every searched space scores by its words, its vector and who speaks; the scores of each lane
//! are standardised over all of these passages together before they are added. It borrows from its neighbours and
//! from its session; its length, the entities the question names and the time it speaks of add to that. Then filters
//! apply, episodes are ranked by their best passages, and statements by the passages that say them.
//!
//! In spaces of few passages nothing is approximate, and the answer depends on what they hold only, not on how it
//! came there. Where there are many, their vectors are looked at by their sketches first, and what is typical is
//! measured on a sample; the passages that may be among the best are then compared in full and scored by the same
//! formula.

mod closeness;
mod effort;
mod facts;
mod filter;
mod fuse;
mod graph;
mod question;
mod rollup;
mod sessions;
mod waiting;
mod weights;
mod words;

pub use effort::Effort;
pub use waiting::{WaitingSpace, search_waiting};
pub use weights::Weights;

use crate::{IndexQuery, Ranking, SpaceIndex};
use question::Question;

/// Ranks what answers the query in these spaces, taken together as one.
///
/// A query with neither a word that counts nor an embedding has no answer.
pub fn search(spaces: &[&SpaceIndex], query: &IndexQuery) -> Ranking {
    search_with(spaces, query, &Weights::default(), Effort::default())
}

/// [`search`] with other weights or another effort, for measurements.
pub fn search_with(
    spaces: &[&SpaceIndex],
    query: &IndexQuery,
    weights: &Weights,
    effort: Effort,
) -> Ranking {
    let Some(question) = Question::read(spaces, query) else {
        return Ranking::default();
    };
    let passages = spaces.iter().map(|space| space.passages.live()).sum();
    let by_sketches = effort.is_by_sketches(passages);
    if !question.means_anything(spaces, query.least_closeness, by_sketches) {
        return Ranking::default();
    }
    let sentences: Vec<_> = spaces.iter().map(|space| space.graph.words()).collect();
    let matched = words::score_texts(&sentences, &question.terms);
    let most = if by_sketches {
        effort.statements
    } else {
        usize::MAX
    };
    let matches = graph::Matches::of(matched, most);
    let mut scores = fuse::fuse(spaces, &question, &matches, query, weights, by_sketches);
    for (space, scores) in spaces.iter().zip(&mut scores) {
        let filter = filter::SpaceFilter::new(space, &query.filter);
        scores.compare_candidates(&filter, effort.compared(query.limit));
    }
    Ranking {
        episodes: rollup::episodes(spaces, &scores, &query.filter, query.limit),
        facts: facts::facts(spaces, query, &question, &mut scores, &matches, weights),
    }
}

/// A score between 0 and 1 in the same order: one half at four standard deviations above the average, which is about
/// where answers begin.
fn confidence(score: f32) -> f32 {
    1.0 / (1.0 + ((4.0 - score) / 3.0).exp())
}
