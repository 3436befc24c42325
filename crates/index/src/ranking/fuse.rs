//! One score per passage from all lanes.

mod candidates;

use recollect_model::Interval;

use super::closeness::Closeness;
use super::question::Question;
use super::sessions::{SessionScore, SessionSpreads};
use super::{graph, words};
use crate::spread::{Spread, Sums};
use crate::{Lanes, SpaceIndex, Weights};

/// The scores of one space's passages, by ordinal.
pub(super) struct PassageScores<'a> {
    index: &'a SpaceIndex,
    weights: &'a Weights,
    times: &'a [Interval],
    spreads: Spreads,
    /// What a passage scores without what its session adds; without meaning for dead ones.
    scores: Vec<f32>,
    words: Vec<f32>,
    closeness: Closeness<'a>,
    graph: Vec<f32>,
    sessions: Vec<SessionScore>,
    session_words: Vec<f32>,
    session_spreads: SessionSpreads,
}

/// How the scores by words, by vectors and by length are made comparable.
#[derive(Clone, Copy)]
struct Spreads {
    words: Spread,
    cosines: Spread,
    lengths: Spread,
}

/// Scores every passage of every space. What is typical is measured over all of them together.
///
/// By sketches, what is typical is measured on samples, and a passage has the score that its sketch lets expect, without
/// neighbours and session, until [`PassageScores::compare_candidates`] was called.
pub(super) fn fuse<'a>(
    spaces: &[&'a SpaceIndex],
    question: &'a Question,
    statement_matches: &[graph::Matches],
    times: &'a [Interval],
    weights: &'a Weights,
    by_sketches: bool,
) -> Vec<PassageScores<'a>> {
    let words = words::score(spaces, &question.terms);
    let vector = question.vector.as_ref();
    let of_space = |space: &&'a SpaceIndex| Closeness::new(&space.vectors, vector, by_sketches);
    let closeness: Vec<Closeness<'a>> = spaces.iter().map(of_space).collect();
    let spreads = Spreads::of(spaces, &words.passages, &closeness);
    let lanes = words.passages.into_iter().zip(words.sessions);
    let lanes = lanes.zip(closeness).zip(statement_matches);
    let mut all: Vec<PassageScores<'_>> = Vec::with_capacity(spaces.len());
    for (space, (((words, session_words), closeness), matches)) in lanes.enumerate() {
        let index = spaces[space];
        let mut scores = PassageScores {
            index,
            weights,
            times,
            spreads,
            scores: vec![0.0; words.len()],
            words,
            closeness,
            graph: graph::additions(index, &question.named[space], matches, weights),
            sessions: Vec::new(),
            session_words,
            session_spreads: SessionSpreads::default(),
        };
        if scores.is_estimated() {
            scores.estimate();
        } else {
            scores.score_sessions();
        }
        all.push(scores);
    }
    let session_spreads = SessionSpreads {
        best: all
            .iter_mut()
            .map(PassageScores::best_of_sessions)
            .sum::<Sums>()
            .spread(),
        words: all
            .iter()
            .map(PassageScores::words_of_sessions)
            .sum::<Sums>()
            .spread(),
    };
    for space in &mut all {
        space.session_spreads = session_spreads;
        (0..space.sessions.len() as u32).for_each(|session| space.add_up(session));
    }
    all
}

impl Spreads {
    fn of(spaces: &[&SpaceIndex], words: &[Vec<f32>], closeness: &[Closeness<'_>]) -> Self {
        let live: usize = spaces.iter().map(|space| space.passages.live()).sum();
        // The dead have no words, and no vectors.
        let of_words = words.iter().map(|words| Sums::of(words.iter().copied()));
        let mut of_words: Sums = of_words.sum();
        of_words.count = live as f64;
        let of_cosines: Sums = closeness.iter().map(Closeness::sums).sum();
        let lengths: Sums = spaces.iter().map(|space| space.passages.lengths()).sum();
        Self {
            words: of_words.spread(),
            cosines: of_cosines.spread(),
            lengths: lengths.spread(),
        }
    }
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
            words: self.words[ordinal as usize] > 0.0,
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
            let score = own[at] + self.weights.previous * previous + self.weights.next * next;
            let score = score + self.addition(ordinal);
            session.top = session.top.max(score);
            self.scores[ordinal as usize] = score;
            previous = own[at];
        }
        session
    }

    /// The sums over the best scores of the sessions, without those that have no passages; of estimated ones those to be
    /// expected.
    fn best_of_sessions(&mut self) -> Sums {
        if self.closeness.is_estimated() {
            return self.best_of_sampled_sessions();
        }
        let best = self.sessions.iter().map(|session| session.best);
        Sums::of(best.filter(|best| !best.is_nan()))
    }

    fn words_of_sessions(&self) -> Sums {
        let members = self.index.passages.sessions().members().iter();
        let live = members
            .zip(&self.session_words)
            .filter(|(members, _)| !members.is_empty());
        Sums::of(live.map(|(_, &words)| words))
    }

    /// Works out what a session adds to the score of its passages.
    fn add_up(&mut self, session: u32) {
        let words = self.session_words[session as usize];
        let session = &mut self.sessions[session as usize];
        session.addition = self.session_spreads.addition(session, words, self.weights);
    }

    #[inline]
    fn score_by_itself(&self, ordinal: u32) -> f32 {
        let spreads = &self.spreads;
        let words = spreads.words.standardize(self.words[ordinal as usize]);
        let closeness = match self.closeness.of(ordinal) {
            cosine if cosine.is_nan() => 0.0,
            cosine => spreads.cosines.standardize(cosine),
        };
        let by_assistant = self.index.passages.traits_of(ordinal).by_assistant;
        let assistant = if by_assistant {
            self.weights.assistant
        } else {
            0.0
        };
        self.weights.words * words + self.weights.vectors * closeness - assistant
    }

    #[inline]
    fn addition(&self, ordinal: u32) -> f32 {
        let length = self.index.passages.traits_of(ordinal).log_length;
        let by_length = self.weights.length * self.spreads.lengths.standardize(length);
        if !self.may_speak_alone() {
            return by_length;
        }
        let time = if self.is_in_time(ordinal) {
            self.weights.time
        } else {
            0.0
        };
        by_length + self.graph_addition(ordinal) + time
    }

    fn graph_addition(&self, ordinal: u32) -> f32 {
        self.graph.get(ordinal as usize).copied().unwrap_or(0.0)
    }

    /// Whether the passage itself has words of the question or is close to it.
    fn is_evident(&self, ordinal: u32) -> bool {
        self.words[ordinal as usize] > 0.0 || self.is_close(ordinal)
    }

    fn is_close(&self, ordinal: u32) -> bool {
        // What is no number is not close.
        self.closeness.of(ordinal) >= self.weights.least_cosine
    }

    fn is_in_time(&self, ordinal: u32) -> bool {
        !self.times.is_empty() && {
            let at = self.index.passages.time(ordinal);
            self.times.iter().any(|time| time.contains(at))
        }
    }
}
