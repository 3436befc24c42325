//! Finds the sentences and what depends on what in them.
//!
//! The machine is arc-eager (Nivre 2003) with spaCy's additions: it marks sentence starts itself, gives back to the
//! buffer what is left on the stack without a head, and may replace an arc. It takes at most a few actions for each
//! word. Arcs that cross others were learnt under a lifted head, with a label that says where to look for the real
//! one (Nivre and Nilsson 2005); [`tree`] puts them right.

mod machine;
mod tree;

use crate::actions::read_actions;
use crate::error::Damage;
use crate::labels::Dep;
use crate::network::stored::StoredNetwork;
use crate::network::transitions::{TransitionNetwork, TransitionScratch, best};
use machine::{Machine, Move, ROLES};

/// More than the machine can take: two to shift a word, as many to take it off, and one to mark it.
const MAX_ACTIONS_PER_WORD: usize = 16;

/// The dependencies of a text's tokens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Parse {
    /// A root is its own head.
    pub(crate) heads: Vec<usize>,
    pub(crate) deps: Vec<Dep>,
    pub(crate) is_sentence_start: Vec<bool>,
}

/// A label as it was learnt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arc {
    pub(crate) dep: Dep,
    /// The head is the nearest token below the given one that depends in this way.
    pub(crate) real_head: Option<Dep>,
}

pub(crate) struct Parser {
    actions: Vec<(Move, Arc)>,
    network: TransitionNetwork<ROLES>,
}

impl Parser {
    pub(crate) fn load(moves: &[u8], network: &StoredNetwork) -> Result<Parser, Damage> {
        let actions = load_actions(moves)?;
        let network = TransitionNetwork::load(network, actions.len())?;
        Ok(Parser { actions, network })
    }

    /// Parses words with these vectors; `is_space` says which of them are white space.
    pub(crate) fn parse(
        &self,
        vectors: &[f32],
        is_space: &[bool],
        scratch: &mut TransitionScratch,
    ) -> Parse {
        self.network.prepare(vectors, scratch);
        let mut machine = Machine::new(is_space.len());
        for _ in 0..is_space.len() * MAX_ACTIONS_PER_WORD {
            if machine.is_done() {
                break;
            }
            let allowed = machine.allowed();
            let scores = self.network.score(machine.described_by(), scratch);
            let is_allowed = |action: usize| allowed[self.actions[action].0 as usize];
            let Some(action) = best(scores, is_allowed) else {
                break;
            };
            let (step, arc) = self.actions[action];
            machine.act(step, arc);
        }
        tree::finish(&machine.heads(), &machine.arcs(), is_space)
    }
}

/// The actions, in the order of their scores. One of the package's labels is "dep" or its like for every move.
pub(crate) fn load_actions(moves: &[u8]) -> Result<Vec<(Move, Arc)>, Damage> {
    let dep = |label: &str| {
        Dep::from_label(label)
            .ok_or_else(|| Damage::new(format!("the label {label:?} is not known")))
    };
    read_actions(moves)?
        .into_iter()
        .map(|(number, label)| {
            let step = Move::ALL
                .get(number)
                .ok_or_else(|| Damage::new("a move is not known"))?;
            let arc = match label.split_once("||") {
                Some((label, head)) => Arc {
                    dep: dep(label)?,
                    real_head: Some(dep(head)?),
                },
                None if label.is_empty() => Arc::ROOT,
                None => Arc {
                    dep: dep(&label)?,
                    real_head: None,
                },
            };
            Ok((*step, arc))
        })
        .collect()
}

impl Arc {
    pub(crate) const ROOT: Arc = Arc {
        dep: Dep::Root,
        real_head: None,
    };
}
