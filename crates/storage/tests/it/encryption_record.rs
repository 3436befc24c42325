//! Who decides whether a database is encrypted, and that everybody goes by it.

use crate::harness::{TestDatabase, World, encryption, on_both_engines, open};
use crate::sealing::values;

on_both_engines! {
    async fn a_database_from_before_encryption_goes_on_as_it_was(database: &TestDatabase) {
        let world = World::new();
        let store = open(&database.database, &encryption().not_of_new_databases()).await.unwrap();
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["She lives in Lisbon, say älter und jünger."]).await;
        world.process_all(&store).await;
        store.close().await;
        for sql in [
            "DROP TABLE data_keys",
            "DROP TABLE encryption",
            "ALTER TABLE episodes DROP COLUMN size_bytes",
            "DELETE FROM _sqlx_migrations WHERE version = 22",
        ] {
            database.execute(sql).await;
        }
        for _ in 0..2 {
            let store = database.store().await;
            assert!(!store.is_encrypted());
            let log = world.log(&store, &texts[0]).await;
            assert_eq!(log.text, texts[0].body);
            world.accept(&store, ann, &["And she likes it."]).await;
            world.process_all(&store).await;
            store.close().await;
        }
        let kept = values(database, "episodes", "body").await;
        assert!(kept.contains(&texts[0].body) && kept.contains(&"And she likes it.".to_owned()), "{kept:?}");
        assert_eq!(database.database.verify().await.unwrap(), []);
    }

    async fn whoever_opens_a_database_first_decides_whether_it_is_encrypted(database: &TestDatabase) {
        let world = World::new();
        let plain = encryption().not_of_new_databases();
        // Nothing is in it yet, and somebody works with it in plain.
        let first = open(&database.database, &plain).await.unwrap();
        let second = open(&database.database, &encryption()).await.unwrap();
        assert!(!first.is_encrypted() && !second.is_encrypted());
        let ann = world.person(&first, "ann").await;
        assert_eq!(second.account(ann.user).await.unwrap().unwrap().name, "ann");
        assert_eq!(values(database, "accounts", "name").await, ["ann"]);
    }

    async fn whoever_wants_no_encryption_seals_all_the_same_where_somebody_began_so(database: &TestDatabase) {
        let world = World::new();
        let first = open(&database.database, &encryption()).await.unwrap();
        let plain = encryption().not_of_new_databases();
        let second = open(&database.database, &plain).await.unwrap();
        assert!(first.is_encrypted() && second.is_encrypted());
        let ann = world.person(&second, "ann").await;
        assert_eq!(first.account(ann.user).await.unwrap().unwrap().name, "ann");
        let names = values(database, "accounts", "name").await;
        assert!(!names.contains(&"ann".to_owned()), "{names:?}");
    }

    async fn many_who_open_a_new_database_at_once_agree(database: &TestDatabase) {
        let world = World::new();
        let opening = (0..8).map(|number| {
            let encryption = match number % 2 {
                0 => encryption(),
                _ => encryption().not_of_new_databases(),
            };
            async move { open(&database.database, &encryption).await.unwrap() }
        });
        let stores = futures_util::future::join_all(opening).await;
        let is_encrypted = stores[0].is_encrypted();
        for (number, store) in stores.iter().enumerate() {
            assert_eq!(store.is_encrypted(), is_encrypted);
            let name = format!("person{number}");
            let person = world.person(store, &name).await;
            let read = stores[0].account(person.user).await.unwrap().unwrap();
            assert_eq!(read.name, name);
        }
    }

    async fn a_target_that_somebody_opened_in_plain_is_not_encrypted_by_a_move(database: &TestDatabase) {
        let plain = encryption().not_of_new_databases();
        let running = open(&database.database, &plain).await.unwrap();
        let world = World::new();
        let (source, sealed) = (TestDatabase::sqlite(), TestDatabase::sqlite());
        for (from, how) in [(&source, &plain), (&sealed, &encryption())] {
            let store = open(&from.database, how).await.unwrap();
            world.person(&store, "ann").await;
            store.close().await;
            let moved = from.database.move_to(&database.database, &encryption(), |_| ()).await;
            let said = moved.unwrap_err().to_string();
            assert!(said.contains("the target was opened before, and is not encrypted"), "{said}");
        }
        // As it is it may come.
        source.database.move_to(&database.database, &plain, |_| ()).await.unwrap();
        assert!(!running.is_encrypted());
        let found = running.account_of(&"ann@example.org".parse().unwrap()).await.unwrap();
        assert_eq!(found.unwrap().name, "ann");
    }
}
