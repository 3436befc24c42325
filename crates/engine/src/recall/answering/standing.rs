//! What holds goes before what has ended.
//!
//! How well a fact's words match says nothing of whether it still holds: where somebody lived may be told far more
//! often than where they live. So of the facts that bear on each other, those of the time that the question asks for
//! take the best of the places that all of them were ranked at. A question in the present, and one that says nothing
//! of time, asks for what holds; one with a date for what held then; one in the past for what has ended. Where it
//! asks for what ever was, for the first or for the last, nothing is moved.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use recollect_language::{AskedTime, Hole, Selection};
use recollect_model::Timestamp;
use recollect_storage::RecalledStatement;

use super::facts::time_fit;
use super::{Asked, Candidate};
use crate::recall::Query;
use crate::recall::question::Question;

/// What is left of the score of a fact of another time, where a question is not understood.
const OTHER_TIME: f32 = 0.85;

/// The time that the facts of a search are wanted of.
#[derive(Debug)]
pub(in crate::recall) struct WantedTime {
    /// Any of these; no fact is preferred where there is none.
    times: Vec<AskedTime>,
    now: Timestamp,
    is_intended: bool,
}

impl WantedTime {
    pub(in crate::recall) fn of(asked: Option<&Asked>, question: &Question, query: &Query) -> Self {
        let now = query.now().instant();
        let dates = question.named_times.iter();
        let times = match asked {
            Some(asked) => of_pattern(asked),
            None if !question.named_times.is_empty() => {
                dates.map(|date| AskedTime::During(*date)).collect()
            }
            None if question.looks_back => Vec::new(),
            None => vec![AskedTime::Now],
        };
        Self {
            times,
            now,
            // Without a pattern nothing tells whether what lies ahead is asked for.
            is_intended: asked.is_none_or(|asked| asked.pattern.asks_ahead()),
        }
    }

    /// What is left of the score that a fact has by its words.
    pub(super) fn share(&self, row: &RecalledStatement) -> f32 {
        match self.fit(row) {
            fit if fit > 0.0 => 1.0,
            _ => OTHER_TIME,
        }
    }

    /// How well a fact is of that time, 0 to 1.
    fn fit(&self, row: &RecalledStatement) -> f32 {
        if self.times.is_empty() {
            return 1.0;
        }
        let fits = self.times.iter();
        let fits = fits.map(|time| time_fit(time, self.now, self.is_intended, row));
        fits.fold(0.0, f32::max)
    }

    fn is_present(&self) -> bool {
        matches!(self.times[..], [AskedTime::Now])
    }
}

fn of_pattern(asked: &Asked) -> Vec<AskedTime> {
    let pattern = &asked.pattern;
    let prefers = pattern.hole != Hole::Course && pattern.selection == Selection::All;
    match &pattern.time {
        time @ (AskedTime::Now | AskedTime::Past | AskedTime::During(_) | AskedTime::Yearly(_))
            if prefers =>
        {
            vec![time.clone()]
        }
        _ => Vec::new(),
    }
}

/// Puts what is wanted by its time before the rest of what bears on it: the facts that are asked for alike, and those of one
/// slot, where what ended later goes before what ended earlier.
pub(super) fn arrange(wanted: &WantedTime, candidates: &mut Vec<Candidate>) {
    if wanted.times.is_empty() {
        return;
    }
    let alike = |one: &Candidate| {
        let share = (one.fit.object * 100.0) as u32;
        one.fit.is_of_relation().then_some((one.fit.rank, share))
    };
    arrange_groups(candidates, alike, |one| {
        Reverse(steps(wanted.fit(&one.row)))
    });
    let slot = |one: &Candidate| Some((one.space, one.row.statement.slot.clone()));
    let is_present = wanted.is_present();
    arrange_groups(candidates, slot, |one| {
        let ended = one.row.statement.invalid_at.unwrap_or(Timestamp::MAX);
        let newest = is_present.then_some(ended);
        Reverse((steps(wanted.fit(&one.row)), newest))
    });
}

/// Divides the places of each group anew among its members, by `order`; those that are equal by it keep their order. A place
/// keeps its score.
fn arrange_groups<G: Ord, O: Ord>(
    candidates: &mut Vec<Candidate>,
    group: impl Fn(&Candidate) -> Option<G>,
    order: impl Fn(&Candidate) -> O,
) {
    let mut groups: BTreeMap<G, Vec<usize>> = BTreeMap::new();
    for (place, one) in candidates.iter().enumerate() {
        if let Some(group) = group(one) {
            groups.entry(group).or_default().push(place);
        }
    }
    // Whose place each one takes.
    let mut takes: Vec<usize> = (0..candidates.len()).collect();
    for places in groups.into_values().filter(|places| places.len() > 1) {
        let mut members = places.clone();
        members.sort_by_key(|&member| order(&candidates[member]));
        for (place, member) in places.into_iter().zip(members) {
            takes[member] = place;
        }
    }
    let scores: Vec<f32> = candidates.iter().map(|one| one.score).collect();
    let mut placed: Vec<(usize, Candidate)> = takes.into_iter().zip(candidates.drain(..)).collect();
    placed.sort_by_key(|(place, _)| *place);
    candidates.extend(placed.into_iter().map(|(place, one)| Candidate {
        score: scores[place],
        ..one
    }));
}

/// A fit in steps that can be compared.
fn steps(fit: f32) -> u32 {
    (fit * 100.0) as u32
}
