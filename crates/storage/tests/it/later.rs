//! What a change leaves for later: noted with it, and taken back by whoever has carried it out.

use recollect_storage::ToFollow;

use crate::harness::{TestDatabase, World, on_both_engines};
use crate::memory::Memory;

on_both_engines! {
    async fn what_is_left_for_later_is_found_until_it_is_carried_out(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let memory = Memory::of(&world, &store, ann).await;
        let (melanie, lisbon) = (memory.melanie.id, memory.lisbon.id);
        let leave = async |ids: &[_]| {
            let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
            let revision = change.graph().advance_space(ann.space).await.unwrap().unwrap();
            assert!(!change.graph().leaves_something());
            change.graph().leave_for_later(ann.space, revision, ids).await.unwrap();
            assert!(change.graph().leaves_something());
            change.commit().await.unwrap();
            revision
        };
        let first = leave(&[melanie, lisbon]).await;
        let second = leave(&[melanie]).await;
        assert_eq!(store.users_to_follow().await.unwrap(), [ann.user]);
        assert_eq!(store.left_for_later(bob.user).await.unwrap(), []);
        let note = |entity, revision| ToFollow { space: ann.space, entity, revision };
        let mut expected = [note(melanie, second), note(lisbon, first)];
        expected.sort_by_key(|note| note.entity.to_string());
        assert_eq!(store.left_for_later(ann.user).await.unwrap(), expected);
        let slots = store.slots_about(ann.user, ann.space, &[melanie]).await.unwrap();
        assert!(slots.iter().any(|(slot, claims)| *slot == memory.in_lisbon.slot && *claims > 0));

        // Somebody has carried out what was noted first: what was noted since stands.
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let graph = change.graph();
        assert!(graph.are_named_by_more(ann.space, &[melanie, lisbon], 0).await.unwrap());
        assert!(!graph.are_named_by_more(ann.space, &[melanie, lisbon], 99).await.unwrap());
        let done = [note(melanie, first), note(lisbon, first)];
        graph.take_back_notes(ann.space, &done).await.unwrap();
        change.commit_part().await.unwrap();
        assert_eq!(store.left_for_later(ann.user).await.unwrap(), [note(melanie, second)]);

        // What is of a space that is deleted is nothing to carry out.
        assert!(store.hide_space(ann.user, ann.space, None).await.unwrap());
        assert_eq!(store.left_for_later(ann.user).await.unwrap(), []);
        store.finish_deletion(ann.user, ann.space).await.unwrap();
        assert_eq!(store.users_to_follow().await.unwrap(), []);
    }
}
