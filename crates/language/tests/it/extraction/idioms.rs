//! "'s" of "is" and "has", quantities and exceptions, what is done to somebody, and turns of phrase that say what somebody likes.

use super::check_facts;

#[tokio::test]
async fn a_mark_behind_a_noun_is_the_verb_that_what_follows_asks_for() {
    check_facts(&[
        (
            "Helen's covering for me while I'm away.",
            &["Helen is covering for Sam."],
        ),
        (
            "Keith's been voted in as chair.",
            &["Keith was voted in as chair."],
        ),
        ("Rent's £850, bills not included.", &["Sam's rent is £850."]),
        ("My brother's in Leeds.", &["Sam's brother is in Leeds."]),
        (
            "Ben's vegan so we cook separately.",
            &["Ben follows a vegan diet."],
        ),
        // What somebody has.
        (
            "Ben's vegan cheese is good.",
            &["Ben's vegan cheese is good."],
        ),
        (
            "Tom's meeting with the bank is on Friday.",
            &["Tom's meeting with the bank is on Friday, 12 May 2023."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_said_of_both_of_none_and_of_all_but_one_is_theirs() {
    check_facts(&[
        (
            "Both of Wendy's boys are in the army.",
            &["Wendy's boys are in the army."],
        ),
        (
            "Neither of my parents went to university.",
            &["Sam's parents did not go to university."],
        ),
        (
            "I've lost a stone and a half since Easter.",
            &["Sam lost a stone and a half."],
        ),
        (
            "I'm the youngest of seven.",
            &["Sam is the youngest of seven."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_was_done_to_somebody_they_did_not_do() {
    check_facts(&[
        (
            "Emily was picked to play Mary.",
            &["Emily was picked to play Mary."],
        ),
        (
            "Our son is named after my grandfather.",
            &["Sam's son is named after Sam's grandfather."],
        ),
        (
            "Carl's been promoted to shift supervisor.",
            &["Carl works as a shift supervisor."],
        ),
        (
            "Gustavo was born in Recife, but raised in Newark.",
            &[
                "Gustavo was born in Recife.",
                "Gustavo was raised in Newark.",
            ],
        ),
        ("They've diagnosed me with ADHD.", &["Sam has ADHD."]),
        ("I owe the dentist £640.", &["Sam owes the dentist £640."]),
    ])
    .await;
}

#[tokio::test]
async fn what_had_been_so_was_over_and_what_is_wished_was_not() {
    check_facts(&[
        (
            "I had lived in Kenya before that.",
            &["Sam lived in Kenya."],
        ),
        ("I'd rather we stayed in Norwich.", &[]),
        ("The more I practise the worse I get.", &[]),
        (
            "My mother was a Fletcher.",
            &["Sam's mother was a Fletcher."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn turns_of_phrase_say_what_somebody_likes() {
    check_facts(&[
        (
            "I can't get enough of dinosaurs.",
            &["Sam likes dinosaurs."],
        ),
        (
            "My daughter's mad on horses.",
            &["Sam's daughter likes horses."],
        ),
        ("I can't abide olives.", &["Sam dislikes olives."]),
        ("I swear by Yorkshire Tea.", &["Sam likes Yorkshire Tea."]),
    ])
    .await;
}

#[tokio::test]
async fn names_and_letters_stay_as_they_are_written() {
    check_facts(&[
        (
            "My blood group is O negative.",
            &["Sam has the blood type O negative."],
        ),
        (
            "Mum's blood type is A positive.",
            &["Sam's mother has the blood type A positive."],
        ),
        (
            "The secret of my chilli is dark chocolate.",
            &["the secret of Sam's chilli is dark chocolate."],
        ),
        (
            "The niece from Rhyl painted the door.",
            &["the niece from Rhyl painted the door."],
        ),
        // No year.
        ("My chess rating hit 1800 on Monday.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_got_for_somebody_and_what_somebody_has_been_doing_is_told() {
    check_facts(&[
        ("I bought Tom a bike.", &["Sam bought a bike for Tom."]),
        ("We got Dad a telescope.", &["Sam got a telescope for Dad."]),
        (
            "Ruben is here. He's been driving a taxi ever since.",
            &["Ruben is driving a taxi."],
        ),
        (
            "Esme and Roly run a puppet theatre out of a van.",
            &[
                "Esme runs a puppet theatre out of a van.",
                "Roly runs a puppet theatre out of a van.",
            ],
        ),
        (
            "Craig's best man is Woody.",
            &["Craig's best man is Woody."],
        ),
        // What somebody is told to do, or would sooner do than another thing.
        (
            "Don't buy the Pampers any more, Leo is three.",
            &["Leo is 3 years old."],
        ),
        ("Jasper would rather die than speak in public.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_means_to_do_and_how_old_somebody_was_then_is_no_present() {
    check_facts(&[
        (
            "Petra's dying to sell the caravan.",
            &["Petra wants to sell the caravan."],
        ),
        (
            "Lena was made head chef in March.",
            &["Lena works as a head chef."],
        ),
        (
            "Gareth is quitting nursing to open a bakery.",
            &["Gareth plans to found a bakery."],
        ),
        (
            "Grandpa left the church his stamps.",
            &["Sam's grandfather left his stamps for the church."],
        ),
        (
            "My daughter-in-law's parents own a hotel in Rhyl.",
            &["Sam's daughter-in-law's parents own a hotel in Rhyl."],
        ),
        (
            "I moved to Leeds when Rory turned eighteen.",
            &["Sam lives in Leeds.", "Rory turned eighteen."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_some_of_ones_own_do_is_told_of_them() {
    check_facts(&[
        (
            "Two of my nephews play rugby.",
            &["two of Sam's nephews play rugby."],
        ),
        (
            "Some of my cousins live in Canada.",
            &["some of Sam's cousins live in Canada."],
        ),
        (
            "One of my cousins works at Bosch.",
            &["one of Sam's cousins works at Bosch."],
        ),
        ("Some of it is mine.", &[]),
    ])
    .await;
}
