//! The network that scores the actions of a state machine, for the parser and for the finder of names.
//!
//! A state is described by a few words. What each word contributes in each role is computed once for the whole text
//! (Chen and Manning 2014); a state's hidden layer is then a sum.

use pulp::{Arch, Simd, WithSimd};

use super::dense::{Dense, Product, by_piece};
use super::encoder::WIDTH;
use super::stored::{StoredNetwork, StoredNode};
use crate::error::Damage;

/// Numbers of the hidden layer.
const HIDDEN: usize = 64;
/// How many candidates there are for each of them, of which the larger is taken.
const PIECES: usize = 2;
const CANDIDATES: usize = HIDDEN * PIECES;

/// A network for states described by `ROLES` words that chooses among some actions.
pub(crate) struct TransitionNetwork<const ROLES: usize> {
    arch: Arch,
    actions: usize,
    narrow: Dense,
    /// From a narrow vector to its contribution in every role.
    contributions: Dense,
    bias: Vec<f32>,
    /// What a missing word contributes, by role.
    missing: Vec<f32>,
    upper: Dense,
}

/// What the words of a text contribute to states, and what scoring needs.
#[derive(Default)]
pub(crate) struct TransitionScratch {
    narrow: Product,
    contributions: Product,
    scores: Product,
}

impl<const ROLES: usize> TransitionNetwork<ROLES> {
    /// Checks that the network scores `actions` actions.
    pub(crate) fn load(network: &StoredNetwork, actions: usize) -> Result<Self, Damage> {
        let affine = network.first("precomputable_affine")?;
        let linear: Vec<&StoredNode> = network.all("linear").collect();
        let &[upper, narrow] = linear.as_slice() else {
            return Err(Damage::new("the scorer is built in another way"));
        };
        let weights = affine.array("W", &[ROLES, HIDDEN, PIECES, HIDDEN])?;
        let weights: Vec<f32> = weights
            .chunks_exact(CANDIDATES * HIDDEN)
            .flat_map(|role| by_piece(role, PIECES, HIDDEN))
            .collect();
        let missing = affine.array("pad", &[1, ROLES, HIDDEN, PIECES])?;
        let missing = missing
            .chunks_exact(CANDIDATES)
            .flat_map(|role| by_piece(role, PIECES, 1));
        let dense = |node: &StoredNode, outputs: usize, inputs: usize| {
            let weights = node.array("W", &[outputs, inputs])?;
            Ok(Dense::new(&weights, node.array("b", &[outputs])?, inputs))
        };
        Ok(TransitionNetwork {
            arch: Arch::new(),
            actions,
            narrow: dense(narrow, HIDDEN, WIDTH)?,
            contributions: Dense::new(&weights, vec![0.0; ROLES * CANDIDATES], HIDDEN),
            bias: by_piece(&affine.array("b", &[HIDDEN, PIECES])?, PIECES, 1),
            missing: missing.collect(),
            upper: dense(upper, actions, HIDDEN)?,
        })
    }

    /// Prepares the scoring of states of a text, from the vectors of its words.
    pub(crate) fn prepare(&self, vectors: &[f32], scratch: &mut TransitionScratch) {
        let TransitionScratch {
            narrow,
            contributions,
            ..
        } = scratch;
        let rows = vectors.len() / WIDTH;
        self.narrow.apply(vectors, WIDTH, rows, narrow);
        self.contributions
            .apply(&narrow.values, self.narrow.stride(), rows, contributions);
    }

    /// A score for each action, in the state that these words describe.
    pub(crate) fn score<'s>(
        &self,
        words: [Option<usize>; ROLES],
        scratch: &'s mut TransitionScratch,
    ) -> &'s [f32] {
        let stride = self.contributions.stride();
        let mut parts = [self.missing.as_slice(); ROLES];
        for (role, (part, word)) in parts.iter_mut().zip(words).enumerate() {
            let role = role * CANDIDATES..(role + 1) * CANDIDATES;
            *part = match word {
                Some(word) => &scratch.contributions.values[word * stride..][role],
                None => &self.missing[role],
            };
        }
        let hidden = self.arch.dispatch(Hidden {
            bias: &self.bias,
            parts,
        });
        self.upper.apply(&hidden, HIDDEN, 1, &mut scratch.scores);
        &scratch.scores.values[..self.actions]
    }
}

/// The hidden layer of a state.
struct Hidden<'a, const ROLES: usize> {
    bias: &'a [f32],
    parts: [&'a [f32]; ROLES],
}

impl<const ROLES: usize> WithSimd for Hidden<'_, ROLES> {
    type Output = [f32; HIDDEN];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [f32; HIDDEN] {
        let mut candidates = [0.0f32; CANDIDATES];
        candidates.copy_from_slice(self.bias);
        let (sums, _) = S::as_mut_simd_f32s(&mut candidates);
        for part in self.parts {
            for (sum, value) in sums.iter_mut().zip(S::as_simd_f32s(part).0) {
                *sum = simd.add_f32s(*sum, *value);
            }
        }
        let (first, second) = candidates.split_at(HIDDEN);
        let mut hidden = [0.0f32; HIDDEN];
        let pairs = S::as_simd_f32s(first)
            .0
            .iter()
            .zip(S::as_simd_f32s(second).0);
        for (value, (first, second)) in S::as_mut_simd_f32s(&mut hidden).0.iter_mut().zip(pairs) {
            *value = simd.max_f32s(*first, *second);
        }
        hidden
    }
}

/// The best-scored of the actions that are allowed; the first of equals.
pub(crate) fn best(scores: &[f32], is_allowed: impl Fn(usize) -> bool) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (action, score) in scores.iter().enumerate() {
        if best.is_none_or(|(_, highest)| *score > highest) && is_allowed(action) {
            best = Some((action, *score));
        }
    }
    best.map(|(action, _)| action)
}
