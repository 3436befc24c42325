//! What people note for themselves: without "I", without a verb, as an entry, as a reminder.

use super::{check, check_silent, facts};

#[tokio::test]
async fn a_picture_is_told_by_its_caption() {
    for (body, fact) in [
        (
            "Anna: Look at this! [shared an image: a photo of a dog running in the park]",
            "Anna shared a photo of a dog running in the park.",
        ),
        (
            "Anna: We moved in this week [photo: two kids on a red sled]. What a day!",
            "Anna shared a photo of two kids on a red sled.",
        ),
        (
            "Anna: We moved in this week. [image: our new kitchen]",
            "Anna shared a photo of their new kitchen.",
        ),
    ] {
        let told = facts(body).await;
        assert!(told.iter().any(|one| one == fact), "{body}: {told:?}");
    }
    // What is in brackets and no picture.
    check_silent(&[
        "Anna: [image: IMG_20230811.jpg]",
        "Anna: [note: to be continued]",
    ])
    .await;
}

#[tokio::test]
async fn a_note_without_i_is_its_writers() {
    check(&[
        (
            "Bought tickets for the Ravens.",
            &["* bought \"tickets for the Ravens\""],
        ),
        (
            "Swapped shifts with Dorota.",
            &["* swap \"shifts with Dorota\""],
        ),
        (
            "Started at Bosch on Monday.",
            &["* works_at Bosch, from 2023-05-01"],
        ),
        (
            "Enrolled in an evening course.",
            &["* enrol_in \"evening course\""],
        ),
        (
            "Stopped taking ibuprofen.",
            &["* takes_medication \"ibuprofen\", until 2023-05-08"],
        ),
        ("And finally visited Rome!", &["* visited Rome"]),
        ("Haven't eaten meat.", &["* eat \"meat\", not"]),
        (
            "Still looking for a flat near the harbour.",
            &["* look_for \"flat near the harbour\""],
        ),
        (
            "Painted the fence and repaired a bike with Tom.",
            &["* paint \"fence\"", "* repair \"bike\""],
        ),
        // What is run together with another sentence.
        (
            "Got this scar a few years ago, it hurt for a week.",
            &["* get \"scar\", from 2020-01-01", "*'s scar hurt \"\""],
        ),
    ])
    .await;
    check_silent(&[
        "Baked potatoes are cheap.",
        "Used cars need more care.",
        "Based on a true story.",
        "Had I studied medicine, I would be rich.",
        "Should it rain, we stay at home.",
    ])
    .await;
}

#[tokio::test]
async fn an_appointment_needs_no_verb() {
    assert_eq!(
        facts("Dentist on Tuesday at 10.").await,
        ["Sam has an appointment with the dentist."]
    );
    check(&[
        (
            "Flight to Lisbon on 3 June.",
            &["* has \"flight to Lisbon\", planned, from 2023-06-03"],
        ),
        (
            "Dinner with Ana on Saturday.",
            &["* has \"dinner with Ana\", planned, from 2023-05-13"],
        ),
    ])
    .await;
    check_silent(&["Great concert last Friday.", "Happy birthday on Friday!"]).await;
}

#[tokio::test]
async fn entries_reminders_and_codes_are_read() {
    check(&[
        (
            "Door code for Mira's building: 20B41.",
            &["the door code for Mira's building is \"20B41\""],
        ),
        ("My locker code is 4471.", &["*'s locker code is \"4471\""]),
        (
            "Note to self: the spare key is under the mat.",
            &["the spare key be_under \"mat\""],
        ),
        (
            "Don't forget that Anna is allergic to nuts.",
            &["Anna allergic_to \"nuts\""],
        ),
        (
            "Don't forget to buy milk.",
            &["* bought \"milk\", required"],
        ),
        (
            "Passport expires in November 2027.",
            &["*'s passport expire \"\", planned, from 2027-11-01"],
        ),
        (
            "My insurance is with Allianz.",
            &["*'s insurance be_with Allianz"],
        ),
    ])
    .await;
    assert_eq!(
        facts("My passport expires in 2027.").await,
        ["Sam's passport will expire."]
    );
}

#[tokio::test]
async fn what_is_moved_is_on_its_new_day_in_full() {
    check(&[
        (
            "The meeting was moved to Thursday.",
            &["the meeting happened_on \"Thursday, 11 May 2023\""],
        ),
        (
            "Nina's wedding has been moved to 6 September.",
            &["Nina's wedding happened_on \"Wednesday, 6 September 2023\""],
        ),
    ])
    .await;
}

#[tokio::test]
async fn skills_feelings_and_what_others_did_for_somebody_are_told() {
    check(&[
        ("I can swim.", &["* know_how_to \"swim\""]),
        ("Ella knows how to knit.", &["Ella know_how_to \"knit\""]),
        (
            "I feel nervous about the exam.",
            &["* feel \"nervous about the exam\""],
        ),
        (
            "I had my wisdom teeth removed.",
            &["* have_removed \"wisdom teeth\""],
        ),
        (
            "The landlord, Mr Brandt, fixed the window.",
            &["Mr Brandt is \"landlord\"", "Mr Brandt fix \"window\""],
        ),
        (
            "Writing is a passion of mine.",
            &["writing is \"Sam's passion\""],
        ),
        ("My dad's so funny.", &["*'s father is \"funny\""]),
        (
            "I had fun building a treehouse with Leo.",
            &["* made \"treehouse\""],
        ),
        (
            "I took part in a charity run.",
            &["* attended \"charity run\""],
        ),
    ])
    .await;
    check_silent(&["I can see you at five.", "Could be that it gets moved."]).await;
}
