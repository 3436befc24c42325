//! Episodes are understood again when what reads them changes.

use recollect_model::{LogStatus, Revision};
use recollect_storage::{EpisodeGraph, EpisodeToRenew, Reading, Store};

use crate::harness::{TestDatabase, World, on_both_engines};
use crate::memory::{Memory, says};

async fn to_renew(store: &Store, extractor: &str, embedder: &str) -> Vec<EpisodeToRenew> {
    let found = store.episodes_to_renew(extractor, embedder, None, 100);
    found.await.unwrap()
}

on_both_engines! {
    async fn a_renewed_episode_says_only_what_is_understood_of_it_now(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let [first, second] = &memory.texts;
        let before = store.revision(ann.user, ann.space).await.unwrap().unwrap();
        let mut graph = memory.graph(&[&memory.melanie]);
        graph.claims = vec![says(&memory.in_porto), says(&memory.in_porto)];
        graph.extractor = "better".to_owned();
        graph.note = Some("a model read it".to_owned());
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = memory.revision(&mut change).await;
        let replaced = change.replace_episode_graph(first.episode, revision, &graph).await;
        let replaced = replaced.unwrap().unwrap();
        assert_eq!(replaced.space, ann.space);
        assert!(replaced.touched.slots.contains(&memory.in_lisbon.slot));
        for entity in [&memory.mel, &memory.lisbon, &memory.melanie] {
            assert!(replaced.touched.entities.contains(&entity.id));
        }
        let support = [(first.episode, 1, Some(memory.in_porto.id))];
        change.graph().support(ann.space, revision, &support).await.unwrap();
        change.commit().await.unwrap();

        let changes = store.changes_since(ann.user, ann.space, before, 10).await.unwrap().unwrap();
        assert_eq!(changes.episodes.len(), 1);
        assert_eq!(changes.episodes[0].id, first.episode);
        let named: Vec<_> = changes.mentions.iter().map(|mention| mention.entity).collect();
        assert_eq!(named, [memory.melanie.id]);
        // The one lost what it had, the other gained: both can be put right from this alone.
        assert_eq!(changes.statements, std::slice::from_ref(&memory.in_lisbon));
        let evidence: Vec<_> = changes.evidence.iter().map(|e| (e.statement, e.number)).collect();
        assert_eq!(evidence, [(memory.in_porto.id, 1)]);
        assert_eq!(changes.removed_episodes, []);
        let detail = store.episode(ann.user, first.episode).await.unwrap().unwrap();
        assert_eq!((detail.extractor.as_str(), detail.passages.len()), ("better", 1));
        let log = world.log(&store, first).await;
        assert_eq!((log.status, log.note.as_deref()), (LogStatus::Completed, Some("a model read it")));
        assert_eq!(world.log(&store, second).await.note, None);
        let lisbon = store.entity(ann.user, memory.lisbon.id).await.unwrap().unwrap();
        assert_eq!(lisbon.listed.mentions, 0);
    }

    async fn only_what_was_processed_and_is_still_there_can_be_renewed(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let waiting = world.accept(&store, ann, &["waiting"]).await;
        let gone = memory.texts[0].episode;
        let graph = memory.graph(&[]);
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.forget_log(memory.texts[0].log).await.unwrap().unwrap();
        let revision = memory.revision(&mut change).await;
        for id in [gone, waiting[0].episode] {
            let replaced = change.replace_episode_graph(id, revision, &graph).await;
            assert_eq!(replaced.unwrap(), None);
        }
        let other = Revision(revision.0 + 1);
        let refused = change.replace_episode_graph(memory.texts[1].episode, other, &graph).await;
        assert!(refused.is_err(), "{refused:?}");
    }

    async fn what_another_extractor_or_embedder_read_is_to_be_renewed(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let bob = world.person(&store, "bob").await;
        let ann = world.person(&store, "ann").await;
        assert_eq!(to_renew(&store, "a", "b").await, []);
        for (person, bodies) in [(bob, ["1", "2"]), (ann, ["3", "4"])] {
            world.accept(&store, person, &bodies).await;
        }
        world.process_all(&store).await;
        world.accept(&store, ann, &["waiting"]).await;
        assert_eq!(to_renew(&store, "test-extractor", "test-embedder").await, []);
        for (extractor, embedder) in [
            ("test-extractor", "new"), ("new", "test-embedder"), ("new", "new"), ("a", "a"), ("z", "z"),
        ] {
            assert_eq!(to_renew(&store, extractor, embedder).await.len(), 4);
        }
        database.execute(&format!(
            "UPDATE episodes SET extractor = 'new' WHERE user_id = '{}' AND seq = 1", ann.user
        )).await;
        let found = to_renew(&store, "new", "test-embedder").await;
        assert_eq!(found.len(), 3);
        assert!(found.is_sorted_by_key(|episode| (episode.user, episode.seq)));
        let of_ann = found.iter().find(|episode| episode.user == ann.user).unwrap();
        assert_eq!((of_ann.body.as_str(), of_ann.owner_name.as_str(), of_ann.seq), ("4", "ann", 2));
        assert_eq!((of_ann.space, of_ann.source.as_str()), (ann.space, "test"));
        // Two readings are not in use now, and the pages go through both in one order.
        let whole = to_renew(&store, "newer", "test-embedder").await;
        assert_eq!(whole.len(), 4);
        let mut paged = Vec::new();
        let mut after = None;
        loop {
            let page = store.episodes_to_renew("newer", "test-embedder", after, 1).await.unwrap();
            let Some(last) = page.last() else { break };
            after = Some((last.user, last.seq));
            paged.extend(page);
        }
        assert_eq!(paged, whole);
        let reading = |extractor: &str| Reading {
            extractor: extractor.to_owned(), embedder: "test-embedder".to_owned(), episodes: 1,
        };
        let readings = store.readings(ann.user, ann.space).await.unwrap();
        assert_eq!(readings, [reading("new"), reading("test-extractor")]);
    }

    async fn what_a_newer_node_has_read_is_not_read_again_by_an_older_one(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1"]).await;
        world.process_all(&store).await;
        let graph = EpisodeGraph {
            extractor: "local/12".to_owned(),
            embedder: "small/int8/2".to_owned(),
            ..EpisodeGraph::default()
        };
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = change.graph().advance_space(ann.space).await.unwrap().unwrap();
        change.replace_episode_graph(texts[0].episode, revision, &graph).await.unwrap().unwrap();
        change.commit().await.unwrap();
        for (extractor, embedder, is_left) in [
            ("local/12", "small/int8/2", true),
            ("local/9", "small/int8/2", true),
            ("local/12", "small/int8/1", true),
            ("local/13", "small/int8/2", false),
            ("local/9", "small/int8/3", false),
            ("other/9", "small/int8/2", false),
            ("local/12", "large/int8/1", false),
            ("none", "none", false),
        ] {
            let found = to_renew(&store, extractor, embedder).await;
            assert_eq!(found.is_empty(), is_left, "{extractor} {embedder}");
            let readings = store.readings(ann.user, ann.space).await.unwrap();
            assert_eq!(readings[0].is_at_least(extractor, embedder), is_left, "{extractor} {embedder}");
        }
    }
}
