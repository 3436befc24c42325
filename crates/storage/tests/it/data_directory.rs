use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use recollect_storage::{Database, Faults, StorageError, Store};
use tempfile::TempDir;

use crate::harness::World;

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn the_directory_is_created_for_its_owner_alone() {
    let parent = TempDir::new().unwrap();
    // Names that a URL would take for something else.
    let directory = parent.path().join("a b").join("100%25?x=1#y");
    let database = Database::Sqlite {
        directory: directory.clone(),
    };
    let store = Store::open(&database, Faults::none()).await.unwrap();
    store.ping().await.unwrap();
    assert!(directory.join("recollect.db").is_file());
    assert_eq!(mode(&directory), 0o700);
}

#[tokio::test]
async fn a_directory_that_is_open_to_others_is_closed_with_its_files() {
    let directory = TempDir::new().unwrap();
    let set_mode = |path: &Path, mode| {
        std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    };
    set_mode(directory.path(), 0o755);
    let database = Database::Sqlite {
        directory: directory.path().to_owned(),
    };
    let modes = || {
        let files = ["recollect.db", "recollect.db-wal", "recollect.db-shm"];
        files.map(|file| mode(&directory.path().join(file)))
    };
    let _lock = Store::lock_data_dir(directory.path()).unwrap();
    let store = Store::open(&database, Faults::none()).await.unwrap();
    let world = World::new();
    world.person(&store, "ann").await;
    assert_eq!(modes(), [0o600; 3]);
    assert_eq!(mode(directory.path()), 0o750);
    assert_eq!(mode(&directory.path().join("recollect.lock")), 0o600);
    store.close().await;

    // A copy that was unpacked is often open to all; whoever opened it to a group meant it.
    set_mode(&directory.path().join("recollect.db"), 0o644);
    set_mode(directory.path(), 0o755);
    let store = Store::open(&database, Faults::none()).await.unwrap();
    world.person(&store, "bob").await;
    assert_eq!(modes(), [0o640; 3]);
    assert_eq!(mode(directory.path()), 0o750);
    store.close().await;

    // A directory with something else in it is somebody's for another purpose; the database's files are closed all the same.
    std::fs::write(directory.path().join("notes.txt"), "").unwrap();
    set_mode(&directory.path().join("recollect.db"), 0o644);
    set_mode(directory.path(), 0o755);
    let store = Store::open(&database, Faults::none()).await.unwrap();
    world.person(&store, "bea").await;
    assert_eq!(modes(), [0o640; 3]);
    assert_eq!(mode(directory.path()), 0o755);
}

