//! Words that are read otherwise than they are written, wherever they stand.

use crate::local::extraction::parse::aims::aims;
use crate::local::extraction::parse::apostrophes::apostrophes;
use crate::local::extraction::parse::birthdays::birthdays;
use crate::local::extraction::parse::brief::ending_months;
use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::introductions::introductions;
use crate::local::extraction::parse::medication::courses;
use crate::local::extraction::parse::telegraphic::renewed;

/// How the words of a text are read that are not meant as the parser would take them.
pub(super) fn rewritten(content: &str) -> impl Iterator<Item = Edit> {
    [
        birthdays(content),
        ending_months(content).collect(),
        apostrophes(content),
        renewed(content),
        courses(content),
        introductions(content),
        aims(content),
    ]
    .into_iter()
    .flatten()
}
