//! Keeping statements' identifiers: what of the stored statements of a slot changes when its spells are derived anew.
//!
//! A spell keeps the identifier of the stored statement that says the same and began at the same time; those left
//! over are matched in the order of time. So a statement is changed rather than replaced, wherever it can be
//! recognised.

use std::collections::{BTreeMap, HashMap, VecDeque};

use recollect_model::{
    EntityId, EpisodeId, Modality, Proposition, RelationName, Slot, Statement, StatementId,
    Timestamp,
};

use crate::slot::ValueKey;
use crate::{ClaimPlace, Spell};

/// What has to be stored so that the statements of a slot are those that its claims support.
#[derive(Clone, Debug, Default)]
pub struct Reconciled {
    /// Statements that are new, or differ from what is stored.
    pub put: Vec<Statement>,
    /// Statements that nothing supports any more.
    pub removed: Vec<StatementId>,
    /// Which statement every claim of the slot supports.
    pub support: Vec<(ClaimPlace, StatementId)>,
    /// Which statements were open, or not there, and are closed now, each with the episode that closed it.
    pub closed: Vec<(StatementId, EpisodeId)>,
}

type Meaning = (
    EntityId,
    RelationName,
    ValueKey,
    bool,
    Modality,
    Option<EntityId>,
);

/// Compares the spells of a slot with its stored statements; `new_id` names statements that are new.
pub fn reconcile(
    slot: &Slot,
    spells: &[Spell],
    stored: &[Statement],
    mut new_id: impl FnMut() -> StatementId,
) -> Reconciled {
    let mut derived: BTreeMap<Meaning, Vec<&Spell>> = BTreeMap::new();
    for spell in spells {
        derived
            .entry(meaning(&spell.proposition))
            .or_default()
            .push(spell);
    }
    let mut known: HashMap<Meaning, Vec<&Statement>> = HashMap::new();
    for statement in stored {
        known
            .entry(meaning(&statement.proposition))
            .or_default()
            .push(statement);
    }
    let mut reconciled = Reconciled::default();
    for (meaning, spells) in derived {
        let statements = known.remove(&meaning).unwrap_or_default();
        for (spell, former) in pairs(spells, statements, &mut reconciled.removed) {
            let id = former.map_or_else(&mut new_id, |former| former.id);
            let statement = statement(id, slot, spell);
            // What came and was ended at once was open for nobody, and is told of all the same: whether two texts are
            // settled together is of no consequence.
            if former.is_none_or(|former| former.invalid_at.is_none())
                && let (Some(_), Some(episode)) = (statement.invalid_at, statement.closed_by)
            {
                reconciled.closed.push((id, episode));
            }
            if former != Some(&statement) {
                reconciled.put.push(statement);
            }
            reconciled
                .support
                .extend(spell.claims.iter().map(|claim| (*claim, id)));
        }
    }
    let gone = known.into_values().flatten().map(|statement| statement.id);
    reconciled.removed.extend(gone);
    reconciled.removed.sort();
    reconciled
}

/// Each spell with the statement it continues; what is left of the statements is removed.
fn pairs<'a>(
    mut spells: Vec<&'a Spell>,
    mut statements: Vec<&'a Statement>,
    removed: &mut Vec<StatementId>,
) -> Vec<(&'a Spell, Option<&'a Statement>)> {
    spells.sort_by_key(|spell| when(spell.valid_at, spell.invalid_at));
    statements.sort_by_key(|one| (when(one.valid_at, one.invalid_at), one.id));
    let mut by_start: BTreeMap<Option<Timestamp>, VecDeque<&Statement>> = BTreeMap::new();
    for statement in statements {
        by_start
            .entry(statement.valid_at)
            .or_default()
            .push_back(statement);
    }
    let same_start: Vec<Option<&Statement>> = spells
        .iter()
        .map(|spell| by_start.get_mut(&spell.valid_at)?.pop_front())
        .collect();
    let mut left = by_start.into_values().flatten();
    let pairs = spells
        .into_iter()
        .zip(same_start)
        .map(|(spell, found)| (spell, found.or_else(|| left.next())))
        .collect();
    removed.extend(left.map(|statement| statement.id));
    pairs
}

/// The order in time: open ends last.
fn when(
    valid_at: Option<Timestamp>,
    invalid_at: Option<Timestamp>,
) -> (Option<Timestamp>, bool, Option<Timestamp>) {
    (valid_at, invalid_at.is_none(), invalid_at)
}

fn statement(id: StatementId, slot: &Slot, spell: &Spell) -> Statement {
    Statement {
        id,
        slot: slot.clone(),
        proposition: spell.proposition.clone(),
        phrase: spell.phrase.clone(),
        details: spell.details.clone(),
        worth: spell.worth,
        fact: spell.fact.clone(),
        names: spell.names.clone(),
        valid_at: spell.valid_at,
        invalid_at: spell.invalid_at,
        precision: spell.precision,
        closed_by: spell.closed_by,
        recorded_at: spell.recorded_at,
        decided: spell.decided,
    }
}

fn meaning(proposition: &Proposition) -> Meaning {
    (
        proposition.subject,
        proposition.relation.clone(),
        ValueKey::of(&proposition.object),
        proposition.is_negated,
        proposition.modality,
        proposition.attributed_to,
    )
}
