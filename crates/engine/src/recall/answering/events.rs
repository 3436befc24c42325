//! When something happened that is told in other words than it is asked about.

use std::collections::HashSet;

use recollect_index::terms;
use recollect_model::{Modality, Nature};

use super::facts::{begins_in, own_words};
use super::filling::{Filled, Filler, Filling};

/// So many of the question's words the fact must have.
const MOST_WORDS: f32 = 0.6;

/// Verbs that say little of what happened.
const LIGHT: &[&str] = &[
    "go", "have", "do", "make", "get", "take", "be", "attend", "hold", "host", "start", "come",
    "see", "give",
];

/// How sure such an answer is.
const CONFIDENCE: f32 = 0.65;

impl Filler<'_> {
    /// The statement about whom it asks that has the words of the question, all of its object among them, and a time of its own:
    /// "When did Mel go to the pottery workshop?" of "Mel took her children to a pottery workshop on Friday".
    pub(super) fn told_at(&self) -> Option<Filled> {
        let pattern = &self.asked.pattern;
        if pattern.object.is_empty() {
            return None;
        }
        let is_light = LIGHT.contains(&pattern.verb.as_str());
        let verb: HashSet<String> = terms(&pattern.verb.replace('_', " ")).into_iter().collect();
        let tells = |number: &usize| {
            let one = self.at(*number);
            let statement = &one.row.statement;
            let said = &statement.proposition;
            one.fit.fills.is_some()
                && one.fit.object >= 1.0
                && one.fit.words >= MOST_WORDS
                && one.fit.time > 0.5
                && (is_light || verb.is_subset(&own_words(&one.row)))
                && statement
                    .valid_at
                    .is_some_and(|at| begins_in(&pattern.time, at))
                && statement.precision.is_some()
                && matches!(said.modality, Modality::Actual | Modality::Planned)
                && !said.is_negated
                && !matches!(
                    said.relation.nature(),
                    Some(Nature::State | Nature::Permanent)
                )
                && self.said_by_writer(*number)
                && !self.was_wrong(one)
        };
        let found = (0..self.candidates.len()).filter(tells);
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
}
