//! What was deleted is in none of the embedded database's files any more.

use recollect_storage::Database;
use sqlx::{Connection, Row};

use crate::harness::{TestDatabase, World, encryption, open};

const MARKER: &[u8] = b"zvorquinx";

/// A table whose rows move between pages, a third of them with the marker; and then without those.
const WRITTEN_AND_DELETED: &str = "
    PRAGMA secure_delete = ON;
    CREATE TABLE notes (id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL);
    CREATE INDEX notes_kind ON notes (kind, body);
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
    INSERT INTO notes SELECT hex(randomblob(8)),
        CASE n % 3 WHEN 0 THEN 'zvorquinx' ELSE 'harmless' END,
        printf('%.*c', 1 + (n * 37) % 900, 'x') || CASE n % 3 WHEN 0 THEN 'zvorquinx' ELSE '' END
    FROM numbers ORDER BY random();
    UPDATE notes SET body = body || body WHERE id < '4';
    DELETE FROM notes WHERE kind = 'zvorquinx';";

/// How often the marker stands in the files.
fn left(database: &TestDatabase) -> usize {
    let Database::Sqlite { directory } = &database.database else {
        unreachable!("it is a file")
    };
    let files = std::fs::read_dir(directory).unwrap();
    let bytes = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
    bytes
        .map(|bytes| {
            bytes
                .windows(MARKER.len())
                .filter(|window| *window == MARKER)
                .count()
        })
        .sum()
}

#[tokio::test]
async fn nothing_of_what_was_deleted_is_left_in_the_files() {
    let database = TestDatabase::sqlite();
    let (world, store) = (World::new(), database.store().await);
    database.execute(WRITTEN_AND_DELETED).await;
    assert!(left(&database) > 0, "it was written");
    assert!(store.erase().await.unwrap());
    assert_eq!(left(&database), 0);
    // Nothing comes back with what is written later, and the database is whole.
    let ann = world.person(&store, "ann").await;
    assert!(store.erase().await.unwrap());
    assert_eq!(left(&database), 0);
    assert!(store.account(ann.user).await.unwrap().is_some());
    let mut connection = sqlx::AnyConnection::connect(&database.url()).await.unwrap();
    let row = sqlx::query("PRAGMA integrity_check");
    let row = row.fetch_one(&mut connection).await.unwrap();
    assert_eq!(row.get::<String, _>(0), "ok");
}

#[tokio::test]
async fn what_is_deleted_is_erased_by_the_sweep_where_nobody_waits_for_the_answer() {
    let database = TestDatabase::sqlite();
    let world = World::new();
    let encryption = encryption().not_of_new_databases();
    let store = open(&database.database, &encryption).await.unwrap();
    let ann = world.person(&store, "ann").await;
    for is_edited in [false, true] {
        let text = world
            .accept(&store, ann, &["the zvorquinx of it"])
            .await
            .remove(0);
        world.process_all(&store).await;
        assert!(left(&database) > 0, "it was written");
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        match is_edited {
            true => drop(
                change
                    .edit_text(text.log, "harmless", world.now())
                    .await
                    .unwrap(),
            ),
            false => drop(change.forget_log(text.log).await.unwrap()),
        }
        change.commit().await.unwrap();
        assert!(
            left(&database) > 0,
            "it is in the log of the database still"
        );
        assert!(store.erase_rest().await.unwrap());
        assert_eq!(left(&database), 0);
        world.process_all(&store).await;
    }
}
