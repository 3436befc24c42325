//! What people tell an assistant to keep: who they are, what they prefer and avoid, what is due, how their things are called.

use super::{check, check_facts};

#[tokio::test]
async fn what_is_to_be_remembered_is_told() {
    check_facts(&[
        (
            "Remember that I hate cilantro.",
            &["Sam dislikes cilantro."],
        ),
        ("Remember: I love mochi.", &["Sam likes mochi."]),
        (
            "Let me tell you, I hate Mondays.",
            &["Sam dislikes Mondays."],
        ),
        (
            "For future reference, my shoe size is 43.",
            &["Sam has the shoe size 43."],
        ),
        (
            "My pronouns are they/them.",
            &["Sam has the pronouns they/them."],
        ),
        (
            "My preferred language is Python.",
            &["Sam's favorite language is Python."],
        ),
        ("My native language is Dutch.", &["Sam speaks Dutch."]),
        (
            "As a vegetarian, I don't eat gelatine.",
            &[
                "Sam does not eat gelatine as a vegetarian.",
                "Sam follows a vegetarian diet.",
            ],
        ),
        ("I'm lactose intolerant.", &["Sam is lactose intolerant."]),
        (
            "I'm left-handed and colour-blind.",
            &["Sam is left-handed.", "Sam is colour-blind."],
        ),
        (
            "I'm a 34-year-old nurse.",
            &["Sam works as a nurse.", "Sam is 34 years old."],
        ),
        (
            "My kids are 5 and 8.",
            &["Sam's children are 5 and 8 years old."],
        ),
        (
            "I usually have oatmeal for breakfast.",
            &["Sam usually has oatmeal for breakfast."],
        ),
        ("I do karate.", &["Sam practices karate."]),
        (
            "My eldest plays the violin.",
            &["Sam's eldest plays the violin."],
        ),
    ])
    .await;
    // That is no art of anybody's.
    check(&[("I did the dishes.", &["* do \"dishes\""])]).await;
}

#[tokio::test]
async fn things_have_names_too() {
    check_facts(&[
        (
            "My startup is called Loopwise; we make scheduling software for clinics.",
            &[
                "Sam's startup is called Loopwise.",
                "Sam makes scheduling software for clinics.",
            ],
        ),
        (
            "The project is called Falcon.",
            &["the project is called Falcon."],
        ),
        ("Our boat is named Tern.", &["Sam's boat is called Tern."]),
        (
            "My girlfriend is a nurse at St. Thomas' Hospital.",
            &[
                "Sam's girlfriend works as a nurse at St. Thomas' Hospital.",
                "Sam's girlfriend works at St. Thomas' Hospital.",
            ],
        ),
        (
            "My laptop has 36 GB of RAM.",
            &["Sam has a laptop.", "Sam's laptop has 36 GB of RAM."],
        ),
        (
            "My team uses Linear for tickets and Notion for docs.",
            &[
                "Sam's team uses Linear for tickets.",
                "Sam's team uses Notion for docs.",
            ],
        ),
        (
            "We decided to use Postgres instead of MongoDB.",
            &["Sam plans to use Postgres instead of MongoDB."],
        ),
    ])
    .await;
    // What somebody or an animal is called names them.
    check(&[("My dog is called Luna.", &["* has_pet Luna"])]).await;
}

