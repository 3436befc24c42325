//! The servers of a PostgreSQL, one of which takes writes at a time.
//!
//! After a failover, a connection may lead to a server that was the primary before: it answers every ping and refuses
//! every write, for as long as it is kept. So each connection is asked whether it may write when it is taken, in the
//! place of a ping. One that may not, one that is silent and one that broke makes every older connection suspect:
//! those are closed instead of being taken, and all hosts are asked at once which of them takes writes now. Until one
//! is found nobody goes to the pool, which would have each caller wait for a host that is gone.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::pool::PoolConnection;
use sqlx::{
    Any, AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, Error, Executor, Row,
    SqlSafeStr, SqlStr,
};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::StorageError;
use crate::error::{may_pass, silent};
use crate::hosts::{Host, Hosts};

/// The pause between two rounds through the hosts.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(100);

/// How many connections to a PostgreSQL are held, and how long it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostgresLimits {
    /// The most connections at the same time.
    pub connections: u32,
    /// How long a connection may take to be made; two thirds of it, to say whether it may write.
    pub connecting: Duration,
    /// How long a call waits for a connection.
    pub waiting: Duration,
    /// How long a statement or a commit may take. The server gives up a statement a little before, and a lock after half
    /// of it.
    pub statement: Duration,
    /// For how long the connection at the other end is the same one.
    pub pooling: Pooling,
}

/// For how long a client of PostgreSQL speaks to the same connection of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pooling {
    /// As long as its own connection lives: there is no pooler, or one in session mode.
    #[default]
    Session,
    /// As long as a transaction: there is a pooler in transaction mode. Nothing may be left behind on a connection, no
    /// setting and no prepared statement, and each statement is a transaction.
    Transaction,
}

impl Default for PostgresLimits {
    fn default() -> Self {
        Self {
            connections: 16,
            connecting: Duration::from_secs(3),
            // Whoever asks for the service's health wants an answer.
            waiting: Duration::from_secs(5),
            statement: Duration::from_secs(10),
            pooling: Pooling::Session,
        }
    }
}

impl PostgresLimits {
    /// What a new connection is told. A commit returns after it is on disk, whatever the role or the database have by
    /// default. A node that hangs must not hold a lane for ever, nor wait for one; and of a node that is gone, the server
    /// learns by itself, so that its locks do not outlive it by hours.
    pub(crate) fn session(&self) -> String {
        if self.pooling == Pooling::Transaction {
            // It would be left behind for whoever has the connection next.
            return "SELECT 1".to_owned();
        }
        let statement = self.statement.as_millis();
        format!(
            "SET synchronous_commit = on;
             SET lock_timeout = {};
             SET statement_timeout = {};
             SET idle_in_transaction_session_timeout = '60s';
             SET tcp_keepalives_idle = 30;
             SET tcp_keepalives_interval = 10;
             SET tcp_keepalives_count = 3;
             SET tcp_user_timeout = 30000",
            (statement / 2).max(1),
            (statement * 9 / 10).max(1),
        )
    }
}

impl PostgresLimits {
    /// How long a connection may take to say whether it may write.
    fn checking(&self) -> Duration {
        self.connecting * 2 / 3
    }

    /// Begins a transaction, with what a connection could not be told beforehand.
    pub(crate) fn begin(&self, statement: &'static str) -> SqlStr {
        if self.pooling == Pooling::Session {
            return statement.into_sql_str();
        }
        let milliseconds = self.statement.as_millis();
        let (lock, limit) = ((milliseconds / 2).max(1), (milliseconds * 9 / 10).max(1));
        AssertSqlSafe(format!(
            "{statement}; SET LOCAL synchronous_commit = on; SET LOCAL lock_timeout = {lock};
             SET LOCAL statement_timeout = {limit}; SET LOCAL idle_in_transaction_session_timeout = '60s'"
        ))
        .into_sql_str()
    }
}

