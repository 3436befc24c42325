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
        assert_eq!(store.expired_texts(world.now(), 9).await.unwrap(), []);
        let expired = store.expired_texts(world.in_ms(1_000), 9).await.unwrap();
        assert_eq!(expired, [(ann.user, brief.log)]);
        let kept = store.keep_for(bob.user, bob.space, Some(2), world.now()).await.unwrap();
        assert_eq!(kept.unwrap().retention_days, Some(2));
        assert_eq!(store.keep_for(ann.user, bob.space, Some(2), world.now()).await.unwrap(), None);
        let later = world.in_ms(2 * DAY_MS + 1_000);
        let expired = store.expired_texts(later, 9).await.unwrap();
        assert_eq!(expired, [(ann.user, brief.log), (bob.user, long.log)]);
        let log = store.log(ann.user, brief.log).await.unwrap().unwrap();
        assert_eq!(log.expires_at, Some(world.in_ms(1_000)));
    }
}
