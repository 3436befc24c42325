//! Servers that take no writes any more, that freeze and that refuse connections: a store goes to the one that works,
//! without a restart, and says so in time where none does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use recollect_model::LogStatus;
use recollect_storage::{Database, Faults, Pooling, PostgresLimits, StorageError, Store};
use sqlx::Connection;
use tokio::task::JoinSet;

use crate::cluster::{Cluster, ENDING_IN_THE_MIDDLE};
use crate::harness::{Person, TestDatabase, World};

/// Short enough for a test, and long enough for a machine that is busy.
const LIMITS: PostgresLimits = PostgresLimits {
    connections: 4,
    connecting: Duration::from_millis(1_500),
    waiting: Duration::from_secs(4),
    statement: Duration::from_secs(3),
    pooling: Pooling::Session,
};

/// Many more than there are connections.
const CALLERS: usize = 40;

async fn open(url: &str) -> Result<Store, StorageError> {
    let database = Database::Postgres {
        url: url.to_owned(),
    };
    Store::open_within(&database, LIMITS, Faults::none()).await
}

/// Accepts texts until one is stored; how many were refused before, each as something that may work later.
async fn accept_at_last(world: &World, store: &Store, person: Person) -> usize {
    for refused in 0..40 {
        match store.accept(&[world.text(person, "Ann moved.")]).await {
            Ok(_) => return refused,
            Err(StorageError::Unavailable { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the store is stuck");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_leaves_a_server_that_takes_no_writes_any_more() {
    let cluster = Cluster::start();
    let (world, store) = (World::new(), open(&cluster.url()).await.unwrap());
    let ann = world.person(&store, "ann").await;
    // Several connections, all of them to the primary.
    let texts: Vec<_> = (0..4).map(|n| world.text(ann, &n.to_string())).collect();
    for text in &texts {
        store.accept(std::slice::from_ref(text)).await.unwrap();
    }
    let (one, other) = tokio::join!(store.queued(ann.user), store.queued(ann.user));
    assert_eq!((one.unwrap(), other.unwrap()), (4, 4));

    // Demoted, with its connections left open: every ping succeeds, and every write is refused.
    cluster.primary.set_read_only(true);
    cluster.standby.promote();
    let begun = Instant::now();
    let refused = accept_at_last(&world, &store, ann).await;
    assert!(refused <= 1, "{refused} were refused");
    assert!(
        begun.elapsed() < Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(store.queued(ann.user).await.unwrap(), 5);

    // A store that is opened now finds the one that writes, whatever stands first in the URL.
    let second = open(&cluster.url()).await.unwrap();
    assert_eq!(second.queued(ann.user).await.unwrap(), 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_freezes_is_given_up_in_time_and_left_for_the_next() {
    let cluster = Cluster::start();
    let (world, store) = (World::new(), open(&cluster.url()).await.unwrap());
    let ann = world.person(&store, "ann").await;
    let (one, other) = tokio::join!(store.queued(ann.user), store.queued(ann.user));
    assert_eq!((one.unwrap(), other.unwrap()), (0, 0));
    let change = store.begin_change(ann.user, world.token()).await.unwrap();

    cluster.primary.freeze();
    let begun = Instant::now();
    // In the middle of a transaction, on a connection that waits, and on a new one.
    let committed = change.commit().await;
    assert!(
        matches!(committed, Err(StorageError::Unavailable { .. })),
        "{committed:?}"
    );
    for _ in 0..2 {
        let refused = store.queued(ann.user).await;
        assert!(
            matches!(refused, Err(StorageError::Unavailable { .. })),
            "{refused:?}"
        );
    }
    assert!(
        begun.elapsed() < Duration::from_secs(16),
        "{:?}",
        begun.elapsed()
    );

    cluster.standby.promote();
    let begun = Instant::now();
    accept_at_last(&world, &store, ann).await;
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(store.queued(ann.user).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_says_whether_it_may_write_within_the_time_that_is_set() {
    let cluster = Cluster::start();
    let limits = PostgresLimits {
        connecting: Duration::from_millis(300),
        ..LIMITS
    };
    let url = cluster.url();
    let store = Store::open_within(&Database::Postgres { url }, limits, Faults::none()).await;
    let store = store.unwrap();
    store.ping().await.unwrap();
    cluster.primary.freeze();
    cluster.standby.promote();
    let begun = Instant::now();
    store.ping().await.unwrap();
    let took = begun.elapsed();
    assert!(took < Duration::from_millis(1_900), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_wait_for_a_server_that_is_gone_find_the_next_one_at_once() {
    let cluster = Cluster::start();
    let (world, store) = (World::new(), open(&cluster.url()).await.unwrap());
    let ann = world.person(&store, "ann").await;
    assert_eq!(store.queued(ann.user).await.unwrap(), 0);
    cluster.primary.freeze();
    // Many more than there are connections ask again and again, and each has been refused before there is a new primary.
    let promoted: Arc<OnceLock<Instant>> = Arc::default();
    let (mut asking, refused) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
    for _ in 0..CALLERS {
        let (store, promoted, refused) = (store.clone(), promoted.clone(), refused.clone());
        asking.spawn(async move {
            let mut is_first = true;
            loop {
                let answer = store.queued(ann.user).await;
                if answer.is_ok() {
                    // The promotion may be over before whoever ordered it hears of that.
                    return promoted.get().map_or(Duration::ZERO, Instant::elapsed);
                }
                refused.fetch_add(usize::from(is_first), Ordering::SeqCst);
                is_first = false;
            }
        });
    }
    while refused.load(Ordering::SeqCst) < CALLERS {
        assert!(asking.try_join_next().is_none());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    cluster.standby.promote();
    promoted.set(Instant::now()).unwrap();
    let slowest = asking.join_all().await.into_iter().max().unwrap();
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
}

#[tokio::test]
async fn a_server_without_a_place_is_told_apart_from_a_wrong_url() {
    let database = TestDatabase::postgres().await;
    let role = format!("crowded_{}", std::process::id());
    database
        .execute(&format!(
            "CREATE ROLE {role} LOGIN SUPERUSER CONNECTION LIMIT 1"
        ))
        .await;
    // Of a superuser's places none is limited; an ordinary role's are.
    database
        .execute(&format!(
            "ALTER ROLE {role} NOSUPERUSER; GRANT ALL ON SCHEMA public TO {role}"
        ))
        .await;
    let url = database.url().replacen("postgres@", &format!("{role}@"), 1);
    let taken = sqlx::AnyConnection::connect(&url).await.unwrap();
    let refused = open(&url).await;
    assert!(
        matches!(refused, Err(StorageError::Unavailable { .. })),
        "{refused:?}"
    );
    taken.close().await.unwrap();
    database
        .execute(&format!("ALTER ROLE {role} CONNECTION LIMIT 8"))
        .await;
    open(&url).await.unwrap().close().await;
    database
        .execute(&format!(
            "REASSIGN OWNED BY {role} TO postgres; DROP OWNED BY {role}; DROP ROLE {role}"
        ))
        .await;
    database.remove().await;
}

#[tokio::test]
async fn what_a_url_says_that_cannot_be_done_is_named_without_its_password() {
    let refusals = [
        (
            "postgres://u:secret@a/b?target_session_attrs=standby",
            "read-write",
        ),
        (
            "postgres://u:secret@a/b?target_session_attrs=nonsense",
            "target_session_attrs",
        ),
        (
            "postgres://u:secret@a/b?connect_timeout=soon",
            "connect_timeout",
        ),
        ("postgres://u:secret@a,/b", "empty place"),
        ("postgres://u:secret@a:port/b", "cannot be read"),
        (
            "postgres://u:secret@/b?host=a,c,d&port=1,2",
            "as many ports",
        ),
        ("mysql://u:secret@a/b", "postgres://"),
    ];
    for (url, expected) in refusals {
        let Err(error @ StorageError::Misconfigured { .. }) = open(url).await else {
            panic!("{url} was taken");
        };
        let said = error.to_string();
        assert!(
            said.contains(expected) && !said.contains("secret"),
            "{said}"
        );
    }
}

#[tokio::test]
async fn the_hosts_of_a_url_may_be_lists_and_one_that_refuses_is_passed_over() {
    let database = TestDatabase::postgres().await;
    let url = database.url();
    let (server, name) = url.rsplit_once('/').unwrap();
    let (user, host) = server.split_once("://").unwrap().1.split_once('@').unwrap();
    let (address, port) = host.split_once(':').unwrap();
    // Nobody listens at port 1.
    let urls = [
        format!("postgres://{user}@{address}:1,{host}/{name}?connect_timeout=2"),
        format!("postgres://{user}@/{name}?host={address},{address}&port=1,{port}"),
        format!(
            "postgresql://{user}@{host}/{name}?target_session_attrs=primary&application_name=test"
        ),
    ];
    for url in urls {
        let store = open(&url).await.unwrap();
        store.ping().await.unwrap();
        store.close().await;
    }
    let nobody = format!("postgres://{user}@{address}:1,{address}:2/{name}");
    let Err(error @ StorageError::Unavailable { .. }) = open(&nobody).await else {
        panic!("nobody listens there");
    };
    let said = error.to_string();
    assert!(
        said.contains(&format!("{address}:1: ")) && said.contains(&format!("{address}:2: ")),
        "{said}"
    );
    database.remove().await;
}

/// A server that stops taking writes while a transaction is open on it. What reaches the table `logs` on one of the connections
/// that there are now makes its transaction read-only, so that the next statement that writes is refused with 25006.
async fn let_connections_end_in_the_middle(database: &TestDatabase) {
    database.execute(ENDING_IN_THE_MIDDLE).await;
}

/// How many of the doomed connections there still are.
async fn doomed(database: &TestDatabase) -> i64 {
    database
        .rows("pg_stat_activity JOIN doomed USING (pid)")
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_takes_no_writes_from_the_middle_of_a_transaction_on_is_left_and_nothing_is_lost()
 {
    let database = TestDatabase::postgres().await;
    let (world, store) = (World::new(), open(&database.url()).await.unwrap());
    let ann = world.person(&store, "ann").await;
    let before = world.accept(&store, ann, &["before"]).await;
    let claim = world.claim(&store).await.unwrap();
    let (one, other) = tokio::join!(store.queued(ann.user), store.queued(ann.user));
    assert_eq!((one.unwrap(), other.unwrap()), (1, 1));
    let_connections_end_in_the_middle(&database).await;
    let connections = doomed(&database).await;
    assert!(connections >= 2, "{connections}");

    // A text is being accepted, and another one settled: both are refused as what may work later, and have changed nothing.
    let text = world.text(ann, "in the middle");
    let refused = store.accept(std::slice::from_ref(&text)).await;
    assert!(
        matches!(refused, Err(StorageError::Unavailable { .. })),
        "{refused:?}"
    );
    assert_eq!(store.log(ann.user, text.log).await.unwrap(), None);
    assert_eq!(store.queued(ann.user).await.unwrap(), 1);

    // The connection was not used again, nor was any that was made before: they lead to the same server.
    store.accept(std::slice::from_ref(&text)).await.unwrap();
    world.complete(&store, &claim).await;
    world.process_all(&store).await;
    for text in [&before[0], &text] {
        assert_eq!(world.log(&store, text).await.status, LogStatus::Completed);
    }
    for _ in 0..100 {
        if doomed(&database).await == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(doomed(&database).await, 0);
    store.close().await;
    assert_eq!(database.rows("logs").await, 2);
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_settlement_that_is_cut_off_in_the_middle_is_settled_by_another_connection() {
    let database = TestDatabase::postgres().await;
    let (world, store) = (World::new(), open(&database.url()).await.unwrap());
    let ann = world.person(&store, "ann").await;
    let text = world.accept(&store, ann, &["kept"]).await;
    let claim = world.claim(&store).await.unwrap();
    let_connections_end_in_the_middle(&database).await;
    let mut settlement = world.settlement(&store, &claim).await;
    let revision = settlement.graph().advance_space(ann.space).await;
    let mut completed = world.completed(&claim.episodes[0]);
    completed.revision = revision.unwrap().unwrap();
    settlement.complete_episode(completed);
    let refused = settlement.release().await;
    assert!(
        matches!(refused, Err(StorageError::Unavailable { .. })),
        "{refused:?}"
    );
    assert_ne!(
        world.log(&store, &text[0]).await.status,
        LogStatus::Completed
    );
    // The lease holds still, and so do the text and its place.
    world.complete(&store, &claim).await;
    assert_eq!(
        world.log(&store, &text[0]).await.status,
        LogStatus::Completed
    );
    assert_eq!(store.queued(ann.user).await.unwrap(), 0);
    store.close().await;
    database.remove().await;
}