/// The hosts of one URL. Which of them takes writes is found out anew whenever there is a doubt.
#[derive(Debug)]
pub(crate) struct Servers {
    hosts: Vec<Host>,
    limits: PostgresLimits,
    /// Connections made before this are not used any more.
    trusted_from: Mutex<Option<Instant>>,
    sought: tokio::sync::Mutex<Option<Sought>>,
    /// How often there was a doubt.
    doubts: AtomicU64,
    /// Whether it is not known which host takes writes.
    is_in_doubt: AtomicBool,
}

/// What the last look for the primary came to.
#[derive(Debug)]
struct Sought {
    at: Instant,
    outcome: Result<(), String>,
}

impl Servers {
    pub(crate) fn new(hosts: Hosts, limits: PostgresLimits) -> Self {
        let connecting = hosts.connect_timeout.unwrap_or(limits.connecting);
        Self {
            hosts: hosts.hosts,
            limits: PostgresLimits {
                connecting,
                ..limits
            },
            trusted_from: Mutex::default(),
            sought: tokio::sync::Mutex::default(),
            doubts: AtomicU64::new(0),
            is_in_doubt: AtomicBool::new(false),
        }
    }

    pub(crate) const fn limits(&self) -> &PostgresLimits {
        &self.limits
    }

    /// How long a statement may take.
    pub(crate) const fn patience(&self) -> Duration {
        self.limits.statement
    }

    /// How to connect to a host.
    pub(crate) fn options(&self, host: usize) -> AnyConnectOptions {
        self.hosts[host].options.clone()
    }

    /// Whether a connection of this age is to be used.
    pub(crate) fn trusts(&self, age: Duration) -> bool {
        let from = *self
            .trusted_from
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        from.is_none_or(|from| from.elapsed() > age)
    }

    /// How often there was one.
    pub(crate) fn doubts(&self) -> u64 {
        self.doubts.load(Ordering::Relaxed)
    }

    /// Every connection made before now is suspect.
    pub(crate) fn distrust(&self, reason: &Error) {
        tracing::warn!("the connections to the database are made anew: {reason}");
        self.doubts.fetch_add(1, Ordering::Relaxed);
        self.is_in_doubt.store(true, Ordering::Relaxed);
        let mut from = self
            .trusted_from
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *from = Some(Instant::now());
    }

    /// Takes a connection that may write.
    pub(crate) async fn connection(&self, pool: &AnyPool) -> Result<PoolConnection<Any>, Error> {
        let end = Instant::now() + self.limits.waiting;
        let mut reason = None;
        let taken = timeout_at(end, async {
            loop {
                if self.is_in_doubt.load(Ordering::Relaxed)
                    && let Err(error) = self.seek(pool).await
                {
                    if !may_pass(&error) {
                        return Err(error);
                    }
                    reason = Some(error);
                    sleep(BETWEEN_ROUNDS).await;
                    continue;
                }
                match self.attempt(pool, end).await {
                    Ok(connection) => return Ok(connection),
                    Err(error @ Error::PoolClosed) => return Err(error),
                    Err(error) => reason = Some(error),
                }
            }
        });
        match taken.await {
            Ok(taken) => taken,
            Err(_) => Err(reason.unwrap_or(Error::PoolTimedOut)),
        }
    }

    async fn attempt(&self, pool: &AnyPool, end: Instant) -> Result<PoolConnection<Any>, Error> {
        // Where the pool is full, the wait is for others; otherwise it may be for a host that does not answer.
        let is_full = pool.size() >= self.limits.connections && pool.num_idle() == 0;
        let patience = match is_full {
            true => end,
            false => end.min(Instant::now() + self.limits.connecting),
        };
        let acquired = timeout_at(patience, pool.acquire()).await;
        let acquired = acquired.unwrap_or(Err(Error::PoolTimedOut));
        if acquired.is_err() && !is_full {
            self.is_in_doubt.store(true, Ordering::Relaxed);
        }
        let mut pooled = acquired?;
        let checking = self.limits.checking();
        let error = match timeout(checking, may_write(&mut pooled)).await {
            Ok(Ok(true)) => return Ok(pooled),
            Ok(Ok(false)) => takes_no_writes(),
            Ok(Err(error)) => error,
            Err(_) => silent(checking),
        };
        drop(pooled.detach());
        self.distrust(&error);
        Err(error)
    }

