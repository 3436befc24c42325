//! What holds from a time until another.

use recollect_graph::spells_known_at;
use recollect_model::{EpisodeId, Modality, RecordedClaim};

use crate::said::{Saying, day, derived, lines, lines_of, said};

fn home(place: &str, at: &str) -> Saying {
    said("I", "lives_in", place, at)
}

#[test]
fn what_is_said_holds_from_when_it_is_said() {
    assert_eq!(
        lines(&[home("Berlin", "2020-01-01")]),
        ["I lives_in Berlin 2020-01-01.."]
    );
}

#[test]
fn a_move_ends_the_former_home_when_it_happened() {
    let moved = home("Munich", "2021-05-10").from("2021-04");
    let spells = derived(&[home("Berlin", "2020-01-01"), moved.clone()]);
    assert_eq!(
        lines_of(&spells),
        [
            "I lives_in Berlin 2020-01-01..2021-04-01",
            "I lives_in Munich 2021-04-01.."
        ]
    );
    let closed = spells
        .iter()
        .find(|spell| spell.invalid_at.is_some())
        .unwrap();
    assert_eq!(closed.closed_by, Some(moved.0.episode));
}

#[test]
fn moving_back_is_a_home_of_its_own() {
    let lived = [
        home("Berlin", "2020"),
        home("Munich", "2021"),
        home("Berlin", "2022"),
    ];
    assert_eq!(
        lines(&lived),
        [
            "I lives_in Berlin 2020-01-01..2021-01-01",
            "I lives_in Berlin 2022-01-01..",
            "I lives_in Munich 2021-01-01..2022-01-01",
        ]
    );
}

#[test]
fn a_story_told_later_takes_its_place_in_time() {
    let told = [
        home("Paris", "2020-03-01"),
        home("Rome", "2022-01-01").from("2018"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Paris 2020-03-01..",
            "I lives_in Rome 2018-01-01..2020-03-01"
        ]
    );
}

#[test]
fn the_same_again_adds_evidence_and_moves_the_beginning_back() {
    let spells = derived(&[
        home("Berlin", "2020-01-01"),
        home("Berlin", "2020-06-01").from("2015"),
        home("Berlin", "2021-01-01"),
    ]);
    assert_eq!(lines_of(&spells), ["I lives_in Berlin 2015-01-01.."]);
    assert_eq!(spells[0].claims.len(), 3);
}

#[test]
fn a_beginning_is_not_moved_back_across_another_home() {
    let told = [
        home("Munich", "2022-01-01"),
        home("Berlin", "2020-01-01"),
        home("Munich", "2023-01-01").from("2019"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2020-01-01..2022-01-01",
            "I lives_in Munich 2019-01-01..2020-01-01",
            "I lives_in Munich 2022-01-01..",
        ]
    );
}

#[test]
fn a_bounded_stay_ends_by_itself() {
    let told = [
        home("Rome", "2020-01-01").from("2010").until("2015"),
        home("Berlin", "2020-01-01"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2020-01-01..",
            "I lives_in Rome 2010-01-01..2015-01-01"
        ]
    );
}

#[test]
fn an_end_alone_closes_what_was_open() {
    let works = said("I", "works_at", "Acme", "2019-01-01");
    let left = said("I", "works_at", "Acme", "2021-06-15").until("2021-05-31");
    let spells = derived(&[works, left.clone()]);
    assert_eq!(
        lines_of(&spells),
        ["I works_at Acme 2019-01-01..2021-05-31"]
    );
    assert_eq!(spells[0].closed_by, Some(left.0.episode));
}

#[test]
fn an_end_alone_without_a_beginning_says_only_the_end() {
    let left = said("I", "works_at", "Acme", "2021-06-15").until("2018");
    assert_eq!(lines(&[left]), ["I works_at Acme ?..2018-01-01"]);
}

#[test]
fn a_claim_after_the_end_begins_anew() {
    let told = [
        said("I", "works_at", "Acme", "2019-01-01"),
        said("I", "works_at", "Acme", "2020-02-01").until("2020"),
        said("I", "works_at", "Acme", "2022-01-01"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I works_at Acme 2019-01-01..2020-01-01",
            "I works_at Acme 2022-01-01.."
        ]
    );
}

#[test]
fn what_used_to_be_was_before_what_is_known_since() {
    let told = [
        home("Berlin", "2020-01-01").from("2015"),
        home("Paris", "2020-06-01").until_now(),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2015-01-01..",
            "I lives_in Paris ?..2015-01-01"
        ]
    );
}

