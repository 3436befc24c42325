//! `recollect serve`: builds the service from its configuration and runs it until it is told to stop.

pub(super) mod access;
mod issuer;
mod log;
pub(super) mod own;
pub(super) mod provider;
mod traces;

use std::future::{Future, pending};
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use recollect_engine::oauth::document_limits;
use recollect_engine::{Engine, Language, Settings};
use recollect_language::local::{ExtractiveReader, LocalExtraction, MiniLm, Potion};
use recollect_language::openai::{OpenAiEmbedding, OpenAiExtraction};
use recollect_language::{Embed, Extract};
use recollect_model::Environment;
use recollect_outbound::Outbound;
use recollect_storage::{DataDirectoryLock, Faults, StorageError, Store};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;

use self::provider::Models;
use super::encryption::encryption;
use super::{CommandError, read_pdf};
use crate::configuration::{Embedder, LimitOptions, NewDatabases, ServeOptions};
use crate::{http, pages};

/// How long a stop waits for the texts in hand.
const FINISHING: Duration = Duration::from_secs(20);
/// The most connections of those who ask for the metrics.
const MAX_WATCHERS: usize = 32;
/// The pauses between tries to open a database that is not to be had yet.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const MAX_PAUSE: Duration = Duration::from_secs(5);

/// Runs the service until SIGINT or SIGTERM.
pub(super) async fn run(options: ServeOptions) -> Result<(), CommandError> {
    let traces = log::start(&options, &Environment::system())?;
    let signals = Signals::listen()?;
    let listener =
        TcpListener::bind(options.listen)
            .await
            .map_err(|source| CommandError::Listen {
                address: options.listen,
                source,
            })?;
    let served = serve_on(listener, options, signals.stop()).await;
    if let Some(traces) = traces {
        traces.end().await;
    }
    served
}

/// Runs the service on a listener until `stop` is ready; texts in hand are finished first.
pub async fn serve_on(
    listener: TcpListener,
    options: ServeOptions,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), CommandError> {
    let address = listener
        .local_addr()
        .map_err(|source| CommandError::Listen {
            address: options.listen,
            source,
        })?;
    let metrics_listener = match options.metrics_listen {
        None => None,
        Some(address) => {
            let bound = TcpListener::bind(address).await;
            Some(bound.map_err(|source| CommandError::Listen { address, source })?)
        }
    };
    let mut stop = pin!(stop);
    let service = tokio::select! {
        service = Service::start(&options) => service?,
        () = &mut stop => {
            tracing::info!("told to stop before the service was ready");
            return Ok(());
        }
    };
    greet(&options, address);
    // It ends with this function, after the texts in hand.
    let mut watched = JoinSet::new();
    if let Some(listener) = metrics_listener {
        watched.spawn(tell_metrics(listener, &service, &options));
    }
    if service.engine.may_have_other_nodes() {
        let (engine, limits) = (service.engine.clone(), service.limits.clone());
        watched.spawn(http::Sharing::new(engine, limits).keep());
    }
    let proxies = &options.access.trusted_proxies;
    http::serve(
        listener,
        service.router,
        &options.limits,
        proxies,
        &service.metrics,
        stop,
    )
    .await;
    tracing::info!("stopping: the texts in hand are finished, the others stay queued");
    if tokio::time::timeout(FINISHING, service.engine.stop())
        .await
        .is_err()
    {
        tracing::warn!(
            "the texts in hand were not finished in time; they will be processed at the next start"
        );
    }
    Ok(())
}

/// Tells what is measured, on a listener of its own, until it is dropped.
fn tell_metrics(
    listener: TcpListener,
    service: &Service,
    options: &ServeOptions,
) -> impl Future<Output = ()> + Send + use<> {
    let router = http::metrics_router(service.engine.clone(), &service.metrics);
    // Those who watch are few, and no user's connections count among theirs.
    let uncounted = Arc::new(http::HttpMetrics::new(service.engine.environment()));
    let limits = LimitOptions {
        max_connections: MAX_WATCHERS,
        ..options.limits.clone()
    };
    async move {
        if let Ok(address) = listener.local_addr() {
            tracing::info!("metrics on http://{address}/metrics");
        }
        http::serve(listener, router, &limits, &[], &uncounted, pending()).await;
    }
}

