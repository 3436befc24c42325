//! What a passage has from the session it is in: an answer often shares its words with the question before it, and a
//! session that speaks of something speaks of it more than once.

use super::spread::Spread;
use crate::Weights;
use crate::passages::Passages;
use crate::sessions::Sessions;

/// Adds to each passage a part of its neighbours' scores.
pub(super) fn borrow_from_neighbours(sessions: &Sessions, scores: &mut [f32], weights: &Weights) {
    for members in sessions.members() {
        let mut previous = 0.0;
        for (at, &ordinal) in members.iter().enumerate() {
            let own = scores[ordinal as usize];
            let next = members
                .get(at + 1)
                .map_or(0.0, |&next| scores[next as usize]);
            scores[ordinal as usize] = own + weights.previous * previous + weights.next * next;
            previous = own;
        }
    }
}

/// The best score of each session's live passages; of a session without any, none.
pub(super) fn best_of_each(passages: &Passages, scores: &[f32]) -> Vec<Option<f32>> {
    let mut bests = vec![None; passages.sessions().members().len()];
    for (traits, &score) in passages.traits().iter().zip(scores) {
        if traits.alive {
            let best: &mut Option<f32> = &mut bests[traits.session as usize];
            *best = Some(best.map_or(score, |best| best.max(score)));
        }
    }
    bests
}

/// How many of each session's live passages something speaks for.
pub(super) fn count_of_each(passages: &Passages, evident: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut counts = vec![0; passages.sessions().members().len()];
    for (ordinal, traits) in (0..).zip(passages.traits()) {
        counts[traits.session as usize] += u32::from(traits.alive && evident(ordinal));
    }
    counts
}

/// What each session adds to the score of its passages.
pub(super) fn additions(
    words: &[Vec<f32>],
    best: &[Vec<Option<f32>>],
    weights: &Weights,
) -> Vec<Vec<f32>> {
    // A session without passages has no best one, and counts in neither spread.
    let live = || {
        best.iter()
            .zip(words)
            .flat_map(|(best, words)| best.iter().zip(words))
    };
    let best_spread = Spread::of(live().filter_map(|(best, _)| *best));
    let words_spread = Spread::of(
        live()
            .filter(|(best, _)| best.is_some())
            .map(|(_, &words)| words),
    );
    let addition = |(best, words): (&Option<f32>, &f32)| {
        let best = best.map_or(0.0, |best| best_spread.standardize(best));
        weights.session_best * best + weights.session_words * words_spread.standardize(*words)
    };
    let by_space = best.iter().zip(words);
    by_space
        .map(|(best, words)| best.iter().zip(words).map(addition).collect())
        .collect()
}