#[test]
fn the_finer_end_is_believed() {
    let told = [
        said("I", "works_at", "Acme", "2017-01-01"),
        said("I", "works_at", "Acme", "2019-01-01").until("2018"),
        said("I", "works_at", "Acme", "2019-02-01").until("2018-03"),
    ];
    assert_eq!(lines(&told), ["I works_at Acme 2017-01-01..2018-03-01"]);
}

#[test]
fn a_denial_ends_what_it_denies_and_is_a_statement_itself() {
    let told = [
        home("Berlin", "2020-01-01"),
        home("Berlin", "2021-01-01").not(),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2020-01-01..2021-01-01",
            "not I lives_in Berlin 2021-01-01.."
        ]
    );
    let again = [
        told[0].clone(),
        told[1].clone(),
        home("Berlin", "2022-01-01"),
    ];
    assert_eq!(
        lines(&again),
        [
            "I lives_in Berlin 2020-01-01..2021-01-01",
            "I lives_in Berlin 2022-01-01..",
            "not I lives_in Berlin 2021-01-01..2022-01-01",
        ]
    );
}

#[test]
fn a_denial_of_one_thing_ends_no_other() {
    let told = [
        home("Munich", "2020-01-01"),
        home("Berlin", "2021-01-01").not(),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Munich 2020-01-01..",
            "not I lives_in Berlin 2021-01-01.."
        ]
    );
}

#[test]
fn likes_and_dislikes_end_each_other() {
    let told = [
        said("I", "likes", "coffee", "2020-01-01"),
        said("I", "dislikes", "coffee", "2021-01-01"),
        said("I", "likes", "tea", "2020-01-01"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I dislikes coffee 2021-01-01..",
            "I likes coffee 2020-01-01..2021-01-01",
            "I likes tea 2020-01-01..",
        ]
    );
}

#[test]
fn what_comes_on_top_holds_beside() {
    let told = [
        said("I", "works_at", "Acme", "2020-01-01"),
        said("I", "works_at", "Beta", "2021-01-01").also(),
        said("I", "works_at", "Acme", "2021-06-01"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I works_at Acme 2020-01-01..",
            "I works_at Beta 2021-01-01.."
        ]
    );
    let changed = [
        told[0].clone(),
        told[1].clone(),
        said("I", "works_at", "Gamma", "2022-01-01"),
    ];
    assert_eq!(
        lines(&changed),
        [
            "I works_at Acme 2020-01-01..2022-01-01",
            "I works_at Beta 2021-01-01..2022-01-01",
            "I works_at Gamma 2022-01-01..",
        ]
    );
}

#[test]
fn what_one_sentence_says_together_holds_together() {
    let mut other = home("Munich", "2020-01-01").in_episode(1, 1);
    let berlin = home("Berlin", "2020-01-01").in_episode(1, 0);
    other.0.claim.range = berlin.0.claim.range;
    assert_eq!(
        lines(&[berlin, other]),
        [
            "I lives_in Berlin 2020-01-01..",
            "I lives_in Munich 2020-01-01.."
        ]
    );
}

#[test]
fn plans_and_hearsay_stand_beside_and_end_nothing() {
    let told = [
        home("Berlin", "2020-01-01"),
        home("Rome", "2021-01-01").meant(Modality::Planned),
        home("Oslo", "2021-02-01").meant(Modality::Planned),
        home("Paris", "2022-01-01").says("Tom"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2020-01-01..",
            "I lives_in Oslo 2021-02-01..",
            "I lives_in Paris 2022-01-01..",
            "I lives_in Rome 2021-01-01..",
        ]
    );
}

#[test]
fn a_correction_says_that_the_other_never_held() {
    let wrong = home("Berlin", "2020-01-01");
    let right = home("Hamburg", "2020-02-01").actually();
    let spells = derived(&[wrong, right.clone()]);
    assert_eq!(
        lines_of(&spells),
        [
            "I lives_in Berlin 2020-01-01..2020-01-01",
            "I lives_in Hamburg 2020-01-01.."
        ]
    );
    let mistake = spells
        .iter()
        .find(|spell| spell.invalid_at.is_some())
        .unwrap();
    assert_eq!(mistake.closed_by, Some(right.0.episode));
}

#[test]
fn a_correction_is_corrected_in_turn() {
    let told = [
        home("Berlin", "2020-01-01"),
        home("Hamburg", "2020-02-01").actually(),
        home("Bremen", "2020-03-01").actually(),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2020-01-01..2020-01-01",
            "I lives_in Bremen 2020-01-01..",
            "I lives_in Hamburg 2020-01-01..2020-01-01",
        ]
    );
}

