//! Logging in, on a clock moved by hand.

use recollect_engine::{NewKey, Settings, Visitor, create_api_key};
use recollect_model::{AuditAction, Credential, OpaqueToken, SessionId};

use crate::support::{Memory, scripted};

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

async fn asked(memory: &Memory) -> (OpaqueToken, OpaqueToken) {
    let browser = OpaqueToken::new(&memory.environment);
    let email = "anna@example.com".parse().unwrap();
    let link = memory.engine.request_login(&email, &browser, None).await;
    (link.unwrap().unwrap(), browser)
}

#[tokio::test]
async fn a_link_works_for_ten_minutes_and_knows_the_browser_that_asked() {
    let memory = Memory::new().await;
    let (link, browser) = asked(&memory).await;
    memory.clock.advance_ms(10 * MINUTE_MS - 1);
    let offered = async |browser: Option<&str>| {
        memory
            .engine
            .offered_link(link.reveal(), browser)
            .await
            .unwrap()
    };
    let other = OpaqueToken::new(&memory.environment);
    assert!(
        offered(Some(browser.reveal()))
            .await
            .unwrap()
            .is_same_browser
    );
    assert!(!offered(Some(other.reveal())).await.unwrap().is_same_browser);
    assert!(!offered(None).await.unwrap().is_same_browser);
    memory.clock.advance_ms(1);
    assert_eq!(offered(Some(browser.reveal())).await, None);
    let refused = memory
        .engine
        .log_in(link.reveal(), &Visitor::default())
        .await
        .unwrap();
    assert!(refused.is_none());
    let trail = memory.engine.audit(memory.user, None, 10).await.unwrap();
    let [(_, entry)] = &trail[..] else {
        panic!("{trail:?}")
    };
    assert_eq!(
        (entry.action, entry.subject.as_str()),
        (AuditAction::LoginFailed, "a link that was too old")
    );
    for nonsense in ["", "x", "../..", other.reveal()] {
        assert!(
            memory
                .engine
                .log_in(nonsense, &Visitor::default())
                .await
                .unwrap()
                .is_none()
        );
    }
}

#[tokio::test]
async fn a_session_ends_thirty_days_after_its_last_use() {
    let memory = Memory::new().await;
    let (link, _) = asked(&memory).await;
    let logged_in = memory
        .engine
        .log_in(link.reveal(), &Visitor::default())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(logged_in.user, memory.user);
    let caller = async || {
        memory
            .engine
            .session_caller(logged_in.session.reveal())
            .await
            .unwrap()
    };
    for _ in 0..3 {
        memory.clock.advance_ms(29 * DAY_MS);
        assert!(matches!(
            caller().await.unwrap().credential,
            Credential::Session(_)
        ));
        // What the housekeeping does every minute.
        memory.engine.remove_expired().await.unwrap();
    }
    memory.clock.advance_ms(30 * DAY_MS);
    assert!(caller().await.is_none());
    memory.engine.remove_expired().await.unwrap();
    assert!(
        memory
            .engine
            .sessions(memory.user)
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_link_that_was_used_is_known_for_a_day() {
    let memory = Memory::new().await;
    let (link, _) = asked(&memory).await;
    let log_in = async || {
        memory
            .engine
            .log_in(link.reveal(), &Visitor::default())
            .await
            .unwrap()
    };
    assert!(log_in().await.is_some());
    for (later_ms, failures) in [(2 * DAY_MS, 1), (0, 1)] {
        memory.engine.remove_expired().await.unwrap();
        assert!(log_in().await.is_none());
        let trail = memory.engine.audit(memory.user, None, 10).await.unwrap();
        let failed = trail
            .iter()
            .filter(|(_, entry)| entry.action == AuditAction::LoginFailed);
        assert_eq!(failed.count(), failures);
        memory.clock.advance_ms(later_ms);
    }
}

#[tokio::test]
async fn a_closed_registration_keeps_strangers_out_and_lets_everybody_in_who_has_an_account() {
    let memory = Memory::new().await;
    let settings = Settings {
        registration: "@example.net".parse().unwrap(),
        ..Settings::default()
    };
    let closed = recollect_engine::Engine::new(
        memory.store.clone(),
        scripted(),
        memory.environment.clone(),
        settings,
    );
    let browser = OpaqueToken::new(&memory.environment);
    for (email, is_let_in) in [
        ("anna@example.com", true),
        ("bert@example.com", false),
        ("bert@Example.NET", true),
    ] {
        let link = closed
            .request_login(&email.parse().unwrap(), &browser, None)
            .await;
        assert_eq!(link.unwrap().is_some(), is_let_in, "{email}");
    }
    for wrong in ["", "nobody", "@", "a@example.com,,"] {
        assert!(
            wrong.parse::<recollect_engine::Registration>().is_err(),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn a_key_opens_nothing_from_its_expiry_on() {
    let memory = Memory::new().await;
    let email = "anna@example.com".parse().unwrap();
    let new = NewKey {
        expires_at: Some("2024-01-02T00:00:00Z".parse().unwrap()),
        ..NewKey::named("laptop")
    };
    let token = create_api_key(&memory.store, &memory.environment, &email, None, new);
    let token = token.await.unwrap();
    memory.clock.advance_ms(DAY_MS - 1);
    let caller = memory.engine.caller(token.reveal()).await.unwrap();
    assert_eq!(caller.map(|caller| caller.user), Some(memory.user));
    let keys = memory.engine.keys(memory.user).await.unwrap();
    assert_eq!(keys[0].last_used_at, Some(memory.environment.now()));
    memory.clock.advance_ms(1);
    assert_eq!(memory.engine.caller(token.reveal()).await.unwrap(), None);
}

#[tokio::test]
async fn a_login_is_fresh_for_a_quarter_of_an_hour_and_another_one_makes_it_so_again() {
    let memory = Memory::new().await;
    let browser = OpaqueToken::new(&memory.environment);
    let log_in = async |session: Option<SessionId>| {
        let (link, _) = asked(&memory).await;
        let visitor = Visitor {
            browser: Some(browser.hash()),
            session,
            ..Visitor::default()
        };
        let logged_in = memory.engine.log_in(link.reveal(), &visitor).await;
        let logged_in = logged_in.unwrap().unwrap();
        let caller = memory.engine.session_caller(logged_in.session.reveal());
        let Credential::Session(session) = caller.await.unwrap().unwrap().credential else {
            panic!("it is a session")
        };
        (session, logged_in.told)
    };
    let is_fresh = async |session| {
        let fresh = memory.engine.is_fresh_login(memory.user, session);
        fresh.await.unwrap()
    };
    memory.clock.advance_ms(1);
    let (first, told) = log_in(None).await;
    assert_eq!(told, Some("anna@example.com".parse().unwrap()));
    memory.clock.advance_ms(15 * MINUTE_MS - 1);
    assert!(is_fresh(first).await);
    memory.clock.advance_ms(1);
    assert!(!is_fresh(first).await);
    let (second, told) = log_in(Some(first)).await;
    assert_eq!(told, None);
    assert!(is_fresh(second).await);
    let sessions = memory.engine.sessions(memory.user).await.unwrap();
    assert_eq!(
        sessions.iter().map(|one| one.id).collect::<Vec<_>>(),
        [second]
    );
    assert!(!is_fresh(first).await, "it has ended");
}
