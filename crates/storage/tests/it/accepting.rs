use recollect_model::{AcceptedEpisode, LogStatus, ReferenceTime, Timestamp};
use recollect_storage::{Acceptance, Quotas, StorageError};

use crate::harness::{Person, TestDatabase, World, bodies, on_both_engines};

on_both_engines! {
    async fn an_accepted_text_is_there_after_a_restart(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let mut text = world.text(ann, "Ann moved to Lisbon.");
        text.session = Some("s1".to_owned());
        text.request = r#"{"source":"test"}"#.to_owned();
        text.reference_time = "2025-02-01T10:00:00+02:00".parse::<ReferenceTime>().unwrap();
        assert_eq!(store.accept(std::slice::from_ref(&text)).await.unwrap(), [Acceptance::Stored]);
        store.close().await;

        let store = database.store().await;
        let log = world.log(&store, &text).await;
        assert_eq!(log.id, text.log);
        assert_eq!(log.space, ann.space);
        assert_eq!(log.session.as_deref(), Some("s1"));
        assert_eq!(log.source, "test");
        assert_eq!(log.text, "Ann moved to Lisbon.");
        assert_eq!(log.reference_time, text.reference_time);
        assert_eq!(log.accepted_at, world.now());
        assert_eq!(log.status, LogStatus::Pending);
        assert_eq!(log.request, text.request);
        assert_eq!((log.processed_at, log.episode, log.error), (None, None, None));
        assert_eq!(store.queued(ann.user).await.unwrap(), 1);
        assert!(store.next_ready_at().await.unwrap() <= Some(world.now()));
    }

    async fn a_text_that_another_server_accepted_is_known_since_then_and_waits_since_it_came(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let since: Timestamp = "2020-01-02T03:04:05Z".parse().unwrap();
        let known = |body: &str, name: &str| AcceptedEpisode {
            known_since: Some(since),
            external_id: Some(name.to_owned()),
            ..world.text(ann, body)
        };
        let text = known("Ann moved to Lisbon.", "one");
        store.accept(std::slice::from_ref(&text)).await.unwrap();
        assert_eq!(world.log(&store, &text).await.accepted_at, since);
        // The day's quota counts it when it came, and nobody thinks that it has waited for years.
        assert_eq!(store.usage(ann.user, world.now()).await.unwrap().texts_today, 1);
        assert_eq!(store.backlog(world.now()).await.unwrap().oldest_since, Some(world.now()));
        let claim = world.claim(&store).await.unwrap();
        let claimed = &claim.episodes[0];
        assert_eq!((claimed.accepted_at, claimed.queued_at), (since, world.now()));
        world.complete(&store, &claim).await;
        // What takes the place of another text was not known before it came.
        let newer = known("Ann moved to Porto.", "one");
        let outcomes = store.accept(std::slice::from_ref(&newer)).await.unwrap();
        assert_eq!(outcomes, [Acceptance::Replaces(text.log)]);
        assert_eq!(world.log(&store, &newer).await.accepted_at, world.now());
    }

    async fn texts_wait_in_the_order_in_which_they_were_given(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let batch: Vec<_> = (0..100)
            .map(|n| world.text(if n % 3 == 0 { bob } else { ann }, &n.to_string()))
            .collect();
        store.accept(&batch[..40]).await.unwrap();
        store.accept(&batch[40..]).await.unwrap();
        for _ in 0..2 {
            let claim = store
                .claim(world.token(), world.now(), world.in_ms(1), 100, usize::MAX)
                .await.unwrap().unwrap();
            let own = batch.iter().filter(|text| text.user == claim.user);
            let own: Vec<_> = own.map(|text| text.body.as_str()).collect();
            assert_eq!(bodies(&claim), own);
            assert!(claim.episodes.is_sorted_by_key(|episode| episode.seq));
        }
    }

    async fn a_text_for_an_unknown_space_is_told_and_its_neighbours_are_kept(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let nowhere = Person { space: world.new_space("Nowhere").id, ..ann };
        let in_bobs = Person { space: bob.space, ..ann };
        let nobody = Person { user: recollect_model::UserId::new(&world.environment), ..ann };
        let batch = [
            world.text(ann, "first"),
            world.text(nowhere, "lost"),
            world.text(in_bobs, "not hers"),
            world.text(nobody, "nobody's"),
            world.text(ann, "second"),
        ];
        use Acceptance::{Stored, UnknownSpace};
        let outcomes = store.accept(&batch).await.unwrap();
        assert_eq!(outcomes, [Stored, UnknownSpace, UnknownSpace, UnknownSpace, Stored]);
        assert_eq!(store.log(ann.user, batch[1].log).await.unwrap(), None);
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["first", "second"]);
        assert_eq!(world.claim(&store).await, None);
    }

    async fn long_texts_and_any_unicode_come_back_as_they_were(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let long = "Zürich 🦀 e\u{301} \u{200d}\u{fffd}\u{10ffff} ' \" \\ $1 ? %s\r\n\t".repeat(20_000);
        let long: String = long.chars().take(1 << 19).collect();
        assert!(long.len() > 1 << 19);
        let odd = ["\u{1}\u{7f}\u{85}\u{2028}", "  leading and trailing  ", "'; DROP TABLE logs; --"];
        let mut all = vec![long.as_str()];
        all.extend(odd);
        let texts = world.accept(&store, ann, &all).await;
        for text in &texts {
            assert_eq!(world.log(&store, text).await.text, text.body);
        }
        // A text as long as the first waits in a lane of its own.
        let mut claimed: Vec<String> = Vec::new();
        while claimed.len() < all.len() {
            let claim = store
                .claim(world.token(), world.now(), world.in_ms(1), 64, usize::MAX)
                .await.unwrap().unwrap();
            claimed.extend(bodies(&claim).iter().map(|body| (*body).to_owned()));
            world.complete(&store, &claim).await;
        }
        claimed.sort_unstable_by_key(|body| all.iter().position(|one| one == body));
        assert_eq!(claimed, all);
        let ids: Vec<_> = texts.iter().map(|text| text.episode).collect();
        let episodes = store.episodes(ann.user, &ids).await.unwrap();
        let read: Vec<_> = episodes.iter().map(|episode| episode.body.as_str()).collect();
        assert_eq!(read, all);
    }

    async fn an_id_can_be_used_once(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["once"]).await;
        let again = store.accept(&texts).await;
        assert!(matches!(again, Err(StorageError::AlreadyExists { .. })), "{again:?}");
        assert_eq!(store.queued(ann.user).await.unwrap(), 1);
    }

    async fn accepting_nothing_is_no_error(database: &TestDatabase) {
        let store = database.store().await;
        assert_eq!(store.accept(&[]).await.unwrap(), []);
    }

    async fn writers_side_by_side_lose_and_double_nothing(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let second = database.store().await;
        let mut people = Vec::new();
        for name in ["ann", "bob", "eve", "joe"] {
            people.push(world.person(&store, name).await);
        }
        let mut writers = tokio::task::JoinSet::new();
        for writer in 0..8 {
            // Each with the users in another order: that of the locks must not depend on it.
            let mut batch: Vec<_> = (0..16).map(|n| world.text(people[(writer + n) % 4], "text")).collect();
            if writer % 2 == 0 {
                batch.reverse();
            }
            let store = if writer % 2 == 0 { store.clone() } else { second.clone() };
            writers.spawn(async move {
                for half in batch.chunks(8) {
                    store.accept(half).await.unwrap();
                }
            });
        }
        writers.join_all().await;
        for person in people {
            assert_eq!(store.queued(person.user).await.unwrap(), 32);
            let claim = world.claim(&store).await.unwrap();
            let seqs: Vec<_> = claim.episodes.iter().map(|episode| episode.seq).collect();
            assert_eq!(seqs, (1..=32).collect::<Vec<_>>());
        }
    }

    async fn a_space_can_be_deleted_while_texts_arrive_for_it(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        for round in 0..20 {
            let work = world.space(&store, ann.user, "Work").await;
            let work = Person { space: work, ..ann };
            let batch = [world.text(work, "at work"), world.text(ann, "at home")];
            let delete = async {
                // Now before, now in the middle of the other.
                for _ in 0..round {
                    tokio::task::yield_now().await;
                }
                store.delete_space(work.user, work.space).await.unwrap()
            };
            let (outcomes, deleted) = tokio::join!(store.accept(&batch), delete);
            let stored = outcomes.unwrap()[0] == Acceptance::Stored;
            assert_eq!(deleted.unwrap().episodes, u64::from(stored));
            assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["at home"]);
            store.release_all_leases().await.unwrap();
            world.process_all(&store).await;
        }
    }
}

