//! The words lane: BM25 over the texts of several word indexes as if they were one, and over sessions.

use crate::SpaceIndex;
use crate::words::WordIndex;

/// How soon more of the same word stops counting.
const K1: f32 = 1.2;
/// How much a long text is held against it.
const B: f32 = 0.75;

/// The BM25 score of every text of every index, 0 for one that has none of the terms.
pub(super) fn score_texts(indexes: &[&WordIndex], terms: &[(String, f32)]) -> Vec<Vec<f32>> {
    let bm25 = Bm25::new(
        indexes.iter().map(|index| index.texts()).sum(),
        indexes.iter().map(|index| index.length()).sum(),
    );
    let mut scores: Vec<Vec<f32>> = indexes
        .iter()
        .map(|index| vec![0.0; index.appended()])
        .collect();
    for (term, count) in terms {
        let having = indexes.iter().map(|index| index.count(term)).sum();
        let rarity = count * bm25.rarity(having);
        for (index, scores) in indexes.iter().zip(&mut scores) {
            for posting in index.postings(term) {
                if let Some(length) = index.length_of(posting.ordinal) {
                    let frequency = u32::from(posting.in_text) + u32::from(posting.in_date);
                    scores[posting.ordinal as usize] += rarity * bm25.saturation(frequency, length);
                }
            }
        }
    }
    scores
}

/// The BM25 score of every session of every space, where a session is the text of all that people say in it: what
/// assistants say, and the dates, do not belong to it.
pub(super) fn score_sessions(spaces: &[&SpaceIndex], terms: &[(String, f32)]) -> Vec<Vec<f32>> {
    let mut sessions: Vec<SessionWords<'_>> =
        spaces.iter().map(|space| SessionWords::of(space)).collect();
    let live = spaces.iter().map(|space| space.passages.sessions().live());
    let lengths = sessions.iter().flat_map(|space| &space.lengths);
    let bm25 = Bm25::new(live.sum(), lengths.map(|&length| u64::from(length)).sum());
    for (term, count) in terms {
        let having = sessions.iter_mut().map(|space| space.count(term)).sum();
        let rarity = count * bm25.rarity(having);
        for space in &mut sessions {
            space.score(rarity, &bm25);
        }
    }
    sessions.into_iter().map(|space| space.scores).collect()
}

/// What people say in each session of a space.
struct SessionWords<'a> {
    space: &'a SpaceIndex,
    /// The number of terms.
    lengths: Vec<u32>,
    /// How often they say the term at hand.
    frequencies: Vec<u32>,
    /// The sessions in which they say it.
    having: Vec<u32>,
    scores: Vec<f32>,
}

impl<'a> SessionWords<'a> {
    fn of(space: &'a SpaceIndex) -> Self {
        let sessions = space.passages.sessions().members().len();
        let mut lengths = vec![0; sessions];
        for (ordinal, traits) in (0..).zip(space.passages.traits()) {
            if traits.alive && !traits.by_assistant {
                lengths[traits.session as usize] += space.words.length_without_date(ordinal);
            }
        }
        Self {
            space,
            lengths,
            frequencies: vec![0; sessions],
            having: Vec::new(),
            scores: vec![0.0; sessions],
        }
    }

    /// Counts the term in each session, and returns how many have it.
    fn count(&mut self, term: &str) -> usize {
        self.having.clear();
        for posting in self.space.words.postings(term) {
            let traits = self.space.passages.traits_of(posting.ordinal);
            if posting.in_text > 0 && traits.alive && !traits.by_assistant {
                let frequency = &mut self.frequencies[traits.session as usize];
                if *frequency == 0 {
                    self.having.push(traits.session);
                }
                *frequency += u32::from(posting.in_text);
            }
        }
        self.having.len()
    }

    /// Scores the sessions that have the counted term, and forgets the counts.
    fn score(&mut self, rarity: f32, bm25: &Bm25) {
        for &session in &self.having {
            let session = session as usize;
            let frequency = std::mem::take(&mut self.frequencies[session]);
            self.scores[session] += rarity * bm25.saturation(frequency, self.lengths[session]);
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

    /// What a term counts that so many texts have.
    fn rarity(&self, having: usize) -> f32 {
        let having = having as f32;
        (1.0 + (self.texts - having + 0.5) / (having + 0.5)).ln()
    }

    /// How much of a term's rarity a text of that length gets that has it so often.
    fn saturation(&self, frequency: u32, length: u32) -> f32 {
        let frequency = frequency as f32;
        let half_at = K1 * (1.0 - B) + self.per_length * length as f32;
        frequency * (K1 + 1.0) / (frequency + half_at)
    }
}
