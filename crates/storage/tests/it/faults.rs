use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use recollect_model::LogStatus;
use recollect_storage::{Faults, StorageError};

use crate::harness::{TestDatabase, World, bodies, on_both_engines};

/// A fault that happens once at this point after it is armed.
#[derive(Clone)]
struct Once(Arc<AtomicBool>);

impl Once {
    fn at(point: &'static str) -> (Self, Faults) {
        let armed = Arc::new(AtomicBool::new(false));
        let fires = armed.clone();
        let faults =
            move |passed: &'static str| passed == point && fires.swap(false, Ordering::SeqCst);
        (Self(armed), Faults::new(Arc::new(faults)))
    }

    fn arm(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn unavailable<T: std::fmt::Debug>(answer: &Result<T, StorageError>) -> bool {
    matches!(answer, Err(StorageError::Unavailable { .. }))
}

on_both_engines! {
    async fn a_fault_before_the_commit_of_an_accept_keeps_nothing(database: &TestDatabase) {
        let (fault, faults) = Once::at("accept.before_commit");
        let (world, store) = (World::new(), database.store_with(faults).await);
        let ann = world.person(&store, "ann").await;
        let text = world.text(ann, "1");
        fault.arm();
        assert!(unavailable(&store.accept(std::slice::from_ref(&text)).await));
        assert_eq!(store.log(ann.user, text.log).await.unwrap(), None);
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
        store.accept(&[text]).await.unwrap();
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["1"]);
    }

    async fn an_answer_lost_after_the_commit_of_an_accept_leaves_the_text_stored(database: &TestDatabase) {
        let (fault, faults) = Once::at("accept.after_commit");
        let (world, store) = (World::new(), database.store_with(faults).await);
        let ann = world.person(&store, "ann").await;
        let text = world.text(ann, "1");
        fault.arm();
        assert!(unavailable(&store.accept(std::slice::from_ref(&text)).await));
        assert_eq!(world.log(&store, &text).await.status, LogStatus::Pending);
    }

    async fn a_settlement_that_was_not_committed_can_be_made_again(database: &TestDatabase) {
        let (fault, faults) = Once::at("settle.before_commit");
        let (world, store) = (World::new(), database.store_with(faults).await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1"]).await;
        let claim = world.claim(&store).await.unwrap();
        fault.arm();
        let mut settlement = world.settlement(&store, &claim).await;
        settlement.fail_episode(texts[0].log, "no", world.now());
        assert!(unavailable(&settlement.release().await));
        assert_eq!(world.log(&store, &texts[0]).await.status, LogStatus::Processing);
        world.complete(&store, &claim).await;
        assert_eq!(world.log(&store, &texts[0]).await.status, LogStatus::Completed);
    }

    async fn a_settlement_whose_answer_was_lost_is_not_made_twice(database: &TestDatabase) {
        let (fault, faults) = Once::at("settle.after_commit");
        let (world, store) = (World::new(), database.store_with(faults).await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1"]).await;
        let claim = world.claim(&store).await.unwrap();
        fault.arm();
        let mut settlement = world.settlement(&store, &claim).await;
        settlement.fail_episode(texts[0].log, "no", world.now());
        assert!(unavailable(&settlement.release().await));
        assert!(store.begin_settlement(claim.user, claim.token).await.unwrap().is_none());
        assert_eq!(world.log(&store, &texts[0]).await.status, LogStatus::Failed);
    }

    async fn a_lost_claim_is_claimed_again_once_its_lease_is_over(database: &TestDatabase) {
        let (fault, faults) = Once::at("claim.after_commit");
        let (world, store) = (World::new(), database.store_with(faults).await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1"]).await;
        fault.arm();
        let claim = store.claim(world.token(), world.now(), world.in_ms(10), 64, 1 << 20).await;
        assert!(unavailable(&claim));
        assert_eq!(world.claim(&store).await, None);
        world.clock.advance_ms(10);
        assert_eq!(world.claim(&store).await.unwrap().episodes[0].claims, 2);
    }

    async fn a_claim_that_was_not_committed_leaves_the_lane_free(database: &TestDatabase) {
        let (fault, faults) = Once::at("claim.before_commit");
        let (world, store) = (World::new(), database.store_with(faults).await);
        let ann = world.person(&store, "ann").await;
        world.accept(&store, ann, &["1"]).await;
        fault.arm();
        let claim = store.claim(world.token(), world.now(), world.in_ms(10), 64, 1 << 20).await;
        assert!(unavailable(&claim));
        assert_eq!(world.claim(&store).await.unwrap().episodes[0].claims, 1);
    }

    async fn a_change_that_was_not_committed_can_be_made_again(database: &TestDatabase) {
        let (fault, faults) = Once::at("change.before_commit");
        let (world, store) = (World::new(), database.store_with(faults).await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1"]).await;
        world.process_all(&store).await;
        fault.arm();
        for is_kept in [false, true] {
            let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
            assert!(change.forget_log(texts[0].log).await.unwrap().is_some());
            assert_eq!(change.commit().await.is_ok(), is_kept);
            assert_eq!(store.log(ann.user, texts[0].log).await.unwrap().is_none(), is_kept);
        }
    }

    async fn a_call_that_is_given_up_half_way_leaves_the_store_usable(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let mut stored = 0;
        for patience in 0..60 {
            let texts: Vec<_> = (0..5).map(|n| world.text(ann, &n.to_string())).collect();
            let accept = store.accept(&texts);
            let gives_up = async {
                for _ in 0..patience {
                    tokio::task::yield_now().await;
                }
            };
            tokio::select! {
                biased;
                _ = accept => {}
                () = gives_up => {}
            }
            // All or nothing, and the next call works.
            let queued = store.queued(ann.user).await.unwrap();
            assert!(queued == stored || queued == stored + 5, "{queued} after {stored}");
            world.accept(&store, ann, &["next"]).await;
            stored = store.queued(ann.user).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_server_that_closes_every_connection_is_found_again() {
    let database = TestDatabase::postgres().await;
    let (world, store) = (World::new(), database.store().await);
    let ann = world.person(&store, "ann").await;
    world.accept(&store, ann, &["1"]).await;
    let claim = world.claim(&store).await.unwrap();
    let cut = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";

    let settlement = world.settlement(&store, &claim).await;
    database.execute(cut).await;
    assert!(unavailable(&settlement.release().await));
    world.complete(&store, &claim).await;
    database.execute(cut).await;
    assert_eq!(store.queued(ann.user).await.unwrap(), 0);
    database.remove().await;
}

#[tokio::test]
async fn a_database_in_memory_lives_as_long_as_its_store() {
    let (fault, faults) = Once::at("accept.before_commit");
    let database = recollect_storage::Database::SqliteInMemory;
    let store = recollect_storage::Store::open(&database, faults)
        .await
        .unwrap();
    let other = recollect_storage::Store::open(&database, Faults::none())
        .await
        .unwrap();
    let world = World::new();
    let ann = world.person(&store, "ann").await;
    fault.arm();
    assert!(unavailable(&store.accept(&[world.text(ann, "1")]).await));
    world.accept(&store, ann, &["2"]).await;
    let claim = world.claim(&store.clone()).await.unwrap();
    drop(world.settlement(&store, &claim).await);
    world.complete(&store, &claim).await;
    assert_eq!(store.queued(ann.user).await.unwrap(), 0);
    assert_eq!(
        store
            .account(ann.user)
            .await
            .unwrap()
            .map(|account| account.id),
        Some(ann.user)
    );
    assert_eq!(other.account(ann.user).await.unwrap(), None);
}
