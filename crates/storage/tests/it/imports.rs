//! Imports: which are carried out, and what they take the place of.

use recollect_model::{AcceptedEpisode, Import, ImportId, ImportStatus, LogStatus, Timestamp};
use recollect_storage::{Acceptance, Database, Store};

use crate::harness::{Person, TestDatabase, World, on_both_engines};

impl World {
    fn import(&self, person: Person) -> Import {
        Import {
            id: ImportId::new(&self.environment),
            space: person.space,
            name: "notes".to_owned(),
            format: "text".to_owned(),
            status: ImportStatus::Running,
            found: 9,
            added: 1,
            replaced: 0,
            unchanged: 0,
            problems: Vec::new(),
            started_at: self.now(),
            ended_at: None,
        }
    }

    /// Accepts and processes a text of a name.
    async fn version(
        &self,
        store: &Store,
        person: Person,
        body: &str,
        import: Option<ImportId>,
    ) -> AcceptedEpisode {
        let text = AcceptedEpisode {
            external_id: Some("file/notes.txt".to_owned()),
            import,
            is_bulk: import.is_some(),
            ..self.text(person, body)
        };
        let accepted = store.accept(std::slice::from_ref(&text)).await.unwrap();
        assert_ne!(accepted, [Acceptance::UnknownSpace]);
        while let Some(claim) = self.claim(store).await {
            let mut settlement = self.settlement(store, &claim).await;
            let rows = settlement.graph();
            let before = rows.versions(person.space, "file/notes.txt").await.unwrap();
            let revision = rows.advance_space(person.space).await.unwrap().unwrap();
            for old in before {
                rows.replace_document(old.episode, text.log).await.unwrap();
            }
            let mut completed = self.completed(&claim.episodes[0]);
            completed.revision = revision;
            settlement.complete_episode(completed);
            settlement.release().await.unwrap();
        }
        assert_eq!(self.log(store, &text).await.status, LogStatus::Completed);
        text
    }
}

/// The body of what is kept for the text of a log.
async fn kept(store: &Store, by: &AcceptedEpisode) -> Option<String> {
    let version = store.replaced_version(by.user, by.log).await.unwrap();
    version.map(|version| version.body)
}

