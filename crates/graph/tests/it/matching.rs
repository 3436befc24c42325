//! Statements keep their identifiers.

use recollect_graph::{Reconciled, reconcile, slot_of, spells};
use recollect_model::{RecordedClaim, Statement, StatementId};

use crate::said::{Saying, said};

fn home(place: &str, at: &str) -> Saying {
    said("I", "lives_in", place, at)
}

/// Reconciles the slot of these claims with what is stored; new statements are numbered on from `next`.
fn reconciled(told: &[Saying], stored: &[Statement], next: u128) -> Reconciled {
    let claims: Vec<RecordedClaim> = told.iter().map(|saying| saying.0.clone()).collect();
    let slot = slot_of(&home("x", "2020").0.claim.proposition);
    let mut next = next;
    reconcile(&slot, &spells(&claims, &[]), stored, || {
        next += 1;
        StatementId::from_u128(next)
    })
}

#[test]
fn the_same_claims_change_nothing() {
    let told = [home("Berlin", "2020"), home("Munich", "2021")];
    let first = reconciled(&told, &[], 0);
    assert_eq!((first.put.len(), first.support.len()), (2, 2));
    let again = reconciled(&told, &first.put, 100);
    assert!(again.put.is_empty() && again.removed.is_empty() && again.closed.is_empty());
    assert_eq!(again.support.len(), 2);
}

#[test]
fn what_a_new_claim_ends_is_told_once() {
    let first = reconciled(&[home("Berlin", "2020")], &[], 0);
    let berlin = first.put[0].id;
    let told = [home("Berlin", "2020"), home("Munich", "2021")];
    let moved = reconciled(&told, &first.put, 100);
    assert_eq!(moved.closed, [(berlin, told[1].0.episode)]);
    assert!(
        moved
            .put
            .iter()
            .any(|put| put.id == berlin && put.invalid_at.is_some())
    );
    // Whether the two are settled together changes nothing.
    let together = reconciled(&told, &[], 0);
    assert_eq!(together.closed.len(), 1);
    assert!(reconciled(&told, &together.put, 100).closed.is_empty());
}

#[test]
fn taking_a_claim_away_opens_again_what_only_it_had_ended() {
    let told = [home("Berlin", "2020"), home("Munich", "2021")];
    let stored = reconciled(&told, &[], 0).put;
    let left = reconciled(&told[..1], &stored, 100);
    let gone: Vec<StatementId> = stored
        .iter()
        .filter(|one| one.invalid_at.is_none())
        .map(|one| one.id)
        .collect();
    assert_eq!(left.removed, gone);
    assert_eq!(left.put.len(), 1);
    assert!(left.put[0].invalid_at.is_none() && left.put[0].closed_by.is_none());
}

#[test]
fn an_earlier_spell_of_the_same_takes_no_other_identifier_over() {
    let stored = reconciled(&[home("Berlin", "2022")], &[], 0).put;
    let told = [
        home("Berlin", "2022"),
        home("Munich", "2021"),
        home("Berlin", "2020"),
    ];
    let more = reconciled(&told, &stored, 100);
    let kept = more
        .support
        .iter()
        .find(|(claim, _)| claim.0 == told[0].0.episode);
    assert_eq!(kept.unwrap().1, stored[0].id);
}

#[test]
fn a_beginning_that_moves_back_keeps_the_identifier() {
    let stored = reconciled(&[home("Berlin", "2022")], &[], 0).put;
    let told = [home("Berlin", "2022"), home("Berlin", "2023").from("2019")];
    let more = reconciled(&told, &stored, 100);
    assert_eq!(more.put.len(), 1);
    assert_eq!(more.put[0].id, stored[0].id);
    assert!(more.removed.is_empty());
}
