//! The lanes of words and vectors, for a question and for each part of it that asks for something of its own.

use std::thread;

use crate::ranking::closeness::Closeness;
use crate::ranking::question::QuestionPart;
use crate::ranking::words;
use crate::spread::{Spread, Sums};
use crate::{SpaceIndex, Weights};

/// How well one space's passages and sessions match a question or a part of it.
pub(super) struct PartScores<'a> {
    /// By ordinal.
    words: Vec<f32>,
    closeness: Closeness<'a>,
    /// By number.
    session_words: Vec<f32>,
    /// What is typical in all spaces together.
    spreads: Spreads,
}

#[derive(Clone, Copy)]
struct Spreads {
    words: Spread,
    cosines: Spread,
    session_words: Spread,
}

impl Spreads {
    /// The score by these words and this cosine, which may be none.
    #[inline(always)]
    fn together(&self, words: f32, cosine: f32, weights: &Weights) -> f32 {
        let closeness = match cosine {
            cosine if cosine.is_nan() => 0.0,
            cosine => self.cosines.standardize(cosine),
        };
        weights.words * self.words.standardize(words) + weights.vectors * closeness
    }
}

/// Scores the passages and sessions of every space; what is typical is measured over all of them together.
pub(super) fn score<'a>(
    spaces: &[&'a SpaceIndex],
    part: &'a QuestionPart,
    weights: &Weights,
    by_sketches: bool,
) -> Vec<PartScores<'a>> {
    let by_words = || words::score(spaces, &part.terms, weights);
    let of_space =
        |space: &&'a SpaceIndex| Closeness::new(&space.vectors, part.vector.as_ref(), by_sketches);
    let by_vectors = || -> Vec<Closeness<'a>> { spaces.iter().map(of_space).collect() };
    let (words, closeness) = match by_sketches {
        true => side_by_side(by_words, by_vectors),
        false => (by_words(), by_vectors()),
    };
    let spreads = Spreads {
        words: spread_of_words(spaces, &words.passages),
        cosines: closeness.iter().map(Closeness::sums).sum::<Sums>().spread(),
        session_words: spread_of_sessions(spaces, &words.sessions),
    };
    let lanes = words
        .passages
        .into_iter()
        .zip(words.sessions)
        .zip(closeness);
    let scores = lanes.map(|((words, session_words), closeness)| PartScores {
        words,
        closeness,
        session_words,
        spreads,
    });
    scores.collect()
}

/// Does both at the same time: over very many passages each takes much longer than starting a thread. Where the system gives
/// none, one after the other.
fn side_by_side<A, B: Send>(one: impl FnOnce() -> A, other: impl Fn() -> B + Sync) -> (A, B) {
    thread::scope(
        |scope| match thread::Builder::new().spawn_scoped(scope, &other) {
            Ok(running) => {
                let one = one();
                match running.join() {
                    Ok(other) => (one, other),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Err(_) => (one(), other()),
        },
    )
}

fn spread_of_words(spaces: &[&SpaceIndex], words: &[Vec<f32>]) -> Spread {
    let live: usize = spaces.iter().map(|space| space.passages.live()).sum();
    // The dead have no words.
    let of_words = words.iter().map(|words| Sums::of_all(words));
    let mut of_words: Sums = of_words.sum();
    of_words.count = live as f64;
    of_words.spread()
}

fn spread_of_sessions(spaces: &[&SpaceIndex], words: &[Vec<f32>]) -> Spread {
    let of_sessions = spaces.iter().zip(words).map(|(space, words)| {
        let members = space.passages.sessions().members().iter();
        let live = members
            .zip(words)
            .filter(|(members, _)| !members.is_empty());
        Sums::of(live.map(|(_, &words)| words))
    });
    of_sessions.sum::<Sums>().spread()
}

impl PartScores<'_> {
    pub(super) fn is_estimated(&self) -> bool {
        self.closeness.is_estimated()
    }

    /// Compares a passage in full.
    pub(super) fn compare(&mut self, ordinal: u32) {
        self.closeness.compare(ordinal);
    }

    /// The cosine of a passage; NaN for one without a vector.
    pub(super) fn cosine(&self, ordinal: u32) -> f32 {
        self.closeness.of(ordinal)
    }

    pub(super) fn has_words(&self, ordinal: u32) -> bool {
        self.words[ordinal as usize] > 0.0
    }

    /// What a passage scores by its words and its vector.
    #[inline]
    pub(super) fn of(&self, ordinal: u32, weights: &Weights) -> f32 {
        let words = self.words[ordinal as usize];
        self.spreads
            .together(words, self.closeness.of(ordinal), weights)
    }

    /// What each passage scores by its words and its vector, by ordinal.
    fn all(&self, weights: &Weights) -> impl Iterator<Item = f32> {
        let lanes = self.words.iter().zip(self.closeness.all());
        lanes.map(|(&words, &cosine)| self.spreads.together(words, cosine, weights))
    }

    /// How well the words of what people say in a session match.
    pub(super) fn of_session(&self, session: u32) -> f32 {
        let words = self.session_words[session as usize];
        self.spreads.session_words.standardize(words)
    }
}

/// [`together`] of every passage by its words and its vector, by ordinal.
pub(super) fn all_together(parts: &[PartScores<'_>], weights: &Weights) -> Vec<f32> {
    let Some((whole, parts)) = parts.split_first() else {
        return Vec::new();
    };
    let mut scores: Vec<f32> = whole.all(weights).collect();
    let mut best = vec![f32::NEG_INFINITY; if parts.is_empty() { 0 } else { scores.len() }];
    for part in parts {
        let scores = best.iter_mut().zip(part.all(weights));
        scores.for_each(|(best, score)| *best = best.max(score));
    }
    for (whole, best) in scores.iter_mut().zip(best) {
        *whole = blended(*whole, best, weights);
    }
    scores
}

/// The score by all of a question, and in part by the best of its parts where it has any.
#[inline]
pub(super) fn together(
    parts: &[PartScores<'_>],
    weights: &Weights,
    score: impl Fn(&PartScores<'_>) -> f32,
) -> f32 {
    let Some((whole, parts)) = parts.split_first() else {
        return 0.0;
    };
    let best = parts.iter().map(&score).max_by(f32::total_cmp);
    let whole = score(whole);
    best.map_or(whole, |best| blended(whole, best, weights))
}

/// The score by all of a question, and in part by that part of it that scores best.
#[inline]
fn blended(whole: f32, best: f32, weights: &Weights) -> f32 {
    whole + weights.parts * (best - whole)
}
