//! What asks for a login of a short while ago: whatever takes everything along, gives others access, or cannot be undone.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::oauth::{Application, CALLBACK};
use crate::service::{Browser, Service, old_session};

const ANNA: &str = "anna@example.com";
/// A minute more than a login is fresh.
const OLD: Duration = Duration::from_secs(16 * 60);

async fn old_browser(service: &Service) -> Browser {
    let secret = old_session(&service.store().await, ANNA, OLD).await;
    Browser::with_session(&service.base, &secret)
}

#[tokio::test]
async fn a_session_of_an_old_login_reads_and_writes_and_gives_nothing_away() {
    let service = Service::start().await;
    let old = old_browser(&service).await;
    let key = json!({ "name": "lasting" });
    let hook = json!({ "url": "https://hooks.example.com/in" });
    let leaving = json!({ "confirm": ANNA });
    let weighty = [
        (Method::GET, "/api/v1/export", None),
        (Method::POST, "/api/v1/keys", Some(&key)),
        (Method::POST, "/api/v1/webhooks", Some(&hook)),
        (Method::DELETE, "/api/v1/me", Some(&leaving)),
    ];
    for (method, path, body) in &weighty {
        let (status, refused) = old.call(method.clone(), path, *body).await;
        assert_eq!(
            (status, &refused["code"]),
            (StatusCode::FORBIDDEN, &json!("login_too_old")),
            "{path}"
        );
    }
    let (status, _) = old.call(Method::GET, "/api/v1/me", None).await;
    assert_eq!(status, StatusCode::OK);
    let space = json!({ "name": "work" });
    let (status, _) = old.call(Method::POST, "/api/v1/spaces", Some(&space)).await;
    assert_eq!(status, StatusCode::CREATED);
    // A key was given its scopes for as long as it lasts, and a login of now is fresh.
    let client = service.client(ANNA).await;
    let new = service.sign_in(ANNA).await;
    assert_eq!(
        client.post("/api/v1/keys", &key).await.0,
        StatusCode::CREATED
    );
    let (status, _) = new.call(Method::POST, "/api/v1/keys", Some(&key)).await;
    assert_eq!(status, StatusCode::CREATED);
    let (status, _) = new.call(Method::DELETE, "/api/v1/me", Some(&leaving)).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn the_pages_lead_to_another_login_and_back() {
    let service = Service::start().await;
    let old = old_browser(&service).await;
    let account = service.client(ANNA).await;
    let revoked = format!(
        "/api/keys/{}/keep",
        account.get("/api/v1/keys").await.1["keys"][0]["id"]
            .as_str()
            .unwrap()
    );
    for (path, from, next) in [
        ("/api/keys", "/api?done=saved", "/api%3Fdone%3Dsaved"),
        (revoked.as_str(), "/api", "/api"),
        ("/webhooks", "/webhooks", "/webhooks"),
        ("/account/delete", "/account", "/account"),
        ("/device", "/device", "/device"),
    ] {
        let form = old
            .request(Method::POST, path)
            .header("origin", &service.base)
            .header("referer", format!("{}{from}", service.base))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("confirm={}", ANNA.replace('@', "%40")));
        let page = old.send(form).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{path}");
        assert_eq!(
            page.location(),
            format!("/login/again?next={next}"),
            "{path}"
        );
    }
    // What another site wrote leads nowhere.
    let form = old
        .request(Method::POST, "/account/delete")
        .header("sec-fetch-site", "none")
        .header("referer", "https://evil.example/trap");
    assert_eq!(old.send(form).await.location(), "/login/again?next=/");
    let export = old.get("/account/export").await;
    assert_eq!(export.location(), "/login/again?next=/account");
    for page in ["/account", "/api", "/webhooks"] {
        let shown = old.get(page).await;
        let again = format!("/login/again?next={page}\"");
        assert!(shown.body.contains(&again), "{}", shown.body);
    }
    let asked = old.get("/login/again?next=/account").await;
    assert_eq!(asked.status, StatusCode::OK);
    assert!(asked.body.contains(ANNA), "{}", asked.body);
    let elsewhere = old.get("/login/again?next=//evil.example").await;
    assert!(!elsewhere.body.contains("evil"), "{}", elsewhere.body);

    let new = service.sign_in(ANNA).await;
    let straight = new.get("/login/again?next=/account").await;
    assert_eq!(straight.location(), "/account");
    assert_eq!(
        new.get("/account/export").await.location(),
        "/api/v1/export"
    );
}

#[tokio::test]
async fn an_application_is_connected_by_a_fresh_login_alone() {
    let service = Service::start().await;
    let application = Application::public(&service, CALLBACK).await;
    let old = old_browser(&service).await;
    let asking = application.asks(&[]);
    let page = old.get(&asking).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{page:?}");
    assert!(
        page.location()
            .starts_with("/login/again?next=/oauth/authorize%3F"),
        "{page:?}"
    );
    let new = service.sign_in(ANNA).await;
    assert_eq!(new.get(&asking).await.status, StatusCode::OK);
}

#[tokio::test]
async fn it_can_be_turned_off() {
    let service = Service::with(&["--embedder", "potion", "--fresh-login-minutes", "0"]).await;
    let old = old_browser(&service).await;
    let key = json!({ "name": "lasting" });
    let (status, _) = old.call(Method::POST, "/api/v1/keys", Some(&key)).await;
    assert_eq!(status, StatusCode::CREATED);
    let straight = old.get("/login/again?next=/account").await;
    assert_eq!(straight.location(), "/account");
}
