//! Which claims bear on each other.

use recollect_model::Modality;

use crate::said::{Saying, placed, said};

fn slot(saying: &Saying) -> String {
    placed(std::slice::from_ref(saying), &["I", "Anna", "Ben"])[0]
        .0
        .0
        .clone()
}

#[test]
fn one_at_a_time_shares_a_slot_and_all_else_does_not() {
    let home = |place: &str| slot(&said("I", "lives_in", place, "2020-01-01"));
    assert_eq!(home("Berlin"), home("Rome"));
    let owns = |thing: &str| slot(&said("I", "owns", thing, "2020-01-01"));
    assert_ne!(owns("car"), owns("boat"));
    let favorite = |color: &str| slot(&said("I", "favorite_color", color, "2020-01-01"));
    assert_eq!(favorite("\"red\""), favorite("\"blue\""));
}

#[test]
fn opposites_of_one_thing_share_a_slot() {
    let (likes, dislikes) = (
        said("I", "likes", "tea", "2020-01-01"),
        said("I", "dislikes", "tea", "2020-01-01"),
    );
    assert_eq!(slot(&likes), slot(&dislikes));
    assert_ne!(
        slot(&likes),
        slot(&said("I", "likes", "milk", "2020-01-01"))
    );
}

#[test]
fn a_denial_shares_the_slot_and_a_plan_or_hearsay_does_not() {
    let lives = said("I", "lives_in", "Berlin", "2020-01-01");
    assert_eq!(slot(&lives), slot(&lives.clone().not()));
    assert_ne!(slot(&lives), slot(&lives.clone().meant(Modality::Planned)));
    assert_ne!(slot(&lives), slot(&lives.clone().says("Tom")));
}

#[test]
fn values_are_compared_without_case_and_white_space() {
    let likes = |value: &str| slot(&said("I", "likes", value, "2020-01-01"));
    assert_eq!(likes("\"Green  Tea\""), likes("\"green tea\""));
    let long = format!("\"{}\"", "many words ".repeat(10_000));
    assert!(likes(&long).len() < 1_000);
}

#[test]
fn the_owner_comes_first_and_then_the_alphabet() {
    let one = slot(&said("Anna", "friend_of", "I", "2020-01-01"));
    assert_eq!(one, slot(&said("I", "friend_of", "Anna", "2020-01-01")));
    let two = slot(&said("Ben", "friend_of", "Anna", "2020-01-01"));
    assert_eq!(two, slot(&said("Anna", "friend_of", "Ben", "2020-01-01")));
}
