//! Notes of a few words, and two sentences run together: what people write down for themselves.

use super::{check, check_facts};

#[tokio::test]
async fn two_sentences_run_together_are_both_told() {
    check_facts(&[
        (
            "Adopted a cat today, her name is Miso.",
            &["Sam adopted a cat.", "Miso is Sam's cat."],
        ),
        (
            "Took Rex to the vet, Dr Lund says hello.",
            &["Sam took Rex to the vet."],
        ),
        (
            "Signed up for pottery, the class is on Tuesdays.",
            &["Sam signed up for pottery.", "the class is on Tuesdays."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn who_somebody_has_is_told_from_a_label() {
    check_facts(&[
        (
            "Landlady: Agnieszka Nowak, 07700 900142.",
            &["Agnieszka Nowak is Sam's landlady."],
        ),
        (
            "Landlord is Mr Pryce, rent is 1,150 a month.",
            &["Mr Pryce is Sam's landlord.", "rent is 1,150 a month."],
        ),
        (
            "Vet: Rex needs thyroid tablets.",
            &["Rex needs thyroid tablets."],
        ),
        (
            "wifi password at the flat: heron-kettle-42.",
            &["the wifi password at the flat is heron-kettle-42."],
        ),
        (
            "First day at Halden Instruments.",
            &["Sam works at Halden Instruments."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn whom_somebody_is_seeing_is_their_partner() {
    check_facts(&[
        (
            "Started seeing someone. His name is Jonah, he's a nurse.",
            &["Jonah is Sam's partner.", "Jonah works as a nurse."],
        ),
        (
            "I'm seeing someone about my back.",
            &["Sam is seeing someone about their back."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_speaks_of_one_matter_is_nobody() {
    check(&[
        (
            "Retro: we decided to move the firmware from C to Rust.",
            &["* move \"firmware\", planned"],
        ),
        ("Boiler: we had it fixed.", &[]),
        ("Sam: I adopted a puppy.", &["* adopted \"puppy\""]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_booked_or_asked_for_does_not_date_the_booking() {
    check_facts(&[
        (
            "I bought tickets for the concert on 14 March.",
            &["Sam bought tickets for the concert on 14 March."],
        ),
        (
            "Katrin asked for a datasheet by mid May.",
            &["Katrin asked for a datasheet by mid May."],
        ),
    ])
    .await;
    check(&[(
        "Booked trains to Dundee for Christmas, 23 December 9:30.",
        &["* book \"trains to Dundee\""],
    )])
    .await;
}

#[tokio::test]
async fn what_is_so_at_certain_times_is_told_with_them() {
    check_facts(&[
        (
            "I sleep badly when I drink coffee after three.",
            &["Sam sleeps badly when they drink coffee after three."],
        ),
        (
            "I earn 3,200 a month after tax.",
            &["Sam earns 3,200 a month after tax."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn things_that_look_like_verbs_and_days_are_told() {
    check_facts(&[
        (
            "My favourite film is Spirited Away.",
            &["Sam's favorite film is Spirited Away."],
        ),
        (
            "I run 5k every Tuesday with Omar.",
            &["Sam runs 5k every Tuesday with Omar."],
        ),
        ("Anna can't have gluten.", &["Anna does not have gluten."]),
        (
            "Jan and I saw Sigur Rós at the Paradiso.",
            &["Sam saw Sigur Rós at the Paradiso."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_moves_elsewhere_lives_nowhere_new() {
    check_facts(&[
        (
            "Katrin Lohmann moved from Bosch to Sensirion.",
            &["Katrin Lohmann moved from Bosch to Sensirion."],
        ),
        (
            "Mum is moving to Dundee to be near Rowan.",
            &[
                "Sam's mother plans to live in Dundee to be near Rowan.",
                "Sam's mother will be near Rowan.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn an_animal_of_two_is_the_writers() {
    check_facts(&[(
        "Theo and I adopted a cat. She's called Pickle.",
        &[
            "Theo adopted a cat.",
            "Sam adopted a cat.",
            "Pickle is Sam's cat.",
        ],
    )])
    .await;
}

#[tokio::test]
async fn an_office_manager_is_nobodys_boss() {
    check_facts(&[(
        "Zelda Fitch is our new office manager.",
        &["Zelda Fitch is Sam's new office manager."],
    )])
    .await;
}

#[tokio::test]
async fn notes_without_a_verb_say_what_they_stand_for() {
    check_facts(&[
        (
            "landlord = Mr Osei, emailed 22/9",
            &["Mr Osei is Sam's landlord."],
        ),
        (
            "rent going up to £985 from 1 Nov",
            &["Sam's rent will be £985."],
        ),
        ("roof leaking again", &["Sam's roof is leaking."]),
        ("offer rejected", &["Sam's offer was rejected."]),
        (
            "boiler service booked Fri 26 Sept, between 8 and 12",
            &["Sam's boiler service was booked."],
        ),
        ("mortgage approved!!", &["Sam's mortgage was approved."]),
        ("council tax £1,789", &["Sam's council tax is £1,789."]),
        ("weight 71.4 kg", &["Sam has the weight 71.4 kg."]),
        ("Kat engaged!", &["Kat is engaged."]),
        (
            "Mum in hospital since Tuesday",
            &["Sam's mother is in hospital."],
        ),
        (
            "new addr: Fulton Road 47",
            &["Sam lives in Fulton Road 47."],
        ),
        (
            "passport expires 14 August 2026",
            &["Sam's passport will expire."],
        ),
        // Which one it is, a list, and whoever speaks.
        ("room 12", &[]),
        ("eggs 6, milk 2, bread", &[]),
        ("Anna: going home now", &[]),
    ])
    .await;
}

#[tokio::test]
async fn a_note_of_a_day_says_what_is_on_it() {
    check_facts(&[
        (
            "completion 24 April",
            &["Sam's completion is on Wednesday, 24 April 2024."],
        ),
        (
            "haircut Saturday 10am",
            &["Sam's haircut is on Saturday, 13 May 2023 at 10:00."],
        ),
        ("dentist Thu 3pm", &[]),
        ("may 3 times a week", &[]),
    ])
    .await;
}

#[tokio::test]
async fn whoever_joins_a_hall_or_a_gym_does_not_work_there() {
    check_facts(&[
        (
            "I joined the climbing hall Blockfabrik.",
            &["Sam is a member of Blockfabrik."],
        ),
        ("I joined Siemens.", &["Sam works at Siemens."]),
    ])
    .await;
}

#[tokio::test]
async fn numbers_and_codes_are_told_of_what_a_note_names() {
    check_facts(&[
        (
            "door code Lindenhof 4417",
            &["Sam's door code for Lindenhof is 4417."],
        ),
        (
            "Olga's new number 0709-55 31 07, old one dead",
            &["Olga has the number 0709-55 31 07."],
        ),
        ("staff badge 20771", &["Sam's staff badge is 20771."]),
        ("locker pin 4471", &["Sam's locker pin is 4471."]),
        ("rent 870/month from June", &["Sam's rent is 870/month."]),
        ("room 12", &[]),
    ])
    .await;
}
