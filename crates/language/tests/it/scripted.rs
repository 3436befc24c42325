use std::future::Future;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use recollect_language::scripted::{Fault, ScriptedEmbedding, ScriptedExtraction};
use recollect_language::{
    Embed, EntityRef, Extract, ExtractedObject, Extraction, LanguageError, MAX_PASSAGES,
};
use recollect_model::EntityKind;

use crate::{to_read, words_of};

/// What a future that never has to wait gives; `None` when it does not answer.
fn now<T>(future: impl Future<Output = T>) -> Option<T> {
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

fn extract(body: &str) -> Extraction {
    now(ScriptedExtraction::new().extract(to_read(body)))
        .expect("it answers")
        .expect("it works")
}

#[test]
fn texts_that_share_words_are_alike() {
    let embed = |text: &str| {
        now(ScriptedEmbedding::new().embed_query(text.to_owned()))
            .unwrap()
            .unwrap()
            .0
    };
    let cosine = |one: &str, other: &str| {
        embed(one)
            .iter()
            .zip(embed(other))
            .map(|(one, other)| one * other)
            .sum::<f32>()
    };
    assert!((cosine("Anna likes green tea", "anna likes GREEN tea") - 1.0).abs() < 1e-6);
    assert!(
        cosine("Anna likes green tea", "Anna likes black tea")
            > cosine("Anna likes green tea", "it rained all day")
    );
}

#[test]
fn lines_in_three_parts_are_statements() {
    let body = "Anna: I | lives in | Berlin\nAnna | Weighs | \"60 kg\"";
    let read = extract(body);
    assert_eq!(read.speakers, [Some(EntityRef::Named("Anna".to_owned()))]);
    let [home, weight] = &read.statements[..] else {
        panic!("{:?}", read.statements);
    };
    assert_eq!(home.subject, EntityRef::Named("Anna".to_owned()));
    assert_eq!(
        home.object,
        ExtractedObject::Entity(EntityRef::Named("Berlin".to_owned()))
    );
    assert_eq!(weight.object, ExtractedObject::Value("60 kg".to_owned()));
    assert_eq!(
        (weight.relation.as_str(), words_of(body, weight.range)),
        ("weighs", "Anna | Weighs | \"60 kg\"")
    );
}

#[test]
fn i_am_the_owner_where_nobody_speaks() {
    let read = extract("I | lives in | Rome");
    assert_eq!(
        (
            &read.statements[0].subject,
            read.statements[0].fact.as_str()
        ),
        (&EntityRef::Owner, "Sam lives in Rome.")
    );
    assert_eq!(
        (&read.mentions[0].entity, read.mentions[0].kind),
        (&EntityRef::Owner, EntityKind::Owner)
    );
}

#[test]
fn markers_make_both_doors_fail() {
    let embedding = ScriptedEmbedding::new();
    let extraction = ScriptedExtraction::new();
    for fault in [Fault::Retry, Fault::RetryLater, Fault::GiveUp, Fault::Hang] {
        let body = format!("A text. {}", fault.marker());
        let embedded =
            now(embedding.embed_passages(vec![body.clone()])).map(|result| result.map(|_| ()));
        let extracted = now(extraction.extract(to_read(&body))).map(|result| result.map(|_| ()));
        for answer in [embedded, extracted] {
            let is_so = match answer {
                None => fault == Fault::Hang,
                Some(Err(LanguageError::Retry { after: None, .. })) => fault == Fault::Retry,
                Some(Err(LanguageError::Retry { after, .. })) => {
                    fault == Fault::RetryLater && after == Some(Duration::from_secs(7))
                }
                Some(Err(LanguageError::GiveUp { .. })) => fault == Fault::GiveUp,
                Some(Ok(())) => false,
            };
            assert!(is_so, "{fault:?}");
        }
    }
}

#[test]
fn a_marker_can_concern_one_door() {
    let body = Fault::GiveUp.embed_marker();
    assert!(
        now(ScriptedEmbedding::new().embed_passages(vec![body.clone()]))
            .unwrap()
            .is_err()
    );
    assert!(
        now(ScriptedExtraction::new().extract(to_read(&body)))
            .unwrap()
            .is_ok()
    );
    let body = Fault::GiveUp.extract_marker();
    assert!(
        now(ScriptedEmbedding::new().embed_passages(vec![body.clone()]))
            .unwrap()
            .is_ok()
    );
    assert!(
        now(ScriptedExtraction::new().extract(to_read(&body)))
            .unwrap()
            .is_err()
    );
}

#[test]
fn a_text_that_fails_once_works_the_second_time() {
    let embedding = ScriptedEmbedding::new();
    let attempt = || now(embedding.embed_passages(vec![Fault::RetryOnce.marker()])).unwrap();
    assert!(attempt().is_err());
    assert!(attempt().is_ok());
    assert!(attempt().is_ok());
}

#[test]
fn joined_turns_of_several_speakers_give_no_statements() {
    let body = "Anna: b\nBen: d\n".repeat(MAX_PASSAGES) + "Anna: I | lives in | Berlin";
    assert_eq!(extract(&body).statements, []);
}
