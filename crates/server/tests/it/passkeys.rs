//! Passkeys at the door: made, used and deleted by an authenticator of the test's own, and refused where they must be.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::service::{Browser, Page, Service, old_session};

const ANNA: &str = "anna@example.com";
const NEW: &str = "/account/passkeys";
const LOGIN: &str = "/login/passkey";

/// A service that counts no logins, reached by a name.
async fn service() -> (Service, String) {
    let flags = ["--embedder", "potion", "--logins-per-network", "0"];
    let service = Service::with(&flags).await;
    let base = service.base.replace("127.0.0.1", "localhost");
    (service, base)
}

async fn signed_in(service: &Service, base: &str, email: &str) -> Browser {
    let browser = Browser::new(base);
    let link = service.login_link(email, None).await;
    let page = browser.post_form(&link, &[]).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    browser
}

async fn post(browser: &Browser, path: &str, body: &Value) -> Page {
    let request = browser.request(Method::POST, path);
    let request = request.header("origin", &browser.base).json(body);
    browser.send(request).await
}

/// What the browser is asked: the challenge's name and the options.
async fn asked(browser: &Browser, path: &str) -> (Value, Value) {
    let page = post(browser, &format!("{path}/options"), &json!({})).await;
    assert_eq!(page.status, StatusCode::OK, "{page:?}");
    let mut question: Value = serde_json::from_str(&page.body).unwrap();
    (question["challenge"].take(), question["options"].take())
}

/// A passkey of the person of this browser.
async fn made(browser: &Browser, name: &str) -> Authenticator {
    let (challenge, options) = asked(browser, NEW).await;
    let passkey = Authenticator::of(&options, &browser.base);
    let body =
        json!({ "challenge": challenge, "credential": passkey.made(&options), "name": name });
    let page = post(browser, NEW, &body).await;
    assert_eq!(page.status, StatusCode::OK, "{page:?}");
    passkey
}

/// What a login with the passkey in this browser answers.
async fn log_in(browser: &Browser, passkey: &mut Authenticator) -> StatusCode {
    let (challenge, options) = asked(browser, LOGIN).await;
    answer(browser, &challenge, &passkey.signed(&options)).await
}

async fn answer(browser: &Browser, challenge: &Value, credential: &str) -> StatusCode {
    let body = json!({ "challenge": challenge, "credential": credential, "next": "/search" });
    let page = post(browser, LOGIN, &body).await;
    if page.status == StatusCode::FORBIDDEN {
        assert!(page.body.contains("passkey_refused"), "{page:?}");
        assert!(page.cookies().is_empty(), "{page:?}");
    }
    page.status
}

