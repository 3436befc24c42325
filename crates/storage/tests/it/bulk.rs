//! What imports bring has a lane of its own.

use recollect_model::{AcceptedEpisode, ImportId, LogStatus};
use recollect_storage::{Acceptance, LaneClaim, Store};

use crate::harness::{Person, TestDatabase, World, bodies, on_both_engines};

impl World {
    /// Accepts texts that an import brings.
    async fn bring(&self, store: &Store, person: Person, bodies: &[&str]) -> Vec<AcceptedEpisode> {
        let import = Some(ImportId::new(&self.environment));
        let text = |body: &&str| AcceptedEpisode {
            import,
            is_bulk: true,
            ..self.text(person, body)
        };
        let texts: Vec<_> = bodies.iter().map(text).collect();
        let outcomes = store.accept(&texts).await.unwrap();
        assert_eq!(outcomes, vec![Acceptance::Stored; texts.len()]);
        texts
    }

    async fn named(
        &self,
        store: &Store,
        person: Person,
        body: &str,
        is_brought: bool,
    ) -> Acceptance {
        let text = AcceptedEpisode {
            external_id: Some("a name".to_owned()),
            import: is_brought.then(|| ImportId::new(&self.environment)),
            is_bulk: is_brought,
            ..self.text(person, body)
        };
        store.accept(&[text]).await.unwrap()[0]
    }

    async fn two(&self, store: &Store) -> Option<LaneClaim> {
        let claim = store.claim(self.token(), self.now(), self.in_ms(1_000), 2, 1 << 20);
        claim.await.unwrap()
    }
}

on_both_engines! {
    async fn what_is_written_is_processed_beside_what_is_brought(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let brought = world.bring(&store, ann, &["b1", "b2", "b3", "b4", "b5"]).await;
        let batch = world.two(&store).await.unwrap();
        assert_eq!(bodies(&batch), ["b1", "b2"]);
        assert_eq!(world.two(&store).await, None);
        let written = world.accept(&store, ann, &["w1", "w2", "w3"]).await;
        let beside = world.two(&store).await.unwrap();
        assert_eq!(bodies(&beside), ["w1", "w2"]);
        assert_eq!(world.two(&store).await, None);
        for (text, status) in [
            (&brought[1], LogStatus::Processing), (&brought[2], LogStatus::Pending),
            (&written[1], LogStatus::Processing), (&written[2], LogStatus::Pending),
        ] {
            assert_eq!(world.log(&store, text).await.status, status);
        }
        assert_eq!(store.queued(ann.user).await.unwrap(), 8);
        world.complete(&store, &beside).await;
        world.complete(&store, &batch).await;
        // In turns, each in its order.
        let mut order = Vec::new();
        while let Some(claim) = world.two(&store).await {
            order.extend(bodies(&claim).iter().map(|body| (*body).to_owned()));
            world.complete(&store, &claim).await;
        }
        assert_eq!(order, ["b3", "b4", "w3", "b5"]);
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
        assert_eq!(database.database.verify().await.unwrap(), []);
    }

    async fn places_are_told_by_lane(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let brought = world.bring(&store, ann, &["b1", "b2", "b3"]).await;
        let written = world.accept(&store, ann, &["w1", "w2"]).await;
        for (text, position, depth) in [(&brought[2], 3, 3), (&written[0], 1, 2), (&written[1], 2, 2)] {
            let place = world.log(&store, text).await.queue.unwrap();
            assert_eq!((place.position, place.depth), (position, depth));
        }
        let page = store.logs(ann.user, &Default::default(), recollect_storage::Page::first(9)).await.unwrap();
        let places: Vec<u64> = page.items.iter().map(|log| log.queue.unwrap().position).collect();
        assert_eq!(places, [2, 1, 3, 2, 1]);
    }

    async fn a_worker_that_is_lost_with_one_lane_keeps_nothing_of_the_other(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let brought = world.bring(&store, ann, &["b1", "b2"]).await;
        world.accept(&store, ann, &["w1"]).await;
        let first = world.two(&store).await.unwrap();
        let second = world.two(&store).await.unwrap();
        let (lost, held) = match bodies(&first) == ["w1"] {
            true => (second, first),
            false => (first, second),
        };
        assert!(store.renew(ann.user, held.token, world.in_ms(60_000)).await.unwrap());
        world.clock.advance_ms(2_000);
        let taken = world.two(&store).await.unwrap();
        assert_eq!((bodies(&taken), taken.episodes[0].claims), (vec!["b1"], 2));
        assert!(store.begin_settlement(ann.user, lost.token).await.unwrap().is_none());
        store.give_back(ann.user, taken.token, taken.episodes[0].seq, world.now()).await.unwrap();
        assert_eq!(world.log(&store, &brought[0]).await.status, LogStatus::Pending);
        world.complete(&store, &held).await;
        let again = world.two(&store).await.unwrap();
        assert_eq!((bodies(&again), again.episodes[0].claims), (vec!["b1"], 2));
        store.release_all_leases().await.unwrap();
        assert_eq!(world.log(&store, &brought[0]).await.status, LogStatus::Pending);
        world.process_all(&store).await;
        assert_eq!(database.database.verify().await.unwrap(), []);
    }

    async fn the_versions_of_a_text_share_a_lane(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.bring(&store, ann, &["b1"]).await;
        assert_eq!(world.named(&store, ann, "first", true).await, Acceptance::Stored);
        // Written now, and yet behind the version before it.
        assert!(matches!(world.named(&store, ann, "second", false).await, Acceptance::Replaces(_)));
        assert!(matches!(world.named(&store, ann, "second", false).await, Acceptance::Unchanged(_)));
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["b1", "first", "second"]);
        world.complete(&store, &claim).await;
        assert!(matches!(world.named(&store, ann, "third", false).await, Acceptance::Replaces(_)));
        // And what is brought joins what was written.
        world.accept(&store, ann, &["w1"]).await;
        assert!(matches!(world.named(&store, ann, "fourth", true).await, Acceptance::Replaces(_)));
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["third", "w1", "fourth"]);
        world.complete(&store, &claim).await;
        assert_eq!(world.claim(&store).await, None);
        assert_eq!(database.database.verify().await.unwrap(), []);
    }

    async fn what_is_forgotten_while_it_is_processed_is_gone_from_its_lane(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let brought = world.bring(&store, ann, &["b1", "b2"]).await;
        let claim = world.claim(&store).await.unwrap();
        for text in &brought {
            let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
            assert!(change.forget_log(text.log).await.unwrap().is_some());
            change.commit().await.unwrap();
        }
        world.complete(&store, &claim).await;
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
        assert_eq!(world.claim(&store).await, None);
        assert_eq!(database.database.verify().await.unwrap(), []);
    }
}
