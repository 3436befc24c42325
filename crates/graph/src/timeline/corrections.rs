//! Corrections: "actually it is Hamburg".
//!
//! A correction takes back the claim it corrects: the latest one said before it that says something else about the
//! same. That one's spell never held, and the right value takes over its beginning unless it has one of its own. A
//! correction that says the same thing again with another time ("actually since 2019") corrects the beginning.

use std::collections::HashMap;

use recollect_model::Timestamp;

use super::said::{Held, Said, Topic, topics};

/// What the corrections among the claims of a slot change; claims by their place in the order they were said.
#[derive(Debug, Default)]
pub(super) struct Corrections {
    /// What never held.
    pub(super) mistakes: Vec<Mistake>,
    /// Whether a claim is one of those.
    pub(super) is_mistaken: Vec<bool>,
    /// Beginnings that differ from what the claim itself says.
    pub(super) beginnings: HashMap<usize, Timestamp>,
}

/// A spell that never held.
#[derive(Debug)]
pub(super) struct Mistake {
    /// The claims that said it, the last one first.
    pub(super) claims: Vec<usize>,
    /// The claim that took it back.
    pub(super) by: usize,
    /// When it was thought to have begun.
    pub(super) at: Timestamp,
}

/// Reads the corrections of a slot, in the order they were said.
pub(super) fn corrections(said: &[Said<'_>]) -> Corrections {
    let mut corrections = Corrections {
        is_mistaken: vec![false; said.len()],
        ..Corrections::default()
    };
    if !said.iter().any(|claim| claim.claim().is_correction) {
        return corrections;
    }
    // What has ended and what holds correct only their like.
    let mut before: HashMap<(Topic, bool), Vec<usize>> = HashMap::new();
    let mut mistake_of: HashMap<usize, usize> = HashMap::new();
    for (place, claim) in said.iter().enumerate().filter(|(_, claim)| !claim.closes()) {
        let has_ended = !matches!(claim.held(), Held::From(_));
        if claim.claim().is_correction {
            let latest = topics(claim)
                .filter_map(|topic| {
                    let claims = before.get(&(topic, has_ended))?;
                    claims.last().map(|last| (*last, claims))
                })
                .max_by_key(|(last, _)| *last);
            if let Some((_, claims)) = latest {
                corrections.take_back(said, place, claims, &mut mistake_of);
            }
        }
        for topic in topics(claim) {
            before.entry((topic, has_ended)).or_default().push(place);
        }
    }
    corrections
}

impl Corrections {
    /// Lets the claim at `place` correct the last of `claims`.
    fn take_back(
        &mut self,
        said: &[Said<'_>],
        place: usize,
        claims: &[usize],
        mistake_of: &mut HashMap<usize, usize>,
    ) {
        let correction = &said[place];
        let Some(&last) = claims.last() else { return };
        let run = claims
            .iter()
            .rev()
            .take_while(|&&claim| !self.is_mistaken[claim] && said[claim].agrees_with(&said[last]));
        if said[last].agrees_with(correction) {
            if let Some(from) = correction.claim().from {
                let run: Vec<usize> = run.copied().collect();
                self.beginnings
                    .extend(run.into_iter().map(|claim| (claim, from)));
            }
            return;
        }
        if !said[last].excludes(correction) {
            return;
        }
        if let Some(&mistake) = mistake_of.get(&last) {
            // "Not Berlin, Hamburg" takes Berlin back twice; both come from one place.
            let mistake = &self.mistakes[mistake];
            if said[mistake.by].recorded.episode == correction.recorded.episode {
                self.inherit(correction, place, mistake.at);
            }
            return;
        }
        let claims: Vec<usize> = run.copied().collect();
        let beginnings = claims.iter().map(|&claim| self.beginning(said, claim));
        let Some(at) = beginnings.min() else { return };
        for &claim in &claims {
            self.is_mistaken[claim] = true;
            mistake_of.insert(claim, self.mistakes.len());
        }
        self.inherit(correction, place, at);
        self.mistakes.push(Mistake {
            claims,
            by: place,
            at,
        });
    }

    fn inherit(&mut self, correction: &Said<'_>, place: usize, at: Timestamp) {
        if matches!(correction.held(), Held::From(_)) && !correction.is_dated() {
            self.beginnings.insert(place, at);
        }
    }

    /// When the claim says that it began; of what has ended without a beginning, when it ended.
    fn beginning(&self, said: &[Said<'_>], claim: usize) -> Timestamp {
        let own = match said[claim].held() {
            Held::From(from) | Held::Between(from, _) => from,
            Held::Until { end, .. } => end,
        };
        self.beginnings.get(&claim).copied().unwrap_or(own)
    }
}
