//! The service does not learn from what it returned itself.

use recollect_model::LogStatus;

use crate::support::{Memory, query};

#[tokio::test]
async fn what_was_just_returned_adds_no_evidence() {
    let memory = Memory::new().await;
    memory
        .tell("2020-01-01", "Anna Smith | lives in | Berlin")
        .await;
    let asked = memory
        .engine
        .recall(memory.user, query("Where does Anna Smith live?"))
        .await;
    assert_eq!(asked.unwrap().facts.len(), 1);
    let echo = memory
        .tell("2020-02-01", "assistant: Anna Smith | lives in | Berlin")
        .await;
    let statements = memory.statements().await;
    assert_eq!(statements.len(), 1);
    assert_eq!(statements[0].episodes.len(), 1);
    let log = memory.engine.log(memory.user, echo).await.unwrap();
    assert_eq!(log.status, LogStatus::Completed);
    assert!(log.note.unwrap().contains("repeats"));
    let episode = memory
        .engine
        .episode(memory.user, log.episode.unwrap())
        .await
        .unwrap();
    assert!(episode.passages[0].is_repetition && episode.claims.is_empty());
    // It is found like any other.
    let found = memory
        .engine
        .recall(memory.user, query("Anna Smith"))
        .await
        .unwrap();
    assert_eq!(found.episodes.len(), 2);
}

#[tokio::test]
async fn nearly_the_same_words_are_a_repetition_and_news_is_not() {
    let memory = Memory::new().await;
    let words = "we all met at the old harbour before the ferry left for the islands";
    memory.tell("2020-01-01", words).await;
    memory
        .engine
        .recall(memory.user, query("harbour ferry"))
        .await
        .unwrap();
    let is_noted = async |body: &str| {
        let log = memory.tell("2020-02-01", body).await;
        let log = memory.engine.log(memory.user, log).await.unwrap();
        log.note.is_some_and(|note| note.contains("repeats"))
    };
    assert!(is_noted(&format!("So {words}!")).await);
    assert!(!is_noted(&format!("{words}. And then it rained on all of us.")).await);
    assert!(!is_noted("we met at the station before the train left for the city").await);
}

#[tokio::test]
async fn after_some_hours_it_is_news_again_and_to_others_it_always_was() {
    let memory = Memory::new().await;
    let words = "Anna Smith | lives in | Berlin";
    memory.tell("2020-01-01", words).await;
    memory
        .engine
        .recall(memory.user, query("Anna Smith"))
        .await
        .unwrap();
    let email = "ben@example.com".parse().unwrap();
    let other = memory
        .store
        .ensure_account(&email, "Ben", &memory.environment);
    let other = other.await.unwrap().id;
    let log = memory
        .engine
        .accept(other, crate::support::text(None, words))
        .await
        .unwrap();
    memory.process().await;
    let note = memory.engine.log(other, log).await.unwrap().note;
    assert!(note.is_none_or(|note| !note.contains("repeats")));
    memory.clock.advance_ms(24 * 3_600_000);
    memory.tell("2020-02-01", words).await;
    assert_eq!(memory.statements().await[0].episodes.len(), 2);
}
