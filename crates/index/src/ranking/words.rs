//! The words lane: BM25 over the texts of several word indexes as if they were one, and over sessions.

use super::question::QuestionTerm;
use crate::words::{Posting, Related, WordIndex};
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

/// Which part of what the question asks for by its words each text of every index has, from 0 to 1. How much a word counts of it
/// is how rare it is in the first indexes, so many: the others may all be of one matter.
pub(super) fn shares(
    indexes: &[&WordIndex],
    first: usize,
    terms: &[(String, f32)],
) -> Vec<Vec<f32>> {
    let known = &indexes[..first];
    let bm25 = Bm25::of_texts(known);
    let mut shares: Vec<Vec<f32>> = indexes
        .iter()
        .map(|index| vec![0.0; index.appended()])
        .collect();
    let rarity = |term: &str| bm25.rarity(known.iter().map(|index| index.count(term)).sum());
    let all: f32 = terms.iter().map(|(term, _)| rarity(term)).sum();
    for (term, _) in terms {
        let share = rarity(term) / all;
        for (index, shares) in indexes.iter().zip(&mut shares) {
            for posting in index.postings(term) {
                shares[posting.ordinal as usize] += share;
            }
        }
    }
    shares
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
        match term.related {
            Some(related) => score_related(&mut scoring, term, related, weights, &bm25),
            None => score_alone(&mut scoring, term, &bm25),
        }
        let in_sessions = scoring.iter().map(|space| space.in_sessions.having());
        let in_sessions = term.count * of_sessions.rarity(in_sessions.sum());
        for space in &mut scoring {
            space.score_sessions(in_sessions, &of_sessions);
        }
    }
    let (passages, sessions) = scoring
        .into_iter()
        .map(|space| (space.passages, space.sessions))
        .unzip();
    WordScores { passages, sessions }
}

