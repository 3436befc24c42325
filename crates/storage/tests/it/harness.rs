//! Databases to test on, and a world to fill them with.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use recollect_model::{
    AcceptedEpisode, CharRange, EmailAddress, Embedding, Entity, EntityId, EntityKey, EntityKind,
    Environment, EpisodeId, EpisodeKind, Labels, LeaseToken, Log, LogId, ManualClock, Mention,
    Object, Passage, QuantizedVector, ReferenceTime, Revision, SeededEntropy, Space, SpaceId,
    Statement, StatementId, Timestamp, UserId,
};
use recollect_sealing::MasterKey;
use recollect_storage::{
    Acceptance, CompletedEpisode, Database, Encryption, EpisodeGraph, Faults, LaneClaim,
    PostgresLimits, QueuedEpisode, Settlement, StorageError, Store,
};
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tempfile::TempDir;

use crate::memory::{proposition, slot};

/// Declares tests that run on both engines; each gets an empty [`TestDatabase`].
macro_rules! on_both_engines {
    ($($(#[$attribute:meta])* async fn $name:ident($database:ident: &TestDatabase) $body:block)*) => {$(
        mod $name {
            use super::*;

            async fn test($database: &TestDatabase) $body

            $(#[$attribute])*
            #[tokio::test]
            async fn on_sqlite() {
                let database = crate::harness::TestDatabase::sqlite();
                test(&database).await;
            }

            $(#[$attribute])*
            #[tokio::test]
            async fn on_postgres() {
                let database = crate::harness::TestDatabase::postgres().await;
                test(&database).await;
                database.remove().await;
            }
        }
    )*};
}
pub(crate) use on_both_engines;

/// Every test runs on an encrypted database, and with this master key, unless it says otherwise.
pub(crate) fn encryption() -> Encryption {
    Encryption::given(MasterKey::of([7; 32]), &Environment::system())
}

/// An empty database for one test.
pub(crate) struct TestDatabase {
    pub(crate) database: Database,
    directory: Option<TempDir>,
}

impl TestDatabase {
    pub(crate) fn sqlite() -> Self {
        let directory = TempDir::new().unwrap();
        Self {
            database: Database::Sqlite {
                directory: directory.path().join("data"),
            },
            directory: Some(directory),
        }
    }

    pub(crate) async fn postgres() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "recollect_test_{}_{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::SeqCst)
        );
        execute(&admin_url(), &format!("CREATE DATABASE {name}")).await;
        let admin = admin_url();
        let (server, _) = admin.rsplit_once('/').unwrap();
        Self {
            database: Database::Postgres {
                url: format!("{server}/{name}"),
            },
            directory: None,
        }
    }

    pub(crate) async fn remove(self) {
        if let Database::Postgres { url } = &self.database {
            let (_, name) = url.rsplit_once('/').unwrap();
            let sql = format!("DROP DATABASE {name} WITH (FORCE)");
            execute(&admin_url(), &sql).await;
        }
    }

    pub(crate) async fn store(&self) -> Store {
        self.store_with(Faults::none()).await
    }

    pub(crate) async fn store_with(&self, faults: Faults) -> Store {
        let (limits, encryption) = (PostgresLimits::default(), encryption());
        let opened = Store::open_encrypted(&self.database, limits, faults, &encryption);
        opened.await.unwrap()
    }

    /// Runs a statement behind the store's back.
    pub(crate) async fn execute(&self, sql: &str) {
        execute(&self.url(), sql).await;
    }

    /// How many rows a table has.
    pub(crate) async fn rows(&self, table: &str) -> i64 {
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&self.url()).await.unwrap();
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let count = sqlx::query_scalar(sql).fetch_one(&mut connection).await;
        connection.close().await.unwrap();
        count.unwrap()
    }

    /// How the database would carry out a statement, though a table that is empty is read as quickly without an index.
    pub(crate) async fn plan(&self, sql: &str) -> String {
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&self.url()).await.unwrap();
        let (explain, column) = match &self.database {
            Database::Postgres { .. } => {
                let sql = "SET enable_seqscan = off";
                connection.execute(sql).await.unwrap();
                ("EXPLAIN", 0)
            }
            _ => ("EXPLAIN QUERY PLAN", 3),
        };
        let sql = AssertSqlSafe(format!("{explain} {sql}"));
        let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let lines = rows.iter().map(|row| row.get::<String, _>(column));
        lines.collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn url(&self) -> String {
        match (&self.database, &self.directory) {
            (Database::Postgres { url }, _) => url.clone(),
            (Database::Sqlite { directory }, _) => {
                format!("sqlite://{}/recollect.db", directory.display())
            }
            _ => unreachable!("tests that look behind the store use a file or a server"),
        }
    }
}

