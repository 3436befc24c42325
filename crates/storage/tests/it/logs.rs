//! The list of logs, the queue as its owner sees it, and texts that are tried again.

use recollect_model::{AcceptedEpisode, EpisodeKind, LogId, LogStatus, QueuePlace, Revision};
use recollect_storage::{Faults, LogFilter, Page, Retried, Store};

use crate::harness::{Person, TestDatabase, World, bodies, on_both_engines};

const ALL: Page = Page::first(100);

async fn listed(store: &Store, person: Person, filter: &LogFilter) -> Vec<String> {
    let found = store.logs(person.user, filter, ALL).await.unwrap();
    assert_eq!(found.total, found.items.len() as u64);
    found.items.into_iter().map(|log| log.text).collect()
}

/// Accepts texts a second apart, each as `change` makes it.
async fn accept(
    world: &World,
    store: &Store,
    person: Person,
    bodies: &[&str],
    change: impl Fn(&mut AcceptedEpisode),
) -> Vec<AcceptedEpisode> {
    let mut texts = Vec::new();
    for body in bodies {
        world.clock.advance_ms(1_000);
        let mut text = world.text(person, body);
        change(&mut text);
        store.accept(std::slice::from_ref(&text)).await.unwrap();
        texts.push(text);
    }
    texts
}

/// Fails everything that is claimed next.
async fn fail(world: &World, store: &Store) {
    let claim = world.claim(store).await.unwrap();
    let mut settlement = world.settlement(store, &claim).await;
    for episode in &claim.episodes {
        settlement.fail_episode(episode.log, "no words in it", world.now());
    }
    settlement.release().await.unwrap();
}

