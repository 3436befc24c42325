//! Clients, grants, codes and tokens: each is exchanged once, and a revoked grant takes all that followed from it.

use std::net::IpAddr;

use recollect_model::{
    AuditAction, AuditEntry, Authorization, ClientAuthentication, ClientDocument, ClientId,
    DeviceAnswer, DeviceAuthorization, GrantId, GrantType, OAuthClient, PrefixedToken, Scopes,
    SigningKey, SigningKeyId, Timestamp, TokenHash, TokenKind, UserCode, UserId,
};
use recollect_storage::{Consent, Granted, NewCode, NewRefreshToken, Store, Use};

use crate::accounts::entry;
use crate::harness::{TestDatabase, World, on_both_engines};

const MOST: u64 = 100;

async fn client(world: &World, store: &Store) -> OAuthClient {
    let client = OAuthClient {
        id: ClientId::new(&world.environment),
        document: None,
        name: "An assistant".to_owned(),
        secret: Some(TokenHash::of("secret")),
        authentication: ClientAuthentication::Post,
        redirect_uris: vec![
            "https://a.example/".to_owned(),
            "http://localhost/".to_owned(),
        ],
        grant_types: GrantType::ALL.to_vec(),
        created_at: world.now(),
    };
    let insert = store.keep_client(&client, Timestamp::UNIX_EPOCH, MOST);
    insert.await.unwrap();
    client
}

fn consent(world: &World, user: UserId, client: ClientId, asked: &str, allowed: &str) -> Consent {
    let address: IpAddr = "192.0.2.1".parse().unwrap();
    Consent {
        user,
        grant: GrantId::new(&world.environment),
        client,
        asked: asked.parse().unwrap(),
        allowed: allowed.parse().unwrap(),
        audit: Some(AuditEntry {
            action: AuditAction::AccessGranted,
            subject: "An assistant".to_owned(),
            address: Some(address),
            at: world.now(),
        }),
        at: world.now(),
    }
}

fn code(world: &World) -> NewCode {
    NewCode {
        hash: PrefixedToken::new(TokenKind::AuthorizationCode, &world.environment).hash(),
        resource: "/mcp".to_owned(),
        redirect_uri: "https://a.example/".to_owned(),
        challenge: "challenge".to_owned(),
        expires_at: world.in_ms(60_000),
    }
}

fn refresh(world: &World, of: &Authorization) -> NewRefreshToken {
    NewRefreshToken {
        hash: PrefixedToken::new(TokenKind::RefreshToken, &world.environment).hash(),
        of: of.clone(),
        expires_at: world.in_ms(60_000),
    }
}

