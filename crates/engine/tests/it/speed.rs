//! How long settling takes as a space grows. Run it by hand: `cargo test --release -p
//! recollect-engine settling -- --ignored --nocapture`

use std::time::{Duration, Instant};

use recollect_engine::EngineError;

use crate::support::Memory;

const BATCHES: usize = 60;
const EPISODES: usize = 64;

#[tokio::test]
#[expect(clippy::print_stdout, reason = "it is read by whoever runs it")]
#[ignore = "a measurement"]
async fn settling_a_batch_takes_milliseconds_however_large_the_space() {
    let memory = Memory::new().await;
    let lanes = memory.engine.lanes();
    for batch in 0..BATCHES {
        for number in 0..EPISODES {
            let (person, thing) = (number % 16, batch * EPISODES + number);
            let body = format!(
                "Person{person} Name{}*: I | likes | thing{thing}\nI | lives in | Place{}\nPerson{person}* | visited | Town{number}",
                thing % 7,
                thing % 30,
            );
            let day = format!("20{:02}-{:02}-15", batch % 60, number % 12 + 1);
            memory.accept(&day, Some("talk"), &body).await;
        }
        let claim = lanes.claim().await.unwrap().unwrap();
        let begun = Instant::now();
        let outcomes = lanes.understand(&claim).await;
        let understood: Duration = begun.elapsed();
        let begun = Instant::now();
        lanes.settle(&claim, &outcomes).await.unwrap();
        if batch % 10 == 0 || batch + 1 == BATCHES {
            let (count, settled) = (claim.episodes.len(), begun.elapsed());
            println!(
                "batch {batch} of {count}: understood in {understood:?}, settled in {settled:?}"
            );
        }
    }
}

#[tokio::test]
#[ignore = "a measurement"]
async fn merging_an_entity_of_many_texts() {
    const TEXTS: usize = 15_000;
    let memory = Memory::new().await;
    let lanes = memory.engine.lanes();
    memory
        .tell("2020-01-01", "Edsger* | lives in | Austin")
        .await;
    for number in 0..TEXTS {
        let body = format!(
            "Ada* | likes | thing{number}\nAda* | met | Person{}*",
            number % 300
        );
        memory.accept("2021-01-01", Some("talk"), &body).await;
        if number % 64 == 63 || number + 1 == TEXTS {
            let claim = lanes.claim().await.unwrap().unwrap();
            let outcomes = lanes.understand(&claim).await;
            lanes.settle(&claim, &outcomes).await.unwrap();
        }
    }
    let (ada, edsger) = (memory.id("Ada").await, memory.id("Edsger").await);
    let (engine, user) = (&memory.engine, memory.user);
    timed("merged", engine.merge_entities(user, ada, edsger, None)).await;
    timed("split", engine.split_entity(user, ada, edsger, None)).await;
    timed(
        "merged the other way",
        engine.merge_entities(user, edsger, ada, None),
    )
    .await;
}

#[expect(clippy::print_stdout, reason = "it is read by whoever runs it")]
async fn timed<T>(what: &str, doing: impl Future<Output = Result<T, EngineError>>) {
    let begun = Instant::now();
    let done = doing.await;
    println!("{what} in {:?}: {}", begun.elapsed(), done.is_ok());
}
