//! Candidates: functions from a clause in its passage to what it says, each for one kind of construction.

pub(crate) mod belongings;
pub(crate) mod copular;
pub(crate) mod identities;
pub(crate) mod occupations;
pub(crate) mod open;
pub(crate) mod particulars;
pub(crate) mod patterns;
pub(crate) mod verbs;
pub(crate) mod whereabouts;
