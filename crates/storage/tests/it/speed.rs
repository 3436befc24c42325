//! How fast it is. Not a test: `cargo test --release -p recollect-storage -- --ignored --nocapture speed`.

#![expect(clippy::print_stdout, reason = "it reports what it measures")]

use std::time::Instant;

use recollect_model::{CharRange, Embedding, Object, Passage, QuantizedVector, Revision};
use recollect_storage::Store;

use crate::harness::{Person, TestDatabase, World, evidence, mention, on_both_engines};

const BATCH: usize = 64;

/// A batch of 64 texts with 100 passages, 150 mentions, 32 entities and 32 statements; returns the time from its
/// beginning to its commit in milliseconds.
async fn settle(world: &World, store: &Store, round: usize) -> f64 {
    let claim = world.claim(store).await.unwrap();
    let started = Instant::now();
    let mut settlement = world.settlement(store, &claim).await;
    let space = claim.episodes[0].space;
    let revision = settlement.advance_space(space).await.unwrap().unwrap();
    let entities: Vec<_> = (0..32)
        .map(|n| world.entity(&format!("{round} {n}")))
        .collect();
    let keys: Vec<_> = entities.iter().map(|entity| entity.key.clone()).collect();
    settlement.entities_by_key(space, &keys).await.unwrap();
    settlement
        .insert_entities(space, revision, &entities)
        .await
        .unwrap();
    let statement =
        |n: usize| world.statement(entities[n].id, Object::Entity(entities[(n + 1) % 32].id));
    let statements: Vec<_> = (0..32).map(statement).collect();
    let keys: Vec<_> = statements.iter().map(|statement| statement.key()).collect();
    settlement.statements_by_key(space, &keys).await.unwrap();
    settlement
        .insert_statements(space, revision, &statements)
        .await
        .unwrap();
    let vector = QuantizedVector::of(&Embedding(vec![0.05; 384]));
    for (n, episode) in claim.episodes.iter().enumerate() {
        let mut completed = world.completed(episode);
        completed.revision = revision;
        completed.passages = (0..if n < 36 { 2 } else { 1 })
            .map(|number| Passage {
                number,
                range: CharRange { start: 0, end: 20 },
                speaker: Some(entities[0].id),
                vector: Some(vector.clone()),
            })
            .collect();
        completed.mentions = (0..if n < 22 { 3 } else { 2 })
            .map(|m| mention(entities[(n + m) % 32].id, episode.id, m as u32))
            .collect();
        completed.evidence = vec![evidence(statements[n % 32].id, episode.id)];
        settlement.complete_episode(completed);
    }
    settlement.release(world.now()).await.unwrap();
    started.elapsed().as_secs_f64() * 1_000.0
}

fn report(what: &str, mut times_ms: Vec<f64>) {
    times_ms.sort_by(f64::total_cmp);
    let at = |share: f64| times_ms[(times_ms.len() as f64 * share) as usize];
    println!(
        "{what}: median {:.2} ms, p99 {:.2} ms, worst {:.2} ms",
        at(0.5),
        at(0.99),
        at(1.0 - f64::EPSILON)
    );
}

on_both_engines! {
    #[ignore = "measures"]
    async fn speed_of_accepting_settling_and_reading(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let mut people: Vec<Person> = Vec::new();
        for n in 0..16 {
            people.push(world.person(&store, &format!("p{n}")).await);
        }
        let body = "Caroline: I went to the adoption agency yesterday and it felt right. ".repeat(2);
        let mut times = Vec::new();
        let rounds = 200;
        for _ in 0..rounds {
            let batch: Vec<_> = (0..BATCH).map(|n| world.text(people[n % people.len()], &body)).collect();
            let started = Instant::now();
            store.accept(&batch).await.unwrap();
            times.push(started.elapsed().as_secs_f64() * 1_000.0);
        }
        let total: f64 = times.iter().sum();
        println!("accept: {:.0} episodes/s in batches of {BATCH}", (rounds * BATCH) as f64 / total * 1_000.0);
        report("accept of a batch", times);

        let mut times = Vec::new();
        for round in 0..rounds {
            times.push(settle(&world, &store, round).await);
        }
        report("settlement of a batch", times);

        let mut times = Vec::new();
        for n in 0..2_000 {
            let person = people[n % people.len()];
            let started = Instant::now();
            store.revision(person.user, person.space).await.unwrap();
            times.push(started.elapsed().as_secs_f64() * 1_000.0);
        }
        report("revision", times);

        let started = Instant::now();
        let mut passages = 0;
        for person in &people {
            let changes = store.changes_since(person.user, person.space, Revision(0), usize::MAX);
            let changes = changes.await.unwrap().unwrap();
            passages += changes.episodes.iter().map(|e| e.passages.len()).sum::<usize>();
        }
        let seconds = started.elapsed().as_secs_f64();
        println!("changes: {:.0} passages/s with their graph", passages as f64 / seconds);

        let started = Instant::now();
        store.delete_space(people[0].user, people[0].space).await.unwrap();
        println!("deletion of a space of 800 episodes: {:.0} ms", started.elapsed().as_secs_f64() * 1_000.0);
    }
}