on_both_engines! {
    async fn a_code_becomes_a_refresh_token_once_and_ends_with_its_grant(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await.user, world.person(&store, "bob").await.user);
        let client = client(&world, &store).await;
        assert_eq!(store.client(client.id).await.unwrap().as_ref(), Some(&client));
        let (yes, new) = (consent(&world, ann, client.id, "memory:read account", "memory:read"), code(&world));
        assert!(store.consent_with_code(&yes, &new).await.unwrap());
        let kept = store.code(&new.hash).await.unwrap().unwrap();
        assert_eq!((kept.of.user, kept.of.grant, kept.used_at), (ann, yes.grant, None));
        assert_eq!((kept.of.resource.as_str(), kept.challenge.as_str()), ("/mcp", "challenge"));
        assert_eq!(store.granted(ann, yes.grant).await.unwrap(), Some(Granted {
            client: client.id,
            client_id: client.id.to_string(),
            scopes: "memory:read".parse().unwrap(),
        }));
        assert_eq!(store.granted(bob, yes.grant).await.unwrap(), None);
        assert!(store.grants(bob).await.unwrap().is_empty());

        let first = refresh(&world, &kept.of);
        assert!(store.use_code(&new.hash, &kept.of, Some(&first), world.now()).await.unwrap());
        assert!(!store.use_code(&new.hash, &kept.of, Some(&refresh(&world, &kept.of)), world.now()).await.unwrap());
        let second = refresh(&world, &kept.of);
        let used = store.use_refresh_token(&first.hash, world.now(), &second, world.now()).await.unwrap();
        assert!(used && store.refresh_token(&first.hash).await.unwrap().unwrap().used_at == Some(world.now()));
        // Used before the instant that a reply may have been lost since.
        let late = refresh(&world, &kept.of);
        assert!(!store.use_refresh_token(&first.hash, world.in_ms(1), &late, world.in_ms(11)).await.unwrap());
        assert_eq!(store.refresh_token(&late.hash).await.unwrap(), None);

        store.record_uses(&[Use::Grant { user: ann, grant: yes.grant, at: world.in_ms(5) }]).await.unwrap();
        assert_eq!(store.grants(ann).await.unwrap()[0].last_used_at, Some(world.in_ms(5)));
        let revoke = |user| store.revoke_grant(user, yes.grant, AuditAction::AccessRevoked, None, world.now());
        assert!(!revoke(bob).await.unwrap());
        assert!(revoke(ann).await.unwrap());
        assert!(!revoke(ann).await.unwrap());
        assert_eq!(store.refresh_token(&second.hash).await.unwrap(), None);
        assert_eq!(store.code(&new.hash).await.unwrap(), None);
        let trail = store.audit(ann, None, 10).await.unwrap();
        let actions: Vec<_> = trail.iter().map(|(_, entry)| (entry.action, entry.subject.as_str())).collect();
        let name = "An assistant";
        assert_eq!(actions, [(AuditAction::AccessRevoked, name), (AuditAction::AccessGranted, name)]);
    }

    async fn an_application_has_one_grant_and_what_was_not_asked_about_stays(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await.user;
        let client = client(&world, &store).await;
        for (asked, allowed, then) in [
            ("memory:read webhooks", "memory:read webhooks", "memory:read webhooks"),
            ("account", "account", "memory:read webhooks account"),
            ("memory:read memory:write", "memory:write", "memory:write webhooks account"),
        ] {
            let yes = consent(&world, ann, client.id, asked, allowed);
            assert!(store.consent_with_code(&yes, &code(&world)).await.unwrap());
            let grants = store.grants(ann).await.unwrap();
            assert_eq!((grants.len(), grants[0].scopes.to_string()), (1, then.to_owned()));
        }
        let gone = consent(&world, ann, ClientId::new(&world.environment), "account", "account");
        assert!(!store.consent_with_code(&gone, &code(&world)).await.unwrap());
    }

    async fn the_client_unused_for_longest_makes_room_for_another(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await.user;
        let (unused, used) = (client(&world, &store).await, client(&world, &store).await);
        let yes = consent(&world, ann, used.id, "account", "account");
        assert!(store.consent_with_code(&yes, &code(&world)).await.unwrap());
        let another = OAuthClient { id: ClientId::new(&world.environment), ..unused.clone() };
        // There is room for two that nobody uses, and then the older one goes.
        let long_ago = Timestamp::UNIX_EPOCH;
        world.clock.advance_ms(1);
        let another = OAuthClient { created_at: world.now(), ..another };
        store.keep_client(&another, long_ago, 2).await.unwrap();
        assert!(store.client(unused.id).await.unwrap().is_some());
        world.clock.advance_ms(1);
        let third = OAuthClient { id: ClientId::new(&world.environment), created_at: world.now(), ..unused.clone() };
        store.keep_client(&third, long_ago, 2).await.unwrap();
        assert_eq!(store.client(unused.id).await.unwrap(), None);
        for kept in [&used, &another, &third] {
            assert!(store.client(kept.id).await.unwrap().is_some());
        }
        // What was not used for a while goes, whether there is room or not.
        let fourth = OAuthClient { id: ClientId::new(&world.environment), ..third.clone() };
        store.keep_client(&fourth, world.now(), 9).await.unwrap();
        assert_eq!(store.client(another.id).await.unwrap(), None);
        assert!(store.client(used.id).await.unwrap().is_some());
    }

    async fn a_document_that_is_read_again_takes_the_place_of_what_it_said_before(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await.user;
        let url = "https://app.example.com/client.json";
        let says = |name: &str, redirect_uri: &str| OAuthClient {
            id: ClientId::new(&world.environment),
            document: Some(ClientDocument { url: url.to_owned(), fresh_until: world.in_ms(1_000) }),
            name: name.to_owned(),
            secret: None,
            authentication: ClientAuthentication::None,
            redirect_uris: vec![redirect_uri.to_owned()],
            grant_types: vec![GrantType::AuthorizationCode],
            created_at: world.now(),
        };
        assert_eq!(store.client_of_document(url).await.unwrap(), None);
        let said = says("Before", "https://app.example.com/a");
        let first = store.keep_client(&said, Timestamp::UNIX_EPOCH, MOST).await.unwrap();
        assert_eq!((&first, first.client_id().as_str()), (&said, url));
        let yes = consent(&world, ann, first.id, "memory:read", "memory:read");
        assert!(store.consent_with_code(&yes, &code(&world)).await.unwrap());
        world.clock.advance_ms(1);
        let said = says("After", "https://app.example.com/b");
        let second = store.keep_client(&said, Timestamp::UNIX_EPOCH, MOST).await.unwrap();
        assert_eq!(second, OAuthClient { id: first.id, created_at: first.created_at, ..said });
        assert_eq!(store.client_of_document(url).await.unwrap().as_ref(), Some(&second));
        assert_eq!(store.client(first.id).await.unwrap().as_ref(), Some(&second));
        let granted = store.granted(ann, yes.grant).await.unwrap().unwrap();
        assert_eq!((granted.client, granted.client_id.as_str()), (first.id, url));
        // Without a grant it makes room like any other, and never for itself.
        let other = OAuthClient {
            document: Some(ClientDocument { url: format!("{url}?other"), fresh_until: world.now() }),
            ..says("Other", "https://app.example.com/c")
        };
        store.keep_client(&other, Timestamp::UNIX_EPOCH, 0).await.unwrap();
        assert_eq!(store.client_of_document(&format!("{url}?other")).await.unwrap().as_ref(), Some(&other));
        client(&world, &store).await;
        store.keep_client(&says("After", "https://app.example.com/b"), Timestamp::UNIX_EPOCH, 0).await.unwrap();
        assert_eq!(store.client_of_document(&format!("{url}?other")).await.unwrap(), None);
        assert!(store.client_of_document(url).await.unwrap().is_some());
    }

    async fn a_device_is_told_once_what_its_person_answered(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await.user;
        let client = client(&world, &store).await;
        let waits = DeviceAuthorization {
            client: client.id,
            scopes: Scopes::all(),
            resource: String::new(),
            expires_at: world.in_ms(60_000),
            interval_s: 5,
            polled_at: None,
            answer: DeviceAnswer::Pending,
        };
        let new = || {
            let code = PrefixedToken::new(TokenKind::DeviceCode, &world.environment).hash();
            (code, UserCode::new(&world.environment).hash())
        };
        let ((hash, typed), (denied, denied_typed)) = (new(), new());
        store.insert_device(&hash, &typed, &waits, world.now()).await.unwrap();
        store.insert_device(&denied, &denied_typed, &waits, world.now()).await.unwrap();
        assert!(store.insert_device(&new().0, &typed, &waits, world.now()).await.is_err());
        assert_eq!(store.device_of_person(&typed).await.unwrap().as_ref(), Some(&waits));
        store.note_poll(&hash, 10, world.in_ms(1)).await.unwrap();
        let polled = store.device(&hash).await.unwrap().unwrap();
        assert_eq!((polled.interval_s, polled.polled_at), (10, Some(world.in_ms(1))));
        let yes = consent(&world, ann, client.id, "memory:read account", "memory:read");
        assert!(store.consent_for_device(&yes, &typed).await.unwrap());
        assert!(!store.consent_for_device(&yes, &typed).await.unwrap());
        assert!(!store.deny_device(&typed, world.now()).await.unwrap());
        let DeviceAnswer::Granted(of) = store.device(&hash).await.unwrap().unwrap().answer else {
            panic!("it was granted")
        };
        assert_eq!((of.user, of.scopes.to_string()), (ann, "memory:read".to_owned()));
        assert!(store.use_device(&hash, &of, Some(&refresh(&world, &of)), world.now()).await.unwrap());
        assert!(!store.use_device(&hash, &of, None, world.now()).await.unwrap());
        assert!(store.deny_device(&denied_typed, world.now()).await.unwrap());
        assert_eq!(store.device(&denied).await.unwrap().unwrap().answer, DeviceAnswer::Denied);
        assert!(!store.consent_for_device(&yes, &denied_typed).await.unwrap());
    }

    async fn keys_and_outside_subjects_are_kept(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await.user, world.person(&store, "bob").await.user);
        let key = |ms| SigningKey {
            id: SigningKeyId::new(&world.environment),
            seed: world.environment.random(),
            created_at: world.in_ms(ms),
        };
        let (old, new, newest) = (key(0), key(10), key(20));
        for key in [&old, &new] {
            store.insert_signing_key(key, Timestamp::UNIX_EPOCH).await.unwrap();
        }
        assert_eq!(store.signing_keys().await.unwrap(), [new.clone(), old]);
        store.insert_signing_key(&newest, world.in_ms(5)).await.unwrap();
        assert_eq!(store.signing_keys().await.unwrap(), [newest, new]);
        let of = async |issuer: &str| store.outside_user(issuer, "1").await.unwrap();
        assert_eq!(of("a").await, None);
        let tied = entry(&world, AuditAction::OutsideTokenTied);
        store.tie_outside_user(ann, "a", "1", &tied).await.unwrap();
        store.tie_outside_user(bob, "a", "1", &tied).await.unwrap();
        assert_eq!((of("a").await, of("b").await), (Some(ann), None));
    }
}
