//! Login links by mail, through a mail server of the test's own.

use std::sync::{Arc, Mutex};

use reqwest::StatusCode;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::process::refusal;
use crate::service::{Browser, Service};

/// A mail server that takes every mail, and notes what is said to it.
struct MailServer {
    url: String,
    said: Arc<Mutex<Vec<String>>>,
}

impl MailServer {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let said = Arc::new(Mutex::new(Vec::new()));
        let noted = said.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let _ = converse(stream, &noted).await;
            }
        });
        Self { url, said }
    }

    /// How many mails have come.
    fn mails(&self) -> usize {
        let said = self.said.lock().unwrap();
        said.iter().filter(|line| *line == ".").count()
    }

    /// The mail that came, once it is there.
    async fn mail(&self) -> String {
        for _ in 0..500 {
            let said = self.said.lock().unwrap().join("\n");
            if said.contains("\nQUIT") || said.contains("\n.\n") || said.ends_with("\n.") {
                return said;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("no mail came: {:?}", self.said.lock().unwrap());
    }
}

/// Answers as RFC 5321 wants it.
async fn converse(
    mut stream: tokio::net::TcpStream,
    said: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 test\r\n").await?;
    let mut is_mail = false;
    while let Some(line) = lines.next_line().await? {
        said.lock().unwrap().push(line.clone());
        let answer: &[u8] = match line.as_str() {
            "." if is_mail => {
                is_mail = false;
                b"250 taken\r\n"
            }
            _ if is_mail => continue,
            "DATA" => {
                is_mail = true;
                b"354 go on\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 yes\r\n",
        };
        write.write_all(answer).await?;
    }
    Ok(())
}

async fn service(url: &str) -> Service {
    let from = "Recollect <recollect@memory.example.com>";
    Service::with(&[
        "--embedder",
        "potion",
        "--base-url",
        "http://memory.example.com",
        "--smtp-url",
        url,
        "--mail-from",
        from,
    ])
    .await
}

async fn ask(service: &Service) -> crate::service::Page {
    let browser = Browser::new(&service.base);
    let request = browser.request(reqwest::Method::POST, "/login");
    let request = request.header("sec-fetch-site", "same-origin");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    browser.send(request.body("email=anna%40example.org")).await
}

#[tokio::test]
async fn the_link_is_mailed_and_works() {
    let server = MailServer::start().await;
    let service = service(&server.url).await;
    let page = ask(&service).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("by mail"), "{}", page.body);
    let mail = server.mail().await;
    assert!(
        mail.contains("MAIL FROM:<recollect@memory.example.com>"),
        "{mail}"
    );
    assert!(mail.contains("RCPT TO:<anna@example.org>"), "{mail}");
    assert!(
        mail.contains("Subject: Your login link for Recollect"),
        "{mail}"
    );
    let link = mail
        .lines()
        .find(|line| line.starts_with("http://memory.example.com/login/"));
    let path = link
        .unwrap()
        .trim_start_matches("http://memory.example.com");
    let page = Browser::new(&service.base).get(path).await;
    assert!(
        page.body.contains("Log in as anna@example.org?"),
        "{}",
        page.body
    );
}

#[tokio::test]
async fn a_login_with_another_browser_is_mailed() {
    let server = MailServer::start().await;
    let service = service(&server.url).await;
    let log_in = async |browser: &Browser| {
        let link = service.login_link("anna@example.org", None).await;
        let confirmed = browser.request(reqwest::Method::POST, &link);
        let confirmed = confirmed
            .header("sec-fetch-site", "same-origin")
            .header("user-agent", "Mozilla/5.0 (iPhone) CriOS/140 Safari/604.1");
        assert_eq!(browser.send(confirmed).await.status, StatusCode::SEE_OTHER);
    };
    let (first, other) = (Browser::new(&service.base), Browser::new(&service.base));
    log_in(&first).await;
    log_in(&first).await;
    assert_eq!(server.mails(), 0);
    log_in(&other).await;
    let mail = server.mail().await;
    assert!(mail.contains("RCPT TO:<anna@example.org>"), "{mail}");
    assert!(
        mail.contains("Subject: A new login to your Recollect"),
        "{mail}"
    );
    assert!(
        mail.contains("\nChrome on iPhone\nfrom 127.0.0.1\n"),
        "{mail}"
    );
    assert!(mail.contains("\nhttp://memory.example.com/api"), "{mail}");
    log_in(&other).await;
    log_in(&first).await;
    assert_eq!(server.mails(), 1);
}

#[tokio::test]
async fn a_mail_server_out_of_reach_changes_nothing_for_whoever_asks() {
    let reached = service(&MailServer::start().await.url).await;
    let unreached = service("smtp://127.0.0.1:1").await;
    let (one, other) = (ask(&reached).await, ask(&unreached).await);
    assert_eq!((one.status, one.body), (other.status, other.body));
}

#[test]
fn mail_that_cannot_work_is_refused_with_the_setting_to_mend() {
    let url = ["--smtp-url", "smtp://u:secret@127.0.0.1:1"];
    let from = ["--mail-from", "recollect@example.com"];
    let base = ["--base-url", "http://memory.example.com"];
    let cases: [(&[[&str; 2]], &str); 7] = [
        (
            &[url, from],
            "--smtp-url: a mail needs the address that people reach the service at: set RECOLLECT_BASE_URL",
        ),
        (
            &[url, base],
            "--smtp-url: a mail needs a sender: set RECOLLECT_MAIL_FROM",
        ),
        (&[from], "--mail-from: it has no effect"),
        (
            &[["--smtp-url", "mail:secret@x"], from, base],
            "--smtp-url: it must be smtp://",
        ),
        (&[url, ["--mail-from", "nobody"], base], "--mail-from: "),
        (
            &[["--base-url", "memory.example.com"]],
            "--base-url: it must be http://",
        ),
        (
            &[["--base-url", "https://memory.example.com/path"]],
            "--base-url: it must be http://",
        ),
    ];
    for (options, expected) in cases {
        let said = refusal(options);
        assert!(said.contains(expected), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }
}
