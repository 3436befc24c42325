//! One score per passage from all lanes.

use recollect_model::Interval;

use super::question::Question;
use super::sessions::{self, SessionScore};
use super::{graph, words};
use crate::spread::{Spread, Sums};
use crate::{Lanes, SpaceIndex, Weights};

/// The scores of one space's passages, by ordinal.
pub(super) struct PassageScores<'a> {
    index: &'a SpaceIndex,
    weights: &'a Weights,
    times: &'a [Interval],
    /// What a passage scores without what its session adds; without meaning for dead ones.
    scores: Vec<f32>,
    words: Vec<f32>,
    /// NaN for a passage without a vector.
    cosines: Vec<f32>,
    graph: Vec<f32>,
    sessions: Vec<SessionScore>,
}

/// How the scores by words, by vectors and by length are made comparable.
#[derive(Clone, Copy)]
struct Spreads {
    words: Spread,
    cosines: Spread,
    lengths: Spread,
}

/// Scores every passage of every space. What is typical is measured over all of them together.
pub(super) fn fuse<'a>(
    spaces: &[&'a SpaceIndex],
    question: &Question,
    statement_matches: &[graph::Matches],
    times: &'a [Interval],
    weights: &'a Weights,
) -> Vec<PassageScores<'a>> {
    let words = words::score(spaces, &question.terms);
    let cosines: Vec<Vec<f32>> = spaces
        .iter()
        .map(|space| match &question.vector {
            Some(vector) => space.vectors.cosines(vector),
            None => vec![f32::NAN; space.passages.traits().len()],
        })
        .collect();
    let spreads = Spreads::of(spaces, &words.passages, &cosines);
    let lanes = words.passages.into_iter().zip(cosines);
    let mut all: Vec<PassageScores<'_>> = Vec::with_capacity(spaces.len());
    for (space, (&index, (words, cosines))) in spaces.iter().zip(lanes).enumerate() {
        let matches = &statement_matches[space];
        let mut scores = PassageScores {
            index,
            weights,
            times,
            scores: vec![0.0; words.len()],
            words,
            cosines,
            graph: graph::additions(index, &question.named[space], matches, weights),
            sessions: Vec::new(),
        };
        scores.score_sessions(spreads);
        all.push(scores);
    }
    let mut sessions: Vec<_> = all
        .iter_mut()
        .map(|space| std::mem::take(&mut space.sessions))
        .collect();
    sessions::add_up(&mut sessions, &words.sessions, weights);
    for (space, sessions) in all.iter_mut().zip(sessions) {
        space.sessions = sessions;
    }
    all
}

impl Spreads {
    fn of(spaces: &[&SpaceIndex], words: &[Vec<f32>], cosines: &[Vec<f32>]) -> Self {
        let live: usize = spaces.iter().map(|space| space.passages.live()).sum();
        // The dead have no words, and no vectors.
        let mut of_words: Sums = words.iter().map(|words| sums_of_some(words)).sum();
        of_words.count = live as f64;
        let of_cosines: Sums = cosines.iter().map(|cosines| sums_of_some(cosines)).sum();
        let lengths: Sums = spaces.iter().map(|space| space.passages.lengths()).sum();
        Self {
            words: of_words.spread(),
            cosines: of_cosines.spread(),
            lengths: lengths.spread(),
        }
    }
}

/// The sums over those that are numbers.
fn sums_of_some(scores: &[f32]) -> Sums {
    Sums::of(scores.iter().copied().filter(|score| !score.is_nan()))
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

    /// Scores every passage by its words, its vector and who speaks; lends to neighbours; adds what length, graph and time
    /// add.
    fn score_sessions(&mut self, spreads: Spreads) {
        let passages = &self.index.passages;
        let weights = self.weights;
        let mut sessions = Vec::with_capacity(passages.sessions().members().len());
        let mut own: Vec<f32> = Vec::new();
        for members in passages.sessions().members() {
            let mut session = SessionScore::EMPTY;
            own.clear();
            for &ordinal in members {
                let score = self.score_by_itself(ordinal, spreads);
                session.best = session.best.max(score);
                session.evident += u32::from(self.is_evident(ordinal));
                own.push(score);
            }
            let mut previous = 0.0;
            for (at, &ordinal) in members.iter().enumerate() {
                let next = own.get(at + 1).copied().unwrap_or(0.0);
                let score = own[at] + weights.previous * previous + weights.next * next;
                let score = score + self.addition(ordinal, spreads);
                session.top = session.top.max(score);
                self.scores[ordinal as usize] = score;
                previous = own[at];
            }
            sessions.push(session);
        }
        self.sessions = sessions;
    }

    #[inline]
    fn score_by_itself(&self, ordinal: u32, spreads: Spreads) -> f32 {
        let words = spreads.words.standardize(self.words[ordinal as usize]);
        let closeness = match self.cosines[ordinal as usize] {
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
    fn addition(&self, ordinal: u32, spreads: Spreads) -> f32 {
        let length = self.index.passages.traits_of(ordinal).log_length;
        let by_length = self.weights.length * spreads.lengths.standardize(length);
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
        self.cosines[ordinal as usize] >= self.weights.least_cosine
    }

    fn is_in_time(&self, ordinal: u32) -> bool {
        !self.times.is_empty() && {
            let at = self.index.passages.time(ordinal);
            self.times.iter().any(|time| time.contains(at))
        }
    }
}
