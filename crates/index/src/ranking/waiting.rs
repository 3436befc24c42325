//! Texts that wait to be processed, ranked by their words.
//!
//! The words of what waits and of what the indexes hold are taken as one collection: how rare a word is, and how far
//! the score of a passage lies from the others', does not depend on how far processing has come. In the place of the
//! closeness that is not known yet stand the words, at their weight and a part of its: who has the words of a
//! question is closer to it, too. What neighbours, sessions and the graph would add is not there until the text is
//! processed.
//!
//! Where much that waits is of one matter, its words are no longer rare and say little by that score. So a text that
//! has most of the question's words stands at least where the first processed one stands that has less than half of
//! them and for which nothing speaks but its closeness.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

use super::confidence;
use super::question::Question;
use super::words;
use crate::spread::{Spread, Sums};
use crate::waiting::{PassageTraits, Stretch, TextEntry, WaitingTexts};
use crate::words::WordIndex;
use crate::{Filter, IndexQuery, Lanes, RankedEpisode, SpaceIndex, Weights};
use recollect_model::PassageKey;

/// The part of the weight of closeness that the words of a waiting text have besides their own.
const FOR_CLOSENESS: f32 = 0.5;
/// With so much of the question's words a text goes before what has less than half of them.
const MOST_OF_THE_WORDS: f32 = 0.66;

/// A space, and what waits in it.
#[derive(Clone, Copy)]
pub struct WaitingSpace<'a> {
    /// Which of the searched spaces it is, counted from 0.
    pub space: usize,
    /// The texts that wait in it.
    pub texts: &'a WaitingTexts,
}

