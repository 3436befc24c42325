//! PgBouncer in transaction mode, before a server: two stores share a few of its connections.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use recollect_storage::{Database, Faults, Pooling, PostgresLimits, Schema, Store};
use tempfile::TempDir;

use crate::harness::{TestDatabase, World};
use crate::memory::Memory;

/// Killed when it is dropped.
struct PgBouncer {
    child: Child,
    port: u16,
    _directory: TempDir,
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where Debian's package puts it, or where the variable says.
fn program() -> PathBuf {
    let named = std::env::var_os("RECOLLECT_TEST_PGBOUNCER").map(PathBuf::from);
    let usual = PathBuf::from("/usr/sbin/pgbouncer");
    named
        .or_else(|| usual.exists().then_some(usual))
        .expect("pgbouncer is missing: tests/postgres installs it where it may, or RECOLLECT_TEST_PGBOUNCER names one")
}

impl PgBouncer {
    /// One before this server, with so many connections for all.
    async fn before(url: &str, connections: u32) -> Self {
        let program = program();
        let directory = TempDir::new().unwrap();
        let (_, rest) = url.split_once('@').unwrap();
        let (address, _) = rest.split_once('/').unwrap();
        let (host, server_port) = address.split_once(':').unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let settings = format!(
            "[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             auth_type = any\nunix_socket_dir =\npool_mode = transaction\ndefault_pool_size = {connections}\n\
             ignore_startup_parameters = extra_float_digits\n[databases]\n* = host={host} port={server_port} user=postgres\n"
        );
        let file = directory.path().join("pgbouncer.ini");
        std::fs::write(&file, settings).unwrap();
        // It refuses to run as root, and must be able to read its settings.
        std::fs::set_permissions(directory.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let mut command = Command::new(program);
        if is_root() {
            command.args(["--user", "nobody"]);
        }
        let log = std::fs::File::create(directory.path().join("log")).unwrap();
        let child = command
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let pooler = Self {
            child,
            port,
            _directory: directory,
        };
        for _ in 0..500 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return pooler;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("pgbouncer does not listen");
    }

    fn database(&self, direct: &str) -> Database {
        let (_, name) = direct.rsplit_once('/').unwrap();
        Database::Postgres {
            url: format!("postgres://postgres@127.0.0.1:{}/{name}", self.port),
        }
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.starts_with(b"0")
}

async fn open(database: &Database) -> Store {
    let limits = PostgresLimits {
        pooling: Pooling::Transaction,
        ..PostgresLimits::default()
    };
    Store::open_within(database, limits, Faults::none())
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_work_behind_a_pooler_in_transaction_mode() {
    let database = TestDatabase::postgres().await;
    let direct = database.url();
    let pooler = PgBouncer::before(&direct, 3).await;
    let shared = pooler.database(&direct);
    // Both migrate at once.
    let (one, other) = tokio::join!(open(&shared), open(&shared));
    let world = World::new();
    let ann = world.person(&one, "ann").await;
    Memory::of(&world, &one, ann).await;
    let bob = world.person(&other, "bob").await;
    let work = |store: Store, number: usize| {
        let texts: Vec<_> = (0..20)
            .map(|n| {
                world.text(
                    if number.is_multiple_of(2) { ann } else { bob },
                    &n.to_string(),
                )
            })
            .collect();
        let user = if number.is_multiple_of(2) {
            ann.user
        } else {
            bob.user
        };
        tokio::spawn(async move {
            for text in &texts {
                store.accept(std::slice::from_ref(text)).await.unwrap();
                store.queued(user).await.unwrap();
                store.spaces(user).await.unwrap();
            }
        })
    };
    let workers: Vec<_> = (0..8)
        .map(|number: usize| {
            work(
                if number.is_multiple_of(3) {
                    one.clone()
                } else {
                    other.clone()
                },
                number,
            )
        })
        .collect();
    for worker in workers {
        worker.await.unwrap();
    }
    assert_eq!(one.queued(ann.user).await.unwrap(), 80);
    assert_eq!(other.queued(bob.user).await.unwrap(), 80);
    let claim = world.claim(&other).await.unwrap();
    let settlement = world.settlement(&other, &claim).await;
    settlement.release().await.unwrap();
    assert_eq!(one.trouble().failed + other.trouble().failed, 0);

    // What only looks gets through as well.
    let inspected = shared.inspect().await.unwrap().unwrap();
    assert_eq!(inspected.schema, Schema::Current);
    assert_eq!(shared.verify().await.unwrap(), []);
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("backup.db");
    shared.back_up(&file, world.now(), |_| ()).await.unwrap();
    one.close().await;
    other.close().await;
    drop(pooler);
    database.remove().await;
}
