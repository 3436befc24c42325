//! The words lane: BM25 over the texts of several word indexes as if they were one, and over sessions.

use super::question::QuestionTerm;
use crate::words::{Posting, WordIndex};
use crate::{SpaceIndex, Weights};

/// How soon more of the same word stops counting.
const K1: f32 = 1.2;
/// How much a long text is held against it.
const B: f32 = 0.75;

/// The BM25 score of every text of every index, 0 for one that has none of the terms.
pub(super) fn score_texts(indexes: &[&WordIndex], terms: &[(String, f32)]) -> Vec<Vec<f32>> {
    let bm25 = Bm25::of_texts(indexes);
    let mut scores: Vec<Vec<f32>> = indexes
        .iter()
        .map(|index| vec![0.0; index.appended()])
        .collect();
    for (term, count) in terms {
        let rarity = count * bm25.rarity(indexes.iter().map(|index| index.count(term)).sum());
        for (index, scores) in indexes.iter().zip(&mut scores) {
            for posting in index.postings(term) {
                if let Some(length) = index.length_of(posting.ordinal) {
                    scores[posting.ordinal as usize] += rarity * bm25.of_text(posting, length);
                }
            }
        }
    }
    scores
}

/// Scores by words, of every space.
pub(super) struct WordScores {
    /// Of every passage, 0 for one that has none of the terms and nothing that they lead to.
    pub(super) passages: Vec<Vec<f32>>,
    /// Of every session, where a session is the text of all that people say in it: what assistants say, and the dates, do not
    /// belong to it.
    pub(super) sessions: Vec<Vec<f32>>,
}

/// The BM25 scores of every passage and every session of every space.
///
/// A term and its other forms count as one; a word for the same matter counts as a part of one. What is of the kind that a
/// term names counts, all of it together as one term more, where the term itself does not stand.
pub(super) fn score(
    spaces: &[&SpaceIndex],
    terms: &[QuestionTerm],
    weights: &Weights,
) -> WordScores {
    let indexes: Vec<_> = spaces.iter().map(|space| &space.words).collect();
    let bm25 = Bm25::of_texts(&indexes);
    let sessions = spaces.iter().map(|space| space.passages.sessions());
    let (live, lengths) = sessions.fold((0, 0), |(live, length), sessions| {
        (live + sessions.live(), length + sessions.length())
    });
    let of_sessions = Bm25::new(live, lengths);
    let mut scoring: Vec<SpaceWords<'_>> =
        spaces.iter().map(|space| SpaceWords::of(space)).collect();
    for term in terms {
        for space in &mut scoring {
            space.count(term, weights);
        }
        let having = |count: fn(&SpaceWords<'_>) -> usize| scoring.iter().map(count).sum();
        let rarity = term.count * bm25.rarity(having(|space| space.having.passages.len()));
        let of_kind = having(|space| space.of_kind.passages.len());
        let of_kind = term.count * weights.kinds * bm25.rarity(of_kind);
        let in_sessions = having(|space| space.sessions_having.len());
        let in_sessions = term.count * of_sessions.rarity(in_sessions);
        for space in &mut scoring {
            space.score_kinds(of_kind, &bm25);
            space.score_passages(rarity, &bm25);
            space.score_sessions(in_sessions, &of_sessions);
        }
    }
    let (passages, sessions) = scoring
        .into_iter()
        .map(|space| (space.passages, space.sessions))
        .unzip();
    WordScores { passages, sessions }
}

/// Which passages have a term, and how often.
#[derive(Default)]
struct Counts {
    /// By ordinal.
    frequencies: Vec<f32>,
    /// Those that have it at all.
    passages: Vec<u32>,
}

impl Counts {
    fn of(passages: usize) -> Self {
        Self {
            frequencies: vec![0.0; passages],
            passages: Vec::new(),
        }
    }

    fn add(&mut self, ordinal: u32, frequency: f32) {
        let sum = &mut self.frequencies[ordinal as usize];
        if *sum == 0.0 {
            self.passages.push(ordinal);
        }
        *sum += frequency;
    }

    fn has(&self, ordinal: u32) -> bool {
        self.frequencies[ordinal as usize] > 0.0
    }

    /// Calls `take` with each passage and how often it has the term, and forgets them.
    fn drain(&mut self, mut take: impl FnMut(u32, f32)) {
        for ordinal in self.passages.drain(..) {
            take(
                ordinal,
                std::mem::take(&mut self.frequencies[ordinal as usize]),
            );
        }
    }
}

/// The scores of one space as its terms are gone through.
struct SpaceWords<'a> {
    space: &'a SpaceIndex,
    passages: Vec<f32>,
    sessions: Vec<f32>,
    /// How often each passage has the term at hand.
    having: Counts,
    /// How often each has anything of the kind that it names.
    of_kind: Counts,
    /// How often people say the term at hand in each session.
    frequencies: Vec<f32>,
    /// The sessions in which they say it.
    sessions_having: Vec<u32>,
}

