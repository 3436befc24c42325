//! From scored passages to ranked episodes: an episode is as good as its best passage.

use std::cmp::Ordering;

use super::confidence;
use super::filter::SpaceFilter;
use super::fuse::PassageScores;
use crate::{Filter, RankedEpisode, SpaceIndex};

/// The best passage of an episode.
#[derive(Clone, Copy)]
struct Candidate {
    space: u32,
    ordinal: u32,
    score: f32,
}

/// The best `limit` episodes with an admitted passage that something speaks for; of equals, the newer one first.
pub(super) fn episodes(
    spaces: &[&SpaceIndex],
    scores: &[PassageScores<'_>],
    filter: &Filter,
    limit: usize,
) -> Vec<RankedEpisode> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for (space, scores) in (0..).zip(scores) {
        candidates.extend(best_of_each(space, spaces, scores, filter));
    }
    let order = |a: &Candidate, b: &Candidate| a.order(b, spaces);
    if limit < candidates.len() {
        candidates.select_nth_unstable_by(limit, order);
        candidates.truncate(limit);
    }
    candidates.sort_unstable_by(order);
    let ranked = candidates.iter().map(|candidate| {
        let space = candidate.space as usize;
        let entry = spaces[space].passages.entry(candidate.ordinal);
        RankedEpisode {
            space,
            episode: entry.key.episode,
            score: confidence(candidate.score),
            passage: entry.key,
            range: entry.range,
            lanes: scores[space].lanes(candidate.ordinal),
        }
    });
    ranked.collect()
}

fn best_of_each(
    space: u32,
    spaces: &[&SpaceIndex],
    scores: &PassageScores<'_>,
    filter: &Filter,
) -> impl Iterator<Item = Candidate> {
    let index = spaces[space as usize];
    let filter = SpaceFilter::new(index, filter);
    let mut best: Vec<Option<Candidate>> = vec![None; index.passages.episodes()];
    for (ordinal, &score) in (0..).zip(&scores.fused) {
        if filter.admits(ordinal) && scores.speaks_for(ordinal) {
            let candidate = Candidate {
                space,
                ordinal,
                score,
            };
            let best = &mut best[index.passages.traits_of(ordinal).episode as usize];
            if best.is_none_or(|best| candidate.order(&best, spaces) == Ordering::Less) {
                *best = Some(candidate);
            }
        }
    }
    best.into_iter().flatten()
}

impl Candidate {
    fn order(&self, other: &Self, spaces: &[&SpaceIndex]) -> Ordering {
        let entry = |of: &Self| spaces[of.space as usize].passages.entry(of.ordinal);
        other.score.total_cmp(&self.score).then_with(|| {
            let (own, other_entry) = (entry(self), entry(other));
            let newness = other_entry
                .reference_time
                .cmp(&own.reference_time)
                .then(other_entry.sequence.cmp(&own.sequence));
            newness
                .then(self.space.cmp(&other.space))
                .then(own.key.cmp(&other_entry.key))
        })
    }
}
