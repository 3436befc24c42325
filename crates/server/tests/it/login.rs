//! Logging in by magic link, and the session that comes of it.

use std::path::Path;
use std::time::Duration;

use clap::Parser;
use recollect_model::{Environment, Timestamp};
use recollect_server::configuration::CommandLine;
use recollect_storage::Database;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::postgres::store_of;
use crate::process::{Process, free_port};
use crate::service::{Browser, Service, old_session};

/// A real process and what it logs.
struct Watched {
    process: Process,
    directory: tempfile::TempDir,
}

impl Watched {
    async fn start(flags: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let data = directory.path().join("data");
        let flags: Vec<String> = ["--data", data.to_str().unwrap(), "--embedder", "potion"]
            .iter()
            .chain(flags)
            .map(|flag| (*flag).to_owned())
            .collect();
        let process = Process::start(free_port(), &flags, &directory.path().join("log"));
        process.healthy().await;
        Self { process, directory }
    }

    fn log(&self) -> String {
        read(&self.directory.path().join("log"))
    }

    /// The links that the log has for an address, in order.
    fn links(&self, email: &str) -> Vec<String> {
        let said = format!("login link for {email} (valid 10 minutes): ");
        let log = self.log();
        let lines = log.lines().filter_map(|line| line.split_once(&said));
        lines.map(|(_, link)| link.trim().to_owned()).collect()
    }

