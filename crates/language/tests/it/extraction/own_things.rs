//! Things that stand first without saying whose they are, what is on a day of the week, and what others said that they would do.

use super::check_facts;

#[tokio::test]
async fn a_thing_that_begins_a_sentence_without_an_article_is_its_writers() {
    check_facts(&[
        ("Van failed its MOT.", &["Sam's van failed its MOT."]),
        ("Roof is leaking.", &["Sam's roof is leaking."]),
        (
            "Passport expires Jan 2027.",
            &["Sam's passport will expire."],
        ),
        ("Visa runs out in September.", &["Sam's visa will run out."]),
        ("Lease runs until June.", &["Sam's lease runs."]),
        (
            "Blood pressure was 140/90.",
            &["Sam's blood pressure was 140/90."],
        ),
        ("Cat needs his jab.", &["Sam's cat needs his jab."]),
        ("Boiler broke down again.", &["Sam's boiler broke down."]),
        ("Van's broken again.", &["Sam's van is broken."]),
        ("Shoulder still hurts.", &["Sam's shoulder hurts."]),
        (
            "Doctor says my iron is low.",
            &["According to Sam's doctor, Sam's iron is low."],
        ),
        // Somebody else's, or somebody.
        (
            "Anna's new bike was stolen.",
            &["Anna has a new bike.", "Anna's new bike was stolen."],
        ),
        ("Morag the vet was out twice.", &["Morag works as a vet."]),
        ("Tom fell. Knee is swollen.", &["the knee is swollen."]),
        ("Boss's car was stolen.", &[]),
        ("Is boiler broken?", &[]),
    ])
    .await;
}

#[tokio::test]
async fn how_others_and_what_is_ones_own_fare_is_told() {
    check_facts(&[
        ("Mum is fine.", &["Sam's mother is fine."]),
        ("Gran's poorly.", &["Sam's grandmother is poorly."]),
        ("Knee's ok.", &["Sam's knee is ok."]),
        ("Anna called. She's okay now.", &["Anna is okay."]),
        // An answer, and what is over.
        ("I'm fine.", &[]),
        ("It's fine.", &[]),
        ("Mum was ok.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_said_they_would_do_is_planned() {
    check_facts(&[
        (
            "Tom said he would drive us to the airport.",
            &["According to Tom, Tom plans to drive Sam to the airport."],
        ),
        (
            "My landlord said he'd fix the boiler.",
            &["According to Sam's landlord, Sam's landlord plans to fix the boiler."],
        ),
        // What would be, and what somebody would like.
        ("Rohan said he'd lose his place.", &[]),
        ("Tom said he'd love to come.", &[]),
        ("Mum said she'd come if the trains run.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_on_a_day_of_the_week_needs_no_verb() {
    check_facts(&[
        (
            "Choir on Thursdays at 7.",
            &["Sam's choir is on Thursdays at 7."],
        ),
        (
            "Swimming on Wednesdays.",
            &["Sam's swimming is on Wednesdays."],
        ),
        (
            "Boiler service on 12 June",
            &["Sam's boiler service is on Monday, 12 June 2023."],
        ),
        (
            "Vet tomorrow at 3.",
            &["Sam has an appointment with the vet."],
        ),
        (
            "My lesson is Tuesday and Thursday.",
            &[
                "Sam's lesson is on Tuesday, 9 May 2023.",
                "Sam's lesson is on Thursday, 11 May 2023.",
            ],
        ),
        ("Lovely service on Sunday.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn a_thing_keeps_the_words_and_capitals_it_is_called_by() {
    check_facts(&[
        (
            "My GCSE results are on Thursday.",
            &["Sam's GCSE results are on Thursday, 11 May 2023."],
        ),
        (
            "My PhD viva is on 3 June.",
            &["Sam's PhD viva is on Saturday, 3 June 2023."],
        ),
        (
            "My A-level results are on 13 August.",
            &["Sam's A-level results are on Sunday, 13 August 2023."],
        ),
        (
            "My B1 exam is on 22 November.",
            &["Sam's B1 exam is on Wednesday, 22 November 2023."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_begun_is_not_founded() {
    check_facts(&[
        ("Started Lexapro two weeks ago.", &["Sam takes Lexapro."]),
        ("I started sertraline in March.", &["Sam takes sertraline."]),
        ("Started Duolingo again.", &["Sam started Duolingo."]),
        ("I've gone veggie.", &["Sam follows a veggie diet."]),
        (
            "Melissa's gone vegan on me.",
            &["Melissa follows a vegan diet."],
        ),
        (
            "My uncle started Kestrel Logistics in 1998.",
            &["Sam's uncle founded Kestrel Logistics."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn who_came_from_elsewhere_in_a_year_lives_there_since() {
    check_facts(&[
        (
            "I came to Ireland from Brazil in 2019.",
            &["Sam lives in Ireland."],
        ),
        (
            "I came to London from Paris yesterday for a meeting.",
            &["Sam visited London from Paris for a meeting."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_stands_behind_what_is_said_is_no_part_of_it() {
    check_facts(&[
        (
            "I have really bad social anxiety fyi",
            &["Sam has bad social anxiety."],
        ),
        ("My laptop died on me.", &["Sam's laptop died."]),
        (
            "My dad misses hurling more than he misses his mother.",
            &["Sam's father misses hurling."],
        ),
        (
            "I have applied for a post at Ericsson, 20 hours a week.",
            &["Sam applied for a post at Ericsson."],
        ),
        (
            "Devon eats my food and denies it.",
            &["Devon eats Sam's food."],
        ),
        (
            "We're hosting on St Stephen's Day.",
            &["Sam plans to host."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_sentence_ends_with_a_month_in_short() {
    check_facts(&[
        (
            "Mum's op is on 3 Dec. Dad drives an ambulance.",
            &[
                "Sam's mother's operation is on Sunday, 3 December 2023.",
                "Sam's father drives an ambulance.",
            ],
        ),
        ("They split in Feb. Ewan has a dog.", &["Ewan has a dog."]),
        // And goes on with a day.
        ("I met Ana on Feb. 3.", &["Sam met Ana."]),
    ])
    .await;
}
