//! The words lane: BM25 over the texts of several word indexes as if they were one, and over sessions.

use crate::SpaceIndex;
use crate::words::{Posting, WordIndex};

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
        let having = indexes.iter().map(|index| {
            let live = |posting: &&Posting| index.lengths(posting.ordinal).is_some();
            index.postings(term).iter().filter(live).count()
        });
        let rarity = count * bm25.rarity(having.sum());
        for (index, scores) in indexes.iter().zip(&mut scores) {
            for posting in index.postings(term) {
                if let Some(lengths) = index.lengths(posting.ordinal) {
                    let frequency = u32::from(posting.in_text) + u32::from(posting.in_date);
                    scores[posting.ordinal as usize] +=
                        rarity * bm25.saturation(frequency, lengths.all());
                }
            }
        }
    }
    scores
}

/// The BM25 score of every session of every space, where a session is the text of all that people say in it: what
/// assistants say, and the dates, do not belong to it.
pub(super) fn score_sessions(spaces: &[&SpaceIndex], terms: &[(String, f32)]) -> Vec<Vec<f32>> {
    let lengths: Vec<Vec<u64>> = spaces.iter().map(|space| session_lengths(space)).collect();
    let sessions = spaces.iter().map(|space| space.passages.sessions().live());
    let bm25 = Bm25::new(sessions.sum(), lengths.iter().flatten().sum());
    let mut scores: Vec<Vec<f32>> = lengths
        .iter()
        .map(|lengths| vec![0.0; lengths.len()])
        .collect();
    for (term, count) in terms {
        let frequencies: Vec<Vec<(u32, u32)>> = spaces
            .iter()
            .map(|space| session_frequencies(space, term))
            .collect();
        let having = frequencies.iter().map(Vec::len).sum();
        let rarity = count * bm25.rarity(having);
        let by_space = frequencies.iter().zip(&lengths).zip(&mut scores);
        for ((frequencies, lengths), scores) in by_space {
            for &(session, frequency) in frequencies {
                let session = session as usize;
                scores[session] += rarity * bm25.saturation(frequency, lengths[session]);
            }
        }
    }
    scores
}

/// The number of terms people say in each session.
fn session_lengths(space: &SpaceIndex) -> Vec<u64> {
    let mut sums = vec![0; space.passages.sessions().members().len()];
    for (ordinal, traits) in (0..).zip(space.passages.traits()) {
        if let (Some(lengths), false) = (space.words.lengths(ordinal), traits.by_assistant) {
            sums[traits.session as usize] += u64::from(lengths.name) + u64::from(lengths.body);
        }
    }
    sums
}

/// How often people say the term in each session in which they do.
fn session_frequencies(space: &SpaceIndex, term: &str) -> Vec<(u32, u32)> {
    let said = |posting: &Posting| {
        let traits = space.passages.traits_of(posting.ordinal);
        let said = posting.in_text > 0 && traits.alive && !traits.by_assistant;
        said.then_some((traits.session, u32::from(posting.in_text)))
    };
    let mut frequencies: Vec<(u32, u32)> =
        space.words.postings(term).iter().filter_map(said).collect();
    frequencies.sort_unstable();
    frequencies.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        if same {
            earlier.1 += later.1;
        }
        same
    });
    frequencies
}

/// BM25 over a collection (Robertson and Zaragoza, 2009), with the rarity Lucene uses, which is never negative.
struct Bm25 {
    texts: f32,
    average_length: f32,
}

impl Bm25 {
    /// For so many texts with so many terms altogether.
    fn new(texts: usize, length: u64) -> Self {
        Self {
            texts: texts as f32,
            average_length: (length as f32 / texts.max(1) as f32).max(1.0),
        }
    }

    /// What a term counts that so many texts have.
    fn rarity(&self, having: usize) -> f32 {
        let having = having as f32;
        (1.0 + (self.texts - having + 0.5) / (having + 0.5)).ln()
    }

    /// How much of a term's rarity a text of that length gets that has it so often.
    fn saturation(&self, frequency: u32, length: u64) -> f32 {
        let frequency = frequency as f32;
        let relative_length = length as f32 / self.average_length;
        frequency * (K1 + 1.0) / (frequency + K1 * (1.0 - B + B * relative_length))
    }
}
