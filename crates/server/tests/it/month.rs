//! A month of use, on a clock that is set: what is deleted, replaced, edited and expired leaves nothing behind that grows.
//!
//! Afterwards the database is held against a fresh one with only what is left.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use recollect_engine::{
    DeliveryStep, Engine, GivenAnswer, KeyedEnd, Language, NewText, NewWebhook, Query, Settings,
    Step, TextOptions, Visitor, WebhookSettings,
};
use recollect_language::local::{LocalExtraction, Potion};
use recollect_model::{
    EmailAddress, Environment, EpisodeKind, LabelFilter, LogId, ManualClock, OpaqueToken,
    ReferenceTime, SeededEntropy, Timestamp, UserId,
};
use recollect_outbound::{Answer, Exchange, Failure, Request};
use recollect_storage::{Database, Store};

use crate::postgres::{ScratchDatabase, asked, store_of};

const DAYS: usize = 30;
/// Texts of a day that stay, and those of each kind that does not: forgotten, expired and replaced. As many times more where
/// this is set.
const TIMES: &str = "RECOLLECT_TEST_MONTH_TIMES";
const STAYING: usize = 8;
const PASSING: usize = 1;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
/// For how many days ended deliveries are kept here.
const DELIVERIES_KEPT: u64 = 5;
/// By how much the month may be larger than what is left of it.
const BOUND: f64 = 1.3;

/// A receiver that takes everything.
struct Receiver;

#[async_trait::async_trait]
impl Exchange for Receiver {
    async fn exchange(&self, _: &Request) -> Result<Answer, Failure> {
        let status = 200;
        Ok(Answer {
            status,
            ..Answer::default()
        })
    }
}

/// One person's account, on a database of its own.
struct Account {
    engine: Engine,
    store: Store,
    clock: Arc<ManualClock>,
    user: UserId,
    email: EmailAddress,
}

impl Account {
    async fn new(database: &Database, indexes: &Path) -> Self {
        let store = store_of(database).await;
        let start: Timestamp = "2025-01-01T08:00:00Z".parse().unwrap();
        let clock = Arc::new(ManualClock::new(start));
        let environment = Environment::new(clock.clone(), Arc::new(SeededEntropy::new(1)));
        let email: EmailAddress = "anna@example.com".parse().unwrap();
        let account = store.ensure_account(&email, "Anna", &environment).await;
        let language = Language {
            embed: Arc::new(Potion::load(NonZeroUsize::MIN).unwrap()),
            extract: Arc::new(LocalExtraction::new(NonZeroUsize::MIN)),
            rerank: None,
            read: None,
        };
        let settings = Settings {
            index_directory: Some(indexes.to_owned()),
            index_file_passages: 10,
            webhooks: WebhookSettings {
                retention: std::time::Duration::from_secs(DELIVERIES_KEPT * 24 * 60 * 60),
                ..WebhookSettings::default()
            },
            ..Settings::default()
        };
        let engine = Engine::new(store.clone(), language, environment, settings);
        let engine = engine.with_door(Arc::new(Receiver));
        let user = account.unwrap().id;
        let webhook = NewWebhook {
            url: "https://hook.example.com/".to_owned(),
            secret: None,
            events: None,
            description: None,
            is_disabled: false,
        };
        engine.create_webhook(user, webhook, None).await.unwrap();
        Self {
            engine,
            store,
            clock,
            user,
            email,
        }
    }

    async fn tell(&self, body: &str, kind: EpisodeKind, more: TextOptions) -> LogId {
        self.clock.advance_ms(60 * 1_000);
        let text = NewText {
            space: None,
            session: (kind == EpisodeKind::Document).then(|| "plan".to_owned()),
            source: "month".to_owned(),
            kind,
            body: body.to_owned(),
            reference_time: ReferenceTime::utc(self.engine.environment().now()),
            request: "{}".to_owned(),
            more,
        };
        self.engine.accept(self.user, text).await.unwrap()
    }

    async fn say(&self, body: &str) -> LogId {
        let kind = EpisodeKind::Conversation;
        self.tell(body, kind, TextOptions::default()).await
    }

    async fn process(&self) {
        while self.engine.lanes().step().await.unwrap() != Step::Idle {}
    }

    /// What the service does by itself, and a server of PostgreSQL.
    async fn keep_house(&self, database: &Database) {
        let outbox = self.engine.outbox().unwrap();
        while outbox.step().await.unwrap() != DeliveryStep::Idle {}
        while outbox.clean().await.unwrap() {}
        self.engine.forget_expired().await.unwrap();
        self.engine.remove_expired().await.unwrap();
        self.engine.keep_indexes().await.unwrap();
        if let Database::Postgres { url } = database {
            asked(url, "VACUUM");
        }
    }

