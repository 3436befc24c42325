//! What happened, and what holds always.

use crate::said::{derived, lines, lines_of, said};

#[test]
fn an_event_is_never_ended() {
    let told = [
        said("I", "visited", "Paris", "2020-06-01")
            .from("2020-05-12")
            .until("2020-05-13"),
        said("I", "visited", "Rome", "2021-01-01"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I visited Paris 2020-05-12..",
            "I visited Rome 2021-01-01.."
        ]
    );
}

#[test]
fn the_same_event_again_is_the_same_statement() {
    let told = [
        said("I", "visited", "Paris", "2020-06-01")
            .from("2020-05")
            .until("2020-06"),
        said("I", "visited", "Paris", "2020-06-02")
            .from("2020-05-12")
            .until("2020-05-13"),
        said("I", "visited", "Paris", "2020-09-01"),
    ];
    let spells = derived(&told);
    assert_eq!(lines_of(&spells), ["I visited Paris 2020-05-12.."]);
    assert_eq!(spells[0].claims.len(), 3);
}

#[test]
fn another_day_is_another_event() {
    let told = [
        said("I", "visited", "Paris", "2020-06-01").from("2020-05-12"),
        said("I", "visited", "Paris", "2022-06-01").from("2022-05-20"),
        said("I", "visited", "Paris", "2021-01-01"),
    ];
    let spells = derived(&told);
    assert_eq!(
        lines_of(&spells),
        [
            "I visited Paris 2020-05-12..",
            "I visited Paris 2022-05-20.."
        ]
    );
    let first = spells.iter().find(|spell| spell.claims.len() == 2).unwrap();
    assert_eq!(first.valid_at, Some(crate::said::day("2020-05-12")));
}

#[test]
fn what_was_told_before_it_could_have_happened_is_another_event() {
    let told = [
        said("I", "visited", "Paris", "2020-01-01"),
        said("I", "visited", "Paris", "2022-06-01").from("2022-05-20"),
    ];
    assert_eq!(
        lines(&told),
        [
            "I visited Paris 2020-01-01..",
            "I visited Paris 2022-05-20.."
        ]
    );
}

#[test]
fn an_open_phrase_with_bounds_is_an_event_and_without_a_state() {
    let ran = said("I", "run", "race", "2020-06-03")
        .from("2020-06-01")
        .until("2020-06-02");
    assert_eq!(lines(&[ran]), ["I run race 2020-06-01.."]);
    let told = [
        said("I", "sing", "\"\"", "2020-01-01"),
        said("I", "sing", "\"\"", "2021-01-01").not(),
    ];
    assert_eq!(lines(&told)[0], "I sing \"\" 2020-01-01..2021-01-01");
}

#[test]
fn of_what_holds_always_the_last_said_is_right() {
    let told = [
        said("Anna", "born_in", "Rome", "2020-01-01"),
        said("Anna", "born_in", "Milan", "2021-01-01"),
    ];
    let spells = derived(&told);
    assert_eq!(
        lines_of(&spells),
        [
            "Anna born_in Milan ?..",
            "Anna born_in Rome 2020-01-01..2020-01-01"
        ]
    );
    let wrong = spells
        .iter()
        .find(|spell| spell.invalid_at.is_some())
        .unwrap();
    assert_eq!(wrong.closed_by, Some(told[1].0.episode));
}

#[test]
fn many_siblings_stand_side_by_side_until_one_is_denied() {
    let told = [
        said("I", "sibling_of", "Anna", "2020-01-01"),
        said("I", "sibling_of", "Ben", "2020-01-02"),
        said("I", "sibling_of", "Ben", "2021-01-01").not(),
    ];
    assert_eq!(
        lines(&told),
        [
            "I sibling_of Anna ?..",
            "I sibling_of Ben 2020-01-02..2020-01-02",
            "not I sibling_of Ben ?..",
        ]
    );
}
