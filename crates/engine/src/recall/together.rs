//! Facts that one text says of several things in the same words are told in one sentence: "Anna likes jazz and blues", not
//! one of them after the other.

use recollect_model::StatementId;

use super::answering::Candidate;

/// So many are told in one sentence.
const MAX_TOGETHER: usize = 8;

/// Facts as they are told, in the order of the best of each, with the statements whose objects stand in its sentence too.
pub(super) fn told_together(candidates: Vec<Candidate>) -> Vec<(Candidate, Vec<StatementId>)> {
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
    told.into_iter().map(Group::told).collect()
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
        let (first_said, other_said) = (&first.row.statement, &other.row.statement);
        let (one, two) = (&first_said.proposition, &other_said.proposition);
        self.others.len() + 1 < MAX_TOGETHER
            && first.space == other.space
            && first_said.recorded_at == other_said.recorded_at
            && (
                one.subject,
                &one.relation,
                one.is_negated,
                one.modality,
                one.attributed_to,
            ) == (
                two.subject,
                &two.relation,
                two.is_negated,
                two.modality,
                two.attributed_to,
            )
            && first_said.phrase == other_said.phrase
            && (
                first_said.valid_at,
                first_said.invalid_at,
                first_said.precision,
            ) == (
                other_said.valid_at,
                other_said.invalid_at,
                other_said.precision,
            )
            && first_said.decided == other_said.decided
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
    let stands_alone =
        is_whole(fact[..start].chars().next_back()) && is_whole(fact[end..].chars().next());
    (found.next().is_none() && stands_alone && start > 0).then(|| (&fact[..start], &fact[end..]))
}
