//! The words lane: BM25 over the texts of several word indexes as if they were one, and over sessions.

use crate::SpaceIndex;
use crate::words::{Posting, WordIndex};

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
    /// Of every passage, 0 for one that has none of the terms.
    pub(super) passages: Vec<Vec<f32>>,
    /// Of every session, where a session is the text of all that people say in it: what assistants say, and the dates, do not
    /// belong to it.
    pub(super) sessions: Vec<Vec<f32>>,
}

/// The BM25 scores of every passage and every session of every space.
pub(super) fn score(spaces: &[&SpaceIndex], terms: &[(String, f32)]) -> WordScores {
    let indexes: Vec<_> = spaces.iter().map(|space| &space.words).collect();
    let bm25 = Bm25::of_texts(&indexes);
    let sessions = spaces.iter().map(|space| space.passages.sessions());
    let (live, lengths) = sessions.fold((0, 0), |(live, length), sessions| {
        (live + sessions.live(), length + sessions.length())
    });
    let of_sessions = Bm25::new(live, lengths);
    let mut scoring: Vec<SpaceWords<'_>> =
        spaces.iter().map(|space| SpaceWords::of(space)).collect();
    for (term, count) in terms {
        let rarity = count * bm25.rarity(indexes.iter().map(|index| index.count(term)).sum());
        for space in &mut scoring {
            space.score_passages(term, rarity, &bm25);
        }
        let having = scoring.iter().map(|space| space.having.len()).sum();
        let rarity = count * of_sessions.rarity(having);
        for space in &mut scoring {
            space.score_sessions(rarity, &of_sessions);
        }
    }
    let (passages, sessions) = scoring
        .into_iter()
        .map(|space| (space.passages, space.sessions))
        .unzip();
    WordScores { passages, sessions }
}

/// The scores of one space as its terms are gone through.
struct SpaceWords<'a> {
    space: &'a SpaceIndex,
    passages: Vec<f32>,
    sessions: Vec<f32>,
    /// How often people say the term at hand in each session.
    frequencies: Vec<u32>,
    /// The sessions in which they say it.
    having: Vec<u32>,
}

impl<'a> SpaceWords<'a> {
    fn of(space: &'a SpaceIndex) -> Self {
        let sessions = space.passages.sessions().members().len();
        Self {
            space,
            passages: vec![0.0; space.passages.traits().len()],
            sessions: vec![0.0; sessions],
            frequencies: vec![0; sessions],
            having: Vec::new(),
        }
    }

    /// Scores the passages that have a term, and counts it in each session.
    fn score_passages(&mut self, term: &str, rarity: f32, bm25: &Bm25) {
        let traits = self.space.passages.traits();
        for posting in self.space.words.postings(term) {
            let Some(length) = self.space.words.length_of(posting.ordinal) else {
                continue;
            };
            self.passages[posting.ordinal as usize] += rarity * bm25.of_text(posting, length);
            let traits = &traits[posting.ordinal as usize];
            if posting.in_text > 0 && !traits.by_assistant {
                let frequency = &mut self.frequencies[traits.session as usize];
                if *frequency == 0 {
                    self.having.push(traits.session);
                }
                *frequency += u32::from(posting.in_text);
            }
        }
    }

    /// Scores the sessions that have the counted term, and forgets the counts.
    fn score_sessions(&mut self, rarity: f32, bm25: &Bm25) {
        let lengths = self.space.passages.sessions();
        for session in self.having.drain(..) {
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
        let frequency = u32::from(posting.in_text) + u32::from(posting.in_date);
        self.saturation(frequency, length)
    }

    /// How much of a term's rarity a text of that length gets that has it so often.
    fn saturation(&self, frequency: u32, length: u32) -> f32 {
        let frequency = frequency as f32;
        let half_at = K1 * (1.0 - B) + self.per_length * length as f32;
        frequency * (K1 + 1.0) / (frequency + half_at)
    }
}
