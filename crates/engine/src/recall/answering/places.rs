//! Where the texts say what an answer follows from.

use std::collections::{BTreeMap, HashMap};

use recollect_model::{SpaceId, StatementId, UserId};

use super::Candidate;
use super::filling::Filled;
use crate::{Engine, EngineError, Source};

impl Engine {
    /// Where each of the statements of an answer is said: the oldest of the newest places, where it was said first as far as is shown.
    pub(super) async fn first_places(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        candidates: &[Candidate],
        filled: &Filled,
    ) -> Result<HashMap<StatementId, Source>, EngineError> {
        let mut ids: BTreeMap<usize, Vec<StatementId>> = BTreeMap::new();
        for one in filled.candidates.iter().map(|&number| &candidates[number]) {
            let of_space = ids.entry(one.space).or_default();
            of_space.push(one.row.statement.id);
        }
        let mut places = HashMap::new();
        for (space, ids) in ids {
            for known in self.known_statements(user, spaces[space], &ids).await? {
                let first = known.evidence.first().copied();
                places.extend(first.map(|first| (known.statement.id, first)));
            }
        }
        Ok(places)
    }
}