#[test]
fn a_correction_of_the_time_takes_nothing_else_back() {
    let told = [
        home("Paris", "2018-01-01"),
        home("Berlin", "2020-01-01"),
        home("Berlin", "2020-02-01").from("2019-05-01").actually(),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2019-05-01..",
            "I lives_in Paris 2018-01-01..2019-05-01"
        ]
    );
}

#[test]
fn a_correction_in_the_same_breath_is_of_what_was_said_just_before() {
    let told = [
        home("Paris", "2019-01-01"),
        home("Berlin", "2020-01-01")
            .in_episode(9, 0)
            .not()
            .actually(),
        home("Hamburg", "2020-01-01").in_episode(9, 1).actually(),
    ];
    let lines = lines(&told);
    assert!(
        lines.contains(&"I lives_in Hamburg 2019-01-01..".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn a_rough_beginning_yields_to_what_was_said_to_hold_then() {
    let told = [
        home("Berlin", "2021-06-15"),
        home("Munich", "2021-12-01").from("2021"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2021-06-15..2021-06-15T00:00:01Z",
            "I lives_in Munich 2021-06-15T00:00:01Z..",
        ]
    );
}

#[test]
fn a_remark_that_repeats_what_held_is_no_return() {
    let told = [
        home("Berlin", "2020-01-01"),
        home("Berlin", "2021-06-01"),
        home("Munich", "2021-07-01").from("2021-03-15"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I lives_in Berlin 2020-01-01..2021-03-15",
            "I lives_in Munich 2021-03-15.."
        ]
    );
}

#[test]
fn a_marriage_ends_from_whichever_side_it_is_told() {
    let told = [
        said("Clara", "married_to", "Ben", "2015-01-01"),
        said("Clara", "married_to", "Tom", "2020-01-01"),
    ];
    let lines = lines(&told);
    assert_eq!(
        lines[0], "Clara married_to Ben 2015-01-01..2020-01-01",
        "{lines:?}"
    );
    assert_eq!(lines[1], "Clara married_to Tom 2020-01-01..", "{lines:?}");
    let others = [
        said("Clara", "married_to", "Ben", "2015-01-01"),
        said("Anna", "married_to", "Tom", "2020-01-01"),
    ];
    assert!(
        derived(&others)
            .iter()
            .all(|spell| spell.invalid_at.is_none())
    );
}

#[test]
fn both_directions_of_a_symmetric_relation_are_one_statement() {
    let told = [
        said("Anna", "sibling_of", "I", "2020-01-01"),
        said("I", "sibling_of", "Anna", "2021-01-01"),
    ];
    let spells = derived(&told);
    assert_eq!(spells.len(), 1);
    assert_eq!(spells[0].proposition.subject, crate::said::id("I"));
    assert_eq!(spells[0].claims.len(), 2);
}

#[test]
fn what_was_known_at_a_time_follows_from_the_claims_until_then() {
    let claims: Vec<RecordedClaim> = [
        home("Berlin", "2020-01-01"),
        home("Munich", "2021-01-01").recorded("2022-01-01"),
    ]
    .map(|saying| saying.0)
    .to_vec();
    let then = spells_known_at(&claims, &[], day("2021-06-01"));
    assert_eq!(lines_of(&then), ["I lives_in Berlin 2020-01-01.."]);
    assert_eq!(spells_known_at(&claims, &[], day("2022-01-01")).len(), 2);
    assert!(spells_known_at(&claims, &[], day("2019-01-01")).is_empty());
}

#[test]
fn a_statement_was_learned_when_its_first_claim_was() {
    let spells = derived(&[
        home("Berlin", "2020-01-01").recorded("2023-01-01"),
        home("Berlin", "2021-01-01").recorded("2022-01-01"),
    ]);
    assert_eq!(spells[0].recorded_at, day("2022-01-01"));
}

#[test]
fn odd_times_break_nothing() {
    let backwards = home("Berlin", "2020-01-01").from("2022").until("2021");
    assert_eq!(lines(&[backwards]), ["I lives_in Berlin ?..2021-01-01"]);
    let mut ends = home("Rome", "2020-01-01").from("2019");
    ends.0.claim.from = Some(recollect_model::Timestamp::MAX);
    let mut starts = home("Oslo", "2020-01-01").from("2019");
    starts.0.claim.from = Some(recollect_model::Timestamp::MIN);
    starts.0.episode = EpisodeId::from_u128(5);
    assert_eq!(derived(&[ends, starts]).len(), 2);
    assert!(lines(&[]).is_empty());
}
