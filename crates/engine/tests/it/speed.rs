//! How long settling takes as a space grows. Run it by hand: `cargo test --release -p
//! recollect-engine settling -- --ignored --nocapture`

use std::time::{Duration, Instant};

use recollect_engine::{EngineError, EntityUpdate};
use recollect_storage::{Database, Faults, Store};

use crate::support::{Memory, day};

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn merging_an_entity_of_many_texts() {
    const TEXTS: usize = 15_000;
    let directory = tempfile::TempDir::new().unwrap();
    let data = directory.path().join("data");
    let database = Database::Sqlite { directory: data };
    let store = Store::open(&database, Faults::none()).await;
    let memory = Memory::on(store.unwrap(), 1).await;
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
    let merging = engine.merge_entities(user, ada, edsger, None);
    timed("merged", &memory.store, merging).await;
    let splitting = engine.split_entity(user, ada, edsger, None);
    timed("split", &memory.store, splitting).await;
    let merging = engine.merge_entities(user, edsger, ada, None);
    timed("merged the other way", &memory.store, merging).await;
    let name = EntityUpdate {
        name: Some(Some("Ada Dijkstra".to_owned())),
        ..EntityUpdate::default()
    };
    let renaming = engine.update_entity(user, ada, &name, None);
    timed("renamed", &memory.store, renaming).await;
}

/// Says how long something takes, and how long somebody else waits meanwhile who writes again and again.
#[expect(clippy::print_stdout, reason = "it is read by whoever runs it")]
async fn timed<T>(what: &str, store: &Store, doing: impl Future<Output = Result<T, EngineError>>) {
    let store = store.clone();
    let (mut waits, begun) = (Vec::new(), Instant::now());
    let writing = async {
        loop {
            let begun = Instant::now();
            store.probe(day("2024-01-01")).await.unwrap();
            waits.push(begun.elapsed());
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let done = tokio::select! {
        done = doing => done,
        () = writing => unreachable!("it writes for ever"),
    };
    waits.sort();
    println!(
        "{what} in {:?}: {}; of {} writes meanwhile half took {:?}, the longest {:?}",
        begun.elapsed(),
        done.is_ok(),
        waits.len(),
        waits[waits.len() / 2],
        waits[waits.len() - 1],
    );
}
