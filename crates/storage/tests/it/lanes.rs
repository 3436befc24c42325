use std::collections::HashSet;

use recollect_model::LogStatus;

use crate::harness::{Person, TestDatabase, World, bodies, on_both_engines};

on_both_engines! {
    async fn a_claim_takes_the_head_of_the_queue_and_says_so_in_the_logs(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2", "3"]).await;
        let claim = store.claim(world.token(), world.now(), world.in_ms(1_000), 2, 1 << 20);
        let claim = claim.await.unwrap().unwrap();
        assert_eq!((claim.user, claim.owner_name.as_str()), (ann.user, "ann"));
        assert_eq!(bodies(&claim), ["1", "2"]);
        let first = &claim.episodes[0];
        assert_eq!((first.id, first.log, first.space), (texts[0].episode, texts[0].log, ann.space));
        assert_eq!((first.attempts, first.claims), (0, 1));
        assert_eq!(first.accepted_at, world.now());
        assert_eq!(world.log(&store, &texts[1]).await.status, LogStatus::Processing);
        assert_eq!(world.log(&store, &texts[2]).await.status, LogStatus::Pending);
        assert_eq!(store.queued(ann.user).await.unwrap(), 3);
        // Its lane is held: nobody else gets the third before the first two are settled.
        assert_eq!(world.claim(&store).await, None);
    }

    async fn a_batch_is_limited_by_its_bytes_but_never_empty(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let long = "ü".repeat(40);
        world.accept(&store, ann, &[&long, "12345", "123456", "1"]).await;
        for expected in [vec![long.as_str()], vec!["12345"], vec!["123456", "1"]] {
            let claim = store.claim(world.token(), world.now(), world.in_ms(1_000), 64, 10);
            let claim = claim.await.unwrap().unwrap();
            assert_eq!(bodies(&claim), expected);
            world.complete(&store, &claim).await;
        }
    }

    async fn lanes_are_served_in_turn_even_while_the_clock_stands_still(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let mut people = Vec::new();
        for name in ["ann", "bob", "eve"] {
            let person = world.person(&store, name).await;
            world.accept(&store, person, &["1", "2", "3", "4"]).await;
            people.push(person.user);
        }
        for _ in 0..4 {
            let mut served = HashSet::new();
            for _ in 0..people.len() {
                let claim = store.claim(world.token(), world.now(), world.in_ms(1_000), 1, 1);
                let claim = claim.await.unwrap().unwrap();
                served.insert(claim.user);
                world.complete(&store, &claim).await;
            }
            assert_eq!(served, people.iter().copied().collect());
        }
        assert_eq!(world.claim(&store).await, None);
    }

    async fn one_long_queue_does_not_delay_a_newcomer_by_more_than_a_batch(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let many: Vec<String> = (0..500).map(|n| n.to_string()).collect();
        world.accept(&store, ann, &many.iter().map(String::as_str).collect::<Vec<_>>()).await;
        for _ in 0..3 {
            world.clock.advance_ms(10);
            let claim = world.claim(&store).await.unwrap();
            assert_eq!(claim.user, ann.user);
            // Bob comes while a batch of Ann's is in hand, and is next.
            world.accept(&store, bob, &["short"]).await;
            world.complete(&store, &claim).await;
            let claim = world.claim(&store).await.unwrap();
            assert_eq!(claim.user, bob.user);
            world.complete(&store, &claim).await;
        }
    }

    async fn an_expired_lease_is_taken_over_and_counted(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2"]).await;
        let lost = store.claim(world.token(), world.now(), world.in_ms(100), 64, 1 << 20);
        let lost = lost.await.unwrap().unwrap();
        assert_eq!(store.next_ready_at().await.unwrap(), Some(world.in_ms(100)));
        world.clock.advance_ms(99);
        assert_eq!(world.claim(&store).await, None);
        world.clock.advance_ms(1);
        // The new worker takes a smaller batch: what it leaves is waiting again, not processed.
        let taken = store.claim(world.token(), world.now(), world.in_ms(100), 1, 1 << 20);
        let taken = taken.await.unwrap().unwrap();
        assert_eq!(bodies(&taken), ["1"]);
        assert_eq!(taken.episodes[0].claims, 2);
        assert_eq!(world.log(&store, &texts[1]).await.status, LogStatus::Pending);
        assert!(store.begin_settlement(lost.user, lost.token).await.unwrap().is_none());
        world.complete(&store, &taken).await;
        world.process_all(&store).await;
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
    }

    async fn a_lease_can_be_prolonged_until_it_is_lost(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1"]).await;
        let claim = store.claim(world.token(), world.now(), world.in_ms(100), 64, 1 << 20);
        let claim = claim.await.unwrap().unwrap();
        assert!(store.renew(claim.user, claim.token, world.in_ms(300)).await.unwrap());
        world.clock.advance_ms(200);
        assert_eq!(world.claim(&store).await, None);
        world.clock.advance_ms(100);
        let other = world.claim(&store).await.unwrap();
        assert!(!store.renew(claim.user, claim.token, world.in_ms(300)).await.unwrap());
        assert!(store.renew(other.user, other.token, world.in_ms(300)).await.unwrap());
    }

    async fn a_restart_frees_every_lane_and_keeps_the_count_of_lost_claims(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2"]).await;
        let lost = world.claim(&store).await.unwrap();
        store.release_all_leases().await.unwrap();
        assert_eq!(world.log(&store, &texts[0]).await.status, LogStatus::Pending);
        assert!(store.begin_settlement(lost.user, lost.token).await.unwrap().is_none());
        let claim = world.claim(&store).await.unwrap();
        assert_eq!((bodies(&claim), claim.episodes[0].claims), (vec!["1"], 2));
        world.complete(&store, &claim).await;
        let claim = world.claim(&store).await.unwrap();
        assert_eq!((bodies(&claim), claim.episodes[0].claims), (vec!["2"], 1));
    }

    async fn whoever_finds_the_lease_lost_holds_the_lane_no_longer(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1"]).await;
        for _ in 0..32 {
            let lost = world.claim(&store).await.unwrap();
            store.release_all_leases().await.unwrap();
            assert!(store.begin_settlement(lost.user, lost.token).await.unwrap().is_none());
        }
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), vec!["1"]);
    }

    async fn a_lost_claim_counts_against_its_head_alone_and_its_batch_is_claimed_one_by_one(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["slow", "2", "3"]).await;
        for lost in 1..=22 {
            let claim = world.claim(&store).await.unwrap();
            assert_eq!(claim.episodes[0].claims, lost);
            assert_eq!(claim.episodes.len(), if lost == 1 { 3 } else { 1 });
            world.clock.advance_ms(60_000);
        }
        // What comes later was in nobody's hand.
        world.accept(&store, ann, &["4", "5"]).await;
        let claim = world.claim(&store).await.unwrap();
        world.complete(&store, &claim).await;
        for expected in [vec!["2"], vec!["3"], vec!["4", "5"]] {
            let claim = world.claim(&store).await.unwrap();
            assert_eq!((bodies(&claim), claim.episodes[0].claims), (expected, 1));
            world.complete(&store, &claim).await;
        }
    }

    async fn a_claim_that_is_given_back_counts_against_nobody(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2"]).await;
        for _ in 0..3 {
            let claim = world.claim(&store).await.unwrap();
            assert_eq!((bodies(&claim), claim.episodes[0].claims), (vec!["1", "2"], 1));
            let head = claim.episodes[0].seq;
            store.give_back(claim.user, claim.token, head, world.in_ms(500)).await.unwrap();
            assert_eq!(world.log(&store, &texts[1]).await.status, LogStatus::Pending);
            assert_eq!(world.claim(&store).await, None);
            world.clock.advance_ms(500);
        }
        // One that another worker has taken over meanwhile stays that one's.
        let late = world.claim(&store).await.unwrap();
        world.clock.advance_ms(60_000);
        let taken = world.claim(&store).await.unwrap();
        assert_eq!(taken.episodes[0].claims, 2);
        store.give_back(late.user, late.token, late.episodes[0].seq, world.now()).await.unwrap();
        assert_eq!(world.claim(&store).await, None);
        assert_eq!(world.log(&store, &texts[0]).await.status, LogStatus::Processing);
        world.clock.advance_ms(60_000);
        assert_eq!(world.claim(&store).await.unwrap().episodes[0].claims, 2);
    }

    async fn a_clock_that_is_set_back_freezes_no_lane(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let eve = world.person(&store, "eve").await;
        // One lane is leased to a worker that is lost, one waits for another attempt, one has something new.
        let texts = world.accept(&store, ann, &["leased"]).await;
        assert_eq!(world.claim(&store).await.unwrap().user, ann.user);
        let waiting = world.accept(&store, bob, &["waits"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        settlement.retry_later(waiting[0].log, "not now", world.in_ms(300_000));
        settlement.release().await.unwrap();
        world.accept(&store, eve, &["new"]).await;
        assert_eq!(texts.len(), 1);

        world.clock.set_ms(-60_000);
        // What is new waits for nothing.
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["new"]);
        assert_eq!(world.claim(&store).await, None);
        world.clock.set_ms(-3_600_000);
        let mut claimed = Vec::new();
        while let Some(claim) = world.claim(&store).await {
            claimed.push(claim.episodes[0].body.clone());
        }
        claimed.sort();
        assert_eq!(claimed, ["leased", "new", "waits"]);
    }

    async fn a_lane_emptied_by_a_deletion_is_passed_over(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        world.accept(&store, work, &["gone"]).await;
        world.accept(&store, bob, &["stays"]).await;
        store.delete_space(ann.user, work.space).await.unwrap();
        let claim = world.claim(&store).await.unwrap();
        assert_eq!(bodies(&claim), ["stays"]);
        world.complete(&store, &claim).await;
        assert_eq!(world.claim(&store).await, None);
        assert_eq!(store.next_ready_at().await.unwrap(), None);
        // The empty lane works as before when something arrives.
        world.accept(&store, ann, &["new"]).await;
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["new"]);
    }

    async fn two_stores_at_once_claim_different_lanes(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let second = database.store().await;
        for n in 0..12 {
            let person = world.person(&store, &format!("p{n}")).await;
            world.accept(&store, person, &["1"]).await;
        }
        let mut workers = tokio::task::JoinSet::new();
        for worker in 0..4 {
            let store = if worker % 2 == 0 { store.clone() } else { second.clone() };
            let environment = world.environment.clone();
            let until = world.in_ms(60_000);
            workers.spawn(async move {
                let mut users = Vec::new();
                // A claim may find the only ready lanes locked by the others: the lanes left say when all is done.
                while store.next_ready_at().await.unwrap() <= Some(environment.now()) {
                    let token = recollect_model::LeaseToken::new(&environment);
                    let claim = store.claim(token, environment.now(), until, 64, 1 << 20).await;
                    users.extend(claim.unwrap().map(|claim| claim.user));
                }
                users
            });
        }
        let users: Vec<_> = workers.join_all().await.into_iter().flatten().collect();
        assert_eq!(users.len(), 12);
        assert_eq!(users.iter().collect::<HashSet<_>>().len(), 12);
    }
}
