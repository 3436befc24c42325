//! Nobody sees or changes what is another's, whatever ids they know.

use recollect_model::{Object, Revision};

use crate::harness::{TestDatabase, World, evidence, on_both_engines};

on_both_engines! {
    async fn another_users_things_are_not_there(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let texts = world.accept(&store, ann, &["Ann's"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.advance_space(ann.space).await.unwrap().unwrap();
        let entity = world.entity("Lisbon");
        let statement = world.statement(entity.id, Object::Value("old".to_owned()));
        settlement.insert_entities(ann.space, revision, std::slice::from_ref(&entity)).await.unwrap();
        settlement.insert_statements(ann.space, revision, std::slice::from_ref(&statement)).await.unwrap();
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = revision;
        completed.evidence = vec![evidence(statement.id, claim.episodes[0].id)];
        settlement.complete_episode(completed);
        settlement.release(world.now()).await.unwrap();
        world.accept(&store, ann, &["waiting"]).await;
        let claim = world.claim(&store).await.unwrap();

        assert_eq!(store.log(bob.user, texts[0].log).await.unwrap(), None);
        assert_eq!(store.episodes(bob.user, &[texts[0].episode]).await.unwrap(), []);
        assert_eq!(store.space(bob.user, ann.space).await.unwrap(), None);
        assert_eq!(store.revision(bob.user, ann.space).await.unwrap(), None);
        assert_eq!(store.changes_since(bob.user, ann.space, Revision(0), 9).await.unwrap(), None);
        assert_eq!(store.statements(bob.user, ann.space, &[statement.id]).await.unwrap(), []);
        assert_eq!(store.statements(bob.user, bob.space, &[statement.id]).await.unwrap(), []);
        assert_eq!(store.queued(bob.user).await.unwrap(), 0);
        assert!(store.spaces(bob.user).await.unwrap().iter().all(|space| space.id == bob.space));
        let renamed = store.update_space(bob.user, ann.space, Some("Bob's"), None, world.now());
        assert_eq!(renamed.await.unwrap(), None);
        assert_eq!(store.delete_space(bob.user, ann.space).await.unwrap(), None);
        assert!(!store.renew(bob.user, claim.token, world.in_ms(1)).await.unwrap());
        assert!(store.begin_settlement(bob.user, claim.token).await.unwrap().is_none());

        assert_eq!(store.space(ann.user, ann.space).await.unwrap().unwrap().name, "Personal");
        assert_eq!(store.statements(ann.user, ann.space, &[statement.id]).await.unwrap().len(), 1);
    }

    async fn a_settlement_reaches_only_its_own_users_spaces(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let bobs = world.accept(&store, bob, &["Bob's"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.advance_space(bob.space).await.unwrap().unwrap();
        let entity = world.entity("Lisbon");
        settlement.insert_entities(bob.space, revision, std::slice::from_ref(&entity)).await.unwrap();
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = revision;
        settlement.complete_episode(completed);
        settlement.release(world.now()).await.unwrap();

        world.accept(&store, ann, &["Ann's"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        assert_eq!(settlement.advance_space(bob.space).await.unwrap(), None);
        let keys = [entity.key.clone()];
        assert_eq!(settlement.entities_by_key(bob.space, &keys).await.unwrap(), []);
        assert!(!settlement.fail_episode(bobs[0].log, "not hers", world.now()));
        // A row that names another's space is refused by the database itself.
        let porto = [world.entity("Porto")];
        assert!(settlement.insert_entities(bob.space, revision, &porto).await.is_err());
    }
}