/// Opens a database with this master key, or without.
pub(crate) async fn open(
    database: &Database,
    encryption: &Encryption,
) -> Result<Store, StorageError> {
    let limits = PostgresLimits::default();
    Store::open_encrypted(database, limits, Faults::none(), encryption).await
}

fn admin_url() -> String {
    std::env::var("RECOLLECT_TEST_POSTGRES").expect(
        "RECOLLECT_TEST_POSTGRES must be the URL of a PostgreSQL to test on: \
         run ./test, or export RECOLLECT_TEST_POSTGRES=\"$(tests/postgres start)\"",
    )
}

pub(crate) async fn execute(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    connection
        .execute(AssertSqlSafe(sql.to_owned()))
        .await
        .unwrap();
    connection.close().await.unwrap();
}

/// Time, dice, and the things one can make with them.
pub(crate) struct World {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) environment: Environment,
}

/// A user with a default space.
#[derive(Clone, Copy)]
pub(crate) struct Person {
    pub(crate) user: UserId,
    pub(crate) space: SpaceId,
}

impl World {
    pub(crate) fn new() -> Self {
        let start = "2025-03-01T09:30:00Z".parse().unwrap();
        let clock = Arc::new(ManualClock::new(start));
        let environment = Environment::new(clock.clone(), Arc::new(SeededEntropy::new(7)));
        Self { clock, environment }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.environment.now()
    }

    pub(crate) fn in_ms(&self, milliseconds: i64) -> Timestamp {
        let now = self.now().as_microsecond();
        Timestamp::from_microsecond(now + milliseconds * 1_000).unwrap()
    }

    pub(crate) fn token(&self) -> LeaseToken {
        LeaseToken::new(&self.environment)
    }

    pub(crate) async fn person(&self, store: &Store, name: &str) -> Person {
        let email: EmailAddress = format!("{name}@example.org").parse().unwrap();
        let account = store.ensure_account(&email, name, &self.environment);
        let user = account.await.unwrap().id;
        let space = store.default_space(user).await.unwrap().unwrap().id;
        Person { user, space }
    }

    pub(crate) async fn space(&self, store: &Store, user: UserId, name: &str) -> SpaceId {
        let space = self.new_space(name);
        store.create_space(user, &space).await.unwrap();
        space.id
    }

    pub(crate) fn new_space(&self, name: &str) -> Space {
        Space {
            id: SpaceId::new(&self.environment),
            name: name.to_owned(),
            description: None,
            is_default: false,
            retention_days: None,
            created_at: self.now(),
            updated_at: self.now(),
        }
    }

    pub(crate) fn text(&self, person: Person, body: &str) -> AcceptedEpisode {
        AcceptedEpisode {
            user: person.user,
            space: person.space,
            episode: EpisodeId::new(&self.environment),
            log: LogId::new(&self.environment),
            session: None,
            source: "test".to_owned(),
            kind: EpisodeKind::Conversation,
            body: body.to_owned(),
            reference_time: ReferenceTime::utc(self.now()),
            accepted_at: self.now(),
            known_since: None,
            is_undated: false,
            request: "{}".to_owned(),
            external_id: None,
            labels: Labels::default(),
            expires_at: None,
            import: None,
            is_bulk: false,
        }
    }