    /// Logs in, and out again.
    async fn log_in(&self) {
        let browser = OpaqueToken::new(self.engine.environment());
        let link = self.engine.request_login(&self.email, &browser, None).await;
        let visitor = Visitor {
            agent: "month".to_owned(),
            browser: Some(browser.hash()),
            ..Visitor::default()
        };
        let link = link.unwrap().unwrap();
        let logged_in = self.engine.log_in(link.reveal(), &visitor).await;
        assert!(logged_in.unwrap().is_some());
        for session in self.engine.sessions(self.user).await.unwrap() {
            let ended = self.engine.end_session(self.user, session.id, None).await;
            ended.unwrap();
        }
    }

    /// A request that is sent with a key, and answered.
    async fn ask_with_key(&self, key: &str) {
        self.engine
            .begin_keyed(self.user, key, "request")
            .await
            .unwrap();
        let answer = GivenAnswer {
            status: 200,
            location: None,
            body: Some("answered ".repeat(20)),
        };
        let ended = self
            .engine
            .end_keyed(self.user, key, KeyedEnd::Answered(&answer))
            .await;
        ended.unwrap();
    }

    async fn search(&self) -> usize {
        let query = Query {
            text: "Where did Anna walk with Clara?".to_owned(),
            spaces: Vec::new(),
            session: None,
            labels: LabelFilter::default(),
            limit: 100,
            reference_time: ReferenceTime::utc(self.engine.environment().now()),
            from: None,
            until: None,
            valid_at: None,
            recorded_at: None,
            include_invalidated: false,
            tells_together: false,
            score_threshold: None,
            min_results: 0,
            rerank: None,
        };
        let found = self.engine.recall(self.user, query).await.unwrap();
        found.episodes.len()
    }
}

/// A text that stays.
fn staying(day: usize, number: usize) -> String {
    format!(
        "Clara and I walked {number} miles to the harbour of Port{day}x{number} on day {day}. Clara works at \
         Boatyard{day}x{number}, and we talked about the lantern that her uncle Ben had found in the attic."
    )
}

/// A text that does not, and says as much.
fn passing(what: &str, day: usize, number: usize) -> String {
    format!(
        "Ben{what}{day}x{number} lives in Town{what}{day}x{number}, works at Firm{what}{day}x{number} and likes \
         Food{what}{day}x{number}. We met yesterday, and talked about boats, lanterns and the weather for hours."
    )
}

fn times(texts: usize) -> usize {
    let times = std::env::var(TIMES).ok();
    let times: Option<usize> = times.and_then(|times| times.parse().ok());
    texts * times.unwrap_or(1)
}

/// A day of the month: what is told, and what is done with what was told the day before.
async fn live(account: &Account, day: usize, before: &mut Vec<LogId>) {
    for log in before.drain(..) {
        let forgotten = account.engine.forget(account.user, log, None);
        forgotten.await.unwrap();
    }
    let mut edited = Vec::new();
    for number in 0..times(STAYING) {
        // One in four says something else at first.
        if number % 4 > 0 {
            account.say(&staying(day, number)).await;
        } else {
            let log = account.say(&passing("edited", day, number)).await;
            edited.push((log, staying(day, number)));
        }
        account.ask_with_key(&format!("{day} {number}")).await;
    }
    for number in 0..times(PASSING) {
        before.push(account.say(&passing("forgotten", day, number)).await);
        let now = account.engine.environment().now();
        let expiring = TextOptions {
            expires_at: Some(now + std::time::Duration::from_secs(2 * 24 * 60 * 60)),
            ..TextOptions::default()
        };
        let body = passing("expired", day, number);
        let kind = EpisodeKind::Conversation;
        account.tell(&body, kind, expiring).await;
        let named = TextOptions {
            external_id: Some(format!("status {number}")),
            ..TextOptions::default()
        };
        let body = passing("replaced", day, number);
        account.tell(&body, kind, named).await;
    }
    let body = passing("version", day, 0);
    account
        .tell(&body, EpisodeKind::Document, TextOptions::default())
        .await;
    account.process().await;
    for (log, body) in edited {
        let edited = account.engine.edit(account.user, log, (None, &body), None);
        edited.await.unwrap();
    }
    account.process().await;
    account.search().await;
    account.log_in().await;
}

/// How large everything is.
#[derive(Debug)]
struct Sizes {
    database: u64,
    indexes: u64,
    rows: BTreeMap<String, u64>,
}

fn bytes_below(directory: &Path) -> u64 {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.path() {
        path if path.is_dir() => bytes_below(&path),
        path => std::fs::metadata(path).map_or(0, |file| file.len()),
    });
    sizes.sum()
}

