//! The facts of a search: from ranked ids to statements, and from those that may be told to those that are.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use recollect_index::RankedFact;
use recollect_model::{Object, Slot, SpaceId, StatementId, Timestamp, UserId};
use recollect_storage::RecalledStatement;

use super::answering::{self, Asked, Candidate, FactRank, RankedStatement};
use super::{FoundFact, Query, together};
use crate::graph::known::{as_known_at, held_at};
use crate::{Engine, EngineError};

/// What took the place of a fact that has ended is looked up for so many of them.
const MAX_SLOTS: usize = 40;

impl Engine {
    /// The statements that may be told or answered with: the number of the space of each, and how well it was ranked.
    pub(super) async fn ranked_facts(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        facts: &[RankedFact],
        query: &Query,
    ) -> Result<Vec<RankedStatement>, EngineError> {
        let mut ranked: Vec<RankedStatement> = Vec::new();
        for (number, &space) in spaces.iter().enumerate() {
            let ranks: HashMap<StatementId, FactRank> = facts
                .iter()
                .filter(|hit| hit.space == number)
                .map(|hit| {
                    let rank = FactRank {
                        score: hit.score,
                        said: hit.said,
                    };
                    (hit.statement, rank)
                })
                .collect();
            let ids: Vec<StatementId> = ranks.keys().copied().collect();
            let mut rows = self.store.statements_alone(user, space, &ids).await?;
            if let Some(recorded_at) = query.recorded_at {
                rows = as_known_at(&self.store, user, space, rows, recorded_at).await?;
                // With `validAt`, only what held then is looked at at all.
                let holds_at = query.valid_at;
                rows.retain(|row| holds_at.is_none_or(|time| held_at(row, time)));
            }
            for row in rows {
                let rank = ranks.get(&row.statement.id).copied().unwrap_or_default();
                ranked.push((number, row, rank));
            }
        }
        if query.admits_all_texts() && query.include_invalidated {
            self.add_successors(user, spaces, query, &mut ranked)
                .await?;
        }
        Ok(ranked)
    }

    /// Adds what holds now in the slots of the best facts that have ended, where nothing of the question speaks for it: who
    /// asks for a town that somebody has left is to be told so.
    async fn add_successors(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        query: &Query,
        ranked: &mut Vec<RankedStatement>,
    ) -> Result<(), EngineError> {
        let now = query.reference_time.instant();
        ranked.sort_by(|(_, _, one), (_, _, other)| other.score.total_cmp(&one.score));
        for (number, &space) in spaces.iter().enumerate() {
            let left = slots_without_present(ranked, number, now);
            let known: BTreeSet<StatementId> =
                ranked.iter().map(|(_, row, _)| row.statement.id).collect();
            let slots: Vec<Slot> = left.keys().cloned().collect();
            for row in self.store.statements_of_slots(user, space, &slots).await? {
                let rank = left.get(&row.statement.slot).copied();
                if let Some(rank) = rank
                    && held_at(&row, now)
                    && !known.contains(&row.statement.id)
                {
                    ranked.push((number, row, rank));
                }
            }
        }
        Ok(())
    }

    /// The facts that are told, with the episodes that support them.
    pub(super) async fn found_facts(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        candidates: Vec<Candidate>,
        query: &Query,
        asked: Option<&Asked>,
    ) -> Result<Vec<FoundFact>, EngineError> {
        let mut kept = candidates;
        kept.retain(|one| {
            let is_told = match query.facts_hold_at() {
                // What held at a time was looked for by the index.
                None => true,
                Some(time) if query.valid_at.is_some() => held_at(&one.row, time),
                Some(time) => {
                    let has_ended = one.row.statement.invalid_at.is_some_and(|end| end <= time);
                    !has_ended
                        || asked.is_some_and(|asked| asked.looks_back() && one.is_asked_for())
                }
            };
            is_told
                && query
                    .score_threshold
                    .is_none_or(|threshold| one.score >= threshold)
        });
        let mut told = match query.tells_together {
            true => {
                // As it was known at another time, a text may have said something else.
                let places = match query.recorded_at {
                    None => self.places(user, &kept).await?,
                    Some(_) => HashMap::new(),
                };
                together::told_together(kept, &places)
            }
            false => kept.into_iter().map(|one| (one, Vec::new())).collect(),
        };
        told.truncate(query.limit);
        let (kept, together): (Vec<Candidate>, Vec<Vec<StatementId>>) = told.into_iter().unzip();
        let mut found = Vec::with_capacity(kept.len());
        let (numbers, mut rows, scores) = answering::parts(kept);
        // As it was known at another time, a statement has the episodes of then.
        if query.recorded_at.is_none() {
            self.store.add_evidence(user, &mut rows).await?;
        }
        let told = numbers.into_iter().zip(rows).zip(scores).zip(together);
        for (((number, row), score), together) in told {
            found.push(FoundFact {
                together,
                ..FoundFact::new(spaces[number], row, score)
            });
        }
        Ok(found)
    }
}

/// The slots of a space's best facts that have ended, of which nothing that holds is among the facts, with the ranks of the
/// facts.
fn slots_without_present(
    ranked: &[RankedStatement],
    space: usize,
    now: Timestamp,
) -> BTreeMap<Slot, FactRank> {
    let of_space = || ranked.iter().filter(|(number, _, _)| *number == space);
    let held = of_space().filter(|(_, row, _)| held_at(row, now));
    let held: BTreeSet<&Slot> = held.map(|(_, row, _)| &row.statement.slot).collect();
    let mut left = BTreeMap::new();
    for (_, row, rank) in of_space() {
        let slot = &row.statement.slot;
        let has_ended = row.statement.invalid_at.is_some_and(|end| end <= now);
        if has_ended && left.len() < MAX_SLOTS && !held.contains(slot) && !left.contains_key(slot) {
            left.insert(slot.clone(), *rank);
        }
    }
    left
}

impl Query {
    /// Whether any text of the searched spaces may be found.
    fn admits_all_texts(&self) -> bool {
        self.session.is_none()
            && self.labels.is_empty()
            && self.from.is_none()
            && self.until.is_none()
            && self.valid_at.is_none()
            && self.recorded_at.is_none()
    }
}

impl FoundFact {
    fn new(space: SpaceId, row: RecalledStatement, score: f32) -> Self {
        let statement = row.statement;
        let said = statement.proposition;
        Self {
            id: statement.id,
            space,
            fact: statement.fact,
            subject_id: said.subject,
            subject: row.subject_name,
            relation: said.relation,
            phrase: statement.phrase,
            details: statement.details,
            worth: statement.worth,
            object_id: match said.object {
                Object::Entity(entity) => Some(entity),
                Object::Value(_) => None,
            },
            object: row.object_name,
            is_negated: said.is_negated,
            modality: said.modality,
            attributed_to: said.attributed_to.zip(row.attributed_name),
            valid_at: statement.valid_at,
            invalid_at: statement.invalid_at,
            precision: statement.precision,
            recorded_at: statement.recorded_at,
            closed_by: statement.closed_by,
            episodes: row.evidence,
            decided: statement.decided,
            together: Vec::new(),
            score,
        }
    }
}