    /// Asks for a link in a browser, and reads it in the log.
    async fn asked(&self, browser: &Browser, email: &str, next: &str) -> String {
        let fields = [("email", email), ("next", next)];
        let page = browser.post_form("/login", &fields).await;
        assert_eq!(page.status, StatusCode::OK, "{page:?}");
        let link = self.links(&email.to_lowercase()).pop();
        link.unwrap_or_else(|| panic!("no link in the log: {}", self.log()))
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[tokio::test]
async fn the_link_in_the_log_logs_in_once_and_creates_the_account() {
    let watched = Watched::start(&[]).await;
    let base = watched.process.base.clone();
    let browser = Browser::new(&base);
    let form = browser.get("/login?next=/graph%3Fq=a").await;
    assert!(
        form.body.contains(r#"name="next" value="/graph?q=a""#),
        "{}",
        form.body
    );
    assert!(
        form.headers["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("default-src 'none'")
    );

    let link = watched
        .asked(&browser, "Anna@Example.com", "/graph?q=a")
        .await;
    assert!(link.starts_with(&format!("{base}/login/")), "{link}");
    let page = browser.get(&link).await;
    assert_eq!(
        (page.status, page.location()),
        (StatusCode::SEE_OTHER, "/graph?q=a")
    );
    let [cookie] = &page.cookies()[..] else {
        panic!("{page:?}")
    };
    assert!(cookie.starts_with("recollect_session="), "{cookie}");
    assert!(
        cookie.ends_with("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"),
        "{cookie}"
    );
    let (status, me) = browser.call(Method::GET, "/api/v1/me", None).await;
    assert_eq!(
        (status, &me["email"]),
        (StatusCode::OK, &json!("anna@example.com"))
    );
    assert_eq!(
        browser.get("/login?next=/search").await.location(),
        "/search"
    );

    let again = browser.get(&link).await;
    assert_eq!(again.status, StatusCode::GONE);
    assert!(
        again.body.contains("This link does not work"),
        "{}",
        again.body
    );
    let elsewhere = Browser::new(&base);
    assert_eq!(elsewhere.get(&link).await.status, StatusCode::GONE);
    assert_eq!(
        elsewhere.post_form(&link, &[]).await.status,
        StatusCode::GONE
    );
    assert!(
        !watched.log().contains("recollect_session"),
        "a secret is in the log"
    );
}

#[tokio::test]
async fn another_browser_is_asked_before_it_is_logged_in() {
    let service = Service::start().await;
    let link = service.login_link("anna@example.com", None).await;
    let scanner = Browser::new(&service.base);
    for _ in 0..3 {
        let page = scanner.get(&link).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(
            page.body.contains("Log in as anna@example.com?"),
            "{}",
            page.body
        );
        assert!(page.cookies().is_empty());
    }
    let page = scanner.post_form(&link, &[]).await;
    assert_eq!((page.status, page.location()), (StatusCode::SEE_OTHER, "/"));
    let (status, _) = scanner.call(Method::GET, "/api/v1/me", None).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn a_request_with_a_session_from_another_site_is_refused() {
    let service = Service::start().await;
    let browser = service.sign_in("anna@example.com").await;
    let foreign = "https://evil.example";
    let body = json!({ "name": "work" });
    let create = |headers: &[(&str, &str)]| {
        let mut request = browser.request(Method::POST, "/api/v1/spaces").json(&body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        browser.send(request)
    };
    for headers in [
        &[][..],
        &[("origin", foreign)],
        &[("origin", "null")],
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site"), ("origin", &service.base)],
    ] {
        let refused = create(headers).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{headers:?}");
        assert!(refused.body.contains("cross_origin"), "{}", refused.body);
    }
    for (headers, name) in [
        (&[("sec-fetch-site", "same-origin")][..], "one"),
        (&[("origin", service.base.as_str())], "two"),
    ] {
        let mut request = browser.request(Method::POST, "/api/v1/spaces");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let created = browser.send(request.json(&json!({ "name": name }))).await;
        assert_eq!(created.status, StatusCode::CREATED, "{headers:?}");
    }
    for path in ["/login", "/logout", "/login/abc"] {
        let form = browser
            .request(Method::POST, path)
            .header("origin", foreign)
            .header("content-type", "application/x-www-form-urlencoded")
            .body("email=anna%40example.com");
        assert_eq!(
            browser.send(form).await.status,
            StatusCode::FORBIDDEN,
            "{path}"
        );
    }
    let (status, _) = browser.call(Method::GET, "/api/v1/me", None).await;
    assert_eq!(status, StatusCode::OK, "still logged in");
}

#[tokio::test]
async fn logging_out_ends_the_session_and_not_only_the_cookie() {
    let service = Service::start().await;
    let browser = service.sign_in("anna@example.com").await;
    let cookies = browser.cookie_header();
    let page = browser.post_form("/logout", &[]).await;
    assert_eq!(
        (page.status, page.location()),
        (StatusCode::SEE_OTHER, "/login")
    );
    let left = browser.cookie_header();
    assert!(
        left.starts_with("recollect_browser=") && !left.contains("session"),
        "{left}"
    );
    let thief = browser
        .request(Method::GET, "/api/v1/me")
        .header("cookie", cookies);
    assert_eq!(browser.send(thief).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_link_names_no_host_or_port_that_a_client_made_up() {
    let watched = Watched::start(&[]).await;
    let base = watched.process.base.clone();
    let port = base.rsplit_once(':').unwrap().1.to_owned();
    let browser = Browser::new(&base);
    for (email, host, expected) in [
        (
            "a@example.com",
            "evil.example",
            format!("http://localhost:{port}"),
        ),
        (
            "b@example.com",
            "127.0.0.1@evil.example",
            format!("http://localhost:{port}"),
        ),
        (
            "c@example.com",
            "192.0.2.7:80",
            format!("http://localhost:{port}"),
        ),
        (
            "d@example.com",
            "localhost:8080",
            format!("http://localhost:{port}"),
        ),
        (
            "e@example.com",
            "[::1]:8080",
            format!("http://[::1]:{port}"),
        ),
    ] {
        let request = browser
            .request(Method::POST, "/login")
            .header("host", host)
            .header("x-forwarded-host", "evil.example")
            .json(&json!({ "email": email }));
        let page = browser.send(request).await;
        assert_eq!(page.status, StatusCode::OK, "{page:?}");
        let links = watched.links(email);
        assert!(
            links[0].starts_with(&format!("{expected}/login/")),
            "{host}: {links:?}"
        );
    }
}

#[tokio::test]
async fn a_login_with_a_browser_that_was_not_known_is_told_in_the_log() {
    let watched = Watched::start(&[]).await;
    let base = watched.process.base.clone();
    let told = || {
        let log = watched.log();
        let lines = log.lines().filter(|line| {
            line.contains("anna@example.com logged in with a browser that was not known")
        });
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let log_in = async |browser: &Browser, agent: &str| {
        let link = watched.asked(browser, "anna@example.com", "").await;
        let opened = browser.request(Method::GET, &link);
        let page = browser.send(opened.header("user-agent", agent)).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER);
    };
    let (first, other) = (Browser::new(&base), Browser::new(&base));
    log_in(&first, "Lynx/2.9").await;
    assert_eq!(told().len(), 0, "an account is made with a first browser");
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    log_in(&other, firefox).await;
    let [line] = &told()[..] else {
        panic!("{:?}", told())
    };
    assert!(line.ends_with("Firefox on Linux, from 127.0.0.1"), "{line}");
    assert!(!line.contains("/login/"), "{line}");
    for browser in [&first, &other] {
        browser.post_form("/logout", &[]).await;
        log_in(browser, firefox).await;
    }
    assert_eq!(told().len(), 1, "they are known, also after a logout");
}

#[tokio::test]
async fn another_login_leads_back_and_takes_the_place_of_the_old_session() {
    let watched = Watched::start(&[]).await;
    let base = watched.process.base.clone();
    let directory = watched.directory.path().join("data");
    let store = store_of(&Database::Sqlite { directory }).await;
    let secret = old_session(&store, "anna@example.com", Duration::from_secs(16 * 60)).await;
    let browser = Browser::with_session(&base, &secret);
    let key = json!({ "name": "lasting" });
    let (status, _) = browser.call(Method::POST, "/api/v1/keys", Some(&key)).await;
    assert_eq!(status, StatusCode::FORBIDDEN);

    let fields = [("next", "/account"), ("email", "bob@example.com")];
    let sent = browser.post_form("/login/again", &fields).await;
    assert_eq!(sent.status, StatusCode::OK, "{sent:?}");
    assert!(watched.links("bob@example.com").is_empty());
    let [link] = &watched.links("anna@example.com")[..] else {
        panic!("one link: {}", watched.log())
    };
    assert_eq!(browser.get(link).await.location(), "/account");
    let (status, _) = browser.call(Method::POST, "/api/v1/keys", Some(&key)).await;
    assert_eq!(status, StatusCode::CREATED);
    let (_, listed) = browser.call(Method::GET, "/api/v1/sessions", None).await;
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 1, "{listed}");
    let old = Browser::with_session(&base, &secret);
    let (status, _) = old.call(Method::GET, "/api/v1/me", None).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn over_https_the_cookies_are_kept_to_it() {
    let service = Service::with(&[
        "--embedder",
        "potion",
        "--base-url",
        "https://memory.example.com/",
    ])
    .await;
    let browser = Browser::new(&service.base);
    let link = service.login_link("anna@example.com", None).await;
    let post = |path: &str, body: &str| {
        let request = browser.request(Method::POST, path);
        let request = request.header("origin", "https://memory.example.com");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        browser.send(request.body(body.to_owned()))
    };
    let asked = post("/login", "email=anna%40example.com").await;
    let logged_in = post(&link, "").await;
    for (page, name) in [
        (asked, "__Host-recollect_browser="),
        (logged_in, "__Host-recollect_session="),
    ] {
        let [cookie] = &page.cookies()[..] else {
            panic!("{page:?}")
        };
        assert!(cookie.starts_with(name), "{cookie}");
        assert!(
            cookie.ends_with("; HttpOnly; SameSite=Lax; Secure"),
            "{cookie}"
        );
    }
    assert_eq!(browser.get("/api/v1/me").await.status, StatusCode::OK);
    let wrong = browser
        .request(Method::POST, "/logout")
        .header("origin", &service.base);
    assert_eq!(
        browser.send(wrong).await.status,
        StatusCode::FORBIDDEN,
        "its host is not its origin"
    );
}

#[tokio::test]
async fn whom_to_tell_of_a_weakness_is_said_where_it_is_configured() {
    let unsaid = Service::start().await;
    let nothing = reqwest::get(format!("{}/.well-known/security.txt", unsaid.base));
    assert_eq!(nothing.await.unwrap().status(), StatusCode::NOT_FOUND);
    let flags = ["--security-contact", "mailto:security@example.com"];
    let base = ["--base-url", "https://memory.example.com"];
    let flags = [&["--embedder", "potion"][..], &flags, &base].concat();
    let service = Service::with(&flags).await;
    let said = reqwest::get(format!("{}/.well-known/security.txt", service.base));
    let said = said.await.unwrap();
    assert_eq!(said.status(), StatusCode::OK);
    assert_eq!(said.headers()["content-type"], "text/plain; charset=utf-8");
    let text = said.text().await.unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Contact: mailto:security@example.com");
    let expires = lines[1].strip_prefix("Expires: ").unwrap();
    let expires: Timestamp = expires.parse().unwrap();
    assert!(expires > Environment::system().now());
    let own = "Canonical: https://memory.example.com/.well-known/security.txt";
    assert_eq!(lines[2..], [own]);
    for wrong in ["security@example.com", "mailto:", "https://a.example\nx: y"] {
        let arguments = ["recollect", "serve", "--security-contact", wrong];
        assert!(CommandLine::try_parse_from(arguments).is_err(), "{wrong}");
    }
}

#[tokio::test]
async fn where_registration_is_closed_only_the_listed_get_a_link_and_nobody_can_tell() {
    let list = "boss@elsewhere.org, @Example.com";
    let watched = Watched::start(&["--registration", list]).await;
    let browser = Browser::new(&watched.process.base);
    let mut pages = Vec::new();
    for email in [
        "anna@example.com",
        "boss@elsewhere.org",
        "eve@elsewhere.org",
        "eve@sub.example.com",
    ] {
        let page = browser.post_form("/login", &[("email", email)]).await;
        pages.push((page.status, page.body.replace(email, "")));
    }
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:?}");
    assert_eq!(watched.links("anna@example.com").len(), 1);
    assert_eq!(watched.links("boss@elsewhere.org").len(), 1);
    assert!(watched.links("eve@elsewhere.org").is_empty());
    assert!(watched.links("eve@sub.example.com").is_empty());
    assert!(
        watched
            .log()
            .contains("no login link for eve@elsewhere.org"),
        "{}",
        watched.log()
    );
}

#[tokio::test]
async fn what_is_no_address_is_said_and_no_path_leads_elsewhere() {
    let service = Service::start().await;
    let browser = Browser::new(&service.base);
    let page = browser.post_form("/login", &[("email", "<nobody>")]).await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    assert!(
        page.body.contains("This is not an e-mail address."),
        "{}",
        page.body
    );
    assert!(!page.body.contains("<nobody>"));
    for next in [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "evil",
    ] {
        let page = browser.get(&format!("/login?next={next}")).await;
        assert!(!page.body.contains("evil"), "{next}: {}", page.body);
    }
    let (status, body) = browser
        .call(Method::POST, "/login", Some(&json!({ "email": "nobody" })))
        .await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::BAD_REQUEST, &json!("invalid_field"))
    );
}

#[tokio::test]
async fn a_text_sent_without_a_session_is_given_back_to_its_own_page_and_to_no_other() {
    let service = Service::start().await;
    let stranger = Browser::new(&service.base);
    let text = "</textarea><script>alert(1)</script>";
    let fields = [("text", text), ("source", "diary"), ("time", "2025-03-01")];
    let kept = stranger.post_form("/", &fields).await;
    assert_eq!(kept.status, StatusCode::UNAUTHORIZED);
    assert!(!kept.body.contains("<script>"), "{}", kept.body);
    for part in ["alert(1)", "value=\"diary\"", "value=\"2025-03-01\""] {
        assert!(kept.body.contains(part), "{part}: {}", kept.body);
    }
    for header in [None, Some(("sec-fetch-site", "cross-site"))] {
        let form = stranger
            .request(Method::POST, "/")
            .header("content-type", "application/x-www-form-urlencoded")
            .body("text=written-elsewhere");
        let form = match header {
            Some((name, value)) => form.header(name, value),
            None => form,
        };
        let away = stranger.send(form).await;
        assert_eq!(
            (away.status, away.location()),
            (StatusCode::SEE_OTHER, "/login")
        );
        assert!(!away.body.contains("written-elsewhere"), "{}", away.body);
    }
}
