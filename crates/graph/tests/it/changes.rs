//! What ends by something else than its own end: offices, whatever somebody has, plans, and the dead.

use recollect_model::Modality;

use crate::said::{lines, said};

#[test]
fn an_office_has_one_holder_at_a_time() {
    assert_eq!(
        lines(&[
            said("Anna", "chief_executive_of", "Acme", "2015-01-01"),
            said("Ben", "chief_executive_of", "Acme", "2019-06-01").from("2019-03"),
            said("Ben", "chair_of", "Acme", "2020-01-01"),
            said("Clara", "chief_executive_of", "Bosch", "2020-01-01"),
            said("Ben", "chief_executive_of", "Bosch", "2016-01-01"),
        ]),
        [
            "Anna chief_executive_of Acme 2015-01-01..2019-03-01",
            "Ben chair_of Acme 2020-01-01..",
            "Ben chief_executive_of Acme 2019-03-01..",
            "Ben chief_executive_of Bosch 2016-01-01..2020-01-01",
            "Clara chief_executive_of Bosch 2020-01-01..",
        ]
    );
}

#[test]
fn a_second_holder_who_is_said_to_be_one_more_ends_nothing() {
    assert_eq!(
        lines(&[
            said("Anna", "coach_of", "Acme", "2015-01-01"),
            said("Ben", "coach_of", "Acme", "2019-01-01").also(),
        ]),
        [
            "Anna coach_of Acme 2015-01-01..",
            "Ben coach_of Acme 2019-01-01..",
        ]
    );
}

#[test]
fn who_held_an_office_before_is_put_before() {
    assert_eq!(
        lines(&[
            said("Ben", "mayor_of", "Acme", "2019-01-01"),
            said("Anna", "mayor_of", "Acme", "2020-01-01").until_now(),
        ]),
        [
            "Anna mayor_of Acme ?..2019-01-01",
            "Ben mayor_of Acme 2019-01-01..",
        ]
    );
}

#[test]
fn an_end_of_nothing_by_name_ends_whatever_holds() {
    let quit = said("I", "works_at", "\"\"", "2021-05-01").closing();
    assert_eq!(
        lines(&[
            said("I", "works_at", "Acme", "2018-01-01"),
            quit.clone(),
            said("I", "works_at", "Bosch", "2022-01-01"),
        ]),
        [
            "I works_at Acme 2018-01-01..2021-05-01",
            "I works_at Bosch 2022-01-01..",
        ]
    );
    assert!(lines(&[quit]).is_empty());
}

#[test]
fn what_only_closes_says_nothing_by_itself() {
    let sold = said("I", "owns", "Saab", "2021-05-01").closing();
    assert_eq!(
        lines(&[said("I", "owns", "Saab", "2018-01-01"), sold.clone()]),
        ["I owns Saab 2018-01-01..2021-05-01"]
    );
    assert!(lines(&[sold]).is_empty());
}

#[test]
fn a_divorce_without_a_name_ends_the_marriage_of_whoever_says_so() {
    assert_eq!(
        lines(&[
            said("Anna", "married_to", "I", "2018-01-01"),
            said("Ben", "married_to", "Clara", "2018-01-01"),
            said("I", "married_to", "\"\"", "2021-05-01")
                .until("2020-11")
                .closing(),
        ]),
        [
            "Anna married_to I 2018-01-01..2020-11-01",
            "Ben married_to Clara 2018-01-01..",
        ]
    );
}

#[test]
fn what_was_planned_for_a_day_is_planned_until_the_day_is_over() {
    let plan = |relation| {
        said("I", relation, "Rome", "2020-01-01")
            .from("2020-05-12")
            .meant(Modality::Planned)
    };
    assert_eq!(
        lines(&[plan("visited"), plan("lives_in")]),
        [
            "I lives_in Rome 2020-05-12..2020-05-13",
            "I visited Rome 2020-05-12..2020-05-13",
        ]
    );
    let undated = said("I", "visited", "Rome", "2020-01-01").meant(Modality::Planned);
    assert_eq!(lines(&[undated]), ["I visited Rome 2020-01-01.."]);
}

#[test]
fn a_death_ends_what_the_dead_had_and_what_they_were_to_others() {
    assert_eq!(
        lines(&[
            said("I", "has_pet", "Rex", "2018-01-01"),
            said("I", "has_pet", "Tom", "2018-01-01"),
            said("Rex", "likes", "\"bones\"", "2018-01-01"),
            said("I", "likes", "Rex", "2018-01-01"),
            said("I", "visited", "Rex", "2018-01-01"),
            said("Rex", "died_on", "\"\"", "2021-05-01"),
            said("Rex", "died_on", "\"3 April\"", "2021-06-01").from("2021-04-03"),
        ]),
        [
            "I has_pet Rex 2018-01-01..2021-04-03",
            "I has_pet Tom 2018-01-01..",
            "I likes Rex 2018-01-01..",
            "I visited Rex 2018-01-01..",
            "Rex died_on \"\" 2021-05-01..",
            "Rex died_on \"3 April\" 2021-04-03..",
            "Rex likes \"bones\" 2018-01-01..2021-04-03",
        ]
    );
}

#[test]
fn a_death_that_is_denied_later_ends_nothing() {
    assert_eq!(
        lines(&[
            said("I", "has_pet", "Rex", "2018-01-01"),
            said("Rex", "died_on", "\"\"", "2021-05-01"),
            said("Rex", "died_on", "\"\"", "2021-06-01").not(),
        ])[0],
        "I has_pet Rex 2018-01-01.."
    );
}

#[test]
fn a_correction_of_a_day_takes_the_day_before_back() {
    let on = |day: &str, at: &str| said("party", "happened_on", &format!("\"{day}\""), at);
    assert_eq!(
        lines(&[
            on("Monday", "2020-01-01").from("2020-01-06"),
            on("Tuesday", "2020-01-02").from("2020-01-07").actually(),
        ]),
        [
            "party happened_on \"Monday\" 2020-01-06..2020-01-06",
            "party happened_on \"Tuesday\" 2020-01-07..",
        ]
    );
    // Without one, it took place twice.
    assert_eq!(
        lines(&[
            on("Monday", "2020-01-01").from("2020-01-06"),
            on("Tuesday", "2020-01-02").from("2020-01-07"),
        ]),
        [
            "party happened_on \"Monday\" 2020-01-06..",
            "party happened_on \"Tuesday\" 2020-01-07..",
        ]
    );
}
