//! Answers that are no end of a statement: how many, whether, who says so, what somebody is called, who they are, how
//! it went.

use recollect_language::{AskedTime, EntityRef};
use recollect_model::{Modality, Object, Relation};

use super::Candidate;
use super::facts::{End, IS_RELATION};
use super::filling::{Filled, Filler, Filling};

impl Filler<'_> {
    pub(super) fn count(&self) -> Option<Filled> {
        let found = self.in_time(self.matching());
        let found = self.with_most_details(found);
        // Of "how many times", each counts; of "how many pets", each pet.
        let found = match self.asked.pattern.kind_words.is_empty() {
            true => found,
            false => self.distinct(found),
        };
        let number = self.number(&found)?;
        // One occasion that is told does not say that there were no others.
        if self.asked.pattern.kind_words.is_empty() && number < 2 {
            return None;
        }
        self.filled(Filling::Count(number), found)
    }

    pub(super) fn truth(&self) -> Option<Filled> {
        let pattern = &self.asked.pattern;
        // "Did Rolf leave Siemens?", "Is Ann divorced?": yes, if it was so and no longer is.
        let asks_for_end = |number: usize| pattern.is_ended && self.is_lasting(number);
        let said: Vec<usize> = (0..self.candidates.len())
            .filter(|number| {
                let one = self.at(*number);
                let modality = one.row.statement.proposition.modality;
                one.fit.is_match()
                    && (!asks_for_end(*number) || self.has_ended(one))
                    && one.fit.details >= 1.0
                    && (modality == Modality::Actual || pattern.is_intended)
                    && self.said_by_writer(*number)
                    && self.is_among(one)
                    && self.meets(one)
                    && self.denies_all(one)
                    && !self.was_wrong(one)
            })
            .collect();
        let denies = |one: &usize| {
            let one = self.at(*one);
            one.row.statement.proposition.is_negated != one.fit.is_opposite
        };
        let holds = |one: &usize| {
            self.at(*one).fit.time >= 1.0
                && !(pattern.time == AskedTime::Now && self.has_ended(self.at(*one)))
        };
        let begins = |number: &usize| (self.at(*number).row.statement.valid_at, *number);
        let looks_back = !matches!(pattern.time, AskedTime::Now | AskedTime::Future);
        let in_time = |one: &&usize| {
            if asks_for_end(**one) {
                true
            } else if looks_back {
                self.at(**one).fit.time > 0.5
            } else {
                holds(one)
            }
        };
        let yes = said
            .iter()
            .filter(|one| !denies(one))
            .filter(in_time)
            .max_by_key(|one| begins(one));
        let no = said
            .iter()
            .filter(|one| denies(one))
            .filter(in_time)
            .max_by_key(|one| begins(one));
        let (is_so, number) = match (yes, no) {
            (Some(yes), Some(no)) if begins(yes) < begins(no) && !looks_back => (false, *no),
            (Some(yes), _) => (true, *yes),
            (None, Some(no)) => (false, *no),
            (None, None) if pattern.time == AskedTime::Now => {
                let ended = said.iter().filter(|one| {
                    let is_exclusive = (self.at(**one).row.statement.proposition)
                        .relation
                        .is_exclusive();
                    // That one pet died does not say that there is no other.
                    let is_that_one = !pattern.object.is_empty() || is_exclusive;
                    is_that_one && !denies(one) && self.has_ended(self.at(**one))
                });
                (false, *ended.max_by_key(|one| begins(one))?)
            }
            _ => return None,
        };
        self.filled(Filling::Truth(is_so), vec![number])
    }

    pub(super) fn sources(&self) -> Option<Filled> {
        let mut found = self.matching();
        found.retain(|one| !self.said_by_writer(*one));
        self.filled(Filling::Sources, found)
    }

    /// What whom it asks about is called, with a statement that calls them so.
    pub(super) fn names(&self) -> Option<Filled> {
        for (space, parties) in self.asked.parties.iter().enumerate() {
            let names: Vec<String> = match &self.asked.pattern.about[..] {
                [EntityRef::Named(asked)] => {
                    let others = parties
                        .names
                        .iter()
                        .filter(|name| !name.eq_ignore_ascii_case(asked));
                    others.take(1).cloned().collect()
                }
                _ => parties.names.clone(),
            };
            let calls = |one: &Candidate, name: &String| {
                let row = &one.row;
                one.space == space && (&row.subject_name == name || &row.object_name == name)
            };
            let says = names.iter().map(|name| {
                (0..self.candidates.len()).find(|number| calls(self.at(*number), name))
            });
            let Some(mut says) = says.collect::<Option<Vec<usize>>>() else {
                continue;
            };
            says.sort_unstable();
            says.dedup();
            let filled = self.filled(Filling::Names(names), says);
            if filled.is_some() {
                return filled.map(|filled| Filled {
                    confidence: 0.9,
                    ..filled
                });
            }
        }
        None
    }

    /// Who somebody is: what they are to somebody, then what they do.
    pub(super) fn identity(&self) -> Option<Filled> {
        const TELLING: &[Relation] = &[
            Relation::MarriedTo,
            Relation::ParentOf,
            Relation::ChildOf,
            Relation::SiblingOf,
            Relation::EngagedTo,
            Relation::InRelationshipWith,
            Relation::RelativeOf,
            Relation::ManagedBy,
            Relation::FriendOf,
            Relation::ColleagueOf,
            Relation::HasPet,
            Relation::Knows,
            Relation::WorksAs,
            Relation::Is,
        ];
        let place = |one: &Candidate| {
            let said = &one.row.statement.proposition.relation;
            TELLING.iter().position(|telling| said == telling)
        };
        // "Hannah is Tom's sister" says who Hannah is.
        let is_of_other = |one: &Candidate| {
            let whose = format!("{}'s ", one.row.object_name);
            one.fit.fills == Some(End::Subject) && one.row.statement.fact.contains(&whose)
        };
        // Nobody is who they are by a mood.
        let is_trivial = |one: &Candidate| {
            place(one) == Some(TELLING.len() - 1) && one.row.statement.worth.is_trivial()
        };
        let found = (0..self.candidates.len()).filter(|number| {
            let one = self.at(*number);
            let said = &one.row.statement.proposition;
            one.fit.fills.is_some()
                && place(one).is_some()
                && !is_trivial(one)
                && !is_of_other(one)
                && !said.is_negated
                && said.modality == Modality::Actual
                && self.said_by_writer(*number)
                && !self.has_ended(one)
                && !self.was_wrong(one)
        });
        let best = found.min_by_key(|number| (place(self.at(*number)), *number))?;
        self.filled(Filling::Identity, vec![best])
            .map(|filled| Filled {
                confidence: 0.85,
                ..filled
            })
    }

    pub(super) fn course(&self) -> Option<Filled> {
        let pattern = &self.asked.pattern;
        let is_between = pattern.about.len() > 1;
        let mut found: Vec<usize> = (0..self.candidates.len())
            .filter(|number| {
                let one = self.at(*number);
                let said = &one.row.statement.proposition;
                let object = match said.object {
                    Object::Entity(object) => Some(object),
                    Object::Value(_) => None,
                };
                let about = &self.asked.parties[one.space].about;
                let names_both = about.iter().all(|party| {
                    party.contains(&said.subject)
                        || object.is_some_and(|object| party.contains(&object))
                });
                one.fit.fills.is_some()
                    && one.fit.relation >= IS_RELATION
                    && one.fit.object >= 1.0
                    && said.modality == Modality::Actual
                    && self.said_by_writer(*number)
                    && !self.was_wrong(one)
                    && (!is_between || names_both)
            })
            .collect();
        found.sort_by_key(|number| (self.at(*number).row.statement.valid_at, *number));
        self.filled(Filling::Facts, found)
    }
}
