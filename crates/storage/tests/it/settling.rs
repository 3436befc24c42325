use recollect_model::{EntityKey, EntityKind, LogStatus, Revision};
use recollect_storage::StorageError;

use crate::harness::{Person, TestDatabase, World, bodies, mention, on_both_engines};
use crate::memory::insert;

on_both_engines! {
    async fn a_completed_text_is_in_the_graph_and_out_of_the_queue(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["Ann lives in Lisbon."]).await;
        assert_eq!(store.episodes(ann.user, &[texts[0].episode]).await.unwrap(), []);
        world.clock.advance_ms(7);
        world.process_all(&store).await;

        let log = world.log(&store, &texts[0]).await;
        assert_eq!(log.status, LogStatus::Completed);
        assert_eq!(log.episode, Some(texts[0].episode));
        assert_eq!(log.processed_at, Some(world.now()));
        assert_eq!(store.episodes(ann.user, &[texts[0].episode]).await.unwrap().len(), 1);
        assert_eq!(store.revision(ann.user, ann.space).await.unwrap(), Some(Revision(1)));
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
        assert_eq!(store.next_ready_at().await.unwrap(), None);
    }

    async fn a_log_says_what_there_is_to_say_of_how_its_text_was_read(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        for (episode, note) in claim.episodes.iter().zip([Some("a simpler one stood in"), None]) {
            let mut completed = world.completed(episode);
            completed.revision = revision;
            completed.graph.note = note.map(str::to_owned);
            settlement.complete_episode(completed);
        }
        settlement.release().await.unwrap();
        let log = world.log(&store, &texts[0]).await;
        assert_eq!((log.note.as_deref(), log.error), (Some("a simpler one stood in"), None));
        assert_eq!(world.log(&store, &texts[1]).await.note, None);
    }

    async fn a_failed_text_says_why_and_lets_the_next_one_pass(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["bad", "good"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        assert!(settlement.fail_episode(texts[0].log, "no words in it", world.now()));
        settlement.release().await.unwrap();

        let log = world.log(&store, &texts[0]).await;
        assert_eq!((log.status, log.error.as_deref()), (LogStatus::Failed, Some("no words in it")));
        assert_eq!((log.processed_at, log.episode), (Some(world.now()), None));
        assert_eq!(store.episodes(ann.user, &[texts[0].episode]).await.unwrap(), []);
        let next = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&next), ["good"]);
        // It went back untouched: this is its first claim.
        assert_eq!((next.episodes[0].attempts, next.episodes[0].claims), (0, 1));
    }

    async fn a_text_to_be_tried_again_holds_its_lane_until_then(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        assert!(settlement.retry_later(texts[0].log, "model is loading", world.in_ms(500)));
        settlement.release().await.unwrap();

        let log = world.log(&store, &texts[0]).await;
        assert_eq!((log.status, log.error.as_deref()), (LogStatus::Pending, Some("model is loading")));
        assert_eq!(world.log(&store, &texts[1]).await.status, LogStatus::Pending);
        assert_eq!(store.next_ready_at().await.unwrap(), Some(world.in_ms(500)));
        // What arrives meanwhile waits too.
        world.accept(&store, ann, &["3"]).await;
        assert_eq!(world.claim(&store).await, None);
        world.clock.advance_ms(500);
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["1", "2", "3"]);
        assert_eq!((claim.episodes[0].attempts, claim.episodes[0].claims), (1, 1));
        assert_eq!((claim.episodes[1].attempts, claim.episodes[1].claims), (0, 0));
        world.complete(&store, &claim).await;
        assert_eq!(world.log(&store, &texts[0]).await.error, None);
    }

    async fn a_settlement_out_of_order_is_refused_as_a_whole(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2", "3"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut skipping = world.settlement(&store, &claim).await;
        skipping.fail_episode(texts[1].log, "out of turn", world.now());
        let refused = skipping.release().await;
        assert!(matches!(refused, Err(StorageError::Internal { .. })), "{refused:?}");

        let mut overtaking = world.settlement(&store, &claim).await;
        overtaking.retry_later(texts[0].log, "later", world.now());
        overtaking.fail_episode(texts[1].log, "out of turn", world.now());
        let refused = overtaking.release().await;
        assert!(matches!(refused, Err(StorageError::Internal { .. })), "{refused:?}");

        let mut unraised = world.settlement(&store, &claim).await;
        unraised.complete_episode(world.completed(&claim.episodes[0]));
        let refused = unraised.release().await;
        assert!(matches!(refused, Err(StorageError::Internal { .. })), "{refused:?}");

        assert_eq!(store.queued(ann.user).await.unwrap(), 3);
        world.complete(&store, &claim).await;
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
    }

    async fn a_settlement_that_is_dropped_has_not_happened(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        let lisbon = world.entity("Lisbon");
        insert(settlement.graph(), ann.space, revision, &[lisbon]).await;
        drop(settlement);
        assert_eq!(store.revision(ann.user, ann.space).await.unwrap(), Some(Revision(0)));
        world.complete(&store, &claim).await;
        let changes = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap();
        assert_eq!(changes.unwrap().entities, []);
    }

    async fn a_lost_lease_cannot_settle(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1"]).await;
        let lost = store.claim(world.token(), world.now(), world.in_ms(10), 64, 1 << 20);
        let lost = lost.await.unwrap().unwrap();
        world.clock.advance_ms(10);
        let held = world.claim(&store).await.unwrap();
        assert!(store.begin_settlement(lost.user, lost.token).await.unwrap().is_none());
        world.complete(&store, &held).await;
        // Nor can a lease that was given back.
        assert!(store.begin_settlement(held.user, held.token).await.unwrap().is_none());
        assert_eq!(store.revision(ann.user, ann.space).await.unwrap(), Some(Revision(1)));
    }

    async fn a_space_deleted_while_its_text_is_processed_takes_the_result_with_it(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        world.accept(&store, work, &["at work"]).await;
        world.accept(&store, ann, &["at home"]).await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["at work", "at home"]);
        store.delete_space(ann.user, work.space).await.unwrap().unwrap();

        let mut settlement = world.settlement(&store, &claim).await;
        assert_eq!(settlement.graph().advance_space(work.space).await.unwrap(), None);
        assert!(!settlement.complete_episode(world.completed(&claim.episodes[0])));
        assert!(!settlement.fail_episode(claim.episodes[0].log, "gone", world.now()));
        assert!(!settlement.retry_later(claim.episodes[0].log, "gone", world.now()));
        let mut home = world.completed(&claim.episodes[1]);
        home.revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        assert!(settlement.complete_episode(home));
        settlement.release().await.unwrap();
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
        assert_eq!(store.episodes(ann.user, &[claim.episodes[0].id]).await.unwrap(), []);
        assert_eq!(store.episodes(ann.user, &[claim.episodes[1].id]).await.unwrap().len(), 1);
    }

    async fn what_arrives_during_a_settlement_is_not_forgotten(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        for round in 0..25 {
            world.accept(&store, ann, &["1"]).await;
            let claim = world.claim(&store).await.unwrap();
            let late = world.text(ann, "late");
            let settle = world.complete(&store, &claim);
            let accept = async {
                // Now before, now in the middle of the settlement.
                for _ in 0..round {
                    tokio::task::yield_now().await;
                }
                store.accept(&[late]).await.unwrap();
            };
            tokio::join!(settle, accept);
            let next = world.claim(&store).await.expect("the lane is ready");
            assert_eq!(bodies(&next), ["late"]);
            world.complete(&store, &next).await;
        }
    }

    async fn a_text_accepted_during_a_settlement_of_its_user_is_next(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        settlement.fail_episode(claim.episodes[0].log, "no", world.now());
        let (late, other) = (world.text(ann, "late"), store.clone());
        let accepting = tokio::spawn(async move { other.accept(&[late]).await });
        // It has every chance to slip in, where the engine lets it.
        for _ in 0..20 {
            store.queued(ann.user).await.unwrap();
        }
        settlement.release().await.unwrap();
        accepting.await.unwrap().unwrap();
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["late"]);
    }

    async fn entities_are_found_by_their_keys(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1", "2"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        assert_eq!(settlement.graph().advance_space(ann.space).await.unwrap(), Some(revision));

        // Some keys are far beyond what PostgreSQL can index.
        let long = |n: usize| format!("{n} {}", "Ünïque ".repeat(2_000));
        let entities: Vec<_> = (0..150)
            .map(|n| world.entity(&if n < 3 { long(n) } else { n.to_string() }))
            .collect();
        insert(settlement.graph(), ann.space, revision, &entities).await;
        let mut keys: Vec<_> = entities.iter().map(|entity| entity.key.clone()).collect();
        keys.push(EntityKey::of_name(&long(4)));
        let mut found = settlement.graph().entities_by_key(ann.space, &keys).await.unwrap();
        found.sort_by_key(|entity| entity.id);
        let mut expected = entities.clone();
        expected.sort_by_key(|entity| entity.id);
        assert!(found == expected, "{} of {}", found.len(), expected.len());
        assert_eq!(settlement.graph().entities_by_key(ann.space, &[]).await.unwrap(), []);
    }

    async fn the_same_mention_given_twice_counts_once(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["Ann lives in Lisbon."]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let entity = world.entity("Ann");
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        completed.graph.mentions = vec![mention(entity.id, texts[0].episode, 0); 2];
        // The second place says something else of it, and is the same place.
        completed.graph.mentions[1].kind = EntityKind::Place;
        insert(settlement.graph(), ann.space, completed.revision, std::slice::from_ref(&entity)).await;
        settlement.complete_episode(completed);
        settlement.release().await.unwrap();
        let changes = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap();
        assert_eq!(changes.unwrap().mentions, [mention(entity.id, texts[0].episode, 0)]);
    }
}

