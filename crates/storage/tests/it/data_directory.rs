use std::os::unix::fs::PermissionsExt;

use recollect_storage::{Database, Faults, StorageError, Store};
use tempfile::TempDir;

use crate::harness::World;

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
    let mode = directory.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
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
