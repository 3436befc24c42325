//! Notes that leave out whom they go on about, that something was done or is to be done, or how they ask to be kept.

use super::{check_facts, check_silent};

#[tokio::test]
async fn what_goes_on_about_somebody_is_told_of_them() {
    check_facts(&[
        (
            "My sister moved to Leeds in May. Works at the council now.",
            &[
                "Sam's sister lives in Leeds.",
                "Sam's sister works at the council.",
            ],
        ),
        (
            "Anna passed her exams. Wants economics, not engineering.",
            &[
                "Anna passed her exams.",
                "Anna wants economics, not engineering.",
            ],
        ),
    ])
    .await;
    check_silent(&[
        "He refused. Was a tree.",
        "Wants to know if I'm free on Sunday.",
    ])
    .await;
}

#[tokio::test]
async fn what_was_done_or_is_to_be_done_is_told_without_its_auxiliary() {
    check_facts(&[
        (
            "Closing pushed to 19 December.",
            &["the closing is on Tuesday, 19 December 2023."],
        ),
        (
            "Audit now 16 June.",
            &["Sam's audit is on Friday, 16 June 2023."],
        ),
        (
            "Rotterdam postponed, airspace mess.",
            &["Rotterdam was postponed."],
        ),
        (
            "Kevin selected for the district team.",
            &["Kevin was selected for the district team."],
        ),
        (
            "Key taped under the workbench drawer.",
            &["Sam's key was taped under the workbench drawer."],
        ),
        (
            "Anna to send the quote by Thursday.",
            &["Anna will send the quote."],
        ),
        (
            "AMC to be quoted separately.",
            &["AMC will be quoted separately."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn how_a_note_begins_is_no_part_of_what_it_says() {
    check_facts(&[
        (
            "Can you remember that my son isn't allowed peanuts.",
            &["Sam's son is not allowed peanuts."],
        ),
        (
            "Please remember that my sister is vegan.",
            &["Sam's sister follows a vegan diet."],
        ),
        ("guys i bought a bike", &["Sam bought a bike."]),
        (
            "Correction on Fargo, Rick's driving me.",
            &["Rick is driving Sam."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn short_forms_of_notes_are_read_as_what_they_stand_for() {
    check_facts(&[
        (
            "I met w the club on wed.",
            &["Sam met with the club on Wednesday."],
        ),
        ("Jonah shoe size 11.", &["Jonah has the shoe size 11."]),
        (
            "Started Eliquis 5 mg twice a day.",
            &["Sam takes Eliquis 5 mg twice a day."],
        ),
        (
            "Casa Mirto for our 11th anniversary.",
            &["Sam has an 11th anniversary."],
        ),
    ])
    .await;
    check_silent(&[
        "Thanksgiving at Rick & Jen's. 14 people.",
        "Rained four days out of eight.",
    ])
    .await;
}

#[tokio::test]
async fn numbers_with_a_unit_and_jokes_are_no_age_or_trade() {
    check_facts(&[
        (
            "Tyler needs a bigger vest (he's 120 lb now!).",
            &["Tyler needs a bigger vest."],
        ),
        ("Hank is 12 and a half.", &["Hank is 12 years old."]),
        ("I am a terrible actor.", &["Sam is a terrible actor."]),
    ])
    .await;
}

#[tokio::test]
async fn whom_a_pronoun_means_is_left_open_where_two_are_near() {
    check_facts(&[
        (
            "Tom is leaving. His father can't manage. He taught Kevin how to whistle.",
            &[],
        ),
        (
            "My dad fell in the bathroom. Surgery tomorrow at 8 am, Dr Apte. He is B negative.",
            &[
                "Sam's father fell in the bathroom.",
                "the surgery is on Tuesday, 9 May 2023 at 08:00.",
                "Sam's father is B negative.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn who_gives_notice_or_passes_is_told_so() {
    check_facts(&[
        (
            "Bex handed her notice in at the shop.",
            &["Bex handed in her notice at the shop."],
        ),
        (
            "My gran passed peacefully at home.",
            &["Sam's grandmother died peacefully at home."],
        ),
        ("Anna was denied a visa.", &["Anna was denied a visa."]),
    ])
    .await;
}