#[tokio::test]
async fn a_passkey_logs_in_without_an_address_until_it_is_deleted() {
    let (service, base) = service().await;
    let anna = signed_in(&service, &base, ANNA).await;
    let mut passkey = made(&anna, "laptop").await;
    let page = anna.get("/account").await;
    assert!(page.body.contains("laptop"), "{}", page.body);

    let other = Browser::new(&base);
    let (challenge, options) = asked(&other, LOGIN).await;
    assert_eq!(options["publicKey"]["rpId"], "localhost");
    let body = json!({ "challenge": challenge, "credential": passkey.signed(&options), "next": "/search" });
    let page = post(&other, LOGIN, &body).await;
    assert_eq!(
        (page.status, page.body.as_str()),
        (StatusCode::OK, r#"{"next":"/search"}"#)
    );
    let (_, me) = other.call(Method::GET, "/api/v1/me", None).await;
    assert_eq!(me["email"], ANNA);
    let (_, listed) = other.call(Method::GET, "/api/v1/sessions", None).await;
    let sessions = listed["sessions"].as_array().unwrap();
    let own = sessions.iter().find(|one| one["isCurrent"] == true);
    assert_eq!(own.unwrap()["method"], "passkey");

    let page = anna.get("/account").await;
    let at = page.body.find("/account/passkeys/").unwrap();
    let path: String = page.body[at..]
        .chars()
        .take("/account/passkeys/".len() + 36)
        .collect();
    let renamed = anna.post_form(&path, &[("name", "old laptop")]).await;
    assert_eq!(renamed.location(), "/account?done=renamed");
    assert!(anna.get("/account").await.body.contains("old laptop"));
    let stranger = signed_in(&service, &base, "bob@example.com").await;
    for path in [path.clone(), format!("{path}/delete")] {
        let refused = stranger.post_form(&path, &[("name", "mine")]).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{path}");
    }
    let deleted = anna.post_form(&format!("{path}/delete"), &[]).await;
    assert_eq!(deleted.location(), "/account?done=passkey-deleted");
    assert_eq!(
        log_in(&Browser::new(&base), &mut passkey).await,
        StatusCode::FORBIDDEN
    );
    let (_, trail) = anna.call(Method::GET, "/api/v1/audit", None).await;
    let acts: Vec<&str> = trail["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        acts,
        [
            "passkey.deleted",
            "login.succeeded",
            "passkey.added",
            "login.succeeded"
        ]
    );
}

#[tokio::test]
async fn what_was_signed_counts_once_and_in_the_browser_that_was_asked() {
    let (service, base) = service().await;
    let anna = signed_in(&service, &base, ANNA).await;
    let mut passkey = made(&anna, "laptop").await;
    let browser = Browser::new(&base);
    let (challenge, options) = asked(&browser, LOGIN).await;
    let signed = passkey.signed(&options);
    let (other, _) = asked(&Browser::new(&base), LOGIN).await;
    assert_eq!(
        answer(&Browser::new(&base), &challenge, &signed).await,
        StatusCode::FORBIDDEN,
        "another browser"
    );
    assert_eq!(
        answer(&browser, &other, &signed).await,
        StatusCode::FORBIDDEN,
        "another browser's challenge"
    );
    assert_eq!(answer(&browser, &challenge, &signed).await, StatusCode::OK);
    for browser in [&browser, &Browser::new(&base)] {
        assert_eq!(
            answer(browser, &challenge, &signed).await,
            StatusCode::FORBIDDEN,
            "once more"
        );
    }
    // Another challenge of the same browser, answered with what was signed before.
    let (next, _) = asked(&browser, LOGIN).await;
    assert_eq!(
        answer(&browser, &next, &signed).await,
        StatusCode::FORBIDDEN
    );
    // From another site.
    let foreign = browser
        .request(Method::POST, "/login/passkey/options")
        .header("origin", "https://evil.example");
    assert_eq!(browser.send(foreign).await.status, StatusCode::FORBIDDEN);
    assert_eq!(log_in(&browser, &mut passkey).await, StatusCode::OK);
}

/// Makes a passkey lie, perhaps with what another one says.
type Lie = fn(&mut Authenticator, &Authenticator);

#[tokio::test]
async fn what_does_not_say_the_truth_is_refused() {
    let (service, base) = service().await;
    let anna = signed_in(&service, &base, ANNA).await;
    let bob = signed_in(&service, &base, "bob@example.com").await;
    let mut passkey = made(&anna, "laptop").await;
    let of_bob = made(&bob, "phone").await;
    let browser = Browser::new(&base);
    assert_eq!(log_in(&browser, &mut passkey).await, StatusCode::OK);
    let lies: [(&str, Lie); 6] = [
        ("another origin", |passkey, _| {
            passkey.origin = "http://localhost.evil.example".to_owned();
        }),
        ("another port", |passkey, _| {
            passkey.origin = "http://localhost:1".to_owned();
        }),
        ("another host", |passkey, _| {
            passkey.host = "evil.example".to_owned();
        }),
        ("nobody verified", |passkey, _| passkey.flags = 1),
        ("another person", |passkey, bob| {
            passkey.user = bob.user.clone();
        }),
        ("another person's passkey", |passkey, bob| {
            (passkey.user, passkey.id) = (bob.user.clone(), bob.id.clone());
        }),
    ];
    for (lie, told) in lies {
        let (origin, host, flags) = (passkey.origin.clone(), passkey.host.clone(), passkey.flags);
        let (user, id) = (passkey.user.clone(), passkey.id.clone());
        told(&mut passkey, &of_bob);
        assert_eq!(
            log_in(&browser, &mut passkey).await,
            StatusCode::FORBIDDEN,
            "{lie}"
        );
        (passkey.origin, passkey.host, passkey.flags) = (origin, host, flags);
        (passkey.user, passkey.id) = (user, id);
    }
    assert_eq!(log_in(&browser, &mut passkey).await, StatusCode::OK);
    // A copy, whose counter did not see the last use.
    passkey.counter -= 1;
    assert_eq!(
        log_in(&browser, &mut passkey).await,
        StatusCode::FORBIDDEN,
        "a copy"
    );
    assert_eq!(log_in(&browser, &mut passkey).await, StatusCode::OK);
    let (_, trail) = anna.call(Method::GET, "/api/v1/audit", None).await;
    let refused = trail["entries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["subject"] == "a passkey that was not accepted");
    assert_eq!(refused.count(), 5, "{trail}");
    for nonsense in ["", "{}", "null", "[1]"] {
        let (challenge, _) = asked(&browser, LOGIN).await;
        let body = json!({ "challenge": challenge, "credential": nonsense });
        let page = post(&browser, LOGIN, &body).await;
        assert!(page.status.is_client_error(), "{page:?}");
    }
}

#[tokio::test]
async fn a_passkey_is_added_by_its_person_after_a_fresh_login_and_once() {
    let (service, base) = service().await;
    let anna = signed_in(&service, &base, ANNA).await;
    let (challenge, options) = asked(&anna, NEW).await;
    let passkey = Authenticator::of(&options, &base);
    let body =
        json!({ "challenge": challenge, "credential": passkey.made(&options), "name": "laptop" });
    // Somebody else in the same browser, another browser, and a session of an old login.
    let bob = signed_in(&service, &base, "bob@example.com").await;
    let secret = old_session(&service.store().await, ANNA, Duration::from_secs(16 * 60)).await;
    let old = Browser::with_session(&base, &secret);
    for (browser, expected) in [
        (&bob, StatusCode::BAD_REQUEST),
        (
            &signed_in(&service, &base, ANNA).await,
            StatusCode::BAD_REQUEST,
        ),
        (&old, StatusCode::SEE_OTHER),
        (&Browser::new(&base), StatusCode::SEE_OTHER),
    ] {
        let refused = post(browser, NEW, &body).await;
        assert_eq!(refused.status, expected, "{refused:?}");
    }
    assert_eq!(post(&anna, NEW, &body).await.status, StatusCode::OK);
    let again = post(&anna, NEW, &body).await;
    assert_eq!(again.status, StatusCode::BAD_REQUEST, "{again:?}");
    let (challenge, options) = asked(&anna, NEW).await;
    let excluded = options["publicKey"]["excludeCredentials"]
        .as_array()
        .unwrap();
    assert_eq!(excluded.len(), 1, "{options}");
    let selection = &options["publicKey"]["authenticatorSelection"];
    assert_eq!(
        (&selection["residentKey"], &selection["userVerification"]),
        (&json!("required"), &json!("required"))
    );
    let body =
        json!({ "challenge": challenge, "credential": passkey.made(&options), "name": "again" });
    let twice = post(&anna, NEW, &body).await;
    assert_eq!(twice.status, StatusCode::CONFLICT, "{twice:?}");
    let (challenge, options) = asked(&bob, NEW).await;
    let body =
        json!({ "challenge": challenge, "credential": passkey.made(&options), "name": "taken" });
    let taken = post(&bob, NEW, &body).await;
    assert_eq!(taken.status, StatusCode::CONFLICT, "{taken:?}");
}

#[tokio::test]
async fn an_address_without_a_name_offers_no_passkeys_and_asking_is_bounded() {
    let flags = ["--embedder", "potion", "--logins-per-network", "3"];
    let service = Service::with(&flags).await;
    let browser = Browser::new(&service.base);
    let login = browser.get("/login").await;
    assert!(!login.body.contains("data-passkey"), "{}", login.body);
    let ask = async |browser: &Browser| {
        let page = post(browser, "/login/passkey/options", &json!({})).await;
        page.status
    };
    assert_eq!(ask(&browser).await, StatusCode::BAD_REQUEST);
    let named = Browser::new(&service.base.replace("127.0.0.1", "localhost"));
    let login = named.get("/login").await;
    assert!(login.body.contains("data-passkey"), "{}", login.body);
    assert_eq!(ask(&named).await, StatusCode::OK);
    assert_eq!(ask(&named).await, StatusCode::OK);
    assert_eq!(ask(&named).await, StatusCode::TOO_MANY_REQUESTS);
}
