//! Texts whose time is over, by themselves or by their space.

use crate::harness::{TestDatabase, World, on_both_engines};

const DAY_MS: i64 = 86_400_000;

on_both_engines! {
    async fn what_is_to_be_forgotten_by_now_is_found(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let mut brief = world.text(ann, "brief");
        brief.expires_at = Some(world.in_ms(1_000));
        let long = world.text(bob, "long");
        store.accept(&[brief.clone(), long.clone()]).await.unwrap();
        assert!(store.users_with_expired_texts(world.now()).await.unwrap().is_empty());
        let soon = world.in_ms(1_000);
        assert_eq!(store.users_with_expired_texts(soon).await.unwrap(), [ann.user].into());
        assert_eq!(store.expired_texts(ann.user, soon, 9).await.unwrap(), [brief.log]);
        assert_eq!(store.expired_texts(bob.user, soon, 9).await.unwrap(), []);
        let kept = store.keep_for(bob.user, bob.space, Some(2), world.now()).await.unwrap();
        assert_eq!(kept.unwrap().retention_days, Some(2));
        assert_eq!(store.keep_for(ann.user, bob.space, Some(2), world.now()).await.unwrap(), None);
        let later = world.in_ms(2 * DAY_MS + 1_000);
        let users = store.users_with_expired_texts(later).await.unwrap();
        assert_eq!(users, [ann.user, bob.user].into());
        assert_eq!(store.expired_texts(bob.user, later, 9).await.unwrap(), [long.log]);
        // What its own time and its space's are over for is told once.
        store.keep_for(ann.user, ann.space, Some(2), world.now()).await.unwrap();
        assert_eq!(store.expired_texts(ann.user, later, 9).await.unwrap(), [brief.log]);
        assert_eq!(store.expired_texts(ann.user, later, 0).await.unwrap(), []);
        let log = store.log(ann.user, brief.log).await.unwrap().unwrap();
        assert_eq!(log.expires_at, Some(world.in_ms(1_000)));
    }

    async fn what_has_ended_is_found_without_reading_a_whole_table(database: &TestDatabase) {
        drop(database.store().await);
        for (sql, index) in [
            ("SELECT id FROM logs WHERE user_id = 'u' AND expires_at <= 5", "logs_of_user_expiring"),
            ("DELETE FROM sessions WHERE expires_at <= 5", "sessions_expired"),
            ("DELETE FROM replaced_versions WHERE replaced_at < 5", "replaced_versions_by_time"),
            ("DELETE FROM replaced_versions WHERE expires_at <= 5", "replaced_versions_expiring"),
        ] {
            let plan = database.plan(sql).await;
            assert!(plan.contains(index), "{sql}: {plan}");
        }
    }
}
