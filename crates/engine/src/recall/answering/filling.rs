//! What fills the hole of a question: which statements, and how they are to be told.

use std::collections::BTreeSet;

use recollect_index::terms;
use recollect_language::{AskedTime, Expected, Hole, Moment, Selection};
use recollect_model::{DetailRole, Modality, Nature, Relation, RelationName, Timestamp};

use super::behind::behind;
use super::facts::WHERE;
use super::plans::{end_of, has_come};
use super::{Asked, Candidate};

/// A longer list is no answer.
const MAX_LISTED: usize = 12;

/// Statements that answer a question, and how.
#[derive(Debug)]
pub(super) struct Filled {
    pub(super) how: Filling,
    /// The numbers of the statements, in the order of the answer.
    pub(super) candidates: Vec<usize>,
    pub(super) confidence: f32,
}

/// How statements answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Filling {
    /// Their ends that fill the hole, one after the other.
    Ends,
    /// The same with when each held.
    Course,
    /// When they began or happened.
    Starts,
    /// When they ended.
    Endings,
    /// How long they held.
    Durations,
    /// How many there are.
    Count(usize),
    /// Yes, or no.
    Truth(bool),
    /// Who says so.
    Sources,
    /// What somebody is called.
    Names(Vec<String>),
    /// Who somebody is.
    Identity,
    /// What they say, one after the other.
    Facts,
    /// What they say besides.
    Details(Vec<String>),
}

/// What answers a question, where that is certain.
pub(super) fn fill(asked: &Asked, candidates: &[Candidate]) -> Option<Filled> {
    if asked
        .parties
        .iter()
        .all(super::parties::Parties::is_unknown)
        && !asked.pattern.about.is_empty()
        && asked
            .parties
            .iter()
            .all(|parties| parties.itself.is_empty())
    {
        return None;
    }
    let filler = Filler { asked, candidates };
    match asked.pattern.hole {
        Hole::Object | Hole::Subject => filler.ends(),
        Hole::Start => filler.starts(),
        Hole::End => filler.endings(),
        Hole::Duration => filler.durations(),
        Hole::Count => filler.count(),
        Hole::Truth => filler.truth(),
        Hole::Source => filler.sources(),
        Hole::Name => filler.names(),
        Hole::Identity => filler.identity(),
        Hole::Course => filler.course(),
        Hole::Detail => filler.details(),
    }
}

pub(super) struct Filler<'a> {
    pub(super) asked: &'a Asked,
    pub(super) candidates: &'a [Candidate],
}

