//! Applications that describe themselves at an address: the real process, which reads it from a site of this machine.

use recollect_storage::{Database, Faults, Store};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Application, CALLBACK, answered, sent};
use crate::process::{Process, create_key, free_port};
use crate::service::{Browser, Client, Service};
use crate::site::Site;

const EMAIL: &str = "anna@example.com";
const JSON: &str = "Content-Type: application/json\r\n";
const LOCAL: &str = "http://127.0.0.1:51005/callback";

/// A process that may reach this machine, a site that it trusts, and a person.
pub(crate) struct World {
    pub(crate) process: Process,
    pub(crate) site: Site,
    pub(crate) anna: Browser,
    _directory: TempDir,
}

impl World {
    pub(crate) async fn new(flags: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let site = Site::start(directory.path()).await;
        let data = directory.path().join("data");
        let place = ["--data", data.to_str().unwrap()].map(str::to_owned);
        let key = create_key(&place, EMAIL);
        let mut all = place.to_vec();
        all.extend(["--embedder", "potion"].map(str::to_owned));
        all.extend(flags.iter().map(|&flag| flag.to_owned()));
        let log = directory.path().join("log");
        let process = Process::start_trusting(&site.certificate, free_port(), &all, &log);
        process.healthy().await;
        let database = Database::Sqlite { directory: data };
        let store = Store::open(&database, Faults::none()).await.unwrap();
        let anna = Client::of(&process.base, &key, EMAIL, store)
            .sign_in()
            .await;
        Self {
            process,
            site,
            anna,
            _directory: directory,
        }
    }

    /// An application whose document is at this path of the site.
    pub(crate) fn application(&self, path: &str, redirect_uris: &[&str]) -> Application {
        let url = format!("{}{path}", self.site.base);
        let document = json!({
            "client_id": url,
            "client_name": "An assistant",
            "redirect_uris": redirect_uris,
            "grant_types": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_method": "none",
        });
        self.site
            .serves(path, "200 OK", JSON, &document.to_string());
        Application::described(&self.process.base, &url)
    }
}

async fn metadata(base: &str) -> Value {
    let address = format!("{base}/.well-known/oauth-authorization-server");
    reqwest::get(address).await.unwrap().json().await.unwrap()
}

#[tokio::test]
async fn an_application_is_connected_that_nobody_registered() {
    let world = World::new(&["--danger-allow-private-addresses"]).await;
    let metadata = metadata(&world.process.base).await;
    assert_eq!(metadata["client_id_metadata_document_supported"], true);
    let own = format!("{}/callback", world.site.base);
    let assistant = world.application("/client.json", &[&own, CALLBACK, LOCAL]);
    let asks = |uri: &str| assistant.asks(&[("redirect_uri", uri), ("prompt", "consent")]);

    // Nobody makes the service ask elsewhere who has not logged in.
    let nobody = Browser::new(&world.process.base);
    let page = nobody.get(&asks(&own)).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    assert!(
        page.location()
            .starts_with("/login?next=/oauth/authorize%3F"),
        "{page:?}"
    );
    assert!(world.site.asked().is_empty());

    let page = world.anna.get(&asks(&own)).await;
    assert_eq!(page.status, StatusCode::OK, "{page:?}");
    let (elsewhere, local) = (
        "<strong>app.example.com</strong>, which is another site than the one",
        "Any program on this computer",
    );
    for said in [
        "An assistant",
        &format!(
            "<strong>localhost</strong>: {}/client.json",
            world.site.base
        ),
        "<strong>a program on this computer</strong>.",
        local,
    ] {
        assert!(page.body.contains(said), "{said}: {}", page.body);
    }
    assert!(!page.body.contains("another site"), "{}", page.body);
    let sent_back = answered(&world.anna, &page, "allow").await;
    let code = sent(&sent_back, "code").unwrap();
    let parameters = [
        ("grant_type", "authorization_code"),
        ("code", &*code),
        ("code_verifier", super::VERIFIER),
    ];
    let (status, tokens) = assistant.post("/oauth/token", &parameters).await;
    assert_eq!(status, StatusCode::OK, "{tokens}");
    let access = tokens["access_token"].as_str().unwrap();
    let (_, me) = assistant.call("/api/v1/me", access).await;
    assert_eq!(me["email"], EMAIL);
    let refresh = tokens["refresh_token"].as_str().unwrap();
    assert_eq!(assistant.refresh(refresh).await.0, StatusCode::OK);

    // Where another site is sent the answer, or whatever program listens on the computer, the page says so.
    let page = world.anna.get(&asks(CALLBACK)).await;
    assert!(page.body.contains(elsewhere), "{}", page.body);
    assert!(!page.body.contains(local), "{}", page.body);
    let page = world.anna.get(&asks(LOCAL)).await;
    assert!(page.body.contains(local), "{}", page.body);
    let page = world.anna.get(&asks("https://evil.example/callback")).await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    // All of it was read once.
    assert_eq!(world.site.asked(), ["GET /client.json HTTP/1.1"]);
}

