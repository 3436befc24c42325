//! Plain sentences of everyday lives, as anybody would say them.

use super::check_facts;

#[tokio::test]
async fn what_is_said_of_ones_own_things_is_told_by_their_names() {
    check_facts(&[
        ("My bank is Commerzbank.", &["Sam's bank is Commerzbank."]),
        (
            "My laptop is a 2021 MacBook Pro.",
            &["Sam's laptop is a 2021 MacBook Pro."],
        ),
        (
            "My favorite restaurant is Da Mario on Hauptstrasse.",
            &["Sam's favorite restaurant is Da Mario."],
        ),
        (
            "My licence plate is B-KL 2210.",
            &["Sam has the licence plate B-KL 2210."],
        ),
        (
            "I drive a 2015 Skoda Octavia.",
            &["Sam drives a 2015 Skoda Octavia."],
        ),
        (
            "I inherited my grandfather's watch.",
            &[
                "Sam inherited their grandfather's watch.",
                "Sam's grandfather has a watch.",
            ],
        ),
        (
            "I pay 850 euros rent a month.",
            &["Sam pays 850 euros rent a month."],
        ),
        ("I'm a Scorpio.", &["Sam is a Scorpio."]),
    ])
    .await;
}

#[tokio::test]
async fn what_has_a_day_is_told_with_what_it_is() {
    check_facts(&[
        (
            "My last day at Bosch is 30 June.",
            &[
                "Sam's last day at Bosch is on Friday, 30 June 2023.",
                "Sam will no longer work at Bosch.",
            ],
        ),
        (
            "My last day at Bosch was 31 January.",
            &[
                "Sam's last day at Bosch was on Tuesday, 31 January 2023.",
                "Sam no longer works at Bosch.",
            ],
        ),
        (
            "I will quit Bosch on 30 June.",
            &["Sam will no longer work at Bosch."],
        ),
        (
            "The deadline for the tax return is 31 July.",
            &["the deadline for the tax return is on Monday, 31 July 2023."],
        ),
        (
            "My thesis is due on 15 July.",
            &["Sam's thesis is due on Saturday, 15 July 2023."],
        ),
        (
            "Our flight to Lisbon leaves at 6:40 am on 3 June.",
            &["Sam's flight to Lisbon will leave."],
        ),
        (
            "My mother-in-law is coming to stay for two weeks in July.",
            &["Sam's mother-in-law plans to come to stay for two weeks."],
        ),
        (
            "I came back from Oslo yesterday.",
            &["Sam came back from Oslo."],
        ),
        (
            "I volunteer at the food bank on Saturdays.",
            &["Sam volunteers at the food bank on Saturdays."],
        ),
        (
            "I signed up for a pottery class on Thursdays.",
            &["Sam signed up for a pottery class on Thursdays."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn how_something_was_or_is_goes_with_it() {
    check_facts(&[
        (
            "I broke my wrist skiing in February.",
            &["Sam broke their wrist skiing."],
        ),
        (
            "I ran my first marathon in Berlin in 2:58.",
            &["Sam ran their first marathon in Berlin in 2:58."],
        ),
        (
            "I've been to Iceland twice.",
            &["Sam visited Iceland twice."],
        ),
        ("I usually get up at six.", &["Sam usually gets up at six."]),
        (
            "I sleep badly when it's hot.",
            &["Sam sleeps badly when it's hot."],
        ),
        (
            "I lived in Rome when I was a child.",
            &["Sam lived in Rome when they were a child."],
        ),
        (
            "I gave Tom a watch for his birthday.",
            &["Sam gave Tom a watch for Tom's birthday."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_to_be_done_and_whose_something_is_may_be_noted_in_short() {
    check_facts(&[
        (
            "Cancel Audible before the 14th.",
            &["Sam should cancel Audible before the 14th."],
        ),
        (
            "Call the dentist on Monday.",
            &["Sam should call the dentist."],
        ),
        ("Water 18 degrees.", &[""; 0]),
        ("Call me later.", &[""; 0]),
        ("Anna: Call the dentist.", &[""; 0]),
        ("moms garage is full", &["Sam's mother's garage is full."]),
        ("ill be in Oslo on Monday", &["Sam will be in Oslo."]),
        ("I was ill on Monday.", &["Sam was ill."]),
        (
            "were moving to Leeds in May",
            &["Sam plans to live in Leeds."],
        ),
        ("toms cousin has a snake", &["Tom's cousin has a snake."]),
    ])
    .await;
}

#[tokio::test]
async fn somebody_is_told_by_name_or_by_what_they_are() {
    check_facts(&[
        (
            "Tom has a new girlfriend called Mara.",
            &["Tom is in a relationship with Mara."],
        ),
        ("We named the baby Mila.", &["Mila is Sam's child."]),
        (
            "Ana and I met at a wedding in Lisbon in 2011.",
            &["Sam met Ana at a wedding in Lisbon."],
        ),
        ("I report to Sofia.", &["Sam is managed by Sofia."]),
        (
            "The vet said Miso is overweight.",
            &["According to the vet, Miso is overweight."],
        ),
        (
            "The mechanic said the brakes are worn.",
            &["According to the mechanic, the brakes are worn."],
        ),
        (
            "My mother-in-law lives in Graz.",
            &["Sam's mother-in-law lives in Graz."],
        ),
        (
            "Ada likes Mieke, who lost her phone.",
            &[
                "Ada likes Mieke, who lost her phone.",
                "Mieke lost her phone.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_only_looks_like_another_thing_is_not_told() {
    check_facts(&[
        (
            "Mum's birthday is next Friday.",
            &["Sam's mother's birthday is on Friday, 19 May 2023."],
        ),
        ("I'm allergic to shrimp.", &["Sam is allergic to shrimp."]),
        (
            "My brother is moving back in with our parents.",
            &["Sam's brother is moving in with Sam's parents."],
        ),
        ("We call her Asche.", &[""; 0]),
        (
            "I returned the shoes to Zalando.",
            &["Sam returned the shoes to Zalando."],
        ),
        ("I'm colour-blind.", &["Sam is colour-blind."]),
        ("I have a twin sister.", &["Sam has a sister."]),
        ("I'm away in July.", &["Sam is away."]),
        ("Tom is abroad until August.", &["Tom is abroad."]),
        ("I'm away.", &[""; 0]),
        ("My father snores.", &["Sam's father snores."]),
        (
            "My doctor prescribed amoxicillin for my ear infection.",
            &[
                "Sam takes amoxicillin for their ear infection.",
                "Sam's doctor prescribed amoxicillin for their ear infection.",
            ],
        ),
        ("I brew my own beer.", &["Sam brews their own beer."]),
        (
            "I dropped the statistics course.",
            &["Sam dropped the statistics course."],
        ),
        (
            "The due date is 18 May.",
            &["the due date is on Thursday, 18 May 2023."],
        ),
        (
            "My boss commutes from Bonn.",
            &["Sam's boss commutes from Bonn."],
        ),
        ("My mother tongue is German.", &["Sam speaks German."]),
        (
            "My daughter was born in June.",
            &["Sam's daughter was born in June.", ""],
        ),
        ("We moved to Bonn when I was six.", &["Sam lives in Bonn."]),
        (
            "Kofi and his husband run a guesthouse.",
            &[
                "Kofi runs a guesthouse.",
                "Kofi's husband runs a guesthouse.",
            ],
        ),
        (
            "From Monday I go to Officine Balbo as a welder.",
            &["Sam plans to work at Officine Balbo as a welder."],
        ),
    ])
    .await;
}
