//! Plain sentences that readers found untold or told otherwise.

use super::{check, check_facts};

#[tokio::test]
async fn what_is_planned_or_due_is_told() {
    check_facts(&[
        (
            "I'm going to sell the caravan.",
            &["Sam plans to sell the caravan."],
        ),
        (
            "My checkup is on June 9.",
            &["Sam's checkup is on Friday, 9 June 2023."],
        ),
        ("My course starts on 3 June.", &["Sam's course will start."]),
        (
            "I play tennis on Sundays.",
            &["Sam plays tennis on Sundays."],
        ),
        (
            "Craig drives a snowplow for the county in winter.",
            &["Craig drives a snowplow for the county."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_arranged_is_not_done_on_its_day() {
    check(&[
        (
            "I've signed up for the half marathon on September 28.",
            &["* sign_up_for half marathon"],
        ),
        ("I booked a table for Friday.", &["* book \"table\""]),
        (
            "I signed up for evening classes last week.",
            &["* sign_up_for \"evening classes\", from 2023-05-01"],
        ),
        (
            "My salary is paid on the 25th of every month.",
            &["*'s salary is \"paid\""],
        ),
    ])
    .await;
    check_facts(&[
        (
            "I owe my sister 150 euros for the flights.",
            &["Sam owes their sister 150 euros for the flights."],
        ),
        (
            "I haven't smoked since the first of January.",
            &["Sam has not smoked."],
        ),
        (
            "The train to Leeds takes two hours.",
            &["the train to Leeds takes two hours."],
        ),
        (
            "I've had the same doctor, Dr. Lindqvist, for eleven years.",
            &[
                "Sam has had Dr. Lindqvist for eleven years.",
                "Dr. Lindqvist works as a doctor.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_denial_is_of_what_it_stands_with() {
    check_facts(&[
        (
            "I'm allergic to hazelnuts, so no praline.",
            &["Sam is allergic to hazelnuts."],
        ),
        ("There is no way I can pay 1,150 by myself.", &[]),
        ("She was less cross than I feared.", &[]),
        ("I can't have a cat under my feet.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_done_to_what_one_has_is_told_with_it() {
    check(&[
        (
            "Rex had two teeth pulled on Thursday by the vet.",
            &["Rex have_pulled \"two teeth\", from 2023-05-04"],
        ),
        (
            "Desmond left Teresa his laminated rye recipe.",
            &["Desmond leave \"laminated rye recipe\""],
        ),
        (
            "Kayleigh is pregnant and due October 3.",
            &[
                "Kayleigh is \"pregnant\"",
                "Kayleigh is \"due\", planned, from 2023-10-03",
            ],
        ),
        ("Passed probation!", &["* pass \"probation\""]),
    ])
    .await;
}
