//! Looking around in the graph.

use recollect_engine::{AsOf, EngineError, EntityFilter, LogFilter, Page, Support};
use recollect_model::{EntityKind, Modality};

use crate::support::{ALL, Memory};

async fn neighbourhood() -> Memory {
    let memory = Memory::new().await;
    let lines = [
        "Anna* | friend of | Ben*",
        "Ben* | works at | Acme",
        "Acme | located in | Oslo",
        "Clara* | lives in | Oslo",
        "Dora* | owns | boat",
    ];
    memory.tell("2020-01-01", &lines.join("\n")).await;
    memory
}

#[tokio::test]
async fn neighbours_come_by_their_distance() {
    let memory = neighbourhood().await;
    let anna = memory.id("Anna").await;
    let near = async |depth, limit| {
        let as_of = AsOf::default();
        let near = memory
            .engine
            .neighbours(memory.user, anna, depth, limit, as_of)
            .await
            .unwrap();
        let names: Vec<String> = near
            .entities
            .iter()
            .map(|one| format!("{} {}", one.entity.entity.name, one.distance))
            .collect();
        (names, near.statements.len(), near.is_complete)
    };
    assert_eq!(near(1, 10).await, (vec!["Ben 1".to_owned()], 1, true));
    let (names, statements, _) = near(3, 10).await;
    assert_eq!(names, ["Ben 1", "Acme 2", "Oslo 3"]);
    assert_eq!(statements, 3);
    let (names, _, is_complete) = near(3, 2).await;
    assert_eq!((names.len(), is_complete), (2, false));
}

#[tokio::test]
async fn a_path_leads_from_one_to_the_other() {
    let memory = neighbourhood().await;
    let (anna, clara) = (memory.id("Anna").await, memory.id("Clara").await);
    let path = async |from, to| {
        memory
            .engine
            .path(memory.user, from, to, AsOf::default())
            .await
    };
    let way = path(anna, clara).await.unwrap().unwrap();
    let names: Vec<&str> = way
        .entities
        .iter()
        .map(|one| one.entity.name.as_str())
        .collect();
    assert_eq!(names, ["Anna", "Ben", "Acme", "Oslo", "Clara"]);
    let facts: Vec<&str> = way
        .statements
        .iter()
        .map(|one| one.statement.fact.as_str())
        .collect();
    assert_eq!(facts[0], "Anna friend of Ben.");
    assert_eq!(facts.len(), 4);
    assert!(path(anna, memory.id("boat").await).await.unwrap().is_none());
    assert_eq!(path(anna, anna).await.unwrap().unwrap().entities.len(), 1);
}

#[tokio::test]
async fn an_overview_has_everything_once() {
    let memory = neighbourhood().await;
    let overview = memory
        .engine
        .overview(
            memory.user,
            memory.space,
            100,
            AsOf::default(),
            Support::Places,
        )
        .await
        .unwrap();
    let drawn: usize = overview
        .clusters
        .iter()
        .map(|cluster| cluster.entities.len())
        .sum();
    assert_eq!((drawn, overview.statements.len()), (7, 5));
}

#[tokio::test]
async fn an_overview_says_when_there_is_more_between_its_entities() {
    let memory = Memory::new().await;
    for block in 0..10 {
        let names = (0..70).map(|n| format!("P{}", 70 * block + n));
        let lines: Vec<String> = names
            .flat_map(|name| {
                ["knows", "likes", "met"].map(|relation| format!("Anna* | {relation} | {name}*"))
            })
            .collect();
        memory.tell("2020-01-01", &lines.join("\n")).await;
    }
    let overview = async |entities| {
        let (user, space) = (memory.user, memory.space);
        let (as_of, support) = (AsOf::default(), Support::Episodes);
        memory
            .engine
            .overview(user, space, entities, as_of, support)
            .await
            .unwrap()
    };
    let all = overview(1_000).await;
    assert_eq!((all.statements.len(), all.is_complete), (2_000, false));
    let few = overview(501).await;
    assert_eq!((few.statements.len(), few.is_complete), (1_500, true));
}

