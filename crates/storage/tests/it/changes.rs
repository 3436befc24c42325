use recollect_model::{CharRange, EpisodeKind, Evidence, Object, PassageKey, Revision};
use recollect_storage::{SpaceChanges, Store};

use crate::harness::{Person, TestDatabase, World, mention, on_both_engines};
use crate::memory::{Memory, insert, says};

/// Completes what is ready, in batches of `batch`: with entities, statements and two passages for each text.
async fn process_with_graph(world: &World, store: &Store, batch: usize) {
    loop {
        let claim = store.claim(
            world.token(),
            world.now(),
            world.in_ms(1_000),
            batch,
            1 << 20,
        );
        let Some(claim) = claim.await.unwrap() else {
            return;
        };
        let mut settlement = world.settlement(store, &claim).await;
        for episode in &claim.episodes {
            let space = episode.space;
            let revision = settlement.graph().advance_space(space).await;
            let revision = revision.unwrap().unwrap();
            let entity = world.entity(&format!("entity of {}", episode.body));
            let statement = world.statement(entity.id, Object::Value(episode.body.clone()));
            let mut completed = world.completed(episode);
            completed.revision = revision;
            let mut second = completed.graph.passages[0].clone();
            second.number = 1;
            second.range = CharRange { start: 2, end: 6 };
            second.speaker = Some(entity.id);
            second.vector = None;
            second.is_repetition = true;
            completed.graph.passages.push(second);
            completed.graph.mentions = vec![
                mention(entity.id, episode.id, 0),
                mention(entity.id, episode.id, 4),
            ];
            completed.graph.claims = vec![says(&statement)];
            insert(settlement.graph(), space, revision, &[entity]).await;
            settlement.complete_episode(completed);
            settlement.write_completed().await.unwrap();
            let graph = settlement.graph();
            let support = [(episode.id, 0, Some(statement.id))];
            let put = graph.put_statements(space, revision, &[statement]).await;
            put.unwrap();
            graph.support(space, revision, &support).await.unwrap();
        }
        settlement.release().await.unwrap();
    }
}

async fn read_in_pages(store: &Store, person: Person, page: usize) -> (SpaceChanges, usize) {
    let mut all: Option<SpaceChanges> = None;
    for pages in 1.. {
        let from = all.as_ref().map_or(Revision(0), |all| all.to);
        let next = store
            .changes_since(person.user, person.space, from, page)
            .await;
        let next = next.unwrap().unwrap();
        let complete = next.complete;
        let all = match &mut all {
            None => all.insert(next),
            Some(all) => {
                assert!(next.to > all.to);
                all.to = next.to;
                all.mark = next.mark;
                all.complete = next.complete;
                all.episodes.extend(next.episodes);
                all.entities.extend(next.entities);
                all.statements.extend(next.statements);
                all.mentions.extend(next.mentions);
                all.evidence.extend(next.evidence);
                all.removed_episodes.extend(next.removed_episodes);
                all.removed_entities.extend(next.removed_entities);
                all.removed_statements.extend(next.removed_statements);
                all
            }
        };
        if complete {
            return (all.clone(), pages);
        }
    }
    unreachable!("the pages end")
}

