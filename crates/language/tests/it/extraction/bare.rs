//! Nouns that notes leave without an article, and who or what somebody is that no name tells.

use super::check_facts;

#[tokio::test]
async fn what_a_note_says_of_one_thing_without_an_article_is_its_writers() {
    check_facts(&[
        (
            "Passport is in the second drawer.",
            &["Sam's passport is in the second drawer."],
        ),
        (
            "Spare key is with Mrs Lund.",
            &["Sam's spare key is with Mrs Lund."],
        ),
        (
            "Membership is £34.50 a month.",
            &["Sam's membership is £34.50 a month."],
        ),
        (
            "Replacement is Naturli.",
            &["Sam's replacement is Naturli."],
        ),
        (
            "Exam is on the 9th.",
            &["Sam's exam is on Tuesday, 9 May 2023."],
        ),
        // In general, or nobody's.
        ("Coffee is bad for sleep.", &[]),
        ("Life is in the small things.", &[]),
        ("Love is in the air.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn who_is_it_that_is_spoken_of_by_what_they_are_is_told() {
    check_facts(&[
        ("The winner was Gustaw.", &["the winner was Gustaw."]),
        (
            "The new manager is Tom Albers.",
            &["the new manager is Tom Albers."],
        ),
        (
            "The new neighbour is called Olive.",
            &["the new neighbour is Olive."],
        ),
        ("The problem is Tom.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_measured_of_somebody_stays_theirs() {
    check_facts(&[
        ("Dad's PSA is 4.2.", &["Sam's father's PSA is 4.2."]),
        (
            "My wife turned fifty-eight on Monday.",
            &["Sam's wife is 58 years old."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn where_it_is_from_is_nobodys_origin() {
    check_facts(&[
        (
            "My flight was from Stansted.",
            &["Sam's flight was from Stansted."],
        ),
        (
            "My shed is 22 m from the house.",
            &["Sam's shed is 22 m from the house."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_title_of_another_language_is_part_of_a_name_and_tells_of_whom_it_is() {
    check_facts(&[(
        "Farid came too. Herr Zangerl can't come, he broke his leg.",
        &["Herr Zangerl broke his leg."],
    )])
    .await;
}

#[tokio::test]
async fn what_somebody_else_does_of_their_own_is_not_the_writers() {
    check_facts(&[
        (
            "Mrs Beynon is in hospital. Slipped on her own step.",
            &["Mrs Beynon is in hospital."],
        ),
        ("Tom came over. Made him dinner.", &["Sam made Tom dinner."]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_home_is_no_home_of_its_own() {
    check_facts(&[
        ("Lucy's home from college.", &["Lucy is home from college."]),
        ("Bring shoes.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn a_ceremony_that_nobody_is_said_to_have_may_be_anybodys() {
    check_facts(&[
        (
            "Funeral is on Friday.",
            &["the funeral is on Friday, 12 May 2023."],
        ),
        (
            "Surgery is on Friday.",
            &["Sam's surgery is on Friday, 12 May 2023."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_was_put_off_or_booked_is_on_the_day_to_come() {
    check_facts(&[
        (
            "Arne's operation has been put off to 11 June.",
            &["Arne's operation is on Sunday, 11 June 2023."],
        ),
        (
            "My exam was booked for 2 June.",
            &["Sam has an exam.", "Sam's exam is on Friday, 2 June 2023."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_said_of_one_is_not_said_of_what_it_leaves_out() {
    check_facts(&[
        ("The insurance covers some of it but not the meds.", &[]),
        ("Tom said no to the job.", &["Tom said no to the job."]),
        ("My boss has left.", &["Sam's boss left."]),
        (
            "I'm considering moving to Leeds.",
            &["Sam is considering moving to Leeds."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_became_of_its_writer_needs_no_i() {
    check_facts(&[
        ("Got promoted to team lead.", &["Sam works as a team lead."]),
        ("Colm isn't coming back.", &["Colm is not coming back."]),
    ])
    .await;
}
