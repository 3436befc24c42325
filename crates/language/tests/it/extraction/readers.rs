//! What readers of facts tripped over: facts that were wrong, cut or stiff, each by its class.

use super::check_facts;

#[tokio::test]
async fn habits_moods_and_phrases_are_not_plans_and_claims() {
    check_facts(&[
        // What somebody does by the clock they do every day.
        (
            "Ann: My brother eats soup at seven in the morning.",
            &["Ann's brother eats soup at seven in the morning."],
        ),
        // What stands before "he thinks" is not what he thinks.
        (
            "Ann: My brother sends me photos, he thinks I don't mind.",
            &["Ann's brother sends photos to Ann."],
        ),
        ("Ann: Good for you.", &[]),
        ("Ann: My sister had hers on Wednesday.", &[]),
        ("Ann: My brother will be so happy.", &[]),
        (
            "Ann: I couldn't play the piano after the fall.",
            &["Ann could not play the piano after the fall."],
        ),
        ("Ann: I'm no use at football.", &[]),
        ("Ann: I was otherwise engaged.", &[]),
        ("Ann: The goats are my real boss now.", &[]),
        ("Ann: We're only four goats now.", &[]),
        (
            "Ann: I saw the photos, congratulations!",
            &["Ann saw the photos."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn pronouns_keep_to_the_subject_and_do_not_jump_over_somebody_unnamed() {
    check_facts(&[
        // The subject's own, where nothing is known of who that is: not somebody's further back.
        ("Ann: Tom called. The bandleader lost his trumpet.", &[]),
        (
            "Ann: Anna met Ben. The vet moved to Rome. He likes tea.",
            &["Anna met Ben.", "the vet moved to Rome."],
        ),
        // "Her" is already who "she" is before the vet is.
        (
            "Ann: Mia has a cough. The vet put her on a diet, so she cries at night.",
            &[
                "Mia has a cough.",
                "the vet put Mia on a diet.",
                "Mia cries at night.",
            ],
        ),
        // What is done to one of two may be done to either.
        (
            "Ann: Mia brought the baby. I held her for an hour.",
            &["Mia brought the baby."],
        ),
        // Things tell nobody anything.
        (
            "Ann: I love frozen peas. They told me to rest.",
            &["Ann likes frozen peas.", "Ann was told to rest."],
        ),
        // Nothing that was spoken of is the cause or the weather.
        ("Ann: They pricked my finger. It's the sugar.", &[]),
        (
            "Ann: I need a needle to tell me it's raining.",
            &["Ann needs a needle to tell them it's raining."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn whom_a_turn_is_said_to_is_who_it_names_first() {
    check_facts(&[
        (
            "Takumi: Haruko, are you well? Your sister mentioned a hospital.",
            &["Haruko's sister mentioned a hospital."],
        ),
        (
            "Haruko: Takumi-kun! You had so much hair.",
            &["Takumi had so much hair."],
        ),
        (
            "Graciela: Nahuel, my heart! Your mother bought a boat.",
            &["Nahuel's mother bought a boat."],
        ),
        // A name that goes on is told of.
        (
            "Ann: Anna, my sister, came to Rome.",
            &["Anna is Ann's sister.", "Anna visited Rome."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn verbs_keep_what_turns_them_and_whom_they_are_for() {
    check_facts(&[
        (
            "Ann: I take back every word about the wet socks.",
            &["Ann takes back every word about the wet socks."],
        ),
        (
            "Ann: The crane firm asked me back for the winter.",
            &["the crane firm asked Ann back."],
        ),
        (
            "Ann: I kept one barrel, which I sleep beside.",
            &["Ann kept one barrel.", "Ann sleeps beside one barrel."],
        ),
        (
            "Ann: Leon fell asleep in my chair with his boots on.",
            &["Leon fell asleep in Ann's chair with his boots on."],
        ),
        (
            "Ann: Margaret's booked us a cabin in Madeira.",
            &["Margaret booked a cabin for Ann in Madeira."],
        ),
        (
            "Ann: I saw a vicar dance on the table.",
            &["Ann saw a vicar dance on the table."],
        ),
        ("Ann: I went and fed the cat.", &["Ann fed the cat."]),
        (
            "Ann: I have a shed and nowhere to put the bikes.",
            &["Ann has a shed."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_has_been_is_told_as_it_was() {
    check_facts(&[
        ("Ann: Kasia's got exams.", &["Kasia has exams."]),
        (
            "Ann: My dad fixed the shelf that's been wobbly. That's a speech, from him.",
            &["Ann's father fixed the shelf that's been wobbly."],
        ),
        ("Ann: I've had to get a passport.", &["Ann got a passport."]),
        (
            "Ann: Ben wanted to be a cook.",
            &["Ben wanted to work as a cook."],
        ),
        (
            "Ann: I nearly bought a boat.",
            &["Ann nearly bought a boat."],
        ),
        ("Ann: I wept for a week.", &["Ann wept for a week."]),
        (
            "Ann: The garden with the pond is mine.",
            &["Ann has the garden with the pond."],
        ),
        ("Ann: I said yes before they'd finished the sentence.", &[]),
        (
            "Ann: Olga, the Russian biologist, lives in Oslo.",
            &["Olga works as a Russian biologist.", "Olga lives in Oslo."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_said_of_another_is_not_the_speakers() {
    check_facts(&[
        // A reply to a question about somebody else leaves them out.
        (
            "Ben: And Joris, what's he up to?\nAnn: Working at the mill. Comes home late.",
            &[],
        ),
        ("Ben: How is your son?\nAnn: Moved to Rome.", &[]),
        (
            "Ben: What are you up to?\nAnn: Moved to Rome.",
            &["Ann lives in Rome."],
        ),
        // What she said in her own words is hers.
        ("Ann: My sister said dad, I want a boat.", &[]),
        (
            "Ann: My sister said I need a boat.",
            &["According to Ann's sister, Ann needs a boat."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_is_left_out_takes_the_rest_with_it() {
    check_facts(&[
        (
            "Ann: I only see the airport when I bring people there.",
            &[],
        ),
        ("Tom: I have more patience than she does.", &[]),
        (
            "Ann: I have more patience than Tom.",
            &["Ann has more patience than Tom."],
        ),
        (
            "Ann: I'll send Kayode's wife to Ben with a parcel, by the way.",
            &["Ann plans to send Kayode's wife to Ben with a parcel."],
        ),
        (
            "Ann: Our Sheila had her cataracts done.",
            &["Sheila had her cataracts done."],
        ),
        (
            "Ann: I picture my dad's store.",
            &["Ann pictures their dad's store."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_cannot_be_and_what_is_only_said_so_is_no_habit_and_no_plan() {
    check_facts(&[
        (
            "Ann: My neighbour won't lend me a ladder.",
            &["Ann's neighbor will not lend a ladder to Ann."],
        ),
        (
            "Ann: I can't start at the chippy now.",
            &["Ann cannot start at the chippy."],
        ),
        ("Ann: Let's not count or I'll cry on the carpet.", &[]),
        ("Ben: Hi!\nAnn: Any time you need help, call me.", &[]),
        // Whoever speaks has not died.
        (
            "Ann: I passed the bakery on Monday.",
            &["Ann passed the bakery."],
        ),
        (
            "Ann: My grandma passed away in May.",
            &["Ann's grandmother died."],
        ),
        ("Ann: I was a student in 2019.", &["Ann was a student."]),
        (
            "Ben: Hi!\nAnn: I'm here for you.",
            &["Ann is here for Ben."],
        ),
        (
            "Ann: Gogo called. She told me, I listen with one ear.",
            &["Ann listens with one ear."],
        ),
        (
            "Ann: It's the only time that I don't fret over Stephen.",
            &[],
        ),
        ("Ann: I've been waiting for this for a long time.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn chats_leave_out_marks_and_people_are_not_towns() {
    check_facts(&[
        // An auxiliary before its subject asks, whatever the mark.
        ("Ann: is it more money or just more keys", &[]),
        ("Ann: did u keep the name or no", &[]),
        ("Ann: We're basically married.", &[]),
        (
            "Ann: I was so wrecked after the week I fell asleep on the stairs.",
            &[
                "Ann was so wrecked after the week.",
                "Ann fell asleep on the stairs.",
            ],
        ),
        ("Ann: I've been begging my mother to sell it.", &[]),
        (
            "Ann: The lamp went to some bloke from Leeds who haggled for an hour.",
            &["the lamp went to some bloke from Leeds who haggled."],
        ),
        ("Ann: Emre sends her videos.", &["Emre sends videos."]),
        (
            "Ann: I'd actually an offer from Leeds.",
            &["Ann had an offer from Leeds."],
        ),
        ("Ann: I'm at my mum's.", &["Ann is at Ann's mother's."]),
        (
            "Ann: The pie is good. It's awful quiet in the lab.",
            &["the pie is good."],
        ),
        ("Ann: I saw it coming.", &[]),
        (
            "Ann: We'd planned to be packing the bag.",
            &["Ann planned to be packing the bag."],
        ),
    ])
    .await;
}

#[tokio::test]
async fn what_lasts_has_lasted_and_what_can_be_can_be() {
    check_facts(&[
        (
            "Ann: I've had that desk by the window since the office shut.",
            &["Ann has had that desk by the window since the office shut."],
        ),
        (
            "Ann: My brother's got opinions about grit.",
            &["Ann's brother has opinions about grit."],
        ),
        (
            "Ann: We can make a difference in the town.",
            &["Ann can make a difference in the town."],
        ),
        ("Ann: Ben got a ukulele.", &["Ben got a ukulele."]),
        ("Ben: Hi!\nAnn: I've got your back.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn who_agrees_with_a_verb_does_it_and_whoever_is_told_stands_first() {
    check_facts(&[
        (
            "Ben: Hi!\nAnn: when are u free to help me, its this sunday",
            &[],
        ),
        (
            "Ann: I know a man who's been there since before I was born and hates computers.",
            &["Ann knows a man."],
        ),
        (
            "Ann: The room is small so I'd keep your seat warm.",
            &["the room is small."],
        ),
        ("Ann: Finally I can stop keeping secrets.", &[]),
        (
            "Ann: I stay until May, so that I'm there for the party.",
            &["Ann stays."],
        ),
        (
            "Ann: Nadia had the baby on Sunday.",
            &["Nadia has a child.", ""],
        ),
        (
            "Ann: Oleksandr teaches me the cranes.",
            &["Oleksandr teaches Ann the cranes."],
        ),
        ("Ann: I owe Tom 20 euros.", &["Ann owes Tom 20 euros."]),
    ])
    .await;
}