impl<'a> SpaceWords<'a> {
    fn of(space: &'a SpaceIndex) -> Self {
        let sessions = space.passages.sessions().members().len();
        let passages = space.passages.traits().len();
        Self {
            space,
            passages: vec![0.0; passages],
            sessions: vec![0.0; sessions],
            having: Counts::of(passages),
            of_kind: Counts::of(passages),
            frequencies: vec![0.0; sessions],
            sessions_having: Vec::new(),
        }
    }

    /// Counts a term and what it leads to.
    fn count(&mut self, term: &QuestionTerm, weights: &Weights) {
        self.count_word(&term.term, 1.0);
        let Some(related) = term.related else { return };
        for form in &related.forms {
            self.count_word(form, 1.0);
        }
        for word in &related.alike {
            self.count_word(word, weights.alike);
        }
        for word in &related.of_kind {
            for posting in self.space.words.postings(word) {
                let is_live = self.space.words.length_of(posting.ordinal).is_some();
                if posting.in_text > 0 && is_live {
                    self.of_kind.add(posting.ordinal, posting.in_text.into());
                }
            }
        }
    }

    fn count_word(&mut self, word: &str, part: f32) {
        let traits = self.space.passages.traits();
        for posting in self.space.words.postings(word) {
            if self.space.words.length_of(posting.ordinal).is_none() {
                continue;
            }
            let (in_text, in_date) = (f32::from(posting.in_text), f32::from(posting.in_date));
            self.having.add(posting.ordinal, part * (in_text + in_date));
            let traits = &traits[posting.ordinal as usize];
            if posting.in_text > 0 && !traits.by_assistant {
                let frequency = &mut self.frequencies[traits.session as usize];
                if *frequency == 0.0 {
                    self.sessions_having.push(traits.session);
                }
                *frequency += part * in_text;
            }
        }
    }

    /// Scores the passages that have something of the counted kind and not the counted term, and forgets the counts.
    fn score_kinds(&mut self, rarity: f32, bm25: &Bm25) {
        let Self {
            space,
            passages,
            having,
            of_kind,
            ..
        } = self;
        of_kind.drain(|ordinal, frequency| {
            if !having.has(ordinal)
                && let Some(length) = space.words.length_of(ordinal)
            {
                passages[ordinal as usize] += rarity * bm25.saturation(frequency, length);
            }
        });
    }

    /// Scores the passages that have the counted term, and forgets the counts.
    fn score_passages(&mut self, rarity: f32, bm25: &Bm25) {
        let Self {
            space,
            passages,
            having,
            ..
        } = self;
        having.drain(|ordinal, frequency| {
            if let Some(length) = space.words.length_of(ordinal) {
                passages[ordinal as usize] += rarity * bm25.saturation(frequency, length);
            }
        });
    }

    /// Scores the sessions that have the counted term, and forgets the counts.
    fn score_sessions(&mut self, rarity: f32, bm25: &Bm25) {
        let lengths = self.space.passages.sessions();
        for session in self.sessions_having.drain(..) {
            let frequency = std::mem::take(&mut self.frequencies[session as usize]);
            let saturation = bm25.saturation(frequency, lengths.length_of(session));
            self.sessions[session as usize] += rarity * saturation;
        }
    }
}

/// BM25 over a collection (Robertson and Zaragoza, 2009), with the rarity Lucene uses, which is never negative.
struct Bm25 {
    texts: f32,
    /// What each term of a text adds to the frequency at which half of the most is reached.
    per_length: f32,
}

impl Bm25 {
    /// For so many texts with so many terms altogether.
    fn new(texts: usize, length: u64) -> Self {
        let average_length = (length as f32 / texts.max(1) as f32).max(1.0);
        Self {
            texts: texts as f32,
            per_length: K1 * B / average_length,
        }
    }

    fn of_texts(indexes: &[&WordIndex]) -> Self {
        Self::new(
            indexes.iter().map(|index| index.texts()).sum(),
            indexes.iter().map(|index| index.length()).sum(),
        )
    }

    /// What a term counts that so many texts have.
    fn rarity(&self, having: usize) -> f32 {
        let having = having as f32;
        (1.0 + (self.texts - having + 0.5) / (having + 0.5)).ln()
    }

    /// How much of a term's rarity a text of that length gets.
    fn of_text(&self, posting: Posting, length: u32) -> f32 {
        let frequency = f32::from(posting.in_text) + f32::from(posting.in_date);
        self.saturation(frequency, length)
    }

    /// How much of a term's rarity a text of that length gets that has it so often.
    fn saturation(&self, frequency: f32, length: u32) -> f32 {
        let half_at = K1 * (1.0 - B) + self.per_length * length as f32;
        frequency * (K1 + 1.0) / (frequency + half_at)
    }
}
