//! A disk without room: accepting is refused, and works again when there is room.
//!
//! The test runs itself in a process whose files may not grow beyond a limit, which `SQLite` meets as it meets a full
//! disk: a write fails in the middle of a commit. Then the process lifts the limit.

use std::process::Command;

use recollect_storage::{StorageError, Unready};

use crate::harness::{TestDatabase, World};

const INSIDE: &str = "RECOLLECT_TEST_INSIDE_FULL_DISK";
const LIMIT_KIB: u32 = 1_024;

#[test]
fn a_full_disk_refuses_loses_nothing_and_heals() {
    let test = std::env::current_exe().unwrap();
    let command = format!("trap '' XFSZ; ulimit -S -f {LIMIT_KIB}; exec \"$0\" \"$@\"");
    let status = Command::new("bash")
        .args(["-c", &command])
        .arg(test)
        .args(["--exact", "--ignored", "full_disk::inside"])
        .env(INSIDE, "1")
        .status()
        .unwrap();
    assert!(status.success());
}

#[tokio::test]
#[ignore = "runs inside a_full_disk_refuses_loses_nothing_and_heals"]
async fn inside() {
    if std::env::var_os(INSIDE).is_none() {
        return;
    }
    let database = TestDatabase::sqlite();
    let (world, store) = (World::new(), database.store().await);
    let ann = world.person(&store, "ann").await;
    let body = "x".repeat(10_000);
    let (mut kept, mut refused) = (Vec::new(), Vec::new());
    while refused.len() < 3 {
        assert!(kept.len() < 1_000, "the limit was never met");
        let text = world.text(ann, &body);
        match store.accept(std::slice::from_ref(&text)).await {
            Ok(_) => kept.push(text),
            Err(StorageError::Unavailable { .. }) => refused.push(text),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(!kept.is_empty());
    // Whoever watches is told, although one row more has room.
    let probed = store.probe(world.now()).await;
    assert!(matches!(probed, Err(Unready::Write(_))), "{probed:?}");
    // Reading goes on.
    assert_eq!(store.queued(ann.user).await.unwrap(), kept.len() as i64);

    let me = std::process::id().to_string();
    let lifted = Command::new("prlimit")
        .args(["--pid", &me, "--fsize=unlimited"])
        .status();
    assert!(lifted.unwrap().success());
    store.probe(world.now()).await.unwrap();
    assert_eq!(database.rows("probes").await, 1);
    kept.extend(world.accept(&store, ann, &[body.as_str(); 50]).await);
    world.process_all(&store).await;
    store.close().await;

    let store = database.store().await;
    for text in &kept {
        assert_eq!(world.log(&store, text).await.text, body);
    }
    for text in &refused {
        assert_eq!(store.log(ann.user, text.log).await.unwrap(), None);
    }
    let changes = store.changes_since(ann.user, ann.space, Default::default(), usize::MAX);
    let changes = changes.await.unwrap().unwrap();
    assert_eq!(changes.episodes.len(), kept.len());
}
