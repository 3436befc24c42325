//! Finds names, dates and amounts: each word begins, continues or ends one, is one alone, or is none.

use std::ops::Range;

use crate::actions::read_actions;
use crate::doc::Entity;
use crate::error::Damage;
use crate::labels::EntityLabel;
use crate::network::stored::StoredNetwork;
use crate::network::transitions::{TransitionNetwork, TransitionScratch, best};

/// How many words describe a state: the next one, the first of the open name, and the last of it.
const ROLES: usize = 3;

/// What a word can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a label was learnt; never chosen.
    Missing,
    Begins(EntityLabel),
    Continues(EntityLabel),
    Ends(EntityLabel),
    Alone(EntityLabel),
    /// A mark that nothing begins here; only for names given beforehand, so never chosen.
    Blocked,
    Outside,
}

pub(crate) struct NameFinder {
    actions: Vec<Place>,
    network: TransitionNetwork<ROLES>,
}

impl NameFinder {
    pub(crate) fn load(moves: &[u8], network: &StoredNetwork) -> Result<NameFinder, Damage> {
        let actions: Vec<Place> = read_actions(moves)?
            .into_iter()
            .map(|(number, label)| Place::of_action(number, &label))
            .collect::<Result<_, _>>()?;
        let network = TransitionNetwork::load(network, actions.len())?;
        Ok(NameFinder { actions, network })
    }

    /// The names among words with these vectors. None goes beyond a sentence, none begins with white space.
    pub(crate) fn find(
        &self,
        vectors: &[f32],
        is_space: &[bool],
        is_sentence_start: &[bool],
        scratch: &mut TransitionScratch,
    ) -> Vec<Entity> {
        self.network.prepare(vectors, scratch);
        let mut entities = Vec::new();
        let mut open: Option<(usize, EntityLabel)> = None;
        for (word, is_space) in is_space.iter().copied().enumerate() {
            let start = open.map(|(start, _)| start);
            let last = start.and_then(|_| word.checked_sub(1));
            let scores = self.network.score([Some(word), start, last], scratch);
            let can_go_on = is_sentence_start.get(word + 1) == Some(&false);
            let is_allowed = |action: usize| match self.actions[action] {
                Place::Begins(_) => open.is_none() && can_go_on && !is_space,
                Place::Continues(label) => open.is_some_and(|open| open.1 == label) && can_go_on,
                Place::Ends(label) => open.is_some_and(|open| open.1 == label),
                Place::Alone(_) => open.is_none() && !is_space,
                Place::Outside => open.is_none(),
                Place::Missing | Place::Blocked => false,
            };
            let entity = |tokens: Range<usize>, label| Entity { tokens, label };
            match best(scores, is_allowed).map(|action| self.actions[action]) {
                Some(Place::Begins(label)) => open = Some((word, label)),
                Some(Place::Ends(label)) => {
                    entities.push(entity(start.unwrap_or(word)..word + 1, label));
                    open = None;
                }
                Some(Place::Alone(label)) => entities.push(entity(word..word + 1, label)),
                _ => {}
            }
        }
        entities
    }
}

impl Place {
    fn of_action(number: usize, label: &str) -> Result<Place, Damage> {
        let kind = EntityLabel::from_label(label);
        match (number, kind) {
            (0, _) => Ok(Place::Missing),
            (1, Some(kind)) => Ok(Place::Begins(kind)),
            (2, Some(kind)) => Ok(Place::Continues(kind)),
            (3, Some(kind)) => Ok(Place::Ends(kind)),
            (4, Some(kind)) => Ok(Place::Alone(kind)),
            (4, None) if label.is_empty() => Ok(Place::Blocked),
            (5, None) if label.is_empty() => Ok(Place::Outside),
            _ => Err(Damage::new(format!(
                "the action {number} with {label:?} is not known"
            ))),
        }
    }
}