    /// Accepts texts and returns them as they were sent.
    pub(crate) async fn accept(
        &self,
        store: &Store,
        person: Person,
        bodies: &[&str],
    ) -> Vec<AcceptedEpisode> {
        let texts: Vec<_> = bodies.iter().map(|body| self.text(person, body)).collect();
        let outcomes = store.accept(&texts).await.unwrap();
        assert_eq!(outcomes, vec![Acceptance::Stored; texts.len()]);
        texts
    }

    pub(crate) async fn claim(&self, store: &Store) -> Option<LaneClaim> {
        let until = self.in_ms(60_000);
        store
            .claim(self.token(), self.now(), until, 64, 1 << 20)
            .await
            .unwrap()
    }

    pub(crate) async fn settlement(&self, store: &Store, claim: &LaneClaim) -> Settlement {
        let settlement = store.begin_settlement(claim.user, claim.token).await;
        settlement.unwrap().expect("the lease is held")
    }

    /// Claims what is ready and completes it, one claim after the other, until nothing is ready.
    pub(crate) async fn process_all(&self, store: &Store) {
        while let Some(claim) = self.claim(store).await {
            self.complete(store, &claim).await;
        }
    }

    /// Completes every episode of the claim: one passage each.
    pub(crate) async fn complete(&self, store: &Store, claim: &LaneClaim) {
        let mut settlement = self.settlement(store, claim).await;
        for episode in &claim.episodes {
            let Some(revision) = settlement
                .graph()
                .advance_space(episode.space)
                .await
                .unwrap()
            else {
                continue;
            };
            let mut completed = self.completed(episode);
            completed.revision = revision;
            settlement.complete_episode(completed);
        }
        settlement.release().await.unwrap();
    }

    /// The whole text as one passage; the revision is still to be set.
    pub(crate) fn completed(&self, episode: &QueuedEpisode) -> CompletedEpisode {
        let end = episode.body.chars().count() as u32;
        CompletedEpisode {
            log: episode.log,
            revision: Revision::default(),
            graph: EpisodeGraph {
                passages: vec![Passage {
                    number: 0,
                    range: CharRange { start: 0, end },
                    speaker: None,
                    vector: Some(QuantizedVector::of(&Embedding(vec![0.6, -0.8]))),
                    is_repetition: false,
                }],
                embedder: "test-embedder".to_owned(),
                extractor: "test-extractor".to_owned(),
                ..EpisodeGraph::default()
            },
            processed_at: self.now(),
        }
    }

    pub(crate) fn entity(&self, name: &str) -> Entity {
        Entity {
            id: EntityId::new(&self.environment),
            key: EntityKey::of_name(name),
            name: name.to_owned(),
            kind: EntityKind::Person,
            part_of: None,
        }
    }

    /// A statement that nobody has written yet, in the slot of its subject and relation.
    pub(crate) fn statement(&self, subject: EntityId, object: Object) -> Statement {
        Statement {
            id: StatementId::new(&self.environment),
            slot: slot(subject),
            proposition: proposition(subject, object),
            phrase: "live in".to_owned(),
            details: recollect_model::Details::default(),
            worth: recollect_model::Worth::default(),
            fact: "She lives there.".to_owned(),
            names: recollect_model::NamedPlaces::default(),
            valid_at: Some(self.now()),
            invalid_at: None,
            precision: None,
            closed_by: None,
            recorded_at: self.now(),
            decided: recollect_model::Decided::default(),
        }
    }

    pub(crate) async fn log(&self, store: &Store, text: &AcceptedEpisode) -> Log {
        store.log(text.user, text.log).await.unwrap().unwrap()
    }
}

pub(crate) fn mention(entity: EntityId, episode: EpisodeId, start: u32) -> Mention {
    Mention {
        entity,
        kind: EntityKind::Person,
        episode,
        passage: 0,
        range: CharRange {
            start,
            end: start + 3,
        },
    }
}

/// The bodies of a claim, to compare.
pub(crate) fn bodies(claim: &LaneClaim) -> Vec<&str> {
    claim.episodes.iter().map(|e| e.body.as_str()).collect()
}
