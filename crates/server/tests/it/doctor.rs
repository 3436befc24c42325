//! `recollect doctor` and `recollect healthcheck`: what is well, what is wrong, and what to do about it.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use recollect_storage::{Database, Faults, Store};

use crate::postgres::ScratchDatabase;
use crate::process::{Process, free_port, run};

/// What the doctor printed, and whether it ended well.
struct Report {
    text: String,
    is_well: bool,
}

/// Asks the doctor, with an address of its own unless the options name one.
fn doctor(options: &[&str]) -> Report {
    let address = format!("127.0.0.1:{}", free_port());
    let mut arguments = vec!["doctor"];
    if !options.contains(&"--listen") {
        arguments.extend(["--listen", &address]);
    }
    arguments.extend(options);
    Report::of(&run(&arguments))
}

impl Report {
    fn of(output: &Output) -> Self {
        Self {
            text: String::from_utf8(output.stdout.clone()).unwrap(),
            is_well: output.status.success(),
        }
    }

    /// The lines that begin with a verdict and a subject.
    #[track_caller]
    fn says(&self, beginning: &str, rest: &str) {
        let (verdict, subject) = beginning.split_once(' ').unwrap();
        let beginning = format!("{verdict:<8} {subject}: ");
        let mut lines = self.text.lines();
        assert!(
            lines.any(|line| line.starts_with(&beginning) && line.contains(rest)),
            "no line says {beginning}…{rest}:\n{}",
            self.text
        );
        let is_wrong = self.text.lines().any(|line| line.starts_with("wrong "));
        assert_eq!(self.is_well, !is_wrong, "{}", self.text);
    }
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A server that knows one reply; its port.
fn stub(reply: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(reply.as_bytes());
        }
    });
    port
}

#[test]
fn before_the_first_start_all_is_well_and_nothing_is_created() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("not/there/yet");
    let report = doctor(&["--data", path(&data)]);
    report.says("ok data directory", "will be created by the first start");
    report.says("ok database", "will be created by the first start");
    report.says("ok listen address", "is free");
    report.says("ok base URL", "is not set");
    report.says("ok provider", "none is configured");
    assert!(report.is_well, "{}", report.text);
    assert!(report.text.ends_with("0 wrong\n"), "{}", report.text);
    assert!(!directory.path().join("not").exists());
}

#[tokio::test]
async fn beside_the_running_service_it_is_asked_at_its_address_and_through_its_name() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let port = free_port();
    let flags = ["--data", path(&data), "--embedder", "potion"].map(str::to_owned);
    let process = Process::start(port, &flags, &directory.path().join("log"));
    process.healthy().await;
    let listen = format!("127.0.0.1:{port}");
    let report = doctor(&[
        "--data",
        path(&data),
        "--listen",
        &listen,
        "--base-url",
        &process.base,
    ]);
    report.says(
        "ok listen address",
        &format!("the service answers on {listen}"),
    );
    report.says("ok database", "SQLite 3");
    report.says("ok database", "with the schema of this version");
    report.says("ok base URL", "leads to the service");
    assert!(report.is_well, "{}", report.text);

    // Configured for another address, it would be a second server on the same directory.
    let report = doctor(&["--data", path(&data)]);
    report.says("wrong data directory", "a running server uses");

    // A name that leads somewhere else, or nowhere.
    let other = stub("HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n");
    for (port, line, said) in [
        (other, "wrong base URL", "leads elsewhere (status 302)"),
        (
            free_port(),
            "warning base URL",
            "cannot be reached from here",
        ),
    ] {
        let base = format!("http://127.0.0.1:{port}");
        let report = doctor(&[
            "--data",
            path(&data),
            "--listen",
            &listen,
            "--base-url",
            &base,
        ]);
        report.says(line, said);
    }

    let healthy = run(&["healthcheck", "--listen", &format!("0.0.0.0:{port}")]);
    assert!(healthy.status.success(), "{healthy:?}");
    let elsewhere = format!("http://127.0.0.1:{other}");
    for (url, said) in [
        (elsewhere.as_str(), "is not Recollect: it leads elsewhere"),
        ("http://127.0.0.1:1", "cannot be reached"),
        ("nowhere", "the address cannot be read"),
    ] {
        let output = run(&["healthcheck", "--url", url]);
        assert!(!output.status.success());
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.contains(said), "{complaint}");
    }
}

#[test]
fn a_directory_that_cannot_be_used_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    let report = doctor(&["--data", path(&file.join("data"))]);
    report.says(
        "wrong data directory",
        &format!("{} is not a directory", file.display()),
    );

    let broken = directory.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(
        broken.join("recollect.db"),
        "this is no database, whatever its name says",
    )
    .unwrap();
    let report = doctor(&["--data", path(&broken)]);
    report.says("wrong database", "file is not a database");
}

