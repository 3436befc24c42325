//! Which passages of many are worth comparing in full: those that may be among the best by what their sketches let
//! expect.

use super::PassageScores;
use super::parts::{self, PartScores};
use crate::ranking::filter::SpaceFilter;
use crate::ranking::sessions::SessionScore;
use crate::spread::Sums;

/// Of so many sessions the best passages are compared in full, to know what is typical of sessions.
const SAMPLED_SESSIONS: usize = 1_024;
/// So many passages of each.
const SAMPLED_PASSAGES: usize = 3;
/// Passages by which it is estimated what the best score.
const SAMPLE: usize = 8_192;
/// Of the strongest sessions all passages are compared in full, up to so many together.
const OF_STRONGEST_SESSIONS: usize = 2_048;

impl PassageScores<'_> {
    /// Whether passages are scored by their sketches.
    pub(in crate::ranking) fn is_estimated(&self) -> bool {
        self.parts.first().is_some_and(PartScores::is_estimated)
    }

    /// Scores every passage by itself, as its sketch lets expect.
    pub(super) fn estimate(&mut self) {
        let traits = self.index.passages.traits();
        let sessions = self.index.passages.sessions().members().len();
        let mut scores = parts::all_together(&self.parts, self.weights);
        let mut sessions = vec![SessionScore::EMPTY; sessions];
        for ((ordinal, traits), score) in (0..).zip(traits).zip(&mut scores) {
            if !traits.alive {
                *score = f32::NEG_INFINITY;
                continue;
            }
            if traits.by_assistant {
                *score -= self.weights.assistant;
            }
            let best = &mut sessions[traits.session as usize].best;
            *best = best.max(*score);
            *score += self.addition(ordinal, traits);
        }
        self.scores = scores;
        self.sessions = sessions;
    }

    /// Compares so many of the best admitted passages in full, their neighbours, and the strongest of their sessions.
    pub(in crate::ranking) fn compare_candidates(
        &mut self,
        filter: &SpaceFilter<'_>,
        count: usize,
    ) {
        if !self.is_estimated() {
            return;
        }
        let best = self.best_estimated(filter, count);
        self.compare(best.into_iter());
        let mut sessions: Vec<(f32, u32)> = (0..)
            .zip(&self.sessions)
            .filter(|(_, session)| session.is_scored())
            .map(|(number, session)| (session.addition, number))
            .collect();
        sessions.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
        let members = self.index.passages.sessions().members();
        let strongest = sessions
            .iter()
            .flat_map(|&(_, session)| members[session as usize].iter().copied());
        let strongest: Vec<u32> = strongest.take(OF_STRONGEST_SESSIONS).collect();
        self.compare(strongest.into_iter());
    }

    /// About so many of the admitted passages that score most by their estimates.
    fn best_estimated(&self, filter: &SpaceFilter<'_>, count: usize) -> Vec<u32> {
        let passages = self.scores.len();
        let step = passages.div_ceil(SAMPLE).max(1);
        let admitted = |ordinal: &u32| filter.admits(*ordinal);
        let sample = (0..passages as u32).step_by(step).filter(admitted);
        let mut sample: Vec<f32> = sample
            .map(|ordinal| self.scores[ordinal as usize])
            .collect();
        sample.sort_unstable_by(|a, b| b.total_cmp(a));
        let bar = sample.get(count / step).copied();
        let bar = bar.unwrap_or(f32::NEG_INFINITY);
        let reaching = (0..).zip(&self.scores).filter(|(_, score)| **score >= bar);
        let reaching = reaching.map(|(ordinal, _)| ordinal);
        let mut best: Vec<u32> = reaching.filter(admitted).collect();
        let most = count.saturating_mul(2);
        if most < best.len() {
            let score = |ordinal: &u32| self.scores[*ordinal as usize];
            best.select_nth_unstable_by(most, |a, b| score(b).total_cmp(&score(a)));
            best.truncate(most);
        }
        best
    }

    /// Compares those passages and their neighbours in full, where that was not done, and scores their sessions.
    pub(in crate::ranking) fn compare(&mut self, passages: impl Iterator<Item = u32>) {
        if !self.is_estimated() {
            return;
        }
        let mut wanted: Vec<(u32, u32)> = passages
            .map(|ordinal| (self.index.passages.traits_of(ordinal).session, ordinal))
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        let index = self.index;
        let own = &mut Vec::new();
        for of_session in wanted.chunk_by(|(session, _), (next, _)| session == next) {
            let session = of_session[0].0;
            let members = &index.passages.sessions().members()[session as usize];
            let is_wanted = |ordinal| of_session.binary_search(&(session, ordinal)).is_ok();
            for (at, &ordinal) in members.iter().enumerate() {
                let near = &members[at.saturating_sub(1)..members.len().min(at + 2)];
                if near.iter().copied().any(is_wanted) {
                    self.compare_parts(ordinal);
                }
            }
            self.sessions[session as usize] = self.score_session(session, own);
            self.add_up(session);
        }
    }

    /// The sums over the best scores of the sessions that are to be expected.
    pub(super) fn best_of_sampled_sessions(&mut self) -> Sums {
        let best = self.sessions.iter().map(|session| session.best);
        let estimated = Sums::of(best.filter(|best| !best.is_nan()));
        let sessions = self.index.passages.sessions().members();
        let step = sessions.len().div_ceil(SAMPLED_SESSIONS).max(1);
        let sampled = (0..).zip(sessions).step_by(step);
        let own = &mut Vec::new();
        let mut off = Vec::with_capacity(SAMPLED_SESSIONS);
        for (session, members) in sampled.filter(|(_, members)| !members.is_empty()) {
            self.compare_best_of(members);
            let score = self.score_session(session, own);
            off.push((score.best, self.sessions[session as usize].best));
            self.sessions[session as usize] = score;
        }
        estimated.corrected_by(off.into_iter())
    }

    /// Compares a passage in full with the question and with each of its parts.
    fn compare_parts(&mut self, ordinal: u32) {
        for part in &mut self.parts {
            part.compare(ordinal);
        }
    }

    /// Compares the best passages of a session in full.
    fn compare_best_of(&mut self, members: &[u32]) {
        let mut members: Vec<(f32, u32)> = members
            .iter()
            .map(|&ordinal| (self.score_by_itself(ordinal), ordinal))
            .collect();
        members.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
        for (_, ordinal) in members.into_iter().take(SAMPLED_PASSAGES) {
            self.compare_parts(ordinal);
        }
    }
}