/// What takes requests, ready to.
struct Service {
    engine: Arc<Engine>,
    limits: Arc<http::Limits>,
    metrics: Arc<http::HttpMetrics>,
    router: Router,
    /// Held for as long as the service runs.
    _lock: Option<DataDirectoryLock>,
}

impl Service {
    /// Reads the options, opens the database, loads the models and takes up the texts that wait.
    async fn start(options: &ServeOptions) -> Result<Self, CommandError> {
        let models = provider::models(options)?;
        let base_url = access::base_url(options)?;
        let login_mail = access::login_mail(options)?;
        let settings = Settings {
            outside_issuer: issuer::outside_issuer(&options.oauth)?,
            ..options.settings()
        };
        let (store, lock) = open_store(options).await?;
        let environment = Environment::system();
        let language = language(options, models, &environment).await?;
        tracing::info!(
            "understanding texts with {} and {}",
            language.embed.model(),
            language.extract.name()
        );
        let engine = Engine::new(store, language, environment, settings);
        let door = Arc::new(Outbound::new(options.webhooks.limits()));
        let program = options.pdf_reader.clone();
        let mut engine = engine
            .with_door(door)
            .with_pdf_reader(read_pdf::in_processes(program));
        if options.oauth.client_documents {
            let private = options.webhooks.danger_allow_private_addresses;
            let limits = document_limits(private);
            engine = engine.with_document_door(Arc::new(Outbound::new(limits)));
        }
        let engine = Arc::new(engine);
        engine.start().await;
        let undoing = engine.clone();
        tokio::spawn(async move {
            if let Err(error) = undoing.go_on_undoing().await {
                tracing::warn!("what was being undone is not looked up: {error}");
            }
        });
        let limits = http::Limits::new(
            options.limits.clone(),
            options.max_body_bytes(),
            engine.environment(),
        );
        let limits = Arc::new(match engine.may_have_other_nodes() {
            true => limits.shared(),
            false => limits,
        });
        let app = http::App {
            engine: engine.clone(),
            base_url,
            trusted_proxies: options.access.trusted_proxies.as_slice().into(),
            login_mail,
            security_contact: options.access.security_contact.as_deref().map(Arc::from),
            max_body_bytes: options.max_body_bytes(),
            metrics: Arc::new(http::HttpMetrics::new(engine.environment())),
            limits: limits.clone(),
            ended_sessions: Arc::default(),
        };
        Ok(Self {
            engine,
            limits,
            metrics: app.metrics.clone(),
            router: http::router(
                app,
                http::Pages {
                    routes: pages::routes(),
                    absent: pages::absent,
                },
            ),
            _lock: lock,
        })
    }
}

/// Opens the database; the embedded one belongs to one serving process at a time.
async fn open_store(
    options: &ServeOptions,
) -> Result<(Store, Option<DataDirectoryLock>), CommandError> {
    let lock = match options.storage.database {
        Some(_) => None,
        None => Some(Store::lock_data_dir(&options.storage.data)?),
    };
    let store = open_at_last(options).await?;
    tell_encryption(&store, options.storage.encryption.encryption);
    if lock.is_some() {
        store.release_all_leases().await?;
    }
    Ok((store, lock))
}

/// Says whether the database is encrypted: it stays as it was begun, whatever is wanted, which nobody would notice.
fn tell_encryption(store: &Store, wanted: NewDatabases) {
    match (store.is_encrypted(), wanted) {
        (true, NewDatabases::On | NewDatabases::Auto) => {
            tracing::info!("the database is encrypted");
        }
        (true, NewDatabases::Off) => tracing::warn!(
            "the database is encrypted, and stays so, as it was begun: RECOLLECT_ENCRYPTION=off speaks of new databases alone"
        ),
        (false, NewDatabases::Off) => tracing::info!("the database is not encrypted"),
        (false, NewDatabases::On | NewDatabases::Auto) => tracing::warn!(
            "the database is not encrypted, and stays so: it was begun by an earlier version, or without a master key \
             (RECOLLECT_MASTER_KEY); docs/hosting.md says how recollect move encrypts it"
        ),
    }
}

