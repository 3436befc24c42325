//! How much an account may keep and send: counted exactly, whatever is accepted, replaced and forgotten.

use recollect_model::UserId;
use recollect_storage::{Acceptance, Quota, Quotas, Store, Usage};

use crate::harness::{TestDatabase, World, on_both_engines};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

async fn usage(world: &World, store: &Store, user: UserId) -> Usage {
    store.usage(user, world.now()).await.unwrap()
}

on_both_engines! {
    async fn what_is_over_a_quota_is_left_out_and_the_others_are_stored(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let quotas = Quotas { texts: Some(3), bytes: Some(10), texts_a_day: None };
        let batch = [
            world.text(ann, "1234"),
            world.text(ann, "12345678"),
            world.text(bob, "12345678"),
            world.text(ann, "12"),
            world.text(ann, "12"),
            world.text(ann, "12"),
        ];
        use Acceptance::{OverQuota, Stored};
        let outcomes = store.accept_within(&batch, &quotas).await.unwrap();
        let expected =
            [Stored, OverQuota(Quota::Bytes), Stored, Stored, Stored, OverQuota(Quota::Texts)];
        assert_eq!(outcomes, expected);
        let kept = Usage { texts: 3, bytes: 8, texts_today: 3 };
        assert_eq!(usage(&world, &store, ann.user).await, kept);
        assert_eq!(store.queued(ann.user).await.unwrap(), 3);
        assert_eq!(database.database.verify().await.unwrap(), []);
    }

    async fn a_day_s_quota_is_there_again_on_the_next_day(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let quotas = Quotas { texts_a_day: Some(2), ..Quotas::default() };
        let send = async |text: &str| {
            let outcome = store.accept_within(&[world.text(ann, text)], &quotas).await;
            outcome.unwrap()[0]
        };
        assert_eq!(send("one").await, Acceptance::Stored);
        assert_eq!(send("two").await, Acceptance::Stored);
        assert_eq!(send("three").await, Acceptance::OverQuota(Quota::TextsADay));
        world.clock.advance_ms(DAY_MS);
        assert_eq!(usage(&world, &store, ann.user).await.texts_today, 0);
        assert_eq!(send("three").await, Acceptance::Stored);
        assert_eq!(usage(&world, &store, ann.user).await.texts_today, 1);
    }

    async fn what_is_deleted_counts_no_more(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["grün", "two"]).await;
        assert_eq!(usage(&world, &store, ann.user).await.bytes, 8);
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.forget_log(texts[0].log).await.unwrap().unwrap();
        change.commit().await.unwrap();
        let left = Usage { texts: 1, bytes: 3, texts_today: 2 };
        assert_eq!(usage(&world, &store, ann.user).await, left);
        store.delete_space(ann.user, ann.space).await.unwrap().unwrap();
        let left = Usage { texts: 0, bytes: 0, texts_today: 2 };
        assert_eq!(usage(&world, &store, ann.user).await, left);
    }

    async fn who_runs_the_service_sees_how_much_there_is_and_suspends(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let bob = world.person(&store, "bob").await;
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["one", "two"]).await;
        assert_eq!(store.suspended().await.unwrap(), []);
        store.suspend(ann.user, Some(world.now())).await.unwrap();
        assert_eq!(store.suspended().await.unwrap(), [ann.user]);
        let overview = store.accounts_overview().await.unwrap();
        let told: Vec<_> = overview
            .iter()
            .map(|one| (one.user, one.texts, one.bytes, one.queued, one.suspended_at.is_some()))
            .collect();
        assert_eq!(told, [(ann.user, 2, 6, 2, true), (bob.user, 0, 0, 0, false)]);
        store.suspend(ann.user, None).await.unwrap();
        assert_eq!(store.suspended().await.unwrap(), []);
    }
}
