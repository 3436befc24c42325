//! What holds always: the day somebody was born.
//!
//! There the value said last is right; what was said before it never held. Where there can be any number of objects
//! (siblings), they stand side by side, and whether one is affirmed or denied is what was said of it last.

use std::collections::{HashMap, HashSet};

use recollect_model::EntityId;

use super::Spell;
use super::said::Said;
use crate::slot::{ValueKey, excludes_others};

type Thing<'a> = (EntityId, &'a str, &'a ValueKey);

/// The spells of claims that are in the order they were said.
pub(super) fn spells(said: &[Said<'_>]) -> Vec<Spell> {
    let last_of_thing: HashMap<Thing<'_>, &Said<'_>> =
        said.iter().map(|claim| (thing(claim), claim)).collect();
    // Of what somebody has one of: the last thing affirmed that nobody denied later.
    let stands = |claim: &Said<'_>| {
        last_of_thing
            .get(&thing(claim))
            .is_some_and(|last| last.is_negated() == claim.is_negated())
    };
    let last_of_subject: HashMap<(EntityId, &str), &Said<'_>> = said
        .iter()
        .filter(|claim| {
            excludes_others(&claim.claim().proposition)
                && !claim.is_negated()
                && !claim.claim().is_additional
                && stands(claim)
        })
        .map(|claim| (subject(claim), claim))
        .collect();
    let mut meanings: Vec<(Thing<'_>, bool)> = Vec::new();
    let mut claims_of: HashMap<(Thing<'_>, bool), Vec<&Said<'_>>> = HashMap::new();
    for claim in said {
        let meaning = (thing(claim), claim.is_negated());
        let claims = claims_of.entry(meaning).or_default();
        if claims.is_empty() {
            meanings.push(meaning);
        }
        claims.push(claim);
    }
    let additional: HashSet<Thing<'_>> = said
        .iter()
        .filter(|claim| claim.claim().is_additional)
        .map(thing)
        .collect();
    meanings
        .iter()
        .filter_map(|meaning| {
            let claims = claims_of.get(meaning)?;
            let last = *claims.last()?;
            let denied = last_of_thing
                .get(&meaning.0)
                .filter(|last| last.is_negated() != meaning.1);
            let replaced = last_of_subject.get(&subject(last)).filter(|right| {
                !last.is_negated()
                    && right.excludes(last)
                    && !additional.contains(&meaning.0)
                    && excludes_others(&last.claim().proposition)
            });
            held(claims, denied.or(replaced).copied(), said)
        })
        .collect()
}

/// The spell of claims that agree; empty when `right` is right instead.
fn held(claims: &[&Said<'_>], right: Option<&Said<'_>>, said: &[Said<'_>]) -> Option<Spell> {
    let dated = claims.iter().filter(|claim| claim.is_dated());
    let dated = dated.min_by_key(|claim| claim.claim().from);
    let begin = dated.and_then(|claim| claim.claim().from);
    let spell = Spell {
        valid_at: begin,
        precision: dated.and_then(|claim| claim.claim().precision),
        ..super::spell(claims)?
    };
    let Some(right) = right else {
        return Some(spell);
    };
    let never = begin.or(claims.first().map(|first| first.recorded.said_at));
    let last = claims.last()?.rank;
    // The first that said so after the last mistake; of a value denied and affirmed in turn, the last.
    let closing = said
        .iter()
        .find(|claim| claim.rank > last && claim.agrees_with(right))
        .unwrap_or(right);
    Some(Spell {
        valid_at: never,
        invalid_at: never,
        closed_by: Some(closing.recorded.episode),
        ..spell
    })
}

fn thing<'a>(said: &'a Said<'_>) -> Thing<'a> {
    let proposition = &said.claim().proposition;
    (
        proposition.subject,
        proposition.relation.as_str(),
        &said.value,
    )
}

fn subject<'a>(said: &'a Said<'_>) -> (EntityId, &'a str) {
    let proposition = &said.claim().proposition;
    (proposition.subject, proposition.relation.as_str())
}
