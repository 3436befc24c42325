//! Handing out all that somebody has: in parts, each read in a few statements.

use recollect_engine::{EntityView, ExportFrom, ExportPart};
use recollect_model::{LabelFilter, Log};

use crate::support::Memory;

async fn exported(memory: &Memory) -> (Vec<Log>, Vec<EntityView>) {
    let (mut logs, mut entities) = (Vec::new(), Vec::new());
    let all = LabelFilter::default();
    let mut from = Some(ExportFrom::default());
    while let Some(here) = from {
        let (part, next) = memory.engine.export(memory.user, here, &all).await.unwrap();
        match part {
            ExportPart::Logs(part) => logs.extend(part),
            ExportPart::Entities(part) => entities.extend(part),
            _ => {}
        }
        from = next;
    }
    (logs, entities)
}

#[tokio::test]
async fn what_is_exported_is_what_is_shown_one_by_one() {
    let memory = Memory::new().await;
    memory
        .tell("2020-01-01", "my sister | lives in | Berlin")
        .await;
    memory.tell("2021-01-01", "Anna* | lives in | Munich").await;
    memory.tell("2021-02-01", "my sister = Anna*").await;
    memory.tell("2021-03-01", "Mel* | lives in | Berlin").await;
    memory
        .tell("2021-04-01", "Melanie Smith* | lives in | Munich")
        .await;
    for number in 0..450 {
        let body = format!("Person{number}* | likes | thing{number}");
        memory.accept("2022-01-01", None, &body).await;
    }
    memory.process().await;
    // More than a part may have of bytes.
    let long = format!("Anna* | likes | tea {}", "and more ".repeat(20_000));
    for _ in 0..3 {
        memory.tell("2022-02-01", &long).await;
    }
    memory
        .accept("2023-01-01", None, "Waiting* | likes | time")
        .await;
    let (logs, entities) = exported(&memory).await;
    assert_eq!(logs.len(), 459);
    for log in &logs {
        let alone = memory.engine.log(memory.user, log.id).await.unwrap();
        assert_eq!(format!("{log:?}"), format!("{alone:?}"));
    }
    assert!(logs.is_sorted_by_key(|log| log.accepted_at));
    let named = entities.iter().filter(|one| !one.aliases.is_empty());
    assert_eq!(named.count(), 2);
    assert!(entities.len() > 900, "{}", entities.len());
    for entity in &entities {
        let alone = memory.engine.entity(memory.user, entity.entity.entity.id);
        assert_eq!(format!("{entity:?}"), format!("{:?}", alone.await.unwrap()));
    }
}
