//! Events are told in their order, without gaps, to their owner.

use recollect_model::{EventKind, NewEvent};

use crate::harness::{TestDatabase, World, on_both_engines};

on_both_engines! {
    async fn events_are_numbered_in_order_for_each_user(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await, world.person(&store, "bob").await);
        for (person, kinds) in [
            (ann, &[EventKind::EpisodeCompleted, EventKind::StatementInvalidated][..]),
            (bob, &[EventKind::EpisodeFailed]),
            (ann, &[EventKind::EpisodeDeleted]),
        ] {
            let events: Vec<_> = kinds.iter().map(|kind| NewEvent {
                kind: *kind,
                space: person.space,
                log: None,
                episode: None,
                statement: None,
                at: world.now(),
            }).collect();
            let mut change = store.begin_change(person.user, world.token()).await.unwrap();
            change.graph().record_events(&events).await.unwrap();
            change.commit().await.unwrap();
        }
        let told = store.events(ann.user, 0, 10).await.unwrap();
        let told: Vec<_> = told.iter().map(|one| (one.sequence, one.event.kind)).collect();
        assert_eq!(told, [
            (1, EventKind::EpisodeCompleted),
            (2, EventKind::StatementInvalidated),
            (3, EventKind::EpisodeDeleted),
        ]);
        let later = store.events(ann.user, 2, 10).await.unwrap();
        assert_eq!(later.len(), 1);
        assert_eq!(store.events(ann.user, 0, 1).await.unwrap()[0].sequence, 1);
        assert_eq!(store.events(bob.user, 0, 10).await.unwrap().len(), 1);
    }

    async fn events_of_a_change_that_is_dropped_did_not_happen(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let event = NewEvent {
            kind: EventKind::EpisodeCompleted,
            space: ann.space,
            log: None,
            episode: None,
            statement: None,
            at: world.now(),
        };
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.graph().record_events(&[event]).await.unwrap();
        drop(change);
        assert_eq!(store.events(ann.user, 0, 10).await.unwrap(), []);
    }

    async fn the_newest_ten_thousand_events_are_kept(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let event = NewEvent {
            kind: EventKind::EpisodeCompleted,
            space: ann.space,
            log: None,
            episode: None,
            statement: None,
            at: world.now(),
        };
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.graph().record_events(&vec![event; 10_000]).await.unwrap();
        change.graph().record_events(&[event; 5]).await.unwrap();
        change.commit().await.unwrap();
        let oldest = store.events(ann.user, 0, 1).await.unwrap();
        assert_eq!(oldest[0].sequence, 6);
    }
}
