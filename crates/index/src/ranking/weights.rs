//! Every constant of the ranking.

/// How much each sign of relevance counts. The unit is one standard deviation of a lane's scores, over all passages or
/// over all sessions.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The words a passage shares with the question (BM25, standardised over passages).
    pub words: f32,
    /// The closeness of a passage's embedding to the question's (cosine, standardised over passages).
    pub vectors: f32,
    /// How much of a term a word for the same matter counts.
    pub alike: f32,
    /// How much of a term what is of the kind that it names counts, where the term itself does not stand.
    pub kinds: f32,
    /// The part of a passage's words and vector that is by the part of the question that it answers best, where a question
    /// has parts; the rest is by all of it.
    pub parts: f32,
    /// Taken from what was neither said nor known when the question is asked.
    pub unknown: f32,
    /// Taken from what an assistant says.
    pub assistant: f32,
    /// The part of a passage's score that the next passage of the session borrows.
    pub previous: f32,
    /// The part that it borrows besides, of one that asks.
    pub previous_asks: f32,
    /// Taken from a passage that asks, in part where a part of it does.
    pub asks: f32,
    /// The part of a passage's score that the passage before it in the session borrows.
    pub next: f32,
    /// The words that what people say in a passage's session shares with the question (BM25, standardised over
    /// sessions).
    pub session_words: f32,
    /// The best passage of a passage's session (standardised over sessions).
    pub session_best: f32,
    /// The length of a passage (logarithm, standardised over passages): a longer one says more.
    pub length: f32,
    /// Spoken by the one speaker the question names.
    pub speaker: f32,
    /// From a time the question speaks of.
    pub time: f32,
    /// Mentions an entity the question names that speaks nowhere itself.
    pub mention: f32,
    /// Evidence of a statement about an entity the question names: in full if it names both ends, else as well as
    /// the statement's words match.
    pub evidence: f32,
    /// Evidence of a statement about an entity one hop away, as well as the statement's words match.
    pub hop_evidence: f32,
    /// Belongs to an entity one hop away, as well as the words of the statement that leads there match.
    pub hop_mention: f32,
    /// The cosine from which closeness alone is a reason to be answered.
    pub least_cosine: f32,
    /// A fact whose subject or object the question names.
    pub fact_named: f32,
    /// The words a fact's sentence shares with the question (BM25, the best one 1).
    pub fact_words: f32,
    /// The score from which a passage vouches for a fact that shares neither a name nor a word with the question.
    pub fact_unnamed: f32,
}

impl Default for Weights {
    /// Chosen on dialogue data (turns of `LoCoMo`, sessions of `LongMemEval`); those of the graph are small, so that a
    /// wrong name or statement cannot outweigh what the text says.
    fn default() -> Self {
        Self {
            words: 0.42,
            vectors: 0.58,
            alike: 0.3,
            kinds: 2.0,
            parts: 0.5,
            unknown: 5.0,
            assistant: 2.0,
            previous: 0.3,
            previous_asks: 0.3,
            asks: 0.6,
            next: 0.2,
            session_words: 0.5,
            session_best: 0.3,
            length: 0.4,
            speaker: 2.5,
            time: 2.3,
            mention: 0.5,
            evidence: 0.3,
            hop_evidence: 0.3,
            hop_mention: 0.15,
            least_cosine: 0.06,
            fact_named: 1.0,
            fact_words: 1.0,
            fact_unnamed: 4.0,
        }
    }
}
