//! Facts that one text says of several things in the same words are told in one sentence: "Anna likes jazz and
//! blues", not one of them after the other. So is what a text says of somebody in the same place: "Anna explored the
//! caves, roasted chestnuts and went home".

use std::collections::HashMap;

use recollect_language::local::tells_picture;
use recollect_model::{Object, Relation, Statement, StatementId};

use super::answering::Candidate;
use super::places::Place;
use crate::KnownStatement;

/// So many are told in one sentence.
const MAX_TOGETHER: usize = 8;

/// So much of what one text says of somebody in one place is told in one sentence.
const MAX_PREDICATES: usize = 4;
/// And so many bytes of it.
const MAX_BYTES: usize = 240;
/// So many characters apart it is said: within a few sentences.
const MAX_APART: u32 = 300;

/// Facts as they are told, in the order of the best of each, with the statements that stand in its sentence too. `places` is where
/// the best of them were said.
pub(super) fn told_together(
    candidates: Vec<Candidate>,
    places: &HashMap<StatementId, Place>,
) -> Vec<(Candidate, Vec<StatementId>)> {
    let mut told: Vec<Group> = Vec::new();
    for one in candidates {
        match told.iter_mut().find(|group| group.takes(&one)) {
            Some(group) => group.others.push(one),
            None => told.push(Group {
                best: one,
                others: Vec::new(),
            }),
        }
    }
    let mut sentences: Vec<Sentence> = Vec::new();
    for (one, others) in told.into_iter().map(Group::told) {
        let sentence = Sentence::of(one, others, places);
        match sentences.iter_mut().find(|before| before.takes(&sentence)) {
            Some(before) => before.add(sentence),
            None => sentences.push(sentence),
        }
    }
    sentences.into_iter().map(Sentence::told).collect()
}

/// What a text says of somebody in one place.
struct Sentence {
    best: Candidate,
    others: Vec<StatementId>,
    /// What it says, without whom it is about, each with where it is said; empty where it is told by itself.
    predicates: Vec<(u32, String)>,
    place: Option<Place>,
}

impl Sentence {
    fn of(best: Candidate, others: Vec<StatementId>, places: &HashMap<StatementId, Place>) -> Self {
        let place = places.get(&best.row.statement.id).copied();
        let statement = &best.row.statement;
        // What only follows from the words ("has a family") says nothing in their order.
        let relation = &statement.proposition.relation;
        let shows = matches!(&statement.proposition.object,
            Object::Value(value) if tells_picture(relation, value));
        let is_told = !shows
            && !matches!(
                relation.known(),
                Some(Relation::Has | Relation::Owns | Relation::Uses | Relation::HasPet)
            );
        let predicate = statement
            .fact
            .strip_prefix(best.row.subject_name.as_str())
            .and_then(|rest| rest.strip_prefix(' '))
            .and_then(|rest| rest.strip_suffix('.'));
        let predicates = match (place, predicate) {
            (Some(place), Some(predicate)) if is_told => vec![(place.words, predicate.to_owned())],
            _ => Vec::new(),
        };
        Self {
            best,
            others,
            predicates,
            place,
        }
    }

    /// Whether the same place says another thing of the same, of the same time.
    fn takes(&self, other: &Self) -> bool {
        let (first, second) = (&self.best.row.statement, &other.best.row.statement);
        let (one, two) = (&first.proposition, &second.proposition);
        let is_near = match (self.place, other.place) {
            (Some(one), Some(two)) => {
                one.episode == two.episode && one.words.abs_diff(two.words) <= MAX_APART
            }
            _ => false,
        };
        let bytes = |sentence: &Self| -> usize {
            let words = sentence.predicates.iter();
            words.map(|(_, predicate)| predicate.len()).sum()
        };
        // What is asked for is told by itself.
        is_near
            && self.best.is_asked_for() == other.best.is_asked_for()
            && !self.predicates.is_empty()
            && !other.predicates.is_empty()
            && self.predicates.len() < MAX_PREDICATES
            && bytes(self) + bytes(other) <= MAX_BYTES
            && (one.subject, one.modality, one.attributed_to)
                == (two.subject, two.modality, two.attributed_to)
            && are_told_alike(first, second)
            && first.decided == second.decided
    }

