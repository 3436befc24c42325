//! Who and what a text names.

use std::sync::Arc;

use recollect_language::{Context, Heard, heard};
use recollect_model::EntityKind;

use super::{check, check_facts, entities, identities, line, named, read};
use crate::to_read;

#[tokio::test]
async fn names_are_found_inside_sentences() {
    assert_eq!(
        entities("We met Grace Hopper near New York and drove to Boston in May on Monday. I saw the Eiffel Tower.").await,
        ["*: owner", "Grace Hopper: person", "New York: place", "Boston: place", "Eiffel Tower: place"]
    );
}

#[tokio::test]
async fn titles_and_abbreviations_do_not_cut_names() {
    assert_eq!(
        entities(
            "Yesterday Dr. Alice Brown and Mrs. White came from St. Louis to see Mr. Green's dog."
        )
        .await,
        [
            "Dr. Alice Brown: person",
            "Mrs. White: person",
            "St. Louis: place",
            "Mr. Green: person",
            "Mr. Green's dog: animal"
        ]
    );
}

#[tokio::test]
async fn names_with_small_words_inside_are_one_name() {
    assert_eq!(
        entities("Olga studied at the University of Toronto.").await,
        ["Olga: person", "University of Toronto: organization"]
    );
}

#[tokio::test]
async fn what_begins_a_sentence_is_a_name_when_something_says_so() {
    for (body, names) in [
        ("Cooking is fun. Yesterday it rained. Wow, great!", &[][..]),
        ("Pottery calms me.", &["pottery: thing", "*: owner"]),
        ("Olga lives in Kyiv.", &["Olga: person", "Kyiv: place"]),
        ("SHOPPING LIST FOR TODAY", &[]),
        ("Nice to hear that. Monday is fine.", &[]),
    ] {
        assert_eq!(entities(body).await, names, "{body}");
    }
}

#[tokio::test]
async fn kinds_are_told_by_the_words_around() {
    for (body, entity) in [
        ("Thanks, Mel!", "Mel: person"),
        ("Hey Quill, how was it?", "Quill: person"),
        ("I moved to Xanten in 2010.", "Xanten: place"),
        ("I work at Quorvex.", "Quorvex: organization"),
        ("Our cat Miso is three years old.", "Miso: animal"),
        ("I ran the Boston marathon.", "Boston marathon: event"),
        ("I finished reading \"Dune\" last night.", "Dune: work"),
        ("I founded a startup called Lumo.", "Lumo: organization"),
        ("My wedding is in June.", "*'s wedding: event"),
        ("My bike has a flat tyre.", "*'s bike: thing"),
    ] {
        let entities = entities(body).await;
        assert!(
            entities.iter().any(|found| found == entity),
            "{body}: {entities:?}"
        );
    }
}

#[tokio::test]
async fn people_and_cities_of_all_the_world_are_known() {
    for (body, entity) in [
        ("Flying out on the 12th with Sandro.", "Sandro: person"),
        ("I met Solveig's friend, Nkechi.", "Solveig: person"),
        ("Georg got stung by a jellyfish.", "Georg: person"),
        ("We booked Aarav, the photographer.", "Aarav: person"),
        ("Zoya sleeps badly.", "Zoya: person"),
        ("Karthik got the flat.", "Karthik: person"),
        ("Turns out it was Trondheim.", "Trondheim: place"),
        ("Dundee was cold.", "Dundee: place"),
        ("Whitstable was packed.", "Whitstable: place"),
    ] {
        let entities = entities(body).await;
        assert!(
            entities.iter().any(|found| found == entity),
            "{body}: {entities:?}"
        );
    }
    // Names that are words first.
    for body in ["Hope everyone slept well.", "Reading is fun, Surprise me."] {
        assert_eq!(entities(body).await, [""; 0], "{body}");
    }
    check(&[(
        "Bought a lamp from Beate. She threw in a bulb.",
        &["* bought \"lamp\"", "Beate throw_in \"bulb\""],
    )])
    .await;
}

#[tokio::test]
async fn firms_what_they_make_and_medicines_are_known() {
    for (body, entity) in [
        (
            "Walgreens called about my refill.",
            "Walgreens: organization",
        ),
        ("Evri lost my parcel.", "Evri: organization"),
        ("I drive a Subaru.", "Subaru: product"),
        ("Jira was down again.", "Jira: product"),
        ("Mum started Keflex.", "Keflex: product"),
        // Somebody may be called like a firm.
        ("I met Simmons at the gym.", "Simmons: person"),
    ] {
        let entities = entities(body).await;
        assert!(
            entities.iter().any(|found| found == entity),
            "{body}: {entities:?}"
        );
    }
    check(&[
        ("I take Plaquenil.", &["* takes_medication Plaquenil"]),
        // Without a capital, where firms and towns are named.
        ("i work at tesco", &["* works_at Tesco"]),
        ("my nani lives in pune", &["*'s grandmother lives_in Pune"]),
        (
            "my sister lives in whitstable",
            &["*'s sister lives_in Whitstable"],
        ),
        ("i bought a pen for notes", &["* bought \"pen\""]),
    ])
    .await;
}

