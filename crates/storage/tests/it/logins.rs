//! Links to log in with, sessions, and when credentials were used.

use recollect_model::{
    ApiKey, ApiKeyId, ApiKeyToken, AuditAction, Credential, LoginLink, LoginMethod, Maker,
    OpaqueToken, Scopes, Session, SessionId,
};
use recollect_storage::{Beginning, Entered, Use};

use crate::accounts::entry;
use crate::harness::{TestDatabase, World, on_both_engines};

fn link(world: &World, token: &OpaqueToken, name: &str) -> LoginLink {
    LoginLink {
        hash: token.hash(),
        email: format!("{name}@example.org").parse().unwrap(),
        browser: Some(OpaqueToken::new(&world.environment).hash()),
        next: Some("/graph".to_owned()),
        created_at: world.now(),
        expires_at: world.in_ms(600_000),
        used_at: None,
    }
}

fn session(world: &World) -> Session {
    Session {
        id: SessionId::new(&world.environment),
        agent: "Lynx/2.9".to_owned(),
        method: LoginMethod::Passkey,
        address: Some("2001:db8::1".parse().unwrap()),
        created_at: world.now(),
        last_used_at: world.now(),
        expires_at: world.in_ms(1_000_000),
    }
}

fn beginning(session: Session, secret: &OpaqueToken, browser: &OpaqueToken) -> Beginning {
    Beginning {
        session,
        secret: secret.hash(),
        browser: browser.hash(),
        replaced: None,
    }
}

