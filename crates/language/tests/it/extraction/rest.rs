//! What a clause says beyond its object and its details, and what no rule reads, in the text's own words.

use super::{check, facts};

#[tokio::test]
async fn what_follows_in_a_clause_is_told_with_it() {
    for (body, expected) in [
        (
            "Ann: We invited some neighbours to share their stories.",
            "Ann invited some neighbours to share their stories.",
        ),
        (
            "Ann: I work with young people, helping them accept themselves.",
            "Ann works with young people, helping them accept themselves.",
        ),
        (
            "Ann: I'm on a diet, trying to cut down on sugar.",
            "Ann is on a diet, trying to cut down on sugar.",
        ),
        (
            "Ann: I saw the difference I could make in the village.",
            "Ann saw the difference they could make in the village.",
        ),
        (
            "Ann: I bought a boat because it was cheap, which made my wife angry.",
            "Ann bought a boat because it was cheap, which made their wife angry.",
        ),
        // A time is the statement's own, and what comes behind it is told.
        (
            "Ann: I painted a fence last week with my brother's old brushes.",
            "Ann painted a fence with their brother's old brushes.",
        ),
        // What nobody can read by itself is left out, and what another clause says.
        ("Ann: I met Tom, but he left.", "Ann met Tom."),
        (
            "Ann: I bought a lamp and took it home.",
            "Ann bought a lamp.",
        ),
    ] {
        let facts = facts(body).await;
        assert!(
            facts.iter().any(|fact| fact == expected),
            "{body}: {facts:?}"
        );
    }
}

#[tokio::test]
async fn verbs_agree_with_a_name_for_whoever_is_spoken_to() {
    for (body, expected) in [(
        "Ann: I kept the letter you wrote to me about the house you are selling.",
        "Ann kept the letter Sam wrote to them about the house Sam is selling.",
    )] {
        let facts = facts(body).await;
        assert!(
            facts.iter().any(|fact| fact == expected),
            "{body}: {facts:?}"
        );
    }
}

#[tokio::test]
async fn what_no_rule_reads_is_told_in_reported_speech() {
    for (body, expected) in [
        (
            "Ann: I worked hard to strengthen my back.",
            &["Ann worked hard to strengthen their back."][..],
        ),
        // Praise, comparisons, dreams and halves of what another verb says are no news.
        ("Ann: I like your hat.", &[]),
        ("Ann: I talk like I own the place.", &[]),
        ("Ann: I had a dream that we lived in Tokyo.", &[]),
        ("Ann: I had a chance to meet Malala.", &["Ann met Malala."]),
        ("Ann: We went back to work.", &[]),
    ] {
        assert_eq!(facts(body).await, expected, "{body}");
    }
}

#[tokio::test]
async fn a_time_is_that_of_all_that_is_told_with_it() {
    check(&[
        (
            "I went to the fair yesterday and bought a lamp.",
            &[
                "* attended \"fair\", from 2023-05-07",
                "* bought \"lamp\", from 2023-05-07",
            ],
        ),
        (
            "I had a day off last weekend - we visited a castle.",
            &[
                "* have \"day\", from 2023-05-05",
                "* visited \"castle\", from 2023-05-05",
            ],
        ),
        (
            "We had a blast last year at the Pride fest.",
            &["* have \"a blast at the Pride fest\", from 2022-01-01"],
        ),
        (
            "These figurines I bought yesterday remind me of my mother.",
            &["* buy \"figurines\", from 2023-05-07"],
        ),
        // Where somebody volunteers is not so since yesterday.
        (
            "I donated my old car to a shelter I volunteer at yesterday.",
            &[
                "* gave \"old car\", from 2023-05-07",
                "* volunteer \"shelter\"",
            ],
        ),
        (
            "I lost my job at Acme in May.",
            &[
                "* works_at Acme, until 2023-05-01",
                "* lost \"job\", from 2023-05-01",
            ],
        ),
        // Whoever is named is the pet that was got then.
        (
            "I got a puppy two weeks ago! I named him Bruno.",
            &["* has_pet Bruno, from 2023-04-24"],
        ),
        (
            "I have a cat. My dog Rex is lazy.",
            &["* has_pet \"cat\"", "* has_pet Rex", "Rex is \"lazy\""],
        ),
    ])
    .await;
}
