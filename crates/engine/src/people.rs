//! Whom the texts speak of, as they are now.

use std::collections::{BTreeSet, HashMap};

use recollect_model::{EntityId, StatementId, UserId, earlier};
use recollect_storage::{SpokenOf, Standing, StandingFact};

use crate::context::{LATELY, LOOKED_AT, changed_at};
use crate::{Engine, EngineError, KnownStatement};

/// Somebody whom the texts speak of, as they are now.
#[derive(Debug, Clone)]
pub struct PersonNow {
    /// Who, and when they were spoken of.
    pub spoken_of: SpokenOf,
    /// What holds of them, and what others are to them, what matters most first.
    pub holds: Vec<KnownStatement>,
    /// What of them began or ended lately and is not among that, the latest first.
    pub changed: Vec<KnownStatement>,
}

/// So many of the newest texts are looked at for people, and so many people are told of.
const TEXTS_WITH_PEOPLE: u32 = 5_000;
const PEOPLE: u32 = 24;
/// So many facts hold of each.
const HOLDS: usize = 6;

impl Engine {
    /// Whom the texts of the default space speak of most.
    pub async fn people(&self, user: UserId) -> Result<Vec<PersonNow>, EngineError> {
        let Some(space) = self.default_space(user).await? else {
            return Ok(Vec::new());
        };
        self.forget_over(user).await?;
        let (space, store) = (space.id, &self.store);
        let now = self.environment.now();
        let before = earlier(now, LATELY);
        let standing = async |which| store.standing(user, space, which, 5 * LOOKED_AT).await;
        let mut changed = standing(Standing::Began(before, now)).await?;
        changed.extend(standing(Standing::Ended(before, now)).await?);
        changed.retain(|fact| fact.is_actual);
        changed.sort_by_key(|fact| std::cmp::Reverse(changed_at(fact, now)));
        let spoken_of = store
            .spoken_of(user, space, TEXTS_WITH_PEOPLE, PEOPLE)
            .await?;
        let subjects: Vec<EntityId> = spoken_of.iter().map(|one| one.entity).collect();
        let facts = self
            .telling_of((user, space), (&subjects, now), |_| HOLDS)
            .await?;
        let mut chosen: Vec<(SpokenOf, Vec<StatementId>, Vec<StatementId>)> = Vec::new();
        for spoken_of in spoken_of {
            let facts = facts.get(&spoken_of.entity).into_iter().flatten();
            let holds: Vec<StatementId> = facts.map(|fact| fact.id).collect();
            let is_about = |fact: &StandingFact| {
                fact.subject == spoken_of.entity || fact.object == Some(spoken_of.entity)
            };
            let of_person = changed
                .iter()
                .filter(|fact| is_about(fact) && !holds.contains(&fact.id));
            let mut later: Vec<StatementId> = of_person.map(|fact| fact.id).collect();
            later.dedup();
            chosen.push((spoken_of, holds, later));
        }
        let ids = chosen
            .iter()
            .flat_map(|(_, holds, later)| holds.iter().chain(later).copied());
        let ids: BTreeSet<StatementId> = ids.collect();
        let ids: Vec<StatementId> = ids.into_iter().collect();
        let known = self.known_statements(user, space, &ids).await?;
        let known: HashMap<StatementId, KnownStatement> = known
            .into_iter()
            .map(|one| (one.statement.id, one))
            .collect();
        let of = |ids: Vec<StatementId>| {
            let known = ids.iter().filter_map(|id| known.get(id)).cloned();
            known.collect()
        };
        let people = chosen
            .into_iter()
            .map(|(spoken_of, holds, later)| PersonNow {
                spoken_of,
                holds: of(holds),
                changed: of(later),
            });
        Ok(people.collect())
    }
}