#[test]
fn a_base_url_is_read_and_weighed() {
    let directory = tempfile::tempdir().unwrap();
    let data = path(directory.path());
    let cases = [
        (
            "https://memory.example.com",
            "ok base URL",
            "https://memory.example.com",
        ),
        ("http://nas.lan:3033", "ok base URL", "nas.lan"),
        ("http://192.168.1.9", "ok base URL", "192.168.1.9"),
        ("http://[fd00::9]:3033", "ok base URL", "fd00::9"),
        (
            "http://memory.example.com",
            "warning base URL",
            "not marked Secure",
        ),
        ("http://8.8.8.8", "warning base URL", "not marked Secure"),
        (
            "http://localhost:4000",
            "warning base URL",
            "names another port",
        ),
        (
            "https://example.com/memory",
            "wrong base URL",
            "without a path",
        ),
        (
            "memory.example.com",
            "wrong base URL",
            "it must be http:// or https://",
        ),
        (
            "ftp://memory.example.com",
            "wrong base URL",
            "it must be http:// or https://",
        ),
        (
            "https://sam:geheim@example.com",
            "wrong base URL",
            "it must be http:// or https://",
        ),
        (
            "https://example.com/?a=b",
            "wrong base URL",
            "it must be http:// or https://",
        ),
        ("https://", "wrong base URL", "set RECOLLECT_BASE_URL"),
        ("", "wrong base URL", "or unset it"),
    ];
    for (base, line, said) in cases {
        let report = doctor(&[
            "--data",
            data,
            "--listen",
            "127.0.0.1:0",
            "--base-url",
            base,
        ]);
        report.says(line, said);
        assert!(!report.text.contains("geheim"), "{}", report.text);
    }
    let report = doctor(&["--data", data, "--listen", "0.0.0.0:0"]);
    report.says(
        "warning base URL",
        "is not set, and 0.0.0.0:0 can be reached",
    );
}

#[test]
fn who_may_log_in_and_how_is_weighed_by_who_can_come() {
    let directory = tempfile::tempdir().unwrap();
    let free = free_port();
    let refused = format!("smtp://sam:geheim@127.0.0.1:{free}");
    let base = ["--base-url", "https://memory.example.com"];
    let from = ["--mail-from", "Recollect <recollect@example.com>"];
    let cases: [(&[[&str; 2]], &str, &str); 9] = [
        (&[], "ok registration", "is open to everybody who reaches"),
        (
            &[base],
            "warning registration",
            "set RECOLLECT_REGISTRATION",
        ),
        (
            &[base, ["--registration", "@example.com,sam@example.org"]],
            "ok registration",
            "2 addresses or domains",
        ),
        (&[base], "warning proxies", "set RECOLLECT_TRUSTED_PROXIES"),
        (&[], "ok mail", "login links are in the log alone"),
        (
            &[from],
            "wrong mail",
            "it has no effect without a mail server",
        ),
        (
            &[base, ["--smtp-url", "smtp://127.0.0.1:1"]],
            "wrong mail",
            "a mail needs a sender",
        ),
        (
            &[base, from, ["--smtp-url", "imap://sam:geheim@127.0.0.1"]],
            "wrong mail",
            "it must be smtp://",
        ),
        (
            &[base, from, ["--smtp-url", &refused]],
            "wrong mail",
            "does not let the service in",
        ),
    ];
    for (options, line, said) in cases {
        let mut arguments = vec!["--data", path(directory.path())];
        arguments.extend(options.as_flattened());
        let report = doctor(&arguments);
        report.says(line, said);
        assert!(!report.text.contains("geheim"), "{}", report.text);
    }
    let data = ["--data", path(directory.path())];
    let trusting = doctor(&[data, base, ["--trusted-proxies", "127.0.0.1"]].concat());
    assert!(!trusting.text.contains("proxies"), "{}", trusting.text);
}