on_both_engines! {
    async fn pages_together_are_what_one_read_gives(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bodies: Vec<String> = (0..23).map(|n| format!("text {n}")).collect();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        world.accept(&store, ann, &bodies).await;
        process_with_graph(&world, &store, 3).await;
        let removed = recollect_model::EpisodeId::new(&world.environment);
        database.execute(&format!(
            "INSERT INTO removals (user_id, space_id, what, id, revision)
             VALUES ('{}', '{}', 'episode', '{removed}', 4)", ann.user, ann.space
        )).await;

        let (whole, pages) = read_in_pages(&store, ann, usize::MAX).await;
        assert_eq!(pages, 1);
        assert_eq!(whole.to, Revision(8));
        assert_eq!((whole.episodes.len(), whole.entities.len(), whole.statements.len()), (23, 23, 23));
        assert_eq!((whole.mentions.len(), whole.evidence.len()), (46, 23));
        assert_eq!(whole.removed_episodes, [removed]);
        for (page, expected) in [(0, 8), (1, 8), (3, 8), (4, 4), (7, 3), (23, 1)] {
            let (paged, pages) = read_in_pages(&store, ann, page).await;
            assert_eq!(paged, whole);
            assert_eq!(pages, expected, "pages of {page}");
        }
    }

    async fn a_page_of_long_texts_ends_at_eight_mebibytes(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        // Bytes count, not characters.
        let (long, longest) = ("ü".repeat(1 << 19), "x".repeat(9 << 20));
        let mut bodies = vec![long.as_str(); 10];
        bodies.insert(9, &longest);
        world.accept(&store, ann, &bodies).await;
        world.process_all(&store).await;
        let mut from = Revision(0);
        for (expected, complete) in [(8, false), (1, false), (1, false), (1, true)] {
            let changes = store.changes_since(ann.user, ann.space, from, 1_000).await;
            let changes = changes.unwrap().unwrap();
            assert_eq!((changes.episodes.len(), changes.complete), (expected, complete));
            from = changes.to;
        }
        assert_eq!(from, Revision(11));
    }

    async fn an_episode_comes_with_the_words_of_its_passages(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let mut text = world.text(ann, "Zoë 🦀 met Ann.");
        text.session = Some("s1".to_owned());
        text.kind = EpisodeKind::Document;
        store.accept(std::slice::from_ref(&text)).await.unwrap();
        process_with_graph(&world, &store, 64).await;
        let changes = store.changes_since(ann.user, ann.space, Revision(0), 10).await;
        let changes = changes.unwrap().unwrap();
        let episode = &changes.episodes[0];
        assert_eq!((episode.id, episode.log, episode.seq), (text.episode, text.log, 1));
        assert_eq!((episode.session.as_deref(), episode.source.as_str()), (Some("s1"), "test"));
        assert_eq!(episode.kind, EpisodeKind::Document);
        assert_eq!(episode.reference_time, text.reference_time);
        assert_eq!(episode.embedder, "test-embedder");
        let words: Vec<_> = episode.passages.iter().map(|passage| passage.text.as_str()).collect();
        assert_eq!(words, ["Zoë 🦀 met Ann.", "ë 🦀 "]);
        assert_eq!(episode.passages[1].key, PassageKey { episode: text.episode, number: 1 });
        let speaker = episode.passages[1].speaker.as_ref().unwrap();
        assert_eq!(speaker.id, changes.entities[0].id);
        assert_eq!(speaker.name, changes.entities[0].name);
        assert_eq!(speaker.kind, changes.entities[0].kind);
        assert_eq!(episode.passages[0].speaker, None);
        assert_eq!(episode.passages[0].vector.as_ref().unwrap().values, [95, -127]);
        assert_eq!(episode.passages[1].vector, None);
        assert_eq!(changes.entities[0].name, "entity of Zoë 🦀 met Ann.");
        assert!(episode.passages[1].is_repetition && !episode.passages[0].is_repetition);
        let statement = &changes.statements[0];
        assert_eq!(statement.proposition.subject, changes.entities[0].id);
        assert_eq!(changes.mentions[1], mention(changes.entities[0].id, text.episode, 4));
        assert_eq!(changes.evidence, [Evidence {
            statement: statement.id,
            episode: text.episode,
            number: 0,
            passage: 0,
            range: CharRange { start: 0, end: 5 },
        }]);
    }

    async fn changes_are_those_of_one_space(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        world.accept(&store, ann, &["home"]).await;
        world.accept(&store, work, &["work"]).await;
        process_with_graph(&world, &store, 64).await;
        for (person, body) in [(ann, "home"), (work, "work")] {
            let (changes, _) = read_in_pages(&store, person, 10).await;
            assert_eq!(changes.to, Revision(1));
            assert_eq!(changes.episodes.len(), 1);
            assert_eq!(changes.episodes[0].passages[0].text, body);
            assert_eq!((changes.entities.len(), changes.mentions.len()), (1, 2));
            assert_eq!((changes.statements.len(), changes.evidence.len()), (1, 1));
        }
    }

    async fn a_reader_that_is_up_to_date_finds_nothing_more(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let changes = store.changes_since(ann.user, ann.space, Revision(0), 10).await;
        let changes = changes.unwrap().unwrap();
        assert!(changes.complete && changes.episodes.is_empty());
        world.accept(&store, ann, &["1"]).await;
        // Accepted is not processed: it is no change yet.
        assert_eq!(store.revision(ann.user, ann.space).await.unwrap(), Some(changes.to));
        process_with_graph(&world, &store, 64).await;
        let now = store.revision(ann.user, ann.space).await.unwrap().unwrap();
        let changes = store.changes_since(ann.user, ann.space, now, 10).await;
        let changes = changes.unwrap().unwrap();
        assert_eq!((changes.to, changes.complete, changes.episodes.len()), (now, true, 0));
    }

    async fn what_changed_is_told_again_and_what_went_is_told_once(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let read = store.revision(ann.user, ann.space).await.unwrap().unwrap();
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = memory.revision(&mut change).await;
        let graph = change.graph();
        let mut mel = memory.mel.clone();
        mel.part_of = None;
        graph.update_entities(ann.space, revision, std::slice::from_ref(&mel)).await.unwrap();
        graph.remove_entities(ann.space, revision, &[memory.lisbon.id]).await.unwrap();
        let mut in_porto = memory.in_porto.clone();
        in_porto.invalid_at = Some(world.in_ms(9_000));
        in_porto.closed_by = Some(memory.texts[0].episode);
        graph.put_statements(ann.space, revision, std::slice::from_ref(&in_porto)).await.unwrap();
        graph.remove_statements(ann.space, revision, &[memory.in_lisbon.id]).await.unwrap();
        change.commit().await.unwrap();

        let changes = store.changes_since(ann.user, ann.space, read, 10).await.unwrap().unwrap();
        assert_eq!((changes.to, changes.complete), (revision, true));
        assert_eq!(changes.entities, [mel]);
        assert_eq!(changes.removed_entities, [memory.lisbon.id]);
        assert_eq!(changes.statements, [in_porto]);
        assert_eq!(changes.removed_statements, [memory.in_lisbon.id]);
        // Although no claim changed: an index puts the statement in the place of the old one with all its evidence.
        let evidence: Vec<_> = changes.evidence.iter().map(|e| (e.statement, e.episode)).collect();
        assert_eq!(evidence, [(memory.in_porto.id, memory.texts[1].episode)]);
        assert_eq!((changes.episodes.len(), changes.mentions.len()), (0, 0));
        let next = store.changes_since(ann.user, ann.space, revision, 10).await.unwrap().unwrap();
        assert_eq!((next.entities.len(), next.removed_entities.len()), (0, 0));
    }

    async fn a_claim_that_supports_another_statement_is_told_of_both(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let [first, second] = &memory.texts;
        let (lisbon, porto) = (memory.in_lisbon.id, memory.in_porto.id);
        let read = store.revision(ann.user, ann.space).await.unwrap().unwrap();
        let support = [(second.episode, 0, Some(lisbon)), (first.episode, 0, Some(lisbon))];
        memory.derive(&store, &[], &support).await;
        let changes = store.changes_since(ann.user, ann.space, read, 10).await.unwrap().unwrap();
        // The one that lost its claim is told, without evidence; the other only gained some.
        assert_eq!(changes.statements, std::slice::from_ref(&memory.in_porto));
        let evidence: Vec<_> = changes.evidence.iter().map(|e| (e.statement, e.episode)).collect();
        assert_eq!(evidence, [(lisbon, second.episode)]);

        let read = changes.to;
        memory.derive(&store, &[], &[(second.episode, 0, None)]).await;
        let changes = store.changes_since(ann.user, ann.space, read, 10).await.unwrap().unwrap();
        assert_eq!(changes.statements, std::slice::from_ref(&memory.in_lisbon));
        let evidence: Vec<_> = changes.evidence.iter().map(|e| (e.statement, e.episode)).collect();
        assert_eq!(evidence, [(lisbon, first.episode)]);
        assert!(changes.evidence.iter().all(|evidence| evidence.statement != porto));
    }

    async fn pages_of_a_changed_memory_lead_to_what_one_read_gives(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.forget_log(memory.texts[0].log).await.unwrap().unwrap();
        let revision = memory.revision(&mut change).await;
        let graph = change.graph();
        graph.remove_statements(ann.space, revision, &[memory.in_lisbon.id]).await.unwrap();
        graph.put_statements(ann.space, revision, std::slice::from_ref(&memory.in_porto)).await.unwrap();
        change.commit().await.unwrap();
        let (whole, _) = read_in_pages(&store, ann, usize::MAX).await;
        let (mut paged, pages) = read_in_pages(&store, ann, 1).await;
        assert!(pages > 1);
        // The evidence was there for the page of its episode, and again with the changed statement.
        paged.evidence.dedup();
        assert_eq!(paged, whole);
    }
}
