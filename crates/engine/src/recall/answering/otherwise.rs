//! What the graph knows that a text's words must not be taken for: of somebody else, of another time, denied.

use std::collections::HashSet;

use recollect_index::terms;
use recollect_language::{AskedTime, EntityRef, Hole, Selection};
use recollect_model::{Modality, Nature, Relation};

use super::{Asked, Candidate};

impl Asked {
    /// The terms of each thing that is told by a relation that is asked for, of somebody else, of another time, denied or not of what
    /// is so; and of where somebody has been, where it is asked where they live.
    pub(in crate::recall) fn known_otherwise(
        &self,
        candidates: &[Candidate],
    ) -> Vec<HashSet<String>> {
        let relations = self.relations();
        let mut asked = self.pattern.relations.iter();
        let asks_for_home = asked.any(|asked| asked.name == Relation::LivesIn && asked.fit >= 1.0);
        let told = candidates.iter().filter(|one| {
            let statement = &one.row.statement;
            let name = statement.proposition.relation.as_str();
            let said = terms(&statement.phrase);
            let is_said = !said.is_empty() && said.iter().all(|word| self.words.contains(word));
            let is_asked_for = is_said || relations.iter().any(|relation| relation == name);
            is_asked_for && !self.may_be(one)
                || asks_for_home && statement.proposition.relation == Relation::Visited
        });
        // "Who hates flying?" asks for a subject; "Who supported Zoe?" is answered neither by her nor by whom she supported.
        let fillers = told.map(|one| match self.pattern.hole {
            Hole::Subject if self.is_turned(one) => &one.row.object_name,
            Hole::Subject => &one.row.subject_name,
            _ => &one.row.object_name,
        });
        fillers
            .map(|filler| terms(filler).into_iter().collect())
            .collect()
    }

    /// Whether a statement may be what is asked for, though not all that the question says is known of it: it is about whom it asks, of
    /// its time, and so.
    fn may_be(&self, one: &Candidate) -> bool {
        let pattern = &self.pattern;
        let statement = &one.row.statement;
        let said = &statement.proposition;
        // Of whom a question names in part only: letter by letter, since Frederike is not Frederik.
        let names_subject = || {
            let subject = &one.row.subject_name;
            let has = |word: &str| subject.split(' ').any(|own| own.eq_ignore_ascii_case(word));
            pattern.about.iter().any(|about| match about {
                EntityRef::Named(name) => name.split(' ').any(has),
                EntityRef::Owner | EntityRef::Role { .. } => false,
            })
        };
        // An event of which nobody says when it was was before it was told.
        let may_have_been = || {
            let is_undated =
                said.relation.nature() != Some(Nature::State) && statement.precision.is_none();
            let told_at = statement.valid_at.filter(|_| is_undated);
            matches!(&pattern.time, AskedTime::During(interval)
                if told_at.is_some_and(|at| interval.start <= at))
        };
        // Which of several is meant takes more than that.
        let is_one_of_many = matches!(
            pattern.time,
            AskedTime::Before(_) | AskedTime::After(_) | AskedTime::Future
        ) || pattern.is_ended
            || pattern.selection != Selection::All;
        // What was seen at the lake was not seen at the museum; chess and Tetris are not known to be board games.
        let lacks_details = one.fit.details < 1.0;
        let is_of_another = lacks_details && !statement.details.0.is_empty()
            || (pattern.is_kind_open || lacks_details) && one.fit.kind < 1.0;
        !is_one_of_many
            && !is_of_another
            && !self.is_turned(one)
            && (one.fit.fills.is_some() || names_subject())
            && (one.fit.time > 0.0 || may_have_been())
            && !said.is_negated
            && said.modality == Modality::Actual
            && said.attributed_to.is_none()
    }

    /// Whether a statement has for its subject what the question has for its object: "Zoe supported Ben" of "Who supported Zoe?"
    fn is_turned(&self, one: &Candidate) -> bool {
        if self.pattern.hole != Hole::Subject {
            return false;
        }
        let given = terms(&self.pattern.object.join(" "));
        let subject = terms(&one.row.subject_name);
        !subject.is_empty() && subject.iter().all(|word| given.contains(word))
    }
}
