//! Whom somebody has several of: "my nephew", "my neighbour". They are spoken of as whoever there is one of, and what is told of one
//! ends nothing that was told of another.

use super::{check, check_facts};

#[tokio::test]
async fn a_pronoun_goes_on_about_one_of_several() {
    check_facts(&[
        (
            "My neighbour is 80. He had a stroke last week.",
            &[
                "Sam's neighbor is 80 years old.",
                "Sam's neighbor had a stroke.",
            ],
        ),
        (
            "My colleague is pregnant. She is due in June.",
            &["Sam's colleague is pregnant.", "Sam's colleague is due."],
        ),
        (
            "Help me plan a party for my friend. She loves karaoke.",
            &["Sam's friend likes karaoke."],
        ),
        (
            "Suggest a gift for my mother-in-law. She loves gardening.",
            &["Sam's mother-in-law likes gardening."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_there_is_one_of_is_told_in_words_that_end_nothing() {
    check(&[
        (
            "My grandson is 14 and plays chess.",
            &[
                "*'s grandson is \"14 years old\"",
                "*'s grandson plays \"chess\"",
            ],
        ),
        ("My friend lives in Lima.", &["*'s friend live_in Lima"]),
        ("My cousin is 30.", &["*'s cousin is \"30 years old\""]),
    ])
    .await;
}

#[tokio::test]
async fn kin_are_known_by_the_words_of_other_languages() {
    check(&[
        (
            "My abuela lives in Oaxaca.",
            &["*'s grandmother lives_in Oaxaca"],
        ),
        (
            "My oma Greta was born in Graz.",
            &["Greta relative_of *", "Greta born_in Graz"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn where_somebody_of_ones_own_is_at_home_stands_beside_them() {
    check_facts(&[
        (
            "My uncle from Poland loves vodka.",
            &["Sam's uncle comes from Poland.", "Sam's uncle likes vodka."],
        ),
        (
            "Our daughter in Oslo is pregnant.",
            &[
                "Sam's daughter lives in Oslo.",
                "Sam's daughter is pregnant.",
            ],
        ),
        // Where they met, and what they do together.
        (
            "I met my sister in Paris.",
            &["Sam met their sister in Paris."],
        ),
        ("My friend from work is moving.", &[]),
    ])
    .await;
}