#[test]
fn an_address_that_another_program_has_is_told_from_one_that_nobody_can_have() {
    let directory = tempfile::tempdir().unwrap();
    let data = path(directory.path());
    let web = stub("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
    let mail = stub("220 mail.example.com ESMTP\r\n");
    let ailing = stub(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 37\r\n\r\n{\"error\":\"no\",\"code\":\"unavailable\"}  ",
    );
    let cases = [
        (
            format!("127.0.0.1:{web}"),
            "answers /healthz with status 404",
        ),
        (format!("127.0.0.1:{mail}"), "does not speak HTTP"),
        (format!("127.0.0.1:{ailing}"), "its database cannot be used"),
        (
            "192.0.2.1:3033".to_owned(),
            "name an address of this machine",
        ),
    ];
    for (listen, said) in cases {
        let report = doctor(&["--data", data, "--listen", &listen]);
        report.says("wrong listen address", said);
    }
}

#[test]
fn a_provider_is_asked_for_its_models_and_its_key_is_never_printed() {
    let directory = tempfile::tempdir().unwrap();
    let data = path(directory.path());
    let list = "HTTP/1.1 200 OK\r\ncontent-length: 25\r\n\r\n{\"data\":[{\"id\":\"known\"}]}";
    let no_list = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";
    let locked = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n";
    let cases = [
        (
            stub(list),
            "known",
            "ok provider",
            "answers and offers known",
        ),
        (
            stub(list),
            "unknown",
            "warning provider",
            "unknown is not among the 1 models",
        ),
        (
            stub(no_list),
            "known",
            "warning provider",
            "does not say which models",
        ),
        (
            stub(locked),
            "known",
            "wrong provider",
            "does not accept the key",
        ),
        (1, "known", "wrong provider", "cannot be reached"),
    ];
    for (port, model, line, said) in cases {
        let url = format!("http://127.0.0.1:{port}/v1");
        let report = doctor(
            &[
                ["--data", data],
                ["--extraction", "openai"],
                ["--openai-url", &url],
                ["--openai-extraction-model", model],
                ["--openai-api-key", "sk-geheim"],
            ]
            .concat(),
        );
        report.says(line, said);
        assert!(!report.text.contains("geheim"), "{}", report.text);
    }
    let report = doctor(&["--data", data, "--extraction", "openai"]);
    report.says("wrong provider", "--openai-url: set RECOLLECT_OPENAI_URL");
    let report = doctor(&["--data", data, "--log", "info,=,="]);
    report.says("wrong log", "set RECOLLECT_LOG");
}

#[test]
fn a_database_out_of_reach_is_told_without_its_password() {
    let unreachable = "postgres://recollect:geheim@127.0.0.1:1/recollect";
    let report = doctor(&["--database", unreachable]);
    report.says("ok data directory", "is not used");
    report.says("wrong database", "cannot be reached");
    assert!(!report.text.contains("geheim"), "{}", report.text);
    let report = doctor(&["--database", "mysql://recollect:geheim@127.0.0.1/recollect"]);
    report.says("wrong database", "the database cannot be opened");
    assert!(!report.text.contains("geheim"), "{}", report.text);
}

#[tokio::test]
async fn a_schema_is_empty_then_current_and_refused_when_it_is_newer() {
    let scratch = ScratchDatabase::create("doctor");
    let options = ["--database", &scratch.url];
    doctor(&options).says("ok database", "empty; the first start creates the schema");
    let database = Database::Postgres {
        url: scratch.url.clone(),
    };
    Store::open(&database, Faults::none())
        .await
        .unwrap()
        .close()
        .await;
    doctor(&options).says("ok database", "with the schema of this version");

    let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
               SELECT 999, 'from the future', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    let inserted = Command::new("psql")
        .args([&scratch.url, "-qc", sql])
        .status()
        .unwrap();
    assert!(inserted.success());
    doctor(&options).says("wrong database", "brought to schema 999 by a newer version");
    let refused = run(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database",
        &scratch.url,
    ]);
    assert!(!refused.status.success());
    let complaint = String::from_utf8(refused.stderr).unwrap();
    assert!(
        complaint.contains("a newer version of Recollect has brought it to schema 999"),
        "{complaint}"
    );
}

#[tokio::test]
async fn a_clock_that_cannot_be_right_is_told() {
    use clap::Parser;
    use recollect_model::{Environment, ManualClock, SeededEntropy};
    use recollect_server::commands::{Verdict, examine};
    use recollect_server::configuration::{Command, CommandLine};
    use std::sync::Arc;

    let directory = tempfile::tempdir().unwrap();
    let arguments = [
        "recollect",
        "doctor",
        "--listen",
        "127.0.0.1:0",
        "--data",
        path(directory.path()),
    ];
    let Command::Doctor(options) = CommandLine::parse_from(arguments).command else {
        unreachable!("it says doctor")
    };
    for (now, verdict) in [
        ("1970-01-01T00:10:00Z", Verdict::Wrong),
        ("2031-05-01T00:00:00Z", Verdict::Fine),
    ] {
        let clock = Arc::new(ManualClock::new(now.parse().unwrap()));
        let environment = Environment::new(clock, Arc::new(SeededEntropy::new(1)));
        let findings = examine(&options.serve, &environment).await;
        let clock = findings
            .iter()
            .find(|finding| finding.subject == "clock")
            .unwrap();
        assert_eq!(clock.verdict, verdict, "{clock}");
    }
}

#[test]
fn a_page_that_cannot_be_read_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let data = path(directory.path());
    let made = run(&["key", "create", "--data", data, "--email", "a@example.com"]);
    assert!(made.status.success(), "{made:?}");
    doctor(&["--data", data]).says("ok database", "with the schema of this version");
    let file = directory.path().join("recollect.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let last = bytes.len() - page;
    bytes[last..].fill(0x5a);
    std::fs::write(&file, bytes).unwrap();
    doctor(&["--data", data]).says("wrong database", "recollect.db is damaged");
}
