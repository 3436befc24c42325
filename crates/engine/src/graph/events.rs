//! Which facts tell what happened, at its time, and which what holds from then on; and where each stands in the order
//! of time.

use recollect_language::local::tells_in_past;
use recollect_model::{Modality, Nature, RelationName, Timestamp};

use super::KnownStatement;
use super::known::place_in_time;

impl KnownStatement {
    /// Whether it tells what happened, at its time, rather than what holds from then on.
    pub fn is_event(&self) -> bool {
        let said = &self.statement.proposition;
        let worded = (self.statement.phrase.as_str(), self.statement.fact.as_str());
        Self::tells_event(&said.relation, said.modality, worded)
    }

    /// The same of a fact of this relation, with this phrase and sentence: an event of the catalogue, and of an open relation what
    /// is told in the past ("broke the teapot").
    pub fn tells_event(
        relation: &RelationName,
        modality: Modality,
        (phrase, fact): (&str, &str),
    ) -> bool {
        match relation.nature() {
            Some(nature) => nature == Nature::Event,
            None => modality == Modality::Actual && tells_in_past(phrase, fact),
        }
    }

    /// Where it stands in the order of time.
    pub fn place_in_time(&self) -> Option<Timestamp> {
        place_in_time(&self.statement)
    }
}
