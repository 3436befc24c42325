//! What is asserted, by whom, and for when.

use super::{check, check_silent};

#[tokio::test]
async fn denial_modality_and_sources_are_kept_apart() {
    check(&[
        ("I don't live in Berlin.", &["* lives_in Berlin, not"]),
        ("I've never been to Japan.", &["* visited Japan, not"]),
        ("I don't eat fish.", &["* eat \"fish\", not"]),
        ("I want to learn Spanish.", &["* learn \"Spanish\", wished"]),
        (
            "I'd love to visit Iceland someday.",
            &["* visited Iceland, wished"],
        ),
        (
            "Maybe I'll move to Canada.",
            &["* lives_in Canada, possible"],
        ),
        (
            "I think Ben lives in Berlin.",
            &["Ben lives_in Berlin, possible"],
        ),
        (
            "I need to renew my passport.",
            &["* renew \"passport\", required"],
        ),
        (
            "Ben says that Anna lives in Rome.",
            &["Anna lives_in Rome, by Ben"],
        ),
        (
            "According to Ben, Anna quit her job.",
            &["Anna quit \"job\", by Ben"],
        ),
        ("Sam says that Anna lives in Rome.", &["Anna lives_in Rome"]),
        ("They say that Anna lives in Rome.", &[]),
        ("I also speak German.", &["* speaks \"German\", also"]),
        (
            "I have a second job at a café.",
            &["* works_at \"café\", also"],
        ),
        (
            "Actually, I live in Bern, not Basel.",
            &["* lives_in Bern, corrected"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_not_asserted_is_not_stated() {
    check_silent(&[
        "Anna: Do I live in Berlin?",
        "Anna: If I moved to Rome, I would learn Italian.",
        "Anna: He said \"I live in Berlin\".",
        "Anna: “I own a castle”, said the king.",
        "Anna: I love it!",
        "Anna: I love this book.",
        "Anna: I have to go.",
        "Anna: I wish we had a cat.",
        "Anna: I like your hat.",
        "Anna: I think so.",
        "Anna: That's great, thanks!",
        "Anna: It is nice to see you.",
        "Anna: Take care, and move to Rome.",
        "Anna: Imagine that I live in Rome.",
        "Anna: I dreamed that I lived in Rome.",
        "Rumor has it that Ben is dating Julia.",
        "In the movie, Jack lives in New York.",
        "Supposedly Ben lives in Rome.",
    ])
    .await;
}

#[tokio::test]
async fn the_words_say_since_when_and_until_when() {
    check(&[
        (
            "I moved to Lyon in May 2021.",
            &["* lives_in Lyon, from 2021-05-01"],
        ),
        (
            "I've lived in Oslo since 2019.",
            &["* lives_in Oslo, from 2019-01-01"],
        ),
        (
            "I've been playing the piano for two years.",
            &["* plays \"piano\", from 2021-05-08"],
        ),
        (
            "I lived in Paris from 2015 to 2018.",
            &["* lives_in Paris, from 2015-01-01, until 2019-01-01"],
        ),
        (
            "I lived in Paris in 2010.",
            &["* lives_in Paris, from 2010-01-01, until 2011-01-01"],
        ),
        ("I lived in Rome.", &["* lives_in Rome, until 2023-05-08"]),
        (
            "I used to play tennis.",
            &["* plays \"tennis\", until 2023-05-08"],
        ),
        (
            "I'm no longer a vegetarian.",
            &["* follows_diet \"vegetarian\", until 2023-05-08"],
        ),
        (
            "I don't eat meat anymore.",
            &["* eat \"meat\", until 2023-05-08"],
        ),
        (
            "I stopped eating meat two months ago.",
            &["* eat \"meat\", until 2023-03-08"],
        ),
        (
            "I left Google in March.",
            &["* works_at Google, until 2023-03-01"],
        ),
        (
            "I broke up with Tom last month.",
            &["* in_relationship_with Tom, until 2023-04-01"],
        ),
        (
            "Yesterday, I bought a bike.",
            &["* bought \"bike\", from 2023-05-07"],
        ),
        (
            "I'm moving to Lisbon on 1 July.",
            &["* lives_in Lisbon, planned, from 2023-07-01"],
        ),
        ("I go to the gym every Tuesday.", &["* go_to \"gym\""]),
        ("I have a cat.", &["* has_pet \"cat\""]),
    ])
    .await;
}

#[tokio::test]
async fn one_time_does_not_date_another_clause() {
    check(&[(
        "Anna: I own a boat, and I moved to Kiel in 2020.",
        &["Anna owns \"boat\"", "Anna lives_in Kiel, from 2020-01-01"],
    )])
    .await;
}
