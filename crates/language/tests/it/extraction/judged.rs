//! What readers judged wrong in conversations: each class by a sentence of its own.

use super::check_facts;

#[tokio::test]
async fn a_short_has_is_no_passive_and_never_is_not_now() {
    check_facts(&[
        (
            "Ann: Ben is funny. He's never sung for anybody.",
            &["Ben is funny."],
        ),
        (
            "Ann: Ben's never been past Dover.",
            &["Ben has never been past Dover."],
        ),
        (
            "Ann: Ben knows. He's asked for a pocket.",
            &["Ben asked for a pocket."],
        ),
        (
            "Ann: Leila's repaired the fence.",
            &["Leila repaired the fence."],
        ),
        (
            "Ann: My son's gone to Leeds.",
            &["Ann's son went to Leeds."],
        ),
        (
            "Ann: I was her witness and signed the wrong page.",
            &["Ann signed the wrong page."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_another_wants_of_somebody_is_no_wish_of_theirs() {
    check_facts(&[
        (
            "Ann: My mother wants me to study law.",
            &["According to Ann's mother, Ann should study law."],
        ),
        (
            "Ann: I want Tom to learn the violin.",
            &["Ann wants Tom to learn the violin."],
        ),
        ("Ann: I will never let Ben choose the bus.", &[]),
        (
            "Ann: Ben's brother is a butcher, you can't make this up",
            &["Ben's brother works as a butcher."],
        ),
        ("Ann: My boss thinks I should stay until May.", &[]),
        ("Ann: I said wait for Sunday.", &[]),
        ("Ann: I thought of the mornings I won't have to shout.", &[]),
        (
            "Ann: I can't even ride in the van past noon.",
            &["Ann cannot ride in the van past noon."],
        ),
        ("Ann: I've told myself not to panic.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn who_leaves_out_the_subject_does_not_always_mean_themselves() {
    check_facts(&[
        (
            "Ann: Ben is small, so stay in York and hire a van.",
            &["Ben is small."],
        ),
        ("Ann: Bring the list. And put down the milk for Ben.", &[]),
        (
            "Ann: Offered me forty pounds.",
            &["Ann was offered forty pounds."],
        ),
        ("Ann: Yesterday was cold to the bone.", &[]),
        ("Ann: Dark since two in the afternoon.", &[]),
        ("Ann: Allergic to cats.", &["Ann is allergic to cats."]),
        ("Ann: Mine's in the choir. Mine left me a lamp.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_left_open_is_not_told() {
    check_facts(&[
        (
            "Ann: Ben was six or seven. I was in Kent or some place.",
            &[],
        ),
        (
            "Ann: I drink tea or coffee.",
            &["Ann drinks tea.", "Ann drinks coffee."],
        ),
        ("Ann: I went to check if the shed had a lock.", &[]),
        ("Ann: Ben, tell me you saw the match yesterday.", &[]),
        ("Ann: Is the heating on or have you sold it", &[]),
        ("Ann: I about fainted on the bridge.", &[]),
        ("Ann: Dreamed I sold the house.", &[]),
        ("Ann: I thought I was finished.", &[]),
        ("Ann: My aunt will say I'm late.", &[]),
        ("Ann: My father used to say I'd sell a coat to a bear.", &[]),
        ("Ann: You'll make me cry in the office.", &[]),
        ("ann: id miss the sea", &[]),
    ])
    .await;
}

#[tokio::test]
async fn what_stands_elsewhere_or_is_none_is_not_told_by_halves() {
    check_facts(&[
        (
            "Ann: My dad lost a finger to it.",
            &["Ann's father lost a finger."],
        ),
        ("Ann: I wrapped them up in my scarf.", &[]),
        (
            "Ann: I have nine hundred. I received forty. I spent 300 on shoes.",
            &["Ann spent 300 on shoes."],
        ),
        (
            "Ann: I told Ben over lunch. I told Ben about the leak.",
            &["Ann told Ben about the leak."],
        ),
        ("Ann: I need a WHAT", &[]),
        ("Ann: I felt as when you take off wet boots.", &[]),
        (
            "Ann: Ben can't be spoken to. I've never been so content.",
            &[],
        ),
        ("Ann: I had nobody to ask.", &[]),
        ("Ann: My saw is better than yours.", &[]),
        (
            "Ann: The clerk stayed for no extra pay. My van takes two people and no bass.",
            &["Ann has a van.", "Ann's van takes two people."],
        ),
        (
            "Ann: Ben plays the tuba, though not after nine.",
            &["Ben plays the tuba."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn words_keep_together_and_mean_what_they_say() {
    check_facts(&[
        (
            "Ann: I held a snake for an x-ray. My father-in-law bought a boat.",
            &[
                "Ann held a snake for an x-ray.",
                "Ann's father-in-law bought a boat.",
            ],
        ),
        (
            "Ann: Old Ben sat there with his cap off.",
            &["Ben sat with his cap off."],
        ),
        (
            "Ann: I cannot sew a button. I can't bake bread.",
            &["Ann cannot sew a button.", "Ann cannot bake bread."],
        ),
        ("Ann: The storm scared Ben.", &["the storm scared Ben."]),
        (
            "Ann: Ben went to Malta. I want to go to the US.",
            &["Ben went to Malta.", "Ann wants to go to the US."],
        ),
        (
            "Ann: My parents' wedding was lovely.",
            &["Ann's parents' wedding was lovely."],
        ),
        ("Ann: I'm scared, to be honest.", &["Ann is scared."]),
        ("Ann: I'm becoming moss. We're a right pair.", &[]),
        (
            "Ann: I lived on noodles. I lived on Elm Street.",
            &["Ann lived on noodles.", "Ann lived on Elm Street."],
        ),
        (
            "Ann: I worked at a place where they cast bells.",
            &["Ann worked at a place where they cast bells."],
        ),
    ])
    .await;
}