#[tokio::test]
async fn roles_are_entities_of_whoever_has_them() {
    check(&[
        ("My sister lives in Rome.", &["*'s sister lives_in Rome"]),
        (
            "My sister's husband works at IBM.",
            &["*'s sister's husband works_at IBM"],
        ),
        (
            "Anna: My mom lives in Rome.",
            &["Anna's mother lives_in Rome"],
        ),
        ("Mom lives in Rome.", &["*'s mother lives_in Rome"]),
        (
            "Zoe's brother is a chef.",
            &["Zoe's brother works_as \"chef\""],
        ),
        (
            "My parents live in Naples.",
            &["*'s parents lives_in Naples"],
        ),
        // Somebody may have many of these: it ends nothing that is said of another.
        ("My friend lives in Lima.", &["*'s friend live_in Lima"]),
        (
            "My friend Zoe lives in Lima.",
            &["Zoe friend_of *", "Zoe lives_in Lima"],
        ),
        (
            "A friend of mine, Zoe, lives in Lima.",
            &["Zoe lives_in Lima", "Zoe friend_of *"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn names_of_roles_are_identities() {
    for (body, pairs) in [
        ("My sister Anna lives in Lyon.", &["*'s sister = Anna"][..]),
        ("Anna, my sister, lives in Lyon.", &["*'s sister = Anna"]),
        ("My sister's name is Anna.", &["*'s sister = Anna"]),
        ("Anna is my sister.", &["*'s sister = Anna"]),
        ("My dog is called Rex.", &["*'s dog = Rex"]),
        ("My dog Rex barks.", &["*'s dog = Rex"]),
        (
            "My password manager is called Bitwarden.",
            &["*'s password manager = Bitwarden"],
        ),
        (
            "My brother-in-law Jack owns a bakery.",
            &["*'s brother-in-law = Jack"],
        ),
        ("Melanie, or Mel for short, is here.", &["Melanie = Mel"]),
        ("Everyone calls me Lu.", &["* = Lu"]),
        ("My name is Sam Weller.", &["* = Sam Weller"]),
        ("Call me Ishmael.", &["* = Ishmael"]),
        ("My wife named our dog Otto.", &["*'s dog = Otto"]),
        (
            "My sister, Anna, and my brother, Ben, live here.",
            &["*'s sister = Anna", "*'s brother = Ben"],
        ),
        ("My mother's maiden name is Rossi.", &[]),
        ("Is Anna your sister?", &[]),
    ] {
        assert_eq!(identities(body).await, pairs, "{body}");
    }
}

#[tokio::test]
async fn an_acronym_in_brackets_and_a_companys_suffix_are_the_same_name() {
    assert_eq!(
        identities("My sister works for the World Health Organization (WHO) in Geneva.").await,
        ["World Health Organization = WHO"]
    );
    check(&[
        ("Anna works at Acme Inc.", &["Anna works_at Acme"]),
        ("Anna works at Acme Ltd in Leeds.", &["Anna works_at Acme"]),
    ])
    .await;
}

#[tokio::test]
async fn years_keep_events_apart() {
    let one = entities("We watched the World Cup 2018 in Moscow.").await;
    let other = entities("We watched the 2022 World Cup at home.").await;
    assert!(
        one.iter().any(|one| one.starts_with("World Cup 2018:")),
        "{one:?}"
    );
    assert!(
        other.iter().any(|one| one.starts_with("World Cup 2022:")),
        "{other:?}"
    );
}

#[tokio::test]
async fn exclamations_are_nobody() {
    for body in [
        "Woohoo, Anna called!",
        "Yippee! Yum! Geez.",
        "Sigh. Yuck, Anna sang.",
    ] {
        let entities = entities(body).await;
        assert!(
            entities.iter().all(|entity| entity.starts_with("Anna")),
            "{body}: {entities:?}"
        );
    }
}

#[tokio::test]
async fn nobody_is_fused_with_what_is_only_named_nearby() {
    for body in [
        "Sam: I adopted a cat.\nSam: I read this book not too long ago called Vinland Saga.",
        "My girlfriend, Toby and I are going camping.",
        "My brother, Tom and I went to Rome.",
        "Tom, my brother and I went to Rome.",
        "We went with my sister, Anna, Tom and Ben.",
        "My password manager is Bitwarden.",
        "My project manager is Tom.",
        "My business partner is Tom.",
        "My email client is Thunderbird.",
        "My voice assistant is Alexa.",
        "Ada called Edsger in the evening.",
        "Ada called Edsger.",
        "She called Anna to ask me for help.",
        "He called me Tom by mistake.",
        "I went by Anna's house.",
        "Zoe: I'm Batman!",
        "Ben: Hi!\nZoe: I'm Ben's biggest fan.",
        "Ben: Hi!\nZoe: They call me Ben.",
        "I'm Italian.",
        "I'm Team Edward.",
    ] {
        let none: [&str; 0] = [];
        assert_eq!(identities(body).await, none, "{body}");
    }
}

#[tokio::test]
async fn what_somebody_names_gets_the_name_and_not_whoever_names() {
    assert_eq!(
        identities("Sam: I adopted a puppy.\nSam: I named him Bruno.").await,
        ["*'s dog = Bruno"]
    );
    assert_eq!(
        identities("Zoe: I adopted a puppy.\nZoe: I named him Bruno.").await,
        ["Zoe's dog = Bruno"]
    );
    let otto = identities("My wife named him Otto.").await;
    assert!(!otto.contains(&"*'s wife = Otto".to_owned()), "{otto:?}");
}

#[tokio::test]
async fn a_noun_in_front_of_a_role_may_make_it_another() {
    for (body, silent) in [
        ("My password manager is Bitwarden.", "managed_by"),
        ("My campaign manager is Tom.", "managed_by"),
        ("My case manager is Tom.", "managed_by"),
        ("My phone partner is Tom.", "in_relationship_with"),
        ("My business partner Tom called.", "in_relationship_with"),
        ("I have a computer mouse.", "has_pet"),
    ] {
        let said = super::said(body).await;
        assert!(
            !said.iter().any(|line| line.contains(silent)),
            "{body}: {said:?}"
        );
    }
    check(&[
        ("My line manager is Tom.", &["* managed_by Tom"]),
        ("My baby sister is called Ada.", &["Ada sibling_of *"]),
        ("My guide dog is called Rex.", &["* has_pet Rex"]),
    ])
    .await;
}

#[tokio::test]
async fn pronouns_stand_for_somebody_only_where_that_is_clear() {
    check(&[
        (
            "My mother is a nurse. She works at Mercy Hospital.",
            &[
                "*'s mother works_as \"nurse\"",
                "*'s mother works_at Mercy Hospital",
            ],
        ),
        (
            "My girlfriend's name is Sofia. She is from Peru.",
            &["Sofia in_relationship_with *", "Sofia comes_from Peru"],
        ),
        (
            "Tom met Anna. She lives in Rome.",
            &["Tom met Anna", "Anna lives_in Rome"],
        ),
        ("Anna and Julia came by. She lives in Rome.", &[]),
        ("She lives in Rome.", &[]),
        ("Ben lives here. She lives in Rome.", &[]),
    ])
    .await;
}

#[tokio::test]
async fn it_is_what_was_just_asked_about() {
    for (asked, answer, expected) in [
        (
            "How long do you usually hold the plank?",
            "Ben: I hold it for a minute.",
            "Ben holds the plank for a minute.",
        ),
        (
            "What inspired your new screenplay?",
            "Ben: Thanks, Anna! It was inspired by my childhood.",
            "Ben's new screenplay was inspired by their childhood.",
        ),
        (
            "How long have you had the turtles?",
            "Ben: I've had them for three years.",
            "Ben has had the turtles for three years.",
        ),
        // Of two things it is not clear which.
        (
            "Did the lamp break the vase?",
            "Ben: I bought it in Rome.",
            "",
        ),
        // "It" is the lamp that the answer speaks of itself.
        (
            "How long have you had the boat?",
            "Ben: I got a new lamp. I bought it in Rome.",
            "Ben bought the new lamp in Rome.",
        ),
    ] {
        let mut text = (*to_read(answer)).clone();
        text.context = Context {
            speakers: vec![named("Anna")],
            heard: vec![Heard {
                speaker: Some("Anna".to_owned()),
                text: asked.to_owned(),
            }],
            ..Context::default()
        };
        let found = read(Arc::new(text)).await;
        let facts: Vec<&str> = found
            .statements
            .iter()
            .map(|one| one.fact.as_str())
            .collect();
        match expected {
            "" => assert_eq!(facts, [] as [&str; 0], "{asked}"),
            expected => assert!(facts.contains(&expected), "{asked}: {facts:?}"),
        }
    }
    let chat = "Anna: How long do you usually hold the plank?\nBen: I hold it for a minute.";
    let found = read(to_read(chat)).await;
    assert_eq!(
        found.statements[0].fact,
        "Ben holds the plank for a minute."
    );
}

/// The facts that the last turn of a conversation tells, where each turn is a text of its own.
async fn told_last(turns: &[&str]) -> Vec<String> {
    let (last, before) = turns.split_last().expect("there is a turn");
    let mut text = (*to_read(last)).clone();
    text.context.heard = before
        .iter()
        .rev()
        .take(2)
        .rev()
        .flat_map(|turn| heard(turn))
        .collect();
    text.context.speakers = vec![named("Anna"), named("Ben")];
    let found = read(Arc::new(text)).await;
    let facts = found.statements.into_iter().map(|one| one.fact);
    facts.collect()
}

#[tokio::test]
async fn it_reaches_over_the_turns_of_a_conversation() {
    for (turns, expected) in [
        (
            [
                "Anna: I adopted a black cat last week.",
                "Ben: How sweet! What did you call her?",
                "Anna: Her name is Shadow.",
            ],
            "Shadow is Anna's cat.",
        ),
        // What the speaker began two turns ago.
        (
            [
                "Anna: I got a new guitar last week.",
                "Ben: Wow, nice! Good for you.",
                "Anna: Thanks! I bought it in Leeds.",
            ],
            "Anna bought the new guitar in Leeds.",
        ),
        // "It" in the question is what the turn before began.
        (
            [
                "Anna: I'm writing a new screenplay.",
                "Ben: Great! What is it about? [photo of a desk]",
                "Anna: Yes! I love it. It's a mix of drama and romance.",
            ],
            "Anna's new screenplay is a mix of drama and romance.",
        ),
        (
            [
                "Ben: I have two turtles.",
                "Anna: How long have you had them?",
                "Ben: I've had them for three years.",
            ],
            "Ben has had the turtles for three years.",
        ),
        // Another thing came between.
        (
            [
                "Anna: I got a new guitar last week.",
                "Ben: I broke a lamp.",
                "Anna: I bought it in Leeds.",
            ],
            "",
        ),
        // The speaker began nothing.
        (
            [
                "Anna: Good morning!",
                "Ben: Good morning to you.",
                "Anna: I bought it in Leeds.",
            ],
            "",
        ),
    ] {
        let facts = told_last(&turns).await;
        match expected {
            "" => assert_eq!(facts, [] as [&str; 0], "{turns:?}"),
            expected => assert!(facts.iter().any(|fact| fact == expected), "{facts:?}"),
        }
    }
}

#[tokio::test]
async fn she_is_nobody_of_whom_the_turns_before_say_nothing() {
    let mut text = (*to_read("Ben: She lives in Rome.")).clone();
    text.context = Context {
        speakers: vec![named("Anna"), named("Ben")],
        named: vec![(named("Clara"), EntityKind::Person)],
        heard: heard("Anna: The new lamp came today."),
        ..Context::default()
    };
    assert_eq!(read(Arc::new(text)).await.statements, []);
}

#[tokio::test]
async fn pronouns_reach_into_what_was_said_before_in_the_session() {
    let mut text = (*to_read("She lives in Rome.")).clone();
    text.context = Context {
        speakers: Vec::new(),
        named: vec![(named("Anna"), EntityKind::Person)],
        ..Context::default()
    };
    let found = read(Arc::new(text.clone())).await;
    assert_eq!(
        found.statements.iter().map(line).collect::<Vec<_>>(),
        ["Anna lives_in Rome"]
    );
    assert_eq!(found.mentions[0].entity, named("Anna"));
    text.context
        .named
        .push((named("Julia"), EntityKind::Person));
    assert_eq!(read(Arc::new(text)).await.statements, []);
}

#[tokio::test]
async fn a_name_with_hyphens_is_one() {
    check_facts(&[
        (
            "My sister lives in Stratford-upon-Avon.",
            &["Sam's sister lives in Stratford-upon-Avon."],
        ),
        (
            "We sailed to Port-la-Forêt.",
            &["Sam sailed to Port-la-Forêt."],
        ),
        (
            "I met Ji-woo at the market.",
            &["Sam met Ji-woo at the market."],
        ),
        (
            "Terrence is a retired teacher.",
            &["Terrence is a retired teacher."],
        ),
    ])
    .await;
}
