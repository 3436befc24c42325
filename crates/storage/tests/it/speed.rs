//! How fast it is. Not a test: `cargo test --release -p recollect-storage -- --ignored --nocapture speed`.

#![expect(clippy::print_stdout, reason = "it reports what it measures")]

use std::time::Instant;

use recollect_model::{
    CharRange, Embedding, EntityId, LogStatus, Object, Passage, QuantizedVector, Revision, SpaceId,
    UserId,
};
use recollect_storage::{
    AsOf, EntityFilter, EpisodeGraph, LogFilter, Page, StatementFilter, Store, TimelineFilter,
};

use crate::harness::{Person, TestDatabase, World, mention, on_both_engines};
use crate::memory::{insert, says};

const BATCH: usize = 64;

/// A batch of 64 texts with 100 passages, 150 mentions, 32 entities, 64 claims and 32 statements; returns the time from its
/// beginning to its commit in milliseconds.
async fn settle(world: &World, store: &Store, round: usize) -> f64 {
    let claim = world.claim(store).await.unwrap();
    let started = Instant::now();
    let mut settlement = world.settlement(store, &claim).await;
    let space = claim.episodes[0].space;
    let revision = settlement
        .graph()
        .advance_space(space)
        .await
        .unwrap()
        .unwrap();
    let entities: Vec<_> = (0..32)
        .map(|n| world.entity(&format!("{round} {n}")))
        .collect();
    let keys: Vec<_> = entities.iter().map(|entity| entity.key.clone()).collect();
    let graph = settlement.graph();
    graph.entities_by_key(space, &keys).await.unwrap();
    insert(graph, space, revision, &entities).await;
    let statement =
        |n: usize| world.statement(entities[n].id, Object::Entity(entities[(n + 1) % 32].id));
    let statements: Vec<_> = (0..32).map(statement).collect();
    let vector = QuantizedVector::of(&Embedding(vec![0.05; 384]));
    for (n, episode) in claim.episodes.iter().enumerate() {
        let mut completed = world.completed(episode);
        completed.revision = revision;
        completed.graph.passages = (0..if n < 36 { 2 } else { 1 })
            .map(|number| Passage {
                number,
                range: CharRange { start: 0, end: 20 },
                speaker: Some(entities[0].id),
                vector: Some(vector.clone()),
                is_repetition: false,
            })
            .collect();
        completed.graph.mentions = (0..if n < 22 { 3 } else { 2 })
            .map(|m| mention(entities[(n + m) % 32].id, episode.id, m as u32))
            .collect();
        completed.graph.claims = vec![says(&statements[n % 32])];
        settlement.complete_episode(completed);
    }
    settlement.write_completed().await.unwrap();
    let graph = settlement.graph();
    let ids: Vec<_> = entities.iter().map(|entity| entity.id).collect();
    graph.kind_votes(space, &ids).await.unwrap();
    let slots: Vec<_> = statements.iter().map(|s| s.slot.clone()).collect();
    let claims = graph.claims_of_slots(space, &slots).await.unwrap();
    graph.statements_of_slots(space, &slots).await.unwrap();
    let put = graph.put_statements(space, revision, &statements).await;
    put.unwrap();
    let support: Vec<_> = claims
        .iter()
        .map(|(slot, said)| {
            let statement = statements.iter().find(|s| s.slot == *slot).unwrap();
            (said.episode, said.number, Some(statement.id))
        })
        .collect();
    assert_eq!(support.len(), claim.episodes.len());
    graph.support(space, revision, &support).await.unwrap();
    settlement.release().await.unwrap();
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

fn told(what: &str, started: Instant) {
    let ms = started.elapsed().as_secs_f64() * 1_000.0;
    println!("{what}: {ms:.2} ms");
}

/// Reads what a picture of a space shows.
async fn overview(store: &Store, user: UserId, space: SpaceId) {
    let (spaces, page, any) = ([space], Page::first(1_000), AsOf::default());
    let all = EntityFilter::default();
    let found = store.find_entities(user, &spaces, &all, page);
    let found = found.await.unwrap().items;
    let ids: Vec<EntityId> = found.iter().map(|listed| listed.entity.id).collect();
    store
        .statements_between(user, space, &ids, any, 2_000)
        .await
        .unwrap();
    store
        .connection_counts(user, space, &ids, any)
        .await
        .unwrap();
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

    #[ignore = "measures"]
    async fn how_long_others_wait_while_a_large_space_is_deleted(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        for round in 0..20_000 / BATCH {
            let batch: Vec<_> = (0..BATCH).map(|n| world.text(ann, &format!("{round} {n} {}", "word ".repeat(18)))).collect();
            store.accept(&batch).await.unwrap();
            settle(&world, &store, round).await;
        }
        let bob = world.person(&store, "bob").await;
        let deleting = async {
            let started = Instant::now();
            store.delete_space(ann.user, ann.space).await.unwrap();
            let deleted = started.elapsed();
            store.erase().await.unwrap();
            (deleted, started.elapsed())
        };
        tokio::pin!(deleting);
        let mut times = Vec::new();
        let (deleted, erased) = loop {
            let one = [world.text(bob, "meanwhile")];
            let started = Instant::now();
            tokio::select! {
                ended = &mut deleting => break ended,
                accepted = store.accept(&one) => {
                    accepted.unwrap();
                    times.push(started.elapsed().as_secs_f64() * 1_000.0);
                }
            }
        };
        println!("deletion of a space of 20,000 episodes: {deleted:?}, with erasing {erased:?}");
        report("accepting a text of somebody else's meanwhile", times);
    }

    #[ignore = "measures"]
    async fn speed_of_reading_and_changing_a_large_space(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let (user, space) = (ann.user, ann.space);
        for round in 0..200 {
            let batch: Vec<_> = (0..BATCH).map(|n| world.text(ann, &format!("{round} {n}"))).collect();
            let batch = batch.into_iter().map(|mut text| {
                text.session = Some(format!("s{}", round / 5));
                text
            });
            store.accept(&batch.collect::<Vec<_>>()).await.unwrap();
            settle(&world, &store, round).await;
        }
        println!("a space of 12,800 episodes, 6,400 entities and 6,400 statements:");
        let page = Page::first(50);
        let started = Instant::now();
        let all = EntityFilter::default();
        let entities = store.find_entities(user, &[space], &all, page).await.unwrap();
        told("its heaviest entities", started);
        assert_eq!(entities.total, 6_400);
        let entity = entities.items[0].entity.id;
        let some = EntityFilter { words: "19".to_owned(), kind: None };
        let started = Instant::now();
        store.find_entities(user, &[space], &some, page).await.unwrap();
        told("entities by a word", started);
        let started = Instant::now();
        store.entity(user, entity).await.unwrap().unwrap();
        told("one entity", started);
        let started = Instant::now();
        let filter = StatementFilter::default();
        store.entity_statements(user, space, entity, &filter, page).await.unwrap();
        told("its statements", started);
        let started = Instant::now();
        store.entity_episodes(user, entity, page).await.unwrap();
        told("its episodes", started);
        let started = Instant::now();
        store.timeline(user, space, &TimelineFilter::default(), page).await.unwrap();
        told("the first page of the timeline", started);
        let ids: Vec<_> = entities.items.iter().map(|listed| listed.entity.id).collect();
        let started = Instant::now();
        store.neighbourhood(user, space, &ids, AsOf::default(), 500).await.unwrap();
        told("the neighbours of 50 entities", started);
        let started = Instant::now();
        overview(&store, user, space).await;
        told("an overview of 1,000 entities with their connections", started);
        let started = Instant::now();
        store.context(user, space, "s39", i64::MAX, 8).await.unwrap();
        told("the context of a text", started);
        let started = Instant::now();
        let none = store.episodes_to_renew("test-extractor", "test-embedder", None, 64).await;
        assert_eq!(none.unwrap().len(), 0);
        told("nothing to renew", started);
        let started = Instant::now();
        let renewed = store.episodes_to_renew("better", "test-embedder", None, 64).await.unwrap();
        told("64 episodes to renew", started);
        let started = Instant::now();
        let mut change = store.begin_change(user, world.token()).await.unwrap();
        let revision = change.graph().advance_space(space).await.unwrap().unwrap();
        for episode in &renewed {
            let graph = EpisodeGraph::default();
            change.replace_episode_graph(episode.id, revision, &graph).await.unwrap().unwrap();
        }
        change.commit().await.unwrap();
        told("renewal of 64 episodes", started);
        let started = Instant::now();
        let mut change = store.begin_change(user, world.token()).await.unwrap();
        change.forget_log(renewed[0].log).await.unwrap().unwrap();
        change.commit().await.unwrap();
        told("forgetting an episode", started);
    }

    #[ignore = "it measures"]
    async fn speed_of_a_list_of_100_000_logs(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let spaces = [ann.space, world.space(&store, ann.user, "work").await];
        for round in 0..400_usize {
            let texts: Vec<_> = (0..250).map(|n| {
                world.clock.advance_ms(1);
                let mut text = world.text(ann, &"x".repeat(300));
                text.space = spaces[usize::from((n + round) % 50 == 0)];
                text.source = format!("source {}", n % 20);
                text.session = Some(format!("s{}", (round * 250 + n) % 5_000));
                text.request = format!("{{\"metadata\": \"{}\"}}", "y".repeat(200));
                text
            }).collect();
            store.accept(&texts).await.unwrap();
        }
        database.execute("DELETE FROM queue WHERE seq % 500 <> 0").await;
        database.execute("UPDATE logs SET status = 'completed' WHERE seq % 500 <> 0").await;
        let all = LogFilter::default();
        let filters = [
            ("all", all.clone()),
            ("pending", LogFilter { status: Some(LogStatus::Pending), ..all.clone() }),
            ("completed", LogFilter { status: Some(LogStatus::Completed), ..all.clone() }),
            ("failed", LogFilter { status: Some(LogStatus::Failed), ..all.clone() }),
            ("a source", LogFilter { source: Some("source 3".to_owned()), ..all.clone() }),
            ("a session", LogFilter { session: Some("s17".to_owned()), ..all.clone() }),
            ("a large space", LogFilter { space: Some(spaces[0]), ..all.clone() }),
            ("a small space", LogFilter { space: Some(spaces[1]), ..all.clone() }),
            ("completed in a small space", LogFilter { space: Some(spaces[1]), status: Some(LogStatus::Completed), ..all.clone() }),
            ("a source in a session", LogFilter { source: Some("source 17".to_owned()), session: Some("s17".to_owned()), ..all.clone() }),
            ("the oldest tenth", LogFilter { until: Some(world.in_ms(-90_000)), ..all.clone() }),
        ];
        for (what, filter) in &filters {
            for (offset, limit) in [(0, 50), (0, 1_000), (90_000, 1_000)] {
                let page = Page { offset, limit };
                let started = Instant::now();
                let found = store.logs(ann.user, filter, page).await.unwrap();
                let of = format!("{what}, {limit} from {offset}: {} of {}", found.items.len(), found.total);
                told(&of, started);
            }
        }
        let started = Instant::now();
        assert_eq!(store.sources(ann.user, 1_000).await.unwrap().len(), 20);
        told("the sources", started);
        let started = Instant::now();
        store.queue_state(ann.user).await.unwrap();
        told("the queue", started);
    }
}
