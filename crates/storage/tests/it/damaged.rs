//! A row that cannot be read is its owner's trouble alone.

use recollect_model::LogStatus;
use recollect_storage::Store;

use crate::harness::{Person, TestDatabase, World, bodies, on_both_engines};

/// A day, in milliseconds.
const DAY: i64 = 24 * 3_600 * 1_000;

impl World {
    /// People in the order in which their lanes are served the first time.
    async fn in_turn<const N: usize>(&self, store: &Store) -> [Person; N] {
        let mut people = Vec::with_capacity(N);
        for number in 0..N {
            people.push(self.person(store, &format!("person{number}")).await);
        }
        people.sort_unstable_by_key(|person| person.user);
        people
            .try_into()
            .unwrap_or_else(|_| unreachable!("there are as many"))
    }
}

on_both_engines! {
    async fn a_text_that_is_damaged_is_claimed_alone_and_keeps_nobody_elses(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let [ann, bob] = world.in_turn(&store).await;
        let texts = world.accept(&store, ann, &["whole", "damaged", "behind"]).await;
        world.accept(&store, bob, &["short"]).await;
        let damaged = &texts[1];
        let sql = "UPDATE episodes SET body = 'AAAA' WHERE id";
        database.execute(&format!("{sql} = '{}'", damaged.episode)).await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!((claim.user, bodies(&claim)), (ann.user, vec!["whole"]));
        assert_eq!(database.rows("logs WHERE status = 'pending'").await, 3);
        world.complete(&store, &claim).await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!((claim.user, bodies(&claim)), (bob.user, vec!["short"]));
        world.complete(&store, &claim).await;
        let claim = world.claim(&store).await.unwrap();
        let unreadable = claim.unreadable.as_ref().unwrap();
        assert_eq!((unreadable.log, unreadable.space), (damaged.log, ann.space));
        assert_eq!((claim.head(), bodies(&claim)), (Some(2), vec![]));
        assert!(unreadable.reason.contains("episodes.body"), "{}", unreadable.reason);
        let mut settlement = world.settlement(&store, &claim).await;
        assert!(settlement.fail_episode(damaged.log, "it is damaged", world.now()));
        settlement.release().await.unwrap();
        let log = world.log(&store, damaged).await;
        assert_eq!((log.status, log.error.as_deref()), (LogStatus::Failed, Some("it is damaged")));
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["behind"]);
    }

    async fn an_owner_whose_name_is_damaged_keeps_nobody_elses_text(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let [ann, bob] = world.in_turn(&store).await;
        let texts = world.accept(&store, ann, &["hers"]).await;
        world.accept(&store, bob, &["his"]).await;
        database.execute(&format!("UPDATE accounts SET name = 'AAAA' WHERE id = '{}'", ann.user)).await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(claim.unreadable.map(|text| text.log), Some(texts[0].log));
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["his"]);
    }

    async fn an_owner_whose_key_is_damaged_keeps_nobody_elses_text(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let [ann, bob] = world.in_turn(&store).await;
        world.accept(&store, ann, &["hers"]).await;
        world.accept(&store, bob, &["his"]).await;
        let sql = "UPDATE data_keys SET wrapped = (SELECT wrapped FROM data_keys WHERE owner";
        let sql = format!("{sql} = '{}') WHERE owner = '{}'", bob.user, ann.user);
        database.execute(&sql).await;
        // One that has not opened her key before.
        let store = database.store().await;
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["his"]);
        assert_eq!(world.claim(&store).await, None);
    }

    async fn a_kind_of_text_that_is_not_known_is_left_to_a_newer_program_for_a_day(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let [ann, bob] = world.in_turn(&store).await;
        let texts = world.accept(&store, ann, &["newer"]).await;
        world.accept(&store, bob, &["his"]).await;
        database.execute(&format!("UPDATE episodes SET kind = 'hologram' WHERE user_id = '{}'", ann.user)).await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["his"]);
        world.complete(&store, &claim).await;
        assert_eq!(world.claim(&store).await, None);
        assert_eq!(world.log(&store, &texts[0]).await.status, LogStatus::Pending);
        world.clock.advance_ms(60_001);
        assert_eq!(world.claim(&store).await, None);
        world.clock.advance_ms(DAY);
        let claim = world.claim(&store).await.unwrap();
        assert!(claim.unreadable.unwrap().reason.contains("hologram"));
    }

    async fn a_newer_program_gets_what_was_left_to_it_as_if_nobody_had_seen_it(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["newer"]).await;
        database.execute("UPDATE episodes SET kind = 'hologram'").await;
        for _ in 0..30 {
            assert_eq!(world.claim(&store).await, None);
            world.clock.advance_ms(60_001);
        }
        database.execute("UPDATE episodes SET kind = 'CONVERSATION'").await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!((bodies(&claim), claim.episodes[0].claims), (vec!["newer"], 1));
    }

    async fn a_lane_whose_owner_is_being_changed_is_passed_over_for_the_next(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let people: [Person; 3] = world.in_turn(&store).await;
        for person in people {
            let mut text = world.text(person, "brought");
            text.is_bulk = true;
            store.accept(&[text]).await.unwrap();
        }
        // The embedded database's one writer is alone.
        let is_shared = database.url().starts_with("postgres");
        let change = match is_shared {
            true => Some(store.begin_change(people[0].user, world.token()).await.unwrap()),
            false => None,
        };
        let expected: &[_] = if is_shared { &people[1..] } else { &people };
        for person in expected {
            assert_eq!(world.claim(&store).await.map(|claim| claim.user), Some(person.user));
        }
        assert_eq!(world.claim(&store).await, None);
        drop(change);
    }

    async fn a_text_that_is_damaged_keeps_no_other_from_being_read_anew(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let [ann, bob] = world.in_turn(&store).await;
        world.accept(&store, ann, &["damaged"]).await;
        world.accept(&store, bob, &["his"]).await;
        world.process_all(&store).await;
        let sql = "UPDATE episodes SET body = 'AAAA' WHERE user_id";
        database.execute(&format!("{sql} = '{}'", ann.user)).await;
        let found = store.episodes_to_renew("another", "test-embedder", None, 1).await.unwrap();
        let users: Vec<_> = found.iter().map(|episode| (episode.user, episode.body.as_str())).collect();
        assert_eq!(users, [(bob.user, "his")]);
    }

    async fn a_delivery_that_is_damaged_is_given_up_and_keeps_no_other(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let [ann, bob] = world.in_turn(&store).await;
        let (hers, his) = (world.hook(&store, ann).await, world.hook(&store, bob).await);
        for person in [ann, ann, bob] {
            world.something_happens(&store, person).await;
        }
        let sql = "UPDATE deliveries SET body = 'AAAA' WHERE webhook_id";
        database.execute(&format!("{sql} = '{hers}' AND seq = 1")).await;
        let mut claimed = Vec::new();
        for _ in 0..2 {
            let until = world.in_ms(60_000);
            let one = store.claim_delivery(world.token(), world.now(), until, 8).await;
            claimed.push(one.unwrap().unwrap().webhook);
        }
        claimed.sort_unstable();
        let mut expected = [hers, his];
        expected.sort_unstable();
        assert_eq!(claimed, expected);
        let given_up = "deliveries WHERE state = 'exhausted' AND attempts = 0 AND error IS NOT NULL";
        assert_eq!(database.rows(given_up).await, 1);
    }

    async fn a_kind_of_event_that_is_not_known_is_left_to_a_newer_program(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.hook(&store, ann).await;
        world.something_happens(&store, ann).await;
        database.execute("UPDATE deliveries SET kind = 'dream.ended'").await;
        let until = world.in_ms(60_000);
        let claimed = store.claim_delivery(world.token(), world.now(), until, 8).await;
        assert_eq!(claimed.unwrap(), None);
        world.clock.advance_ms(DAY);
        let until = world.in_ms(60_000);
        let claimed = store.claim_delivery(world.token(), world.now(), until, 8).await;
        assert_eq!(claimed.unwrap(), None);
        assert_eq!(database.rows("deliveries WHERE state = 'exhausted'").await, 1);
    }
}
