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
async fn the_files_are_for_their_owner_alone_even_in_a_directory_for_all() {
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
    assert_eq!(mode(&directory.path().join("recollect.lock")), 0o600);
    store.close().await;

    // Whoever widened it meant it.
    set_mode(&directory.path().join("recollect.db"), 0o640);
    let store = Store::open(&database, Faults::none()).await.unwrap();
    world.person(&store, "bob").await;
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
