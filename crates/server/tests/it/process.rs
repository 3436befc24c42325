//! The real binary as a process, to be killed.

use std::net::TcpListener;
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use reqwest::StatusCode;

/// A running `recollect serve`, killed when dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) base: String,
}

/// A port nobody listens on now, and that is asked for once. The system gives ports above these to whoever leaves the
/// choice to it, so none of them is lost between here and the start of the service.
pub(crate) fn free_port() -> u16 {
    const PORTS: Range<u32> = 10_240..32_768;
    static ASKED: AtomicU32 = AtomicU32::new(0);
    // Test binaries that run side by side begin at different places.
    let start = std::process::id().wrapping_mul(977);
    loop {
        let next = start.wrapping_add(ASKED.fetch_add(1, Ordering::Relaxed));
        let port = PORTS.start + next % (PORTS.end - PORTS.start);
        let port = u16::try_from(port).unwrap();
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Runs the binary to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_recollect"))
        .args(arguments)
        .output()
        .unwrap()
}

/// All that a command said.
pub(crate) fn said(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8(text).unwrap()
}

/// What a command that must succeed says.
pub(crate) fn done(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    said(&output)
}

/// What a command that must fail says.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?}: {}", said(&output));
    said(&output)
}

/// What `recollect serve` says of options it must refuse, before it creates anything.
pub(crate) fn refusal(options: &[[&str; 2]]) -> String {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let serve = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        data.to_str().unwrap(),
    ];
    let output = run(&[&serve[..], options.as_flattened()].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{options:?}: {said}");
    assert!(!data.exists(), "{options:?}: something was created");
    said
}

/// A key for the account of this address, made by the command line; `place` says where the data is.
pub(crate) fn create_key(place: &[String], email: &str) -> String {
    let mut arguments = vec!["key", "create"];
    arguments.extend(place.iter().map(String::as_str));
    arguments.extend(["--email", email]);
    let output = run(&arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

impl Process {
    /// Starts the service with these flags; it may not answer yet.
    pub(crate) fn start(port: u16, flags: &[String], log: &Path) -> Self {
        Self::spawn(
            Command::new(env!("CARGO_BIN_EXE_recollect")),
            port,
            flags,
            log,
        )
    }

    /// Starts the service so that the certificates of this file are all that it trusts.
    pub(crate) fn start_trusting(
        certificates: &Path,
        port: u16,
        flags: &[String],
        log: &Path,
    ) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_recollect"));
        command.env("SSL_CERT_FILE", certificates);
        command.env_remove("SSL_CERT_DIR");
        Self::spawn(command, port, flags, log)
    }

    /// Starts the service so that none of its files can grow past a size.
    pub(crate) fn start_limited(port: u16, flags: &[String], log: &Path, limit_kib: u32) -> Self {
        // Without the trap the first write past the limit would kill the process instead of failing.
        let script = format!("trap '' XFSZ; ulimit -S -f {limit_kib}; exec \"$@\"");
        let mut command = Command::new("bash");
        command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_recollect")]);
        Self::spawn(command, port, flags, log)
    }

    /// Lets the files of one that was started so grow again.
    pub(crate) fn lift_limit(&self) {
        let id = self.child.id().to_string();
        let mut prlimit = Command::new("prlimit");
        let lifted = prlimit.args(["--pid", &id, "--fsize=unlimited"]).status();
        assert!(lifted.unwrap().success());
    }

    fn spawn(mut command: Command, port: u16, flags: &[String], log: &Path) -> Self {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(log)
            .unwrap();
        let child = command
            .args(["serve", "--listen", &format!("127.0.0.1:{port}")])
            .args(flags)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        Self {
            child,
            base: format!("http://127.0.0.1:{port}"),
        }
    }

    /// Waits until it takes requests.
    pub(crate) async fn healthy(&self) {
        for _ in 0..1_000 {
            let health = reqwest::get(format!("{}/healthz", self.base)).await;
            if health.is_ok_and(|response| response.status() == StatusCode::OK) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the service is not healthy after 20 s");
    }

    /// SIGTERM; the process must end by itself, in time and well.
    pub(crate) async fn terminate(mut self, limit: Duration) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        let start = Instant::now();
        while start.elapsed() < limit {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "ended with {status}");
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("still runs after {limit:?}");
    }

    /// SIGKILL, at once.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
