//! When something happened that is told in other words than it is asked about.

use std::collections::HashSet;

use recollect_index::terms;
use recollect_model::{Modality, Relation};

use super::Candidate;
use super::facts::{IS_RELATION, begins_in, own_words};
use super::filling::{Filled, Filler, Filling};
use super::saying::{says, says_names};

/// So many of the question's words the fact must have.
const MIN_WORDS: f32 = 0.4;

/// So many of the words of what is asked about it must have.
const MIN_OF_OBJECT: f32 = 0.5;

/// So many words of a question say what is meant, whatever its verb.
const TELLING_WORDS: usize = 2;

/// It must be among so many of the best.
const BEST: usize = 5;

/// Verbs that say little of what happened.
const LIGHT: &[&str] = &[
    "go", "have", "do", "make", "get", "take", "be", "attend", "hold", "host", "start", "come",
    "see", "give",
];

/// Verbs of which "make" says the same.
const MAKING: &[&str] = &[
    "draw", "paint", "write", "knit", "sew", "bake", "cook", "build", "create", "craft", "compose",
];

/// How sure such an answer is.
const CONFIDENCE: f32 = 0.65;

impl Filler<'_> {
    /// The statement about whom it asks that has the words of the question, its names and most of its object among them, and a
    /// time of its own: "When did Mel go to the pottery workshop?" of "Mel took her children to a pottery workshop on Friday".
    pub(super) fn told_at(&self) -> Option<Filled> {
        let pattern = &self.asked.pattern;
        if pattern.object.is_empty() {
            return None;
        }
        let tells = |number: &usize| {
            let one = self.at(*number);
            let statement = &one.row.statement;
            let said = &statement.proposition;
            one.fit.fills.is_some()
                && one.fit.object >= MIN_OF_OBJECT
                && one.fit.words >= MIN_WORDS
                && one.fit.time > 0.5
                && self.tells_the_same(one)
                && statement
                    .valid_at
                    .is_some_and(|at| begins_in(&pattern.time, at))
                && statement.precision.is_some()
                && matches!(said.modality, Modality::Actual | Modality::Planned)
                && !said.is_negated
                && self.said_by_writer(*number)
                && !self.was_wrong(one)
        };
        let found = (0..self.candidates.len().min(BEST)).filter(tells);
        let best = found.max_by(|one, other| {
            let rank = |number: &usize| {
                let one = self.at(*number);
                one.fit.words + one.score
            };
            rank(one).total_cmp(&rank(other))
        })?;
        let filled = self.filled(Filling::Starts, vec![best]);
        filled.map(|filled| Filled {
            confidence: CONFIDENCE,
            ..filled
        })
    }

    /// Whether a statement tells of what is asked about: by its verb, or by a relation that says the same and words enough beside
    /// it; with every name of the question.
    fn tells_the_same(&self, one: &Candidate) -> bool {
        let pattern = &self.asked.pattern;
        let own = own_words(&one.row);
        let verb: HashSet<String> = terms(&pattern.verb.replace('_', " ")).into_iter().collect();
        let is_light = LIGHT.contains(&pattern.verb.as_str());
        let has_verb = match is_light {
            true => one.fit.object >= 1.0,
            false => verb.is_subset(&own),
        };
        let words = || pattern.object.iter().chain(&pattern.details);
        let said = words().filter(|word| says(&own, word)).count();
        // Who made a self-portrait drew it, and who is a member joined.
        let is_made = MAKING.contains(&pattern.verb.as_str())
            && one.row.statement.proposition.relation == Relation::Made;
        let is_so = is_made || one.fit.relation >= IS_RELATION;
        says_names(&own, words()) && (has_verb && said > 0 || is_so && said >= TELLING_WORDS)
    }
}
