//! Events: what happened, and is true ever after.
//!
//! Claims of the same thing at overlapping times are the same event; at another time it is another one. The finest
//! time is believed: "in May" is the event of 12 May when there is one. A claim without a time is of the latest known
//! event before it was said, or else of an event of its own, which is dated by when it was first spoken of. A
//! correction of when something takes place ("no, on Tuesday") takes back what it corrects.

use std::collections::BTreeMap;

use recollect_model::{EntityId, Precision, Timestamp};

use super::Spell;
use super::said::{Held, Said, end_of_grain};
use crate::slot::ValueKey;

/// The spells of claims that are in the order they were said.
pub(super) fn spells(said: &[Said<'_>]) -> Vec<Spell> {
    let mut by_meaning: BTreeMap<(EntityId, &str, bool, &ValueKey), Vec<&Said<'_>>> =
        BTreeMap::new();
    let mistakes = mistakes(said);
    for (place, claim) in said.iter().enumerate() {
        if mistakes.contains_key(&place) {
            continue;
        }
        let proposition = &claim.claim().proposition;
        let meaning = (
            proposition.subject,
            proposition.relation.as_str(),
            claim.is_negated(),
            &claim.value,
        );
        by_meaning.entry(meaning).or_default().push(claim);
    }
    let mut spells: Vec<Spell> = by_meaning
        .into_values()
        .flat_map(|claims| occurrences(&claims))
        .collect();
    spells.extend(mistakes.iter().filter_map(|(&place, &by)| {
        let at = Some(stretch(&said[place]).0);
        Some(Spell {
            valid_at: at,
            invalid_at: at,
            closed_by: Some(said[by].recorded.episode),
            ..super::spell(&[&said[place]])?
        })
    }));
    spells
}

/// The claims that a correction took back, by place, each with the correction's: the last one before it that says
/// something else of the same. Only claims of one slot meet here: those of when something takes place.
fn mistakes(said: &[Said<'_>]) -> BTreeMap<usize, usize> {
    let mut mistakes = BTreeMap::new();
    for (by, correction) in said.iter().enumerate() {
        let (claim, proposition) = (correction.claim(), &correction.claim().proposition);
        if !claim.is_correction || proposition.is_negated {
            continue;
        }
        let of_the_same = |place: &usize| {
            let other = &said[*place].claim().proposition;
            other.subject == proposition.subject
                && other.relation == proposition.relation
                && !other.is_negated
                && !mistakes.contains_key(place)
        };
        let last = (0..by).rev().find(of_the_same);
        let last = last.filter(|last| said[*last].value != correction.value);
        if let Some(last) = last {
            let value = &said[last].value;
            let again: Vec<usize> = (0..by)
                .filter(|place| of_the_same(place) && said[*place].value == *value)
                .collect();
            mistakes.extend(again.into_iter().map(|place| (place, by)));
        }
    }
    mistakes
}

/// One occurrence; the claim that gives its time first.
struct Occurrence<'a> {
    end: Timestamp,
    claims: Vec<&'a Said<'a>>,
}

fn occurrences(claims: &[&Said<'_>]) -> Vec<Spell> {
    let mut by_start: BTreeMap<Timestamp, Occurrence<'_>> = BTreeMap::new();
    let (mut dated, undated): (Vec<_>, Vec<_>) =
        claims.iter().copied().partition(|claim| tells_when(claim));
    dated.sort_by_key(|claim| (fineness(claim), stretch(claim).0, claim.rank));
    for claim in dated {
        let (start, end) = stretch(claim);
        match overlapping(&by_start, start, end) {
            Some(found) => {
                if let Some(occurrence) = by_start.get_mut(&found) {
                    occurrence.claims.push(claim);
                }
            }
            None => {
                by_start.insert(
                    start,
                    Occurrence {
                        end,
                        claims: vec![claim],
                    },
                );
            }
        }
    }
    let mut of_its_own: Vec<&Said<'_>> = Vec::new();
    for claim in undated {
        match by_start.range_mut(..=claim.recorded.said_at).next_back() {
            Some((_, occurrence)) => occurrence.claims.push(claim),
            None => of_its_own.push(claim),
        }
    }
    let spoken_of = of_its_own.first().map(|first| first.recorded.said_at);
    let own = super::spell(&of_its_own).map(|spell| Spell {
        valid_at: spoken_of,
        ..spell
    });
    own.into_iter()
        .chain(by_start.iter().filter_map(|(start, occurrence)| {
            let precision = occurrence.claims.first()?.claim().precision;
            Some(Spell {
                valid_at: Some(*start),
                precision,
                ..super::spell(&occurrence.claims)?
            })
        }))
        .collect()
}

/// The first occurrence that shares time with the stretch. Occurrences are apart, so only the last that begins before
/// it can reach into it.
fn overlapping(
    by_start: &BTreeMap<Timestamp, Occurrence<'_>>,
    start: Timestamp,
    end: Timestamp,
) -> Option<Timestamp> {
    let before = by_start.range(..=start).next_back();
    before
        .filter(|(at, occurrence)| start < occurrence.end || **at == start)
        .or_else(|| by_start.range(start..end.max(start)).next())
        .map(|(at, _)| *at)
}

fn tells_when(claim: &Said<'_>) -> bool {
    claim.claim().from.is_some() || claim.claim().until.is_some()
}

/// When it happened, as far as the words tell.
fn stretch(claim: &Said<'_>) -> (Timestamp, Timestamp) {
    match (claim.claim().from, claim.held()) {
        (Some(from), Held::Between(_, until)) => (from, until),
        (Some(from), _) => (from, end_of_grain(from, claim.claim().precision)),
        (None, Held::From(at) | Held::Between(at, _) | Held::Until { end: at, .. }) => {
            (at, end_of_grain(at, claim.claim().precision))
        }
    }
}

/// The finer, the smaller: the length of the stretch, in seconds, and then the precision.
fn fineness(claim: &Said<'_>) -> (i64, Option<Precision>) {
    let (start, end) = stretch(claim);
    (
        end.as_second().saturating_sub(start.as_second()),
        claim.claim().precision,
    )
}
