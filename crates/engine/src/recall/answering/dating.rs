//! Answers that are dates: when something began, when it ended, how long it held.

use recollect_language::AskedTime;
use recollect_model::{DetailRole, Modality, Relation};

use super::facts::begins_in;
use super::filling::{Filled, Filler, Filling, is_ahead};

impl Filler<'_> {
    /// "When does the library close?": at which hour, day after day, of the best that is of no day.
    fn by_the_clock(&self, found: &[usize]) -> Option<Filled> {
        let is_general = matches!(self.asked.pattern.time, AskedTime::Now | AskedTime::Ever);
        let best = found
            .iter()
            .copied()
            .max_by(|one, other| self.at(*one).score.total_cmp(&self.at(*other).score));
        let best = best.filter(|one| is_general && !self.has_ended(self.at(*one)))?;
        let statement = &self.at(best).row.statement;
        let mut details = statement.details.0.iter();
        let hour = details.find(|detail| {
            let mut words = detail.words.split(' ');
            detail.role == DetailRole::Frequency
                && matches!(words.next(), Some("at" | "around" | "about"))
        });
        let hour = hour.filter(|_| statement.precision.is_none())?;
        self.filled(Filling::Details(vec![hour.words.clone()]), vec![best])
    }

    /// When it was: by words that say so, of itself or of what is told in other words; else by when it was said.
    pub(super) fn starts(&self) -> Option<Filled> {
        let pattern = &self.asked.pattern;
        let mut found = self.matching();
        // "My appointment is on Friday" says it itself.
        let relation = |one: &usize| &self.at(*one).row.statement.proposition.relation;
        let days: Vec<usize> = found
            .iter()
            .copied()
            .filter(|one| {
                let says_day = *relation(one) == Relation::HappenedOn
                    || *relation(one) == Relation::DiedOn
                        && !self.at(*one).filler_name().is_empty();
                says_day && !self.has_ended(self.at(*one))
            })
            .collect();
        if !days.is_empty() {
            return self.filled(Filling::Ends, self.distinct(days));
        }
        if let Some(told) = self.by_the_clock(&found) {
            return Some(told);
        }
        // "When did she go camping in June?" asks for a day in June.
        found.retain(|one| {
            let begins = self.at(*one).row.statement.valid_at;
            begins.is_some_and(|at| begins_in(&pattern.time, at))
        });
        let mut in_time = self.in_time(found.clone());
        if in_time.is_empty() && pattern.time == AskedTime::Now {
            // "When is she going to the fair?" may be asked when it is over.
            found.retain(|one| {
                let one = self.at(*one);
                let modality = one.row.statement.proposition.modality;
                is_ahead(one, self.now()) || modality == Modality::Planned
            });
            in_time = found;
        }
        let mut found = self.select(self.with_most_details(in_time));
        if matches!(pattern.time, AskedTime::Now | AskedTime::Ever)
            && found.iter().any(|one| !self.has_ended(self.at(*one)))
        {
            found.retain(|one| !self.has_ended(self.at(*one)));
        }
        // Without anything that tells one from another there is no single date.
        if pattern.object.is_empty()
            && pattern.details.is_empty()
            && found.len() > 2
            && pattern.relations.is_empty()
        {
            return self.told_at();
        }
        found.sort_by(|one, other| self.at(*other).score.total_cmp(&self.at(*one).score));
        let best = |is_dated: bool| {
            let mut found = found.iter().copied();
            let best = found.find(|one| self.is_dated(*one) == is_dated);
            self.filled(Filling::Starts, best.into_iter().collect())
        };
        best(true)
            .or_else(|| self.told_at())
            .or_else(|| best(false))
    }

    pub(super) fn endings(&self) -> Option<Filled> {
        let mut found = self.matching();
        let is_state = |one: &usize| self.is_lasting(*one);
        found.retain(|one| match is_state(one) {
            true => self.has_ended(self.at(*one)),
            false => self.at(*one).row.statement.valid_at.is_some(),
        });
        let mut found = self.with_most_details(found);
        found.sort_by_key(|one| std::cmp::Reverse(self.at(*one).row.statement.invalid_at));
        found.truncate(1);
        let how = match found.first().is_some_and(is_state) {
            true => Filling::Endings,
            false => Filling::Starts,
        };
        self.filled(how, found)
    }

    /// Whether words put it in time.
    fn is_dated(&self, number: usize) -> bool {
        self.at(number).row.statement.precision.is_some()
    }

    pub(super) fn durations(&self) -> Option<Filled> {
        let mut found = self.matching();
        found.retain(|one| self.at(*one).row.statement.valid_at.is_some() && !self.is_event(*one));
        let mut found = self.in_time(found);
        if self.asked.pattern.time == AskedTime::Ever
            && found.iter().any(|one| !self.has_ended(self.at(*one)))
        {
            found.retain(|one| !self.has_ended(self.at(*one)));
        }
        // A text that only says that it is so does not tell since when, unless another says that it is over.
        found.retain(|number| self.is_dated(*number) || self.has_ended(self.at(*number)));
        if found.iter().any(|number| self.is_dated(*number)) {
            found.retain(|number| self.is_dated(*number));
        }
        let begins = |number: &usize| (self.at(*number).row.statement.valid_at, *number);
        found.sort_by_key(begins);
        let last = found.pop();
        self.filled(Filling::Durations, last.into_iter().collect())
    }
}