/// Opens the database. One of PostgreSQL that has no place for another connection, is just starting or takes no writes
/// yet is waited for, for as long as it takes.
async fn open_at_last(options: &ServeOptions) -> Result<Store, CommandError> {
    let (database, limits) = (
        options.storage.database(),
        options.storage.postgres_limits(),
    );
    let encryption = encryption(&options.storage.encryption).await?;
    let is_remote = options.storage.database.is_some();
    let mut pause = FIRST_PAUSE;
    loop {
        match Store::open_encrypted(&database, limits, Faults::none(), &encryption).await {
            Err(StorageError::Unavailable { source }) if is_remote => {
                tracing::warn!(
                    "waiting for the database, trying again in {:.1} s: {source}",
                    pause.as_secs_f32()
                );
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
            }
            opened => return Ok(opened?),
        }
    }
}

/// The doors to understanding; a provider's models only where the options name them.
async fn language(
    options: &ServeOptions,
    models: Models,
    environment: &Environment,
) -> Result<Language, CommandError> {
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = NonZeroUsize::new(options.threads).unwrap_or(cores);
    let local = Arc::new(LocalExtraction::new(threads));
    let extract: Arc<dyn Extract> = match models.extraction {
        None => local,
        Some((settings, limits)) => {
            tracing::info!("texts are sent to {} to be read", settings.endpoint.host());
            let extraction = OpenAiExtraction::new(settings, limits, local, environment.clone());
            Arc::new(extraction.map_err(|error| provider::invalid("--extraction", &error))?)
        }
    };
    let embed: Arc<dyn Embed> = match (&options.models.embedder, models.embedding) {
        (Embedder::Potion, _) => Arc::new(Potion::load(threads)?),
        (Embedder::Onnx(directory), _) => Arc::new(own::embedding(directory, threads)?),
        (_, None) => Arc::new(MiniLm::load(threads)?),
        (_, Some((settings, dimensions))) => {
            tracing::info!(
                "texts are sent to {} to be embedded",
                settings.endpoint.host()
            );
            let embedding = OpenAiEmbedding::connect(settings, dimensions, environment.clone());
            let embedding = embedding.await;
            Arc::new(embedding.map_err(|error| provider::invalid("--embedder", &error))?)
        }
    };
    let rerank = own::reranker(options, threads)?.map(Arc::new);
    let read = Some(Arc::new(ExtractiveReader::load(threads)?));
    Ok(Language {
        embed,
        extract,
        rerank,
        read,
    })
}

/// Says where the service listens and what to do first, as a command that can be copied.
fn greet(options: &ServeOptions, address: std::net::SocketAddr) {
    let program = std::env::current_exe().map_or_else(
        |_| "recollect".to_owned(),
        |path| path.display().to_string(),
    );
    let place = match &options.storage.database {
        // The URL may hold a password, and the log is no place for one.
        Some(_) => "--database \"$RECOLLECT_DATABASE\"".to_owned(),
        None => {
            let data = std::path::absolute(&options.storage.data)
                .unwrap_or_else(|_| options.storage.data.clone());
            format!("--data '{}'", data.display())
        }
    };
    tracing::info!("listening on http://{address}");
    tracing::info!("for a first API key: {program} key create {place} --email you@example.com");
}

/// The signals that tell the service to stop. They are caught from the moment of the listening on, also while nobody waits.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn listen() -> Result<Self, CommandError> {
        let listen = |kind| signal(kind).map_err(CommandError::Signals);
        Ok(Self {
            interrupt: listen(SignalKind::interrupt())?,
            terminate: listen(SignalKind::terminate())?,
        })
    }

    /// Ready at the first SIGINT or SIGTERM; a second one ends the process at once.
    async fn stop(mut self) {
        self.next().await;
        tokio::spawn(async move {
            self.next().await;
            tracing::warn!("a second signal: ending at once; what was accepted is on disk");
            std::process::exit(130);
        });
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
