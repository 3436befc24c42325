use std::num::NonZeroUsize;
use std::sync::LazyLock;

use recollect_language::local::LocalExtraction;
use recollect_language::{
    EntityRef, Extract, ExtractedMention, ExtractedObject, Extraction, MAX_PASSAGES,
};
use recollect_model::{EntityKind, ReferenceTime};

use crate::{monday, to_read, words_of};

static EXTRACTION: LazyLock<LocalExtraction> =
    LazyLock::new(|| LocalExtraction::new(NonZeroUsize::MIN));

async fn extract(body: &str) -> Extraction {
    EXTRACTION
        .extract(to_read(body))
        .await
        .expect("the text is read")
}

async fn facts(body: &str) -> Vec<String> {
    extract(body)
        .await
        .statements
        .into_iter()
        .map(|statement| statement.fact)
        .collect()
}

/// Each entity once, as `name: kind`, in the order of the text; the owner is called `*`.
async fn entities(body: &str) -> Vec<String> {
    let mut entities = Vec::new();
    for ExtractedMention { entity, kind, .. } in extract(body).await.mentions {
        let name = match entity {
            EntityRef::Owner => "*".to_owned(),
            EntityRef::Named(name) => name,
        };
        let entity = format!("{name}: {}", kind.as_str());
        if !entities.contains(&entity) {
            entities.push(entity);
        }
    }
    entities
}

fn named(name: &str) -> EntityRef {
    EntityRef::Named(name.to_owned())
}

#[tokio::test]
async fn speakers_are_persons() {
    let read = extract("Anna: Hello!\nBen: Hello, how are you?").await;
    assert_eq!(read.speakers, [Some(named("Anna")), Some(named("Ben"))]);
    assert!(
        read.mentions
            .iter()
            .all(|mention| mention.kind == EntityKind::Person)
    );
}

#[tokio::test]
async fn in_a_chat_the_user_is_the_owner() {
    let read = extract("user: I live in Lisbon.\nassistant: Noted.").await;
    assert_eq!(
        read.speakers,
        [Some(EntityRef::Owner), Some(named("assistant"))]
    );
    assert_eq!(read.statements[0].subject, EntityRef::Owner);
    assert_eq!(read.statements[0].fact, "Sam lives in Lisbon.");
    assert_eq!(read.mentions[0].kind, EntityKind::Owner);
}

#[tokio::test]
async fn what_an_assistant_says_of_itself_is_not_stated() {
    let body = "user: I like tea.\nassistant: I love helping with recipes. Olga lives in Kyiv.";
    assert_eq!(facts(body).await, ["Sam likes tea.", "Olga lives in Kyiv."]);
}

#[tokio::test]
async fn somebody_of_the_owners_name_is_the_owner() {
    let read = extract("sam: hi\nAnna: Hello Sam!\nsam: I like tea.").await;
    assert_eq!(read.speakers[0], Some(EntityRef::Owner));
    assert!(
        !read
            .mentions
            .iter()
            .any(|mention| mention.entity == named("Sam"))
    );
}

#[tokio::test]
async fn i_is_the_speaker_or_else_the_owner() {
    assert_eq!(
        facts("Anna: I live in Berlin.").await,
        ["Anna lives in Berlin."]
    );
    assert_eq!(facts("I live in Berlin.").await, ["Sam lives in Berlin."]);
}

#[tokio::test]
async fn names_are_found_inside_sentences() {
    assert_eq!(
        entities("We met Grace Hopper near New York and drove to Boston in May on Monday. I saw the Eiffel Tower.").await,
        ["*: owner", "Grace Hopper: person", "New York: place", "Boston: place", "Eiffel Tower: thing"]
    );
}

#[tokio::test]
async fn titles_belong_to_names_of_persons() {
    assert_eq!(
        entities("Yesterday Dr. Alice Brown and Mrs. White came.").await,
        ["Dr. Alice Brown: person", "Mrs. White: person"]
    );
}

