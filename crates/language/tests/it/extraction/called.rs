//! Who is called what, whose something is, what somebody would like, and what is contracted with its subject.

use super::{check_facts, facts, identities};

#[tokio::test]
async fn somebody_called_by_a_name_has_it() {
    check_facts(&[
        (
            "My dentist is a woman called Rita.",
            &["Rita is Sam's dentist.", "Rita is a dentist."],
        ),
        (
            "A woman named Ruth bought my car.",
            &["Ruth bought Sam's car.", "Sam has a car."],
        ),
        (
            "One of my students, Oscar, won second prize.",
            &["Oscar won second prize.", "Sam has students."],
        ),
        ("I hired a lad called Dev on Monday.", &["Sam hired Dev."]),
        // Two names are no one's.
        (
            "We met a couple named Ines and Raul.",
            &["Sam met a couple named Ines."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_somebodys_is_not_somebody() {
    check_facts(&[
        ("This coat is Marta's.", &["the coat belongs to Marta."]),
        (
            "The ring was my granny's.",
            &["the ring belonged to Sam's grandmother."],
        ),
        (
            "Ruben auctioned off his ponytail. It brought in six hundred dollars.",
            &[
                "Ruben auctioned off his ponytail.",
                "Ruben's ponytail brought in six hundred dollars.",
            ],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_somebody_would_like_to_have_they_want() {
    check_facts(&[
        ("I'd like a new bike.", &["Sam wants a new bike."]),
        (
            "Ben said he'd like a drum kit.",
            &["According to Ben, Ben wants a drum kit."],
        ),
        ("I'd like that.", &[]),
        ("Would you like a coffee?", &[]),
        ("If I had the money I'd like a boat.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn an_ordinal_of_somebody_is_a_birthday() {
    check_facts(&[
        (
            "Auntie Nuala's seventy-fifth is on the 28th.",
            &["Auntie Nuala's birthday is on Sunday, 28 May 2023."],
        ),
        (
            "It's Tom's birthday on Friday.",
            &["Tom's birthday is on Friday, 12 May 2023."],
        ),
        ("My 3rd is the best of them.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_contracted_with_its_subject_is_read() {
    check_facts(&[
        ("Tess'll start school in May.", &["Tess will start school."]),
        (
            "Joanne's allergic so he lives with me.",
            &["Joanne is allergic."],
        ),
        (
            "My sister called. She's already promised me a set of bowls!",
            &["Sam's sister promised a set of bowls to Sam."],
        ),
        (
            "Kasia's getting married to Marek in March.",
            &["Kasia will be married to Marek."],
        ),
        // What went to pieces was nobody who writes.
        (
            "The kiln's dead. Died on Sunday.",
            &["the kiln is dead.", "the kiln died on Sunday, 7 May 2023."],
        ),
        ("Died on Sunday.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_one_of_several_relatives_does_is_told_of_them_and_ends_nothing() {
    check_facts(&[
        ("My aunt is a nurse.", &["Sam's aunt works as a nurse."]),
        ("My cousin lives in Oslo.", &["Sam's cousin lives in Oslo."]),
        (
            "My neighbour plays the drums.",
            &["Sam's neighbor plays the drums."],
        ),
        (
            "My friend works at Siemens.",
            &["Sam's friend works at Siemens."],
        ),
        (
            "My sister is selling her car.",
            &["Sam's sister is selling her car."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_has_changed_is_what_it_is_now() {
    check_facts(&[
        (
            "My address has changed: 12 Mill Lane.",
            &["Sam has the address 12 Mill Lane."],
        ),
        (
            "My phone number changed, it's 0176 5550 123 now.",
            &["Sam has the phone number 0176 5550 123."],
        ),
        ("My life has changed, it's wonderful.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn a_trade_that_looks_like_a_quality_is_a_trade() {
    check_facts(&[(
        "I'm a paramedic, 41, no kids.",
        &["Sam works as a paramedic.", "Sam is 41 years old."],
    )])
    .await;
}

#[tokio::test]
async fn somebody_said_by_what_they_do_is_who_is_named_behind_it() {
    check_facts(&[
        (
            "The bloke next door, Trevor, breeds ferrets.",
            &["Trevor breeds ferrets."],
        ),
        (
            "The lady who runs our book club, Constance, breeds ferrets.",
            &[
                "Constance breeds ferrets.",
                "Constance runs Sam's book club.",
                "Sam is a member of a book club.",
            ],
        ),
        // The son, it may be.
        (
            "The kid who beat my son, Ethan, breeds ferrets.",
            &["the kid breeds ferrets.", "Ethan is Sam's son."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn ones_own_kin_are_the_same_wherever_they_stand_without_my() {
    check_facts(&[
        (
            "I visited Nan on Sunday.",
            &["Sam visited Sam's grandmother."],
        ),
        ("Mam lives in Leeds.", &["Sam's mother lives in Leeds."]),
        (
            "They've taken Nan off the warfarin.",
            &["Sam's grandmother no longer takes warfarin."],
        ),
        (
            "It was Dad who taught me to swim.",
            &["Sam's father taught Sam to swim."],
        ),
        // A friend of that name.
        (
            "My friend Nan lives in Leeds.",
            &["Sam's friend lives in Leeds."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_renamed_is_one_by_both_names() {
    for (body, same) in [
        ("Project Falcon is now called Osprey.", "Falcon = Osprey"),
        ("Facebook was renamed Meta.", "Facebook = Meta"),
        ("We renamed Falcon to Osprey.", "Falcon = Osprey"),
        ("Twitter is also known as Xanadu.", "Twitter = Xanadu"),
        ("My friend Elizabeth is called Liz.", "Elizabeth = Liz"),
    ] {
        let identities = identities(body).await;
        assert!(
            identities.iter().any(|identity| identity == same),
            "{body}: {identities:?}"
        );
    }
    assert_eq!(
        identities("We didn't rename Falcon to Osprey.").await,
        [""; 0]
    );
    assert_eq!(facts("We renamed Falcon to Osprey.").await, [""; 0]);
}