on_both_engines! {
    async fn a_link_opens_one_session_and_creates_the_account(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (token, secret) = (OpaqueToken::new(&world.environment), OpaqueToken::new(&world.environment));
        let link = link(&world, &token, "ann");
        store.insert_login_link(&link).await.unwrap();
        assert_eq!(store.login_link(&token.hash()).await.unwrap(), Some(link.clone()));
        assert_eq!(store.login_link(&secret.hash()).await.unwrap(), None);

        let session = session(&world);
        let mut asking = tokio::task::JoinSet::new();
        for number in 0..4 {
            let (store, link, environment) = (store.clone(), link.clone(), world.environment.clone());
            let secret = if number == 0 { &secret } else { &OpaqueToken::new(&environment) };
            let session = Session { id: SessionId::new(&environment), ..session.clone() };
            let beginning = beginning(session, secret, &token);
            asking.spawn(async move { store.log_in(&link, &beginning, &environment).await.unwrap() });
        }
        let entered: Vec<_> = asking.join_all().await.into_iter().flatten().collect();
        let [Entered { account, is_new_browser: false }] = &entered[..] else { panic!("{entered:?}") };
        assert_eq!((account.email.as_str(), account.name.as_str()), ("ann@example.org", "ann"));
        assert_eq!(store.sessions(account.id, world.now()).await.unwrap().len(), 1);
        assert_eq!(store.spaces(account.id).await.unwrap().len(), 1);
        assert_eq!(store.login_link(&token.hash()).await.unwrap().unwrap().used_at, Some(world.now()));
        let trail = store.audit(account.id, None, 10).await.unwrap();
        assert_eq!(trail.iter().map(|(_, entry)| entry.action).collect::<Vec<_>>(), [AuditAction::LoggedIn]);
    }

    async fn a_link_that_is_too_old_opens_nothing(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let token = OpaqueToken::new(&world.environment);
        let link = link(&world, &token, "ann");
        store.insert_login_link(&link).await.unwrap();
        world.clock.advance_ms(600_000);
        let opened = store.log_in(&link, &beginning(session(&world), &token, &token), &world.environment).await;
        assert_eq!(opened.unwrap(), None);
        assert_eq!(store.account_of(&link.email).await.unwrap(), None);
    }

    async fn a_session_is_its_owners_lives_by_its_use_and_ends(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let bob = world.person(&store, "bob").await;
        let (token, secret) = (OpaqueToken::new(&world.environment), OpaqueToken::new(&world.environment));
        let (link, session) = (link(&world, &token, "ann"), session(&world));
        store.insert_login_link(&link).await.unwrap();
        let ann = store.log_in(&link, &beginning(session.clone(), &secret, &token), &world.environment).await.unwrap().unwrap().account.id;
        let caller = store.session_of(&secret.hash(), world.now()).await.unwrap().unwrap();
        assert_eq!((caller.user, caller.credential), (ann, Credential::Session(session.id)));
        assert_eq!(caller.scopes, Scopes::all());
        assert_eq!(store.session_of(&token.hash(), world.now()).await.unwrap(), None);
        assert_eq!(store.sessions(ann, world.now()).await.unwrap(), std::slice::from_ref(&session));
        assert_eq!(store.sessions(bob.user, world.now()).await.unwrap(), []);

        let (at, until) = (world.in_ms(500), world.in_ms(1_500_000));
        let used = Use::Session { user: ann, session: session.id, at, until };
        let stolen = Use::Session { user: bob.user, session: session.id, at, until: world.in_ms(9_000_000) };
        store.record_uses(&[used, stolen]).await.unwrap();
        let now = &store.sessions(ann, world.now()).await.unwrap()[0];
        assert_eq!((now.last_used_at, now.expires_at), (at, until));
        assert!(store.session_of(&secret.hash(), world.in_ms(1_499_999)).await.unwrap().is_some());
        assert!(store.session_of(&secret.hash(), until).await.unwrap().is_none());

        let ended = entry(&world, AuditAction::LoggedOut);
        assert!(!store.end_session(bob.user, session.id, &ended).await.unwrap());
        assert!(store.end_session(ann, session.id, &ended).await.unwrap());
        assert!(!store.end_session(ann, session.id, &ended).await.unwrap());
        assert!(store.session_of(&secret.hash(), world.now()).await.unwrap().is_none());
    }

    async fn a_browser_is_known_to_whoever_logged_in_with_it_and_a_new_session_takes_the_last_ones_place(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let browser = OpaqueToken::new(&world.environment);
        let log_in = async |name: &str, replaced: Option<SessionId>| {
            let token = OpaqueToken::new(&world.environment);
            let link = link(&world, &token, name);
            store.insert_login_link(&link).await.unwrap();
            let mut beginning = beginning(session(&world), &token, &browser);
            beginning.replaced = replaced;
            let id = beginning.session.id;
            let entered = store.log_in(&link, &beginning, &world.environment).await.unwrap().unwrap();
            world.clock.advance_ms(1);
            (entered.account.id, id, entered.is_new_browser)
        };
        world.person(&store, "ann").await;
        world.clock.advance_ms(1);
        let (ann, first, is_new) = log_in("ann", None).await;
        assert!(is_new, "the account was there before");
        let (_, second, is_new) = log_in("ann", Some(first)).await;
        assert!(!is_new);
        let (bob, third, is_new) = log_in("bob", Some(second)).await;
        assert!(!is_new, "the account is made with it");
        let ids = async |user| {
            let sessions = store.sessions(user, world.now()).await.unwrap();
            sessions.into_iter().map(|session| session.id).collect::<Vec<_>>()
        };
        assert_eq!((ids(ann).await, ids(bob).await), (vec![second], vec![third]), "another's session stays");
        let began = store.session_began(ann, second, world.now()).await.unwrap();
        assert_eq!(began, Some(world.in_ms(-2)));
        assert_eq!(store.session_began(bob, second, world.now()).await.unwrap(), None);
        assert_eq!(store.session_began(ann, first, world.now()).await.unwrap(), None);
        store.remove_expired_logins(world.now(), world.now(), world.now()).await.unwrap();
        assert!(log_in("ann", None).await.2, "who is not seen is forgotten");
    }

    async fn what_has_ended_is_removed_and_nothing_else(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (old, new) = (OpaqueToken::new(&world.environment), OpaqueToken::new(&world.environment));
        let used = link(&world, &old, "ann");
        store.insert_login_link(&used).await.unwrap();
        let ann = store.log_in(&used, &beginning(session(&world), &old, &old), &world.environment).await.unwrap().unwrap().account;
        world.clock.advance_ms(600_000);
        store.insert_login_link(&link(&world, &new, "bob")).await.unwrap();
        store.remove_expired_logins(world.in_ms(1), world.in_ms(-1), world.now()).await.unwrap();
        assert_eq!(store.login_link(&old.hash()).await.unwrap(), None);
        assert!(store.login_link(&new.hash()).await.unwrap().is_some());
        assert!(store.session_of(&old.hash(), world.now()).await.unwrap().is_some());
        world.clock.advance_ms(400_000);
        store.remove_expired_logins(world.in_ms(-600_000), world.in_ms(-1), world.now()).await.unwrap();
        let earlier = world.in_ms(-400_000);
        assert!(store.sessions(ann.id, earlier).await.unwrap().is_empty());
    }

    async fn the_last_use_of_a_key_is_the_latest_that_was_noted(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let token = ApiKeyToken::new(&world.environment);
        let key = ApiKey {
            id: ApiKeyId::new(&world.environment),
            name: "laptop".to_owned(),
            hash: token.hash(),
            hint: token.hint(),
            scopes: Scopes::all(),
            created_at: world.now(),
            expires_at: None,
            last_used_at: None,
            made_by: Maker::default(),
        };
        store.insert_api_key(ann.user, &key, &entry(&world, AuditAction::KeyCreated)).await.unwrap();
        for at in [world.in_ms(2_000), world.in_ms(1_000)] {
            store.record_uses(&[Use::Key { user: ann.user, key: key.id, at }]).await.unwrap();
        }
        let kept = store.api_key(ann.user, key.id).await.unwrap().unwrap();
        assert_eq!(kept.last_used_at, Some(world.in_ms(2_000)));
    }
}
