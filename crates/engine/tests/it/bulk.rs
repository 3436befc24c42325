//! What is imported does not delay what is written now, and what follows from both does not depend on which was first.

use recollect_engine::{EngineError, NewText, Step};
use recollect_model::{ImportId, LogStatus, ReferenceTime};

use crate::support::{Memory, day, text};

const BROUGHT: usize = 2_000;

impl Memory {
    fn brought(&self, number: usize) -> NewText {
        let (person, place) = (number % 7, number / 7 % 5);
        let mut brought = NewText {
            session: Some(format!("chat {}", number / 50)),
            reference_time: ReferenceTime::utc(day(&format!("20{:02}-01-01", 10 + number / 200))),
            ..text(None, &format!("Person{person} | lives in | Place{place}"))
        };
        brought.more.import = Some(ImportId::from_u128(1));
        brought
    }

    async fn bring(&self, count: usize) {
        let texts = (0..count).map(|number| Ok::<_, EngineError>(self.brought(number)));
        let accepted = self.engine.accept_all(self.user, texts.collect()).await;
        assert!(accepted.iter().all(Result::is_ok));
    }
}

#[tokio::test]
async fn a_text_that_is_written_is_done_before_nearly_all_that_an_import_brought() {
    let memory = Memory::new().await;
    memory.bring(BROUGHT).await;
    let lanes = memory.engine.lanes();
    // The import is under way.
    let begun = lanes.claim().await.unwrap().unwrap();
    let written = memory
        .accept("2024-01-01", None, "Anna | lives in | Berlin")
        .await;
    assert_eq!(lanes.step().await.unwrap(), Step::Settled(1));
    let log = memory.engine.log(memory.user, written).await.unwrap();
    assert_eq!(log.status, LogStatus::Completed);
    let state = memory.engine.queue(memory.user).await.unwrap();
    assert_eq!(state.depth, BROUGHT as u64);
    let understood = lanes.understand(&begun).await;
    assert!(lanes.settle(&begun, &understood).await.unwrap() > 0);
    // And whoever goes on writing takes turns with it.
    for number in 0..5 {
        let written = memory
            .accept("2024-01-02", None, &format!("Ben{number} | owns | a boat"))
            .await;
        lanes.step().await.unwrap();
        lanes.step().await.unwrap();
        let log = memory.engine.log(memory.user, written).await.unwrap();
        assert_eq!(log.status, LogStatus::Completed);
    }
    let left = memory.engine.queue(memory.user).await.unwrap().depth;
    assert!(
        left < BROUGHT as u64 - 64 && left > BROUGHT as u64 / 2,
        "{left}"
    );
}

#[tokio::test]
async fn the_statements_do_not_depend_on_which_lane_was_first() {
    let mut all = Vec::new();
    for before in [0, 3, 40] {
        let memory = Memory::new().await;
        memory.bring(200).await;
        for _ in 0..before {
            memory.engine.lanes().step().await.unwrap();
        }
        for number in 0..20 {
            let body = format!("Person{} | lives in | Elsewhere{number}", number % 7);
            memory.accept("2010-06-01", Some("written"), &body).await;
        }
        memory.process().await;
        let mut lines = memory.lines().await;
        lines.sort();
        all.push(lines);
    }
    assert!(!all[0].is_empty());
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}
