//! Passkeys, and the challenges that they answer.

use recollect_model::{
    AuditAction, LoginMethod, OpaqueToken, Passkey, PasskeyId, Session, SessionId, TokenHash,
};
use recollect_storage::{Beginning, PasskeyChallenge, StorageError};

use crate::accounts::entry;
use crate::harness::{TestDatabase, World, on_both_engines};

fn passkey(world: &World, credential: &str, counter: u32) -> Passkey {
    Passkey {
        id: PasskeyId::new(&world.environment),
        credential_hash: TokenHash::of(credential),
        name: "laptop".to_owned(),
        credential: "{}".to_owned(),
        counter,
        created_at: world.now(),
        last_used_at: None,
    }
}

fn beginning(world: &World) -> Beginning {
    let session = Session {
        id: SessionId::new(&world.environment),
        agent: "Lynx/2.9".to_owned(),
        method: LoginMethod::Passkey,
        address: None,
        created_at: world.now(),
        last_used_at: world.now(),
        expires_at: world.in_ms(1_000),
    };
    let secret = OpaqueToken::new(&world.environment).hash();
    Beginning {
        session,
        browser: secret.clone(),
        secret,
        replaced: None,
    }
}

on_both_engines! {
    async fn a_challenge_is_taken_once_by_its_browser_and_its_person_in_time(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await.user, world.person(&store, "bob").await.user);
        let (browser, other) = (TokenHash::of("browser"), TokenHash::of("other"));
        for user in [None, Some(ann)] {
            let hash = OpaqueToken::new(&world.environment).hash();
            let challenge = PasskeyChallenge {
                hash: hash.clone(),
                browser: browser.clone(),
                user,
                state: "a state".to_owned(),
                expires_at: world.in_ms(100),
            };
            store.insert_passkey_challenge(&challenge).await.unwrap();
            let take = async |browser, user, at| {
                store.take_passkey_challenge(&hash, browser, user, at).await.unwrap()
            };
            let now = world.now();
            assert_eq!(take(&other, user, now).await, None, "another browser");
            assert_eq!(take(&browser, Some(bob), now).await, None, "another person");
            assert_eq!(take(&browser, user, world.in_ms(100)).await, None, "too late");
            let mut takers = tokio::task::JoinSet::new();
            for _ in 0..4 {
                let (store, hash, browser) = (store.clone(), hash.clone(), browser.clone());
                takers.spawn(async move {
                    store.take_passkey_challenge(&hash, &browser, user, now).await.unwrap()
                });
            }
            let taken: Vec<String> = takers.join_all().await.into_iter().flatten().collect();
            assert_eq!(taken, ["a state"]);
        }
    }

    async fn a_passkey_whose_counter_does_not_go_on_logs_nobody_in(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await.user, world.person(&store, "bob").await.user);
        let added = entry(&world, AuditAction::PasskeyAdded);
        let counting = passkey(&world, "counting", 0);
        let silent = passkey(&world, "silent", 0);
        for one in [&counting, &silent] {
            assert!(store.insert_passkey(ann, one, 2, &added).await.unwrap());
        }
        assert!(!store.insert_passkey(ann, &passkey(&world, "third", 0), 2, &added).await.unwrap());
        let taken = store.insert_passkey(bob, &passkey(&world, "silent", 0), 2, &added).await;
        assert!(matches!(taken, Err(StorageError::AlreadyExists { .. })), "{taken:?}");
        let log_in = async |user, passkey: &Passkey, counter| {
            let passkey = Passkey { counter, ..passkey.clone() };
            store.log_in_with_passkey(user, &passkey, &beginning(&world)).await.unwrap().is_some()
        };
        for (counter, expected) in [(0, true), (3, true), (3, false), (2, false), (0, false), (4, true)] {
            assert_eq!(log_in(ann, &counting, counter).await, expected, "{counter}");
        }
        assert!(log_in(ann, &silent, 0).await && log_in(ann, &silent, 0).await);
        assert!(!log_in(bob, &silent, 0).await, "another's");
        assert_eq!(store.sessions(ann, world.now()).await.unwrap().len(), 5);
        let kept = store.passkeys(ann).await.unwrap();
        assert_eq!(kept.iter().map(|one| one.counter).collect::<Vec<_>>(), [4, 0]);
        assert_eq!(store.passkeys(bob).await.unwrap(), []);

        assert!(!store.rename_passkey(bob, silent.id, "mine").await.unwrap());
        assert!(store.rename_passkey(ann, silent.id, "phone").await.unwrap());
        assert_eq!(store.passkeys(ann).await.unwrap()[1].name, "phone");
        let deleted = entry(&world, AuditAction::PasskeyDeleted);
        assert!(!store.delete_passkey(bob, silent.id, &deleted).await.unwrap());
        assert!(store.delete_passkey(ann, silent.id, &deleted).await.unwrap());
        assert!(!log_in(ann, &silent, 0).await, "it is gone");
    }
}