on_both_engines! {
    async fn an_import_that_nobody_carries_out_is_told_as_interrupted(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let (carried, left, stopped) = (world.import(ann), world.import(ann), world.import(ann));
        for import in [&carried, &left, &stopped] {
            store.put_import(ann.user, import).await.unwrap();
        }
        assert!(store.carry_import(ann.user, carried.id, world.in_ms(60_000)).await.unwrap());
        assert!(store.carry_import(ann.user, left.id, world.in_ms(1)).await.unwrap());
        let cancelled = Import { status: ImportStatus::Cancelled, ..stopped };
        store.put_import(ann.user, &cancelled).await.unwrap();
        assert!(!store.carry_import(ann.user, cancelled.id, world.in_ms(60_000)).await.unwrap());
        let brought = ["b1", "b2", "b3"].map(|body| AcceptedEpisode {
            import: Some(left.id),
            ..world.text(ann, body)
        });
        store.accept(&brought).await.unwrap();

        // Of the process that carries them nothing is heard any more.
        let ended = store.interrupt_imports(world.in_ms(2), Timestamp::UNIX_EPOCH).await.unwrap();
        assert_eq!(ended, 1);
        let status = async |id| store.import(ann.user, id).await.unwrap().unwrap().status;
        assert_eq!(status(carried.id).await, ImportStatus::Running);
        assert_eq!(status(cancelled.id).await, ImportStatus::Cancelled);
        let interrupted = store.import(ann.user, left.id).await.unwrap().unwrap();
        assert_eq!(interrupted.status, ImportStatus::Interrupted);
        assert_eq!((interrupted.added, interrupted.ended_at), (3, Some(world.in_ms(2))));
        // Whoever carried it comes back: it has ended.
        store.put_import(ann.user, &left).await.unwrap();
        assert_eq!(status(left.id).await, ImportStatus::Interrupted);
        store.put_import(ann.user, &Import { status: ImportStatus::Undone, ..left.clone() }).await.unwrap();
        assert_eq!(status(left.id).await, ImportStatus::Undone);

        // An embedded database has one process: what was begun before it is carried out by nobody.
        let ended = store.interrupt_imports(world.in_ms(2), world.in_ms(1)).await.unwrap();
        assert_eq!(ended, u64::from(matches!(database.database, Database::Sqlite { .. })));
        // What says nothing of it, as an older program does not, is given an hour.
        let silent = world.import(ann);
        store.put_import(ann.user, &silent).await.unwrap();
        let at = async |ms| store.interrupt_imports(world.in_ms(ms), Timestamp::UNIX_EPOCH).await.unwrap();
        at(3_599_000).await;
        assert_eq!(status(silent.id).await, ImportStatus::Running);
        assert_eq!(at(3_601_000).await, 1);
        assert_eq!(status(silent.id).await, ImportStatus::Interrupted);
    }

    async fn the_version_that_an_import_replaces_is_kept(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let (one, two) = (world.import(ann).id, world.import(ann).id);
        let first = world.version(&store, ann, "first", None).await;
        let second = world.version(&store, ann, "second", Some(one)).await;
        let third = world.version(&store, ann, "third", Some(two)).await;
        assert_eq!(kept(&store, &second).await.as_deref(), Some("first"));
        assert_eq!(kept(&store, &third).await.as_deref(), Some("second"));
        let version = store.replaced_version(ann.user, third.log).await.unwrap().unwrap();
        assert_eq!((version.log, version.import, version.reference_time), (second.log, Some(one), second.reference_time));
        assert_eq!(store.replaced_of_import(ann.user, one, 9).await.unwrap(), [second.log]);
        let bob = world.person(&store, "bob").await;
        assert_eq!(store.replaced_version(bob.user, third.log).await.unwrap(), None);

        // The one in the middle is taken back: what was there before it comes back with the last one.
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.leave_versions(second.log).await.unwrap();
        change.commit().await.unwrap();
        assert_eq!(kept(&store, &third).await.as_deref(), Some("first"));
        store.version_is_back(ann.user, third.log, first.log, world.text(ann, "").log).await.unwrap();
        assert_eq!(kept(&store, &third).await, None);
        assert_eq!(database.rows("replaced_versions").await, 0);
        assert_eq!(database.database.verify().await.unwrap(), []);
    }

    async fn a_version_that_is_back_is_known_since_it_was_accepted_first(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let first = world.version(&store, ann, "first", None).await;
        world.clock.advance_ms(60_000);
        let second = world.version(&store, ann, "second", Some(world.import(ann).id)).await;
        world.clock.advance_ms(60_000);
        let back = AcceptedEpisode {
            external_id: first.external_id.clone(),
            ..world.text(ann, "first")
        };
        store.accept(std::slice::from_ref(&back)).await.unwrap();
        store.version_is_back(ann.user, second.log, first.log, back.log).await.unwrap();
        assert_eq!(world.log(&store, &back).await.accepted_at, first.accepted_at);
        let claim = world.claim(&store).await.unwrap();
        let waiting = &claim.episodes[0];
        assert_eq!((waiting.accepted_at, waiting.queued_at), (first.accepted_at, world.now()));
        world.complete(&store, &claim).await;
        assert_eq!(world.log(&store, &back).await.accepted_at, first.accepted_at);
    }

    async fn kept_versions_go_with_their_text_their_time_and_their_space(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let import = Some(world.import(ann).id);
        world.version(&store, ann, "first", None).await;
        let second = world.version(&store, ann, "second", import).await;
        let long_ago = Timestamp::UNIX_EPOCH;
        assert_eq!(store.remove_replaced_versions(long_ago, world.now()).await.unwrap(), 0);
        // What nothing but a program of now replaces is not kept.
        let third = world.version(&store, ann, "third", None).await;
        assert_eq!(kept(&store, &third).await, None);
        assert!(kept(&store, &second).await.is_some());
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.forget_log(third.log).await.unwrap();
        change.commit().await.unwrap();
        assert_eq!(kept(&store, &second).await, None);

        world.version(&store, ann, "first", None).await;
        let second = world.version(&store, ann, "second", import).await;
        assert_eq!(store.remove_replaced_versions(world.in_ms(1), world.now()).await.unwrap(), 1);
        assert_eq!(kept(&store, &second).await, None);
        world.version(&store, ann, "third", import).await;
        database.execute("UPDATE spaces SET retention_days = 3").await;
        let days = |days: i64| world.in_ms(days * 86_400_000);
        assert_eq!(store.remove_replaced_versions(long_ago, days(2)).await.unwrap(), 0);
        assert_eq!(store.remove_replaced_versions(long_ago, days(3)).await.unwrap(), 1);
        world.version(&store, ann, "fourth", import).await;
        assert_eq!(database.rows("replaced_versions").await, 1);
        store.delete_space(ann.user, ann.space).await.unwrap();
        assert_eq!(database.rows("replaced_versions").await, 0);
    }
}
