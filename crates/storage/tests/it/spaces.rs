use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use recollect_model::{AcceptedEpisode, LabelFilter, LogStatus, Passage, Revision};
use recollect_storage::{Acceptance, DeletedSpace, Faults, LogFilter, Page, StorageError, Store};

use crate::harness::{Person, TestDatabase, World, on_both_engines};

on_both_engines! {
    async fn a_revision_of_another_history_has_another_mark(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1"]).await;
        world.process_all(&store).await;
        let (first, mark) = store.position(ann.user, ann.space).await.unwrap().unwrap();
        world.accept(&store, ann, &["2"]).await;
        world.process_all(&store).await;
        let (second, other) = store.position(ann.user, ann.space).await.unwrap().unwrap();
        assert!(second > first && mark != other && !mark.is_empty());
        let mark_at = async |revision| store.mark(ann.user, ann.space, revision).await.unwrap();
        assert_eq!((mark_at(first).await, mark_at(second).await), (Some(mark), Some(other.clone())));
        let changes = store.changes_since(ann.user, ann.space, first, 9).await.unwrap().unwrap();
        assert_eq!((changes.to, changes.mark), (second, other.clone()));

        // A backup of before is put back, and goes on differently.
        database.execute(&format!(
            "DELETE FROM space_marks WHERE revision > {first}; UPDATE spaces SET revision = {first}",
            first = first.0
        )).await;
        assert_eq!(mark_at(second).await, None);
        world.accept(&store, ann, &["3"]).await;
        world.process_all(&store).await;
        let (again, another) = store.position(ann.user, ann.space).await.unwrap().unwrap();
        assert_eq!(again, second);
        assert_ne!(another, other);
    }

    async fn spaces_are_listed_with_the_default_one_first(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.clock.advance_ms(1);
        world.space(&store, ann.user, "Work").await;
        world.clock.advance_ms(1);
        world.space(&store, ann.user, "Archive").await;
        let names: Vec<_> = store.spaces(ann.user).await.unwrap();
        let names: Vec<_> = names.iter().map(|space| space.name.as_str()).collect();
        assert_eq!(names, ["Personal", "Work", "Archive"]);
    }

    async fn the_name_of_a_space_is_unique_to_its_user(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let work = world.space(&store, ann.user, "Work").await;
        world.space(&store, bob.user, "Work").await;

        let again = store.create_space(ann.user, &world.new_space("Work")).await;
        assert!(matches!(again, Err(StorageError::AlreadyExists { .. })), "{again:?}");
        let taken = store.update_space(ann.user, work, Some("Personal"), None, world.now()).await;
        assert!(matches!(taken, Err(StorageError::AlreadyExists { .. })), "{taken:?}");
        // The refusals left nothing behind that would stand in the way.
        world.space(&store, ann.user, "Home").await;
    }

    async fn a_user_has_one_default_space(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let mut second = world.new_space("Second");
        second.is_default = true;
        let refused = store.create_space(ann.user, &second).await;
        assert!(matches!(refused, Err(StorageError::AlreadyExists { .. })), "{refused:?}");
    }

    async fn an_update_changes_only_what_is_given(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let id = world.space(&store, ann.user, "Work").await;
        let created = world.now();
        world.clock.advance_ms(5);
        let space = store
            .update_space(ann.user, id, None, Some("what I am paid for"), world.now());
        let space = space.await.unwrap().unwrap();
        assert_eq!(space.name, "Work");
        assert_eq!(space.description.as_deref(), Some("what I am paid for"));
        assert_eq!((space.created_at, space.updated_at), (created, world.now()));
        let space = store.update_space(ann.user, id, Some("Office"), None, world.now());
        let space = space.await.unwrap().unwrap();
        assert_eq!(space.name, "Office");
        assert_eq!(space.description.as_deref(), Some("what I am paid for"));
        assert_eq!(store.space(ann.user, id).await.unwrap(), Some(space));
    }

    async fn deleting_a_space_removes_all_in_it_and_nothing_else(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        let kept = world.accept(&store, ann, &["kept"]).await;
        let processed = world.accept(&store, work, &["processed"]).await;
        world.process_all(&store).await;
        let waiting = world.accept(&store, work, &["waiting", "too"]).await;

        let deleted = store.delete_space(work.user, work.space).await.unwrap();
        assert_eq!(deleted, Some(DeletedSpace { episodes: 3, entities: 0, statements: 0 }));
        assert_eq!(store.space(ann.user, work.space).await.unwrap(), None);
        assert_eq!(store.revision(ann.user, work.space).await.unwrap(), None);
        let changes = store.changes_since(ann.user, work.space, Revision(0), 10).await.unwrap();
        assert_eq!(changes, None);
        for text in processed.iter().chain(&waiting) {
            assert_eq!(store.log(ann.user, text.log).await.unwrap(), None);
            assert_eq!(store.episodes(ann.user, &[text.episode]).await.unwrap(), []);
        }
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
        assert_eq!(world.log(&store, &kept[0]).await.status, LogStatus::Completed);
        assert_eq!(store.delete_space(work.user, work.space).await.unwrap(), None);
        // The lane of deleted texts is found empty and does no harm.
        assert_eq!(world.claim(&store).await, None);
        assert_eq!(store.next_ready_at().await.unwrap(), None);
    }

    async fn deleting_a_space_that_is_not_there_changes_nothing(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let nowhere = world.new_space("Nowhere").id;
        assert_eq!(store.delete_space(ann.user, nowhere).await.unwrap(), None);
        assert_eq!(store.spaces(ann.user).await.unwrap().len(), 1);
    }

    async fn a_deletion_that_breaks_off_is_seen_by_nobody_and_is_gone_on_with(database: &TestDatabase) {
        let world = World::new();
        let steps = Arc::new(AtomicUsize::new(0));
        let counted = steps.clone();
        // The third step is lost before its commit, and the answer to the sixth after it.
        let faults = Faults::new(Arc::new(move |point| match point {
            "remove_some.before_commit" => counted.fetch_add(1, Ordering::SeqCst) == 2,
            "remove_some.after_commit" => counted.load(Ordering::SeqCst) == 6,
            _ => false,
        }));
        let store = database.store_with(faults).await;
        let ann = world.person(&store, "ann").await;
        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        let kept = world.accept(&store, ann, &["kept"]).await;
        let names: Vec<String> = (0..600).map(|number| format!("number {number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let processed = world.accept(&store, work, &names[..500]).await;
        world.process_all(&store).await;
        let waiting = world.accept(&store, work, &names[500..]).await;
        let later = world.accept(&store, ann, &["later"]).await;
        let claim = world.claim(&store).await.unwrap();

        store.delete_space(ann.user, work.space).await.unwrap_err();
        assert_eq!(steps.load(Ordering::SeqCst), 3);
        // Its name is free.
        world.space(&store, ann.user, "Work").await;
        for _ in 0..2 {
            assert_eq!(store.deleted_spaces().await.unwrap(), [(ann.user, work.space)]);
            assert_nothing_is_found(&world, &store, work, [&processed[0], &waiting[0]]).await;
            assert_eq!(database.database.verify().await.unwrap(), []);
            let left = store.finish_deletion(ann.user, work.space).await;
            assert_eq!(left.is_err(), steps.load(Ordering::SeqCst) == 6);
        }
        assert_eq!(store.deleted_spaces().await.unwrap(), []);
        assert_eq!(database.rows("logs").await, 2);
        assert_eq!(database.rows("passages").await, 1);
        // A worker that had some of it in hand gives the lane back, and the next text is not held up.
        world.complete(&store, &claim).await;
        world.process_all(&store).await;
        for text in [&kept[0], &later[0]] {
            assert_eq!(world.log(&store, text).await.status, LogStatus::Completed);
        }
        assert_eq!(store.usage(ann.user, world.now()).await.unwrap().texts, 2);
        assert_eq!(database.database.verify().await.unwrap(), []);
    }

    async fn a_text_of_any_length_goes_with_its_space(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        world.accept(&store, work, &[&"long ".repeat(20_000), "short"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(work.space).await.unwrap().unwrap();
        for episode in &claim.episodes {
            let mut completed = world.completed(episode);
            completed.revision = revision;
            let passage = completed.graph.passages[0].clone();
            let numbers = 0..if episode.body.len() > 10 { 1_000 } else { 1 };
            completed.graph.passages = numbers.map(|number| Passage { number, ..passage.clone() }).collect();
            settlement.complete_episode(completed);
        }
        settlement.release().await.unwrap();
        assert_eq!(database.rows("passages").await, 1_001);
        let deleted = store.delete_space(ann.user, work.space).await.unwrap().unwrap();
        assert_eq!(deleted.episodes, 2);
        assert_eq!(database.rows("passages").await, 0);
    }
}

/// Neither by its name, nor by an id, nor in a list; and nothing is accepted into it.
async fn assert_nothing_is_found(
    world: &World,
    store: &Store,
    work: Person,
    texts: [&AcceptedEpisode; 2],
) {
    let (user, space) = (work.user, work.space);
    assert_eq!(store.space(user, space).await.unwrap(), None);
    assert_eq!(store.spaces(user).await.unwrap().len(), 2);
    assert_eq!(store.revision(user, space).await.unwrap(), None);
    assert_eq!(store.position(user, space).await.unwrap(), None);
    let found = store
        .logs(user, &LogFilter::default(), Page::first(9))
        .await
        .unwrap();
    assert_eq!(found.total, 2);
    assert!(found.items.iter().all(|log| log.space != space));
    for text in texts {
        assert_eq!(store.log(user, text.log).await.unwrap(), None);
        assert_eq!(store.episode(user, text.episode).await.unwrap(), None);
        let mut change = store.begin_change(user, world.token()).await.unwrap();
        assert_eq!(change.forget_log(text.log).await.unwrap(), None);
    }
    let all = store
        .logs_after(user, 0, &LabelFilter::default(), 9)
        .await
        .unwrap();
    assert_eq!(all.len(), 2);
    let refused = store.accept(&[world.text(work, "too late")]).await.unwrap();
    assert_eq!(refused, [Acceptance::UnknownSpace]);
    let renamed = store.update_space(user, space, Some("Other"), None, world.now());
    assert_eq!(renamed.await.unwrap(), None);
}

/// `SQLite` has one writer: whoever writes meanwhile is let in between any two steps.
#[tokio::test]
async fn others_write_while_a_large_space_is_deleted() {
    let database = TestDatabase::sqlite();
    let (world, store) = (World::new(), database.store().await);
    let ann = world.person(&store, "ann").await;
    let work = Person {
        space: world.space(&store, ann.user, "Work").await,
        ..ann
    };
    let names: Vec<String> = (0..2_560)
        .map(|number| format!("number {number}"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    world.accept(&store, work, &names).await;
    world.process_all(&store).await;
    let deleting = store.delete_space(ann.user, work.space);
    tokio::pin!(deleting);
    let mut written = 0;
    let deleted = loop {
        tokio::select! {
            biased;
            deleted = &mut deleting => break deleted.unwrap().unwrap(),
            probed = store.probe(world.now()) => {
                probed.unwrap();
                written += 1;
            }
        }
    };
    assert_eq!(deleted.episodes, 2_560);
    // There are forty steps of 64 texts.
    assert!(written >= 30, "{written}");
}
