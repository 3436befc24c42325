//! What holds goes before what has ended, however often each was told.

use recollect_engine::Query;

use crate::support::{Memory, day, query};

impl Memory {
    async fn all_facts(&self, text: &str) -> Vec<String> {
        self.ranked(Query {
            include_invalidated: true,
            tells_together: false,
            ..query(text)
        })
        .await
    }

    async fn ranked(&self, query: Query) -> Vec<String> {
        let found = self.engine.recall(self.user, query).await.unwrap();
        let scores: Vec<f32> = found.facts.iter().map(|fact| fact.score).collect();
        assert!(scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
        found.facts.into_iter().map(|fact| fact.fact).collect()
    }
}

/// Anna lives in Berlin, then in Munich, then in Rome; of Berlin most is told, of Rome least.
async fn moved_twice() -> Memory {
    let memory = Memory::new().await;
    for month in 1..6 {
        let text = "Anna's house by the park.\nAnna | lives in | Berlin";
        memory.tell(&format!("2020-0{month}-01"), text).await;
    }
    let text = "Anna's house in town.\nAnna | lives in | Munich";
    memory.tell("2022-01-01", text).await;
    memory.tell("2022-02-01", text).await;
    memory.tell("2024-01-01", "Anna | lives in | Rome").await;
    for number in 0..12 {
        let text = format!("Ben's house {number}.\nBen | knows | House Number {number}");
        memory.tell("2024-02-01", &text).await;
    }
    memory
}

const ROME: &str = "Anna lives in Rome.";
const MUNICH: &str = "Anna lives in Munich.";
const BERLIN: &str = "Anna lives in Berlin.";

#[tokio::test]
async fn what_has_ended_stands_behind_what_took_its_place() {
    let memory = moved_twice().await;
    for text in ["Anna house park Berlin", "Anna", "Anna's house in town"] {
        let facts = memory.all_facts(text).await;
        let of_anna = facts.into_iter().filter(|fact| fact.starts_with("Anna"));
        let of_anna: Vec<String> = of_anna.collect();
        assert_eq!(of_anna, [ROME, MUNICH, BERLIN], "{text}");
    }
}

#[tokio::test]
async fn what_holds_is_told_where_few_facts_are_wanted_and_what_has_ended_fits_best() {
    let memory = moved_twice().await;
    let facts = memory.ranked(Query {
        include_invalidated: true,
        tells_together: false,
        limit: 1,
        ..query("Berlin house park")
    });
    assert_eq!(facts.await, [ROME]);
}

#[tokio::test]
async fn a_date_asks_for_what_held_then() {
    let memory = moved_twice().await;
    for (text, first) in [
        ("Anna home in March 2020", BERLIN),
        ("Anna home in March 2023", MUNICH),
        ("Anna home in March 2025", ROME),
    ] {
        assert_eq!(memory.all_facts(text).await[0], first, "{text}");
    }
}

#[tokio::test]
async fn words_of_the_past_move_nothing() {
    let memory = moved_twice().await;
    let facts = memory.all_facts("the Berlin house Anna used to have").await;
    assert_eq!(facts[0], BERLIN);
}

#[tokio::test]
async fn what_holds_is_told_as_of_another_time_too() {
    let memory = moved_twice().await;
    let facts = memory.ranked(Query {
        include_invalidated: true,
        tells_together: false,
        reference_time: recollect_model::ReferenceTime::utc(day("2023-01-01")),
        ..query("Anna house park Berlin")
    });
    assert_eq!(facts.await[0], MUNICH);
}

#[tokio::test]
async fn of_what_one_text_says_the_trivial_comes_last() {
    let memory = Memory::new().await;
    let text =
        "The kiln.\nAnna | likes | \"kiln one\" | worth 5\nAnna | bought | \"kiln two\" | worth 60";
    memory.tell("2024-01-01", text).await;
    let text = "The kiln.\nBen | bought | \"kiln three\" | worth 60\nBen | likes | \"kiln four\" | worth 5";
    memory.tell("2024-01-01", text).await;
    let facts = memory.all_facts("kiln").await;
    let trivial: Vec<bool> = facts.iter().map(|fact| fact.contains("likes")).collect();
    assert_eq!(trivial, [false, false, true, true], "{facts:?}");
}
