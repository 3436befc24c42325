//! Whether what is spoken of is so: implicative words, denial and how much of it, what is dreamt, compared or asked, and when.

use std::sync::Arc;

use recollect_language::TextToRead;
use recollect_model::ReferenceTime;

use super::{check, check_facts, check_silent, facts, line, read};
use crate::to_read;

#[tokio::test]
async fn what_somebody_managed_or_got_to_do_happened() {
    check(&[
        ("I got to meet Malala.", &["* met Malala"]),
        ("I finally got to visit the Louvre.", &["* visited Louvre"]),
        ("I had a chance to meet Malala.", &["* met Malala"]),
        (
            "I had the opportunity to study in Oslo.",
            &["* study_in Oslo"],
        ),
        ("I ended up buying a Volvo.", &["* bought Volvo"]),
        ("Tom ended up marrying Julia.", &["Tom married_to Julia"]),
        ("I happened to meet Obama in Chicago.", &["* met Obama"]),
        ("I was able to visit Peru.", &["* visited Peru"]),
        ("I was lucky enough to meet Malala.", &["* met Malala"]),
        ("I couldn't help buying a hat.", &["* bought \"hat\""]),
        ("I regret selling the house.", &["* sold \"house\""]),
        (
            "I've got to renew my passport.",
            &["* renew \"passport\", required"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_failed_or_forgot_to_do_did_not_happen() {
    check(&[
        (
            "I failed to renew my passport.",
            &["* renew \"passport\", not"],
        ),
        ("I was unable to visit Peru.", &["* visited Peru, not"]),
        ("I wasn't able to visit Peru.", &["* visited Peru, not"]),
        ("I avoided buying a car.", &["* bought \"car\", not"]),
        (
            "I never managed to learn Russian.",
            &["* learn \"Russian\", not"],
        ),
        ("I ended up not buying the Tesla.", &["* bought Tesla, not"]),
        ("I never got around to reading Dune.", &["* read Dune, not"]),
        ("I almost bought a Tesla.", &["* bought Tesla, not"]),
        ("I nearly married Tom.", &["* married_to Tom, not"]),
        ("I came close to buying a Tesla.", &["* bought Tesla, not"]),
    ])
    .await;
}

#[tokio::test]
async fn what_was_only_to_be_is_not_stated() {
    check_silent(&[
        "I was about to buy a Tesla.",
        "I was going to buy a Tesla.",
        "I was supposed to visit Peru.",
        "I should have bought the house.",
        "I could have married Tom.",
        "I would have moved to Rome.",
        "I rarely drink wine.",
        "I seldom eat meat.",
        "I barely eat meat.",
    ])
    .await;
}

#[tokio::test]
async fn denial_reaches_what_it_governs_and_no_more() {
    check(&[
        (
            "I haven't showered or brushed my teeth.",
            &["* brush \"teeth\", not"],
        ),
        (
            "I haven't eaten breakfast or fed the cat.",
            &["* eat \"breakfast\", not", "* feed \"cat\", not"],
        ),
        (
            "I don't smoke or drink beer.",
            &["* smoke \"\", not", "* drink \"beer\", not"],
        ),
        (
            "I neither smoke nor drink coffee.",
            &["* smoke \"\", not", "* drink \"coffee\", not"],
        ),
        (
            "I don't drink coffee, nor do I eat meat.",
            &["* drink \"coffee\", not", "* eat \"meat\", not"],
        ),
        (
            "I didn't buy the Fiat but sold the Volvo.",
            &["* bought Fiat, not", "* sold Volvo"],
        ),
        ("I hardly ever drink wine.", &["* drink \"wine\", not"]),
        ("I almost never eat meat.", &["* eat \"meat\", not"]),
        ("Tom hardly drinks beer.", &["Tom drink \"beer\", not"]),
        (
            "Not only did I visit Rome, I also met the Pope.",
            &["* visited Rome", "* met Pope, also"],
        ),
        (
            "I not only visited Rome but also climbed Etna.",
            &["* visited Rome", "* climb Etna, also"],
        ),
        ("I'm not just a nurse.", &["* works_as \"nurse\""]),
        (
            "I'm no longer vegetarian.",
            &["* follows_diet \"vegetarian\", until 2023-05-08"],
        ),
        (
            "I don't live in Bern any longer.",
            &["* lives_in Bern, until 2023-05-08"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_dreamt_compared_or_left_open_is_not_stated() {
    check_silent(&[
        "He spends money as if I owned a yacht.",
        "I live as if I owned a yacht.",
        "I talk like I own the place.",
        "Tom acts as though he owned the company.",
        "It feels like I live in Rome.",
        "I dreamt that we lived in Tokyo.",
        "Last night I dreamed that Anna married Tom.",
        "I had a dream that we lived in Tokyo.",
        "I had a dream where I worked at Google.",
        "In my dream, I owned a castle.",
        "Pretend that I own a boat.",
        "I wish I lived in Rome.",
        "If only I had a boat.",
        "Let's say I move to Rome.",
        "I don't know if Tom lives in Rome.",
        "It's not true that I own a boat.",
    ])
    .await;
}

#[tokio::test]
async fn a_question_states_what_it_takes_for_granted_and_no_more() {
    check(&[
        ("Did you know that I moved to Bern?", &["* lives_in Bern"]),
        (
            "Did I tell you that we bought a house?",
            &["* bought \"house\""],
        ),
        (
            "Have you heard that Anna married Tom?",
            &["Anna married_to Tom"],
        ),
        ("Can you believe I bought a boat?", &["* bought \"boat\""]),
        ("I moved to Bern, didn't I?", &["* lives_in Bern"]),
        ("Anna lives in Rome, doesn't she?", &["Anna lives_in Rome"]),
        (
            "I just adopted a puppy, what should I name him?",
            &["* adopted \"puppy\""],
        ),
        (
            "What should I cook, since my sister is a vegetarian?",
            &["*'s sister follows_diet \"vegetarian\""],
        ),
        ("Guess what, I moved to Bern!", &["* lives_in Bern"]),
    ])
    .await;
    check_silent(&[
        "Do you know if Anna lives in Rome?",
        "Do you think I should move to Rome?",
        "What if I move to Rome?",
        "Why did Anna move to Rome?",
        "Am I allergic to nuts?",
        "Did Tom say that he moved to Rome?",
    ])
    .await;
}

/// Checks texts of 11 January 2025.
async fn check_in_january(cases: &[(&str, &[&str])]) {
    let reference: ReferenceTime = "2025-01-11T10:00:00+02:00".parse().unwrap();
    for (body, lines) in cases {
        let text = TextToRead {
            reference_time: reference,
            ..(*to_read(body)).clone()
        };
        let found = read(Arc::new(text)).await.statements;
        let said: Vec<String> = found.iter().map(line).collect();
        assert_eq!(said, *lines, "{body}");
    }
}

#[tokio::test]
async fn the_tense_tells_on_which_side_a_time_lies() {
    check_in_january(&[
        (
            "I'm moving to Lyon come September.",
            &["* lives_in Lyon, planned, from 2025-09-01"],
        ),
        (
            "Next March Hugo moves to Ghent.",
            &["Hugo lives_in Ghent, planned, from 2025-03-01"],
        ),
        (
            "From 1 February I will work for Bosch.",
            &["* works_at Bosch, planned, from 2025-02-01"],
        ),
        (
            "As of 1 February I will work for Bosch.",
            &["* works_at Bosch, planned, from 2025-02-01"],
        ),
        (
            "Starting Monday I work at Bosch.",
            &["* works_at Bosch, planned, from 2025-01-13"],
        ),
        (
            "Effective 1 June, Anna works at Nokia.",
            &["Anna works_at Nokia, planned, from 2025-06-01"],
        ),
        (
            "As of last month I work at Bosch.",
            &["* works_at Bosch, from 2024-12-01"],
        ),
        (
            "I'm getting married in June.",
            &["* is \"married\", planned, from 2025-06-01"],
        ),
        (
            "I leave Nokia in June.",
            &["* works_at Nokia, until 2025-06-01"],
        ),
        (
            "In September I moved to Lyon.",
            &["* lives_in Lyon, from 2024-09-01"],
        ),
        (
            "In September I move to Lyon.",
            &["* lives_in Lyon, planned, from 2025-09-01"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn who_comes_back_from_somewhere_is_not_from_there() {
    check(&[
        ("I come from Malta.", &["* comes_from Malta"]),
        ("Anna comes from Malta.", &["Anna comes_from Malta"]),
        (
            "My family came from Poland.",
            &["*'s family comes_from Poland"],
        ),
    ])
    .await;
    for body in [
        "I came back from Malta.",
        "I just came home from Malta.",
        "Anna came back from Rome yesterday.",
        "We're coming from Rome.",
        "I've come straight from Rome.",
    ] {
        let said = super::said(body).await;
        assert!(
            !said.iter().any(|line| line.contains("comes_from")),
            "{body}: {said:?}"
        );
    }
}

#[tokio::test]
async fn chats_are_read_as_they_are_meant() {
    check(&[
        ("im allergic to nuts", &["* allergic_to \"nuts\""]),
        ("my sis lives in berlin", &["*'s sister lives_in Berlin"]),
        ("got a cat named milo lol", &["* has_pet Milo"]),
        ("ive been to japan twice", &["* visited Japan"]),
        ("my bf works at google", &["*'s boyfriend works_at Google"]),
        ("i dont eat pork", &["* eat \"pork\", not"]),
        ("i wanna learn spanish", &["* learn \"Spanish\", wished"]),
        (
            "i gotta renew my passport",
            &["* renew \"passport\", required"],
        ),
        (
            "my mom hates olives bc theyre salty",
            &["*'s mother dislikes \"olives\""],
        ),
        (
            "imma visit my gran tmrw",
            &["* visited *'s grandmother, planned, from 2023-05-09"],
        ),
        ("my dad bought a tesla lol", &["*'s father bought Tesla"]),
        (
            "gonna visit portugal in june",
            &["* visited Portugal, planned, from 2023-06-01"],
        ),
    ])
    .await;
    check_silent(&[
        "i dunno if tom lives in rome",
        "u live in berlin right",
        "idk where tom lives",
    ])
    .await;
}

#[tokio::test]
async fn an_opinion_leaves_alone_what_it_takes_for_granted() {
    assert_eq!(
        facts("I think the lamp that I bought in May is broken.").await,
        ["the lamp may be broken.", "Sam bought the lamp."]
    );
    check(&[
        (
            "I thought it would suit me since I love chess.",
            &["* likes \"chess\""],
        ),
        (
            "I'm thinking of building a bigger coop, considering I've adopted two more hens.",
            &[
                "* made \"bigger coop\", planned",
                "* adopted \"two more hens\"",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_remembered_or_regretted_was() {
    check(&[
        ("I'll never forget meeting Malala.", &["* met Malala"]),
        (
            "I remember living in Oslo.",
            &["* lives_in Oslo, until 2023-05-08"],
        ),
        ("I don't regret selling the house.", &["* sold \"house\""]),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_had_to_do_was_done() {
    check(&[
        ("I had to rent a van.", &["* rent \"van\""]),
        ("I have to rent a van.", &["* rent \"van\", required"]),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_means_to_end_is_not_told_as_meant_to_begin() {
    check_facts(&[
        ("I decided to leave Bosch.", &["Sam plans to leave Bosch."]),
        (
            "I want to quit the choir.",
            &["Sam wants to quit the choir."],
        ),
        (
            "Tom is thinking of leaving Acme.",
            &["Tom plans to leave Acme."],
        ),
        ("I decided to divorce Ola.", &["Sam plans to divorce Ola."]),
        (
            "I'm going to stop eating meat.",
            &["Sam plans to stop eating meat."],
        ),
        (
            "Tom may no longer live in Berlin.",
            &["Tom may not live in Berlin."],
        ),
        (
            "I'll leave Bosch in June.",
            &["Sam will no longer work at Bosch."],
        ),
    ])
    .await;
}