#[tokio::test]
async fn names_with_small_words_inside_are_one_name() {
    assert_eq!(
        entities("She studied at the University of Toronto and read the Lord of the Rings.").await,
        [
            "University of Toronto: organization",
            "Lord of the Rings: thing"
        ]
    );
}

#[tokio::test]
async fn what_begins_a_sentence_is_a_name_when_something_says_so() {
    assert_eq!(
        entities("Cooking is fun. Yesterday it rained. Wow, great! Pottery calms me.").await,
        Vec::<String>::new()
    );
    assert_eq!(
        entities("I like Rex. Rex barks.").await,
        ["*: owner", "Rex: thing"]
    );
    assert_eq!(
        entities("Olga lives in Kyiv.").await,
        ["Olga: person", "Kyiv: place"]
    );
    assert_eq!(
        entities("SHOPPING LIST FOR TODAY").await,
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn simple_sentences_become_facts() {
    for (body, fact) in [
        (
            "Anna: I moved to Berlin last year.",
            "Anna moved to Berlin.",
        ),
        (
            "Anna: I'm really living in Rome now.",
            "Anna lives in Rome.",
        ),
        (
            "Anna: I've been working at Siemens for two years.",
            "Anna works at Siemens.",
        ),
        ("Anna: I work as a nurse!", "Anna works as a nurse."),
        (
            "Anna: We have two cats and a dog.",
            "Anna has two cats and a dog.",
        ),
        ("Anna: I'm a teacher, by the way.", "Anna is a teacher."),
        ("Anna: I was born in Porto.", "Anna was born in Porto."),
        ("Anna: I am married to Tom.", "Anna is married to Tom."),
        (
            "Anna: I'm allergic to peanuts.",
            "Anna is allergic to peanuts.",
        ),
        (
            "Anna: I love hiking with my kids.",
            "Anna loves hiking with their kids.",
        ),
        (
            "Anna: Yesterday I went to the dentist.",
            "Anna went to the dentist.",
        ),
        (
            "Anna: Last month we adopted a puppy.",
            "Anna adopted a puppy.",
        ),
        (
            "Anna: I want to learn Spanish.",
            "Anna wants to learn Spanish.",
        ),
        ("Anna: I have always enjoyed jazz.", "Anna enjoyed jazz."),
        (
            "Anna: I graduated from Harvard in 2010.",
            "Anna graduated from Harvard.",
        ),
        (
            "Anna: I play the violin because it calms me.",
            "Anna plays the violin.",
        ),
        ("Anna: Ben and I visited Kyoto.", "Anna visited Kyoto."),
        (
            "Anna: My week was fine, and Ben moved to Oslo.",
            "Ben moved to Oslo.",
        ),
        ("My sister Clara lives in Lisbon.", "Clara lives in Lisbon."),
        (
            "Bob married Alice in Paris on 3 May 2020.",
            "Bob is married to Alice.",
        ),
    ] {
        assert_eq!(facts(body).await, [fact], "{body}");
    }
}

#[tokio::test]
async fn what_is_not_asserted_is_not_stated() {
    for body in [
        "Anna: Do I live in Berlin?",
        "Anna: I don't live in Berlin.",
        "Anna: I never liked tea.",
        "Anna: I would love a cat.",
        "Anna: If I moved to Rome, I have a flat there.",
        "Anna: I might have a cold.",
        "Anna: She lives in Berlin.",
        "Anna: He said \"I live in Berlin\".",
        "Anna: “I own a castle”, said the king.",
        "Anna: Maybe I have a cold.",
        "Anna: I love it!",
        "Anna: I love this book.",
        "Anna: I have to go.",
        "Anna: I have been there.",
        "Anna: I was living in Berlin.",
        "Anna: I wish we had a cat.",
        "Anna: Ben's dog likes bones.",
        "Anna: I like your hat.",
        "Anna: I have no money.",
    ] {
        assert_eq!(facts(body).await, Vec::<String>::new(), "{body}");
    }
}

#[tokio::test]
async fn a_statement_points_at_the_sentence_that_says_it() {
    let body = "Zoë: Olá! Sí — 👋🏽. I adopted a dog called Rex last week. He barks.";
    let read = extract(body).await;
    let statement = &read.statements[0];
    assert_eq!(
        words_of(body, statement.range),
        "I adopted a dog called Rex last week."
    );
    assert_eq!(
        (statement.relation.as_str(), statement.phrase.as_str()),
        ("adopted", "adopted")
    );
    assert_eq!(
        statement.object,
        ExtractedObject::Value("a dog called Rex".to_owned())
    );
    assert_eq!(
        read.mentions
            .iter()
            .map(|mention| words_of(body, mention.range))
            .collect::<Vec<_>>(),
        ["Zoë", "Rex"]
    );
}

#[tokio::test]
async fn the_words_of_a_relation_are_kept_beside_its_name() {
    let read = extract("Anna: I'm currently working for Siemens.").await;
    let statement = &read.statements[0];
    assert_eq!(
        (statement.relation.as_str(), statement.phrase.as_str()),
        ("works_at", "am working for")
    );
    assert_eq!(statement.object, ExtractedObject::Entity(named("Siemens")));
    let siemens = read
        .mentions
        .iter()
        .find(|mention| mention.entity == named("Siemens"))
        .unwrap();
    assert_eq!(siemens.kind, EntityKind::Organization);
}

#[tokio::test]
async fn a_statement_is_valid_from_when_its_words_say() {
    let day = |extraction: Extraction| {
        let valid = extraction.statements[0].valid.expect("a time");
        let start = ReferenceTime::at_offset(valid.start, monday().offset_s());
        start.civil().strftime("%F").to_string()
    };
    assert_eq!(
        day(extract("Anna: I moved to Berlin in March 2021.").await),
        "2021-03-01"
    );
    assert_eq!(
        day(extract("Anna: Yesterday, I bought a bike.").await),
        "2023-05-07"
    );
    assert_eq!(
        day(extract("Anna: I have a cat since 2019.").await),
        "2019-01-01"
    );
    assert_eq!(
        extract("Anna: I have a cat.").await.statements[0].valid,
        None
    );
}

#[tokio::test]
async fn one_time_does_not_date_another_clause() {
    let read = extract("Anna: I own a boat, and I moved to Kiel in 2020.").await;
    let dated: Vec<bool> = read
        .statements
        .iter()
        .map(|statement| statement.valid.is_some())
        .collect();
    assert_eq!(dated, [false, true]);
}

#[tokio::test]
async fn texts_in_other_languages_are_left_alone() {
    for body in [
        "Ich wohne seit Mai in Köln und habe zwei Katzen.",
        "我住在北京。",
        "Я живу в Москве.",
    ] {
        assert_eq!(facts(body).await, Vec::<String>::new(), "{body}");
    }
}

#[tokio::test]
async fn nobody_says_i_where_turns_of_several_speakers_are_joined() {
    // What is said is put at the end, where turns are joined.
    let small_talk = "Anna: b\nBen: d\n".repeat(MAX_PASSAGES);
    let said = "Anna: I live in Berlin.\nBen: I love Rome.\n";
    assert_eq!(facts(&format!("{small_talk}{said}")).await, [""; 0]);
    assert_eq!(facts(said).await.len(), 2);
}

#[tokio::test]
async fn nobody_is_taken_for_whoever_says_i_in_a_quotation() {
    for body in [
        "12/03/25, 18:24 - Nora: I live in Ghent.\n12/03/25, 18:25 - Bart: I work at Volvo.",
        "Gerd (10:31): I like chess.",
        "**Hilda**: I live in Lund.",
        "hilda_92: I live in Lund.",
        "2025-03-01 10:00 Gustav: I live in Lund.",
        "From: Karin Holm\nTo: me\n\nI sold the boat to Erik.",
        "> I live in Sparta.",
        "My brother told me: I live in Chur.",
        "Interviewer: Where do you live?\nCandidate 2: I live in Pisa.",
    ] {
        assert_eq!(facts(body).await, Vec::<String>::new(), "{body}");
    }
}
