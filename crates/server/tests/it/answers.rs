//! The answer of a search: what a text says, of all that the question says, or nothing.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::mcp::Exchange;
use crate::service::{Client, Service};

async fn answer(client: &Client, question: &str) -> Value {
    let (_, found) = client.post("/search", &json!({ "query": question })).await;
    found["answer"]["text"].clone()
}

/// Tells texts to a new memory on a day, and asks each question.
pub(crate) async fn check(day: &str, texts: &[&str], asked: &[(&str, Value)]) {
    let told: Vec<(&str, &str)> = texts.iter().map(|text| (*text, day)).collect();
    check_over_time(&told, asked).await;
}

/// Tells texts to a new memory, each on its day, and asks each question.
pub(crate) async fn check_over_time(told: &[(&str, &str)], asked: &[(&str, Value)]) {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (text, day) in told {
        let at = json!({ "referenceTime": format!("{day}T10:00:00Z") });
        anna.remember(text, &at).await;
    }
    for (question, expected) in asked {
        assert_eq!(answer(&anna, question).await, *expected, "{question}");
    }
}

#[tokio::test]
async fn an_answer_leaves_out_nothing_that_the_question_says() {
    check(
        "2025-03-10",
        &[
            "Zoe: I saw a heron at the lake.",
            "Zoe: I attended a pottery workshop.",
            "Zoe: I have a cat called Miso.",
            "Zoe: I supported Ben.",
        ],
        &[
            ("What did Zoe see at the lake?", json!("heron")),
            ("What did Zoe see at the museum?", Value::Null),
            ("What workshop did Zoe attend?", json!("pottery workshop")),
            ("What concert did Zoe attend?", Value::Null),
            ("Who supported Ben?", json!("Zoe")),
            ("Who supported Zoe?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn an_answer_is_no_name_that_the_question_says_and_no_purpose() {
    check(
        "2025-03-10",
        &[
            "Zoe: I painted a lighthouse.",
            "Zoe: I'm painting to relax.",
            "Zoe: I've liked otters since I was a kid.",
            "Zoe: Ben invited me to the opera.",
        ],
        &[
            ("What has Zoe painted?", json!("lighthouse")),
            ("Why does Zoe like otters?", Value::Null),
            ("Whom did Ben invite to the opera?", json!("Zoe")),
            (
                "What did Zoe's friend Ben invite Zoe to?",
                json!("the opera"),
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_month_without_its_year_is_that_of_any_year() {
    check_over_time(
        &[
            ("Zoe: I sailed to Elba yesterday.", "2023-07-17"),
            ("Zoe: I'm going to the book fair in October.", "2023-09-02"),
        ],
        &[
            ("When did Zoe sail to Elba in July?", json!("16 July 2023")),
            ("When did Zoe sail to Elba in June?", Value::Null),
            ("When is Zoe going to the book fair?", json!("October 2023")),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_a_text_says_of_somebody_in_one_place_is_one_fact() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let weather = "It rained a little, and then it did not. ".repeat(10);
    let text = format!(
        "Zoe: We explored the caves and went on a boat tour. I bought a map. [shared an image: a photo of a map]\n\
        Zoe: {weather}\nZoe: I visited the museum."
    );
    anna.remember(&text, &json!({})).await;
    let asked = json!({ "query": "What did Zoe do at the caves?" });
    let (_, reply) = anna.post("/search", &asked).await;
    let facts = reply["facts"].as_array().unwrap();
    let told = |sentence: &str| {
        let fact = facts.iter().find(|fact| fact["fact"] == sentence);
        fact.unwrap_or_else(|| panic!("{sentence}: {facts:?}"))
    };
    let together = told("Zoe explored the caves, went on a boat tour and bought a map.");
    assert_eq!(
        together["togetherIds"].as_array().unwrap().len(),
        2,
        "{together}"
    );
    // Not what is said elsewhere in it, nor what a picture shows.
    for sentence in ["Zoe visited the museum.", "Zoe shared a photo of a map."] {
        assert_eq!(told(sentence)["togetherIds"], json!([]), "{facts:?}");
    }
}

#[tokio::test]
async fn what_is_asked_for_is_told_by_itself() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let text = "Clara lives in Lisbon. She works at a bakery.";
    anna.remember(text, &json!({})).await;
    let asked = json!({ "query": "Where does Clara live?" });
    let (_, reply) = anna.post("/search", &asked).await;
    assert_eq!(
        reply["facts"][0]["fact"], "Clara lives in Lisbon.",
        "{reply}"
    );
}

#[tokio::test]
async fn an_answer_tells_what_it_was_before() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (text, day) in [
        ("Zoe lives in Porto.", "2020-01-10"),
        ("Zoe moved to Ghent.", "2022-03-01"),
        ("Zoe moved to Bergen.", "2024-06-01"),
    ] {
        let more = json!({ "referenceTime": format!("{day}T09:00:00Z") });
        anna.remember(text, &more).await;
    }
    let asked = json!({ "query": "Where does Zoe live?" });
    let (_, found) = anna.post("/search", &asked).await;
    let answer = &found["answer"];
    assert_eq!(answer["text"], "Bergen", "{found}");
    let before = answer["before"].as_array().unwrap().iter();
    let before: Vec<&str> = before.map(|one| one["fact"].as_str().unwrap()).collect();
    assert_eq!(before, ["Zoe lives in Ghent.", "Zoe lives in Porto."]);
    let page = anna
        .sign_in()
        .await
        .get("/search?q=Where%20does%20Zoe%20live%3F")
        .await
        .body;
    let place = |words: &str| {
        page.find(words)
            .unwrap_or_else(|| panic!("{words}: {page}"))
    };
    assert!(place("Before that") < place("Zoe lives in Ghent."));
    assert!(place("Zoe lives in Ghent.") < place("Zoe lives in Porto."));
    // The words that say so are where the link of the fact leads to.
    let link = page
        .split("href=\"/episodes/")
        .skip(1)
        .find(|link| link.contains("?fact="));
    let link = link.unwrap().split('#').next().unwrap();
    let shown = anna
        .sign_in()
        .await
        .get(&format!("/episodes/{link}"))
        .await
        .body;
    assert!(shown.contains("<mark id=\"said\">"), "{shown}");
}

#[tokio::test]
async fn the_activity_is_searched_by_words_in_any_case() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for number in 0..40 {
        anna.remember(&format!("Ben bought lamp {number}."), &json!({}))
            .await;
    }
    anna.remember("Äpfel sind im Keller.", &json!({})).await;
    let browser = anna.sign_in().await;
    let rows = async |path: &str| {
        let page = browser.get(path).await.body;
        (
            page.matches("class=\"memory text-row").count(),
            page.contains("rel=\"next\""),
        )
    };
    assert_eq!(rows("/activity?words=%C3%A4PFEL+keller").await, (1, false));
    assert_eq!(rows("/activity?words=LAMP").await, (30, true));
    assert_eq!(rows("/activity?words=LAMP&page=2").await, (10, false));
    assert_eq!(rows("/activity?words=nobody").await, (0, false));
    assert_eq!(rows("/activity").await, (30, true));
}

#[tokio::test]
async fn many_large_texts_are_listed_among_the_newest() {
    const TEXTS: usize = 20;
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let large = json!({
        "episodeBody": "z".repeat(1_000_000),
        "referenceTime": "2025-03-01T09:30:00Z",
        "source": "notes",
    });
    for _ in 0..TEXTS {
        let (status, body) = anna.post("/ingest", &large).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    let browser = anna.sign_in().await;
    let page = browser.get("/activity").await.body;
    let rows = page.matches("class=\"memory text-row").count();
    assert_eq!(rows, TEXTS, "{page}");
    let page = browser.get("/activity?words=zzz").await.body;
    let rows = page.matches("class=\"memory text-row").count();
    assert_eq!(rows, TEXTS, "{page}");
    let recent = Exchange::of(&service, &anna);
    let recent = recent.said("memory_recent", json!({ "limit": 20, "maxTokens": 20_000 }));
    let recent = recent.await;
    assert_eq!(recent.matches(", id ").count(), 16, "{recent}");
    assert!(recent.contains("4 older texts"), "{recent}");
}

#[tokio::test]
async fn an_answer_tells_more_than_the_question_and_is_of_its_kind() {
    check(
        "2025-03-10",
        &[
            "Zoe: I work as a writer. I'm allergic to walnuts.",
            "Zoe: I attended a convention in May.",
            "Zoe: I have two turtles.",
            "Zoe: I have other pets.",
            "Zoe: I wrote a few notes for a novel.",
            "Zoe: I like cycling.",
        ],
        &[
            ("What is Zoe allergic to?", json!("walnuts")),
            ("Who did Zoe go to yoga with?", Value::Null),
            ("How many turtles does Zoe have?", json!("2 (two turtles)")),
            ("What pets does Zoe have?", json!("two turtles")),
            ("How many novels has Zoe written?", Value::Null),
            ("What do Zoe and Max like?", Value::Null),
            ("What does Zoe like?", json!("cycling")),
        ],
    )
    .await;
}

#[tokio::test]
async fn how_long_is_told_by_the_text_that_says_since_when() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (text, at) in [
        ("I started surfing five years ago.", "2022-10-24T10:00:00Z"),
        ("I surf the waves with Tom.", "2022-10-25T10:00:00Z"),
    ] {
        anna.remember(text, &json!({ "referenceTime": at })).await;
    }
    let asked = json!({ "query": "How long have I been surfing?" });
    let (_, reply) = anna.post("/search", &asked).await;
    let since = reply["answer"]["validAt"].as_str().unwrap_or_default();
    assert!(since.starts_with("2017-10"), "{reply}");
}

#[tokio::test]
async fn an_answer_names_each_of_a_role_and_ends_with_the_year_that_was_said() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for (text, at) in [
        (
            "I have a parrot named Kiwi and a hamster named Pip.",
            "2018-02-26T10:00:00Z",
        ),
        ("I worked as a nurse.", "2018-02-27T10:00:00Z"),
        ("I work as a midwife now.", "2022-10-24T10:00:00Z"),
        ("I studied physics at Keio.", "2022-10-25T10:00:00Z"),
        (
            "From 2010 to 2014 I lived in Turku. I have lived in Helsinki since 2015.",
            "2022-10-26T10:00:00Z",
        ),
    ] {
        anna.remember(text, &json!({ "referenceTime": at })).await;
    }
    for (question, expected) in [
        ("What are my pets called?", json!("Kiwi and Pip")),
        ("What is my parrot's name?", json!("Kiwi")),
        ("What was my hamster called?", json!("Pip")),
        ("What is my goldfish called?", Value::Null),
        ("What was my job before I became a midwife?", json!("nurse")),
        ("What did I study at university?", json!("physics")),
        (
            "How long did I live in Turku?",
            json!("4 years, from 2010 to 2014"),
        ),
    ] {
        assert_eq!(answer(&anna, question).await, expected, "{question}");
    }
}

#[tokio::test]
async fn what_one_text_says_of_several_things_is_one_fact() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for text in ["Zoe: I like jazz and blues.", "Zoe: I like chess."] {
        anna.remember(text, &json!({})).await;
    }
    let body = json!({ "query": "What does Zoe like?" });
    let (_, found) = anna.post("/search", &body).await;
    let facts = found["facts"].as_array().unwrap();
    let told = facts
        .iter()
        .find(|fact| fact["fact"].as_str().unwrap().contains("jazz"))
        .unwrap();
    let sentence = told["fact"].as_str().unwrap();
    assert!(
        ["Zoe likes jazz and blues.", "Zoe likes blues and jazz."].contains(&sentence),
        "{sentence}"
    );
    assert_eq!(told["togetherIds"].as_array().unwrap().len(), 1, "{told}");
    assert_eq!(
        facts.len(),
        2,
        "what another text says stands by itself: {facts:?}"
    );
    assert_eq!(found["answer"]["statementIds"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn what_stands_beside_the_object_is_an_answer() {
    check(
        "2025-03-10",
        &[
            "Zoe: Our cat Miso hid his toy in my slipper.",
            "Zoe: My colleague Ben invited me to a weaving class.",
            "Zoe: I work with Petra. I work at Bosch.",
            "Zoe: We saw the most growth in trust and patience.",
        ],
        &[
            ("Where did Miso hide his toy?", json!("Zoe's slipper")),
            ("What did Ben invite Zoe to?", json!("a weaving class")),
            ("Who does Zoe work with?", json!("Petra")),
            (
                "In what did Zoe see the most growth?",
                json!("trust and patience"),
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_is_told_in_the_same_words_is_one_list() {
    check(
        "2025-03-10",
        &[
            "Zoe: I really enjoy dramas and silent films. I love Ben.",
            "Zoe: I wrote down some mottos and rules to help me stay calm.",
            "Zoe: I bought a lamp and two books.",
        ],
        &[
            (
                "What kind of films does Zoe enjoy?",
                json!("dramas and silent films"),
            ),
            (
                "What did Zoe write down to stay calm?",
                json!("mottos and rules"),
            ),
            ("What books did Zoe buy?", json!("two books")),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_no_text_counts_or_begins_has_no_number_and_no_length() {
    check(
        "2025-03-10",
        &[
            "Zoe: I met Hugo. I have a parrot. I found a new trail.",
            "Zoe: I was in Paris yesterday.",
        ],
        &[
            ("When did Zoe meet Hugo?", json!("by 10 March 2025")),
            ("How long has Zoe had a parrot?", Value::Null),
            ("How many times has Zoe found a new trail?", Value::Null),
            ("When was Zoe in Paris?", json!("9 March 2025")),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_question_is_not_answered_by_what_is_only_near_to_it() {
    check(
        "2025-03-10",
        &[
            "Zoe: I have two dogs, Coco and Shadow.",
            "Zoe: I play chess and Tetris.",
            "Zoe: I looked at a flat in Leeds.",
            "Zoe: I found some old diaries.",
            "John: I signed with the Wolves.",
        ],
        &[
            ("What are Zoe's dogs called?", json!("Coco and Shadow")),
            ("What is the name of Zoe's third dog?", Value::Null),
            ("What board games does Zoe play?", Value::Null),
            ("What did Zoe look for?", Value::Null),
            ("What did Zoe find in the old diaries?", Value::Null),
            ("Which team did John sign with?", json!("Wolves")),
        ],
    )
    .await;
}

#[tokio::test]
async fn when_something_was_is_told_by_other_words_for_it_and_not_by_another_thing() {
    check(
        "2025-03-10",
        &[
            "Zoe: I took the kids to the museum yesterday.",
            "Zoe: I made a small self-portrait on 2 March.",
            "Zoe: On 1 March I joined a friendly chess group.",
            "Zoe: On 5 March I had a picnic with friends from church.",
        ],
        &[
            ("When did Zoe go to the museum?", json!("9 March 2025")),
            ("When did Zoe draw a self-portrait?", json!("2 March 2025")),
            (
                "When did Zoe join the local chess group?",
                json!("1 March 2025"),
            ),
            ("When did Zoe go to the zoo?", Value::Null),
            (
                "When did Zoe go hiking with her friends from church?",
                Value::Null,
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_no_statement_says_is_read_out_of_the_texts_however_it_is_asked() {
    check(
        "2025-03-10",
        &[
            "Repairman Walt quoted $3,400 to fix the Halvorsen oven.",
            "Mrs Petrosyan from across the landing takes Biscuit whenever I'm away.",
            "Filling done at the dentist's, £73.50, ouch.",
            "First report for the chartership is due on 30 September, says Lorraine.",
            "Hamid lent me his van for the move last Saturday.",
            "Ben: I paid £12 for the new kettle.",
            "Kasper is dating Solveig.",
            "If the boat costs 900 euros or 1,000 euros, it is too much.",
        ],
        &[
            (
                "How much did Walt quote to fix the Halvorsen?",
                json!("$3,400"),
            ),
            (
                "Who looks after Biscuit when I travel?",
                json!("Mrs Petrosyan"),
            ),
            ("How much was my filling at the dentist?", json!("£73.50")),
            (
                "When is the first report for the chartership due?",
                json!("30 September 2025"),
            ),
            ("Who helped me with a vehicle when I moved?", json!("Hamid")),
            // Another's, what is left open, and what no text says.
            ("How much did I pay for the new kettle?", Value::Null),
            ("Who am I dating?", Value::Null),
            ("Who is Jane dating?", Value::Null),
            ("How much does the boat cost?", Value::Null),
            ("What did Kasper study?", Value::Null),
            ("Which hospital was I born in?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_habit_is_answered_by_its_hour_and_an_age_by_its_number() {
    check(
        "2025-03-10",
        &[
            "My kids are Annika, 20, and Milo, 15.",
            "I start work at 9. The library closes at 8 pm. I usually go to bed around eleven.",
            "My dentist appointment is on Friday.",
        ],
        &[
            ("When do I start work?", json!("at 9")),
            ("When does the library close?", json!("8 pm")),
            ("What time do I go to bed?", json!("around eleven")),
            ("How old is Milo?", json!("15")),
        ],
    )
    .await;
}

#[tokio::test]
async fn whoever_did_so_once_is_not_who_does_so_now() {
    check_over_time(
        &[
            ("My brother Nils hates flying. I like flying.", "2022-01-31"),
            ("Nils loves flying now.", "2024-02-05"),
        ],
        &[
            ("Who hated flying in 2022?", json!("Nils")),
            ("Who loves flying?", json!("anna and Nils")),
            ("Who hates flying?", Value::Null),
        ],
    )
    .await;
}

#[tokio::test]
async fn what_is_denied_is_asked_for_and_a_day_that_is_told_goes_before_that_of_its_telling() {
    check(
        "2026-11-06",
        &[
            "Freya likes lemon cake. She can't stand marzipan.",
            "My husband Jonas cooks on Sundays.",
            "Jonas and I got married on 14 May 2019.",
        ],
        &[
            ("What doesn't Freya like?", json!("marzipan")),
            ("What does Freya like?", json!("lemon cake")),
            ("When did Jonas and I marry?", json!("14 May 2019")),
        ],
    )
    .await;
}

#[tokio::test]
async fn nobody_is_who_they_are_by_a_mood() {
    check(
        "2025-03-03",
        &["Tom is gutted.", "Ida is gutted. Ida is a paramedic."],
        &[
            ("Who is Tom?", Value::Null),
            ("Who is Ida?", json!("Ida works as a paramedic")),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_part_of_a_day_is_told_with_its_day() {
    check(
        "2026-03-29",
        &["It's a girl! Ines was born this morning at 4.12 at Leeds General."],
        &[(
            "When was Ines born?",
            json!("Sunday, 29 March 2026 at 04:12"),
        )],
    )
    .await;
}

#[tokio::test]
async fn who_somebody_is_is_not_what_another_is_to_them() {
    check(
        "2025-03-03",
        &["Tom's sister Hannah came by.", "Rex died this morning."],
        &[
            ("Who is Hannah?", json!("Tom's sister")),
            ("Who is Tom?", Value::Null),
            ("When did Rex die?", json!("3 March 2025")),
        ],
    )
    .await;
}
