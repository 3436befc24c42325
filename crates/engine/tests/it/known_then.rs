//! What was known at a time, and what held at one.

use recollect_engine::{AsOf, StatementFilter, TimelineFilter};
use recollect_model::Timestamp;

use crate::support::{ALL, Memory, day, line, query};

impl Memory {
    async fn facts(
        &self,
        valid_at: Option<Timestamp>,
        recorded_at: Option<Timestamp>,
    ) -> Vec<String> {
        let mut query = query("Where does Anna live?");
        (query.valid_at, query.recorded_at) = (valid_at, recorded_at);
        let found = self.engine.recall(self.user, query).await.unwrap();
        let mut facts: Vec<String> = found.facts.iter().map(|fact| fact.fact.clone()).collect();
        facts.sort();
        facts
    }

    async fn about_anna(&self, as_of: AsOf) -> Vec<String> {
        let filter = StatementFilter {
            as_of,
            ..StatementFilter::default()
        };
        let anna = self.id("Anna").await;
        let found = self
            .engine
            .entity_statements(self.user, anna, &filter, ALL)
            .await;
        let mut lines: Vec<String> = found.unwrap().items.iter().map(line).collect();
        lines.sort();
        lines
    }
}

/// Berlin is told, then Munich two days later by the clock.
async fn moved() -> (Memory, Timestamp, Timestamp) {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna | lives in | Berlin").await;
    memory.clock.advance_ms(86_400_000);
    let between = memory.environment.now();
    memory.clock.advance_ms(86_400_000);
    memory
        .tell("2021-01-01", "Anna | lives in | Munich | from 2020-06-01")
        .await;
    let after = memory.environment.now();
    (memory, between, after)
}

#[tokio::test]
async fn a_search_answers_what_was_known_then() {
    let (memory, between, after) = moved().await;
    assert_eq!(memory.facts(None, None).await, ["Anna lives in Munich."]);
    assert_eq!(
        memory.facts(None, Some(after)).await,
        ["Anna lives in Munich."]
    );
    assert_eq!(
        memory.facts(None, Some(between)).await,
        ["Anna lives in Berlin."]
    );
    assert!(memory.facts(None, Some(day("2023-01-01"))).await.is_empty());
    let mut query = query("Anna lives");
    query.recorded_at = Some(between);
    let found = memory.engine.recall(memory.user, query).await.unwrap();
    assert_eq!(found.episodes.len(), 1);
    assert_eq!(found.facts[0].invalid_at, None);
    assert_eq!(found.facts[0].episodes, [found.episodes[0].episode.id]);
}

#[tokio::test]
async fn both_times_go_together() {
    let (memory, between, _) = moved().await;
    let july = Some(day("2020-07-01"));
    assert_eq!(memory.facts(july, None).await, ["Anna lives in Munich."]);
    assert_eq!(
        memory.facts(july, Some(between)).await,
        ["Anna lives in Berlin."]
    );
    assert_eq!(
        memory.facts(Some(day("2020-03-01")), None).await,
        ["Anna lives in Berlin."]
    );
    assert!(memory.facts(Some(day("2019-01-01")), None).await.is_empty());
}

#[tokio::test]
async fn the_graph_is_read_as_of_both_times_too() {
    let (memory, between, _) = moved().await;
    let known = AsOf {
        recorded_at: Some(between),
        valid_at: None,
    };
    assert_eq!(
        memory.about_anna(known).await,
        ["Anna lives in Berlin. 2020-01-01.."]
    );
    assert_eq!(
        memory.about_anna(AsOf::default()).await,
        [
            "Anna lives in Berlin. 2020-01-01..2020-06-01",
            "Anna lives in Munich. 2020-06-01.."
        ]
    );
    let held = AsOf {
        valid_at: Some(day("2020-03-01")),
        recorded_at: None,
    };
    assert_eq!(
        memory.about_anna(held).await,
        ["Anna lives in Berlin. 2020-01-01..2020-06-01"]
    );
    let anna = memory.id("Anna").await;
    let near = memory
        .engine
        .neighbours(memory.user, anna, 1, 10, known)
        .await
        .unwrap();
    let names: Vec<&str> = near
        .entities
        .iter()
        .map(|one| one.entity.entity.name.as_str())
        .collect();
    assert_eq!(names, ["Berlin"]);
    let filter = TimelineFilter {
        recorded_at: Some(between),
        ..TimelineFilter::default()
    };
    let timeline = memory
        .engine
        .timeline(memory.user, memory.space, &filter, ALL)
        .await;
    assert_eq!(timeline.unwrap().total, 1);
}

#[tokio::test]
async fn what_has_always_held_is_found_at_any_time() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna | born in | Rome").await;
    memory
        .tell("2020-01-01", "Anna | lives in | Oslo | until 2019-01-01")
        .await;
    let held = async |at| memory.facts(Some(day(at)), None).await;
    assert_eq!(
        held("1990-01-01").await,
        ["Anna born in Rome.", "Anna lives in Oslo."]
    );
    assert_eq!(held("2025-01-01").await, ["Anna born in Rome."]);
}