    /// Points the pool to the host that takes writes. Who comes while another looks takes over what that one finds.
    async fn seek(&self, pool: &AnyPool) -> Result<(), Error> {
        let begun = Instant::now();
        let mut sought = self.sought.lock().await;
        if let Some(last) = sought.as_ref().filter(|last| last.at >= begun) {
            let outcome = last.outcome.clone();
            return outcome.map_err(|reason| Error::Io(std::io::Error::other(reason)));
        }
        let primary = self.primary().await;
        let outcome = match &primary {
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        };
        *sought = Some(Sought {
            at: Instant::now(),
            outcome,
        });
        pool.set_connect_options(self.options(primary?));
        self.is_in_doubt.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Asks all hosts at once; the first that takes writes. One that has refused is asked again for as long as another is
    /// silent: what hangs keeps nobody from hearing that a standby was promoted.
    pub(crate) async fn primary(&self) -> Result<usize, Error> {
        let mut asked = JoinSet::new();
        for number in 0..self.hosts.len() {
            asked.spawn(self.asking(number, Duration::ZERO));
        }
        let mut refusals: BTreeMap<usize, Error> = BTreeMap::new();
        while let Some(answer) = asked.join_next().await {
            let (number, answer) =
                answer.map_err(|panic| Error::Io(std::io::Error::other(panic)))?;
            match answer {
                Ok(true) => return Ok(number),
                Ok(false) => refusals.insert(number, takes_no_writes()),
                Err(error) => refusals.insert(number, error),
            };
            if refusals.len() == self.hosts.len() {
                break;
            }
            asked.spawn(self.asking(number, BETWEEN_ROUNDS));
        }
        Err(self.refusal(refusals.into_iter().collect()))
    }

    /// Asks a host after a pause.
    fn asking(
        &self,
        number: usize,
        pause: Duration,
    ) -> impl Future<Output = (usize, Result<bool, Error>)> + Send + use<> {
        let (options, patience) = (self.options(number), self.limits.connecting);
        async move {
            sleep(pause).await;
            let answer = timeout(patience, ask(&options)).await;
            (number, answer.unwrap_or_else(|_| Err(silent(patience))))
        }
    }

    /// What several refusals come to: of one host its own, of many what each said, unless none of them will ever pass.
    fn refusal(&self, mut refusals: Vec<(usize, Error)>) -> Error {
        let is_final = refusals.iter().all(|(_, error)| !may_pass(error));
        if (refusals.len() == 1 || is_final)
            && let Some((_, error)) = refusals.pop()
        {
            return error;
        }
        let said = refusals
            .iter()
            .map(|(number, error)| format!("{}: {error}", self.hosts[*number].name));
        let said: Vec<String> = said.collect();
        Error::Io(std::io::Error::other(said.join("; ")))
    }

    /// A connection of its own to the host that takes writes, for what takes as long as it takes.
    pub(crate) async fn connect(&self, host: usize) -> Result<AnyConnection, StorageError> {
        let connecting = timeout(self.limits.connecting, self.hosts[host].options.connect());
        let connection = connecting
            .await
            .unwrap_or_else(|_| Err(silent(self.limits.connecting)));
        Ok(connection?)
    }
}

async fn ask(options: &AnyConnectOptions) -> Result<bool, Error> {
    let mut connection = options.connect().await?;
    let may_write = may_write(&mut connection).await?;
    connection.close().await?;
    Ok(may_write)
}

/// Whether the server takes writes on this connection.
async fn may_write(connection: &mut AnyConnection) -> Result<bool, Error> {
    // A text without parameters is not prepared: one round trip.
    let row = connection.fetch_one(
        "SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'
         THEN 0 ELSE 1 END",
    );
    Ok(row.await?.try_get::<i32, _>(0)? == 1)
}

fn takes_no_writes() -> Error {
    let message = "the database server takes no writes: it is a standby, or read-only";
    Error::Io(std::io::Error::other(message))
}
