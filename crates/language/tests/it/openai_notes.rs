//! What notes mean: truth, pronouns, identities, scripts, machines.

use std::sync::Arc;

use recollect_language::{Context, EntityRef, Extract, TextToRead};
use recollect_model::{EntityKind, Modality, Precision};
use serde_json::json;

use crate::openai::{assert_sound, entity, extraction, facts, named, read_as, said};
use crate::openai_server::{Act, Provider};
use crate::{monday, to_read, words_of};

#[tokio::test]
async fn truth_modality_and_change_are_kept() {
    let body = "I used to live in Rome. We might visit Oslo in June. Sam says that Eva bought a second boat.";
    let read = read_as(
        body,
        json!([
            entity("Rome", "place"),
            entity("Oslo", "place"),
            entity("Eva", "person")
        ]),
        json!([
            said(
                "I",
                "lives_in",
                "Rome",
                "I used to live in Rome",
                json!({"truth": "was"})
            ),
            said(
                "I",
                "visited",
                "Oslo",
                "might visit Oslo in June",
                json!({"truth": "possible", "time": "in June"})
            ),
            said(
                "Eva",
                "bought",
                "a second boat",
                "Sam says that Eva bought a second boat",
                json!({"said_by": "Sam", "change": "adds"})
            ),
            said(
                "Eva",
                "bought",
                "boat",
                "Eva bought a second boat",
                json!({"said_by": "I"})
            ),
        ]),
    )
    .await;
    assert_sound(&to_read(body), &read);
    let [rome, oslo, told, own] = &read.statements[..] else {
        panic!("{:?}", read.statements);
    };
    assert_eq!(rome.subject, EntityRef::Owner);
    assert_eq!(rome.until, Some(monday().instant()));
    assert_eq!(rome.fact, "Sam used to live in Rome.");
    assert_eq!(
        (oslo.modality, oslo.precision),
        (Modality::Possible, Some(Precision::Month))
    );
    assert_eq!(oslo.fact, "Sam may visit Oslo.");
    // Sam is the owner, who tells the whole text.
    assert_eq!((&told.attributed_to, told.is_additional), (&None, true));
    assert_eq!(own.attributed_to, None);
}

#[tokio::test]
async fn names_are_not_joined_lightly() {
    let same = |subject: &str, object: &str, phrase: &str| {
        let more = json!({"phrase": phrase, "truth": "is"});
        said(subject, "same_as", object, phrase, more)
    };
    let body = "I am allergic to Peanuts and work as a nurse. Mel is short for Melanie. My name is Samuel.";
    let read = read_as(
        body,
        json!([
            entity("Peanuts", "thing"),
            entity("Mel", "person"),
            entity("Melanie", "person"),
            entity("Samuel", "person"),
            entity("nurse", "person"),
        ]),
        json!([
            same("I", "Peanuts", "I am allergic to Peanuts"),
            same("I", "nurse", "work as a nurse"),
            same("Mel", "Melanie", "Mel is short for Melanie"),
            same("I", "Samuel", "My name is Samuel"),
            same(
                "I",
                "Melanie",
                "I am allergic to Peanuts and work as a nurse. Mel is short for Melanie"
            ),
        ]),
    )
    .await;
    assert_sound(&to_read(body), &read);
    let joined: Vec<&EntityRef> = read.identities.iter().map(|same| &same.right).collect();
    assert_eq!(joined, [&named("Melanie"), &named("Samuel")]);
}

#[tokio::test]
async fn nothing_is_said_of_who_comes_last() {
    let body = "I take piano lessons with Mr Ford. The boat was bought by Eva.";
    let read = read_as(
        body,
        json!([entity("Mr Ford", "person"), entity("Eva", "person")]),
        json!([
            said(
                "Mr Ford",
                "has",
                "piano lessons",
                "I take piano lessons with Mr Ford",
                json!({"phrase": "take"})
            ),
            said(
                "Eva",
                "bought",
                "The boat",
                "The boat was bought by Eva",
                json!({"phrase": "bought"})
            ),
            said(
                "Eva",
                "bought",
                "The boat",
                "The boat was bought by Eva",
                json!({"phrase": "purchased"})
            ),
        ]),
    )
    .await;
    assert_eq!(facts(&read), ["Eva bought The boat."]);
}

