//! Decisions: what a person says of facts, read into the claims that give them.
//!
//! A claim that says what was dismissed counts as if it had never been made, and one that says what was corrected as
//! if it had said what is right; so all that follows from it is right, too. That something ended is one claim more,
//! of nobody's text: whoever says later that it holds again is believed.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use recollect_model::{
    Claim, Decided, DecisionId, EntityId, EpisodeId, Modality, NamedPlaces, Nature, Object,
    Proposition, RecordedClaim, RelationName, Slot, Timestamp,
};

use crate::slot::{ValueKey, slot_of};
use crate::{Death, Spell, spells};

/// A decision whose entities stand for themselves ([`proposition_of`](crate::proposition_of)).
#[derive(Clone, Debug)]
pub struct Deciding {
    /// The decision.
    pub id: DecisionId,
    /// What it is about.
    pub about: Proposition,
    /// What it says.
    pub ruling: Ruling,
    /// When it was made.
    pub decided_at: Timestamp,
}

/// What a decision says.
#[derive(Clone, Debug)]
pub enum Ruling {
    /// It is wrong.
    Dismissed,
    /// It is otherwise: what is right, and its sentence.
    Corrected(Proposition, String),
    /// It held until then.
    Ended(Timestamp),
    /// It matters.
    Pinned,
}

/// What was decided in a space.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    dismissed: BTreeSet<Meaning>,
    corrected: BTreeMap<Meaning, (Proposition, String)>,
    /// What corrections made of something else.
    right: BTreeSet<Meaning>,
    ended: BTreeMap<Meaning, End>,
    pinned: BTreeSet<Meaning>,
}

#[derive(Clone, Copy, Debug)]
struct End {
    at: Timestamp,
    decided_at: Timestamp,
    /// Stands for the text that says so.
    by: EpisodeId,
}

/// What two propositions that say the same have in common.
type Meaning = (
    EntityId,
    RelationName,
    ValueKey,
    bool,
    Modality,
    Option<EntityId>,
);

impl Decisions {
    /// All of a space's, in the order in which they were made: the later counts.
    pub fn of(decisions: impl IntoIterator<Item = Deciding>) -> Self {
        let mut all = Self::default();
        for one in decisions {
            let about = meaning(&one.about);
            match one.ruling {
                Ruling::Dismissed => {
                    all.corrected.remove(&about);
                    all.dismissed.insert(about);
                }
                Ruling::Corrected(to, fact) => {
                    all.dismissed.remove(&about);
                    all.right.insert(meaning(&to));
                    all.corrected.insert(about, (to, fact));
                }
                Ruling::Ended(at) => {
                    let end = End {
                        at,
                        decided_at: one.decided_at,
                        by: EpisodeId::from_u128(one.id.as_u128()),
                    };
                    all.ended.insert(about, end);
                }
                Ruling::Pinned => {
                    all.pinned.insert(about);
                }
            }
        }
        all
    }

    /// The slot of what a claim says, as it was corrected.
    pub fn slot_of(&self, said: &Proposition) -> Slot {
        match self.corrected.get(&meaning(said)) {
            Some((right, _)) => slot_of(right),
            None => slot_of(said),
        }
    }

    /// The claims of a slot as they count.
    pub fn read(&self, claims: Vec<RecordedClaim>) -> Vec<RecordedClaim> {
        if self.dismissed.is_empty() && self.corrected.is_empty() && self.ended.is_empty() {
            return claims;
        }
        let mut read = Vec::with_capacity(claims.len());
        let mut ends: BTreeMap<Meaning, RecordedClaim> = BTreeMap::new();
        for mut claim in claims {
            self.correct(&mut claim.claim);
            let meaning = meaning(&claim.claim.proposition);
            if self.dismissed.contains(&meaning) {
                continue;
            }
            if let Some(end) = self.ended.get(&meaning) {
                if end.covers(&claim) {
                    continue;
                }
                ends.entry(meaning).or_insert_with(|| end.claim(&claim));
            }
            read.push(claim);
        }
        read.extend(ends.into_values());
        read
    }

    fn correct(&self, claim: &mut Claim) {
        let Some((right, fact)) = self.corrected.get(&meaning(&claim.proposition)) else {
            return;
        };
        claim.proposition = right.clone();
        // What only closes has no sentence.
        if !claim.fact.is_empty() {
            claim.names = claim.names.carried_to(fact);
            claim.fact.clone_from(fact);
        }
    }

    fn mark(&self, spell: &mut Spell) {
        let meaning = meaning(&spell.proposition);
        let end = self.ended.get(&meaning);
        let is_ended = end.is_some_and(|end| spell.closed_by == Some(end.by));
        if is_ended {
            spell.closed_by = None;
        }
        spell.decided = Decided {
            is_corrected: self.right.contains(&meaning),
            is_ended,
            is_pinned: self.pinned.contains(&meaning),
        };
    }
}

impl End {
    /// Whether a claim was known when the end was said, and would begin after it.
    fn covers(&self, claim: &RecordedClaim) -> bool {
        let begin = claim.claim.from.unwrap_or(claim.said_at);
        claim.recorded_at <= self.decided_at && begin >= self.at
    }

    /// What a text would say that tells the end.
    fn claim(&self, like: &RecordedClaim) -> RecordedClaim {
        // Said after the end, so that it is no plan.
        let after = self.at.checked_add(Duration::from_micros(1));
        RecordedClaim {
            episode: self.by,
            number: 0,
            said_at: self.decided_at.max(after.unwrap_or(self.at)),
            recorded_at: self.decided_at,
            claim: Claim {
                fact: String::new(),
                names: NamedPlaces::default(),
                from: None,
                until: Some(self.at),
                is_additional: false,
                is_correction: false,
                ..like.claim.clone()
            },
        }
    }
}

/// What follows from all claims of one slot ([`spells`]), seeing what was decided about them.
pub fn decided_spells(
    claims: Vec<RecordedClaim>,
    deaths: &[Death],
    decisions: &Decisions,
) -> Vec<Spell> {
    let mut spells = spells(&decisions.read(claims), deaths);
    for spell in &mut spells {
        decisions.mark(spell);
    }
    spells
}

/// Whether what a proposition says can come to an end: what happened, or always is, cannot.
pub fn can_end(proposition: &Proposition) -> bool {
    proposition
        .relation
        .nature()
        .is_none_or(|nature| nature == Nature::State)
}

/// Whether two propositions say the same.
pub fn say_the_same(one: &Proposition, other: &Proposition) -> bool {
    meaning(one) == meaning(other)
}

/// The proposition with another object.
pub fn with_object(proposition: &Proposition, object: Object) -> Proposition {
    Proposition {
        object,
        ..proposition.clone()
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
