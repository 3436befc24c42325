//! Two logs may follow one text: a document that was sent again as it was.

use recollect_model::{AcceptedEpisode, EpisodeKind, LogStatus};
use recollect_storage::{Edited, Quota, Quotas, Retried, Store};

use crate::harness::{Person, TestDatabase, World, bodies, on_both_engines};

impl World {
    /// A document that was sent twice.
    async fn sent_twice(&self, store: &Store, person: Person) -> [AcceptedEpisode; 2] {
        let [first, again] = [(); 2].map(|()| AcceptedEpisode {
            session: Some("n1".to_owned()),
            kind: EpisodeKind::Document,
            ..self.text(person, "the same")
        });
        store.accept(&[first.clone(), again.clone()]).await.unwrap();
        let claim = self.claim(store).await.unwrap();
        let mut settlement = self.settlement(store, &claim).await;
        let revision = settlement.graph().advance_space(person.space).await;
        let mut completed = self.completed(&claim.episodes[0]);
        completed.revision = revision.unwrap().unwrap();
        settlement.complete_episode(completed);
        let followed = settlement.follow_episode(again.log, first.episode, "again", self.now());
        assert!(followed.await.unwrap());
        settlement.release().await.unwrap();
        [first, again]
    }

    async fn edit(&self, store: &Store, text: &AcceptedEpisode, body: &str) -> Edited {
        let change = store.begin_change(text.user, self.token()).await;
        let mut change = change.unwrap();
        let edited = change.edit_text(text.log, body, self.now()).await.unwrap();
        change.commit().await.unwrap();
        edited
    }
}

on_both_engines! {
    async fn what_waits_for_a_text_that_goes_through_another_log_fails(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let [first, again] = world.sent_twice(&store, ann).await;
        assert!(matches!(world.edit(&store, &again, "other").await, Edited::Queued { .. }));
        world.accept(&store, ann, &["behind"]).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let gone = change.forget_log(first.log).await.unwrap().unwrap();
        assert_eq!((gone.episode, gone.failed), (Some(first.episode), Some(again.log)));
        change.commit().await.unwrap();
        let log = world.log(&store, &again).await;
        assert_eq!((log.status, log.episode), (LogStatus::Failed, None));
        assert!(log.error.unwrap().contains("forgotten"));
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["behind"]);
        let retried = store.retry(ann.user, again.log, world.now()).await.unwrap();
        assert_eq!(retried, Retried::Unknown);
        assert_eq!(world.edit(&store, &again, "once more").await, Edited::Unknown);
    }

    async fn what_goes_while_it_is_processed_is_settled_by_nobody(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let [first, again] = world.sent_twice(&store, ann).await;
        world.edit(&store, &again, "other").await;
        let claim = world.claim(&store).await.unwrap();
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.forget_log(first.log).await.unwrap().unwrap();
        change.commit().await.unwrap();
        world.complete(&store, &claim).await;
        assert_eq!(world.log(&store, &again).await.status, LogStatus::Failed);
        assert_eq!((database.rows("queue").await, database.rows("episodes").await), (0, 0));
    }

    async fn a_place_in_the_queue_without_its_text_is_ended_by_the_next_claim(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["first", "gone", "behind"]).await;
        // An older program left it so.
        database.execute(&format!("DELETE FROM episodes WHERE id = '{}'", texts[1].episode)).await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["first"]);
        world.complete(&store, &claim).await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["behind"]);
        world.complete(&store, &claim).await;
        let log = world.log(&store, &texts[1]).await;
        assert_eq!((log.status, log.processed_at), (LogStatus::Failed, Some(world.now())));
        assert_eq!(database.rows("queue").await, 0);
    }

    async fn a_text_that_waits_gets_other_words_through_none_of_its_logs(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let [first, again] = world.sent_twice(&store, ann).await;
        world.edit(&store, &first, "other").await;
        let refused = world.edit(&store, &again, "another").await;
        assert_eq!(refused, Edited::UnderWay(LogStatus::Pending));
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["other"]);
        let refused = world.edit(&store, &again, "another").await;
        assert_eq!(refused, Edited::UnderWay(LogStatus::Processing));
        world.complete(&store, &claim).await;
        assert!(matches!(world.edit(&store, &again, "another").await, Edited::Queued { .. }));
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["another"]);
    }

    async fn a_text_that_is_part_of_the_graph_is_not_dropped_for_another(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["whole"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let (log, episode) = (texts[0].log, texts[0].episode);
        settlement.follow_episode(log, episode, "itself", world.now()).await.unwrap();
        settlement.release().await.unwrap();
        assert_eq!(database.rows("episodes").await, 1);
    }

    async fn an_older_version_does_not_get_other_words_behind_a_newer_one(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let [first, second] = ["first", "second"].map(|body| AcceptedEpisode {
            external_id: Some("plan".to_owned()),
            ..world.text(ann, body)
        });
        store.accept(std::slice::from_ref(&first)).await.unwrap();
        world.process_all(&store).await;
        store.accept(std::slice::from_ref(&second)).await.unwrap();
        assert_eq!(world.edit(&store, &first, "other").await, Edited::Outdated);
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(world.edit(&store, &first, "other").await, Edited::Outdated);
        let mut settlement = world.settlement(&store, &claim).await;
        settlement.fail_episode(second.log, "failed", world.now());
        settlement.release().await.unwrap();
        assert!(matches!(world.edit(&store, &first, "other").await, Edited::Queued { .. }));
        assert_eq!(store.retry(ann.user, second.log, world.now()).await.unwrap(), Retried::Outdated);
    }

    async fn a_text_outlives_one_of_its_logs_whose_time_is_over(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let [first, again] = world.sent_twice(&store, ann).await;
        let end = async |log| {
            let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
            let ended = change.end_log(log).await.unwrap();
            change.commit().await.unwrap();
            ended
        };
        // What waits is read first.
        world.edit(&store, &first, "other").await;
        assert_eq!(end(first.log).await, None);
        world.process_all(&store).await;
        assert_eq!(end(first.log).await.unwrap().episode, None);
        assert_eq!(store.log(ann.user, first.log).await.unwrap(), None);
        let episode = store.episode(ann.user, first.episode).await.unwrap().unwrap();
        assert_eq!((episode.episode.body.as_str(), episode.episode.log), ("other", again.log));
        assert_eq!(world.log(&store, &again).await.text, "other");
        assert_eq!(end(again.log).await.unwrap().episode, Some(first.episode));
        assert_eq!((database.rows("logs").await, database.rows("episodes").await), (0, 0));
    }

    async fn other_words_are_counted_by_the_quota(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["12345", "1234567890"]).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let of = |bytes| Quotas { bytes: Some(bytes), ..Quotas::default() };
        for (limit, bytes, is_over) in [(20, 10, false), (20, 11, true), (10, 5, false), (10, 6, true)] {
            let over = change.exceeds(&of(limit), texts[0].log, bytes).await.unwrap();
            assert_eq!(over, is_over.then_some(Quota::Bytes), "{limit} {bytes}");
        }
        assert_eq!(change.exceeds(&Quotas::default(), texts[0].log, 1 << 40).await.unwrap(), None);
    }
}
