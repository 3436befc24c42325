//! Connections for as long as somebody needs them, with a deadline on everything that a server is asked.
//!
//! A server that freezes, or a network that swallows packets, answers nothing and refuses nothing: whoever waits
//! would wait for ever. So each statement, the begin and the end of each transaction, and the return of a connection
//! to its pool are given up after a time. A connection that was silent, or that turned out to lead to a server that
//! takes no writes, is closed and never used again. The embedded database has no such deadlines: it lives in this
//! process, and what it is slow at would not end sooner for being given up.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, TryFutureExt, TryStreamExt, stream};
use sqlx::any::{AnyArguments, AnyPoolOptions, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::{
    Any, AnyConnection, AnyPool, Database, Either, Error, Execute, Executor, SqlSafeStr, SqlStr,
};
use sqlx_core::transaction::TransactionManager;
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::condition::Condition;
use crate::error::{ends_connection, silent};
use crate::figures::Connections;
use crate::servers::{Pooling, Servers};

type Transactions = <Any as Database>::TransactionManager;
type Step = Either<AnyQueryResult, AnyRow>;
type BoxFuture<'e, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'e>>;
type BoxStream<'e, T> = Pin<Box<dyn Stream<Item = Result<T, Error>> + Send + 'e>>;

/// How long a connection may take to get back to its pool: it has a rollback to send at most.
const RETURNING: Duration = Duration::from_secs(5);

/// Where sessions come from. As an executor, it takes one for a single statement. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Sessions {
    pool: AnyPool,
    condition: Arc<Condition>,
    /// Of PostgreSQL only.
    servers: Option<Arc<Servers>>,
}

impl Sessions {
    /// Those of the embedded database.
    pub(crate) const fn embedded(pool: AnyPool, condition: Arc<Condition>) -> Self {
        Self {
            pool,
            condition,
            servers: None,
        }
    }

    /// Those of a PostgreSQL, which is reached at its first host that takes writes.
    pub(crate) fn of(
        servers: &Arc<Servers>,
        options: AnyPoolOptions,
        host: usize,
        condition: Arc<Condition>,
    ) -> Self {
        let trusting = servers.clone();
        let options = options.before_acquire(move |_, known| {
            let is_trusted = trusting.trusts(known.age);
            Box::pin(async move { Ok(is_trusted) })
        });
        Self {
            pool: options.connect_lazy_with(servers.options(host)),
            condition,
            servers: Some(servers.clone()),
        }
    }

    /// How long a statement or a commit may take; none of the embedded database.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.servers.as_ref().map(|servers| servers.patience())
    }

    /// Takes a connection that works, and of a server one that takes writes.
    pub(crate) async fn take(&self) -> Result<Session, Error> {
        let pooled = match &self.servers {
            None => self.pool.acquire().await,
            Some(servers) => servers.connection(&self.pool).await,
        };
        let pooled = pooled.inspect_err(|error| self.condition.note(error))?;
        Ok(Session {
            pooled: Some(pooled),
            watch: Watch {
                patience: self.patience(),
                servers: self.servers.clone(),
                condition: self.condition.clone(),
                is_open: false,
                is_broken: false,
            },
        })
    }

    /// Takes a connection for a single statement. Behind a pooler, that consists of messages which another connection of the
    /// server might get, unless they are a transaction.
    async fn take_for_one(&self) -> Result<Session, Error> {
        let mut session = self.take().await?;
        if session.watch.is_shared() {
            session.begin("BEGIN").await?;
        }
        Ok(session)
    }

    /// Takes a connection and begins a transaction on it.
    pub(crate) async fn begin(&self, statement: &'static str) -> Result<Session, Error> {
        let mut session = self.take().await?;
        session.begin(statement).await?;
        Ok(session)
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    pub(crate) fn connections(&self) -> Connections {
        let idle = u64::try_from(self.pool.num_idle()).unwrap_or(u64::MAX);
        Connections {
            used: u64::from(self.pool.size()).saturating_sub(idle),
            idle,
            most: u64::from(self.pool.options().get_max_connections()),
        }
    }

    /// How often the connections to a server were made anew.
    pub(crate) fn reconnections(&self) -> u64 {
        self.servers.as_ref().map_or(0, |servers| servers.doubts())
    }
}

impl<'c> Executor<'c> for &'c Sessions {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Step>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let gathered = async move {
            let mut session = self.take_for_one().await?;
            let steps = session.gather(query).await?;
            session.end_of_one().await?;
            Ok(steps)
        };
        Box::pin(gathered.map_ok(steps).try_flatten_stream())
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Option<AnyRow>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        Box::pin(async move {
            let mut session = self.take_for_one().await?;
            let first = session.first(query).await?;
            session.end_of_one().await?;
            Ok(first)
        })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, AnyStatement>
    where
        'c: 'e,
    {
        Box::pin(async move { self.take().await?.prepare(sql, parameters).await })
    }
}

/// A connection, and the transaction on it if one was begun; dropped, that is rolled back.
pub(crate) struct Session {
    /// There until it is dropped.
    pooled: Option<PoolConnection<Any>>,
    watch: Watch,
}

impl Session {
    pub(crate) async fn begin(&mut self, statement: &'static str) -> Result<(), Error> {
        let (connection, watch) = self.parts();
        // Given up in the middle, nobody knows whether a transaction is open.
        watch.is_broken = watch.servers.is_some();
        watch.is_open = true;
        let statement = match &watch.servers {
            None => statement.into_sql_str(),
            Some(servers) => servers.limits().begin(statement),
        };
        let begun = Transactions::begin(connection, Some(statement));
        watch.in_time(begun).await?;
        watch.is_broken = false;
        Ok(())
    }

