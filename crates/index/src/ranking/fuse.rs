//! One score per passage from all lanes.

mod candidates;
mod parts;

use recollect_model::{Interval, Timestamp};

use super::graph;
use super::question::Question;
use super::sessions::SessionScore;
use crate::passages::PassageTraits;
use crate::spread::{Spread, Sums};
use crate::{IndexQuery, Lanes, SpaceIndex, Weights};
use parts::PartScores;

/// The scores of one space's passages, by ordinal.
pub(super) struct PassageScores<'a> {
    index: &'a SpaceIndex,
    weights: &'a Weights,
    times: &'a [Interval],
    asked_at: Option<Timestamp>,
    /// By all of the question, then by each of its parts.
    parts: Vec<PartScores<'a>>,
    lengths: Spread,
    /// What a passage scores without what its session adds; without meaning for dead ones.
    scores: Vec<f32>,
    graph: Vec<f32>,
    sessions: Vec<SessionScore>,
    session_best: Spread,
}

/// Scores every passage of every space. What is typical is measured over all of them together.
///
/// By sketches, what is typical is measured on samples, and a passage has the score that its sketch lets expect, without
/// neighbours and session, until [`PassageScores::compare_candidates`] was called.
pub(super) fn fuse<'a>(
    spaces: &[&'a SpaceIndex],
    question: &'a Question,
    statement_matches: &[graph::Matches],
    query: &'a IndexQuery,
    weights: &'a Weights,
    by_sketches: bool,
) -> Vec<PassageScores<'a>> {
    let lengths: Sums = spaces.iter().map(|space| space.passages.lengths()).sum();
    let mut all: Vec<PassageScores<'_>> = Vec::with_capacity(spaces.len());
    for (space, &index) in spaces.iter().enumerate() {
        let (named, matches) = (&question.named[space], &statement_matches[space]);
        all.push(PassageScores {
            index,
            weights,
            times: &query.times,
            asked_at: query.asked_at,
            parts: Vec::with_capacity(question.parts.len()),
            lengths: lengths.spread(),
            scores: Vec::new(),
            graph: graph::additions(index, named, matches, weights),
            sessions: Vec::new(),
            session_best: Spread::default(),
        });
    }
    for part in &question.parts {
        let scores = parts::score(spaces, part, weights, by_sketches);
        for (space, scores) in all.iter_mut().zip(scores) {
            space.parts.push(scores);
        }
    }
    for space in &mut all {
        match space.is_estimated() {
            true => space.estimate(),
            false => space.score_sessions(),
        }
    }
    let best = all.iter_mut().map(PassageScores::best_of_sessions);
    let session_best = best.sum::<Sums>().spread();
    for space in &mut all {
        space.session_best = session_best;
        (0..space.sessions.len() as u32).for_each(|session| space.add_up(session));
    }
    all
}

