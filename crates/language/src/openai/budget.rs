//! The tokens of a day.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use recollect_model::Environment;

use super::failure::Failure;

/// What may be used on one day (UTC), counted by this process: a restart begins anew.
#[derive(Debug)]
pub(super) struct Budget {
    daily_tokens: u64,
    environment: Environment,
    used: Mutex<(Date, u64)>,
}

impl Budget {
    /// `daily_tokens` a day; 0 for any number.
    pub(super) fn new(daily_tokens: u64, environment: Environment) -> Self {
        Self {
            daily_tokens,
            used: Mutex::new((Date::ZERO, 0)),
            environment,
        }
    }

    /// Sets tokens aside for a request, so that requests under way at the same time stay within the budget together.
    pub(super) fn reserve(&self, tokens: u64) -> Result<Reserved<'_>, Failure> {
        let day = self.today();
        let mut used = self.used();
        if used.0 != day {
            *used = (day, 0);
        }
        if self.daily_tokens > 0 && used.1.saturating_add(tokens) > self.daily_tokens {
            return Err(Failure::OverBudget);
        }
        used.1 = used.1.saturating_add(tokens);
        Ok(Reserved {
            budget: self,
            day,
            tokens,
        })
    }

    fn today(&self) -> Date {
        self.environment.now().to_zoned(TimeZone::UTC).date()
    }

    fn used(&self) -> MutexGuard<'_, (Date, u64)> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens set aside. What is dropped without a word counts as used: nobody knows what the provider did.
#[derive(Debug)]
#[must_use]
pub(super) struct Reserved<'a> {
    budget: &'a Budget,
    day: Date,
    tokens: u64,
}

impl Reserved<'_> {
    /// Counts what was really used.
    pub(super) fn used(self, tokens: u64) {
        let mut used = self.budget.used();
        if used.0 == self.day {
            used.1 = used.1.saturating_sub(self.tokens).saturating_add(tokens);
        }
    }
}
