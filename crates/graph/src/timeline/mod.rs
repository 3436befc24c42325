//! What held when, as far as the claims of one slot tell.
//!
//! [`spells`] is a function of the set of claims: it first puts them in an order that only depends on what they say
//! and when they were said, so the order in which they arrived, their identifiers and the database's row order change
//! nothing.
//!
//! - *States* hold from a time until another ([`states`]). What begins later and cannot hold at the same time ends
//!   what held before.
//! - *Events* happened and stay true ([`events`]).
//! - What was *planned* for a day is planned until the day is over.
//! - Who *died* has nothing and nobody any more ([`deaths`]).
//! - What is *permanent* holds always; the value said last is right ([`permanent`]).
//!
//! An open relation is an event where the claim gives it a beginning and an end ("ran a race last Saturday"), and a
//! state otherwise.

mod corrections;
mod deaths;
mod events;
mod permanent;
mod said;
mod states;

use std::time::Duration;

use recollect_model::{
    Claim, Decided, Details, EpisodeId, Modality, NamedPlaces, Nature, Precision, Proposition,
    RecordedClaim, Timestamp, Worth,
};

pub use deaths::{Death, deaths, slots_of_deaths};

use said::{Said, end_of_grain, in_the_order_said};

/// Where a claim is kept: its episode and its place among the episode's claims.
pub type ClaimPlace = (EpisodeId, u32);

/// A statement without its identifier: what held from some time until another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spell {
    /// What held.
    pub proposition: Proposition,
    /// The relation in a text's own words.
    pub phrase: String,
    /// With whom, where, for what, how much.
    pub details: Details,
    /// How much anybody would look for it.
    pub worth: Worth,
    /// The fact as a sentence a person can read.
    pub fact: String,
    /// Where that sentence names entities.
    pub names: NamedPlaces,
    /// From when; `None` when it always did, or nobody said when it began.
    pub valid_at: Option<Timestamp>,
    /// Until when, this instant excluded; `valid_at` itself for what turned out never to have held.
    pub invalid_at: Option<Timestamp>,
    /// How finely its beginning is told, or its end where only that is known.
    pub precision: Option<Precision>,
    /// The episode that ended it.
    pub closed_by: Option<EpisodeId>,
    /// When the first of its claims was accepted.
    pub recorded_at: Timestamp,
    /// The claims that support it, in the order they were said; each supports one spell.
    pub claims: Vec<ClaimPlace>,
    /// What of it its owner decided.
    pub decided: Decided,
}

/// What follows from all claims of one slot, whose entities stand for themselves
/// ([`proposition_of`](crate::proposition_of)), seeing who of them has died. By what held, then by time.
pub fn spells(claims: &[RecordedClaim], deaths: &[Death]) -> Vec<Spell> {
    let said = in_the_order_said(claims);
    let (mut states, mut happenings, mut always) = (Vec::new(), Vec::new(), Vec::new());
    for said in said {
        match nature_of(said.claim()) {
            Nature::State => states.push(said),
            Nature::Event => happenings.push(said),
            Nature::Permanent => always.push(said),
        }
    }
    let mut spells = states::spells(&states);
    spells.extend(events::spells(&happenings));
    spells.extend(permanent::spells(&always));
    for spell in &mut spells {
        end_plan(spell);
        deaths::end(spell, deaths);
    }
    spells
}

/// What was planned for a day is planned until the day is over, as the text says that plans it.
fn end_plan(spell: &mut Spell) {
    let is_plan = spell.proposition.modality == Modality::Planned && spell.invalid_at.is_none();
    if let (true, Some(from), Some(precision)) = (is_plan, spell.valid_at, spell.precision) {
        let day = Duration::from_secs(24 * 3_600);
        // A month may have three days more than the shortest, a year one.
        let end = end_of_grain(from, Some(precision));
        let end = match precision {
            Precision::Month => end.checked_add(3 * day).unwrap_or(end),
            Precision::Season | Precision::Quarter => end.checked_add(2 * day).unwrap_or(end),
            Precision::Year | Precision::Decade => end.checked_add(day).unwrap_or(end),
            _ => end.max(from.checked_add(day).unwrap_or(end)),
        };
        spell.invalid_at = Some(end);
        spell.closed_by = spell.claims.first().map(|(episode, _)| *episode);
    }
}

/// The same with what was known at `recorded_at`: only the claims of episodes that had been accepted by then. The deaths are
/// those that were known then.
pub fn spells_known_at(
    claims: &[RecordedClaim],
    deaths: &[Death],
    recorded_at: Timestamp,
) -> Vec<Spell> {
    let known: Vec<RecordedClaim> = claims
        .iter()
        .filter(|claim| claim.recorded_at <= recorded_at)
        .cloned()
        .collect();
    spells(&known, deaths)
}

fn nature_of(claim: &Claim) -> Nature {
    claim
        .proposition
        .relation
        .nature()
        .unwrap_or(match (claim.from, claim.until) {
            (Some(from), Some(until)) if from < until => Nature::Event,
            _ => Nature::State,
        })
}

/// A spell that these claims support; the first of them gives its words.
fn spell(claims: &[&Said<'_>]) -> Option<Spell> {
    let first = claims.first()?;
    let mut supporting: Vec<&Said<'_>> = claims.to_vec();
    supporting.sort_by_key(|said| said.rank);
    Some(Spell {
        proposition: first.claim().proposition.clone(),
        phrase: first.claim().phrase.clone(),
        details: first.claim().details.clone(),
        worth: supporting
            .iter()
            .map(|said| said.claim().worth)
            .max()
            .unwrap_or_default(),
        fact: first.claim().fact.clone(),
        names: first.claim().names.clone(),
        valid_at: None,
        invalid_at: None,
        precision: None,
        closed_by: None,
        recorded_at: supporting
            .iter()
            .map(|said| said.recorded.recorded_at)
            .fold(first.recorded.recorded_at, Timestamp::min),
        claims: supporting
            .iter()
            .map(|said| (said.recorded.episode, said.recorded.number))
            .collect(),
        decided: Decided::default(),
    })
}