    pub(crate) async fn commit(&mut self) -> Result<(), Error> {
        let (connection, watch) = self.parts();
        watch.in_time(Transactions::commit(connection)).await?;
        watch.is_open = false;
        Ok(())
    }

    pub(crate) async fn rollback(&mut self) -> Result<(), Error> {
        let (connection, watch) = self.parts();
        watch.in_time(Transactions::rollback(connection)).await?;
        watch.is_open = false;
        Ok(())
    }

    /// Ends what was begun for a single statement.
    async fn end_of_one(&mut self) -> Result<(), Error> {
        match self.watch.is_shared() {
            true => self.commit().await,
            false => Ok(()),
        }
    }

    /// Lets what follows take as long as it takes, up to this.
    pub(crate) const fn be_patient(&mut self, patience: Duration) {
        if self.watch.patience.is_some() {
            self.watch.patience = Some(patience);
        }
    }

    async fn gather<'q>(&mut self, query: impl Execute<'q, Any> + 'q) -> Result<Vec<Step>, Error> {
        let (connection, watch) = self.parts();
        let query = Once::of(query, watch);
        let steps = connection.fetch_many(query).try_collect();
        watch.in_time(steps).await
    }

    async fn first<'q>(
        &mut self,
        query: impl Execute<'q, Any> + 'q,
    ) -> Result<Option<AnyRow>, Error> {
        let (connection, watch) = self.parts();
        let query = Once::of(query, watch);
        watch.in_time(connection.fetch_optional(query)).await
    }

    async fn prepare(
        &mut self,
        sql: SqlStr,
        parameters: &[AnyTypeInfo],
    ) -> Result<AnyStatement, Error> {
        let (connection, watch) = self.parts();
        let prepared = connection.prepare_with(sql, parameters);
        watch.in_time(prepared).await
    }

    fn parts(&mut self) -> (&mut AnyConnection, &mut Watch) {
        let pooled = self.pooled.as_mut();
        let pooled = pooled.expect("the connection is there until the session is dropped");
        (&mut **pooled, &mut self.watch)
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session")
    }
}

impl<'c> Executor<'c> for &'c mut Session {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Step>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        Box::pin(self.gather(query).map_ok(steps).try_flatten_stream())
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Option<AnyRow>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        Box::pin(self.first(query))
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, AnyStatement>
    where
        'c: 'e,
    {
        Box::pin(self.prepare(sql, parameters))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let Some(mut pooled) = self.pooled.take() else {
            return;
        };
        if self.watch.is_broken {
            // Without a farewell, which nobody might read: the socket is closed with the value.
            drop(pooled.detach());
            return;
        }
        if self.watch.is_open {
            Transactions::start_rollback(&mut pooled);
        }
        if self.watch.servers.is_none() {
            return;
        }
        // Dropped by the deadline on its way to the pool, the connection is closed and its place is free.
        match Handle::try_current() {
            Ok(runtime) => {
                runtime.spawn(timeout(RETURNING, async move {
                    pooled.return_to_pool().await;
                }));
            }
            Err(_) => drop(pooled.detach()),
        }
    }
}

/// A statement that is kept prepared only where the connection at the other end stays the same.
struct Once<E> {
    query: E,
    is_kept: bool,
}

impl<E> Once<E> {
    fn of(query: E, watch: &Watch) -> Self {
        Self {
            query,
            is_kept: !watch.is_shared(),
        }
    }
}

impl<'q, E: Execute<'q, Any>> Execute<'q, Any> for Once<E> {
    fn sql(self) -> SqlStr {
        self.query.sql()
    }

    fn statement(&self) -> Option<&AnyStatement> {
        self.query.statement()
    }

    fn take_arguments(&mut self) -> Result<Option<AnyArguments>, BoxDynError> {
        self.query.take_arguments()
    }

    fn persistent(&self) -> bool {
        self.is_kept && self.query.persistent()
    }
}

/// What is known of a connection while it is used.
struct Watch {
    /// How long a statement may take; as long as it likes on the embedded database.
    patience: Option<Duration>,
    servers: Option<Arc<Servers>>,
    condition: Arc<Condition>,
    /// Whether a transaction may be open on it.
    is_open: bool,
    is_broken: bool,
}

impl Watch {
    /// Whether a pooler lends the server's connections for a transaction each.
    fn is_shared(&self) -> bool {
        let servers = self.servers.as_ref();
        servers.is_some_and(|servers| servers.limits().pooling == Pooling::Transaction)
    }

    async fn in_time<T>(
        &mut self,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let answer = match self.patience {
            None => work.await,
            Some(patience) => match timeout(patience, work).await {
                Ok(answer) => answer,
                Err(_) => Err(silent(patience)),
            },
        };
        if let Err(error) = &answer {
            self.note(error);
        }
        answer
    }

    fn note(&mut self, error: &Error) {
        self.condition.note(error);
        if ends_connection(error)
            && let Some(servers) = &self.servers
        {
            self.is_broken = true;
            servers.distrust(error);
        }
    }
}

fn steps(gathered: Vec<Step>) -> impl Stream<Item = Result<Step, Error>> {
    stream::iter(gathered.into_iter().map(Ok))
}