    fn add(&mut self, other: Self) {
        self.others.push(other.best.row.statement.id);
        self.others.extend(other.others);
        for (place, predicate) in other.predicates {
            if self
                .predicates
                .iter()
                .any(|(_, said)| has_said(said, &predicate))
            {
                continue;
            }
            self.predicates
                .retain(|(_, said)| !has_said(&predicate, said));
            self.predicates.push((place, predicate));
        }
    }

    fn told(mut self) -> (Candidate, Vec<StatementId>) {
        if self.predicates.len() > 1 {
            self.predicates.sort_by_key(|(place, _)| *place);
            let words: Vec<&str> = self
                .predicates
                .iter()
                .map(|(_, predicate)| predicate.as_str())
                .collect();
            let (last, before) = words.split_last().expect("there are at least two");
            let said = format!("{} and {last}", before.join(", "));
            self.best.row.statement.fact = format!("{} {said}.", self.best.row.subject_name);
        }
        (self.best, self.others)
    }
}

/// Whether what is told of when the one was so is right of the other: a sentence has one time.
fn are_told_alike(first: &Statement, second: &Statement) -> bool {
    let times = |one: &Statement| (one.valid_at, one.invalid_at, one.precision);
    let is_event = |one: &Statement| {
        let said = &one.proposition;
        KnownStatement::tells_event(&said.relation, said.modality, (&one.phrase, &one.fact))
    };
    times(first) == times(second) && is_event(first) == is_event(second)
}

/// Whether a predicate says all that another does: "helped renovate a barn" has said "renovated a barn".
fn has_said(said: &str, predicate: &str) -> bool {
    /// What words have in common that are forms of one, in letters.
    const STEM: usize = 5;
    let stem = |word: &str| word.chars().take(STEM).collect::<String>();
    let words = |text: &str| -> Vec<String> { text.split(' ').map(stem).collect() };
    let all = words(said);
    words(predicate).iter().all(|word| all.contains(word))
}

/// What one text says of several things.
struct Group {
    best: Candidate,
    others: Vec<Candidate>,
}

impl Group {
    fn members(&self) -> impl Iterator<Item = &Candidate> {
        std::iter::once(&self.best).chain(&self.others)
    }

    /// Whether a statement says of another thing what the others say of theirs, by the same words of the same text.
    fn takes(&self, other: &Candidate) -> bool {
        let first = &self.best;
        self.others.len() + 1 < MAX_TOGETHER
            && first.is_told_with(other)
            && first.row.statement.decided == other.row.statement.decided
            && self
                .members()
                .all(|member| member.row.object_name != other.row.object_name)
            && around(first).is_some_and(|around| Some(around) == self::around(other))
    }

    fn told(mut self) -> (Candidate, Vec<StatementId>) {
        let names: Vec<&str> = self
            .members()
            .map(|one| one.row.object_name.as_str())
            .collect();
        let sentence = match (&names[..], around(&self.best)) {
            ([before @ .., last], Some((start, end))) if !before.is_empty() => {
                Some(format!("{start}{} and {last}{end}", before.join(", ")))
            }
            _ => None,
        };
        if let Some(sentence) = sentence {
            self.best.row.statement.fact = sentence;
        }
        let others = self.others.iter().map(|one| one.row.statement.id);
        (self.best, others.collect())
    }
}

/// What stands before and after the object in the fact's sentence; `None` where it stands elsewhere than once.
fn around(one: &Candidate) -> Option<(&str, &str)> {
    let (fact, name) = (&one.row.statement.fact, &one.row.object_name);
    if name.is_empty() {
        return None;
    }
    let mut found = fact.match_indices(name.as_str());
    let (start, _) = found.next()?;
    let end = start + name.len();
    let is_whole = |text: Option<char>| !text.is_some_and(char::is_alphanumeric);
    // "Has a dog called Coco" is no dog called Coco and Shadow.
    let is_called = [" called ", " named "]
        .iter()
        .any(|naming| fact[..start].ends_with(naming));
    let stands_alone = !is_called
        && is_whole(fact[..start].chars().next_back())
        && is_whole(fact[end..].chars().next());
    (found.next().is_none() && stands_alone && start > 0).then(|| (&fact[..start], &fact[end..]))
}
