//! Backups: files that `restore` and `verify` are given.

use std::fs;
use std::path::Path;

use recollect_fuzzing::Inputs;
use recollect_model::Environment;
use recollect_storage::{Database, Encryption, Faults, MasterKey, PostgresLimits, Store, TableSum};

#[test]
fn a_broken_backup_is_refused_or_what_was_written() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let place = tempfile::tempdir().unwrap();
    let environment = Environment::system();
    let encryption = Encryption::given(MasterKey::of([7; 32]), &environment);
    let (file, broken) = (
        place.path().join("backup.db"),
        place.path().join("broken.db"),
    );
    let database = Database::Sqlite {
        directory: place.path().join("data"),
    };
    let written = runtime.block_on(made(&database, &encryption, &file));
    let whole = fs::read(&file).unwrap();
    let words: [&[u8]; 6] = [
        b"SQLite format 3\0",
        b"CREATE TABLE ",
        b"CREATE TRIGGER ",
        b"\x00\x00",
        b"\xff\xff",
        b"accounts",
    ];
    let mut turn = 0;
    let inputs = Inputs::of("backups", [&whole]).with_words(words);
    inputs.of_at_most(whole.len() + 100).feed(|input| {
        turn += 1;
        fs::write(&broken, input).unwrap();
        let verified = runtime.block_on(Database::verify_backup(&broken));
        let verified = verified
            .map(|found| found.len())
            .map_err(|error| shortened(&error.to_string()));
        if turn % 8 > 0 {
            return (verified, None);
        }
        // Restoring makes a database, which takes longer.
        let directory = place.path().join(format!("restored-{turn}"));
        let target = Database::Sqlite {
            directory: directory.clone(),
        };
        let restored = runtime.block_on(target.restore(&broken, &encryption, |_| ()));
        if let Ok(sums) = &restored {
            assert_eq!(*sums, written, "what was changed is restored");
        }
        let _ = fs::remove_dir_all(directory);
        (
            verified,
            Some(
                restored
                    .map(|sums| sums.len())
                    .map_err(|error| shortened(&error.to_string())),
            ),
        )
    });
}

/// Makes a database and a backup of it; what is in it.
async fn made(database: &Database, encryption: &Encryption, file: &Path) -> Vec<TableSum> {
    let (environment, limits) = (Environment::system(), PostgresLimits::default());
    let store = Store::open_encrypted(database, limits, Faults::none(), encryption);
    let store = store.await.unwrap();
    let email = "anna@example.com".parse().unwrap();
    let account = store.ensure_account(&email, "Anna", &environment).await;
    account.unwrap();
    store.close().await;
    let made = database.back_up(file, environment.now(), |_| ()).await;
    made.unwrap()
}

/// The first words of a sentence, which tell what it is about.
fn shortened(sentence: &str) -> String {
    sentence
        .split_whitespace()
        .take(6)
        .collect::<Vec<_>>()
        .join(" ")
}