#[tokio::test]
async fn entities_are_found_by_the_beginnings_of_all_their_names() {
    let memory = Memory::new().await;
    memory
        .tell(
            "2020-01-01",
            "Mel* | lives in | Melbourne\nMelanie Smith* | likes | tea",
        )
        .await;
    let found = async |words: &str, kind| {
        let words = words.to_owned();
        let filter = EntityFilter { words, kind };
        let found = memory
            .engine
            .entities(memory.user, &[], &filter, ALL)
            .await
            .unwrap();
        found
            .items
            .into_iter()
            .map(|one| one.entity.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(found("smi", None).await, ["Melanie Smith"]);
    assert_eq!(
        found("mel", Some(EntityKind::Person)).await,
        ["Melanie Smith"]
    );
    assert!(found("nobody", None).await.is_empty());
}

#[tokio::test]
async fn an_episode_tells_what_was_understood_of_it() {
    let memory = Memory::new().await;
    let log = memory
        .tell(
            "2020-01-01",
            "Anna* | lives in | Berlin | planned | says Sam*",
        )
        .await;
    let log = memory.engine.log(memory.user, log).await.unwrap();
    let view = memory
        .engine
        .episode(memory.user, log.episode.unwrap())
        .await
        .unwrap();
    assert_eq!(
        (
            view.claims.len(),
            view.statements.len(),
            view.mentions.len()
        ),
        (1, 1, 3)
    );
    assert_eq!(view.claims[0].1, Some(view.statements[0].statement.id));
    let said = &view.statements[0].statement.proposition;
    assert_eq!((said.modality, said.is_negated), (Modality::Planned, false));
    assert_eq!(view.statements[0].attributed_to.as_deref(), Some("Sam"));
    assert_eq!(view.statements[0].evidence.len(), 1);
    assert_eq!(view.extractor, "scripted/1");
}

#[tokio::test]
async fn a_timeline_is_in_the_order_of_time() {
    let memory = Memory::new().await;
    memory
        .tell("2021-01-01", "Anna | visited | Rome | from 2020-05-01")
        .await;
    memory.tell("2020-01-01", "Anna | lives in | Berlin").await;
    assert_eq!(
        memory.timeline().await,
        [
            "Anna lives in Berlin. 2020-01-01..",
            "Anna visited Rome. 2020-05-01.."
        ]
    );
}

#[tokio::test]
async fn strangers_see_nothing() {
    let memory = neighbourhood().await;
    let anna = memory.id("Anna").await;
    let statement = memory.statements().await[0].statement.id;
    let email = "mallory@example.com".parse().unwrap();
    let other = memory
        .store
        .ensure_account(&email, "Mallory", &memory.environment);
    let other = other.await.unwrap().id;
    let (engine, as_of) = (&memory.engine, AsOf::default());
    let refusals = [
        engine.entity(other, anna).await.err(),
        engine.neighbours(other, anna, 1, 1, as_of).await.err(),
        engine.path(other, anna, anna, as_of).await.err(),
        engine.entity_episodes(other, anna, ALL).await.err(),
        engine.merge_entities(other, anna, anna, None).await.err(),
        engine.split_entity(other, anna, anna, None).await.err(),
        engine
            .overview(other, memory.space, 9, as_of, Support::Episodes)
            .await
            .err(),
        engine.statement(other, memory.space, statement).await.err(),
    ];
    for refusal in refusals {
        assert!(
            matches!(refusal, Some(EngineError::NotFound { .. })),
            "{refusal:?}"
        );
    }
}

#[tokio::test]
async fn a_page_of_large_texts_ends_where_it_is_full_and_words_are_found_behind_them() {
    let memory = Memory::new().await;
    memory.accept("2020-01-01", None, "Anna met Ben.").await;
    let large = "a".repeat(1024 * 1024);
    for _ in 0..20 {
        memory.accept("2020-01-01", None, &large).await;
    }
    let (engine, user) = (&memory.engine, memory.user);
    let all = LogFilter::default();
    let page = async |offset, limit| {
        let page = Page { offset, limit };
        let found = engine.newest_logs(user, &all, page).await.unwrap();
        (found.items.len(), found.total)
    };
    assert_eq!(page(0, 30).await, (16, 21));
    assert_eq!(page(16, 14).await, (5, 21));
    assert_eq!(page(0, 3).await, (3, 21));
    assert_eq!(page(21, 3).await, (0, 21));
    let saying = async |words, offset| {
        let page = Page { offset, limit: 1 };
        let found = engine.logs_saying(user, &all, words, page).await.unwrap();
        (found.logs.len(), found.has_more, found.is_cut)
    };
    assert_eq!(saying("ANNA ben", 0).await, (1, false, false));
    assert_eq!(saying("ANNA ben", 1).await, (0, false, false));
    assert_eq!(saying("test", 0).await, (1, true, false));
    assert_eq!(saying("test", 20).await, (1, false, false));
}

#[tokio::test]
async fn what_holds_of_somebody_and_what_changed_are_told_of_each() {
    let memory = neighbourhood().await;
    let people = memory.engine.people(memory.user).await.unwrap();
    let told: Vec<String> = people
        .iter()
        .map(|one| {
            let holds: Vec<&str> = one.holds.iter().map(|fact| &*fact.statement.fact).collect();
            format!("{}: {}", one.spoken_of.name, holds.join(" "))
        })
        .collect();
    assert!(
        told.iter()
            .any(|told| told.starts_with("Ben: ") && told.contains("Acme")),
        "{told:?}"
    );
    assert!(
        told.iter()
            .any(|told| told.starts_with("Clara: ") && told.contains("Oslo")),
        "{told:?}"
    );
}