#[tokio::test]
async fn an_acceptance_is_on_disk_whatever_postgres_does_by_default() {
    let database = TestDatabase::postgres().await;
    let url = database.url();
    let (_, name) = url.rsplit_once('/').unwrap();
    let relaxed = format!("ALTER DATABASE {name} SET synchronous_commit = off");
    database.execute(&relaxed).await;
    let (world, store) = (World::new(), database.store().await);
    let durable_only = "ALTER TABLE logs ADD CHECK (current_setting('synchronous_commit') = 'on')";
    database.execute(durable_only).await;
    let ann = world.person(&store, "ann").await;
    world.accept(&store, ann, &["1"]).await;
    store.close().await;
    database.remove().await;
}

#[tokio::test]
async fn a_lane_that_somebody_holds_is_left_out_and_the_others_are_stored() {
    let database = TestDatabase::postgres().await;
    let (world, store) = (World::new(), database.store().await);
    let ann = world.person(&store, "ann").await;
    let bob = world.person(&store, "bob").await;
    world.accept(&store, ann, &["first"]).await;
    let batch = [world.text(ann, "held"), world.text(bob, "free")];
    let change = store.begin_change(ann.user, world.token()).await.unwrap();
    let outcomes = store
        .accept_unheld(&batch, &Quotas::default())
        .await
        .unwrap();
    assert_eq!(outcomes, [Acceptance::Held, Acceptance::Stored]);
    drop(change);
    // What was left out can be accepted now, and was not kept before.
    for _ in 0..200 {
        let outcomes = store
            .accept_unheld(&batch[..1], &Quotas::default())
            .await
            .unwrap();
        if outcomes == [Acceptance::Stored] {
            break;
        }
    }
    assert_eq!(store.queued(ann.user).await.unwrap(), 2);
    assert_eq!(store.queued(bob.user).await.unwrap(), 1);
    // A settlement shares its lane.
    let claim = world.claim(&store).await.unwrap();
    let settlement = world.settlement(&store, &claim).await;
    let whose = if claim.user == ann.user { ann } else { bob };
    let during = store
        .accept_unheld(&[world.text(whose, "during")], &Quotas::default())
        .await;
    assert_eq!(during.unwrap(), [Acceptance::Stored]);
    drop(settlement);
    database.remove().await;
}