#[tokio::test]
async fn a_directory_that_cannot_be_made_is_named_in_the_error() {
    let parent = TempDir::new().unwrap();
    let file = parent.path().join("file");
    std::fs::write(&file, "").unwrap();
    let directory = file.join("data");
    let refused = Store::open(
        &Database::Sqlite {
            directory: directory.clone(),
        },
        Faults::none(),
    )
    .await;
    let Err(error @ StorageError::Misconfigured { .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(error.to_string().contains(directory.to_str().unwrap()));
}

#[tokio::test]
async fn a_second_server_is_refused_and_other_commands_are_not() {
    let directory = TempDir::new().unwrap();
    let database = Database::Sqlite {
        directory: directory.path().to_owned(),
    };
    let lock = Store::lock_data_dir(directory.path()).unwrap();
    let served = Store::open(&database, Faults::none()).await.unwrap();

    let second = Store::lock_data_dir(directory.path());
    let Err(error @ StorageError::InUse { .. }) = second else {
        panic!("{second:?}");
    };
    assert!(
        error
            .to_string()
            .contains("in use by another running server")
    );

    let beside = Store::open(&database, Faults::none()).await.unwrap();
    let world = World::new();
    let ann = world.person(&beside, "ann").await;
    assert!(served.account(ann.user).await.unwrap().is_some());

    drop(lock);
    Store::lock_data_dir(directory.path()).unwrap();
}

/// A directory with a database in which somebody has an account, and nobody at work.
async fn used_directory() -> (TempDir, Database, World) {
    let directory = TempDir::new().unwrap();
    let database = Database::Sqlite {
        directory: directory.path().to_owned(),
    };
    let lock = Store::lock_data_dir(directory.path()).unwrap();
    let store = Store::open(&database, Faults::none()).await.unwrap();
    let world = World::new();
    world.person(&store, "ann").await;
    store.close().await;
    drop(lock);
    (directory, database, world)
}

#[tokio::test]
async fn a_database_that_is_gone_or_empty_is_not_taken_for_a_new_one() {
    let (directory, database, _) = used_directory().await;
    let path = |name: &str| directory.path().join(name);
    let refused = async || {
        let opened = Store::open(&database, Faults::none()).await.map(|_| ());
        let locked = Store::lock_data_dir(directory.path()).map(|_| ());
        let inspected = database.inspect().await.map(|_| ());
        for refusal in [opened, locked, inspected] {
            let Err(error @ StorageError::Misconfigured { .. }) = refusal else {
                panic!("it was taken for a new one");
            };
            let said = error.to_string();
            assert!(
                said.contains("recollect.db is ") && said.contains("backup"),
                "{said}"
            );
        }
    };
    std::fs::remove_file(path("recollect.db")).unwrap();
    refused().await;
    assert!(!path("recollect.db").exists());
    std::fs::write(path("recollect.db"), "").unwrap();
    refused().await;
    // An older version left an empty lock, and a crash the log.
    std::fs::write(path("recollect.lock"), "").unwrap();
    refused().await;
    std::fs::remove_file(path("recollect.lock")).unwrap();
    std::fs::write(path("recollect.db-wal"), "frames").unwrap();
    refused().await;
    // Only who removes both begins with nothing.
    std::fs::remove_file(path("recollect.db-wal")).unwrap();
    Store::open(&database, Faults::none()).await.unwrap();
}

#[tokio::test]
async fn a_first_start_that_was_cut_short_can_be_made_again() {
    let directory = TempDir::new().unwrap();
    let database = Database::Sqlite {
        directory: directory.path().to_owned(),
    };
    drop(Store::lock_data_dir(directory.path()).unwrap());
    std::fs::write(directory.path().join("recollect.db"), "").unwrap();
    let _lock = Store::lock_data_dir(directory.path()).unwrap();
    Store::open(&database, Faults::none()).await.unwrap();
}

#[tokio::test]
async fn a_file_that_goes_under_the_running_service_takes_no_more_texts() {
    let (directory, database, world) = used_directory().await;
    let store = Store::open(&database, Faults::none()).await.unwrap();
    let bob = world.person(&store, "bob").await;
    let file = directory.path().join("recollect.db");
    let aside = directory.path().join("aside");
    std::fs::rename(&file, &aside).unwrap();
    let refused = async || {
        let refused = store.accept(&[world.text(bob, "1")]).await;
        let Err(error @ StorageError::Unavailable { .. }) = refused else {
            panic!("{refused:?}");
        };
        error.to_string()
    };
    assert!(refused().await.contains("was removed"));
    std::fs::copy(&aside, &file).unwrap();
    assert!(refused().await.contains("was replaced"));
    std::fs::rename(&aside, &file).unwrap();
    world.accept(&store, bob, &["1"]).await;
}

#[tokio::test]
async fn a_database_that_reports_damage_takes_no_writes() {
    let (directory, database, world) = used_directory().await;
    let store = Store::open(&database, Faults::none()).await.unwrap();
    let bob = world.person(&store, "bob").await;
    assert!(store.account(bob.user).await.unwrap().is_some());
    // A connection goes back to its pool in a task of its own; a new one could not be opened on what follows.
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let file = directory.path().join("recollect.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    bytes[page..].fill(0x5a);
    {
        use std::io::Write;
        let mut opened = std::fs::File::options().write(true).open(&file).unwrap();
        opened.write_all(&bytes).unwrap();
    }
    // What has not been read yet cannot be.
    let read = store.queued(bob.user).await;
    assert!(
        matches!(read, Err(StorageError::Internal { .. })),
        "{read:?}"
    );
    let refused = store.accept(&[world.text(bob, "1")]).await;
    let Err(error @ StorageError::Unavailable { .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(error.to_string().contains("damaged"), "{error}");
    assert!(store.probe(world.now()).await.is_err());
}
