//! An account goes with everything that it has, and nothing of anybody else's.

use recollect_model::{LabelFilter, LogStatus};
use recollect_storage::SessionNeighbours;

use crate::harness::{TestDatabase, World, on_both_engines};

on_both_engines! {
    async fn an_account_goes_with_everything_that_it_has(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let texts = world.accept(&store, ann, &["one", "two"]).await;
        let kept = world.accept(&store, bob, &["three"]).await;
        // A batch of hers is out on lease.
        let claim = world.claim(&store).await.unwrap();

        assert!(store.delete_account(ann.user).await.unwrap());
        assert!(!store.delete_account(ann.user).await.unwrap());
        assert_eq!(store.account(ann.user).await.unwrap(), None);
        assert_eq!(store.spaces(ann.user).await.unwrap(), []);
        assert_eq!(store.log(ann.user, texts[0].log).await.unwrap(), None);
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
        assert_eq!(store.logs_after(ann.user, 0, &LabelFilter::default(), 9).await.unwrap(), []);
        if claim.user == ann.user {
            assert!(store.begin_settlement(ann.user, claim.token).await.unwrap().is_none());
        }
        assert!(store.log(bob.user, kept[0].log).await.unwrap().is_some());
        assert_eq!(store.queued(bob.user).await.unwrap(), 1);
    }

    async fn everything_is_walked_through_in_parts(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let texts = world.accept(&store, ann, &["one", "two", "three"]).await;
        world.accept(&store, bob, &["another's"]).await;
        let first = store.logs_after(ann.user, 0, &LabelFilter::default(), 2).await.unwrap();
        let last = store.logs_after(ann.user, first[1].0, &LabelFilter::default(), 2).await.unwrap();
        let walked: Vec<_> = first.iter().chain(&last).map(|(_, log)| *log).collect();
        assert_eq!(walked, texts.iter().map(|text| text.log).collect::<Vec<_>>());
        assert_eq!(store.entities_after(ann.user, None, &LabelFilter::default(), 9).await.unwrap(), []);
        assert_eq!(store.statements_after(ann.user, None, &LabelFilter::default(), 9).await.unwrap(), []);
    }

    async fn what_waits_is_followed_by_its_owner_alone(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let texts = world.accept(&store, ann, &["one", "two"]).await;
        let waiting = store.unfinished(ann.user, 9).await.unwrap();
        assert_eq!(waiting, [(texts[0].log, LogStatus::Pending), (texts[1].log, LogStatus::Pending)]);
        assert_eq!(store.unfinished(bob.user, 9).await.unwrap(), []);
        assert_eq!(store.last_event(ann.user).await.unwrap(), 0);
        world.claim(&store).await.unwrap();
        let waiting = store.unfinished(ann.user, 1).await.unwrap();
        assert_eq!(waiting, [(texts[0].log, LogStatus::Processing)]);
    }

    async fn a_text_without_a_session_has_no_neighbours(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["one", "two"]).await;
        let around = store.session_neighbours(ann.user, texts[0].episode, 2).await.unwrap();
        assert_eq!(around, SessionNeighbours::default());
    }
}
