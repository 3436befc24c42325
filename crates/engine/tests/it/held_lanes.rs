//! A user whose lane somebody holds is left out of a commit, and those who wait beside them are answered.

use std::pin::pin;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use recollect_engine::{Engine, EngineError, Settings};
use recollect_model::{EmailAddress, Environment, LeaseToken};
use recollect_storage::{Database, Faults, Store};
use tokio::time::timeout;

use crate::support::{scripted, text};

/// Shorter than a lock is waited for.
const AT_ONCE: Duration = Duration::from_secs(3);

/// A database of a test's own; one of PostgreSQL, where several may write.
pub(crate) struct Scratch {
    server: String,
    name: String,
}

impl Scratch {
    pub(crate) fn create(name: &str) -> Self {
        let server = std::env::var("RECOLLECT_TEST_POSTGRES")
            .expect("this needs a throwaway PostgreSQL: run ./test, or tests/postgres start");
        let name = format!("recollect_{name}_{}", std::process::id());
        psql(&server, &format!("CREATE DATABASE {name}"));
        Self { server, name }
    }

    pub(crate) fn database(&self) -> Database {
        let (server, _) = self.server.rsplit_once('/').unwrap();
        let url = format!("{server}/{}", self.name);
        Database::Postgres { url }
    }

    /// Runs a statement behind the store's back.
    pub(crate) fn execute(&self, sql: &str) {
        let (server, _) = self.server.rsplit_once('/').unwrap();
        psql(&format!("{server}/{}", self.name), sql);
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let sql = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        psql(&self.server, &sql);
    }
}

fn psql(url: &str, sql: &str) {
    let output = Command::new("psql").args([url, "-qc", sql]).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[tokio::test]
async fn a_held_lane_is_left_out_of_a_group_commit_and_the_others_are_answered_at_once() {
    let scratch = Scratch::create("held_lanes");
    let store = Store::open(&scratch.database(), Faults::none())
        .await
        .unwrap();
    let environment = Environment::system();
    let person = async |name: &str| {
        let email: EmailAddress = format!("{name}@example.com").parse().unwrap();
        let account = store.ensure_account(&email, name, &environment);
        let user = account.await.unwrap().id;
        let space = store.default_space(user).await.unwrap().unwrap().id;
        (user, space)
    };
    let ((ann, hers), (bob, his)) = (person("ann").await, person("bob").await);
    let settings = Settings::default();
    let engine = Engine::new(store.clone(), scripted(), environment.clone(), settings);
    let held = store.begin_change(ann, LeaseToken::new(&environment)).await;

    // Neither waits for anything before both texts have been given to be stored, so that they share a commit.
    let mut waiting = pin!(engine.accept(ann, text(Some(hers), "held")));
    let free = timeout(AT_ONCE, engine.accept(bob, text(Some(his), "free")));
    tokio::select! {
        biased;
        stored = &mut waiting => panic!("her lane is held: {stored:?}"),
        stored = free => stored.expect("he waits for her lane").unwrap(),
    };
    assert_eq!(engine.queue(bob).await.unwrap().depth, 1);
    assert_eq!(engine.queue(ann).await.unwrap().depth, 0);
    held.unwrap().commit().await.unwrap();
    timeout(AT_ONCE, waiting).await.unwrap().unwrap();
    assert_eq!(engine.queue(ann).await.unwrap().depth, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_held_lane_keeps_nobody_where_texts_are_stored_one_by_one() {
    let scratch = Scratch::create("held_alone");
    let commits = Arc::new(AtomicUsize::new(0));
    let counted = commits.clone();
    let faults = Faults::new(Arc::new(move |point| {
        if point == "accept.before_commit" {
            match counted.fetch_add(1, SeqCst) {
                // Until the others have been given to be stored, so that they share a commit.
                0 => std::thread::sleep(Duration::from_millis(400)),
                // That one cannot be stored, for a defect which one by one does not show.
                1 => panic!("the panic injected at {point}"),
                _ => {}
            }
        }
        false
    }));
    let store = Store::open(&scratch.database(), faults).await.unwrap();
    let environment = Environment::system();
    let mut people = Vec::new();
    for name in ["ann", "bob", "eve", "dan"] {
        let email = format!("{name}@example.com").parse().unwrap();
        let account = store.ensure_account(&email, name, &environment);
        people.push(account.await.unwrap().id);
    }
    let engine = Arc::new(Engine::new(
        store.clone(),
        scripted(),
        environment.clone(),
        Settings::default(),
    ));
    let accept = |user| {
        let engine = engine.clone();
        tokio::spawn(async move {
            match engine.accept(user, text(None, "words")).await {
                // On a busy machine one may have been alone in the commit that panicked, and is told so.
                Err(EngineError::Internal(_)) => engine.accept(user, text(None, "words")).await,
                accepted => accepted,
            }
        })
    };
    let [ann, bob, eve, dan] = people.try_into().unwrap();
    let held = store.begin_change(ann, LeaseToken::new(&environment)).await;
    let dans = accept(dan);
    while commits.load(SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (hers, others) = (accept(ann), [dans, accept(bob), accept(eve)]);
    for other in others {
        let stored = timeout(AT_ONCE, other)
            .await
            .expect("they wait for her lane");
        stored.unwrap().unwrap();
    }
    assert!(!hers.is_finished());
    held.unwrap().commit().await.unwrap();
    timeout(AT_ONCE, hers).await.unwrap().unwrap().unwrap();
    assert_eq!(engine.queue(ann).await.unwrap().depth, 1);
    assert!(commits.load(SeqCst) > 3);
}

#[tokio::test]
async fn what_waited_for_a_lane_is_stored_in_order_and_in_commits_of_limited_size() {
    const TEXTS: usize = 600;
    let scratch = Scratch::create("held_many");
    let commits = Arc::new(AtomicUsize::new(0));
    let counted = commits.clone();
    let faults = Faults::new(Arc::new(move |point| {
        counted.fetch_add(usize::from(point == "accept.before_commit"), SeqCst);
        false
    }));
    let store = Store::open(&scratch.database(), faults).await.unwrap();
    let environment = Environment::system();
    let email = "ann@example.com".parse().unwrap();
    let account = store.ensure_account(&email, "ann", &environment);
    let user = account.await.unwrap().id;
    let engine = Engine::new(
        store.clone(),
        scripted(),
        environment.clone(),
        Settings::default(),
    );
    let held = store
        .begin_change(user, LeaseToken::new(&environment))
        .await;
    let texts = (0..TEXTS).map(|number| Ok::<_, EngineError>(text(None, &number.to_string())));
    let accepted = engine.accept_all(user, texts.collect());
    let released = async {
        // Until every one of them was given, and found the lane held.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let before = commits.load(SeqCst);
        held.unwrap().commit().await.unwrap();
        before
    };
    let (accepted, before) = tokio::join!(accepted, released);
    for stored in accepted {
        stored.unwrap();
    }
    let made = commits.load(SeqCst) - before;
    assert!(made >= 3, "{TEXTS} texts in {made} commits");
    let page = recollect_engine::Page::first(1_000);
    let logs = engine.newest_logs(user, &Default::default(), page).await;
    let stored: Vec<usize> = logs
        .unwrap()
        .items
        .iter()
        .rev()
        .map(|log| log.text.parse().unwrap())
        .collect();
    assert_eq!(stored, Vec::from_iter(0..TEXTS));
}