#[tokio::test]
async fn on_postgres_a_text_is_accepted_while_its_users_settlement_is_open() {
    let database = TestDatabase::postgres().await;
    let (world, store) = (World::new(), database.store().await);
    let ann = world.person(&store, "ann").await;
    let work = Person {
        space: world.space(&store, ann.user, "Work").await,
        ..ann
    };
    world.accept(&store, ann, &["1"]).await;
    let claim = world.claim(&store).await.unwrap();
    let mut settlement = world.settlement(&store, &claim).await;
    let revision = settlement
        .graph()
        .advance_space(ann.space)
        .await
        .unwrap()
        .unwrap();
    world.accept(&store, ann, &["2"]).await;
    let until = world.in_ms(60_000);
    assert!(store.renew(ann.user, claim.token, until).await.unwrap());
    // The lease is over by this clock, but nobody takes over what is being settled.
    let later = world.in_ms(600_000);
    let taken = store.claim(world.token(), later, world.in_ms(660_000), 64, 1 << 20);
    assert_eq!(taken.await.unwrap(), None);

    let mut completed = world.completed(&claim.episodes[0]);
    completed.revision = revision;
    settlement.complete_episode(completed);
    let (deleted, settled) = tokio::join!(
        store.delete_space(work.user, work.space),
        settlement.release()
    );
    assert!(deleted.unwrap().is_some());
    settled.unwrap();
    assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["2"]);
    store.close().await;
    database.remove().await;
}