#[tokio::test]
async fn the_service_is_no_way_to_look_around_with() {
    let flags = [
        "--danger-allow-private-addresses",
        "--registrations-per-network",
        "3",
    ];
    let world = World::new(&flags).await;
    let to = format!("Location: {}/client.json\r\n", world.site.base);
    let assistant = world.application("/client.json", &[CALLBACK]);
    let read = async |path: &str| {
        let application =
            Application::described(&world.process.base, &format!("{}{path}", world.site.base));
        world.anna.get(&application.asks(&[])).await
    };
    // A redirect is not followed, and nothing of what is there is shown.
    world.site.serves("/moved", "302 Found", &to, "");
    world.site.serves(
        "/secret",
        "200 OK",
        JSON,
        r#"{"client_id": "x", "password": "swordfish"}"#,
    );
    for (path, said) in [
        ("/moved", "status 302"),
        ("/secret", "its client_id is not"),
    ] {
        let page = read(path).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{page:?}");
        assert!(
            page.body.contains(said) && !page.body.contains("swordfish"),
            "{page:?}"
        );
    }
    let moved = world.site.asked();
    assert_eq!(moved, ["GET /moved HTTP/1.1", "GET /secret HTTP/1.1"]);
    assert_eq!(read("/client.json").await.status, StatusCode::OK);
    // So often within the hour, from one network; what was read counts on.
    let page = read("/another").await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS, "{page:?}");
    assert!(page.headers.contains_key("retry-after"));
    assert_eq!(
        world.anna.get(&assistant.asks(&[])).await.status,
        StatusCode::OK
    );
    assert_eq!(world.site.asked().len(), 3);
}

#[tokio::test]
async fn documents_at_inner_addresses_are_not_read_nor_any_where_that_is_off() {
    let world = World::new(&[]).await;
    world.application("/client.json", &[CALLBACK]);
    let inner = world.site.base.replace("localhost", "127.0.0.1");
    for base in [
        &world.site.base,
        &inner,
        "https://[::1]:1",
        "https://10.0.0.1",
        "https://2130706433",
    ] {
        let url = format!("{base}/client.json");
        let page = Application::described(&world.process.base, &url).asks(&[]);
        let page = world.anna.get(&page).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{url}: {page:?}");
    }
    assert!(world.site.asked().is_empty());

    let service = Service::with(&["--embedder", "potion", "--client-documents", "false"]).await;
    let metadata = metadata(&service.base).await;
    assert_eq!(metadata["client_id_metadata_document_supported"], false);
    let application = Application::described(&service.base, "https://app.example.com/client.json");
    let page = service
        .sign_in(EMAIL)
        .await
        .get(&application.asks(&[]))
        .await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    assert!(
        page.body.contains("register at /oauth/register"),
        "{page:?}"
    );
}