/// Scores the passages that have a term that leads to no other; how many have it is known before they are gone through.
fn score_alone(spaces: &mut [SpaceWords<'_>], term: &QuestionTerm, bm25: &Bm25) {
    let having = spaces
        .iter()
        .map(|space| space.index.words.count(&term.term));
    let rarity = term.count * bm25.rarity(having.sum());
    for space in spaces {
        let scores = space.passages.as_mut_slice();
        let in_sessions = &mut space.in_sessions;
        each_passage(space.index, &term.term, 1.0, in_sessions, |passage| {
            let saturation = bm25.saturation(passage.frequency, passage.length);
            scores[passage.ordinal as usize] += rarity * saturation;
        });
    }
}

/// Scores the passages that have a term or anything that it leads to.
fn score_related(
    spaces: &mut [SpaceWords<'_>],
    term: &QuestionTerm,
    related: &Related,
    weights: &Weights,
    bm25: &Bm25,
) {
    for space in spaces.iter_mut() {
        space.count(term, related, weights);
    }
    let having = spaces.iter().map(|space| space.having.having());
    let rarity = term.count * bm25.rarity(having.sum());
    let of_kind = spaces.iter().map(|space| space.of_kind.having());
    let of_kind = term.count * weights.kinds * bm25.rarity(of_kind.sum());
    for space in spaces {
        space.score_counted(rarity, of_kind, bm25);
    }
}

/// A passage that has a word.
struct Having {
    ordinal: u32,
    frequency: f32,
    /// The number of its terms.
    length: u32,
}

/// Calls `take` with each live passage that has a word, which counts that part of how often it stands there; counts in
/// `in_sessions` how often people say it.
#[inline]
fn each_passage(
    index: &SpaceIndex,
    word: &str,
    part: f32,
    in_sessions: &mut Counts,
    mut take: impl FnMut(Having),
) {
    let said = index.passages.said();
    for posting in index.words.postings(word) {
        let ordinal = posting.ordinal;
        let Some(length) = said.terms(ordinal, &index.words) else {
            continue;
        };
        let (in_text, in_date) = (f32::from(posting.in_text), f32::from(posting.in_date));
        take(Having {
            ordinal,
            frequency: part * (in_text + in_date),
            length,
        });
        if posting.in_text > 0
            && let Some(session) = said.session(ordinal)
        {
            in_sessions.add(session, part * in_text);
        }
    }
}

/// Which passages, or sessions, have a term, and how often.
#[derive(Default)]
struct Counts {
    /// By number.
    frequencies: Vec<f32>,
    /// Those that have it at all.
    numbers: Vec<u32>,
}

impl Counts {
    fn of(count: usize) -> Self {
        let mut counts = Self::default();
        counts.make_room(count);
        counts
    }

    /// Makes room for so many.
    fn make_room(&mut self, count: usize) {
        self.frequencies.resize(count, 0.0);
    }

    /// How many have it.
    fn having(&self) -> usize {
        self.numbers.len()
    }

    #[inline]
    fn add(&mut self, number: u32, frequency: f32) {
        let sum = &mut self.frequencies[number as usize];
        if *sum == 0.0 {
            self.numbers.push(number);
        }
        *sum += frequency;
    }

    fn has(&self, number: u32) -> bool {
        self.frequencies[number as usize] > 0.0
    }

    /// Calls `take` with each that has the term and how often, and forgets them.
    fn drain(&mut self, mut take: impl FnMut(u32, f32)) {
        for number in self.numbers.drain(..) {
            let frequency = &mut self.frequencies[number as usize];
            take(number, std::mem::take(frequency));
        }
    }
}

/// The scores of one space as its terms are gone through.
struct SpaceWords<'a> {
    index: &'a SpaceIndex,
    passages: Vec<f32>,
    sessions: Vec<f32>,
    /// How often each passage has the term at hand.
    having: Counts,
    /// How often each has anything of the kind that it names.
    of_kind: Counts,
    /// How often people say the term at hand in each session.
    in_sessions: Counts,
}

impl<'a> SpaceWords<'a> {
    fn of(index: &'a SpaceIndex) -> Self {
        let sessions = index.passages.sessions().members().len();
        let passages = index.passages.traits().len();
        Self {
            index,
            passages: vec![0.0; passages],
            sessions: vec![0.0; sessions],
            having: Counts::default(),
            of_kind: Counts::default(),
            in_sessions: Counts::of(sessions),
        }
    }

    /// Counts a term and what it leads to.
    fn count(&mut self, term: &QuestionTerm, related: &Related, weights: &Weights) {
        self.having.make_room(self.passages.len());
        self.of_kind.make_room(self.passages.len());
        self.count_word(&term.term, 1.0);
        for form in &related.forms {
            self.count_word(form, 1.0);
        }
        for word in &related.alike {
            self.count_word(word, weights.alike);
        }
        let said = self.index.passages.said();
        for word in &related.of_kind {
            for posting in self.index.words.postings(word) {
                let length = said.terms(posting.ordinal, &self.index.words);
                if posting.in_text > 0 && length.is_some() {
                    self.of_kind.add(posting.ordinal, posting.in_text.into());
                }
            }
        }
    }

    fn count_word(&mut self, word: &str, part: f32) {
        let having = &mut self.having;
        each_passage(self.index, word, part, &mut self.in_sessions, |passage| {
            having.add(passage.ordinal, passage.frequency);
        });
    }

    /// Scores the passages that have the counted term, and those that have something of the counted kind and not the term; forgets
    /// the counts.
    fn score_counted(&mut self, rarity: f32, of_kind_rarity: f32, bm25: &Bm25) {
        let Self {
            index,
            passages,
            having,
            of_kind,
            ..
        } = self;
        let said = index.passages.said();
        let mut score = |ordinal: u32, frequency: f32, rarity: f32| {
            if let Some(length) = said.terms(ordinal, &index.words) {
                passages[ordinal as usize] += rarity * bm25.saturation(frequency, length);
            }
        };
        of_kind.drain(|ordinal, frequency| {
            if !having.has(ordinal) {
                score(ordinal, frequency, of_kind_rarity);
            }
        });
        having.drain(|ordinal, frequency| score(ordinal, frequency, rarity));
    }

    /// Scores the sessions that have the counted term, and forgets the counts.
    fn score_sessions(&mut self, rarity: f32, bm25: &Bm25) {
        let Self {
            index,
            sessions,
            in_sessions,
            ..
        } = self;
        let lengths = index.passages.sessions();
        in_sessions.drain(|session, frequency| {
            let saturation = bm25.saturation(frequency, lengths.length_of(session));
            sessions[session as usize] += rarity * saturation;
        });
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
