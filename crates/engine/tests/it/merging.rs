//! Names that are one, because texts say so, because only one can be meant, or because somebody asked.

use recollect_engine::EngineError;

use crate::support::Memory;

#[tokio::test]
async fn a_short_name_and_its_full_one_share_their_statements() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Mel* | lives in | Berlin").await;
    memory
        .tell("2021-01-01", "Melanie Smith* | lives in | Munich")
        .await;
    assert_eq!(memory.aliases("Melanie Smith").await, ["Mel (short form)"]);
    let statements = memory.statements().await;
    assert!(
        statements.iter().all(|one| one.subject == "Melanie Smith"),
        "{statements:?}"
    );
    assert_eq!(
        memory.lines().await,
        [
            "Melanie Smith lives in Berlin. 2020-01-01..2021-01-01",
            "Melanie Smith lives in Munich. 2021-01-01.."
        ]
    );
    memory.tell("2022-01-01", "Melissa* | likes | tea").await;
    assert!(memory.aliases("Melanie Smith").await.is_empty());
    let lines = memory.lines().await;
    assert!(
        lines.contains(&"Mel lives in Berlin. 2020-01-01..".to_owned()),
        "{lines:?}"
    );
}

#[tokio::test]
async fn a_role_gets_its_name_later() {
    let memory = Memory::new().await;
    memory
        .tell("2020-01-01", "my sister | lives in | Berlin")
        .await;
    memory.tell("2021-01-01", "Anna* | lives in | Munich").await;
    memory.tell("2021-02-01", "my sister = Anna*").await;
    assert_eq!(memory.aliases("Anna").await, ["Olivia's sister (role)"]);
    assert_eq!(
        memory.lines().await,
        [
            "Anna lives in Munich. 2021-01-01..",
            "my sister lives in Berlin. 2020-01-01..2021-01-01"
        ]
    );
    memory.tell("2021-03-01", "my sister = Berta*").await;
    assert!(memory.aliases("Anna").await.is_empty());
}

#[tokio::test]
async fn merging_and_splitting_take_each_other_back() {
    let memory = Memory::new().await;
    memory
        .tell("2020-01-01", "Bunny* | lives in | Berlin")
        .await;
    memory
        .tell("2021-01-01", "Katherine Price* | lives in | Munich")
        .await;
    memory
        .tell("2021-02-01", "Katherine Price* | friend of | Tom*")
        .await;
    let before = (memory.lines().await, memory.names().await);
    let (bunny, katherine) = (memory.id("Bunny").await, memory.id("Katherine Price").await);
    let ids: Vec<_> = memory
        .statements()
        .await
        .iter()
        .map(|one| one.statement.id)
        .collect();
    let merged = memory
        .engine
        .merge_entities(memory.user, katherine, bunny, None)
        .await
        .unwrap();
    assert_eq!(merged.entity.entity.id, katherine);
    assert_eq!(memory.aliases("Katherine Price").await, ["Bunny (asked)"]);
    let lines = memory.lines().await;
    assert!(
        lines.contains(&"Katherine Price lives in Berlin. 2020-01-01..2021-01-01".to_owned()),
        "{lines:?}"
    );
    let kept: Vec<_> = memory
        .statements()
        .await
        .iter()
        .map(|one| one.statement.id)
        .collect();
    assert_eq!(kept, ids, "statements are changed, not replaced");
    let split = memory
        .engine
        .split_entity(memory.user, katherine, bunny, None)
        .await
        .unwrap();
    assert_eq!(split.entity.entity.id, bunny);
    assert_eq!((memory.lines().await, memory.names().await), before);
    memory
        .engine
        .merge_entities(memory.user, bunny, katherine, None)
        .await
        .unwrap();
    assert_eq!(memory.aliases("Katherine Price").await, ["Bunny (asked)"]);
}

#[tokio::test]
async fn what_was_split_is_not_joined_by_its_name_again() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Mel* | likes | tea").await;
    memory.tell("2020-01-02", "Melanie* | likes | milk").await;
    let (mel, melanie) = (
        memory.alias("Melanie", "Mel").await,
        memory.id("Melanie").await,
    );
    memory
        .engine
        .split_entity(memory.user, melanie, mel, None)
        .await
        .unwrap();
    memory.tell("2020-01-03", "Mel* | likes | Melanie*").await;
    assert!(memory.aliases("Melanie").await.is_empty());
    memory
        .engine
        .merge_entities(memory.user, melanie, mel, None)
        .await
        .unwrap();
    assert_eq!(memory.aliases("Melanie").await.len(), 1);
}

#[tokio::test]
async fn what_cannot_be_merged_or_split_is_refused() {
    let memory = Memory::new().await;
    memory.tell("2020-01-01", "Anna* | knows | Ben*").await;
    let (anna, ben) = (memory.id("Anna").await, memory.id("Ben").await);
    let refused = memory
        .engine
        .merge_entities(memory.user, anna, anna, None)
        .await;
    assert!(matches!(
        refused,
        Err(EngineError::Invalid { field: "other", .. })
    ));
    for (entity, alias) in [(anna, ben), (anna, anna)] {
        let refused = memory
            .engine
            .split_entity(memory.user, entity, alias, None)
            .await;
        assert!(matches!(
            refused,
            Err(EngineError::Invalid { field: "alias", .. })
        ));
    }
    let space = memory
        .engine
        .create_space(memory.user, "other", None)
        .await
        .unwrap()
        .id;
    let text = crate::support::text(Some(space), "Clara* | knows | Tom*");
    memory.engine.accept(memory.user, text).await.unwrap();
    memory.process().await;
    let clara = memory.id("Clara").await;
    let refused = memory
        .engine
        .merge_entities(memory.user, anna, clara, None)
        .await;
    assert!(matches!(
        refused,
        Err(EngineError::Invalid { field: "other", .. })
    ));
}