/// Closes an account's database, and measures it.
async fn measured(account: Account, database: &Database, indexes: &Path) -> Sizes {
    account.search().await;
    account.engine.keep_indexes().await.unwrap();
    account.store.erase().await.unwrap();
    let now = account.engine.environment().now();
    let copy = tempfile::tempdir().unwrap();
    let sums = database
        .back_up(&copy.path().join("backup"), now, |_| ())
        .await;
    let rows = sums.unwrap().into_iter().map(|sum| (sum.table, sum.rows));
    account.store.close().await;
    let size = match database {
        Database::Postgres { url } => {
            asked(url, "VACUUM");
            let sql = "SELECT SUM(pg_total_relation_size(oid)) FROM pg_class
                       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace";
            asked(url, sql).trim().parse().unwrap()
        }
        Database::Sqlite { directory } => {
            let files = ["recollect.db", "recollect.db-wal", "recollect.db-shm"];
            let sizes = files.map(|name| std::fs::metadata(directory.join(name)));
            sizes.into_iter().flatten().map(|file| file.len()).sum()
        }
        Database::SqliteInMemory => unreachable!("it has no size"),
    };
    Sizes {
        database: size,
        indexes: bytes_below(indexes),
        rows: rows.collect(),
    }
}

/// A database with only what is left after the month.
async fn fresh(database: &Database, indexes: &Path) -> Sizes {
    let account = Account::new(database, indexes).await;
    for day in 0..DAYS {
        for number in 0..times(STAYING) {
            account.say(&staying(day, number)).await;
        }
        account.process().await;
        account.keep_house(database).await;
        account.clock.advance_ms(DAY_MS);
    }
    for number in 0..times(PASSING) {
        for what in ["forgotten", "expired", "replaced"] {
            account.say(&passing(what, DAYS - 1, number)).await;
        }
        account.say(&passing("expired", DAYS - 2, number)).await;
    }
    account.say(&passing("version", DAYS - 1, 0)).await;
    account.process().await;
    account.search().await;
    account.keep_house(database).await;
    measured(account, database, indexes).await
}

async fn month(database: &Database, other: &Database, indexes: [PathBuf; 2]) {
    let account = Account::new(database, &indexes[0]).await;
    let mut before = Vec::new();
    for day in 0..DAYS {
        live(&account, day, &mut before).await;
        account.keep_house(database).await;
        account.clock.advance_ms(DAY_MS);
    }
    let lived = measured(account, database, &indexes[0]).await;
    let fresh = fresh(other, &indexes[1]).await;
    eprintln!("after the month {lived:?}\nfresh {fresh:?}");
    let ratio = |one: u64, other: u64| one as f64 / other as f64;
    let (of_database, of_indexes) = (
        ratio(lived.database, fresh.database),
        ratio(lived.indexes, fresh.indexes),
    );
    eprintln!("database {of_database:.2}, indexes {of_indexes:.2} of what is left");
    assert_eq!(
        lived.rows["episodes"], fresh.rows["episodes"],
        "the same is left"
    );
    assert!(of_database < BOUND, "{of_database}");
    assert!(fresh.indexes > 0 && of_indexes < BOUND, "{of_indexes}");
    // Of what only days tell, there are so many days of it.
    let replaced = lived.rows["logs"] - fresh.rows["logs"];
    assert!(replaced <= 8 * (times(PASSING) as u64 + 1), "{replaced}");
    assert!(lived.rows["idempotency_keys"] <= 2 * times(STAYING) as u64);
    assert!(lived.rows["login_links"] <= 2 && lived.rows["sessions"] <= 1);
    for table in [
        "episodes",
        "passages",
        "claims",
        "mentions",
        "statements",
        "entities",
    ] {
        let (lived, fresh) = (lived.rows[table], fresh.rows[table]);
        assert!(
            ratio(lived, fresh) < 1.1,
            "{table}: {lived} where {fresh} are left"
        );
    }
}

#[tokio::test]
async fn a_month_leaves_no_more_than_what_is_left_of_it_on_sqlite() {
    let place = tempfile::tempdir().unwrap();
    let database = |name: &str| Database::Sqlite {
        directory: place.path().join(name),
    };
    let indexes = ["one", "two"].map(|name| place.path().join("indexes").join(name));
    month(&database("lived"), &database("fresh"), indexes).await;
}

#[tokio::test]
async fn a_month_leaves_no_more_than_what_is_left_of_it_on_postgresql() {
    let place = tempfile::tempdir().unwrap();
    let scratch = ["lived", "fresh"].map(ScratchDatabase::create);
    let [lived, fresh] = scratch.each_ref().map(|scratch| Database::Postgres {
        url: scratch.url.clone(),
    });
    let indexes = ["one", "two"].map(|name| place.path().join(name));
    month(&lived, &fresh, indexes).await;
}
