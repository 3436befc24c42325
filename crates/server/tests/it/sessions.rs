//! The browsers in which somebody is logged in.

use recollect_model::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::reading::text;
use crate::service::{Browser, Service};

const SESSIONS: &str = "/api/v1/sessions";

#[tokio::test]
async fn a_session_lasts_as_long_as_is_set() {
    let service = Service::with(&["--embedder", "potion", "--session-days", "2"]).await;
    let browser = service.sign_in("anna@example.com").await;
    let (_, listed) = browser.call(Method::GET, SESSIONS, None).await;
    let time = |name: &str| -> Timestamp { text(&listed["sessions"][0][name]).parse().unwrap() };
    let lasts = time("expiresAt").duration_since(time("createdAt"));
    assert_eq!(lasts.as_secs(), 2 * 24 * 60 * 60, "{listed}");
}

#[tokio::test]
async fn sessions_are_listed_and_one_can_end_another() {
    let service = Service::start().await;
    let here = service.sign_in("anna@example.com").await;
    let link = service.login_link("anna@example.com", None).await;
    let there = Browser::new(&service.base);
    let confirm = there
        .request(Method::POST, &link)
        .header("user-agent", "Lynx/2.9")
        .header("sec-fetch-site", "same-origin");
    assert_eq!(there.send(confirm).await.status, StatusCode::SEE_OTHER);

    let (status, listed) = here.call(Method::GET, SESSIONS, None).await;
    assert_eq!(status, StatusCode::OK, "{listed}");
    let sessions = listed["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 2, "{listed}");
    let other = sessions
        .iter()
        .find(|one| one["agent"] == "Lynx/2.9")
        .unwrap();
    assert_eq!(
        (&other["isCurrent"], &other["address"]),
        (&json!(false), &json!("127.0.0.1"))
    );
    assert_eq!(
        (&other["name"], &other["method"]),
        (&json!("Lynx/2.9"), &json!("magic_link"))
    );
    let page = here.get("/api").await;
    assert!(page.body.contains("Lynx/2.9"), "{}", page.body);
    assert!(page.body.contains("by a Magic Link"), "{}", page.body);
    let current: Vec<_> = sessions
        .iter()
        .filter(|one| one["isCurrent"] == true)
        .collect();
    assert_eq!(current.len(), 1, "{listed}");

    let path = format!("{SESSIONS}/{}", text(&other["id"]));
    let (status, _) = here.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK);
    let (status, refused) = there.call(Method::GET, "/api/v1/me", None).await;
    assert_eq!(
        (status, &refused["code"]),
        (StatusCode::UNAUTHORIZED, &json!("invalid_api_key"))
    );
    let (status, _) = here.call(Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, me) = here.call(Method::GET, "/api/v1/me", None).await;
    assert_eq!(
        (status, me["scopes"].as_array().unwrap().len()),
        (StatusCode::OK, 4)
    );
}

#[tokio::test]
async fn behind_a_trusted_proxy_the_address_is_the_one_it_saw() {
    let proxies = [
        "--embedder",
        "potion",
        "--trusted-proxies",
        "127.0.0.0/8, 10.0.0.0/8",
    ];
    let service = Service::with(&proxies).await;
    for (forwarded, expected) in [
        ("203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"),
        ("203.0.113.9, unknown", "127.0.0.1"),
    ] {
        let browser = Browser::new(&service.base);
        let link = service.login_link("anna@example.com", None).await;
        let confirm = browser
            .request(Method::POST, &link)
            .header("sec-fetch-site", "same-origin")
            .header("x-forwarded-for", forwarded);
        browser.send(confirm).await;
        let (_, listed) = browser.call(Method::GET, SESSIONS, None).await;
        let sessions = listed["sessions"].as_array().unwrap();
        let current = sessions
            .iter()
            .find(|one| one["isCurrent"] == true)
            .unwrap();
        assert_eq!(current["address"], expected, "{forwarded}");
    }
    let direct = Service::start().await;
    let browser = Browser::new(&direct.base);
    let link = direct.login_link("anna@example.com", None).await;
    let confirm = browser
        .request(Method::POST, &link)
        .header("sec-fetch-site", "same-origin")
        .header("x-forwarded-for", "203.0.113.9");
    browser.send(confirm).await;
    let (_, listed) = browser.call(Method::GET, SESSIONS, None).await;
    assert_eq!(
        listed["sessions"][0]["address"], "127.0.0.1",
        "who is not trusted is not believed"
    );
}

#[tokio::test]
async fn who_is_logged_out_while_filling_in_a_form_comes_back_to_its_page() {
    let service = Service::start().await;
    let stranger = Browser::new(&service.base);
    for (page, next) in [
        (
            "/episodes/1?done=edited&fact=2",
            "/login?next=/episodes/1%3Ffact%3D2",
        ),
        ("/spaces?done=space-changed", "/login?next=/spaces"),
        ("/", "/login"),
    ] {
        let form = stranger.request(Method::POST, "/episodes/1");
        let form = form
            .header("referer", format!("{}{page}", service.base))
            .header("content-type", "application/x-www-form-urlencoded")
            .body("text=Clara");
        assert_eq!(stranger.send(form).await.location(), next);
    }
    for elsewhere in ["http://evil.example/", "nonsense", "//evil.example"] {
        let form = stranger.request(Method::POST, "/episodes/1");
        let form = form.header("referer", elsewhere).body("");
        assert_eq!(stranger.send(form).await.location(), "/login");
    }
}
