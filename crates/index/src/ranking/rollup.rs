//! From scored passages to ranked episodes: an episode is as good as its best passage.

use std::cmp::Ordering;

use super::confidence;
use super::filter::SpaceFilter;
use super::fuse::PassageScores;
use crate::{Filter, RankedEpisode, SpaceIndex};

/// A passage that may be the best of its episode.
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
    let mut best = Best {
        spaces,
        limit,
        candidates: Vec::new(),
        bar: f32::NEG_INFINITY,
    };
    for (space, scores) in (0..).zip(scores) {
        gather(space, spaces[space as usize], scores, filter, &mut best);
    }
    let ranked = best.ranked().into_iter().map(|candidate| {
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

fn gather(
    space: u32,
    index: &SpaceIndex,
    scores: &PassageScores<'_>,
    filter: &Filter,
    best: &mut Best<'_>,
) {
    let filter = SpaceFilter::new(index, filter);
    for (number, members) in (0..).zip(index.passages.sessions().members()) {
        let session = scores.session(number);
        let speaks = session.evident > 0 || scores.may_speak_alone();
        let may_be_best = session.is_scored() && best.may_take(session.most());
        if !speaks || !may_be_best || !filter.admits_session(number) {
            continue;
        }
        for &ordinal in members {
            let score = scores.fused_in(ordinal, session);
            if best.may_take(score) && filter.admits(ordinal) && scores.speaks_for(ordinal, session)
            {
                best.take(Candidate {
                    space,
                    ordinal,
                    score,
                });
            }
        }
    }
}

/// The best candidates so far, those of one episode among them several times.
struct Best<'a> {
    spaces: &'a [&'a SpaceIndex],
    limit: usize,
    candidates: Vec<Candidate>,
    /// What scores less is not among the best.
    bar: f32,
}

impl Best<'_> {
    fn may_take(&self, score: f32) -> bool {
        score.total_cmp(&self.bar) != Ordering::Less
    }

    fn take(&mut self, candidate: Candidate) {
        if self.limit == 0 {
            return;
        }
        self.candidates.push(candidate);
        // As many again are gathered before they are sorted out, so that each is sorted a few times at most.
        if self.candidates.len() >= self.limit.saturating_mul(2).max(256) {
            self.sort_out();
        }
    }

    /// Leaves the best candidate of each of the best episodes, the best first.
    fn sort_out(&mut self) {
        self.candidates
            .sort_unstable_by(|a, b| a.order(b, self.spaces));
        let mut seen = std::collections::HashSet::with_capacity(self.candidates.len());
        self.candidates.retain(|candidate| {
            let passages = &self.spaces[candidate.space as usize].passages;
            let episode = passages.entry(candidate.ordinal).key.episode;
            seen.insert((candidate.space, episode))
        });
        self.candidates.truncate(self.limit);
        if self.candidates.len() == self.limit
            && let Some(last) = self.candidates.last()
        {
            self.bar = last.score;
        }
    }

    fn ranked(mut self) -> Vec<Candidate> {
        self.sort_out();
        self.candidates
    }
}

impl Candidate {
    fn order(&self, other: &Self, spaces: &[&SpaceIndex]) -> Ordering {
        let entry = |of: &Self| spaces[of.space as usize].passages.entry(of.ordinal);
        let time = |of: &Self| spaces[of.space as usize].passages.time(of.ordinal);
        other.score.total_cmp(&self.score).then_with(|| {
            let (own, other_entry) = (entry(self), entry(other));
            let newness = time(other)
                .cmp(&time(self))
                .then(other_entry.sequence.cmp(&own.sequence));
            newness
                .then(self.space.cmp(&other.space))
                .then(own.key.cmp(&other_entry.key))
        })
    }
}
