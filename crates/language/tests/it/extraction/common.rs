//! What is said of things and people that have no name, where whoever reads it again knows which are meant.

use super::check_facts;

#[tokio::test]
async fn what_is_pointed_out_by_the_is_known() {
    check_facts(&[
        (
            "Suresh has the drawings and the keys to the store.",
            &[
                "Suresh has the drawings.",
                "Suresh has the keys to the store.",
            ],
        ),
        ("Anna has the spare.", &["Anna has the spare."]),
        ("Tom came for the tuba.", &["Tom came for the tuba."]),
    ])
    .await;
}

#[tokio::test]
async fn a_noun_without_an_article_may_be_one_thing() {
    check_facts(&[
        (
            "Book club chose Middlemarch.",
            &["book club chose Middlemarch."],
        ),
        (
            "School fees went up to 68k.",
            &["school fees went up to 68k."],
        ),
        // What is so of all of them is nobody's fact.
        ("Dogs love walks.", &[]),
        ("Coffee is bad for sleep.", &[]),
        // What speakers think of things in general is theirs.
        ("Ann: Pottery is relaxing.", &["pottery is relaxing."]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_done_and_agreed_is_told() {
    check_facts(&[
        (
            "Roger has agreed to keep doing the accounts.",
            &["Roger agreed to keep doing the accounts."],
        ),
        (
            "Priscilla does the lights.",
            &["Priscilla does the lights."],
        ),
        (
            "Maeve went back to the fiddle.",
            &["Maeve went back to the fiddle."],
        ),
        ("We went back to work.", &[]),
        ("Linh wants Fridays free.", &["Linh wants Fridays free."]),
    ])
    .await;
}

#[tokio::test]
async fn who_stands_beside_a_name_is_who_it_is() {
    check_facts(&[
        (
            "The studio is rented by a Danish ceramicist, Rasmus.",
            &[
                "the studio is rented by Rasmus.",
                "Rasmus is a Danish ceramicist.",
            ],
        ),
        (
            "We spoke to the landlord, Mr Petrakis.",
            &["Sam spoke to Mr Petrakis.", "Mr Petrakis is the landlord."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn medicines_in_notes_end_and_begin() {
    check_facts(&[
        (
            "Saw Dr Adams on Thursday - off ramipril, now amlodipine 5mg instead.",
            &[
                "Sam saw Dr Adams.",
                "Sam no longer takes ramipril.",
                "Sam takes amlodipine 5mg.",
            ],
        ),
        (
            "I'm off ramipril, now on amlodipine 5mg.",
            &["Sam no longer takes ramipril.", "Sam takes amlodipine 5mg."],
        ),
        ("Dr Adams upped the dose.", &["Dr Adams upped the dose."]),
        // Whose doctor it was takes it.
        (
            "Dad went to the clinic, off warfarin.",
            &["Sam's father went to the clinic."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn who_somebody_is_may_be_a_list() {
    check_facts(&[
        (
            "I'm 44, network engineer at Corvane, married to Yasmin, two kids (Noor and Idris).",
            &[
                "Sam is 44 years old.",
                "Sam works as a network engineer at Corvane.",
                "Sam works at Corvane.",
                "Sam is married to Yasmin.",
                "",
                "Sam has two kids.",
                "Sam is a parent of Noor.",
                "Sam is a parent of Idris.",
            ],
        ),
        (
            "I'm 67, retired, three grandchildren and a dog.",
            &[
                "Sam is 67 years old.",
                "Sam is retired.",
                "Sam has three grandchildren.",
                "Sam has a dog.",
            ],
        ),
        (
            "I'm married to Anna, a nurse at Barts, two kids.",
            &[
                "Sam is married to Anna.",
                "",
                "Anna works as a nurse at Barts.",
                "Anna works at Barts.",
                "Sam has two kids.",
            ],
        ),
        (
            "I'm tired, hungry and cold.",
            &["Sam is tired.", "Sam is hungry."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn an_amount_that_has_gone_up_is_from_then_on() {
    check_facts(&[
        (
            "The allotment rent has gone up to £68.",
            &["the allotment rent is £68."],
        ),
        (
            "band practice moved to fri 19th",
            &["Sam's band practice is on Friday, 19 May 2023."],
        ),
        (
            "We had Biscuit put to sleep this morning.",
            &["Biscuit was put to sleep."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_clause_behind_two_people_is_about_the_last() {
    check_facts(&[
        (
            "I live with my wife Anna and our son Max, who is three.",
            &[
                "Sam lives with Anna.",
                "Anna is Sam's wife.",
                "Max is Sam's son.",
                "Max is 3 years old.",
            ],
        ),
        (
            "I saw my brother and my sister, who is a potter.",
            &[
                "Sam saw their brother.",
                "Sam saw their sister, who is a potter.",
                "Sam's sister works as a potter.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn nobody_lives_in_a_program() {
    check_facts(&[
        (
            "Moved to GitHub Actions last week.",
            &["Sam moved to GitHub Actions."],
        ),
        ("We moved to Terraform.", &["Sam moved to Terraform."]),
        ("We moved to Leeds.", &["Sam lives in Leeds."]),
    ])
    .await;
}

#[tokio::test]
async fn what_runs_and_moves_at_work_is_told_of_what_it_is() {
    check_facts(&[
        (
            "My staging DB runs on port 5433.",
            &["Sam's staging DB runs on port 5433."],
        ),
        (
            "The tracking API returned 502s for 47 minutes.",
            &["the tracking API returned 502s for 47 minutes."],
        ),
        ("Standup moves from 9:00 to 9:30.", &["Standup is at 9:30."]),
        ("Fatima confirmed.", &[]),
        ("User: which node version do we use", &[]),
        ("I gave up coffee after 2pm.", &[]),
        ("Got her a laptop.", &[]),
        (
            "Katya didn't want to run ZooKeeper or pay for Confluent.",
            &[
                "Katya did not want to run ZooKeeper.",
                "Katya does not want to pay for Confluent.",
            ],
        ),
        (
            "My new laptop is a ThinkPad.",
            &["Sam's new laptop is a ThinkPad."],
        ),
        (
            "Wen is leaving Parcelo.",
            &["Wen no longer works at Parcelo."],
        ),
    ])
    .await;
}