on_both_engines! {
    async fn logs_are_listed_alike_on_nodes_whose_clocks_differ(database: &TestDatabase) {
        let (early, late) = (World::new(), World::new());
        late.clock.advance_ms(3_600_000);
        let (one, other) = (database.store().await, database.store().await);
        let ann = late.person(&one, "ann").await;
        accept(&late, &one, ann, &["first"], |_| {}).await;
        accept(&early, &other, ann, &["second"], |_| {}).await;
        accept(&late, &one, ann, &["third"], |_| {}).await;
        accept(&early, &other, ann, &["fourth"], |_| {}).await;

        let claim = late.claim(&one).await.unwrap();
        let order: Vec<&str> = claim.episodes.iter().map(|text| text.body.as_str()).collect();
        assert_eq!(order, ["first", "second", "third", "fourth"]);
        for store in [&one, &other] {
            let listed = listed(store, ann, &LogFilter::default()).await;
            assert_eq!(listed, ["fourth", "third", "second", "first"]);
        }
    }

    async fn a_list_of_logs_has_what_is_asked_for_the_newest_first(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let work = world.space(&store, ann.user, "work").await;
        accept(&world, &store, bob, &["Bob's"], |_| {}).await;
        accept(&world, &store, ann, &["failed"], |_| {}).await;
        world.complete(&store, &world.claim(&store).await.unwrap()).await;
        fail(&world, &store).await;
        accept(&world, &store, ann, &["one", "two"], |text| text.source = "mail".to_owned()).await;
        world.complete(&store, &world.claim(&store).await.unwrap()).await;
        let begin = world.in_ms(1);
        accept(&world, &store, ann, &["talk"], |text| text.session = Some("s1".to_owned())).await;
        let end = world.in_ms(1);
        accept(&world, &store, ann, &["plan"], |text| text.space = work).await;

        let all = LogFilter::default();
        assert_eq!(listed(&store, ann, &all).await, ["plan", "talk", "two", "one", "failed"]);
        for (filter, expected) in [
            (LogFilter { status: Some(LogStatus::Pending), ..all.clone() }, vec!["plan", "talk"]),
            (LogFilter { status: Some(LogStatus::Completed), ..all.clone() }, vec!["two", "one"]),
            (LogFilter { status: Some(LogStatus::Failed), ..all.clone() }, vec!["failed"]),
            (LogFilter { status: Some(LogStatus::Processing), ..all.clone() }, vec![]),
            (LogFilter { source: Some("mail".to_owned()), ..all.clone() }, vec!["two", "one"]),
            (LogFilter { source: Some("Mail".to_owned()), ..all.clone() }, vec![]),
            (LogFilter { session: Some("s1".to_owned()), ..all.clone() }, vec!["talk"]),
            (LogFilter { space: Some(work), ..all.clone() }, vec!["plan"]),
            (LogFilter { from: Some(begin), until: Some(end), ..all.clone() }, vec!["talk"]),
            (LogFilter { until: Some(begin), status: Some(LogStatus::Failed), ..all.clone() }, vec!["failed"]),
            (LogFilter { from: Some(begin), space: Some(ann.space), ..all.clone() }, vec!["talk"]),
        ] {
            assert_eq!(listed(&store, ann, &filter).await, expected, "{filter:?}");
        }
        assert_eq!(listed(&store, bob, &all).await, ["Bob's"]);
        assert!(listed(&store, bob, &LogFilter { space: Some(work), ..all.clone() }).await.is_empty());
        let mut paged = Vec::new();
        for offset in 0..6 {
            let page = Page { offset, limit: 2 };
            let found = store.logs(ann.user, &all, page).await.unwrap();
            assert_eq!(found.total, 5);
            paged.extend(found.items.into_iter().take(1).map(|log| log.text));
        }
        assert_eq!(paged, ["plan", "talk", "two", "one", "failed"]);
        assert_eq!(store.sources(ann.user, 9).await.unwrap(), ["mail", "test"]);
        assert_eq!(store.sources(ann.user, 1).await.unwrap(), ["mail"]);
        assert_eq!(store.sources(bob.user, 9).await.unwrap(), ["test"]);
    }

    async fn the_queue_says_what_waits_and_where(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let idle = store.queue_state(ann.user).await.unwrap();
        assert_eq!((idle.depth, idle.processing, idle.oldest_waiting_since), (0, 0, None));
        let texts = accept(&world, &store, ann, &["1", "2", "3"], |_| {}).await;
        let claim = store.claim(world.token(), world.now(), world.in_ms(1_000), 1, 1).await.unwrap().unwrap();
        accept(&world, &store, bob, &["Bob's"], |_| {}).await;
        let state = store.queue_state(ann.user).await.unwrap();
        assert_eq!((state.depth, state.processing, state.next_attempt_at), (3, 1, None));
        assert_eq!(state.oldest_waiting_since, Some(texts[1].accepted_at));
        for (text, position) in texts.iter().zip(1..) {
            let place = world.log(&store, text).await.queue;
            assert_eq!(place, Some(QueuePlace { position, depth: 3 }));
        }
        let found = store.logs(ann.user, &LogFilter::default(), ALL).await.unwrap();
        let positions: Vec<_> = found.items.iter().map(|log| log.queue.unwrap().position).collect();
        assert_eq!(positions, [3, 2, 1]);

        let later = world.in_ms(5_000);
        let mut settlement = world.settlement(&store, &claim).await;
        settlement.retry_later(texts[0].log, "not now", later);
        settlement.release().await.unwrap();
        let state = store.queue_state(ann.user).await.unwrap();
        assert_eq!((state.processing, state.next_attempt_at), (0, Some(later)));
        assert_eq!(state.oldest_waiting_since, Some(texts[0].accepted_at));
        world.clock.advance_ms(5_000);
        world.process_all(&store).await;
        assert_eq!(store.queue_state(ann.user).await.unwrap(), idle);
        assert_eq!(world.log(&store, &texts[0]).await.queue, None);
    }

    async fn a_text_that_failed_is_queued_again_behind_all_others(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let failed = accept(&world, &store, ann, &["bad"], |_| {}).await.remove(0);
        fail(&world, &store).await;
        let before = world.log(&store, &failed).await;
        assert_eq!(before.status, LogStatus::Failed);
        accept(&world, &store, ann, &["next"], |_| {}).await;
        world.clock.advance_ms(1_000);
        assert_eq!(store.retry(bob.user, failed.log, world.now()).await.unwrap(), Retried::Unknown);
        let unknown = LogId::new(&world.environment);
        assert_eq!(store.retry(ann.user, unknown, world.now()).await.unwrap(), Retried::Unknown);
        assert_eq!(store.retry(ann.user, failed.log, world.now()).await.unwrap(), Retried::Queued);
        let again = store.retry(ann.user, failed.log, world.now()).await.unwrap();
        assert_eq!(again, Retried::NotFailed(LogStatus::Pending));
        let log = world.log(&store, &failed).await;
        assert_eq!((log.status, log.error, log.processed_at), (LogStatus::Pending, None, None));
        assert_eq!((log.text, log.accepted_at), (before.text, before.accepted_at));
        assert_eq!(log.queue, Some(QueuePlace { position: 2, depth: 2 }));

        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["next", "bad"]);
        let again = &claim.episodes[1];
        assert_eq!((again.id, again.attempts, again.claims), (failed.episode, 0, 0));
        world.complete(&store, &claim).await;
        let log = world.log(&store, &failed).await;
        assert_eq!((log.status, log.episode), (LogStatus::Completed, Some(failed.episode)));
        let done = store.retry(ann.user, failed.log, world.now()).await.unwrap();
        assert_eq!(done, Retried::NotFailed(LogStatus::Completed));
        // The oldest wait is counted from when it was queued again.
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
    }

    async fn a_retry_wakes_a_lane_that_is_empty(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let failed = accept(&world, &store, ann, &["bad"], |_| {}).await.remove(0);
        fail(&world, &store).await;
        assert_eq!(store.next_ready_at().await.unwrap(), None);
        world.clock.advance_ms(60_000);
        store.retry(ann.user, failed.log, world.now()).await.unwrap();
        assert!(store.next_ready_at().await.unwrap() <= Some(world.now()));
        let since = store.queue_state(ann.user).await.unwrap().oldest_waiting_since;
        assert_eq!(since, Some(world.now()));
    }

    async fn a_retry_that_breaks_off_is_none_and_one_whose_answer_is_lost_counts(database: &TestDatabase) {
        let world = World::new();
        let store = database.store().await;
        let ann = world.person(&store, "ann").await;
        let failed = accept(&world, &store, ann, &["bad"], |_| {}).await.remove(0);
        fail(&world, &store).await;
        for (point, status) in [
            ("retry.before_commit", LogStatus::Failed),
            ("retry.after_commit", LogStatus::Pending),
        ] {
            let faulty = Faults::new(std::sync::Arc::new(move |at| at == point));
            let store = database.store_with(faulty).await;
            assert!(store.retry(ann.user, failed.log, world.now()).await.is_err());
            assert_eq!(world.log(&store, &failed).await.status, status);
        }
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["bad"]);
    }

    async fn a_document_that_has_a_newer_version_is_not_tried_again(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let note = |text: &mut AcceptedEpisode| {
            text.kind = EpisodeKind::Document;
            text.session = Some("note".to_owned());
        };
        let old = accept(&world, &store, ann, &["old"], note).await.remove(0);
        fail(&world, &store).await;
        let new = accept(&world, &store, ann, &["new"], note).await.remove(0);
        assert_eq!(store.retry(ann.user, old.log, world.now()).await.unwrap(), Retried::Outdated);
        fail(&world, &store).await;
        assert_eq!(store.retry(ann.user, old.log, world.now()).await.unwrap(), Retried::Outdated);
        assert_eq!(store.retry(ann.user, new.log, world.now()).await.unwrap(), Retried::Queued);
    }

    async fn a_replaced_document_is_gone_but_for_its_log(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let note = |text: &mut AcceptedEpisode| {
            text.kind = EpisodeKind::Document;
            text.session = Some("note".to_owned());
        };
        let texts = accept(&world, &store, ann, &["old", "old", "new"], note).await;
        let claim = store.claim(world.token(), world.now(), world.in_ms(1_000), 1, 1).await.unwrap().unwrap();
        world.complete(&store, &claim).await;
        let before = store.revision(ann.user, ann.space).await.unwrap().unwrap();

        // The same again: nothing of it is kept but its log.
        let claim = store.claim(world.token(), world.now(), world.in_ms(1_000), 1, 1).await.unwrap().unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let held = settlement.graph().documents(ann.space, "note").await.unwrap();
        assert_eq!(held.iter().map(|one| one.log).collect::<Vec<_>>(), [texts[0].log]);
        assert!(settlement.follow_episode(texts[1].log, texts[0].episode, "same", world.now()).await.unwrap());
        settlement.release().await.unwrap();
        let same = world.log(&store, &texts[1]).await;
        assert_eq!((same.status, same.episode), (LogStatus::Completed, Some(texts[0].episode)));
        assert_eq!((same.text.as_str(), same.note.as_deref()), ("old", Some("same")));
        assert_eq!(store.revision(ann.user, ann.space).await.unwrap(), Some(before));

        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = revision;
        settlement.complete_episode(completed);
        settlement.write_completed().await.unwrap();
        settlement.graph().replace_document(texts[0].episode, texts[2].log).await.unwrap();
        settlement.release().await.unwrap();
        for text in &texts[..2] {
            let log = world.log(&store, text).await;
            assert_eq!((log.status, log.episode), (LogStatus::Completed, None));
            assert_eq!((log.text.as_str(), log.replaced_by), ("", Some(texts[2].log)));
        }
        let changes = store.changes_since(ann.user, ann.space, Revision(0), 9).await.unwrap().unwrap();
        let ids: Vec<_> = changes.episodes.iter().map(|one| one.id).collect();
        assert_eq!((ids, changes.removed_episodes), (vec![texts[2].episode], vec![texts[0].episode]));

        // What is left of the old version can be forgotten, too.
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let forgotten = change.forget_log(texts[0].log).await.unwrap().unwrap();
        assert_eq!((forgotten.episode, forgotten.was_processed), (None, false));
        assert_eq!(change.forget_log(texts[0].log).await.unwrap(), None);
        change.commit().await.unwrap();
        assert_eq!(store.log(ann.user, texts[0].log).await.unwrap(), None);
        assert!(store.episode(ann.user, texts[2].episode).await.unwrap().is_some());

        // The log that is left of the others goes some days after the new version came, and that one's own stays.
        let remove = async |before| store.remove_replaced_logs(before, 10).await.unwrap();
        assert_eq!(remove(world.now()).await, 0);
        assert_eq!(remove(world.in_ms(1_000)).await, 1);
        assert_eq!(store.log(ann.user, texts[1].log).await.unwrap(), None);
        assert!(store.log(ann.user, texts[2].log).await.unwrap().is_some());
        assert_eq!(database.database.verify().await.unwrap(), []);
    }
}
