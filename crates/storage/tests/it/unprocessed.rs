use recollect_model::LogStatus;
use recollect_storage::{Places, UnprocessedTexts};

use crate::harness::{TestDatabase, World, bodies, on_both_engines};

fn said(found: &UnprocessedTexts) -> Vec<&str> {
    found.texts.iter().map(|text| text.body.as_str()).collect()
}

on_both_engines! {
    async fn what_is_not_processed_is_read_in_stretches_with_what_failed(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await, world.person(&store, "bob").await);
        assert_eq!(store.places(ann.user).await.unwrap(), Some(Places { last: 0, head: None }));
        let texts = world.accept(&store, ann, &["1", "22", "333", "4444", "55555"]).await;
        let claim = store.claim(world.token(), world.now(), world.in_ms(1_000), 2, 1 << 20);
        let claim = claim.await.unwrap().unwrap();
        assert_eq!(bodies(&claim), ["1", "22"]);
        world.accept(&store, bob, &["another's"]).await;
        let all = store.unprocessed_texts(ann.user, (0, 5), 100, 1 << 20).await.unwrap();
        assert_eq!((said(&all), all.until), (vec!["1", "22", "333", "4444", "55555"], 5));
        let first = &all.texts[0];
        assert_eq!((first.episode, first.space, first.seq), (texts[0].episode, ann.space, 1));
        let few = store.unprocessed_texts(ann.user, (1, 5), 2, 1 << 20).await.unwrap();
        assert_eq!((said(&few), few.until), (vec!["22", "333"], 3));
        let small = store.unprocessed_texts(ann.user, (2, 5), 100, 4).await.unwrap();
        assert_eq!((said(&small), small.until), (vec!["333", "4444"], 4));
        // The first is processed, the second fails.
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = revision;
        settlement.complete_episode(completed);
        settlement.fail_episode(claim.episodes[1].log, "no", world.now());
        settlement.release().await.unwrap();
        let left = store.unprocessed_texts(ann.user, (0, 5), 100, 1 << 20).await.unwrap();
        assert_eq!(said(&left), ["22", "333", "4444", "55555"]);
        assert_eq!(store.places(ann.user).await.unwrap(), Some(Places { last: 5, head: Some(3) }));
        let ids: Vec<_> = texts.iter().take(3).map(|text| text.episode).collect();
        let mut known = store.episodes_under_way(ann.user, &ids).await.unwrap();
        known.sort_by(|a, b| a.0.body.cmp(&b.0.body));
        let known: Vec<_> = known.iter().map(|(episode, status)| (episode.body.as_str(), *status)).collect();
        assert_eq!(known, [("1", LogStatus::Completed), ("22", LogStatus::Failed), ("333", LogStatus::Pending)]);
        assert_eq!(store.episodes_under_way(bob.user, &ids).await.unwrap(), []);
    }
}
