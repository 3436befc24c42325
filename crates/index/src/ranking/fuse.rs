//! One score per passage from all lanes.

use recollect_model::Interval;

use super::question::Question;
use super::spread::Spread;
use super::{graph, sessions, words};
use crate::passages::PassageTraits;
use crate::{Lanes, SpaceIndex, Weights};

/// The scores of one space's passages, by ordinal.
pub(super) struct PassageScores<'a> {
    index: &'a SpaceIndex,
    weights: &'a Weights,
    times: &'a [Interval],
    /// The score that ranks them; without meaning for dead ones.
    pub(super) fused: Vec<f32>,
    words: Vec<f32>,
    cosines: Vec<Option<f32>>,
    graph: Vec<f32>,
    /// How many passages of each session something speaks for.
    evident_in_session: Vec<u32>,
}

/// Scores every passage of every space. What is typical is measured over all of them together.
pub(super) fn fuse<'a>(
    spaces: &[&'a SpaceIndex],
    question: &Question,
    statement_matches: &[Vec<f32>],
    times: &'a [Interval],
    weights: &'a Weights,
) -> Vec<PassageScores<'a>> {
    let mut scores = score_separately(spaces, question, times, weights);
    let best: Vec<_> = scores
        .iter()
        .map(|space| sessions::best_of_each(&space.index.passages, &space.fused))
        .collect();
    let session_words = words::score_sessions(spaces, &question.terms);
    let session_additions = sessions::additions(&session_words, &best, weights);
    let lengths = live(spaces).map(|(_, _, traits)| traits.log_length);
    let length_spread = Spread::of(lengths);
    for (space, scores) in scores.iter_mut().enumerate() {
        let index = scores.index;
        let sessions = index.passages.sessions();
        sessions::borrow_from_neighbours(sessions, &mut scores.fused, weights);
        let matches = &statement_matches[space];
        scores.graph = graph::additions(index, &question.named[space], matches, weights);
        scores.add(&session_additions[space], length_spread);
    }
    scores
}

/// What every passage scores by itself: by its words, its vector, and who speaks.
fn score_separately<'a>(
    spaces: &[&'a SpaceIndex],
    question: &Question,
    times: &'a [Interval],
    weights: &'a Weights,
) -> Vec<PassageScores<'a>> {
    let indexes: Vec<_> = spaces.iter().map(|space| &space.words).collect();
    let words = words::score_texts(&indexes, &question.terms);
    let cosines: Vec<Vec<Option<f32>>> = spaces
        .iter()
        .map(|space| match &question.vector {
            Some(vector) => space.vectors.cosines(vector),
            None => vec![None; space.passages.traits().len()],
        })
        .collect();
    let words_spread = Spread::of(live(spaces).map(|(space, at, _)| words[space][at]));
    let cosine_spread = Spread::of(live(spaces).filter_map(|(space, at, _)| cosines[space][at]));
    let scores = spaces.iter().zip(words).zip(cosines);
    scores
        .map(|((index, words), cosines)| {
            let lanes = words.iter().zip(&cosines).zip(index.passages.traits());
            let fused = lanes.map(|((&words, cosine), traits)| {
                let words = words_spread.standardize(words);
                let closeness = cosine.map_or(0.0, |cosine| cosine_spread.standardize(cosine));
                let assistant = if traits.by_assistant {
                    weights.assistant
                } else {
                    0.0
                };
                weights.words * words + weights.vectors * closeness - assistant
            });
            let mut scores = PassageScores {
                index,
                weights,
                times,
                fused: fused.collect(),
                words,
                cosines,
                graph: Vec::new(),
                evident_in_session: Vec::new(),
            };
            let evident = |ordinal| scores.is_evident(ordinal);
            scores.evident_in_session = sessions::count_of_each(&index.passages, evident);
            scores
        })
        .collect()
}

impl PassageScores<'_> {
    /// What speaks for a live passage.
    pub(super) fn lanes(&self, ordinal: u32) -> Lanes {
        let session = self.index.passages.traits_of(ordinal).session;
        let evident = self.evident_in_session[session as usize];
        Lanes {
            words: self.words[ordinal as usize] > 0.0,
            vectors: self.is_close(ordinal),
            graph: self.graph_addition(ordinal) > 0.0,
            time: self.is_in_time(ordinal),
            session: evident > u32::from(self.is_evident(ordinal)),
        }
    }

    /// Whether anything speaks for a live passage.
    pub(super) fn speaks_for(&self, ordinal: u32) -> bool {
        let session = self.index.passages.traits_of(ordinal).session;
        self.evident_in_session[session as usize] > 0
            || self.graph_addition(ordinal) > 0.0
            || self.is_in_time(ordinal)
    }

    /// Adds what sessions, length, graph and time add.
    fn add(&mut self, sessions: &[f32], length_spread: Spread) {
        for (ordinal, traits) in (0..).zip(self.index.passages.traits()) {
            let time = if self.is_in_time(ordinal) {
                self.weights.time
            } else {
                0.0
            };
            self.fused[ordinal as usize] += sessions[traits.session as usize]
                + self.weights.length * length_spread.standardize(traits.log_length)
                + self.graph_addition(ordinal)
                + time;
        }
    }

    fn graph_addition(&self, ordinal: u32) -> f32 {
        self.graph.get(ordinal as usize).copied().unwrap_or(0.0)
    }

    /// Whether the passage itself has words of the question or is close to it.
    fn is_evident(&self, ordinal: u32) -> bool {
        self.words[ordinal as usize] > 0.0 || self.is_close(ordinal)
    }

    fn is_close(&self, ordinal: u32) -> bool {
        let cosine = self.cosines[ordinal as usize];
        cosine.is_some_and(|cosine| cosine >= self.weights.least_cosine)
    }

    fn is_in_time(&self, ordinal: u32) -> bool {
        !self.times.is_empty() && {
            let at = self.index.passages.entry(ordinal).reference_time;
            self.times.iter().any(|time| time.contains(at))
        }
    }
}

/// The live passages of all spaces: the space, the place among its passages, the traits.
fn live<'a>(
    spaces: &'a [&SpaceIndex],
) -> impl Iterator<Item = (usize, usize, &'a PassageTraits)> + 'a {
    spaces.iter().enumerate().flat_map(|(space, index)| {
        let traits = index.passages.traits().iter().enumerate();
        traits
            .filter(|(_, traits)| traits.alive)
            .map(move |(at, traits)| (space, at, traits))
    })
}