impl PassageScores<'_> {
    /// The score that ranks a live passage.
    pub(super) fn fused(&self, ordinal: u32) -> f32 {
        let session = self.index.passages.traits_of(ordinal).session;
        self.scores[ordinal as usize] + self.sessions[session as usize].addition
    }

    /// What speaks for a live passage.
    pub(super) fn lanes(&self, ordinal: u32) -> Lanes {
        let session = self.index.passages.traits_of(ordinal).session;
        let evident = self.sessions[session as usize].evident;
        Lanes {
            words: self.has_words(ordinal),
            vectors: self.is_close(ordinal),
            graph: self.graph_addition(ordinal) > 0.0,
            time: self.is_in_time(ordinal),
            session: evident > u32::from(self.is_evident(ordinal)),
        }
    }

    /// Whether anything at all may speak for passages of a session that nothing in it speaks for.
    pub(super) fn may_speak_alone(&self) -> bool {
        !self.graph.is_empty() || !self.times.is_empty()
    }

    /// What the passages of a session have in common.
    pub(super) fn session(&self, session: u32) -> &SessionScore {
        &self.sessions[session as usize]
    }

    /// The score of a passage of a session.
    pub(super) fn fused_in(&self, ordinal: u32, session: &SessionScore) -> f32 {
        self.scores[ordinal as usize] + session.addition
    }

    /// Whether anything speaks for a live passage of a session.
    pub(super) fn speaks_for(&self, ordinal: u32, session: &SessionScore) -> bool {
        session.evident > 0 || self.graph_addition(ordinal) > 0.0 || self.is_in_time(ordinal)
    }

    /// Scores every passage of every session.
    fn score_sessions(&mut self) {
        let own = &mut Vec::new();
        self.scores = vec![0.0; self.index.passages.traits().len()];
        let sessions = self.index.passages.sessions().members().len() as u32;
        self.sessions = (0..sessions)
            .map(|session| self.score_session(session, own))
            .collect();
    }

    /// Scores every passage of a session by its words, its vector and who speaks; lends to neighbours; adds what length,
    /// graph and time add. `own` is room for what each scores by itself.
    fn score_session(&mut self, session: u32, own: &mut Vec<f32>) -> SessionScore {
        let members = &self.index.passages.sessions().members()[session as usize];
        let mut session = SessionScore::EMPTY;
        own.clear();
        for &ordinal in members {
            let score = self.score_by_itself(ordinal);
            session.best = session.best.max(score);
            session.evident += u32::from(self.is_evident(ordinal));
            own.push(score);
        }
        let mut previous = 0.0;
        for (at, &ordinal) in members.iter().enumerate() {
            let next = own.get(at + 1).copied().unwrap_or(0.0);
            let score = own[at] + previous + self.weights.next * next;
            let traits = &self.index.passages.traits()[ordinal as usize];
            let score = score + self.addition(ordinal, traits);
            session.top = session.top.max(score);
            self.scores[ordinal as usize] = score;
            let lends =
                self.weights.previous + self.weights.previous_asks * traits.part_that_asks();
            previous = lends * own[at];
        }
        session
    }

    /// The sums over the best scores of the sessions, without those that have no passages; of estimated ones those to be
    /// expected.
    fn best_of_sessions(&mut self) -> Sums {
        if self.is_estimated() {
            return self.best_of_sampled_sessions();
        }
        let best = self.sessions.iter().map(|session| session.best);
        Sums::of(best.filter(|best| !best.is_nan()))
    }

    /// Works out what a session adds to the score of its passages.
    fn add_up(&mut self, session: u32) {
        let of_part = |part: &PartScores<'_>| part.of_session(session);
        let words = parts::together(&self.parts, self.weights, of_part);
        let session = &mut self.sessions[session as usize];
        let best = match session.best {
            best if best.is_nan() => 0.0,
            best => self.session_best.standardize(best),
        };
        session.addition = self.weights.session_best * best + self.weights.session_words * words;
    }

    #[inline(always)]
    fn score_by_itself(&self, ordinal: u32) -> f32 {
        let of_part = |part: &PartScores<'_>| part.of(ordinal, self.weights);
        let by_text = parts::together(&self.parts, self.weights, of_part);
        let by_assistant = self.index.passages.traits_of(ordinal).by_assistant;
        let assistant = if by_assistant {
            self.weights.assistant
        } else {
            0.0
        };
        by_text - assistant
    }

    #[inline(always)]
    fn addition(&self, ordinal: u32, traits: &PassageTraits) -> f32 {
        let mut alone = self.weights.length * self.lengths.standardize(traits.log_length)
            - self.weights.asks * traits.part_that_asks();
        if self.is_unknown(ordinal) {
            alone -= self.weights.unknown;
        }
        if !self.may_speak_alone() {
            return alone;
        }
        let time = if self.is_in_time(ordinal) {
            self.weights.time
        } else {
            0.0
        };
        alone + self.graph_addition(ordinal) + time
    }

    fn graph_addition(&self, ordinal: u32) -> f32 {
        self.graph.get(ordinal as usize).copied().unwrap_or(0.0)
    }

    /// Whether the passage itself has words of the question or is close to it.
    fn is_evident(&self, ordinal: u32) -> bool {
        self.has_words(ordinal) || self.is_close(ordinal)
    }

    fn has_words(&self, ordinal: u32) -> bool {
        self.parts.iter().any(|part| part.has_words(ordinal))
    }

    fn is_close(&self, ordinal: u32) -> bool {
        // What is no number is not close.
        let least = self.weights.least_cosine;
        self.parts.iter().any(|part| part.cosine(ordinal) >= least)
    }

    /// Whether it was neither said nor known when the question is asked.
    fn is_unknown(&self, ordinal: u32) -> bool {
        self.asked_at.is_some_and(|at| {
            let passages = &self.index.passages;
            // What is dated by its day alone may seem to be later on the same day.
            let hours = passages.time(ordinal).duration_since(at).as_hours();
            hours >= 24 && passages.entry(ordinal).accepted_at > at
        })
    }

    fn is_in_time(&self, ordinal: u32) -> bool {
        !self.times.is_empty() && {
            let at = self.index.passages.time(ordinal);
            self.times.iter().any(|time| time.contains(at))
        }
    }
}