/// The best texts that wait and that none of the indexes has, with a score that compares with those of what [`search`](super::search)
/// has found, the best first.
pub fn search_waiting(
    spaces: &[&SpaceIndex],
    waiting: &[WaitingSpace<'_>],
    query: &IndexQuery,
    processed: &[RankedEpisode],
) -> Vec<RankedEpisode> {
    let passages: usize = waiting.iter().map(|space| space.texts.passages()).sum();
    if passages == 0 {
        return Vec::new();
    }
    let Some(question) = Question::read(spaces, query) else {
        return Vec::new();
    };
    let weights = Weights::default();
    let scored = Scored::of(spaces, waiting, &question);
    let mut candidates = BinaryHeap::new();
    let mut by_words = scored
        .words
        .iter()
        .zip(scored.shares.iter().skip(spaces.len()));
    for space in waiting {
        let filter = WaitingFilter::of(&query.filter, space.texts);
        for stretch in space.texts.stretches() {
            let Some((words, shares)) = by_words.next() else {
                break;
            };
            let by_words = words.iter().zip(shares);
            for (passage, (&words, &share)) in stretch.passages.iter().zip(by_words) {
                let text = &stretch.texts[passage.text as usize];
                let in_time = query
                    .times
                    .iter()
                    .any(|time| time.contains(text.reference_time));
                if text.alive && (words > 0.0 || in_time) && filter.admits(text) {
                    candidates.push(Candidate {
                        space: space.space,
                        score: scored.score(passage, words, in_time, &weights),
                        share,
                        passage,
                        text,
                        lanes: Lanes {
                            words: words > 0.0,
                            time: in_time,
                            ..Lanes::default()
                        },
                    });
                }
            }
        }
    }
    let mut best = best(candidates, spaces, query.limit);
    let passed: Vec<(f32, f32)> = processed
        .iter()
        .filter(|one| !one.lanes.graph && !one.lanes.time)
        .map(|one| (scored.share(spaces, one), one.score))
        .collect();
    for (waiting, share) in &mut best {
        if *share >= MOST_OF_THE_WORDS {
            let behind = passed.iter().find(|(has, _)| *has < *share / 2.0);
            waiting.score = behind.map_or(waiting.score, |(_, score)| waiting.score.max(*score));
        }
    }
    best.into_iter().map(|(waiting, _)| waiting).collect()
}

/// The best candidate of each text, the best first, without what an index has; each with its part of the question's words.
fn best(
    mut candidates: BinaryHeap<Candidate<'_>>,
    spaces: &[&SpaceIndex],
    limit: usize,
) -> Vec<(RankedEpisode, f32)> {
    let mut seen = HashSet::new();
    let mut best = Vec::new();
    while best.len() < limit
        && let Some(candidate) = candidates.pop()
    {
        let episode = candidate.text.episode;
        if !seen.insert(episode) || spaces[candidate.space].holds(episode) {
            continue;
        }
        let ranked = RankedEpisode {
            space: candidate.space,
            episode,
            score: confidence(candidate.score),
            passage: PassageKey {
                episode,
                number: candidate.passage.number,
            },
            range: candidate.passage.range,
            lanes: candidate.lanes,
        };
        best.push((ranked, candidate.share));
    }
    best
}

/// The scores by words of every passage of every stretch, and how they are made comparable.
struct Scored {
    words: Vec<Vec<f32>>,
    /// Which part of the question's words each passage has, those of the indexes first.
    shares: Vec<Vec<f32>>,
    of_words: Spread,
    of_lengths: Spread,
}

impl Scored {
    fn of(spaces: &[&SpaceIndex], waiting: &[WaitingSpace<'_>], question: &Question) -> Self {
        let stretches = || waiting.iter().flat_map(|space| space.texts.stretches());
        let of_spaces = spaces.iter().map(|space| &space.words);
        let of_stretches = stretches().map(|stretch: &Stretch| &stretch.words);
        let all: Vec<&WordIndex> = of_spaces.chain(of_stretches).collect();
        let mut words = words::score_texts(&all, &question.terms);
        let live: usize = spaces.iter().map(|space| space.passages.live()).sum();
        let waits: usize = waiting.iter().map(|space| space.texts.passages()).sum();
        let mut of_words: Sums = words
            .iter()
            .map(|words| Sums::of(words.iter().copied()))
            .sum();
        // The dead have no words.
        of_words.count = (live + waits) as f64;
        let of_spaces = spaces.iter().map(|space| space.passages.lengths());
        let of_waiting = waiting.iter().map(|space| space.texts.lengths());
        Self {
            words: words.split_off(spaces.len()),
            shares: words::shares(&all, spaces.len(), &question.terms),
            of_words: of_words.spread(),
            of_lengths: of_spaces.chain(of_waiting).sum::<Sums>().spread(),
        }
    }

    /// Which part of the question's words a processed text has in its best passage.
    fn share(&self, spaces: &[&SpaceIndex], of: &RankedEpisode) -> f32 {
        let ordinal = spaces[of.space].passages.find(of.passage);
        ordinal.map_or(0.0, |ordinal| self.shares[of.space][ordinal as usize])
    }

    fn score(&self, passage: &PassageTraits, words: f32, in_time: bool, weights: &Weights) -> f32 {
        let by_words = weights.words + FOR_CLOSENESS * weights.vectors;
        let mut score = by_words * self.of_words.standardize(words)
            + weights.length * self.of_lengths.standardize(passage.log_length);
        if passage.by_assistant {
            score -= weights.assistant;
        }
        if in_time {
            score += weights.time;
        }
        score
    }
}

/// A filter, looked up in what waits in one space.
struct WaitingFilter<'a> {
    filter: &'a Filter,
    session: Option<u32>,
}

impl<'a> WaitingFilter<'a> {
    fn of(filter: &'a Filter, texts: &WaitingTexts) -> Self {
        let session = filter.session.as_deref();
        Self {
            filter,
            session: session.and_then(|name| texts.session(name)),
        }
    }

    fn admits(&self, text: &TextEntry) -> bool {
        let filter = self.filter;
        (filter.session.is_none() || (self.session.is_some() && self.session == text.session))
            && filter.from.is_none_or(|from| from <= text.reference_time)
            && filter.until.is_none_or(|until| text.reference_time < until)
            && filter
                .accepted_until
                .is_none_or(|until| text.accepted_at <= until)
            && filter.admits_episode(text.episode)
    }
}

/// A passage that may be the best of its text.
struct Candidate<'a> {
    space: usize,
    score: f32,
    /// Which part of the question's words it has.
    share: f32,
    passage: &'a PassageTraits,
    text: &'a TextEntry,
    lanes: Lanes,
}

impl Ord for Candidate<'_> {
    /// Of equals the newer one is greater.
    fn cmp(&self, other: &Self) -> Ordering {
        let newness = |of: &Self| (of.text.reference_time, of.text.sequence);
        self.score
            .total_cmp(&other.score)
            .then_with(|| newness(self).cmp(&newness(other)))
            .then_with(|| other.passage.number.cmp(&self.passage.number))
    }
}

impl PartialOrd for Candidate<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate<'_> {}
