//! PostgreSQL servers of a test's own: processes that can be frozen, made read-only and promoted. The tests of the service read this
//! file, too.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// What reaches the table `logs` on one of the connections that there are now makes its transaction read-only, so that the next statement
/// that writes is refused with 25006, as on a server that stops taking writes in the middle.
pub(crate) const ENDING_IN_THE_MIDDLE: &str = "
    CREATE TABLE doomed AS SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
    CREATE FUNCTION demote() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT 1 FROM doomed WHERE pid = pg_backend_pid()) THEN
            PERFORM set_config('transaction_read_only', 'on', true);
        END IF;
        RETURN NULL;
    END $$;
    CREATE TRIGGER demoted AFTER INSERT OR UPDATE ON logs EXECUTE FUNCTION demote()";

/// A primary and a standby that follows it, on loopback; they end with the value.
pub(crate) struct Cluster {
    directory: TempDir,
    programs: PathBuf,
    pub(crate) primary: Server,
    pub(crate) standby: Server,
}

/// One server.
pub(crate) struct Server {
    data: PathBuf,
    port: u16,
}

impl Cluster {
    pub(crate) fn start() -> Self {
        let programs = programs();
        let directory = TempDir::new().unwrap();
        own(directory.path());
        let primary = Server::new(directory.path(), "primary");
        let standby = Server::new(directory.path(), "standby");
        succeed(unprivileged(&programs.join("initdb")).args([
            "--no-sync",
            "--auth=trust",
            "--username=postgres",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--pgdata",
            primary.data.to_str().unwrap(),
        ]));
        let cluster = Self {
            directory,
            programs,
            primary,
            standby,
        };
        cluster.run(&cluster.primary);
        succeed(unprivileged(&cluster.programs.join("pg_basebackup")).args([
            "--host=127.0.0.1",
            &format!("--port={}", cluster.primary.port),
            "--username=postgres",
            "--checkpoint=fast",
            "--no-sync",
            "--write-recovery-conf",
            "--pgdata",
            cluster.standby.data.to_str().unwrap(),
        ]));
        cluster.run(&cluster.standby);
        cluster
    }

    fn run(&self, server: &Server) {
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={} -c unix_socket_directories={} -c fsync=off \
             -c max_connections=60 -c hot_standby_feedback=on",
            server.port,
            self.directory.path().display()
        );
        succeed(unprivileged(&self.programs.join("pg_ctl")).args([
            "--pgdata",
            server.data.to_str().unwrap(),
            "--log",
            server.data.with_extension("log").to_str().unwrap(),
            "--wait",
            "--silent",
            "--options",
            &options,
            "start",
        ]));
    }

    /// Lets no commit be told of that the standby does not have.
    pub(crate) async fn synchronize(&self) {
        let primary = &self.primary;
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
        primary.execute("SELECT pg_reload_conf()");
        for _ in 0..200 {
            if primary.asked("SELECT sync_state FROM pg_stat_replication") == "sync" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the standby does not follow");
    }

    /// A URL that names both, the primary first.
    pub(crate) fn url(&self) -> String {
        format!(
            "postgres://postgres@127.0.0.1:{},127.0.0.1:{}/postgres?target_session_attrs=read-write",
            self.primary.port, self.standby.port
        )
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for server in [&self.primary, &self.standby] {
            // What is frozen ends as well.
            server.signal("KILL");
        }
    }
}

impl Server {
    fn new(directory: &Path, name: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        Self {
            data: directory.join(name),
            port: listener.local_addr().unwrap().port(),
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    pub(crate) fn execute(&self, sql: &str) {
        self.asked(sql);
    }

    /// What it answers.
    pub(crate) fn asked(&self, sql: &str) -> String {
        let url = self.url();
        let mut psql = Command::new("psql");
        let output = psql.args([&url, "-v", "ON_ERROR_STOP=1", "-Atqc", sql]);
        let output = output.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{sql}: {said}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Makes a primary of a standby, once it has what the other sent.
    pub(crate) fn promote(&self) {
        assert_eq!(self.asked("SELECT pg_promote()"), "t");
    }

    /// Takes no writes any more, also on connections that there are; or takes them again.
    pub(crate) fn set_read_only(&self, is_read_only: bool) {
        let setting = if is_read_only { "on" } else { "off" };
        let sql = format!("ALTER SYSTEM SET default_transaction_read_only = {setting}");
        self.execute(&sql);
        self.execute("SELECT pg_reload_conf()");
    }

    /// Stops the process and its children where they are: connections stay open, and nothing is answered.
    pub(crate) fn freeze(&self) {
        self.signal("STOP");
    }

    /// Lets it go on.
    pub(crate) fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, signal: &str) {
        let file = fs::read_to_string(self.data.join("postmaster.pid")).unwrap_or_default();
        let Some(postmaster) = file.lines().next() else {
            return;
        };
        // The parent first, so that it starts no more.
        let _ = Command::new("kill")
            .args(["-s", signal, postmaster])
            .status();
        let children = Command::new("pgrep").args(["-P", postmaster]).output();
        let children = children.map(|output| output.stdout).unwrap_or_default();
        for child in String::from_utf8_lossy(&children).lines() {
            let _ = Command::new("kill").args(["-s", signal, child]).status();
        }
    }
}

/// The newest installed version's programs, as `tests/postgres` finds them.
fn programs() -> PathBuf {
    assert!(
        std::env::var_os("RECOLLECT_TEST_POSTGRES").is_some(),
        "RECOLLECT_TEST_POSTGRES says that PostgreSQL is installed: run ./test, or tests/postgres start"
    );
    let versions = fs::read_dir("/usr/lib/postgresql").unwrap();
    let versions = versions.filter_map(|version| {
        let path = version.ok()?.path();
        let number: u32 = path.file_name()?.to_str()?.parse().ok()?;
        Some((number, path.join("bin")))
    });
    versions.max().unwrap().1
}

/// A command as a user that PostgreSQL accepts: it refuses to run as root.
fn unprivileged(program: &Path) -> Command {
    let mut command = Command::new(program);
    if id("-u", None) == 0 {
        command
            .uid(id("-u", Some("postgres")))
            .gid(id("-g", Some("postgres")));
    }
    command.current_dir("/").stdin(Stdio::null());
    command
}

fn own(directory: &Path) {
    if id("-u", None) == 0 {
        let (user, group) = (id("-u", Some("postgres")), id("-g", Some("postgres")));
        chown(directory, Some(user), Some(group)).unwrap();
    }
}

fn id(what: &str, of: Option<&str>) -> u32 {
    let output = Command::new("id").arg(what).args(of).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.trim().parse().unwrap()
}

/// Runs to the end. What a server inherits of its output would keep a pipe open for as long as it runs.
fn succeed(command: &mut Command) {
    let log = tempfile::NamedTempFile::new().unwrap();
    let file = log.reopen().unwrap();
    command.stdout(file.try_clone().unwrap()).stderr(file);
    let status = command.status().unwrap();
    let said = fs::read_to_string(log.path()).unwrap_or_default();
    assert!(status.success(), "{command:?}: {said}");
}