#[tokio::test]
async fn somebody_else_who_says_so_is_kept_apart() {
    let body = "Mia: Eva says that Tom lives in Oslo.";
    let read = read_as(
        body,
        json!([
            entity("Eva", "person"),
            entity("Tom", "person"),
            entity("Oslo", "place")
        ]),
        json!([said(
            "Tom",
            "lives_in",
            "Oslo",
            "Tom lives in Oslo",
            json!({"said_by": "Eva"})
        )]),
    )
    .await;
    assert_eq!(read.statements[0].attributed_to, Some(named("Eva")));
}

#[tokio::test]
async fn a_pronoun_means_only_who_was_named_before() {
    let text = |context| {
        let read = to_read("Mia: She moved to Oslo.");
        Arc::new(TextToRead {
            context,
            ..(*read).clone()
        })
    };
    let notes = Act::notes(
        json!([entity("Oslo", "place")]),
        json!([said(
            "Eva",
            "moved_to",
            "Oslo",
            "She moved to Oslo",
            json!({"phrase": "moved to"})
        )]),
    );
    let provider = Provider::playing([notes]).await;
    let door = extraction(&provider);
    let context = Context {
        speakers: Vec::new(),
        named: vec![(named("Eva"), EntityKind::Person)],
        ..Context::default()
    };
    let known = door.extract(text(context)).await.unwrap();
    assert_eq!(facts(&known), ["Eva moved to Oslo."]);
    let eva = known
        .mentions
        .iter()
        .find(|mention| mention.entity == named("Eva"))
        .unwrap();
    assert_eq!(words_of("Mia: She moved to Oslo.", eva.range), "She");
    let unknown = door.extract(text(Context::default())).await.unwrap();
    assert_eq!(unknown.statements, []);
    assert!(
        provider.received()[0]
            .last_message()
            .contains(r#"{"named_before":["Eva"]}"#)
    );
}

#[tokio::test]
async fn any_script_keeps_its_ranges() {
    let body = "佐藤: 私は北京に住んでいます。Zoe\u{308} 🎉 wohnt in  Köln\u{a0}Süd.";
    let read = read_as(
        body,
        json!([
            entity("北京", "place"),
            entity("Zoë", "person"),
            entity("Zoe", "person"),
            entity("köln süd", "place")
        ]),
        json!([
            said(
                "I",
                "lives_in",
                "北京",
                "私は北京に住んでいます",
                json!({"phrase": "住んでいます"})
            ),
            said(
                "Zoë",
                "lives_in",
                "Köln Süd",
                "Zoë 🎉 wohnt in Köln Süd",
                json!({"phrase": "wohnt in"})
            ),
        ]),
    )
    .await;
    assert_sound(&to_read(body), &read);
    let named: Vec<&str> = read
        .mentions
        .iter()
        .map(|m| words_of(body, m.range))
        .collect();
    assert_eq!(named, ["佐藤", "北京", "Zoe\u{308}", "Köln\u{a0}Süd"]);
    assert_eq!(
        facts(&read),
        ["佐藤 lives in 北京.", "Zoe\u{308} lives in Köln Süd."]
    );
}

#[tokio::test]
async fn a_machine_and_joined_turns_say_nothing_of_themselves() {
    let read = read_as(
        "assistant: I live in the cloud.",
        json!([]),
        json!([said(
            "I",
            "lives_in",
            "the cloud",
            "I live in the cloud",
            json!({})
        )]),
    )
    .await;
    assert_eq!(read.statements, []);
    let quoted = read_as(
        "> I live in Sparta.",
        json!([]),
        json!([said(
            "I",
            "lives_in",
            "Sparta",
            "I live in Sparta",
            json!({})
        )]),
    )
    .await;
    assert_eq!(quoted.statements, []);
}