impl Filler<'_> {
    pub(super) fn at(&self, number: usize) -> &Candidate {
        &self.candidates[number]
    }

    /// The statements that say what is asked for, whenever they held: those that are no mere wishes or hearsay, of the
    /// relation that fits best, with the most of the details.
    pub(super) fn matching(&self) -> Vec<usize> {
        let pattern = &self.asked.pattern;
        let mut found: Vec<usize> = (0..self.candidates.len())
            .filter(|number| {
                let one = self.at(*number);
                let said = &one.row.statement.proposition;
                let is_meant_so = match said.modality {
                    Modality::Actual => {
                        !pattern.is_intended
                            || one.fit.relation >= 1.0 && is_intention(&said.relation)
                    }
                    Modality::Planned | Modality::Wished => {
                        pattern.asks_ahead()
                            || pattern.time == AskedTime::Future
                            || is_ahead(one, self.now())
                            || has_come(&one.row, self.now())
                    }
                    _ => false,
                };
                one.fit.is_match()
                    && !said.is_negated
                    && is_meant_so
                    && self.is_among(one)
                    && !self.was_wrong(one)
            })
            .collect();
        if pattern.hole != Hole::Source && found.iter().any(|one| self.said_by_writer(*one)) {
            found.retain(|one| self.said_by_writer(*one));
        }
        let rank = |number: &usize| self.at(*number).fit.rank;
        if let Some(best) = found.iter().map(rank).min() {
            found.retain(|number| rank(number) == best);
        }
        self.latest_of_plans(&mut found);
        found
    }

    /// Leaves of what holds and what was to hold from a day on that has come what began last: where both stand, one took the place of the
    /// other.
    fn latest_of_plans(&self, found: &mut Vec<usize>) {
        let has_come = |number: &usize| has_come(&self.at(*number).row, self.now());
        let begins = |number: &usize| self.at(*number).row.statement.valid_at;
        let holds = |number: &usize| self.at(*number).fit.time >= 1.0;
        let latest = |is_plan: bool| {
            let of_kind = found
                .iter()
                .filter(|number| holds(number) && has_come(number) == is_plan);
            of_kind.filter_map(begins).max()
        };
        let (so, planned) = (latest(false), latest(true));
        if let (Some(so), Some(planned)) = (so, planned) {
            let is_plan_later = so < planned;
            found.retain(|number| !holds(number) || has_come(number) == is_plan_later);
        }
    }

    pub(super) fn with_most_details(&self, mut found: Vec<usize>) -> Vec<usize> {
        // "Which clubs" is no word that a club's name must have.
        let of_kind = match self.asked.pattern.is_kind_open {
            true => 0.5,
            false => 0.0,
        };
        let details = |number: &usize| {
            let fit = &self.at(*number).fit;
            fit.details + of_kind * fit.kind
        };
        let most = found.iter().map(details).fold(0.0, f32::max);
        let has_most = |number: &usize| details(number) >= most - 0.01;
        // "Wrote down quotes and plans to stay focused": what stands beside both is told of one.
        let best: Vec<usize> = found.iter().copied().filter(has_most).collect();
        found.retain(|number| {
            let mut best = best.iter();
            best.any(|other| self.at(*number).is_told_with(self.at(*other)))
        });
        self.of_kind(found)
    }

    pub(super) fn now(&self) -> Timestamp {
        self.asked.reference.instant()
    }

    pub(super) fn said_by_writer(&self, number: usize) -> bool {
        self.at(number)
            .row
            .statement
            .proposition
            .attributed_to
            .is_none()
    }

    pub(super) fn was_wrong(&self, one: &Candidate) -> bool {
        let statement = &one.row.statement;
        statement.valid_at.is_some() && statement.valid_at == statement.invalid_at
    }

    pub(super) fn has_ended(&self, one: &Candidate) -> bool {
        end_of(&one.row).is_some_and(|end| end <= self.now())
    }

    /// Whether what fills the hole is one of those among whom is asked.
    pub(super) fn is_among(&self, one: &Candidate) -> bool {
        if self.asked.pattern.among.is_none() {
            return true;
        }
        one.filler()
            .is_some_and(|filler| self.asked.parties[one.space].among.contains(&filler))
    }

    /// Those of the time asked about; where the question looks back without a date, those that ended before the others.
    pub(super) fn in_time(&self, found: Vec<usize>) -> Vec<usize> {
        let time = |number: &usize| self.at(*number).fit.time;
        if let AskedTime::Before(moment) | AskedTime::After(moment) = &self.asked.pattern.time {
            return self.around(&found, moment);
        }
        let best = found.iter().map(time).fold(0.0, f32::max);
        if best < 0.5 {
            return Vec::new();
        }
        let mut found: Vec<usize> = found.into_iter().filter(|one| time(one) >= best).collect();
        if self.asked.pattern.is_ended {
            found.retain(|one| self.has_ended(self.at(*one)) || self.is_event(*one));
        }
        found
    }

    pub(super) fn is_event(&self, number: usize) -> bool {
        self.at(number).row.statement.proposition.relation.nature() == Some(Nature::Event)
    }

    /// Whether it says what holds until it ends, and not that it did: "works at", not "retired" nor "is retired".
    pub(super) fn is_lasting(&self, number: usize) -> bool {
        let one = self.at(number);
        let relation = one.row.statement.proposition.relation.known();
        relation.is_some_and(|known| known.nature() != Nature::Event) && !one.fit.is_state
    }

    /// The statement next to the one that has these words, or to a date.
    fn around(&self, found: &[usize], moment: &Moment) -> Vec<usize> {
        let is_before = matches!(self.asked.pattern.time, AskedTime::Before(_));
        let begins = |number: &usize| self.at(*number).row.statement.valid_at;
        let mut ordered = found.to_vec();
        ordered.sort_by_key(|number| (begins(number), *number));
        let at = match moment {
            Moment::Date(interval) => interval.start,
            Moment::Event(words) => {
                let wanted = terms(&words.join(" "));
                let pivot = ordered.iter().rev().find(|number| {
                    let own = terms(self.at(**number).filler_name());
                    !wanted.is_empty() && wanted.iter().all(|word| own.contains(word))
                });
                match pivot.and_then(begins) {
                    Some(at) => at,
                    None => return Vec::new(),
                }
            }
        };
        let next = match is_before {
            true => ordered
                .iter()
                .rev()
                .find(|one| begins(one).is_none_or(|from| from < at)),
            false => ordered
                .iter()
                .find(|one| begins(one).is_some_and(|from| at < from)),
        };
        next.into_iter().copied().collect()
    }

    pub(super) fn select(&self, mut found: Vec<usize>) -> Vec<usize> {
        let begins = |number: &usize| (self.at(*number).row.statement.valid_at, *number);
        match self.asked.pattern.selection {
            Selection::All => found,
            Selection::First => found.into_iter().min_by_key(begins).into_iter().collect(),
            Selection::Last => found.into_iter().max_by_key(begins).into_iter().collect(),
            Selection::Former => {
                found.retain(|one| self.has_ended(self.at(*one)));
                found.into_iter().max_by_key(begins).into_iter().collect()
            }
        }
    }

    fn confidence(&self, found: &[usize]) -> f32 {
        let each = found.iter().map(|number| {
            let one = self.at(*number);
            let hearsay = if self.said_by_writer(*number) {
                1.0
            } else {
                0.7
            };
            one.fit.relation * hearsay * (0.8 + 0.1 * one.fit.details + 0.1 * one.fit.kind)
        });
        each.fold(0.95, f32::min)
    }

    pub(super) fn filled(&self, how: Filling, candidates: Vec<usize>) -> Option<Filled> {
        if candidates.is_empty() || candidates.len() > MAX_LISTED {
            return None;
        }
        let confidence = self.confidence(&candidates);
        Some(Filled {
            how,
            candidates,
            confidence,
        })
    }

    /// What fills the hole of each, once.
    pub(super) fn distinct(&self, found: Vec<usize>) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let name = |number: &usize| self.at(*number).filler_name().to_lowercase();
        found
            .into_iter()
            .filter(|number| !name(number).is_empty() && seen.insert(name(number)))
            .collect()
    }

    /// Whether what fills the hole is whom the question is about: "Who supports Anna?" is not answered by Anna.
    fn is_given(&self, number: usize) -> bool {
        let one = self.at(number);
        let named = terms(&self.asked.pattern.object.join(" "));
        let is_named = !named.is_empty()
            && terms(one.filler_name())
                .iter()
                .all(|word| named.contains(word));
        let about = &self.asked.parties[one.space].about;
        is_named && self.asked.pattern.hole == Hole::Subject
            || one
                .filler()
                .is_some_and(|filler| about.iter().any(|party| party.contains(&filler)))
    }

    fn ends(&self) -> Option<Filled> {
        let pattern = &self.asked.pattern;
        // "Where did I buy the bike?" asks for neither end of what is said.
        if !pattern.object.is_empty() && !pattern.about.is_empty() && !pattern.roles.is_empty() {
            return self.details();
        }
        let mut found = self.in_time(self.matching());
        if self.asks_beside(&found) {
            return self.details();
        }
        found.retain(|number| !self.is_given(*number));
        found = self.telling(found);
        if pattern.expected == Expected::Place {
            let is_somewhere = |number: &usize| {
                let one = self.at(*number);
                let last = one
                    .row
                    .statement
                    .phrase
                    .rsplit(' ')
                    .next()
                    .unwrap_or_default();
                one.row.statement.proposition.relation.known().is_some() || WHERE.contains(&last)
            };
            if !found.iter().any(is_somewhere) {
                return self.details();
            }
            found.retain(is_somewhere);
        }
        let mut found = self.select(self.with_most_details(found));
        let begins = |number: &usize| (self.at(*number).row.statement.valid_at, *number);
        let looks_back = self.asked.lists_by_time();
        if looks_back {
            found.sort_by_key(begins);
        } else {
            found.sort_by(|one, other| {
                let (one, other) = (self.at(*one), self.at(*other));
                other.score.total_cmp(&one.score)
            });
        }
        let relation = |number: &usize| &self.at(*number).row.statement.proposition.relation;
        let is_exclusive = found
            .first()
            .is_some_and(|one| relation(one).is_exclusive());
        let is_course = looks_back && is_exclusive && found.len() > 1;
        let found = if is_course {
            found
        } else {
            self.distinct(found)
        };
        self.filled(
            if is_course {
                Filling::Course
            } else {
                Filling::Ends
            },
            found,
        )
    }

    /// Whether what is asked for stands beside the object of all that is found: "What did Rob invite her to?"
    fn asks_beside(&self, found: &[usize]) -> bool {
        let pattern = &self.asked.pattern;
        let Some(preposition) = &pattern.preposition else {
            return false;
        };
        !found.is_empty()
            && found.iter().all(|number| {
                let row = &self.at(*number).row;
                let is_open = row.statement.proposition.relation.known().is_none();
                let is_behind = row.statement.phrase.ends_with(&format!(" {preposition}"));
                is_open && !is_behind && behind(pattern, row).is_some()
            })
    }

    /// What statements say besides: where, with whom, for how much.
    fn details(&self) -> Option<Filled> {
        let pattern = &self.asked.pattern;
        let mut found = self.with_most_details(self.in_time(self.matching()));
        let says = |number: &usize| {
            let row = &self.at(*number).row;
            let details = row.statement.details.0.iter();
            let mut of_role = details.filter(|detail| pattern.roles.contains(&detail.role));
            let of_role = of_role.next().map(|detail| detail.text.clone());
            of_role.or_else(|| behind(pattern, row))
        };
        // "How much do I owe Tom?" asks for what is owed.
        let asks_amount = pattern
            .roles
            .iter()
            .any(|role| matches!(role, DetailRole::Price | DetailRole::Quantity));
        let is_amount = |number: &usize| {
            let name = &self.at(*number).row.object_name;
            name.contains(|letter: char| letter.is_ascii_digit())
        };
        if asks_amount && !found.iter().any(|number| says(number).is_some()) {
            found.retain(is_amount);
            return self.filled(Filling::Ends, self.distinct(found));
        }
        found.retain(|number| says(number).is_some());
        found.sort_by(|one, other| self.at(*other).score.total_cmp(&self.at(*one).score));
        found.truncate(3);
        let mut texts: Vec<String> = found.iter().filter_map(says).collect();
        texts.dedup();
        // Several that differ are several occasions, of which one is meant.
        if texts.len() > 1 && pattern.object.is_empty() {
            return None;
        }
        found.truncate(texts.len());
        let confidence = 0.85;
        self.filled(Filling::Details(texts), found)
            .map(|filled| Filled {
                confidence,
                ..filled
            })
    }
}

/// Whether a relation is itself what somebody means or wishes.
fn is_intention(relation: &RelationName) -> bool {
    matches!(relation.known(), Some(Relation::Wants | Relation::Plans))
}

pub(super) fn is_ahead(one: &Candidate, now: Timestamp) -> bool {
    one.row.statement.valid_at.is_some_and(|from| now < from)
}