#[tokio::test]
async fn what_is_advised_is_not_yet_done() {
    check_facts(&[
        (
            "My doctor recommended that I take vitamin D.",
            &["According to Sam's doctor, Sam should take vitamin D."],
        ),
        (
            "My interview with Google went well.",
            &["Sam's interview with Google went well."],
        ),
        (
            "I used to play the cello when I was a kid.",
            &["Sam no longer plays the cello."],
        ),
        (
            "I've just finished reading Piranesi.",
            &["Sam read Piranesi."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn days_are_those_of_what_takes_place() {
    check(&[
        (
            "Tomorrow is my mother's birthday.",
            &["*'s mother's birthday happened_on \"Tuesday, 9 May 2023\""],
        ),
        (
            "I met the CFO yesterday about the Q3 budget.",
            &["* meet \"CFO\", from 2023-05-07"],
        ),
        (
            "I have to pay the bill by 2 June.",
            &["* pay \"bill\", required, until 2023-06-03"],
        ),
        (
            "My mother-in-law is coming to stay next week.",
            &["*'s mother-in-law come \"\", planned, from 2023-05-15"],
        ),
    ])
    .await;
    check_facts(&[
        (
            "We've moved our weekly sync from Monday to Thursday.",
            &["Sam's sync is on Thursday."],
        ),
        (
            "My landlord raised the rent to 1450 euros starting in July.",
            &["Sam's landlord raised the rent to 1450 euros."],
        ),
        (
            "We always spend Christmas with my in-laws.",
            &["Sam spends Christmas with their in-laws."],
        ),
        (
            "I moved from Porto to Berlin for work.",
            &[
                "Sam no longer lives in Porto.",
                "Sam lives in Berlin for work.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_belongs_to_things_is_told_of_them() {
    check_facts(&[
        (
            "The server's IP is 10.0.0.12.",
            &["the server's IP is 10.0.0.12."],
        ),
        ("Our API uses snake_case.", &["Sam's API uses snake_case."]),
        (
            "My address is 14 Elm Road, Leeds LS6 2AB.",
            &["Sam has the address 14 Elm Road, Leeds LS6 2AB."],
        ),
        ("Rex weighs 32 kilos.", &["Rex weighs 32 kilos."]),
        (
            "The MRI showed a torn meniscus.",
            &["the MRI showed a torn meniscus."],
        ),
        ("We installed Grafana.", &["Sam installed Grafana."]),
    ])
    .await;
    check(&[(
        "The dog's vaccination is due in June.",
        &["the dog's vaccination is \"due\", planned, from 2023-06-01"],
    )])
    .await;
}

#[tokio::test]
async fn what_somebody_is_or_has_is_one_word_with_its_hyphen_or_number() {
    check_facts(&[
        ("I'm self-employed since 2021.", &["Sam is self-employed."]),
        (
            "My mother has type 2 diabetes.",
            &["Sam's mother has type 2 diabetes."],
        ),
        (
            "I was raised Catholic but I'm an atheist now.",
            &["Sam is an atheist."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn hours_and_months_belong_to_what_they_are_said_of() {
    check_facts(&[
        (
            "I'm training for a half marathon in October.",
            &["Sam is training for a half marathon in October."],
        ),
        (
            "I ran my first 10k in 52 minutes.",
            &["Sam ran their first 10k in 52 minutes."],
        ),
        (
            "I can't have caffeine after 3pm.",
            &["Sam does not have caffeine after 3pm."],
        ),
        (
            "I have a standup at 9:30 every morning.",
            &["Sam has a standup at 9:30 every morning."],
        ),
    ])
    .await;
    check(&[(
        "My parents are visiting in July.",
        &["*'s parents visit \"\", planned, from 2023-07-01"],
    )])
    .await;
}

#[tokio::test]
async fn what_stands_beside_is_not_joined() {
    check_facts(&[
        (
            "The whole family was in Inverness and Ruth baked the cake.",
            &["the whole family was in Inverness.", "Ruth made the cake."],
        ),
        (
            "Kai is vegan, so no dairy in his cake.",
            &["Kai follows a vegan diet."],
        ),
        (
            "Actually it's the 17th of November, Theo's birthday, I mixed it up.",
            &[
                "Theo was born on 17th of November.",
                "Sam mixed up the birthday.",
            ],
        ),
        (
            "I swim Mondays and Wednesdays.",
            &["Sam swims Mondays and Wednesdays."],
        ),
        (
            "Coriander tastes like soap to me.",
            &["coriander tastes like soap to Sam."],
        ),
        (
            "Penicillin brings me out in hives.",
            &["Sam is allergic to penicillin."],
        ),
        (
            "I'm on the Scheduling team.",
            &["Sam is a member of the Scheduling team."],
        ),
        ("At Bosch I'm on £68,500.", &["Sam is on £68,500 at Bosch."]),
        ("Back from Lisbon.", &["Sam has been to Lisbon."]),
        ("Theo turned seven.", &["Theo is 7 years old."]),
        (
            "Ifeoma will take over as my manager.",
            &["Sam will be managed by Ifeoma."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_mark_that_no_genitive_bears_is_a_verb() {
    check_facts(&[
        ("The van's a Ford Transit.", &["the van is a Ford Transit."]),
        ("My car's broken.", &["Sam's car is broken."]),
        ("The kettle's new.", &["the kettle is new."]),
        ("Dad's in hospital.", &["Sam's father is in hospital."]),
        ("Boiler's dead again.", &["Sam's boiler is dead."]),
        (
            "I work with Affinity, not Illustrator.",
            &["Sam works with Affinity."],
        ),
        (
            "We charge £65 an hour plus VAT.",
            &["Sam charges £65 an hour."],
        ),
        (
            "My last day at the bakery is 3 June.",
            &[
                "Sam's last day at the bakery is on Saturday, 3 June 2023.",
                "Sam will no longer work at the bakery.",
            ],
        ),
    ])
    .await;
    // Whose something is.
    check_facts(&[(
        "Anna's new bike was stolen.",
        &["Anna has a new bike.", "Anna's new bike was stolen."],
    )])
    .await;
}

#[tokio::test]
async fn what_is_set_rented_or_due_is_told_of_its_day_and_place() {
    check_facts(&[
        (
            "Our wedding is set for 12 June 2027.",
            &["Sam's wedding is on 12 June 2027."],
        ),
        (
            "I rent a room in Oslo for 600 euros.",
            &[
                "Sam rents a room in Oslo for 600 euros.",
                "Sam lives in Oslo.",
            ],
        ),
        (
            "I rent out a flat in Leeds.",
            &["Sam rents out a flat in Leeds."],
        ),
        (
            "The report has to be sent by 30 June.",
            &["the report should be sent."],
        ),
        (
            "We adopted a whippet. She's two years old and called Pepper.",
            &[
                "Sam adopted a whippet.",
                "Pepper is Sam's whippet.",
                "Sam's whippet is 2 years old.",
            ],
        ),
    ])
    .await;
}
