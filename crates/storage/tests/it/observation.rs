//! What is told of the database to whoever watches the service.

use crate::harness::{TestDatabase, World, on_both_engines};

on_both_engines! {
    async fn what_waits_is_told_of_all_users_together(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        assert_eq!(store.backlog(world.now()).await.unwrap(), Default::default());
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let since = world.now();
        world.accept(&store, ann, &["one", "two"]).await;
        world.accept(&store, bob, &["three"]).await;
        let backlog = store.backlog(world.now()).await.unwrap();
        assert_eq!((backlog.texts, backlog.users, backlog.leased), (3, 2, 0));
        assert!(backlog.oldest_since.is_some_and(|oldest| oldest >= since));
        world.claim(&store).await.unwrap();
        let backlog = store.backlog(world.now()).await.unwrap();
        assert_eq!((backlog.texts, backlog.users, backlog.leased), (3, 2, 1));
    }

    async fn the_size_and_the_connections_of_a_database_are_told(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        world.person(&store, "ann").await;
        let room = store.room().await.unwrap();
        assert!(room.bytes + room.log_bytes.unwrap_or(0) > 10_000, "{room:?}");
        let connections = store.connections();
        assert!(connections.used + connections.idle >= 1, "{connections:?}");
        assert!(connections.most >= 4, "{connections:?}");
        assert_eq!(store.trouble(), Default::default());
        database.execute("DROP TABLE probes").await;
        assert!(store.probe(world.now()).await.is_err());
        assert_eq!(store.trouble().failed, 1);
        // That a name is taken is an answer, and no trouble.
        let ann = world.person(&store, "ann2").await;
        let space = store.space(ann.user, ann.space).await.unwrap().unwrap();
        assert!(store.create_space(ann.user, &space).await.is_err());
        assert_eq!(store.trouble().failed, 1);
    }
}
