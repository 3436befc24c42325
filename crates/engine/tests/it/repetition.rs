//! The service does not learn from what it returned itself.

use recollect_engine::Renewing;
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
async fn what_was_passed_over_is_read_anew_when_the_text_that_said_it_goes() {
    let memory = Memory::new().await;
    let first = memory
        .tell("2020-01-01", "Anna Smith | lives in | Berlin")
        .await;
    let ask = async || {
        let asked = query("Where does Anna Smith live?");
        memory.engine.recall(memory.user, asked).await.unwrap()
    };
    ask().await;
    let mut renewing = Renewing::default();
    while renewing.step(&memory.engine.lanes()).await {}
    let second = memory
        .tell("2020-02-01", "Anna Smith | lives in | Berlin")
        .await;
    // What only repeats says nothing that another repeats.
    ask().await;
    let third = memory
        .tell("2020-02-01", "Anna Smith | lives in | Berlin")
        .await;
    let forget = async |log| memory.engine.forget(memory.user, log, None).await.unwrap();
    forget(third).await;
    while renewing.step(&memory.engine.lanes()).await {}
    assert_eq!(memory.statements().await[0].episodes.len(), 1);
    let passages = async || {
        let log = memory.engine.log(memory.user, second).await.unwrap();
        let episode = log.episode.unwrap();
        let read = memory.engine.episode(memory.user, episode).await.unwrap();
        (read.passages[0].is_repetition, read.claims.len())
    };
    assert_eq!(passages().await, (true, 0));
    forget(first).await;
    while renewing.step(&memory.engine.lanes()).await {}
    assert_eq!(passages().await, (false, 1));
    assert_eq!(memory.statements().await.len(), 1);
}

/// The note of the log of each text that is told after `known` has been found by a search.
async fn notes_after_a_search(known: &str, told: &[&str]) -> Vec<String> {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", known).await;
    memory
        .engine
        .recall(memory.user, query(known))
        .await
        .unwrap();
    let mut notes = Vec::new();
    for body in told {
        let log = memory.tell("2020-02-01", body).await;
        let log = memory.engine.log(memory.user, log).await.unwrap();
        notes.push(log.note.unwrap_or_default());
    }
    notes
}

#[tokio::test]
async fn the_same_words_in_the_same_order_are_a_repetition() {
    let words = "we all met at the old harbour before the ferry left for the islands";
    let so = format!("So, {words}!");
    let assistants = format!("assistant: {words}");
    let users = format!("user: {words}");
    let notes = notes_after_a_search(words, &[words, &so, &assistants, &users]).await;
    for note in notes {
        assert!(
            note.contains("repeats") && note.contains("met at the old harbour"),
            "{note}"
        );
    }
}

#[tokio::test]
async fn whatever_differs_is_news() {
    for (known, news) in [
        (
            "the ferry to the islands leaves the harbour at nine",
            "the ferry to the islands leaves the harbour at ten",
        ),
        ("the ferry leaves at 9.30", "the ferry leaves at 9.45"),
        ("the rent is 900 $ a month", "the rent is 900 € a month"),
        (
            "it was -5 degrees in the morning",
            "it was 5 degrees in the morning",
        ),
        (
            "I am allergic to the nuts in this cake and in the bread",
            "I am not allergic to the nuts in this cake and in the bread",
        ),
        (
            "the night train goes from Berlin to Paris",
            "the night train goes from Paris to Berlin",
        ),
        (
            "the boss of the harbour office is Anna",
            "the boss of the harbour office is Anne",
        ),
        (
            "the keys are under the mat",
            "the keys are under the mat. No, in the box.",
        ),
        (
            "the keys are under the mat",
            "Actually, the keys are under the mat",
        ),
        (
            "is the meeting moved to Friday?",
            "The meeting is moved to Friday.",
        ),
        (
            "is Anna the boss of the harbour?",
            "Is Anna the boss of the harbour.",
        ),
        (
            "we all met at the harbour",
            "we all met at the harbour. And then it rained on all of us.",
        ),
        // The reference times are a month apart.
        (
            "the dentist comes tomorrow at noon",
            "the dentist comes tomorrow at noon",
        ),
        (
            "Anna: I adopted a cat last year",
            "Ben: I adopted a cat last year",
        ),
        ("Anna: I have adopted a cat", "I have adopted a cat"),
        ("I have adopted a cat", "Anna: I have adopted a cat"),
    ] {
        let note = &notes_after_a_search(known, &[news]).await[0];
        assert!(!note.contains("repeats"), "{known} / {news}: {note}");
    }
}

#[tokio::test]
async fn what_another_space_was_told_is_news_to_this_one() {
    let memory = Memory::new().await;
    let words = "Anna Smith | lives in | Berlin";
    memory.tell("2020-01-01", words).await;
    memory
        .engine
        .recall(memory.user, query("Anna Smith"))
        .await
        .unwrap();
    let space = memory
        .engine
        .create_space(memory.user, "other", None)
        .await
        .unwrap()
        .id;
    memory.clock.advance_ms(1_000);
    let log = memory
        .engine
        .accept(memory.user, crate::support::text(Some(space), words))
        .await
        .unwrap();
    memory.process().await;
    let log = memory.engine.log(memory.user, log).await.unwrap();
    assert!(log.note.is_none_or(|note| !note.contains("repeats")));
    assert_eq!(memory.statements().await.len(), 2);
}

#[tokio::test]
async fn the_log_says_how_many_facts_were_passed_over() {
    let words = "Anna Smith | lives in | Berlin";
    let note = &notes_after_a_search(words, &[words]).await[0];
    assert!(note.contains("one fact in it was passed over"), "{note}");
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

#[tokio::test]
async fn of_much_that_is_returned_the_best_is_known() {
    let memory = Memory::new().await;
    let best = "the harbour of Lisbon is older than its castle";
    memory.tell("2020-01-01", best).await;
    for text in 0..12 {
        let lines: Vec<String> = (0..60)
            .map(|line| format!("the harbour saw ship {} of fleet {text}", line + 1))
            .collect();
        memory.tell("2020-01-01", &lines.join("\n")).await;
    }
    let found = memory
        .engine
        .recall(memory.user, query(best))
        .await
        .unwrap();
    assert_eq!(found.episodes[0].episode.body, best);
    assert!(found.episodes.len() > 10, "{}", found.episodes.len());
    let echo = memory.tell("2020-02-01", best).await;
    let note = memory.engine.log(memory.user, echo).await.unwrap().note;
    assert!(note.is_some_and(|note| note.contains("repeats")));
}
